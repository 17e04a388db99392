#pragma once
// The MIG lattices that NVIDIA ships (MIG User Guide, -lgip/-lgipp transcripts). A device's own answer goes before it.

#include <cstdint>

#include "model/mig.h"

namespace arable::model {

enum class MigFamily : std::uint8_t {
    none,
    a30,
    a100_40,
    a100_80,
    h100_80,
    h100_pcie_80,
    h100_94,
    h100_96,
    h20_96,
    h200_141,
    gh200_144,
    b200,
    gb200,
    b300,
    gb300,
    rtx_pro_6000,
    rtx_pro_5000,
    rtx_pro_4500,
};

// Precondition: family != none.
MigGeometry mig_geometry(MigFamily family);

}  // namespace arable::model
