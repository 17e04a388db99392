#include "sources/smi_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "model/product.h"

namespace arable::sources {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

// The instance's profile is not printed: it is the one of this product with its SMs and nearest its memory.
const model::MigProfile* profile_of(const model::Product& product, const nvml::SmiMigInstance& instance) {
    const model::MigProfile* best = nullptr;
    double distance = 0.0;
    for (const model::MigProfile& profile : product.mig->profiles) {
        if (!instance.sms || !instance.memory_total || profile.sms != *instance.sms) continue;
        const double apart = std::abs(gibibytes(profile.memory) - gibibytes(*instance.memory_total));
        if (best == nullptr || apart < distance) {
            best = &profile;
            distance = apart;
        }
    }
    return best != nullptr && distance <= 0.1 * gibibytes(best->memory) + 0.5 ? best : nullptr;
}

class Interpreter {
  public:
    Interpreter(Facts& facts, series::TrackStore& store) : facts_(facts), store_(store) {}

    void read(const PlacedLog& placed) {
        time_ = placed.numbers ? placed.time : std::nullopt;
        file_ = placed.file;
        int index = 0;
        for (const nvml::SmiGpu& card : placed.log.gpus) {
            const GpuKey key{.cluster = {},
                             .node = placed.node,
                             .uuid = smi_uuid(card.uuid),
                             .pci = lower(card.pci),
                             .index = index++,
                             .exporter = placed.exporter};
            gpu(card, key, placed);
        }
    }

  private:
    void gpu(const nvml::SmiGpu& gpu, const GpuKey& key, const PlacedLog& placed) {
        GpuFact fact{.key = key,
                     .product_name = gpu.product,
                     .memory = gpu.memory_total,
                     .seen = {},
                     .layout = std::nullopt,
                     .unhealthy = {}};
        if (placed.time)
            fact.seen = {*placed.time, std::max(placed.until.value_or(*placed.time), *placed.time + Duration{1})};
        const model::Product* product = model::find_product(gpu.product, gpu.memory_total);
        if (gpu.mig) fact.layout = layout_of(gpu, product, key);
        if (time_) numbers(gpu, key);
        facts_.gpus.push_back(std::move(fact));
    }

    model::Layout layout_of(const nvml::SmiGpu& gpu, const model::Product* product, const GpuKey& key) {
        model::Layout layout;
        if (!*gpu.mig) return layout;
        layout.kind = model::LayoutKind::mig;
        for (const nvml::SmiMigInstance& instance : gpu.instances) {
            const bool again = std::any_of(layout.instances.begin(), layout.instances.end(),
                                           [&](const auto& known) { return known.id == instance.gpu_instance; });
            if (again) continue;  // another compute instance of one GPU instance
            const model::MigProfile* profile =
                product != nullptr && product->mig ? profile_of(*product, instance) : nullptr;
            if (profile == nullptr) {
                facts_.gaps.push_back(
                    {.kind = model::Gap::Kind::unknown_product,
                     .subject = fmt::format("{} {} instance {}", file_, key.pci, instance.gpu_instance),
                     .message = text("no MIG profile of this product has its SMs and memory"),
                     .count = 1,
                     .gpu_time = {}});
            }
            layout.instances.push_back({.id = instance.gpu_instance,
                                        .profile = profile != nullptr ? profile->name : "",
                                        .printed = "",
                                        .compute_slices = profile != nullptr ? profile->compute_slices : 0,
                                        .memory_slices = profile != nullptr ? profile->memory_slices : 0,
                                        .start = std::nullopt});
        }
        std::sort(layout.instances.begin(), layout.instances.end(),
                  [](const auto& a, const auto& b) { return a.id < b.id; });
        return layout;
    }

    void numbers(const nvml::SmiGpu& gpu, const GpuKey& key) {
        using Q = model::Quantity;
        sample(key, std::nullopt, Q::memory_total, bytes(gpu.memory_total), "fb_memory_usage/total");
        sample(key, std::nullopt, Q::memory_used, bytes(gpu.memory_used), "fb_memory_usage/used");
        sample(key, std::nullopt, Q::memory_free, bytes(gpu.memory_free), "fb_memory_usage/free");
        sample(key, std::nullopt, Q::memory_reserved, bytes(gpu.memory_reserved), "fb_memory_usage/reserved");
        // On a MIG GPU the driver prints N/A; were it a number it would mean nothing.
        if (gpu.mig != true) sample(key, std::nullopt, Q::gpu_util, gpu.gpu_util, "utilization/gpu_util");
        sample(key, std::nullopt, Q::mem_copy_util, gpu.memory_util, "utilization/memory_util");
        sample(key, std::nullopt, Q::power, gpu.power_watts, "power_draw");
        sample(key, std::nullopt, Q::sm_clock, gpu.sm_clock_hz, "clocks/sm_clock");
        sample(key, std::nullopt, Q::temperature, gpu.temperature, "temperature/gpu_temp");
        sample(key, std::nullopt, Q::clock_event_reasons, bitmap(gpu.clock_event_reasons), "clocks_event_reasons");
        for (const nvml::SmiMigInstance& instance : gpu.instances) {
            sample(key, instance.gpu_instance, Q::memory_total, bytes(instance.memory_total),
                   "mig_device/fb_memory_usage/total");
            sample(key, instance.gpu_instance, Q::memory_used, bytes(instance.memory_used),
                   "mig_device/fb_memory_usage/used");
        }
    }

