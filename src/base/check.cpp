#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace arable {

void check_failed(const char* expression, const char* file, int line) {
    std::fprintf(stderr, "arable: internal check failed: %s at %s:%d\n", expression, file, line);
    std::abort();
}

}  // namespace arable
