// The walk over the JSON that CloudWatch's command-line tool prints, without holding more of it than one result.

#include <cmath>

#include <fmt/format.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include "base/text.h"
#include "prom/number_text.h"
#include "sources/cloudwatch.h"
#include "sources/cloudwatch_results.h"

namespace arable::sources {
namespace {

constexpr std::size_t kMaxDepth = 64;

// Where in a document the walk is.
enum class In : std::uint8_t {
    nothing,
    documents,  // a list of them
    root,
    results,
    result,
    times,
    values,
    messages,
    message,
    datapoints,
    datapoint,
    skipped
};

class Walk : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Walk> {
  public:
    explicit Walk(CloudwatchResults& results) : results_(results) {}

    bool StartObject() {
        switch (in()) {
            case In::nothing:
            case In::documents:
                statistics_ = {};
                other_statistics_ = 0;
                return push(In::root);
            case In::results:
                result_ = {};
                return push(In::result);
            case In::messages:
                code_.clear();
                text_.clear();
                return push(In::message);
            case In::datapoints:
                time_.reset();
                average_.reset();
                other_ = false;
                return push(In::datapoint);
            default:
                return push(In::skipped);
        }
    }
    bool EndObject(rapidjson::SizeType) {
        switch (in()) {
            case In::root:
                if (has_datapoints_) results_.add_statistics(std::move(statistics_), other_statistics_);
                has_datapoints_ = false;
                break;
            case In::result:
                results_.add(std::move(result_));
                break;
            case In::message:
                results_.add_message(std::move(code_), std::move(text_));
                break;
            case In::datapoint:
                end_datapoint();
                break;
            default:
                break;
        }
        return pop();
    }
    bool StartArray() {
        switch (in()) {
            case In::nothing:
                return push(In::documents);
            case In::root:
                if (key_ == "MetricDataResults") {
                    seen_ = true;
                    return push(In::results);
                }
                if (key_ == "Datapoints") {
                    seen_ = has_datapoints_ = true;
                    return push(In::datapoints);
                }
                return push(key_ == "Messages" ? In::messages : In::skipped);
            case In::result:
                if (key_ == "Timestamps") return push(In::times);
                if (key_ == "Values") return push(In::values);
                return push(key_ == "Messages" ? In::messages : In::skipped);
            default:
                return push(In::skipped);
        }
    }
    bool EndArray(rapidjson::SizeType) { return pop(); }

    bool Key(const char* text, rapidjson::SizeType size, bool) {
        if (in() != In::skipped) key_.assign(text, size);
        return true;
    }
    bool String(const char* text, rapidjson::SizeType size, bool) {
        const std::string_view value(text, size);
        switch (in()) {
            case In::root:
                if (key_ == "Label") statistics_.label = value;
                if (key_ == "NextToken") results_.note_more_pages();
                break;
            case In::result:
                if (key_ == "Id") result_.id = value;
                if (key_ == "Label") result_.label = value;
                if (key_ == "StatusCode") result_.status = value;
                break;
            case In::message:
                (key_ == "Code" ? code_ : text_) = value;
                break;
            case In::times:
                result_.times.push_back(time_of(value));
                break;
            case In::values:
                result_.values.push_back(std::nullopt);
                break;
            case In::datapoint:
                if (key_ == "Timestamp") time_ = time_of(value);
                break;
            default:
                break;
        }
        return true;
    }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
        const std::string_view number(text, size);
        switch (in()) {
            case In::times:
                result_.times.push_back(seconds_of(number));
                break;
            case In::values:
                result_.values.push_back(prom::parse_value(number));
                break;
            case In::datapoint:
                if (key_ == "Timestamp") time_ = seconds_of(number);
                if (key_ == "Average") average_ = prom::parse_value(number);
                other_ = other_ || key_ == "Sum" || key_ == "Minimum" || key_ == "Maximum" || key_ == "SampleCount";
                break;
            default:
                break;
        }
        return true;
    }
    // null, true and false: no time and no number.
    bool Default() {
        if (in() == In::times) result_.times.push_back(std::nullopt);
        if (in() == In::values) result_.values.push_back(std::nullopt);
        return true;
    }

