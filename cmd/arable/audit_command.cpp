// arable audit: where the GPU-hours went, from files and from a Prometheus-compatible server.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/export_estate.h"
#include "app/files.h"
#include "app/pipeline.h"
#include "app/render.h"
#include "arable/commands.h"
#include "arable/stderr_progress.h"

namespace arable::cmd {
namespace {

struct AuditOptions {
    app::Inputs inputs;
    app::PrometheusServer server;
    std::string window = "30d";
    std::string step = "60s";
    std::string end;
    std::string cluster;
    std::string cluster_label;
    std::string format = "text";
    std::string output = "-";
    std::string max_gaps = "5%";
    std::string memory = "256MiB";
    std::string estate;
    std::uint64_t seed = 1;
    int gpus = 0;
    unsigned threads = 0;
    bool quiet = false;
};

// "5%" or "0.05".
Result<double> parse_share(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const std::string_view rest = end;
    const double share = rest == "%" ? value / 100.0 : value;
    if (end == text.c_str() || (!rest.empty() && rest != "%") || !(share >= 0.0 && share <= 1.0)) {
        return fail(ErrorCode::invalid_input, fmt::format("--max-gaps: '{}' is not a share such as 5%", text));
    }
    return share;
}

Result<std::size_t> parse_memory(std::string text) {
    if (text.ends_with("B")) text.pop_back();
    const auto bytes = parse_quantity(text);
    if (!bytes || *bytes < (1 << 20)) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("--memory: '{}' is not at least 1MiB, written like 256MiB", text));
    }
    return static_cast<std::size_t>(*bytes);
}

Time now() {
    return Time{
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count()};
}

template <class T>
Result<T> named(const char* option, Result<T> value) {
    if (!value) return tl::unexpected(value.error().within(option));
    return value;
}

Result<app::Settings> settings_of(const AuditOptions& options) {
    app::Settings settings;
    ARABLE_TRY(window, named("--window", parse_duration(options.window)));
    ARABLE_TRY(step, named("--step", parse_duration(options.step)));
    ARABLE_TRY(memory, parse_memory(options.memory));
    settings.window = window;
    settings.policy.step = step;
    settings.memory_limit = memory;
    if (step < seconds(1) || step > hours(1)) return fail(ErrorCode::invalid_input, "--step: between 1s and 1h");
    if (!options.end.empty()) {
        ARABLE_TRY(end, named("--end", parse_rfc3339(options.end)));
        settings.end = end;
    }
    settings.cluster = options.cluster;
    settings.cluster_label = options.cluster_label;
    settings.read_at = floor_to(now(), seconds(1));
    settings.policy.threads = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
    return settings;
}

// AWS keeps its keys in the environment; who signs without them is told.
Result<app::PrometheusServer> server_of(app::PrometheusServer server) {
    if (!(server.max_qps > 0.0 && server.max_qps <= 1000.0)) {
        return fail(ErrorCode::invalid_input, "--max-qps: more than 0 and at most 1000 questions a second");
    }
    if (server.sigv4_region.empty()) return server;
    const auto variable = [](const char* name) { return std::string(std::getenv(name) ? std::getenv(name) : ""); };
    const std::string id = variable("AWS_ACCESS_KEY_ID");
    const std::string key = variable("AWS_SECRET_ACCESS_KEY");
    if (id.empty() || key.empty()) {
        return fail(ErrorCode::invalid_input,
                    "--aws-sigv4 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment; "
                    "`aws configure export-credentials --format env` prints them");
    }
    server.user_password = id + ":" + key;
    const std::string session = variable("AWS_SESSION_TOKEN");
    if (!session.empty()) server.headers.push_back("X-Amz-Security-Token: " + session);
    return server;
}

Result<diagnose::Audit> audited(const AuditOptions& options, const app::Inputs& inputs, const app::Settings& settings,
                                app::Progress& progress) {
    if (options.estate.empty()) return app::audit(inputs, settings, progress);
    estate::EstateSpec spec;
    spec.kind = options.estate;
    spec.seed = options.seed;
    spec.length = settings.window;
    if (options.gpus > 0) spec.gpus = options.gpus;
    spec.scrape = minutes(5);
    return app::audit(spec, settings, progress);
}

