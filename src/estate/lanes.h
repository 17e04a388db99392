#pragma once
// Reading an estate lane by lane: a lane is a whole card, one MIG instance, or the slices that no instance covers.

#include <cstdint>
#include <functional>
#include <vector>

#include "estate/estate.h"

namespace arable::estate {

struct Holding {
    std::uint32_t pod = 0;
    int rank = 0;  // which card of the pod
    int replica = -1;
    Interval held;
};

struct Lane {
    std::uint32_t gpu = 0;
    int instance = -1;  // position in the node's layout
    bool uncovered = false;
    int slices = 0;  // of 7; 0: a whole card
    double memory_mib = 0.0;
    std::vector<Holding> holdings;  // by begin
    std::vector<Time> latest_ends;  // by holding: the latest end of it and of those before it
    IntervalSet ghosts;             // when the exporter may still name a pod that is gone
    std::vector<Time> edges;        // sorted: between two neighbours nothing changes but activity
};
std::vector<Lane> lanes(const Estate& estate);

enum class State : std::uint8_t {
    unavailable,
    used_unclaimed,
    ghost,
    free,
    unknown,
    starting,
    empty,
    loaded,
    active,
};

struct Reading {
    State state = State::free;
    Activity activity;               // of all that run there, without noise
    std::vector<const Holding*> by;  // who holds it, by begin
};

// What the lane does at `t`, which is inside the node's presence.
Reading read(const Estate& estate, const Lane& lane, Time t);

using Visit = std::function<void(Interval, const Reading&)>;
// Visits the lane's time inside `span` and the node's presence, in pieces in which nothing changes.
void walk(const Estate& estate, const Lane& lane, Interval span, const Visit& visit);

}  // namespace arable::estate
