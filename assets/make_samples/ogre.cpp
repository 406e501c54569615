#include "assets/make_samples/ogre.h"
#include "assets/make_samples/motion.h"
#include "assets/make_samples/skin.h"
#include "assets/make_samples/writer.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace sample::ogre {
namespace {

Writer bone(int i) {
    const Joint& joint = joints()[i];
    Writer body;
    body.text(joint.name).u16(static_cast<unsigned>(i)).floats({joint.x, joint.y, 0}).floats({0, 0, 0, 1});
    return body;
}

Writer packed_keys(int clip, int joint) {
    const bool moves = joint == 0;
    Writer body;
    body.u16(static_cast<unsigned>(clips()[clip].frames + 1)).u16(moves ? 3 : 1);
    for (int frame = 0; frame <= clips()[clip].frames; ++frame) {
        const double half = angle(clip, joint, frame) / 2;
        body.floats({frame / static_cast<double>(fps), 0, 0, std::sin(half), std::cos(half)});
        if (moves) body.floats({root_offset(clip, frame).x, root_offset(clip, frame).y, 0});
    }
    return Writer().chunk(0x4120, body);
}

Writer key_chunks(int clip, int joint) {
    Writer out;
    for (int frame = 0; frame <= clips()[clip].frames; ++frame) {
        const double half = angle(clip, joint, frame) / 2;
        const Offset offset = joint == 0 ? root_offset(clip, frame) : Offset{0, 0};
        Writer body;
        body.floats({frame / static_cast<double>(fps), 0, 0, std::sin(half), std::cos(half), offset.x, offset.y, 0});
        out.chunk(0x4110, body);
    }
    return out;
}

Writer animation(int clip, Keys keys) {
    Writer body;
    body.text(clips()[clip].name).floats({clips()[clip].frames / static_cast<double>(fps)});
    for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint) {
        Writer track;
        track.u16(static_cast<unsigned>(joint));
        track.bytes((keys == Keys::Packed ? packed_keys(clip, joint) : key_chunks(clip, joint)).str());
        body.chunk(0x4100, track);
    }
    return body;
}

Writer geometry(const Skin& skin) {
    const struct { unsigned type, semantic, offset; } elements[] = {{2, 1, 0}, {2, 4, 12}, {1, 7, 24}};
    Writer declaration, data;
    for (const auto& e : elements)
        declaration.chunk(0x5110, Writer().u16(0).u16(e.type).u16(e.semantic).u16(e.offset).u16(0));
    for (const Vertex& v : skin.vertices)
        data.floats(
            {v.position[0], v.position[1], v.position[2], v.normal[0], v.normal[1], v.normal[2], v.uv[0], v.uv[1]});
    Writer body;
    body.u32(skin.vertices.size()).chunk(0x5100, declaration);
    return body.chunk(0x5200, Writer().u16(0).u16(32).chunk(0x5210, data));
}

Writer submesh(const Skin& skin) {
    Writer body;
    body.text("Bonescope/Arm").u8(0).u32(skin.triangles.size() * 3).u8(0);
    for (const auto& triangle : skin.triangles)
        for (const int corner : triangle) body.u16(static_cast<unsigned>(corner));
    body.chunk(0x5000, geometry(skin)).chunk(0x4010, Writer().u16(4));
    for (std::size_t v = 0; v < skin.vertices.size(); ++v)
        for (const Influence& influence : skin.vertices[v].influences)
            body.chunk(0x4100, Writer().u32(v).u16(static_cast<unsigned>(influence.joint)).floats({influence.weight}));
    return body;
}

Writer bounds(const Skin& skin) {
    auto low = skin.vertices[0].position, high = low;
    double radius = 0;
    for (const Vertex& v : skin.vertices) {
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], v.position[axis]);
            high[axis] = std::max(high[axis], v.position[axis]);
        }
        radius = std::max(radius, std::hypot(v.position[0], v.position[1], v.position[2]));
    }
    return Writer().floats({low[0], low[1], low[2], high[0], high[1], high[2], radius});
}

}  // namespace

std::string skeleton(Keys keys) {
    const int count = static_cast<int>(joints().size());
    Writer out;
    out.u16(0x1000).text("[Serializer_v1.10]");
    for (int i = 0; i < count; ++i) {
        const std::size_t name = std::strlen(joints()[i].name) + 1;
        out.chunk(0x2000, bone(i), name);  // the length of a bone leaves its name out
    }
    for (int i = 0; i < count; ++i)
        if (joints()[i].parent >= 0)
            out.chunk(0x3000, Writer().u16(static_cast<unsigned>(i)).u16(static_cast<unsigned>(joints()[i].parent)));
    for (int clip = 0; clip < static_cast<int>(clips().size()); ++clip) out.chunk(0x4000, animation(clip, keys));
    return out.str();
}

std::string mesh() {
    const Skin skin = arm_skin();
    Writer body;
    body.u8(1).chunk(0x4000, submesh(skin)).chunk(0x6000, Writer().text("arm.skeleton"));
    body.chunk(0x9000, bounds(skin)).chunk(0xA000, Writer().chunk(0xA100, Writer().u16(0).text("arm")));
    return Writer().u16(0x1000).text("[MeshSerializer_v1.100]").chunk(0x3000, body).str();
}

std::string material() {
    return "// The sample arm.\n"
           "material Bonescope/Arm\n"
           "{\n"
           "    technique\n"
           "    {\n"
           "        pass\n"
           "        {\n"
           "            ambient 0.6 0.6 0.6\n"
           "            diffuse 0.9 0.9 0.9\n"
           "            texture_unit\n"
           "            {\n"
           "                texture arm.tga\n"
           "            }\n"
           "        }\n"
           "    }\n"
           "}\n";
}

}  // namespace sample::ogre
