#include "prom/query_run.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "prom/known_labels.h"

namespace arable::prom {
namespace {

constexpr int kPartialTries = 3;
constexpr int kSmallestTries = 4;  // of what is too much and cannot be made smaller
// Metrics that a server gives in steps alone, before no other one is asked for its samples as they are.
constexpr std::size_t kRefusingMetrics = 3;

std::string seconds_text(Time time) {
    return time.ms % 1000 == 0 ? fmt::format("{}", time.ms / 1000)
                               : fmt::format("{:.3f}", static_cast<double>(time.ms) / 1e3);
}

class Run {
  public:
    Run(QueryClient& client, const std::vector<MetricLoad>& loads, series::SampleSink& sink,
        const FetchOptions& options)
        : client_(client),
          loads_(loads),
          options_(options),
          known_(sink),
          buffer_(static_cast<std::size_t>(options.limits.tile_samples) * 2),
          states_(loads.size()) {}

    Result<FetchReport> run(std::vector<Tile> tiles) {
        std::reverse(tiles.begin(), tiles.end());  // the next one is the last
        std::size_t done = 0;
        while (!tiles.empty()) {
            const Tile tile = tiles.back();
            tiles.pop_back();
            if (divided(tile, tiles)) continue;
            ARABLE_TRY(finished, one(tile, tiles));
            if (finished) ++done;
            if (options_.told) options_.told(done, done + tiles.size());
        }
        for (const MetricLoad& load : loads_) note_load(load);
        report_.requests = client_.requests();
        report_.series = known_.size();
        return std::move(report_);
    }

  private:
    // What a metric's earlier tiles taught.
    struct State {
        Duration longest{INT64_MAX};
        std::uint32_t depth = 0;
        std::uint64_t histograms = 0;
        std::uint64_t bad_samples = 0;
        std::uint64_t stepped = 0;  // tiles
        bool in_steps = false;      // range vectors of it are refused
        Duration unlucky;           // length of the tile that a gateway gave up; 0: none
        int lost_in_a_row = 0;
        bool given_up = false;  // the server answers no question about it
        Time not_asked_from = kEndOfTime;
        Time not_asked_until = kBeginningOfTime;
    };

    // Puts the halves of a tile that is known to be too much back, in its place.
    bool divided(const Tile& tile, std::vector<Tile>& tiles) {
        const State& state = states_[tile.load];
        const bool by_series = tile.shard.depth < state.depth;
        if (!by_series && tile.length() <= state.longest) return false;
        const auto parts = halves(tile, options_.limits, by_series);
        if (!parts) return false;
        tiles.push_back(parts->second);
        tiles.push_back(parts->first);
        return true;
    }

    // False: its parts were put back instead.
    Result<bool> one(const Tile& tile, std::vector<Tile>& tiles) {
        State& state = states_[tile.load];
        if (state.given_up) {
            state.not_asked_from = std::min(state.not_asked_from, tile.after);
            state.not_asked_until = std::max(state.not_asked_until, tile.until);
            return true;
        }
        for (int attempt = 0;; ++attempt) {
            auto answer = ask(tile);
            if (!answer && smallest(tile, answer.error()) && attempt + 1 < kSmallestTries) {
                client_.clock().wait(client_.pause(attempt));
                continue;
            }
            if (!answer) return trouble(tile, answer.error(), tiles);
            state.lost_in_a_row = 0;
            if (tile.length() >= state.unlucky) state.unlucky = {};
            given_up_in_a_row_ = 0;
            const std::string left_out = left_out_by(*answer);
            if (!left_out.empty() && !accepted_.contains(left_out)) {
                if (attempt + 1 < kPartialTries) {
                    client_.clock().wait(client_.pause(attempt));
                    continue;
                }
                accepted_.insert(left_out);  // it stays so: later tiles are not asked again for it
            }
            if (!left_out.empty()) add_problem(FetchProblem::partial, {}, left_out);
            take(tile, *answer);
            return true;
        }
    }

    bool smallest(const Tile& tile, const Trouble& trouble) const {
        return trouble.kind == Trouble::too_much && !halves(tile, options_.limits, trouble.by_series);
    }

    tl::expected<QueryAnswer, Trouble> ask(const Tile& tile) {
        const MetricLoad& load = loads_[tile.load];
        const bool in_steps = states_[tile.load].in_steps || stepped_;
        QueryClient::Fields fields;
        if (!in_steps) {
            fields = {{"query", raw_query(load, tile)}, {"time", seconds_text(tile.until)}};
        } else {
            const Duration step = step_of(load);
            const Time first = floor_to(tile.after, step) + step;
            if (tile.until < first) return QueryAnswer{.success = true};
            fields = {{"query", stepped_query(load, tile, step)},
                      {"start", seconds_text(first)},
                      {"end", seconds_text(tile.until)},
                      {"step", seconds_text(Time{step.ms})}};
        }
        // Thanos: both replicas as one, whole or not at all, nothing downsampled. Others ignore these.
        fields.insert(fields.end(),
                      {{"dedup", "true"}, {"partial_response", "false"}, {"max_source_resolution", "0s"}});
        return client_.ask(in_steps ? "/api/v1/query_range" : "/api/v1/query", fields, buffer_, {.divisible = true});
    }

    static std::string left_out_by(const QueryAnswer& answer) {
        if (!answer.warnings.empty()) return answer.warnings.front();
        if (answer.warning_count > 0 || answer.partial) return "isPartial: some of the server's stores did not answer";
        return {};
    }

