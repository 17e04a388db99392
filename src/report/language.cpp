#include "report/language.h"

namespace arable::report {

std::optional<Language> language_of(std::string_view tag) {
    if (tag == "en") return Language::english;
    if (tag == "fr") return Language::french;
    return std::nullopt;
}

std::string_view tag(Language language) { return language == Language::french ? "fr" : "en"; }

const Tongue& tongue(Language language) {
    static const Tongue kEnglish = arable::english();
    // A narrow no-break space between thousands, a comma before decimals: as printed in France.
    static constexpr Tongue kFrench{.translate = to_french, .point = ",", .group = "\u202f", .unit = "\u00a0"};
    return language == Language::french ? kFrench : kEnglish;
}

}  // namespace arable::report
