#include "core/formats/ogre/vertex_element.h"
#include <algorithm>
#include <cmath>
#include <iterator>

namespace bonescope::ogre {
namespace {

constexpr ElementType types[] = {
    {"float1", Type::F32, 1, 4, Packing::Plain},
    {"float2", Type::F32, 2, 8, Packing::Plain},
    {"float3", Type::F32, 3, 12, Packing::Plain},
    {"float4", Type::F32, 4, 16, Packing::Plain},
    {"colour", Type::U8, 4, 4, Packing::Argb},
    {"short1", Type::I16, 1, 2, Packing::Plain},
    {"short2", Type::I16, 2, 4, Packing::Plain},
    {"short3", Type::I16, 3, 6, Packing::Plain},
    {"short4", Type::I16, 4, 8, Packing::Plain},
    {"ubyte4", Type::U8, 4, 4, Packing::Plain},
    {"colour_argb", Type::U8, 4, 4, Packing::Argb},
    {"colour_abgr", Type::U8, 4, 4, Packing::Abgr},
    {"double1", Type::F64, 1, 8, Packing::Plain},
    {"double2", Type::F64, 2, 16, Packing::Plain},
    {"double3", Type::F64, 3, 24, Packing::Plain},
    {"double4", Type::F64, 4, 32, Packing::Plain},
    {"ushort1", Type::U16, 1, 2, Packing::Plain},
    {"ushort2", Type::U16, 2, 4, Packing::Plain},
    {"ushort3", Type::U16, 3, 6, Packing::Plain},
    {"ushort4", Type::U16, 4, 8, Packing::Plain},
    {"int1", Type::I32, 1, 4, Packing::Plain},
    {"int2", Type::I32, 2, 8, Packing::Plain},
    {"int3", Type::I32, 3, 12, Packing::Plain},
    {"int4", Type::I32, 4, 16, Packing::Plain},
    {"uint1", Type::U32, 1, 4, Packing::Plain},
    {"uint2", Type::U32, 2, 8, Packing::Plain},
    {"uint3", Type::U32, 3, 12, Packing::Plain},
    {"uint4", Type::U32, 4, 16, Packing::Plain},
    {"byte4", Type::I8, 4, 4, Packing::Plain},
    {"byte4_norm", Type::I8, 4, 4, Packing::Normalised},
    {"ubyte4_norm", Type::U8, 4, 4, Packing::Normalised},
    {"short2_norm", Type::I16, 2, 4, Packing::Normalised},
    {"short4_norm", Type::I16, 4, 8, Packing::Normalised},
    {"ushort2_norm", Type::U16, 2, 4, Packing::Normalised},
    {"ushort4_norm", Type::U16, 4, 8, Packing::Normalised},
    {"int_10_10_10_2_norm", Type::U32, 1, 4, Packing::Packed1010102},
    {"half1", Type::F16, 1, 2, Packing::Plain},
    {"half2", Type::F16, 2, 4, Packing::Plain},
    {"half3", Type::F16, 3, 6, Packing::Plain},
    {"half4", Type::F16, 4, 8, Packing::Plain},
};

float number(Type type, const byte* at, bool big) {
    switch (type) {
    case Type::F32:
        return load<float>(at, big);
    case Type::F64:
        return static_cast<float>(load<double>(at, big));
    case Type::F16:
        return half_to_float(load<uint16_t>(at, big));
    case Type::I8:
        return load<int8_t>(at);
    case Type::U8:
        return load<uint8_t>(at);
    case Type::I16:
        return load<int16_t>(at, big);
    case Type::U16:
        return load<uint16_t>(at, big);
    case Type::I32:
        return static_cast<float>(load<int32_t>(at, big));
    default:
        return static_cast<float>(load<uint32_t>(at, big));
    }
}

float largest(Type type) {
    switch (type) {
    case Type::I8:
        return 127;
    case Type::U8:
        return 255;
    case Type::I16:
        return 32767;
    default:
        return 65535;
    }
}

// Signed fields from the lowest bit up: x, y, z of ten bits, w of two.
void unpack_1010102(uint32_t bits, float out[4]) {
    for (int lane = 0; lane < 4; ++lane) {
        const int size = lane < 3 ? 10 : 2;
        const auto high = static_cast<int32_t>(bits << (32 - size - 10 * lane));
        const float top = lane < 3 ? 511.f : 1.f;
        out[lane] = std::max(static_cast<float>(high >> (32 - size)) / top, -1.f);
    }
}

void unpack_color(uint32_t abgr, float out[4]) {
    for (int lane = 0; lane < 4; ++lane) out[lane] = static_cast<float>(abgr >> (8 * lane) & 255u) / 255.f;
}

uint32_t swap_red_blue(uint32_t color) { return (color & 0xFF00FF00u) | (color >> 16 & 0xFFu) | (color & 0xFFu) << 16; }

}  // namespace

const ElementType* element_type(uint16_t stored) { return stored < std::size(types) ? &types[stored] : nullptr; }

const char* semantic_name(uint16_t semantic, uint16_t index) {
    static const char* const names[] = {"unknown",  "position", "blend weights", "blend indices", "normal", "diffuse",
                                        "specular", "uv",       "binormal",      "tangent"};
    static const char* const uvs[] = {"uv 0", "uv 1", "uv 2", "uv 3", "uv 4", "uv 5", "uv 6", "uv 7"};
    if (semantic == SemanticUv && index < std::size(uvs)) return uvs[index];
    return names[semantic < std::size(names) ? semantic : 0];
}

void decode_element(const ElementType& type, const byte* at, bool big, float out[4]) {
    out[0] = out[1] = out[2] = 0;
    out[3] = 1;
    if (type.packing == Packing::Packed1010102) return unpack_1010102(load<uint32_t>(at, big), out);
    if (type.packing == Packing::Argb || type.packing == Packing::Abgr)
        return unpack_color(decode_color(type, at, big), out);
    const uint32_t size = type_size(type.type);
    for (uint32_t lane = 0; lane < type.lanes; ++lane) {
        out[lane] = number(type.type, at + std::size_t{lane} * size, big);
        if (type.packing == Packing::Normalised) out[lane] = std::max(out[lane] / largest(type.type), -1.f);
    }
}

uint32_t decode_color(const ElementType& type, const byte* at, bool big) {
    if (type.packing == Packing::Argb) return swap_red_blue(load<uint32_t>(at, big));
    if (type.packing == Packing::Abgr) return load<uint32_t>(at, big);
    if (type.type == Type::U8) return load<uint32_t>(at);  // four bytes r g b a, never swapped
    float rgba[4];
    decode_element(type, at, big, rgba);
    uint32_t color = 0;
    for (int lane = 0; lane < 4; ++lane) {
        const float unit = rgba[lane] > 0 ? std::min(rgba[lane], 1.f) : 0.f;  // also for NaN
        color |= static_cast<uint32_t>(std::lround(unit * 255.f)) << (8 * lane);
    }
    return color;
}

}  // namespace bonescope::ogre
