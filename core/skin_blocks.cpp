#include "core/skin_blocks.h"
#include <algorithm>
#include <numeric>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace bonescope {
// Of a normal's length, so that neither a zero normal nor a huge one becomes NaN.
constexpr float smallest_square = 1e-30f, largest_square = 1e37f;
}  // namespace bonescope

#define SKIN_NAMESPACE skin_plain
#define SKIN_TARGET
#define SKIN_LANES 4
#include "core/skin_kernel.h"

#if defined(__x86_64__)
#define SKIN_NAMESPACE skin_avx2
#define SKIN_TARGET [[gnu::target("avx2,fma")]]
#define SKIN_LANES 8
#include "core/skin_kernel.h"

#define SKIN_NAMESPACE skin_avx512
#define SKIN_TARGET [[gnu::target("avx512f")]]
#define SKIN_LANES 16
#include "core/skin_kernel.h"
#endif

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

// Moves whole groups of the vertices from `from` on to `grouped`; what is left goes to `rest`.
template <class Iterator>
void take_groups(Iterator from, Iterator to, std::vector<uint32_t>& grouped, std::vector<uint32_t>& rest) {
    const auto whole = from + (to - from) / width * width;
    grouped.insert(grouped.end(), from, whole);
    rest.insert(rest.end(), whole, to);
}

// Vertices with equal joints: those first that follow each other in memory.
void group_equal(std::span<const uint32_t> equal, std::vector<uint32_t>& grouped, std::vector<uint32_t>& left_over) {
    std::vector<uint32_t> rest;
    for (std::size_t from = 0, to = 0; from < equal.size(); from = to) {
        for (to = from + 1; to < equal.size() && equal[to] == equal[to - 1] + 1;) ++to;
        take_groups(equal.begin() + static_cast<std::ptrdiff_t>(from), equal.begin() + static_cast<std::ptrdiff_t>(to),
                    grouped, rest);
    }
    take_groups(rest.begin(), rest.end(), grouped, left_over);
}

// Groups of `width`, first those with equal joints, then the left-over ones next to others with similar joints.
std::vector<uint32_t> group_vertices(const SortedInfluences& in, uint32_t vertices) {
    std::vector<uint32_t> order(vertices), grouped, left_over;
    std::iota(order.begin(), order.end(), 0u);
    std::erase_if(order, [&](uint32_t v) { return in.joints(v).empty(); });
    const auto less = [&](uint32_t a, uint32_t b) {
        const auto x = in.joints(a), y = in.joints(b);
        return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
    };
    std::stable_sort(order.begin(), order.end(), less);
    grouped.reserve(order.size());
    for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
        while (to < order.size() && !less(order[from], order[to])) ++to;
        group_equal(std::span(order).subspan(from, to - from), grouped, left_over);
    }
    grouped.insert(grouped.end(), left_over.begin(), left_over.end());
    return grouped;
}

void add_block(SkinBlocks& out, const SortedInfluences& in, std::span<const uint32_t> vertex) {
    SkinBlocks::Block block;
    block.first_joint = static_cast<uint32_t>(out.joint.size());
    block.used = static_cast<uint32_t>(vertex.size());
    std::fill_n(block.vertex, width, vertex.back());
    for (uint32_t lane = 0; lane < block.used; ++lane) {
        block.vertex[lane] = vertex[lane];
        if (lane > 0 && vertex[lane] == vertex[lane - 1] + 1) block.follows |= 1u << lane;
        for (const uint32_t joint : in.joints(vertex[lane]))
            if (std::find(out.joint.begin() + block.first_joint, out.joint.end(), joint) == out.joint.end())
                out.joint.push_back(joint);
    }
    block.joints = static_cast<uint32_t>(out.joint.size()) - block.first_joint;
    const std::size_t weights = out.weight.size();
    out.weight.resize(weights + std::size_t{block.joints} * width);
    std::fill(out.weight.begin() + static_cast<std::ptrdiff_t>(weights), out.weight.end(), 0.f);
    for (uint32_t lane = 0; lane < width; ++lane)
        for (uint32_t i = in.first[block.vertex[lane]]; i < in.first[block.vertex[lane] + 1]; ++i) {
            const auto slot = std::find(out.joint.begin() + block.first_joint, out.joint.end(), in.joint[i]) -
                              (out.joint.begin() + block.first_joint);
            out.weight[weights + static_cast<std::size_t>(slot) * width + lane] = in.weight[i];
        }
    out.blocks.push_back(block);
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
    for (const uint32_t start : starts)
        add_block(out, sorted, std::span(grouped).subspan(start, std::min<std::size_t>(width, grouped.size() - start)));
    for (const uint32_t joint : out.joint) out.joints_needed = std::max(out.joints_needed, joint + 1);
    return out;
}

bool has_isa(Isa isa) {
#if defined(__x86_64__)
    if (isa == Isa::Avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (isa == Isa::Avx512) return __builtin_cpu_supports("avx512f");
#endif
    return isa == Isa::Plain;
}

Isa best_isa() {
    static const Isa best = has_isa(Isa::Avx512) ? Isa::Avx512 : has_isa(Isa::Avx2) ? Isa::Avx2 : Isa::Plain;
    return best;
}

void skin_blocks(const SkinBlocks& in, Isa isa, const mat4* palette, vec3* position, vec3* normal) {
#if defined(__x86_64__)
    if (isa == Isa::Avx512) return skin_avx512::skin_all(in, palette, position, normal);
    if (isa == Isa::Avx2) return skin_avx2::skin_all(in, palette, position, normal);
#endif
    (void)isa;
    skin_plain::skin_all(in, palette, position, normal);
}

}  // namespace bonescope
