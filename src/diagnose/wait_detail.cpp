#include "diagnose/wait_detail.h"

#include "base/figures.h"

namespace arable::diagnose {
namespace {

// A rule of the pod or of the node that kept them apart.
Text rule_text(const WaitDetail& d) {
    switch (d.kind) {
        case WaitDetail::Kind::cordoned:
            return text("node {} is cordoned", d.name);
        case WaitDetail::Kind::taint:
            return text("taint {} on {}", d.what, d.name);
        case WaitDetail::Kind::selector:
            return text("node selector {}, which {} does not match", d.what, d.name);
        case WaitDetail::Kind::affinity:
            return text("required node affinity, which {} does not match", d.name);
        case WaitDetail::Kind::pod_affinity:
            return text("pod affinity over {} on {}", d.what, d.name);
        case WaitDetail::Kind::pod_anti:
            if (d.what.empty()) return text("anti-affinity of a pod that runs on {}", d.name);
            return text("pod anti-affinity over {} on {}", d.what, d.name);
        default:
            return text("topology spread over {} on {}", d.what, d.name);
    }
}

// Too little of something beside the GPUs of a node.
Text room_text(const WaitDetail& d) {
    switch (d.kind) {
        case WaitDetail::Kind::cores:
            return text("{} CPU cores too few on {}", Decimal{static_cast<double>(d.amount) / 1000.0, 1}, d.name);
        case WaitDetail::Kind::memory:
            return text("{} of memory too little on {}", bytes_text(Bytes{d.amount}), d.name);
        default:
            return text("no pod slot left on {}", d.name);
    }
}

Text asked_text(const WaitDetail& d) {
    switch (d.kind) {
        case WaitDetail::Kind::unreadable:
            return text("asks for no device in a way that can be read");
        case WaitDetail::Kind::too_much_beside:
            return text("asks for more CPU or memory than any node with such GPUs has");
        case WaitDetail::Kind::too_many:
            return text("asks for {} on one node, where no node has more than {}", d.amount, d.most);
        default:
            return text("no node offers {}", d.name);
    }
}

Text queue_text(const WaitDetail& d) {
    switch (d.kind) {
        case WaitDetail::Kind::behind:
            return text("behind {}", d.name);
        case WaitDetail::Kind::suspended:
            return text("suspended");
        case WaitDetail::Kind::queue:
            return text("queue {}", d.name);
        case WaitDetail::Kind::quota:
            return text("quota {} ({} {})", d.name, d.amount, d.what);
        default:
            return text("quota of the pool: GPUs of other pools were idle");
    }
}

}  // namespace

Text worded(const WaitDetail& d) {
    switch (d.kind) {
        case WaitDetail::Kind::none:
            return {};
        case WaitDetail::Kind::said:
            return d.name;
        case WaitDetail::Kind::fitted:
            return text("it fitted");
        case WaitDetail::Kind::cores:
        case WaitDetail::Kind::memory:
        case WaitDetail::Kind::slots:
            return room_text(d);
        case WaitDetail::Kind::cordoned:
        case WaitDetail::Kind::taint:
        case WaitDetail::Kind::selector:
        case WaitDetail::Kind::affinity:
        case WaitDetail::Kind::pod_affinity:
        case WaitDetail::Kind::pod_anti:
        case WaitDetail::Kind::spread:
            return rule_text(d);
        case WaitDetail::Kind::blocks:
            return text("{} free on {} nodes, largest block {}", d.amount, d.nodes, d.most);
        case WaitDetail::Kind::upper_estimate:
            return text("upper estimate");
        case WaitDetail::Kind::failed_admission:
            return text("admission failed {} times: {}", d.amount, d.what);
        case WaitDetail::Kind::unreadable:
        case WaitDetail::Kind::too_much_beside:
        case WaitDetail::Kind::too_many:
        case WaitDetail::Kind::not_offered:
            return asked_text(d);
        case WaitDetail::Kind::idle_in_pool:
            return text("GPUs of the pool were idle; sizes of jobs are unknown");
        case WaitDetail::Kind::behind:
        case WaitDetail::Kind::suspended:
        case WaitDetail::Kind::queue:
        case WaitDetail::Kind::quota:
        case WaitDetail::Kind::idle_elsewhere:
            return queue_text(d);
    }
    return {};
}

}  // namespace arable::diagnose
