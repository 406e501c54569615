// What the tracks of 2D clips say at a moment, before anything is composed.
#pragma once
#include "core/planar.h"

namespace bonescope {

// A clip at a moment, with all that evaluation asks for; clips that others play are layers of their own.
struct PlanarLayer {
    const Clip* clip = nullptr;
    Sampling sampling;
    double tick = 0, elapsed = 0;
    bool runtime = false;  // with the runtime's defects
    float weight = 1;
    float share = 1;    // of the weight that the clip at the top of its tree has
    bool first = true;  // it is the clip at the top
};
// planar_tree.cpp
std::vector<PlanarLayer> planar_layers(const Document&, std::span<const Layer>, const PlanarReading&);

// Between which keys a timeline stands. One with a clock of its own always closes to its first key.
Segment planar_segment(const Document&, const PlanarLayer&, const Timeline&);

struct PlanarValues {
    std::vector<Planar> added;       // per joint, on top of bind: offsets, and factors of scale
    std::vector<float> joint_alpha;  // per joint
    std::vector<ColorChange> color;  // per slot
    std::vector<float> slot_alpha;   // per slot
    std::vector<int> display, z;     // per slot
    std::vector<int> order;          // slots back to front, before z
    std::vector<float> mix;          // per constraint
    std::vector<bool> bend;          // per constraint
    struct Moved {
        int set = -1, joint = -1;  // vertex set, or joint of a surface
        uint32_t first = 0;        // float that the values begin at
        std::vector<float> by;
    };
    std::vector<Moved> moved;
};
PlanarValues planar_values(const Document&, const Skeleton&, std::span<const PlanarLayer>);

}  // namespace bonescope
