#pragma once
// The parts of a report that more than one document writes. Inside `codec` only: this header shows the JSON library.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "diagnose/audit.h"

namespace arable::codec {

// Keys stay in the order in which they are written: reports are read by people too.
using Json = nlohmann::ordered_json;

double seconds_of(Duration d);
// part / whole; null for an empty whole.
Json share(std::int64_t part, std::int64_t whole);
Json optional_json(const std::optional<double>& value);
Json text_or_null(const std::string& text);
Json text_or_null(const Text& text);  // in English
Json texts_json(const std::vector<Text>& texts);

Json curable_json(const diagnose::Curable& curable);
// {"held.empty": 123, ...}: classes that are not zero, in the order of the classes.
Json classes_json(const diagnose::ClassTimes& classes);
// {"micros": 1500000, "currency": "USD"}; null when the price is not known.
Json money_json(const std::optional<Money>& money);
Json monies_json(const std::vector<Money>& monies);

// All causes, in order; `total` is what they add up to.
Json causes_json(const diagnose::WaitTimes& times, std::int64_t total);
Json wait_json(const diagnose::Wait& wait);
// What waited at the only instant that was looked at; null where no input lists it.
Json pending_json(bool seen, const std::vector<diagnose::Wait>& waits);
Json waits_json(const diagnose::Waits& waits);
Json buy_json(const diagnose::Waits& waits);
Json findings_json(const std::vector<diagnose::Finding>& findings);
Json gaps_json(const std::vector<model::Gap>& gaps);
Json sources_json(const std::vector<model::SourceNote>& sources);

}  // namespace arable::codec