    // As NVML and DCGM give them; names that are none of NVML's count as no reason.
    static std::optional<double> bitmap(const std::optional<std::vector<std::string>>& reasons) {
        static constexpr std::array<std::string_view, 9> kBits{"gpu_idle",
                                                               "applications_clocks_setting",
                                                               "sw_power_cap",
                                                               "hw_slowdown",
                                                               "sync_boost",
                                                               "sw_thermal_slowdown",
                                                               "hw_thermal_slowdown",
                                                               "hw_power_brake_slowdown",
                                                               "display_clocks_setting"};
        if (!reasons) return std::nullopt;
        std::uint32_t bits = 0;
        for (const std::string& reason : *reasons) {
            const auto at = std::find(kBits.begin(), kBits.end(), reason);
            if (at != kBits.end()) bits |= 1U << static_cast<unsigned>(at - kBits.begin());
        }
        return static_cast<double>(bits);
    }

    static std::optional<double> bytes(std::optional<Bytes> value) {
        return value ? std::optional<double>(static_cast<double>(value->value)) : std::nullopt;
    }

    void sample(const GpuKey& key, std::optional<int> instance, model::Quantity quantity, std::optional<double> value,
                std::string_view metric) {
        if (!value) return;
        GpuKey card = key;
        if (!card.uuid.empty()) card.index.reset();  // the driver numbers cards anew
        const auto [at, fresh] = tracks_.try_emplace({card, instance, quantity});
        if (fresh) at->second = store_.add_track();
        const series::TrackRef track = at->second;
        store_.append(track, {*time_, *value});
        if (!fresh) return;
        TrackFact fact;
        fact.track = track.value;
        fact.quantity = quantity;
        fact.gpu = key;
        fact.instance = instance;
        fact.metric = fmt::format("nvidia-smi {}", metric);
        facts_.tracks.push_back(std::move(fact));
    }

    Facts& facts_;
    series::TrackStore& store_;
    std::map<std::tuple<GpuKey, std::optional<int>, model::Quantity>, series::TrackRef> tracks_;
    std::optional<Time> time_;
    std::string file_;
};

// What one log leaves open. Told once, however many logs of a file say it.
void note_log(const PlacedLog& placed, std::set<std::pair<std::string, std::string>>& told, Facts& facts) {
    const auto gap = [&](model::Gap::Kind kind, Text message, std::int64_t count) {
        if (!told.insert({placed.file, message.english()}).second) return;
        facts.gaps.push_back(
            {.kind = kind, .subject = placed.file, .message = std::move(message), .count = count, .gpu_time = {}});
    };
    if (!placed.time)
        gap(model::Gap::Kind::missing_samples, text("the log carries no time: give --end to say when it was taken"), 1);
    for (const Text& note : placed.log.notes) gap(model::Gap::Kind::unreadable, note, 1);
    const auto listed = static_cast<std::int64_t>(placed.log.gpus.size());
    if (placed.log.attached >= 0 && placed.log.attached != listed) {
        gap(model::Gap::Kind::conflict,
            text("the driver counts {} GPUs, the log lists {}: the others are unknown", placed.log.attached, listed),
            std::abs(placed.log.attached - listed));
    }
}

void note_source(const PlacedLog& placed, Facts& facts) {
    const auto known = std::find_if(facts.sources.begin(), facts.sources.end(),
                                    [&](const model::SourceNote& note) { return note.name == placed.file; });
    model::SourceNote& note = known == facts.sources.end() ? facts.sources.emplace_back() : *known;
    note.kind = "nvidia-smi";
    note.name = placed.file;
    note.records += static_cast<std::int64_t>(placed.log.gpus.size());
    note.dropped += static_cast<std::int64_t>(placed.log.notes.size());
    note.detail = fmt::format("schema {}, driver {}", placed.log.schema, placed.log.driver);
}

}  // namespace

Facts interpret_smi(const SmiLogs& placed, series::TrackStore& store) {
    Facts facts;
    facts.gaps = placed.gaps;
    Interpreter interpreter(facts, store);
    std::set<std::pair<std::string, std::string>> told;
    for (const PlacedLog& log : placed.logs) {
        note_log(log, told, facts);
        interpreter.read(log);
        note_source(log, facts);
        if (!log.time || !log.numbers) continue;
        facts.first_time = std::min(facts.first_time.value_or(*log.time), *log.time);
        facts.last_time = std::max(facts.last_time.value_or(*log.time), *log.time);
    }
    return facts;
}

void keep_near(Facts& logs, const Interval& kept) {
    if (!logs.first_time || (*logs.last_time >= kept.begin && *logs.first_time < kept.end)) return;
    logs.gaps.push_back({.kind = model::Gap::Kind::missing_samples,
                         .subject = "nvidia-smi",
                         .message = text("the logs are of {}, more than 366 days away from the other inputs: their "
                                         "GPUs are counted, their numbers are left out",
                                         format_rfc3339(*logs.last_time)),
                         .count = static_cast<std::int64_t>(logs.gpus.size()),
                         .gpu_time = {}});
    logs.first_time.reset();
    logs.last_time.reset();
    logs.tracks.clear();
    for (GpuFact& gpu : logs.gpus) gpu.seen = {};
}

}  // namespace arable::sources
