#include "core/planar.h"
#include "core/planar_rig.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace bonescope {

namespace {
constexpr float pi = 3.14159265358979f;
}

Affine operator*(const Affine& m, const Affine& n) {
    return {m.a * n.a + m.c * n.b, m.b * n.a + m.d * n.b, m.a * n.c + m.c * n.d, m.b * n.c + m.d * n.d, m * n.t};
}

Affine inverse(const Affine& m) {
    const float size = determinant(m);
    if (!(std::abs(size) > 0)) return {0, 0, 0, 0, vec2(0)};
    Affine out{m.d / size, -m.b / size, -m.c / size, m.a / size, vec2(0)};
    out.t = -turn(out, m.t);
    return out;
}

Affine affine_of(const Planar& p) {
    const float x = p.angle, y = p.angle + p.skew;
    return {std::cos(x) * p.s.x, std::sin(x) * p.s.x, -std::sin(y) * p.s.y, std::cos(y) * p.s.y, p.t};
}

Planar planar_of(const Affine& m, vec2 own_scale) {
    // Quotients of two zeros stand for no turn.
    const auto slope = [](float over, float under) { return over == 0 ? 0.f : std::atan(over / under); };
    float x = slope(m.b, m.a), y = slope(-m.c, m.d);
    Planar out;
    out.t = m.t;
    out.s.x = std::abs(x) < pi / 4 ? m.a / std::cos(x) : m.b / std::sin(x);
    out.s.y = std::abs(y) < pi / 4 ? m.d / std::cos(y) : -m.c / std::sin(y);
    if (own_scale.x >= 0 && out.s.x < 0) out.s.x = -out.s.x, x -= pi;
    if (own_scale.y >= 0 && out.s.y < 0) out.s.y = -out.s.y, y -= pi;
    out.angle = x;
    out.skew = y - x;
    return out;
}

const std::vector<Display>* displays_of(const Rig& rig, int skin, int slot) {
    const auto s = static_cast<std::size_t>(slot);
    for (const int which : {skin, rig.default_skin}) {
        if (which < 0 || static_cast<std::size_t>(which) >= rig.skins.size()) continue;
        const Skin& from = rig.skins[static_cast<std::size_t>(which)];
        if (s < from.lists.size() && from.lists[s]) return &from.slots[s];
    }
    return nullptr;
}

// ---- joints ----

namespace {

// Both rules of inheritance; they are different procedures.
Affine inherit(const Planar& own, uint8_t flags, const Affine& parent, const Planar& above) {
    Planar p = own;
    const bool moves = flags & InheritTranslation, turns = flags & InheritRotation;
    if (flags & InheritScale) {
        if (!turns) p.angle -= above.angle;
        Affine out = parent * affine_of(p);
        if (!moves) out.t = own.t;
        return out;
    }
    if (moves) p.t = parent * own.t;
    if (turns) {
        p.angle += above.angle + (above.s.x < 0 ? pi : 0);
        if (determinant(parent) < 0) {
            p.angle -= 2 * own.angle;
            if (flags & InheritReflection) p.skew += pi;
        }
    }
    return affine_of(p);
}

}  // namespace

void rebuild(RigNow& now, int joint) {
    const auto j = static_cast<std::size_t>(joint);
    now.out.world[j] = affine_of(now.out.global[j]);
}

void compose_joint(RigNow& now, int joint) {
    const auto j = static_cast<std::size_t>(joint);
    if (now.done[j]) return;
    now.done[j] = true;
    const int parent = now.parent(joint);
    if (now.surface(joint) >= 0) return compose_surface(now, joint);
    if (now.surface(parent) >= 0) return compose_on_surface(now, joint, now.surface(parent));
    const Planar& own = now.out.local[j];
    const uint8_t flags = now.skeleton.joints[j].inherit;
    now.out.world[j] = parent < 0 ? affine_of(own)
                                  : inherit(own, flags, now.out.world[static_cast<std::size_t>(parent)],
                                            now.out.global[static_cast<std::size_t>(parent)]);
    now.out.global[j] = parent < 0 ? own : planar_of(now.out.world[j], own.s);
}

