#include "nvml/smi_xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>

#include "nvml/smi_fields.h"

namespace arable::nvml {
namespace {

// The DTD is named in the document type: "nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd"".
std::string schema_of(const pugi::xml_document& document) {
    for (const pugi::xml_node& node : document.children()) {
        if (node.type() != pugi::node_doctype) continue;
        const std::string_view text = node.value();
        const std::size_t at = text.find("nvsmi_device_");
        if (at == std::string_view::npos) return {};
        const std::string_view rest = text.substr(at + 13, 8);
        return std::string(rest.substr(0, rest.find('.')));
    }
    return {};
}

// One document; `at` is its offset in the whole text.
Result<SmiLog> parse_document(std::string_view text, std::size_t at) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed =
        document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype);
    if (!parsed) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("not well-formed XML at byte {}: {}; expected the output of `nvidia-smi -q -x`",
                                static_cast<std::size_t>(parsed.offset) + at, parsed.description()));
    }
    const pugi::xml_node root = document.child("nvidia_smi_log");
    if (!root) {
        return fail(ErrorCode::invalid_input, "no <nvidia_smi_log> element; expected the output of `nvidia-smi -q -x`");
    }
    ARABLE_TRY(log, read_log(root));
    log.schema = schema_of(document);
    return log;
}

}  // namespace

Result<std::vector<SmiLog>> parse_smi_xml(std::string_view text) {
    if (text.size() > kMostBytes) {
        return fail(ErrorCode::limit,
                    fmt::format("{} bytes are more than the 64 MiB read of one nvidia-smi file", text.size()));
    }
    static constexpr std::string_view kStart = "<?xml";
    std::vector<SmiLog> logs;
    std::size_t begin = text.find(kStart);
    if (begin == std::string_view::npos) begin = 0;
    while (begin < text.size() || logs.empty()) {
        const std::size_t end = std::min(text.find(kStart, begin + 1), text.size());
        auto log = parse_document(text.substr(begin, end - begin), begin);
        if (log) {
            logs.push_back(std::move(*log));
        } else if (logs.empty() || end != text.size()) {
            return tl::unexpected(log.error());
        } else if (logs.back().notes.size() < kMostNotes) {
            logs.back().notes.push_back(log.error().message);
        }
        begin = end;
    }
    return logs;
}

}  // namespace arable::nvml
