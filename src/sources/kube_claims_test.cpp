#include "sources/kube_claims.h"

#include <gtest/gtest.h>

#include "sources/kube_facts.h"

namespace arable::sources {
namespace {

std::vector<kube::Objects> files_of(std::initializer_list<std::string_view> texts) {
    std::vector<kube::Objects> files;
    for (const std::string_view text : texts) {
        auto objects = kube::parse_objects(text);
        EXPECT_TRUE(objects.has_value()) << (objects ? "" : objects.error().message);
        if (objects) files.push_back(std::move(*objects));
    }
    return files;
}

constexpr std::string_view kPods = R"(
kind: Pod
metadata: {name: train, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {containers: [{name: c}], resourceClaims: [{name: g, resourceClaimTemplateName: two-gpus}, {name: n, resourceClaimTemplateName: nic}]}
---
kind: Pod
metadata: {name: web, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {containers: [{name: c}], resourceClaims: [{name: n, resourceClaimTemplateName: nic}]}
---
kind: Pod
metadata: {name: dark, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {containers: [{name: c}], resourceClaims: [{name: x, resourceClaimTemplateName: elsewhere}]}
---
kind: Pod
metadata: {name: runs, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {containers: [{name: c}], resourceClaims: [{name: x, resourceClaimName: held}]}
)";

constexpr std::string_view kClaims = R"(
kind: ResourceClaimTemplate
metadata: {name: two-gpus, namespace: ml}
spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: fast, count: 2}}]}}}
---
kind: ResourceClaimTemplate
metadata: {name: nic, namespace: ml}
spec: {spec: {devices: {requests: [{name: r, deviceClassName: rdma}]}}}
---
kind: ResourceClaim
metadata: {name: held, namespace: ml}
spec: {devices: {requests: [{name: r, deviceClassName: whatever}]}}
status: {allocation: {devices: {results: [{request: r, driver: gpu.nvidia.com, pool: n, device: gpu-0}, {request: r, driver: nic.example.com, pool: n, device: nic-0}]}}}
---
kind: DeviceClass
metadata: {name: fast}
spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]}
---
kind: DeviceClass
metadata: {name: rdma}
spec: {selectors: [{cel: {expression: 'device.driver == "nic.example.com"'}}]}
)";

TEST(KubeClaims, CountTheGpusOfAClaimAndNoOtherDevices) {
    const auto files = files_of({kPods, kClaims});
    const ClaimBook book(files);
    const Facts facts = interpret_objects(files[0], "c", "pods", std::nullopt, &book);
    ASSERT_EQ(facts.pods.size(), 4U);
    EXPECT_EQ(facts.pods[0].pod.spec.device.kind, model::DeviceKind::claim);
    EXPECT_EQ(facts.pods[0].pod.spec.device.count, 2);
    EXPECT_EQ(facts.pods[0].pod.spec.device.size, MilliGpu{2000});
    EXPECT_EQ(facts.pods[1].pod.spec.device.kind, model::DeviceKind::none);  // a network card
    EXPECT_EQ(facts.pods[2].pod.spec.device.kind, model::DeviceKind::none);
    EXPECT_EQ(facts.pods[3].pod.spec.device.count, 1);  // as allocated
    ASSERT_EQ(facts.gaps.size(), 1U);
    EXPECT_EQ(facts.gaps[0].subject, "Pod ml/dark");
    EXPECT_EQ(facts.gaps[0].message,
              "resource claim x: neither the claim nor its template is in the input: whether it asks for a GPU is not "
              "known");
}

// A monitor looks at devices that others hold.
TEST(KubeClaims, AdminAccessHoldsNothing) {
    const auto files = files_of({R"(
kind: ResourceClaim
metadata: {name: watch, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, adminAccess: true}}]}}
status: {allocation: {devices: {results: [{request: r, driver: gpu.nvidia.com, pool: n, device: gpu-0, adminAccess: true}]}}, reservedFor: [{resource: pods, name: p, uid: x}]}
)"});
    const ClaimBook book(files);
    EXPECT_EQ(book.gpus_of("ml", {.entry = "", .claim = "watch", .claim_template = ""}).gpus, 0);
    EXPECT_TRUE(interpret_objects(files[0], "c", "claims", std::nullopt, &book).claims.empty());
}

