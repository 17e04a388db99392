#include "sources/pool_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "sources/csv.h"
#include "sources/time_bulk.h"

namespace arable::sources {
namespace {

struct Columns {
    std::size_t time, total, running, pending;
    std::optional<std::size_t> pool;
};

Result<Columns> columns_of(const CsvTable& table) {
    const auto time = table.any_column({"time", "timestamp"});
    const auto total = table.any_column({"total", "total_gpu_num"});
    const auto running = table.any_column({"running", "running_gpu_num"});
    const auto pending = table.any_column({"pending", "pending_gpu_num"});
    if (!time || !total || !running || !pending) {
        return fail(
            ErrorCode::invalid_input,
            "a pool table needs the columns time, total, running and pending (GPUs), and pool for more than one");
    }
    return Columns{*time, *total, *running, *pending, table.any_column({"pool", "queue", "vc"})};
}

std::optional<Time> time_of(const std::string& cell) {
    if (const auto unix_seconds = number(cell)) {
        if (*unix_seconds < 0.0 || *unix_seconds > 1e11) return std::nullopt;
        return Time{static_cast<std::int64_t>(*unix_seconds * 1000.0)};
    }
    constexpr std::size_t kWithoutZone = std::string_view("2020-05-01 00:00:00").size();
    if (cell.size() > kWithoutZone) {
        if (const auto time = parse_rfc3339(cell)) return *time;
    }
    if (const auto utc = parse_rfc3339(cell + "Z")) return *utc;
    return std::nullopt;
}

std::optional<model::PoolPoint> point_of(const CsvRow& row, const Columns& columns) {
    const auto time = time_of(row.cells[columns.time]);
    const auto total = integer(row.cells[columns.total]);
    const auto running = integer(row.cells[columns.running]);
    const auto pending = integer(row.cells[columns.pending]);
    constexpr std::int64_t kMost = 1'000'000;  // GPUs: keeps every later sum far from overflow
    if (!time || !total || !running || !pending) return std::nullopt;
    if (*total < 0 || *running < 0 || *pending < 0 || *total > kMost || *pending > kMost || *running > kMost)
        return std::nullopt;
    return model::PoolPoint{*time, *total, *running, *pending};
}

// Median distance of neighbouring points; 0 with fewer than two.
Duration interval_of(const std::vector<model::PoolPoint>& points) {
    std::vector<std::int64_t> steps;
    for (std::size_t i = 1; i < points.size(); ++i) steps.push_back((points[i].time - points[i - 1].time).ms);
    if (steps.empty()) return {};
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    return {*middle};
}

// Sorts by time; of two rows at one time the first stays and the others are counted.
std::int64_t settle(model::PoolHistory& history) {
    auto& points = history.points;
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
    const auto end =
        std::unique(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.time == b.time; });
    const std::int64_t twice = points.end() - end;
    points.erase(end, points.end());
    history.interval = interval_of(points);
    return twice;
}

// "dir/vc6YE.csv.gz" -> "vc6YE".
std::string stem(std::string_view file) {
    const std::size_t slash = file.find_last_of('/');
    if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
    return std::string(file.substr(0, file.find('.')));
}

void note_gap(Facts& facts, model::Gap::Kind kind, std::string_view file, Text message, std::int64_t count) {
    if (count == 0) return;
    facts.gaps.push_back(
        {.kind = kind, .subject = std::string(file), .message = std::move(message), .count = count, .gpu_time = {}});
}

// The points of each pool; counts what cannot be read.
struct PoolRows {
    explicit PoolRows(std::string name) : file_pool(std::move(name)) {}

    Result<Done> take(const CsvTable& head, const CsvRow& row) {
        if (!columns) {
            ARABLE_TRY(found, columns_of(head));
            columns = found;
        }
        const auto point = point_of(row, *columns);
        if (!point) {
            if (first_unread.empty())
                first_unread = fmt::format("line {}: not a time and three counts of GPUs", row.line);
            ++unread;
            return Done{};
        }
        if (point->running > point->total) ++over;
        const bool named = columns->pool && !row.cells[*columns->pool].empty();
        if (columns->pool && !named) ++nameless;
        pools[named ? row.cells[*columns->pool] : file_pool].points.push_back(*point);
        times.add(point->time);
        return Done{};
    }

