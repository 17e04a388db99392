#pragma once
// Checkup -> Doctor JSON (`arable.doctor/v1`, api/doctor.schema.json).

#include <string>

#include "diagnose/checkup.h"

namespace arable::codec {

inline constexpr const char* kDoctorSchema = "arable.doctor/v1";

// Pretty-printed by two blanks, one trailing newline.
std::string checkup_json(const diagnose::Checkup& checkup);

}  // namespace arable::codec
