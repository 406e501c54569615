// Armatures at rest: bones, slots, constraints.
#include "core/formats/dragonbones/binary.h"
#include "core/formats/dragonbones/old.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bonescope::dragonbones {
namespace {

constexpr double radians = 3.14159265358979323846 / 180;
constexpr const char* bone_types[] = {"bone", "surface"};
constexpr const char* position_modes[] = {"fixed", "percent"};
constexpr const char* spacing_modes[] = {"length", "fixed", "percent"};
constexpr const char* rotate_modes[] = {"tangent", "chain", "chainScale"};

uint8_t read_inherit(Values& in, JsonValue bone) {
    uint8_t flags = 0;
    if (in.boolean(bone, "inheritTranslation", true)) flags |= InheritTranslation;
    if (in.boolean(bone, "inheritRotation", true)) flags |= InheritRotation;
    if (in.boolean(bone, "inheritScale", true)) flags |= InheritScale;
    if (in.boolean(bone, "inheritReflection", true)) flags |= InheritReflection;
    return flags;
}

void read_surface(Figure& f, JsonValue bone, int joint) {
    SurfaceGrid grid;
    grid.joint = joint;
    grid.columns = f.in.integer(bone, "segmentX", 0);
    grid.rows = f.in.integer(bone, "segmentY", 0);
    std::vector<float> numbers;
    if (f.binary)
        numbers = binary_vertices(f, bone);
    else
        f.in.numbers(bone["vertices"], numbers);
    const int64_t points = (int64_t{grid.columns} + 1) * (int64_t{grid.rows} + 1);
    const bool sane = grid.columns > 0 && grid.rows > 0 && points * 2 == static_cast<int64_t>(numbers.size());
    if (!sane) {
        f.in.warn(bone,
                  fmt::format("surface \"{}\": expected ({} + 1) x ({} + 1) points, found {} numbers; it is taken "
                              "as a bone",
                              decode(f.skeleton.joints.back().name), grid.columns, grid.rows, numbers.size()));
        return;
    }
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) grid.points.push_back({numbers[i], numbers[i + 1]});
    f.rig.surfaces.push_back(std::move(grid));
}

void read_bones(Figure& f, JsonValue bones) {
    auto& joints = f.skeleton.joints;
    bool faded = false;
    for (const JsonValue bone : bones) {
        f.in.object(bone, "a bone");  // weights count them: it keeps its place
        Joint joint;
        joint.name = f.in.text(bone, "name");
        joint.id = static_cast<int>(joints.size());
        joint.where = bone.bytes();
        const Planar place = read_transform(f.in, bone["transform"]);
        joint.bind.t = vec3(place.t, 0);
        joint.bind.angle = place.angle;
        joint.bind.skew = place.skew;
        joint.bind.s = vec3(place.s, 1);
        if (place.s.x == 0 || place.s.y == 0)
            f.in.odd(bone["transform"].bytes(), "a bone with a scale of 0, which nothing can be brought back from");
        joint.inherit = read_inherit(f.in, bone);
        if (f.old) joint.inherit &= static_cast<uint8_t>(~InheritScale);
        joint.length = f.in.real(bone, "length", 0);
        f.rig.joint_alpha.push_back(f.in.real(bone, "alpha", 1));
        faded = faded || f.rig.joint_alpha.back() != 1;
        add_name(f, f.joints, joint.name, joint.id, bone, "bone");
        read_user_data(f, bone, joint.id, -1);
        joints.push_back(std::move(joint));
        if (f.in.word(bone, "type", bone_types, 0) == 1) read_surface(f, bone, joints.back().id);
    }
    if (!faded) f.rig.joint_alpha.clear();
}

void link_bones(Figure& f, JsonValue bones) {
    auto& joints = f.skeleton.joints;
    std::size_t i = 0;
    for (const JsonValue bone : bones) {
        Joint& joint = joints[i++];
        const std::string parent = f.in.text(bone, "parent");
        if (parent.empty()) continue;
        joint.parent = f.joint(parent);
        if (joint.parent < 0)
            f.in.warn(bone["parent"], fmt::format("bone \"{}\": expected a bone as parent, found no bone \"{}\"; it is "
                                                  "taken as a root",
                                                  decode(joint.name), decode(parent)));
    }
    std::vector<int> bad;
    parents_first(joints, &bad);
    for (const int index : bad) {
        Joint& joint = joints[static_cast<std::size_t>(index)];
        f.in.note(Severity::Error, joint.where,
                  fmt::format("bone \"{}\" is its own ancestor; it is taken as a root", decode(joint.name)));
        joint.parent = -1;
    }
}

