#include "wire/loopback_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace arable::wire {
namespace {

std::string request_from(int peer) {
    std::string text;
    char bytes[4096];
    for (;;) {
        const auto end = text.find("\r\n\r\n");
        if (end != std::string::npos) {
            const auto at = text.find("Content-Length: ");
            const std::size_t body = at < end ? std::stoul(text.substr(at + 16)) : 0;
            if (text.size() >= end + 4 + body) return text;
        }
        const auto n = recv(peer, bytes, sizeof bytes, 0);
        if (n <= 0) return text;
        text.append(bytes, static_cast<std::size_t>(n));
    }
}

}  // namespace

LoopbackServer::LoopbackServer(Handler handler) : handler_(std::move(handler)) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    listen(listener_, 16);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
}

LoopbackServer::~LoopbackServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
}

std::string LoopbackServer::url(std::string_view path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
}

std::vector<std::string> LoopbackServer::heard() const {
    const std::lock_guard lock(mutex_);
    return heard_;
}

void LoopbackServer::serve() {
    for (;;) {
        const int peer = accept(listener_, nullptr, nullptr);
        if (peer < 0) return;
        const std::string request = request_from(peer);
        {
            const std::lock_guard lock(mutex_);
            heard_.push_back(request);
        }
        const std::string answer = handler_(request);
        std::string_view rest = answer;
        while (!rest.empty()) {
            const auto n = send(peer, rest.data(), rest.size(), MSG_NOSIGNAL);
            if (n <= 0) break;
            rest.remove_prefix(static_cast<std::size_t>(n));
        }
        shutdown(peer, SHUT_RDWR);
        close(peer);
    }
}

std::string http_answer(std::string_view status, std::string_view body, std::string_view more_headers) {
    return "HTTP/1.1 " + std::string(status) + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
           std::string(more_headers) + "\r\n" + std::string(body);
}

}  // namespace arable::wire
