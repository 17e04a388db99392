#pragma once
// The few node types that estates are built from, as exporters and clouds print them. Own figures on purpose: truth
// must not rest on the product table that it tests.

#include <cstdint>
#include <string_view>

namespace arable::estate {

struct Hardware {
    std::string_view key;          // "a100-80"
    std::string_view model_name;   // DCGM modelName
    std::string_view gfd_product;  // nvidia.com/gpu.product
    std::string_view family;       // nvidia.com/gpu.family
    std::string_view instance_type;
    std::string_view list_name;  // gpu_name of price lists
    double hourly_usd = 0.0;     // whole instance, us-east-1
    double memory_mib = 0.0;     // of one card
    double idle_watts = 0.0;
    double max_watts = 0.0;
    double link_bytes_per_s = 0.0;  // usable host link, one way
    double clock_mhz = 0.0;
    int gpus = 0;
    int sms = 0;
    int mig_sms = 0;  // that MIG can reach; 0: no MIG
    std::int64_t cpu_milli = 0;
    std::int64_t memory_gib = 0;
};

enum class HardwareKind : std::uint8_t { a100_80, a100_40, h100, l4, t4 };
const Hardware& hardware(HardwareKind kind);

}  // namespace arable::estate
