#pragma once
// ARABLE_CHECK: a broken invariant of ours (never of the input) stops the program with its place.
// Always on: an audit that goes on after a broken sum is worse than none.

namespace arable {
[[noreturn]] void check_failed(const char* expression, const char* file, int line);
}  // namespace arable

#define ARABLE_CHECK(expression) \
    ((expression) ? static_cast<void>(0) : ::arable::check_failed(#expression, __FILE__, __LINE__))
