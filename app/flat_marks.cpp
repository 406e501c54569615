// Bones, constraints, paths, boxes and outlines over the picture of a 2D scene.
#include "app/bone_shapes.h"
#include "app/draw_flat.h"
#include "app/draw_scene.h"
#include "app/theme.h"
#include <algorithm>

namespace bonescope {
namespace {

constexpr float turn = 6.2831853f;

struct Ink {
    ImU32 line, fill;
    float width;
};

struct Marker {
    const Scene& scene;
    const Frame& frame;
    const SceneLook& look;
    float unit;  // of a design pixel
    FlatMarks out{};

    const PlanarFrame& now() const { return frame.planar; }
    static vec3 flat(vec2 p) { return {p, 0.f}; }

    void line(vec2 a, vec2 b, ImU32 ink, float width) {
        if (finite(flat(a)) && finite(flat(b))) out.lines.push_back({flat(a), flat(b), ink, ink, width * look.scale});
    }
    void dot(vec2 at, ImU32 ink, float size) { line(at, at, ink, size); }
    void fill(vec2 a, vec2 b, vec2 c, ImU32 ink) {
        if (!finite(flat(a)) || !finite(flat(b)) || !finite(flat(c))) return;
        for (const vec2 p : {a, b, c}) out.fills.push_back({flat(p), ink});
    }
    void strip(std::span<const vec2> points, bool closed, ImU32 ink, float width) {
        for (std::size_t i = 0; i + 1 < points.size(); ++i) line(points[i], points[i + 1], ink, width);
        if (closed && points.size() > 2) line(points.back(), points.front(), ink, width);
    }
    void ring(vec2 at, float radius, ImU32 ink, float width) {
        std::vector<vec2> points;
        for (int i = 0; i < 20; ++i) {
            const float a = turn * static_cast<float>(i) / 20;
            points.push_back(at + radius * vec2(std::cos(a), std::sin(a)));
        }
        strip(points, true, ink, width);
    }
    void dashed(vec2 a, vec2 b, ImU32 ink) {
        const float length = glm::distance(a, b), dash = 5 * unit;
        if (!std::isfinite(length)) return;
        const auto count = static_cast<int>(std::min(length / (2 * dash), 400.f));
        for (int i = 0; i <= count; ++i) {
            const float from = 2 * dash * static_cast<float>(i), to = std::min(from + dash, length);
            if (from < to) line(a + (b - a) * (from / length), a + (b - a) * (to / length), ink, 1.3f);
        }
    }
};

// ---- bones ----

Ink ink_of(const Marker& m, const std::vector<int>& chain, int joint) {
    using color::with_alpha;
    const Skeleton& skeleton = *m.scene.skeleton();
    if (joint == m.look.joint) return {color::selection, with_alpha(color::selection, 110), 1.6f};
    if (std::find(chain.begin(), chain.end(), joint) != chain.end())
        return {color::rgb(0xFFFFFF), with_alpha(color::rgb(0xFFFFFF), 50), 1.5f};
    if (joint == m.look.hovered || (m.look.joint >= 0 && skeleton.joints[std::size_t(joint)].parent == m.look.joint))
        return {with_alpha(color::text, 230), with_alpha(color::text, 40), 1.4f};
    if (m.look.joint >= 0) return {with_alpha(color::scene_a, 110), 0, 1};
    return {with_alpha(color::scene_a, 210), with_alpha(color::scene_a, 36), 1.2f};
}

void bone(Marker& m, int joint, const Ink& ink) {
    const vec2 from = m.now().world[std::size_t(joint)].t, to = tip_of(*m.scene.skeleton(), m.now(), joint);
    const float length = glm::distance(from, to);
    const bool selected = joint == m.look.joint;
    if (!(length > 4 * m.unit)) {
        const float arm = (selected ? 7.f : 4.f) * m.unit;
        m.line(from - vec2(arm, 0), from + vec2(arm, 0), ink.line, ink.width);
        m.line(from - vec2(0, arm), from + vec2(0, arm), ink.line, ink.width);
        m.dot(from, ink.line, selected ? 7.f : 4.f);
        return;
    }
    const vec2 along = (to - from) / length, across{-along.y, along.x};
    const float wide = std::min(length * 0.12f, 6 * m.unit);
    const vec2 waist = from + along * std::min(length * 0.2f, 2 * wide);
    const vec2 left = waist + across * wide, right = waist - across * wide;
    if (ink.fill) m.fill(from, left, right, ink.fill), m.fill(to, right, left, ink.fill);
    m.strip(std::array{from, left, to, right}, true, ink.line, ink.width);
    m.dot(from, ink.line, selected ? 7.f : 5.f);
}

void axes(Marker& m, int joint, float size, float width) {
    const Affine& w = m.now().world[std::size_t(joint)];
    for (int i = 0; i < 2; ++i) {
        const vec2 axis = i ? vec2(w.c, w.d) : vec2(w.a, w.b);
        const float length = glm::length(axis);
        if (length > 0) m.line(w.t, w.t + axis / length * size * m.unit, color::axis[i], width);
    }
}

void bones(Marker& m) {
    const Skeleton& skeleton = *m.scene.skeleton();
    const std::vector<int> chain = chain_of(skeleton, m.look.joint);
    const auto count = std::min(skeleton.joints.size(), m.now().world.size());
    const auto strong = [&](int j) { return j == m.look.joint || ink_of(m, chain, j).width > 1.3f; };
    for (const bool pass : {false, true})
        for (int j = 0; j < static_cast<int>(count); ++j)
            if (strong(j) == pass && j != m.look.joint) bone(m, j, ink_of(m, chain, j));
    const bool any = m.look.joint >= 0 && std::size_t(m.look.joint) < count;
    for (int j = 0; m.look.show.axes && j < static_cast<int>(count); ++j) axes(m, j, 16, 1.3f);
    if (!any) return;
    bone(m, m.look.joint, ink_of(m, chain, m.look.joint));
    axes(m, m.look.joint, 30, 2);
}

void reaches(Marker& m) {
    const Skeleton& skeleton = *m.scene.skeleton();
    const auto at = [&](int joint) { return m.now().world[std::size_t(joint)].t; };
    const auto valid = [&](int j) { return j >= 0 && std::size_t(j) < m.now().world.size(); };
    for (const IkConstraint& ik : skeleton.rig->ik) {
        if (!valid(ik.joint) || !valid(ik.target)) continue;
        const int up = skeleton.joints[std::size_t(ik.joint)].parent;
        const int root = ik.two && valid(up) ? up : ik.joint;
        const bool touched =
            m.look.joint < 0 || m.look.joint == ik.joint || m.look.joint == ik.target || m.look.joint == root;
        const ImU32 ink = color::with_alpha(color::rgb(0x64B97A), touched ? 230 : 90);
        m.dashed(at(root), at(ik.target), ink);
        m.ring(at(ik.target), 7 * m.unit, ink, 1.5f);
    }
}

// ---- surfaces, paths, boxes ----

void grids(Marker& m) {
    const Rig& rig = *m.scene.skeleton()->rig;
    for (std::size_t s = 0; s < rig.surfaces.size() && s < m.now().grids.size(); ++s) {
        const SurfaceGrid& grid = rig.surfaces[s];
        const std::vector<vec2>& points = m.now().grids[s];
        const auto wide = static_cast<std::size_t>(std::max(grid.columns, 0)) + 1;
        if (grid.joint != m.look.joint || points.size() % wide) continue;
        const ImU32 ink = color::with_alpha(color::selection, 170);
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (i % wide + 1 < wide) m.line(points[i], points[i + 1], ink, 1);
            if (i + wide < points.size()) m.line(points[i], points[i + wide], ink, 1);
            m.dot(points[i], ink, 4);
        }
    }
}

vec2 on_curve(const vec2* p, float t) {
    const float s = 1 - t;
    return s * s * s * p[0] + 3 * s * s * t * p[1] + 3 * s * t * t * p[2] + t * t * t * p[3];
}

// Points come in threes: in-handle, knot, out-handle.
void path(Marker& m, std::span<const vec2> points, bool closed, ImU32 ink) {
    const std::size_t n = points.size() / 3 * 3;
    if (n < 3) return;
    std::vector<vec2> curve;
    const std::size_t pieces = n / 3 - (closed ? 0 : 1);
    for (std::size_t i = 0; i < pieces; ++i) {
        vec2 p[4];
        for (std::size_t k = 0; k < 4; ++k) p[k] = points[(3 * i + 1 + k) % n];
        for (int k = 0; k <= 16; ++k) curve.push_back(on_curve(p, static_cast<float>(k) / 16));
    }
    m.strip(curve, false, ink, 1.5f);
    for (std::size_t i = 0; i + 2 < n; i += 3) {
        m.line(points[i], points[i + 2], color::with_alpha(ink, 90), 1);
        m.dot(points[i], color::with_alpha(ink, 150), 3);
        m.dot(points[i + 2], color::with_alpha(ink, 150), 3);
        m.dot(points[i + 1], ink, 5);
    }
}

void box(Marker& m, const SlotNow& now, std::span<const vec2> points, ImU32 ink) {
    const vec2 half = now.shown->size / 2.f;
    std::vector<vec2> edge(points.begin(), points.end());
    if (now.shown->shape == BoxShape::Rectangle)
        edge = {now.place * -half, now.place * vec2(half.x, -half.y), now.place * half,
                now.place * vec2(-half.x, half.y)};
    for (int i = 0; now.shown->shape == BoxShape::Ellipse && i < 48; ++i) {
        const float a = turn * static_cast<float>(i) / 48;
        edge.push_back(now.place * (half * vec2(std::cos(a), std::sin(a))));
    }
    m.strip(edge, true, ink, 1.3f);
}

void shapes(Marker& m) {
    for (const SlotNow& now : m.now().slots) {
        if (!now.shown) continue;
        const std::span<const vec2> points(m.now().vertices.data() + now.first, now.count);
        const bool selected = now.slot == m.look.slot;
        if (now.shown->kind == DisplayKind::Path)
            path(m, points, now.shown->closed, selected ? color::selection : color::w);
        if (now.shown->kind == DisplayKind::Box) box(m, now, points, selected ? color::selection : color::warning);
    }
}

// ---- outlines ----

// Edges that only one triangle has.
std::vector<std::pair<uint32_t, uint32_t>> rim(const FlatPicture& picture, const FlatPiece& piece) {
    std::vector<std::pair<uint32_t, uint32_t>> edges, out;
    for (uint32_t i = piece.first_corner; i + 2 < piece.first_corner + piece.corners; i += 3)
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t a = picture.corners[i + k], b = picture.corners[i + (k + 1) % 3];
            edges.emplace_back(std::min(a, b), std::max(a, b));
        }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i < edges.size();) {
        std::size_t end = i + 1;
        while (end < edges.size() && edges[end] == edges[i]) ++end;
        if (end == i + 1) out.push_back(edges[i]);
        i = end;
    }
    return out;
}

