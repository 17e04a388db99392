#include "prom/query_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "prom/fake_server.h"
#include "prom/recording_sink.h"

namespace arable::prom {
namespace {

constexpr Time kBegin{1'793'577'600'000};  // midnight

// Four series of the metric "m", a sample each 60 s from kBegin on, as version 2 answers: ranges closed at both ends.
class Store {
  public:
    int most_samples = 1'000'000;
    bool range_vectors = true;
    std::string extra;  // before "data"

    FakeAnswer answer(const wire::HttpRequest& request) const {
        const std::string query = field(request, "query");
        if (query == "1") {
            return {.status = 200, .body = R"({"status":"success","data":{"resultType":"scalar","result":[1,"1"]}})"};
        }
        if (!range_vectors && query.find("last_over_time") == std::string::npos) {
            return error(400, "bad_data", "invalid expression type \\\"range vector\\\" for instant query");
        }
        const auto bracket = query.rfind('[');
        const std::int64_t length = std::stoll(query.substr(bracket + 1));
        std::string result;
        int samples = 0;
        for (int i = 0; i < 4; ++i) {
            // The shard's first place: even endings or the rest.
            if (query.find("UUID=~") != std::string::npos && i % 2 == 1) continue;
            if (query.find("UUID!~") != std::string::npos && i % 2 == 0) continue;
            std::string values;
            for (const auto& [time, value] :
                 range_vectors ? raw(field(request, "time"), length, i) : stepped(request, i)) {
                values += fmt::format("{}[{},\"{}\"]", values.empty() ? "" : ",", time, value);
                ++samples;
            }
            if (values.empty()) continue;
            result += fmt::format("{}{{\"metric\":{{\"__name__\":\"m\",\"UUID\":\"{}\"}},\"values\":[{}]}}",
                                  result.empty() ? "" : ",", i, values);
        }
        if (samples > most_samples) return error(422, "execution", "query processing would load too many samples");
        return {.status = 200,
                .body = "{\"status\":\"success\"," + extra + "\"data\":{\"resultType\":\"matrix\",\"result\":[" +
                        result + "]}}"};
    }
    static FakeAnswer error(int status, std::string_view type, std::string_view text) {
        return {.status = status,
                .body = fmt::format(R"({{"status":"error","errorType":"{}","error":"{}"}})", type, text)};
    }

