#include "model/mig_node.h"

#include <fmt/format.h>

#include <algorithm>

namespace arable::model {
namespace {

// The profile that takes the whole GPU.
std::string whole_profile(const MigGeometry& geometry) {
    const auto whole = std::find_if(geometry.profiles.begin(), geometry.profiles.end(), [&](const MigProfile& profile) {
        return profile.memory_slices == geometry.memory_slices && profile.compute_slices == geometry.compute_slices;
    });
    return whole == geometry.profiles.end() ? "an instance" : "one " + whole->name;
}

std::string resource_of(std::string profile) {
    std::ranges::replace(profile, '+', '.');
    return "nvidia.com/mig-" + profile;
}

}  // namespace

Result<Done> check_cards(std::span<const MigCard> cards) {
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const MigCard& card = cards[i];
        const std::string subject = fmt::format("GPU {}", i);
        if (!card.is_on) {
            if (card.instances.empty()) continue;
            return fail(ErrorCode::infeasible, fmt::format("{} has MIG instances while MIG is off", subject));
        }
        if (card.geometry == nullptr) return fail(ErrorCode::infeasible, fmt::format("{} has no MIG", subject));
        if (card.instances.empty()) {
            return fail(
                ErrorCode::infeasible,
                fmt::format("{} is in MIG mode without an instance: the device plugin fails and announces nothing of "
                            "the node. Turn MIG off on it, or make {}",
                            subject, whole_profile(*card.geometry)));
        }
        if (auto legal = check_layout(*card.geometry, card.instances); !legal) {
            return tl::unexpected(legal.error().within(subject));
        }
    }
    return Done{};
}

std::map<std::string, int> announced(std::span<const MigCard> cards) {
    std::map<std::string, int> resources;
    if (!check_cards(cards)) return resources;
    for (const MigCard& card : cards) {
        if (!card.is_on) ++resources["nvidia.com/gpu"];
        for (const MigPlacement& instance : card.instances) ++resources[resource_of(instance.profile)];
    }
    return resources;
}

}  // namespace arable::model
