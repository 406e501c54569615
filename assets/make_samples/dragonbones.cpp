#include "assets/make_samples/dragonbones.h"
#include "assets/make_samples/dragonbones_parts.h"
#include <algorithm>
#include <fmt/format.h>

namespace sample::dragonbones {
namespace {

// The items of a list, one a line.
std::string lines(const std::vector<std::string>& items) {
    return items.empty() ? "[]" : fmt::format("[\n{}\n]", fmt::join(items, ",\n"));
}

std::string bones() {
    std::vector<std::string> items;
    for (int i = 0; i < static_cast<int>(joints().size()); ++i) {
        const Joint& joint = joints()[i];
        std::string item = fmt::format("{{\"name\":\"{}\"", joint.name);
        if (joint.parent >= 0) item += fmt::format(",\"parent\":\"{}\"", joints()[joint.parent].name);
        const Place at = bind_place(i);
        items.push_back(item + fmt::format(",\"transform\":{{\"x\":{},\"y\":{}}}}}", number(at.x), number(at.y)));
    }
    return lines(items);
}

struct SlotText {
    std::string slot, display;
};

std::string turned(const Place& p) {
    return fmt::format("\"x\":{},\"y\":{},\"skX\":{},\"skY\":{}", number(p.x), number(p.y), number(p.angle),
                       number(p.angle));
}

std::vector<SlotText> slot_texts(const std::string& mesh) {
    std::vector<SlotText> out;
    for (const Limb& limb : limbs())
        out.push_back({fmt::format("{{\"name\":\"{}\",\"parent\":\"{}\"}}", limb.slot, joints()[limb.joint].name),
                       fmt::format("{{\"name\":\"{}\",\"display\":[{{\"name\":\"{}\",\"transform\":{{{}}}}}]}}",
                                   limb.slot, limb.region, turned(limb_place(limb)))});
    out.insert(
        out.begin() + mesh_place,
        {fmt::format("{{\"name\":\"upper\",\"parent\":\"{}\"}}", joints()[mesh_joint].name),
         fmt::format("{{\"name\":\"upper\",\"display\":[{{\"type\":\"mesh\",\"name\":\"arm/upper\",{}}}]}}", mesh)});
    return out;
}

std::string mesh_numbers() {
    std::string vertices, uvs, weights, corners, poses;
    const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ",") + item; };
    const Place slot = rest_place(mesh_joint);
    for (const MeshVertex& v : mesh_vertices()) {
        add(vertices, number(v.x - slot.x) + "," + number(v.y - slot.y));
        add(uvs, number(v.u) + "," + number(v.v));
        add(weights, fmt::format("{}", v.weights.size()));
        for (const auto& [joint, weight] : v.weights) add(weights, fmt::format("{},{}", joint, number(weight)));
    }
    for (const auto& t : mesh_triangles()) add(corners, fmt::format("{}", fmt::join(t, ",")));
    for (int joint = mesh_joint; joint < mesh_joint + 3; ++joint)
        add(poses, fmt::format("{},1,0,0,1,{},{}", joint, number(rest_place(joint).x), number(rest_place(joint).y)));
    return fmt::format("\n\"vertices\":[{}],\n\"uvs\":[{}],\n\"triangles\":[{}],\n\"weights\":[{}],\n"
                       "\"slotPose\":[1,0,0,1,{},{}],\"bonePose\":[{}]",
                       vertices, uvs, corners, weights, number(slot.x), number(slot.y), poses);
}

// Keys on every frame; the last one only ends the one before.
template <class Key> std::string keys(int clip, Key&& key) {
    std::vector<std::string> items;
    const int last = clips()[clip].frames;
    for (int frame = 0; frame <= last; ++frame)
        items.push_back(fmt::format("{{\"duration\":{},\"tweenEasing\":0,{}}}", frame < last ? 1 : 0, key(frame)));
    return lines(items);
}

std::string animation(int clip) {
    std::vector<std::string> tracks;
    for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint) {
        std::string track = fmt::format("{{\"name\":\"{}\"", joints()[joint].name);
        if (joint == 0)
            track += ",\"translateFrame\":" + keys(clip, [&](int frame) {
                         const Place p = change(clip, joint, frame);
                         return fmt::format("\"x\":{},\"y\":{}", number(p.x), number(p.y));
                     });
        track += ",\"rotateFrame\":" +
                 keys(clip, [&](int frame) { return "\"rotate\":" + number(change(clip, joint, frame).angle); });
        tracks.push_back(track + "}");
    }
    std::string head = fmt::format("{{\"name\":\"{}\",\"duration\":{},\"playTimes\":{}", clips()[clip].name,
                                   clips()[clip].frames, clip == 0 ? 0 : 1);
    if (clip == 1)
        head +=
            fmt::format(",\"frame\":[{{\"duration\":{}}},{{\"duration\":{},\"events\":[{{\"name\":\"grab\",\"bone\":"
                        "\"wrist\",\"ints\":[3]}}]}}]",
                        grab_frame, clips()[clip].frames - grab_frame);
    return head + ",\"bone\":" + lines(tracks) + "}";
}

