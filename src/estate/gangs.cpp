#include <fmt/format.h>

#include "estate/blocks.h"

namespace arable::estate {

void partial_gang(Builder& b, const Place& at, int members) {
    const std::uint32_t w = b.add_workload(b.team(), "Job", "allreduce");
    const std::string ns = b.estate().workloads[w].ns;
    const std::string name = b.estate().workloads[w].name;
    Gang gang{.ns = ns, .name = name, .min_members = members, .pods = {}};
    for (int i = 0; i < members; ++i) {
        const bool holds = i < at.gpus;
        if (holds) {
            Pod& pod = b.run(w, at.node, 1, at.span.begin);
            pod.process.pattern = Pattern::never;
            pod.process.load_after = days(36'500);
            pod.gang = name;
        } else {
            b.wait(w, 1, {at.span.begin, b.end()}, "gated").gang = name;
        }
        gang.pods.push_back(static_cast<std::uint32_t>(b.estate().pods.size() - 1));
    }
    b.estate().gangs.push_back(std::move(gang));
    b.found("gang-partial", ns + "/" + name);
}

}  // namespace arable::estate
