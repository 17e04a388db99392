#include "sources/metric_ingest.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sources/metric_facts.h"
#include "sources/state_series.h"

namespace arable::sources {
namespace {

using series::Labels;
using series::SeriesRef;

bool holds(const DialectRow& row, const Labels& labels) {
    if (row.dialect == Dialect::nim && !is_nim_target(labels)) return false;
    if (row.where_label.empty()) return true;
    const auto value = labels.get(row.where_label);
    return row.where_value.empty() ? !value.empty() : value == row.where_value;
}

// A number written as a label; absent for words ("None") and for what no count or share can be.
std::optional<double> label_number(std::string_view text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || value < 0) {
        return std::nullopt;
    }
    return value;
}

// Which part of a server's or card's quantity a series measures.
std::string addend_of(const DialectRow& row, const Labels& labels) {
    std::string out(row.addend);
    for (const std::string_view label : {"model_name", "model", "version", "engine", "dp_rank", "hw_gpu_task"}) {
        if (row.of != RowOf::server && label != "hw_gpu_task") continue;
        const auto value = labels.get(label);
        // A server of one engine may or may not say so, and that depends on its version.
        if (value.empty() || (label == "engine" && value == "0")) continue;
        if (!out.empty()) out += ' ';
        out += std::string(label) + "=" + std::string(value);
    }
    return out;
}

SeriesKeys keys_of(const DialectRow& row, const Labels& labels, std::string_view cluster_label) {
    switch (row.of) {
        case RowOf::gpu:
            return device_keys(labels, cluster_label);
        case RowOf::pod:
            return container_keys(labels, cluster_label);
        case RowOf::server:
            return server_keys(labels, cluster_label);
        default:
            return node_keys(labels, cluster_label);
    }
}

// A value of the whole card that the exporter repeats beside every instance: neither the instance nor its owner is
// meant.
void widen_to_card(SeriesKeys& keys) {
    keys.instance.reset();
    keys.profile.clear();
    keys.exported = {};
    keys.exported_container.clear();
    keys.plain = {};
    keys.plain_container.clear();
    keys.claim.clear();
    keys.claim_ns.clear();
}

bool is_pod_sum(const DialectRow& row, const SeriesKeys& keys) {
    return row.dialect == Dialect::cadvisor && (keys.plain_container.empty() || keys.plain_container == "POD");
}

}  // namespace

MetricIngest::MetricIngest(series::TrackStore& store, MetricOptions options)
    : store_(store), options_(std::move(options)) {
    for (std::size_t i = 0; i < ranges_.size(); ++i) ranges_[i] = physical_range(static_cast<model::Quantity>(i));
}

SeriesRef MetricIngest::declare(const Labels& labels) {
    const auto rows = find_rows(labels.metric);
    if (rows.empty()) return is_known_unused(labels.metric) ? SeriesRef::none() : declare_unknown(labels.metric);
    const auto first = static_cast<std::uint32_t>(uses_.size());
    bool chosen = false;
    bool meant = false;  // else another exporter uses the name
    for (const auto& row : rows) {
        const bool beside = row.also || !row.value_label.empty();
        if (!holds(row, labels)) continue;
        meant = true;
        if (chosen && !beside) continue;
        chosen = chosen || !beside;
        if (row.of == RowOf::state) use_state(row, labels);
        if (row.quantity) use_row(row, labels);
    }
    if (!meant) return declare_unknown(labels.metric);
    const auto count = static_cast<std::uint32_t>(uses_.size()) - first;
    if (count == 0) return SeriesRef::none();
    series_.push_back({first, count});
    return SeriesRef::of(series_.size() - 1);
}

SeriesRef MetricIngest::declare_unknown(const std::string& metric) {
    constexpr std::size_t kMost = 100'000;  // names that are remembered; more are counted together
    const bool full = unknown_.size() >= kMost && !unknown_index_.contains(metric);
    const auto& name = full ? std::string("(other names)") : metric;
    const auto [at, fresh] = unknown_index_.try_emplace(name, static_cast<std::uint32_t>(unknown_.size()));
    if (fresh) unknown_.push_back({name, 0});
    series_.push_back({at->second, 0});
    return SeriesRef::of(series_.size() - 1);
}

