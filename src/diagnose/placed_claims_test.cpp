#include "diagnose/placed_claims.h"

#include <gtest/gtest.h>

#include "diagnose/test_estate.h"

namespace arable::diagnose {
namespace {

using test::TestEstate;

// MIG strategy `mixed`: a card that is cut and one that is not. The plain name means the latter, a profile the former.
TEST(PlacedClaims, WholeCardsByCountAreNotInstances) {
    TestEstate estate;
    const model::NodeIx node = estate.node("n1");
    const model::GpuIx cut = estate.gpu(node);
    const model::GpuIx whole = estate.gpu(node);
    model::Layout layout{.kind = model::LayoutKind::mig};
    layout.instances = {{.id = 1, .profile = "1g.10gb", .compute_slices = 1}};
    estate.timeline.gpus[cut.at()].layouts = {{estate.timeline.window, layout}};
    for (const bool mig : {false, true}) {
        const model::PodIx pod = estate.pod(estate.workload(mig ? "slice" : "card"), 1, node);
        if (mig) {
            estate.timeline.pods.back().spec.device.kind = model::DeviceKind::mig;
            estate.timeline.pods.back().spec.device.mig_profile = "1g.10gb";
        }
        estate.timeline.claims.push_back(
            {.pod = pod, .node = node, .held = estate.timeline.window, .source = model::ClaimSource::count});
    }
    const PlacedClaims placed = place_claims(estate.timeline);
    EXPECT_EQ(placed.unplaced, 0);
    ASSERT_EQ(placed.by_gpu[whole.at()].size(), 1U);
    EXPECT_EQ(placed.by_gpu[whole.at()][0].claim, model::ClaimIx::of(0));
    ASSERT_EQ(placed.by_gpu[cut.at()].size(), 1U);
    EXPECT_EQ(placed.by_gpu[cut.at()][0].instance, 1);
}

}  // namespace
}  // namespace arable::diagnose
