#include "base/result.h"

namespace arable {

std::string_view name(ErrorCode code) {
    switch (code) {
        case ErrorCode::invalid_input:
            return "invalid input";
        case ErrorCode::truncated:
            return "truncated";
        case ErrorCode::not_found:
            return "not found";
        case ErrorCode::io:
            return "i/o";
        case ErrorCode::limit:
            return "limit";
        case ErrorCode::unsupported:
            return "unsupported";
        case ErrorCode::infeasible:
            return "infeasible";
        case ErrorCode::internal:
            return "internal";
    }
    return "internal";
}

Error Error::within(std::string_view outer) const { return Error{code, std::string(outer) + ": " + message}; }

}  // namespace arable
