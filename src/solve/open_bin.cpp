#include "solve/open_bin.h"

#include <algorithm>

namespace arable::solve {
namespace {

bool at_most(const Amounts& size, const Amounts& room) {
    for (std::size_t d = 0; d < size.size(); ++d) {
        if (size[d] > room[d]) return false;
    }
    return true;
}

void count(std::vector<std::pair<std::uint32_t, std::int64_t>>& items, std::uint32_t item, std::int64_t more) {
    const auto at = std::ranges::find(items, item, &std::pair<std::uint32_t, std::int64_t>::first);
    if (at == items.end()) {
        items.emplace_back(item, more);
    } else {
        at->second += more;
    }
}

}  // namespace

OpenBin::OpenBin(const PackProblem& problem, std::uint32_t type)
    : problem_(problem), number_(type), type_(problem.types[type]), room_(type_.capacity), free_units_(type_.units) {}

void OpenBin::put(Unit& unit, std::uint32_t item, std::int64_t more) {
    const ItemClass& c = problem_.items[item];
    for (std::size_t d = 0; d < room_.size(); ++d) room_[d] -= more * c.size[d];
    if (c.inner == Inner::part) {
        for (std::size_t e = 0; e < c.part.size(); ++e) unit.room[e] -= more * c.part[e];
    } else {
        if (unit.slots.size() <= c.slot) unit.slots.resize(c.slot + std::size_t{1}, 0);
        unit.slots[c.slot] += more;
    }
    count(unit.items, item, more);
}

void OpenBin::add_content(const UnitContent& content) {
    --free_units_;
    Unit unit{.use = content.layout ? Inner::slot : Inner::part, .room = type_.unit_capacity, .layout = content.layout};
    for (const auto& [item, n] : content.items) put(unit, item, n);
    units_.push_back(std::move(unit));
}

std::optional<std::uint32_t> OpenBin::layout_for(const Amounts& slots) const {
    for (std::uint32_t l = 0; l < type_.layouts.size(); ++l) {
        Amounts layout = type_.layouts[l];
        layout.resize(std::max(layout.size(), slots.size()), 0);
        if (at_most(slots, layout)) return l;
    }
    return std::nullopt;
}

bool OpenBin::takes(const Unit& unit, const ItemClass& item) const {
    if (unit.use != item.inner) return false;
    if (item.inner == Inner::part) {
        return problem_.items[unit.items[0].first].group == item.group && at_most(item.part, unit.room);
    }
    Amounts slots = unit.slots;
    if (slots.size() <= item.slot) slots.resize(item.slot + std::size_t{1}, 0);
    ++slots[item.slot];
    return layout_for(slots).has_value();
}

// The unit in use that the item leaves least of; units_.size(): a fresh one; absent: none.
std::optional<std::size_t> OpenBin::unit_for(std::uint32_t item) const {
    const ItemClass& c = problem_.items[item];
    std::optional<std::size_t> best;
    for (std::size_t u = 0; u < units_.size(); ++u) {
        if (!takes(units_[u], c)) continue;
        if (!best || units_[u].room < units_[*best].room) best = u;
    }
    if (!best && free_units_ > 0) best = units_.size();
    return best;
}

bool OpenBin::add(std::uint32_t item) {
    const ItemClass& c = problem_.items[item];
    if (!at_most(c.size, room_)) return false;
    if (c.inner == Inner::none || c.inner == Inner::whole) {
        const std::uint32_t needed = c.inner == Inner::whole ? c.units : 0;
        if (needed > free_units_) return false;
        free_units_ -= needed;
        for (std::size_t d = 0; d < room_.size(); ++d) room_[d] -= c.size[d];
        count(others_, item, 1);
        return true;
    }
    const auto at = unit_for(item);
    if (!at) return false;
    if (*at == units_.size()) {
        Unit fresh{.use = c.inner, .room = type_.unit_capacity};
        if (c.inner == Inner::part && !at_most(c.part, fresh.room)) return false;
        if (c.inner == Inner::slot) {
            Amounts slots(c.slot + std::size_t{1}, 0);
            slots[c.slot] = 1;
            if (!layout_for(slots)) return false;
        }
        --free_units_;
        units_.push_back(std::move(fresh));
    }
    Unit& unit = units_[*at];
    put(unit, item, 1);
    if (c.inner == Inner::slot) unit.layout = layout_for(unit.slots);
    return true;
}

PackedBin OpenBin::packed() const {
    PackedBin bin{.type = number_};
    std::uint32_t next = 0;
    auto others = others_;
    std::ranges::sort(others);
    for (const auto& [item, n] : others) {
        const ItemClass& c = problem_.items[item];
        if (c.inner == Inner::none) bin.items.push_back({.item = item, .count = n});
        for (std::int64_t k = 0; k < n && c.inner == Inner::whole; ++k) {
            bin.items.push_back({.item = item, .unit = next});
            next += c.units;
        }
    }
    std::vector<Unit> units = units_;
    for (Unit& unit : units) std::ranges::sort(unit.items);
    std::ranges::sort(units, {}, &Unit::items);
    const bool cut = std::ranges::any_of(units, [](const Unit& unit) { return unit.layout.has_value(); });
    if (cut) bin.layouts.resize(type_.units);
    for (const Unit& unit : units) {
        for (const auto& [item, n] : unit.items) bin.items.push_back({.item = item, .count = n, .unit = next});
        if (cut) bin.layouts[next] = unit.layout;
        ++next;
    }
    std::ranges::sort(bin.items, {}, [](const PackedItem& i) { return std::pair(i.unit, i.item); });
    return bin;
}

}  // namespace arable::solve
