#include "model/mig_table.h"

#include <fmt/format.h>

#include <array>

#include "base/check.h"

namespace arable::model {
namespace {

// One product on the seven-slice lattice (8 memory slices). Sizes are those in the profile names; memory is what -lgip
// prints in hundredths of a GiB (0: not seen printed, the name's size counts); SMs are real, 0 where nobody verified
// them.
struct SevenSlice {
    MigFamily family;
    int mig_sms;
    std::array<int, 6> gigabytes;  // 1g, 1g double memory, 2g, 3g, 4g, 7g
    std::array<int, 6> centi_gib;
    std::array<int, 6> sms;
};

constexpr std::array<SevenSlice, 13> kSevenSlice{{
    {MigFamily::a100_40, 98, {5, 10, 10, 20, 20, 40}, {475, 962, 962, 1950, 1950, 3925}, {14, 14, 28, 42, 56, 98}},
    {MigFamily::a100_80, 98, {10, 20, 20, 40, 40, 80}, {962, 1950, 1950, 3925, 3925, 7850}, {14, 14, 28, 42, 56, 98}},
    {MigFamily::h100_80, 132, {10, 20, 20, 40, 40, 80}, {975, 1962, 1962, 3950, 3950, 7925}, {16, 26, 32, 60, 64, 132}},
    // The same lattice on fewer SMs: nobody has verified how many an instance gets.
    {MigFamily::h100_pcie_80, 0, {10, 20, 20, 40, 40, 80}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}},
    {MigFamily::h20_96, 0, {12, 24, 24, 48, 48, 96}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}},
    {MigFamily::h100_94,
     132,
     {12, 24, 24, 47, 47, 94},
     {1075, 2162, 2162, 4638, 4638, 9312},
     {16, 26, 32, 60, 64, 132}},
    {MigFamily::h100_96,
     132,
     {12, 24, 24, 48, 48, 96},
     {1100, 2300, 2300, 4650, 4650, 9300},
     {16, 26, 32, 60, 64, 132}},
    {MigFamily::h200_141, 132, {18, 35, 35, 71, 71, 141}, {1600, 0, 3250, 0, 0, 14000}, {16, 26, 32, 60, 64, 132}},
    {MigFamily::gh200_144, 132, {18, 36, 36, 72, 72, 144}, {0, 0, 0, 0, 0, 0}, {16, 26, 32, 60, 64, 132}},
    {MigFamily::b200, 0, {23, 45, 45, 90, 90, 180}, {0, 0, 0, 0, 0, 0}, {18, 0, 36, 0, 0, 0}},
    {MigFamily::gb200, 0, {23, 47, 47, 93, 93, 186}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}},
    {MigFamily::b300, 0, {34, 67, 67, 135, 135, 269}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}},
    {MigFamily::gb300, 0, {35, 70, 70, 139, 139, 278}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}},
}};

Bytes printed_memory(int centi_gib, int gigabytes) {
    return centi_gib > 0 ? Bytes{gibibytes(centi_gib).value / 100} : gibibytes(gigabytes);
}

MigGeometry seven_slice(const SevenSlice& row) {
    struct Shape {
        int compute, memory, most, id;
        std::vector<int> starts;
    };
    const std::array<Shape, 6> shapes{{{1, 1, 7, 19, {0, 1, 2, 3, 4, 5, 6}},
                                       {1, 2, 4, 15, {0, 2, 4, 6}},
                                       {2, 2, 3, 14, {0, 2, 4}},
                                       {3, 4, 2, 9, {0, 4}},
                                       {4, 4, 1, 5, {0}},
                                       {7, 8, 1, 0, {0}}}};
    const bool has_known_ids = row.family < MigFamily::b200;  // of Blackwell no listing was found
    MigGeometry geometry{.compute_slices = 7, .memory_slices = 8, .mig_sms = row.mig_sms, .profiles = {}};
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        geometry.profiles.push_back({.name = fmt::format("{}g.{}gb", shapes[i].compute, row.gigabytes[i]),
                                     .compute_slices = shapes[i].compute,
                                     .memory_slices = shapes[i].memory,
                                     .sms = row.sms[i],
                                     .memory = printed_memory(row.centi_gib[i], row.gigabytes[i]),
                                     .most = shapes[i].most,
                                     .starts = shapes[i].starts,
                                     .id = has_known_ids ? shapes[i].id : -1,
                                     .is_printed = row.centi_gib[i] > 0});
    }
    MigProfile media = geometry.profiles.front();  // 1g with the media engines: one a GPU
    media.name += "+me";
    media.most = 1;
    media.id = has_known_ids ? 20 : -1;
    geometry.profiles.push_back(std::move(media));
    return geometry;
}

