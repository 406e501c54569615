// Clips that play others. They make a graph: each is there once, one may set how far it is, another its parameter.
#include "core/planar_tracks.h"
#include <algorithm>
#include <utility>

namespace bonescope {
namespace {

constexpr std::size_t most_steps = 4096;  // clips may lead each other round in a circle

struct Played {
    const Clip* clip = nullptr;
    double tick = 0;
    vec2 parameter{0};
    float weight = 1;           // as its player sets it
    float place = 0;            // on its player's line
    int player = -1;            // who sets how far it is, else who named it first
    bool placed = false;        // somebody sets how far it is
    bool waiting = false;       // its tracks are to be read
    int child = -1, next = -1;  // the first that it plays, and the next that its player does
};

class ClipTree {
public:
    ClipTree(const Document& doc, const PlanarLayer& top) : doc_(doc), top_(top) {
        Played& first = played_.emplace_back();
        first.clip = top.clip;
        first.tick = top.tick;
        queue_.push_back(0);
        for (std::size_t step = 0; step < queue_.size() && step < most_steps; ++step) {
            const std::size_t i = queue_[step];
            played_[i].waiting = false;
            read(i);
        }
        for (std::size_t i = played_.size(); i-- > 1;)
            played_[i].next =
                std::exchange(played_[static_cast<std::size_t>(played_[i].player)].child, static_cast<int>(i));
        for (const Played& played : played_)
            if (played.clip->blends) weigh_on_line(played);
    }

    void add_layers(std::vector<PlanarLayer>& out) const {
        out.push_back(top_);
        for (std::size_t i = 1; i < played_.size(); ++i) {
            PlanarLayer layer = layer_of(i);
            layer.sampling.exact_curves = top_.sampling.exact_curves;
            layer.share = share(i);
            layer.weight = top_.weight * layer.share;
            layer.first = false;
            if (layer.weight != 0) out.push_back(layer);
        }
    }

private:
    PlanarLayer layer_of(std::size_t i) const {
        if (i == 0) return top_;
        PlanarLayer layer;
        layer.runtime = top_.runtime;
        layer.clip = played_[i].clip;
        layer.sampling = layer.clip->sampling;
        layer.tick = layer.elapsed = played_[i].tick;
        return layer;
    }

    void wait(std::size_t i) {
        if (!std::exchange(played_[i].waiting, true)) queue_.push_back(i);
    }

    std::size_t find(const Clip* wanted, std::size_t player) {
        if (index_.empty()) index_.assign(doc_.clips.size(), -1);
        int& at = index_[static_cast<std::size_t>(wanted - doc_.clips.data())];
        if (at >= 0) return static_cast<std::size_t>(at);
        at = static_cast<int>(played_.size());
        Played& played = played_.emplace_back();
        played.clip = wanted;
        played.player = static_cast<int>(player);
        wait(played_.size() - 1);
        return played_.size() - 1;
    }

    // What its tracks say to others.
    void read(std::size_t i) {
        const PlanarLayer layer = layer_of(i);
        for (const Track& track : layer.clip->tracks) {
            const bool names = track.kind == Kind::Clip && track.target >= 0 && !track.value.empty() &&
                               static_cast<std::size_t>(track.target) < doc_.clips.size();
            const Clip* wanted = names ? &doc_.clips[static_cast<std::size_t>(track.target)] : nullptr;
            if (!wanted || wanted == top_.clip || wanted == layer.clip) continue;
            const Segment segment = planar_segment(doc_, layer, layer.clip->timelines[track.timeline]);
            if (segment.any) tell(i, wanted, track, sample(doc_, *layer.clip, track, layer.sampling, segment));
        }
    }

    void tell(std::size_t player, const Clip* wanted, const Track& track, vec4 value) {
        const std::size_t i = find(wanted, player);
        Played& played = played_[i];
        if (track.property == Property::Weight) played.weight = value.x;
        if (track.property == Property::Parameter) played.parameter = vec2(value);
        if (track.property != Property::Progress) return;
        if (!std::exchange(played.placed, true)) played.player = static_cast<int>(player);
        played.place = track.place;
        const double tick = double{value.x} * wanted->duration;
        if (std::exchange(played.tick, tick) != tick) wait(i);
    }

    // The two neighbours of the player's parameter share its weight.
    void weigh_on_line(const Played& player) {
        const float parameter = player.parameter.x;
        Played *left = nullptr, *right = nullptr;
        for (int i = player.child; i >= 0; i = played_[static_cast<std::size_t>(i)].next) {
            Played& child = played_[static_cast<std::size_t>(i)];
            child.weight = 0;
            if (child.place <= parameter && (!left || child.place > left->place)) left = &child;
            if (child.place > parameter && (!right || child.place < right->place)) right = &child;
        }
        const float none_there = 100;
        const float l = left ? parameter - left->place : none_there, r = right ? right->place - parameter : none_there;
        const float share = l + r > 0 ? r / (l + r) : 1;
        if (left) left->weight = share;
        if (right) right->weight = 1 - share;
    }

    float share(std::size_t i) const {
        constexpr int deepest = 64;
        float out = 1;
        int at = static_cast<int>(i);
        for (int depth = 0; at > 0 && depth < deepest; ++depth) {
            out *= played_[static_cast<std::size_t>(at)].weight;
            at = played_[static_cast<std::size_t>(at)].player;
        }
        return at == 0 ? out : 0;  // a circle apart is not played
    }

    const Document& doc_;
    const PlanarLayer& top_;
    std::vector<Played> played_;  // [0] is the clip that a person chose
    std::vector<int> index_;      // per clip of the document: in played_, or -1
    std::vector<std::size_t> queue_;
};

}  // namespace

std::vector<PlanarLayer> planar_layers(const Document& doc, std::span<const Layer> layers,
                                       const PlanarReading& reading) {
    std::vector<PlanarLayer> out;
    for (const Layer& layer : layers) {
        if (!layer.use || layer.use->doc.get() != &doc) continue;
        PlanarLayer top;
        top.runtime = reading.runtime;
        top.clip = &layer.use->get();
        top.sampling = layer.use->sampling;
        top.tick = layer.at.tick;
        top.elapsed = layer.at.elapsed;
        top.weight = layer.weight;
        ClipTree(doc, top).add_layers(out);
    }
    return out;
}

}  // namespace bonescope
