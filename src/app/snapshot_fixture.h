#pragma once
// For tests: estates as snapshots and back.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "app/audit_fixture.h"
#include "app/pipeline.h"
#include "app/render.h"
#include "app/snapshot.h"
#include "wire/byte_source.h"
#include "wire/decompress.h"

namespace arable::app {

inline std::string snapshot_of(const estate::Estate& estate, const Settings& settings, const SnapshotOptions& options) {
    Progress silent;
    auto prepared = prepare(estate, settings, silent);
    EXPECT_TRUE(prepared) << prepared.error().message;
    std::string bytes;
    const auto done =
        write_snapshot(std::move(*prepared), settings, options, std::make_unique<wire::MemorySink>(bytes), silent);
    EXPECT_TRUE(done) << done.error().message;
    return bytes;
}

inline std::string unpacked(const std::string& bytes) {
    const auto source = wire::decompressed(std::make_unique<wire::MemorySource>(bytes));
    auto text = wire::read_all(*source, std::size_t{1} << 30U);
    EXPECT_TRUE(text) << text.error().message;
    return text.value_or("");
}

inline Result<Prepared> read_packed(const std::string& bytes, std::size_t memory_limit = std::size_t{256} << 20U) {
    const auto source = wire::decompressed(std::make_unique<wire::MemorySource>(bytes));
    return read_snapshot(*source, memory_limit);
}

inline diagnose::Audit audit_of(Prepared prepared, const Settings& settings) {
    Progress silent;
    auto examined = examine(std::move(prepared), settings, silent);
    EXPECT_TRUE(examined) << examined.error().message;
    return examined ? std::move(examined->audit) : diagnose::Audit{};
}

inline diagnose::Audit direct_audit(const estate::Estate& estate, const Settings& settings) {
    Progress silent;
    auto audited = audit(estate, settings, silent);
    EXPECT_TRUE(audited) << audited.error().message;
    return audited.value_or(diagnose::Audit{});
}

inline std::string json_of(const diagnose::Audit& audit) {
    return render(audit, {.format = Format::json, .width = 100, .color = false});
}

inline estate::Estate estate_of(std::string_view kind, Duration length, Duration scrape) {
    auto estate =
        estate::build({.kind = std::string(kind), .seed = 11, .gpus = 16, .length = length, .scrape = scrape});
    EXPECT_TRUE(estate) << estate.error().message;
    return estate.value_or(estate::Estate{});
}

inline Settings minute_settings(Duration window) {
    Settings settings;
    settings.window = window;
    settings.policy.threads = 2;
    settings.read_at = Time{1'793'600'000'000};
    return settings;
}

}  // namespace arable::app
