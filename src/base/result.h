#pragma once
// Result<T>: a value, or an Error that a user can act on.
//
//   Result<int> parse_port(std::string_view text);
//   ARABLE_TRY(port, parse_port(text));   // returns the Error from the enclosing function, else defines `port`

#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace arable {

enum class ErrorCode {
    invalid_input,  // the text or value itself is wrong
    truncated,      // the input ends too early
    not_found,      // a file, object or name that was asked for is not there
    io,             // the operating system refused
    limit,          // an input is larger than what we agree to read
    unsupported,    // well formed, but of a kind that cannot be used here
    infeasible,     // no answer exists
    internal,       // a bug of ours
};

std::string_view name(ErrorCode code);

// `message` says what happened, where (file, line or object), and what to do next.
struct Error {
    ErrorCode code = ErrorCode::internal;
    std::string message;

    // The same error, seen from further out: "outer: message".
    Error within(std::string_view outer) const;
    friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = tl::expected<T, Error>;

// For functions that return nothing but can fail.
struct Done {
    friend bool operator==(const Done&, const Done&) = default;
};

inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
    return tl::unexpected<Error>(Error{code, std::move(message)});
}

}  // namespace arable

#define ARABLE_JOIN_(a, b) a##b
#define ARABLE_JOIN(a, b) ARABLE_JOIN_(a, b)
// Evaluates `expr` (a Result); on error returns it from the enclosing function, else binds its value to `name`.
#define ARABLE_TRY(name, expr)                                             \
    auto&& ARABLE_JOIN(arable_try_, __LINE__) = (expr);                    \
    if (!ARABLE_JOIN(arable_try_, __LINE__)) {                             \
        return tl::unexpected(ARABLE_JOIN(arable_try_, __LINE__).error()); \
    }                                                                      \
    auto&& name = *ARABLE_JOIN(arable_try_, __LINE__)