void MetricIngest::use_row(const DialectRow& row, const Labels& labels) {
    MetricTrack track;
    track.row = &row;
    if (row.scale < 1.0) track.divisor = std::round(1.0 / row.scale);
    track.a = addend_of(row, labels);
    if (row.of == RowOf::server) track.b = label_or(labels, "model_name", "model");
    if (labels.metric != row.name) track.metric = labels.metric;
    remember_keys(row, labels);
    const auto& keys = last_.keys;
    if (is_pod_sum(row, keys)) {
        ++pod_sums_;
        return;
    }
    Use use;
    if (!row.value_label.empty()) {
        const auto number = label_number(labels.get(row.value_label));
        if (!number) {
            ++bad_labels_[fmt::format("{} {}", row.name, row.value_label)];
            return;
        }
        use.fixed = true;
        use.number = *number;
    }
    track.cardless = row.of == RowOf::gpu && keys.uuid.starts_with("mig-");
    track.refused = track.cardless || (row.not_on_mig && keys.instance);
    track.on_part = row.zero_on_part && keys.instance;
    if (row.whole_card && keys.instance && !track.refused) {
        auto card = keys;
        widen_to_card(card);
        track.keys = intern(card);
    } else {
        if (!last_.position) last_.position = intern(keys);
        track.keys = *last_.position;
    }
    const bool stored = !track.refused;
    use.track = track_of(std::move(track), stored);
    uses_.push_back(use);
}

// Exporters print all series of a device, or of a container, with the same labels.
void MetricIngest::remember_keys(const DialectRow& row, const Labels& labels) {
    if (last_.known && last_.of == row.of && last_.labels == labels.labels) return;
    last_ = {.known = true,
             .of = row.of,
             .labels = labels.labels,
             .keys = keys_of(row, labels, options_.cluster_label),
             .position = {}};
}

void MetricIngest::use_state(const DialectRow& row, const Labels& labels) {
    auto state = read_state(row.state, labels, options_.cluster_label);
    if (!state) return;
    MetricTrack track;
    track.row = &row;
    track.keys = intern(state->keys);
    track.a = std::move(state->a);
    track.b = std::move(state->b);
    track.c = std::move(state->c);
    uses_.push_back({track_of(std::move(track), needs_track(row.state)), false, 0.0});
}

std::uint32_t MetricIngest::intern(const SeriesKeys& keys) {
    const auto hash = hash_of(keys);
    const auto [from, to] = key_index_.equal_range(hash);
    for (auto at = from; at != to; ++at) {
        if (keys_[at->second] == keys) return at->second;
    }
    keys_.push_back(keys);
    const auto position = static_cast<std::uint32_t>(keys_.size() - 1);
    key_index_.emplace(hash, position);
    return position;
}

std::uint32_t MetricIngest::track_of(MetricTrack wanted, bool stored) {
    const std::hash<std::string> text;
    auto hash = std::hash<const void*>{}(wanted.row) * 31U + wanted.keys;
    for (const auto* part : {&wanted.metric, &wanted.a, &wanted.b, &wanted.c})
        hash = hash * 1099511628211U + text(*part);
    const auto same = [&](const MetricTrack& other) {
        return other.row == wanted.row && other.keys == wanted.keys && other.metric == wanted.metric &&
               other.a == wanted.a && other.b == wanted.b && other.c == wanted.c;
    };
    const auto [from, to] = track_index_.equal_range(hash);
    for (auto at = from; at != to; ++at) {
        if (same(tracks_[at->second])) return at->second;
    }
    if (stored) wanted.ref = store_.add_track();
    tracks_.push_back(std::move(wanted));
    const auto position = static_cast<std::uint32_t>(tracks_.size() - 1);
    track_index_.emplace(hash, position);
    return position;
}

void MetricIngest::append(SeriesRef ref, series::Sample sample) {
    const auto [first, count] = series_[ref.at()];
    if (count == 0) {
        ++unknown_[first].samples;
        return;
    }
    if (std::isnan(sample.value)) {
        ++nan_;
        for (std::uint32_t i = 0; i < count; ++i) note_shown(tracks_[uses_[first + i].track], sample.time);
        return;
    }
    times_.add(sample.time);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto& use = uses_[first + i];
        take(tracks_[use.track], sample.time, use.fixed ? use.number : sample.value);
    }
}

void MetricIngest::take(MetricTrack& track, Time time, double raw) {
    const auto& row = *track.row;
    if (track.refused) {
        ++track.wrong_mode;
        note_shown(track, time);
        return;
    }
    if (is_blank(raw, row.blank) || !std::isfinite(raw)) {
        ++track.blank;
        note_shown(track, time);
        return;
    }
    const double value = row.scale < 1.0 ? raw / track.divisor : raw * row.scale;
    if (track.on_part && value == 0.0) {
        ++track.zero_part;
        return;
    }
    if (row.quantity) {
        constexpr double kNoRatio = 1.5;
        const auto [least, most] = ranges_[static_cast<std::size_t>(*row.quantity)];
        if (value < least || value > most) {
            ++track.beyond;
            track.scale_off += most <= kNoRatio && value > kNoRatio ? 1 : 0;
            track.most = std::max(track.most, value);
            note_shown(track, time);
            return;
        }
    }
    count(track, time, value);
    if (track.ref.known()) store_.append(track.ref, {time, value});
}