std::string printed(const diagnose::Audit& audit, const AuditOptions& options) {
    app::RenderOptions render;
    if (options.format == "json") render.format = app::Format::json;
    const bool to_terminal = options.output == "-" && output_is_terminal();
    const char* no_color = std::getenv("NO_COLOR");
    render.color = to_terminal && (no_color == nullptr || *no_color == '\0');
    render.width = output_width(render.width);
    return app::render(audit, render);
}

int report_failure(const Error& error, int code) {
    std::fputs(fmt::format("arable: {}\n", app::safe_text(error.message)).c_str(), stderr);
    return code;
}

int run(const AuditOptions& options) {
    const auto settings = settings_of(options);
    if (!settings) return report_failure(settings.error(), kUsage);
    const auto max_gaps = parse_share(options.max_gaps);
    if (!max_gaps) return report_failure(max_gaps.error(), kUsage);
    app::Inputs inputs = options.inputs;
    if (!options.server.url.empty()) {
        const auto server = server_of(options.server);
        if (!server) return report_failure(server.error(), kUsage);
        inputs.prometheus = *server;
    }
    const bool no_input = app::empty(inputs);
    if (!options.estate.empty() && !no_input) {
        return report_failure({ErrorCode::invalid_input, "--estate generates its own input: leave the files out"},
                              kUsage);
    }
    if (options.estate.empty() && no_input) {
        return report_failure(
            {ErrorCode::invalid_input,
             "nothing to audit: give --prometheus, --metrics, --objects, --nvidia-smi or --pool-table, "
             "or --estate KIND to try it; arable audit --help lists all options"},
            kUsage);
    }
    Result<diagnose::Audit> audit = fail(ErrorCode::internal, "");
    {
        StderrProgress progress(options.quiet);
        audit = audited(options, inputs, *settings, progress);
    }
    // A generated estate has no input but the command line.
    if (!audit) return report_failure(audit.error(), options.estate.empty() ? kFailed : kUsage);
    const auto written = app::write_output(options.output, printed(*audit, options));
    if (!written) return report_failure(written.error(), kFailed);
    const double unknown = app::unknown_share(*audit);
    if (unknown <= *max_gaps) return kDone;
    if (!options.quiet) {
        std::fputs(fmt::format("arable: {:.1f} % of the GPU time is unknown, more than --max-gaps {}: exit code 3\n",
                               unknown * 100.0, options.max_gaps)
                       .c_str(),
                   stderr);
    }
    return kGaps;
}

void add_server(CLI::App& command, app::PrometheusServer& server) {
    const char* const group = "Prometheus-compatible server";
    const auto option = [&](const char* name, auto& value, const char* text) {
        return command.add_option(name, value, text)->group(group);
    };
    option("--prometheus", server.url, "Its URL, up to what stands before /api/v1 (user:password@ is taken out of it)");
    auto* file = option("--bearer-token-file", server.bearer_token_file, "Token to send, read again when refused");
    option("--bearer-token-command", server.bearer_token_command,
           "Command that prints the token, run again when refused")
        ->excludes(file);
    option("--header", server.headers, "Further header, such as 'X-Scope-OrgID: team'");
    option("--ca-file", server.ca_file, "Certificates (PEM) to trust instead of the system's");
    option("--proxy", server.proxy, "Proxy to go through; default: as https_proxy and no_proxy say");
    option("--aws-sigv4", server.sigv4_region, "Sign for Amazon Managed Prometheus in this region");
    option("--match", server.match, "Further matchers for all series, such as 'cluster=\"prod\"'");
    option("--max-qps", server.max_qps, "Questions a second at most")->capture_default_str();
    option("--resume", server.resume, "Keep the answers in FILE; a run that was interrupted asks only for the rest")
        ->type_name("FILE");
}

