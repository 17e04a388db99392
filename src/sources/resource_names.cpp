#include "sources/resource_names.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

namespace arable::sources {
namespace {

using model::DeviceKind;
using model::DeviceRequest;

struct ResourceRow {
    std::string_view name;
    DeviceKind kind;
    ResourceReads reads;
};

constexpr ResourceRow kResources[] = {
    {"nvidia.com/gpu", DeviceKind::whole, ResourceReads::devices},
    {"nvidia.com/gpu.shared", DeviceKind::shared, ResourceReads::devices},
    {"amd.com/gpu", DeviceKind::whole, ResourceReads::devices},
    {"amd.com/gpu.shared", DeviceKind::shared, ResourceReads::devices},
    {"gpu.intel.com/i915", DeviceKind::whole, ResourceReads::devices},
    {"gpu.intel.com/xe", DeviceKind::whole, ResourceReads::devices},
    // HAMi: nvidia.com/gpu counts virtual devices, these say how much of each.
    {"nvidia.com/vgpu", DeviceKind::fraction, ResourceReads::devices},
    {"nvidia.com/gpumem", DeviceKind::fraction, ResourceReads::memory_mib},
    {"nvidia.com/gpumem-percentage", DeviceKind::fraction, ResourceReads::memory_percent},
    {"nvidia.com/gpucores", DeviceKind::fraction, ResourceReads::core_percent},
    // Volcano.
    {"volcano.sh/gpu-number", DeviceKind::whole, ResourceReads::devices},
    {"volcano.sh/gpu-memory", DeviceKind::fraction, ResourceReads::memory_mib},
    {"volcano.sh/vgpu-number", DeviceKind::fraction, ResourceReads::devices},
    {"volcano.sh/vgpu-memory", DeviceKind::fraction, ResourceReads::memory_mib},
    {"volcano.sh/vgpu-memory-percentage", DeviceKind::fraction, ResourceReads::memory_percent},
    {"volcano.sh/vgpu-cores", DeviceKind::fraction, ResourceReads::core_percent},
    // Aliyun gpushare: gpu-mem in GiB as its plugin is set up by default.
    {"aliyun.com/gpu-count", DeviceKind::whole, ResourceReads::devices},
    {"aliyun.com/gpu-mem", DeviceKind::fraction, ResourceReads::memory_gib},
    {"aliyun.com/gpu-core.percentage", DeviceKind::fraction, ResourceReads::core_total},
};

constexpr std::string_view kMigPrefix = "nvidia.com/mig-";

char mangled(char c) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return kept ? c : '_';
}

bool same_but_mangled(std::string_view kubernetes, std::string_view asked) {
    return std::ranges::equal(kubernetes, asked, [](char a, char b) { return a == b || mangled(a) == b; });
}

// "1g.10gb", "1g.10gb.me", "1c.3g.20gb" in either spelling; absent when it is none.
std::optional<std::string> mig_profile_of(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const auto to = std::min(text.find_first_of("._", from), text.size());
        parts.emplace_back(text.substr(from, to - from));
        from = to + 1;
    }
    const auto is = [](const std::string& part, std::string_view unit) {
        return part.size() > unit.size() && part.ends_with(unit) &&
               std::all_of(part.begin(), part.end() - static_cast<std::ptrdiff_t>(unit.size()),
                           [](char c) { return c >= '0' && c <= '9'; });
    };
    std::size_t at = 0;
    std::string profile;
    if (at < parts.size() && is(parts[at], "c")) profile = parts[at++] + ".";
    if (at + 1 >= parts.size() || !is(parts[at], "g") || !is(parts[at + 1], "gb")) return std::nullopt;
    profile += parts[at] + "." + parts[at + 1];
    at += 2;
    if (at < parts.size() && parts.back() == "shared") parts.pop_back();  // replicas of it, by time-slicing or MPS
    for (; at < parts.size(); ++at) {
        if (parts[at].empty()) return std::nullopt;
        profile += (profile.find('+') == std::string::npos ? "+" : ".") + parts[at];
    }
    return profile;
}

// Compute slices of a profile and of the card it is cut from, from its name: profiles of 6 GB a slice (A30) and of
// 24 GB a slice (RTX PRO 6000) come from cards of four slices, all others of seven. The product decides where known.
MilliGpu mig_size(std::string_view profile, std::int64_t count) {
    int slices = 0;
    int gigabytes = 0;
    const auto compute = profile.find("g.");
    if (compute == std::string_view::npos || compute == 0) return {};
    auto from = compute;
    while (from > 0 && profile[from - 1] >= '0' && profile[from - 1] <= '9') --from;
    std::from_chars(profile.data() + from, profile.data() + compute, slices);
    std::from_chars(profile.data() + compute + 2, profile.data() + profile.size(), gigabytes);
    if (slices <= 0 || slices > 8) return {};
    const int of = gigabytes == 6 * slices || gigabytes == 24 * slices ? 4 : 7;
    return MilliGpu{(std::int64_t{1000} * slices * count + of - 1) / of};
}

