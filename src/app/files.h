#pragma once
// Opening what the user named. "-" is standard input; gzip and zstd are undone by what the bytes are.

#include <memory>
#include <optional>
#include <string>

#include "app/inputs.h"
#include "app/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "wire/byte_source.h"

namespace arable::app {

// Tells `progress` the compressed bytes as they are read.
Result<std::unique_ptr<wire::ByteSource>> open_input(const std::string& file, Progress& progress);
// A whole file, decompressed, at most 2 GiB.
Result<std::string> read_whole(const std::string& file);
// When the file was last written, in whole seconds; absent when the system does not say.
std::optional<Time> modified(const std::string& file);
// The input that writing to `output` would destroy, by whatever name; absent: none, or "-".
std::optional<std::string> input_at(const Inputs& inputs, const std::string& output);
bool same_file(const std::string& a, const std::string& b);
// Writes all of it or says why not; "-" is standard output.
Result<Done> write_output(const std::string& file, std::string_view text);

}  // namespace arable::app