    bool seen() const { return seen_; }
    bool too_deep() const { return too_deep_; }

  private:
    In in() const { return stack_.empty() ? In::nothing : stack_.back(); }
    bool push(In next) {
        too_deep_ = stack_.size() >= kMaxDepth;
        if (!too_deep_) stack_.push_back(next);
        return !too_deep_;
    }
    bool pop() {
        stack_.pop_back();
        return true;
    }
    void end_datapoint() {
        if (!average_ && other_) {
            ++other_statistics_;
            return;
        }
        statistics_.times.push_back(time_);
        statistics_.values.push_back(average_);
    }
    static std::optional<Time> time_of(std::string_view text) {
        const auto time = parse_rfc3339(text);
        return time ? std::optional(*time) : std::nullopt;
    }
    // With the tool's own setting for times, Unix seconds.
    static std::optional<Time> seconds_of(std::string_view text) {
        const auto value = prom::parse_value(text);
        const double ms = std::round(value.value_or(std::nan("")) * 1000.0);
        if (!(ms >= static_cast<double>(kBeginningOfTime.ms) && ms <= static_cast<double>(kEndOfTime.ms))) {
            return std::nullopt;
        }
        return Time{static_cast<std::int64_t>(ms)};
    }

    CloudwatchResults& results_;
    std::vector<In> stack_;
    std::string key_;  // the last one outside of what is skipped
    CloudwatchResult result_;
    CloudwatchResult statistics_;
    std::uint64_t other_statistics_ = 0;
    std::string code_;
    std::string text_;
    std::optional<Time> time_;
    std::optional<double> average_;
    bool other_ = false;
    bool has_datapoints_ = false;
    bool seen_ = false;
    bool too_deep_ = false;
};

tl::unexpected<Error> fault(std::string_view text, std::size_t at) {
    if (at >= text.size()) return fail(ErrorCode::truncated, "the JSON ends in the middle");
    return fail(ErrorCode::invalid_input, fmt::format("no JSON of the aws tool (at byte {})", at));
}

}  // namespace

Result<Facts> read_cloudwatch(std::string_view document, const CloudwatchFile& file, const CloudwatchQueries& queries,
                              series::SampleSink& sink) {
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                                rapidjson::kParseValidateEncodingFlag | rapidjson::kParseStopWhenDoneFlag;
    CloudwatchResults results(file, queries, sink);
    Walk walk(results);
    rapidjson::MemoryStream stream(document.data(), document.size());
    std::optional<tl::unexpected<Error>> failed;
    bool any = false;
    for (;;) {
        while (stream.Tell() < document.size() &&
               std::string_view(" \t\r\n").find(stream.Peek()) != std::string_view::npos)
            stream.Take();
        if (stream.Tell() >= document.size()) break;
        rapidjson::Reader reader;
        const auto outcome = reader.Parse<kFlags>(stream, walk);
        if (walk.too_deep()) return fail(ErrorCode::limit, "nested deeper than any answer of CloudWatch is");
        if (outcome.IsError()) {
            failed = fault(document, outcome.Offset());
            break;
        }
        any = true;
    }
    if (failed && !walk.seen()) return *failed;
    if (!walk.seen()) {
        return fail(ErrorCode::invalid_input,
                    any ? "JSON, but neither MetricDataResults nor Datapoints of CloudWatch are in it" : "it is empty");
    }
    Facts facts = results.finish();
    if (failed) {
        facts.gaps.push_back({.kind = model::Gap::Kind::truncated,
                              .subject = file.file,
                              .message = text("{}; what came before is used", failed->value().message),
                              .count = 1,
                              .gpu_time = {}});
    }
    return facts;
}

}  // namespace arable::sources
