#include "wire/http_url.h"

#include <algorithm>
#include <memory>

#include <curl/curl.h>
#include <fmt/format.h>

namespace arable::wire {
namespace {

using Handle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

std::string part(const Handle& url, CURLUPart which, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url.get(), which, &text, flags) != CURLUE_OK || text == nullptr) return {};
    std::string out(text);
    curl_free(text);
    return out;
}

tl::unexpected<Error> no_url(std::string_view why) {
    return fail(ErrorCode::invalid_input, fmt::format("not a URL such as https://prometheus.example:9090 ({})", why));
}

Result<HttpUrl> taken_apart(const Handle& url) {
    HttpUrl out;
    out.scheme = part(url, CURLUPART_SCHEME);
    if (out.scheme != "http" && out.scheme != "https") return no_url("only http and https can be asked");
    out.host = part(url, CURLUPART_HOST);
    std::ranges::transform(out.host, out.host.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (out.host.empty()) return no_url("it names no host");
    curl_url_set(url.get(), CURLUPART_HOST, out.host.c_str(), 0);
    out.port = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    out.origin = fmt::format("{}://{}:{}", out.scheme, out.host, out.port);
    out.user = part(url, CURLUPART_USER, CURLU_URLDECODE);
    out.password = part(url, CURLUPART_PASSWORD, CURLU_URLDECODE);
    for (const CURLUPart secret : {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT}) {
        curl_url_set(url.get(), secret, nullptr, 0);
    }
    out.whole = part(url, CURLUPART_URL);
    curl_url_set(url.get(), CURLUPART_QUERY, nullptr, 0);
    out.shown = part(url, CURLUPART_URL);
    return out;
}

}  // namespace

Result<HttpUrl> parse_url(std::string_view text) {
    const Handle url(curl_url(), curl_url_cleanup);
    std::string whole(text);
    if (whole.find("://") == std::string::npos) whole.insert(0, "http://");
    const CURLUcode code = curl_url_set(url.get(), CURLUPART_URL, whole.c_str(), CURLU_NON_SUPPORT_SCHEME);
    if (url == nullptr || code != CURLUE_OK) return no_url(curl_url_strerror(code));
    return taken_apart(url);
}

Result<HttpUrl> follow_url(const HttpUrl& base, std::string_view location) {
    const Handle url(curl_url(), curl_url_cleanup);
    const std::string where(location);
    CURLUcode code = curl_url_set(url.get(), CURLUPART_URL, base.whole.c_str(), 0);
    if (code == CURLUE_OK) code = curl_url_set(url.get(), CURLUPART_URL, where.c_str(), CURLU_NON_SUPPORT_SCHEME);
    if (url == nullptr || code != CURLUE_OK) return no_url(curl_url_strerror(code));
    return taken_apart(url);
}

bool may_follow(const HttpUrl& from, const HttpUrl& to) {
    if (from.origin == to.origin) return true;
    return from.host == to.host && from.scheme == "http" && from.port == "80" && to.scheme == "https" &&
           to.port == "443";
}

}  // namespace arable::wire
