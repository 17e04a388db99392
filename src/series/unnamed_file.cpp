#include "series/unnamed_file.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace arable::series {

std::string folder_or_default(const std::string& directory) {
    if (!directory.empty()) return directory;
    std::error_code ignored;  // then the folder is empty and opening the file says so
    return std::filesystem::temp_directory_path(ignored).string();
}

int open_unnamed_file(const std::string& directory) {
    const std::string folder = folder_or_default(directory);
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0) return file;
    // Not every file system has O_TMPFILE.
    std::string name = folder + "/arable-XXXXXX";
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

}  // namespace arable::series
