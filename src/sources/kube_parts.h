#pragma once
// The steps of kube_facts.cpp, one file each.

#include <optional>
#include <string>
#include <vector>

#include "kube/objects.h"
#include "sources/facts.h"
#include "sources/kube_claims.h"

namespace arable::sources {

struct KubeContext {
    const kube::Objects& objects;
    std::string cluster;
    std::string file;
    Time seen_at;  // of the picture
    const ClaimBook& claims;
    Facts& facts;
};

void add_kube_nodes(const KubeContext& context);    // kube_nodes.cpp
void add_kube_pods(const KubeContext& context);     // kube_pods.cpp
void add_kube_owners(const KubeContext& context);   // kube_queues.cpp
void add_kube_queues(const KubeContext& context);   // kube_queues.cpp
void add_kube_devices(const KubeContext& context);  // kube_devices.cpp

// What a pod or a pod template of a namespace asks for and where it may go. Problems are appended as texts.
model::PodSpec spec_of(const ClaimBook& claims, const std::string& ns, const kube::Pod& pod,
                       std::vector<std::string>& problems);  // kube_pod_spec.cpp
std::optional<Time> true_since(const std::vector<kube::Condition>& conditions, std::string_view type);
const kube::Condition* find_condition(const std::vector<kube::Condition>& conditions, std::string_view type);
std::optional<OwnerRef> owner_of(const kube::Meta& meta);

}  // namespace arable::sources
