#pragma once
// Pods that stand in for others: fraction schedulers hold a whole card with a pod of their own, and exporters print that
// pod as the owner.

#include <string_view>

namespace arable::sources {

constexpr bool is_reservation(std::string_view ns) {
    return ns == "runai-reservation" || ns == "kai-resource-reservation" || ns == "gpu-reservation";
}

}  // namespace arable::sources
