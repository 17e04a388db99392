#include "sources/cut_cards.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "sources/mig_history.h"
#include "sources/node_devices.h"
#include "sources/resource_names.h"

namespace arable::sources {
namespace {

constexpr std::int64_t kMostCards = 64;
constexpr int kSlices = 7;  // of a card whose product nobody knows
constexpr std::string_view kMig = "nvidia.com/mig-";

// Replicas of instances (time-slicing on top of MIG) are not instances.
std::int64_t instances_of(std::int64_t offered, const model::Node& node, std::string prefix) {
    constexpr std::string_view kShared = ".shared";  // part of the resource's name, not of the labels'
    if (prefix.ends_with(kShared)) prefix.resize(prefix.size() - kShared.size());
    const std::int64_t replicas = std::max<std::int64_t>(label_number(node, prefix + ".replicas").value_or(1), 1);
    const std::int64_t counted = label_number(node, prefix + ".count").value_or(offered / replicas);
    return std::min(counted, kMostCards * kSlices);
}

// Under `mixed` by profile; under `single` all of one.
std::map<std::string, std::int64_t> told_instances(const model::Node& node) {
    std::map<std::string, std::int64_t> told;
    for (auto at = node.capacity.lower_bound(std::string(kMig));
         at != node.capacity.end() && at->first.starts_with(kMig); ++at) {
        const auto resource = find_gpu_resource(at->first);
        if (resource && at->second > 0) told[resource->mig_profile] += instances_of(at->second, node, at->first);
    }
    const auto label = node.labels.find("nvidia.com/gpu.product");
    if (!told.empty() || label == node.labels.end()) return told;
    const std::size_t mig = label->second.find("-MIG-");
    if (mig == std::string::npos) return told;
    std::string profile = label->second.substr(mig + 5);
    if (profile.ends_with("-SHARED")) profile.resize(profile.size() - 7);
    const auto parsed = model::parse_mig_profile(profile);
    const auto offered = node.capacity.find("nvidia.com/gpu");
    const std::int64_t plain = offered == node.capacity.end() ? 0 : offered->second;
    const std::int64_t count = instances_of(plain, node, "nvidia.com/gpu");
    if (parsed && count > 0) told[model::to_text(*parsed)] = count;
    return told;
}

const model::MigGeometry* geometry_of(const model::Product* product,
                                      const std::map<std::string, std::int64_t>& instances) {
    if (product != nullptr) return product->mig ? &*product->mig : nullptr;
    for (const model::Product& other : model::products()) {
        const auto has = [&](const auto& told) {
            const auto name = model::parse_mig_profile(told.first);
            return name && other.mig->find(*name) != nullptr;
        };
        if (other.mig && std::ranges::all_of(instances, has)) return &*other.mig;
    }
    return nullptr;
}

struct Piece {
    std::string profile;
    const model::MigProfile* known = nullptr;
    int compute = 1;
};

// One card that is being dealt instances.
class Dealt {
  public:
    bool take(const Piece& piece, const model::MigGeometry* geometry) {
        if (compute_ + piece.compute > (geometry == nullptr ? kSlices : geometry->compute_slices)) return false;
        pieces_.push_back(piece);
        std::vector<model::MigPlacement> placed;
        if (geometry != nullptr && !has_places(*geometry, 0, placed)) {
            pieces_.pop_back();
            return false;
        }
        compute_ += piece.compute;
        return true;
    }
    int compute() const { return compute_; }
    model::Layout layout(const model::Product* product) const {
        if (pieces_.empty()) return {};
        model::Layout layout{.kind = model::LayoutKind::mig};
        for (std::size_t i = 0; i < pieces_.size(); ++i)
            layout.instances.push_back(resolve_instance(static_cast<int>(i), pieces_[i].profile, product));
        return layout;
    }

