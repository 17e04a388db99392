// Names of a story's enumerations, as they stand in JSON.
#include "diagnose/story.h"

namespace arable::diagnose {

std::string_view name(Trait::Key key) {
    using Key = Trait::Key;
    switch (key) {
        case Key::cluster:
            return "cluster";
        case Key::node:
            return "node";
        case Key::pool:
            return "pool";
        case Key::instance_type:
            return "instance-type";
        case Key::zone:
            return "zone";
        case Key::capacity_type:
            return "capacity-type";
        case Key::product:
            return "product";
        case Key::index:
            return "index";
        case Key::pci:
            return "pci";
        case Key::layout:
            return "layout";
        case Key::gpus:
            return "gpus";
        case Key::resource:
            return "resource";
        case Key::owner:
            return "owner";
        case Key::gang:
            return "gang";
        case Key::queue:
            return "queue";
        case Key::replicas:
            return "replicas";
        case Key::pods:
            return "pods";
        case Key::phase:
            break;
    }
    return "phase";
}

std::string_view name(Moment::Kind kind) {
    switch (kind) {
        case Moment::Kind::created:
            return "created";
        case Moment::Kind::scheduled:
            return "scheduled";
        case Moment::Kind::started:
            return "started";
        case Moment::Kind::ended:
            break;
    }
    return "ended";
}

std::string_view name(Stay::Kind kind) {
    switch (kind) {
        case Stay::Kind::present:
            return "present";
        case Stay::Kind::not_ready:
            return "not-ready";
        case Stay::Kind::cordoned:
            return "cordoned";
        case Stay::Kind::unhealthy:
            break;
    }
    return "unhealthy";
}

std::string_view name(model::ClaimSource source) {
    switch (source) {
        case model::ClaimSource::allocation:
            return "allocation";
        case model::ClaimSource::exporter_labels:
            return "exporter-labels";
        case model::ClaimSource::count:
            break;
    }
    return "count";
}

std::string_view name(PieceState state) {
    switch (state) {
        case PieceState::unavailable:
            return "unavailable";
        case PieceState::used_unclaimed:
            return "used.unclaimed";
        case PieceState::free_ghost:
            return "free.ghost";
        case PieceState::free:
            return "free";
        case PieceState::unknown:
            return "unknown";
        case PieceState::starting:
            return "held.starting";
        case PieceState::empty:
            return "held.empty";
        case PieceState::loaded:
            return "held.loaded";
        case PieceState::active:
            break;
    }
    return "active";
}

}  // namespace arable::diagnose
