#pragma once
// What a text of the model names: redaction gives each kind its own pseudonyms.

#include <cstddef>
#include <cstdint>

namespace arable::codec {

enum class Named : std::uint8_t {
    cluster,
    node,
    ns,
    pod,
    workload,
    gang,
    queue,  // and quotas: they are joined by name
    pool,
    card,
    image,
    label_key,
    label_value,
    kind,      // of an owner: Kubernetes' own kinds stay
    product,   // of a card: products that are known stay
    resource,  // of a device: vendors' names stay
    source,    // file or server
    text,      // free text, which may name anything
};
inline constexpr std::size_t kNamedKinds = 17;

}  // namespace arable::codec
