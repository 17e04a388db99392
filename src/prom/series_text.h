#pragma once
// The part of an exposition line that names a series: up{job="a"}, {"a.b",c="d"}, {__name__="up"}.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "series/labels.h"

namespace arable::prom {

// Where the series text of a line ends; the value follows. npos: an opened brace never closes.
std::size_t end_of_series(std::string_view line);

struct SeriesText {
    series::Labels labels;
    bool replaced_utf8 = false;  // invalid UTF-8 became U+FFFD
};

// Classic and quoted names, the escapes \\, \" and \n (others stay as they are), blanks and tabs between the parts, and
// a trailing comma. `le` of a "_bucket" series becomes the shortest text of its number ("1.0" and "1" are "1"). The
// message of an error is what is wrong, without a place.
Result<SeriesText> parse_series(std::string_view text);

// The text of a quoted string that begins at text[at]; `at` moves behind its closing quote.
Result<std::string> parse_quoted(std::string_view text, std::size_t& at);

}  // namespace arable::prom
