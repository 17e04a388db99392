#include "arable/version_text.h"

#include <fmt/format.h>

#include "app/build_facts.h"
#include "app/version.h"

namespace arable::cmd {

std::string version_text() {
    return fmt::format("arable {}\ncommit:    {}\nbuilt:     {}, {}, for {}\nlibraries: {}: {}", app::kVersion,
                       app::kCommit.empty() ? "not known" : app::kCommit, app::kCompiler, app::kBuildType, app::kTarget,
                       app::kLinkage, app::kLibraries);
}

}  // namespace arable::cmd
