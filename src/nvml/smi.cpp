#include "nvml/smi.h"

#include <fmt/format.h>

#include "nvml/smi_clock.h"
#include "nvml/smi_fields.h"
#include "nvml/smi_table.h"
#include "nvml/smi_text.h"
#include "nvml/smi_xml.h"

namespace arable::nvml {
namespace {

bool is_xml(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return trimmed(text).starts_with('<') || text.find("<nvidia_smi_log") != std::string_view::npos;
}

}  // namespace

Result<std::vector<SmiLog>> parse_smi(std::string_view text) {
    if (text.size() > kMostBytes) {
        return fail(ErrorCode::limit,
                    fmt::format("{} bytes are more than the 64 MiB read of one nvidia-smi file", text.size()));
    }
    if (is_xml(text)) return parse_smi_xml(text);
    ARABLE_TRY(logs, parse_smi_text(text));
    if (logs.empty()) {
        ARABLE_TRY(tables, parse_smi_tables(text));
        logs = std::move(tables);
    }
    if (logs.empty()) {
        return fail(ErrorCode::invalid_input,
                    "no log of nvidia-smi in it; expected the output of `nvidia-smi -q -x`, `nvidia-smi -q` or "
                    "`nvidia-smi`");
    }
    return logs;
}

}  // namespace arable::nvml
