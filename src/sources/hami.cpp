#include "sources/hami.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include <nlohmann/json.hpp>

#include "sources/resource_names.h"

namespace arable::sources {
namespace {

constexpr std::size_t kMostCards = 64;
constexpr std::int64_t kMostDevices = 1000;

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(at, from), text.size());
        parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

// "GPU-abc" -> "abc"; "": another vendor's device.
std::string uuid_of(std::string_view printed) {
    if (!printed.starts_with("GPU-")) return {};
    std::string uuid(printed.substr(4));
    std::ranges::transform(uuid, uuid.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return uuid;
}

std::string product_of(std::string_view type) {
    constexpr std::string_view kVendor = "NVIDIA-";
    if (type.starts_with(kVendor)) type.remove_prefix(kVendor.size());
    return std::string(type);
}

std::optional<HamiCard> card_of(std::string_view uuid, std::int64_t devices, std::int64_t mebibytes,
                                std::string_view type, bool healthy) {
    HamiCard card{.uuid = uuid_of(uuid), .devices = devices, .product = product_of(type), .healthy = healthy};
    const bool sane = devices > 0 && devices <= kMostDevices && mebibytes >= 0 && mebibytes < (1 << 24);
    if (card.uuid.empty() || !sane) return std::nullopt;
    card.memory = arable::mebibytes(mebibytes);
    return card;
}

// {uuid},{devices},{memory MiB},{cores},{type},{numa},{healthy} a card, a colon after each.
std::vector<HamiCard> from_lists(std::string_view text) {
    std::vector<HamiCard> cards;
    for (const std::string_view entry : split(text, ':')) {
        const auto fields = split(entry, ',');
        if (fields.size() < 7 || cards.size() == kMostCards) continue;
        const auto devices = parse_positive(fields[1]);
        const auto memory = parse_positive(fields[2]);
        if (!devices || !memory) continue;
        if (auto card = card_of(fields[0], *devices, *memory, fields[4], fields[6] != "false"))
            cards.push_back(std::move(*card));
    }
    return cards;
}

std::vector<HamiCard> from_json(std::string_view text) {
    std::vector<HamiCard> cards;
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_array()) return cards;
    const auto number = [](const nlohmann::json& entry, const char* key) {
        const auto at = entry.find(key);
        return at != entry.end() && at->is_number_integer() ? at->get<std::int64_t>() : -1;
    };
    const auto word = [](const nlohmann::json& entry, const char* key) {
        const auto at = entry.find(key);
        return at != entry.end() && at->is_string() ? at->get<std::string>() : std::string();
    };
    for (const nlohmann::json& entry : json) {
        if (!entry.is_object() || cards.size() == kMostCards) continue;
        const auto health = entry.find("health");
        const bool healthy = health == entry.end() || !health->is_boolean() || health->get<bool>();
        if (auto card = card_of(word(entry, "id"), number(entry, "count"), number(entry, "devmem"), word(entry, "type"),
                                healthy))
            cards.push_back(std::move(*card));
    }
    return cards;
}

}  // namespace

std::vector<HamiCard> hami_cards(const std::map<std::string, std::string>& node_annotations) {
    const auto at = node_annotations.find("hami.io/node-nvidia-register");
    if (at == node_annotations.end()) return {};
    return at->second.starts_with('[') ? from_json(at->second) : from_lists(at->second);
}

std::vector<std::string> hami_given(const std::map<std::string, std::string>& pod_annotations) {
    std::vector<std::string> given;
    const auto at = pod_annotations.find("hami.io/vgpu-devices-allocated");
    if (at == pod_annotations.end()) return given;
    for (const std::string_view container : split(at->second, ';')) {
        for (const std::string_view device : split(container, ':')) {
            std::string uuid = uuid_of(split(device, ',').front());
            if (!uuid.empty() && given.size() < kMostCards) given.push_back(std::move(uuid));
        }
    }
    std::ranges::sort(given);
    given.erase(std::unique(given.begin(), given.end()), given.end());
    return given;
}

}  // namespace arable::sources
