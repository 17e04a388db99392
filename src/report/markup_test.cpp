#include "report/markup.h"

#include <gtest/gtest.h>

namespace arable::report {
namespace {

using namespace std::string_literals;

TEST(Markup, LeavesWordsOfAllLanguagesAlone) {
    EXPECT_EQ(escaped("GPU-hours"), "GPU-hours");
    EXPECT_EQ(escaped("réservé, 12,3 %"), "réservé, 12,3 %");
    EXPECT_EQ(escaped("集群 🚀 עברית"), "集群 🚀 עברית");
    EXPECT_EQ(escaped("1\u202f234\u00a0%"), "1\u202f234\u00a0%");
    EXPECT_EQ(escaped(""), "");
}

TEST(Markup, MakesMarkupHarmless) {
    EXPECT_EQ(escaped("<script>alert(1)</script>"), "&lt;script&gt;alert(1)&lt;/script&gt;");
    EXPECT_EQ(escaped("\" onload='x' &amp;"), "&quot; onload=&#39;x&#39; &amp;amp;");
    EXPECT_EQ(escaped("]]>--></style>"), "]]&gt;--&gt;&lt;/style&gt;");
}

TEST(Markup, ShowsControlCharactersAsQuestionMarks) {
    EXPECT_EQ(escaped("a\nb\tc\x1b[31m\x7f"), "a?b?c?[31m?");
    EXPECT_EQ(escaped("nul\0byte"s), "nul?byte");
}

TEST(Markup, ShowsInvisibleAndDirectionCharacters) {
    EXPECT_EQ(escaped("a\u202Etxt.exe"), "a\uFFFDtxt.exe");
    EXPECT_EQ(escaped("\u2066x\u2069\u200F\u200B\uFEFF\u2028"), "\uFFFDx\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(escaped("\u009b31m"), "\uFFFD31m");
    EXPECT_EQ(escaped("\U000E0041"), "\uFFFD");
    EXPECT_EQ(escaped("\uFFFE"), "\uFFFD");
}

TEST(Markup, ReplacesWhatIsNoUtf8) {
    EXPECT_EQ(escaped("\xff"), "\uFFFD");
    EXPECT_EQ(escaped("a\xC3"), "a\uFFFD");                              // cut off
    EXPECT_EQ(escaped("\xC0\xBC"), "\uFFFD\uFFFD");                      // "<" in two bytes
    EXPECT_EQ(escaped("\xE0\x80\xBC"), "\uFFFD\uFFFD\uFFFD");            // and in three
    EXPECT_EQ(escaped("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");            // half of a pair
    EXPECT_EQ(escaped("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // above U+10FFFF
    EXPECT_EQ(escaped("\xC3<b>"), "\uFFFD&lt;b&gt;");                    // does not swallow what follows
}

}  // namespace
}  // namespace arable::report
