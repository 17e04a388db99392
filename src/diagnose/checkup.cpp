#include "diagnose/checkup.h"

#include <algorithm>
#include <set>

#include "diagnose/checkup_inputs.h"

namespace arable::diagnose {
namespace {

using C = AccountClass;
using F = FindingKind;
using model::Quantity;

// A quantity that the GPU exporter gives, card by card.
struct CardInput {
    std::string_view id;
    Text what;
    std::vector<Quantity> any_of;
    Text effect;
    std::vector<C> cost;  // time of cards without it in these classes is in doubt
    std::vector<C> classes;
    std::vector<F> findings;
    std::string setting;
};

const Text& counters_file() {
    static const Text kPlace = text("a line in the counters file of dcgm-exporter (-f, DCGM_EXPORTER_COLLECTORS)");
    return kPlace;
}

// Lines: tests/captures/dcgm-exporter-counters/*.csv (dcgm-exporter's own files). CLOCK_THROTTLE_REASONS is in neither;
// its field is 112 of dcgm_fields.h.
std::vector<CardInput> inputs_of_classes() {
    return {
        {"gpu-activity",
         text("whether work ran on each card"),
         {Quantity::engine_active, Quantity::sm_active},
         text("held cards cannot be told idle from busy; GPU_UTIL alone says only that something ran"),
         {C::unknown, C::active_stalled, C::active_bandwidth, C::active_headroom, C::productive},
         {C::unknown, C::held_loaded, C::active_headroom, C::productive},
         {F::loaded_idle, F::idle_notebook, F::over_requested_gpus, F::low_traffic},
         "DCGM_FI_PROF_GR_ENGINE_ACTIVE, gauge, Ratio of time the graphics engine is active."},
        {"sm-activity",
         text("how much of each card computed"),
         {Quantity::sm_active},
         text("computing is a range: 0.3 to 1 x engine activity (the line is commented out in the exporter's files)"),
         {C::productive},
         {C::active_stalled, C::active_headroom, C::productive},
         {F::data_starvation, F::straggler, F::mig_wrong_profile},
         "DCGM_FI_PROF_SM_ACTIVE, gauge, The ratio of cycles an SM has at least 1 warp assigned."},
        {"gpu-memory",
         text("how much memory was loaded on each card"),
         {Quantity::memory_used, Quantity::memory_free},
         text("reserved cards cannot be told loaded from empty, nor free ones from used by nobody known"),
         {C::held_starting, C::held_empty, C::held_loaded},
         {C::used_unclaimed, C::held_starting, C::held_empty, C::held_loaded},
         {F::claimed_empty, F::loaded_idle, F::small_model_big_card, F::near_oom, F::kv_over_reserved},
         "DCGM_FI_DEV_FB_USED, gauge, Framebuffer memory used (in MiB)."},
        {"dram-activity",
         text("how busy each card's memory bandwidth was"),
         {Quantity::dram_active},
         text("work that is bound by memory bandwidth cannot be told from room for others"),
         {C::active_headroom},
         {C::active_bandwidth, C::active_headroom},
         {F::bandwidth_bound},
         "DCGM_FI_PROF_DRAM_ACTIVE, gauge, Ratio of cycles the device memory interface is active sending or receiving "
         "data."},
    };
}

// What only findings need.
std::vector<CardInput> inputs_of_findings() {
    return {
        {"tensor-activity",
         text("whether tensor cores worked"),
         {Quantity::tensor_active},
         text("ranks that wait for each other cannot be told from ranks that work"),
         {},
         {C::active_stalled},
         {F::straggler},
         "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE, gauge, Ratio of cycles the tensor (HMMA) pipe is active."},
        {"pcie-traffic",
         text("how much each card moved over PCIe"),
         {Quantity::pcie_rx},
         text("work that is bound by the host link is not seen"),
         {},
         {},
         {F::pcie_bound},
         "DCGM_FI_PROF_PCIE_RX_BYTES, gauge, The rate of data received over the PCIe bus - including both protocol "
         "headers and data payloads - in bytes per second."},
        {"power",
         text("how much power each card drew"),
         {Quantity::power},
         text("counters that stand still are not seen to be dead, and energy is not known"),
         {},
         {},
         {F::stuck_counter},
         "DCGM_FI_DEV_POWER_USAGE, gauge, Power draw (in W)."},
        {"slowdowns",
         text("why each card's clock was lowered"),
         {Quantity::clock_event_reasons},
         text("cards that were slowed by heat, power or hardware are not seen"),
         {},
         {C::active_stalled},
         {F::throttling},
         "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS, gauge, Reasons why the clock is lowered (bitmask)."},
    };
}

bool has(std::uint64_t quantities, Quantity quantity) {
    return (quantities >> static_cast<unsigned>(quantity) & 1U) != 0;
}

CheckState state_of(std::int64_t covered, std::int64_t of) {
    if (covered == 0) return CheckState::missing;
    return covered < of ? CheckState::partly : CheckState::there;
}

Check card_check(const CheckupInput& in, CardInput input) {
    Check check;
    check.id = input.id;
    check.what = std::move(input.what);
    check.unit = "GPUs";
    std::set<std::string> lacking;
    std::set<std::string> having;
    for (std::size_t g = 0; g < in.timeline.gpus.size(); ++g) {
        if (in.study.folded.gpu_presence_ms[g] == 0) continue;
        ++check.of;
        const std::uint64_t quantities = in.study.folded.gpu_quantities[g];
        const bool covered = std::ranges::any_of(input.any_of, [&](Quantity q) { return has(quantities, q); });
        const std::string& node = in.audit.gpus[g].node;
        if (covered) {
            ++check.covered;
            having.insert(node);
            continue;
        }
        lacking.insert(node);
        for (const C cls : input.cost) check.gpu_ms += in.study.accounts.gpus[g].classes[static_cast<std::size_t>(cls)];
        // Computing that is a range is in doubt between its ends.
        if (input.id == "sm-activity") check.gpu_ms -= in.study.accounts.gpus[g].computing_low_ms;
    }
    check.state = state_of(check.covered, check.of);
    if (check.state == CheckState::partly)
        std::ranges::set_difference(lacking, having, std::back_inserter(check.without));
    check.effect = std::move(input.effect);
    check.classes = std::move(input.classes);
    check.findings = std::move(input.findings);
    check.setting = std::move(input.setting);
    check.place = counters_file();
    return check;
}

// Of what is there nothing is missing.
void settle(Check& check) {
    if (check.state != CheckState::there) return;
    check.effect = {};
    check.gpu_ms = 0;
    check.classes.clear();
    check.findings.clear();
    check.setting.clear();
    check.place = {};
}

// What the audit found was seen, whatever is missing.
void drop_found(Check& check, const std::vector<Finding>& found) {
    std::erase_if(check.findings, [&](FindingKind kind) {
        return std::ranges::any_of(found, [&](const Finding& finding) { return finding.kind == kind; });
    });
}

}  // namespace

std::string_view name(CheckState state) {
    switch (state) {
        case CheckState::there:
            return "there";
        case CheckState::partly:
            return "partly";
        case CheckState::missing:
            break;
    }
    return "missing";
}

Checkup check_up(const model::Timeline& timeline, const Study& study, const Audit& audit) {
    const CheckupInput in{timeline, study, audit};
    Checkup checkup;
    checkup.window = audit.window;
    checkup.capacity = audit.capacity;
    for (const auto inputs : {inputs_of_classes, inputs_of_findings})
        for (CardInput& input : inputs()) checkup.checks.push_back(card_check(in, std::move(input)));
    for (Check& check : cluster_checks(in)) checkup.checks.push_back(std::move(check));
    for (Check& check : history_checks(in)) checkup.checks.push_back(std::move(check));
    for (Check& check : checkup.checks) {
        settle(check);
        drop_found(check, audit.findings);
    }
    std::ranges::stable_sort(checkup.checks, {}, [](const Check& c) {
        const int order = c.state == CheckState::missing ? 0 : c.state == CheckState::partly ? 1 : 2;
        return std::pair(order, -c.gpu_ms);
    });
    return checkup;
}

}  // namespace arable::diagnose
