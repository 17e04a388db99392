#include "wire/authorities.h"

#include <gtest/gtest.h>

#include <fstream>

namespace arable::wire {
namespace {

class Authorities : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = ::testing::TempDir() + "/arable-authorities-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        root_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(root_); }

    void put(const char* file) {
        std::filesystem::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << "pem";
    }

    std::filesystem::path root_;
};

TEST_F(Authorities, ASystemWithoutCertificatesHasNone) {
    std::filesystem::create_directories(root_ / "etc/ssl/cert.pem");  // a folder is no bundle
    EXPECT_EQ(system_authorities(root_), std::nullopt);
}

TEST_F(Authorities, EachDistributionsBundleIsFound) {
    put("etc/pki/tls/certs/ca-bundle.crt");
    EXPECT_EQ(system_authorities(root_), root_ / "etc/pki/tls/certs/ca-bundle.crt");
    put("etc/ssl/certs/ca-certificates.crt");
    EXPECT_EQ(system_authorities(root_), root_ / "etc/ssl/certs/ca-certificates.crt");
}

}  // namespace
}  // namespace arable::wire
