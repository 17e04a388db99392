// The bound of a packing, proven anew from its certificate. The enumerations are plain on purpose: no pruning by worth,
// so that nothing has to be believed.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "solve/check_packing.h"
#include "solve/wide.h"

namespace arable::solve {
namespace {

tl::unexpected<Error> wrong(std::string what) { return fail(ErrorCode::invalid_input, std::move(what)); }

tl::unexpected<Error> too_many() {
    return fail(ErrorCode::unsupported, "there are too many contents to enumerate; allow more states");
}

bool covers(const Amounts& room, const Amounts& size) {
    for (std::size_t d = 0; d < size.size(); ++d) {
        if (size[d] > room[d]) return false;
    }
    return true;
}

bool has_slot(const BinType& type, const ItemClass& item) {
    return std::ranges::any_of(type.layouts,
                               [&](const Amounts& slots) { return item.slot < slots.size() && slots[item.slot] > 0; });
}

// Whether an empty bin of the type holds one item.
bool can_hold(const PackProblem& problem, std::uint32_t t, const ItemClass& item) {
    const BinType& type = problem.types[t];
    if (!item.allowed.empty() && !item.allowed[t]) return false;
    if (type.limit == 0 || !covers(type.capacity, item.size)) return false;
    switch (item.inner) {
        case Inner::none:
            return true;
        case Inner::whole:
            return item.units <= type.units;
        case Inner::part:
            return type.units > 0 && covers(type.unit_capacity, item.part);
        case Inner::slot:
            return type.units > 0 && has_slot(type, item);
    }
    return false;
}

// Most that parts of one group are worth together in one inner unit: every reachable use of the unit, smallest first.
Result<Wide> most_of_parts(const BinType& type, const std::vector<std::pair<Amounts, Wide>>& parts,
                           std::int64_t states) {
    std::map<Amounts, Wide> best{{Amounts(type.unit_capacity.size(), 0), 0}};
    Wide most = 0;
    for (auto at = best.begin(); at != best.end(); ++at) {
        most = std::max(most, at->second);
        for (const auto& [part, worth] : parts) {
            Amounts use = at->first;
            for (std::size_t e = 0; e < use.size(); ++e) use[e] += part[e];
            if (!covers(type.unit_capacity, use)) continue;
            const auto [there, fresh] = best.try_emplace(std::move(use), at->second + worth);
            if (!fresh) there->second = std::max(there->second, at->second + worth);
        }
        if (static_cast<std::int64_t>(best.size()) > states) return too_many();
    }
    return most;
}

class TypeProof {
  public:
    TypeProof(const PackProblem& problem, const Certificate& certificate, std::uint32_t t, std::int64_t states)
        : problem_(problem),
          type_(problem.types[t]),
          prices_(certificate.types[t]),
          price_(certificate.price),
          states_(states) {
        for (std::uint32_t i = 0; i < problem.items.size(); ++i) {
            if (problem.items[i].count > 0 && price_[i] > 0 && can_hold(problem, t, problem.items[i]))
                here_.push_back(i);
        }
    }

    Result<Done> try_prices() const {
        if (prices_.price.size() != type_.capacity.size()) return wrong("prices are missing");
        if (prices_.unit_price < 0 || prices_.worth < 0) return wrong("a price is negative");
        Wide worth = Wide{type_.units} * prices_.unit_price;
        for (std::size_t d = 0; d < type_.capacity.size(); ++d) {
            if (prices_.price[d] < 0) return wrong("a price is negative");
            worth += Wide{prices_.price[d]} * type_.capacity[d];
        }
        if (prices_.searched) return try_search();
        if (worth > prices_.worth) return wrong("a bin is worth more than is claimed");
        for (const std::uint32_t i : here_) {
            const ItemClass& item = problem_.items[i];
            const Wide units = item.inner == Inner::none ? 0 : item.inner == Inner::whole ? item.units : 1;
            if (net(i) > units * prices_.unit_price)
                return wrong(fmt::format("class {} is worth more than it takes", i));
        }
        if (most_of_slots() > prices_.unit_price) return wrong("the slots of a unit are worth more than it");
        return try_parts();
    }

