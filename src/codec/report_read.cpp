#include "codec/report_read.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "codec/report_json.h"

namespace arable::codec {
namespace {

using Json = nlohmann::json;
using diagnose::AccountClass;
using diagnose::Audit;

constexpr std::int64_t kMost = std::int64_t{1} << 53U;

// Reads members and remembers the first that is wrong.
class Members {
  public:
    const Json& of(const Json& object, const char* key) {
        static const Json kNothing;
        const auto at = object.is_object() ? object.find(key) : object.end();
        if (object.is_object() && at != object.end()) return *at;
        wrong(key);
        return kNothing;
    }
    std::int64_t number(const Json& object, const char* key) {
        const Json& value = of(object, key);
        if (value.is_number_integer() && value <= kMost && value >= 0) return value.get<std::int64_t>();
        wrong(key);
        return 0;
    }
    std::string words(const Json& object, const char* key) {
        const Json& value = of(object, key);
        if (value.is_string()) return value.get<std::string>();
        wrong(key);
        return "";
    }
    bool flag(const Json& object, const char* key) {
        const Json& value = of(object, key);
        if (!value.is_boolean()) wrong(key);
        return value.is_boolean() && value.get<bool>();
    }
    const Json& list(const Json& object, const char* key) {
        const Json& value = of(object, key);
        if (!value.is_array()) wrong(key);
        return value;
    }
    Time time(const Json& object, const char* key) {
        const auto read = parse_rfc3339(words(object, key));
        if (!read) wrong(key);
        return read.value_or(Time{});
    }
    // Seconds as a decimal; null is 0: not known.
    Duration seconds(const Json& object, const char* key) {
        const Json& value = of(object, key);
        if (value.is_null()) return {};
        const double s = value.is_number() ? value.get<double>() : -1.0;
        if (!(s >= 0.0 && s <= 4e9)) {
            wrong(key);
            return {};
        }
        return {static_cast<std::int64_t>(s * 1000.0 + 0.5)};
    }
    void wrong(const char* key) {
        if (wrong_.empty()) wrong_ = key;
    }
    const std::string& first_wrong() const { return wrong_; }

