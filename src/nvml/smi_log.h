#pragma once
// What `nvidia-smi` prints, as plain values. Every "N/A", "Not Supported", "[Unknown Error]" or unreadable field is
// absent, never zero. Nothing is inferred here.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/time.h"
#include "base/units.h"

namespace arable::nvml {

struct SmiMigInstance {
    int gpu_instance = 0;
    std::optional<int> sms;
    std::optional<Bytes> memory_total, memory_used;
};

struct SmiProcess {
    std::optional<std::int64_t> pid;
    std::optional<int> gpu_instance;  // on a MIG GPU
    std::string type;                 // "C", "G", "M+C"
    std::string name;
    std::optional<Bytes> memory;
};

struct SmiGpu {
    std::string pci;   // as printed, "00000000:01:00.0"
    std::string uuid;  // as printed
    std::string product;
    std::optional<int> minor;
    std::optional<bool> mig;  // current MIG mode; absent: the product has none or does not say
    std::vector<SmiMigInstance> instances;
    std::vector<SmiProcess> processes;
    std::optional<Bytes> memory_total, memory_used, memory_free, memory_reserved;
    std::optional<double> gpu_util, memory_util;  // ratio 0-1
    std::optional<double> power_watts;
    std::optional<double> power_limit_watts;
    std::optional<double> sm_clock_hz;
    std::optional<double> temperature;  // degrees Celsius
    // Active ones: "hw_thermal_slowdown", ...; absent: the log does not list them.
    std::optional<std::vector<std::string>> clock_event_reasons;
};

struct SmiLog {
    std::optional<Time> time;  // the file's own local time, taken as UTC: nvidia-smi prints no zone
    std::string host;          // "" when the log does not name it, and that of today's drivers does not
    std::string driver;
    std::string schema;          // "v12", "" when the DTD is not named; "text" of -q, "table" of no option
    std::int64_t attached = -1;  // GPUs the driver counts; -1 when not said
    std::vector<SmiGpu> gpus;
    std::vector<Text> notes;  // fields that were there but could not be read, at most 20
};

}  // namespace arable::nvml