void read_slots(Figure& f, JsonValue slots) {
    for (const JsonValue item : slots) {
        const bool good = f.in.object(item, "a slot");  // draw orders count them
        Slot slot;
        slot.name = f.in.text(item, "name");
        const std::string parent = f.in.text(item, "parent");
        slot.joint = f.joint(parent);
        if (good && slot.joint < 0)
            f.in.warn(item["parent"] ? item["parent"] : item,
                      fmt::format("slot \"{}\": expected a bone as parent, found no bone \"{}\"", decode(slot.name),
                                  decode(parent)));
        slot.display = f.in.integer(item, "displayIndex", 0);
        slot.color = read_color(f.in, item["color"]);
        slot.alpha = f.in.real(item, "alpha", 1);
        slot.z = f.in.integer(item, "zIndex", 0);
        slot.blend = read_blend(f.in, item);
        slot.where = item.bytes();
        add_name(f, f.slots, slot.name, static_cast<int>(f.rig.slots.size()), item, "slot");
        read_user_data(f, item, -1, static_cast<int>(f.rig.slots.size()));
        if (auto plays = read_plays(f.in, item); !plays.empty()) f.child_actions[f.rig.slots.size()] = std::move(plays);
        f.rig.slots.push_back(std::move(slot));
    }
}

void read_ik(Figure& f, JsonValue list) {
    for (const JsonValue item : list) {
        if (!f.in.object(item, "an ik constraint")) continue;
        IkConstraint ik;
        ik.name = f.in.text(item, "name");
        ik.joint = f.joint(f.in.text(item, "bone"));
        ik.target = f.joint(f.in.text(item, "target"));
        ik.bend = f.in.boolean(item, "bendPositive", true);
        ik.weight = f.in.real(item, "weight", 1);
        ik.where = item.bytes();
        if (ik.joint < 0 || ik.target < 0) {
            f.in.warn(item[ik.joint < 0 ? "bone" : "target"] ? item[ik.joint < 0 ? "bone" : "target"] : item,
                      fmt::format("ik \"{}\": expected a bone, found no bone \"{}\"; it is left out", decode(ik.name),
                                  decode(f.in.text(item, ik.joint < 0 ? "bone" : "target"))));
            continue;
        }
        ik.two =
            f.in.integer(item, "chain", 0) > 0 && f.skeleton.joints[static_cast<std::size_t>(ik.joint)].parent >= 0;
        add_name(f, f.constraints, ik.name, static_cast<int>(f.rig.ik.size()), item, "constraint");
        f.rig.ik.push_back(std::move(ik));
    }
}

template <std::size_t N>
int mode(Figure& f, JsonValue item, const char* key, const char* const (&words)[N], int usual) {
    const int value = f.in.word(item, key, words, usual);
    return value >= 0 && value < static_cast<int>(N) ? value : usual;
}

void read_paths(Figure& f, JsonValue list) {
    for (const JsonValue item : list) {
        if (!f.in.object(item, "a path constraint")) continue;
        PathConstraint path;
        path.name = f.in.text(item, "name");
        const std::string target = f.in.text(item, "target");
        path.slot = f.slot(target);
        path.display = item["targetDisplay"] ? f.in.text(item, "targetDisplay") : target;
        path.where = item.bytes();
        for (const JsonValue bone : item["bones"])
            if (const int joint = f.joint(bone.text()); joint >= 0)
                path.joints.push_back(joint);
            else
                f.in.warn(bone, fmt::format("path \"{}\": expected a bone, found no bone \"{}\"", decode(path.name),
                                            decode(bone.text())));
        path.position_mode = static_cast<PathPosition>(mode(f, item, "positionMode", position_modes, 1));
        path.spacing_mode = static_cast<PathSpacing>(mode(f, item, "spacingMode", spacing_modes, 0));
        path.rotate_mode = static_cast<PathRotate>(mode(f, item, "rotateMode", rotate_modes, 0));
        path.position = f.in.real(item, "position", 0);
        path.spacing = f.in.real(item, "spacing", 0);
        path.rotate_offset = static_cast<float>(f.in.number(item, "rotateOffset", 0) * radians);
        path.rotate_mix = f.in.real(item, "rotateMix", 1);
        path.translate_mix = f.in.real(item, "translateMix", 1);
        if (path.slot < 0 || path.joints.empty()) {
            f.in.warn(item, fmt::format("path \"{}\": expected a slot and bones, found {}; it is left out",
                                        decode(path.name), path.slot < 0 ? "no such slot" : "no bones"));
            continue;
        }
        add_name(f, f.constraints, path.name, static_cast<int>(f.rig.ik.size() + f.rig.paths.size()), item,
                 "constraint");
        f.rig.paths.push_back(std::move(path));
    }
}

