// The same input in any order of files, cut in any way and on any number of threads, gives the same bytes.

#include "app/audit_fixture.h"
#include "codec/report_json.h"

namespace arable::app {
namespace {

std::string_view series_part(std::string_view line) {
    // <series> <value> <time>: both have no blanks.
    return line.substr(0, line.rfind(' ', line.rfind(' ') - 1));
}

double time_part(std::string_view line) { return std::stod(std::string(line.substr(line.rfind(' ') + 1))); }

// Cuts a dump into texts: by series (`ways`), and each of those in two halves of time. Comments go into all.
std::vector<std::string> cut(const std::string& dump, std::size_t ways) {
    std::vector<std::string> parts(2 * ways);
    double first = 1e300;
    double last = 0.0;
    std::istringstream lines(dump);
    std::string line;
    while (std::getline(lines, line)) {
        if (line.starts_with('#')) continue;
        first = std::min(first, time_part(line));
        last = std::max(last, time_part(line));
    }
    const double middle = (first + last) / 2.0;
    lines = std::istringstream(dump);
    while (std::getline(lines, line)) {
        if (line == "# EOF") continue;
        if (line.starts_with('#')) {
            for (std::string& part : parts) part += line + "\n";
            continue;
        }
        const std::size_t way = std::hash<std::string_view>{}(series_part(line)) % ways;
        parts[2 * way + (time_part(line) < middle ? 0 : 1)] += line + "\n";
    }
    for (std::string& part : parts) part += "# EOF\n";
    return parts;
}

class FileOrder : public testing::TestWithParam<std::string_view> {
  protected:
    void SetUp() override {
        const auto estate = estate::build(small_spec(GetParam()));
        ASSERT_TRUE(estate) << estate.error().message;
        Progress silent;
        const auto files = export_estate(*estate, folder_.path(), false, silent);
        ASSERT_TRUE(files) << files.error().message;
        whole_ = inputs_of(*files);
        parts_ = cut(text_of(whole_.metrics.front()), 3);
        cut_ = whole_;
        cut_.metrics.clear();
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            cut_.metrics.push_back(folder_ / ("part-" + std::to_string(i) + ".txt"));
        }
        place({0, 1, 2, 3, 4, 5});
    }

    // Which part is in which file.
    void place(const std::array<std::size_t, 6>& order) {
        for (std::size_t i = 0; i < order.size(); ++i) write_text(cut_.metrics[i], parts_[order[i]]);
    }

    static std::string report(const Inputs& inputs, unsigned threads) {
        Progress silent;
        const auto audited = audit(inputs, settings_on(threads), silent);
        EXPECT_TRUE(audited) << audited.error().message;
        return audited ? codec::report_json(*audited) : std::string();
    }

    Folder folder_;
    Inputs whole_;
    Inputs cut_;
    std::vector<std::string> parts_;
};

TEST_P(FileOrder, AndThreadsDoNotChangeAByte) {
    const std::string one = report(cut_, 1);
    ASSERT_GT(one.size(), 1000U);
    EXPECT_EQ(one, report(cut_, 2));
    Inputs turned = cut_;
    std::reverse(turned.metrics.begin(), turned.metrics.end());
    std::reverse(turned.objects.begin(), turned.objects.end());
    EXPECT_EQ(one, report(turned, 2));
    // The same names hold other parts now: what is read first is what was read last.
    place({5, 4, 3, 2, 1, 0});
    EXPECT_EQ(one, report(cut_, 1));
    place({3, 0, 5, 2, 1, 4});
    EXPECT_EQ(one, report(cut_, 2));
}

TEST_P(FileOrder, CutOrWholeIsTheSameDiagnosis) {
    Progress silent;
    const auto whole = audit(whole_, settings_on(1), silent);
    const auto parts = audit(cut_, settings_on(1), silent);
    ASSERT_TRUE(whole && parts);
    // Only the names of the files and their number may differ.
    auto same = *parts;
    same.sources = whole->sources;
    same.inputs_named = whole->inputs_named;
    EXPECT_EQ(codec::report_json(*whole), codec::report_json(same));
}

TEST_P(FileOrder, InProcessAndFromFilesAgree) {
    const auto estate = estate::build(small_spec(GetParam()));
    ASSERT_TRUE(estate);
    Progress silent;
    const auto direct = audit(*estate, settings_on(1), silent);
    const auto read = audit(whole_, settings_on(1), silent);
    ASSERT_TRUE(direct && read);
    EXPECT_EQ(direct->capacity.gpu_ms, read->capacity.gpu_ms);
    EXPECT_EQ(direct->waits.by_cause, read->waits.by_cause);
    ASSERT_EQ(direct->accounting.size(), read->accounting.size());
    for (std::size_t c = 0; c < direct->accounting.size(); ++c) {
        EXPECT_EQ(direct->accounting[c].gpu_ms, read->accounting[c].gpu_ms) << name(direct->accounting[c].cls);
        EXPECT_EQ(direct->accounting[c].curable, read->accounting[c].curable) << name(direct->accounting[c].cls);
    }
    ASSERT_EQ(direct->findings.size(), read->findings.size());
    for (std::size_t i = 0; i < direct->findings.size(); ++i) {
        EXPECT_EQ(direct->findings[i].statement, read->findings[i].statement);
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, FileOrder, testing::Values("stranded", "autoscaled", "mig"), [](const auto& kind) {
    std::string name(kind.param);
    std::erase(name, '-');
    return name;
});

}  // namespace
}  // namespace arable::app
