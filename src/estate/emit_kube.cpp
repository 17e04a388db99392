// kube-state-metrics: names and labels as tests/captures/kube-state-metrics prints them.
#include <algorithm>

#include <fmt/format.h>

#include "estate/emit_parts.h"
#include "estate/scrape.h"

namespace arable::estate {
namespace {

constexpr std::uint64_t kTarget = 7;

double seconds_of(Time t) { return static_cast<double>(t.ms) / 1000.0; }

std::string resource_label(std::string_view resource) {
    std::string text(resource);
    std::ranges::replace_if(
        text, [](char c) { return c == '.' || c == '/' || c == '-'; }, '_');
    return text;
}

class PodLines {
  public:
    PodLines(const Estate& estate, const Pod& pod, series::SampleSink& sink)
        : estate_(estate), pod_(pod), sink_(sink), times_(scrapes(estate, kTarget, life(estate, pod))) {}

    void all() {
        const Workload& w = estate_.workloads[pod_.workload];
        const bool deployed = w.kind == "Deployment";
        const std::string owner_kind = deployed ? "ReplicaSet" : w.kind;
        const std::string owner = deployed ? w.name + "-6d4cf56db6" : w.name;
        put("kube_pod_created", {}, seconds_of(pod_.created), times_);
        put("kube_pod_owner", {{"owner_kind", owner_kind}, {"owner_name", owner}, {"owner_is_controller", "true"}}, 1,
            times_);
        requests();
        const Time bound = pod_.started.value_or(estate_.window.end);
        const auto split = std::ranges::lower_bound(times_, bound);
        waiting({times_.begin(), split}, owner_kind, owner);
        running({split, times_.end()}, owner_kind, owner);
        if (w.kind == "Job" && pod_.ended && pod_.started) completed(owner_kind, owner);
    }

  private:
    static Interval life(const Estate& estate, const Pod& pod) {
        return {pod.created, pod.ended.value_or(estate.window.end)};
    }
    void put(std::string_view metric, std::vector<series::Label> labels, double value, const std::vector<Time>& times) {
        const Workload& w = estate_.workloads[pod_.workload];
        labels.insert(labels.end(), {{"namespace", w.ns}, {"pod", pod_.name}, {"uid", pod_.uid}});
        Line line(sink_, series::make_labels(std::string(metric), std::move(labels)));
        for (const Time t : times) line.put(t, value);
    }
    std::string node_name() const { return pod_.node ? estate_.nodes[*pod_.node].name : ""; }
    void requests() {
        const auto one = [&](std::string_view resource, std::string_view unit, double value) {
            put("kube_pod_container_resource_requests",
                {{"container", "main"},
                 {"node", node_name()},
                 {"resource", std::string(resource)},
                 {"unit", std::string(unit)}},
                value, times_);
        };
        if (pod_.gpus > 0) one(resource_label(pod_.resource), "integer", pod_.gpus);
        one("cpu", "core", static_cast<double>(pod_.cpu_milli) / 1000.0);
        one("memory", "byte", static_cast<double>(pod_.memory_gib) * 1073741824.0);
    }
    void info(const std::vector<Time>& times, const std::string& kind, const std::string& owner,
              const std::string& node) {
        put("kube_pod_info", {{"node", node}, {"created_by_kind", kind}, {"created_by_name", owner}}, 1, times);
    }
    void waiting(std::vector<Time> times, const std::string& kind, const std::string& owner) {
        if (times.empty()) return;
        info(times, kind, owner, "");
        put("kube_pod_status_phase", {{"phase", "Pending"}}, 1, times);
        put("kube_pod_status_scheduled", {{"condition", "false"}}, 1, times);
        put("kube_pod_status_unschedulable", {}, 1, times);
        if (pod_.gated) put("kube_pod_status_reason", {{"reason", "SchedulingGated"}}, 1, times);
    }
    void running(std::vector<Time> times, const std::string& kind, const std::string& owner) {
        if (times.empty()) return;
        info(times, kind, owner, node_name());
        put("kube_pod_status_phase", {{"phase", "Running"}}, 1, times);
        put("kube_pod_status_scheduled", {{"condition", "true"}}, 1, times);
        put("kube_pod_status_scheduled_time", {}, seconds_of(*pod_.started), times);
        put("kube_pod_start_time", {}, seconds_of(*pod_.started), times);
    }

