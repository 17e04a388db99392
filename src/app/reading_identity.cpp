#include "app/reading_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "wire/http_url.h"

namespace arable::app {
namespace {

// Headers by which servers tell tenants apart, in lower case.
constexpr std::array<std::string_view, 7> kTenantHeaders{"x-scope-orgid", "thanos-tenant",    "x-tenant-id", "x-org-id",
                                                         "accountid",     "x-grafana-org-id", "projectid"};

std::string trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

// "name: value" of each, sorted: neither the order nor the case of names makes another reading.
std::vector<std::string> tenants_of(const std::vector<std::string>& headers) {
    std::vector<std::string> tenants;
    for (const std::string& header : headers) {
        const std::size_t colon = std::min(header.find(':'), header.size());
        std::string name = trimmed(std::string_view(header).substr(0, colon));
        std::ranges::transform(name, name.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
        if (std::ranges::find(kTenantHeaders, name) == kTenantHeaders.end()) continue;
        const std::size_t value = std::min(colon + 1, header.size());
        tenants.push_back(fmt::format("{}: {}", name, trimmed(std::string_view(header).substr(value))));
    }
    std::ranges::sort(tenants);
    return tenants;
}

// Who asks. The id of temporary AWS keys changes as they are renewed: with them the region and the address must do.
std::string asker_of(const PrometheusServer& server, const wire::HttpUrl& url) {
    std::string asker;
    const std::string named = server.user_password.substr(0, server.user_password.find(':'));
    if (!server.sigv4_region.empty()) {
        asker += fmt::format(" --aws-sigv4 {}", server.sigv4_region);
        if (server.session_token.empty()) asker += fmt::format(" key {}", named);
    } else if (!named.empty() || !url.user.empty()) {
        asker += fmt::format(" user {}", named.empty() ? url.user : named);
    }
    if (!server.bearer_token_file.empty()) asker += fmt::format(" --bearer-token-file {}", server.bearer_token_file);
    if (!server.bearer_token_command.empty())
        asker += fmt::format(" --bearer-token-command {}", server.bearer_token_command);
    return asker;
}

}  // namespace

Result<std::string> reading_identity(const PrometheusServer& server, const Settings& settings) {
    auto url = wire::parse_url(server.url);
    if (!url) return tl::unexpected(url.error().within("--prometheus"));
    std::string identity =
        fmt::format("{}{} --window {}", url->shown, asker_of(server, *url), format_duration(settings.window));
    if (settings.end) identity += fmt::format(" --end {}", format_rfc3339(*settings.end));
    if (!settings.cluster_label.empty()) identity += fmt::format(" --cluster-label {}", settings.cluster_label);
    for (const std::string& match : server.match) identity += fmt::format(" --match {}", match);
    for (const std::string& tenant : tenants_of(server.headers)) identity += fmt::format(" --header {}", tenant);
    for (char& c : identity) c = c == '\n' ? ' ' : c;
    return identity;
}

}  // namespace arable::app
