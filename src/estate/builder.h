#pragma once
// Puts an estate together: nodes, pods on free cards, waiting pods. Blocks (training.h, serving.h, ...) are written
// with it.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "estate/estate.h"

namespace arable::estate {

class Builder {
  public:
    explicit Builder(const EstateSpec& spec);

    Estate& estate() { return estate_; }
    Rng& rng() { return rng_; }
    Interval window() const { return estate_.window; }
    Time begin() const { return estate_.window.begin; }
    Time end() const { return estate_.window.end; }
    // `share` of the window after its begin, in whole minutes.
    Time at(double share) const;

    std::uint32_t add_node(HardwareKind kind, std::string_view pool = "main");
    std::vector<std::uint32_t> add_nodes(int count, HardwareKind kind, std::string_view pool = "main");
    Node& node(std::uint32_t n) { return estate_.nodes[n]; }

    std::uint32_t add_workload(std::string_view ns, std::string_view kind, std::string_view stem);
    // A pod of this workload; not placed yet.
    Pod& add_pod(std::uint32_t workload, Time created);
    // Places it: `gpus` whole cards of the node from the first that nobody holds during [created, ended).
    void place(Pod& pod, std::uint32_t node, int gpus);
    void place_on(Pod& pod, Slot slot);
    // A pod that holds `gpus` cards of `node` from `from` to the end of the window.
    Pod& run(std::uint32_t workload, std::uint32_t node, int gpus, Time from, std::optional<Time> to = std::nullopt);
    // A pod that waits [from, to) for `cause` and then is deleted, or (`stays`) goes on waiting to the window's end.
    Pod& wait(std::uint32_t workload, int gpus, Interval span, std::string_view cause);

    // Nobody is placed on this card during `span`.
    void reserve(std::uint32_t gpu, Interval span) { held_[gpu].push_back(span); }
    int free_cards(std::uint32_t node, Interval during) const;
    void found(std::string_view kind, std::string subject);
    void distractor(std::string_view kind, std::string subject);

    // Values on one side of a threshold, outside its dead band.
    double above(double threshold, double reach = 1.6);
    double below(double threshold, double reach = 0.4);
    std::string_view team();  // a namespace
    bool is_free(std::uint32_t gpu, Interval during) const;

  private:
    Estate estate_;
    Rng rng_;
    std::vector<IntervalSet> held_;  // by GPU
    int names_ = 0;
};

}  // namespace arable::estate