void outline(Marker& m, const FlatPiece& piece, ImU32 ink, float width) {
    const FlatPicture& picture = m.frame.flat;
    for (const auto& [a, b] : rim(picture, piece)) m.line(picture.at[a], picture.at[b], ink, width);
}

// Stands for a picture that is missing: an image gets a cross, so that it does not read as a shape of its own.
void stand_in(Marker& m, const FlatPiece& piece, bool filled) {
    const FlatPicture& picture = m.frame.flat;
    const auto faded = static_cast<unsigned>(std::clamp(piece.alpha * piece.color.multiply.a, 0.f, 1.f) * 200);
    const ImU32 ink = color::with_alpha(color::second, std::max(faded, 24u));
    for (uint32_t i = piece.first_corner; filled && i + 2 < piece.first_corner + piece.corners; i += 3)
        m.fill(picture.at[picture.corners[i]], picture.at[picture.corners[i + 1]], picture.at[picture.corners[i + 2]],
               color::with_alpha(color::second, faded / 12));
    outline(m, piece, ink, 1);
    if (piece.set >= 0 || piece.count != 4) return;
    m.line(picture.at[piece.first], picture.at[piece.first + 2], color::with_alpha(ink, 90), 1);
    m.line(picture.at[piece.first + 1], picture.at[piece.first + 3], color::with_alpha(ink, 90), 1);
}

