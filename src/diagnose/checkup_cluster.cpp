#include <algorithm>
#include <set>

#include "base/figures.h"
#include "diagnose/checkup_inputs.h"

namespace arable::diagnose {
namespace {

using C = AccountClass;
using F = FindingKind;
using model::Quantity;

CheckState state_of(std::int64_t covered, std::int64_t of) {
    if (covered == 0) return CheckState::missing;
    return covered < of ? CheckState::partly : CheckState::there;
}

std::int64_t time_in(const Account& account, std::initializer_list<C> classes) {
    std::int64_t sum = 0;
    for (const C cls : classes) sum += account.classes[static_cast<std::size_t>(cls)];
    return sum;
}

// Which cards a claim that names the holder was seen on.
std::vector<bool> named_cards(const CheckupInput& in) {
    std::vector<bool> named(in.timeline.gpus.size(), false);
    for (const model::Claim& claim : in.timeline.claims)
        if (claim.gpu.known() && claim.pod.known() && claim.source != model::ClaimSource::count)
            named[claim.gpu.at()] = true;
    return named;
}

// dcgm-exporter README "-k, DCGM_EXPORTER_KUBERNETES"; its deployment files set it so.
Check owners(const CheckupInput& in) {
    Check check{.id = "owners", .what = text("which pod held each card"), .unit = "GPUs"};
    const std::vector<bool> named = named_cards(in);
    // An exporter that names pods on one card of a node would name them on the others: those were free.
    std::set<model::NodeIx> telling;
    for (std::size_t g = 0; g < named.size(); ++g)
        if (named[g]) telling.insert(in.timeline.gpus[g].node);
    std::set<std::string> lacking;
    for (std::size_t g = 0; g < named.size(); ++g) {
        if (in.study.folded.gpu_presence_ms[g] == 0) continue;
        ++check.of;
        const model::NodeIx node = in.timeline.gpus[g].node;
        const bool untold = node.known() && in.timeline.nodes[node.at()].holders_untold;
        const bool free =
            in.study.accounts.gpus[g].total() ==
            time_in(in.study.accounts.gpus[g], {C::free_no_demand, C::free_constrained, C::free_fragmented,
                                                C::free_stranded, C::unavailable, C::unusable_mig});
        if (named[g] || (!telling.empty() && !untold && (telling.contains(node) || free))) {
            ++check.covered;
            continue;
        }
        if (!in.audit.gpus[g].node.empty()) lacking.insert(in.audit.gpus[g].node);
        check.gpu_ms += time_in(in.study.accounts.gpus[g], {C::unknown, C::used_unclaimed});
    }
    check.state = state_of(check.covered, check.of);
    if (check.state == CheckState::partly) check.without.assign(lacking.begin(), lacking.end());
    check.effect = text("use cannot be told from waste by owner, and idle cards not from free ones");
    check.classes = {C::used_unclaimed, C::unknown, C::held_empty, C::held_loaded};
    check.findings = {F::claimed_empty, F::loaded_idle, F::ghost_claim, F::over_requested_gpus,
                      F::replicas_on_one_card};
    check.setting = "DCGM_EXPORTER_KUBERNETES=true";
    check.place = text("environment of dcgm-exporter (the flag -k), with the kubelet's pod-resources socket mounted");
    return check;
}

// kube-state-metrics docs/developer/cli-arguments.md: nodes and pods are in the default of --resources.
Check readiness(const CheckupInput& in) {
    Check check{.id = "readiness", .what = text("when each node was ready"), .unit = "nodes"};
    for (const model::Node& node : in.timeline.nodes) {
        ++check.of;
        check.covered += node.readiness_known ? 1 : 0;
        if (!node.readiness_known) check.without.push_back(node.name);
    }
    check.state = state_of(check.covered, check.of);
    if (check.state != CheckState::partly) check.without.clear();
    check.effect = text("nodes are taken as ready whenever they were there");
    check.classes = {C::unavailable};
    check.findings = {F::never_usable_node};
    check.setting = "--resources=nodes,pods,replicasets,jobs,resourcequotas";
    check.place = text("kube-state-metrics (all of these are in its default), scraped; or node objects by --objects");
    return check;
}

// The same page: labels are not exposed unless they are allowed. Keys: those that src/sources/node_facts.cpp reads.
Check node_labels(const CheckupInput& in) {
    Check check{.id = "node-labels", .what = text("machine type, product and place of each node"), .unit = "nodes"};
    for (const model::Node& node : in.timeline.nodes) {
        ++check.of;
        check.covered += node.instance_type.empty() ? 0 : 1;
        if (node.instance_type.empty()) check.without.push_back(node.name);
    }
    check.state = state_of(check.covered, check.of);
    if (check.state != CheckState::partly) check.without.clear();
    check.effect = text("prices by machine type cannot be found, and selectors of waiting pods not judged");
    check.classes = {C::free_constrained};
    check.findings = {F::constraint_conflict};
    check.setting =
        "--metric-labels-allowlist=nodes=[node.kubernetes.io/instance-type,topology.kubernetes.io/region,"
        "topology.kubernetes.io/zone,karpenter.sh/capacity-type,nvidia.com/gpu.product,nvidia.com/gpu.count,"
        "nvidia.com/gpu.replicas,nvidia.com/gpu.sharing-strategy]";
    check.place = text(
        "kube-state-metrics (labels are opt-in; GPU feature discovery sets those of nvidia.com); or node "
        "objects by --objects");
    return check;
}

Check waiting(const CheckupInput& in) {
    Check check{.id = "waiting", .what = text("which pods waited, and since when")};
    // Of one instant nothing can be said of waiting, whatever it lists.
    const bool listed =
        std::ranges::any_of(in.timeline.pods, [](const model::Pod& p) { return p.created.has_value(); });
    check.state = in.audit.waits.known || (in.timeline.instant && listed) ? CheckState::there : CheckState::missing;
    check.effect = text("nothing can be said of waiting, and free cards not told from those that nobody could use");
    check.gpu_ms = time_in(in.study.accounts.estate, {C::free_no_demand});
    check.classes = {C::free_fragmented, C::free_stranded, C::free_constrained, C::free_no_demand};
    check.findings = {F::fragmentation, F::stranding, F::constraint_conflict, F::gang_partial, F::quota_old_unit};
    check.setting = "--resources=nodes,pods,replicasets,jobs,resourcequotas";
    check.place = text("kube-state-metrics (all of these are in its default), scraped; a pool table gives totals");
    return check;
}

Check pod_specs(const CheckupInput& in) {
    Check check{
        .id = "pod-specs", .what = text("what each pod asks for beside GPUs, and where it may go"), .unit = "pods"};
    bool lasting = false;  // one that is not known was still there at the end
    for (const model::Pod& pod : in.timeline.pods) {
        if (pod.spec.device.kind == model::DeviceKind::none) continue;
        ++check.of;
        check.covered += pod.spec.spec_known ? 1 : 0;
        lasting = lasting || (!pod.spec.spec_known && !pod.ended);
    }
    check.state = state_of(check.covered, check.of);
    check.gpu_ms = in.audit.waits.unconstrained_ms;
    check.effect = text("waiting pods whose template is not known are taken as able to run anywhere");
    check.classes = {C::free_stranded, C::free_constrained};
    check.findings = {F::stranding, F::constraint_conflict, F::gang_partial, F::quota_old_unit};
    check.setting =
        "kubectl get nodes,pods,deployments,replicasets,statefulsets,daemonsets,jobs,resourcequotas -A -o json > "
        "objects.json";
    check.place = text("then --objects objects.json; queue and gang objects (Kueue, PodGroup, NodeClaim) likewise");
    if (check.state != CheckState::partly || lasting) return check;
    check.setting = "kubectl get pods -A -o json > pods-$(date +%F-%H).json";
    check.place = text(
        "those pods have ended, and a dump holds only pods that are there: dumps taken while such pods run (every "
        "hour, say), all of them by --objects");
    return check;
}

// Pods that held cards, and of how many of them `known` was measured in some hour.
Check of_holders(const CheckupInput& in, std::string_view id, Text what, Mean PodHour::*known, bool serving_only) {
    Check check{.id = id, .what = std::move(what), .unit = "pods"};
    std::set<model::PodIx> measured;
    for (const PodHour& hour : in.study.folded.pod_hours)
        if ((hour.*known).known()) measured.insert(hour.pod);
    std::set<model::PodIx> holders;
    for (const WorkloadView& view : in.study.views)
        if (!serving_only || (!view.batch && !view.notebook)) holders.insert(view.pods.begin(), view.pods.end());
    for (const model::PodIx pod : holders) check.covered += measured.contains(pod) ? 1 : 0;
    check.of = static_cast<std::int64_t>(holders.size());
    if (check.of == 0 && !measured.empty()) {  // servers whose cards are not in the input
        check.covered = check.of = static_cast<std::int64_t>(measured.size());
    }
    check.state = state_of(check.covered, check.of);
    return check;
}

Check host_cpu(const CheckupInput& in) {
    Check check = of_holders(in, "pod-cpu", text("how much CPU the holders' pods used"), &PodHour::cpu_cores, false);
    if (check.state == CheckState::missing) check.gpu_ms = time_in(in.study.accounts.estate, {C::active_headroom});
    check.effect = text("starved data pipelines cannot be told from slow kernels");
    check.classes = {C::active_stalled, C::active_headroom};
    check.findings = {F::data_starvation, F::cpu_launch_bound};
    check.setting = "metrics_path: /metrics/cadvisor";
    check.place =
        text("a scrape job for every kubelet (port 10250), container_cpu_* and labels namespace and pod kept");
    return check;
}

// Kubernetes: the gate KubeletPSI is beta (on) since 1.34; it needs cgroup v2 and a kernel with PSI.
Check host_pressure(const CheckupInput& in) {
    Check check = of_holders(in, "pod-pressure", text("how long the holders' pods waited for CPU and disks"),
                             &PodHour::cpu_pressure, false);
    check.effect = text("a pipeline that waits for disks is seen by its CPU alone");
    check.findings = {F::data_starvation};
    check.setting = "featureGates: {KubeletPSI: true}";
    check.place = text("kubelet configuration (on since Kubernetes 1.34; cgroup v2), then /metrics/cadvisor");
    return check;
}

// docs.vllm.ai, "Production Metrics": on unless --disable-log-stats; docs.sglang.io likewise: --enable-metrics.
Check serving(const CheckupInput& in) {
    Check check =
        of_holders(in, "serving", text("requests, latency and KV cache of model servers"), &PodHour::running, true);
    check.effect = text("requests, latency and the memory that servers really need are not known");
    check.findings = {F::low_traffic, F::queue_saturated, F::kv_over_reserved};
    check.setting = "metrics_path: /metrics";
    check.place = text(
        "a scrape job for the servers' pods; vLLM: leave --disable-log-stats out; SGLang: "
        "--enable-metrics. Pods that serve no model need none");
    return check;
}

Check prices(const CheckupInput& in) {
    Check check{.id = "prices", .what = text("what each node costs"), .unit = "nodes"};
    check.covered = in.audit.worth.priced_nodes;
    check.of = in.audit.worth.priced_nodes + in.audit.worth.unpriced_nodes;
    check.state = state_of(check.covered, check.of);
    check.gpu_ms = in.audit.worth.unpriced_gpu_ms;
    check.effect = text("GPU-hours are stated, money is not");
    check.setting = "--prices prices.csv";
    check.place = text("option of arable: instance type, region, purchase option and price an hour");
    return check;
}

Check launches(const CheckupInput& in) {
    Check check{.id = "node-launches", .what = text("when an autoscaler started nodes, or could not")};
    // A list that was asked for and is empty says that nothing was started; only its name tells what it lists.
    const bool empty = std::ranges::any_of(in.timeline.sources, [](const model::SourceNote& note) {
        return note.kind == "objects" && note.records == 0 && note.name.find("nodeclaim") != std::string::npos;
    });
    const bool told = empty || !in.timeline.launches.empty() || !in.timeline.caps.empty();
    check.state = told ? CheckState::there : CheckState::missing;
    check.effect = text("waiting for a node to start, or for a pool at its limit, counts as a shortage");
    check.setting = "kubectl get nodeclaims,nodepools -o json > nodeclaims.json";
    check.place = text("then --objects nodeclaims.json; clusters that do not grow have none");
    return check;
}

}  // namespace

std::vector<Check> cluster_checks(const CheckupInput& in) {
    std::vector<Check> checks;
    for (const auto make :
         {owners, readiness, node_labels, waiting, pod_specs, host_cpu, host_pressure, serving, prices, launches})
        checks.push_back(make(in));
    return checks;
}

// Prometheus keeps 15 days unless --storage.tsdb.retention.time says otherwise (its "Storage" page).
std::vector<Check> history_checks(const CheckupInput& in) {
    const WindowFacts& window = in.audit.window;
    Check history{.id = "history", .what = text("a history as long as the window")};
    const bool whole = !window.instant && window.found + minutes(30) >= window.asked;
    history.state = whole ? CheckState::there : window.instant ? CheckState::missing : CheckState::partly;
    history.effect = window.instant ? text("shares of cards are stated; rates, waits and hours are not")
                                    : text("daily and weekly rhythms, rare peaks and work of other days are not seen");
    history.setting = "--storage.tsdb.retention.time=30d";
    history.place = text("Prometheus (it keeps 15 days unless told otherwise); then --prometheus URL");

    Check density{.id = "scrape-interval", .what = text("samples near enough to each other")};
    const Duration apart = window.sample_interval;
    density.state = apart.ms == 0         ? CheckState::missing
                    : apart <= minutes(1) ? CheckState::there
                    : window.downsampled  ? CheckState::missing
                                          : CheckState::partly;
    density.effect = apart.ms == 0
                         ? text("no card has samples over time")
                         : text("samples are {} apart: shorter pauses and peaks are not seen", duration_text(apart));
    density.setting = "scrape_interval: 30s";
    density.place = text("the scrape job of the GPU exporter (dcgm-exporter itself collects every 30 s)");
    return {std::move(history), std::move(density)};
}

}  // namespace arable::diagnose
