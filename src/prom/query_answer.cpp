#include "prom/query_answer.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <rapidjson/reader.h>

#include "prom/json_stream.h"
#include "prom/number_text.h"

namespace arable::prom {
namespace {

constexpr std::size_t kNotesKept = 5;
constexpr std::size_t kNoteBytes = 300;
constexpr std::size_t kMaxDepth = 64;

// Cut between characters.
std::string shortened(std::string_view text) {
    if (text.size() <= kNoteBytes) return std::string(text);
    std::size_t end = kNoteBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
    return std::string(text.substr(0, end)) + "…";
}

// Where in the answer the reader is.
enum class In : std::uint8_t { nothing, root, notes, data, values_list, result, series, metric, pairs, pair, skipped };

class Reader : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Reader> {
  public:
    Reader(series::SampleSink& sink, const QueryAnswerLimits& limits) : sink_(sink), limits_(limits) {}

    bool StartObject() {
        switch (in()) {
            case In::nothing:
                return push(In::root);
            case In::root:
                return push(key_ == "data" ? In::data : In::skipped);
            case In::result:
                labels_.clear();
                label_bytes_ = 0;
                ref_.reset();
                return push(In::series);
            case In::series:
                if (key_ != "metric") return push(In::skipped);
                if (ref_) return wrong("the samples of a series stand before its labels");
                return push(In::metric);
            default:
                return push(In::skipped);
        }
    }
    bool EndObject(rapidjson::SizeType) { return pop(); }

    bool StartArray() {
        switch (in()) {
            case In::root:
                if (key_ == "data") return push(In::values_list);
                return push(key_ == "warnings" || key_ == "infos" ? In::notes : In::skipped);
            case In::data:
                if (key_ != "result") return push(In::skipped);
                labels_.clear();  // of a scalar, which has none
                ref_.reset();
                pair_items_ = 0;
                return push(In::result);
            case In::series:
                if (key_ == "values") return push(In::pairs);
                if (key_ == "value") return begin_pair();
                if (key_ == "histogram") ++answer_.histograms;
                counts_histograms_ = key_ == "histograms";
                return push(In::skipped);
            case In::pairs:
                return begin_pair();
            case In::skipped:
                if (counts_histograms_ && depth_of_skip() == 1) ++answer_.histograms;
                return push(In::skipped);
            case In::nothing:
                return wrong("it is a list");
            default:
                return push(In::skipped);
        }
    }
    bool EndArray(rapidjson::SizeType) {
        const bool scalar = in() == In::result && pair_items_ > 0;
        if (in() == In::pair || scalar) end_pair();
        return pop();
    }

    bool Key(const char* text, rapidjson::SizeType size, bool) {
        if (in() != In::skipped) key_.assign(text, size);
        return true;
    }

    bool String(const char* text, rapidjson::SizeType size, bool) {
        const std::string_view value(text, size);
        switch (in()) {
            case In::root:
                return root_text(value);
            case In::notes:
                return note(value);
            case In::values_list:
                if (answer_.values.size() >= limits_.values) return too_large("more label values than are read");
                answer_.values.emplace_back(value);
                return true;
            case In::metric:
                label_bytes_ += key_.size() + value.size();
                if (label_bytes_ > limits_.series_bytes) return too_large("a series with more label text than is read");
                labels_.push_back({key_, std::string(value)});
                return true;
            case In::pair:
            case In::result:
                if (++pair_items_ == 2) value_ = parse_value(value);
                return true;
            default:
                return true;
        }
    }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
        if (in() != In::pair && in() != In::result) return true;
        if (++pair_items_ == 1) time_ = seconds_of({text, size});
        return true;
    }
    bool Bool(bool value) {
        if (in() == In::root && key_ == "isPartial") answer_.partial = value;
        return true;
    }
    bool Default() { return true; }

    QueryAnswer take() { return std::move(answer_); }
    bool status_seen() const { return status_seen_; }
    const std::optional<Error>& problem() const { return problem_; }

