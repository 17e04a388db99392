#pragma once
// Kubernetes objects of one dump -> Facts. A dump is a picture: it knows when things were created, bound and finished,
// and what is true at `seen_at`, the latest time in any of its objects (dumps carry no time of their own).

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kube/objects.h"
#include "sources/facts.h"
#include "sources/kube_claims.h"

namespace arable::sources {

// `cluster`: what the caller knows, "" = not named. `seen_at`: when the caller knows the dump is not older (other files
// of the same picture); the later of it and the objects' own times counts. `claims`: of all dumps of the picture;
// absent: of this one. Never fails: what cannot be read is a gap.
Facts interpret_objects(const kube::Objects& objects, std::string_view cluster, std::string_view file_name,
                        std::optional<Time> seen_at = std::nullopt, const ClaimBook* claims = nullptr);

// Files with no kind of object in common are parts of one picture (kubectl run once a kind): the latest time in any of
// them. Absent when they are pictures of several moments, or none carries a time.
std::optional<Time> one_picture(std::span<const kube::Objects> files);

}  // namespace arable::sources
