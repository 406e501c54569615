// Joints that are strung along a curve of cubic pieces. A path's points come in threes: in-handle, knot, out-handle.
#include "core/planar_rig.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace bonescope {
namespace {

struct Piece {
    vec2 from, out, in, to;
};

vec2 point_on(const Piece& p, float t) {
    const float s = 1 - t;
    return s * s * s * p.from + 3 * s * s * t * p.out + 3 * s * t * t * p.in + t * t * t * p.to;
}

vec2 slope_on(const Piece& p, float t) {
    const float s = 1 - t;
    return 3 * s * s * (p.out - p.from) + 6 * s * t * (p.in - p.out) + 3 * t * t * (p.to - p.in);
}

// Lengths of the chords between evenly spaced places, added up.
template <std::size_t n> std::array<float, n> chords(const Piece& piece) {
    std::array<float, n> out{};
    float sum = 0;
    vec2 last = piece.from;
    for (std::size_t i = 0; i < n; ++i) {
        const vec2 now = point_on(piece, static_cast<float>(i + 1) / n);
        out[i] = sum += glm::length(now - last);
        last = now;
    }
    return out;
}

struct Curve2D {
    std::vector<Piece> pieces;
    std::vector<float> ends;  // length of the path at the end of each
    bool closed = false, even = false;

    float length() const { return ends.empty() ? 0 : ends.back(); }
};

Curve2D curve_of(const Display& path, std::span<const vec2> points) {
    Curve2D out;
    out.closed = path.closed, out.even = path.constant_speed;
    const std::size_t knots = points.size() / 3;
    for (std::size_t i = 0; i + 1 < knots; ++i)
        out.pieces.push_back({points[3 * i + 1], points[3 * i + 2], points[3 * i + 3], points[3 * i + 4]});
    if (path.closed && knots > 0) {
        const std::size_t n = knots * 3;
        out.pieces.push_back({points[n - 2], points[n - 1], points[0], points[1]});
    }
    float sum = 0;
    for (std::size_t i = 0; i < out.pieces.size(); ++i) {
        const bool stored = !out.even && i < path.lengths.size();
        sum = stored ? path.lengths[i] : sum + chords<4>(out.pieces[i])[3];
        out.ends.push_back(sum);
    }
    return out;
}

struct Place {
    bool any = false;
    vec2 at{0};
    float angle = 0;
};

// Within a piece by length: ten chords, straight inside each.
float even_part(const Piece& piece, float part) {
    const auto ends = chords<10>(piece);
    const float wanted = part * ends[9];
    const auto in = static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), wanted) - ends.begin());
    if (in >= ends.size()) return 1;
    const float before = in == 0 ? 0 : ends[in - 1], size = ends[in] - before;
    return (static_cast<float>(in) + (size > 0 ? (wanted - before) / size : 0)) / 10;
}

// The runtime takes the direction of the piece's end point for a tangent, and none at the ends.
float tangent(const Piece& piece, float t, bool runtime) {
    if (!runtime) {
        vec2 way = slope_on(piece, t);
        if (way == vec2(0)) way = piece.to - piece.from;
        return std::atan2(way.y, way.x);
    }
    return t <= 0 || t >= 1 ? 0 : std::atan2(t * t * t * piece.to.y, t * t * t * piece.to.x);
}

Place place_on(const Curve2D& curve, float position, bool runtime) {
    const float length = curve.length();
    if (!(length > 0) || !std::isfinite(position)) return {};
    if (curve.closed) {
        position = std::fmod(position, length);
        if (position < 0) position += length;
    } else if (position < 0 || position > length) {
        return {};
    }
    auto in =
        static_cast<std::size_t>(std::lower_bound(curve.ends.begin(), curve.ends.end(), position) - curve.ends.begin());
    in = std::min(in, curve.pieces.size() - 1);
    const float before = in == 0 ? 0 : curve.ends[in - 1], size = curve.ends[in] - before;
    float t = size > 0 ? (position - before) / size : 0;
    if (curve.even) t = even_part(curve.pieces[in], t);
    return {true, point_on(curve.pieces[in], t), tangent(curve.pieces[in], t, runtime)};
}

const Display* path_display(const RigNow& now, const PathConstraint& path) {
    if (path.slot < 0 || static_cast<std::size_t>(path.slot) >= now.rig.slots.size()) return nullptr;
    const std::vector<Display>* displays = displays_of(now.rig, now.reading.skin, path.slot);
    if (!displays) return nullptr;
    for (const Display& display : *displays)
        if (display.kind == DisplayKind::Path && (path.display.empty() || display.name == path.display))
            return &display;
    return nullptr;
}

