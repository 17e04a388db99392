#pragma once
// What buying more GPUs would remove of the waiting.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/time.h"
#include "diagnose/waits.h"

namespace arable::diagnose {

// A gang as the replay sees it.
struct QueuedGang {
    Time created;
    std::vector<std::int64_t> members;  // sizes in thousandths of a GPU, each on one node
    std::vector<Interval> curable;      // when it waited for a cause that new nodes cure; ascending
    Time scheduled;                     // end of its waiting as observed (or of the window)
    std::int64_t ran_ms = 0;            // how long it then ran; to the window's end when not known
    std::int64_t milli = 0;             // waited GPUs, thousandths
    std::int64_t curable_ms = 0;        // GPU-ms of `curable`
};

// Whether more GPUs cure a cause: stranded, fragmented, held-empty, shareable and real are; gates, broken pods,
// starting nodes, caps, the scheduler, strict queues and constraints are not.
bool cured_by_buying(WaitCause cause);

// Waited GPU-ms removed by `added` more GPUs, in nodes of `node_gpus` (the last one smaller).
//
// An approximation, on the cautious side: the queue is replayed with the new nodes alone, earliest first. A gang starts
// as soon as all its members fit and leaves after it ran as long as observed, at the latest when it was scheduled in
// fact: from then on the GPUs that it really got stand in for the new ones. What others gain from GPUs that are free
// earlier is not counted. Never more than the curable waiting.
std::int64_t removed_by(std::span<const QueuedGang> gangs, std::int64_t added, std::int64_t node_gpus, Time window_end);

// Points for 1, 8, 16, 32, ... GPUs until all that is curable is removed or `most` is reached. Never falls with more
// GPUs: what is not needed can stand idle.
std::vector<BuyPoint> buy_curve(const std::string& product, std::span<const QueuedGang> gangs, std::int64_t node_gpus,
                                Time window_end, std::int64_t most = 1024);

}  // namespace arable::diagnose
