#include "sources/smi_logs.h"
#include "base/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace arable::sources {
namespace {

// "a/b/node-1.xml.gz", 1 -> "node-1"; 2 -> "b/node-1".
std::string base_name(std::string_view path, int parts) {
    static constexpr std::array<std::string_view, 5> kExtensions{".gz", ".zst", ".xml", ".txt", ".log"};
    std::size_t begin = path.size();
    for (int part = 0; part < parts && begin > 0; ++part) {
        const std::size_t slash = path.substr(0, begin - 1).rfind('/');
        begin = slash == std::string_view::npos ? 0 : slash + 1;
    }
    std::string_view name = path.substr(begin);
    for (bool cut = true; cut;) {
        cut = false;
        for (const std::string_view extension : kExtensions) {
            if (name.size() <= extension.size() || !name.ends_with(extension)) continue;
            name.remove_suffix(extension.size());
            cut = true;
        }
    }
    return std::string(name);
}

using Cards = std::set<std::string>;

Cards cards_of(const nvml::SmiLog& log) {
    Cards uuids;
    for (const nvml::SmiGpu& gpu : log.gpus) uuids.insert(smi_uuid(gpu.uuid));
    uuids.erase("");
    return uuids;
}

bool disjoint(const Cards& x, const Cards& y) {
    return std::none_of(x.begin(), x.end(), [&](const std::string& uuid) { return y.contains(uuid); });
}

// The logs of one host in one file.
struct Part {
    std::size_t file = 0;
    std::size_t number = 0;  // from 0, within the file
    std::string host;
    Cards cards;  // empty: none has a uuid
    std::vector<std::size_t> logs;
};

// A file may hold the logs of several nodes one after the other: those of other cards are of another node.
std::vector<Part> parts_of(const std::vector<SmiFile>& files) {
    std::vector<Part> parts;
    for (std::size_t f = 0; f < files.size(); ++f) {
        const std::size_t first = parts.size();
        for (std::size_t l = 0; l < files[f].logs.size(); ++l) {
            const nvml::SmiLog& log = files[f].logs[l];
            const Cards cards = cards_of(log);
            const auto same =
                std::find_if(parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end(), [&](const Part& part) {
                    const bool apart = !part.cards.empty() && !cards.empty() && disjoint(part.cards, cards);
                    return !files[f].node.empty() || (!apart && part.host == log.host);
                });
            if (same == parts.end()) {
                parts.push_back({f, parts.size() - first, log.host, cards, {l}});
            } else {
                same->cards.insert(cards.begin(), cards.end());
                same->logs.push_back(l);
            }
        }
    }
    return parts;
}

// Names for parts that neither the caller nor the log names: the shortest one that no part with other cards has.
class BaseNames {
  public:
    BaseNames(const std::vector<SmiFile>& files, const std::vector<Part>& parts) : files_(files) {
        for (const Part& part : parts)
            for (const int depth : {1, 2}) users_[name(part, depth)].insert(identity(part));
    }
    std::string of(const Part& part) const {
        for (const int depth : {1, 2}) {
            if (const auto at = users_.find(name(part, depth)); at->second.size() == 1) return at->first;
        }
        return numbered(files_[part.file].name, part);
    }

  private:
    static std::string numbered(std::string name, const Part& part) {
        return part.number == 0 ? std::move(name) : fmt::format("{}-{}", name, part.number + 1);
    }
    std::string name(const Part& part, int depth) const {
        return numbered(base_name(files_[part.file].name, depth), part);
    }
    std::string identity(const Part& part) const {
        if (part.cards.empty()) return "/" + files_[part.file].name;
        return fmt::format("{}", fmt::join(part.cards, " "));
    }
    const std::vector<SmiFile>& files_;
    std::map<std::string, std::set<std::string>> users_;
};

struct Name {
    std::string node, exporter;
    friend auto operator<=>(const Name&, const Name&) = default;
};

std::vector<Name> name_parts(const std::vector<SmiFile>& files, const std::vector<Part>& parts,
                             std::vector<model::Gap>& gaps) {
    const BaseNames base(files, parts);
    std::vector<Name> names;
    std::map<Cards, Name> of_cards;  // a name that the caller gave goes before one of a file
    const auto rank = [](const Name& n) { return std::tuple(n.node.empty(), n); };
    for (const Part& part : parts) {
        const std::string& node = files[part.file].node;
        names.push_back({node, !node.empty() ? "" : !part.host.empty() ? part.host : base.of(part)});
        const auto [at, fresh] = of_cards.try_emplace(part.cards, names.back());
        if (!fresh && rank(names.back()) < rank(at->second)) at->second = names.back();
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].cards.empty() || !names[i].node.empty() || names[i] == of_cards[parts[i].cards]) continue;
        names[i] = of_cards[parts[i].cards];
        gaps.push_back({.kind = model::Gap::Kind::assumption,
                        .subject = files[parts[i].file].name,
                        .message = text("has the same cards as {}: taken as the same node",
                                        names[i].node.empty() ? names[i].exporter : names[i].node),
                        .count = 1,
                        .gpu_time = {}});
    }
    return names;
}

// The logs of one node, in order of time.
struct Visit {
    std::size_t begin = 0, end = 0;   // positions in SmiLogs::logs
    std::optional<Time> first, last;  // absent: none has a time
};

