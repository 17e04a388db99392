#include "plan/demand_problem.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <fmt/core.h>

#include "model/mig_layouts.h"
#include "model/mig_starts.h"

namespace arable::plan {
namespace {

// Larger amounts are typing errors, and would not add up in 64 bits.
constexpr std::int64_t kMostItems = 1'000'000;  // of all kinds together: each becomes a placement
constexpr std::int64_t kMostNodes = 10'000'000;
constexpr std::int64_t kMostAmount = 1'000'000'000'000;  // milli-CPU, MiB, micro-units an hour
constexpr std::int64_t kMostGpus = 1024;                 // of one node
constexpr std::int64_t kWhole = 1000;

bool is_amount(std::int64_t value, std::int64_t most) { return value >= 0 && value <= most; }
bool is_amount(const std::optional<std::int64_t>& value, std::int64_t most) {
    return !value || is_amount(*value, most);
}

// "H100" alone is the card of 80 GB: the vendor sells others of that name with their size in it.
const model::Product* product_of(const std::string& printed, std::vector<Text>& assumptions) {
    if (const model::Product* product = model::find_product(printed)) return product;
    if (printed != "H100" && printed != "h100") return nullptr;
    assumptions.push_back(text("{} is taken as {}", printed, "H100-SXM5-80GB"));
    return model::find_product("H100-SXM5-80GB");
}

// All profiles of the fleet's products by name: one kind of slot each.
class Slots {
  public:
    std::uint32_t of(const std::string& profile) {
        return kinds_.try_emplace(profile, static_cast<std::uint32_t>(kinds_.size())).first->second;
    }
    std::optional<std::uint32_t> find(const std::string& profile) const {
        const auto at = kinds_.find(profile);
        return at == kinds_.end() ? std::nullopt : std::optional(at->second);
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names(kinds_.size());
        for (const auto& [name, kind] : kinds_) names[kind] = name;
        return names;
    }

  private:
    std::map<std::string, std::uint32_t> kinds_;
};

class Builder {
  public:
    explicit Builder(const Demand& demand) : demand_(demand) {}

    DemandProblem build() {
        for (std::uint32_t row = 0; row < demand_.fleet.size(); ++row) add_type(row);
        price();
        for (std::uint32_t item = 0; item < demand_.items.size(); ++item) add_item(item);
        cut();
        problem_.slots = slots_.names();
        return std::move(problem_);
    }

  private:
    void refuse(std::string subject, std::int64_t count, Text reason) {
        problem_.refused.push_back({std::move(subject), count, std::move(reason)});
    }
    void add_type(std::uint32_t row);
    void price();
    void add_item(std::uint32_t item);
    Text need_of(const DemandItem& item, solve::ItemClass& made);
    void cut();

