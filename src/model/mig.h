#pragma once
// MIG geometry as the hardware has it: profiles and legal placements, in memory slices (NVIDIA MIG User Guide
// and -lgip / -lgipp transcripts). Printed names are hints: 1g.10gb is two memory slices on an A100-40 and one on an
// A100-80.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/units.h"

namespace arable::model {

// "3g.40gb", "1g.10gb+me", "2g.12gb.me" (a resource name's spelling), "1c.3g.20gb" split into its parts.
struct MigProfileName {
    int compute_instances = 0;  // the c in "1c.", 0 when not given
    int compute_slices = 0;     // the g
    int gigabytes = 0;
    std::string attributes;  // "", "+me", "+me.all", "-me", "+gfx"
    friend bool operator==(const MigProfileName&, const MigProfileName&) = default;
};
Result<MigProfileName> parse_mig_profile(std::string_view text);
std::string to_text(const MigProfileName& name);

struct MigProfile {
    std::string name;  // canonical, "3g.40gb"
    int compute_slices = 0;
    int memory_slices = 0;
    int sms = 0;              // real SMs of the instance; 0 when nobody has verified them
    Bytes memory;             // usable, as the device prints it
    int most = 0;             // instances of this profile a GPU can hold
    std::vector<int> starts;  // legal first memory slices
    int id = -1;              // what -lgip and -cgi call it; -1: not known
    bool is_printed = true;   // false: `memory` is the name's size, which no device was seen to print
};

// All profiles of one product's lattice.
struct MigGeometry {
    int compute_slices = 0;  // 7, 4 or 2
    int memory_slices = 0;   // 8, 4 or 2
    int mig_sms = 0;         // SMs that MIG mode can reach at most (A100: 98 of 108)
    std::vector<MigProfile> profiles;

    const MigProfile* find(const MigProfileName& name) const;
    // The profile of (compute, memory) slices with these attributes whose printed size is nearest: resolves "7g.79gb"
    // to "7g.80gb" (case: exporters round differently). nullptr when no profile has these compute slices.
    const MigProfile* resolve(const MigProfileName& name) const;
};

struct MigPlacement {
    std::string profile;
    int start = 0;
};
// Whether these instances can exist together (no overlap, legal starts, counts, compute slices). The message says why
// not.
Result<Done> check_layout(const MigGeometry& geometry, std::span<const MigPlacement> placements);

}  // namespace arable::model
