#include "nvml/smi_table.h"

#include <charconv>
#include <string>

#include "nvml/smi_clock.h"
#include "nvml/smi_fields.h"

namespace arable::nvml {
namespace {

using Words = std::vector<std::string_view>;

Words split(std::string_view text, std::string_view at) {
    Words parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(at), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

Words words_of(std::string_view text) {
    Words words = split(trimmed(text), " ");
    std::erase_if(words, [](std::string_view word) { return word.empty(); });
    return words;
}

// "59MiB" with unit "MiB"; absent for "N/A" and everything else.
std::optional<std::int64_t> number(std::string_view word, std::string_view unit = {}) {
    if (!word.ends_with(unit)) return std::nullopt;
    word.remove_suffix(unit.size());
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = error == std::errc() && end == word.data() + word.size();
    return whole && value >= 0 && value <= 1'000'000'000 ? std::optional(value) : std::nullopt;
}

std::optional<int> small(std::string_view word) {
    const auto value = number(word);
    return value && *value <= 65535 ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

std::optional<Bytes> memory(std::string_view word) {
    const auto mib = number(word, "MiB");
    return mib ? std::optional(mebibytes(*mib)) : std::nullopt;
}

// "59MiB /  81559MiB".
std::pair<std::optional<Bytes>, std::optional<Bytes>> used_of_total(std::string_view cell) {
    const std::size_t slash = cell.find('/');
    if (slash == std::string_view::npos) return {};
    return {memory(trimmed(cell.substr(0, slash))), memory(trimmed(cell.substr(slash + 1)))};
}

enum class Part { head, gpus, instances, processes };

class Table {
  public:
    explicit Table(std::string_view title, std::string_view line_before) {
        log_.schema = "table";
        log_.time = parse_clock(trimmed(line_before));
        constexpr std::string_view kDriver = "Driver Version:";
        const std::size_t at = title.find(kDriver);
        if (at == std::string_view::npos) return;
        const Words words = words_of(title.substr(at + kDriver.size()));
        if (!words.empty()) log_.driver = std::string(words.front().substr(0, 256));
    }

    // False: the line is none of a table.
    bool add(std::string_view line) {
        line = trimmed(line);
        if (line.empty() || line.front() == '+') {
            row_ = 0;
            return true;
        }
        if (line.front() != '|' || line.size() < 2) return false;
        if (line.find("MIG devices:") != std::string_view::npos) part_ = Part::instances;
        if (line.find("Processes:") != std::string_view::npos) part_ = Part::processes;
        if (line.starts_with("|=")) {
            body_ = part_;
            if (part_ == Part::head) body_ = part_ = Part::gpus;
            row_ = 0;
            return true;
        }
        if (body_ != part_) return true;  // a heading
        const Words cells = split(line.substr(1, line.size() - 2), "|");
        if (cells.empty()) return true;
        if (part_ == Part::gpus) add_gpu_row(cells);
        if (part_ == Part::instances) add_instance(cells);
        if (part_ == Part::processes) add_process(words_of(cells.front()));
        return true;
    }
    const SmiLog& log() const { return log_; }

  private:
    void add_gpu_row(const Words& cells) {
        if (cells.size() < 3) return;
        ++row_;
        if (row_ == 1) return add_name(cells);
        if (log_.gpus.empty()) return;
        SmiGpu& gpu = log_.gpus.back();
        if (row_ == 2) return add_numbers(cells, gpu);
        const std::string_view mig = trimmed(cells[2]);
        if (row_ == 3 && (mig == "Enabled" || mig == "Disabled")) gpu.mig = mig == "Enabled";
    }

    // "   0  NVIDIA H100 80GB HBM3          On  |   00000000:00:09.0 Off |                    0 "
    void add_name(const Words& cells) {
        const Words words = words_of(cells[0]);
        const Words address = words_of(cells[1]);
        if (words.size() < 3 || address.empty() || !small(words[0])) {
            row_ = 3;  // whatever it is, the rows below belong to it and not to the GPU before
            return;
        }
        SmiGpu gpu;
        gpu.minor = small(words[0]);
        for (std::size_t i = 1; i + 1 < words.size(); ++i) {
            gpu.product += (i > 1 ? " " : "") + std::string(words[i].substr(0, 64));
        }
        gpu.pci = std::string(address.front().substr(0, 64));
        log_.gpus.push_back(std::move(gpu));
    }

    // " N/A   42C    P0             98W /  700W |      59MiB /  81559MiB |     N/A      Default "
    static void add_numbers(const Words& cells, SmiGpu& gpu) {
        const std::size_t slash = cells[0].find('/', cells[0].find(" P"));
        for (const std::string_view word : words_of(cells[0].substr(0, slash))) {
            if (const auto celsius = number(word, "C")) gpu.temperature = static_cast<double>(*celsius);
            if (const auto watts = number(word, "W")) gpu.power_watts = static_cast<double>(*watts);
        }
        if (slash != std::string_view::npos) {
            const auto limit = number(trimmed(cells[0].substr(slash + 1)), "W");
            if (limit) gpu.power_limit_watts = static_cast<double>(*limit);
        }
        std::tie(gpu.memory_used, gpu.memory_total) = used_of_total(cells[1]);
        const Words use = words_of(cells[2]);
        if (use.empty()) return;
        const auto percent = number(use.front(), "%");
        if (percent && *percent <= 100) gpu.gpu_util = static_cast<double>(*percent) / 100.0;
    }

    // "  0    2   0   0  |              26MiB / 40448MiB    | 60      0 |  3   0    3    0    3 "
    void add_instance(const Words& cells) {
        if (cells.size() < 3) return;
        const Words ids = words_of(cells[0]);
        if (ids.size() < 3) return;  // the second row of an instance: its BAR1 memory
        SmiGpu* gpu = gpu_at(ids[0]);
        const auto instance = small(ids[1]);
        if (gpu == nullptr || !instance) return;
        SmiMigInstance mig{.gpu_instance = *instance};
        std::tie(mig.memory_used, mig.memory_total) = used_of_total(cells[1]);
        const Words counts = words_of(cells[2]);
        if (!counts.empty()) mig.sms = small(counts.front());
        gpu->instances.push_back(mig);
    }

    // "0   N/A  N/A   11327   C   /root/tools/memhog   2566MiB"; drivers before 450 print no instance ids.
    void add_process(const Words& words) {
        const bool with_ids = words.size() >= 7 && number(words[3]).has_value();
        const std::size_t pid = with_ids ? 3 : 1;
        if (words.size() < pid + 4 || !number(words[pid])) return;
        SmiGpu* gpu = gpu_at(words[0]);
        if (gpu == nullptr) return;
        gpu->processes.push_back({.pid = number(words[pid]),
                                  .gpu_instance = with_ids ? small(words[1]) : std::nullopt,
                                  .type = std::string(words[pid + 1].substr(0, 8)),
                                  .name = std::string(words[pid + 2].substr(0, 256)),
                                  .memory = memory(words.back())});
    }

    SmiGpu* gpu_at(std::string_view index) {
        const auto wanted = small(index);
        for (SmiGpu& gpu : log_.gpus) {
            if (wanted && gpu.minor == wanted) return &gpu;
        }
        return nullptr;
    }

    SmiLog log_;
    Part part_ = Part::head;
    Part body_ = Part::head;
    int row_ = 0;
};

bool is_title(std::string_view line) { return trimmed(line).starts_with("| NVIDIA-SMI "); }

}  // namespace

Result<std::vector<SmiLog>> parse_smi_tables(std::string_view text) {
    std::vector<SmiLog> logs;
    std::optional<Table> table;
    std::string_view before;  // the last line outside of tables: the date stands there
    const auto close = [&] {
        if (table && !table->log().gpus.empty()) logs.push_back(table->log());
        table.reset();
    };
    for (std::string_view line : split(text, "\n")) {
        if (is_title(line)) {
            close();
            table.emplace(line, before);
        } else if (table && !table->add(line)) {
            close();
        }
        if (table && table->log().gpus.size() > kMostGpus)
            return fail(ErrorCode::limit, "more than 4096 GPUs in one nvidia-smi file");
        if (!line.empty() && line.front() != '+' && line.front() != '|') before = line;
    }
    close();
    return logs;
}

}  // namespace arable::nvml