void add_inputs(CLI::App& command, app::Inputs& in) {
    const auto files = [&](const char* name, std::vector<std::string>& into, const char* what) {
        command.add_option(name, into, what)->type_name("FILE")->group("Input");
    };
    files("--metrics", in.metrics, "Prometheus text or OpenMetrics, plain, .gz or .zst; - is standard input");
    files("--objects", in.objects, "What kubectl get nodes,pods,… -A -o json (or yaml) prints");
    files("--nvidia-smi", in.nvidia_smi,
          "What nvidia-smi prints (-q -x, -q or the plain table), any number a node; NODE=FILE names it");
    files("--pool-table", in.pool_tables, "Queue history, CSV: time,pool,total,running,pending");
    files("--openb-nodes", in.openb_nodes, "Node list of the openb traces (CSV)");
    files("--openb-pods", in.openb_pods, "Pod list of the openb traces (CSV)");
    files("--prices", in.prices, "Price lists, CSV or JSON");
}

void add_settings(CLI::App& command, AuditOptions& options) {
    const auto text = [&](const char* name, std::string& into, const char* type, const char* what, const char* group) {
        CLI::Option* option = command.add_option(name, into, what)->type_name(type)->group(group);
        if (!into.empty()) option->capture_default_str();
        return option;
    };
    text("--window", options.window, "DURATION", "How far back from the end", "What is looked at");
    text("--end", options.end, "TIME", "End, as 2026-01-31T00:00:00Z; else the last sample or object",
         "What is looked at");
    text("--step", options.step, "DURATION", "Shortest time that is told apart", "What is looked at");
    text("--cluster", options.cluster, "NAME", "Name of the cluster, for inputs that name none", "What is looked at");
    text("--cluster-label", options.cluster_label, "LABEL", "Metric label that names the cluster", "What is looked at");
    text("--format", options.format, "text|json", "For people, or everything", "Output")
        ->check(CLI::IsMember({"text", "json"}).description(""));
    text("--output", options.output, "FILE", "Where the report goes; - is standard output", "Output");
    text("--max-gaps", options.max_gaps, "SHARE", "Exit with 3 when more of the GPU time is unknown", "Output");
    command.add_flag("--quiet", options.quiet, "No progress and no warnings on standard error")->group("Output");
    text("--memory", options.memory, "SIZE", "Samples kept in memory before they go to a temporary file", "Machine");
    command.add_option("--threads", options.threads, "Else as many as the machine has")
        ->type_name("N")
        ->group("Machine");
}

void add_estate(CLI::App& command, AuditOptions& options) {
    constexpr const char* kGroup = "A generated estate instead of files";
    command.add_option("--estate", options.estate, fmt::format("One of: {}", fmt::join(app::estate_kinds(), ", ")))
        ->type_name("KIND")
        ->group(kGroup);
    command.add_option("--seed", options.seed, "The same seed gives the same estate")
        ->type_name("N")
        ->group(kGroup)
        ->capture_default_str();
    command.add_option("--gpus", options.gpus, "At least this many GPUs")
        ->type_name("N")
        ->check(CLI::PositiveNumber.description(""))
        ->group(kGroup);
}

}  // namespace

std::function<int()> add_audit(CLI::App& app) {
    auto options = std::make_shared<AuditOptions>();
    CLI::App* command = app.add_subcommand(
        "audit", "Where every paid GPU-hour went, how much of the waiting was real, and what cures it");
    add_inputs(*command, options->inputs);
    add_server(*command, options->server);
    add_settings(*command, *options);
    add_estate(*command, *options);
    command->footer(
        "Inputs combine; each one that is missing costs a part of the answer, and the report says which.\n"
        "  arable audit --metrics metrics.txt.zst --objects objects.json --prices prices.csv\n"
        "  curl -s http://NODE:9400/metrics | arable audit --metrics -\n"
        "Text is as wide as the terminal, or as COLUMNS says; NO_COLOR is honoured.\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but more is unknown than --max-gaps allows.");
    return [options] { return run(*options); };
}

}  // namespace arable::cmd
