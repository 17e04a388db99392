#include "prom/series_table.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace arable::prom {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kBlock = 256 * 1024;
constexpr std::size_t kOverhead =
    2 * sizeof(KnownSeries);  // the entry, its slot, and what a growing vector holds twice

std::uint64_t hash_of(std::string_view text) { return std::hash<std::string_view>{}(text); }

}  // namespace

KnownSeries* SeriesTable::guess(std::string_view line) {
    if (current_ == kNone || all_[current_].follower == kNone) return nullptr;
    const std::uint32_t position = all_[current_].follower;
    KnownSeries& candidate = all_[position];
    const std::size_t n = candidate.text.size();
    if (line.size() <= n || (line[n] != ' ' && line[n] != '\t')) return nullptr;
    if (std::memcmp(line.data(), candidate.text.data(), n) != 0) return nullptr;
    // A bare name may still be the begin of "name {…}".
    if (candidate.text.back() != '}') {
        const std::size_t next = line.find_first_not_of(" \t", n);
        if (next != std::string_view::npos && line[next] == '{') return nullptr;
    }
    current_ = position;
    return &candidate;
}

KnownSeries* SeriesTable::follow(std::uint32_t position) {
    if (current_ != kNone) all_[current_].follower = position;
    current_ = position;
    return &all_[position];
}

KnownSeries* SeriesTable::find(std::string_view text) {
    if (slots_.empty()) return nullptr;
    const std::uint64_t hash = hash_of(text);
    for (std::size_t slot = hash & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
        const std::uint32_t position = slots_[slot];
        if (position == kNone) return nullptr;
        if (all_[position].hash == hash && all_[position].text == text) return follow(position);
    }
}

KnownSeries* SeriesTable::remember(std::string_view text, series::SeriesRef ref) {
    if (bytes_ + text.size() + kOverhead > max_bytes_ || all_.size() + 1 >= kNone) {
        all_.clear();
        slots_.clear();
        blocks_.clear();
        block_size_ = block_used_ = bytes_ = 0;
        current_ = kNone;
    }
    if (block_used_ + text.size() > block_size_) {
        block_size_ = std::max(kBlock, text.size());
        blocks_.push_back(std::make_unique_for_overwrite<char[]>(block_size_));
        block_used_ = 0;
    }
    char* copy = blocks_.back().get() + block_used_;
    std::memcpy(copy, text.data(), text.size());
    block_used_ += text.size();
    bytes_ += text.size() + kOverhead;
    all_.push_back({.text = {copy, text.size()}, .hash = hash_of(text), .ref = ref});
    if (all_.size() * 2 > slots_.size()) {
        index_again();
    } else {
        std::size_t slot = all_.back().hash & (slots_.size() - 1);
        while (slots_[slot] != kNone) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = static_cast<std::uint32_t>(all_.size() - 1);
    }
    return follow(static_cast<std::uint32_t>(all_.size() - 1));
}

void SeriesTable::index_again() {
    slots_.assign(std::max<std::size_t>(1024, slots_.size() * 2), kNone);
    for (std::uint32_t position = 0; position < all_.size(); ++position) {
        std::size_t slot = all_[position].hash & (slots_.size() - 1);
        while (slots_[slot] != kNone) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = position;
    }
}

}  // namespace arable::prom
