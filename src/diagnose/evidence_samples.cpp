#include "diagnose/evidence_samples.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>

#include "diagnose/evidence_events.h"
#include "diagnose/waiting.h"
#include "diagnose/wording.h"

namespace arable::diagnose {
namespace {

using model::Quantity;

// quantity{type="name"}, as wording.h writes it.
struct Selector {
    std::string_view quantity, type, subject;
};

std::optional<Selector> parse(std::string_view text) {
    const std::size_t open = text.find('{');
    const std::size_t equals = text.find("=\"", open);
    if (open == std::string_view::npos || equals == std::string_view::npos || !text.ends_with("\"}"))
        return std::nullopt;
    return Selector{text.substr(0, open), text.substr(open + 1, equals - open - 1),
                    text.substr(equals + 2, text.size() - equals - 4)};
}

struct ShareField {
    Quantity quantity;
    Mean HourShare::*mean;
};
constexpr ShareField kShareFields[] = {
    {Quantity::engine_active, &HourShare::engine_all},
    {Quantity::sm_active, &HourShare::sm_all},
    {Quantity::dram_active, &HourShare::dram},
    {Quantity::tensor_active, &HourShare::tensor},
    {Quantity::memory_used, &HourShare::memory_used},
    {Quantity::power, &HourShare::power},
    {Quantity::sm_clock, &HourShare::sm_clock},
    {Quantity::pcie_rx, &HourShare::pcie_rx},
    {Quantity::pcie_tx, &HourShare::pcie_tx},
    {Quantity::nvlink_rx, &HourShare::nvlink},
    {Quantity::clock_event_reasons, &HourShare::throttled},
};
struct PodField {
    Quantity quantity;
    Mean PodHour::*mean;
};
constexpr PodField kPodFields[] = {
    {Quantity::cpu_used, &PodHour::cpu_cores},         {Quantity::cpu_throttled, &PodHour::cpu_throttled},
    {Quantity::cpu_pressure, &PodHour::cpu_pressure},  {Quantity::io_pressure, &PodHour::io_pressure},
    {Quantity::requests_running, &PodHour::running},   {Quantity::requests_waiting, &PodHour::waiting},
    {Quantity::requests_done, &PodHour::request_rate}, {Quantity::kv_cache_use, &PodHour::kv_use},
    {Quantity::prompt_tokens, &PodHour::prompt_rate},  {Quantity::output_tokens, &PodHour::output_rate},
};

std::int64_t all_ms(const HourShare& s) {
    return s.unavailable_ms + s.used_unclaimed_ms + s.ghost_ms + s.free_ms + s.unknown_ms + s.starting_ms + s.empty_ms +
           s.loaded_ms + active_ms(s);
}

class Sampler {
  public:
    explicit Sampler(const DetectorInput& input)
        : input_(input), first_(floor_to(input.timeline.window.begin, hours(1))), waits_(waiting_by(input, By::gang)) {
        waits_.merge(waiting_by(input, By::workload));  // subjects of both are the same pods
        for (const WorkloadView& view : input.workloads) views_[{view.cluster, view.full_name()}].push_back(&view);
        for (std::size_t g = 0; g < input.timeline.gpus.size(); ++g) {
            const model::Gpu& gpu = input.timeline.gpus[g];
            gpus_[{gpu.cluster, gpu.name}].push_back(model::GpuIx::of(g));
            if (!gpu.node.known()) continue;
            const model::Node& node = input.timeline.nodes[gpu.node.at()];
            on_node_[{node.cluster, node.name}].push_back(model::GpuIx::of(g));
        }
    }

    std::vector<series::Sample> of(const Finding& finding, const Evidence& evidence) const {
        const auto selector = parse(evidence.selector);
        if (!selector) return {};
        if (selector->quantity.starts_with("wait[")) return waits(finding.subject, *selector);
        if (const auto events = events_of(finding.subject, *selector)) return *events;
        return figures(finding.subject.cluster, *selector);
    }

  private:
    using Name = std::pair<std::string, std::string>;

    std::optional<std::vector<series::Sample>> events_of(const Subject& subject, const Selector& selector) const {
        const Name name{subject.cluster, std::string(selector.subject)};
        if (selector.quantity == "members_waiting") {
            for (const model::Gang& gang : input_.timeline.gangs)
                if (Name{gang.cluster, gang.ns + "/" + gang.name} == name) return members_waiting(input_, gang);
        }
        if (selector.quantity.starts_with("free[")) {
            const auto gpus = on_node_.find(name);
            if (gpus != on_node_.end()) return marked_lanes(input_, gpus->second, in_brackets(selector.quantity));
        }
        if (selector.quantity == "request") {
            const auto view = views_.find(name);
            if (view != views_.end() && view->second.size() == 1) return requests(input_, *view->second.front());
        }
        return std::nullopt;
    }

    // The cause of wait[cause] and free[cause].
    static std::string_view in_brackets(std::string_view quantity) {
        const std::size_t open = quantity.find('[');
        return quantity.substr(open + 1, quantity.size() - open - 2);
    }

