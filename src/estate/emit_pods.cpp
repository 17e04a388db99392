// cAdvisor counters of the pods' containers, and vLLM metrics of serving pods (V0 and V1 spellings).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "estate/emit_parts.h"
#include "estate/generate.h"
#include "estate/scrape.h"

namespace arable::estate {
namespace {

Interval life(const Estate& estate, const Pod& pod) { return {*pod.started, pod.ended.value_or(estate.window.end)}; }

std::vector<series::Label> pod_labels(const Estate& estate, const Pod& pod) {
    return {{"namespace", estate.workloads[pod.workload].ns}, {"pod", pod.name}};
}

// One container in four is restarted once: its counters begin anew.
Time restart_of(const Pod& pod, const Interval& lived) {
    if (drawn(pod.process.key, 0x5E5E, 1) >= 0.25) return kEndOfTime;
    return lived.begin + Duration{static_cast<std::int64_t>(drawn(pod.process.key, 0x5E5E, 2) *
                                                            static_cast<double>(lived.length().ms))};
}

void emit_container(const Estate& estate, const Pod& pod, series::SampleSink& sink) {
    const auto line = [&](std::string_view metric) {
        std::vector<series::Label> labels = pod_labels(estate, pod);
        labels.insert(labels.end(), {{"container", "main"}, {"node", estate.nodes[*pod.node].name}});
        return Line(sink, series::make_labels(std::string(metric), std::move(labels)));
    };
    Line cpu = line("container_cpu_usage_seconds_total");
    Line periods = line("container_cpu_cfs_periods_total");
    Line throttled = line("container_cpu_cfs_throttled_periods_total");
    Line cpu_waits = line("container_pressure_cpu_waiting_seconds_total");
    Line io_waits = line("container_pressure_io_waiting_seconds_total");
    Line memory = line("container_memory_working_set_bytes");
    Line ooms = line("container_oom_events_total");
    const HostUse& host = pod.process.host;
    const Interval lived = life(estate, pod);
    double used = 0.0, ran = 0.0, slowed = 0.0, cpu_waited = 0.0, io_waited = 0.0;
    Time last = lived.begin;
    const Time restart = restart_of(pod, lived);
    for (const Time t : scrapes(estate, 500'000 + *pod.node, lived)) {
        if (last < restart && restart <= t) used = ran = slowed = cpu_waited = io_waited = 0.0;
        const double s = static_cast<double>((t - last).ms) / 1000.0;
        last = t;
        const Activity a = activity(pod.process, 0, t - lived.begin, t);
        const bool busy = a.engine >= 0.05;
        used += s * (busy ? host.cores_per_gpu * pod.gpus : 0.05);
        ran += std::round(s * 10.0);
        if (busy) {
            slowed += std::round(s * 10.0 * host.throttled);
            cpu_waited += s * host.cpu_pressure;
            io_waited += s * host.io_pressure;
        }
        cpu.put(t, used);
        if (pod.cpu_limited) {
            periods.put(t, ran);
            throttled.put(t, slowed);
        }
        cpu_waits.put(t, cpu_waited);
        io_waits.put(t, io_waited);
        memory.put(t, static_cast<double>(pod.memory_gib) * 0.6 * 1073741824.0);
        ooms.put(t, static_cast<double>(std::ranges::count_if(pod.ooms, [&](Time o) { return o <= t; })));
    }
}

class ServerLines {
  public:
    ServerLines(const Estate& estate, const Pod& pod, series::SampleSink& sink)
        : estate_(estate), pod_(pod), sink_(sink) {}

    void all() {
        const Server& server = pod_.process.server;
        Line running = line("vllm:num_requests_running");
        Line waiting = line("vllm:num_requests_waiting");
        Line kv = line(server.old_names ? "vllm:gpu_cache_usage_perc" : "vllm:kv_cache_usage_perc");
        Line done = line("vllm:request_success_total", {{"finished_reason", "stop"}});
        Line prompt = line("vllm:prompt_tokens_total");
        Line output = line("vllm:generation_tokens_total");
        Line ttft_sum = line("vllm:time_to_first_token_seconds_sum");
        Line ttft_count = line("vllm:time_to_first_token_seconds_count");
        Line e2e_sum = line("vllm:e2e_request_latency_seconds_sum");
        Line e2e_count = line("vllm:e2e_request_latency_seconds_count");
        Line config =
            line("vllm:cache_config_info", {{"gpu_memory_utilization", fmt::format("{:.2f}", server.memory_fraction)},
                                            {"block_size", "16"},
                                            {"num_gpu_blocks", "26000"}});
        const Interval lived = life(estate_, pod_);
        double requests = 0.0, ttft = 0.0, latency = 0.0;
        Time last = lived.begin;
        for (const Time t : scrapes(estate_, 900'000 + pod_.workload, lived)) {
            const Activity a = activity(pod_.process, 0, t - lived.begin, t);
            if (!a.loaded) continue;
            const double s = static_cast<double>((t - last).ms) / 1000.0;
            last = t;
            const double more = s * server.requests_per_s * std::min(1.0, a.demand);
            requests += more;
            ttft += more * (0.15 + 0.05 * a.waiting);
            latency += more * (4.0 + 0.05 * a.waiting);
            running.put(t, std::round(a.running * 100.0) / 100.0);
            waiting.put(t, std::round(a.waiting));
            kv.put(t, a.kv);
            done.put(t, std::floor(requests));
            prompt.put(t, std::floor(requests * kPromptTokens));
            output.put(t, std::floor(requests * kOutputTokens));
            ttft_sum.put(t, ttft);
            ttft_count.put(t, std::floor(requests));
            e2e_sum.put(t, latency);
            e2e_count.put(t, std::floor(requests));
            config.put(t, 1.0);
        }
    }

  private:
    // Means of tests/captures/azure-llm-2023, conversations.
    static constexpr double kPromptTokens = 1155;
    static constexpr double kOutputTokens = 211;

    Line line(std::string_view metric, std::vector<series::Label> labels = {}) {
        const std::vector<series::Label> own = pod_labels(estate_, pod_);
        labels.insert(labels.end(), own.begin(), own.end());
        labels.push_back({"model_name", "org/" + estate_.workloads[pod_.workload].name});
        if (!pod_.process.server.old_names) labels.push_back({"engine", "0"});
        return {sink_, series::make_labels(std::string(metric), std::move(labels))};
    }

    const Estate& estate_;
    const Pod& pod_;
    series::SampleSink& sink_;
};

}  // namespace

void emit_containers(const Estate& estate, series::SampleSink& sink) {
    for (const Pod& pod : estate.pods) {
        if (pod.started && pod.node) emit_container(estate, pod, sink);
    }
}

void emit_servers(const Estate& estate, series::SampleSink& sink) {
    for (const Pod& pod : estate.pods) {
        if (pod.started && pod.process.server.on) ServerLines(estate, pod, sink).all();
    }
}

void emit(const Estate& estate, series::SampleSink& sink) {
    const std::vector<Lane> all = lanes(estate);
    emit_kube_nodes(estate, sink);
    emit_kube_pods(estate, sink);
    emit_cards(estate, all, sink);
    emit_containers(estate, sink);
    emit_servers(estate, sink);
}

}  // namespace arable::estate