    Result<bool> trouble(const Tile& tile, const Trouble& trouble, std::vector<Tile>& tiles) {
        State& state = states_[tile.load];
        switch (trouble.kind) {
            case Trouble::refused:
                return fail(ErrorCode::io, trouble.message);
            case Trouble::unsupported:
                if (!state.in_steps) {
                    state.in_steps = true;
                    tiles.push_back(tile);
                    return false;
                }
                state.given_up = true;
                lose(tile, trouble.message);
                return true;
            case Trouble::too_much:
                if (const auto parts = halves(tile, options_.limits, trouble.by_series)) {
                    if (is_sure(state, tile, trouble)) {
                        state.longest = std::min(state.longest, parts->first.length());
                        state.depth = std::max(state.depth, parts->first.shard.depth);
                    }
                    tiles.push_back(parts->second);
                    tiles.push_back(parts->first);
                    return false;
                }
                lose(tile, trouble.message);
                return true;
            case Trouble::exhausted:
                break;
        }
        return exhausted(tile, trouble.message);
    }

    // A gateway that gave up waiting may have been unlucky: only the second tile of that size in a row teaches.
    static bool is_sure(State& state, const Tile& tile, const Trouble& trouble) {
        if (!trouble.passing) return true;
        const bool second = tile.length() <= state.unlucky;
        state.unlucky = tile.length();
        return second;
    }

    // One question may be bad; a server that does not even know what 1 is, or three metrics in a row, is gone.
    Result<bool> exhausted(const Tile& tile, const std::string& why) {
        State& state = states_[tile.load];
        lose(tile, why);
        state.given_up = ++state.lost_in_a_row >= options_.lost_in_a_row;
        if (state.given_up) ++given_up_in_a_row_;
        if (given_up_in_a_row_ < options_.lost_in_a_row && answers_at_all()) return true;
        return fail(ErrorCode::io, fmt::format("{}; after {} questions the server does not answer any more: try again "
                                               "later",
                                               why, client_.requests()));
    }

    bool answers_at_all() {
        SampleBuffer one(1);
        return client_.ask("/api/v1/query", {{"query", "1"}}, one, {}).has_value();
    }

    void lose(const Tile& tile, const std::string& why) {
        const auto part =
            tile.shard.depth == 0 ? std::string() : fmt::format(" (part {:b} of its series)", tile.shard.bits);
        add_problem(
            FetchProblem::lost, loads_[tile.load].metric,
            fmt::format("from {} to {}{}: {}", format_rfc3339(tile.after), format_rfc3339(tile.until), part, why));
    }

    void take(const Tile& tile, const QueryAnswer& answer) {
        State& state = states_[tile.load];
        state.histograms += answer.histograms;
        state.bad_samples += answer.bad_samples;
        const bool in_steps = state.in_steps || stepped_;
        state.stepped += in_steps ? 1 : 0;
        raw_worked_ = raw_worked_ || !in_steps;
        // A refusal may be of one metric: only several say what the server cannot do at all.
        if (in_steps) only_stepped_.insert(loads_[tile.load].metric);
        stepped_ = !raw_worked_ && only_stepped_.size() >= kRefusingMetrics;
        for (const std::string& info : answer.infos) add_problem(FetchProblem::info, {}, info);
        for (std::size_t i = 0; i < buffer_.series(); ++i) {
            std::optional<series::SeriesRef> ref;
            Time last = tile.after;  // at each edge one tile has the sample, whoever closes the range there
            for (std::size_t at = buffer_.begin_of(i); at < buffer_.end_of(i); ++at) {
                const series::Sample& sample = buffer_.samples()[at];
                if (sample.time <= last || sample.time > tile.until) continue;
                last = sample.time;
                if (!ref) ref = known_.ref_of(buffer_.labels(i));
                if (!ref->known()) break;
                known_.sink().append(*ref, sample);
                ++report_.samples;
            }
        }
    }

    void note_load(const MetricLoad& load) {
        const State& state = states_[static_cast<std::size_t>(&load - loads_.data())];
        if (state.not_asked_from < state.not_asked_until) {
            add_problem(FetchProblem::lost, load.metric,
                        fmt::format("from {} to {}: not asked any more, as nothing before was answered",
                                    format_rfc3339(state.not_asked_from), format_rfc3339(state.not_asked_until)));
        }
        if (state.stepped > 0) {
            add_problem(
                FetchProblem::approximate, load.metric,
                fmt::format("the server refuses range vectors: read in steps of {}; figures of it are approximate",
                            format_duration(step_of(load))));
        }
        const auto left_out = static_cast<std::int64_t>(state.histograms + state.bad_samples);
        if (left_out > 0) {
            add_problem(FetchProblem::left_out, load.metric, "samples that are histograms or no numbers were left out");
            report_.problems.back().count = left_out;
        }
    }

    // Equal ones are counted.
    void add_problem(FetchProblem::Kind kind, std::string metric, std::string message) {
        for (FetchProblem& problem : report_.problems) {
            if (problem.kind == kind && problem.metric == metric && problem.message == message) {
                ++problem.count;
                return;
            }
        }
        report_.problems.push_back({kind, std::move(metric), std::move(message), 1});
    }

    QueryClient& client_;
    const std::vector<MetricLoad>& loads_;
    const FetchOptions& options_;
    KnownLabels known_;
    SampleBuffer buffer_;
    std::vector<State> states_;
    FetchReport report_;
    std::set<std::string> accepted_;
    std::set<std::string> only_stepped_;  // metrics
    bool stepped_ = false;                // range vectors are refused, whatever is asked
    bool raw_worked_ = false;             // at least once
    int given_up_in_a_row_ = 0;           // metrics
};

}  // namespace

Result<FetchReport> fetch_tiles(QueryClient& client, const std::vector<MetricLoad>& loads, std::vector<Tile> tiles,
                                series::SampleSink& sink, const FetchOptions& options) {
    return Run(client, loads, sink, options).run(std::move(tiles));
}

}  // namespace arable::prom
