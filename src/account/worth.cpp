#include "account/worth.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

__extension__ using Wide = __int128;

// Money of GPU time at the prices of its GPUs, rounded once. `broken` once a part has no price or another currency.
class Bill {
  public:
    void add(const std::optional<Money>& hour, std::int64_t gpu_ms) {
        if (gpu_ms <= 0) return;
        if (!hour || (ms_ > 0 && currency_ != hour->currency)) {
            broken_ = true;
            return;
        }
        currency_ = hour->currency;
        weighted_ += static_cast<Wide>(gpu_ms) * hour->micros;
        ms_ += gpu_ms;
    }
    std::optional<Rate> rate() const {
        if (broken_ || ms_ == 0) return std::nullopt;
        return Rate{static_cast<std::int64_t>((weighted_ + ms_ / 2) / ms_), currency_};
    }
    std::optional<Money> money() const {
        if (broken_ || ms_ == 0) return std::nullopt;
        return Money{static_cast<std::int64_t>((weighted_ + kHour / 2) / kHour), currency_};
    }

  private:
    static constexpr Wide kHour = 3'600'000;
    Wide weighted_ = 0;  // millionths x milliseconds
    Wide ms_ = 0;
    std::string currency_;
    bool broken_ = false;
};

// Sums of several currencies.
class Purse {
  public:
    void add(const std::optional<Money>& hour, std::int64_t gpu_ms) {
        if (hour) bills_[hour->currency].add(hour, gpu_ms);
    }
    std::vector<Money> listed() const {
        std::vector<Money> all;
        for (const auto& [currency, bill] : bills_)
            if (const auto money = bill.money()) all.push_back(*money);
        return all;
    }

  private:
    std::map<std::string, Bill> bills_;
};

// Whose money. A Deployment and a Job of one name are two workloads.
struct BillKey {
    SubjectType type{};
    std::string cluster;
    std::string name;
    std::string kind;  // of workloads and gangs
    friend auto operator<=>(const BillKey&, const BillKey&) = default;
};

// What a subject held: in all, and class by class where that is known. A finding costs what its classes cost there.
struct Bills {
    Bill all;
    std::array<Bill, diagnose::kAccountClasses> classes;
};
using BillsOf = std::map<BillKey, Bills>;

void bill_hardware(const model::Timeline& timeline, const std::vector<GpuPrice>& price, BillsOf& bills) {
    for (std::size_t g = 0; g < timeline.gpus.size(); ++g) {
        const model::Gpu& gpu = timeline.gpus[g];
        const auto& at = price[g].per_gpu_hour;
        const std::int64_t ms = total(gpu.present).ms;
        bills[{SubjectType::gpu, gpu.cluster, gpu.name, ""}].all.add(at, ms);
        bills[{SubjectType::estate, "", "", ""}].all.add(at, ms);
        if (!gpu.node.known()) continue;
        const model::Node& node = timeline.nodes[gpu.node.at()];
        bills[{SubjectType::node, node.cluster, node.name, ""}].all.add(at, ms);
        bills[{SubjectType::pool, node.cluster, node.pool, ""}].all.add(at, ms);
    }
}

// Pods and gangs by the time of their claims: one of them is on one kind of node nearly always.
void bill_claims(const model::Timeline& timeline, const std::vector<GpuPrice>& price, BillsOf& bills) {
    std::map<model::NodeIx, std::size_t> first_gpu;  // of claims known by count: the cards of a node cost the same
    for (std::size_t g = 0; g < timeline.gpus.size(); ++g) first_gpu.try_emplace(timeline.gpus[g].node, g);
    for (const model::Claim& claim : timeline.claims) {
        if (!claim.pod.known() || (!claim.gpu.known() && claim.count == 0)) continue;
        const auto of_node = first_gpu.find(claim.node);
        if (!claim.gpu.known() && of_node == first_gpu.end()) continue;
        const auto& at = price[claim.gpu.known() ? claim.gpu.at() : of_node->second].per_gpu_hour;
        const model::Pod& pod = timeline.pods[claim.pod.at()];
        const std::int64_t ms = claim.held.length().ms * std::max(1, claim.count);
        bills[{SubjectType::pod, pod.cluster, pod.ns + "/" + pod.name, ""}].all.add(at, ms);
        if (!pod.gang.known()) continue;
        const model::Gang& gang = timeline.gangs[pod.gang.at()];
        bills[{SubjectType::gang, pod.cluster, gang.ns + "/" + gang.name, gang.kind}].all.add(at, ms);
    }
}

