#pragma once
// The commands of the binary: each adds itself to the command line and answers with an exit code:
// 0 done, 1 failed, 2 usage, 3 done but an input could not be read or more than --max-gaps is unknown.

#include <functional>
#include <memory>

namespace CLI {
class App;
}

namespace arable::cmd {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kGaps = 3;

// Returns what to run when the command was chosen; it keeps the parsed options alive.
std::function<int()> add_audit(CLI::App& app);
std::function<int()> add_compare(CLI::App& app);
std::function<int()> add_doctor(CLI::App& app);
std::function<int()> add_explain(CLI::App& app);
std::function<int()> add_generate(CLI::App& app);
std::function<int()> add_manual(CLI::App& app);
std::function<int()> add_plan(CLI::App& app);
std::function<int()> add_completion(CLI::App& app);
std::function<int()> add_snapshot(CLI::App& app);

}  // namespace arable::cmd
