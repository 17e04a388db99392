#pragma once
// Dumps carry no time of their own: the latest time in them dates them. A single object from the far future must not.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/time.h"
#include "kube/objects.h"
#include "model/gap.h"

namespace arable::sources {

// Times in the dumps that lie after `near`, or without it more than 366 days after nine tenths of all times, date nothing:
// Objects::latest goes back to the latest other time, and what was created then is left out. Each is told with file,
// object and time. Old times are lawful: objects live for years. names[i] is the file of files[i].
std::vector<model::Gap> settle_times(std::span<kube::Objects> files, std::span<const std::string> names,
                                     std::optional<Interval> near);

}  // namespace arable::sources
