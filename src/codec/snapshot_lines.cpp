#include "codec/snapshot_lines.h"

#include <fmt/format.h>

#include <type_traits>

#include "codec/check_timeline.h"
#include "codec/estate_fields.h"
#include "codec/field_reader.h"
#include "codec/field_writer.h"

namespace arable::codec {
namespace {

using Json = nlohmann::ordered_json;

// More than a run can look at; a header that says more is nonsense.
constexpr std::uint64_t kMostOfAList = 20'000'000;
constexpr std::uint64_t kMostMemory = std::uint64_t{2} << 30U;  // of all lists, without what their values point to

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

template <class T>
Json object_of(const T& value) {
    FieldWriter writer;
    fields(writer, value);
    return writer.take();
}

template <class T>
Result<Done> read_object(const Json& json, T& value, std::string_view what) {
    FieldReader reader(json);
    fields(reader, value);
    if (!reader.fault().empty()) return fail(ErrorCode::invalid_input, fmt::format("{} {}", what, reader.fault()));
    return Done{};
}

Result<Json> parsed(std::string_view line) {
    Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return fail(ErrorCode::invalid_input, "is not a line of JSON");
    return json;
}

template <class T>
constexpr bool kIsNamed =
    std::is_same_v<T, model::Node> || std::is_same_v<T, model::Gpu> || std::is_same_v<T, model::Workload> ||
    std::is_same_v<T, model::Gang> || std::is_same_v<T, model::Pod>;

// What is named has its name.
template <class T>
Result<Done> read_value(const Json& json, T& value, std::string_view what) {
    ARABLE_TRY(read, read_object(json, value, what));
    if constexpr (kIsNamed<T>) {
        if (value.name.empty()) return fail(ErrorCode::invalid_input, fmt::format("{} has no 'name'", what));
    }
    return read;
}

bool flag(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_boolean() && at->get<bool>();
}

std::optional<std::uint64_t> count(const Json& json, const std::string& key) {
    const auto at = json.find(key);
    if (at == json.end() || !at->is_number_unsigned()) return std::nullopt;
    return at->get<std::uint64_t>();
}

}  // namespace

Result<Done> write_lines(const SnapshotValues& values, const std::function<Result<Done>(std::string_view)>& put) {
    Json counts = Json::object();
    for_each_list(values.timeline, values.prices,
                  [&](const char* word, const auto& list) { counts[word] = list.size(); });
    const Json header{
        {"schema", kSnapshotSchema},     {"version", values.header.version},       {"redacted", values.header.redacted},
        {"raw", values.header.raw},      {"timeline", object_of(values.timeline)}, {"counts", std::move(counts)},
        {"blocks", values.header.blocks}};
    Result<Done> done = put(line_of(header));
    for_each_list(values.timeline, values.prices, [&](const char* word, const auto& list) {
        for (std::size_t i = 0; i < list.size() && done; ++i) {
            done = put(line_of(Json{{word, object_of(list[i])}}));
        }
    });
    return done;
}

Result<Done> SnapshotLines::add_header(std::string_view line) {
    const auto json = parsed(line);
    const auto schema = json ? json->find("schema") : Json::const_iterator{};
    if (!json || schema == json->end() || !schema->is_string()) {
        return fail(ErrorCode::invalid_input, "this is no snapshot: its first line names no schema");
    }
    if (schema->get<std::string>() != kSnapshotSchema) {
        return fail(ErrorCode::unsupported, fmt::format("its schema is '{}'; this program reads '{}'",
                                                        schema->get<std::string>(), kSnapshotSchema));
    }
    const auto version = json->find("version");
    if (version != json->end() && version->is_string()) values_.header.version = version->get<std::string>();
    values_.header.redacted = flag(*json, "redacted");
    values_.header.raw = flag(*json, "raw");
    const auto timeline = json->find("timeline");
    const auto counts = json->find("counts");
    const auto blocks = count(*json, "blocks");
    if (timeline == json->end() || counts == json->end() || !counts->is_object() || !blocks) {
        return fail(ErrorCode::invalid_input, "the header lacks timeline, counts or blocks");
    }
    values_.header.blocks = *blocks;
    ARABLE_TRY(read, read_object(*timeline, values_.timeline, "the header's timeline"));
    static_cast<void>(read);
    std::string bad;
    std::uint64_t memory = 0;
    for_each_list(values_.timeline, values_.prices, [&](const char* word, auto& list) {
        const auto number = counts->contains(word) ? count(*counts, word) : std::optional<std::uint64_t>(0);
        if (!number || *number > kMostOfAList) bad = word;
        counts_.emplace_back(word, number.value_or(0));
        memory += number.value_or(0) * sizeof(typename std::remove_reference_t<decltype(list)>::value_type);
    });
    if (bad.empty() && memory > kMostMemory)
        return fail(ErrorCode::limit, "the header announces more values than fit into 2 GiB of memory");
    if (bad.empty() && *blocks <= 3 * kMostOfAList) return Done{};
    return fail(ErrorCode::limit,
                fmt::format("the header's count of '{}' is no count that can be read", bad.empty() ? "blocks" : bad));
}

Result<Done> SnapshotLines::add(std::string_view line) {
    if (!started_) {
        ARABLE_TRY(header, add_header(line));
        static_cast<void>(header);
        started_ = true;
    } else {
        const std::string here = place();
        const auto& word = counts_[list_].first;
        auto json = parsed(line);
        if (!json) return tl::unexpected(json.error().within(here));
        const auto value = json->find(word);
        if (value == json->end()) {
            return fail(ErrorCode::invalid_input, fmt::format("{}: the line holds another value", here));
        }
        Result<Done> read = Done{};
        for_each_list(values_.timeline, values_.prices, [&](const char* mine, auto& list) {
            if (word == mine) read = read_value(*value, list.emplace_back(), here);
        });
        if (!read) return read;
        ++done_;
    }
    while (list_ < counts_.size() && done_ == counts_[list_].second) {
        ++list_;
        done_ = 0;
    }
    return Done{};
}

bool SnapshotLines::complete() const { return started_ && list_ == counts_.size(); }

std::string SnapshotLines::place() const {
    if (!started_) return "the header";
    if (complete()) return "the signals";
    return fmt::format("{} {} of {}", counts_[list_].first, done_ + 1, counts_[list_].second);
}

Result<SnapshotValues> SnapshotLines::take() {
    ARABLE_TRY(checked, check_timeline(values_.timeline, values_.prices));
    static_cast<void>(checked);
    return std::move(values_);
}

std::string gap_lines(const std::vector<model::Gap>& gaps) {
    std::string text;
    for (const model::Gap& gap : gaps) text += line_of(object_of(gap)) + "\n";
    return text;
}

Result<std::vector<model::Gap>> read_gap_lines(std::string_view lines) {
    std::vector<model::Gap> gaps;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        auto json = parsed(lines.substr(0, end));
        if (!json) return tl::unexpected(json.error().within("late gaps"));
        ARABLE_TRY(read, read_object(*json, gaps.emplace_back(), "a late gap"));
        static_cast<void>(read);
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return gaps;
}

}  // namespace arable::codec
