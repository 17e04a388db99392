#pragma once
// One bin while it is filled. Which inner unit has which number is decided at the end, so holes never get in the way.

#include "solve/best_unit.h"

namespace arable::solve {

class OpenBin {
  public:
    OpenBin(const PackProblem& problem, std::uint32_t type);

    const Amounts& room() const { return room_; }
    std::uint32_t free_units() const { return free_units_; }

    // Takes contents that fit into the room and one free unit.
    void add_content(const UnitContent& content);
    // Adds one item, a part or slot where it leaves least; false: it does not fit. The type must be allowed.
    bool add(std::uint32_t item);

    PackedBin packed() const;

  private:
    struct Unit {
        Inner use = Inner::part;
        Amounts room;   // of parts
        Amounts slots;  // in use
        std::optional<std::uint32_t> layout;
        std::vector<std::pair<std::uint32_t, std::int64_t>> items;
    };

    std::optional<std::size_t> unit_for(std::uint32_t item) const;
    std::optional<std::uint32_t> layout_for(const Amounts& slots) const;
    bool takes(const Unit& unit, const ItemClass& item) const;
    void put(Unit& unit, std::uint32_t item, std::int64_t count);

    const PackProblem& problem_;
    std::uint32_t number_;
    const BinType& type_;
    Amounts room_;
    std::uint32_t free_units_;
    std::vector<Unit> units_;
    std::vector<std::pair<std::uint32_t, std::int64_t>> others_;  // need no unit, or whole ones
};

}  // namespace arable::solve
