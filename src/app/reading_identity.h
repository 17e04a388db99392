#pragma once
// What makes two readings of a server the same one, so that the answers of one serve the other (--resume).

#include <string>

#include "app/inputs.h"
#include "base/result.h"

namespace arable::app {

// One line: the address, who asks it (by names alone: no password, token or key), tenant headers, and what is asked.
// Credentials choose the tenant at many servers, so that another user or token is another reading; a token that was
// renewed is not. Headers other than those of tenants may hold secrets and are left out.
Result<std::string> reading_identity(const PrometheusServer& server, const Settings& settings);

}  // namespace arable::app