namespace {

void place_joints(RigNow& now) {
    const auto& joints = now.skeleton.joints;
    now.done.assign(joints.size(), false);
    now.surface_of.assign(joints.size(), -1);
    for (std::size_t i = 0; i < now.rig.surfaces.size(); ++i)
        if (const int joint = now.rig.surfaces[i].joint; joint >= 0 && static_cast<std::size_t>(joint) < joints.size())
            now.surface_of[static_cast<std::size_t>(joint)] = static_cast<int>(i);
    now.out.grids.resize(now.rig.surfaces.size());
    now.out.means.assign(now.rig.surfaces.size(), Affine{});
    const auto root_of = [&](std::size_t c) {
        if (c >= now.rig.ik.size()) {
            const PathConstraint& path = now.rig.paths[c - now.rig.ik.size()];
            return path.joints.empty() ? -1 : path.joints[0];
        }
        const IkConstraint& ik = now.rig.ik[c];
        return ik.two && ik.joint >= 0 ? now.parent(ik.joint) : ik.joint;
    };
    for (const int joint : now.skeleton.order) {
        for (const int c : now.rig.constraint_order) {
            const auto at = static_cast<std::size_t>(c);
            if (at >= now.rig.ik.size() + now.rig.paths.size() || root_of(at) != joint) continue;
            if (at < now.rig.ik.size())
                apply_ik(now, now.rig.ik[at], at);
            else
                apply_path(now, now.rig.paths[at - now.rig.ik.size()], at);
        }
        compose_joint(now, joint);
    }
}

void local_joints(const Skeleton& skeleton, const PlanarValues& values, PlanarFrame& out) {
    out.local.resize(skeleton.joints.size());
    for (std::size_t j = 0; j < out.local.size(); ++j) {
        const Planar bind = planar_of(skeleton.joints[j].bind), &a = values.added[j];
        out.local[j] = {bind.t + a.t, bind.angle + a.angle, bind.skew + a.skew, bind.s * a.s};
    }
}

void alphas(const Skeleton& skeleton, const PlanarValues& values, PlanarFrame& out) {
    out.alpha = values.joint_alpha;
    for (const int joint : skeleton.order)
        if (const int parent = skeleton.joints[static_cast<std::size_t>(joint)].parent; parent >= 0)
            out.alpha[static_cast<std::size_t>(joint)] *= out.alpha[static_cast<std::size_t>(parent)];
}

// ---- slots ----

std::vector<int> draw_order(const PlanarValues& values) {
    std::vector<int> order = values.order;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return values.z[static_cast<std::size_t>(a)] < values.z[static_cast<std::size_t>(b)];
    });
    return order;
}

Affine place_of_slot(const RigNow& now, const Slot& slot, const Affine& display) {
    const int surface = now.surface(slot.joint);
    if (surface >= 0) return affine_at(now, surface, display.t) * display;
    return slot.joint < 0 ? display : now.out.world[static_cast<std::size_t>(slot.joint)] * display;
}

vec2 pair_at(const Document& doc, Column column, uint32_t row) {
    return {doc.number(column, row, 0), doc.number(column, row, 1)};
}

// The runtime does not find what a mesh shares, and shows the first geometry of the file in its place, without weights.
int first_geometry(const Document& doc) {
    int out = -1;
    for (const Skeleton& skeleton : doc.skeletons) {
        if (!skeleton.rig) continue;
        for (const Skin& skin : skeleton.rig->skins)
            for (const std::vector<Display>& displays : skin.slots)
                for (const Display& display : displays) {
                    const bool own = display.kind == DisplayKind::Path || display.kind == DisplayKind::Mesh;
                    if (own && !display.shared && display.set >= 0 && (out < 0 || display.set < out)) out = display.set;
                }
    }
    return out;
}