// `kubectl get resourceslices` and `kubectl get resourceclaims -A` are two files.
TEST(KubeClaims, NameTheCardThatAnotherFileDescribes) {
    const auto files = files_of({R"(
kind: ResourceClaim
metadata: {name: rc, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
status: {allocation: {devices: {results: [{request: r, driver: gpu.nvidia.com, pool: n, device: gpu-0}]}}, reservedFor: [{resource: pods, name: p, uid: x}]}
)",
                                 R"(
kind: ResourceSlice
metadata: {name: s, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {driver: gpu.nvidia.com, nodeName: n1, pool: {name: n}, devices: [{name: gpu-0, attributes: {uuid: {string: GPU-AB}, type: {string: gpu}}}]}
)"});
    const ClaimBook book(files);
    const Facts claims = interpret_objects(files[0], "c", "claims", std::nullopt, &book);
    ASSERT_EQ(claims.claims.size(), 1U);
    EXPECT_EQ(claims.claims[0].gpu.uuid, "ab");
    EXPECT_EQ(claims.claims[0].gpu.node, "n1");
    EXPECT_TRUE(claims.gpus.empty());
    EXPECT_EQ(interpret_objects(files[1], "c", "slices", std::nullopt, &book).gpus.size(), 1U);
}

// Two instances of one card, held by one pod each; an older generation of the pool tells of a card that is gone.
TEST(KubeClaims, AMigInstanceIsAPartOfItsCard) {
    const auto files = files_of({R"(
kind: ResourceSlice
metadata: {name: old, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {driver: gpu.nvidia.com, nodeName: n1, pool: {name: n, generation: 1}, devices: [{name: gpu-9, attributes: {uuid: {string: GPU-99}, type: {string: gpu}}}]}
---
kind: ResourceSlice
metadata: {name: new, creationTimestamp: "2026-01-01T00:00:00Z"}
spec:
  driver: gpu.nvidia.com
  nodeName: n1
  pool: {name: n, generation: 2}
  devices:
  - {name: a, attributes: {uuid: {string: MIG-1}, type: {string: mig}, parentUUID: {string: GPU-AB}, profile: {string: 3g.40gb}, productName: {string: NVIDIA A100-SXM4-80GB}}}
  - {name: b, attributes: {uuid: {string: MIG-2}, type: {string: mig}, parentUUID: {string: GPU-AB}, profile: {string: 4g.40gb}, productName: {string: NVIDIA A100-SXM4-80GB}}}
---
kind: ResourceClaim
metadata: {name: rc, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
status: {allocation: {devices: {results: [{request: r, driver: gpu.nvidia.com, pool: n, device: b}]}}, reservedFor: [{resource: pods, name: p, uid: x}]}
---
kind: Pod
metadata: {name: p, namespace: ml, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {nodeName: n1, containers: [{name: c}], resourceClaims: [{name: x, resourceClaimName: rc}]}
)"});
    const ClaimBook book(files);
    const Facts facts = interpret_objects(files[0], "c", "dump", std::nullopt, &book);
    ASSERT_EQ(facts.gpus.size(), 1U);
    EXPECT_EQ(facts.gpus[0].key.uuid, "ab");
    ASSERT_TRUE(facts.gpus[0].layout.has_value());
    EXPECT_EQ(facts.gpus[0].layout->instances.size(), 2U);
    ASSERT_EQ(facts.claims.size(), 1U);
    EXPECT_EQ(facts.claims[0].gpu.uuid, "ab");
    const model::DeviceRequest& asked = facts.pods[0].pod.spec.device;
    EXPECT_EQ(asked.kind, model::DeviceKind::claim);
    EXPECT_EQ(asked.mig_profile, "4g.40gb");
    EXPECT_EQ(asked.size.value, 572);  // 4/7, rounded up
}

TEST(KubeClaims, SayThatAClassIsNotKnownUnlessItsNameIsAGpuDriversOwn) {
    const auto files = files_of({R"(
kind: ResourceClaim
metadata: {name: a, namespace: ml}
spec: {devices: {requests: [{name: r, deviceClassName: gpu.nvidia.com}, {name: s, firstAvailable: [{name: t, deviceClassName: mig.nvidia.com, count: 3}]}]}}
---
kind: ResourceClaim
metadata: {name: b, namespace: ml}
spec: {devices: {requests: [{name: r, deviceClassName: secret}]}}
---
kind: ResourceClaim
metadata: {name: c, namespace: ml}
spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}]}}
---
kind: ResourceClaim
metadata: {name: d, namespace: ml}
spec: {devices: {requests: [{name: r, deviceClassName: compute-domain-daemon.nvidia.com}]}}
)"});
    const ClaimBook book(files);
    const auto asked = [&](const char* claim) {
        return book.gpus_of("ml", {.entry = "", .claim = claim, .claim_template = ""});
    };
    EXPECT_EQ(asked("a").gpus, 4);
    EXPECT_EQ(asked("a").unknown, "");
    EXPECT_EQ(asked("b").gpus, 0);
    EXPECT_EQ(asked("b").unknown,
              "its device class secret is not in the input: whether it asks for a GPU is not known");
    EXPECT_EQ(asked("c").unknown, "it asks for all devices of a node: how many GPUs is not known");
    EXPECT_EQ(asked("d").gpus, 0);
    EXPECT_EQ(asked("d").unknown, "");
}

}  // namespace
}  // namespace arable::sources