DeviceRequest invalid(std::string resource, std::string why) {
    DeviceRequest out;
    out.kind = DeviceKind::invalid;
    out.resource = std::move(resource);
    out.why_invalid = std::move(why);
    return out;
}

// What the resources of one pod say together.
struct Asked {
    std::optional<std::int64_t> devices;
    DeviceKind kind = DeviceKind::none;
    std::string resource;  // of the devices
    std::string part;      // of the first fraction
    std::string mig_profile;
    std::optional<Bytes> memory;
    std::optional<std::int64_t> percent;     // of each device
    std::optional<std::int64_t> core_total;  // of all devices
    std::optional<std::string> wrong;
    bool mixed = false;
};

void add_devices(Asked& asked, const GpuResource& found, std::int64_t amount) {
    if (asked.devices && asked.resource != found.resource) {
        asked.mixed = true;
        return;
    }
    asked.devices = amount;
    asked.kind = found.kind;
    asked.resource = found.resource;
    asked.mig_profile = found.mig_profile;
}

void add_part(Asked& asked, const GpuResource& found, std::int64_t amount) {
    if (asked.part.empty()) asked.part = found.resource;
    switch (found.reads) {
        case ResourceReads::memory_mib:
            asked.memory = mebibytes(amount);
            break;
        case ResourceReads::memory_gib:
            asked.memory = gibibytes(amount);
            break;
        case ResourceReads::core_total:
            asked.core_total = amount;
            break;
        case ResourceReads::memory_percent:
        case ResourceReads::core_percent:
            if (amount > 100) asked.wrong = fmt::format("{} = {}: more than 100 % of a device", found.resource, amount);
            asked.percent = asked.percent ? std::max(*asked.percent, amount) : amount;
            break;
        case ResourceReads::devices:
            break;
    }
}

Asked collect(const std::map<std::string, std::int64_t>& resources) {
    constexpr std::int64_t kMost = 1'000'000'000;
    Asked asked;
    for (const auto& [name, amount] : resources) {
        const auto found = find_gpu_resource(name);
        if (!found || amount == 0) continue;
        if (amount < 0 || amount > kMost) {
            asked.wrong = fmt::format("{} = {}: not an amount of GPUs", found->resource, amount);
        } else if (found->reads == ResourceReads::devices) {
            add_devices(asked, *found, amount);
        } else {
            add_part(asked, *found, amount);
        }
    }
    return asked;
}

DeviceRequest from_resources(const Asked& asked) {
    if (asked.wrong) return invalid(asked.part.empty() ? asked.resource : asked.part, *asked.wrong);
    if (asked.mixed) return invalid(asked.resource, "asks for GPUs by two resource names at once");
    DeviceRequest out;
    const bool parts = asked.memory || asked.percent || asked.core_total;
    if (!asked.devices && !parts) return out;
    out.count = asked.devices.value_or(1);
    out.resource = parts ? asked.part : asked.resource;
    out.kind = parts ? DeviceKind::fraction : asked.kind;
    out.mig_profile = asked.mig_profile;
    out.memory = asked.memory;
    out.size = MilliGpu{1000 * out.count};
    if (out.kind == DeviceKind::mig) out.size = mig_size(out.mig_profile, out.count);
    if (asked.percent && *asked.percent < 100) {
        out.fraction = MilliGpu{*asked.percent * 10};
        out.size = MilliGpu{*asked.percent * 10 * out.count};
    }
    if (asked.core_total) {
        out.size = MilliGpu{*asked.core_total * 10};
        out.fraction = MilliGpu{(*asked.core_total * 10 + out.count - 1) / out.count};
    }
    return out;
}

constexpr std::string_view kFraction = "gpu-fraction";                     // KAI, Run:ai
constexpr std::string_view kMemory = "gpu-memory";                         // KAI, Run:ai: MiB
constexpr std::string_view kFractionDevices = "gpu-fraction-num-devices";  // KAI
constexpr std::string_view kAlibabaMilli = "alibabacloud.com/gpu-milli";   // openb
constexpr std::string_view kAlibabaCount = "alibabacloud.com/gpu-count";

using Annotations = std::map<std::string, std::string>;