// ---- 2.3 ----

std::string absolute(const Place& p) { return fmt::format("\"transform\":{{{},\"scX\":1,\"scY\":1}}", turned(p)); }

std::string old_bones() {
    std::vector<std::string> items;
    for (int i = 0; i < static_cast<int>(joints().size()); ++i) {
        std::string item = fmt::format("{{\"name\":\"{}\",", joints()[i].name);
        if (joints()[i].parent >= 0) item += fmt::format("\"parent\":\"{}\",", joints()[joints()[i].parent].name);
        items.push_back(item + absolute(rest_place(i)) + "}");
    }
    return lines(items);
}

// One track moves a bone and the slot of its name, so slots are named like their bones.
std::string old_slots() {
    std::vector<std::string> items;
    std::vector<Limb> shown(limbs().begin(), limbs().end());
    // Where newer files have the mesh.
    const Limb arm[] = {{"", "arm/base", mesh_joint, 0, -90}, {"", "arm/base", mesh_joint + 1, 0, -80}};
    shown.insert(shown.begin() + mesh_place, std::begin(arm), std::end(arm));
    for (std::size_t z = 0; z < shown.size(); ++z) {
        const Limb& limb = shown[z];
        const auto region = std::find_if(regions().begin(), regions().end(),
                                         [&](const Region& r) { return std::string(r.name) == limb.region; });
        items.push_back(fmt::format("{{\"name\":\"{0}\",\"parent\":\"{0}\",\"z\":{1},\"display\":[{{\"name\":\"{2}\","
                                    "\"type\":\"image\",\"transform\":"
                                    "{{{3},\"scX\":1,\"scY\":1,\"pX\":{4},\"pY\":{5}}}}}]}}",
                                    joints()[limb.joint].name, z, limb.region, turned(limb_place(limb)),
                                    number(region->width / 2. + region->border),
                                    number(region->height / 2. + region->border)));
    }
    return lines(items);
}

std::string old_animation(int clip) {
    std::vector<std::string> tracks;
    for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint)
        tracks.push_back(fmt::format("{{\"name\":\"{}\",\"scale\":1,\"offset\":0,\"frame\":{}}}", joints()[joint].name,
                                     keys(clip, [&](int frame) { return absolute(place(clip, joint, frame)); })));
    return fmt::format("{{\"name\":\"{}\",\"duration\":{},\"loop\":{},\"scale\":1,\"fadeInTime\":0,\"timeline\":{}}}",
                       clips()[clip].name, clips()[clip].frames, clip == 0 ? 0 : 1, lines(tracks));
}

}  // namespace

std::string number(double value) { return fmt::format("{}", static_cast<float>(value) + 0.f); }

std::string skeleton_text(const std::string& root, const std::string& mesh, const std::string& armature,
                          const std::string& animations) {
    std::vector<std::string> slots, displays;
    for (SlotText& text : slot_texts(mesh)) {
        slots.push_back(std::move(text.slot));
        displays.push_back(std::move(text.display));
    }
    return fmt::format(
        "{{\"name\":\"arm\",\"version\":\"5.5\",\"compatibleVersion\":\"5.5\",\"frameRate\":{},{}\"armature\":[{{"
        "\"name\":\"arm\",\"type\":\"Armature\",\"frameRate\":{},\"aabb\":{{\"x\":-40,\"y\":-360,\"width\":80,"
        "\"height\":360}},{}\"bone\":{},\n\"slot\":{},\n\"skin\":[{{\"slot\":{}}}],\n\"animation\":{},\n"
        "\"defaultActions\":[{{\"gotoAndPlay\":\"{}\"}}]}}]}}\n",
        fps, root, fps, armature, bones(), lines(slots), lines(displays), animations, clips()[0].name);
}

std::string skeleton() { return skeleton_text("", mesh_numbers(), "", lines({animation(0), animation(1)})); }

std::string old_skeleton() {
    return fmt::format(
        "{{\"name\":\"arm\",\"version\":2.3,\"frameRate\":{},\"armature\":[{{\"name\":\"arm\",\"bone\":{},\n"
        "\"skin\":[{{\"name\":\"\",\"slot\":{}}}],\n\"animation\":{}}}]}}\n",
        fps, old_bones(), old_slots(), lines({old_animation(0), old_animation(1)}));
}

}  // namespace sample::dragonbones
