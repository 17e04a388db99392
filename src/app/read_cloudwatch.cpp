#include "app/read_cloudwatch.h"

#include "app/files.h"
#include "sources/cloudwatch.h"

namespace arable::app {
namespace {

using sources::CloudwatchFile;
using sources::CloudwatchQueries;
using sources::Facts;

// Whether a file holds queries, by its first bytes. Standard input cannot be looked at twice and holds results.
bool holds_queries(const std::string& file, Progress& progress) {
    constexpr std::size_t kHead = 4096;
    if (file == "-") return false;
    auto source = open_input(file, progress);
    if (!source) return false;
    std::string head(kHead, '\0');
    std::size_t size = 0;
    while (size < kHead) {
        const auto n = (*source)->read(std::span(head).subspan(size));
        if (!n || *n == 0) break;
        size += *n;
    }
    return sources::is_cloudwatch_queries(std::string_view(head).substr(0, size));
}

Result<Facts> add_queries(const std::string& file, CloudwatchQueries& queries) {
    ARABLE_TRY(text, read_whole(file));
    ARABLE_TRY(more, sources::parse_cloudwatch_queries(text));
    Facts facts;
    facts.sources.push_back({.kind = "cloudwatch",
                             .name = file,
                             .records = static_cast<std::int64_t>(more.size()),
                             .dropped = 0,
                             .detail = "queries"});
    queries.merge(more);
    return facts;
}

Result<Facts> add_results(const CloudwatchFile& file, const CloudwatchQueries& queries, sources::MetricIngest& ingest) {
    ARABLE_TRY(text, read_whole(file.file));
    ingest.begin_source(file.file);
    return sources::read_cloudwatch(text, file, queries, ingest);
}

}  // namespace

std::vector<std::pair<std::string, Result<Facts>>> read_cloudwatch(const std::vector<std::string>& arguments,
                                                                   sources::MetricIngest& ingest, Progress& progress) {
    std::vector<CloudwatchFile> results;
    std::vector<std::pair<std::string, Result<Facts>>> out;
    CloudwatchQueries queries;
    for (const std::string& argument : arguments) {
        CloudwatchFile file = sources::cloudwatch_file(argument);
        if (holds_queries(file.file, progress)) {
            out.emplace_back(file.file, add_queries(file.file, queries));
        } else {
            results.push_back(std::move(file));
        }
    }
    for (const CloudwatchFile& file : results) {
        progress.stage(file.file, 0);
        out.emplace_back(file.file, add_results(file, queries, ingest));
    }
    return out;
}

}  // namespace arable::app
