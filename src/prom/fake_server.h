#pragma once
// For tests: a transport that answers from a function, and time that passes only when somebody waits.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prom/query_client.h"
#include "wire/http_client.h"

namespace arable::prom {

class FakeClock final : public QueryClock {
  public:
    Time now() override { return at; }
    void wait(Duration duration) override {
        at = at + duration;
        waits.push_back(duration);
    }
    Time at{1'000'000};
    std::vector<Duration> waits;
};

struct FakeAnswer {
    int status = 200;
    std::string body;
    std::optional<Duration> retry_after;
    std::optional<Error> lost;    // instead of an answer
    std::optional<Error> broken;  // after the body
};

class FakeTransport final : public wire::HttpTransport {
  public:
    using Handler = std::function<FakeAnswer(const wire::HttpRequest&)>;
    FakeTransport(FakeClock& clock, Handler handler) : clock_(clock), handler_(std::move(handler)) {}

    Result<std::unique_ptr<wire::HttpAnswer>> ask(const wire::HttpRequest& request) override {
        times.push_back(clock_.at);
        requests.push_back(request);
        FakeAnswer answer = handler_(request);
        if (answer.lost) return tl::unexpected(*answer.lost);
        return std::make_unique<Answer>(std::move(answer));
    }
    std::vector<Time> times;
    std::vector<wire::HttpRequest> requests;

  private:
    class Answer final : public wire::HttpAnswer {
      public:
        explicit Answer(FakeAnswer answer) : answer_(std::move(answer)), rest_(answer_.body) {
            head_.status = answer_.status;
            head_.retry_after = answer_.retry_after;
        }
        const wire::HttpHead& head() const override { return head_; }
        Result<std::size_t> read(std::span<char> into) override {
            ARABLE_TRY(n, rest_.read(into));
            if (n == 0 && answer_.broken) return tl::unexpected(*answer_.broken);
            return std::size_t{n};
        }

      private:
        FakeAnswer answer_;
        wire::MemorySource rest_;
        wire::HttpHead head_;
    };
    FakeClock& clock_;
    Handler handler_;
};

// A field of the request's form or query, decoded; "" when it is not there.
inline std::string field(const wire::HttpRequest& request, std::string_view name) {
    std::string_view text = request.form ? std::string_view(*request.form) : std::string_view(request.url);
    if (const auto mark = text.find('?'); !request.form && mark != std::string_view::npos) text.remove_prefix(mark + 1);
    while (!text.empty()) {
        const auto end = std::min(text.find('&'), text.size());
        const auto pair = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!pair.starts_with(std::string(name) + "=")) continue;
        std::string out;
        for (std::size_t i = name.size() + 1; i < pair.size(); ++i) {
            if (pair[i] == '%') {
                out += static_cast<char>(std::stoi(std::string(pair.substr(i + 1, 2)), nullptr, 16));
                i += 2;
            } else {
                out += pair[i];
            }
        }
        return out;
    }
    return {};
}

}  // namespace arable::prom
