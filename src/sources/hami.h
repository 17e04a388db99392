#pragma once
// What HAMi writes into annotations (Project-HAMi/HAMi, docs/develop/protocol.md): a node's cards, each offered as
// several devices of one resource name, and the cards that its scheduler gave to a pod.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace arable::sources {

struct HamiCard {
    std::string uuid;          // lower case without "GPU-"
    std::int64_t devices = 0;  // that the card is offered as
    Bytes memory;
    std::string product;  // as printed, without HAMi's own prefix "NVIDIA-"
    bool healthy = true;
};

// Of a node's annotations, in either format (separated by commas and colons, or JSON). Empty: none, or not readable.
std::vector<HamiCard> hami_cards(const std::map<std::string, std::string>& node_annotations);

// UUIDs (lower case without "GPU-") of the cards that a pod was given, each once, sorted.
std::vector<std::string> hami_given(const std::map<std::string, std::string>& pod_annotations);

}  // namespace arable::sources
