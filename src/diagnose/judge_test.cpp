#include "diagnose/judge.h"

#include <gtest/gtest.h>

namespace arable::diagnose {
namespace {

model::PodSpec with_selector(std::map<std::string, std::string> selector) {
    model::PodSpec spec;
    spec.spec_known = true;
    spec.rules.node_selector = std::move(selector);
    return spec;
}

TEST(GateTable, TellsSpecificationsApartWhateverBytesTheirTextsHold) {
    model::Node node;
    node.labels = {{"a", "b"}, {"c", "d"}};
    node.cluster = "c";
    GateTable table({&node});
    const model::PodSpec fits = with_selector({{"a", "b"}, {"c", "d"}});
    const model::PodSpec odd = with_selector({{"a", "b\4c\1d"}});
    EXPECT_TRUE(table.of(fits, "c")[0].policy_ok);
    EXPECT_FALSE(table.of(odd, "c")[0].policy_ok);
    EXPECT_TRUE(table.of(fits, "c")[0].kind_ok);
    const model::PodSpec elsewhere = fits;
    EXPECT_FALSE(table.of(elsewhere, "d")[0].kind_ok);

    model::PodSpec named;
    named.device = {.kind = model::DeviceKind::whole, .resource = "r", .count = 1, .mig_profile = "p|q", .product = ""};
    model::PodSpec other = named;
    other.device.mig_profile = "p";
    other.device.product = "q|";
    EXPECT_NE(table.of(named, "c").data(), table.of(other, "c").data());
}

}  // namespace
}  // namespace arable::diagnose
