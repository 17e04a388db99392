#include "wire/http_url.h"

#include <gtest/gtest.h>

namespace arable::wire {
namespace {

TEST(HttpUrl, ShowsNeitherUserinfoNorQuery) {
    const auto url = parse_url("https://me:s%23cret@Prom.Example/base?token=abc#part");
    ASSERT_TRUE(url) << url.error().message;
    EXPECT_EQ(url->shown, "https://prom.example/base");
    EXPECT_EQ(url->whole, "https://prom.example/base?token=abc");
    EXPECT_EQ(url->origin, "https://prom.example:443");
    EXPECT_EQ(url->user, "me");
    EXPECT_EQ(url->password, "s#cret");
}

TEST(HttpUrl, TakesHostAndPortWithoutSchemeAsHttp) {
    const auto url = parse_url("localhost:9090");
    ASSERT_TRUE(url) << url.error().message;
    EXPECT_EQ(url->origin, "http://localhost:9090");
}

TEST(HttpUrl, RefusesWhatIsNoHttpUrlWithoutRepeatingIt) {
    for (const char* text :
         {"", "ftp://user:hidden@host/", "http://", "http://host:99999/hidden", "http://a b/hidden"}) {
        const auto url = parse_url(text);
        ASSERT_FALSE(url) << text;
        EXPECT_EQ(url.error().code, ErrorCode::invalid_input);
        EXPECT_EQ(url.error().message.find("hidden"), std::string::npos) << url.error().message;
    }
}

TEST(HttpUrl, FollowsOnOneOriginAndFromHttpToHttpsOnly) {
    const auto base = *parse_url("http://prom/a/b");
    EXPECT_EQ(follow_url(base, "../c")->whole, "http://prom/c");
    EXPECT_TRUE(may_follow(base, *follow_url(base, "/x")));
    EXPECT_TRUE(may_follow(base, *follow_url(base, "https://PROM/x")));
    EXPECT_FALSE(may_follow(base, *follow_url(base, "https://prom:8443/x")));
    EXPECT_FALSE(may_follow(base, *follow_url(base, "//login.example/x")));
    EXPECT_FALSE(may_follow(*parse_url("https://prom/"), *parse_url("http://prom/")));
}

}  // namespace
}  // namespace arable::wire
