#pragma once
// A file of a server's answers, each kept as soon as it is whole: a reading that was interrupted goes on from it and
// asks only for the rest.
//
//   ARABLE_TRY(log, AnswerLog::open("reading.answers", "https://prom/ 30d", now));
//   if (auto body = log->find(question)) …read it
//   log->keep(question, compressed);
//
// Form: a line "arable.answers/v1 <milliseconds UTC> <identity>", then records of (sizes, hash, question, body as
// zstd). What an interruption left unfinished at the end is cut off when the file is opened again; a first line that
// was not finished is written anew. The file is readable by its owner alone, and one process at a time uses it.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "wire/byte_source.h"

namespace arable::prom {

class AnswerLog {
  public:
    // Opens `path`, or begins it at `now`. Errors: io; invalid_input when it is no file of ours, is of another reading
    // (`identity` differs), or is in use. O(answers).
    static Result<std::unique_ptr<AnswerLog>> open(const std::string& path, std::string_view identity, Time now);
    ~AnswerLog();
    AnswerLog(const AnswerLog&) = delete;
    AnswerLog& operator=(const AnswerLog&) = delete;

    // When the reading was begun: the same window is asked for again.
    Time begun() const { return begun_; }
    std::size_t size() const { return places_.size(); }

    // The body of the answer, decompressed while it is read; null when it is not held or is damaged. The bytes live as
    // long as the source.
    std::unique_ptr<wire::ByteSource> find(std::string_view question) const;
    // `compressed`: one zstd frame. Once the file cannot be written, nothing more is kept: failure() says why.
    void keep(std::string_view question, std::string_view compressed);
    const std::optional<Error>& failure() const { return failure_; }

  private:
    struct Place {
        std::int64_t at = 0;  // of the body
        std::uint64_t size = 0;
        std::uint64_t hash = 0;
    };
    AnswerLog(int file, std::string path) : file_(file), path_(std::move(path)) {}
    Result<Done> begin(std::string_view identity, Time now);
    Result<Done> go_on(std::string_view identity, Time now);
    Result<Done> index_from(std::int64_t at, std::int64_t size);

    int file_ = -1;
    std::string path_;
    Time begun_;
    std::int64_t end_ = 0;  // of the last whole record
    std::map<std::string, Place, std::less<>> places_;
    std::optional<Error> failure_;
};

}  // namespace arable::prom
