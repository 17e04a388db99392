#include "diagnose/curable.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "base/figures.h"
#include "diagnose/card.h"
#include "diagnose/sharing.h"

namespace arable::diagnose {
namespace {

constexpr std::size_t kPartnersTried = 32;

const char* forbidden_by_shape(const model::Timeline& timeline, const Tenant& tenant) {
    if (!tenant.pod.known()) return "owner not known";
    const model::Pod& pod = timeline.pods[tenant.pod.at()];
    const bool several = pod.spec.device.kind == model::DeviceKind::whole && pod.spec.device.count > 1;
    if (several || tenant.gpus_of_pod > 1) return "multi-GPU";
    if (pod.gang.known() && timeline.gangs[pod.gang.at()].pods.size() > 1) return "gang";
    if (pod.spec.peer_to_peer) return "peer-to-peer";
    if (tenant.instance) return "MIG instance already cut";
    if (tenant.shared_card) return "card already shared";
    if (tenant.saturated) return "its queue is full: it has no spare capacity";
    return nullptr;
}

// vGPU guests and cards of other makers have no time-slicing, MPS or MIG that could be set up from here.
bool platform_supports(const model::Gpu& gpu) {
    std::string name = gpu.product_name.empty() ? gpu.product : gpu.product_name;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto says = [&](const char* word) { return name.find(word) != std::string::npos; };
    return !says("vgpu") && !says("grid") && !says("amd") && !says("instinct") && !says("gaudi") && !says("intel");
}

// Reserved at start and how much of it would do; absent when the tenant is no such server. Where it is not known how
// large the model is, all of it is needed: no edit rather than one that cuts into the weights.
struct Reservation {
    double now = 0.0, enough = 0.0;  // of the card's memory, the latter in steps of 0.05
};
std::optional<Reservation> reservation_of(const Tenant& tenant) {
    if (!tenant.memory_total || *tenant.memory_total <= 0.0) return std::nullopt;
    if (!tenant.memory_fraction || *tenant.memory_fraction <= 0.5) return std::nullopt;
    const double now = *tenant.memory_fraction;
    const double enough = tenant.need_memory ? enough_to_reserve(*tenant.need_memory, *tenant.memory_total) : now;
    return Reservation{now, std::min(now, enough)};
}

// Memory that a process must be given: its peak and some. A server that reserves at start never grows.
constexpr double kContext = static_cast<double>(kProcessContext.value);
double need_now(const Tenant& tenant) {
    return *tenant.memory_most * (reservation_of(tenant) ? 1.0 : kNeedMargin) + kContext;
}
double need_after_edit(const Tenant& tenant) {
    const auto reservation = reservation_of(tenant);
    if (!reservation) return need_now(tenant);
    return std::min(*tenant.memory_most, reservation->enough * *tenant.memory_total) + kContext;
}

// Why nobody can stand beside a tenant: the furthest that any candidate came.
enum class Obstacle : std::uint8_t { memory, bandwidth, latency, none };

class Partners {
  public:
    Partners(const model::Timeline& timeline, const std::vector<Tenant>& tenants) {
        // Under MPS, the kindest of the mechanisms, with less history less.
        overlap_ = timeline.window.length() >= days(14) ? 0.15 : 0.10;
        for (const Tenant& tenant : tenants) {
            if (forbidden_by_shape(timeline, tenant) != nullptr || !tenant.memory_most) continue;
            if (!platform_supports(timeline.gpus[tenant.gpu.at()])) continue;
            by_domain_[tenant.domain].push_back({&tenant, need_now(tenant), need_after_edit(tenant)});
        }
        for (auto& [domain, list] : by_domain_) {
            std::ranges::stable_sort(list, {}, [](const Candidate& c) { return std::pair(c.after, c.now); });
            // One claim a pod: a pod that came back many times is one candidate.
            std::vector<Candidate> few;
            for (const Candidate& c : list) {
                const bool again =
                    std::ranges::any_of(few, [&](const Candidate& f) { return f.tenant->pod == c.tenant->pod; });
                if (!again && few.size() < kPartnersTried) few.push_back(c);
            }
            list = std::move(few);
        }
    }

    bool any(const Tenant& tenant) const {
        const auto it = by_domain_.find(tenant.domain);
        return it != by_domain_.end() &&
               std::ranges::any_of(it->second, [&](const Candidate& c) { return c.tenant->pod != tenant.pod; });
    }