int mesh_of(const Document& doc, int set) {
    const auto found = std::find_if(doc.meshes.begin(), doc.meshes.end(), [&](const Mesh& m) { return m.set == set; });
    return found == doc.meshes.end() ? -1 : static_cast<int>(found - doc.meshes.begin());
}

// Points of a set that no joints move by themselves.
void place_rigid(const RigNow& now, const VertexSet& set, std::span<const vec2> deltas, const Slot& slot,
                 const Affine& display, std::vector<vec2>& out) {
    const int surface = now.surface(slot.joint);
    const Affine place = surface >= 0 ? display : place_of_slot(now, slot, display);
    const std::size_t first = out.size();
    out.resize(first + set.vertices);
    for (uint32_t v = 0; v < set.vertices; ++v)
        out[first + v] = place * (pair_at(now.doc, set.position, v) + (v < deltas.size() ? deltas[v] : vec2(0)));
    if (surface >= 0) through_surface(now, surface, std::span(out).subspan(first));
}

SlotNow slot_now(const RigNow& now, int index) {
    const auto s = static_cast<std::size_t>(index);
    const Slot& slot = now.rig.slots[s];
    SlotNow out;
    out.slot = index;
    out.color = now.values.color[s];
    out.z = now.values.z[s];
    out.alpha = now.values.slot_alpha[s] * (slot.joint < 0 ? 1 : now.out.alpha[static_cast<std::size_t>(slot.joint)]);
    const std::vector<Display>* displays = displays_of(now.rig, now.reading.skin, index);
    out.display = now.values.display[s];
    const int last = displays ? static_cast<int>(displays->size()) - 1 : -1;
    out.display = std::min(out.display, last);
    if (out.display < 0) {
        out.display = -1;
        return out;
    }
    out.shown = &(*displays)[static_cast<std::size_t>(out.display)];
    const Affine display = affine_of(out.shown->place);
    out.place = place_of_slot(now, slot, display);
    const bool lost = now.reading.runtime && out.shown->shared;
    out.set = lost ? first_geometry(now.doc) : out.shown->set;
    out.mesh = lost ? mesh_of(now.doc, out.set) : out.shown->mesh;
    if (out.set < 0 || static_cast<std::size_t>(out.set) >= now.doc.sets.size()) return out;
    out.first = static_cast<uint32_t>(now.out.vertices.size());
    if (lost)
        place_rigid(now, now.doc.sets[static_cast<std::size_t>(out.set)], {}, slot, display, now.out.vertices);
    else
        place_vertices(now, out.set, slot, display, now.out.vertices);
    out.count = static_cast<uint32_t>(now.out.vertices.size()) - out.first;
    if (!lost && !now.doc.sets[static_cast<std::size_t>(out.set)].influences.empty()) out.place = {};
    return out;
}

// ---- vertices ----

std::span<const vec2> deltas_of(const RigNow& now, int set, std::size_t pairs) {
    std::vector<vec2>& out = now.out.deltas;
    out.clear();
    for (const PlanarValues::Moved& moved : now.values.moved) {
        if (moved.set != set) continue;
        out.resize(pairs, vec2(0));
        add_floats(out, moved.first, std::span(now.values.moves).subspan(moved.at, moved.count));
    }
    return out;
}

Affine affine_of(const mat4& m) { return {m[0][0], m[0][1], m[1][0], m[1][1], vec2(m[3])}; }

