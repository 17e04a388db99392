#include "arable/stderr_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "app/render.h"

namespace arable::cmd {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr std::size_t kBar = 30;
constexpr std::size_t kWidest = 1000;

}  // namespace

StderrProgress::StderrProgress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}

StderrProgress::~StderrProgress() { clear(); }

void StderrProgress::stage(std::string_view name, std::uint64_t total) {
    name_ = app::safe_text(name);
    total_ = total;
    so_far_ = 0;
    draw();
}

void StderrProgress::done(std::uint64_t so_far) {
    so_far_ = so_far;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < kRedraw) return;
    last_ = now;
    draw();
}

void StderrProgress::warn(std::string_view text) {
    if (!quiet_) alarm(text);
}

void StderrProgress::alarm(std::string_view text) {
    clear();
    std::fputs(fmt::format("arable: {}\n", app::safe_text(text)).c_str(), stderr);
}

void StderrProgress::draw() {
    if (quiet_ || !terminal_) return;
    std::string line = app::cell_text(name_, 40);
    if (total_ > 0) {
        const std::size_t full = static_cast<std::size_t>(
            static_cast<double>(kBar) * static_cast<double>(std::min(so_far_, total_)) / static_cast<double>(total_));
        line += fmt::format(" [{}{}] {:3.0f} %", std::string(full, '#'), std::string(kBar - full, ' '),
                            100.0 * static_cast<double>(so_far_) / static_cast<double>(total_));
    }
    std::fputs(("\r\x1b[K" + line).c_str(), stderr);
    std::fflush(stderr);
    drawn_ = true;
}

void StderrProgress::clear() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
    drawn_ = false;
}

std::size_t output_width(std::size_t otherwise) {
    // Exported on purpose, since shells keep theirs to themselves: it also counts for pipes and files.
    if (const char* columns = std::getenv("COLUMNS"); columns != nullptr) {
        std::size_t width = 0;
        const char* end = columns + std::strlen(columns);
        const auto [rest, error] = std::from_chars(columns, end, width);
        if (error == std::errc{} && rest == end && width > 0 && width <= kWidest) return width;
    }
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return otherwise;
    return size.ws_col;
}

bool output_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

}  // namespace arable::cmd
