#include "app/compare.h"

#include <fmt/format.h>

#include <array>

#include "app/files.h"
#include "app/pipeline.h"
#include "codec/comparison_json.h"
#include "codec/report_read.h"
#include "codec/snapshot_lines.h"
#include "report/comparison.h"
#include "report/language.h"

namespace arable::app {
namespace {

// A snapshot is written without blanks and names its schema first.
Result<bool> is_snapshot(const std::string& file) {
    Progress silent;
    ARABLE_TRY(source, open_input(file, silent));
    std::array<char, 64> bytes{};
    std::size_t have = 0;
    while (have < bytes.size()) {
        ARABLE_TRY(n, source->read(std::span(bytes).subspan(have)));
        if (n == 0) break;
        have += n;
    }
    return std::string_view(bytes.data(), have).starts_with("{\"schema\":\"arable.snapshot/");
}

Result<diagnose::Audit> load(const std::string& file, const Settings& settings, Progress& progress) {
    ARABLE_TRY(snapshot, is_snapshot(file));
    if (snapshot) return audit(Inputs{.snapshot = file}, settings, progress);
    progress.stage(file, 0);
    ARABLE_TRY(text, read_whole(file));
    return codec::read_report(text);
}

}  // namespace

Result<diagnose::Audit> load_audit(const std::string& file, const Settings& settings, Progress& progress) {
    if (file == "-")
        return fail(ErrorCode::unsupported, "what is compared is read twice: name files, not standard input");
    auto audit = load(file, settings, progress);
    if (!audit && audit.error().message.find(file) == std::string::npos)
        return tl::unexpected(audit.error().within(file));
    return audit;
}

std::string render(const diagnose::Comparison& comparison, const std::string& before, const std::string& after,
                   const RenderOptions& options) {
    if (options.format == Format::json) return codec::comparison_json(comparison);
    report::TerminalStyle style;
    style.width = options.width;
    style.color = options.color;
    style.language = options.language;
    return report::comparison(comparison, {before, after}, style);
}

}  // namespace arable::app