void bill_workloads(const Audit& audit, const std::vector<GpuPrice>& price, BillsOf& bills) {
    for (const diagnose::WorkloadRow& row : audit.workloads) {
        Bills& of_workload = bills[{SubjectType::workload, row.cluster, row.ns + "/" + row.name, row.kind}];
        Bills& of_ns = bills[{SubjectType::ns, row.cluster, row.ns, ""}];
        for (const diagnose::HeldOn& card : row.cards) {
            const auto& at = price[card.gpu.at()].per_gpu_hour;
            for (std::size_t c = 0; c < diagnose::kAccountClasses; ++c) {
                for (Bills* one : {&of_workload, &of_ns}) {
                    one->all.add(at, card.classes[c]);
                    one->classes[c].add(at, card.classes[c]);
                }
            }
        }
    }
}

std::optional<Money> cost_of(const Bills& bills, const diagnose::ClassTimes& gpu_ms) {
    Bill sum;
    for (std::size_t c = 0; c < diagnose::kAccountClasses; ++c) {
        if (gpu_ms[c] <= 0) continue;
        auto rate = bills.classes[c].rate();
        if (!rate) rate = bills.all.rate();
        sum.add(rate ? std::optional(Money{rate->micros_per_gpu_hour, rate->currency}) : std::nullopt, gpu_ms[c]);
    }
    return sum.money();
}

// A subject is named without its kind: of several kinds of one name there is a cost where they agree.
std::optional<Money> cost_of(const BillsOf& bills, const Finding& finding) {
    BillKey key{finding.subject.type, finding.subject.cluster, finding.subject.name, ""};
    if (key.type == SubjectType::instance) {  // "<gpu>#<id>" costs what its card costs
        key.type = SubjectType::gpu;
        key.name = key.name.substr(0, key.name.find('#'));
    }
    if (key.type == SubjectType::estate) key.cluster = "";
    std::optional<Money> found;
    for (auto at = bills.lower_bound(key); at != bills.end(); ++at) {
        const BillKey& other = at->first;
        if (other.type != key.type || other.cluster != key.cluster || other.name != key.name) break;
        const auto money = cost_of(at->second, finding.gpu_ms);
        if (!money || (found && *found != *money)) return std::nullopt;
        found = money;
    }
    return found;
}

void add_capacity(Audit& audit, const model::Timeline& timeline, const std::vector<GpuPrice>& price) {
    Purse paid;
    Purse fallow;
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
        paid.add(price[g].per_gpu_hour, row.gpu_ms);
        fallow.add(price[g].per_gpu_hour, row.gpu_ms - row.classes[productive]);
        audit.worth.priced_gpu_ms += row.gpu_ms;
        priced.insert(timeline.gpus[g].node);
    }
    audit.worth.paid = paid.listed();
    audit.worth.fallow = fallow.listed();
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
    const auto gap = [&](model::Gap::Kind kind, std::size_t nodes, Text message) {
        if (nodes == 0) return;
        audit.gaps.push_back({.kind = kind,
                              .subject = "prices",
                              .message = std::move(message),
                              .count = static_cast<std::int64_t>(nodes),
                              .gpu_time = {}});
    };
    gap(model::Gap::Kind::assumption, on_demand.size(),
        text("nodes that nothing says how they were bought: {}, priced on demand; a label of the cloud or of "
             "the autoscaler would say it (karpenter.sh/capacity-type)",
             on_demand.size()));
    gap(model::Gap::Kind::missing_metric, anywhere.size(),
        text("nodes whose type has several prices, and whose region nothing names: {}, without a price; the "
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
    BillsOf bills;
    bill_hardware(timeline, price, bills);
    bill_claims(timeline, price, bills);
    bill_workloads(audit, price, bills);
    for (Finding& finding : audit.findings) {
        const std::int64_t extent = std::accumulate(finding.gpu_ms.begin(), finding.gpu_ms.end(), std::int64_t{0});
        if (extent == 0 || diagnose::is_about_telemetry(finding.kind)) continue;
        finding.money = cost_of(bills, finding);
    }
    Purse as_is;
    Purse after_edit;
    for (diagnose::WorkloadRow& row : audit.workloads) {
        row.money = bills[{SubjectType::workload, row.cluster, row.ns + "/" + row.name, row.kind}].all.money();
        for (const diagnose::HeldOn& card : row.cards) {
            const auto& at = price[card.gpu.at()].per_gpu_hour;
            as_is.add(at, card.curable.as_is_ms);
            after_edit.add(at, card.curable.after_edit_ms);
        }
    }
    audit.worth.curable_as_is = as_is.listed();
    audit.worth.curable_after_edit = after_edit.listed();
}

}  // namespace arable::account
