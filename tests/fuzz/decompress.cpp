// gzip and zstd: the same bytes come out whatever the size of the reader's buffer, and an error stays an error.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "wire/decompress.h"

namespace {

struct Outcome {
    std::string bytes;
    bool failed = false;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Reads at most 1 MiB: a bomb must not hold the fuzzer up.
Outcome read_in_steps(std::string_view input, std::size_t step) {
    const auto source = arable::wire::decompressed(std::make_unique<arable::wire::MemorySource>(input));
    std::vector<char> buffer(step);
    Outcome outcome;
    while (outcome.bytes.size() < (std::size_t{1} << 20U)) {
        const auto got = source->read(buffer);
        if (!got || *got == 0) {
            outcome.failed = !got;
            return outcome;
        }
        if (*got > buffer.size()) std::abort();
        outcome.bytes.append(buffer.data(), *got);
    }
    outcome.bytes.resize(std::size_t{1} << 20U);
    return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(bytes), size);
    const Outcome large = read_in_steps(input, 64U << 10U);
    if (!(read_in_steps(input, 97) == large)) std::abort();
    return 0;
}