// Weights are used as they are.
void skin_vertices(const RigNow& now, const VertexSet& set, std::span<const vec2> deltas, std::vector<vec2>& out) {
    const Influences& by = set.influences;
    const bool own_places = !set.influence_position.empty();
    const auto joints = static_cast<int>(now.out.world.size());
    std::vector<Affine>& palette = now.out.palette;
    palette.assign(now.out.world.begin(), now.out.world.end());
    for (std::size_t j = 0; j < palette.size() && !own_places && j < set.inverse_bind.size(); ++j)
        palette[j] = palette[j] * affine_of(set.inverse_bind[j]);
    for (uint32_t v = 0; v + 1 < by.first.size(); ++v) {
        vec2 sum(0);
        const vec2 at =
            own_places ? vec2(0) : pair_at(now.doc, set.position, v) + (v < deltas.size() ? deltas[v] : vec2(0));
        for (uint32_t i = by.first[v]; i < by.first[v + 1] && i < by.joint.size(); ++i) {
            if (by.joint[i] < 0 || by.joint[i] >= joints) continue;
            const vec2 local =
                own_places ? pair_at(now.doc, set.influence_position, i) + (i < deltas.size() ? deltas[i] : vec2(0))
                           : at;
            sum += by.weight[i] * (palette[static_cast<std::size_t>(by.joint[i])] * local);
        }
        out.push_back(sum);
    }
}

}  // namespace

void add_floats(std::span<vec2> out, uint32_t first, std::span<const float> by) {
    for (std::size_t i = 0; i < by.size() && (first + i) / 2 < out.size(); ++i)
        out[(first + i) / 2][static_cast<int>((first + i) % 2)] += by[i];
}

void place_vertices(const RigNow& now, int index, const Slot& slot, const Affine& display, std::vector<vec2>& out) {
    const VertexSet& set = now.doc.sets[static_cast<std::size_t>(index)];
    const bool own_places = !set.influence_position.empty();
    const std::span<const vec2> deltas = deltas_of(now, index, own_places ? set.influences.joint.size() : set.vertices);
    if (!set.influences.empty()) return skin_vertices(now, set, deltas, out);
    place_rigid(now, set, deltas, slot, display, out);
}

namespace {

Local local_from(const Planar& p) {
    Local out;
    out.t = vec3(p.t, 0);
    out.angle = p.angle;
    out.skew = p.skew;
    out.s = vec3(p.s, 1);
    out.r = glm::angleAxis(p.angle, vec3(0, 0, 1));
    return out;
}

}  // namespace

void to_pose(const PlanarFrame& frame, Pose& out) {
    out.resize(frame.local.size());
    out.parent.clear();
    for (std::size_t j = 0; j < frame.local.size(); ++j) {
        out.local[j] = local_from(frame.local[j]);
        out.model[j] = local_from(frame.global[j]);
        const Affine& m = frame.world[j];
        out.matrix[j] = mat4(m.a, m.b, 0, 0, m.c, m.d, 0, 0, 0, 0, 1, 0, m.t.x, m.t.y, 0, 1);
    }
}

namespace {

const Rig& rig_of(const Skeleton& skeleton) {
    static const Rig nothing;
    return skeleton.rig ? *skeleton.rig : nothing;
}

void place_all_joints(RigNow& now) {
    const std::size_t joints = now.skeleton.joints.size();
    local_joints(now.skeleton, now.values, now.out);
    now.out.world.assign(joints, Affine{});
    now.out.global.assign(joints, Planar{});
    now.out.slots.clear();
    now.out.vertices.clear();
    alphas(now.skeleton, now.values, now.out);
    place_joints(now);
}

}  // namespace

void evaluate_planar_joints(const Document& doc, const Skeleton& skeleton, std::span<const Layer> layers,
                            const PlanarReading& reading, PlanarFrame& out) {
    planar_values(doc, skeleton, planar_layers(doc, layers, reading), out.values);
    RigNow now{doc, skeleton, rig_of(skeleton), reading, out};
    place_all_joints(now);
}

void evaluate_planar(const Document& doc, const Skeleton& skeleton, std::span<const Layer> layers,
                     const PlanarReading& reading, PlanarFrame& out) {
    planar_values(doc, skeleton, planar_layers(doc, layers, reading), out.values);
    RigNow now{doc, skeleton, rig_of(skeleton), reading, out};
    place_all_joints(now);
    for (const int slot : draw_order(out.values)) out.slots.push_back(slot_now(now, slot));
}

}  // namespace bonescope
