#pragma once
// What held a wait up, as data: there are hundreds of thousands of them, so they are put into words only when shown.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace arable::diagnose {

struct WaitDetail {
    // Beside each kind: the fields that it has.
    enum class Kind : std::uint8_t {
        none,
        said,              // name: what an input says in its own words, or the node that was started
        fitted,            //
        behind,            // name: what stood before it in its queue
        cores,             // amount: thousandths of a CPU core too few on node `name`
        memory,            // amount: bytes too few on node `name`
        slots,             // node `name` takes no more pods
        cordoned,          // node `name`
        taint,             // what: key=value:effect on node `name`
        selector,          // what: label=value that node `name` lacks
        affinity,          // of node `name`
        pod_affinity,      // what: the topology key, "" when not known; node `name`
        pod_anti,          // likewise
        spread,            // what: the topology key; node `name`
        blocks,            // amount: free GPUs, on `nodes` nodes, at most `most` on one
        upper_estimate,    //
        suspended,         //
        queue,             // name
        quota,             // name; amount of resource `what`
        failed_admission,  // amount: attempts; what: the reason that the cluster gives
        unreadable,        // asks for no device in a way that can be read
        too_much_beside,   // asks for more CPU or memory than any node has
        too_many,          // amount: GPUs on one node, where none has more than `most`
        not_offered,       // name: product or resource
        idle_elsewhere,    // in other pools
        idle_in_pool,      //
    };
    Kind kind = Kind::none;
    std::string name;
    std::string what;
    std::int64_t amount = 0;
    std::int64_t nodes = 0;
    std::int64_t most = 0;

    bool empty() const { return kind == Kind::none; }
    friend auto operator<=>(const WaitDetail&, const WaitDetail&) = default;
};

// In the source's own words; nothing of an empty text.
inline WaitDetail said(std::string words) {
    return {.kind = words.empty() ? WaitDetail::Kind::none : WaitDetail::Kind::said, .name = std::move(words)};
}

// One clause without a subject: "12.0 CPU cores too few on n4". Empty of none.
Text worded(const WaitDetail& detail);

}  // namespace arable::diagnose
