#include "diagnose/sharing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

namespace arable::diagnose {
namespace {

struct Bin {
    std::int64_t left = 0;
    std::uint32_t lane = 0;
};

// Packs one group, given in the order in which cards are to be opened.
void pack(std::span<const LoadedCard> cards, std::vector<std::uint32_t>& freed) {
    std::vector<LoadedCard> tenants(cards.begin(), cards.end());
    std::ranges::stable_sort(tenants, std::greater<>{}, &LoadedCard::need);
    std::vector<Bin> opened;
    std::size_t next = 0;
    for (const LoadedCard& tenant : tenants) {
        Bin* best = nullptr;
        for (Bin& bin : opened) {
            if (bin.left >= tenant.need.value && (best == nullptr || bin.left < best->left)) best = &bin;
        }
        if (best == nullptr) {
            if (next == cards.size()) return;
            opened.push_back({.left = cards[next].memory.value, .lane = cards[next].lane});
            ++next;
            best = &opened.back();
            if (best->left < tenant.need.value) return;  // cards of several sizes: promise nothing
        }
        best->left -= tenant.need.value;
    }
    for (std::size_t i = next; i < cards.size(); ++i) freed.push_back(cards[i].lane);
}

}  // namespace

std::vector<std::uint32_t> cards_freed(std::vector<LoadedCard> cards) {
    std::erase_if(cards, [](const LoadedCard& c) { return c.need.value <= 0 || c.need > c.memory; });
    std::map<std::pair<std::string, std::uint32_t>, std::int64_t> on_room;
    for (const LoadedCard& card : cards) ++on_room[{card.group, card.room}];
    std::ranges::sort(cards, {}, [&](const LoadedCard& c) {
        return std::tuple(c.group, on_room[{c.group, c.room}], c.room, c.lane);
    });
    std::vector<std::uint32_t> freed;
    for (std::size_t begin = 0; begin < cards.size();) {
        std::size_t end = begin;
        while (end < cards.size() && cards[end].group == cards[begin].group) ++end;
        pack(std::span(cards).subspan(begin, end - begin), freed);
        begin = end;
    }
    std::ranges::sort(freed);
    return freed;
}

Bytes need_of(Bytes largest_use) {
    const std::int64_t use = std::clamp<std::int64_t>(largest_use.value, 0, std::int64_t{1} << 52);
    return Bytes{use + (use + 9) / 10} + kProcessContext;
}

double enough_to_reserve(double need, double total) {
    return std::min(1.0, std::ceil(kNeedMargin * need / total * 20.0 - 1e-9) / 20.0);
}

}  // namespace arable::diagnose
