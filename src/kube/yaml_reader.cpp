#include "kube/yaml_reader.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace arable::kube {
namespace {

constexpr std::size_t kMostNodes = 20'000'000;

// Thrown inside this file only: the depth or size limit was passed.
struct LimitPassed {
    std::string message;
};

template <class T>
std::optional<T> parsed(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

Value scalar(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    if (node.Tag() == "!") return Value(Value::Content(text));  // quoted
    if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return {};
    if (text == "true" || text == "True" || text == "TRUE") return Value(Value::Content(true));
    if (text == "false" || text == "False" || text == "FALSE") return Value(Value::Content(false));
    const bool numeric = text[0] == '-' || text[0] == '.' || (text[0] >= '0' && text[0] <= '9');
    if (numeric) {
        if (const auto whole = parsed<std::int64_t>(text)) return Value(Value::Content(*whole));
        if (const auto real = parsed<double>(text); real && std::isfinite(*real)) return Value(Value::Content(*real));
    }
    return Value(Value::Content(text));
}

class Converter {
  public:
    explicit Converter(std::size_t deepest) : deepest_(deepest) {}

    Value convert(const YAML::Node& node, std::size_t depth) {
        if (depth > deepest_) throw LimitPassed{fmt::format("nested deeper than {} levels", deepest_)};
        if (++nodes_ > kMostNodes) throw LimitPassed{"more than 20 million values, aliases expanded"};
        switch (node.Type()) {
            case YAML::NodeType::Scalar:
                return scalar(node);
            case YAML::NodeType::Sequence: {
                Value::Array array;
                for (const YAML::Node& child : node) array.push_back(convert(child, depth + 1));
                return Value(std::move(array));
            }
            case YAML::NodeType::Map: {
                Value::Object object;
                for (const auto& member : node) {
                    if (member.first.IsScalar())
                        object.emplace_back(member.first.Scalar(), convert(member.second, depth + 1));
                }
                return Value(std::move(object));
            }
            case YAML::NodeType::Null:
            case YAML::NodeType::Undefined:
                break;
        }
        return {};
    }

  private:
    std::size_t deepest_;
    std::size_t nodes_ = 0;
};

// Line starts of "---" documents, so that a broken one does not hide those before it.
std::vector<std::string_view> split_documents(std::string_view text) {
    std::vector<std::string_view> documents;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (at > begin && line.starts_with("---") && (line.size() == 3 || line[3] == ' ' || line[3] == '\r')) {
            documents.push_back(text.substr(begin, at - begin));
            begin = at;
        }
        at = end + 1;
    }
    documents.push_back(text.substr(begin));
    return documents;
}

// yaml-cpp recurses: indentation and flow brackets deeper than the limit are refused before it sees them.
bool too_deep(std::string_view text, std::size_t deepest) {
    std::size_t open = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '[' || c == '{') {
            if (++open > deepest) return true;
        } else if ((c == ']' || c == '}') && open > 0) {
            --open;
        }
        // "- - - -": a compact nested sequence.
        if (c == '-' && text.substr(at).starts_with("- - - - - - - - - - - - - - - - ")) return true;
        if (c == '?' && text.substr(at).starts_with("? ? ? ? ? ? ? ? ")) return true;
    }
    return false;
}

}  // namespace

Result<Done> each_yaml_document(std::string_view text, std::size_t deepest,
                                const std::function<void(const Value&)>& take) {
    std::size_t first_line = 0;
    for (const std::string_view document : split_documents(text)) {
        if (too_deep(document, deepest)) {
            return fail(ErrorCode::limit, fmt::format("the document at line {} is nested deeper than {} levels",
                                                      first_line + 1, deepest));
        }
        try {
            const YAML::Node node = YAML::Load(std::string(document));
            if (node.IsDefined() && !node.IsNull()) {
                const Value value = Converter(deepest).convert(node, 0);
                take(value);
            }
        } catch (const LimitPassed& limit) {
            return fail(ErrorCode::limit, fmt::format("the document at line {}: {}", first_line + 1, limit.message));
        } catch (const YAML::Exception& error) {
            return fail(ErrorCode::invalid_input,
                        fmt::format("not valid YAML at line {}, column {}: {}",
                                    first_line + static_cast<std::size_t>(error.mark.line + 1), error.mark.column + 1,
                                    error.msg));
        }
        first_line += static_cast<std::size_t>(std::count(document.begin(), document.end(), '\n'));
    }
    return Done{};
}

}  // namespace arable::kube