  private:
    using Points = std::vector<std::pair<std::int64_t, std::int64_t>>;
    static Points raw(const std::string& time, std::int64_t length, int series) {
        const std::int64_t until = std::stoll(time);
        Points points;
        for (std::int64_t t = (until - length + 59) / 60 * 60; t <= until; t += 60)
            points.emplace_back(t, t / 60 + series);
        return points;
    }
    static Points stepped(const wire::HttpRequest& request, int series) {
        Points points;
        const std::int64_t end = std::stoll(field(request, "end"));
        for (std::int64_t t = std::stoll(field(request, "start")); t <= end; t += std::stoll(field(request, "step"))) {
            points.emplace_back(t, t / 60 + series);
        }
        return points;
    }
};

const std::vector<MetricLoad> kLoads{
    {.metric = "m", .matchers = "", .shard_label = "UUID", .series = 4, .interval = minutes(1)}};
const Interval kWindow{kBegin, kBegin + hours(6)};

struct Reading {
    FakeClock clock;
    FakeTransport transport;
    QueryClient client;
    RecordingSink sink;
    FetchOptions options;
    explicit Reading(FakeTransport::Handler handler, std::uint64_t seed = 1)
        : transport(clock, std::move(handler)), client(transport, clock, {.url = "http://p", .seed = seed}) {
        options.limits = {.tile_samples = 500, .longest = hours(2), .shortest = minutes(10), .shard_depth = 2};
    }
    Result<FetchReport> run() {
        return fetch_tiles(client, kLoads, plan_tiles(kLoads, kWindow, options.limits), sink, options);
    }
    // Each sample once, in order: 360 a series.
    void expect_whole() const {
        ASSERT_EQ(sink.samples.size(), 4U);
        for (const auto& [name, samples] : sink.samples) {
            ASSERT_EQ(samples.size(), 360U) << name;
            for (std::size_t i = 0; i < samples.size(); ++i) {
                ASSERT_EQ(samples[i].time, kBegin + minutes(static_cast<std::int64_t>(i) + 1)) << name;
            }
        }
        EXPECT_EQ(sink.declarations, 4U);
    }
};

TEST(QueryRun, ReadsEachSampleOnceWhereTilesMeet) {
    const Store store;
    Reading reading([&](const auto& request) { return store.answer(request); });
    const auto report = reading.run();
    ASSERT_TRUE(report) << report.error().message;
    reading.expect_whole();
    EXPECT_EQ(report->samples, 1440U);
    EXPECT_EQ(report->series, 4U);
    EXPECT_TRUE(report->problems.empty());
    EXPECT_EQ(field(reading.transport.requests[0], "partial_response"), "false");
}

TEST(QueryRun, HalvesWhatIsTooMuchAndRemembersIt) {
    Store store;
    store.most_samples = 130;  // half an hour of four series: 4 x 31
    int refused = 0;
    Reading reading([&](const auto& request) {
        auto answer = store.answer(request);
        refused += answer.status == 422 ? 1 : 0;
        return answer;
    });
    ASSERT_TRUE(reading.run());
    reading.expect_whole();
    EXPECT_LE(refused, 2);  // 2 h, 1 h; never again
}

TEST(QueryRun, DividesBySeriesWhenTimeCannotBeHalvedFurther) {
    Store store;
    store.most_samples = 40;  // a quarter of an hour of four series is 64
    Reading reading([&](const auto& request) { return store.answer(request); });
    const auto report = reading.run();
    ASSERT_TRUE(report);
    reading.expect_whole();
    EXPECT_TRUE(report->problems.empty());
}

TEST(QueryRun, NamesATileThatIsLost) {
    const Store store;
    Reading reading([&](const auto& request) {
        const bool bad = field(request, "time") == fmt::format("{}", (kBegin + hours(4)).ms / 1000);
        return bad ? Store::error(500, "internal", "boom") : store.answer(request);
    });
    const auto report = reading.run();
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->problems.size(), 1U);
    EXPECT_EQ(report->problems[0].kind, FetchProblem::lost);
    EXPECT_EQ(report->problems[0].metric, "m");
    EXPECT_NE(
        report->problems[0].message.find("from 2026-11-02T02:00:00Z to 2026-11-02T04:00:00Z: the server answers 500"),
        std::string::npos)
        << report->problems[0].message;
    EXPECT_EQ(report->samples, 4U * 240);
}

TEST(QueryRun, EndsWithAnErrorWhenTheServerIsGone) {
    const Store store;
    int n = 0;
    Reading reading([&](const auto& request) {
        if (++n == 1) return store.answer(request);
        return FakeAnswer{.status = 0, .body = {}, .lost = Error{ErrorCode::io, "connection refused"}};
    });
    const auto report = reading.run();
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message.find("connection refused"), std::string::npos);
    EXPECT_EQ(n, 1 + 2 * 6);  // a tile, and whether it answers at all
}

TEST(QueryRun, GivesUpAMetricThatNeverAnswersAndNamesAllOfItsTime) {
    const Store store;
    int n = 0;
    Reading reading([&](const auto& request) {
        const std::string query = field(request, "query");
        n += query == "1" ? 0 : 1;
        return query == "1" ? store.answer(request) : Store::error(500, "internal", "boom");
    });
    reading.options.lost_in_a_row = 2;
    const auto report = reading.run();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(n, 3 + 6);  // the third tile is not asked; a server that never worked is asked three times
    ASSERT_EQ(report->problems.size(), 3U);
    EXPECT_NE(report->problems[1].message.find("from 2026-11-02T02:00:00Z to 2026-11-02T04:00:00Z"), std::string::npos);
    EXPECT_NE(report->problems[2].message.find("from 2026-11-02T04:00:00Z to 2026-11-02T06:00:00Z: not asked"),
              std::string::npos);
}

TEST(QueryRun, ReadsInStepsAndSaysSoWhereRangeVectorsAreRefused) {
    Store store;
    store.range_vectors = false;
    Reading reading([&](const auto& request) { return store.answer(request); });
    const auto report = reading.run();
    ASSERT_TRUE(report) << report.error().message;
    reading.expect_whole();
    ASSERT_EQ(report->problems.size(), 1U);
    EXPECT_EQ(report->problems[0].kind, FetchProblem::approximate);
}

