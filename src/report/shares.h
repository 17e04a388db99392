#pragma once
// Parts of a whole as shares, rounded together with all the others: sentences agree with the tables below them.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "diagnose/audit.h"
#include "report/figures.h"

namespace arable::report {

// `Part` is an enum whose values are the positions of the parts.
template <class Part>
class Shares {
  public:
    Shares(std::int64_t total, std::vector<std::int64_t> parts)
        : total_(total), parts_(std::move(parts)), tenths_(tenths_of_percent(total, parts_)) {}

    std::int64_t total() const { return total_; }
    std::int64_t amount(std::initializer_list<Part> wanted) const { return sum(parts_, wanted); }
    bool any(std::initializer_list<Part> wanted) const { return amount(wanted) > 0; }
    // As shown, in tenths of a percent.
    std::int64_t tenths(std::initializer_list<Part> wanted) const { return sum(tenths_, wanted); }
    // "12.3 %"; "-" of an empty whole.
    std::string of(std::initializer_list<Part> wanted) const {
        if (total_ <= 0) return "-";
        return percent_text(sum(tenths_, wanted), any(wanted));
    }

  private:
    static std::int64_t sum(const std::vector<std::int64_t>& values, std::initializer_list<Part> wanted) {
        std::int64_t all = 0;
        for (const Part part : wanted) {
            const auto at = static_cast<std::size_t>(part);
            if (at < values.size()) all += values[at];
        }
        return all;
    }

    std::int64_t total_;
    std::vector<std::int64_t> parts_;
    std::vector<std::int64_t> tenths_;
};

inline Shares<diagnose::AccountClass> class_shares(const diagnose::Audit& audit) {
    std::vector<std::int64_t> parts;
    for (const diagnose::ClassAmount& amount : audit.accounting) parts.push_back(amount.gpu_ms);
    return {audit.capacity.gpu_ms, std::move(parts)};
}

inline Shares<diagnose::WaitCause> cause_shares(const diagnose::Waits& waits) {
    return {waits.gpu_ms, {waits.by_cause.begin(), waits.by_cause.end()}};
}

}  // namespace arable::report
