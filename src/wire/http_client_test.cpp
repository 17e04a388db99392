#include "wire/http_client.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "wire/loopback_server.h"

namespace arable::wire {
namespace {

constexpr std::size_t kMost = 64U << 20U;

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Asks and reads to the end.
Result<std::string> fetched(HttpTransport& http, const HttpRequest& request) {
    ARABLE_TRY(answer, http.ask(request));
    return read_all(*answer, kMost);
}

std::string gzipped(std::string_view text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string out(compressBound(text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

TEST(HttpClient, PostsAFormWithHeadersAndTokenAndGivesTheAnswer) {
    LoopbackServer server([](const std::string&) {
        return http_answer("429 Too Many Requests", "slow down", "Content-Type: text/plain\r\nRetry-After: 7\r\n");
    });
    const auto http = http_client({});
    const auto answer = http->ask({.url = server.url("/api/v1/query"),
                                   .form = form({{"query", "up{a=\"b\"}[6h] é"}, {"time", "1.5"}}),
                                   .headers = {"X-Scope-OrgID: team"},
                                   .bearer = "t0ken"});
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ((*answer)->head().status, 429);
    EXPECT_EQ((*answer)->head().content_type, "text/plain");
    EXPECT_EQ((*answer)->head().retry_after, seconds(7));
    EXPECT_EQ(*read_all(**answer, kMost), "slow down");
    const std::string heard = server.heard().at(0);
    EXPECT_TRUE(heard.starts_with("POST /api/v1/query HTTP/1.1\r\n")) << heard;
    EXPECT_TRUE(has(heard, "\r\nX-Scope-OrgID: team\r\n")) << heard;
    EXPECT_TRUE(has(heard, "\r\nAuthorization: Bearer t0ken\r\n")) << heard;
    EXPECT_TRUE(has(heard, "\r\nContent-Type: application/x-www-form-urlencoded\r\n")) << heard;
    EXPECT_TRUE(heard.ends_with("\r\n\r\nquery=up%7Ba%3D%22b%22%7D%5B6h%5D%20%C3%A9&time=1.5")) << heard;
}

TEST(HttpClient, UndoesGzipAndStreamsMoreThanItHoldsBack) {
    std::string large;
    for (std::int64_t i = 0; large.size() < (12U << 20U); ++i) large += std::to_string(i * 7919);
    LoopbackServer server([&](const std::string& request) {
        EXPECT_TRUE(has(request, "Accept-Encoding: gzip"));
        return http_answer("200 OK", gzipped(large), "Content-Encoding: gzip\r\n");
    });
    const auto http = http_client({});
    const auto text = fetched(*http, {.url = server.url()});
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_TRUE(*text == large) << text->size() << " bytes of " << large.size();
}

TEST(HttpClient, SaysThatAnAnswerBrokeOffAfterGivingItsBegin) {
    LoopbackServer server([](const std::string&) { return "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"; });
    const auto http = http_client({});
    const auto answer = http->ask({.url = server.url("/?token=hidden")});
    ASSERT_TRUE(answer) << answer.error().message;
    char bytes[16];
    ASSERT_EQ(*(*answer)->read(bytes), 4U);
    const auto end = (*answer)->read(bytes);
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().code, ErrorCode::truncated);
    EXPECT_FALSE(has(end.error().message, "hidden"));
    EXPECT_FALSE((*answer)->read(bytes));
}

TEST(HttpClient, EndsAnAnswerAboveItsLimit) {
    LoopbackServer server([](const std::string&) { return http_answer("200 OK", std::string(5000, 'x')); });
    const auto http = http_client({.max_bytes = 4999});
    const auto text = fetched(*http, {.url = server.url()});
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::limit);
}

TEST(HttpClient, TakesCredentialsOutOfTheUrlAndKeepsThemOutOfErrors) {
    LoopbackServer server(
        [](const std::string&) { return std::string("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"); });
    const auto http = http_client({});
    std::string url = server.url("/x?key=hidden");
    url.insert(7, "me:hidden@");
    const auto text = fetched(*http, {.url = url, .headers = {"X-Key: hidden"}});
    ASSERT_FALSE(text);
    EXPECT_FALSE(has(text.error().message, "hidden")) << text.error().message;
    // "me:hidden" in base64
    EXPECT_TRUE(has(server.heard().at(0), "Authorization: Basic bWU6aGlkZGVu\r\n")) << server.heard().at(0);
}

TEST(HttpClient, FollowsARedirectOnTheSameServerWithTheSameForm) {
    LoopbackServer server([](const std::string& request) {
        if (request.starts_with("POST /old")) return http_answer("302 Found", "", "Location: /new\r\n");
        return http_answer("200 OK", request.substr(request.find("\r\n\r\n") + 4));
    });
    const auto http = http_client({});
    const auto text = fetched(*http, {.url = server.url("/old"), .form = "a=b", .bearer = "t"});
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_EQ(*text, "a=b");
    EXPECT_TRUE(server.heard().at(1).starts_with("POST /new"));
    EXPECT_TRUE(has(server.heard().at(1), "Authorization: Bearer t"));
}

TEST(HttpClient, SendsNothingToAnotherServerThatARedirectNames) {
    LoopbackServer other([](const std::string&) { return http_answer("200 OK", "login"); });
    LoopbackServer server([&](const std::string&) {
        return http_answer("302 Found", "", "Location: " + other.url("/login?state=hidden") + "\r\n");
    });
    const auto http = http_client({});
    const auto text = fetched(*http, {.url = server.url(), .bearer = "t"});
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::unsupported);
    EXPECT_TRUE(has(text.error().message, "/login")) << text.error().message;
    EXPECT_FALSE(has(text.error().message, "hidden")) << text.error().message;
    EXPECT_TRUE(other.heard().empty());
}

TEST(HttpClient, GivesUpOnEndlessRedirects) {
    LoopbackServer server(
        [](const std::string&) { return http_answer("307 Temporary Redirect", "", "Location: /\r\n"); });
    const auto http = http_client({});
    EXPECT_EQ(fetched(*http, {.url = server.url()}).error().code, ErrorCode::unsupported);
    EXPECT_EQ(server.heard().size(), 6U);
}

TEST(HttpClient, NamesWhatItCannotConnectTo) {
    std::string url;
    {
        LoopbackServer server([](const std::string&) { return std::string(); });
        url = server.url();
    }
    const auto http = http_client({});
    const auto text = fetched(*http, {.url = url});
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::io);
    EXPECT_TRUE(has(text.error().message, url)) << text.error().message;
}

TEST(HttpClient, StopsWaitingForASilentServer) {
    std::atomic<bool> leave = false;
    LoopbackServer server([&](const std::string&) {
        while (!leave) std::this_thread::yield();
        return std::string();
    });
    const auto silent = http_client({.longest = Duration{200}});
    const auto text = fetched(*silent, {.url = server.url()});
    leave = true;
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::io);
    EXPECT_TRUE(has(text.error().message, "in time")) << text.error().message;
}

