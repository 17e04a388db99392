#pragma once
// The logs of nvidia-smi in whichever form they were kept: XML (`-q -x`), text (`-q`) or the table that it prints
// without options. The form is known by the content.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "nvml/smi_log.h"

namespace arable::nvml {

// All logs in the text, in its order. A file that holds both texts and tables is read by its texts: they say more.
// What stands between logs is skipped. At most 64 MiB; an error when there is no log at all.
Result<std::vector<SmiLog>> parse_smi(std::string_view text);

}  // namespace arable::nvml
