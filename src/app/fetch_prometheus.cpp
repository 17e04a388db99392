#include "app/fetch_prometheus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <thread>

#include "app/files.h"
#include "app/reading_identity.h"
#include "prom/query_client.h"
#include "wire/http_client.h"
#include "wire/http_url.h"

namespace arable::app {
namespace {

constexpr std::size_t kTokenBytes = 64 * 1024;

class SteadyClock final : public prom::QueryClock {
  public:
    Time now() override {
        const auto since = std::chrono::steady_clock::now().time_since_epoch();
        return Time{std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
    }
    void wait(Duration duration) override { std::this_thread::sleep_for(std::chrono::milliseconds(duration.ms)); }
};

Result<std::string> one_line(std::string text, const char* from) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
    if (text.empty() || text.size() >= kTokenBytes || text.find_first_of("\r\n") != std::string::npos) {
        return fail(ErrorCode::invalid_input, fmt::format("{} gives no token of one line", from));
    }
    return text;
}

Result<std::string> token_from_command(const std::string& command) {
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return fail(ErrorCode::io, "--bearer-token-command cannot be run");
    std::string text;
    std::array<char, 4096> bytes{};
    while (text.size() < kTokenBytes) {
        const std::size_t n = std::fread(bytes.data(), 1, bytes.size(), pipe);
        if (n == 0) break;
        text.append(bytes.data(), n);
    }
    const int status = pclose(pipe);
    if (status != 0) return fail(ErrorCode::io, "--bearer-token-command failed; its own message is above");
    return one_line(std::move(text), "--bearer-token-command");
}

std::function<Result<std::string>()> token_of(const PrometheusServer& server) {
    if (!server.bearer_token_command.empty()) {
        return [command = server.bearer_token_command] { return token_from_command(command); };
    }
    if (server.bearer_token_file.empty()) return {};
    return [file = server.bearer_token_file]() -> Result<std::string> {
        auto text = read_whole(file);
        if (!text) return tl::unexpected(text.error().within("--bearer-token-file"));
        return one_line(std::move(*text), "--bearer-token-file");
    };
}

// Who may be asked often recovers fast.
Duration first_pause(double max_qps) {
    return {std::clamp<std::int64_t>(static_cast<std::int64_t>(2000.0 / max_qps), 10, 500)};
}

std::string large(std::int64_t n) {
    if (n < 10'000) return fmt::format("{}", n);
    if (n < 10'000'000) return fmt::format("{:.0f} thousand", static_cast<double>(n) / 1e3);
    return fmt::format("{:.0f} million", static_cast<double>(n) / 1e6);
}

std::string cost_text(const prom::PlanCost& cost, const Interval& asked, double max_qps) {
    const Duration at_least{static_cast<std::int64_t>(static_cast<double>(cost.queries) / max_qps * 1e3) / 1000 * 1000};
    return fmt::format(
        "will ask {} questions for about {} samples ({} MB of JSON before compression), {} to {}, one at a time, at "
        "most "
        "{} a second{}",
        cost.queries, large(cost.samples), cost.bytes / 1'000'000 + 1, format_rfc3339(asked.begin),
        format_rfc3339(asked.end), max_qps,
        at_least.ms > 0 ? fmt::format(": {} at the least", format_duration(at_least)) : std::string());
}

std::vector<std::string> headers_of(const PrometheusServer& server) {
    std::vector<std::string> headers = server.headers;
    if (!server.session_token.empty()) headers.push_back("X-Amz-Security-Token: " + server.session_token);
    return headers;
}

// Null without --resume.
Result<std::unique_ptr<prom::AnswerLog>> answers_kept(const PrometheusServer& server, const Settings& settings,
                                                      Progress& progress) {
    if (server.resume.empty()) return std::unique_ptr<prom::AnswerLog>();
    ARABLE_TRY(identity, reading_identity(server, settings));
    auto log = prom::AnswerLog::open(server.resume, identity, settings.read_at);
    if (!log) return tl::unexpected(log.error().within("--resume"));
    if ((*log)->size() > 0) {
        progress.warn(fmt::format("{}: goes on with the reading of {}: {} answers are there", server.resume,
                                  format_rfc3339((*log)->begun()), (*log)->size()));
    }
    return log;
}

}  // namespace

Result<std::string> shown_server(const PrometheusServer& server) {
    auto url = wire::parse_url(server.url);
    if (!url) return tl::unexpected(url.error().within("--prometheus"));
    return url->shown;
}

Result<sources::PrometheusRead> fetch_prometheus(const PrometheusServer& server, const Settings& settings,
                                                 series::SampleSink& sink, Progress& progress) {
    ARABLE_TRY(shown, shown_server(server));
    const auto transport = wire::http_client({.ca_file = server.ca_file,
                                              .proxy = server.proxy,
                                              .user_password = server.user_password,
                                              .sigv4_region = server.sigv4_region});
    ARABLE_TRY(log, answers_kept(server, settings, progress));
    SteadyClock clock;
    prom::QueryClient client(*transport, clock,
                             {.url = server.url,
                              .headers = headers_of(server),
                              .token = token_of(server),
                              .max_qps = server.max_qps,
                              .seed = server.seed,
                              .first_pause = first_pause(server.max_qps),
                              .log = log.get()});
    progress.stage(shown, 0);
    sources::PrometheusOptions options;
    options.name = shown;
    options.match = server.match;
    options.cluster_label = settings.cluster_label;
    options.window = settings.window;
    options.end = settings.end;
    options.now = log ? log->begun() : settings.read_at;
    std::uint64_t total = 0;
    options.cost_told = [&](const prom::PlanCost& cost, const Interval& asked) {
        progress.warn(fmt::format("{}: {}", shown, cost_text(cost, asked, server.max_qps)));
    };
    options.progress_told = [&](std::size_t done, std::size_t all) {
        if (all != total) progress.stage(shown, all);
        total = all;
        progress.done(done);
    };
    auto read = sources::read_prometheus(client, sink, options);
    if (log && log->failure()) progress.warn(log->failure()->message);
    if (!read && read.error().message.find(shown) == std::string::npos) {
        return tl::unexpected(read.error().within(shown));
    }
    return read;
}

}  // namespace arable::app
