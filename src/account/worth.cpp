#include "account/worth.h"

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
};

// Mean of prices weighted by time; `broken` once a part has no price or another currency.
class Blend {
  public:
    void add(const std::optional<model::GpuPrice>& price, std::int64_t ms) {
        if (ms <= 0) return;
        if (!price || (!currency_.empty() && currency_ != price->per_gpu_hour.currency)) {
            broken_ = true;
            return;
        }
        currency_ = price->per_gpu_hour.currency;
        weighted_ += static_cast<Wide>(ms) * price->per_gpu_hour.micros;
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

using Rates = std::map<std::pair<SubjectType, std::string>, std::optional<Rate>>;

std::string full(const std::string& cluster, const std::string& name) { return cluster + "\n" + name; }

Rates rates_of(const model::Timeline& timeline, const std::vector<std::optional<model::GpuPrice>>& price) {
    std::map<std::pair<SubjectType, std::string>, Blend> blends;
    for (std::size_t g = 0; g < timeline.gpus.size(); ++g) {
        const model::Gpu& gpu = timeline.gpus[g];
        const std::int64_t ms = total(gpu.present).ms;
        blends[{SubjectType::gpu, full(gpu.cluster, gpu.name)}].add(price[g], ms);
        blends[{SubjectType::estate, full("", "")}].add(price[g], ms);
        if (!gpu.node.known()) continue;
        const model::Node& node = timeline.nodes[gpu.node.at()];
        blends[{SubjectType::node, full(node.cluster, node.name)}].add(price[g], ms);
        blends[{SubjectType::pool, full(node.cluster, node.pool)}].add(price[g], ms);
    }
    for (const model::Claim& claim : timeline.claims) {
        if (!claim.pod.known() || !claim.gpu.known()) continue;
        const model::Pod& pod = timeline.pods[claim.pod.at()];
        const auto& at = price[claim.gpu.at()];
        const std::int64_t ms = claim.held.length().ms;
        blends[{SubjectType::pod, full(pod.cluster, pod.ns + "/" + pod.name)}].add(at, ms);
        blends[{SubjectType::ns, full(pod.cluster, pod.ns)}].add(at, ms);
        if (pod.workload.known()) {
            const model::Workload& workload = timeline.workloads[pod.workload.at()];
            blends[{SubjectType::workload, full(pod.cluster, workload.ns + "/" + workload.name)}].add(at, ms);
        }
        if (pod.gang.known()) {
            const model::Gang& gang = timeline.gangs[pod.gang.at()];
            blends[{SubjectType::gang, full(pod.cluster, gang.ns + "/" + gang.name)}].add(at, ms);
        }
    }
    Rates rates;
    for (const auto& [key, blend] : blends) rates[key] = blend.rate();
    return rates;
}

std::optional<Rate> rate_of(const Rates& rates, SubjectType type, const std::string& cluster, std::string name) {
    if (type == SubjectType::instance) {  // "<gpu>#<id>" costs what its card costs
        type = SubjectType::gpu;
        name = name.substr(0, name.find('#'));
    }
    const auto found = rates.find({type, full(type == SubjectType::estate ? "" : cluster, name)});
    return found == rates.end() ? std::nullopt : found->second;
}

std::vector<Money> listed(const std::map<std::string, std::int64_t>& sums) {
    std::vector<Money> all;
    for (const auto& [currency, micros] : sums) all.push_back({micros, currency});
    return all;
}

void add_capacity(Audit& audit, const model::Timeline& timeline,
                  const std::vector<std::optional<model::GpuPrice>>& price) {
    std::map<std::string, std::int64_t> paid;
    std::map<std::string, std::int64_t> fallow;
    std::set<model::NodeIx> priced;
    std::set<model::NodeIx> unpriced;
    const auto productive = static_cast<std::size_t>(diagnose::AccountClass::productive);
    for (std::size_t g = 0; g < audit.gpus.size() && g < price.size(); ++g) {
        const diagnose::GpuRow& row = audit.gpus[g];
        if (!price[g]) {
            audit.worth.unpriced_gpu_ms += row.gpu_ms;
            unpriced.insert(timeline.gpus[g].node);
            continue;
        }
        const Money& hour = price[g]->per_gpu_hour;
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

}  // namespace

void add_worth(diagnose::Audit& audit, const model::Timeline& timeline, const model::PriceList& prices) {
    std::vector<std::optional<model::GpuPrice>> price;
    for (const model::Gpu& gpu : timeline.gpus) {
        const model::Node* node = gpu.node.known() ? &timeline.nodes[gpu.node.at()] : nullptr;
        price.push_back(price_of(node, gpu, prices));
    }
    add_capacity(audit, timeline, price);
    const Rates rates = rates_of(timeline, price);
    for (Finding& finding : audit.findings) {
        const std::int64_t extent = std::accumulate(finding.gpu_ms.begin(), finding.gpu_ms.end(), std::int64_t{0});
        if (extent == 0) continue;
        finding.money =
            money_for(rate_of(rates, finding.subject.type, finding.subject.cluster, finding.subject.name), extent);
    }
    std::map<std::string, std::int64_t> as_is;
    std::map<std::string, std::int64_t> after_edit;
    for (diagnose::WorkloadRow& row : audit.workloads) {
        const auto rate = rate_of(rates, SubjectType::workload, row.cluster, row.ns + "/" + row.name);
        row.money = money_for(rate, row.gpu_ms);
        if (!rate) continue;
        as_is[rate->currency] += micros_for(row.curable.as_is_ms, rate->micros_per_gpu_hour);
        after_edit[rate->currency] += micros_for(row.curable.after_edit_ms, rate->micros_per_gpu_hour);
    }
    audit.worth.curable_as_is = listed(as_is);
    audit.worth.curable_after_edit = listed(after_edit);
}

}  // namespace arable::account
