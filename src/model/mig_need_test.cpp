#include "model/mig_need.h"

#include <gtest/gtest.h>

#include "model/mig_table.h"

namespace arable::model {
namespace {

std::vector<std::string> names(const MigGeometry& geometry, const std::vector<std::uint32_t>& profiles) {
    std::vector<std::string> result;
    for (const std::uint32_t p : profiles) result.push_back(geometry.profiles[p].name);
    return result;
}

std::string smallest(MigFamily family, const MigNeed& need) {
    const MigGeometry geometry = mig_geometry(family);
    const auto profile = smallest_profile(geometry, need);
    return profile ? geometry.profiles[*profile].name : profile.error().message;
}

TEST(MigNeeds, AreMetByWhatAnInstanceReallyHas) {
    // 10 GiB do not fit into a 1g.10gb of 9.75 GiB.
    EXPECT_EQ(smallest(MigFamily::h100_80, {.memory = gibibytes(9)}), "1g.10gb");
    EXPECT_EQ(smallest(MigFamily::h100_80, {.memory = gibibytes(10)}), "1g.20gb");
    // 26 SMs: 1g with double memory has them on Hopper, not on Ampere.
    EXPECT_EQ(smallest(MigFamily::h100_80, {.memory = gibibytes(1), .sms = 26}), "1g.20gb");
    EXPECT_EQ(smallest(MigFamily::a100_80, {.memory = gibibytes(1), .sms = 26}), "2g.20gb");
    EXPECT_EQ(smallest(MigFamily::h100_80, {.memory = gibibytes(20), .sms = 60}), "3g.40gb");
    EXPECT_EQ(smallest(MigFamily::h100_80, {.memory = gibibytes(20), .sms = 61}), "4g.40gb");
    EXPECT_EQ(smallest(MigFamily::h100_80, {.memory = gibibytes(1), .sms = 132}), "7g.80gb");
    EXPECT_NE(smallest(MigFamily::h100_80, {.memory = gibibytes(80)}).find("no MIG profile"), std::string::npos);
}

TEST(MigNeeds, AreNotMetByWhatNobodyVerified) {
    const MigGeometry b200 = mig_geometry(MigFamily::b200);
    const MigFits fits = profiles_for(b200, {.memory = gibibytes(20), .sms = 36});
    EXPECT_EQ(names(b200, fits.sure), std::vector<std::string>{"2g.45gb"});
    EXPECT_EQ(names(b200, fits.unknown), (std::vector<std::string>{"1g.45gb", "3g.90gb", "4g.90gb", "7g.180gb"}));
    EXPECT_NE(smallest(MigFamily::b200, {.memory = gibibytes(60), .sms = 50}).find("is not known"), std::string::npos);
    // The name says 45 GB, no device was seen to print it: 39 GiB surely fit, 40 may.
    EXPECT_EQ(smallest(MigFamily::b200, {.memory = gibibytes(39)}), "1g.45gb");
    EXPECT_EQ(smallest(MigFamily::b200, {.memory = gibibytes(40)}), "3g.90gb");
}

TEST(MigNeeds, KeepTheirAttributes) {
    const MigGeometry a30 = mig_geometry(MigFamily::a30);
    EXPECT_EQ(names(a30, profiles_for(a30, {.memory = gibibytes(10)}).sure),
              (std::vector<std::string>{"2g.12gb", "4g.24gb"}));
    EXPECT_EQ(names(a30, profiles_for(a30, {.memory = gibibytes(10), .attributes = "+me"}).sure),
              std::vector<std::string>{"2g.12gb+me"});
    EXPECT_TRUE(profiles_for(a30, {.memory = gibibytes(1), .attributes = "+gfx"}).sure.empty());
}

// What `nvidia-smi mig -lgip` and -lgipp print on an H100 of 80 GB.
MigGeometry listed_h100() {
    const auto hundredths = [](std::int64_t n) { return Bytes{gibibytes(n).value / 100}; };
    MigGeometry device{.compute_slices = 7, .memory_slices = 8, .profiles = {}};
    device.profiles = {
        {.name = "1g.10gb", .sms = 16, .memory = hundredths(975), .most = 7, .starts = {0, 1, 2, 3, 4, 5, 6}, .id = 19},
        {.name = "1g.10gb+me",
         .sms = 16,
         .memory = hundredths(975),
         .most = 1,
         .starts = {0, 1, 2, 3, 4, 5, 6},
         .id = 20},
        {.name = "1g.20gb", .sms = 26, .memory = hundredths(1962), .most = 4, .starts = {0, 2, 4, 6}, .id = 15},
        {.name = "2g.20gb", .sms = 32, .memory = hundredths(1962), .most = 3, .starts = {0, 2, 4}, .id = 14},
        {.name = "3g.40gb", .sms = 60, .memory = hundredths(3950), .most = 2, .starts = {0, 4}, .id = 9},
        {.name = "4g.40gb", .sms = 64, .memory = hundredths(3950), .most = 1, .starts = {0}, .id = 5},
        {.name = "7g.80gb", .sms = 132, .memory = hundredths(7925), .most = 1, .starts = {0}, .id = 0}};
    return device;
}

TEST(MigTables, AreComparedWithWhatADeviceLists) {
    const MigGeometry table = mig_geometry(MigFamily::h100_80);
    EXPECT_EQ(differences(table, listed_h100()), std::vector<std::string>{});
    MigGeometry other = listed_h100();
    other.profiles[4].sms = 48;  // what a mock says
    other.profiles[4].starts = {0, 3};
    other.profiles[0].memory = gibibytes(10);  // within what drivers differ by
    other.profiles[6].memory = gibibytes(77);
    other.profiles.erase(other.profiles.begin() + 1);
    other.profiles.push_back({.name = "1g.10gb+gfx"});
    EXPECT_EQ(
        differences(table, other),
        (std::vector<std::string>{"3g.40gb: SMs 60 in the table, 48 on the device",
                                  "3g.40gb: starts 0,4 in the table, 0,3 on the device",
                                  "7g.80gb: memory 79.2 GiB in the table, 77 GiB on the device",
                                  "1g.10gb+me: the device does not list it", "1g.10gb+gfx: only the device lists it"}));
}

// Instances seen on real devices: SMs and memory in MiB.
TEST(MigTables, HoldWhatWasObserved) {
    struct Seen {
        MigFamily family;
        const char* profile;
        int sms;
        std::int64_t mib;
    };
    for (const Seen& seen :
         {Seen{MigFamily::a100_80, "1g.20gb", 14, 19968}, Seen{MigFamily::h100_80, "3g.40gb", 60, 40448},
          Seen{MigFamily::h100_80, "2g.20gb", 32, 20096}, Seen{MigFamily::h100_80, "1g.10gb", 16, 9984},
          Seen{MigFamily::a100_40, "1g.5gb", 14, 4864}, Seen{MigFamily::a100_40, "2g.10gb", 28, 9856}}) {
        const MigGeometry geometry = mig_geometry(seen.family);
        const MigProfile* profile = geometry.find(*parse_mig_profile(seen.profile));
        ASSERT_NE(profile, nullptr);
        EXPECT_EQ(profile->sms, seen.sms) << seen.profile;
        EXPECT_NEAR(gibibytes(profile->memory), gibibytes(mebibytes(seen.mib)), 0.02) << seen.profile;
    }
}

}  // namespace
}  // namespace arable::model
