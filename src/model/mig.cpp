#include "model/mig.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace arable::model {
namespace {

constexpr std::size_t kLongestName = 64;

// Reads digits at the front of `text` (at most 5, so that no number overflows) and removes them.
std::optional<int> take_number(std::string_view& text) {
    int value = 0;
    std::size_t n = 0;
    for (; n < text.size() && n < 5 && text[n] >= '0' && text[n] <= '9'; ++n) value = value * 10 + (text[n] - '0');
    if (n == 0) return std::nullopt;
    text.remove_prefix(n);
    return value;
}

bool take(std::string_view& text, std::string_view what) {
    if (!text.starts_with(what)) return false;
    text.remove_prefix(what.size());
    return true;
}

// "+me", ".me", "-me", "+me.all", ".me.all", "+gfx", ".gfx" -> the driver's spelling.
std::optional<std::string> attributes_of(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kSpellings{{{"", ""},
                                                                                               {"+me", "+me"},
                                                                                               {".me", "+me"},
                                                                                               {"-me", "-me"},
                                                                                               {"+me.all", "+me.all"},
                                                                                               {".me.all", "+me.all"},
                                                                                               {"+gfx", "+gfx"},
                                                                                               {".gfx", "+gfx"},
                                                                                               {"+me+gfx", "+me+gfx"},
                                                                                               {"+gfx+me", "+me+gfx"}}};
    for (const auto& [spelling, canonical] : kSpellings) {
        if (text == spelling) return std::string(canonical);
    }
    return std::nullopt;
}

}  // namespace

Result<MigProfileName> parse_mig_profile(std::string_view text) {
    const auto bad = [&] {
        return fail(ErrorCode::invalid_input, fmt::format("'{}' is not a MIG profile such as 3g.40gb or 1g.10gb+me",
                                                          text.substr(0, kLongestName)));
    };
    std::string_view rest = text;
    MigProfileName name;
    auto number = take_number(rest);
    if (number && take(rest, "c.")) {
        name.compute_instances = *number;
        number = take_number(rest);
    }
    if (!number || *number < 1 || *number > 16 || !take(rest, "g.")) return bad();
    name.compute_slices = *number;
    number = take_number(rest);
    if (!number || !take(rest, "gb")) return bad();
    name.gigabytes = *number;
    auto attributes = attributes_of(rest);
    if (!attributes) return bad();
    name.attributes = std::move(*attributes);
    return name;
}

std::string to_text(const MigProfileName& name) {
    const std::string instances = name.compute_instances > 0 ? fmt::format("{}c.", name.compute_instances) : "";
    return fmt::format("{}{}g.{}gb{}", instances, name.compute_slices, name.gigabytes, name.attributes);
}

const MigProfile* MigGeometry::find(const MigProfileName& name) const {
    MigProfileName plain = name;
    plain.compute_instances = 0;
    const std::string text = to_text(plain);
    const auto found =
        std::find_if(profiles.begin(), profiles.end(), [&](const MigProfile& p) { return p.name == text; });
    return found == profiles.end() ? nullptr : &*found;
}

const MigProfile* MigGeometry::resolve(const MigProfileName& name) const {
    if (const MigProfile* exact = find(name)) return exact;
    const MigProfile* best = nullptr;
    int distance = 0;
    for (const MigProfile& profile : profiles) {
        const auto printed = parse_mig_profile(profile.name);
        if (!printed || printed->compute_slices != name.compute_slices || printed->attributes != name.attributes)
            continue;
        const int apart = std::abs(printed->gigabytes - name.gigabytes);
        if (best == nullptr || apart < distance) {
            best = &profile;
            distance = apart;
        }
    }
    return best;
}

namespace {

// nvml.h: an instance with all media engines stands beside none but those without any.
Result<Done> check_media(const std::vector<std::string>& attributes) {
    const auto owners = std::count_if(attributes.begin(), attributes.end(),
                                      [](const std::string& attribute) { return attribute.starts_with("+me"); });
    if (owners > 1) return fail(ErrorCode::infeasible, "only one instance may own the media engines (+me)");
    const auto without = std::count(attributes.begin(), attributes.end(), "-me");
    const bool takes_all = std::find(attributes.begin(), attributes.end(), "+me.all") != attributes.end();
    if (takes_all && without + 1 < static_cast<std::ptrdiff_t>(attributes.size())) {
        return fail(ErrorCode::infeasible, "beside an instance with +me.all, all others must be without media (-me)");
    }
    return Done{};
}

}  // namespace

Result<Done> check_layout(const MigGeometry& geometry, std::span<const MigPlacement> placements) {
    std::vector<bool> taken(static_cast<std::size_t>(geometry.memory_slices), false);
    std::map<std::string, int> counts;
    int compute = 0;
    std::vector<std::string> attributes;
    for (const MigPlacement& placement : placements) {
        const auto name = parse_mig_profile(placement.profile);
        const MigProfile* profile = name ? geometry.find(*name) : nullptr;
        if (profile == nullptr) {
            return fail(ErrorCode::infeasible, fmt::format("this GPU has no profile '{}'", placement.profile));
        }
        if (std::find(profile->starts.begin(), profile->starts.end(), placement.start) == profile->starts.end()) {
            return fail(ErrorCode::infeasible, fmt::format("{} cannot start at {}", profile->name, placement.start));
        }
        for (int slice = placement.start; slice < placement.start + profile->memory_slices; ++slice) {
            if (taken.at(static_cast<std::size_t>(slice))) {
                return fail(ErrorCode::infeasible, fmt::format("{}@{} overlaps another instance in memory slice {}",
                                                               profile->name, placement.start, slice));
            }
            taken[static_cast<std::size_t>(slice)] = true;
        }
        compute += profile->compute_slices;
        attributes.push_back(name->attributes);
        if (++counts[profile->name] > profile->most) {
            return fail(ErrorCode::infeasible, fmt::format("at most {} of {}", profile->most, profile->name));
        }
    }
    if (compute > geometry.compute_slices) {
        return fail(ErrorCode::infeasible,
                    fmt::format("{} compute slices wanted, the GPU has {}", compute, geometry.compute_slices));
    }
    return check_media(attributes);
}

}  // namespace arable::model