// A profile of a part whose compute and memory slices are the same. `centi_gib` 0: not seen printed.
void add(MigGeometry& geometry, std::string name, int id, int slices, int sms, int centi_gib, int most,
         std::vector<int> starts) {
    const int gigabytes = parse_mig_profile(name)->gigabytes;
    geometry.profiles.push_back({.name = std::move(name),
                                 .compute_slices = slices,
                                 .memory_slices = slices,
                                 .sms = sms,
                                 .memory = printed_memory(centi_gib, gigabytes),
                                 .most = most,
                                 .starts = std::move(starts),
                                 .id = id,
                                 .is_printed = centi_gib > 0});
}

MigGeometry a30() {
    MigGeometry g{.compute_slices = 4, .memory_slices = 4, .mig_sms = 56, .profiles = {}};
    add(g, "1g.6gb", 14, 1, 14, 581, 4, {0, 1, 2, 3});
    add(g, "2g.12gb", 5, 2, 28, 1169, 2, {0, 2});
    add(g, "4g.24gb", 0, 4, 56, 2344, 1, {0});
    add(g, "1g.6gb+me", 21, 1, 14, 581, 1, {0, 1, 2, 3});
    add(g, "2g.12gb+me", 6, 2, 28, 1169, 1, {0, 2});
    return g;
}

MigGeometry rtx_pro_6000() {
    MigGeometry g{.compute_slices = 4, .memory_slices = 4, .mig_sms = 188, .profiles = {}};
    add(g, "1g.24gb", 14, 1, 46, 2362, 4, {0, 1, 2, 3});
    add(g, "2g.48gb", 5, 2, 94, 4738, 2, {0, 2});
    add(g, "1g.24gb+gfx", 47, 1, 46, 2362, 4, {0, 1, 2, 3});
    add(g, "2g.48gb+gfx", 35, 2, 94, 4738, 2, {0, 2});
    add(g, "1g.24gb-me", 67, 1, 46, 2362, 4, {0, 1, 2, 3});
    add(g, "2g.48gb-me", 66, 2, 94, 4738, 2, {0, 2});
    add(g, "1g.24gb+me", 21, 1, 46, 2362, 1, {0, 1, 2, 3});
    add(g, "1g.24gb+me.all", 65, 1, 46, 2362, 1, {0, 1, 2, 3});
    add(g, "2g.48gb+me.all", 64, 2, 94, 4738, 1, {0, 2});
    add(g, "4g.96gb", 0, 4, 188, 9500, 1, {0});
    add(g, "4g.96gb+gfx", 32, 4, 188, 9500, 1, {0});
    return g;
}

// RTX PRO 5000 and 4500: two slices (the MIG User Guide's newest page; sizes, ids and SMs were not seen printed).
MigGeometry two_slice(int gigabytes) {
    MigGeometry g{.compute_slices = 2, .memory_slices = 2, .mig_sms = 0, .profiles = {}};
    const std::string half = fmt::format("1g.{}gb", gigabytes);
    const std::string whole = fmt::format("2g.{}gb", 2 * gigabytes);
    for (const std::string_view suffix : {"", "+gfx", "-me"})
        add(g, half + std::string(suffix), -1, 1, 0, 0, 2, {0, 1});
    add(g, half + "+me.all", -1, 1, 0, 0, 1, {0, 1});
    for (const std::string_view suffix : {"", "+gfx"}) add(g, whole + std::string(suffix), -1, 2, 0, 0, 1, {0});
    return g;
}

MigGeometry rtx_pro_5000() {
    MigGeometry g = two_slice(24);
    add(g, "1g.24gb+me", -1, 1, 0, 0, 1, {0, 1});
    return g;
}

}  // namespace

MigGeometry mig_geometry(MigFamily family) {
    ARABLE_CHECK(family != MigFamily::none);
    if (family == MigFamily::a30) return a30();
    if (family == MigFamily::rtx_pro_6000) return rtx_pro_6000();
    if (family == MigFamily::rtx_pro_5000) return rtx_pro_5000();
    if (family == MigFamily::rtx_pro_4500) return two_slice(16);
    for (const SevenSlice& row : kSevenSlice) {
        if (row.family == family) return seven_slice(row);
    }
    ARABLE_CHECK(false);
}

}  // namespace arable::model
