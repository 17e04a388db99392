#pragma once
// Which series of a Prometheus-compatible server an audit reads: the dialect table turned into selectors. Pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "prom/query_plan.h"

namespace arable::sources {

// A selector for all names that can be in the table, by their beginnings: short, whatever the table holds. `match`:
// further matchers, "" = none.
std::string names_selector(std::string_view match);

// Of the names a server has, those that the table reads, in order; with matchers that leave out only what the ingest
// would leave out too. Numbers of series are not known yet.
std::vector<prom::MetricLoad> wanted_loads(std::span<const std::string> names, std::string_view match);

// A selector for all of the loads' metrics at once.
std::string any_selector(std::span<const prom::MetricLoad> loads, std::string_view match);

// Whether the name is a measurement of GPUs: what an audit cannot do without.
bool measures_gpus(std::string_view metric);

// "{a="b",c=~"d.*"}" or the same without braces, several of them joined: matchers for a selector. Errors say where.
Result<std::string> parse_matchers(std::span<const std::string> selectors);

// The label spellings that name a cluster when none is given, as MetricIngest takes them.
std::span<const std::string_view> cluster_labels();

}  // namespace arable::sources
