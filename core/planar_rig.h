// The parts of planar evaluation that constraints and surfaces share with it.
#pragma once
#include "core/planar_tracks.h"

namespace bonescope {

// Everything while one frame is made.
struct RigNow {
    const Document& doc;
    const Skeleton& skeleton;
    const Rig& rig;
    const PlanarReading& reading;
    PlanarFrame& out;
    const PlanarValues& values = out.values;
    std::vector<char> done{};       // joints that are composed
    std::vector<int> surface_of{};  // per joint: index in Rig::surfaces, -1: an ordinary one

    int parent(int joint) const { return skeleton.joints[static_cast<std::size_t>(joint)].parent; }
    int surface(int joint) const { return joint < 0 ? -1 : surface_of[static_cast<std::size_t>(joint)]; }
};

// From local values by the joint's own rules; only once.
void compose_joint(RigNow&, int joint);
void rebuild(RigNow&, int joint);  // its matrix, after its global values were changed

// planar_ik.cpp
void apply_ik(RigNow&, const IkConstraint&, std::size_t constraint);
// planar_path.cpp
void apply_path(RigNow&, const PathConstraint&, std::size_t constraint);

// planar_surface.cpp. Grids lie in armature space.
void compose_surface(RigNow&, int joint);
// What a surface does to things at a place of its child coordinates.
Affine affine_at(const RigNow&, int surface, vec2 place);
// Carries points of child coordinates to armature space.
void through_surface(const RigNow&, int surface, std::span<vec2> points);
void compose_on_surface(RigNow&, int joint, int surface);

// Adds floats to the coordinates x y x y … from coordinate `first` on, as far as there are any.
void add_floats(std::span<vec2> out, uint32_t first, std::span<const float> by);

// Points of a vertex set with its deform tracks, in armature space; `place`: of its display.
void place_vertices(const RigNow&, int set, const Slot&, const Affine& display, std::vector<vec2>& out);

}  // namespace bonescope
