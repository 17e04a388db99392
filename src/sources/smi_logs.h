#pragma once
// Logs of nvidia-smi before they become facts: of which node each is, and for which instant its numbers stand.
//
// Node: what the caller says ("NODE=FILE"), else the host that the log names, else the base name of the file without
// its extensions; files with the same cards (UUIDs) are of one node, and files of one name with other cards are told
// apart by their folders.
// Time: when no node has logs of more than ten minutes, all logs are one picture. It stands for the latest log of the
// 24 hours that hold the most nodes, and how far the logs are apart is a gap; of nodes whose log lies outside of those
// 24 hours only the cards are counted. Else each log stands for its own time.

#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "model/gap.h"
#include "nvml/smi_log.h"

namespace arable::sources {

struct SmiFile {
    std::string name;  // of the file
    std::string node;  // as the caller names it, "" = not
    std::optional<Time> written;  // for logs without a time (schema v10)
    std::vector<nvml::SmiLog> logs;
};

struct PlacedLog {
    nvml::SmiLog log;
    std::string file;
    std::string node;      // "" unless the caller named it
    std::string exporter;  // what else tells this node apart, "" when `node` is known
    std::optional<Time> time;
    std::optional<Time> until;  // the next log of this node
    bool numbers = true;        // false: taken too far from the picture for its numbers to stand in it
};

struct SmiLogs {
    std::vector<PlacedLog> logs;  // by node, then time
    std::optional<Time> picture;  // absent: a history
    std::vector<model::Gap> gaps;
};

inline constexpr Duration kOneVisit = minutes(10);
inline constexpr Duration kOnePicture = days(1);

// n log n in logs.
SmiLogs place_logs(std::vector<SmiFile> files);

// Moves a picture to `to`, the instant of other inputs that lie within 24 hours of it.
void move_picture(SmiLogs& logs, Time to);

// A card's uuid in lower case without "gpu-"; "" for the zeros of a masked capture.
std::string smi_uuid(std::string_view printed);

}  // namespace arable::sources
