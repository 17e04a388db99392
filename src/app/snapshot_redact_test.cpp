// A redacted snapshot holds none of the names that its inputs hold, and still joins.

#include <map>
#include <set>

#include "app/snapshot_fixture.h"

namespace arable::app {
namespace {

// Every quoted text of the dumps, keys included, but for what any cluster's dump says.
void add_words_of(const std::string& json, std::set<std::string>& words) {
    for (std::size_t at = json.find('"'); at != std::string::npos; at = json.find('"', at)) {
        const std::size_t end = json.find('"', at + 1);
        if (end == std::string::npos) return;
        words.insert(json.substr(at + 1, end - at - 1));
        at = end + 1;
    }
}

// From the events of the estate and the text of its dumps; nothing of it went through our parsers.
std::set<std::string> names_of(const estate::Estate& estate) {
    std::set<std::string> names;
    for (const auto& node : estate.nodes) {
        names.insert(node.name);
        names.insert(node.pool);
        if (node.taint) names.insert(node.taint->substr(0, node.taint->find('=')));
    }
    for (const auto& gpu : estate.gpus) names.insert(gpu.uuid);
    for (const auto& pod : estate.pods) {
        names.insert({pod.name, pod.uid, pod.gang});
        for (const auto& [key, value] : pod.selector) names.insert({key, value});
    }
    for (const auto& w : estate.workloads) names.insert({w.ns, w.name, w.ns + "/" + w.name});
    for (const auto& gang : estate.gangs) names.insert({gang.ns, gang.name});
    for (const auto& quota : estate.quotas) names.insert({quota.ns, quota.name});
    for (const auto& file : estate::objects(estate)) add_words_of(file.text, names);
    return names;
}

// Words of Kubernetes, of vendors and of clouds in the dumps, and field names of the snapshot itself: nobody's names.
bool everybodys(const std::string& name) {
    static const std::set<std::string> kFields{
        "capacity",  "cluster",   "cordoned",    "count",    "created",      "effect",      "image",    "key",
        "kind",      "labels",    "layout",      "memory",   "name",         "node",        "notes",    "pods",
        "phase",     "queue",     "reason",      "resource", "selector",     "spec",        "status",   "taints",
        "template",  "templates", "topology",    "used",     "value",        "allocatable", "operator", "provider",
        "hard",      "none",      "tolerations", "nodes",    "items",        "List",        "requests", "limits",
        "resources", "metadata",  "version",     "ready",    "size",         "type",        "region",   "pool",
        "group",     "namespace", "claims",      "index",    "product",      "gpus",        "held",     "gang",
        "source",    "message",   "subject",     "present",  "capacity_type"};
    static const std::set<std::string> kValues{
        "Deployment", "StatefulSet", "ReplicaSet", "Job", "Notebook", "PodGroup", "ResourceQuota", "NoSchedule", "spot",
        "on-demand", "true", "false", "exclusive", "Node", "Pod",
        // GPU families, ways of sharing, a cloud's regions, a word of our own sentences
        "ampere", "ada-lovelace", "hopper", "turing", "replicas", "strategy", "mixed", "single", "time-slicing",
        "us-east-1", "us-east-1a", "data"};
    if (name.size() < 4 || kFields.contains(name) || kValues.contains(name)) return true;
    if (name.find("nvidia.com/") != std::string::npos || name.find("kubernetes.io/") != std::string::npos) return true;
    if (name.find("NVIDIA") != std::string::npos || name.starts_with("karpenter.sh/")) return true;
    return name.find_first_not_of("0123456789.:-+TZKMGi") == std::string::npos;  // figures and times
}

class RedactedEstate : public testing::TestWithParam<std::string_view> {};

TEST_P(RedactedEstate, HoldsNoNameOfItsInputs) {
    const auto estate = estate_of(GetParam(), days(1), minutes(5));
    const Settings settings = minute_settings(days(1));
    std::set<std::string> kept;
    for (const auto& node : estate.nodes) {
        const auto& hw = estate::hardware(node.hardware);
        kept.insert({std::string(hw.instance_type), std::string(hw.model_name)});
        for (const auto& instance : node.layout) kept.insert(instance.profile);
    }
    const std::string plain = unpacked(snapshot_of(estate, settings, {.version = "1"}));
    const std::string packed = snapshot_of(estate, settings, {.redact = true, .version = "1"});
    const std::string text = unpacked(packed);
    std::size_t told = 0;
    for (const std::string& name : names_of(estate)) {
        if (everybodys(name) || kept.contains(name)) continue;
        told += plain.find(name) != std::string::npos ? 1U : 0U;
        EXPECT_EQ(text.find(name), std::string::npos) << name << " near " << text.substr(text.find(name) - 40, 120);
        EXPECT_EQ(packed.find(name), std::string::npos) << name;
    }
    EXPECT_GT(told, estate.nodes.size()) << "the search must find the names where they were not taken out";
}

// The same classes, waits, findings by kind, money and edits; only names differ.
TEST_P(RedactedEstate, StillJoins) {
    const auto estate = estate_of(GetParam(), days(1), minutes(5));
    const Settings settings = minute_settings(days(1));
    auto prepared = read_packed(snapshot_of(estate, settings, {.redact = true, .version = "1"}));
    ASSERT_TRUE(prepared) << prepared.error().message;
    const auto a = direct_audit(estate, settings);
    const auto b = audit_of(std::move(*prepared), settings);
    ASSERT_EQ(a.accounting.size(), b.accounting.size());
    for (std::size_t c = 0; c < a.accounting.size(); ++c) {
        EXPECT_EQ(a.accounting[c].gpu_ms, b.accounting[c].gpu_ms) << name(a.accounting[c].cls);
        EXPECT_EQ(a.accounting[c].curable, b.accounting[c].curable) << name(a.accounting[c].cls);
    }
    EXPECT_EQ(a.waits.by_cause, b.waits.by_cause);
    EXPECT_EQ(a.waits.healed_by_moves_ms, b.waits.healed_by_moves_ms);
    EXPECT_EQ(a.waits.buy.size(), b.waits.buy.size());
    EXPECT_EQ(a.worth.paid, b.worth.paid);
    EXPECT_EQ(a.worth.fallow, b.worth.fallow);
    EXPECT_EQ(a.edits.size(), b.edits.size());
    EXPECT_EQ(a.gaps.size(), b.gaps.size());
    using Kinds = std::map<diagnose::FindingKind, std::pair<int, std::int64_t>>;
    const auto kinds = [](const diagnose::Audit& audit) {
        Kinds out;
        for (const auto& finding : audit.findings) {
            auto& [count, ms] = out[finding.kind];
            ++count;
            for (const std::int64_t part : finding.gpu_ms) ms += part;
        }
        return out;
    };
    EXPECT_EQ(kinds(a), kinds(b));
}
INSTANTIATE_TEST_SUITE_P(Kinds, RedactedEstate, testing::ValuesIn(estate_kinds()), [](const auto& kind) {
    std::string name(kind.param);
    std::erase(name, '-');
    return name;
});

}  // namespace
}  // namespace arable::app