  private:
    // What an item is worth beyond the capacities of the bin that it takes.
    Wide net(std::uint32_t i) const {
        Wide worth = price_[i];
        for (std::size_t d = 0; d < type_.capacity.size(); ++d) {
            worth -= Wide{prices_.price[d]} * problem_.items[i].size[d];
        }
        return worth;
    }

    Wide most_of_slots() const {
        std::map<std::uint32_t, Wide> best;
        for (const std::uint32_t i : here_) {
            if (problem_.items[i].inner != Inner::slot) continue;
            Wide& most = best[problem_.items[i].slot];
            most = std::max(most, net(i));
        }
        Wide most = 0;
        for (const Amounts& slots : type_.layouts) {
            Wide sum = 0;
            for (const auto& [kind, worth] : best) sum += kind < slots.size() ? slots[kind] * worth : 0;
            most = std::max(most, sum);
        }
        return most;
    }

    Result<Done> try_parts() const {
        std::map<std::uint32_t, std::map<Amounts, Wide>> groups;
        for (const std::uint32_t i : here_) {
            const ItemClass& item = problem_.items[i];
            if (item.inner != Inner::part || net(i) <= 0) continue;
            Wide& most = groups[item.group][item.part];
            most = std::max(most, net(i));
        }
        for (const auto& [group, parts] : groups) {
            ARABLE_TRY(most, most_of_parts(type_, {parts.begin(), parts.end()}, states_));
            if (most > prices_.unit_price)
                return wrong(fmt::format("parts of group {} are worth more than a unit", group));
        }
        return Done{};
    }

    // A unit in use: {1} whole, {2, group, amounts…} shared, {3, slots by kind…} cut. A bin: how many of each class,
    // and its units, sorted.
    struct Content {
        std::vector<std::int64_t> counts;
        std::vector<Amounts> units;
        auto operator<=>(const Content&) const = default;
    };

    // All contents of a bin, level by level: one item more each time.
    Result<Done> try_search() const {
        Wide gift = 0;  // items that take nothing at all
        std::vector<std::uint32_t> items;
        for (const std::uint32_t i : here_) {
            const ItemClass& item = problem_.items[i];
            const bool nothing = item.inner == Inner::none &&
                                 std::ranges::all_of(item.size, [](std::int64_t amount) { return amount == 0; });
            if (nothing) gift += Wide{price_[i]} * item.count;
            if (!nothing) items.push_back(i);
        }
        std::map<Content, Wide> level{{{.counts = std::vector<std::int64_t>(items.size(), 0), .units = {}}, gift}};
        std::int64_t seen = 0;
        while (!level.empty()) {
            seen += static_cast<std::int64_t>(level.size());
            if (seen > states_) return too_many();
            std::map<Content, Wide> next;
            for (const auto& [content, worth] : level) {
                if (worth > prices_.worth) return wrong("a bin holds more than is claimed");
                for (std::size_t k = 0; k < items.size(); ++k) grow(content, items, k, worth + price_[items[k]], next);
            }
            level = std::move(next);
        }
        return Done{};
    }

    void grow(const Content& content, const std::vector<std::uint32_t>& items, std::size_t k, Wide worth,
              std::map<Content, Wide>& next) const {
        const ItemClass& item = problem_.items[items[k]];
        if (content.counts[k] >= item.count) return;
        for (std::size_t d = 0; d < type_.capacity.size(); ++d) {
            Wide sum = item.size[d];
            for (std::size_t j = 0; j < items.size(); ++j)
                sum += content.counts[j] * Wide{problem_.items[items[j]].size[d]};
            if (sum > type_.capacity[d]) return;
        }
        Content more = content;
        ++more.counts[k];
        const auto keep = [&](Content grown) {
            std::ranges::sort(grown.units);
            next.insert_or_assign(std::move(grown), worth);  // the counts alone decide what a content is worth
        };
        if (item.inner == Inner::none) return keep(more);
        const std::uint32_t fresh = item.inner == Inner::whole ? item.units : 1;
        if (content.units.size() + fresh <= type_.units) {
            Content grown = more;
            for (std::uint32_t u = 0; u < fresh; ++u) grown.units.push_back(with(item, {}));
            keep(std::move(grown));
        }
        for (std::size_t u = 0; u < content.units.size() && item.inner != Inner::whole; ++u) {
            Content grown = more;
            grown.units[u] = with(item, content.units[u]);
            if (!grown.units[u].empty()) keep(std::move(grown));
        }
    }

