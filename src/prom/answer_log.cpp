#include "prom/answer_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "wire/decompress.h"

namespace arable::prom {
namespace {

constexpr std::string_view kMagic = "arable.answers/v1 ";
constexpr std::size_t kLongestHeader = 8192;
constexpr std::uint64_t kLongestQuestion = 1U << 20U;
constexpr std::uint64_t kLargestBody = 1U << 30U;

// Before each record; in the byte order of the machine, which need not move the file elsewhere.
struct RecordHead {
    std::uint64_t question = 0;  // bytes
    std::uint64_t body = 0;      // bytes
    std::uint64_t hash = 0;      // of both
};

// FNV-1a: tells damage from data, no more.
std::uint64_t hash_of(std::string_view question, std::string_view body) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::string_view part : {question, body}) {
        for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    return hash;
}

std::string reason() { return std::generic_category().message(errno); }

bool read_at(int file, std::int64_t at, std::span<char> into) {
    while (!into.empty()) {
        const ssize_t n = ::pread(file, into.data(), into.size(), at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        into = into.subspan(static_cast<std::size_t>(n));
        at += n;
    }
    return true;
}

bool write_at(int file, std::int64_t at, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::pwrite(file, bytes.data(), bytes.size(), at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
        at += n;
    }
    return true;
}

// Whether this is how a first line for `identity` begins, of a process that ended before it wrote all of it.
bool is_unfinished(std::string_view header, std::string_view identity) {
    if (kMagic.starts_with(header)) return true;
    if (!header.starts_with(kMagic)) return false;
    header.remove_prefix(kMagic.size());
    const std::size_t digits = std::min(header.find_first_not_of("0123456789"), header.size());
    if (digits == header.size()) return true;
    return digits > 0 && header[digits] == ' ' && identity.starts_with(header.substr(digits + 1));
}

// Holds the compressed bytes that it reads from.
class HeldBody final : public wire::ByteSource {
  public:
    explicit HeldBody(std::string bytes)
        : bytes_(std::move(bytes)), plain_(wire::unzstd(std::make_unique<wire::MemorySource>(bytes_))) {}
    Result<std::size_t> read(std::span<char> into) override { return plain_->read(into); }

  private:
    std::string bytes_;
    std::unique_ptr<wire::ByteSource> plain_;
};

}  // namespace

Result<std::unique_ptr<AnswerLog>> AnswerLog::open(const std::string& path, std::string_view identity, Time now) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return fail(ErrorCode::io, fmt::format("{}: {}", path, reason()));
    std::unique_ptr<AnswerLog> log(new AnswerLog(file, path));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        return fail(ErrorCode::invalid_input, fmt::format("{}: another reading uses it at this moment", path));
    }
    struct stat about {};
    if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        return fail(ErrorCode::invalid_input, fmt::format("{}: no plain file", path));
    }
    ARABLE_TRY(ready, about.st_size == 0 ? log->begin(identity, now) : log->go_on(identity, now));
    static_cast<void>(ready);
    return log;
}

AnswerLog::~AnswerLog() { ::close(file_); }

Result<Done> AnswerLog::begin(std::string_view identity, Time now) {
    begun_ = now;
    const std::string header = fmt::format("{}{} {}\n", kMagic, now.ms, identity);
    if (header.size() > kLongestHeader) return fail(ErrorCode::limit, "the reading's description is too long");
    if (!write_at(file_, 0, header)) return fail(ErrorCode::io, fmt::format("{}: {}", path_, reason()));
    end_ = static_cast<std::int64_t>(header.size());
    return Done{};
}

Result<Done> AnswerLog::go_on(std::string_view identity, Time now) {
    struct stat about {};
    if (::fstat(file_, &about) != 0) return fail(ErrorCode::io, fmt::format("{}: {}", path_, reason()));
    std::string header(std::min(kLongestHeader, static_cast<std::size_t>(about.st_size)), '\0');
    if (!read_at(file_, 0, header)) return fail(ErrorCode::io, fmt::format("{}: {}", path_, reason()));
    const std::size_t line = header.find('\n');
    if (line == std::string::npos && is_unfinished(header, identity)) return begin(identity, now);
    if (!header.starts_with(kMagic) || line == std::string::npos) {
        return fail(ErrorCode::invalid_input, fmt::format("{}: holds no answers that Arable kept", path_));
    }
    header.resize(line);
    const char* const end = header.data() + header.size();
    const auto [rest, bad] = std::from_chars(header.data() + kMagic.size(), end, begun_.ms);
    if (bad != std::errc() || rest == end || *rest != ' ') {
        return fail(ErrorCode::invalid_input, fmt::format("{}: its first line is damaged; remove the file", path_));
    }
    const std::string_view held(rest + 1, end);
    if (held != identity) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("{}: holds the answers of another reading ({}; this one is {}): name another file",
                                path_, held, identity));
    }
    return index_from(static_cast<std::int64_t>(line) + 1, about.st_size);
}

Result<Done> AnswerLog::index_from(std::int64_t at, std::int64_t size) {
    for (;;) {
        std::array<char, sizeof(RecordHead)> bytes{};
        RecordHead head;
        if (size - at < static_cast<std::int64_t>(bytes.size()) || !read_at(file_, at, bytes)) break;
        std::memcpy(&head, bytes.data(), bytes.size());
        if (head.question > kLongestQuestion || head.body > kLargestBody) break;
        const std::int64_t body = at + static_cast<std::int64_t>(bytes.size() + head.question);
        const std::int64_t next = body + static_cast<std::int64_t>(head.body);
        std::string question(head.question, '\0');
        if (next > size || !read_at(file_, at + static_cast<std::int64_t>(bytes.size()), question)) break;
        places_[std::move(question)] = {body, head.body, head.hash};
        at = next;
    }
    end_ = at;
    if (at < size && ::ftruncate(file_, at) != 0) {
        return fail(ErrorCode::io, fmt::format("{}: {}", path_, reason()));
    }
    return Done{};
}

std::unique_ptr<wire::ByteSource> AnswerLog::find(std::string_view question) const {
    const auto at = places_.find(question);
    if (at == places_.end()) return nullptr;
    std::string body(at->second.size, '\0');
    if (!read_at(file_, at->second.at, body) || hash_of(question, body) != at->second.hash) return nullptr;
    return std::make_unique<HeldBody>(std::move(body));
}

void AnswerLog::keep(std::string_view question, std::string_view compressed) {
    if (failure_ || question.size() > kLongestQuestion || compressed.size() > kLargestBody) return;
    const RecordHead head{question.size(), compressed.size(), hash_of(question, compressed)};
    std::string record(sizeof head, '\0');
    std::memcpy(record.data(), &head, sizeof head);
    record.append(question).append(compressed);
    if (!write_at(file_, end_, record)) {
        failure_ = Error{ErrorCode::io, fmt::format("{}: {}: no more answers are kept", path_, reason())};
        return;
    }
    places_[std::string(question)] = {end_ + static_cast<std::int64_t>(sizeof head + question.size()),
                                      compressed.size(), head.hash};
    end_ += static_cast<std::int64_t>(record.size());
}

}  // namespace arable::prom
