#include "codec/demand_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace arable::codec {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostRows = 10'000;
constexpr double kMostPerHour = 1e6;  // of one node; more is a typing error

// Members of one object; remembers the first that is wrong.
class Members {
  public:
    Members(const Json& object, std::string where, std::string& wrong)
        : object_(object), where_(std::move(where)), wrong_(wrong) {
        if (!object.is_object()) complain("", "is no object");
    }

    std::string words(const char* key) {
        const Json* value = find(key);
        if (value == nullptr) return {};
        if (!value->is_string() || value->get_ref<const std::string&>().size() > 1000) {
            complain(key, "is no text");
            return {};
        }
        return value->get<std::string>();
    }
    // A whole number, 0 or more, however JSON writes it.
    std::optional<std::int64_t> count(const char* key) {
        const Json* value = find(key);
        if (value == nullptr) return std::nullopt;
        constexpr double kMost = 9e15;
        const double number = value->is_number() ? value->get<double>() : -1.0;
        if (!(number >= 0.0) || number > kMost || number != std::floor(number)) {
            complain(key, "is no whole number of 0 or more");
            return std::nullopt;
        }
        return value->is_number_integer() ? value->get<std::int64_t>() : static_cast<std::int64_t>(number);
    }
    std::int64_t needed(const char* key) {
        const auto value = count(key);
        if (!value) complain(key, "is missing");
        return value.value_or(-1);
    }
    // Between 0 and `most`, times `scale`, rounded up.
    std::optional<std::int64_t> scaled(const char* key, double most, double scale, const char* what) {
        const Json* value = find(key);
        if (value == nullptr) return std::nullopt;
        const double number = value->is_number() ? value->get<double>() : -1.0;
        if (!(number >= 0.0) || number > most) {
            complain(key, what);
            return std::nullopt;
        }
        // 0.07 x 1000 is a little more than 70: that is not meant.
        return static_cast<std::int64_t>(std::ceil(number * scale - 1e-6));
    }
    const Json& list(const char* key) {
        static const Json kNone = Json::array();
        const Json* value = find(key);
        if (value == nullptr || !value->is_array() || value->size() > kMostRows) {
            complain(key, "is no list, or too long a one");
            return kNone;
        }
        return *value;
    }
    // A member that is not understood might change the question.
    void only(const std::set<std::string>& known) {
        if (!object_.is_object()) return;
        for (const auto& member : object_.items())
            if (!known.contains(member.key())) complain(member.key().substr(0, 60), "is not known");
    }

  private:
    // nullptr: absent, or null.
    const Json* find(const char* key) const {
        if (!object_.is_object()) return nullptr;
        const auto at = object_.find(key);
        return at == object_.end() || at->is_null() ? nullptr : &*at;
    }
    void complain(const std::string& key, const char* what) {
        if (!wrong_.empty()) return;
        wrong_ = fmt::format("{}{}{} {}", where_, where_.empty() || key.empty() ? "" : ".", key, what);
    }

    const Json& object_;
    std::string where_;
    std::string& wrong_;
};

plan::FleetRow fleet_row(const Json& json, std::size_t at, std::string& wrong) {
    Members row(json, fmt::format("fleet[{}]", at), wrong);
    row.only({"product", "gpus_per_node", "cpu_milli", "memory_mib", "gpu_memory_mib", "nodes", "price_per_hour"});
    return {.product = row.words("product"),
            .gpus_per_node = row.needed("gpus_per_node"),
            .cpu_milli = row.count("cpu_milli"),
            .memory_mib = row.count("memory_mib"),
            .gpu_memory_mib = row.count("gpu_memory_mib"),
            .nodes = row.count("nodes"),
            .micros_per_hour = row.scaled("price_per_hour", kMostPerHour, 1e6, "is no price of 0 to 1,000,000")};
}

plan::DemandItem item_of(const Json& json, std::size_t at, std::string& wrong) {
    Members row(json, fmt::format("items[{}]", at), wrong);
    row.only(
        {"name", "count", "profile", "memory_mib", "sm_fraction", "gpus", "cpu_milli", "host_memory_mib", "trust"});
    plan::DemandItem item{.name = row.words("name"),
                          .count = row.needed("count"),
                          .profile = row.words("profile"),
                          .memory_mib = row.count("memory_mib"),
                          .sm_milli = row.scaled("sm_fraction", 1.0, 1e3, "is no share of 0 to 1"),
                          .gpus = row.count("gpus"),
                          .cpu_milli = row.count("cpu_milli").value_or(0),
                          .host_memory_mib = row.count("host_memory_mib").value_or(0),
                          .trust = row.words("trust")};
    if (item.name.empty()) item.name = fmt::format("items[{}]", at);
    return item;
}

}  // namespace

Result<plan::Demand> read_demand(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return fail(ErrorCode::invalid_input, "this is no JSON");
    std::string wrong;
    Members root(json, "", wrong);
    root.only({"schema", "fleet", "items"});
    const std::string schema = root.words("schema");
    if (wrong.empty() && !schema.empty() && schema != kDemandSchema)
        return fail(ErrorCode::unsupported,
                    fmt::format("its schema is '{}'; this program reads '{}'", schema.substr(0, 60), kDemandSchema));
    plan::Demand demand;
    const Json& fleet = root.list("fleet");
    for (std::size_t i = 0; i < fleet.size(); ++i) demand.fleet.push_back(fleet_row(fleet[i], i, wrong));
    const Json& items = root.list("items");
    for (std::size_t i = 0; i < items.size(); ++i) demand.items.push_back(item_of(items[i], i, wrong));
    if (!wrong.empty()) return fail(ErrorCode::invalid_input, wrong);
    return demand;
}

}  // namespace arable::codec
