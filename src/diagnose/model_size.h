#pragma once
// How large a model is, as far as names tell.

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/timeline.h"

namespace arable::diagnose {

// Bytes of the weights of a model called like this: "llama-3-70b" 140e9 (two bytes a parameter), "qwen-14b-awq" 7e9,
// "mixtral-8x7b" all of its experts. Absent when no size is in the name, or several different ones. O(length).
std::optional<double> weights_of(std::string_view name);

// Of one card of a pod's server: the model's weights by the cards that the pod asks for (tensor parallel). What the
// server itself calls its model decides; else the names of the workload, the pod and the image do. Absent when none
// tells, or those differ.
std::optional<double> weights_per_card(const model::Timeline& timeline, const model::Pod& pod);

// What a server really needs of its reservation: weights, room for activations and graphs (ours: 2 GiB), and KV for
// 1.1 x the fullest that its cache was. Absent when the weights are not known or do not fit: there is no way to tell
// weights from cache then, and a guess would cut the weights of a large model. Bytes.
std::optional<double> needed_memory(double reservation, std::optional<double> weights, double kv_most);

}  // namespace arable::diagnose
