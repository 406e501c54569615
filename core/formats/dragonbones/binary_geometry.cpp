// Vertices in binary files: integers say how many and where, floats what.
#include "core/formats/dragonbones/binary.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

struct Head {
    uint32_t at = 0, vertices = 0, triangles = 0, floats = 0;
    int weights = -1;
};

std::optional<Head> head_of(const Figure& f, JsonValue entry) {
    const Binary& b = *f.binary;
    Head head;
    const double at = entry["offset"].number().value_or(-1);
    if (!(at >= 0) || !b.holds(Binary::Int, static_cast<uint64_t>(at), 4)) return {};
    head.at = static_cast<uint32_t>(at);
    head.vertices = b.index(Binary::Int, head.at);
    head.triangles = b.index(Binary::Int, uint64_t{head.at} + 1);
    head.floats = b.index(Binary::Int, uint64_t{head.at} + 2);
    head.weights = b.number(Binary::Int, uint64_t{head.at} + 3);
    const bool whole = b.holds(Binary::Float, head.floats, uint64_t{head.vertices} * (head.triangles ? 4 : 2)) &&
                       b.holds(Binary::Int, uint64_t{head.at} + 4, uint64_t{head.triangles} * 3);
    if (!whole || head.vertices == 0) return {};
    return head;
}

void fill_positions(Figure& f, const Head& head, VertexSet& set) {
    set.vertices = head.vertices;
    set.position = add_column(f.doc, head.vertices, 3);
    float* out = column_data(f.doc, set.position);
    for (uint32_t v = 0; v < head.vertices; ++v, out += 3) {
        out[0] = f.binary->real(Binary::Float, head.floats + 2 * uint64_t{v});
        out[1] = f.binary->real(Binary::Float, head.floats + 2 * uint64_t{v} + 1);
        out[2] = 0;
    }
    set.vertex = {uint64_t{f.binary->byte_of(Binary::Float, head.floats)} * 8, 64, 64};
}

// Bones first, then per vertex how many and which of them; weights and places are floats, three for each.
bool read_weights(Figure& f, const Head& head, VertexSet& set) {
    const Binary& b = *f.binary;
    const uint64_t at = static_cast<uint32_t>(head.weights) & 0xFFFFu;
    const uint32_t bones = b.index(Binary::Int, at), floats = b.index(Binary::Int, at + 1);
    uint64_t next = at + 2 + bones;
    Influences& by = set.influences;
    by.first.push_back(0);
    for (uint32_t v = 0; v < head.vertices; ++v) {
        const uint32_t count = b.index(Binary::Int, next++);
        if (!b.holds(Binary::Int, next, count)) return false;
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t local = b.index(Binary::Int, next++);
            const uint32_t joint = local < bones ? b.index(Binary::Int, at + 2 + local) : none;
            by.joint.push_back(joint < f.skeleton.joints.size() ? static_cast<int32_t>(joint) : -1);
        }
        by.first.push_back(static_cast<uint32_t>(by.joint.size()));
    }
    if (by.joint.empty() || !b.holds(Binary::Float, floats, by.joint.size() * 3)) return false;
    for (std::size_t i = 0; i < by.joint.size(); ++i) by.weight.push_back(b.real(Binary::Float, floats + 3 * i));
    set.influence_position.at = b.byte_of(Binary::Float, uint64_t{floats} + 1);
    set.influence_position.step = 12;
    return true;
}

}  // namespace

std::vector<uint32_t> binary_triangles(const Figure& f, JsonValue entry) {
    std::vector<uint32_t> out;
    if (const auto head = head_of(f, entry))
        for (uint64_t i = 0; i < uint64_t{head->triangles} * 3; ++i)
            out.push_back(f.binary->index(Binary::Int, head->at + 4 + i));
    return out;
}

std::vector<float> binary_vertices(const Figure& f, JsonValue entry) {
    std::vector<float> out;
    if (const auto head = head_of(f, entry))
        for (uint64_t i = 0; i < uint64_t{head->vertices} * 2; ++i)
            out.push_back(f.binary->real(Binary::Float, head->floats + i));
    return out;
}

int read_binary_geometry(Figure& f, JsonValue entry, const std::string& name) {
    const auto head = head_of(f, entry);
    if (!head || !has_room(f.doc, uint64_t{head->vertices} * 3)) {
        f.in.warn(entry, fmt::format("\"{}\": expected an offset to its vertices in the arrays, found {}", decode(name),
                                     entry["offset"].raw()));
        return -1;
    }
    VertexSet set;
    set.name = name;
    set.where = entry.bytes();
    fill_positions(f, *head, set);
    if (head->triangles) {
        Column& uv = set.uv.emplace_back();
        uv.at = f.binary->byte_of(Binary::Float, head->floats + 2 * uint64_t{head->vertices});
        uv.step = 8;
    }
    if (head->weights != -1 && !read_weights(f, *head, set)) {
        set.influences = {};
        f.in.warn(entry, fmt::format("\"{}\": expected weights of {} vertices in the arrays, found less", decode(name),
                                     head->vertices));
    }
    note_sums(f, entry.bytes(), set);
    const auto unknown = std::count(set.influences.joint.begin(), set.influences.joint.end(), -1);
    if (unknown)
        f.in.warn(entry, fmt::format("weights of \"{}\": expected bones 0 to {}, found {} others; they move nothing",
                                     decode(name), static_cast<int64_t>(f.skeleton.joints.size()) - 1, unknown));
    const int index = static_cast<int>(f.doc.sets.size());
    f.doc.sets.push_back(std::move(set));
    f.geometries.emplace(head->at, index);
    return index;
}

}  // namespace bonescope::dragonbones