TEST(QueryRun, ReadsOnlyTheMetricInStepsWhoseRangeVectorsAreRefused) {
    const Store store;
    Store refusing;
    refusing.range_vectors = false;
    std::vector<MetricLoad> loads(3, kLoads[0]);
    loads[1].metric = "other";
    Reading reading([&](const auto& request) {
        return field(request, "query").find("other") != std::string::npos ? refusing.answer(request)
                                                                          : store.answer(request);
    });
    const auto tiles = plan_tiles(loads, kWindow, reading.options.limits);
    const auto report = fetch_tiles(reading.client, loads, tiles, reading.sink, reading.options);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->problems.size(), 1U);
    EXPECT_EQ(report->problems[0].kind, FetchProblem::approximate);
    EXPECT_EQ(report->problems[0].metric, "other");
    const auto in_steps = std::count_if(reading.transport.requests.begin(), reading.transport.requests.end(),
                                        [](const auto& request) { return request.url.ends_with("query_range"); });
    EXPECT_EQ(in_steps, 3);  // its three tiles
}

// The first metric's range vectors are refused: that says nothing of the others.
TEST(QueryRun, OneRefusedMetricMakesNotAllOfThemStepped) {
    const Store store;
    Store refusing;
    refusing.range_vectors = false;
    std::vector<MetricLoad> loads(8, kLoads[0]);
    for (std::size_t i = 0; i < loads.size(); ++i) loads[i].metric = fmt::format("m{}", i);
    const auto stepped_of = [&](bool all) {
        Reading reading([&](const auto& request) {
            const bool refused = all || field(request, "query").find("m0") != std::string::npos;
            return refused ? refusing.answer(request) : store.answer(request);
        });
        const auto tiles = plan_tiles(loads, kWindow, reading.options.limits);
        const auto report = fetch_tiles(reading.client, loads, tiles, reading.sink, reading.options);
        EXPECT_TRUE(report) << report.error().message;
        const auto in_vain = std::ranges::count_if(reading.transport.requests,
                                                   [](const auto& request) { return request.url.ends_with("/query"); });
        return std::pair(report->problems.size(), in_vain);
    };
    EXPECT_EQ(stepped_of(false), std::pair(std::size_t{1}, std::ptrdiff_t{1 + 7 * 3}));
    EXPECT_EQ(stepped_of(true), std::pair(std::size_t{8}, std::ptrdiff_t{3}));  // three agree: no more are tried
}

TEST(QueryRun, AsksAgainForAPartialAnswerAndNamesItWhenItStays) {
    Store whole;
    Store partial;
    partial.extra = "\"warnings\":[\"store a is down\"],";
    int n = 0;
    Reading passing([&](const auto& request) { return ++n == 2 ? partial.answer(request) : whole.answer(request); });
    const auto once = passing.run();
    ASSERT_TRUE(once);
    passing.expect_whole();
    EXPECT_TRUE(once->problems.empty());
    Reading staying([&](const auto& request) { return partial.answer(request); });
    const auto report = staying.run();
    ASSERT_TRUE(report);
    EXPECT_EQ(staying.transport.requests.size(), 3U + 2U);  // asked thrice for the first of three tiles
    ASSERT_EQ(report->problems.size(), 1U);
    EXPECT_EQ(report->problems[0], (FetchProblem{FetchProblem::partial, "", "store a is down", 3}));
}

TEST(QueryRun, GivesTheSameSamplesWhateverFaultsPass) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Rng faults(seed);
        Store store;
        store.most_samples = static_cast<int>(faults.integer(40, 700));
        int in_a_row = 0;
        Reading reading(
            [&](const wire::HttpRequest& request) {
                auto answer = store.answer(request);
                if (in_a_row >= 2 || !faults.chance(0.4)) {
                    in_a_row = 0;
                    return answer;
                }
                ++in_a_row;
                switch (faults.integer(0, 5)) {
                    case 0:
                        return Store::error(503, "unavailable", "busy");
                    case 1:
                        answer = Store::error(429, "", "");
                        answer.retry_after = seconds(faults.integer(1, 20));
                        return answer;
                    case 2:
                        answer.lost = Error{ErrorCode::io, "reset"};
                        return answer;
                    case 3:
                        answer.body.resize(static_cast<std::size_t>(
                            faults.integer(0, static_cast<std::int64_t>(answer.body.size()) - 1)));
                        return answer;
                    case 4:
                        return Store::error(504, "", "");
                    default:
                        answer.body.insert(1, "\"isPartial\":true,");
                        return answer;
                }
            },
            seed);
        const auto report = reading.run();
        ASSERT_TRUE(report) << seed << ": " << report.error().message;
        ASSERT_TRUE(report->problems.empty()) << seed << ": " << report->problems[0].message;
        reading.expect_whole();
        for (std::size_t i = 1; i < reading.transport.times.size(); ++i) {
            ASSERT_GE(reading.transport.times[i] - reading.transport.times[i - 1], Duration{250});
        }
    }
}

}  // namespace
}  // namespace arable::prom
