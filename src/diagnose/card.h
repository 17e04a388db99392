#pragma once
// What is known of one card beside its samples.

#include "diagnose/detector_limits.h"
#include "model/node.h"
#include "model/product.h"

namespace arable::diagnose {

struct CardFacts {
    const model::Product* product = nullptr;  // nullptr: unknown product
    std::optional<Bytes> memory;              // of the device if measured, else of the product
    int compute_slices = 7;                   // parts of a MIG card; 7 unless the product says otherwise
    int sms = 0;                              // of the chip; 0: not known
    int mig_sms = 0;                          // that MIG mode can reach; 0: not known
    // Mean power at or above which a card is surely at work: the lower of a share of the way from idle to the power
    // limit and a multiple of idle; a fixed one when the product is not known (an A100: 52 W idle, 310 W at work).
    double busy_watts = 0.0;
};

CardFacts card_facts(const model::Gpu& gpu, const CounterLimits& limits = {});

}  // namespace arable::diagnose
