// Vertices: morphs, deform tracks and skinning on the CPU. The picture, the numbers and the exports share it.
#pragma once
#include "core/evaluate.h"

namespace bonescope {

struct SkinBlocks;  // vertices regrouped for speed, made by bind_skin()

// A vertex set in use on a skeleton.
struct SetUse {
    std::shared_ptr<const Document> doc;
    int set = -1;
    Influences bound;                // joint: index in the skeleton; rule applied (kept, normalised)
    std::vector<mat4> inverse_bind;  // per joint; empty when the palette is made per component (Trs)
    std::shared_ptr<const SkinBlocks> blocks;
    bool loose = false;      // has a skeleton of its own, that is not the scene's
    int hung_on = -1;        // joint of the scene's skeleton that a loose one follows
    uint32_t bare = 0;       // vertices without an influence in the file
    uint32_t over_four = 0;  // vertices with more than four
    uint32_t dropped = 0;    // influences that name no joint
    int number = -1;         // of its document among the scene's meshes; -1: they have none, -2: it alone has none

    const VertexSet& get() const { return doc->sets[set]; }
};
// skeleton may be null: the set stays as it is stored.
SetUse bind_skin(std::shared_ptr<const Document>, int set, const Skeleton* skeleton);

struct SetFrame {
    Big<vec3> position, normal;  // one per vertex; normal is empty when the set has none
};

// Model matrices relative to the bind pose, one per joint: what a vertex in bind space is multiplied by.
void palette(const Skeleton&, const Pose& bind, const Pose& now, const SetUse&, std::vector<mat4>& out);

// Stored vertices, then morph and deform tracks of the layers, unskinned. `extra` are weights of morphs set by hand
// (index in the document, added to the tracks'); may be empty.
void deform(const SetUse&, std::span<const Layer>, std::span<const float> extra, SetFrame& out);
// In place: out holds the deformed vertices and receives the skinned ones.
void skin(const SetUse&, std::span<const mat4> palette, SetFrame& inout);
// The plain formula, one vertex at a time, in double: the oracle of skin().
void skin_reference(const SetUse&, std::span<const mat4> palette, SetFrame& inout);

}  // namespace bonescope