std::vector<Visit> visits_of(const std::vector<PlacedLog>& logs) {
    std::vector<Visit> visits;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const bool same =
            i > 0 && std::tie(logs[i].node, logs[i].exporter) == std::tie(logs[i - 1].node, logs[i - 1].exporter);
        if (!same) visits.push_back({i, i, {}, {}});
        Visit& visit = visits.back();
        visit.end = i + 1;
        if (!logs[i].time) continue;
        if (!visit.first) visit.first = logs[i].time;
        visit.last = logs[i].time;
    }
    return visits;
}

// End of the 24 hours in which the most nodes were visited; of several the latest.
std::optional<Time> busiest_day(const std::vector<Visit>& visits) {
    std::vector<Time> lasts;
    for (const Visit& visit : visits)
        if (visit.last) lasts.push_back(*visit.last);
    std::sort(lasts.begin(), lasts.end());
    std::optional<Time> best;
    std::size_t most = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < lasts.size(); ++i) {
        while (lasts[i] - lasts[begin] > kOnePicture) ++begin;
        if (i + 1 - begin < most) continue;
        most = i + 1 - begin;
        best = lasts[i];
    }
    return best;
}

void note_distance(const SmiLogs& out, const std::vector<Visit>& visits, Time picture, std::vector<model::Gap>& gaps) {
    std::int64_t nodes = 0;
    const PlacedLog* earliest = nullptr;
    for (const Visit& visit : visits) {
        if (!visit.last || *visit.last > picture || picture - *visit.last > kOnePicture) continue;
        ++nodes;
        const PlacedLog& log = out.logs[visit.end - 1];
        if (earliest == nullptr || *log.time < *earliest->time) earliest = &log;
    }
    if (earliest == nullptr || picture - *earliest->time < minutes(1)) return;
    gaps.push_back({.kind = model::Gap::Kind::assumption,
                    .subject = "nvidia-smi",
                    .message = text("the logs of {} nodes were taken up to {} apart, from {} ({}) to {}: they are "
                                    "read as one picture of that last moment",
                                    nodes, duration_text(picture - *earliest->time), format_rfc3339(*earliest->time),
                                    earliest->file, format_rfc3339(picture)),
                    .count = nodes,
                    .gpu_time = {}});
}

// Each node's last log stands for the picture, those minutes before it keep their distance.
void make_picture(SmiLogs& out, const std::vector<Visit>& visits, Time picture) {
    note_distance(out, visits, picture, out.gaps);
    for (const Visit& visit : visits) {
        if (!visit.last) continue;
        const Duration apart = picture - *visit.last;
        const bool near = apart.ms >= 0 && apart <= kOnePicture;
        for (std::size_t i = visit.begin; i < visit.end; ++i) {
            out.logs[i].numbers = near;
            if (out.logs[i].time) out.logs[i].time = *out.logs[i].time + apart;
        }
        if (near) continue;
        out.gaps.push_back(
            {.kind = model::Gap::Kind::missing_samples,
             .subject = out.logs[visit.end - 1].file,
             .message = text("the log was taken at {}, more than {} away from the others at {}: "
                             "its GPUs are counted, what they did then is not known",
                             format_rfc3339(*visit.last), duration_text(kOnePicture), format_rfc3339(picture)),
             .count = 1,
             .gpu_time = {}});
    }
    out.picture = picture;
}

}  // namespace

std::string smi_uuid(std::string_view printed) {
    std::string uuid(printed);
    for (char& c : uuid) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (uuid.starts_with("gpu-")) uuid.erase(0, 4);
    const bool masked = uuid.find_first_not_of("0-") == std::string::npos;
    return masked ? std::string() : uuid;
}

SmiLogs place_logs(std::vector<SmiFile> files) {
    SmiLogs out;
    std::sort(files.begin(), files.end(),
              [](const SmiFile& x, const SmiFile& y) { return std::tie(x.name, x.node) < std::tie(y.name, y.node); });
    const std::vector<Part> parts = parts_of(files);
    const std::vector<Name> names = name_parts(files, parts, out.gaps);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        SmiFile& file = files[parts[i].file];
        for (const std::size_t log : parts[i].logs) {
            const std::optional<Time> time = file.logs[log].time ? file.logs[log].time : file.written;
            out.logs.push_back({.log = std::move(file.logs[log]),
                                .file = file.name,
                                .node = names[i].node,
                                .exporter = names[i].exporter,
                                .time = time,
                                .until = {}});
        }
    }
    std::stable_sort(out.logs.begin(), out.logs.end(), [](const PlacedLog& x, const PlacedLog& y) {
        return std::tie(x.node, x.exporter, x.time, x.file) < std::tie(y.node, y.exporter, y.time, y.file);
    });
    const std::vector<Visit> visits = visits_of(out.logs);
    const bool history = std::any_of(visits.begin(), visits.end(), [](const Visit& visit) {
        return visit.first && *visit.last - *visit.first > kOneVisit;
    });
    const auto day = busiest_day(visits);
    if (!history && day) make_picture(out, visits, *day);
    for (const Visit& visit : visits)
        for (std::size_t i = visit.begin; i + 1 < visit.end; ++i) out.logs[i].until = out.logs[i + 1].time;
    return out;
}

void move_picture(SmiLogs& logs, Time to) {
    if (!logs.picture) return;
    const Duration apart = to - *logs.picture;
    if (apart > kOnePicture || apart < Duration{-kOnePicture.ms}) return;
    for (PlacedLog& log : logs.logs) {
        if (log.time) log.time = *log.time + apart;
        if (log.until) log.until = *log.until + apart;
    }
    logs.picture = to;
}

}  // namespace arable::sources
