#include "prom/query_client.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "prom/fake_server.h"

namespace arable::prom {
namespace {

constexpr const char* kOne =
    R"({"status":"success","data":{"result":[{"metric":{"__name__":"up"},"values":[[1,"1"]]}]}})";

FakeAnswer refused(int status, std::string type, std::string text) {
    return {.status = status, .body = R"({"status":"error","errorType":")" + type + R"(","error":")" + text + "\"}"};
}
FakeAnswer good() { return {.status = 200, .body = kOne}; }

struct Asked {
    FakeClock clock;
    FakeTransport transport;
    QueryClient client;
    SampleBuffer buffer{100};
    Asked(FakeTransport::Handler handler, QueryOptions options = {.url = "http://p/base/"})
        : transport(clock, std::move(handler)), client(transport, clock, std::move(options)) {}
    tl::expected<QueryAnswer, Trouble> ask(const std::string& query = "up") {
        return client.ask("/api/v1/query", {{"query", query}}, buffer, {.divisible = true});
    }
};

Trouble::Kind kind_of(FakeAnswer answer, const std::string& query = "up") {
    Asked asked([&](const auto&) { return answer; });
    const auto got = asked.ask(query);
    EXPECT_FALSE(got);
    return got ? Trouble::exhausted : got.error().kind;
}

TEST(QueryClient, PostsAFormBelowTheBaseUrl) {
    Asked asked([](const auto&) { return good(); });
    ASSERT_TRUE(asked.ask());
    EXPECT_EQ(asked.transport.requests[0].url, "http://p/base/api/v1/query");
    EXPECT_EQ(asked.transport.requests[0].form, "query=up");
    EXPECT_EQ(asked.buffer.samples().size(), 1U);
}

TEST(QueryClient, NeverAsksFasterThanItMay) {
    int n = 0;
    Asked asked([&](const auto&) { return ++n % 3 == 0 ? good() : refused(503, "unavailable", "busy"); },
                {.url = "http://p", .max_qps = 3.0, .first_pause = Duration{1}});
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(asked.ask());
    ASSERT_EQ(asked.transport.times.size(), 60U);
    for (std::size_t i = 1; i < asked.transport.times.size(); ++i) {
        EXPECT_GE(asked.transport.times[i] - asked.transport.times[i - 1], Duration{333});
    }
}

TEST(QueryClient, WaitsLongerEachTimeAndAtLeastAsLongAsTheServerAsks) {
    int n = 0;
    Asked asked([&](const auto&) {
        if (++n == 1) return good();
        auto answer = refused(429, "", "slow down");
        if (n == 3) answer.retry_after = seconds(50);
        return answer;
    });
    ASSERT_TRUE(asked.ask());
    asked.clock.waits.clear();
    const auto got = asked.ask();
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().kind, Trouble::exhausted);
    EXPECT_NE(got.error().message.find("429: slow down (asked 6 times)"), std::string::npos) << got.error().message;
    std::erase_if(asked.clock.waits, [](Duration d) { return d <= Duration{250}; });  // the distance of questions
    ASSERT_EQ(asked.clock.waits.size(), 5U);
    Duration most = Duration{500};
    for (std::size_t i = 0; i < 5; ++i, most = most * 2) {
        if (i == 1) {
            EXPECT_EQ(asked.clock.waits[i], seconds(50));
        } else {
            EXPECT_LE(asked.clock.waits[i], most);
            EXPECT_GE(asked.clock.waits[i], Duration{most.ms / 2});
        }
    }
}

TEST(QueryClient, DropsTheSamplesOfABrokenAnswerBeforeItAsksAgain) {
    int n = 0;
    Asked asked([&](const auto&) {
        auto answer = good();
        if (++n == 1) {
            answer.body.resize(answer.body.size() - 4);
            answer.broken = Error{ErrorCode::truncated, "broke off"};
        }
        return answer;
    });
    ASSERT_TRUE(asked.ask());
    EXPECT_EQ(n, 2);
    EXPECT_EQ(asked.buffer.series(), 1U);
    EXPECT_EQ(asked.buffer.samples().size(), 1U);
}

TEST(QueryClient, FetchesATokenAnewOnceWhenItIsRefused) {
    int tokens = 0;
    Asked asked(
        [](const wire::HttpRequest& request) { return request.bearer == "t2" ? good() : refused(401, "", "expired"); },
        {.url = "http://p", .token = [&]() -> Result<std::string> { return "t" + std::to_string(++tokens); }});
    ASSERT_TRUE(asked.ask());
    ASSERT_TRUE(asked.ask());
    EXPECT_EQ(tokens, 2);
    Asked never([](const auto&) { return refused(401, "", "no"); },
                {.url = "http://p", .token = []() -> Result<std::string> { return std::string("hidden"); }});
    const auto got = never.ask();
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().kind, Trouble::refused);
    EXPECT_EQ(never.transport.requests.size(), 2U);
    EXPECT_EQ(got.error().message.find("hidden"), std::string::npos);
}

