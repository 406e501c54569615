// Vertices regrouped so that eight that share their joints are skinned at once. Private to skin.cpp and its tests.
#pragma once
#include "core/skin.h"

namespace bonescope {

inline constexpr uint32_t lanes_per_block = 8;

struct SkinBlocks {
    struct Block {
        uint32_t first_joint = 0, joints = 0;  // in `joint`; weights: 8 per joint from 8 * first_joint
        uint32_t vertex[lanes_per_block] = {};
        bool consecutive = false;  // the vertices follow each other in memory
    };
    Big<Block> blocks;
    Big<uint32_t> joint;
    Big<float> weight;
    uint32_t joints_needed = 0;  // largest joint index + 1
    uint32_t vertices = 0;
};

// Vertices without influences are in no block.
SkinBlocks make_blocks(const Influences& bound, uint32_t vertices);

enum class Isa : uint8_t { Plain, Avx2 };
bool has_isa(Isa);
// normal may be null. Both hold SkinBlocks::vertices entries; the palette at least joints_needed.
void skin_blocks(const SkinBlocks&, Isa, const mat4* palette, vec3* position, vec3* normal);

}  // namespace bonescope
