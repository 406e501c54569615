#include "core/formats/ogre/bones.h"
#include "core/formats/ogre/keys.h"
#include "core/formats/ogre/ogre.h"
#include "core/formats/ogre/xml_values.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace bonescope::ogre {
namespace {

constexpr int64_t largest_id = 0xFFFF;  // 16 bits in the binary form

struct Context {
    Document& doc;
    const XmlFile& file;
    XmlValues& in;
    std::unordered_map<std::string_view, int> by_name;  // index in the skeleton
};

Joint read_bone(Context& c, pugi::xml_node node, int ordinal) {
    Joint joint;
    joint.name = node.attribute("name").value();
    joint.where = c.file.where(node);
    joint.id = ordinal;
    if (const auto id = c.in.integer(node, "id")) {
        if (*id >= 0 && *id <= largest_id)
            joint.id = static_cast<int>(*id);
        else
            c.in.warn(node, fmt::format("bone \"{}\": expected an id from 0 to {}, found {}, its place {} is taken",
                                        decode(joint.name), largest_id, *id, ordinal));
    }
    if (const auto position = node.child("position")) joint.bind.t = c.in.triple(position, vec3(0));
    if (const auto rotation = node.child("rotation")) joint.bind.r = c.in.rotation(rotation);
    if (const auto scale = node.child("scale")) joint.bind.s = c.in.scale(scale);
    return joint;
}

void drop_duplicates(Context& c, std::vector<Joint>& joints) {
    const auto same_id = [](const Joint& a, const Joint& b) { return a.id == b.id; };
    for (std::size_t i = 1; i < joints.size(); ++i)
        if (same_id(joints[i - 1], joints[i]))
            c.in.note(Severity::Error, joints[i].where,
                      fmt::format("bone \"{}\": id {} is taken, the first bone with it is kept", decode(joints[i].name),
                                  joints[i].id));
    joints.erase(std::unique(joints.begin(), joints.end(), same_id), joints.end());
}

void read_bones(Context& c, pugi::xml_node bones, Skeleton& skeleton) {
    int ordinal = 0;
    for (const auto node : bones.children("bone")) skeleton.joints.push_back(read_bone(c, node, ordinal++));
    std::stable_sort(skeleton.joints.begin(), skeleton.joints.end(),
                     [](const Joint& a, const Joint& b) { return a.id < b.id; });
    drop_duplicates(c, skeleton.joints);
    for (std::size_t i = 0; i < skeleton.joints.size(); ++i) {
        const Joint& joint = skeleton.joints[i];
        if (!c.by_name.emplace(joint.name, static_cast<int>(i)).second)
            c.in.note(Severity::Error, joint.where,
                      fmt::format("bone {}: the name \"{}\" is taken, tracks and parents mean the first bone with it",
                                  joint.id, decode(joint.name)));
    }
}

// The bone that a link names, by name or by id; -1 with a note when there is none.
int find_bone(Context& c, pugi::xml_node node, const Skeleton& skeleton, const char* name, const char* id) {
    const std::string_view wanted = node.attribute(name).value();
    const auto found = c.by_name.find(wanted);
    if (found != c.by_name.end()) return found->second;
    if (!node.attribute(name))
        if (const auto number = c.in.integer(node, id); number && *number >= 0 && *number <= largest_id)
            if (const int joint = joint_of(skeleton, static_cast<int>(*number)); joint >= 0) return joint;
    c.in.warn(node, fmt::format("{}: expected the name of a bone, found \"{}\"", node.name(), decode(wanted)));
    return -1;
}

void read_hierarchy(Context& c, pugi::xml_node list, Skeleton& skeleton) {
    std::vector<BoneLink> links;
    for (const auto node : list.children("boneparent")) {
        const int child = find_bone(c, node, skeleton, "bone", "boneid");
        const int parent = find_bone(c, node, skeleton, "parent", "parentid");
        if (child >= 0 && parent >= 0)
            links.push_back({skeleton.joints[child].id, skeleton.joints[parent].id, c.file.where(node)});
    }
    link_bones(c.doc, skeleton, links);
}

Keys add_columns(Document& doc, uint32_t rows, bool scaled) {
    Keys keys;
    keys.rows = rows;
    keys.translation = add_column(doc, rows, 3);
    keys.rotation = add_column(doc, rows, 4);
    if (scaled) keys.scale = add_column(doc, rows, 3);
    keys.time = add_column(doc, rows, 1);  // last, so that a shared one can be given back
    return keys;
}

void read_key(Context& c, pugi::xml_node node, float* t, float* r, float* s) {
    vec3 move(0), grow(1);
    quat turn(1, 0, 0, 0);
    for (const auto part : node.children()) {
        const std::string_view name = part.name();
        if (name == "translate")
            move = c.in.triple(part, vec3(0));
        else if (name == "rotate")
            turn = c.in.rotation(part);
        else if (name == "scale")
            grow = c.in.scale(part);
    }
    std::copy_n(&move[0], 3, t);
    const float xyzw[] = {turn.x, turn.y, turn.z, turn.w};
    std::copy_n(xyzw, 4, r);
    if (s) std::copy_n(&grow[0], 3, s);
}

void read_keys(Context& c, pugi::xml_node frames, const Keys& keys) {
    float* t = column_data(c.doc, keys.translation);
    float* r = column_data(c.doc, keys.rotation);
    float* s = keys.scale.empty() ? nullptr : column_data(c.doc, keys.scale);
    float* time = column_data(c.doc, keys.time);
    for (const auto node : frames.children("keyframe")) {
        const auto at = node.attribute("time");
        if (!at) c.in.warn(node, "keyframe: expected an attribute time, found none, read as 0");
        *time++ = at ? c.in.number(at) : 0.f;
        read_key(c, node, t, r, s);
        t += 3;
        r += 4;
        if (s) s += 3;
    }
}

void read_track(Context& c, pugi::xml_node node) {
    const Skeleton& skeleton = c.doc.skeletons[0];
    const pugi::xml_node frames = node.child("keyframes");
    uint32_t rows = 0;
    bool scaled = false;
    for (const auto key : frames.children("keyframe")) {
        ++rows;
        scaled = scaled || key.child("scale");
    }
    Track track;
    const int joint = find_bone(c, node, skeleton, "bone", "boneid");
    if (joint >= 0) {
        track.target = skeleton.joints[joint].id;
    } else {
        track.name = static_cast<uint32_t>(c.doc.names.size());
        c.doc.names.emplace_back(node.attribute("bone").value());
    }
    Keys keys = add_columns(c.doc, rows, scaled);
    read_keys(c, frames, keys);
    keys.where = list_elements(c.doc, c.file, frames, "keyframe");
    const std::size_t timelines = c.doc.clips.back().timelines.size();
    add_tracks(c.doc, keys, track);
    if (c.doc.clips.back().timelines.size() == timelines) c.doc.arena.resize(c.doc.arena.size() - rows);
}

void read_animation(Context& c, pugi::xml_node node) {
    start_clip(c.doc, c.file, c.in, node).skeleton = 0;
    for (const auto track : node.child("tracks").children("track")) read_track(c, track);
}

// One exact allocation instead of growing: 8 floats a key, scales aside.
void reserve(Document& doc, pugi::xml_node animations) {
    std::size_t keys = 0;
    for (const auto animation : animations.children("animation"))
        for (const auto track : animation.child("tracks").children("track")) {
            const auto frames = track.child("keyframes").children("keyframe");
            keys += static_cast<std::size_t>(std::distance(frames.begin(), frames.end()));
        }
    doc.arena.reserve(keys * 8);
    doc.lists.reserve(keys);
}

void read_links(Context& c, pugi::xml_node list) {
    for (const auto node : list.children("animationlink")) {
        AnimationLink link;
        const auto name = node.attribute("skeletonName");
        link.file = (name ? name : node.attribute("skeletonname")).value();
        link.scale = c.in.number(node, "scale", 1);
        link.where = c.file.where(node);
        c.doc.links.push_back(std::move(link));
    }
}

void read_skeleton(Context& c, pugi::xml_node root) {
    Skeleton& skeleton = c.doc.skeletons.emplace_back();
    skeleton.name = base_name(c.doc.path);
    skeleton.where = c.file.where(root);
    const std::string_view blend = root.attribute("blendmode").value();
    skeleton.cumulative = blend == "cumulative";
    if (!blend.empty() && blend != "average" && !skeleton.cumulative)
        c.in.note(Severity::Warning, c.file.where(root.attribute("blendmode")),
                  fmt::format("blendmode: expected average or cumulative, found \"{}\"", decode(blend)));
    if (!root.child("bones")) c.in.warn(root, "expected <bones> in <skeleton>, found none");
    read_bones(c, root.child("bones"), skeleton);
    read_hierarchy(c, root.child("bonehierarchy"), skeleton);
    reserve(c.doc, root.child("animations"));
    for (const auto node : root.child("animations").children("animation")) read_animation(c, node);
    read_links(c, root.child("animationlinks"));
}

}  // namespace

bool is_skeleton_xml(std::span<const byte> file, std::string_view name) {
    const std::string_view root = xml_root_name(file);
    if (root == "skeleton") return true;
    return name.ends_with(".skeleton.xml") && (starts_utf16(file) || !root.empty()) && root != "mesh";
}

void parse_skeleton_xml(Document& doc) {
    XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    file.drop_cut({"bone", "boneparent", "keyframe", "animationlink"});
    XmlValues in(doc, file);
    Context context{doc, file, in, {}};
    const pugi::xml_node root = file.root().child("skeleton");
    doc.readable = bool(root);
    if (root)
        read_skeleton(context, root);
    else
        doc.note(Severity::Error,
                 fmt::format("expected <skeleton> as the first element, found <{}>", decode(xml_root_name(doc.file))));
    in.finish();
}

}  // namespace bonescope::ogre
