#include "report/terms.h"

#include <gtest/gtest.h>

#include "report/language.h"

namespace arable::report {
namespace {

TEST(Terms, AreWordsAndNamesAreNot) {
    EXPECT_EQ(term("duty cycle").english(), "duty cycle");
    EXPECT_EQ(term("duty cycle").in(tongue(Language::french)), "taux d’activité");
    EXPECT_EQ(term("claims").in(tongue(Language::french)), "réservations");
    // "free already" is a sentence of the report, but here it can only be somebody's name.
    EXPECT_EQ(term("free already").in(tongue(Language::french)), "free already");
}

}  // namespace
}  // namespace arable::report
