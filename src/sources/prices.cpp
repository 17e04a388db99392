#include "sources/prices.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "sources/csv.h"

namespace arable::sources {
namespace {

using nlohmann::json;

// What one row says, before it is judged.
struct Draft {
    std::string place;  // "line 7", "row 2"
    std::string provider, region, instance_type, product, purchase, currency, dated;
    std::optional<double> per_hour, per_gpu_hour, gpus;
};

// 10 million an hour: more is a typing error, and keeps every product with GPU-hours inside 64 bits.
constexpr double kMostPerHour = 1e7;

std::optional<std::int64_t> micros(std::optional<double> amount) {
    if (!amount || !(*amount > 0.0) || *amount > kMostPerHour) return std::nullopt;
    return std::llround(*amount * 1e6);
}

// "Spot", "On_Demand" and "ondemand" as lists spell them -> the words of nodes.
std::string purchase_of(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c == '_' || c == ' ') c = '-';
    }
    return text == "ondemand" ? "on-demand" : text;
}

std::optional<model::PriceRow> row_of(const Draft& draft) {
    model::PriceRow row{.provider = draft.provider,
                        .region = draft.region,
                        .instance_type = draft.instance_type,
                        .product = draft.product,
                        .purchase = purchase_of(draft.purchase),
                        .gpus = 0,
                        .micros_per_gpu_hour = 0,
                        .currency = draft.currency.empty() ? "USD" : draft.currency,
                        .dated = draft.dated};
    if (row.instance_type.empty() && row.product.empty()) return std::nullopt;
    // Whole GPUs only: a row for a sixth of a card says nothing about a card.
    const bool whole =
        draft.gpus && *draft.gpus >= 1.0 && *draft.gpus <= 1024.0 && *draft.gpus == std::floor(*draft.gpus);
    if (whole) row.gpus = static_cast<int>(*draft.gpus);
    if (whole && draft.per_hour) {
        const auto instance = micros(draft.per_hour);
        if (!instance) return std::nullopt;
        row.micros_per_gpu_hour = *instance / row.gpus;
        return row;
    }
    const auto bare = micros(draft.per_gpu_hour);
    if (!bare || (!row.instance_type.empty() && !whole)) return std::nullopt;
    row.micros_per_gpu_hour = *bare;
    return row;
}

std::vector<Draft> drafts_of(const CsvTable& table) {
    const auto text = [&](const CsvRow& row, std::initializer_list<std::string_view> names) {
        const auto at = table.any_column(names);
        return at ? row.cells[*at] : std::string();
    };
    const auto amount = [&](const CsvRow& row, std::initializer_list<std::string_view> names) {
        return number(text(row, names));
    };
    std::vector<Draft> drafts;
    const bool dollars = !table.any_column({"price_per_hour", "price_per_gpu_hour"});
    for (const CsvRow& row : table.rows) {
        drafts.push_back({.place = fmt::format("line {}", row.line),
                          .provider = text(row, {"provider", "cloud"}),
                          .region = text(row, {"region"}),
                          .instance_type = text(row, {"instance_type"}),
                          .product = text(row, {"product", "gpu_name"}),
                          .purchase = text(row, {"purchase", "capacity_type"}),
                          .currency = text(row, {"currency"}),
                          .dated = text(row, {"dated", "price_date"}),
                          .per_hour = amount(row, {"price_per_hour", "usd_per_hour_on_demand"}),
                          .per_gpu_hour = amount(row, {"price_per_gpu_hour", "usd_per_gpu_hour"}),
                          .gpus = amount(row, {"gpus", "gpu_count"})});
        if (dollars && drafts.back().currency.empty()) drafts.back().currency = "USD";  // the column says so
    }
    return drafts;
}

