// A snapshot from a stranger: a clear error that says where, never a crash, never more than a bounded cost.

#include "app/snapshot_fixture.h"
#include "codec/bytes.h"
#include "codec/folded_block.h"
#include "codec/snapshot_lines.h"

namespace arable::app {
namespace {

const std::string& packed() {
    static const std::string bytes =
        snapshot_of(estate_of("mig", days(1), minutes(5)), minute_settings(days(1)), {.version = "1"});
    return bytes;
}

std::string error_of(const std::string& bytes) {
    auto prepared = read_packed(bytes);
    return prepared ? "no error" : prepared.error().message;
}

Result<Prepared> read_plain(const std::string& text) {
    wire::MemorySource source(text);
    return read_snapshot(source, std::size_t{1} << 20U);
}

// What every audit promises, whatever it is of.
void expect_sound(const diagnose::Audit& audit) {
    std::int64_t classes = 0;
    for (const diagnose::ClassAmount& row : audit.accounting) {
        EXPECT_GE(row.gpu_ms, 0);
        classes += row.gpu_ms;
    }
    EXPECT_EQ(classes, audit.capacity.gpu_ms);
    std::int64_t causes = 0;
    for (const std::int64_t ms : audit.waits.by_cause) {
        EXPECT_GE(ms, 0);
        causes += ms;
    }
    EXPECT_EQ(causes, audit.waits.gpu_ms);
    for (const diagnose::Wait& wait : audit.waits.waits) EXPECT_GE(wait.gpu_ms, 0);
}

TEST(HostileSnapshot, ThatIsCutSaysWhere) {
    const std::string text = unpacked(packed());
    const auto cut = [&](std::size_t bytes) {
        const auto prepared = read_plain(text.substr(0, bytes));
        return prepared ? "no error" : prepared.error().message;
    };
    EXPECT_EQ(cut(0), "the header: the file ends too early");
    EXPECT_EQ(cut(text.find('\n') + 5).find("node 1 of "), 0U);
    EXPECT_NE(cut(text.size() - 300).find("ends too early"), std::string::npos);
    EXPECT_EQ(cut(text.size() - 1), "the end: the file ends too early");
    EXPECT_EQ(read_plain(text + "more").error().message, "the end: it does not end where it should");
    for (std::size_t i = 0; i < 200; ++i) EXPECT_FALSE(read_plain(text.substr(0, i * text.size() / 200))) << i;
    for (std::size_t i = 0; i < 50; ++i)
        EXPECT_NE(error_of(packed().substr(0, i * packed().size() / 50)), "no error") << i;
}

TEST(HostileSnapshot, WithAWrongByteIsRefused) {
    for (std::size_t i = 0; i < 100; ++i) {
        std::string wrong = packed();
        wrong[wrong.size() * i / 100] = static_cast<char>(wrong[wrong.size() * i / 100] ^ 0x10);
        EXPECT_NE(error_of(wrong), "no error") << i;
    }
}

// Without the checksum: whatever is accepted can be diagnosed.
TEST(HostileSnapshot, ThatIsAcceptedCanBeDiagnosed) {
    const std::string text = unpacked(packed());
    int accepted = 0;
    for (std::size_t i = 0; i < 300; ++i) {
        std::string wrong = text;
        wrong[text.size() * i / 300] = static_cast<char>('0' + i % 10);
        auto prepared = read_plain(wrong);
        if (!prepared) continue;
        ++accepted;
        expect_sound(audit_of(std::move(*prepared), minute_settings(days(1))));
    }
    EXPECT_GT(accepted, 0);
}

TEST(HostileSnapshot, ThatIsSomethingElseSaysSo) {
    EXPECT_EQ(error_of("<html></html>\n"), "this is no snapshot: its first line names no schema");
    EXPECT_EQ(error_of("{\"schema\":\"arable.report/v1\"}\n"),
              "its schema is 'arable.report/v1'; this program reads 'arable.snapshot/v1'");
    EXPECT_EQ(error_of(std::string(1000, '\0')), "the header: the file ends too early");
}

// 100 GB of blanks in some MB: refused after 64 MiB.
TEST(HostileSnapshot, OfOneEndlessLineIsRefused) {
    class Blanks final : public wire::ByteSource {
      public:
        Result<std::size_t> read(std::span<char> into) override {
            std::ranges::fill(into, ' ');
            given += into.size();
            return into.size();
        }
        std::size_t given = 0;
    };
    Blanks blanks;
    const auto prepared = read_snapshot(blanks, 0);
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().message, "the header: a line is longer than 64 MiB");
    EXPECT_LT(blanks.given, std::size_t{66} << 20U);
}

TEST(HostileSnapshot, ThatAnnouncesMoreThanItHoldsCostsNothing) {
    const std::string text = unpacked(packed());
    std::size_t signals = 0;  // where the first block begins: after the last line
    for (std::size_t at = text.find("\n{\"price\""); at != std::string::npos; at = text.find("\n{\"price\"", at + 1))
        signals = at + 1;
    ASSERT_GT(signals, 0U);
    signals = text.find('\n', signals) + 1;
    for (const auto& [length, says] : {std::pair(std::uint64_t{1} << 40U, "it is larger than 256 MiB"),
                                       std::pair(std::uint64_t{200} << 20U, "the file ends too early")}) {
        std::string wrong = text.substr(0, signals);
        codec::put_number(wrong, length);
        const auto prepared = read_plain(wrong);
        ASSERT_FALSE(prepared);
        EXPECT_EQ(prepared.error().message, std::string("block 1 of 3: ") + says);
    }
}

// Rows that are all alike cost no bytes: 10 KB announce 2^24 of them, for which the window has room.
TEST(HostileSnapshot, OfManyRowsInFewBytesIsRefusedAtTheFirst) {
    codec::SnapshotValues values;
    values.timeline.window = {Time{0}, Time{0} + days(7300)};
    values.timeline.asked = days(7300);
    values.timeline.step = minutes(1);
    values.timeline.gpus.resize(96);
    diagnose::Folded folded;
    folded.window = values.timeline.window;
    for (std::uint32_t g = 0; g < 96; ++g) {
        values.timeline.gpus[g].name = std::to_string(g);
        folded.lanes.push_back({.gpu = model::GpuIx{g}, .during = folded.window});
    }
    const std::string head = codec::encode_folded(folded, 0);
    codec::ByteReader in(head);
    std::string text;
    const auto put_block = [&](const std::string& block) {
        codec::put_number(text, block.size());
        text += block;
    };
    values.header.blocks = 1 + 1024;
    ASSERT_TRUE(codec::write_lines(values, [&](std::string_view line) -> Result<Done> {
        text.append(line) += '\n';
        return Done{};
    }));
    std::string announced;
    for (int i = 0; i < 2; ++i) codec::put_number(announced, in.number());
    static_cast<void>(in.number());
    codec::put_number(announced, std::uint64_t{1} << 24U);
    put_block(announced + head.substr(head.size() - in.left()));
    std::string rows;
    codec::put_number(rows, 16384);
    rows.append(48, '\0');  // a byte a column: 0
    for (int i = 0; i < 1024; ++i) put_block(rows);
    const auto prepared = read_plain(text);
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().message, "block 2 of 1025: rows 1 and after are damaged");
}

}  // namespace
}  // namespace arable::app