const std::string* find(const Annotations& annotations, std::string_view key) {
    const auto found = annotations.find(std::string(key));
    return found == annotations.end() ? nullptr : &found->second;
}

// Reads the number of devices that a fraction stands for; 1 when it is not said.
Result<std::int64_t> devices_of(const Annotations& annotations, std::string_view key) {
    const auto* text = find(annotations, key);
    if (text == nullptr) return 1;
    return parse_positive(*text);
}

DeviceRequest from_annotation(std::string_view name, const std::string& text, const Annotations& annotations) {
    const auto key = std::string(name);
    const auto devices = devices_of(annotations, name == kAlibabaMilli ? kAlibabaCount : kFractionDevices);
    if (!devices) return invalid(key, devices.error().message);
    DeviceRequest out;
    out.kind = DeviceKind::fraction;
    out.resource = key;
    out.count = *devices;
    if (name == kFraction) {
        const auto fraction = parse_gpu_fraction(text);
        if (!fraction) return invalid(key, fraction.error().message);
        out.fraction = *fraction;
    } else {
        const auto amount = parse_positive(text);
        if (!amount) return invalid(key, amount.error().message);
        if (name == kMemory) out.memory = mebibytes(*amount);
        if (name == kAlibabaMilli && *amount > 1000)
            return invalid(key, fmt::format("'{}': more than a whole GPU", text));
        if (name == kAlibabaMilli) out.fraction = MilliGpu{*amount};
    }
    out.size = MilliGpu{out.fraction ? out.fraction->value * out.count : 1000 * out.count};
    return out;
}

}  // namespace

std::optional<GpuResource> find_gpu_resource(std::string_view name) {
    for (const auto& row : kResources) {
        if (same_but_mangled(row.name, name)) return GpuResource{std::string(row.name), row.kind, row.reads, ""};
    }
    if (name.size() <= kMigPrefix.size() || !same_but_mangled(kMigPrefix, name.substr(0, kMigPrefix.size()))) {
        return std::nullopt;
    }
    auto profile = mig_profile_of(name.substr(kMigPrefix.size()));
    if (!profile) return std::nullopt;
    auto spelled = *profile;
    std::ranges::replace(spelled, '+', '.');
    return GpuResource{std::string(kMigPrefix) + spelled, DeviceKind::mig, ResourceReads::devices, *profile};
}

Result<MilliGpu> parse_gpu_fraction(std::string_view text) {
    const auto wrong = [&](std::string_view why) {
        return fail(ErrorCode::invalid_input, fmt::format("GPU fraction '{}': {}", text, why));
    };
    if (text.empty()) return wrong("is empty");
    constexpr std::size_t kLongest = 32;
    if (text.size() > kLongest) return wrong("is too long to be a fraction");
    if (text.find_first_not_of("0123456789.") != std::string_view::npos) return wrong("is not a plain decimal number");
    const auto point = std::min(text.find('.'), text.size());
    const auto whole = text.substr(0, point);
    const auto digits = point < text.size() ? text.substr(point + 1) : std::string_view();
    if (digits.find('.') != std::string_view::npos || (whole.empty() && digits.empty())) {
        return wrong("is not a plain decimal number");
    }
    const bool any = digits.find_first_not_of('0') != std::string_view::npos;
    const auto first = whole.find_first_not_of('0');
    const auto units = first == std::string_view::npos ? std::string_view() : whole.substr(first);
    if (units.empty() && !any) return wrong("is zero");
    if (units.size() > 1 || (!units.empty() && (units != "1" || any))) return wrong("is more than one GPU");
    if (units == "1") return MilliGpu{1000};
    std::int64_t milli = 0;
    for (std::size_t i = 0; i < 3; ++i) milli = milli * 10 + (i < digits.size() ? digits[i] - '0' : 0);
    const bool finer = digits.size() > 3 && digits.substr(3).find_first_not_of('0') != std::string_view::npos;
    return MilliGpu{milli + (finer ? 1 : 0)};
}

Result<std::int64_t> parse_positive(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value <= 0 || value > 1'000'000'000) {
        return fail(ErrorCode::invalid_input, fmt::format("'{}': not a positive whole number", text));
    }
    return value;
}

DeviceRequest read_device_request(const std::map<std::string, std::int64_t>& resources,
                                  const std::map<std::string, std::string>& annotations) {
    for (const auto name : {kFraction, kMemory, kAlibabaMilli}) {
        if (const auto* text = find(annotations, name)) return from_annotation(name, *text, annotations);
    }
    return from_resources(collect(resources));
}

}  // namespace arable::sources
