#include "core/document.h"
#include "core/json.h"
#include "core/reader.h"
#include "core/text.h"
#include "core/xml.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace bonescope {

void Document::note(Severity severity, std::string message, Bytes where, int line) {
    Finding finding;
    finding.severity = severity;
    finding.message = std::move(message);
    finding.where = where;
    finding.placed = true;
    finding.line = line;
    note(std::move(finding));
}

void Document::note(Severity severity, std::string message) {
    Finding finding;
    finding.severity = severity;
    finding.message = std::move(message);
    note(std::move(finding));
}

void Document::note(Finding finding) {
    constexpr std::size_t most = 10'000;  // a hostile file could ask for one per six bytes
    if (notes.size() > most) return;
    if (notes.size() == most) {
        finding = {};
        finding.severity = Severity::Error;
        finding.message = "more than 10000 notes: the rest are left out";
    }
    notes.push_back(std::move(finding));
}

void add_below_file(Document& doc, const char* name, Type type, Bytes where, uint32_t label) {
    if (doc.tree.fields.empty())
        add_field(doc.tree, none, "file", Type::Group, {0, static_cast<uint32_t>(doc.file.size())});
    const uint32_t index = add_field(doc.tree, 0, name, type, where);
    doc.tree.fields[index].label = label;
    doc.tree.fields[0].end = index + 1;
}

void add_lines(Document& doc) {
    std::vector<Finding*> bare;
    for (Finding& note : doc.notes)
        if (note.placed && note.line == 0) bare.push_back(&note);
    std::sort(bare.begin(), bare.end(), [](const Finding* a, const Finding* b) { return a->where.at < b->where.at; });
    const char* text = reinterpret_cast<const char*>(doc.file.data());
    uint32_t at = 0;
    int line = 1;
    for (Finding* note : bare) {
        line += count_lines({text + at, note->where.at - at});
        at = note->where.at;
        note->line = line;
    }
}

Column add_column(Document& doc, uint32_t rows, uint32_t width) {
    if ((doc.arena.size() + uint64_t{rows} * width) * sizeof(float) > none)
        throw std::length_error("more than 4 GiB of numbers");
    Column column;
    column.at = static_cast<uint32_t>(doc.arena.size() * sizeof(float));
    column.step = width * 4u & 0x7FFF'FFFFu;
    column.owned = 1;
    doc.arena.resize(doc.arena.size() + std::size_t{rows} * width);
    return column;
}

float* column_data(Document& doc, Column column) { return doc.arena.data() + column.at / sizeof(float); }

void sort_timeline(Document& doc, Timeline& line) {
    bool sorted = true;
    float previous = -std::numeric_limits<float>::infinity();
    for (uint32_t row = 0; row < line.rows; ++row) {
        const float time = key_time(doc, line, row);
        sorted = sorted && std::isfinite(time) && time >= previous;
        previous = time;
    }
    line.live = line.rows;
    if (sorted) return;
    std::vector<uint32_t> rows(line.rows);
    std::iota(rows.begin(), rows.end(), 0u);
    std::erase_if(rows, [&](uint32_t row) { return !std::isfinite(key_time(doc, line, row)); });
    std::stable_sort(rows.begin(), rows.end(),
                     [&](uint32_t a, uint32_t b) { return key_time(doc, line, a) < key_time(doc, line, b); });
    line.order = static_cast<uint32_t>(doc.lists.size());
    line.live = static_cast<uint32_t>(rows.size());
    doc.lists.insert(doc.lists.end(), rows.begin(), rows.end());
}

namespace {

bool same_times(const Document& doc, const Timeline& a, const Timeline& b) {
    if (a.rows != b.rows || a.scale != b.scale || a.offset != b.offset || a.ease != b.ease) return false;
    for (uint32_t row = 0; row < a.rows; ++row)
        if (load<uint32_t>(doc.base(a.time) + std::size_t{a.time.step} * row) !=
            load<uint32_t>(doc.base(b.time) + std::size_t{b.time.step} * row))
            return false;
    return true;
}

}  // namespace

