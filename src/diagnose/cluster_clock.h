#pragma once
// The nodes as they stood at an instant: which devices were free, which were held with nothing loaded, which could be
// set free by sharing, and how much CPU, memory and slots were left.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "diagnose/folded.h"
#include "diagnose/placed_claims.h"
#include "diagnose/policy.h"
#include "fit/room.h"
#include "model/timeline.h"

namespace arable::diagnose {

// Goes through the window once, forwards. Device ids are positions in Folded.lanes. The timeline, the folded value and
// the policy must outlive it.
class ClusterClock {
  public:
    ClusterClock(const model::Timeline& timeline, const Folded& folded, const Policy& policy);

    // Sets the clock to `t`, not before the last time given. Costs one step a lane and rebuilds what changed.
    void advance(Time t);

    // One room a node with GPUs, in the order of nodes; then one for each GPU whose node is not known.
    std::span<const fit::NodeRoom> rooms() const { return rooms_; }
    const std::vector<const model::Node*>& nodes() const { return nodes_; }
    std::size_t lanes() const { return tracks_.size(); }
    // The claim that holds a lane now; none() when nobody does.
    model::ClaimIx holder(std::uint32_t lane) const;
    // Rooms as they would be with nothing held, one for each layout they ever had: what can be asked for at all.
    std::vector<fit::NodeRoom> ever() const;
    // Every time at which something here changes, sorted, without repeats; hours for what is loaded where.
    std::vector<Time> changes() const;

  private:
    struct LaneTrack {
        std::uint32_t first = 0, last = 0, now = 0;  // runs; now == last: after the last
        const Run* run = nullptr;                    // in force, if any
    };
    struct BoundPod {
        model::PodIx pod;
        Interval life;
        std::optional<Time> claimed;  // its first claim
    };
    struct Edge {
        Time time;
        std::uint32_t room = 0;
        std::uint32_t bound = 0;  // position in bound_
        bool begins = false;
    };

    void find_rooms();
    void find_pods();
    bool step_lane(std::size_t lane, Time t);
    void step_pods(Time t);
    void rebuild(std::size_t room, Time t);
    fit::Device device(std::uint32_t lane, Time t) const;
    void count_shares(fit::Device& device, const model::Layout& layout, PieceState state, Time t) const;
    void take_pledged(std::size_t room, Time t);
    void add_returns(std::size_t room);
    void share();
    std::optional<Bytes> tenant_need(std::uint32_t lane, const Run& run, Bytes& memory) const;

    const model::Timeline& timeline_;
    const Folded& folded_;
    const Policy& policy_;
    PlacedClaims placed_;
    std::vector<const model::Node*> nodes_;
    std::vector<model::Node> nameless_;  // stand-ins for nodes that no source names
    std::vector<fit::NodeRoom> rooms_;
    std::vector<std::vector<std::uint32_t>> lanes_of_;  // by room
    std::vector<std::vector<std::uint32_t>> bound_of_;  // by room: live positions in bound_
    std::vector<bool> claims_seen_;                     // by room: some claim names a device or node here
    std::vector<bool> restless_;                        // by room: rebuilt at every step
    std::vector<bool> dirty_;
    std::vector<std::uint32_t> room_of_lane_;
    std::vector<std::uint32_t> room_of_node_;
    std::vector<LaneTrack> tracks_;
    std::vector<BoundPod> bound_;
    std::vector<Edge> edges_;
    std::size_t next_edge_ = 0;
    bool started_ = false;
    bool loaded_changed_ = true;
};

}  // namespace arable::diagnose