std::string text_in(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> amount_in(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

Result<std::vector<Draft>> drafts_of_json(std::string_view text) {
    const json root = json::parse(text, nullptr, false);
    if (root.is_discarded()) return fail(ErrorCode::invalid_input, "not valid JSON");
    const json* rows = &root;
    if (root.is_object() && root.contains("prices")) rows = &root["prices"];
    if (!rows->is_array())
        return fail(ErrorCode::invalid_input, "a JSON price list is an array, or an object with \"prices\"");
    const std::string currency = root.is_object() ? text_in(root, "currency") : std::string();
    const std::string dated = root.is_object() ? text_in(root, "dated") : std::string();
    std::vector<Draft> drafts;
    for (const json& row : *rows) {
        Draft draft;
        if (row.is_object()) {
            draft = {.place = {},
                     .provider = text_in(row, "provider"),
                     .region = text_in(row, "region"),
                     .instance_type = text_in(row, "instance_type"),
                     .product = text_in(row, "product"),
                     .purchase = text_in(row, "purchase"),
                     .currency = text_in(row, "currency"),
                     .dated = text_in(row, "dated"),
                     .per_hour = amount_in(row, "price_per_hour"),
                     .per_gpu_hour = amount_in(row, "price_per_gpu_hour"),
                     .gpus = amount_in(row, "gpus")};
        }
        draft.place = fmt::format("row {}", drafts.size() + 1);
        if (draft.currency.empty()) draft.currency = currency;
        if (draft.dated.empty()) draft.dated = dated;
        drafts.push_back(std::move(draft));
    }
    return drafts;
}

// What a row gives the price of. Nodes do not say whose they are: another provider's row for the same thing is another
// price of it, and so is one in another currency.
using PricedThing = std::tuple<std::string, std::string, std::string, std::string>;
PricedThing thing_of(const model::PriceRow& row) {
    return {row.region, row.instance_type, row.product, row.purchase.empty() ? "on-demand" : row.purchase};
}
using Price = std::pair<std::int64_t, std::string>;
Price price_of(const model::PriceRow& row) { return {row.micros_per_gpu_hour, row.currency}; }
const std::string& name_of(const model::PriceRow& row) {
    return row.instance_type.empty() ? row.product : row.instance_type;
}

// What the first of several rows for one thing hides, when their prices differ, and currencies that were not said.
class Doubts {
  public:
    void look_at(const Draft& draft, const model::PriceRow& row) {
        const auto [first, fresh] = first_.try_emplace(thing_of(row), draft.place, price_of(row));
        if (!fresh && first->second.second != price_of(row) && hidden_++ == 0) {
            hides_ = fmt::format("{} and {} ({})", first->second.first, draft.place, name_of(row));
        }
        if (draft.currency.empty()) ++dollars_;
    }

    void add_to(std::vector<model::Gap>& gaps, std::string_view file) const {
        if (hidden_ > 0) {
            gaps.push_back({.kind = model::Gap::Kind::conflict,
                            .subject = std::string(file),
                            .message = text("{} price rows give another price for what an earlier row has; the first "
                                            "counts; for example {}",
                                            hidden_, hides_),
                            .count = hidden_,
                            .gpu_time = {}});
        }
        if (dollars_ > 0) {
            gaps.push_back({.kind = model::Gap::Kind::assumption,
                            .subject = std::string(file),
                            .message = text("{} price rows name no currency and are taken as USD; a column or key "
                                            "\"currency\" says otherwise",
                                            dollars_),
                            .count = dollars_,
                            .gpu_time = {}});
        }
    }

  private:
    std::map<PricedThing, std::pair<std::string, Price>> first_;
    std::int64_t hidden_ = 0;
    std::int64_t dollars_ = 0;
    std::string hides_;
};

}  // namespace

Result<PriceFile> interpret_prices(std::string_view list, std::string_view file_name) {
    const std::size_t first = list.find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string_view::npos && (list[first] == '{' || list[first] == '[');
    std::vector<Draft> drafts;
    std::int64_t unusable = 0;
    if (is_json) {
        ARABLE_TRY(read, drafts_of_json(list));
        drafts = std::move(read);
    } else {
        ARABLE_TRY(table, parse_csv(list));
        unusable = table.bad;
        drafts = drafts_of(table);
    }
    PriceFile file{.name = std::string(file_name)};
    Doubts doubts;
    for (const Draft& draft : drafts) {
        if (auto row = row_of(draft)) {
            doubts.look_at(draft, *row);
            file.list.rows.push_back(std::move(*row));
        } else {
            ++unusable;
        }
    }
    if (file.list.rows.empty()) {
        return fail(ErrorCode::invalid_input,
                    "no row has a price: needed are instance_type, gpu_count and a price per hour, or product and "
                    "price_per_gpu_hour");
    }
    file.dropped = unusable;
    if (unusable > 0) {
        file.gaps.push_back(
            {.kind = model::Gap::Kind::unreadable,
             .subject = std::string(file_name),
             .message = text("{} price rows without whole GPUs or without an amount are left out", unusable),
             .count = unusable,
             .gpu_time = {}});
    }
    doubts.add_to(file.gaps, file_name);
    return file;
}

model::PriceList join_prices(std::vector<PriceFile> files, std::vector<model::Gap>& gaps) {
    model::PriceList all;
    std::map<PricedThing, std::pair<std::size_t, Price>> first;  // file, price
    for (std::size_t f = 0; f < files.size(); ++f) {
        std::int64_t hidden = 0;
        std::string example;
        std::string other;
        for (model::PriceRow& row : files[f].list.rows) {
            const auto [known, fresh] = first.try_emplace(thing_of(row), f, price_of(row));
            const auto& [file, price] = known->second;
            if (!fresh && file != f && price != price_of(row) && hidden++ == 0) {
                example = name_of(row);
                other = files[file].name;
            }
            all.rows.push_back(std::move(row));
        }
        if (hidden == 0) continue;
        gaps.push_back({.kind = model::Gap::Kind::conflict,
                        .subject = files[f].name,
                        .message = text(
                            "{} price rows give another price than a file that was given before; the first counts; for "
                            "example {} in {}",
                            hidden, example, other),
                        .count = hidden,
                        .gpu_time = {}});
    }
    return all;
}

}  // namespace arable::sources
