#pragma once
// The kinds of estates. Each builds one unit of about 64 GPUs; larger estates repeat it.

#include "estate/builder.h"

namespace arable::estate {

void build_training(Builder& b, int unit);
void build_inference(Builder& b, int unit);
void build_notebooks(Builder& b, int unit);
void build_batch_queue(Builder& b, int unit);
void build_mig(Builder& b, int unit);
void build_shared(Builder& b, int unit);
void build_stranded(Builder& b, int unit);
void build_fragmented(Builder& b, int unit);
void build_autoscaled(Builder& b, int unit);
void build_five_percent(Builder& b, int unit);

// A node that never becomes ready.
void add_dead_node(Builder& b);

}  // namespace arable::estate