void outlines(Marker& m) {
    constexpr int most = 2000, most_filled = 200;  // where thousands lie on each other nothing can be seen of more
    int stand_ins = 0;
    for (const FlatPiece& piece : m.frame.flat.pieces) {
        const bool missing = piece.texture < 0 || !m.look.show.textures;
        if (!missing || !(piece.alpha > 0) || !m.look.show.mesh || m.look.show.weights || stand_ins >= most) continue;
        stand_in(m, piece, stand_ins++ < most_filled);
    }
    for (const FlatPiece& piece : m.frame.flat.pieces)
        if (piece.slot >= 0 && piece.slot == m.look.slot) outline(m, piece, color::selection, 1.5f);
}

// Of pages that are shown by themselves.
void regions(Marker& m) {
    for (const FlatPiece& piece : m.frame.flat.pieces) {
        const vec2 corner = m.frame.flat.at[piece.first];
        for (const auto& [name, use] : m.scene.regions) {
            if (use.texture != piece.texture) continue;
            const vec2 low = corner + vec2(use.region->rect), high = low + vec2(use.region->rect.z, use.region->rect.w);
            m.strip(std::array{low, vec2(high.x, low.y), high, vec2(low.x, high.y)}, true,
                    color::with_alpha(use.region->rotated ? color::warning : color::scene_a, 150), 1);
        }
        outline(m, piece, color::with_alpha(color::scene_a, 220), 1);
    }
}

}  // namespace

