#include <gtest/gtest.h>

#include "sources/assemble_fixture.h"

namespace arable::sources {
namespace {

const model::Workload& workload_of(const model::Timeline& t, const std::string& pod) {
    return t.workloads.at(pod_named(t, pod).workload.at());
}

TEST(AssemblePods, FollowOwnersToTheTop) {
    Scene s;
    s.node("n1", 0, 60);
    s.see(at(0));
    s.see(at(60));
    s.pod("web-7d9-x", "n1", 0, 60).owners = {{"ReplicaSet", "web-7d9", "rs-1"}};
    s.pod("etl-1-a", "n1", 0, 60).owners = {{"Job", "etl-1", ""}};
    s.pod("nb-0", "n1", 0, 60).owners = {{"StatefulSet", "nb", ""}};
    s.pod("odd", "n1", 0, 60).owners = {{"Mystery", "m", ""}};
    s.pod("bare", "n1", 0, 60);
    PodFact& hashed = s.pod("api-5c8-z", "n1", 0, 60);
    hashed.owners = {{"ReplicaSet", "api-5c8", ""}};
    hashed.pod.labels = {{"pod-template-hash", "5c8"}};
    const auto owner = [&](const char* kind, const char* name, const char* uid, OwnerRef top) {
        s.facts.owners.push_back({.ns = "ml", .kind = kind, .name = name, .uid = uid, .owner = std::move(top)});
    };
    owner("ReplicaSet", "other", "rs-1", {"Deployment", "web", "d-1"});  // the uid counts, not the name
    owner("Job", "etl-1", "", {"CronJob", "etl", ""});
    owner("StatefulSet", "nb", "", {"Notebook", "nb", ""});
    s.facts.owners.push_back({.ns = "ml", .kind = "Deployment", .name = "web", .uid = "d-1", .replicas = 3});
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    EXPECT_EQ(workload_of(t, "web-7d9-x").kind, "Deployment");
    EXPECT_EQ(workload_of(t, "web-7d9-x").name, "web");
    EXPECT_EQ(workload_of(t, "web-7d9-x").replicas, 3);
    EXPECT_EQ(workload_of(t, "etl-1-a").kind, "CronJob");
    EXPECT_TRUE(workload_of(t, "etl-1-a").batch);
    EXPECT_TRUE(workload_of(t, "nb-0").notebook);
    EXPECT_EQ(workload_of(t, "odd").kind, "Mystery");
    EXPECT_EQ(workload_of(t, "bare").kind, "Pod");
    EXPECT_EQ(workload_of(t, "api-5c8-z").name, "api");
}

TEST(AssemblePods, EndCirclesOfOwners) {
    Scene s;
    s.see(at(0));
    s.see(at(60));
    s.pod("p", "", 0, 60).owners = {{"A", "a", ""}};
    s.facts.owners.push_back({.ns = "ml", .kind = "A", .name = "a", .owner = OwnerRef{"B", "b", ""}});
    s.facts.owners.push_back({.ns = "ml", .kind = "B", .name = "b", .owner = OwnerRef{"A", "a", ""}});
    EXPECT_EQ(s.run().timeline.workloads.size(), 1U);
}

TEST(AssemblePods, MergeWhatMetricsAndDumpsSayOfOnePod) {
    Scene s;
    s.see(at(0));
    s.see(at(60));
    s.pod("p", "n1", 10, 50);  // without uid
    PodFact& dump = s.pod("p", "n1", 10, 60, 2);
    dump.pod.uid = "u1";
    dump.pod.spec.spec_known = true;
    dump.pod.spec.image = "vllm";
    dump.pod.started = at(12);
    dump.pod.notes = {{from_to(2, 10), model::WaitNote::Kind::unschedulable, "b"},
                      {from_to(0, 2), model::WaitNote::Kind::gated, "a"},
                      {from_to(0, 2), model::WaitNote::Kind::gated, "a"}};
    const auto made = s.run();
    ASSERT_EQ(made.timeline.pods.size(), 1U);
    const model::Pod& p = made.timeline.pods[0];
    EXPECT_EQ(p.uid, "u1");
    EXPECT_EQ(p.spec.device.count, 2);
    EXPECT_TRUE(p.spec.spec_known);
    EXPECT_EQ(p.started, at(12));
    ASSERT_EQ(p.notes.size(), 2U);
    EXPECT_EQ(p.notes[0].detail, "a");
}

TEST(AssemblePods, EndAPodThatLaterSightingsMiss) {
    Scene s;
    s.node("n1", 0, 120);
    s.see(at(0));
    s.see(at(120));
    s.pod("gone", "n1", 0, 40);
    s.pod("there", "n1", 0, 120);
    s.pod("blink", "n1", 0, 112);
    const auto made = s.run();
    EXPECT_EQ(pod_named(made.timeline, "gone").ended, at(40));
    EXPECT_FALSE(pod_named(made.timeline, "there").ended);
    EXPECT_FALSE(pod_named(made.timeline, "blink").ended);
}

TEST(AssemblePods, KeepAPodAliveThatALaterDumpShows) {
    Scene s;
    s.see(at(0));
    s.see(at(120));
    s.pod("p", "", 0, 40).pod.ended = at(40);  // kube-state-metrics lost it
    PodFact& dump = s.pod("p", "", 0, 120);
    dump.end_known = true;
    EXPECT_FALSE(pod_named(s.run().timeline, "p").ended);
}

TEST(AssemblePods, TakeWhatAnUnrecordedPodHeldForItsRequest) {
    Scene s;
    for (int i = 0; i < 8; ++i) s.track(gpu_track("n1", "g" + std::to_string(i), i, "big"), 0, 60, 0.5);
    const auto made = s.run();
    const model::Pod& p = pod_named(made.timeline, "big");
    EXPECT_EQ(p.spec.device.kind, model::DeviceKind::whole);
    EXPECT_EQ(p.spec.device.count, 8);
    EXPECT_FALSE(p.spec.spec_known);
    EXPECT_EQ(p.node, model::NodeIx::of(0));
}

TEST(AssemblePods, JoinGangsByLabelOwnerAndParallelJob) {
    Scene s;
    s.see(at(0));
    s.see(at(60));
    for (int i = 0; i < 2; ++i) {
        const std::string n = std::to_string(i);
        PodFact& grouped = s.pod("pg-" + n, "", 0, 60);
        grouped.gang_kind = "PodGroup";
        grouped.gang_name = "pg";
        s.pod("job-" + n, "", 0, 60).owners = {{"Job", "big", ""}};
        s.pod("solo-" + n, "", 0, 60).owners = {{"Job", "small-" + n, ""}};
        PodFact& queued = s.pod("kq-" + n, "", 0, 60);
        queued.owners = {{"Job", "queued", "j-1"}};
        queued.gang_kind = "JobSet";
        queued.gang_name = "js";
    }
    s.facts.owners.push_back({.ns = "ml", .kind = "Job", .name = "big", .parallelism = 2});
    s.facts.owners.push_back({.ns = "ml", .kind = "Job", .name = "small-0", .parallelism = 1});
    model::Gang group{.ns = "ml", .kind = "PodGroup", .name = "pg", .queue = "q", .min_members = 2};
    s.facts.gangs.push_back({.gang = group});
    model::Gang workload{.ns = "ml", .kind = "Workload", .name = "job-queued", .admitted = at(5)};
    s.facts.gangs.push_back({.gang = workload, .owner = OwnerRef{"Job", "queued", "j-1"}});
    model::Gang waiting{.ns = "ml", .kind = "Workload", .name = "waiting", .created = at(1)};
    waiting.templates = {{model::PodSpec{}, 4}};
    s.facts.gangs.push_back({.gang = waiting, .owner = OwnerRef{"Job", "none-yet", "j-2"}});
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    ASSERT_EQ(t.gangs.size(), 4U);
    EXPECT_EQ(t.gangs[0].kind, "Job");
    EXPECT_EQ(t.gangs[0].pods.size(), 2U);
    EXPECT_EQ(t.gangs[1].name, "pg");
    EXPECT_EQ(t.gangs[1].min_members, 2);
    EXPECT_EQ(t.gangs[1].pods.size(), 2U);
    EXPECT_EQ(t.gangs[2].name, "job-queued");
    EXPECT_EQ(t.gangs[2].admitted, at(5));
    EXPECT_EQ(t.gangs[2].pods.size(), 2U);
    EXPECT_TRUE(t.gangs[2].workload.known());
    EXPECT_EQ(t.gangs[3].name, "waiting");
    EXPECT_TRUE(t.gangs[3].pods.empty());
    EXPECT_EQ(t.gangs[3].templates.size(), 1U);
    EXPECT_FALSE(pod_named(t, "solo-0").gang.known());
}

TEST(AssemblePods, TakeAQueueOfANamespaceForTheClusterQueueThatItFeeds) {
    Scene s;
    s.options.cluster = "c1";
    s.see(at(0));
    s.see(at(60));
    const auto waits = [&](const char* ns, const char* name, const char* label, const char* queue) {
        PodFact& f = s.pod(name, "", 0, 60);
        f.pod.ns = ns;
        f.pod.labels = {{label, queue}};
        f.pod.spec.queue = queue;
    };
    waits("ml", "a", "kueue.x-k8s.io/queue-name", "team");
    waits("web", "b", "kueue.x-k8s.io/queue-name", "team");
    waits("etl", "c", "kueue.x-k8s.io/queue-name", "team");
    waits("ml", "d", "kai.scheduler/queue", "team");
    s.facts.local_queues = {{"", "ml", "team", "research"}, {"", "web", "team", "batch"}};
    s.facts.strict_queues = {{"", "research"}};
    GangFact suspended;
    suspended.gang.ns = "ml";
    suspended.gang.kind = "Workload";
    suspended.gang.name = "w";
    suspended.gang.created = at(1);
    suspended.local_queue = "team";
    s.facts.gangs.push_back(suspended);
    const auto made = s.run();
    const model::Timeline& t = made.timeline;
    EXPECT_EQ(pod_named(t, "a").spec.queue, "research");
    EXPECT_EQ(pod_named(t, "b").spec.queue, "batch");
    EXPECT_EQ(pod_named(t, "c").spec.queue, "etl/team");  // nobody says what it feeds
    EXPECT_EQ(pod_named(t, "d").spec.queue, "team");      // another scheduler's
    ASSERT_EQ(t.gangs.size(), 1U);
    EXPECT_EQ(t.gangs[0].queue, "research");
    EXPECT_EQ(t.strict_queues, (model::StrictQueues{{"c1", "research"}}));
}

TEST(AssemblePods, CallWorkloadsWithServingMetricsServing) {
    Scene s;
    s.pod("llm-0", "", 0, 60).owners = {{"StatefulSet", "llm", ""}};
    s.track({.quantity = model::Quantity::requests_running, .of = TrackOf::pod, .pod = {.ns = "ml", .name = "llm-0"}},
            0, 60, 3);
    EXPECT_TRUE(s.run().timeline.workloads.at(0).serving);
}

TEST(AssemblePods, NameTheModelThatTheirServerNames) {
    Scene s;
    const auto serves = [&](const char* pod, const char* model, const char* addend) {
        s.track({.quantity = model::Quantity::kv_cache_use,
                 .of = TrackOf::pod,
                 .pod = {.ns = "ml", .name = pod},
                 .addend = addend,
                 .model = model},
                0, 60, 0.5);
    };
    s.pod("one", "", 0, 60);
    s.pod("two", "", 0, 60);
    serves("one", "org/llama-8b", "a");
    serves("one", "org/llama-8b", "b");
    serves("two", "org/llama-8b", "a");
    serves("two", "org/llama-70b", "b");
    const model::Timeline t = s.run().timeline;
    EXPECT_EQ(pod_named(t, "one").model, "org/llama-8b");
    EXPECT_EQ(pod_named(t, "two").model, "");
}

}  // namespace
}  // namespace arable::sources
