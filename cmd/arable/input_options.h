#pragma once
// What every command that reads an estate shares: where it is read from, which part of it, and how.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/inputs.h"
#include "app/pipeline.h"
#include "app/progress.h"
#include "app/render.h"
#include "base/result.h"

namespace CLI {
class App;
}

namespace arable::cmd {

struct InputOptions {
    app::Inputs inputs;
    app::PrometheusServer server;
    std::string window = "30d";
    std::string step = "60s";
    std::string end;
    std::string cluster;
    std::string cluster_label;
    std::string memory = "256MiB";
    std::string estate;
    std::uint64_t seed = 1;
    int gpus = 0;
    unsigned threads = 0;
    bool quiet = false;
};

// Files, server, window, machine and the generated estate.
void add_input_options(CLI::App& command, InputOptions& options);

struct OutputOptions {
    std::string format = "text";
    std::string lang = "en";
    std::string output = "-";
};
// `page`: whether the command can write a page of HTML, too.
void add_output_options(CLI::App& command, OutputOptions& options, bool page = false);
// As wide and as colourful as where it goes.
app::RenderOptions render_options(const OutputOptions& options);

// What the options name, read but not looked at yet. `output`: where the answer will go, which must be no input. An
// error is the exit code; its message has been printed.
struct Ready {
    app::Settings settings;
    app::Prepared input;
};
tl::expected<Ready, int> ready(const InputOptions& options, std::string_view command, const std::string& output,
                               app::Progress& progress);

// What the options ask for, worked out for `command` ("audit"). An error is the exit code; its message has been
// printed.
struct Examined {
    app::Settings settings;
    app::Diagnosis diagnosis;
};
tl::expected<Examined, int> examined(const InputOptions& options, std::string_view command, const std::string& output);

// An error where `output` is `input`, by whatever name.
Error overwrites(const std::string& input, const std::string& output);

// kGaps where an input that was named gave nothing, else kDone.
int code_of(const std::vector<model::Gap>& gaps);

// "5%" or "0.05"; `option` is named in the error.
Result<double> parse_share(const char* option, const std::string& text);

// Prints the message and returns the code.
int report_failure(const Error& error, int code);

}  // namespace arable::cmd