    // For a tenant that is given `need` bytes; with `edited`, the others have made their own edits too.
    Obstacle beside(const Tenant& tenant, double need, bool edited) const {
        Obstacle furthest = Obstacle::memory;
        const auto it = by_domain_.find(tenant.domain);
        if (it == by_domain_.end() || !tenant.memory_total) return furthest;
        for (const Candidate& c : it->second) {
            if (c.tenant->pod == tenant.pod) continue;
            if (need + (edited ? c.after : c.now) > *tenant.memory_total) continue;
            const Obstacle reached = both_bound(tenant, *c.tenant)      ? Obstacle::bandwidth
                                     : both_critical(tenant, *c.tenant) ? Obstacle::latency
                                                                        : Obstacle::none;
            furthest = std::max(furthest, reached);
        }
        return furthest;
    }

  private:
    struct Candidate {
        const Tenant* tenant = nullptr;
        double now = 0.0, after = 0.0;  // bytes
    };
    static bool both_bound(const Tenant& a, const Tenant& b) {
        return a.dram_mean && b.dram_mean && *a.dram_mean >= 0.5 && *b.dram_mean >= 0.5;
    }
    // Overlap of two that know nothing of each other is how much of the time the other one is busy.
    bool both_critical(const Tenant& a, const Tenant& b) const {
        if (!a.serving || !b.serving) return false;
        return !a.engine_mean || !b.engine_mean || *a.engine_mean > overlap_ || *b.engine_mean > overlap_;
    }
    double overlap_;
    std::map<std::string, std::vector<Candidate>> by_domain_;
};

std::int64_t gpus_of_node(const model::Timeline& timeline, model::NodeIx node) {
    return std::ranges::count_if(timeline.gpus, [&](const model::Gpu& gpu) { return gpu.node == node; });
}

// The request edits that a node shared by two would need; empty when none.
Text request_edit(const model::Timeline& timeline, const Tenant& tenant, std::int64_t gpus) {
    const model::Pod& pod = timeline.pods[tenant.pod.at()];
    const model::NodeIx at = timeline.gpus[tenant.gpu.at()].node;
    if (!at.known() || !pod.spec.spec_known || gpus <= 0) return {};
    const model::Node& node = timeline.nodes[at.at()];
    if (node.cpu && pod.spec.cpu.value > node.cpu->value / gpus / 2) {
        const double half = static_cast<double>(node.cpu->value) / static_cast<double>(gpus) / 2000.0;
        const double used = tenant.cpu_cores ? std::ceil(*tenant.cpu_cores * 12.0) / 10.0 : half;
        return text("lower the CPU request from {} to {} cores",
                    Figure{fmt::format("{:g}", static_cast<double>(pod.spec.cpu.value) / 1000.0)},
                    Decimal{std::min(half, used), 1});
    }
    if (node.memory && pod.spec.memory.value > node.memory->value / gpus / 2) {
        return text("lower the memory request from {} to {}", bytes_text(pod.spec.memory),
                    bytes_text({node.memory->value / gpus / 2}));
    }
    return {};
}

// More cores used than half a GPU's share of the node: no edit makes two of it fit.
bool cpu_is_needed(const model::Timeline& timeline, const Tenant& tenant, std::int64_t gpus) {
    const model::NodeIx at = timeline.gpus[tenant.gpu.at()].node;
    if (!at.known() || !tenant.cpu_cores || gpus <= 0 || !timeline.nodes[at.at()].cpu) return false;
    const double share = static_cast<double>(timeline.nodes[at.at()].cpu->value) / static_cast<double>(gpus) / 1000.0;
    return *tenant.cpu_cores > share / 2.0 && timeline.pods[tenant.pod.at()].spec.spec_known;
}

CureJudgement judge(const model::Timeline& timeline, const Tenant& tenant, const Partners& partners,
                    std::int64_t gpus_beside) {
    const auto forbid = [](std::string rule) { return CureJudgement{Cure::forbidden, std::move(rule), {}}; };
    if (const char* rule = forbidden_by_shape(timeline, tenant)) return forbid(rule);
    if (!platform_supports(timeline.gpus[tenant.gpu.at()])) return forbid("no platform support");
    if (!partners.any(tenant)) return forbid("no partner in its trust domain");
    if (!tenant.memory_most || !tenant.memory_total) return forbid("memory need not known");
    if (cpu_is_needed(timeline, tenant, gpus_beside)) return forbid("CPU: it uses most of its GPU's share");
    Text edit;
    const double need = need_after_edit(tenant);
    if (const auto reservation = reservation_of(tenant)) {
        const double enough = reservation->enough;
        if (enough < reservation->now) {
            edit =
                text("lower --gpu-memory-utilization from {} to {}", Decimal{reservation->now, 2}, Decimal{enough, 2});
        }
    }
    switch (partners.beside(tenant, need, !edit.empty())) {
        case Obstacle::memory:
            return forbid("memory: no tenant of its trust domain fits beside it");
        case Obstacle::bandwidth:
            return forbid("memory bandwidth: it and all that would fit are bound by it");
        case Obstacle::latency:
            return forbid("latency: it and all that would fit are services, and too busy");
        case Obstacle::none:
            break;
    }
    if (const Text request = request_edit(timeline, tenant, gpus_beside); !request.empty()) {
        edit = edit.empty() ? request : text("{}, and {}", edit, request);
    }
    return edit.empty() ? CureJudgement{Cure::as_is, "", {}} : CureJudgement{Cure::after_edit, "", edit};
}

void book(Curable& split, Cure cure, std::int64_t ms) {
    (cure == Cure::as_is ? split.as_is_ms : cure == Cure::after_edit ? split.after_edit_ms : split.forbidden_ms) += ms;
}

}  // namespace

std::vector<CureJudgement> judge_tenants(const model::Timeline& timeline, const std::vector<Tenant>& tenants) {
    const Partners partners(timeline, tenants);
    std::map<model::NodeIx, std::int64_t> gpus;
    std::vector<CureJudgement> judgements;
    judgements.reserve(tenants.size());
    for (const Tenant& tenant : tenants) {
        const model::NodeIx node = timeline.gpus[tenant.gpu.at()].node;
        const auto [it, added] = gpus.try_emplace(node, 0);
        if (added) it->second = gpus_of_node(timeline, node);
        judgements.push_back(judge(timeline, tenant, partners, it->second));
    }
    return judgements;
}

bool sharing_might_cure(AccountClass cls) {
    return cls == AccountClass::held_starting || cls == AccountClass::held_empty || cls == AccountClass::held_loaded ||
           cls == AccountClass::active_headroom;
}

CurableSplit split_curable(const Folded& folded, const Accounts& accounts, const std::vector<Tenant>& tenants,
                           const std::vector<CureJudgement>& judgements) {
    static const CureJudgement kStarting{Cure::forbidden, "still starting", {}};
    CurableSplit out;
    std::map<std::pair<std::uint32_t, const CureJudgement*>, std::int64_t> edited;
    out.workloads.resize(accounts.workloads.size());
    out.rules.resize(accounts.workloads.size());
    out.cards.resize(accounts.workloads.size());
    for (std::size_t i = 0; i < folded.hours.size(); ++i) {
        const std::uint32_t owner = accounts.owner[i];
        if (owner == Accounts::kNoOwner) continue;
        const model::GpuIx gpu = folded.lanes[folded.hours[i].lane].gpu;
        HeldOn& card = out.cards[owner].try_emplace(gpu, HeldOn{.gpu = gpu}).first->second;
        const auto tenant = std::ranges::lower_bound(tenants, folded.hours[i].claim, {}, &Tenant::claim);
        for (std::size_t c = 0; c < kAccountClasses; ++c) {
            const auto cls = static_cast<AccountClass>(c);
            const std::int64_t ms = accounts.shares[i][c];
            card.classes[c] += ms;
            if (ms == 0 || !sharing_might_cure(cls)) continue;
            ARABLE_CHECK(tenant != tenants.end() && tenant->claim == folded.hours[i].claim);
            const CureJudgement& found = cls == AccountClass::held_starting
                                             ? kStarting
                                             : judgements[static_cast<std::size_t>(tenant - tenants.begin())];
            book(out.estate[c], found.cure, ms);
            book(out.workloads[owner][c], found.cure, ms);
            book(card.curable, found.cure, ms);
            if (found.cure == Cure::forbidden) {
                out.forbidden[found.rule] += ms;
                out.rules[owner][found.rule] += ms;
            } else if (found.cure == Cure::after_edit) {
                edited[{owner, &found}] += ms;
            }
        }
    }
    for (const auto& [key, ms] : edited) out.edits[{key.first, key.second->edit}] += ms;
    return out;
}

}  // namespace arable::diagnose
