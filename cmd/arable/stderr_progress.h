#pragma once
// Progress on standard error: a line that is redrawn on a terminal, warnings anywhere; with --quiet nothing but alarms.

#include <chrono>
#include <string>

#include "app/progress.h"

namespace arable::cmd {

class StderrProgress final : public app::Progress {
  public:
    explicit StderrProgress(bool quiet);
    ~StderrProgress() override;
    StderrProgress(const StderrProgress&) = delete;
    StderrProgress& operator=(const StderrProgress&) = delete;

    void stage(std::string_view name, std::uint64_t total) override;
    void done(std::uint64_t so_far) override;
    void warn(std::string_view text) override;
    void alarm(std::string_view text) override;

  private:
    void draw();
    void clear();

    bool quiet_;
    bool terminal_;
    bool drawn_ = false;
    std::string name_;
    std::uint64_t total_ = 0;
    std::uint64_t so_far_ = 0;
    std::chrono::steady_clock::time_point last_;
};

// COLUMNS when it is exported, else the columns of the terminal on standard output, else `otherwise`.
std::size_t output_width(std::size_t otherwise);
bool output_is_terminal();

}  // namespace arable::cmd
