#pragma once
// The same work for many items on a few threads. Items write to their own places, so the answer does not depend on
// the number of threads.

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace arable::sources {

// Calls work(i) once for every i in [0, n), in no order. `work` must not throw.
template <class Work>
void for_each_index(std::size_t n, unsigned threads, Work work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
        for (std::size_t i = next++; i < n; i = next++) work(i);
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads && t < n; ++t) others.emplace_back(run);
    run();
    for (std::thread& t : others) t.join();
}

}  // namespace arable::sources