vec2 tip_of(const Skeleton& skeleton, const PlanarFrame& frame, int joint) {
    const Affine& world = frame.world[std::size_t(joint)];
    return world.t + skeleton.joints[std::size_t(joint)].length * vec2(world.a, world.b);
}

FlatMarks flat_marks(const Scene& scene, const Frame& frame, const SceneLook& look, float unit) {
    Marker m{scene, frame, look, unit * look.scale};
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton) regions(m);
    if (!skeleton || !skeleton->rig) return std::move(m.out);
    outlines(m);
    if (look.show.bones) shapes(m), reaches(m), bones(m);
    grids(m);
    return std::move(m.out);
}

int flat_joint_at(const Scene& scene, const Frame& frame, vec2 place, float reach) {
    const Skeleton& skeleton = *scene.skeleton();
    int best = -1;
    float nearest = reach;
    for (int j = 0; j < static_cast<int>(std::min(skeleton.joints.size(), frame.planar.world.size())); ++j) {
        const vec2 from = frame.planar.world[std::size_t(j)].t, way = tip_of(skeleton, frame.planar, j) - from;
        const float square = glm::dot(way, way);
        const float t = square > 0 ? std::clamp(glm::dot(place - from, way) / square, 0.f, 1.f) : 0.f;
        // Where bones meet, the one that begins there is meant, and a short one before a long one.
        const float distance = glm::distance(place, from + way * t) + (t > 0.02f ? reach * 0.2f * t : 0.f);
        if (distance < nearest) nearest = distance, best = j;
    }
    return best;
}

}  // namespace bonescope