  private:
    std::string wrong_;
};

template <class Enum>
std::optional<Enum> by_name(std::string_view wanted, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        if (name(static_cast<Enum>(i)) == wanted) return static_cast<Enum>(i);
    return std::nullopt;
}

diagnose::Curable curable(Members& m, const Json& json) {
    return {m.number(json, "as_is_ms"), m.number(json, "after_edit_ms"), m.number(json, "forbidden_ms")};
}

diagnose::ClassTimes classes(Members& m, const Json& json) {
    diagnose::ClassTimes times{};
    if (!json.is_object()) m.wrong("classes");
    for (const auto& [key, value] : json.items()) {
        const auto cls = by_name<AccountClass>(key, diagnose::kAccountClasses);
        if (!cls) m.wrong("class");
        if (cls) times[static_cast<std::size_t>(*cls)] = m.number(json, key.c_str());
    }
    return times;
}

std::vector<Money> monies(Members& m, const Json& object, const char* key) {
    std::vector<Money> out;
    for (const Json& json : m.list(object, key)) out.push_back({m.number(json, "micros"), m.words(json, "currency")});
    return out;
}

void read_window(Members& m, const Json& json, Audit& out) {
    out.window.window = {m.time(json, "start"), m.time(json, "end")};
    out.window.asked = m.seconds(json, "asked_seconds");
    out.window.found = m.seconds(json, "found_seconds");
    out.window.instant = m.flag(json, "instant");
    out.window.sample_interval = m.seconds(json, "sample_interval_seconds");
    out.window.downsampled = m.flag(json, "downsampled");
    if (out.window.window.empty()) m.wrong("end");
}

void read_capacity(Members& m, const Json& json, Audit& out) {
    out.capacity.clusters = m.number(json, "clusters");
    out.capacity.nodes = m.number(json, "nodes");
    out.capacity.gpus = m.number(json, "gpus");
    out.capacity.gpu_ms = m.number(json, "gpu_ms");
}

void read_accounting(Members& m, const Json& list, Audit& out) {
    for (std::size_t c = 0; c < diagnose::kAccountClasses; ++c)
        out.accounting.push_back({static_cast<AccountClass>(c), 0, {}});
    std::int64_t sum = 0;
    for (const Json& row : list) {
        const auto cls = by_name<AccountClass>(m.words(row, "class"), diagnose::kAccountClasses);
        if (!cls) return m.wrong("class");
        diagnose::ClassAmount& amount = out.accounting[static_cast<std::size_t>(*cls)];
        amount.gpu_ms += m.number(row, "gpu_ms");
        amount.curable = curable(m, m.of(row, "curable"));
        sum += m.number(row, "gpu_ms");
    }
    if (list.size() != diagnose::kAccountClasses || sum != out.capacity.gpu_ms) m.wrong("accounting");
}

void read_waits(Members& m, const Json& json, const Json& buy, Audit& out) {
    out.waits.known = m.flag(json, "known");
    if (!out.waits.known) return;
    out.waits.gpu_ms = m.number(json, "gpu_ms");
    std::int64_t sum = 0;
    for (const Json& row : m.list(json, "by_cause")) {
        const auto cause = by_name<diagnose::WaitCause>(m.words(row, "cause"), diagnose::kWaitCauses);
        if (!cause) return m.wrong("cause");
        out.waits.by_cause[static_cast<std::size_t>(*cause)] += m.number(row, "gpu_ms");
        sum += m.number(row, "gpu_ms");
    }
    if (sum != out.waits.gpu_ms) m.wrong("by_cause");
    for (const Json& row : buy) {
        const Json& product = m.of(row, "product");
        out.waits.buy.push_back({product.is_string() ? product.get<std::string>() : "", m.number(row, "added"),
                                 m.number(row, "wait_gpu_ms_removed")});
    }
}

void read_rows(Members& m, const Json& root, Audit& out) {
    for (const Json& row : m.list(root, "findings")) {
        const auto kind = by_name<diagnose::FindingKind>(m.words(row, "kind"), diagnose::kFindingKinds);
        if (!kind) return m.wrong("kind");
        diagnose::Finding finding;
        finding.id = m.words(row, "id");
        finding.kind = *kind;
        finding.gpu_ms = classes(m, m.of(row, "gpu_ms"));
        out.findings.push_back(std::move(finding));
    }
    for (const Json& row : m.list(root, "workloads")) {
        diagnose::WorkloadRow workload;
        workload.cluster = m.words(row, "cluster");
        workload.ns = m.words(row, "namespace");
        workload.kind = m.words(row, "kind");
        workload.name = m.words(row, "name");
        workload.gpu_ms = m.number(row, "gpu_ms");
        workload.classes = classes(m, m.of(row, "classes"));
        out.workloads.push_back(std::move(workload));
    }
    for (const Json& row : m.list(root, "sources")) out.sources.push_back({.kind = m.words(row, "kind")});
}

void read_worth(Members& m, const Json& json, Audit& out) {
    out.worth.paid = monies(m, json, "paid");
    out.worth.fallow = monies(m, json, "fallow");
    out.worth.curable_as_is = monies(m, json, "curable_as_is");
    out.worth.curable_after_edit = monies(m, json, "curable_after_edit");
    out.worth.priced_gpu_ms = m.number(json, "priced_gpu_ms");
    out.worth.unpriced_gpu_ms = m.number(json, "unpriced_gpu_ms");
}

// Long lists that nothing here needs are dropped while they are read.
bool keep(int depth, Json::parse_event_t event, Json& parsed) {
    if (event != Json::parse_event_t::key) return true;
    const auto is = [&](const char* key) { return parsed == key; };
    if (depth == 1) return !is("metrics") && !is("gpus") && !is("gaps") && !is("edits");
    return !is("evidence") && !is("list");
}

}  // namespace

Result<Audit> read_report(std::string_view json) {
    const Json root = Json::parse(json, keep, false);
    if (!root.is_object()) return fail(ErrorCode::invalid_input, "it is no JSON document");
    Members m;
    const std::string schema = m.words(root, "schema");
    if (schema != kReportSchema) {
        return fail(
            ErrorCode::unsupported,
            fmt::format("its schema is '{}'; what can be compared is '{}' or a snapshot", schema, kReportSchema));
    }
    Audit out;
    for (const Json& cluster : m.list(root, "clusters"))
        if (cluster.is_string()) out.clusters.push_back(cluster.get<std::string>());
    read_window(m, m.of(root, "window"), out);
    read_capacity(m, m.of(root, "capacity"), out);
    read_accounting(m, m.list(root, "accounting"), out);
    const Json& computing = m.of(root, "computing");
    out.computing_low_ms = m.number(computing, "low_ms");
    out.computing_is_range = m.flag(computing, "is_range");
    read_waits(m, m.of(root, "waits"), m.list(root, "buy"), out);
    read_rows(m, root, out);
    read_worth(m, m.of(root, "worth"), out);
    out.gap_gpu_ms = m.number(root, "gap_gpu_ms");
    if (m.first_wrong().empty()) return out;
    return fail(ErrorCode::invalid_input,
                fmt::format("'{}' is missing, of the wrong type, or does not add up", m.first_wrong()));
}

}  // namespace arable::codec
