#include "model/product.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

#include "model/mig_table.h"

namespace arable::model {
namespace {

// Form factors that tell products of one family apart; `any` matches text that names none.
enum class Form : std::uint8_t { any, sxm, pcie, nvl };

struct Row {
    std::string_view id;
    std::string_view family;  // words that must all be in the text, separated by blanks
    Form form;
    int gib;
    int sms;
    double idle_watts;
    double max_watts;
    double pcie_gb_per_s;
    double nvlink_gb_per_s;
    MigFamily mig;
};

// Board power limits, SMs and host links are those of the vendors' data sheets; idle power is typical, not guaranteed.
// Usable host link, one way: PCIe 3 x16 12, PCIe 4 x16 25, PCIe 5 x16 50 GB/s.
// NVLink, both directions, is what the data sheets call its bandwidth. 0 for cards whose bridge is sold apart: most
// hosts have none. MIG: the MIG User Guide's list of supported GPUs; it does not name the H20 of 141 GB.
constexpr std::array<Row, 51> kRows{{
    {"A10-PCIe-24GB", "a10", Form::any, 24, 72, 20, 150, 25, 0, MigFamily::none},
    {"A100-PCIe-40GB", "a100", Form::pcie, 40, 108, 40, 250, 25, 0, MigFamily::a100_40},
    {"A100-PCIe-80GB", "a100", Form::pcie, 80, 108, 45, 300, 25, 0, MigFamily::a100_80},
    {"A100-SXM4-40GB", "a100", Form::sxm, 40, 108, 50, 400, 25, 600, MigFamily::a100_40},
    {"A100-SXM4-80GB", "a100", Form::sxm, 80, 108, 55, 400, 25, 600, MigFamily::a100_80},
    {"A10G-24GB", "a10g", Form::any, 24, 80, 15, 300, 25, 0, MigFamily::none},
    {"A16-16GB", "a16", Form::any, 16, 10, 15, 63, 25, 0, MigFamily::none},
    {"A2-16GB", "a2", Form::any, 16, 10, 8, 60, 12, 0, MigFamily::none},
    {"A30-PCIe-24GB", "a30", Form::any, 24, 56, 30, 165, 25, 0, MigFamily::a30},
    {"A40-48GB", "a40", Form::any, 48, 84, 25, 300, 25, 0, MigFamily::none},
    {"A800-SXM4-80GB", "a800", Form::any, 80, 108, 55, 400, 25, 400, MigFamily::a100_80},
    {"B200-SXM6-180GB", "b200", Form::any, 180, 148, 140, 1000, 50, 1800, MigFamily::b200},
    {"B300-SXM6-288GB", "b300", Form::any, 288, 0, 150, 1400, 50, 1800, MigFamily::b300},
    {"GB200-186GB", "gb200", Form::any, 186, 0, 150, 1200, 50, 1800, MigFamily::gb200},
    {"GB300-288GB", "gb300", Form::any, 288, 0, 160, 1400, 50, 1800, MigFamily::gb300},
    {"GH200-144GB", "gh200", Form::any, 144, 132, 90, 900, 50, 900, MigFamily::gh200_144},
    {"GH200-96GB", "gh200", Form::any, 96, 132, 90, 900, 50, 900, MigFamily::h100_96},
    {"GTX-1070-Ti-8GB", "gtx 1070 ti", Form::any, 8, 19, 10, 180, 12, 0, MigFamily::none},
    {"H100-NVL-94GB", "h100", Form::nvl, 94, 132, 60, 400, 50, 600, MigFamily::h100_94},
    {"H100-PCIe-80GB", "h100", Form::pcie, 80, 114, 50, 350, 50, 0, MigFamily::h100_pcie_80},
    {"H100-SXM5-80GB", "h100", Form::sxm, 80, 132, 70, 700, 50, 900, MigFamily::h100_80},
    {"H100-SXM5-96GB", "h100", Form::sxm, 96, 132, 70, 700, 50, 900, MigFamily::h100_96},
    {"H20-SXM5-141GB", "h20", Form::any, 141, 78, 70, 500, 50, 900, MigFamily::none},
    {"H20-SXM5-96GB", "h20", Form::any, 96, 78, 70, 500, 50, 900, MigFamily::h20_96},
    {"H200-NVL-141GB", "h200", Form::nvl, 141, 132, 65, 600, 50, 900, MigFamily::h200_141},
    {"H200-SXM5-141GB", "h200", Form::sxm, 141, 132, 75, 700, 50, 900, MigFamily::h200_141},
    {"H800-SXM5-80GB", "h800", Form::any, 80, 132, 70, 700, 50, 400, MigFamily::h100_80},
    {"K80-12GB", "k80", Form::any, 12, 13, 25, 150, 12, 0, MigFamily::none},
    {"L20-48GB", "l20", Form::any, 48, 92, 30, 275, 25, 0, MigFamily::none},
    {"L4-24GB", "l4", Form::any, 24, 58, 16, 72, 25, 0, MigFamily::none},
    {"L40-48GB", "l40", Form::any, 48, 142, 35, 300, 25, 0, MigFamily::none},
    {"L40S-48GB", "l40s", Form::any, 48, 142, 35, 350, 25, 0, MigFamily::none},
    {"MI100-32GB", "mi100", Form::any, 32, 0, 35, 300, 25, 0, MigFamily::none},
    {"MI210-64GB", "mi210", Form::any, 64, 0, 40, 300, 25, 0, MigFamily::none},
    {"MI250X-128GB", "mi250x", Form::any, 128, 0, 90, 560, 25, 0, MigFamily::none},
    {"MI300X-192GB", "mi300x", Form::any, 192, 0, 140, 750, 50, 0, MigFamily::none},
    {"MI325X-256GB", "mi325x", Form::any, 256, 0, 140, 1000, 50, 0, MigFamily::none},
    {"P100-16GB", "p100", Form::any, 16, 56, 30, 250, 12, 0, MigFamily::none},
    {"P4-8GB", "p4", Form::any, 8, 20, 8, 75, 12, 0, MigFamily::none},
    {"Quadro-P2000-5GB", "quadro p2000", Form::any, 5, 8, 6, 75, 12, 0, MigFamily::none},
    {"RTX-3080-10GB", "rtx 3080", Form::any, 10, 68, 20, 320, 25, 0, MigFamily::none},
    {"RTX-3090-24GB", "rtx 3090", Form::any, 24, 82, 25, 350, 25, 0, MigFamily::none},
    {"RTX-4090-24GB", "rtx 4090", Form::any, 24, 128, 20, 450, 25, 0, MigFamily::none},
    {"RTX-5090-32GB", "rtx 5090", Form::any, 32, 170, 25, 575, 50, 0, MigFamily::none},
    {"RTX-A6000-48GB", "rtx a6000", Form::any, 48, 84, 20, 300, 25, 0, MigFamily::none},
    {"RTX-PRO-4500-32GB", "rtx pro 4500", Form::any, 32, 0, 20, 200, 50, 0, MigFamily::rtx_pro_4500},
    {"RTX-PRO-5000-48GB", "rtx pro 5000", Form::any, 48, 0, 25, 300, 50, 0, MigFamily::rtx_pro_5000},
    {"RTX-PRO-6000-96GB", "rtx pro 6000", Form::any, 96, 188, 30, 600, 50, 0, MigFamily::rtx_pro_6000},
    {"T4-16GB", "t4", Form::any, 16, 40, 10, 70, 12, 0, MigFamily::none},
    {"V100-16GB", "v100", Form::any, 16, 80, 40, 300, 12, 300, MigFamily::none},
    {"V100-32GB", "v100", Form::any, 32, 80, 40, 300, 12, 300, MigFamily::none},
}};

// Total memory as nvidia-smi prints it, MiB, of cards of which somebody has shown it.
struct Printed {
    std::string_view id;
    std::int64_t mebibytes;
};
constexpr std::array<Printed, 14> kPrinted{{{"A10-PCIe-24GB", 23'028},
                                            {"A100-PCIe-40GB", 40'960},
                                            {"A100-PCIe-80GB", 81'920},
                                            {"A100-SXM4-40GB", 40'960},
                                            {"A100-SXM4-80GB", 81'920},
                                            {"A10G-24GB", 23'028},
                                            {"H100-SXM5-80GB", 81'559},
                                            {"H200-SXM5-141GB", 143'771},
                                            {"L4-24GB", 23'034},
                                            {"L40S-48GB", 46'068},
                                            {"Quadro-P2000-5GB", 5'120},
                                            {"RTX-3080-10GB", 10'240},
                                            {"RTX-3090-24GB", 24'576},
                                            {"T4-16GB", 15'360}}};

// Of the others 15/16 of the size in their name: cards with error correction keep that much and more.
Bytes usable_of(const Row& row) {
    const auto* printed = std::ranges::find(kPrinted, row.id, &Printed::id);
    return printed != kPrinted.end() ? mebibytes(printed->mebibytes) : Bytes{gibibytes(row.gib).value / 16 * 15};
}

// Lower-case words of letters and digits. At most 24: longer text is no product name.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    bool open = false;
    for (const char c : text.substr(0, 256)) {
        const bool part = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (part && !open) words.emplace_back();
        if (part) words.back().push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
        open = part;
        if (words.size() > 24) break;
    }
    return words;
}

bool has(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool starts_any(const std::vector<std::string>& words, std::string_view prefix) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return w.starts_with(prefix); });
}

bool family_matches(const std::vector<std::string>& words, std::string_view family) {
    for (const std::string& word : words_of(family)) {
        if (!has(words, word)) return false;
    }
    return true;
}

// "GRID A100-10C", "NVIDIA A10-4Q": a vGPU shows a part of a card, so the card's row would be wrong.
bool is_vgpu(const std::vector<std::string>& words) {
    if (has(words, "grid") || has(words, "vgpu")) return true;
    return std::any_of(words.begin(), words.end(), [](const std::string& w) {
        if (w.size() < 2 || w.size() > 3 || (w.back() != 'c' && w.back() != 'q' && w.back() != 'b')) return false;
        return std::all_of(w.begin(), w.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
    });
}

Form form_of(const std::vector<std::string>& words) {
    if (has(words, "nvl")) return Form::nvl;
    if (has(words, "pcie")) return Form::pcie;
    if (starts_any(words, "sxm") || starts_any(words, "hbm") || has(words, "mega")) return Form::sxm;
    return Form::any;
}

// "80gb" or "80", but not the CPU memory in "GH200 480GB".
std::optional<int> size_of(const std::vector<std::string>& words) {
    for (std::string_view word : words) {
        if (!word.ends_with("gb") || word.size() > 5) continue;
        word.remove_suffix(2);
        int value = 0;
        bool digits = !word.empty();
        for (const char c : word) {
            digits = digits && c >= '0' && c <= '9';
            value = value * 10 + (c - '0');
        }
        if (digits && value != 480) return value;
    }
    return std::nullopt;
}

Product make(const Row& row) {
    Product product{.id = std::string(row.id),
                    .family = {},
                    .memory = gibibytes(row.gib),
                    .usable = usable_of(row),
                    .sms = row.sms,
                    .idle_watts = row.idle_watts,
                    .max_watts = row.max_watts,
                    .pcie_bytes_per_s = row.pcie_gb_per_s * 1e9,
                    .nvlink_bytes_per_s = row.nvlink_gb_per_s * 1e9,
                    .mig = std::nullopt};
    for (const char c : row.family)
        product.family.push_back(static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
    if (row.mig != MigFamily::none) product.mig = mig_geometry(row.mig);
    return product;
}

// Rows whose family is the longest one found in the text.
std::vector<std::size_t> rows_of_family(const std::vector<std::string>& words) {
    std::vector<std::size_t> rows;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        const std::string_view family = kRows[i].family;
        if (!family_matches(words, family) || family.size() < longest) continue;
        if (family.size() > longest) rows.clear();
        longest = family.size();
        rows.push_back(i);
    }
    return rows;
}

template <class Keep>
void narrow(std::vector<std::size_t>& rows, Keep keep) {
    std::vector<std::size_t> kept;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept), keep);
    if (!kept.empty()) rows = std::move(kept);
}

}  // namespace

const std::vector<Product>& products() {
    static const std::vector<Product> kProducts = [] {
        std::vector<Product> all;
        for (const Row& row : kRows) all.push_back(make(row));
        return all;
    }();
    return kProducts;
}

const Product* find_product(std::string_view text, std::optional<Bytes> memory) {
    const auto by_id =
        std::find_if(products().begin(), products().end(), [&](const Product& p) { return p.id == text; });
    if (by_id != products().end()) return &*by_id;
    // What follows "-MIG-" is a profile's size, not the card's.
    const std::vector<std::string> words = words_of(text.substr(0, text.find("-MIG-")));
    if (is_vgpu(words)) return nullptr;
    std::vector<std::size_t> rows = rows_of_family(words);
    if (rows.empty()) return nullptr;
    const Form form = form_of(words);
    if (form != Form::any) {
        narrow(rows, [&](std::size_t i) { return kRows[i].form == form || kRows[i].form == Form::any; });
    }
    std::optional<double> gib;
    if (const auto printed = size_of(words)) gib = *printed;
    if (!gib && memory) gib = gibibytes(*memory);
    // GKE's spelling of the 40 GB card carries no size.
    if (!gib && has(words, "tesla") && has(words, "a100")) gib = 40.0;
    if (gib) {
        std::erase_if(rows, [&](std::size_t i) { return std::abs(kRows[i].gib - *gib) > 0.15 * kRows[i].gib; });
        if (rows.empty()) return nullptr;
        const auto nearest = [&](std::size_t a, std::size_t b) {
            return std::abs(kRows[a].gib - *gib) < std::abs(kRows[b].gib - *gib);
        };
        const int size = kRows[*std::min_element(rows.begin(), rows.end(), nearest)].gib;
        std::erase_if(rows, [&](std::size_t i) { return kRows[i].gib != size; });
    }
    if (form == Form::any)
        narrow(rows, [](std::size_t i) { return kRows[i].form != Form::pcie && kRows[i].form != Form::nvl; });
    const bool one_size =
        std::all_of(rows.begin(), rows.end(), [&](std::size_t i) { return kRows[i].gib == kRows[rows[0]].gib; });
    return one_size ? &products()[rows[0]] : nullptr;
}

}  // namespace arable::model
