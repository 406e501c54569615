// Vertices of meshes, paths and polygons, and which bones move them.
#include "core/formats/dragonbones/binary.h"
#include "core/planar.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

mat4 matrix_of(const Affine& m) { return mat4(m.a, m.b, 0, 0, m.c, m.d, 0, 0, 0, 0, 1, 0, m.t.x, m.t.y, 0, 1); }

Affine affine_at(const std::vector<float>& numbers, std::size_t at) {
    const float* n = numbers.data() + at;
    return {n[0], n[1], n[2], n[3], vec2(n[4], n[5])};
}

// Rounded ones may be a little off.
void note_uvs(Figure& f, Bytes where, const std::vector<float>& uvs) {
    constexpr float slack = 1e-3f;
    const bool outside =
        std::any_of(uvs.begin(), uvs.end(), [](float value) { return !(value >= -slack && value <= 1 + slack); });
    if (outside) f.in.odd(where, "a mesh with uvs outside 0 to 1, which show what lies beside its picture");
}

// A flat run: per vertex how many bones, then bone and weight of each.
void read_influences(Figure& f, JsonValue weights, const std::vector<float>& run, VertexSet& set) {
    Influences& by = set.influences;
    by.first.push_back(0);
    const auto joints = static_cast<float>(f.skeleton.joints.size());
    std::size_t at = 0;
    uint32_t strange = 0;
    for (uint32_t v = 0; v < set.vertices; ++v) {
        const float count = at < run.size() ? run[at] : -1;
        const std::size_t left = at < run.size() ? (run.size() - at - 1) / 2 : 0;
        if (!(count >= 0) || count > static_cast<float>(left)) {
            f.in.warn(weights, fmt::format("weights of \"{}\": expected those of {} vertices, found the end or an odd "
                                           "count at vertex {}",
                                           decode(set.name), set.vertices, v));
            by.first.resize(set.vertices + std::size_t{1}, by.first.back());
            break;
        }
        const auto n = static_cast<std::size_t>(count);
        for (std::size_t i = 0; i < n; ++i) {
            const float joint = run[at + 1 + 2 * i];
            const bool known = joint >= 0 && joint < joints;
            strange += !known;
            by.joint.push_back(known ? static_cast<int32_t>(joint) : -1);
            by.weight.push_back(run[at + 2 + 2 * i]);
        }
        at += 1 + 2 * n;
        by.first.push_back(static_cast<uint32_t>(by.joint.size()));
    }
    note_sums(f, weights.bytes(), set);
    if (strange)
        f.in.warn(weights, fmt::format("weights of \"{}\": expected bones 0 to {}, found {} others; they move nothing",
                                       decode(set.name), joints - 1, strange));
}

// inverse(bone) * slot takes a vertex from the file into a bone's own space.
void read_poses(Figure& f, JsonValue geometry, VertexSet& set) {
    std::vector<float> slot, bones;
    f.in.numbers(geometry["slotPose"], slot);
    f.in.numbers(geometry["bonePose"], bones);
    if (slot.size() < 6)
        f.in.warn(geometry["slotPose"] ? geometry["slotPose"] : geometry,
                  fmt::format("slotPose of \"{}\": expected 6 numbers, found {}", decode(set.name), slot.size()));
    const Affine place = slot.size() < 6 ? Affine{} : affine_at(slot, 0);
    const std::size_t joints = f.skeleton.joints.size();
    std::vector<bool> known(joints);
    set.inverse_bind.assign(joints, matrix_of(place));
    for (std::size_t i = 0; i + 7 <= bones.size(); i += 7) {
        const Affine bone = affine_at(bones, i + 1);
        if (!(bones[i] >= 0) || bones[i] >= static_cast<float>(joints) || determinant(bone) == 0) {
            f.in.warn(geometry["bonePose"], fmt::format("bonePose of \"{}\": expected bones 0 to {} and matrices that "
                                                        "can be undone, found other at number {}",
                                                        decode(set.name), static_cast<int64_t>(joints) - 1, i));
            continue;
        }
        const auto joint = static_cast<std::size_t>(bones[i]);
        known[joint] = true;
        set.inverse_bind[joint] = matrix_of(inverse(bone) * place);
    }
    for (const int32_t joint : set.influences.joint)
        if (joint >= 0 && !known[static_cast<std::size_t>(joint)]) {
            f.in.warn(geometry["bonePose"],
                      fmt::format("bonePose of \"{}\": expected one for each bone of its weights, "
                                  "found none for bone {}",
                                  decode(set.name), joint));
            return;
        }
}

