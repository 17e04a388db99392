#include "arable/input_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/export_estate.h"
#include "app/files.h"
#include "arable/commands.h"
#include "arable/stderr_progress.h"

namespace arable::cmd {
namespace {

Result<std::size_t> parse_memory(const std::string& text) {
    const auto bytes = parse_quantity(text.substr(0, text.ends_with("B") ? text.size() - 1 : text.size()));
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

Result<app::Settings> settings_of(const InputOptions& options) {
    app::Settings settings;
    ARABLE_TRY(window, named("--window", parse_duration(options.window)));
    const auto parsed_step = parse_duration(options.step);
    if (!parsed_step || *parsed_step < seconds(1) || *parsed_step > hours(1)) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("--step: '{}' is no duration between 1s and 1h, written like 60s", options.step));
    }
    ARABLE_TRY(memory, parse_memory(options.memory));
    settings.window = window;
    settings.policy.step = *parsed_step;
    settings.memory_limit = memory;
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
    server.session_token = variable("AWS_SESSION_TOKEN");
    return server;
}

Result<app::Prepared> prepare(const InputOptions& options, const app::Inputs& inputs, const app::Settings& settings,
                              app::Progress& progress) {
    if (options.estate.empty()) return app::prepare(inputs, settings, progress);
    estate::EstateSpec spec;
    spec.kind = options.estate;
    spec.seed = options.seed;
    spec.length = settings.window;
    if (options.gpus > 0) spec.gpus = options.gpus;
    spec.scrape = minutes(5);
    return app::prepare(spec, settings, progress);
}

Result<app::Inputs> inputs_of(const InputOptions& options, std::string_view command) {
    app::Inputs inputs = options.inputs;
    if (!options.server.url.empty()) {
        ARABLE_TRY(server, server_of(options.server));
        inputs.prometheus = server;
    }
    const bool no_input = app::empty(inputs);
    if (!options.estate.empty() && !no_input)
        return fail(ErrorCode::invalid_input, "--estate generates its own input: leave the files out");
    if (options.estate.empty() && no_input)
        return fail(
            ErrorCode::invalid_input,
            fmt::format("arable {0} needs an input: give --prometheus, --metrics, --cloud-metrics, --objects, "
                        "--nvidia-smi, --pool-table or --snapshot, or --estate KIND to try it; arable {0} --help lists "
                        "all options",
                        command));
    app::Inputs others = inputs;
    others.snapshot.clear();
    if (!inputs.snapshot.empty() && !app::empty(others))
        return fail(ErrorCode::invalid_input, "--snapshot holds its inputs: leave all others but --prices out");
    return inputs;
}

void add_server(CLI::App& command, app::PrometheusServer& server) {
    const char* const group = "Prometheus-compatible server";
    const auto option = [&](const char* name, auto& value, const char* text) {
        return command.add_option(name, value, text)->group(group);
    };
    auto* url = option("--prometheus", server.url,
                       "Its URL, up to what stands before /api/v1 (user:password@ is taken out of it)");
    // Of no use without a server: better said than ignored.
    const auto with_server = [&](const char* name, auto& value, const char* text) {
        return option(name, value, text)->needs(url);
    };
    auto* file = with_server("--bearer-token-file", server.bearer_token_file, "Token to send, read again when refused")
                     ->type_name("FILE");
    with_server("--bearer-token-command", server.bearer_token_command,
                "Command that prints the token, run again when refused")
        ->excludes(file);
    with_server("--header", server.headers, "Further header, such as 'X-Scope-OrgID: team'");
    with_server("--ca-file", server.ca_file, "Certificates (PEM) to trust instead of the system's")->type_name("FILE");
    with_server("--proxy", server.proxy, "Proxy to go through; default: as https_proxy and no_proxy say");
    with_server("--aws-sigv4", server.sigv4_region, "Sign for Amazon Managed Prometheus in this region");
    with_server("--match", server.match, "Further matchers for all series, such as 'cluster=\"prod\"'");
    with_server("--max-qps", server.max_qps, "Questions a second at most")->capture_default_str();
    with_server("--resume", server.resume,
                "Keep the answers in FILE; a run that was interrupted asks only for the rest")
        ->type_name("FILE");
}

void add_inputs(CLI::App& command, app::Inputs& in) {
    const auto files = [&](const char* name, std::vector<std::string>& into, const char* what) {
        command.add_option(name, into, what)->type_name("FILE")->group("Input");
    };
    files("--metrics", in.metrics, "Prometheus text or OpenMetrics, plain, .gz or .zst; - is standard input");
    files("--cloud-metrics,--cloudwatch", in.cloudwatch,
          "What aws cloudwatch get-metric-data prints (docs/cloudwatch.md has the query), and its file of queries");
    files("--objects", in.objects, "What kubectl get nodes,pods,… -A -o json (or yaml) prints");
    files("--nvidia-smi", in.nvidia_smi,
          "What nvidia-smi prints (-q -x, -q or the plain table), any number a node; NODE=FILE names it");
    files("--pool-table", in.pool_tables, "Queue history, CSV: time,pool,total,running,pending");
    files("--openb-nodes", in.openb_nodes, "Node list of the openb traces (CSV)");
    files("--openb-pods", in.openb_pods, "Pod list of the openb traces (CSV)");
    files("--prices", in.prices, "Price lists, CSV or JSON");
    command
        .add_option("--snapshot", in.snapshot, "What arable snapshot wrote, instead of all other inputs but --prices")
        ->type_name("FILE")
        ->group("Input");
}

void add_settings(CLI::App& command, InputOptions& options) {
    const auto text = [&](const char* name, std::string& into, const char* type, const char* what, const char* group) {
        CLI::Option* option = command.add_option(name, into, what)->type_name(type)->group(group);
        if (!into.empty()) option->capture_default_str();
        return option;
    };
    // A snapshot was made with these.
    const auto fixed = [&](CLI::Option* option) { option->excludes(command.get_option("--snapshot")); };
    const char* const looked_at = "What is looked at";
    fixed(text("--window", options.window, "DURATION", "How far back from the end", looked_at));
    fixed(
        text("--end", options.end, "TIME", "End, as 2026-01-31T00:00:00Z; else the last sample or object", looked_at));
    fixed(text("--step", options.step, "DURATION", "Shortest time that is told apart", looked_at));
    text("--cluster", options.cluster, "NAME", "Name of the cluster, for inputs that name none", looked_at);
    fixed(text("--cluster-label", options.cluster_label, "LABEL", "Metric label that names the cluster", looked_at));
    command
        .add_flag("--quiet", options.quiet,
                  "No progress on standard error, and no warnings but of inputs that cannot be read")
        ->group("Output");
    text("--memory", options.memory, "SIZE", "Samples kept in memory before they go to a temporary file", "Machine");
    command.add_option("--threads", options.threads, "Else as many as the machine has")
        ->type_name("N")
        ->check(CLI::Range(1U, 4096U).description(""))
        ->group("Machine");
}

void add_estate(CLI::App& command, InputOptions& options) {
    constexpr const char* kGroup = "A generated estate instead of files";
    CLI::Option* estate =
        command.add_option("--estate", options.estate, fmt::format("One of: {}", fmt::join(app::estate_kinds(), ", ")))
            ->type_name("KIND")
            ->group(kGroup);
    command.add_option("--seed", options.seed, "The same seed gives the same estate")
        ->type_name("N")
        ->group(kGroup)
        ->needs(estate)
        ->capture_default_str();
    command.add_option("--gpus", options.gpus, "At least this many GPUs")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000).description(""))
        ->needs(estate)
        ->group(kGroup);
}

}  // namespace

