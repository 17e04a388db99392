#pragma once
// For tests: a server on a loopback port that answers each connection with the bytes that a function gives for the
// request, and closes it. What it heard is kept.

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace arable::wire {

class LoopbackServer {
  public:
    using Handler = std::function<std::string(const std::string& request)>;

    explicit LoopbackServer(Handler handler);
    ~LoopbackServer();
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;

    std::string url(std::string_view path = "/") const;
    std::vector<std::string> heard() const;

  private:
    void serve();

    Handler handler_;
    int listener_ = -1;
    int port_ = 0;
    mutable std::mutex mutex_;
    std::vector<std::string> heard_;
    std::thread thread_;
};

// "HTTP/1.1 200 OK" with a body of known length.
std::string http_answer(std::string_view status, std::string_view body, std::string_view more_headers = "");

}  // namespace arable::wire