    // The unit with one item more; empty: it does not fit.
    Amounts with(const ItemClass& item, Amounts unit) const {
        if (item.inner == Inner::whole) return {1};
        if (item.inner == Inner::part) {
            if (unit.empty()) unit.assign(type_.unit_capacity.size() + 2, 0), unit[0] = 2, unit[1] = item.group;
            if (unit[0] != 2 || unit[1] != item.group) return {};
            for (std::size_t e = 0; e < item.part.size(); ++e) {
                unit[e + 2] += item.part[e];
                if (unit[e + 2] > type_.unit_capacity[e]) return {};
            }
            return unit;
        }
        if (unit.empty()) unit = {3};
        if (unit[0] != 3) return {};
        if (unit.size() < item.slot + std::size_t{2}) unit.resize(item.slot + std::size_t{2}, 0);
        ++unit[item.slot + std::size_t{1}];
        const bool fits = std::ranges::any_of(type_.layouts, [&](const Amounts& slots) {
            for (std::size_t kind = 0; kind + 1 < unit.size(); ++kind) {
                if (unit[kind + 1] > (kind < slots.size() ? slots[kind] : 0)) return false;
            }
            return true;
        });
        return fits ? unit : Amounts{};
    }

    const PackProblem& problem_;
    const BinType& type_;
    const TypePrices& prices_;
    const std::vector<std::int64_t>& price_;
    std::int64_t states_;
    std::vector<std::uint32_t> here_;  // classes with a price that a bin of this type can hold
};

std::int64_t skip_cost_of(const PackProblem& problem, const ItemClass& item) {
    if (item.skip_cost) return *item.skip_cost;
    std::int64_t dearest = 0;
    for (std::size_t t = 0; t < problem.types.size(); ++t) {
        if (item.allowed.empty() || item.allowed[t]) dearest = std::max(dearest, problem.types[t].cost);
    }
    return dearest + 1;
}

}  // namespace

Result<std::int64_t> proven_bound(const PackProblem& problem, const Certificate& certificate,
                                  std::int64_t most_states) {
    if (certificate.scale < 1) return wrong("the scale is not positive");
    if (certificate.price.size() != problem.items.size() || certificate.types.size() != problem.types.size()) {
        return wrong("the certificate is of another problem");
    }
    Wide sum = 0;
    for (std::size_t i = 0; i < problem.items.size(); ++i) {
        const ItemClass& item = problem.items[i];
        if (certificate.price[i] < 0) return wrong(fmt::format("the price of class {} is negative", i));
        if (certificate.price[i] > Wide{skip_cost_of(problem, item)} * certificate.scale) {
            return wrong(fmt::format("class {} is dearer than leaving it out", i));
        }
        bool fits = false;
        for (std::uint32_t t = 0; t < problem.types.size(); ++t) fits = fits || can_hold(problem, t, item);
        sum += fits ? Wide{certificate.price[i]} * item.count : 0;
    }
    for (std::uint32_t t = 0; t < problem.types.size(); ++t) {
        const auto proof = TypeProof(problem, certificate, t, most_states).try_prices();
        if (!proof) return tl::unexpected(proof.error().within(fmt::format("type {}", t)));
        const Wide excess = certificate.types[t].worth - Wide{problem.types[t].cost} * certificate.scale;
        if (excess <= 0) continue;
        if (!problem.types[t].limit) return wrong(fmt::format("type {}: a bin is worth more than it costs", t));
        sum -= excess * *problem.types[t].limit;
    }
    if (sum <= 0) return 0;
    return static_cast<std::int64_t>((sum + certificate.scale - 1) / certificate.scale);
}

}  // namespace arable::solve
