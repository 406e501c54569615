#include "core/skin_blocks.h"
#include <algorithm>
#include <numeric>

namespace bonescope {
namespace {

constexpr uint32_t width = lanes_per_block;

// A vertex's influences sorted by joint, equal joints added up.
struct SortedInfluences {
    std::vector<uint32_t> first, joint;
    std::vector<float> weight;

    std::span<const uint32_t> joints(uint32_t v) const { return {joint.data() + first[v], first[v + 1] - first[v]}; }
};

SortedInfluences sort_influences(const Influences& bound, uint32_t vertices) {
    SortedInfluences out;
    out.first.push_back(0);
    std::vector<std::pair<uint32_t, float>> some;
    for (uint32_t v = 0; v < vertices; ++v) {
        some.clear();
        for (uint32_t i = bound.first[v]; i < bound.first[v + 1]; ++i)
            some.emplace_back(static_cast<uint32_t>(bound.joint[i]), bound.weight[i]);
        std::stable_sort(some.begin(), some.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [joint, weight] : some) {
            if (out.joint.size() > out.first.back() && out.joint.back() == joint) {
                out.weight.back() += weight;
                continue;
            }
            out.joint.push_back(joint);
            out.weight.push_back(weight);
        }
        out.first.push_back(static_cast<uint32_t>(out.joint.size()));
    }
    return out;
}

// Groups of eight, first those with equal joints, then the left-over ones next to others with similar joints.
std::vector<uint32_t> group_vertices(const SortedInfluences& in, uint32_t vertices) {
    std::vector<uint32_t> order(vertices), grouped, left_over;
    std::iota(order.begin(), order.end(), 0u);
    std::erase_if(order, [&](uint32_t v) { return in.joints(v).empty(); });
    const auto less = [&](uint32_t a, uint32_t b) {
        const auto x = in.joints(a), y = in.joints(b);
        return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
    };
    std::stable_sort(order.begin(), order.end(), less);
    grouped.reserve(order.size() + width);
    for (std::size_t from = 0; from < order.size();) {
        std::size_t to = from;
        while (to < order.size() && !less(order[from], order[to])) ++to;
        const std::size_t whole = from + (to - from) / width * width;
        grouped.insert(grouped.end(), order.begin() + static_cast<std::ptrdiff_t>(from),
                       order.begin() + static_cast<std::ptrdiff_t>(whole));
        left_over.insert(left_over.end(), order.begin() + static_cast<std::ptrdiff_t>(whole),
                         order.begin() + static_cast<std::ptrdiff_t>(to));
        from = to;
    }
    grouped.insert(grouped.end(), left_over.begin(), left_over.end());
    while (grouped.size() % width) grouped.push_back(grouped.back());
    return grouped;
}

void add_block(SkinBlocks& out, const SortedInfluences& in, const uint32_t* vertex) {
    SkinBlocks::Block block;
    block.first_joint = static_cast<uint32_t>(out.joint.size());
    block.consecutive = true;
    for (uint32_t lane = 0; lane < width; ++lane) {
        block.vertex[lane] = vertex[lane];
        block.consecutive = block.consecutive && vertex[lane] == vertex[0] + lane;
        for (const uint32_t joint : in.joints(vertex[lane]))
            if (std::find(out.joint.begin() + block.first_joint, out.joint.end(), joint) == out.joint.end())
                out.joint.push_back(joint);
    }
    block.joints = static_cast<uint32_t>(out.joint.size()) - block.first_joint;
    const std::size_t weights = out.weight.size();
    out.weight.resize(weights + std::size_t{block.joints} * width);
    std::fill(out.weight.begin() + static_cast<std::ptrdiff_t>(weights), out.weight.end(), 0.f);
    for (uint32_t lane = 0; lane < width; ++lane)
        for (uint32_t i = in.first[vertex[lane]]; i < in.first[vertex[lane] + 1]; ++i) {
            const auto slot = std::find(out.joint.begin() + block.first_joint, out.joint.end(), in.joint[i]) -
                              (out.joint.begin() + block.first_joint);
            out.weight[weights + static_cast<std::size_t>(slot) * width + lane] = in.weight[i];
        }
    out.blocks.push_back(block);
}

// Eight floats; without AVX the compiler makes two vectors of four of it.
using Lanes [[gnu::vector_size(32)]] = float;
using Mask [[gnu::vector_size(32)]] = int32_t;

#define BONESCOPE_INLINE [[gnu::always_inline]] inline

BONESCOPE_INLINE void load_half(Lanes& out, const float* low, const float* high) {
    using Four [[gnu::vector_size(16)]] = float;
    Four a, b;
    std::memcpy(&a, low, sizeof a);
    std::memcpy(&b, high, sizeof b);
    out = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}

BONESCOPE_INLINE void store_half(const Lanes& in, float* low, float* high) {
    const auto a = __builtin_shufflevector(in, in, 0, 1, 2, 3), b = __builtin_shufflevector(in, in, 4, 5, 6, 7);
    std::memcpy(low, &a, sizeof a);
    std::memcpy(high, &b, sizeof b);
}

// Eight triples in memory to three vectors. Both halves of a vector hold four triples of their own, so that no number
// crosses from one half to the other.
BONESCOPE_INLINE void load_triples(const float* from, Lanes& x, Lanes& y, Lanes& z) {
    Lanes a, b, c;  // x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3, and the same of the other four triples
    load_half(a, from, from + 12);
    load_half(b, from + 4, from + 16);
    load_half(c, from + 8, from + 20);
    const Lanes xy = __builtin_shufflevector(b, c, 2, 3, 9, 10, 6, 7, 13, 14);  // x2 y2 x3 y3
    const Lanes yz = __builtin_shufflevector(a, b, 1, 2, 8, 9, 5, 6, 12, 13);   // y0 z0 y1 z1
    x = __builtin_shufflevector(a, xy, 0, 3, 8, 10, 4, 7, 12, 14);
    y = __builtin_shufflevector(yz, xy, 0, 2, 9, 11, 4, 6, 13, 15);
    z = __builtin_shufflevector(yz, c, 1, 3, 8, 11, 5, 7, 12, 15);
}

BONESCOPE_INLINE void store_triples(float* to, const Lanes& x, const Lanes& y, const Lanes& z) {
    const Lanes xy = __builtin_shufflevector(x, y, 0, 2, 8, 10, 4, 6, 12, 14);  // x0 x2 y0 y2
    const Lanes yz = __builtin_shufflevector(y, z, 1, 3, 9, 11, 5, 7, 13, 15);  // y1 y3 z1 z3
    const Lanes zx = __builtin_shufflevector(z, x, 0, 2, 9, 11, 4, 6, 13, 15);  // z0 z2 x1 x3
    store_half(__builtin_shufflevector(xy, zx, 0, 2, 8, 10, 4, 6, 12, 14), to, to + 12);
    store_half(__builtin_shufflevector(yz, xy, 0, 2, 9, 11, 4, 6, 13, 15), to + 4, to + 16);
    store_half(__builtin_shufflevector(zx, yz, 1, 3, 9, 11, 5, 7, 13, 15), to + 8, to + 20);
}

// The matrix of every lane: three rows of four numbers, from column-major palette entries.
struct Blend {
    Lanes column[4][3];
};

BONESCOPE_INLINE void blend(const SkinBlocks& in, const SkinBlocks::Block& block, const mat4* palette, Blend& out) {
    for (auto& column : out.column)
        for (Lanes& number : column) number = Lanes{};
    const float* weights = in.weight.data() + std::size_t{block.first_joint} * width;
    for (uint32_t k = 0; k < block.joints; ++k, weights += width) {
        Lanes weight;
        std::memcpy(&weight, weights, sizeof weight);
        const mat4& m = palette[in.joint[block.first_joint + k]];
        for (int c = 0; c < 4; ++c)
            for (int r = 0; r < 3; ++r) out.column[c][r] += weight * m[c][r];
    }
}

BONESCOPE_INLINE void turn(const Blend& m, int row, const Lanes& x, const Lanes& y, const Lanes& z, Lanes& out) {
    out = m.column[0][row] * x + m.column[1][row] * y + m.column[2][row] * z;
}

BONESCOPE_INLINE void skin_positions(const Blend& m, float* at) {
    Lanes x, y, z, out[3];
    load_triples(at, x, y, z);
    for (int row = 0; row < 3; ++row) {
        turn(m, row, x, y, z, out[row]);
        out[row] += m.column[3][row];
    }
    store_triples(at, out[0], out[1], out[2]);
}

BONESCOPE_INLINE void skin_normals(const Blend& m, float* at) {
    Lanes x, y, z, out[3];
    load_triples(at, x, y, z);
    for (int row = 0; row < 3; ++row) turn(m, row, x, y, z, out[row]);
    const Lanes square = out[0] * out[0] + out[1] * out[1] + out[2] * out[2];
    const Lanes smallest = Lanes{} + 1e-30f;
    const Mask zero = square < smallest;  // a zero normal stays one
    const Lanes guarded = zero ? smallest : square;
    Lanes size;
    for (uint32_t lane = 0; lane < width; ++lane) size[lane] = __builtin_sqrtf(guarded[lane]);
    const Lanes factor = zero ? Lanes{} : 1.f / size;
    store_triples(at, out[0] * factor, out[1] * factor, out[2] * factor);
}

BONESCOPE_INLINE void skin_scattered(const SkinBlocks::Block& block, const Blend& m, vec3* all, bool normals) {
    alignas(32) float some[width * 3];
    for (uint32_t lane = 0; lane < width; ++lane) std::memcpy(some + lane * 3, &all[block.vertex[lane]], sizeof(vec3));
    if (normals)
        skin_normals(m, some);
    else
        skin_positions(m, some);
    for (uint32_t lane = 0; lane < width; ++lane) std::memcpy(&all[block.vertex[lane]], some + lane * 3, sizeof(vec3));
}

BONESCOPE_INLINE void skin_all(const SkinBlocks& in, const mat4* palette, vec3* position, vec3* normal) {
    for (const SkinBlocks::Block& block : in.blocks) {
        Blend m;
        blend(in, block, palette, m);
        if (block.consecutive) {
            skin_positions(m, &position[block.vertex[0]].x);
            if (normal) skin_normals(m, &normal[block.vertex[0]].x);
        } else {
            skin_scattered(block, m, position, false);
            if (normal) skin_scattered(block, m, normal, true);
        }
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void skin_avx2(const SkinBlocks& in, const mat4* palette, vec3* position, vec3* normal) {
    skin_all(in, palette, position, normal);
}
#endif

void skin_plain(const SkinBlocks& in, const mat4* palette, vec3* position, vec3* normal) {
    skin_all(in, palette, position, normal);
}

}  // namespace

SkinBlocks make_blocks(const Influences& bound, uint32_t vertices) {
    SkinBlocks out;
    out.vertices = vertices;
    const SortedInfluences sorted = sort_influences(bound, vertices);
    const std::vector<uint32_t> grouped = group_vertices(sorted, vertices);
    std::vector<uint32_t> starts;
    for (uint32_t i = 0; i < grouped.size(); i += width) starts.push_back(i);
    // In the order of memory rather than of joints: the palette is small, the vertices are not.
    std::sort(starts.begin(), starts.end(), [&](uint32_t a, uint32_t b) { return grouped[a] < grouped[b]; });
    for (const uint32_t start : starts) add_block(out, sorted, &grouped[start]);
    for (const uint32_t joint : out.joint) out.joints_needed = std::max(out.joints_needed, joint + 1);
    return out;
}

bool has_isa(Isa isa) {
#if defined(__x86_64__)
    static const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return isa == Isa::Plain || avx2;
#else
    return isa == Isa::Plain;
#endif
}

void skin_blocks(const SkinBlocks& in, Isa isa, const mat4* palette, vec3* position, vec3* normal) {
#if defined(__x86_64__)
    if (isa == Isa::Avx2) return skin_avx2(in, palette, position, normal);
#endif
    (void)isa;
    skin_plain(in, palette, position, normal);
}

}  // namespace bonescope
