// Poses of 2D armatures: joints, constraints, surfaces and slots. Lengths are pixels, y grows downwards.
#pragma once
#include "core/evaluate.h"

namespace bonescope {

// X = a x + c y + t.x, Y = b x + d y + t.y
struct Affine {
    float a = 1, b = 0, c = 0, d = 1;
    vec2 t{0};
};
inline vec2 operator*(const Affine& m, vec2 p) {
    return {m.a * p.x + m.c * p.y + m.t.x, m.b * p.x + m.d * p.y + m.t.y};
}
inline vec2 turn(const Affine& m, vec2 v) { return {m.a * v.x + m.c * v.y, m.b * v.x + m.d * v.y}; }
Affine operator*(const Affine&, const Affine&);
Affine inverse(const Affine&);  // of a flat one: zeros
Affine affine_of(const Planar&);
// Back to a transform, with the signs of the scales that it was made of.
Planar planar_of(const Affine&, vec2 own_scale);
inline Planar planar_of(const Local& l) { return {vec2(l.t), l.angle, l.skew, vec2(l.s)}; }
inline float determinant(const Affine& m) { return m.a * m.d - m.b * m.c; }

struct SlotNow {
    int slot = -1;
    int display = -1;                // index in the skin's list, -1: hidden
    const Display* shown = nullptr;  // null: hidden, or nothing at that index
    int set = -1, mesh = -1;         // vertex set and mesh that it shows
    Affine place;                    // bone times display; of weighted meshes the identity
    ColorChange color;
    float alpha = 1;                // global
    float z = 0;                    // clips of a tree share it out, so that it may have a fraction
    uint32_t first = 0, count = 0;  // of a mesh, path or polygon: in PlanarFrame::vertices, armature space
};

// What the tracks say, before anything is composed.
struct PlanarValues {
    std::vector<Planar> added;       // per joint, on top of bind: offsets, and factors of scale
    std::vector<float> joint_alpha;  // per joint
    std::vector<ColorChange> color;  // per slot
    std::vector<float> slot_alpha;   // per slot
    std::vector<int> display;        // per slot
    std::vector<float> z;            // per slot
    std::vector<int> order;          // slots back to front, before z
    std::vector<float> mix;          // per constraint
    std::vector<bool> bend;          // per constraint
    struct Moved {
        int set = -1, joint = -1;    // vertex set, or joint of a surface
        uint32_t first = 0;          // float that the values begin at
        uint32_t at = 0, count = 0;  // in `moves`
    };
    std::vector<Moved> moved;
    std::vector<float> moves;
};
struct PlanarFrame {
    std::vector<Planar> local;   // joints: after tracks
    std::vector<Affine> world;   // joints, armature space
    std::vector<Planar> global;  // the same decomposed
    std::vector<float> alpha;    // joints, global
    std::vector<SlotNow> slots;  // back to front
    std::vector<vec2> vertices;
    std::vector<std::vector<vec2>> grids;  // per surface, armature space
    PlanarValues values;
    std::vector<Affine> means;  // per surface: of its whole grid
    // Lists that are used while a frame is made, kept for the next one.
    std::vector<Affine> palette;
    std::vector<vec2> deltas;
};

// Everything but nested armatures.
void evaluate_planar(const Document&, const Skeleton&, std::span<const Layer>, const PlanarReading&, PlanarFrame& out);

// The same without slots and their vertices.
void evaluate_planar_joints(const Document&, const Skeleton&, std::span<const Layer>, const PlanarReading&,
                            PlanarFrame& out);

// The joints of a planar frame in the form that all skeletons share: angle and skew beside the matrices.
void to_pose(const PlanarFrame&, Pose& out);

// Displays of a slot in a skin: its own list, else the default skin's; null: none.
const std::vector<Display>* displays_of(const Rig&, int skin, int slot);

}  // namespace bonescope