TEST(QueryClient, AsksNotForWhatItsLogHolds) {
    const std::string path = testing::TempDir() + "/query_client_log";
    std::remove(path.c_str());
    const auto open = [&] { return AnswerLog::open(path, "id", Time{1}); };
    {
        const auto log = open();
        ASSERT_TRUE(log);
        int n = 0;
        Asked asked([&](const auto&) { return ++n == 1 ? refused(503, "", "busy") : good(); },
                    {.url = "http://p", .log = log->get()});
        ASSERT_TRUE(asked.ask());
        EXPECT_EQ(asked.transport.requests.size(), 2U);
    }
    const auto log = open();
    ASSERT_TRUE(log);
    Asked again([](const auto&) { return refused(500, "", "gone"); }, {.url = "http://p", .log = log->get()});
    ASSERT_TRUE(again.ask());
    EXPECT_TRUE(again.transport.requests.empty());
    ASSERT_EQ(again.buffer.samples().size(), 1U);
    EXPECT_EQ(again.buffer.samples()[0].value, 1.0);
    std::remove(path.c_str());
}

TEST(QueryClient, KeepsNoAnswerThatTheServerCallsPartial) {
    const std::string path = testing::TempDir() + "/query_client_partial";
    std::remove(path.c_str());
    const auto log = AnswerLog::open(path, "id", Time{1});
    ASSERT_TRUE(log);
    Asked asked(
        [](const auto&) {
            auto answer = good();
            answer.body.insert(answer.body.size() - 1, R"(,"warnings":["a store is away"])");
            return answer;
        },
        {.url = "http://p", .log = log->get()});
    ASSERT_TRUE(asked.ask());
    ASSERT_TRUE(asked.ask());
    EXPECT_EQ(asked.transport.requests.size(), 2U);
    EXPECT_EQ((*log)->size(), 0U);
    std::remove(path.c_str());
}

TEST(QueryClient, TellsWhatIsTooMuchFromWhatIsRefused) {
    EXPECT_EQ(kind_of(refused(422, "execution", "query processing would load too many samples into memory")),
              Trouble::too_much);
    EXPECT_EQ(kind_of(refused(503, "timeout", "query timed out in expression evaluation")), Trouble::too_much);
    EXPECT_EQ(kind_of(refused(413, "", "")), Trouble::too_much);
    EXPECT_EQ(kind_of(refused(400, "bad_data", "exceeded maximum resolution of 11,000 points per timeseries")),
              Trouble::too_much);
    EXPECT_EQ(kind_of(refused(400, "bad_data", "invalid expression type")), Trouble::unsupported);
    EXPECT_EQ(kind_of(refused(403, "", "")), Trouble::refused);
    EXPECT_EQ(kind_of(refused(404, "", "")), Trouble::refused);
    EXPECT_EQ(kind_of(refused(500, "", "")), Trouble::exhausted);
    EXPECT_EQ(kind_of({.status = 200, .body = "<html>"}), Trouble::refused);
    Asked asked([](const auto&) {
        return refused(422, "execution", "the query exceeded the maximum number of series (limit: 100000 series)");
    });
    EXPECT_TRUE(asked.ask().error().by_series);
}

// A server may quote the question, whose metrics are called after limits.
TEST(QueryClient, TakesNoWordOfTheQuestionForALimit) {
    const std::string query = "kube_pod_container_resource_limits{namespace_timeout=\"a\"}[2h]";
    for (const char* quoted : {"cannot parse kube_pod_container_resource_limits{namespace_timeout='a'}[2h]",
                               "1:35: unexpected 'kube_pod_container_resource_limits'", "namespace_timeout: unknown"}) {
        EXPECT_EQ(kind_of(refused(400, "bad_data", quoted), query), Trouble::unsupported) << quoted;
    }
    EXPECT_EQ(kind_of(refused(422, "execution", "kube_pod_container_resource_limits: exceeded samples limit"), query),
              Trouble::too_much);
}

TEST(QueryClient, TakesMoreSamplesThanTheBufferHoldsAsTooMuch) {
    Asked asked([](const auto&) { return good(); });
    asked.buffer = SampleBuffer(0);
    EXPECT_EQ(asked.ask().error().kind, Trouble::too_much);
}

}  // namespace
}  // namespace arable::prom
