#include "nvml/smi_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <pugixml.hpp>

#include "nvml/smi_clock.h"

namespace arable::nvml {
namespace {

std::string_view text_of(const pugi::xml_node& node, const char* path) {
    return trimmed(node.first_element_by_path(path).text().as_string());
}

bool says_nothing(std::string_view text) {
    static constexpr std::array<std::string_view, 7> kNothing{
        "", "N/A", "[N/A]", "Not Supported", "[Not Supported]", "Unknown Error", "[Unknown Error]"};
    for (const std::string_view word : kNothing) {
        if (text == word) return true;
    }
    return text.starts_with("Requested functionality") || text.starts_with("ERR!") || text.starts_with("Insufficient");
}

// A number with its unit: "81920 MiB", "67.03 W", "0 %", "1410 MHz", "35 C".
struct Reading {
    double number = 0.0;
    std::string_view unit;
};

class Fields {
  public:
    Fields(const pugi::xml_node& node, SmiLog& log) : node_(node), log_(log) {}

    std::optional<double> in(std::string_view unit, const char* path) {
        const auto reading = read(path);
        if (!reading) return std::nullopt;
        if (reading->unit != unit) return note(path);
        return reading->number;
    }
    std::optional<double> ratio(const char* path) {
        const auto percent = in("%", path);
        if (!percent) return std::nullopt;
        if (*percent < 0.0 || *percent > 100.0) return note(path);
        return *percent / 100.0;
    }
    std::optional<Bytes> memory(const char* path) {
        const auto mib = in("MiB", path);
        if (!mib) return std::nullopt;
        if (*mib < 0.0 || *mib > 1e9) return note(path);
        return mebibytes(static_cast<std::int64_t>(*mib));
    }
    std::optional<std::int64_t> integer(const char* path) {
        const auto reading = read(path);
        if (!reading) return std::nullopt;
        if (!reading->unit.empty() || reading->number != std::floor(reading->number) ||
            std::abs(reading->number) > 1e15) {
            return note(path);
        }
        return static_cast<std::int64_t>(reading->number);
    }
    // GPU and instance numbers: small by nature.
    std::optional<int> small(const char* path) {
        const auto value = integer(path);
        if (!value) return std::nullopt;
        if (*value < 0 || *value > 65535) return note(path);
        return static_cast<int>(*value);
    }
    std::string word(const char* path) const {
        const std::string_view text = text_of(node_, path);
        return says_nothing(text) ? std::string() : std::string(text.substr(0, 256));
    }

  private:
    std::optional<Reading> read(const char* path) {
        const std::string_view text = text_of(node_, path);
        if (says_nothing(text)) return std::nullopt;
        Reading reading;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), reading.number);
        if (error != std::errc() || !std::isfinite(reading.number)) return note(path);
        reading.unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
        return reading;
    }
    std::nullopt_t note(const char* path) {
        if (log_.notes.size() < kMostNotes) {
            log_.notes.push_back(arable::text("{}: cannot read '{}'", path, text_of(node_, path).substr(0, 40)));
        }
        return std::nullopt;
    }
    pugi::xml_node node_;
    SmiLog& log_;
};

void read_instances(const pugi::xml_node& gpu, SmiGpu& out, SmiLog& log) {
    for (const pugi::xml_node& device : gpu.child("mig_devices").children("mig_device")) {
        Fields fields(device, log);
        const auto instance = fields.small("gpu_instance_id");
        if (!instance) continue;
        SmiMigInstance mig{.gpu_instance = *instance,
                           .sms = fields.small("device_attributes/shared/multiprocessor_count"),
                           .memory_total = fields.memory("fb_memory_usage/total"),
                           .memory_used = fields.memory("fb_memory_usage/used")};
        out.instances.push_back(mig);
    }
}