// Newer files: a vertex is there once per bone that moves it, in that bone's own space.
void place_influences(Figure& f, const std::vector<float>& numbers, VertexSet& set) {
    const auto pairs = static_cast<uint32_t>(set.influences.joint.size());
    set.influence_position = add_column(f.doc, pairs, 2);
    float* out = column_data(f.doc, set.influence_position);
    for (std::size_t i = 0; i < std::size_t{pairs} * 2; ++i) out[i] = i < numbers.size() ? numbers[i] : 0;
    float* position = column_data(f.doc, set.position);
    for (uint32_t v = 0; v < set.vertices; ++v)
        for (std::size_t lane = 0; lane < 2; ++lane)
            position[3 * v + lane] = set.influences.first[v] < pairs ? out[2 * set.influences.first[v] + lane] : 0;
}

void read_weights(Figure& f, JsonValue geometry, const std::vector<float>& numbers, VertexSet& set) {
    const JsonValue weights = geometry["weights"];
    std::vector<float> run;
    f.in.numbers(weights, run);
    if (run.empty()) return;
    const bool apart = !geometry["bonePose"];
    f.matrices += f.skeleton.joints.size();
    if (!apart && f.matrices > 100'000 + f.doc.file.size() / 4) {
        f.in.note(Severity::Error, weights.bytes(), "too many weighted meshes for so many bones; weights are left out");
        return;
    }
    read_influences(f, weights, run, set);
    if (apart)
        place_influences(f, numbers, set);
    else
        read_poses(f, geometry, set);
}

void fill_positions(Document& doc, const std::vector<float>& numbers, VertexSet& set) {
    set.position = add_column(doc, set.vertices, 3);
    float* out = column_data(doc, set.position);
    for (uint32_t v = 0; v < set.vertices; ++v, out += 3) {
        const bool there = 2 * std::size_t{v} + 1 < numbers.size();
        out[0] = there ? numbers[2 * v] : 0;
        out[1] = there ? numbers[2 * v + 1] : 0;
        out[2] = 0;
    }
}

void read_uvs(Figure& f, JsonValue geometry, const std::vector<float>& uvs, VertexSet& set) {
    if (uvs.empty()) return;
    if (uvs.size() != std::size_t{set.vertices} * 2) {
        f.in.warn(geometry["uvs"], fmt::format("uvs of \"{}\": expected {} numbers, found {}", decode(set.name),
                                               set.vertices * 2, uvs.size()));
        return;
    }
    set.uv.push_back(add_column(f.doc, set.vertices, 2));
    std::copy(uvs.begin(), uvs.end(), column_data(f.doc, set.uv.back()));
    note_uvs(f, geometry["uvs"].bytes(), uvs);
}

}  // namespace

void note_sums(Figure& f, Bytes where, const VertexSet& set) {
    const Influences& by = set.influences;
    for (std::size_t v = 0; v + 1 < by.first.size(); ++v) {
        float sum = 0;
        for (uint32_t i = by.first[v]; i < by.first[v + 1]; ++i) sum += by.weight[i];
        if (!(std::abs(sum - 1) <= 0.01f)) f.in.odd(where, "a vertex whose weights do not add up to 1");
    }
}

int read_geometry(Figure& f, JsonValue geometry, const std::string& name) {
    if (f.binary && geometry["offset"]) return read_binary_geometry(f, geometry, name);
    std::vector<float> numbers, uvs;
    f.in.numbers(geometry["vertices"], numbers);
    f.in.numbers(geometry["uvs"], uvs);
    const bool per_bone = geometry["bones"].is(JsonKind::Array) && geometry["weights"] && !geometry["bonePose"];
    VertexSet set;
    set.name = name;
    set.where = geometry.bytes();
    set.vertices = static_cast<uint32_t>(numbers.size() / 2);
    if (per_bone) {
        const int said = f.in.integer(geometry, "vertexCount", 0);
        const std::size_t most = uvs.empty() ? static_cast<std::size_t>(std::max(said, 0)) : uvs.size() / 2;
        set.vertices = static_cast<uint32_t>(std::min(most, numbers.size() / 2));
    } else if (numbers.size() % 2) {
        f.in.warn(geometry["vertices"],
                  fmt::format("vertices of \"{}\": expected pairs of numbers, found {}", decode(name), numbers.size()));
    }
    if (set.vertices == 0) {
        f.in.warn(geometry, fmt::format("\"{}\": expected vertices, found none", decode(name)));
        return -1;
    }
    fill_positions(f.doc, numbers, set);
    read_uvs(f, geometry, uvs, set);
    read_weights(f, geometry, numbers, set);
    f.doc.sets.push_back(std::move(set));
    return static_cast<int>(f.doc.sets.size()) - 1;
}

}  // namespace bonescope::dragonbones
