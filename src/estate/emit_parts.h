#pragma once
// The parts of emit(): each writes the series of one kind of exporter.

#include <span>

#include "estate/lanes.h"
#include "series/sample.h"

namespace arable::estate {

void emit_cards(const Estate& estate, std::span<const Lane> lanes, series::SampleSink& sink);  // dcgm-exporter
void emit_kube_pods(const Estate& estate, series::SampleSink& sink);                           // kube-state-metrics
void emit_kube_nodes(const Estate& estate, series::SampleSink& sink);                          // kube-state-metrics
void emit_containers(const Estate& estate, series::SampleSink& sink);                          // cAdvisor
void emit_servers(const Estate& estate, series::SampleSink& sink);                             // vLLM

}  // namespace arable::estate