    // A finished Job's pod stays listed until it is cleaned up.
    void completed(const std::string& kind, const std::string& owner) {
        const std::vector<Time> times = scrapes(estate_, kTarget, {*pod_.ended, *pod_.ended + kKept});
        info(times, kind, owner, node_name());
        put("kube_pod_created", {}, seconds_of(pod_.created), times);
        put("kube_pod_status_phase", {{"phase", "Succeeded"}}, 1, times);
        put("kube_pod_completion_time", {}, seconds_of(*pod_.ended), times);
    }

    static constexpr Duration kKept = minutes(15);

    const Estate& estate_;
    const Pod& pod_;
    series::SampleSink& sink_;
    std::vector<Time> times_;
};

void emit_node(const Estate& estate, const Node& node, series::SampleSink& sink) {
    const Hardware& hw = hardware(node.hardware);
    const std::vector<Time> times = scrapes(estate, kTarget, node.present);
    const auto put = [&](std::string_view metric, std::vector<series::Label> labels, auto value) {
        labels.push_back({"node", node.name});
        Line line(sink, series::make_labels(std::string(metric), std::move(labels)));
        for (const Time t : times) line.put(t, value(t));
    };
    const auto always = [](double v) { return [v](Time) { return v; }; };
    const auto ready = [&](Time t) { return contains(node.not_ready, t) ? 0.0 : 1.0; };
    put("kube_node_info", {{"kubelet_version", "v1.34.1"}}, always(1));
    put("kube_node_created", {}, always(seconds_of(node.present.begin)));
    put("kube_node_spec_unschedulable", {}, always(0));
    put("kube_node_status_condition", {{"condition", "Ready"}, {"status", "true"}}, ready);
    put("kube_node_status_condition", {{"condition", "Ready"}, {"status", "false"}},
        [&](Time t) { return 1.0 - ready(t); });
    const double cards = hw.gpus * node.replicas;
    for (const char* metric : {"kube_node_status_allocatable", "kube_node_status_capacity"}) {
        if (node.offer != Offer::mig) {
            put(metric, {{"resource", "nvidia_com_gpu"}, {"unit", "integer"}}, always(cards));
        }
        for (const Instance& i : node.layout) {
            const auto same = std::ranges::count(node.layout, i.profile, &Instance::profile);
            if (&i != &*std::ranges::find(node.layout, i.profile, &Instance::profile)) continue;
            put(metric, {{"resource", resource_label("nvidia.com/mig-" + i.profile)}, {"unit", "integer"}},
                always(static_cast<double>(same) * hw.gpus));
        }
        put(metric, {{"resource", "cpu"}, {"unit", "core"}}, always(static_cast<double>(hw.cpu_milli) / 1000.0));
        put(metric, {{"resource", "memory"}, {"unit", "byte"}},
            always(static_cast<double>(hw.memory_gib) * 1073741824.0));
        put(metric, {{"resource", "pods"}, {"unit", "integer"}}, always(110));
    }
}

// What stands between a workload and its pods, while any of them is there.
void emit_owner(const Estate& estate, const Workload& w, series::SampleSink& sink) {
    Interval life{estate.window.end, estate.window.begin};
    for (const std::uint32_t p : w.pods) {
        life.begin = std::min(life.begin, estate.pods[p].created);
        life.end = std::max(life.end, estate.pods[p].ended.value_or(estate.window.end));
    }
    const auto put = [&](std::string_view metric, std::vector<series::Label> labels, double value) {
        labels.push_back({"namespace", w.ns});
        Line line(sink, series::make_labels(std::string(metric), std::move(labels)));
        for (const Time t : scrapes(estate, kTarget, life)) line.put(t, value);
    };
    const auto pods = static_cast<double>(w.pods.size());
    if (w.kind == "Deployment") {
        put("kube_replicaset_owner",
            {{"replicaset", w.name + "-6d4cf56db6"},
             {"owner_kind", "Deployment"},
             {"owner_name", w.name},
             {"owner_is_controller", "true"}},
            1);
        put("kube_deployment_spec_replicas", {{"deployment", w.name}}, pods);
    }
    if (w.kind == "Job" && w.pods.size() > 1) put("kube_job_spec_parallelism", {{"job_name", w.name}}, pods);
}

}  // namespace

void emit_kube_pods(const Estate& estate, series::SampleSink& sink) {
    for (const Pod& pod : estate.pods) PodLines(estate, pod, sink).all();
    for (const Workload& w : estate.workloads) emit_owner(estate, w, sink);
}

void emit_kube_nodes(const Estate& estate, series::SampleSink& sink) {
    for (const Node& node : estate.nodes) emit_node(estate, node, sink);
}

}  // namespace arable::estate
