#include "app/bone_shapes.h"
#include "app/theme.h"

namespace bonescope {
namespace {

enum class Weight : uint8_t { Thin, Plain, Chain, Child, Selected };

struct Style {
    ImU32 line, fill, dot;
    float width, dot_size;
    bool solid;  // all edges of the octahedron, not just its outline
};

Style style_of(Weight weight) {
    using color::with_alpha;
    switch (weight) {
    case Weight::Thin:
        return {with_alpha(color::scene_a, 95), 0, with_alpha(color::scene_a, 200), 1, 5, false};
    case Weight::Plain:
        return {with_alpha(color::scene_a, 190), with_alpha(color::scene_a, 26), color::scene_a, 1.2f, 6, false};
    case Weight::Chain:
        return {color::rgb(0xFFFFFF), IM_COL32(255, 255, 255, 40), color::rgb(0xFFFFFF), 1.7f, 8, false};
    case Weight::Child:
        return {with_alpha(color::text, 230), with_alpha(color::text, 26), color::text, 1.4f, 7, false};
    case Weight::Selected:
        break;
    }
    return {color::selection, with_alpha(color::selection, 90), color::selection, 1.5f, 9, true};
}

struct Builder {
    const Skeleton& skeleton;
    const Pose &bind, &now;
    const BoneLook& look;
    BoneShapes out;
    std::vector<Line> over;  // joints and axes: above all bones

    void line(vec3 a, vec3 b, ImU32 color, float width) {
        out.lines.push_back({a, b, color, color, width * look.pixel});
    }
    void fill(vec3 a, vec3 b, vec3 c, ImU32 color) {
        for (const vec3 p : {a, b, c}) out.fills.push_back({p, color});
    }

    // Two directions across a bone, turning with its joint, so that a roll about the bone shows.
    std::pair<vec3, vec3> across(int joint, vec3 along) const {
        const mat4& m = now.matrix[std::size_t(joint)];
        vec3 best{0};
        float least = 2;
        for (int i = 0; i < 3; ++i) {
            const vec3 axis = vec3(m[i]);
            const float length = glm::length(axis);
            if (!(length > 0) || !std::isfinite(length)) continue;
            const float same = std::abs(glm::dot(axis, along)) / length;
            if (same < least) least = same, best = axis / length;
        }
        if (least > 1) best = std::abs(along.x) < 0.7f ? vec3(1, 0, 0) : vec3(0, 1, 0);
        const vec3 u = glm::normalize(best - along * glm::dot(best, along));
        return {u, glm::cross(along, u)};
    }

    void bone(int joint, vec3 from, vec3 to, Weight weight) {
        const float length = glm::distance(from, to);
        const float unit = look.unit(from);
        if (!(length > unit * 0.5f)) return;
        const Style style = style_of(weight);
        const vec3 along = (to - from) / length;
        const float wide = std::min(length * 0.085f, unit * 16 * look.pixel);
        const vec3 waist = from + along * std::min(length * 0.16f, wide * 2.2f);
        const auto [u, v] = across(joint, along);
        const vec3 ring[] = {waist + u * wide, waist + v * wide, waist - u * wide, waist - v * wide};
        for (int i = 0; i < 4; ++i) {
            const vec3 a = ring[i], b = ring[(i + 1) % 4];
            if (style.fill) fill(from, a, b, style.fill), fill(to, b, a, style.fill);
            if (style.solid) line(from, a, style.line, style.width), line(a, b, style.line, style.width);
            if (style.solid || i % 2 == 0) line(a, to, style.line, style.width);
            if (!style.solid && i % 2 == 0) line(from, a, style.line, style.width);
        }
    }

    void dot(vec3 at, Weight weight) {
        const Style style = style_of(weight);
        over.push_back({at, at, style.dot, style.dot, style.dot_size * look.pixel});
        const ImU32 inside = weight == Weight::Selected ? color::rgb(0x0E2A30) : color::rgb(0x15181C);
        over.push_back({at, at, inside, inside, (style.dot_size - 3.2f) * look.pixel});
    }

    void axes(int joint, float size, float width) {
        const vec3 at = place_of(now, joint);
        for (int i = 0; i < 3; ++i) {
            const vec3 axis = vec3(now.matrix[std::size_t(joint)][i]);
            const float length = glm::length(axis);
            if (!(length > 0) || !std::isfinite(length)) continue;
            over.push_back({at, at + axis / length * size, color::axis[i], color::axis[i], width * look.pixel});
        }
    }

    // A place to hang things on: its axes, longer than a cross, and a dot.
    void socket(int joint, Weight weight) {
        axes(joint, look.unit(place_of(now, joint)) * 11 * look.pixel, weight == Weight::Selected ? 2.f : 1.2f);
        dot(place_of(now, joint), weight);
    }

    void cross(int joint, Weight weight) {
        const vec3 at = place_of(now, joint);
        const float half = look.unit(at) * 6 * look.pixel;
        const Style style = style_of(weight);
        for (const vec3 way : {vec3(half, 0, 0), vec3(0, half, 0), vec3(0, 0, half)})
            line(at - way, at + way, style.line, style.width);
    }
};

// What every joint's own bones look like, and the way up from the selected one.
struct Emphasis {
    std::vector<Weight> joint;       // its circle and its bones
    std::vector<int> next_on_chain;  // child towards the selected joint, -1

