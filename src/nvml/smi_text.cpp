#include "nvml/smi_text.h"

#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <string>
#include <tuple>

#include "nvml/smi_clock.h"
#include "nvml/smi_fields.h"

namespace arable::nvml {
namespace {

constexpr std::string_view kStart = "NVSMI LOG";
constexpr std::size_t kDeepest = 16;

// Where the text has another name than the XML: section, key, element. An empty section is any.
using Rename = std::tuple<std::string_view, std::string_view, std::string_view>;
constexpr std::array<Rename, 14> kRenames{{
    {"gpu", "gpu_uuid", "uuid"},
    {"mig_mode", "current", "current_mig"},
    {"mig_device", "shared_fb_memory_usage", "fb_memory_usage"},
    {"utilization", "gpu", "gpu_util"},
    {"utilization", "memory", "memory_util"},
    {"gpu_power_readings", "instantaneous_power_draw", "instant_power_draw"},
    {"clocks", "sm", "sm_clock"},
    {"temperature", "gpu_current_temp", "gpu_temp"},
    {"clocks_event_reasons", "idle", "gpu_idle"},
    {"clocks_throttle_reasons", "idle", "gpu_idle"},
    {"", "display_clock_setting", "display_clocks_setting"},
    {"process_info", "process_id", "pid"},
    {"process_info", "name", "process_name"},
    {"process_info", "used_gpu_memory", "used_memory"},
}};

// "SW Power Cap" -> "sw_power_cap".
std::string element_name(std::string_view key) {
    std::string name;
    for (const char c : key.substr(0, 64)) {
        if (c >= 'A' && c <= 'Z') name += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) name += c;
        if (c == ' ' || c == '_') name += '_';
    }
    return name;
}

std::string renamed(std::string_view section, std::string name) {
    for (const auto& [in, key, element] : kRenames) {
        if (key == name && (in.empty() || in == section)) return std::string(element);
    }
    return name;
}

// The address of "GPU 00000000:07:00.0"; "" for other lines.
std::string_view gpu_header(std::string_view line) {
    if (!line.starts_with("GPU ")) return {};
    const std::string_view address = trimmed(line.substr(4));
    const bool hex = address.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
    return hex && address.find(':') != std::string_view::npos ? address : std::string_view();
}

bool is_reasons(const pugi::xml_node& node) {
    const std::string_view name = node.name();
    return name == "clocks_event_reasons" || name == "clocks_throttle_reasons";
}

// One log as the tree that its XML would be.
class Tree {
  public:
    Tree() : root_(document_.append_child("nvidia_smi_log")) {}

    // False: the line is none of a log.
    bool add(std::string_view line) {
        const std::string_view body = trimmed(line);
        if (body.empty()) return true;
        const std::size_t indent = line.find_first_not_of(' ');
        const std::size_t colon = body.ends_with(" :") ? body.size() - 2 : body.find(" : ");
        if (indent == 0) return add_outer(body, colon);
        while (!open_.empty() && open_.back().indent >= indent) open_.pop_back();
        if (open_.empty()) return true;  // the section that it belongs to is missing
        const std::string_view key = trimmed(body.substr(0, colon));
        pugi::xml_node made = place(open_.back().node, element_name(key));
        if (colon != std::string_view::npos) made.text().set(std::string(trimmed(body.substr(colon + 2))).c_str());
        // What is nested below the number of a process is the process's.
        if (std::string_view(made.name()) == "pid") made = made.parent();
        if (open_.size() < kDeepest) open_.push_back({indent, made});
        return true;
    }
    const pugi::xml_node& root() const { return root_; }

  private:
    struct Open {
        std::size_t indent = 0;
        pugi::xml_node node;
    };

    bool add_outer(std::string_view body, std::size_t colon) {
        open_.clear();
        if (const std::string_view address = gpu_header(body); !address.empty()) {
            pugi::xml_node gpu = root_.append_child("gpu");
            gpu.append_attribute("id").set_value(std::string(address).c_str());
            open_.push_back({0, gpu});
            return true;
        }
        if (colon == std::string_view::npos || body.starts_with('#')) return false;
        root_.append_child(element_name(trimmed(body.substr(0, colon))).c_str())
            .text()
            .set(std::string(trimmed(body.substr(colon + 2))).c_str());
        return true;
    }

    // The element of a line below `section`: the XML groups instances, processes and reasons in another way.
    static pugi::xml_node place(pugi::xml_node section, std::string name) {
        if (is_reasons(section.parent())) section = section.parent();
        if (name == "mig_device") {
            pugi::xml_node devices = section.child("mig_devices");
            if (!devices) devices = section.append_child("mig_devices");
            return devices.append_child("mig_device");
        }
        if (std::string_view(section.name()) == "processes") section = process_of(section, name);
        return section.append_child(renamed(section.name(), std::move(name)).c_str());
    }

    // A process begins with its GPU instance, where that is printed, else with its number.
    static pugi::xml_node process_of(pugi::xml_node& processes, std::string_view name) {
        const pugi::xml_node last = processes.last_child();
        const bool begins = !last || name == "gpu_instance_id" || (name == "process_id" && last.child("pid"));
        return begins ? processes.append_child("process_info") : last;
    }

    pugi::xml_document document_;
    pugi::xml_node root_;
    std::vector<Open> open_;
};

}  // namespace

Result<std::vector<SmiLog>> parse_smi_text(std::string_view text) {
    std::vector<SmiLog> logs;
    std::size_t at = 0;
    const auto next_line = [&] {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        return line;
    };
    const auto starts = [](std::string_view line) {
        return line.starts_with("==") && line.find(kStart) != std::string_view::npos;
    };
    bool started = false;
    while (at < text.size()) {
        if (!started && !starts(next_line())) continue;
        Tree tree;
        started = false;
        while (at < text.size()) {
            const std::string_view line = next_line();
            started = starts(line);
            if (started || !tree.add(line)) break;
        }
        ARABLE_TRY(log, read_log(tree.root()));
        log.schema = "text";
        logs.push_back(std::move(log));
    }
    return logs;
}

}  // namespace arable::nvml
