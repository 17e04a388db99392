// Audits generated estates in process, without text, and measures the audit by their truth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/pipeline.h"
#include "compare.h"
#include "estate/generate.h"

namespace arable::tests {
namespace {

Result<diagnose::Audit> audit_of(const estate::Estate& estate) {
    app::Settings settings;
    settings.end = estate.window.end;
    settings.window = estate.window.length();
    settings.policy.threads = 2;
    app::Progress silent;
    return app::audit(estate, settings, silent);
}

void print(const estate::Truth& truth, const Score& score) {
    fmt::print("{} seed {}: capacity {:+.2f} %, waited {:+.2f} %\n", truth.kind, truth.seed, 100 * score.capacity_error,
               100 * score.wait_total_error);
    for (const auto& [cls, error] : score.class_error) {
        if (std::abs(error) < 0.005) continue;
        fmt::print("    {:18} {:+.2f} % (truth {:.2f} %)\n", cls, 100 * error,
                   100.0 * static_cast<double>(truth.accounting.at(cls)) / static_cast<double>(truth.gpu_ms));
    }
    for (const auto& [cause, error] : score.wait_error) {
        if (std::abs(error) >= 0.01) fmt::print("    wait {:13} {:+.2f} points\n", cause, 100 * error);
    }
}

void print(const std::map<std::string, KindScore>& kinds) {
    fmt::print("{:22} {:>5} {:>5} {:>6}\n", "kind", "right", "wrong", "missed");
    for (const auto& [kind, s] : kinds) {
        fmt::print("{:22} {:5} {:5} {:6}\n", kind, s.right, s.wrong.size(), s.missed.size());
        const auto some = [](const std::vector<std::string>& names) {
            return std::vector<std::string>(names.begin(),
                                            names.begin() + std::min<std::ptrdiff_t>(4, std::ssize(names)));
        };
        if (!s.wrong.empty()) fmt::print("    wrong  {}\n", fmt::join(some(s.wrong), ", "));
        if (!s.missed.empty()) fmt::print("    missed {}\n", fmt::join(some(s.missed), ", "));
    }
}

// Without optimisation one estate of each kind has to do.
#ifdef __OPTIMIZE__
constexpr std::uint64_t kSeeds = 2;
#else
constexpr std::uint64_t kSeeds = 1;
#endif

Result<Score> judge(const std::string& kind, std::uint64_t seed) {
    // Jobs of a batch queue start within minutes: coarser scrapes cannot see `held.starting`.
    const Duration scrape = kind == "batch-queue" ? minutes(2) : minutes(5);
    ARABLE_TRY(estate, estate::build({.kind = kind, .seed = seed, .scrape = scrape}));
    ARABLE_TRY(audit, audit_of(estate));
    const estate::Truth truth = estate::truth(estate);
    Score score = compare(truth, audit);
    print(truth, score);
    print(score.kinds);
    return score;
}

// Each estate is audited once, by whichever test asks first: no test rests on another having run.
const Result<Score>& score_of(const std::string& kind, std::uint64_t seed) {
    static std::map<std::pair<std::string, std::uint64_t>, Result<Score>> scores;
    const auto found = scores.find({kind, seed});
    return found != scores.end() ? found->second
                                 : scores.emplace(std::pair(kind, seed), judge(kind, seed)).first->second;
}

class EstateKind : public testing::TestWithParam<std::string> {};

TEST_P(EstateKind, IsAccountedForWithinOnePercentAndItsWaitsWithinTwoPoints) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const Result<Score>& score = score_of(GetParam(), seed);
        ASSERT_TRUE(score.has_value()) << score.error().message;
        EXPECT_NEAR(score->capacity_error, 0.0, 0.01);
        EXPECT_NEAR(score->wait_total_error, 0.0, 0.02);
        for (const auto& [cls, error] : score->class_error) EXPECT_NEAR(error, 0.0, 0.01) << cls;
        for (const auto& [cause, error] : score->wait_error) EXPECT_NEAR(error, 0.0, 0.02) << cause;
    }
}

INSTANTIATE_TEST_SUITE_P(Every, EstateKind,
                         testing::ValuesIn(std::vector<std::string>(estate::kinds().begin(), estate::kinds().end())),
                         [](const auto& kind) {
                             std::string name = kind.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(Findings, AreRightInNineOfTenOfEachKindAndInNineteenOfTwentyTogether) {
    std::map<std::string, KindScore> kinds;
    for (const std::string_view kind : estate::kinds()) {
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
            const Result<Score>& score = score_of(std::string(kind), seed);
            ASSERT_TRUE(score.has_value()) << kind << ": " << score.error().message;
            add(kinds, score->kinds);
        }
    }
    print(kinds);
    // A kind that no estate holds would pass by not being there.
    for (std::size_t k = 0; k < diagnose::kFindingKinds; ++k) {
        const std::string kind(diagnose::name(static_cast<diagnose::FindingKind>(k)));
        ASSERT_TRUE(kinds.contains(kind)) << kind << ": no estate has one";
        const KindScore& s = kinds.at(kind);
        if (kSeeds > 1) {
            EXPECT_GE(s.right + std::ssize(s.missed), 10) << kind << ": too few subjects to be a measure";
        }
        EXPECT_GE(s.precision(), 0.90) << kind;
        EXPECT_GE(s.recall(), 0.90) << kind;
    }
    EXPECT_EQ(kinds.size(), diagnose::kFindingKinds) << "the truth knows a kind that the audit does not";
    const KindScore all = total(kinds);
    EXPECT_GE(all.precision(), 0.95);
    EXPECT_GE(all.recall(), 0.95);
}

}  // namespace
}  // namespace arable::tests