  private:
    In in() const { return stack_.empty() ? In::nothing : stack_.back(); }
    bool push(In next) {
        if (stack_.size() >= kMaxDepth) return too_large("nested deeper than any answer is");
        stack_.push_back(next);
        return true;
    }
    bool pop() {
        stack_.pop_back();
        if (in() != In::skipped) counts_histograms_ = false;
        return true;
    }
    std::size_t depth_of_skip() const {
        std::size_t depth = 0;
        while (depth < stack_.size() && stack_[stack_.size() - 1 - depth] == In::skipped) ++depth;
        return depth;
    }
    bool wrong(std::string_view why) {
        problem_ = Error{ErrorCode::invalid_input, fmt::format("JSON, but no answer of the query API: {}", why)};
        return false;
    }
    bool too_large(std::string_view what) {
        problem_ = Error{ErrorCode::limit, fmt::format("the answer holds {}", what)};
        return false;
    }

    static std::optional<Time> seconds_of(std::string_view text) {
        const auto value = parse_value(text);
        if (!value || !std::isfinite(*value)) return std::nullopt;
        const double ms = std::round(*value * 1000.0);
        if (ms < static_cast<double>(kBeginningOfTime.ms) || ms > static_cast<double>(kEndOfTime.ms))
            return std::nullopt;
        return Time{static_cast<std::int64_t>(ms)};
    }

    bool root_text(std::string_view value) {
        if (key_ == "status") {
            status_seen_ = true;
            answer_.success = value == "success";
        } else if (key_ == "errorType") {
            answer_.error_type = shortened(value);
        } else if (key_ == "error") {
            answer_.error = shortened(value);
        }
        return true;
    }
    bool note(std::string_view value) {
        const bool warning = key_ == "warnings";
        if (warning) ++answer_.warning_count;
        auto& list = warning ? answer_.warnings : answer_.infos;
        if (list.size() < kNotesKept) list.push_back(shortened(value));
        return true;
    }

    bool begin_pair() {
        pair_items_ = 0;
        time_.reset();
        value_.reset();
        return push(In::pair);
    }
    void end_pair() {
        const bool whole = pair_items_ == 2 && time_ && value_;
        pair_items_ = 0;
        if (!whole) {
            ++answer_.bad_samples;
            return;
        }
        if (!ref_) {
            std::string name;
            std::erase_if(labels_, [&](const series::Label& label) {
                if (label.name != "__name__") return false;
                name = label.value;
                return true;
            });
            ref_ = sink_.declare(series::make_labels(std::move(name), std::move(labels_)));
            labels_.clear();
            ++answer_.series;
        }
        if (!ref_->known()) return;
        ++answer_.samples;
        sink_.append(*ref_, {*time_, *value_});
    }

    series::SampleSink& sink_;
    const QueryAnswerLimits& limits_;
    QueryAnswer answer_;
    std::vector<In> stack_;
    std::string key_;  // the last one outside of what is skipped
    std::vector<series::Label> labels_;
    std::size_t label_bytes_ = 0;
    std::optional<series::SeriesRef> ref_;  // of the series under way, from its first sample on
    int pair_items_ = 0;
    std::optional<Time> time_;
    std::optional<double> value_;
    bool counts_histograms_ = false;
    bool status_seen_ = false;
    std::optional<Error> problem_;
};

tl::unexpected<Error> no_json(const JsonStream& stream, std::size_t offset) {
    if (stream.bytes() == 0) return fail(ErrorCode::truncated, "the answer is empty");
    if (stream.first() == '<') {
        return fail(ErrorCode::invalid_input,
                    "the answer is a web page, not JSON: a login page, or not the address of a query API");
    }
    if (stream.ended() && (stream.first() == '{' || stream.first() == '[')) {
        return fail(ErrorCode::truncated, fmt::format("the answer ends in the middle, after {} bytes", stream.bytes()));
    }
    return fail(ErrorCode::invalid_input,
                fmt::format("the answer is no JSON (at byte {}): not the address of a query API?", offset));
}

}  // namespace

Result<QueryAnswer> read_query_answer(wire::ByteSource& body, series::SampleSink& sink,
                                      const QueryAnswerLimits& limits) {
    constexpr unsigned kFlags =
        rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseValidateEncodingFlag;
    JsonStream stream(body);
    Reader reader(sink, limits);
    rapidjson::Reader parser;
    const auto outcome = parser.Parse<kFlags>(stream, reader);
    if (reader.problem()) return tl::unexpected(*reader.problem());
    if (stream.error()) return tl::unexpected(*stream.error());
    if (outcome.IsError()) return no_json(stream, outcome.Offset());
    if (!reader.status_seen()) {
        return fail(ErrorCode::invalid_input, "JSON, but no answer of the query API: it has no status");
    }
    return reader.take();
}

}  // namespace arable::prom
