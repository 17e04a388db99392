#pragma once
// URLs as far as asking servers needs them.

#include <string>
#include <string_view>

#include "base/result.h"

namespace arable::wire {

struct HttpUrl {
    std::string whole;     // without userinfo and fragment: what is asked
    std::string origin;    // "https://host:port", the port always there
    std::string scheme;    // "http" or "https"
    std::string host;      // lower case
    std::string port;      // as digits
    std::string shown;     // for people and reports: no userinfo, no query
    std::string user;      // decoded, "" when not
    std::string password;  // decoded
};

// Absolute http and https URLs only; "host:9090" without a scheme is http. No message repeats the URL's secrets.
Result<HttpUrl> parse_url(std::string_view text);
// `location` as a server sent it, which may be relative to `base`.
Result<HttpUrl> follow_url(const HttpUrl& base, std::string_view location);
// Whether credentials for `from` may also be sent to `to`: one origin, or http on port 80 to https on 443 of one host.
bool may_follow(const HttpUrl& from, const HttpUrl& to);

}  // namespace arable::wire