    std::string file_pool;
    std::optional<Columns> columns;
    std::map<std::string, model::PoolHistory> pools;
    std::int64_t unread = 0;
    std::int64_t over = 0;
    std::int64_t nameless = 0;
    TimeBulk times;
    std::string first_unread;
};

// Rows more than a year away from the bulk: a clock that was never set, a time in another unit.
std::int64_t leave_out_far(PoolRows& rows, std::string_view file, Facts& facts) {
    const auto keep = rows.times.bulk();
    std::int64_t left_out = 0;
    for (const TimeBulk::Far& far : keep ? rows.times.outside(*keep) : std::vector<TimeBulk::Far>()) {
        left_out += far.samples;
        facts.gaps.push_back(
            {.kind = model::Gap::Kind::broken_reading,
             .subject = std::string(file),
             .message = far.first == far.last
                            ? text("{} rows at {} are more than 366 days away from the others and were left out",
                                   far.samples, format_rfc3339(far.first))
                            : text("{} rows at {} to {} are more than 366 days away from the others and were left out",
                                   far.samples, format_rfc3339(far.first), format_rfc3339(far.last)),
             .count = far.samples,
             .gpu_time = {}});
    }
    for (auto& [name, history] : rows.pools) {
        std::erase_if(history.points, [&](const model::PoolPoint& point) {
            return keep && (point.time < keep->begin || point.time >= keep->end);
        });
    }
    return left_out;
}

}  // namespace

Result<Facts> interpret_pool_table(std::string_view table_text, std::string_view file_name) {
    PoolRows rows(stem(file_name));
    ARABLE_TRY(table, each_csv_row(table_text, [&](const CsvTable& head, CsvRow& row) { return rows.take(head, row); }));
    ARABLE_TRY(columns, columns_of(table));  // of a table without rows, too
    static_cast<void>(columns);
    const std::int64_t unread = table.bad + rows.unread;
    const std::string first = table.bad_lines.empty() ? rows.first_unread : table.bad_lines.front();
    auto& pools = rows.pools;
    const std::int64_t over = rows.over;
    Facts facts;
    const std::int64_t far = leave_out_far(rows, file_name, facts);
    std::int64_t twice = 0;
    std::int64_t used = 0;
    for (auto& [name, history] : pools) {
        history.pool = name;
        twice += settle(history);
        used += static_cast<std::int64_t>(history.points.size());
        if (history.points.empty()) continue;
        const Time begin = history.points.front().time;
        const Time end = history.points.back().time + history.interval;
        facts.first_time = std::min(facts.first_time.value_or(begin), begin);
        facts.last_time = std::max(facts.last_time.value_or(end), end);
        facts.pools.push_back(std::move(history));
    }
    if (used == 0)
        return fail(ErrorCode::invalid_input,
                    first.empty() ? "the pool table has no rows" : "no row can be read; " + first);
    note_gap(facts, model::Gap::Kind::unreadable, file_name, text("{} rows left out; {}", unread, first), unread);
    note_gap(facts, model::Gap::Kind::duplicate, file_name,
             text("{} rows repeat a time of their pool; the first counts", twice), twice);
    note_gap(facts, model::Gap::Kind::assumption, file_name,
             text("{} rows name no pool; they are taken as the pool '{}'", rows.nameless, rows.file_pool),
             rows.nameless);
    note_gap(facts, model::Gap::Kind::conflict, file_name,
             text("{} rows run more GPUs than the pool has; the pool's total counts", over), over);
    facts.sources.push_back({.kind = "pool-table",
                             .name = std::string(file_name),
                             .records = used,
                             .dropped = unread + twice + far,
                             .detail = {}});
    return facts;
}

void join_pools(Facts& facts) {
    std::map<std::string, model::PoolHistory> joined;
    for (model::PoolHistory& part : facts.pools) {
        model::PoolHistory& whole = joined[part.pool];
        whole.pool = part.pool;
        whole.points.insert(whole.points.end(), part.points.begin(), part.points.end());
    }
    if (joined.size() == facts.pools.size()) return;
    facts.pools.clear();
    std::int64_t twice = 0;
    for (auto& [name, history] : joined) {
        // Of different rows at one time the largest total stays, whatever the order of the files.
        std::ranges::sort(history.points, [](const model::PoolPoint& a, const model::PoolPoint& b) {
            return std::tuple(a.time, -a.total, -a.running, -a.pending) <
                   std::tuple(b.time, -b.total, -b.running, -b.pending);
        });
        twice += settle(history);
        facts.pools.push_back(std::move(history));
    }
    note_gap(facts, model::Gap::Kind::duplicate, "pool tables",
             text("{} rows repeat a pool and time of another table; each counts once", twice), twice);
}

}  // namespace arable::sources
