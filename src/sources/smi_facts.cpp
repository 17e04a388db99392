#include "sources/smi_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "model/product.h"

namespace arable::sources {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

// Lower case, without "gpu-"; "" for the zeros of a masked capture.
std::string uuid_of(std::string_view printed) {
    std::string uuid = lower(printed);
    if (uuid.starts_with("gpu-")) uuid.erase(0, 4);
    const bool masked = uuid.find_first_not_of("0-") == std::string::npos;
    return masked ? std::string() : uuid;
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
    Interpreter(Facts& facts, series::TrackStore& store, std::optional<Time> time, std::string_view file)
        : facts_(facts), store_(store), time_(time), file_(file) {}

    void gpu(const nvml::SmiGpu& gpu, const GpuKey& key) {
        GpuFact fact{.key = key,
                     .product_name = gpu.product,
                     .memory = gpu.memory_total,
                     .seen = {},
                     .layout = std::nullopt,
                     .unhealthy = {}};
        if (time_) fact.seen = {*time_, *time_ + Duration{1}};
        const model::Product* product = model::find_product(gpu.product, gpu.memory_total);
        if (gpu.mig) fact.layout = layout_of(gpu, product, key);
        if (time_) numbers(gpu, key);
        facts_.gpus.push_back(std::move(fact));
    }

  private:
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
                     .message = "no MIG profile of this product has its SMs and memory",
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
        for (const nvml::SmiMigInstance& instance : gpu.instances) {
            sample(key, instance.gpu_instance, Q::memory_total, bytes(instance.memory_total),
                   "mig_device/fb_memory_usage/total");
            sample(key, instance.gpu_instance, Q::memory_used, bytes(instance.memory_used),
                   "mig_device/fb_memory_usage/used");
        }
    }

    static std::optional<double> bytes(std::optional<Bytes> value) {
        return value ? std::optional<double>(static_cast<double>(value->value)) : std::nullopt;
    }

    void sample(const GpuKey& key, std::optional<int> instance, model::Quantity quantity, std::optional<double> value,
                std::string_view metric) {
        if (!value) return;
        const series::TrackRef track = store_.add_track();
        store_.append(track, {*time_, *value});
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
    std::optional<Time> time_;
    std::string file_;
};

}  // namespace

Facts interpret_smi(const nvml::SmiLog& log, std::string_view node, std::string_view file_name,
                    std::optional<Time> default_time, series::TrackStore& store) {
    Facts facts;
    const std::optional<Time> time = log.time ? log.time : default_time;
    const auto gap = [&](model::Gap::Kind kind, std::string message, std::int64_t count) {
        facts.gaps.push_back({.kind = kind,
                              .subject = std::string(file_name),
                              .message = std::move(message),
                              .count = count,
                              .gpu_time = {}});
    };
    if (!time)
        gap(model::Gap::Kind::missing_samples, "the log carries no time: give --end to say when it was taken", 1);
    for (const std::string& note : log.notes) gap(model::Gap::Kind::unreadable, note, 1);
    const auto listed = static_cast<std::int64_t>(log.gpus.size());
    if (log.attached >= 0 && log.attached != listed) {
        gap(model::Gap::Kind::conflict,
            fmt::format("the driver counts {} GPUs, the log lists {}: the others are unknown", log.attached, listed),
            std::abs(log.attached - listed));
    }
    Interpreter interpreter(facts, store, time, file_name);
    int index = 0;
    for (const nvml::SmiGpu& gpu : log.gpus) {
        GpuKey key{.cluster = {},
                   .node = std::string(node),
                   .uuid = uuid_of(gpu.uuid),
                   .pci = lower(gpu.pci),
                   .index = index++,
                   .exporter = node.empty() ? std::string(file_name) : std::string()};
        interpreter.gpu(gpu, key);
    }
    if (time) {
        facts.first_time = time;
        facts.last_time = *time;
    }
    facts.sources.push_back({.kind = "nvidia-smi",
                             .name = std::string(file_name),
                             .records = listed,
                             .dropped = static_cast<std::int64_t>(log.notes.size()),
                             .detail = fmt::format("schema {}, driver {}", log.schema, log.driver)});
    return facts;
}

}  // namespace arable::sources