    Emphasis(const Skeleton& skeleton, const BoneLook& look)
        : joint(skeleton.joints.size(), look.selected < 0 ? Weight::Plain : Weight::Thin),
          next_on_chain(skeleton.joints.size(), -1) {
        const auto count = static_cast<int>(skeleton.joints.size());
        if (look.selected >= 0 && look.selected < count) {
            int below = look.selected;
            for (const int parent : chain_of(skeleton, look.selected)) {
                joint[std::size_t(parent)] = Weight::Chain;
                next_on_chain[std::size_t(parent)] = below;
                below = parent;
            }
            for (std::size_t j = 0; j < joint.size(); ++j)
                if (skeleton.joints[j].parent == look.selected) joint[j] = Weight::Child;
            joint[std::size_t(look.selected)] = Weight::Selected;
        }
        if (look.hovered >= 0 && look.hovered < count && look.hovered != look.selected)
            joint[std::size_t(look.hovered)] = Weight::Child;
    }
    // Of the bone from a joint to one of its children.
    Weight bone(int from, int to) const {
        const Weight own = joint[std::size_t(from)];
        if (own == Weight::Chain) return next_on_chain[std::size_t(from)] == to ? Weight::Chain : Weight::Thin;
        return own;
    }
};

// Draws one weight's bones, so that stronger ones come to lie above weaker ones.
void add_bones(Builder& build, const Emphasis& emphasis, Weight weight, const std::vector<bool>& parent) {
    const auto count = static_cast<int>(build.skeleton.joints.size());
    for (int j = 0; j < count; ++j) {
        const vec3 at = place_of(build.now, j);
        if (!finite(at)) continue;
        const int up = build.skeleton.joints[std::size_t(j)].parent;
        if (build.skeleton.joints[std::size_t(j)].socket) {
            if (emphasis.joint[std::size_t(j)] == weight) build.socket(j, weight);
            continue;
        }
        if (up >= 0 && !build.skeleton.joints[std::size_t(up)].socket && emphasis.bone(up, j) == weight &&
            finite(place_of(build.now, up)))
            build.bone(up, place_of(build.now, up), at, weight);
        const Weight own = emphasis.joint[std::size_t(j)];
        if (own != weight) continue;
        const vec3 end = parent[std::size_t(j)] ? at : stub_end(build.skeleton, build.bind, build.now, j);
        if (!parent[std::size_t(j)] && end != at && finite(end))
            build.bone(j, at, end, weight);
        else if (up < 0 || !parent[std::size_t(j)])
            build.cross(j, weight);
        build.dot(at, weight);
    }
}

}  // namespace

std::vector<int> chain_of(const Skeleton& skeleton, int joint) {
    std::vector<int> out;
    const auto count = static_cast<int>(skeleton.joints.size());
    if (joint < 0 || joint >= count) return out;
    for (int up = skeleton.joints[std::size_t(joint)].parent; up >= 0 && up < count;
         up = skeleton.joints[std::size_t(up)].parent) {
        if (static_cast<int>(out.size()) >= count) break;  // a cycle in a broken file
        out.push_back(up);
    }
    return out;
}

vec3 stub_end(const Skeleton& skeleton, const Pose& bind, const Pose& now, int joint) {
    const auto j = std::size_t(joint);
    const vec3 at = place_of(now, joint);
    const int up = skeleton.joints[j].parent;
    if (skeleton.joints[j].length > 0) return at + vec3(now.matrix[j] * vec4(skeleton.joints[j].length, 0, 0, 0));
    if (up < 0) return at;
    // The parent's direction at rest, carried along by the joint since.
    const vec3 rest = (place_of(bind, joint) - place_of(bind, up)) * 0.4f;
    const vec3 turned = now.model[j].r * (glm::conjugate(bind.model[j].r) * rest);
    const float size = glm::distance(at, place_of(now, up)) * 0.4f, length = glm::length(turned);
    return length > 0 && std::isfinite(length) ? at + turned * (size / length) : at;
}

void add_stub_ends(const Skeleton& skeleton, const Pose& bind, const Pose& now, std::vector<vec3>& out) {
    const std::size_t count = skeleton.joints.size();
    if (now.matrix.size() != count || bind.matrix.size() != count) return;
    std::vector<bool> parent(count, false);
    for (const Joint& joint : skeleton.joints)
        if (joint.parent >= 0) parent[std::size_t(joint.parent)] = true;
    for (std::size_t j = 0; j < count; ++j)
        if (!parent[j]) out.push_back(stub_end(skeleton, bind, now, static_cast<int>(j)));
}

BoneShapes bone_shapes(const Skeleton& skeleton, const Pose& bind, const Pose& now, const BoneLook& look) {
    Builder build{skeleton, bind, now, look, {}, {}};
    if (now.matrix.size() != skeleton.joints.size() || bind.matrix.size() != skeleton.joints.size()) return {};
    const Emphasis emphasis(skeleton, look);
    std::vector<bool> parent(skeleton.joints.size(), false);
    for (const Joint& joint : skeleton.joints)
        if (joint.parent >= 0 && !joint.socket) parent[std::size_t(joint.parent)] = true;
    for (const Weight weight : {Weight::Thin, Weight::Plain, Weight::Child, Weight::Chain, Weight::Selected})
        add_bones(build, emphasis, weight, parent);
    const auto shown = [&](int j) { return finite(place_of(now, j)); };
    if (look.axes)
        for (int j = 0; j < static_cast<int>(skeleton.joints.size()); ++j)
            if (shown(j) && j != look.selected) build.axes(j, look.unit(place_of(now, j)) * 18 * look.pixel, 1.3f);
    if (look.selected >= 0 && look.selected < static_cast<int>(skeleton.joints.size()) && shown(look.selected))
        build.axes(look.selected, look.unit(place_of(now, look.selected)) * 34 * look.pixel, 2);
    build.out.lines.insert(build.out.lines.end(), build.over.begin(), build.over.end());
    return std::move(build.out);
}

}  // namespace bonescope