uint32_t intern_timeline(Document& doc, Clip& clip, const Timeline& line) {
    // Tracks that share times mostly follow each other; a few looks back find nearly all without a table.
    constexpr std::size_t looks = 8;
    const std::size_t n = clip.timelines.size();
    for (std::size_t i = n; i > 0 && n - i < looks; --i)
        if (same_times(doc, clip.timelines[i - 1], line)) return static_cast<uint32_t>(i - 1);
    clip.timelines.push_back(line);
    sort_timeline(doc, clip.timelines.back());
    return static_cast<uint32_t>(n);
}

void inspect_values(const Document& doc, const Clip& clip, Track& track) {
    if (track.value.empty()) return;
    const uint32_t rows = clip.timelines[track.timeline].rows;
    for (uint32_t row = 0; row < rows && !track.suspect; ++row) {
        float sum = 0;  // times zero: stays 0 unless a value is not finite
        for (uint32_t lane = 0; lane < track.width; ++lane) sum += doc.number(track.value, row, lane) * 0.f;
        track.suspect = sum != 0.f;
    }
}

Bytes row_bytes(const Document& doc, const Where& where, uint32_t row) {
    if (where.xml) return xml_element(doc.file, doc.lists[where.base + row]);
    if (where.json) return json_value_bytes(doc.file, doc.lists[where.base + row]);
    if (where.listed && where.size == 0) {
        const bool touching = where.stride == 1;
        const uint32_t* pair = doc.lists.data() + where.base + std::size_t{touching ? 1u : 2u} * row;
        return {pair[0], touching ? pair[1] - pair[0] : pair[1]};
    }
    if (where.size == 0) return {};
    const uint64_t bit =
        where.listed ? uint64_t{doc.lists[where.base + row]} * 8 : where.base + uint64_t{row} * where.stride;
    const uint64_t last = (bit + where.size + 7) / 8;
    return {static_cast<uint32_t>(bit / 8), static_cast<uint32_t>(last - bit / 8)};
}

Bytes vertex_bytes(const Document& doc, const VertexSet& set, uint32_t vertex) {
    if (vertex >= set.vertices) return {};
    if (!set.position.empty() && !set.position.owned) return {set.position.at + vertex * set.position.step, 12};
    return row_bytes(doc, set.vertex, vertex);
}

std::vector<int> parents_first(const std::vector<Joint>& joints, std::vector<int>* bad) {
    const int n = static_cast<int>(joints.size());
    std::vector<int> order, state(joints.size(), 0), chain;  // 0 new, 1 on the chain, 2 placed
    order.reserve(joints.size());
    std::vector<int> depth(joints.size(), 0);
    for (int start = 0; start < n; ++start) {
        int at = start;
        while (at >= 0 && state[at] == 0) {
            state[at] = 1;
            chain.push_back(at);
            const int parent = joints[at].parent;
            at = parent >= 0 && parent < n ? parent : -1;
            if (parent != -1 && at == -1 && bad) bad->push_back(chain.back());
        }
        if (at >= 0 && state[at] == 1 && bad) bad->push_back(at);
        for (; !chain.empty(); chain.pop_back()) {
            const int joint = chain.back(), parent = joints[joint].parent;
            if (parent >= 0 && parent < n && state[parent] == 2) depth[joint] = depth[parent] + 1;
            state[joint] = 2;
            order.push_back(joint);
        }
    }
    // Level by level: in a line of joints each waits for the one before it.
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return depth[a] < depth[b]; });
    return order;
}

namespace {

void add_triangle(std::vector<uint32_t>& out, uint32_t vertices, uint32_t a, uint32_t b, uint32_t c) {
    if (a >= vertices || b >= vertices || c >= vertices) return;
    out.insert(out.end(), {a, b, c});
}

// What detail leaves of a mesh: the first vertices and faces, and per vertex beyond the one that takes its place.
struct Coarse {
    uint32_t vertices = 0, corners = 0;
    std::vector<uint32_t> leads_to;

