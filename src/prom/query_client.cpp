#include "prom/query_client.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <set>

#include <fmt/format.h>

#include "base/check.h"
#include "wire/byte_sink.h"

namespace arable::prom {
namespace {

constexpr int kFirstTries = 3;
constexpr std::size_t kRefusalBytes = std::size_t{1} << 20U;

bool says(std::string_view text, std::initializer_list<std::string_view> words) {
    std::string low(text);
    std::ranges::transform(low, low.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return std::ranges::any_of(words, [&](std::string_view word) { return low.find(word) != std::string::npos; });
}

// Prometheus: "query processing would load too many samples", "exceeded maximum resolution"; Mimir, Cortex: "the query
// exceeded the maximum number of series (limit: …)", "the query time range exceeds the limit"; Thanos: "exceeded
// series limit", "exceeded samples limit"; VictoriaMetrics: "cannot select more than -search.maxSamplesPerQuery".
bool is_limit(std::string_view text) {
    return says(text, {"limit", "exceed", "too many", "too large", "too long", "cannot select more", "-search.max",
                       "deadline", "timed out", "timeout", "out of memory"});
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// A server's words without those of the question, which it may quote in whole or in part: metrics and labels are called
// "…_limits" and "…_timeout", too.
std::string own_words(std::string text, const wire::HttpRequest& request) {
    const std::string_view asked = request.form ? std::string_view(*request.form) : std::string_view(request.url);
    std::set<std::string_view, std::greater<>> names;  // the longer one first where one begins with the other
    for (std::size_t at = 0; at < asked.size();) {
        std::size_t end = at;
        while (end < asked.size() && is_word(asked[end])) ++end;
        const std::string_view name = asked.substr(at, end - at);
        if (name.find('_') != std::string_view::npos) names.insert(name);
        at = end < asked.size() && asked[end] == '%' ? end + 3 : end + 1;  // "%7B" is a brace, and ends a word
    }
    for (const std::string_view name : names) {
        for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
            text.erase(at, name.size());
        }
    }
    return text;
}

std::string with_reason(std::string_view what, const QueryAnswer& said) {
    if (said.error.empty() && said.error_type.empty()) return std::string(what);
    return fmt::format("{}: {}{}{}", what, said.error_type, said.error_type.empty() || said.error.empty() ? "" : ": ",
                       said.error);
}

// Keeps a compressed copy of what is read through it.
class CopyingSource final : public wire::ByteSource {
  public:
    explicit CopyingSource(wire::ByteSource& from) : from_(from) {}
    Result<std::size_t> read(std::span<char> into) override {
        ARABLE_TRY(n, from_.read(into));
        ARABLE_TRY(packed, packer_->write({into.data(), n}));
        static_cast<void>(packed);
        return n;
    }
    // One zstd frame of all that was read.
    Result<std::string> taken() {
        ARABLE_TRY(packed, packer_->finish());
        static_cast<void>(packed);
        return std::move(packed_);
    }

  private:
    wire::ByteSource& from_;
    std::string packed_;
    std::unique_ptr<wire::ByteSink> packer_ = wire::zstd_compressed(std::make_unique<wire::MemorySink>(packed_));
};

// Warnings may be gone when it is asked again.
bool is_whole(const QueryAnswer& answer) {
    return answer.success && !answer.partial && answer.warning_count == 0 && answer.warnings.empty();
}

}  // namespace

QueryClient::QueryClient(wire::HttpTransport& transport, QueryClock& clock, QueryOptions options)
    : transport_(transport), clock_(clock), options_(std::move(options)), rng_(options_.seed) {
    ARABLE_CHECK(options_.max_qps > 0.0 && options_.tries > 0);
    while (options_.url.ends_with('/')) options_.url.pop_back();
}

void QueryClient::keep_distance() {
    const Time now = clock_.now();
    if (now < next_) clock_.wait(next_ - now);
    next_ = clock_.now() + Duration{static_cast<std::int64_t>(std::ceil(1000.0 / options_.max_qps))};
    ++requests_;
}

Duration QueryClient::pause(int n) {
    const double doubled = static_cast<double>(options_.first_pause.ms) * std::pow(2.0, std::min(n, 20));
    const double most = std::min(doubled, static_cast<double>(options_.longest_pause.ms));
    return {static_cast<std::int64_t>(most * (0.5 + 0.5 * rng_.uniform()))};
}

tl::expected<wire::HttpRequest, Trouble> QueryClient::request_of(std::string_view path, const Fields& fields,
                                                                 bool post) {
    if (options_.token && !has_token_) {
        auto token = options_.token();
        if (!token) return tl::unexpected(Trouble{Trouble::refused, token.error().message});
        token_ = std::move(*token);
        has_token_ = true;
    }
    wire::HttpRequest request{
        .url = options_.url + std::string(path), .form = {}, .headers = options_.headers, .bearer = token_};
    if (post) {
        request.form = wire::form(fields);
    } else if (!fields.empty()) {
        request.url += '?' + wire::form(fields);
    }
    return request;
}

tl::expected<QueryAnswer, Trouble> QueryClient::ask(std::string_view path, const Fields& fields, SampleBuffer& buffer,
                                                    Manner manner) {
    const std::string question = fmt::format("{}?{}", path, wire::form(fields));
    if (auto answer = held(question, buffer)) return std::move(*answer);
    bool token_was_renewed = false;
    for (int attempt = 0;; ++attempt) {
        auto request = request_of(path, fields, manner.post);
        if (!request) return tl::unexpected(request.error());
        keep_distance();
        buffer.clear();
        auto answer = ask_once(*request, question, buffer);
        if (answer) {
            worked_ = true;
            return std::move(*answer);
        }
        buffer.clear();
        Miss& miss = answer.error();
        if (miss.token_refused && options_.token && !token_was_renewed) {
            token_was_renewed = true;
            has_token_ = false;
            continue;
        }
        const bool again = miss.again || (miss.trouble.passing && (attempt == 0 || !manner.divisible));
        if (!again) return tl::unexpected(std::move(miss.trouble));
        // A server that never answered yet is more likely misspelt than busy.
        if (attempt + 1 >= (worked_ ? options_.tries : std::min(options_.tries, kFirstTries))) {
            miss.trouble.message += fmt::format(" (asked {} times)", attempt + 1);
            return tl::unexpected(std::move(miss.trouble));
        }
        const Duration wait = std::max(pause(attempt), miss.wait.value_or(Duration{}));
        if (wait > options_.longest_wait) {
            return tl::unexpected(
                Trouble{Trouble::refused, fmt::format("{}; the server wants us to wait {}: try again then",
                                                      miss.trouble.message, format_duration(wait))});
        }
        clock_.wait(wait);
    }
}

std::optional<QueryAnswer> QueryClient::held(std::string_view question, SampleBuffer& buffer) {
    if (options_.log == nullptr) return std::nullopt;
    const auto body = options_.log->find(question);
    if (body == nullptr) return std::nullopt;
    buffer.clear();
    auto answer = read_query_answer(*body, buffer);
    if (answer && is_whole(*answer) && !buffer.overflowed()) return std::move(*answer);
    buffer.clear();
    return std::nullopt;
}

tl::expected<QueryAnswer, QueryClient::Miss> QueryClient::ask_once(const wire::HttpRequest& request,
                                                                   std::string_view question, SampleBuffer& buffer) {
    const auto miss = [](const Error& error) {
        Miss out;
        out.trouble.message = error.message;
        out.again = error.code == ErrorCode::io || error.code == ErrorCode::truncated;
        if (error.code == ErrorCode::limit) out.trouble.kind = Trouble::too_much;
        if (error.code == ErrorCode::invalid_input || error.code == ErrorCode::unsupported) {
            out.trouble.kind = Trouble::refused;
        }
        return tl::unexpected(std::move(out));
    };
    const auto answer = transport_.ask(request);
    if (!answer) return miss(answer.error());
    if ((*answer)->head().status / 100 != 2) return refusal(**answer, request);
    CopyingSource copy(**answer);
    auto read = options_.log == nullptr ? read_query_answer(**answer, buffer) : read_query_answer(copy, buffer);
    if (!read) {
        auto out = miss(read.error());
        // A page in the place of an answer: a passing fault of a proxy where answers came before.
        out.value().again = out.value().again || (worked_ && out.value().trouble.kind == Trouble::refused);
        return out;
    }
    if (read->failed()) return tl::unexpected(miss_of(400, *read, request));
    if (buffer.overflowed()) {
        return tl::unexpected(Miss{.trouble = {Trouble::too_much, "more samples than were expected"}, .wait = {}});
    }
    if (options_.log != nullptr && is_whole(*read)) {
        if (const auto body = copy.taken()) options_.log->keep(question, *body);
    }
    return std::move(*read);
}

tl::expected<QueryAnswer, QueryClient::Miss> QueryClient::refusal(wire::HttpAnswer& answer,
                                                                  const wire::HttpRequest& request) const {
    QueryAnswer said;
    if (const auto text = wire::read_all(answer, kRefusalBytes)) {
        wire::MemorySource body(*text);
        SampleBuffer nothing(0);
        if (auto read = read_query_answer(body, nothing)) said = std::move(*read);
    }
    Miss miss = miss_of(answer.head().status, said, request);
    miss.wait = answer.head().retry_after;
    return tl::unexpected(std::move(miss));
}

QueryClient::Miss QueryClient::miss_of(int status, const QueryAnswer& said, const wire::HttpRequest& request) const {
    Miss miss;
    Trouble& trouble = miss.trouble;
    trouble.message = with_reason(fmt::format("the server answers {}", status), said);
    const std::string words = own_words(said.error, request);
    const bool limit = is_limit(words) || said.error_type == "timeout";
    switch (status) {
        case 401:
        case 403:
            trouble.kind = Trouble::refused;
            trouble.message +=
                ": it does not accept the credentials (--bearer-token-file, --bearer-token-command, "
                "--header, --aws-sigv4)";
            miss.token_refused = status == 401;
            break;
        case 404:
        case 405:
            trouble.kind = Trouble::refused;
            trouble.message +=
                ": there is no query API at this address; is a part of its path missing (such as "
                "/prometheus or /select/0/prometheus)?";
            break;
        case 504:  // of a gateway: the query is slow, or it was unlucky
            trouble.passing = true;
            [[fallthrough]];
        case 413:
        case 414:
            trouble.kind = Trouble::too_much;
            break;
        case 400:
        case 422:
            trouble.kind = limit ? Trouble::too_much : status == 422 ? Trouble::exhausted : Trouble::unsupported;
            miss.again = trouble.kind == Trouble::exhausted;
            break;
        case 501:
            trouble.kind = Trouble::unsupported;
            break;
        case 503:
            trouble.kind = limit ? Trouble::too_much : Trouble::exhausted;
            miss.again = !limit;
            break;
        default:
            miss.again = status == 408 || status == 425 || status == 429 || status >= 500;
            trouble.kind = miss.again ? Trouble::exhausted : Trouble::refused;
    }
    trouble.by_series = trouble.kind == Trouble::too_much && says(words, {"series"}) &&
                        !says(words, {"samples", "time range", "resolution"});
    return miss;
}

}  // namespace arable::prom
