#include "wire/http_client.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <mutex>

#include <curl/curl.h>
#include <fmt/format.h>

#include "base/check.h"
#include "wire/authorities.h"
#include "wire/http_url.h"

namespace arable::wire {
namespace {

constexpr int kRedirects = 5;
constexpr std::size_t kHeldBack = std::size_t{4} << 20U;  // bytes that wait for their reader
constexpr int kPollMs = 100;

std::string trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

bool same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char l, char r) {
        const auto low = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : static_cast<int>(c); };
        return low(l) == low(r);
    });
}

bool is_certificate(CURLcode code) {
    return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
           code == CURLE_SSL_ISSUER_ERROR || code == CURLE_SSL_CERTPROBLEM;
}

// What happened and what to do; libcurl's own text holds hosts and reasons, never credentials or the query.
Error explained(CURLcode code, const char* detail, const HttpUrl& url, const HttpAccess& access) {
    const std::string reason = detail[0] != '\0' ? detail : curl_easy_strerror(code);
    if (is_certificate(code) && access.ca_file.empty() && !system_authorities()) {
        return {ErrorCode::invalid_input,
                fmt::format("{}: this system has no certificates of authorities to check the server's with; install "
                            "ca-certificates, or give the authority's file with --ca-file",
                            url.shown)};
    }
    if (is_certificate(code)) {
        return {ErrorCode::invalid_input,
                fmt::format("{}: its certificate is not trusted ({}); give the authority's file with --ca-file",
                            url.shown, reason)};
    }
    switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_CONNECT:
            return {ErrorCode::io, fmt::format("{}: cannot connect ({})", url.shown, reason)};
        case CURLE_OPERATION_TIMEDOUT:
            return {ErrorCode::io,
                    fmt::format("{}: no complete answer in time ({} without a byte, {} in all)", url.shown,
                                format_duration(access.silence), format_duration(access.longest))};
        case CURLE_PARTIAL_FILE:
        case CURLE_GOT_NOTHING:
            return {ErrorCode::truncated, fmt::format("{}: the answer broke off", url.shown)};
        case CURLE_BAD_CONTENT_ENCODING:
            return {ErrorCode::truncated, fmt::format("{}: the compressed answer is damaged", url.shown)};
        case CURLE_SSL_CONNECT_ERROR:
            return {ErrorCode::io,
                    fmt::format("{}: no TLS connection ({}); is the server http, not https?", url.shown, reason)};
        default:
            return {ErrorCode::io, fmt::format("{}: {}", url.shown, reason)};
    }
}

class Client;

// One request under way.
class Exchange final : public HttpAnswer {
  public:
    Exchange(Client& client, HttpUrl url) : client_(client), url_(std::move(url)), easy_(curl_easy_init()) {
        ARABLE_CHECK(easy_ != nullptr);
    }
    ~Exchange() override;
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    Result<Done> send(const HttpRequest& request);
    const HttpHead& head() const override { return head_; }
    Result<std::size_t> read(std::span<char> into) override;

    const std::string& location() const { return location_; }
    const HttpUrl& url() const { return url_; }
    void ended(CURLcode code) {
        done_ = true;
        code_ = code;
    }

  private:
    static std::size_t on_header(char* text, std::size_t, std::size_t n, void* self);
    static std::size_t on_body(char* bytes, std::size_t, std::size_t n, void* self);
    void header(std::string_view line);
    void set_access(const HttpRequest& request);
    Error failure() const;

    Client& client_;
    HttpUrl url_;
    CURL* easy_;
    curl_slist* headers_ = nullptr;
    HttpHead head_;
    std::string location_;
    char detail_[CURL_ERROR_SIZE] = {};
    std::string buffer_;
    std::size_t at_ = 0;
    std::uint64_t bytes_ = 0;
    bool has_head_ = false;
    bool held_back_ = false;
    bool too_large_ = false;
    bool done_ = false;
    CURLcode code_ = CURLE_OK;
};