// Keys hold twenty texts and many tracks share them: they are put in order first, so that each pair of tracks compares
// numbers.
std::vector<std::uint32_t> MetricIngest::key_places() const {
    std::vector<std::uint32_t> order(keys_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t l, std::uint32_t r) { return keys_[l] < keys_[r]; });
    std::vector<std::uint32_t> places(keys_.size());
    for (std::uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
    return places;
}

// By name, then keys; both as one number beside the track, so that hardly any pair of a million looks into its tracks.
std::vector<const MetricTrack*> MetricIngest::sorted() const {
    std::map<std::string_view, std::uint64_t> names;
    for (const auto& track : tracks_) names.try_emplace(track.row->name);
    std::uint64_t next = 0;
    for (auto& [name, number] : names) number = next++;
    const auto place = key_places();
    std::vector<std::pair<std::uint64_t, const MetricTrack*>> order;
    order.reserve(tracks_.size());
    for (const auto& track : tracks_)
        order.emplace_back(names.find(track.row->name)->second << 32U | place[track.keys], &track);
    std::ranges::sort(order, [](const auto& l, const auto& r) {
        if (l.first != r.first) return l.first < r.first;
        const MetricTrack& x = *l.second;
        const MetricTrack& y = *r.second;
        return std::tie(x.metric, x.a, x.b, x.c, x.row) < std::tie(y.metric, y.a, y.b, y.c, y.row);
    });
    std::vector<const MetricTrack*> out;
    out.reserve(order.size());
    for (const auto& [number, track] : order) out.push_back(track);
    return out;
}

void MetricIngest::add_unknown_gap(Facts& facts) const {
    if (unknown_.empty()) return;
    constexpr std::size_t kNamed = 10;
    auto most = unknown_;
    std::ranges::sort(most, [](const Unknown& l, const Unknown& r) {
        return l.samples != r.samples ? l.samples > r.samples : l.metric < r.metric;
    });
    model::Gap gap{.kind = model::Gap::Kind::unknown_metric, .subject = options_.source_name, .count = 0};
    std::string names;
    for (std::size_t i = 0; i < most.size(); ++i) {
        gap.count += most[i].samples;
        if (i < kNamed) names += fmt::format("{}{} ({})", i == 0 ? "" : ", ", most[i].metric, most[i].samples);
    }
    gap.message =
        text("{} metric names are in no dialect; the most frequent, with their samples: {}", most.size(), names);
    facts.gaps.push_back(std::move(gap));
}

void MetricIngest::add_note(Facts& facts) const {
    model::SourceNote note{.kind = "metrics", .name = options_.source_name};
    note.dropped = nan_;
    for (const auto& unknown : unknown_) note.dropped += unknown.samples;
    std::set<std::string_view> dialects;
    for (const auto& track : tracks_) {
        note.records += track.samples;
        note.dropped += track.blank + track.beyond + track.zero_part + track.wrong_mode;
        if (track.seen()) dialects.insert(name(track.row->dialect));
    }
    note.detail = fmt::format("dialects: {}", dialects.empty() ? "none" : fmt::format("{}", fmt::join(dialects, ", ")));
    if (pod_sums_ > 0)
        note.detail += fmt::format("; {} cAdvisor series that repeat their containers left out", pod_sums_);
    if (nan_ > 0) {
        facts.gaps.push_back({.kind = model::Gap::Kind::broken_reading,
                              .subject = "metrics",
                              .message = text("{} samples are NaN: the exporter had no reading", nan_),
                              .count = nan_,
                              .gpu_time = {}});
    }
    facts.sources.push_back(std::move(note));
}

Result<Facts> MetricIngest::finish() {
    ARABLE_TRY(sealed, store_.seal());
    static_cast<void>(sealed);
    Facts facts;
    ARABLE_TRY(near, leave_out_far(facts));
    static_cast<void>(near);
    const Collected all{sorted(), keys_, store_, options_.source_name};
    ARABLE_TRY(nodes, add_node_facts(all, facts));
    static_cast<void>(nodes);
    add_pod_facts(all, facts);
    add_owner_facts(all, facts);
    ARABLE_TRY(devices, add_track_facts(all, facts));
    static_cast<void>(devices);
    add_reading_gaps(all, facts);
    add_unknown_gap(facts);
    for (const auto& [label, series] : bad_labels_) {
        facts.gaps.push_back({.kind = model::Gap::Kind::broken_reading,
                              .subject = label,
                              .message = text("the label holds no number"),
                              .count = series});
    }
    add_note(facts);
    for (const auto& track : tracks_) {
        const bool device = track.row->of == RowOf::gpu;
        if (!track.seen() && (track.shown == 0 || !device)) continue;
        const Time first = track.seen() ? track.first : track.shown_first;
        const Time last = track.seen() ? track.last : track.shown_last;
        facts.first_time = std::min(facts.first_time.value_or(first), first);
        facts.last_time = std::max(facts.last_time.value_or(last), last);
    }
    return facts;
}

}  // namespace arable::sources
