#include "base/text.h"

#include <gtest/gtest.h>

namespace arable {
namespace {

// Writes decimals with a comma and knows two templates.
std::string_view to_test(std::string_view english) {
    if (english == "{} of {} held {}") return "{2} retenus par {0} sur {1}";
    if (english == "{} GPUs") return "{} cartes";
    return english;
}
const Tongue kTest{.translate = to_test, .point = ",", .group = " "};

TEST(Text, IsWordsOnlyWhenShown) {
    const Text found = text("{} of {} held {}", "chat", Decimal{1234.56, 1}, plural(4, "{} GPU", "{} GPUs"));
    EXPECT_EQ(found.english(), "chat of 1234.6 held 4 GPUs");
    EXPECT_EQ(found.in(kTest), "4 cartes retenus par chat sur 1234,6");
}

TEST(Text, GroupsCountsAsTheTongueDoes) {
    EXPECT_EQ(text("{}", 1234567).english(), "1,234,567");
    EXPECT_EQ(text("{}", 1234567).in(kTest), "1 234 567");
    EXPECT_EQ(text("{}", std::uint16_t{7}).english(), "7");
}

TEST(Text, WritesFiguresThatAreWordsAlreadyAsTheTongueDoes) {
    const Text share = text("{}", Figure{"< 1,234.5 %"});
    EXPECT_EQ(share.english(), "< 1,234.5 %");
    EXPECT_EQ(share.in({.translate = to_test, .point = ",", .group = "'", .unit = "_"}), "<_1'234,5_%");
    EXPECT_EQ(text("{}", "1,234.5 %").in(kTest), "1,234.5 %");  // a name is no figure
}

TEST(Text, WordsOfATableAreTranslatedLikeTemplates) {
    constexpr std::string_view kWords = translatable("{} GPUs");
    EXPECT_EQ(wording(kWords).in({.translate = [](std::string_view) { return std::string_view("cartes"); }}), "cartes");
    EXPECT_EQ(wording("held").english(), "held");
}

TEST(Text, NamesAreNeverTranslatedNorFormatted) {
    const Text name = std::string("{} GPUs");
    EXPECT_EQ(name.in(kTest), "{} GPUs");
    EXPECT_EQ(text("{} of {} held {}", name, "{0}", "c").in(kTest), "c retenus par {} GPUs sur {0}");
}

TEST(Text, ChoosesTheNumberOfTheNoun) {
    EXPECT_EQ(plural(1, "{} GPU", "{} GPUs").english(), "1 GPU");
    EXPECT_EQ(plural(0, "{} GPU", "{} GPUs").english(), "0 GPUs");
}

TEST(Text, IsGluedFromWholeClauses) {
    Text all = text("a");
    EXPECT_TRUE(Text().empty());
    all += Text();
    all += text(" and {}", "b");
    EXPECT_EQ(all.english(), "a and b");
    EXPECT_EQ(joined({"a", "b", "c"}, ", ", text(" or ")).english(), "a, b or c");
    EXPECT_EQ(joined({"a"}, ", ", text(" or ")).english(), "a");
}

}  // namespace
}  // namespace arable
