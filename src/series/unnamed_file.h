#pragma once
// A temporary file that no name leads to: it vanishes with the process, however that ends.

#include <string>

namespace arable::series {

// A descriptor to read and write, closed on exec; -1 and errno on failure. "": the system's folder (TMPDIR).
int open_unnamed_file(const std::string& directory);
// `directory`, or the system's folder for temporary files when it is empty.
std::string folder_or_default(const std::string& directory);

}  // namespace arable::series
