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

constexpr std::size_t bytes_per_number = 24;  // of text, at least, in the usual forms: saves growing
constexpr int64_t largest_id = 0xFFFF;        // 16 bits in the binary form

struct XmlKey {
    float time = 0;
    vec3 translation{0}, scale{1};
    quat rotation{1, 0, 0, 0};
    bool scaled = false;
};

struct Context {
    Document& doc;
    const XmlFile& file;
    XmlValues& in;
    std::unordered_map<std::string_view, int> by_name;  // index in the skeleton
    std::vector<XmlKey> keys;                           // of the track being read
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

XmlKey read_key(Context& c, pugi::xml_node node) {
    XmlKey key;
    if (const auto at = node.attribute("time"))
        key.time = c.in.number(at);
    else
        c.in.warn(node, "keyframe: expected an attribute time, found none, read as 0");
    for (const auto part : node.children()) {
        const std::string_view name = part.name();
        if (name == "translate")
            key.translation = c.in.triple(part, vec3(0));
        else if (name == "rotate")
            key.rotation = c.in.rotation(part);
        else if (name == "scale") {
            key.scale = c.in.scale(part);
            key.scaled = true;
        }
    }
    return key;
}

// The keys of a track in columns; the times come last, so that shared ones can be given back.
Keys add_columns(Document& doc, const std::vector<XmlKey>& from) {
    Keys keys;
    keys.rows = static_cast<uint32_t>(from.size());
    const auto column = [&](uint32_t width, auto&& put) {
        const Column added = add_column(doc, keys.rows, width);
        float* to = column_data(doc, added);
        for (const XmlKey& key : from) {
            put(key, to);
            to += width;
        }
        return added;
    };
    const auto copy = [](vec3 v, float* to) { std::memcpy(to, &v, sizeof v); };
    keys.translation = column(3, [&](const XmlKey& key, float* to) { copy(key.translation, to); });
    keys.rotation = column(4, [](const XmlKey& key, float* to) {
        for (const float v : {key.rotation.x, key.rotation.y, key.rotation.z, key.rotation.w}) *to++ = v;
    });
    if (std::any_of(from.begin(), from.end(), [](const XmlKey& key) { return key.scaled; }))
        keys.scale = column(3, [&](const XmlKey& key, float* to) { copy(key.scale, to); });
    keys.time = column(1, [](const XmlKey& key, float* to) { *to = key.time; });
    return keys;
}

void read_track(Context& c, pugi::xml_node node) {
    const Skeleton& skeleton = c.doc.skeletons[0];
    Track track;
    const int joint = find_bone(c, node, skeleton, "bone", "boneid");
    if (joint >= 0) {
        track.target = skeleton.joints[joint].id;
    } else {
        track.name = static_cast<uint32_t>(c.doc.names.size());
        c.doc.names.emplace_back(node.attribute("bone").value());
    }
    c.keys.clear();
    c.in.keys_follow = true;
    const pugi::xml_node frames = node.child("keyframes");
    for (const auto key : frames.children("keyframe")) c.keys.push_back(read_key(c, key));
    c.in.keys_follow = false;
    Keys keys = add_columns(c.doc, c.keys);
    keys.where = list_elements(c.doc, c.file, frames, "keyframe");
    const std::size_t timelines = c.doc.clips.back().timelines.size();
    add_tracks(c.doc, keys, track);
    if (c.doc.clips.back().timelines.size() == timelines) c.doc.arena.resize(c.doc.arena.size() - keys.rows);
}

void read_animation(Context& c, pugi::xml_node node) {
    start_clip(c.doc, c.file, c.in, node).skeleton = 0;
    for (const auto track : node.child("tracks").children("track")) read_track(c, track);
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
    c.doc.arena.reserve(c.doc.file.size() / bytes_per_number);
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
    Context context{doc, file, in, {}, {}};
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