    const Demand& demand_;
    DemandProblem problem_;
    Slots slots_;
    std::map<std::string, std::uint32_t> trusts_;
    std::int64_t asked_ = 0;  // pieces of work so far
};

void Builder::add_type(std::uint32_t row) {
    const FleetRow& from = demand_.fleet[row];
    const std::string subject = fmt::format("fleet[{}]", row);
    if (!is_amount(from.gpus_per_node, kMostGpus) || !is_amount(from.cpu_milli, kMostAmount) ||
        !is_amount(from.memory_mib, kMostAmount) || !is_amount(from.gpu_memory_mib, kMostAmount) ||
        !is_amount(from.nodes, kMostNodes) || !is_amount(from.micros_per_hour, kMostAmount))
        return refuse(subject, 0, text("one of its numbers is negative or too large: no such node can be used"));
    FleetType type{.row = row, .name = from.product.empty() ? "cpu" : from.product};
    if (from.gpus_per_node > 0) {
        type.product = product_of(from.product, problem_.assumptions);
        if (type.product != nullptr) type.name = type.product->id;
        if (type.product == nullptr)
            problem_.assumptions.push_back(
                text("{} is no GPU that is known, or one of several of that name: neither its memory nor its MIG "
                     "profiles are known, so it takes whole-GPU work and shares of compute alone; name its size, as "
                     "in A100-SXM4-80GB",
                     from.product.empty() ? std::string("\"\"") : from.product));
    }
    const auto same = std::ranges::count(problem_.types, type.name, [&](const FleetType& t) { return t.name; });
    if (same > 0) type.name += fmt::format("({})", row);
    solve::BinType bin;
    bin.limit = from.nodes;
    bin.capacity = {from.cpu_milli.value_or(kMostAmount), from.memory_mib.value_or(kMostAmount)};
    bin.units = static_cast<std::uint32_t>(from.gpus_per_node);
    std::int64_t memory = from.gpu_memory_mib.value_or(-1);
    if (memory < 0 && type.product != nullptr) memory = type.product->usable.value / mebibytes(1).value;
    bin.unit_capacity = {std::max<std::int64_t>(memory, 0), kWhole};
    problem_.pack.types.push_back(std::move(bin));
    problem_.types.push_back(std::move(type));
}

// Money decides where all prices are known, else GPUs. A free node would be taken without end: it costs a little.
void Builder::price() {
    problem_.by_money = !problem_.types.empty() && std::ranges::all_of(problem_.types, [&](const FleetType& type) {
        return demand_.fleet[type.row].micros_per_hour.has_value();
    });
    for (std::size_t t = 0; t < problem_.types.size(); ++t) {
        const FleetRow& from = demand_.fleet[problem_.types[t].row];
        problem_.pack.types[t].cost = problem_.by_money ? *from.micros_per_hour : from.gpus_per_node;
    }
}

Text Builder::need_of(const DemandItem& item, solve::ItemClass& made) {
    const int kinds = (item.profile.empty() ? 0 : 1) + (item.gpus.value_or(0) > 0 ? 1 : 0) +
                      (item.memory_mib || item.sm_milli ? 1 : 0);
    if (kinds > 1)
        return text("it names more than one of a MIG profile, a part of a GPU and whole GPUs: which one counts?");
    if (!item.profile.empty()) {
        const auto name = model::parse_mig_profile(item.profile);
        if (!name) return text("{} is no MIG profile", item.profile);
        made.inner = solve::Inner::slot;
        bool known = false;
        for (std::size_t t = 0; t < problem_.types.size(); ++t) {
            const model::Product* product = problem_.types[t].product;
            const model::MigProfile* profile =
                product != nullptr && product->mig ? product->mig->resolve(*name) : nullptr;
            made.allowed.push_back(profile != nullptr && (!known || slots_.of(profile->name) == made.slot));
            if (profile == nullptr || known) continue;
            known = true;
            made.slot = slots_.of(profile->name);
        }
        return known ? Text() : text("no GPU of the fleet has the MIG profile {}", item.profile);
    }
    if (item.gpus.value_or(0) > 0) {
        made.inner = solve::Inner::whole;
        made.units = static_cast<std::uint32_t>(*item.gpus);
        return {};
    }
    if (!item.memory_mib && !item.sm_milli) return {};
    made.inner = solve::Inner::part;
    made.part = {item.memory_mib.value_or(0), item.sm_milli.value_or(0)};
    if (made.part[0] == 0 && made.part[1] == 0) return text("a part of a GPU of no memory and no compute is no part");
    made.group = trusts_.try_emplace(item.trust, static_cast<std::uint32_t>(trusts_.size())).first->second;
    return {};
}

void Builder::add_item(std::uint32_t at) {
    const DemandItem& item = demand_.items[at];
    const std::string subject = item.name.empty() ? fmt::format("items[{}]", at) : item.name;
    if (!is_amount(item.count, kMostItems) || !is_amount(item.memory_mib, kMostAmount) ||
        !is_amount(item.sm_milli, kWhole) || !is_amount(item.gpus, kMostGpus) ||
        !is_amount(item.cpu_milli, kMostAmount) || !is_amount(item.host_memory_mib, kMostAmount))
        return refuse(subject, item.count, text("one of its numbers is negative or too large to be meant"));
    if (item.count == 0) return;
    if (item.count > kMostItems - asked_)
        return refuse(subject, item.count, text("more than {} pieces of work in all are not planned", kMostItems));
    solve::ItemClass made{.count = item.count, .size = {item.cpu_milli, item.host_memory_mib}};
    if (Text why = need_of(item, made); !why.empty()) return refuse(subject, item.count, std::move(why));
    asked_ += item.count;
    problem_.pack.items.push_back(std::move(made));
    problem_.items.push_back(at);
}

// Of each product the layouts that hold no others, of the profiles that somebody asks for.
void Builder::cut() {
    const std::size_t kinds = slots_.names().size();
    for (std::size_t t = 0; t < problem_.types.size(); ++t) {
        FleetType& type = problem_.types[t];
        if (type.product == nullptr || !type.product->mig) continue;
        const auto& profiles = type.product->mig->profiles;
        std::vector<bool> wanted;
        for (const model::MigProfile& profile : profiles) wanted.push_back(slots_.find(profile.name).has_value());
        if (std::ranges::count(wanted, true) == 0) continue;
        const auto layouts = model::MigLayouts::of(*type.product->mig, wanted);
        if (!layouts) continue;  // no product of the table has as many
        const model::MigStarts starts(*layouts);
        for (const model::MigCounts& counts : model::maximal_counts(*layouts)) {
            const auto arranged = starts.arrange(counts);
            solve::Amounts slots(kinds, 0);
            for (std::size_t p = 0; p < counts.size(); ++p)
                if (counts[p] > 0) slots[*slots_.find(profiles[p].name)] += counts[p];
            problem_.pack.types[t].layouts.push_back(std::move(slots));
            type.menu.push_back(layouts->placements(*arranged));
        }
    }
}

}  // namespace

DemandProblem problem_of(const Demand& demand) { return Builder(demand).build(); }

}  // namespace arable::plan
