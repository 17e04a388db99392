#pragma once
// How far an audit is from the truth of a generated estate.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "diagnose/audit.h"
#include "estate/truth.h"

namespace arable::tests {

struct KindScore {
    int right = 0;                    // in both
    std::vector<std::string> wrong;   // found, not true and not ambiguous
    std::vector<std::string> missed;  // true, not found
    double precision() const;
    double recall() const;
};

struct Score {
    std::map<std::string, double> class_error;  // audit - truth, as a share of capacity
    double capacity_error = 0.0;                // of gpu_ms
    std::map<std::string, double> wait_error;   // audit - truth, of the waited time's share (points / 100)
    double wait_total_error = 0.0;              // of wait_gpu_ms
    std::map<std::string, KindScore> kinds;
};

Score compare(const estate::Truth& truth, const diagnose::Audit& audit);
void add(std::map<std::string, KindScore>& into, const std::map<std::string, KindScore>& more);
KindScore total(const std::map<std::string, KindScore>& kinds);

}  // namespace arable::tests
