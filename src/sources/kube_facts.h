#pragma once
// Kubernetes objects of one dump -> Facts. A dump is a picture: it knows when things were created, bound and finished,
// and what is true at `seen_at`, the latest time in any of its objects (dumps carry no time of their own).

#include <string>
#include <string_view>

#include "kube/objects.h"
#include "sources/facts.h"

namespace arable::sources {

// `cluster`: what the caller knows, "" = not named. Never fails: what cannot be read is a gap of the dump.
Facts interpret_objects(const kube::Objects& objects, std::string_view cluster, std::string_view file_name);

}  // namespace arable::sources
