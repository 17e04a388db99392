#include "diagnose/card.h"

#include <algorithm>

namespace arable::diagnose {

CardFacts card_facts(const model::Gpu& gpu, const CounterLimits& limits) {
    CardFacts facts;
    facts.busy_watts = limits.unknown_watts;
    facts.memory = gpu.memory;
    facts.product = model::find_product(gpu.product.empty() ? gpu.product_name : gpu.product, gpu.memory);
    if (facts.product == nullptr) return facts;
    const model::Product& product = *facts.product;
    if (!facts.memory && product.memory.value > 0) facts.memory = product.memory;
    if (product.idle_watts > 0.0) {
        facts.busy_watts = limits.idle_factor * product.idle_watts;
        if (product.max_watts > product.idle_watts) {
            const double part = limits.power_share * (product.max_watts - product.idle_watts);
            facts.busy_watts = std::min(facts.busy_watts, product.idle_watts + part);
        }
    }
    if (product.mig) {
        if (product.mig->compute_slices > 0) facts.compute_slices = product.mig->compute_slices;
        if (product.sms > 0 && product.mig->mig_sms > 0 && product.mig->mig_sms <= product.sms) {
            facts.sms = product.sms;
            facts.mig_sms = product.mig->mig_sms;
        }
    }
    return facts;
}

}  // namespace arable::diagnose
