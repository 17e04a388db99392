#pragma once
// Asking HTTP servers: a request goes out, an answer comes back as bytes to read. Over libcurl, which no header shows.
//
//   const auto http = wire::http_client({.ca_file = "ca.pem"});
//   ARABLE_TRY(answer, http->ask({.url = "https://prom/api/v1/query", .form = wire::form({{"query", "up"}})}));
//   if (answer->head().status == 200) ARABLE_TRY(text, wire::read_all(*answer, limit));
//
// - The body streams: what is not read yet is held back, not piled up. gzip is asked for and undone.
// - Secrets (userinfo in the URL, tokens, keys, the query part) are in no error message.
// - A redirect is followed only where the credentials may go: the same host and port, or from http to https there.
// - Errors: invalid_input (URL, header, certificate: asking again is of no use), unsupported (a redirect elsewhere),
//   limit (the answer is larger than allowed), truncated and io (asking again may help).
// A status such as 503 is no error here: the answer says it.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "wire/byte_source.h"

namespace arable::wire {

struct HttpRequest {
    std::string url;                   // absolute, http or https; "user:password@" in it is basic authentication
    std::optional<std::string> form;   // present: POST of this form; absent: GET
    std::vector<std::string> headers;  // "Name: value"
    std::string bearer;                // token; "" = none
};

struct HttpHead {
    int status = 0;
    std::string content_type;             // as sent, "" when not
    std::optional<Duration> retry_after;  // as the server asks
};

class HttpAnswer : public ByteSource {
  public:
    virtual const HttpHead& head() const = 0;
};

// Not for several threads at once. Answers must go before their transport does.
class HttpTransport {
  public:
    virtual ~HttpTransport() = default;
    // Returns when the head of the answer is there; reading brings the rest.
    virtual Result<std::unique_ptr<HttpAnswer>> ask(const HttpRequest& request) = 0;
};

struct HttpAccess {
    std::string ca_file;                           // PEM; "": the system's
    std::string proxy;                             // "": as the environment says (https_proxy, no_proxy)
    std::string user_password;                     // "user:password", or "key id:secret key" with sigv4_region
    std::string sigv4_region;                      // not "": requests are signed for AWS in this region ...
    std::string sigv4_service = "aps";             // ... and for this service
    Duration connect_timeout = seconds(15);        // name, connection, TLS
    Duration silence = seconds(150);               // without a byte: longer than a query may take at a server
    Duration longest = minutes(10);                // of a whole answer
    std::uint64_t max_bytes = 1U << 30U;           // of one answer, decompressed
    const std::atomic<bool>* cancelled = nullptr;  // when it becomes true, what runs fails within 0.1 s
};

std::unique_ptr<HttpTransport> http_client(HttpAccess access);

// "a=b&c=d", percent-encoded as RFC 3986 wants it (which AWS signatures need), in the order given.
std::string form(const std::vector<std::pair<std::string, std::string>>& fields);

}  // namespace arable::wire
