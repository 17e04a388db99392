#include "diagnose/claim_profiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace arable::diagnose {
namespace {

// Distribution of a value between 0 and `top`, weighted by time.
class Histogram {
  public:
    void add(float value, double top, std::int64_t ms) {
        if (!std::isfinite(value) || top <= 0.0) return;
        const double place = std::clamp(static_cast<double>(value) / top, 0.0, 1.0) * (kBins - 1);
        Bin& bin = bins_[static_cast<std::size_t>(place)];
        bin.most = bin.ms == 0 ? value : std::max(bin.most, value);
        bin.ms += ms;
        total_ += ms;
    }
    // -1 when nothing was added.
    float quantile(int percent) const {
        std::int64_t seen = 0;
        for (const Bin& bin : bins_) {
            seen += bin.ms;
            if (bin.ms > 0 && seen * 100 >= total_ * percent) return bin.most;
        }
        return -1.0F;
    }

  private:
    static constexpr std::size_t kBins = 101;
    struct Bin {
        std::int64_t ms = 0;
        float most = 0.0F;
    };
    std::array<Bin, kBins> bins_{};
    std::int64_t total_ = 0;
};

struct Gathered {
    Histogram engine, sm, dram, memory;
    std::int64_t known_ms = 0, active_ms = 0;
    float memory_most = -1.0F;

    void add(const Piece& piece, double memory_top) {
        const std::int64_t ms = piece.span.length().ms;
        known_ms += ms;
        if (piece.state == PieceState::active) active_ms += ms;
        if (piece.engine) engine.add(*piece.engine, 1.0, ms);
        if (piece.sm) sm.add(*piece.sm, 1.0, ms);
        if (piece.dram) dram.add(*piece.dram, 1.0, ms);
        if (!piece.memory) return;
        memory.add(*piece.memory, memory_top, ms);
        memory_most = std::max(memory_most, *piece.memory);
    }
};

bool is_known(PieceState state) {
    return state == PieceState::starting || state == PieceState::empty || state == PieceState::loaded ||
           state == PieceState::active;
}

}  // namespace

std::vector<ClaimProfile> profiles_of(std::span<const Piece> pieces, std::span<const HourEntry> hours,
                                      std::uint32_t lane, const LaneSignals& signals, const HolderSets& sets) {
    double top = 0.0;
    if (signals.memory_total) {
        top = *signals.memory_total;
    } else {
        for (const Piece& piece : pieces) top = piece.memory ? std::max(top, static_cast<double>(*piece.memory)) : top;
    }
    std::map<model::ClaimIx, std::vector<const Piece*>> held;
    for (const Piece& piece : pieces) {
        if (!is_known(piece.state) && piece.state != PieceState::unknown) continue;
        for (const model::ClaimIx claim : sets[piece.holders]) held[claim].push_back(&piece);
    }
    // A piece has the mean of its time: what memory must hold is the largest sample.
    std::map<model::ClaimIx, float> most;
    for (const HourEntry& hour : hours) {
        if (hour.sums[static_cast<std::size_t>(Feature::memory_used)].known_ms == 0) continue;
        for (const model::ClaimIx claim : sets[hour.holders]) {
            most[claim] = std::max(most[claim], hour.memory_most);
        }
    }
    std::vector<ClaimProfile> profiles;
    for (const auto& [claim, mine] : held) {
        Gathered gathered;
        for (const Piece* piece : mine) {
            if (is_known(piece->state)) gathered.add(*piece, top);
        }
        ClaimProfile profile{.claim = claim, .lane = lane, .known_ms = gathered.known_ms};
        profile.engine_p95 = gathered.engine.quantile(95);
        profile.sm_p50 = gathered.sm.quantile(50);
        profile.sm_p95 = gathered.sm.quantile(95);
        profile.dram_p95 = gathered.dram.quantile(95);
        if (gathered.memory_most >= 0.0F) profile.memory_most = std::max(gathered.memory_most, most[claim]);
        if (gathered.known_ms > 0) {
            profile.duty =
                static_cast<float>(static_cast<double>(gathered.active_ms) / static_cast<double>(gathered.known_ms));
        }
        if (signals.memory_total) profile.memory_total = static_cast<float>(*signals.memory_total);
        profiles.push_back(profile);
    }
    return profiles;
}

}  // namespace arable::diagnose