void add_input_options(CLI::App& command, InputOptions& options) {
    add_inputs(command, options.inputs);
    add_server(command, options.server);
    add_settings(command, options);
    add_estate(command, options);
}

void add_output_options(CLI::App& command, OutputOptions& options, bool page) {
    std::vector<std::string> formats{"text", "json"};
    if (page) formats.emplace_back("html");
    command
        .add_option("--format", options.format,
                    page ? "For a terminal, everything, or one page to send" : "For people, or everything")
        ->type_name(page ? "text|json|html" : "text|json")
        ->check(CLI::IsMember(formats).description(""))
        ->group("Output")
        ->capture_default_str();
    command.add_option("--lang", options.lang, "Language of what people read; JSON is always in English")
        ->type_name("en|fr")
        ->check(CLI::IsMember({"en", "fr"}).description(""))
        ->group("Output")
        ->capture_default_str();
    command.add_option("--output", options.output, "Where the report goes; - is standard output")
        ->type_name("FILE")
        ->group("Output")
        ->capture_default_str();
}

app::RenderOptions render_options(const OutputOptions& options) {
    app::RenderOptions render;
    if (options.format == "json") render.format = app::Format::json;
    if (options.format == "html") render.format = app::Format::html;
    render.language = report::language_of(options.lang).value_or(report::Language::english);
    const bool to_terminal = options.output == "-" && output_is_terminal();
    const char* no_color = std::getenv("NO_COLOR");
    render.color = to_terminal && (no_color == nullptr || *no_color == '\0');
    render.width = output_width(render.width);
    return render;
}

Error overwrites(const std::string& input, const std::string& output) {
    return {
        ErrorCode::invalid_input,
        fmt::format("--output {} is an input ({}): writing there would destroy it; name another file", output, input)};
}

tl::expected<Ready, int> ready(const InputOptions& options, std::string_view command, const std::string& output,
                               app::Progress& progress) {
    const auto settings = settings_of(options);
    if (!settings) return tl::unexpected(report_failure(settings.error(), kUsage));
    const auto inputs = inputs_of(options, command);
    if (!inputs) return tl::unexpected(report_failure(inputs.error(), kUsage));
    if (const auto input = app::input_at(*inputs, output))
        return tl::unexpected(report_failure(overwrites(*input, output), kUsage));
    auto input = prepare(options, *inputs, *settings, progress);
    // A generated estate has no input but the command line.
    if (!input) return tl::unexpected(report_failure(input.error(), options.estate.empty() ? kFailed : kUsage));
    return Ready{*settings, std::move(*input)};
}

tl::expected<Examined, int> examined(const InputOptions& options, std::string_view command, const std::string& output) {
    StderrProgress progress(options.quiet);
    auto read = ready(options, command, output, progress);
    if (!read) return tl::unexpected(read.error());
    auto diagnosis = app::examine(std::move(read->input), read->settings, progress);
    if (!diagnosis) return tl::unexpected(report_failure(diagnosis.error(), kFailed));
    return Examined{read->settings, std::move(*diagnosis)};
}

int code_of(const std::vector<model::Gap>& gaps) { return model::lost_inputs(gaps).empty() ? kDone : kGaps; }

Result<double> parse_share(const char* option, const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const std::string_view rest = end;
    const double share = rest == "%" ? value / 100.0 : value;
    if (end == text.c_str() || (!rest.empty() && rest != "%") || !(share >= 0.0 && share <= 1.0)) {
        return fail(ErrorCode::invalid_input, fmt::format("{}: '{}' is not a share such as 5%", option, text));
    }
    return share;
}

int report_failure(const Error& error, int code) {
    std::fputs(fmt::format("arable: {}\n", app::safe_text(error.message)).c_str(), stderr);
    return code;
}

}  // namespace arable::cmd
