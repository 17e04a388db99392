#include "account/worth.h"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <set>
#include <string>

#include "account/price_of.h"

namespace arable::account {
namespace {

using diagnose::Audit;
using diagnose::Finding;
using diagnose::SubjectType;

// A price per GPU-hour that holds for a whole subject.
struct Rate {
    std::int64_t micros_per_gpu_hour = 0;
    std::string currency;
    friend bool operator==(const Rate&, const Rate&) = default;
};

// Mean of prices weighted by time; `broken` once a part has no price or another currency.
class Blend {
  public:
    void add(const std::optional<Money>& price, std::int64_t ms) {
        if (ms <= 0) return;
        if (!price || (ms_ > 0 && currency_ != price->currency)) {
            broken_ = true;
            return;
        }
        currency_ = price->currency;
        weighted_ += static_cast<Wide>(ms) * price->micros;
        ms_ += ms;
    }
    std::optional<Rate> rate() const {
        if (broken_ || ms_ == 0) return std::nullopt;
        return Rate{static_cast<std::int64_t>((weighted_ + ms_ / 2) / ms_), currency_};
    }

  private:
    __extension__ using Wide = __int128;
    Wide weighted_ = 0;
    Wide ms_ = 0;
    std::string currency_;
    bool broken_ = false;
};

std::optional<Money> money_for(const std::optional<Rate>& rate, std::int64_t gpu_ms) {
    if (!rate) return std::nullopt;
    return Money{micros_for(gpu_ms, rate->micros_per_gpu_hour), rate->currency};
}

// Whose rate. A Deployment and a Job of one name are two workloads.
struct RateKey {
    SubjectType type{};
    std::string cluster;
    std::string name;
    std::string kind;  // of workloads and gangs
    friend auto operator<=>(const RateKey&, const RateKey&) = default;
};
using Rates = std::map<RateKey, std::optional<Rate>>;

Rates rates_of(const model::Timeline& timeline, const std::vector<GpuPrice>& price) {
    std::map<RateKey, Blend> blends;
    for (std::size_t g = 0; g < timeline.gpus.size(); ++g) {
        const model::Gpu& gpu = timeline.gpus[g];
        const auto& at = price[g].per_gpu_hour;
        const std::int64_t ms = total(gpu.present).ms;
        blends[{SubjectType::gpu, gpu.cluster, gpu.name, ""}].add(at, ms);
        blends[{SubjectType::estate, "", "", ""}].add(at, ms);
        if (!gpu.node.known()) continue;
        const model::Node& node = timeline.nodes[gpu.node.at()];
        blends[{SubjectType::node, node.cluster, node.name, ""}].add(at, ms);
        blends[{SubjectType::pool, node.cluster, node.pool, ""}].add(at, ms);
    }
    for (const model::Claim& claim : timeline.claims) {
        if (!claim.pod.known() || !claim.gpu.known()) continue;
        const model::Pod& pod = timeline.pods[claim.pod.at()];
        const auto& at = price[claim.gpu.at()].per_gpu_hour;
        const std::int64_t ms = claim.held.length().ms;
        blends[{SubjectType::pod, pod.cluster, pod.ns + "/" + pod.name, ""}].add(at, ms);
        blends[{SubjectType::ns, pod.cluster, pod.ns, ""}].add(at, ms);
        if (pod.workload.known()) {
            const model::Workload& w = timeline.workloads[pod.workload.at()];
            blends[{SubjectType::workload, pod.cluster, w.ns + "/" + w.name, w.kind}].add(at, ms);
        }
        if (pod.gang.known()) {
            const model::Gang& gang = timeline.gangs[pod.gang.at()];
            blends[{SubjectType::gang, pod.cluster, gang.ns + "/" + gang.name, gang.kind}].add(at, ms);
        }
    }
    Rates rates;
    for (const auto& [key, blend] : blends) rates[key] = blend.rate();
    return rates;
}

// A subject is named without its kind: of several kinds of one name there is a rate where they agree.
std::optional<Rate> rate_of(const Rates& rates, const diagnose::Subject& subject) {
    RateKey key{subject.type, subject.cluster, subject.name, ""};
    if (key.type == SubjectType::instance) {  // "<gpu>#<id>" costs what its card costs
        key.type = SubjectType::gpu;
        key.name = key.name.substr(0, key.name.find('#'));
    }
    if (key.type == SubjectType::estate) key.cluster = "";
    std::optional<Rate> found;
    for (auto at = rates.lower_bound(key); at != rates.end(); ++at) {
        const RateKey& other = at->first;
        if (other.type != key.type || other.cluster != key.cluster || other.name != key.name) break;
        if (!at->second || (found && *found != *at->second)) return std::nullopt;
        found = at->second;
    }
    return found;
}

std::vector<Money> listed(const std::map<std::string, std::int64_t>& sums) {
    std::vector<Money> all;
    for (const auto& [currency, micros] : sums) all.push_back({micros, currency});
    return all;
}

void add_capacity(Audit& audit, const model::Timeline& timeline, const std::vector<GpuPrice>& price) {
    std::map<std::string, std::int64_t> paid;
    std::map<std::string, std::int64_t> fallow;
    std::set<model::NodeIx> priced;
    std::set<model::NodeIx> unpriced;
    const auto productive = static_cast<std::size_t>(diagnose::AccountClass::productive);
    for (std::size_t g = 0; g < audit.gpus.size() && g < price.size(); ++g) {
        const diagnose::GpuRow& row = audit.gpus[g];
        if (!price[g].per_gpu_hour) {
            audit.worth.unpriced_gpu_ms += row.gpu_ms;
            unpriced.insert(timeline.gpus[g].node);
            continue;
        }
        const Money& hour = *price[g].per_gpu_hour;
        const std::int64_t all = micros_for(row.gpu_ms, hour.micros);
        paid[hour.currency] += all;
        fallow[hour.currency] += all - micros_for(row.classes[productive], hour.micros);
        audit.worth.priced_gpu_ms += row.gpu_ms;
        priced.insert(timeline.gpus[g].node);
    }
    audit.worth.paid = listed(paid);
    audit.worth.fallow = listed(fallow);
    audit.worth.priced_nodes = static_cast<std::int64_t>(priced.size());
    audit.worth.unpriced_nodes = static_cast<std::int64_t>(unpriced.size());
}

// What was taken for granted, and what stays without a price for lack of one label: nodes, not GPUs.
void add_price_gaps(Audit& audit, const model::Timeline& timeline, const std::vector<GpuPrice>& price) {
    std::set<model::NodeIx> on_demand;
    std::set<model::NodeIx> anywhere;
    for (std::size_t g = 0; g < price.size(); ++g) {
        if (price[g].taken_on_demand) on_demand.insert(timeline.gpus[g].node);
        if (price[g].region_decides) anywhere.insert(timeline.gpus[g].node);
    }
    const auto gap = [&](model::Gap::Kind kind, std::size_t nodes, std::string message) {
        if (nodes == 0) return;
        audit.gaps.push_back({.kind = kind,
                              .subject = "prices",
                              .message = std::move(message),
                              .count = static_cast<std::int64_t>(nodes),
                              .gpu_time = {}});
    };
    gap(model::Gap::Kind::assumption, on_demand.size(),
        fmt::format("nodes that nothing says how they were bought: {}, priced on demand; a label of the cloud or of "
                    "the autoscaler would say it (karpenter.sh/capacity-type)",
                    on_demand.size()));
    gap(model::Gap::Kind::missing_metric, anywhere.size(),
        fmt::format("nodes whose type has several prices, and whose region nothing names: {}, without a price; the "
                    "label topology.kubernetes.io/region would give it",
                    anywhere.size()));
}

}  // namespace

void add_worth(diagnose::Audit& audit, const model::Timeline& timeline, const model::PriceList& prices) {
    std::vector<GpuPrice> price;
    for (const model::Gpu& gpu : timeline.gpus) {
        const model::Node* node = gpu.node.known() ? &timeline.nodes[gpu.node.at()] : nullptr;
        price.push_back(price_of(node, gpu, prices));
    }
    add_capacity(audit, timeline, price);
    add_price_gaps(audit, timeline, price);
    const Rates rates = rates_of(timeline, price);
    for (Finding& finding : audit.findings) {
        const std::int64_t extent = std::accumulate(finding.gpu_ms.begin(), finding.gpu_ms.end(), std::int64_t{0});
        if (extent == 0 || diagnose::is_about_telemetry(finding.kind)) continue;
        finding.money = money_for(rate_of(rates, finding.subject), extent);
    }
    std::map<std::string, std::int64_t> as_is;
    std::map<std::string, std::int64_t> after_edit;
    for (diagnose::WorkloadRow& row : audit.workloads) {
        const auto found = rates.find({SubjectType::workload, row.cluster, row.ns + "/" + row.name, row.kind});
        const std::optional<Rate> rate = found == rates.end() ? std::nullopt : found->second;
        row.money = money_for(rate, row.gpu_ms);
        if (!rate) continue;
        as_is[rate->currency] += micros_for(row.curable.as_is_ms, rate->micros_per_gpu_hour);
        after_edit[rate->currency] += micros_for(row.curable.after_edit_ms, rate->micros_per_gpu_hour);
    }
    audit.worth.curable_as_is = listed(as_is);
    audit.worth.curable_after_edit = listed(after_edit);
}

}  // namespace arable::account
