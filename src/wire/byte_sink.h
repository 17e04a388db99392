#pragma once
// Where bytes go: files, memory, and zstd compression on top of either.

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arable::wire {

class ByteSink {
  public:
    virtual ~ByteSink() = default;
    virtual Result<Done> write(std::string_view bytes) = 0;
    // Nothing is written after it. What was not finished may be incomplete.
    virtual Result<Done> finish() = 0;
};

// Makes or empties the file. Errors name the path. finish() reports errors that closing finds.
Result<std::unique_ptr<ByteSink>> create_file(const std::string& path);
std::unique_ptr<ByteSink> standard_output();

// Appends to a string that the caller keeps alive.
class MemorySink final : public ByteSink {
  public:
    explicit MemorySink(std::string& out) : out_(out) {}
    Result<Done> write(std::string_view bytes) override {
        out_.append(bytes);
        return Done{};
    }
    Result<Done> finish() override { return Done{}; }

  private:
    std::string& out_;
};

// One zstd frame with a checksum; `level` as zstd counts them, 1 to 19. Finishes `sink` too.
std::unique_ptr<ByteSink> zstd_compressed(std::unique_ptr<ByteSink> sink, int level = 3);

}  // namespace arable::wire
