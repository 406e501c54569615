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

void planar_values(const Document&, const Skeleton&, std::span<const PlanarLayer>, PlanarValues& out);

}  // namespace bonescope
