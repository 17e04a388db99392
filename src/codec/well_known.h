#pragma once
// Names that say nothing about a site, so that redaction leaves them: what Kubernetes, NVIDIA and clouds call things.

#include <optional>
#include <string_view>

#include "codec/named.h"

namespace arable::codec {

// Whether `name` stays. Labels: see label_rule.
bool is_well_known(std::string_view name, Named what);

struct LabelRule {
    bool key_stays = false;
    std::optional<Named> value;  // absent: the value stays
};
// Keys that placement, products and prices need stay; most of their values do, too.
LabelRule label_rule(std::string_view key);

// A word of a sentence that schedulers, quotas and clouds write.
bool is_plain_word(std::string_view word);

}  // namespace arable::codec
