// What a pod asks for, from lines "resource=amount" and "@annotation=text": a size is never negative, and what cannot
// be read says why and has no size.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "sources/resource_names.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(bytes), size);
    std::map<std::string, std::int64_t> resources;
    std::map<std::string, std::string> annotations;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view value = line.substr(equals + 1);
        if (line.front() == '@') {
            annotations.emplace(line.substr(1, equals - 1), value);
            continue;
        }
        std::int64_t amount = 0;
        std::from_chars(value.data(), value.data() + value.size(), amount);
        resources.emplace(line.substr(0, equals), amount);
    }
    const arable::model::DeviceRequest request = arable::sources::read_device_request(resources, annotations);
    using arable::model::DeviceKind;
    if (request.size.value < 0 || request.count < 0) std::abort();
    if ((request.kind == DeviceKind::invalid) == request.why_invalid.empty()) std::abort();
    if (request.kind == DeviceKind::invalid && request.size.value != 0) std::abort();
    return 0;
}
