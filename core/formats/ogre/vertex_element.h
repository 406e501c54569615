// The vertex element types of OGRE and their meaning as numbers.
#pragma once
#include "core/tree.h"

namespace bonescope::ogre {

enum class Packing : uint8_t { Plain, Normalised, Argb, Abgr, Packed1010102 };

struct ElementType {
    const char* name;
    Type type;
    uint8_t lanes, size;  // numbers; bytes in all
    Packing packing;
};

const ElementType* element_type(uint16_t stored);              // null when unknown
const char* semantic_name(uint16_t semantic, uint16_t index);  // for the field tree
inline constexpr uint16_t most_uv_sets = 8;                    // OGRE's own limit

enum Semantic : uint16_t {
    SemanticPosition = 1,
    SemanticWeights,
    SemanticIndices,
    SemanticNormal,
    SemanticDiffuse,
    SemanticSpecular,
    SemanticUv,
    SemanticBinormal,
    SemanticTangent
};

// The numbers of one element; lanes that it does not have become 0, w 1. Colours come as r g b a in 0..1.
void decode_element(const ElementType&, const byte* at, bool big, float out[4]);
uint32_t decode_color(const ElementType&, const byte* at, bool big);  // 0xAABBGGRR

}  // namespace bonescope::ogre
