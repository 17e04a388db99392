#include "wire/authorities.h"

#include <string_view>
#include <system_error>

namespace arable::wire {
namespace {

constexpr std::string_view kBundles[] = {
    "etc/ssl/certs/ca-certificates.crt",                 // Debian, Ubuntu, Arch, Gentoo
    "etc/pki/tls/certs/ca-bundle.crt",                   // Fedora, RHEL
    "etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // RHEL 7
    "etc/ssl/ca-bundle.pem",                             // openSUSE
    "etc/ssl/cert.pem",                                  // others
};

}  // namespace

std::optional<std::filesystem::path> system_authorities(const std::filesystem::path& root) {
    for (const std::string_view bundle : kBundles) {
        const std::filesystem::path file = root / bundle;
        std::error_code error;
        if (std::filesystem::is_regular_file(file, error)) return file;
    }
    return std::nullopt;
}

}  // namespace arable::wire
