#pragma once
// Branch and bound over the linear relaxation of a cover, depth first, most promising side first.

#include <deque>

#include "solve/cover_relaxation.h"

namespace arable::solve {

class CoverSearch {
  public:
    CoverSearch(const CoverProblem& problem, const CoverColumns& columns, const CoverBudget& budget)
        : problem_(problem), columns_(columns), budget_(budget) {}

    // Everything but `bins` and `served`, which follow from `best()`.
    CoverAnswer run();
    // Bins by column; absent where nothing feasible was found.
    const std::optional<std::vector<std::int64_t>>& best() const { return best_; }

  private:
    struct Open {
        CoverRelaxation relaxation;
        std::uint32_t node = 0;
    };
    struct Score {
        std::int64_t least = 0;   // cost in units that the node's prices prove
        bool impossible = false;  // they prove that nothing is feasible
    };

    void visit(Open open);
    bool judge(const Open& open, DualSimplex::Outcome outcome);
    void offer(std::vector<std::int64_t> bins);
    void round_up(const std::vector<Rational>& bins);
    void split(Open open, const std::vector<Rational>& bins);
    bool is_served(const std::vector<std::int64_t>& bins) const;
    bool is_closed(std::uint32_t node) const;
    std::int64_t open_bound() const;
    CoverProof shortest_proof(std::int64_t bound) const;

    const CoverProblem& problem_;
    const CoverColumns& columns_;
    CoverBudget budget_;
    CoverLimit hit_ = CoverLimit::none;
    std::deque<Open> open_;
    std::vector<ProofNode> nodes_;
    std::vector<Score> scores_;  // by node
    std::optional<std::vector<std::int64_t>> best_;
    std::int64_t best_cost_ = 0;  // in units
    Rational root_value_;
};

}  // namespace arable::solve
