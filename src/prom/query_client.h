#pragma once
// Asks one server's query API: paced, patient, and never more than it was allowed.
//
//   QueryClient client(transport, clock, {.url = "https://prom.example", .max_qps = 4});
//   SampleBuffer buffer(limit);
//   const auto answer = client.ask("/api/v1/query", {{"query", "up"}}, buffer, {});
//   if (!answer && answer.error().kind == Trouble::too_much) …ask for less
//
// What may pass (429, 500, 502, 503, a lost connection, half an answer) is asked again after a pause that doubles, with
// jitter, and is at least what the server asks for (Retry-After). A token that is no longer accepted is fetched anew,
// once. Every request, retries too, keeps the distance that max_qps gives. With a log, whole answers are kept in it,
// and what it holds is not asked.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "base/time.h"
#include "prom/answer_log.h"
#include "prom/query_answer.h"
#include "prom/sample_buffer.h"
#include "wire/http_client.h"

namespace arable::prom {

// Port: time that only goes forward, and waiting for it.
class QueryClock {
  public:
    virtual ~QueryClock() = default;
    virtual Time now() = 0;
    virtual void wait(Duration duration) = 0;
};

struct QueryOptions {
    std::string url;                             // of the API without "/api/v1/…"
    std::vector<std::string> headers;            // with every request
    std::function<Result<std::string>()> token;  // bearer token; called at first and when one is refused. Empty: none
    double max_qps = 4.0;                        // requests a second, > 0
    std::uint64_t seed = 1;                      // of the jitter
    int tries = 6;                               // of one question
    Duration first_pause = Duration{500};
    Duration longest_pause = seconds(30);
    Duration longest_wait = minutes(10);  // a Retry-After beyond it ends the reading
    AnswerLog* log = nullptr;             // outlives the client
};

struct Trouble {
    enum Kind : std::uint8_t {
        too_much,     // the server's limits or time do not allow this question: ask for less
        exhausted,    // it did not answer, however often it was asked
        unsupported,  // it does not take this kind of question
        refused,      // it takes none of ours: credentials, wrong address, a certificate
    } kind = exhausted;
    std::string message;     // what happened and what to do
    bool by_series = false;  // too_much: it is the number of series
    bool passing = false;    // too_much: or a gateway was unlucky
};

class QueryClient {
  public:
    using Fields = std::vector<std::pair<std::string, std::string>>;

    QueryClient(wire::HttpTransport& transport, QueryClock& clock, QueryOptions options);

    struct Manner {
        bool post = true;        // GET where the API has no POST
        bool divisible = false;  // else what may be too much is asked again, not given back at once
    };
    // The buffer holds the answer's samples, and nothing after a trouble.
    tl::expected<QueryAnswer, Trouble> ask(std::string_view path, const Fields& fields, SampleBuffer& buffer,
                                           Manner manner);
    // The pause before the question is asked for the n-th time again (from 0); draws from the seed.
    Duration pause(int n);
    QueryClock& clock() { return clock_; }
    std::uint64_t requests() const { return requests_; }

  private:
    struct Miss {  // one failed try
        Trouble trouble;
        bool again = false;
        bool token_refused = false;
        std::optional<Duration> wait;
    };
    std::optional<QueryAnswer> held(std::string_view question, SampleBuffer& buffer);
    tl::expected<QueryAnswer, Miss> ask_once(const wire::HttpRequest& request, std::string_view question,
                                             SampleBuffer& buffer);
    tl::expected<QueryAnswer, Miss> refusal(wire::HttpAnswer& answer, const wire::HttpRequest& request) const;
    Miss miss_of(int status, const QueryAnswer& said, const wire::HttpRequest& request) const;
    tl::expected<wire::HttpRequest, Trouble> request_of(std::string_view path, const Fields& fields, bool post);
    void keep_distance();

    wire::HttpTransport& transport_;
    QueryClock& clock_;
    QueryOptions options_;
    Rng rng_;
    std::string token_;
    bool has_token_ = false;
    bool worked_ = false;  // at least once
    Time next_ = kBeginningOfTime;
    std::uint64_t requests_ = 0;
};

}  // namespace arable::prom
