// The part of skin.h that moves vertices before skinning: morphs and deform tracks.
#include "core/skin.h"
#include "core/text.h"
#include <cmath>

namespace bonescope {
namespace {

void copy_triples(const Document& doc, Column from, uint32_t rows, Big<vec3>& out) {
    out.resize(from.empty() ? 0 : rows);
    if (out.empty()) return;
    if (from.step == sizeof(vec3)) {
        std::memcpy(out.data(), doc.base(from), rows * sizeof(vec3));
        return;
    }
    const byte* at = doc.base(from);
    for (uint32_t row = 0; row < rows; ++row, at += from.step) std::memcpy(&out[row], at, sizeof(vec3));
}

// Float i of a deform row belongs to vertex i / 3, or, where rows hold normals too, to position and normal in turn.
struct DeformTarget {
    SetFrame& frame;
    bool normals;

    float* at(uint32_t i) const {
        const uint32_t lanes = normals ? 6 : 3, vertex = i / lanes, lane = i % lanes;
        if (vertex >= frame.position.size()) return nullptr;
        if (lane < 3) return &frame.position[vertex][static_cast<int>(lane)];
        return vertex < frame.normal.size() ? &frame.normal[vertex][static_cast<int>(lane - 3)] : nullptr;
    }
};

void apply_deform(const ClipUse& use, const Track& track, const Layer& layer, uint32_t vertices, SetFrame& out) {
    const Document& doc = *use.doc;
    const Timeline& line = use.get().timelines[track.timeline];
    const Segment segment = seek(doc, use.get(), line, use.sampling, layer.at.tick);
    if (!segment.any || track.value.empty()) return;
    const byte* a = doc.base(track.value) + std::size_t{track.value.step} * row_of(doc, line, segment.a);
    const byte* b = doc.base(track.value) + std::size_t{track.value.step} * row_of(doc, line, segment.b);
    const float u = use.sampling.vector == Interp::Step ? 0.f : segment.u;
    const DeformTarget target{out, track.width == uint64_t{vertices} * 6};
    for (uint32_t i = 0; i < track.width; ++i) {
        float* to = target.at(track.first + i);
        const float from = load<float>(a + std::size_t{i} * 4);
        const float value = (from + u * (load<float>(b + std::size_t{i} * 4) - from)) * track.unit;
        if (!to || !std::isfinite(value)) continue;  // a broken number leaves the vertex where it is
        if (track.basis == Basis::OnBind)
            *to += value * layer.weight;
        else
            *to = layer.weight == 1 ? value : *to + layer.weight * (value - *to);
    }
}

// The name without the ending that says how it mixes; exporters leave it away on one side or the other.
std::string_view plain_name(std::string_view name) {
    const auto dot = name.rfind('.');
    if (dot == name.npos) return name;
    const std::string ending = lower(name.substr(dot + 1));
    for (const char* known : {"additive", "average", "averaged", "clamped", "exclusive"})
        if (ending == known) return name.substr(0, dot);
    return name;
}

// Calls `each` with the morphs of one set that a weight track moves.
template <class Each> void find_morphs(const ClipUse& use, const Track& track, const SetUse& set, const Each& each) {
    const auto& morphs = set.doc->morphs;
    if (use.doc == set.doc && track.name == none) {
        if (static_cast<uint32_t>(track.target) < morphs.size()) each(static_cast<std::size_t>(track.target));
        return;
    }
    if (track.part >= 0 && track.part != set.set) return;
    if (track.mesh >= 0 && set.number != -1 && track.mesh != set.number) return;
    const std::string_view wanted = track.name == none ? std::string_view{} : use.doc->names[track.name];
    bool exact = false;
    for (std::size_t m = 0; m < morphs.size(); ++m)
        exact = exact || (track.name != none && morphs[m].set == set.set && morphs[m].name == wanted);
    int32_t place = 0;
    for (std::size_t m = 0; m < morphs.size(); ++m) {
        if (morphs[m].set != set.set) continue;
        const bool named = exact ? morphs[m].name == wanted : plain_name(morphs[m].name) == plain_name(wanted);
        if (track.name == none ? place++ == track.target : named) each(m);
    }
}

void add_weights(const ClipUse& use, const Layer& layer, const SetUse& set, std::vector<float>& weights) {
    const Clip& clip = use.get();
    for (uint32_t i = 0; i < clip.tracks.size(); ++i) {
        const Track& track = clip.tracks[i];
        if (track.kind != Kind::Morph || track.property != Property::Weight || track.value.empty()) continue;
        find_morphs(use, track, set,
                    [&](std::size_t m) { weights[m] += track_value(use, i, layer.at.tick).x * layer.weight; });
    }
}

// Normals of a morph are directions to turn to. What the weights leave of their length is filled up with the stored
// normal, which also serves the vertices that no morph touches.
struct NormalBlend {
    Big<vec3> sum;

    void add(const Document& doc, const Morph& morph, float weight, std::size_t vertices) {
        if (sum.empty()) sum.assign(vertices, vec3(0));
        for (uint32_t i = 0; i < morph.vertex.size(); ++i)
            if (morph.vertex[i] < vertices) sum[morph.vertex[i]] += weight * doc.triple(morph.normal, i);
    }
    void finish(Big<vec3>& normals) const {
        for (std::size_t v = 0; v < sum.size(); ++v) {
            const float size = glm::length(sum[v]);
            const vec3 mixed = size < 1 ? sum[v] + (1 - size) * normals[v] : sum[v];
            const float length = glm::length(mixed);
            if (size > 0 && length > 1e-15f && std::isfinite(length)) normals[v] = mixed / length;
        }
    }
};

void apply_morphs(const SetUse& use, std::span<const float> weights, SetFrame& out) {
    const Document& doc = *use.doc;
    NormalBlend normals;
    for (std::size_t m = 0; m < doc.morphs.size(); ++m) {
        const Morph& morph = doc.morphs[m];
        if (morph.set != use.set || weights[m] == 0 || !std::isfinite(weights[m])) continue;
        for (uint32_t i = 0; i < morph.vertex.size(); ++i)
            if (morph.vertex[i] < out.position.size())
                out.position[morph.vertex[i]] += weights[m] * doc.triple(morph.offset, i);
        if (!morph.normal.empty() && !out.normal.empty()) normals.add(doc, morph, weights[m], out.normal.size());
    }
    normals.finish(out.normal);
}

}  // namespace

void deform(const SetUse& use, std::span<const Layer> layers, std::span<const float> extra, SetFrame& out) {
    const VertexSet& set = use.get();
    copy_triples(*use.doc, set.position, set.vertices, out.position);
    copy_triples(*use.doc, set.normal, set.vertices, out.normal);
    std::vector<float> weights(use.doc->morphs.size(), 0.f);
    for (std::size_t i = 0; i < weights.size() && i < extra.size(); ++i) weights[i] = extra[i];
    for (const Layer& layer : layers) {
        for (const Track& track : layer.use->get().tracks)
            if (track.kind == Kind::Mesh && track.property == Property::Deform && track.target == use.set &&
                layer.use->doc == use.doc)
                apply_deform(*layer.use, track, layer, set.vertices, out);
        if (!weights.empty()) add_weights(*layer.use, layer, use, weights);
    }
    apply_morphs(use, weights, out);
}

}  // namespace bonescope
