#include "story_reader.h"

#include <algorithm>
#include <functional>
#include <regex>
#include <sstream>

namespace arable::tests {
namespace {

const std::string kNumber = R"(([\d,]+(?:\.\d+)?))";
const std::string kTime = R"((\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?))";

double number(std::string text) {
    std::erase(text, ',');
    return std::stod(text);
}

// Sections by the keys in their headings ("classes"); "" holds what stands before the first. Lines of one section in
// one line each, and all of it joined, since sentences are wrapped.
struct Section {
    std::string heading;
    std::vector<std::string> lines;
    std::string joined;
};

std::map<std::string, Section> sections_of(const std::string& text) {
    std::map<std::string, Section> sections;
    static const std::regex heading(R"(^(\S.*) \[(.*)\]$)");
    std::string keys;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (std::regex_match(line, match, heading)) {
            keys = match[2];
            sections[keys].heading = match[1];
            continue;
        }
        Section& section = sections[keys];
        section.lines.push_back(line);
        std::istringstream words(line);
        for (std::string word; words >> word;) section.joined += (section.joined.empty() ? "" : " ") + word;
    }
    return sections;
}

void each(const std::string& text, const std::string& pattern, const std::function<void(const std::smatch&)>& use) {
    const std::regex regex(pattern);
    for (auto i = std::sregex_iterator(text.begin(), text.end(), regex); i != std::sregex_iterator(); ++i) use(*i);
}

// Rows of a table of parts: fill, name, GPU-hours, share.
std::map<std::string, double> table(const Section& section) {
    std::map<std::string, double> parts;
    static const std::regex row(R"(^  \S+ ([a-z][a-z.-]+) +([\d,.]+) +[\d.]+ %.*)");
    for (const std::string& line : section.lines) {
        std::smatch match;
        if (std::regex_match(line, match, row)) parts[match[1]] = number(match[2]);
    }
    return parts;
}

void read_identity(const Section& section, ReadStory& story) {
    for (const std::string& line : section.lines) {
        if (line.size() < 19 || line[2] == ' ') continue;
        std::string key = line.substr(2, 16);
        key.erase(key.find_last_not_of(' ') + 1);
        story.traits[key] = line.substr(18);
    }
    each(section.joined, kTime + " (\\S+ (?:was created|was given a node|started|ended))",
         [&](const std::smatch& m) { story.moments[m[2]] = m[1]; });
    each(section.joined, "Paid for " + kNumber + " h,", [&](const std::smatch& m) { story.paid_hours = number(m[1]); });
    each(section.joined, "Not ready " + kNumber + " h,",
         [&](const std::smatch& m) { story.not_ready_hours = number(m[1]); });
}

void read_held(const Section& section, ReadStory& story) {
    each(section.joined,
         R"(- (\S+)(?: \((\S+ \S+)\))? held (\S+)(?: \((\S+)\))? for )" + kNumber + " h, from " + kTime + " to " +
             kTime + " UTC:",
         [&](const std::smatch& m) {
             story.held.push_back({m[1], m[2], m[3], m[4], number(m[5]), m[6], m[7]});
         });
}

void read_time(const Section& section, ReadStory& story) {
    each(section.heading, kNumber + " GPU-hours", [&](const std::smatch& m) { story.gpu_hours = number(m[1]); });
    story.classes = table(section);
    each(section.joined, "That is (?:< )?" + kNumber + " % of the " + kNumber + " GPU-hours of the estate",
         [&](const std::smatch& m) {
             story.share = number(m[1]);
             story.estate_gpu_hours = number(m[2]);
         });
    each(section.joined, "It cost " + kNumber + " USD", [&](const std::smatch& m) { story.usd = number(m[1]); });
    each(section.joined, "Sharing would cure " + kNumber + " GPU-hours of it with nothing edited",
         [&](const std::smatch& m) { story.curable_as_is = number(m[1]); });
    each(section.joined, "computing is between " + kNumber + " GPU-hours and " + kNumber + " GPU-hours",
         [&](const std::smatch& m) {
             story.range = {number(m[1]), number(m[2])};
         });
}

void read_waits(const Section& section, ReadStory& story) {
    story.causes = table(section);
    each(section.joined,
         R"(- (\S+) asked for (?:\d+ \S+, worth )?)" + kNumber + " GPUs? and waited (?:< )?" + kNumber + " GPU-hours",
         [&](const std::smatch& m) {
             story.waits.push_back({m[1], number(m[2]), number(m[3])});
         });
    each(section.joined, kTime + " to " + kTime + R"( UTC, [^:]*: ([a-z-]+) \()", [&](const std::smatch& m) {
        story.stretches.push_back({m[1], m[2], m[3]});
    });
}

void read_measures(const Section& section, ReadStory& story) {
    each(section.joined,
         R"(([a-z_]+(?: [a-z]+)*, [A-Za-z0-9 ]+): )" + kNumber + R"( (%|GiB|W|s|1/s|cores|requests) \(n = )" + kNumber +
             ", known for " + kNumber + " h(?:, " + kTime + " to " + kTime + " UTC)?\\)",
         [&](const std::smatch& m) {
             story.measures[m[1]] = {number(m[2]), m[3], number(m[4]), number(m[5])};
         });
}

void read_findings(const Section& section, ReadStory& story) {
    static const std::regex head(R"(^  (\S+) \((?:([\d,.]+) GPU-hours, )?(\d+) % sure\)$)");
    for (const std::string& line : section.lines) {
        std::smatch match;
        if (line.starts_with("  Around it")) break;
        if (std::regex_match(line, match, head)) {
            story.findings.push_back({match[1], match[2].matched ? number(match[2]) : 0.0, number(match[3]), ""});
        } else if (!story.findings.empty()) {
            std::istringstream words(line);
            for (std::string word; words >> word;) story.findings.back().statement += word + " ";
        }
    }
}

}  // namespace

ReadStory read_story(const std::string& text) {
    std::map<std::string, Section> sections = sections_of(text);
    ReadStory story;
    each(sections[""].joined, R"(^(\S+) (\S+) From )" + kTime + " to " + kTime + " UTC", [&](const std::smatch& m) {
        story.kind = m[1];
        story.name = m[2];
        story.from = m[3];
        story.to = m[4];
    });
    read_identity(sections["traits, moments, stays"], story);
    read_held(sections["holdings"], story);
    read_time(sections["classes"], story);
    read_waits(sections["waits"], story);
    read_measures(sections["measures"], story);
    read_findings(sections["findings, around"], story);
    return story;
}

}  // namespace arable::tests