    uint32_t operator()(uint32_t v) const {
        return v < vertices || v - vertices >= leads_to.size() ? v : leads_to[v - vertices];
    }
};

// Collapse ids are followed from the lowest dropped vertex up; each is walked once. What leads nowhere, or round in a
// circle, ends at `none`.
std::vector<uint32_t> follow_collapses(const uint32_t* collapse, uint32_t kept, uint32_t vertices) {
    constexpr uint32_t open = none - 1;
    std::vector<uint32_t> leads_to(vertices - kept, open), path;
    for (uint32_t start = kept; start < vertices; ++start) {
        uint32_t at = start;
        for (path.clear(); at >= kept && at < vertices && leads_to[at - kept] == open; at = collapse[at]) {
            leads_to[at - kept] = none;  // until the end of the walk is known: a circle finds this
            path.push_back(at);
        }
        const uint32_t end = at < kept ? at : at < vertices ? leads_to[at - kept] : none;
        for (const uint32_t v : path) leads_to[v - kept] = end;
    }
    return leads_to;
}

Coarse coarsen(const Document& doc, const VertexSet& set, uint32_t corners, float detail) {
    const LodSteps& lod = set.lod;
    Coarse out{set.vertices, corners, {}};
    if (!(detail < 1) || lod.collapse == none) return out;
    const uint32_t steps = std::min(lod.steps, set.vertices);
    const auto dropped = static_cast<uint32_t>((1 - std::max(detail, 0.f)) * static_cast<float>(steps));
    out.vertices -= std::min(dropped, steps);
    uint64_t faces = 0;
    for (uint32_t v = out.vertices; v < set.vertices && lod.faces != none; ++v) faces += doc.lists[lod.faces + v];
    out.corners -= static_cast<uint32_t>(std::min<uint64_t>(faces * 3, corners));
    out.leads_to = follow_collapses(&doc.lists[lod.collapse], out.vertices, set.vertices);
    return out;
}

}  // namespace

std::vector<uint32_t> triangles(const Document& doc, const Mesh& mesh, float detail) {
    std::vector<uint32_t> out;
    if (mesh.set < 0) return out;
    const uint32_t vertices = doc.sets[mesh.set].vertices;
    const Coarse coarse = coarsen(doc, doc.sets[mesh.set], mesh.indices ? mesh.indices : vertices, detail);
    const uint32_t n = coarse.corners;
    const auto corner = [&](uint32_t i) { return coarse(mesh.indices ? doc.lists[mesh.first + i] : i); };
    if (mesh.primitive == Primitive::Triangles) out.reserve(n);
    for (uint32_t i = 2; i < n; ++i) {
        switch (mesh.primitive) {
        case Primitive::Triangles:
            if (i % 3 == 2) add_triangle(out, vertices, corner(i - 2), corner(i - 1), corner(i));
            break;
        case Primitive::TriangleStrip:
            add_triangle(out, vertices, corner(i - 2), corner(i - 1 + (i & 1)), corner(i - (i & 1)));
            break;
        case Primitive::TriangleFan:
            add_triangle(out, vertices, corner(0), corner(i - 1), corner(i));
            break;
        default:
            break;
        }
    }
    if (mesh.flipped)
        for (std::size_t i = 0; i + 2 < out.size(); i += 3) std::swap(out[i + 1], out[i + 2]);
    return out;
}

ClipSize stored_size(const Clip& clip) {
    ClipSize size;
    const Track* previous = nullptr;
    for (const Track& track : clip.tracks) {
        const bool same = previous && previous->kind == track.kind && previous->target == track.target &&
                          previous->name == track.name && previous->timeline == track.timeline;
        previous = &track;
        if (same) continue;
        ++size.tracks;
        size.keys += clip.timelines[track.timeline].rows;
    }
    return size;
}

}  // namespace bonescope
