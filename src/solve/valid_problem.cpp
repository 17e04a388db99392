#include "solve/valid_problem.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "solve/wide.h"

namespace arable::solve {
namespace {

// Looks at one field after the other and keeps the first that is wrong.
class FirstFault {
  public:
    explicit FirstFault(const PackProblem& problem) : problem_(problem) {}

    Result<Done> look() {
        if (problem_.types.empty()) refuse(ErrorCode::invalid_input, "types is empty: there is no bin to pack into");
        for (std::size_t t = 0; t < problem_.types.size() && !error_; ++t) look_at_type(t);
        for (std::size_t i = 0; i < problem_.items.size() && !error_; ++i) look_at_item(i);
        if (!error_) look_at_sums();
        if (error_) return tl::unexpected(*error_);
        return Done{};
    }

  private:
    void refuse(ErrorCode code, std::string message) {
        if (!error_) error_ = Error{code, std::move(message)};
    }

    void range(const std::string& field, std::int64_t value, std::int64_t most) {
        if (value < 0) refuse(ErrorCode::invalid_input, fmt::format("{} is {}: it cannot be negative", field, value));
        if (value > most) refuse(ErrorCode::limit, fmt::format("{} is {}: at most {}", field, value, most));
    }

    void amounts(const std::string& field, const Amounts& values, const Amounts& like, std::string_view of) {
        if (values.size() != like.size()) {
            refuse(ErrorCode::invalid_input,
                   fmt::format("{} has {} amounts, types[0].{} has {}", field, values.size(), of, like.size()));
        }
        for (std::size_t d = 0; d < values.size(); ++d)
            range(fmt::format("{}[{}]", field, d), values[d], kLargestAmount);
    }

    void look_at_type(std::size_t t) {
        const BinType& type = problem_.types[t];
        const std::string field = fmt::format("types[{}]", t);
        range(field + ".cost", type.cost, kLargestCost);
        if (type.limit) range(field + ".limit", *type.limit, kLargestCount);
        range(field + ".units", type.units, kMostUnits);
        amounts(field + ".capacity", type.capacity, problem_.types[0].capacity, "capacity");
        amounts(field + ".unit_capacity", type.unit_capacity, problem_.types[0].unit_capacity, "unit_capacity");
        for (std::size_t l = 0; l < type.layouts.size(); ++l) {
            for (const std::int64_t slots : type.layouts[l]) {
                range(fmt::format("{}.layouts[{}]", field, l), slots, kMostUnits);
            }
        }
    }

    void look_at_item(std::size_t i) {
        const ItemClass& item = problem_.items[i];
        const std::string field = fmt::format("items[{}]", i);
        range(field + ".count", item.count, kLargestCount);
        amounts(field + ".size", item.size, problem_.types[0].capacity, "capacity");
        if (item.skip_cost) range(field + ".skip_cost", *item.skip_cost, kLargestCost);
        if (!item.allowed.empty() && item.allowed.size() != problem_.types.size()) {
            refuse(ErrorCode::invalid_input, fmt::format("{}.allowed names {} bin types, there are {}", field,
                                                         item.allowed.size(), problem_.types.size()));
        }
        if (item.inner == Inner::whole) {
            range(field + ".units", item.units, kMostUnits);
            if (item.units == 0) refuse(ErrorCode::invalid_input, field + ".units is 0: a whole need has at least one");
        }
        if (item.inner != Inner::part) return;
        amounts(field + ".part", item.part, problem_.types[0].unit_capacity, "unit_capacity");
        if (std::ranges::all_of(item.part, [](std::int64_t amount) { return amount == 0; })) {
            refuse(ErrorCode::invalid_input, field + ".part is nothing: name an amount, or need no inner unit");
        }
    }

    // All items in bins of their own, at the dearest, or all left out: no sum of the search or the answer is larger.
    void look_at_sums() {
        constexpr Wide kMost = Wide{1} << 61;
        Wide count = 0;
        std::int64_t dearest = 1;
        for (const BinType& type : problem_.types) dearest = std::max(dearest, type.cost + 1);
        for (std::size_t i = 0; i < problem_.items.size(); ++i) {
            const ItemClass& item = problem_.items[i];
            count += item.count;
            dearest = std::max(dearest, item.skip_cost.value_or(0));
            for (std::size_t d = 0; d < item.size.size(); ++d) {
                if (Wide{item.count} * item.size[d] <= kMost) continue;
                refuse(ErrorCode::limit, fmt::format("items[{}].size[{}] is {}, {} times: the sum leaves 64 bits", i, d,
                                                     item.size[d], item.count));
            }
        }
        if (count * dearest <= kMost) return;
        refuse(ErrorCode::limit, fmt::format("{} items at a cost of up to {} each: the sum leaves 64 bits",
                                             static_cast<std::int64_t>(count), dearest));
    }

    const PackProblem& problem_;
    std::optional<Error> error_;
};

}  // namespace

Result<Done> valid(const PackProblem& problem) { return FirstFault(problem).look(); }

}  // namespace arable::solve
