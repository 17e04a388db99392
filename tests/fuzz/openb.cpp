// openb node and pod lists: counts and sizes are not negative, times are in order.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sources/openb.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    if (const auto nodes = arable::sources::interpret_openb_nodes(text, "nodes.csv")) {
        for (const arable::sources::NodeFact& fact : nodes->nodes) {
            if (fact.node.cpu && fact.node.cpu->value < 0) std::abort();
            if (fact.node.memory && fact.node.memory->value < 0) std::abort();
        }
    }
    if (const auto pods = arable::sources::interpret_openb_pods(text, "pods.csv")) {
        for (const arable::sources::PodFact& fact : pods->pods) {
            const arable::model::Pod& pod = fact.pod;
            if (pod.spec.device.count < 0 || pod.spec.device.size.value < 0 || pod.spec.cpu.value < 0) std::abort();
            if (pod.created && pod.ended && *pod.ended < *pod.created) std::abort();
            if (pod.scheduled && pod.ended && *pod.ended < *pod.scheduled) std::abort();
        }
    }
    return 0;
}
