#include "diagnose/model_size.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace arable::diagnose {
namespace {

constexpr double kBeside = 2.0 * 1024 * 1024 * 1024;

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// A number with at most one point, from `at` on; `at` is moved behind it.
std::optional<double> number(std::string_view text, std::size_t& at) {
    double value = 0.0;
    double place = 0.0;
    const std::size_t first = at;
    for (; at < text.size() && at - first < 9; ++at) {
        if (digit(text[at])) {
            value = place > 0.0 ? value + place * (text[at] - '0') : value * 10.0 + (text[at] - '0');
            place /= 10.0;
        } else if (text[at] == '.' && place == 0.0 && at > first && at + 1 < text.size() && digit(text[at + 1])) {
            place = 0.1;
        } else {
            break;
        }
    }
    return at > first ? std::optional(value) : std::nullopt;
}

double bytes_per_parameter(std::string_view name) {
    const auto says = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
    if (says("awq") || says("gptq") || says("int4") || says("4bit") || says("fp4") || says("q4")) return 0.5;
    if (says("fp8") || says("int8") || says("8bit") || says("w8a8") || says("q8")) return 1.0;
    return says("fp32") ? 4.0 : 2.0;
}

// By the names that people gave: of the workload, the pod and the image, as far as they agree.
std::optional<double> told_by_names(const model::Timeline& timeline, const model::Pod& pod) {
    std::optional<double> weights;
    const std::string owner = pod.workload.known() ? timeline.workloads[pod.workload.at()].name : "";
    for (const std::string_view name :
         {std::string_view(owner), std::string_view(pod.name), std::string_view(pod.spec.image)}) {
        const std::optional<double> told = weights_of(name);
        if (told && weights && *told != *weights) return std::nullopt;
        if (told) weights = told;
    }
    return weights;
}

}  // namespace

std::optional<double> weights_of(std::string_view given) {
    const std::string name = lower(given);
    std::optional<double> billions;
    for (std::size_t at = 0; at < name.size();) {
        const bool begins = digit(name[at]) && (at == 0 || (!letter(name[at - 1]) && name[at - 1] != '.'));
        if (!begins) {
            ++at;
            continue;
        }
        std::optional<double> size = number(name, at);
        if (size && at + 1 < name.size() && name[at] == 'x' && digit(name[at + 1])) {
            ++at;
            if (const std::optional<double> expert = number(name, at)) size = *size * *expert;
        }
        const bool ends = at + 1 >= name.size() || (!letter(name[at + 1]) && !digit(name[at + 1]));
        if (!size || *size <= 0.0 || at >= name.size() || name[at] != 'b' || !ends) {
            while (at < name.size() && (letter(name[at]) || digit(name[at]))) ++at;
            continue;
        }
        if (billions && *billions != *size) return std::nullopt;
        billions = size;
    }
    if (!billions) return std::nullopt;
    return *billions * 1e9 * bytes_per_parameter(name);
}

std::optional<double> weights_per_card(const model::Timeline& timeline, const model::Pod& pod) {
    std::optional<double> weights = weights_of(pod.model);
    if (!weights) weights = told_by_names(timeline, pod);
    if (!weights) return std::nullopt;
    const bool whole = pod.spec.device.kind == model::DeviceKind::whole;
    return *weights / static_cast<double>(whole ? std::max<std::int64_t>(1, pod.spec.device.count) : 1);
}

std::optional<double> needed_memory(double reservation, std::optional<double> weights, double kv_most) {
    if (!weights || *weights <= 0.0 || *weights + kBeside >= reservation) return std::nullopt;
    const double cache = reservation - *weights - kBeside;
    return *weights + kBeside + cache * std::min(1.0, 1.1 * kv_most);
}

}  // namespace arable::diagnose