// From each joint to the next along the path; `lengths` are those of the joints as they are now.
std::vector<float> spaces_of(RigNow& now, const PathConstraint& path, std::vector<float>& lengths) {
    const bool tangents = path.rotate_mode == PathRotate::Tangent;
    std::vector<float> spaces(path.joints.size() + (tangents ? 0 : 1), path.spacing);
    if (path.rotate_mode != PathRotate::ChainScale && path.spacing_mode != PathSpacing::Length) return spaces;
    if (!spaces.empty()) spaces[0] = 0;
    for (std::size_t i = 0; i + 1 < spaces.size(); ++i) {
        const int joint = path.joints[i];
        compose_joint(now, joint);
        const Affine& m = now.out.world[static_cast<std::size_t>(joint)];
        const float length = now.skeleton.joints[static_cast<std::size_t>(joint)].length;
        const float scaled = std::hypot(m.a * length, m.b * length);
        lengths.push_back(scaled);
        spaces[i + 1] = length != 0 ? (length + path.spacing) * scaled / length : 0;
    }
    return spaces;
}

std::vector<Place> places_on(const Curve2D& curve, const PathConstraint& path, std::vector<float> spaces,
                             bool runtime) {
    float position = path.position_mode == PathPosition::Percent ? path.position * curve.length() : path.position;
    std::vector<Place> out;
    for (const float space : spaces) {
        position += path.spacing_mode == PathSpacing::Percent ? space * curve.length() : space;
        out.push_back(place_on(curve, position, runtime));
    }
    return out;
}

Affine turned(const Affine& m, float angle) {
    const float cosine = std::cos(angle), sine = std::sin(angle);
    return {cosine * m.a - sine * m.b, sine * m.a + cosine * m.b, cosine * m.c - sine * m.d, sine * m.c + cosine * m.d,
            m.t};
}

struct String {
    const PathConstraint& path;
    std::span<const Place> places;
    std::span<const float> lengths;
    float offset = 0;
    bool tip = false;
    vec2 at{0};  // where the next joint goes

    void pull(RigNow& now, std::size_t i) {
        const auto joint = static_cast<std::size_t>(path.joints[i]);
        compose_joint(now, path.joints[i]);
        Affine& m = now.out.world[joint];
        m.t += (at - m.t) * path.translate_mix;
        const Place next = i + 1 < places.size() ? places[i + 1] : Place{};
        const vec2 way = next.at - at;
        if (path.rotate_mode == PathRotate::ChainScale && i < lengths.size() && lengths[i] > 0) {
            const float longer = (glm::length(way) / lengths[i] - 1) * path.rotate_mix + 1;
            m.a *= longer, m.b *= longer;
        }
        const vec2 origin = at;
        at = next.at;
        if (path.rotate_mix > 0) rotate(now, m, i, next.at - origin);
        now.out.global[joint] = planar_of(m, now.out.local[joint].s);
    }

    void rotate(const RigNow& now, Affine& m, std::size_t i, vec2 way) {
        const bool tangents = path.rotate_mode == PathRotate::Tangent;
        float turn = (tangents ? places[i].angle : std::atan2(way.y, way.x)) - std::atan2(m.b, m.a);
        if (tip) {
            const float length = now.skeleton.joints[static_cast<std::size_t>(path.joints[i])].length;
            const Affine there = turned(m, turn);
            at += (vec2(there.a, there.b) * length - way) * path.rotate_mix;
        } else {
            turn += offset;
        }
        constexpr float whole = 6.28318531f;
        m = turned(m, std::remainder(turn, whole) * path.rotate_mix);
    }
};

bool has_joints(const RigNow& now, const PathConstraint& path) {
    const auto count = static_cast<int>(now.skeleton.joints.size());
    return !path.joints.empty() &&
           std::all_of(path.joints.begin(), path.joints.end(), [&](int joint) { return joint >= 0 && joint < count; });
}

}  // namespace

void apply_path(RigNow& now, const PathConstraint& path, std::size_t) {
    const Display* display = path_display(now, path);
    const bool there = display && display->set >= 0 && static_cast<std::size_t>(display->set) < now.doc.sets.size();
    if (!there || !has_joints(now, path)) return;
    const Slot& slot = now.rig.slots[static_cast<std::size_t>(path.slot)];
    if (slot.joint >= 0) compose_joint(now, slot.joint);
    std::vector<vec2> points;
    place_vertices(now, display->set, slot, affine_of(display->place), points);
    const Curve2D curve = curve_of(*display, points);
    if (curve.pieces.empty()) return;
    std::vector<float> lengths;
    const std::vector<float> spaces = spaces_of(now, path, lengths);
    const std::vector<Place> places = places_on(curve, path, spaces, now.reading.runtime);
    String string{path, places, lengths};
    string.tip = path.rotate_offset == 0 && path.rotate_mode == PathRotate::Chain;
    const bool mirrored = slot.joint >= 0 && determinant(now.out.world[static_cast<std::size_t>(slot.joint)]) <= 0;
    string.offset = mirrored ? -path.rotate_offset : path.rotate_offset;
    string.at = places.empty() ? vec2(0) : places[0].at;
    for (std::size_t i = 0; i < path.joints.size(); ++i) string.pull(now, i);
}

}  // namespace bonescope
