#pragma once
// Where bytes come from: files, standard input, memory, and decompression on top of any of these.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arable::wire {

class ByteSource {
  public:
    virtual ~ByteSource() = default;
    // Fills at most `into` (not empty) and returns how many bytes; 0 is the end. An error comes only after all bytes
    // before it were given; after 0 or an error the same comes again.
    virtual Result<std::size_t> read(std::span<char> into) = 0;
};

// A file, read from its begin to its end. Errors name the path.
Result<std::unique_ptr<ByteSource>> open_file(const std::string& path);
std::unique_ptr<ByteSource> standard_input();

// Bytes that the caller keeps alive.
class MemorySource final : public ByteSource {
  public:
    explicit MemorySource(std::string_view bytes) : rest_(bytes) {}
    Result<std::size_t> read(std::span<char> into) override;

  private:
    std::string_view rest_;
};

// All bytes up to `limit`; more is an error. For inputs that are read as a whole.
Result<std::string> read_all(ByteSource& source, std::size_t limit);

}  // namespace arable::wire
