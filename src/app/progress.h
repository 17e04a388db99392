#pragma once
// Port: how far long work is. Implemented on a terminal by `cmd`, by nothing in tests.

#include <cstdint>
#include <string_view>

namespace arable::app {

class Progress {
  public:
    virtual ~Progress() = default;
    // A new stage; `total` of 0: not known in advance.
    virtual void stage(std::string_view /*name*/, std::uint64_t /*total*/) {}
    virtual void done(std::uint64_t /*so_far*/) {}
    // Something the user should know at once (a file that cannot be read).
    virtual void warn(std::string_view /*text*/) {}
    // Something that must not be missed: an input of which nothing is used.
    virtual void alarm(std::string_view /*text*/) {}
};

}  // namespace arable::app