  private:
    // Whether its pieces from the `next`th on have legal places beside those that are placed. A card has seven pieces
    // at most, each a few places: all are tried. What the product does not have takes no place.
    bool has_places(const model::MigGeometry& geometry, std::size_t next,
                    std::vector<model::MigPlacement>& placed) const {
        if (next == pieces_.size()) return true;
        if (pieces_[next].known == nullptr) return has_places(geometry, next + 1, placed);
        const model::MigProfile& profile = *pieces_[next].known;
        for (const int start : profile.starts) {
            placed.push_back({profile.name, start});
            if (model::check_layout(geometry, placed) && has_places(geometry, next + 1, placed)) return true;
            placed.pop_back();
        }
        return false;
    }

    std::vector<Piece> pieces_;
    int compute_ = 0;
};

std::vector<Piece> pieces_of(const std::map<std::string, std::int64_t>& instances, const model::MigGeometry* geometry) {
    std::vector<Piece> pieces;
    for (const auto& [profile, count] : instances) {
        const auto name = model::parse_mig_profile(profile);
        Piece piece{.profile = profile};
        if (name && geometry != nullptr) piece.known = geometry->resolve(*name);
        if (name) piece.compute = name->compute_slices;
        for (std::int64_t i = 0; i < count; ++i) pieces.push_back(piece);
    }
    std::ranges::stable_sort(pieces, [](const Piece& a, const Piece& b) {
        const auto size = [](const Piece& p) {
            return std::pair(p.known == nullptr ? 0 : p.known->memory_slices, p.compute);
        };
        return size(a) > size(b);
    });
    return pieces;
}

// How many pieces found no place on these cards.
std::int64_t deal(const std::vector<Piece>& pieces, const model::MigGeometry* geometry, std::vector<Dealt>& cards) {
    std::int64_t unplaced = 0;
    for (const Piece& piece : pieces) {
        std::vector<Dealt*> emptiest;
        for (Dealt& card : cards) emptiest.push_back(&card);
        std::ranges::stable_sort(emptiest, {}, &Dealt::compute);
        if (std::ranges::none_of(emptiest, [&](Dealt* card) { return card->take(piece, geometry); })) ++unplaced;
    }
    return unplaced;
}

}  // namespace

std::optional<CutCards> cut_cards(const model::Node& node, const model::Product* product) {
    const auto told = told_instances(node);
    if (told.empty()) return std::nullopt;
    const bool mixed = !node.capacity.empty() && node.capacity.lower_bound(std::string(kMig)) != node.capacity.end() &&
                       node.capacity.lower_bound(std::string(kMig))->first.starts_with(kMig);
    const model::MigGeometry* geometry = geometry_of(product, told);
    std::vector<Piece> pieces = pieces_of(told, geometry);
    CutCards out{.instances = static_cast<std::int64_t>(pieces.size())};
    const auto impossible = std::erase_if(pieces, [&](const Piece& piece) { return !Dealt().take(piece, geometry); });
    int slices = 0;
    for (const Piece& piece : pieces) slices += piece.compute;
    // Under `mixed` the label counts cards, and those that are not cut go under their plain name.
    std::optional<std::int64_t> cards = mixed ? label_number(node, "nvidia.com/gpu.count") : std::nullopt;
    if (mixed && !cards) cards = node.physical_gpus;
    const auto plain = node.capacity.find("nvidia.com/gpu");
    const std::int64_t uncut =
        mixed && plain != node.capacity.end() ? std::clamp<std::int64_t>(plain->second, 0, kMostCards) : 0;
    out.counted = cards.has_value() && *cards > uncut;
    const std::int64_t fewest = std::clamp<std::int64_t>((slices + kSlices - 1) / kSlices, 1, kMostCards);
    const std::int64_t first = out.counted ? std::min(*cards - uncut, kMostCards) : fewest;
    const std::int64_t last = out.counted ? first : kMostCards;
    std::vector<Dealt> dealt;
    for (std::int64_t n = first; n <= last; ++n) {
        dealt.assign(static_cast<std::size_t>(n), Dealt{});
        out.unplaced = deal(pieces, geometry, dealt);
        if (out.unplaced == 0) break;
    }
    out.unplaced += static_cast<std::int64_t>(impossible);
    for (const Dealt& card : dealt) out.layouts.push_back(card.layout(product));
    out.layouts.insert(out.layouts.end(), static_cast<std::size_t>(uncut), model::Layout{});
    return out;
}

}  // namespace arable::sources
