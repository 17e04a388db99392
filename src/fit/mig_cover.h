#pragma once
// The fewest (or cheapest) GPUs for a list of MIG instances and whole GPUs, of one product or of several, with a start
// for each instance and a proof that fewer do not do.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/mig.h"
#include "model/mig_need.h"
#include "solve/cover.h"

namespace arable::fit {

// GPUs of one product that may be used.
struct MigPool {
    const model::MigGeometry* geometry = nullptr;
    std::int64_t cost = 1;             // of each GPU, in one unit over all pools; 1 everywhere: GPUs are counted
    std::optional<std::int64_t> gpus;  // absent: any number
};

// What an item would take from a pool.
struct MigChoice {
    std::uint32_t pool = 0;
    std::optional<std::uint32_t> profile;  // index into the geometry's profiles; absent: the whole GPU, MIG off
    friend auto operator<=>(const MigChoice&, const MigChoice&) = default;
};

struct MigItem {
    std::int64_t count = 0;
    std::vector<MigChoice> accepts;
};

// By the name of a resource: only what carries exactly this name, attributes included.
std::vector<MigChoice> named(std::span<const MigPool> pools, std::string_view profile);
// What surely holds a need, in every pool.
std::vector<MigChoice> holding(std::span<const MigPool> pools, const model::MigNeed& need);

struct MigInstance {
    std::uint32_t profile = 0;
    int start = 0;
    std::uint32_t item = 0;  // whom it serves
};

struct MigGpu {
    std::uint32_t pool = 0;
    std::vector<MigInstance> instances;  // by start; what no item needs is not made
    std::optional<std::uint32_t> whole;  // the item that has all of it
};

struct MigCover {
    std::vector<MigGpu> gpus;   // by pool; of a pool the fullest kind of layout first
    solve::CoverAnswer answer;  // status, cost, bound and gap, and the items that cannot be served
};

// Exact, as solve::cover is. Error: numbers too large, or choices that do not exist. More than a million GPUs are not
// listed one by one: an error, too.
Result<MigCover> cover_mig(std::span<const MigPool> pools, std::span<const MigItem> items,
                           const solve::CoverBudget& budget = {});

}  // namespace arable::fit
