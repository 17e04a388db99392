#include "app/export_estate.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/files.h"
#include "codec/truth_json.h"
#include "prom/write.h"
#include "wire/byte_sink.h"

namespace arable::app {

Result<std::vector<std::string>> export_estate(const estate::Estate& estate, const std::string& directory,
                                               bool compress, Progress& progress) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) return fail(ErrorCode::io, fmt::format("{}: {}", directory, error.message()));
    std::vector<std::string> written;
    const auto path = [&](const std::string& name) { return directory + "/" + name; };
    const auto write = [&](const std::string& name, const std::string& text) -> Result<Done> {
        progress.stage(name, 0);
        written.push_back(path(name));
        return write_output(written.back(), text);
    };
    const std::string metrics = path(compress ? "metrics.txt.zst" : "metrics.txt");
    progress.stage(metrics, 0);
    ARABLE_TRY(file, wire::create_file(metrics));
    prom::OpenMetricsWriter writer(compress ? wire::zstd_compressed(std::move(file)) : std::move(file));
    estate::emit(estate, writer);
    ARABLE_TRY(finished, writer.finish());
    static_cast<void>(finished);
    written.push_back(metrics);
    for (const estate::ObjectFile& object : estate::objects(estate)) {
        ARABLE_TRY(done, write(object.name, object.text));
        static_cast<void>(done);
    }
    ARABLE_TRY(prices, write("prices.csv", estate::prices(estate)));
    static_cast<void>(prices);
    ARABLE_TRY(truth, write("truth.json", codec::truth_json(estate::truth(estate))));
    static_cast<void>(truth);
    return written;
}

Result<std::vector<std::string>> export_estate(const estate::EstateSpec& spec, const std::string& directory,
                                               bool compress, Progress& progress) {
    ARABLE_TRY(made, estate::build(spec));
    // Kinds have parts that they cannot do without.
    if (const auto gpus = static_cast<int>(made.gpus.size()); gpus > spec.gpus)
        progress.warn(
            fmt::format("{} GPUs instead of the {} asked for: the kind {} is made of whole nodes, one or more "
                        "of each that it shows",
                        gpus, spec.gpus, spec.kind));
    return export_estate(made, directory, compress, progress);
}

std::span<const std::string_view> estate_kinds() { return estate::kinds(); }

}  // namespace arable::app
