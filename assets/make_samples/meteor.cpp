#include "assets/make_samples/meteor.h"
#include "assets/make_samples/motion.h"
#include "assets/make_samples/skin.h"
#include "assets/make_samples/writer.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sample::meteor {
namespace {

// Places to hang things on.
struct Dummy {
    const char *name, *parent;
    double x, y, z;
};
const Dummy dummies[] = {{"d_base", "NULL", 0, 0, 0}, {"d_hand", "b3", 0, -0.05, 0.2}};

std::string part(const char* kind, const std::string& name, const std::string& parent, double x, double y, double z,
                 const std::string& more = "") {
    return fmt::format("{} {}\n{{\n  parent {}\n  pivot {:.3f} {:.3f} {:.3f}\n  quaternion 1.00000 0.00000 0.00000 "
                       "0.00000\n{}}}\n",
                       kind, name, parent, x, y, z, more);
}

// At rest when `clip` is negative.
std::string record(int number, int clip, int frame) {
    const Offset offset = clip < 0 ? Offset{0, 0} : root_offset(clip, frame);
    Writer out;
    out.u32(0xFFFFFFFF).u32(static_cast<std::size_t>(number));
    out.floats({joints()[0].x + offset.x, 0, joints()[0].y + offset.y});
    for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint) {
        const double half = clip < 0 ? 0 : angle(clip, joint, frame) / 2;
        out.floats({std::cos(half), 0, -std::sin(half), 0});
    }
    for (const Dummy& dummy : dummies) {
        std::string parent = dummy.parent;
        parent.resize(5, '\0');
        out.bytes(parent).floats({dummy.x, dummy.y, dummy.z, 1, 0, 0, 0});
    }
    return out.str();
}

}  // namespace

// Frame 0 is at rest, as is one between the clips.
int first_frame(int clip) {
    int number = 1;
    for (int i = 0; i < clip; ++i) number += clips()[i].frames + 2;
    return number;
}

std::string skeleton() {
    std::string out = fmt::format("# The sample arm.\nBones: {} Dummey: {}\n", joints().size(), std::size(dummies));
    for (int i = 0; i < static_cast<int>(joints().size()); ++i) {
        const Joint& joint = joints()[i];
        const auto children = std::count_if(joints().begin(), joints().end(), [&](auto& j) { return j.parent == i; });
        out += part("bone", joint.name, joint.parent < 0 ? "d_base" : joints()[joint.parent].name, joint.x, 0, joint.y,
                    fmt::format("  children {}\n", children));
    }
    for (const Dummy& dummy : dummies) out += part("Dummey", dummy.name, dummy.parent, dummy.x, dummy.y, dummy.z);
    return out;
}

std::string skin() {
    const Skin skin = arm_skin();
    std::string out = "# The sample arm.\nStatic Skins: 1 Dynamic Skins: 0\nStatic Skin arm\n{\n  Materials: 1\n  "
                      "Material\n    Texture   arm.tga\n    ColorKey  0 0 0 0\n    Ambient   0.600 0.600 0.600\n    "
                      "Diffuse   0.900 0.900 0.900\n    Specular  0.000 0.000 0.000\n    Emissive  0.000 0.000 0.000\n"
                      "    Opacity   1.000\n    Option    NONE\n    TwoSide   FALSE\n";
    out += fmt::format("  Vertices: {}\n", skin.vertices.size());
    for (const Vertex& v : skin.vertices) {
        out += fmt::format("    v {:.5f} {:.5f} {:.5f} vt {:.3f} {:.3f} Bones {}", v.position[0], -v.position[2],
                           v.position[1], v.uv[0], 1 - v.uv[1], v.influences.size());
        for (const Influence& influence : v.influences)
            out += fmt::format("  {} {:.5f}", influence.joint, influence.weight);
        out += '\n';
    }
    out += fmt::format("  Triangles: {}\n", skin.triangles.size());
    for (const auto& t : skin.triangles) out += fmt::format("    f 3  0 {} {} {}\n", t[0], t[1], t[2]);
    return out + "}\n";
}

std::string frames() {
    const int count = static_cast<int>(clips().size());
    std::string records;
    int number = 0;
    for (int clip = 0; clip < count; ++clip) {
        records += record(number++, -1, 0);
        for (int frame = 0; frame <= clips()[clip].frames; ++frame) records += record(number++, clip, frame);
    }
    Writer out;
    out.bytes("BANIM").u32(joints().size()).u32(std::size(dummies)).u32(static_cast<std::size_t>(number));
    return out.u32(fps).bytes(records).str();
}

// Comments are Big5: to wave; to reach out and take something; stop.
std::string clip_list() {
    const int wave = first_frame(0), wave_end = wave + clips()[0].frames;
    const int reach = first_frame(1), reach_end = reach + clips()[1].frames;
    std::string out =
        fmt::format("Pose 0   # \xB4\xA7\xA4\xE2\n{{\n  source     1\n  Start      {0}\n  End        {1}\n"
                    "  LoopStart  {0}\n  LoopEnd    {1}\n  EffectType 0\n  EffectID   0\n  link       "
                    "001\n}}\n",
                    wave, wave_end);
    out += fmt::format("Pose 1   # \xA6\xF9\xA4\xE2\xA8\xFA\xAA\xAB\n{{\n  source     1\n  Start      {}\n  End        "
                       "{}\n  EffectType 0\n  EffectID   0\n  link       000\n",
                       reach, reach_end);
    out += fmt::format("  Action\n  {{\n    Start {}\n    End   {}\n    Speed 2.0\n  }}\n", reach, reach + 20);
    out += fmt::format("  Blend\n  {{\n    Start {}\n    End   {}\n    Speed 1.0\n  }}\n", reach + 21, reach_end);
    out +=
        fmt::format("  Attack\n  {{\n    bone = \"wrist\",\n           \"finger tips\"\n    Start {}\n    End   {}\n"
                    "    AttackType 0\n    CheckFriend 0\n    DefenseValue 0.1\n    DefenseMove 1.0\n    TargetValue "
                    "0.5\n    TargetMove 2.0\n    TargetPose 002\n  }}\n",
                    reach + 12, reach + 18);
    out += fmt::format("  Drag\n  {{\n    Start {}\n    End   {}\n    Time  0.2\n    Color 255,200,80\n  }}\n",
                       reach + 10, reach + 20);
    out +=
        fmt::format("  NextPose\n  {{\n    Start {}\n    End   {}\n    Time  0.1\n  }}\n}}\n", reach + 25, reach_end);
    return out +
           fmt::format("Pose 2   # \xB0\xB1\n{{\n  source     1\n  Start      {0}\n  End        {1}\n  LoopStart  "
                       "{1}\n  LoopEnd    {1}\n}}\nPose 3\n{{}}\n",
                       reach, reach + 30);
}

}  // namespace sample::meteor
