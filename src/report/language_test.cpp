#include "report/language.h"

#include <gtest/gtest.h>

#include "base/figures.h"

namespace arable::report {
namespace {

TEST(Language, KnowsItsTags) {
    EXPECT_EQ(language_of("fr"), Language::french);
    EXPECT_EQ(language_of(tag(Language::english)), Language::english);
    EXPECT_FALSE(language_of("de"));
    EXPECT_FALSE(language_of(""));
}

TEST(Language, FrenchHasItsOwnWordsAndNumbers) {
    const Text held = text("{} GPU-hours", Decimal{12.5, 1});
    EXPECT_EQ(held.in(tongue(Language::english)), "12.5 GPU-hours");
    EXPECT_EQ(held.in(tongue(Language::french)), "12,5 heures-GPU");
    EXPECT_EQ(plural(12345, "{} GPU", "{} GPUs").in(tongue(Language::french)), "12\u202f345\u00a0GPU");
    EXPECT_EQ(duration_text(hours(30)).in(tongue(Language::french)), "1\u00a0j 6\u00a0h");
    EXPECT_EQ(bytes_text(gibibytes(5)).in(tongue(Language::french)), "5\u00a0Gio");
    EXPECT_EQ(shown(Figure{"< 0.1 %"}, tongue(Language::french)), "<\u00a00,1\u00a0%");
    EXPECT_EQ(to_french("no such template"), "no such template");
}

}  // namespace
}  // namespace arable::report
