#pragma once
// The counterfactuals of one instant: gang after gang, earliest first, asks what would have let it start then.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "diagnose/wait_units.h"
#include "diagnose/waits.h"
#include "fit/gang.h"
#include "fit/room.h"

namespace arable::diagnose {

// Gates of specifications against all nodes, computed once for each different set of rules.
class GateTable {
  public:
    explicit GateTable(std::vector<const model::Node*> nodes) : nodes_(std::move(nodes)) {}
    // `cluster`: of the pod; no node of another cluster is of its kind.
    std::span<const fit::Gate> of(const model::PodSpec& spec, const std::string& cluster);

  private:
    std::vector<const model::Node*> nodes_;
    std::map<std::string, std::vector<fit::Gate>> by_rules_;
    std::map<const model::PodSpec*, const std::vector<fit::Gate>*> by_spec_;
};

struct Judgement {
    WaitCause cause = WaitCause::real;
    WaitDetail detail;
    // Devices that are free now and that it could not use, for causes that mark (constrained, stranded, fragmented).
    std::vector<fit::Pick> marks;
};

// One instant. Gangs are given in order; each takes what its cause lets it have away from those after it.
class Instant {
  public:
    // Rooms as they are. `strict` must outlive it.
    Instant(std::span<const fit::NodeRoom> rooms, const model::StrictQueues& strict);

    // `own`: devices that the gang itself holds; they cannot be given back to it.
    Judgement judge(const WaitUnit& unit, std::span<const fit::Member> members,
                    std::span<const std::uint32_t> own = {});
    // Free devices that a gated gang keeps marked: at most as many as it asks for, of kinds it accepts.
    std::vector<fit::Pick> mark_gated(std::span<const fit::Member> members);
    // Lets a later gang of the same strict queue know that this one stands before it.
    void stands(const WaitUnit& unit);
    // The rooms before any gang of this instant took anything.
    std::span<const fit::NodeRoom> rooms() const { return rooms_; }

  private:
    struct Remedy {
        WaitCause cause{};
        std::optional<fit::Placement> placement;
    };
    Judgement remedied(std::span<const fit::Member> members, std::span<const std::uint32_t> own);
    Remedy first_remedy(std::span<const fit::Member> members) const;
    Judgement apply(Remedy remedy, std::span<const fit::Member> members);
    WaitDetail describe(const Remedy& remedy, std::span<const fit::Member> members) const;
    bool in_strict_queue(const WaitUnit& unit) const;

    std::span<const fit::NodeRoom> rooms_;
    std::vector<fit::NodeRoom> plain_;     // less what gangs took that fitted as it was
    std::vector<fit::NodeRoom> remedied_;  // less what any gang took
    const model::StrictQueues& strict_;
    std::map<std::pair<std::string, std::string>, std::string> ahead_;       // (cluster, queue) -> first gang there
    std::set<std::tuple<const void*, std::int64_t, std::size_t>> hopeless_;  // (gates, devices, members) already `real`
};

}  // namespace arable::diagnose