void read_processes(const pugi::xml_node& gpu, SmiGpu& out, SmiLog& log) {
    for (const pugi::xml_node& process : gpu.child("processes").children("process_info")) {
        Fields fields(process, log);
        out.processes.push_back({.pid = fields.integer("pid"),
                                 .gpu_instance = fields.small("gpu_instance_id"),
                                 .type = fields.word("type"),
                                 .name = fields.word("process_name"),
                                 .memory = fields.memory("used_memory")});
    }
}

// v11 and before: clocks_throttle_reasons; since v12: clocks_event_reasons. Values "Active" / "Not Active".
void read_reasons(const pugi::xml_node& gpu, SmiGpu& out) {
    for (const char* group : {"clocks_event_reasons", "clocks_throttle_reasons"}) {
        const pugi::xml_node listed = gpu.child(group);
        if (listed && !out.clock_event_reasons) out.clock_event_reasons.emplace();
        for (const pugi::xml_node& reason : listed.children()) {
            if (trimmed(reason.text().as_string()) != "Active") continue;
            std::string_view name = reason.name();
            for (const std::string_view prefix : {"clocks_event_reason_", "clocks_throttle_reason_"}) {
                if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
            }
            out.clock_event_reasons->emplace_back(name.substr(0, 64));
        }
    }
}

// power_readings/power_draw (v10-v11), gpu_power_readings/power_draw (v12), .../instant_power_draw (v12 late, v13).
std::optional<double> power_of(Fields& fields) {
    for (const char* path : {"gpu_power_readings/instant_power_draw", "gpu_power_readings/average_power_draw",
                             "gpu_power_readings/power_draw", "power_readings/power_draw"}) {
        if (const auto watts = fields.in("W", path)) return watts;
    }
    return std::nullopt;
}

SmiGpu read_gpu(const pugi::xml_node& node, SmiLog& log) {
    Fields fields(node, log);
    SmiGpu gpu;
    gpu.pci = std::string(trimmed(node.attribute("id").as_string()).substr(0, 64));
    gpu.uuid = fields.word("uuid");
    gpu.product = fields.word("product_name");
    gpu.minor = fields.small("minor_number");
    const std::string mode = fields.word("mig_mode/current_mig");
    if (!mode.empty()) gpu.mig = mode == "Enabled";
    gpu.memory_total = fields.memory("fb_memory_usage/total");
    gpu.memory_used = fields.memory("fb_memory_usage/used");
    gpu.memory_free = fields.memory("fb_memory_usage/free");
    gpu.memory_reserved = fields.memory("fb_memory_usage/reserved");
    gpu.gpu_util = fields.ratio("utilization/gpu_util");
    gpu.memory_util = fields.ratio("utilization/memory_util");
    gpu.power_watts = power_of(fields);
    gpu.power_limit_watts = fields.in("W", "gpu_power_readings/current_power_limit");
    if (!gpu.power_limit_watts) gpu.power_limit_watts = fields.in("W", "power_readings/power_limit");
    if (const auto mhz = fields.in("MHz", "clocks/sm_clock")) gpu.sm_clock_hz = *mhz * 1e6;
    gpu.temperature = fields.in("C", "temperature/gpu_temp");
    read_instances(node, gpu, log);
    read_processes(node, gpu, log);
    read_reasons(node, gpu);
    return gpu;
}

}  // namespace

Result<SmiLog> read_log(const pugi::xml_node& root) {
    SmiLog log;
    log.time = parse_clock(text_of(root, "timestamp"));
    Fields fields(root, log);
    log.driver = fields.word("driver_version");
    log.host = fields.word("hostname");
    log.attached = fields.integer("attached_gpus").value_or(-1);
    for (const pugi::xml_node& gpu : root.children("gpu")) {
        if (log.gpus.size() == kMostGpus) return fail(ErrorCode::limit, "more than 4096 GPUs in one nvidia-smi file");
        log.gpus.push_back(read_gpu(gpu, log));
    }
    return log;
}

}  // namespace arable::nvml
