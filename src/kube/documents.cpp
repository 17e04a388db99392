#include "kube/documents.h"

#include <fmt/format.h>
#include <simdjson.h>

#include "kube/yaml_reader.h"

namespace arable::kube {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kMostJson = std::size_t{2} << 30U;
constexpr std::size_t kMostYaml = std::size_t{256} << 20U;
constexpr std::size_t kDeepest = 256;
constexpr std::size_t kShownProblems = 5;
constexpr int kListsDeep = 4;  // List of Lists of ...: more is no dump of kubectl

Value to_value(const dom::element& element) {
    switch (element.type()) {
        case dom::element_type::ARRAY: {
            Value::Array array;
            for (const dom::element child : dom::array(element)) array.push_back(to_value(child));
            return Value(std::move(array));
        }
        case dom::element_type::OBJECT: {
            Value::Object object;
            for (const auto field : dom::object(element))
                object.emplace_back(std::string(field.key), to_value(field.value));
            return Value(std::move(object));
        }
        case dom::element_type::STRING:
            return Value(Value::Content(std::string(std::string_view(element))));
        case dom::element_type::INT64:
            return Value(Value::Content(std::int64_t(element)));
        case dom::element_type::UINT64:
            return Value(Value::Content(static_cast<double>(std::uint64_t(element))));
        case dom::element_type::DOUBLE:
            return Value(Value::Content(double(element)));
        case dom::element_type::BOOL:
            return Value(Value::Content(bool(element)));
        case dom::element_type::NULL_VALUE:
            break;
    }
    return {};
}

class Taker {
  public:
    explicit Taker(const std::function<void(const Value&)>& take) : take_(take) {}

    // One object that is no List.
    void object(const Value& value) {
        if (!value.is_object() || value["kind"].text().empty()) {
            problem(fmt::format("object {} has no kind", stats_.objects + stats_.bad + 1));
            return;
        }
        ++stats_.objects;
        take_(value);
    }
    void problem(std::string text) {
        ++stats_.bad;
        if (stats_.problems.size() < kShownProblems) stats_.problems.push_back(std::move(text));
    }
    // JSON: items are turned into trees one by one.
    void json(const dom::element& element, int depth) {
        dom::array items;
        std::string_view kind;
        const bool is_list = element["kind"].get(kind) == simdjson::SUCCESS && kind.ends_with("List") &&
                             element["items"].get(items) == simdjson::SUCCESS;
        if (is_list && depth < kListsDeep) {
            for (const dom::element item : items) json(item, depth + 1);
        } else if (element.is_array() && depth < kListsDeep) {
            for (const dom::element item : dom::array(element)) json(item, depth + 1);
        } else {
            object(to_value(element));
        }
    }
    void tree(const Value& value, int depth) {
        const bool is_list = value["kind"].text().ends_with("List") && !value["items"].is_null();
        if (is_list && depth < kListsDeep) {
            for (const Value& item : value["items"].items()) tree(item, depth + 1);
        } else {
            object(value);
        }
    }
    DocumentStats finish() { return std::move(stats_); }

  private:
    const std::function<void(const Value&)>& take_;
    DocumentStats stats_;
};

bool looks_like_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Result<DocumentStats> each_json(std::string_view text, Taker& taker) {
    if (text.size() > kMostJson) return fail(ErrorCode::limit, "more than 2 GiB of JSON; split the dump by namespace");
    dom::parser parser(kMostJson + 1);
    simdjson::padded_string padded(text);
    if (parser.allocate(std::max<std::size_t>(padded.size(), 64), kDeepest) != simdjson::SUCCESS) {
        return fail(ErrorCode::limit, "not enough memory for this JSON");
    }
    dom::element root;
    if (const auto error = parser.parse(padded).get(root); error == simdjson::SUCCESS) {
        taker.json(root, 0);
        return taker.finish();
    }
    // Several documents one after the other, as `kubectl get ... -o json` appended to one file gives.
    dom::parser many(kMostJson + 1);
    dom::document_stream stream;
    if (const auto error = many.parse_many(padded, std::max<std::size_t>(padded.size(), 64)).get(stream)) {
        return fail(ErrorCode::invalid_input, fmt::format("not valid JSON: {}", simdjson::error_message(error)));
    }
    std::size_t good = 0;
    for (auto document = stream.begin(); document != stream.end(); ++document) {
        dom::element element;
        if (const auto error = (*document).get(element); error != simdjson::SUCCESS) {
            const std::string what =
                fmt::format("not valid JSON at byte {}: {}", document.current_index(), simdjson::error_message(error));
            if (good == 0) return fail(ErrorCode::invalid_input, what);
            taker.problem(what);
            break;
        }
        taker.json(element, 0);
        ++good;
    }
    if (good == 0) return fail(ErrorCode::invalid_input, "no complete JSON document: the file ends too early");
    if (stream.truncated_bytes() > 0)
        taker.problem(fmt::format("the last {} bytes are an unfinished document", stream.truncated_bytes()));
    return taker.finish();
}

}  // namespace

Result<DocumentStats> each_object(std::string_view text, const std::function<void(const Value&)>& take) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    Taker taker(take);
    if (looks_like_json(text)) return each_json(text, taker);
    if (text.size() > kMostYaml)
        return fail(ErrorCode::limit, "more than 256 MiB of YAML; dump as JSON (-o json) instead");
    std::int64_t documents = 0;
    const auto read = each_yaml_document(text, kDeepest, [&](const Value& value) {
        ++documents;
        taker.tree(value, 0);
    });
    if (!read) {
        if (documents == 0) return tl::unexpected(read.error());
        taker.problem(read.error().message);
    }
    if (documents == 0)
        return fail(ErrorCode::invalid_input, "the file holds no object; expected kubectl get ... -o json or -o yaml");
    return taker.finish();
}

}  // namespace arable::kube
