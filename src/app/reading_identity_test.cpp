#include "app/reading_identity.h"

#include <gtest/gtest.h>

namespace arable::app {
namespace {

std::string of(const PrometheusServer& server) { return reading_identity(server, {}).value_or("(none)"); }

TEST(ReadingIdentity, AnotherUserIsAnotherReadingAndNoPasswordIsInIt) {
    const std::string a = of({.url = "http://tenant-a:s3cret@h"});
    EXPECT_NE(a, of({.url = "http://tenant-b:s3cret@h"}));
    EXPECT_EQ(a, of({.url = "http://tenant-a:renewed@h"}));
    EXPECT_EQ(a.find("s3cret"), std::string::npos) << a;
}

TEST(ReadingIdentity, AnotherTokenIsAnotherReading) {
    const std::string file = of({.url = "h", .bearer_token_file = "/run/a"});
    EXPECT_NE(file, of({.url = "h", .bearer_token_file = "/run/b"}));
    EXPECT_NE(file, of({.url = "h", .bearer_token_command = "/run/a"}));
    EXPECT_NE(of({.url = "h", .bearer_token_command = "token a"}), of({.url = "h", .bearer_token_command = "token b"}));
}

TEST(ReadingIdentity, AWSKeysAreToldApartByTheirIdUnlessTheyAreTemporary) {
    PrometheusServer server{.url = "h", .user_password = "AKIA1:s3cret", .sigv4_region = "eu-west-1"};
    const std::string lasting = of(server);
    EXPECT_EQ(lasting.find("s3cret"), std::string::npos) << lasting;
    server.user_password = "AKIA2:s3cret";
    EXPECT_NE(of(server), lasting);
    server.session_token = "session 1";
    const std::string temporary = of(server);
    server.user_password = "ASIA3:other";
    server.session_token = "session 2";
    EXPECT_EQ(of(server), temporary);
    server.sigv4_region = "eu-west-2";
    EXPECT_NE(of(server), temporary);
}

TEST(ReadingIdentity, OfHeadersOnlyTenantsCountInAnyOrder) {
    const std::string a =
        of({.url = "h", .headers = {"X-Scope-OrgID: a", "Authorization: s3cret", "THANOS-TENANT: t"}});
    EXPECT_EQ(a, of({.url = "h", .headers = {"thanos-tenant:t", "x-scope-orgid:  a"}}));
    EXPECT_NE(a, of({.url = "h", .headers = {"thanos-tenant:t", "x-scope-orgid: b"}}));
    EXPECT_EQ(a.find("s3cret"), std::string::npos) << a;
}

TEST(ReadingIdentity, WhatIsAskedCounts) {
    const PrometheusServer server{.url = "h", .match = {"a=\"1\""}};
    EXPECT_NE(of(server), of({.url = "h"}));
    Settings settings;
    settings.window = days(7);
    EXPECT_NE(reading_identity(server, settings).value(), of(server));
}

}  // namespace
}  // namespace arable::app
