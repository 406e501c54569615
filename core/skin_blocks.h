// Vertices regrouped so that those that share their joints are skinned at once. Private to skin.cpp and its tests.
#pragma once
#include "core/skin.h"

namespace bonescope {

inline constexpr uint32_t lanes_per_block = 16;

struct SkinBlocks {
    struct Block {
        uint32_t first_joint = 0, joints = 0;  // in `joint`; weights: 16 per joint from 16 * first_joint
        uint32_t follows = 0;                  // bit i: vertex[i] is vertex[i - 1] + 1
        uint32_t used = 0;                     // lanes; the others repeat the last vertex
        uint32_t vertex[lanes_per_block] = {};

        bool consecutive(uint32_t first, uint32_t n) const {
            const uint32_t bits = (1u << (n - 1)) - 1;
            return (follows >> (first + 1) & bits) == bits;
        }
    };
    Big<Block> blocks;
    Big<uint32_t> joint;
    Big<float> weight;
    uint32_t joints_needed = 0;  // largest joint index + 1
    uint32_t vertices = 0;
};

// Vertices without influences are in no block.
SkinBlocks make_blocks(const Influences& bound, uint32_t vertices);

enum class Isa : uint8_t { Plain, Avx2, Avx512 };
bool has_isa(Isa);
Isa best_isa();
// normal may be null. Both hold SkinBlocks::vertices entries; the palette at least joints_needed.
void skin_blocks(const SkinBlocks&, Isa, const mat4* palette, vec3* position, vec3* normal);

}  // namespace bonescope
