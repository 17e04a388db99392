#pragma once
// The GPU product table: what a card of one kind has. Keyed by the spellings that drivers, exporters and node labels
// use.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "model/mig.h"

namespace arable::model {

struct Product {
    std::string id;                   // "H100-SXM5-80GB": stable, used in reports and price lists
    std::string family;               // "H100"
    Bytes memory;                     // marketing size, 80 GiB
    Bytes usable;                     // what the driver gives out of it, in all; never more than that
    int sms = 0;                      // 0: not known
    double idle_watts = 0.0;          // typical board power with nothing running; 0: not known
    double max_watts = 0.0;           // power limit; 0: not known
    double pcie_bytes_per_s = 0.0;    // usable host link, one way; 0: not known
    double nvlink_bytes_per_s = 0.0;  // both directions together; 0: none or not known
    std::optional<MigGeometry> mig;   // absent: the product has no MIG
};

// All products, sorted by id.
const std::vector<Product>& products();
// Finds by any spelling: "NVIDIA H100 80GB HBM3", "NVIDIA-H100-80GB-HBM3", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb",
// "Tesla-T4-SHARED", "nvidia-l4", "H100-SXM5-80GB". `memory` (of the device, if known) decides between sizes.
// nullptr: unknown product (a gap, never a guess).
const Product* find_product(std::string_view text, std::optional<Bytes> memory = std::nullopt);

}  // namespace arable::model