TEST(HttpClient, StopsWhenItIsCancelled) {
    const std::atomic<bool> cancelled = true;
    LoopbackServer server([](const std::string&) { return http_answer("200 OK", "x"); });
    const auto http = http_client({.cancelled = &cancelled});
    EXPECT_EQ(fetched(*http, {.url = server.url()}).error().message, "cancelled");
}

TEST(HttpClient, RefusesHeadersOfSeveralLines) {
    const auto http = http_client({});
    EXPECT_FALSE(http->ask({.url = "http://127.0.0.1:1/", .headers = {"A: b\r\nC: d"}}));
    EXPECT_FALSE(http->ask({.url = "http://127.0.0.1:1/", .headers = {"no colon"}}));
    EXPECT_FALSE(http->ask({.url = "http://127.0.0.1:1/", .bearer = "a\nb"}));
}

TEST(HttpClient, SignsForAws) {
    LoopbackServer server([](const std::string&) { return http_answer("200 OK", "x"); });
    const auto http = http_client({.user_password = "AKID:hidden", .sigv4_region = "eu-west-3"});
    ASSERT_TRUE(fetched(*http, {.url = server.url("/api/v1/query"), .form = "query=up"}));
    const std::string heard = server.heard().at(0);
    EXPECT_TRUE(has(heard, "Authorization: AWS4-HMAC-SHA256 Credential=AKID/")) << heard;
    EXPECT_TRUE(has(heard, "/eu-west-3/aps/aws4_request")) << heard;
    EXPECT_FALSE(has(heard, "hidden"));
}

}  // namespace
}  // namespace arable::wire
