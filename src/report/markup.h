#pragma once
// Text made safe for a page.

#include <string>
#include <string_view>

namespace arable::report {

// Safe between tags and in double-quoted attributes: & < > " ' become entities. What could deceive a reader becomes
// visible: control characters as "?" like on a terminal, bytes that are no UTF-8, controls of writing direction and
// other invisible characters as U+FFFD.
std::string escaped(std::string_view text);

}  // namespace arable::report
