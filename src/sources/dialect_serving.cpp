// Inference servers. KV cache use is 0-1 under every name ("perc" and "ratio" alike).
#include "sources/dialect.h"

namespace arable::sources {
namespace {

using Q = model::Quantity;
using D = Dialect;

constexpr DialectRow row(Dialect dialect, std::string_view name, Q quantity, std::int32_t rank = 0) {
    DialectRow out;
    out.name = name;
    out.dialect = dialect;
    out.of = RowOf::server;
    out.quantity = quantity;
    out.rank = rank;
    return out;
}
constexpr DialectRow where(DialectRow out, std::string_view label, std::string_view value, std::string_view addend) {
    out.where_label = label;
    out.where_value = value;
    out.addend = addend;
    return out;
}
constexpr DialectRow from(DialectRow out, std::string_view label) {
    out.value_label = label;
    out.where_label = label;
    return out;
}
constexpr DialectRow also(DialectRow out) {
    out.also = true;
    return out;
}
constexpr DialectRow scaled(DialectRow out, double scale) {
    out.scale = scale;
    return out;
}
constexpr DialectRow unused(Dialect dialect, std::string_view name) {
    DialectRow out;
    out.name = name;
    out.dialect = dialect;
    return out;
}
constexpr double kMicro = 1e-6;

constexpr DialectRow kRows[] = {
    // vLLM V1, V0.
    row(D::vllm, "vllm:num_requests_running", Q::requests_running),
    row(D::vllm, "vllm:num_requests_waiting", Q::requests_waiting),
    row(D::vllm, "vllm:kv_cache_usage_perc", Q::kv_cache_use, 0),
    row(D::vllm, "vllm:gpu_cache_usage_perc", Q::kv_cache_use, 1),
    row(D::vllm, "vllm:prompt_tokens_total", Q::prompt_tokens),
    row(D::vllm, "vllm:generation_tokens_total", Q::output_tokens),
    row(D::vllm, "vllm:time_to_first_token_seconds_sum", Q::ttft_sum),
    row(D::vllm, "vllm:time_to_first_token_seconds_count", Q::ttft_count),
    row(D::vllm, "vllm:e2e_request_latency_seconds_sum", Q::latency_sum),
    row(D::vllm, "vllm:e2e_request_latency_seconds_count", Q::latency_count),
    where(row(D::vllm, "vllm:request_success_total", Q::requests_failed), "finished_reason", "abort", "abort"),
    where(row(D::vllm, "vllm:request_success_total", Q::requests_failed), "finished_reason", "error", "error"),
    where(row(D::vllm, "vllm:request_success_total", Q::requests_done), "finished_reason", "stop", "stop"),
    where(row(D::vllm, "vllm:request_success_total", Q::requests_done), "finished_reason", "length", "length"),
    where(row(D::vllm, "vllm:request_success_total", Q::requests_done), "finished_reason", "repetition", "repetition"),
    row(D::vllm, "vllm:request_success_total", Q::requests_done),
    row(D::vllm, "vllm:num_preemptions_total", Q::preemptions),
    from(row(D::vllm, "vllm:cache_config_info", Q::kv_blocks), "num_gpu_blocks"),
    from(row(D::vllm, "vllm:cache_config_info", Q::kv_block_tokens), "block_size"),
    from(row(D::vllm, "vllm:cache_config_info", Q::memory_fraction), "gpu_memory_utilization"),
    from(row(D::vllm, "vllm:cache_config_info", Q::max_model_len), "max_model_len"),
    from(row(D::vllm, "vllm:model_config_info", Q::max_model_len), "max_model_len"),
    unused(D::vllm, "vllm:num_requests_swapped"),
    unused(D::vllm, "vllm:cpu_cache_usage_perc"),
    unused(D::vllm, "vllm:cpu_prefix_cache_hit_rate"),
    unused(D::vllm, "vllm:gpu_prefix_cache_hit_rate"),
    unused(D::vllm, "vllm:gpu_prefix_cache_hits_total"),
    unused(D::vllm, "vllm:gpu_prefix_cache_queries_total"),
    unused(D::vllm, "vllm:prefix_cache_hits_total"),
    unused(D::vllm, "vllm:prefix_cache_queries_total"),
    unused(D::vllm, "vllm:external_prefix_cache_hits_total"),
    unused(D::vllm, "vllm:external_prefix_cache_queries_total"),
    unused(D::vllm, "vllm:mm_cache_hits_total"),
    unused(D::vllm, "vllm:mm_cache_queries_total"),
    unused(D::vllm, "vllm:engine_sleep_state"),
    unused(D::vllm, "vllm:lora_requests_info"),
    unused(D::vllm, "vllm:estimated_flops_per_gpu_total"),
    unused(D::vllm, "vllm:estimated_read_bytes_per_gpu_total"),
    unused(D::vllm, "vllm:estimated_write_bytes_per_gpu_total"),
    unused(D::vllm, "vllm:prompt_tokens_by_source_total"),
    unused(D::vllm, "vllm:prompt_tokens_cached_total"),
    unused(D::vllm, "vllm:prompt_tokens_recomputed_total"),
    unused(D::vllm, "vllm:iteration_tokens_total"),
    unused(D::vllm, "vllm:inter_token_latency_seconds"),
    unused(D::vllm, "vllm:time_per_output_token_seconds"),
    unused(D::vllm, "vllm:request_time_per_output_token_seconds"),
    unused(D::vllm, "vllm:request_queue_time_seconds"),
    unused(D::vllm, "vllm:request_inference_time_seconds"),
    unused(D::vllm, "vllm:request_prefill_time_seconds"),
    unused(D::vllm, "vllm:request_decode_time_seconds"),
    unused(D::vllm, "vllm:request_prompt_tokens"),
    unused(D::vllm, "vllm:request_generation_tokens"),
    unused(D::vllm, "vllm:request_max_num_generation_tokens"),
    unused(D::vllm, "vllm:request_params_max_tokens"),
    unused(D::vllm, "vllm:request_params_n"),
    unused(D::vllm, "vllm:request_prefill_kv_computed_tokens"),

    row(D::sglang, "sglang:num_running_reqs", Q::requests_running),
    row(D::sglang, "sglang:num_queue_reqs", Q::requests_waiting),
    row(D::sglang, "sglang:token_usage", Q::kv_cache_use),
    row(D::sglang, "sglang:prompt_tokens_total", Q::prompt_tokens),
    row(D::sglang, "sglang:generation_tokens_total", Q::output_tokens),
    row(D::sglang, "sglang:time_to_first_token_seconds_sum", Q::ttft_sum),
    row(D::sglang, "sglang:time_to_first_token_seconds_count", Q::ttft_count),
    row(D::sglang, "sglang:e2e_request_latency_seconds_sum", Q::latency_sum),
    row(D::sglang, "sglang:e2e_request_latency_seconds_count", Q::latency_count),
    row(D::sglang, "sglang:num_requests_total", Q::requests_done),
    row(D::sglang, "sglang:num_aborted_requests_total", Q::requests_failed),
    row(D::sglang, "sglang:num_retracted_requests_total", Q::preemptions),
    unused(D::sglang, "sglang:num_retracted_reqs"),
    unused(D::sglang, "sglang:num_used_tokens"),
    unused(D::sglang, "sglang:gen_throughput"),
    unused(D::sglang, "sglang:cache_hit_rate"),
    unused(D::sglang, "sglang:cached_tokens_total"),
    unused(D::sglang, "sglang:inter_token_latency_seconds"),
    unused(D::sglang, "sglang:time_per_output_token_seconds"),
    unused(D::sglang, "sglang:queue_time_seconds"),
    unused(D::sglang, "sglang:func_latency_seconds"),

    row(D::tgi, "tgi_batch_current_size", Q::requests_running),
    row(D::tgi, "tgi_queue_size", Q::requests_waiting),
    row(D::tgi, "tgi_request_input_length_sum", Q::prompt_tokens),
    row(D::tgi, "tgi_request_generated_tokens_sum", Q::output_tokens),
    row(D::tgi, "tgi_request_duration_sum", Q::latency_sum),
    row(D::tgi, "tgi_request_duration_count", Q::latency_count),
    row(D::tgi, "tgi_request_success", Q::requests_done),

    row(D::lmdeploy, "lmdeploy:num_requests_running", Q::requests_running),
    row(D::lmdeploy, "lmdeploy:num_requests_waiting", Q::requests_waiting),
    row(D::lmdeploy, "lmdeploy:gpu_cache_usage_perc", Q::kv_cache_use),
    row(D::lmdeploy, "lmdeploy:prompt_tokens_total", Q::prompt_tokens),
    row(D::lmdeploy, "lmdeploy:generation_tokens_total", Q::output_tokens),
    row(D::lmdeploy, "lmdeploy:time_to_first_token_seconds_sum", Q::ttft_sum),
    row(D::lmdeploy, "lmdeploy:time_to_first_token_seconds_count", Q::ttft_count),
    row(D::lmdeploy, "lmdeploy:request_success_total", Q::requests_done),

    row(D::llamacpp, "llamacpp:requests_processing", Q::requests_running),
    row(D::llamacpp, "llamacpp:requests_deferred", Q::requests_waiting),
    row(D::llamacpp, "llamacpp:kv_cache_usage_ratio", Q::kv_cache_use),
    row(D::llamacpp, "llamacpp:prompt_tokens_total", Q::prompt_tokens),
    row(D::llamacpp, "llamacpp:tokens_predicted_total", Q::output_tokens),

    // NIM prints bare names: taken only from a target that says it is one (see is_nim_target).
    row(D::nim, "num_requests_running", Q::requests_running),
    row(D::nim, "num_requests_waiting", Q::requests_waiting),
    row(D::nim, "gpu_cache_usage_perc", Q::kv_cache_use),
    row(D::nim, "prompt_tokens_total", Q::prompt_tokens),
    row(D::nim, "generation_tokens_total", Q::output_tokens),
    row(D::nim, "time_to_first_token_seconds_sum", Q::ttft_sum),
    row(D::nim, "time_to_first_token_seconds_count", Q::ttft_count),
    row(D::nim, "e2e_request_latency_seconds_sum", Q::latency_sum),
    row(D::nim, "e2e_request_latency_seconds_count", Q::latency_count),
    row(D::nim, "request_success_total", Q::requests_done),

    // Triton: microseconds in counters without "_total".
    row(D::triton, "nv_inference_request_success", Q::requests_done),
    row(D::triton, "nv_inference_request_failure", Q::requests_failed),
    row(D::triton, "nv_inference_pending_request_count", Q::requests_waiting, 1),
    scaled(row(D::triton, "nv_inference_request_duration_us", Q::latency_sum), kMicro),
    also(row(D::triton, "nv_inference_request_success", Q::latency_count)),
    unused(D::triton, "nv_inference_count"),
    unused(D::triton, "nv_inference_exec_count"),
    unused(D::triton, "nv_inference_queue_duration_us"),
    unused(D::triton, "nv_inference_compute_input_duration_us"),
    unused(D::triton, "nv_inference_compute_infer_duration_us"),
    unused(D::triton, "nv_inference_compute_output_duration_us"),
    where(row(D::triton, "nv_trt_llm_request_metrics", Q::requests_running), "request_type", "active", ""),
    where(row(D::triton, "nv_trt_llm_request_metrics", Q::requests_waiting), "request_type", "waiting", ""),
    unused(D::triton, "nv_trt_llm_request_metrics"),
    where(row(D::triton, "nv_trt_llm_kv_cache_block_metrics", Q::kv_cache_use), "kv_cache_block_type", "fraction", ""),
    where(row(D::triton, "nv_trt_llm_kv_cache_block_metrics", Q::kv_blocks), "kv_cache_block_type", "max", ""),
    where(row(D::triton, "nv_trt_llm_kv_cache_block_metrics", Q::kv_block_tokens), "kv_cache_block_type", "tokens_per",
          ""),
    unused(D::triton, "nv_trt_llm_kv_cache_block_metrics"),
    unused(D::triton, "nv_trt_llm_inflight_batcher_metrics"),
    unused(D::triton, "nv_trt_llm_runtime_memory_metrics"),
    unused(D::triton, "nv_trt_llm_general_metrics"),
    unused(D::triton, "nv_trt_llm_disaggregated_serving_metrics"),
};

}  // namespace

std::span<const DialectRow> serving_rows() { return kRows; }

}  // namespace arable::sources
