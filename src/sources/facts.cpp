#include "sources/facts.h"

#include <algorithm>
#include <iterator>

namespace arable::sources {
namespace {

template <class T>
void append(std::vector<T>& into, std::vector<T>&& more) {
    if (into.empty()) {
        into = std::move(more);
        return;
    }
    into.insert(into.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

void merge(Facts& into, Facts&& more) {
    append(into.nodes, std::move(more.nodes));
    append(into.gpus, std::move(more.gpus));
    append(into.pods, std::move(more.pods));
    append(into.owners, std::move(more.owners));
    append(into.gangs, std::move(more.gangs));
    append(into.claims, std::move(more.claims));
    append(into.tracks, std::move(more.tracks));
    append(into.launches, std::move(more.launches));
    append(into.launch_nodes, std::move(more.launch_nodes));
    append(into.caps, std::move(more.caps));
    append(into.quotas, std::move(more.quotas));
    append(into.local_queues, std::move(more.local_queues));
    append(into.strict_queues, std::move(more.strict_queues));
    append(into.pools, std::move(more.pools));
    append(into.gaps, std::move(more.gaps));
    append(into.sources, std::move(more.sources));
    if (more.first_time) into.first_time = std::min(into.first_time.value_or(*more.first_time), *more.first_time);
    if (more.last_time) into.last_time = std::max(into.last_time.value_or(*more.last_time), *more.last_time);
    into.has_pod_data = into.has_pod_data || more.has_pod_data;
    into.has_label_claims = into.has_label_claims || more.has_label_claims;
}

}  // namespace arable::sources
