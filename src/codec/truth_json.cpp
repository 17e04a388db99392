#include "codec/truth_json.h"

#include <nlohmann/json.hpp>

namespace arable::codec {
namespace {

using Json = nlohmann::ordered_json;

Json amounts(const std::map<std::string, std::int64_t>& by_name, const char* key) {
    Json list = Json::array();
    for (const auto& [name, gpu_ms] : by_name) list.push_back({{key, name}, {"gpu_ms", gpu_ms}});
    return list;
}

Json findings(const std::vector<estate::TruthFinding>& all) {
    Json list = Json::array();
    for (const estate::TruthFinding& finding : all)
        list.push_back({{"kind", finding.kind}, {"subject", finding.subject}});
    return list;
}

}  // namespace

std::string truth_json(const estate::Truth& truth) {
    const Json root{
        {"schema", "arable.truth/v1"},
        {"estate", {{"kind", truth.kind}, {"seed", truth.seed}}},
        {"window", {{"start", format_rfc3339(truth.window.begin)}, {"end", format_rfc3339(truth.window.end)}}},
        {"capacity", {{"gpus", truth.gpus}, {"gpu_ms", truth.gpu_ms}}},
        {"accounting", amounts(truth.accounting, "class")},
        {"waits", {{"gpu_ms", truth.wait_gpu_ms}, {"by_cause", amounts(truth.waits, "cause")}}},
        {"findings", findings(truth.findings)},
        {"ambiguous", findings(truth.ambiguous)},
        {"distractors", findings(truth.distractors)}};
    return root.dump(2) + "\n";
}

}  // namespace arable::codec