// A joint comes after its parent, and one whose constraint reaches for another after that too. In this order, as the
// runtime has it: the list is gone through again and again, each time what has become free is taken.
std::vector<int> evaluation_order(const Figure& f) {
    const auto& joints = f.skeleton.joints;
    std::vector<std::vector<int>> after(joints.size());  // who waits for it
    std::vector<int> waits(joints.size()), round(joints.size()), free;
    const auto wait = [&](int joint, int target) {
        if (joint < 0 || target < 0) return;
        after[static_cast<std::size_t>(target)].push_back(joint);
        ++waits[static_cast<std::size_t>(joint)];
    };
    for (const Joint& joint : joints) wait(joint.id, joint.parent);
    for (const IkConstraint& ik : f.rig.ik)
        wait(ik.two ? joints[static_cast<std::size_t>(ik.joint)].parent : ik.joint, ik.target);
    for (const PathConstraint& path : f.rig.paths)
        wait(path.joints[0], f.rig.slots[static_cast<std::size_t>(path.slot)].joint);
    for (const Joint& joint : joints)
        if (waits[static_cast<std::size_t>(joint.id)] == 0) free.push_back(joint.id);
    for (std::size_t i = 0; i < free.size(); ++i) {
        const auto done = static_cast<std::size_t>(free[i]);
        for (const int joint : after[done]) {
            const auto j = static_cast<std::size_t>(joint);
            round[j] = std::max(round[j], round[done] + (free[i] > joint));
            if (--waits[j] == 0) free.push_back(joint);
        }
    }
    std::sort(free.begin(), free.end(), [&](int a, int b) {
        const int at = round[static_cast<std::size_t>(a)], bt = round[static_cast<std::size_t>(b)];
        return at != bt ? at < bt : a < b;
    });
    return free;
}

void put_in_order(Figure& f) {
    f.skeleton.order = evaluation_order(f);
    if (f.skeleton.order.size() == f.skeleton.joints.size()) return;
    f.in.note(Severity::Warning, f.skeleton.where,
              fmt::format("armature \"{}\": constraints wait for each other; bones come after their parents alone",
                          decode(f.skeleton.name)));
    f.skeleton.order = parents_first(f.skeleton.joints);
}

vec4 read_box(Values& in, JsonValue box) {
    return {in.real(box, "x", 0), in.real(box, "y", 0), in.real(box, "width", 0), in.real(box, "height", 0)};
}

void choose_default_clip(Figure& f, JsonValue armature) {
    std::vector<Action> actions;
    read_actions(f.in, armature["defaultActions"], EventKind::Play, actions);
    const auto play = std::find_if(actions.begin(), actions.end(),
                                   [](const Action& action) { return action.kind == EventKind::Play; });
    if (play != actions.end()) f.rig.default_clip = Figure::find(f.clips, play->name);
    if (f.rig.default_clip >= 0) return;
    for (std::size_t i = 0; i < f.doc.clips.size() && f.rig.default_clip < 0; ++i)
        if (f.doc.clips[i].skeleton == f.index) f.rig.default_clip = static_cast<int>(i);
}

}  // namespace

void add_name(Figure& f, Names& names, const std::string& name, int index, JsonValue where, const char* what) {
    if (!names.emplace(name, index).second)
        f.in.warn(where, fmt::format("expected one {} of a name, found a second \"{}\"; tracks mean the first", what,
                                     decode(name)));
}

bool has_room(const Document& doc, uint64_t floats) {
    return doc.arena.size() + floats <= 262'144 + uint64_t{doc.file.size()} * 4;
}

void read_armature(Document& doc, Values& in, JsonValue armature, const RootFacts& root) {
    Figure f{doc, in};
    f.binary = root.binary;
    f.old = root.old;
    f.xml = root.xml;
    if (f.binary) read_actions(in, armature["actions"], EventKind::Play, f.actions);
    f.index = static_cast<int>(doc.skeletons.size());
    f.skeleton.name = in.text(armature, "name");
    f.skeleton.compose = Compose::Planar;
    f.skeleton.where = armature.bytes();
    f.rate = in.real(armature, "frameRate", root.rate);
    if (!(f.rate > 0)) f.rate = 24;
    f.rig.frame_rate = f.rate;
    f.rig.bounds = read_box(in, armature["aabb"]);
    f.rig.canvas = read_box(in, armature["canvas"]);
    f.rig.canvas_color = in.integer(armature["canvas"], "color", -1);
    read_user_data(f, armature, -1, -1);
    read_bones(f, armature["bone"]);
    link_bones(f, armature["bone"]);
    if (root.global) localise_bones(f);
    if (f.old)
        read_old_slots(f, armature["skin"]);
    else
        read_slots(f, armature["slot"]);
    read_ik(f, armature["ik"]);
    read_paths(f, armature["path"]);
    for (std::size_t i = 0; i < f.rig.ik.size() + f.rig.paths.size(); ++i)
        f.rig.constraint_order.push_back(static_cast<int>(i));
    put_in_order(f);
    read_skins(f, armature["skin"]);
    read_clips(f, armature["animation"]);
    choose_default_clip(f, armature);
    f.skeleton.rig = std::make_shared<const Rig>(std::move(f.rig));
    doc.skeletons.push_back(std::move(f.skeleton));
}

}  // namespace bonescope::dragonbones
