#include "app/likely_option.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "app/files.h"

namespace arable::app {
namespace {

constexpr std::size_t kHead = 4096;

std::string head_of(const std::string& file) {
    Progress silent;
    std::string head(kHead, '\0');
    auto source = open_input(file, silent);
    std::size_t size = 0;
    while (source && size < kHead) {
        const auto n = (*source)->read(std::span(head).subspan(size));
        if (!n || *n == 0) break;
        size += *n;
    }
    head.resize(size);
    return head;
}

struct Sign {
    std::string_view option;
    std::string_view words;  // that stand in the first bytes of what it takes
};
// The first that fits counts: reports and snapshots hold words of all others.
constexpr std::array kSigns{
    Sign{"--snapshot", "{\"schema\":\"arable.snapshot/"},
    Sign{"arable compare", "\"schema\": \"arable.report/"},
    Sign{"", "\"schema\": \"arable."},
    Sign{"--cloud-metrics", "\"MetricDataResults\""},
    Sign{"--nvidia-smi", "<nvidia_smi_log"},
    Sign{"--nvidia-smi", "NVSMI LOG"},
    Sign{"--nvidia-smi", "| NVIDIA-SMI "},
    Sign{"--objects", "\"apiVersion\""},
    Sign{"--objects", "apiVersion: "},
    Sign{"--pool-table", "time,pool,total"},
    Sign{"--openb-nodes", "sn,cpu_milli,memory_mib,gpu,model"},
    Sign{"--openb-pods", "name,cpu_milli,memory_mib,num_gpu"},
    Sign{"--prices", "price_per_gpu_hour"},
    Sign{"--metrics", "# HELP "},
    Sign{"--metrics", "# TYPE "},
    Sign{"--metrics", "DCGM_FI_"},
};

bool given_with(const Inputs& inputs, std::string_view option, const std::string& file) {
    const auto has = [&](const std::vector<std::string>& list) { return std::ranges::find(list, file) != list.end(); };
    if (option == "--cloud-metrics") return has(inputs.cloudwatch);
    if (option == "--nvidia-smi") return has(inputs.nvidia_smi);
    if (option == "--objects") return has(inputs.objects);
    if (option == "--pool-table") return has(inputs.pool_tables);
    if (option == "--openb-nodes") return has(inputs.openb_nodes);
    if (option == "--openb-pods") return has(inputs.openb_pods);
    if (option == "--prices") return has(inputs.prices);
    if (option == "--metrics") return has(inputs.metrics);
    return option == "--snapshot" && inputs.snapshot == file;
}

}  // namespace

std::string better_option(const Inputs& inputs, const std::string& file) {
    if (file == "-") return {};  // it cannot be looked at twice
    const std::string head = head_of(file);
    const auto sign = std::ranges::find_if(
        kSigns, [&](const Sign& s) { return std::string_view(head).find(s.words) != std::string_view::npos; });
    if (sign == kSigns.end() || sign->option.empty() || given_with(inputs, sign->option, file)) return {};
    return fmt::format("it looks like what {} takes", sign->option);
}

}  // namespace arable::app