class Client final : public HttpTransport {
  public:
    explicit Client(HttpAccess access) : access_(std::move(access)) {
        static std::once_flag once;
        std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
        multi_ = curl_multi_init();
        ARABLE_CHECK(multi_ != nullptr);
    }
    ~Client() override { curl_multi_cleanup(multi_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    Result<std::unique_ptr<HttpAnswer>> ask(const HttpRequest& request) override {
        ARABLE_TRY(first, parse_url(request.url));
        HttpUrl url = first;
        for (int hop = 0; hop <= kRedirects; ++hop) {
            auto exchange = std::make_unique<Exchange>(*this, url);
            ARABLE_TRY(sent, exchange->send(request));
            static_cast<void>(sent);
            const int status = exchange->head().status;
            if (status < 300 || status > 399 || exchange->location().empty()) {
                return std::unique_ptr<HttpAnswer>(std::move(exchange));
            }
            auto next = follow_url(url, exchange->location());
            if (!next || !may_follow(url, *next) || status == 303) {
                return fail(ErrorCode::unsupported,
                            fmt::format("{}: the server sends us on to {}: a login page, or another server? Nothing "
                                        "was sent there; give the address of the query API itself, and credentials",
                                        url.shown, next ? next->shown : "an address that is none"));
            }
            next->user = url.user;
            next->password = url.password;
            url = std::move(*next);
        }
        return fail(ErrorCode::unsupported, fmt::format("{}: redirected more than {} times", url.shown, kRedirects));
    }

    const HttpAccess& access() const { return access_; }
    CURLM* multi() { return multi_; }

    // Lets the transfers go on; waits a little for news.
    Result<Done> pump() {
        if (access_.cancelled != nullptr && access_.cancelled->load()) return fail(ErrorCode::io, "cancelled");
        int running = 0;
        CURLMcode code = curl_multi_perform(multi_, &running);
        int left = 0;
        bool news = false;
        while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            char* exchange = nullptr;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
            reinterpret_cast<Exchange*>(exchange)->ended(message->data.result);
            news = true;
        }
        if (code == CURLM_OK && !news) code = curl_multi_poll(multi_, nullptr, 0, kPollMs, nullptr);
        if (code != CURLM_OK) return fail(ErrorCode::io, fmt::format("libcurl: {}", curl_multi_strerror(code)));
        return Done{};
    }

  private:
    HttpAccess access_;
    CURLM* multi_ = nullptr;
};

Exchange::~Exchange() {
    curl_multi_remove_handle(client_.multi(), easy_);
    curl_easy_cleanup(easy_);
    curl_slist_free_all(headers_);
}

void Exchange::set_access(const HttpRequest& request) {
    const HttpAccess& access = client_.access();
    const std::string system = access.ca_file.empty() ? system_authorities().value_or("").string() : "";
    const std::string& authorities = access.ca_file.empty() ? system : access.ca_file;
    if (!authorities.empty()) curl_easy_setopt(easy_, CURLOPT_CAINFO, authorities.c_str());
    if (!access.proxy.empty()) curl_easy_setopt(easy_, CURLOPT_PROXY, access.proxy.c_str());
    if (!request.bearer.empty()) {
        headers_ = curl_slist_append(headers_, ("Authorization: Bearer " + request.bearer).c_str());
    } else if (!access.sigv4_region.empty()) {
        const std::string scope = fmt::format("aws:amz:{}:{}", access.sigv4_region, access.sigv4_service);
        curl_easy_setopt(easy_, CURLOPT_AWS_SIGV4, scope.c_str());
        curl_easy_setopt(easy_, CURLOPT_USERPWD, access.user_password.c_str());
    } else if (!access.user_password.empty()) {
        curl_easy_setopt(easy_, CURLOPT_USERPWD, access.user_password.c_str());
    } else if (!url_.user.empty() || !url_.password.empty()) {
        curl_easy_setopt(easy_, CURLOPT_USERNAME, url_.user.c_str());
        curl_easy_setopt(easy_, CURLOPT_PASSWORD, url_.password.c_str());
    }
    curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(access.connect_timeout.ms));
    curl_easy_setopt(easy_, CURLOPT_TIMEOUT_MS, static_cast<long>(access.longest.ms));
    curl_easy_setopt(easy_, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(easy_, CURLOPT_LOW_SPEED_TIME,
                     static_cast<long>(std::max<std::int64_t>(1, access.silence.ms / 1000)));
}

Result<Done> Exchange::send(const HttpRequest& request) {
    for (const std::string& line : request.headers) {
        const auto colon = line.find(':');
        if (colon == 0 || colon == std::string::npos || line.find_first_of("\r\n") != std::string::npos) {
            return fail(ErrorCode::invalid_input, "a header is one line like \"X-Scope-OrgID: team\"");
        }
        headers_ = curl_slist_append(headers_, line.c_str());
    }
    if (request.bearer.find_first_of("\r\n") != std::string::npos) {
        return fail(ErrorCode::invalid_input, "a bearer token is one line");
    }
    curl_easy_setopt(easy_, CURLOPT_URL, url_.whole.c_str());
    curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy_, CURLOPT_PRIVATE, this);
    curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, detail_);
    curl_easy_setopt(easy_, CURLOPT_ACCEPT_ENCODING, "gzip");
    curl_easy_setopt(easy_, CURLOPT_USERAGENT, "arable");
    curl_easy_setopt(easy_, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &Exchange::on_header);
    curl_easy_setopt(easy_, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &Exchange::on_body);
    curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
    if (request.form) {
        curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.form->size()));
        curl_easy_setopt(easy_, CURLOPT_COPYPOSTFIELDS, request.form->c_str());
    }
    set_access(request);
    curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
    if (curl_multi_add_handle(client_.multi(), easy_) != CURLM_OK) {
        return fail(ErrorCode::internal, "libcurl takes no request");
    }
    while (!has_head_ && !done_) {
        ARABLE_TRY(pumped, client_.pump());
        static_cast<void>(pumped);
    }
    if (!has_head_) return tl::unexpected(failure());
    curl_off_t wait = 0;
    if (curl_easy_getinfo(easy_, CURLINFO_RETRY_AFTER, &wait) == CURLE_OK && wait > 0) {
        head_.retry_after = seconds(std::min<std::int64_t>(wait, 86'400));
    }
    return Done{};
}

Result<std::size_t> Exchange::read(std::span<char> into) {
    while (at_ == buffer_.size()) {
        buffer_.clear();
        at_ = 0;
        if (done_) break;
        if (held_back_) {
            held_back_ = false;
            curl_easy_pause(easy_, CURLPAUSE_CONT);  // may call on_body at once
            continue;
        }
        ARABLE_TRY(pumped, client_.pump());
        static_cast<void>(pumped);
    }
    const std::size_t n = std::min(into.size(), buffer_.size() - at_);
    if (n > 0) {
        std::memcpy(into.data(), buffer_.data() + at_, n);
        at_ += n;
        return n;
    }
    if (too_large_ || code_ != CURLE_OK) return tl::unexpected(failure());
    return std::size_t{0};
}

Error Exchange::failure() const {
    if (too_large_) {
        return {ErrorCode::limit,
                fmt::format("{}: the answer is larger than {} bytes", url_.shown, client_.access().max_bytes)};
    }
    return explained(code_ == CURLE_OK ? CURLE_GOT_NOTHING : code_, detail_, url_, client_.access());
}

std::size_t Exchange::on_header(char* text, std::size_t, std::size_t n, void* self) {
    static_cast<Exchange*>(self)->header({text, n});
    return n;
}

void Exchange::header(std::string_view line) {
    if (line.starts_with("HTTP/")) {
        int status = 0;
        const auto space = std::min(line.find(' '), line.size() - 1);
        std::from_chars(line.data() + space + 1, line.data() + line.size(), status);
        head_ = {.status = status, .content_type = {}, .retry_after = std::nullopt};
        location_.clear();
        return;
    }
    if (trimmed(line).empty()) {
        has_head_ = head_.status >= 200;
        return;
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const auto name = line.substr(0, colon);
    if (same_name(name, "content-type")) head_.content_type = trimmed(line.substr(colon + 1));
    if (same_name(name, "location")) location_ = trimmed(line.substr(colon + 1));
}

std::size_t Exchange::on_body(char* bytes, std::size_t, std::size_t n, void* self) {
    auto& exchange = *static_cast<Exchange*>(self);
    if (exchange.buffer_.size() - exchange.at_ > kHeldBack) {
        exchange.held_back_ = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    exchange.bytes_ += n;
    if (exchange.bytes_ > exchange.client_.access().max_bytes) {
        exchange.too_large_ = true;
        return 0;  // ends the transfer
    }
    exchange.buffer_.append(bytes, n);
    return n;
}

}  // namespace

std::unique_ptr<HttpTransport> http_client(HttpAccess access) { return std::make_unique<Client>(std::move(access)); }

std::string form(const std::vector<std::pair<std::string, std::string>>& fields) {
    std::string out;
    const auto encoded = [&](std::string_view text) {
        constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
        for (const char c : text) {
            if (kPlain.find(c) != std::string_view::npos) {
                out += c;
            } else {
                out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
            }
        }
    };
    for (const auto& [name, value] : fields) {
        if (!out.empty()) out += '&';
        encoded(name);
        out += '=';
        encoded(value);
    }
    return out;
}

}  // namespace arable::wire