    std::vector<series::Sample> figures(const std::string& cluster, const Selector& selector) const {
        std::vector<std::uint32_t> shares;
        std::span<const std::uint32_t> pod_hours;
        const Name name{cluster, std::string(selector.subject)};
        if (const auto view = views_.find(name); view != views_.end() && is_workload(selector)) {
            if (view->second.size() != 1) return {};
            shares = view->second.front()->shares;
            pod_hours = view->second.front()->pod_hours;
        } else {
            shares = shares_of(name, selector);
        }
        std::map<std::int32_t, Average> by_hour;
        for (const std::uint32_t i : shares)
            add(by_hour[input_.folded.hours[i].hour], selector, input_.folded.hours[i]);
        for (const std::uint32_t i : pod_hours)
            add(by_hour[input_.folded.pod_hours[i].hour], selector, input_.folded.pod_hours[i]);
        std::vector<series::Sample> samples;
        for (const auto& [hour, mean] : by_hour) {
            const Time begin = std::max(first_ + hours(hour), input_.timeline.window.begin);
            if (const Measured value = mean.value()) samples.push_back({begin, *value});
        }
        return samples;
    }

    static bool is_workload(const Selector& selector) {
        return selector.type == name(SubjectType::workload) || selector.type == name(SubjectType::pod);
    }

    std::vector<std::uint32_t> shares_of(const Name& name, const Selector& selector) const {
        std::vector<std::uint32_t> out;
        if (selector.type == diagnose::name(SubjectType::gpu)) {
            if (const auto gpus = gpus_.find(name); gpus != gpus_.end() && gpus->second.size() == 1)
                append(gpus->second.front(), std::nullopt, out);
        } else if (selector.type == diagnose::name(SubjectType::node)) {
            if (const auto gpus = on_node_.find(name); gpus != on_node_.end())
                for (const model::GpuIx gpu : gpus->second) append(gpu, std::nullopt, out);
        } else if (selector.type == diagnose::name(SubjectType::instance)) {
            const std::size_t hash = name.second.rfind('#');
            const auto gpus = gpus_.find({name.first, name.second.substr(0, hash)});
            if (hash != std::string::npos && gpus != gpus_.end() && gpus->second.size() == 1)
                append(gpus->second.front(), name.second.substr(hash + 1), out);
        }
        return out;
    }

    // Lanes are sorted by GPU and hours by lane.
    void append(model::GpuIx gpu, const std::optional<std::string>& instance, std::vector<std::uint32_t>& out) const {
        const auto& lanes = input_.folded.lanes;
        const auto& all = input_.folded.hours;
        const auto found = std::ranges::equal_range(lanes, gpu, {}, &Lane::gpu);
        for (auto lane = found.begin(); lane != found.end(); ++lane) {
            if (instance && (!lane->instance || std::to_string(*lane->instance) != *instance)) continue;
            const auto at = static_cast<std::uint32_t>(lane - lanes.begin());
            const auto lane_of = [&](std::uint32_t i) { return all[i].lane; };
            const auto mine = std::ranges::equal_range(
                std::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(all.size())), at, {}, lane_of);
            out.insert(out.end(), mine.begin(), mine.end());
        }
    }

    static void add(Average& mean, const Selector& selector, const HourShare& share) {
        const std::int64_t all = all_ms(share);
        const auto part = [&](std::int64_t ms) {
            if (all > 0) mean.add(static_cast<double>(ms) / static_cast<double>(all), all);
        };
        if (selector.quantity == "ready") part(all - share.unavailable_ms);
        if (selector.quantity == "claim") part(share.claim.known() ? all - share.unavailable_ms : 0);
        for (const ShareField& field : kShareFields)
            if (selector.quantity == model::name(field.quantity)) mean.add(share.*field.mean);
    }
    static void add(Average& mean, const Selector& selector, const PodHour& hour) {
        for (const PodField& field : kPodFields)
            if (selector.quantity == model::name(field.quantity)) mean.add(hour.*field.mean);
    }

    // GPUs that waited with the cause in brackets, from when on.
    std::vector<series::Sample> waits(const Subject& subject, const Selector& selector) const {
        std::vector<series::Sample> samples;
        const auto found = waits_.find(subject);
        if (found == waits_.end()) return samples;
        const std::string_view cause = in_brackets(selector.quantity);
        for (const Wait* wait : found->second.waits)
            for (const WaitSpan& span : wait->spans)
                if (name(span.cause) == cause)
                    samples.push_back({span.span.begin, static_cast<double>(wait->gpus_milli) / 1000.0});
        std::ranges::sort(samples, {}, [](const series::Sample& s) { return std::pair(s.time, s.value); });
        return samples;
    }

    const DetectorInput& input_;
    Time first_;
    std::map<Subject, Waiting> waits_;
    std::map<Name, std::vector<const WorkloadView*>> views_;
    std::map<Name, std::vector<model::GpuIx>> gpus_, on_node_;
};

void thin(std::vector<series::Sample>& samples) {
    if (samples.size() <= kEvidenceSamples) return;
    for (std::size_t i = 0; i < kEvidenceSamples; ++i)
        samples[i] = samples[i * (samples.size() - 1) / (kEvidenceSamples - 1)];
    samples.resize(kEvidenceSamples);
}

}  // namespace

void add_samples(std::vector<Finding>& findings, const DetectorInput& input) {
    if (findings.empty()) return;
    const Sampler sampler(input);
    for (Finding& finding : findings) {
        for (Evidence& evidence : finding.evidence) {
            // A detector that keeps its own has the very ones it judged by.
            if (evidence.samples.empty()) evidence.samples = sampler.of(finding, evidence);
            thin(evidence.samples);
        }
    }
}

}  // namespace arable::diagnose
