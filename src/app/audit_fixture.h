#pragma once
// For the tests of the whole flow: a small generated estate, as files in a folder of its own, and its audit.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/export_estate.h"
#include "app/pipeline.h"
#include "estate/generate.h"

namespace arable::app {

// A new folder that goes when the value goes.
class Folder {
  public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "arable-test-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~Folder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

inline std::string text_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline void write_text(const std::string& file, std::string_view text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    ASSERT_TRUE(out.good()) << file;
}

// One day, scraped every hour: small enough for a test, large enough for every class of the kind.
inline estate::EstateSpec small_spec(std::string_view kind) {
    return {.kind = std::string(kind), .seed = 7, .gpus = 8, .length = days(1), .scrape = hours(1)};
}

inline Settings settings_on(unsigned threads) {
    Settings settings;
    settings.window = days(1);
    settings.policy.step = minutes(10);
    settings.policy.threads = threads;
    settings.read_at = Time{1'793'600'000'000};
    return settings;
}

// What export_estate() wrote, sorted into the options that read it; prices are in, the truth is not.
inline Inputs inputs_of(const std::vector<std::string>& files) {
    Inputs inputs;
    for (const std::string& file : files) {
        const std::string name = std::filesystem::path(file).filename().string();
        if (name.starts_with("metrics")) {
            inputs.metrics.push_back(file);
        } else if (name == "prices.csv") {
            inputs.prices.push_back(file);
        } else if (name != "truth.json") {
            inputs.objects.push_back(file);
        }
    }
    return inputs;
}

}  // namespace arable::app
