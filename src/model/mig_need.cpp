#include "model/mig_need.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace arable::model {
namespace {

enum class Fit : std::uint8_t { no, unknown, sure };

Fit memory_fit(const MigProfile& profile, Bytes need) {
    if (need > profile.memory) return Fit::no;
    if (profile.is_printed || need <= Bytes{profile.memory.value / 8 * 7}) return Fit::sure;
    return Fit::unknown;
}

Fit sms_fit(const MigProfile& profile, int need) {
    if (need <= 0) return Fit::sure;
    if (profile.sms == 0) return Fit::unknown;
    return profile.sms >= need ? Fit::sure : Fit::no;
}

constexpr Bytes kDriversDiffer{gibibytes(3).value / 4};

void compare(const MigProfile& table, const MigProfile& device, std::vector<std::string>& found) {
    const auto say = [&](std::string_view what, auto ours, auto theirs) {
        found.push_back(fmt::format("{}: {} {} in the table, {} on the device", table.name, what, ours, theirs));
    };
    if (table.id >= 0 && device.id >= 0 && table.id != device.id) say("id", table.id, device.id);
    if (device.most > 0 && table.most != device.most) say("at most", table.most, device.most);
    if (table.sms > 0 && device.sms > 0 && table.sms != device.sms) say("SMs", table.sms, device.sms);
    if (device.compute_slices > 0 && table.compute_slices != device.compute_slices) {
        say("compute slices", table.compute_slices, device.compute_slices);
    }
    if (device.memory_slices > 0 && table.memory_slices != device.memory_slices) {
        say("memory slices", table.memory_slices, device.memory_slices);
    }
    if (!device.starts.empty() && table.starts != device.starts) {
        say("starts", fmt::format("{}", fmt::join(table.starts, ",")),
            fmt::format("{}", fmt::join(device.starts, ",")));
    }
    const bool both_printed = table.is_printed && device.is_printed && device.memory.value > 0;
    if (both_printed && std::abs(table.memory.value - device.memory.value) > kDriversDiffer.value) {
        say("memory", format_bytes(table.memory), format_bytes(device.memory));
    }
}

bool names(const MigGeometry& geometry, const std::string& name) {
    return std::any_of(geometry.profiles.begin(), geometry.profiles.end(),
                       [&](const MigProfile& profile) { return profile.name == name; });
}

}  // namespace

MigFits profiles_for(const MigGeometry& geometry, const MigNeed& need) {
    MigFits fits;
    for (std::uint32_t p = 0; p < geometry.profiles.size(); ++p) {
        const MigProfile& profile = geometry.profiles[p];
        const auto name = parse_mig_profile(profile.name);
        if (!name || name->attributes != need.attributes) continue;
        const Fit fit = std::min(memory_fit(profile, need.memory), sms_fit(profile, need.sms));
        if (fit == Fit::sure) fits.sure.push_back(p);
        if (fit == Fit::unknown) fits.unknown.push_back(p);
    }
    const auto size = [&](std::uint32_t p) {
        return std::tuple(geometry.profiles[p].memory_slices, geometry.profiles[p].compute_slices, p);
    };
    std::ranges::sort(fits.sure, {}, size);
    std::ranges::sort(fits.unknown, {}, size);
    return fits;
}

Result<std::uint32_t> smallest_profile(const MigGeometry& geometry, const MigNeed& need) {
    const MigFits fits = profiles_for(geometry, need);
    if (!fits.sure.empty()) return fits.sure.front();
    const std::string what = fmt::format("{} and {} SMs{}", format_bytes(need.memory), need.sms,
                                         need.attributes.empty() ? "" : " with " + need.attributes);
    if (!fits.unknown.empty()) {
        return fail(ErrorCode::infeasible,
                    fmt::format("{} may have {}, but what it really has is not known: read it from a device",
                                geometry.profiles[fits.unknown.front()].name, what));
    }
    return fail(ErrorCode::infeasible, fmt::format("no MIG profile of this GPU has {}", what));
}

std::vector<std::string> differences(const MigGeometry& table, const MigGeometry& device) {
    std::vector<std::string> found;
    for (const MigProfile& profile : table.profiles) {
        const auto other = std::find_if(device.profiles.begin(), device.profiles.end(),
                                        [&](const MigProfile& p) { return p.name == profile.name; });
        if (other == device.profiles.end()) {
            found.push_back(fmt::format("{}: the device does not list it", profile.name));
        } else {
            compare(profile, *other, found);
        }
    }
    for (const MigProfile& profile : device.profiles) {
        if (!names(table, profile.name)) found.push_back(fmt::format("{}: only the device lists it", profile.name));
    }
    return found;
}

}  // namespace arable::model
