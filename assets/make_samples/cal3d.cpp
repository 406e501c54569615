#include "assets/make_samples/cal3d.h"
#include "assets/make_samples/motion.h"
#include "assets/make_samples/skin.h"
#include "assets/make_samples/writer.h"
#include <cmath>
#include <cstdint>

namespace sample::cal3d {
namespace {

constexpr unsigned version = 1100, packed_version = 919;

Writer header(const char* magic, unsigned number) { return Writer().bytes(magic).u8(0).u32(number); }

double seconds(int frame) { return frame / static_cast<double>(fps); }

Offset world(int joint) {
    Offset p{0, 0};
    for (; joint >= 0; joint = joints()[joint].parent) p = {p.x + joints()[joint].x, p.y + joints()[joint].y};
    return p;
}

Writer bone(int i) {
    const Joint& joint = joints()[i];
    Writer body, children;
    std::size_t count = 0;
    for (int child = 0; child < static_cast<int>(joints().size()); ++child)
        if (joints()[child].parent == i) {
            children.u32(static_cast<std::size_t>(child));
            ++count;
        }
    body.string(joint.name).floats({joint.x, joint.y, 0, 0, 0, 0, 1});
    body.floats({-world(i).x, -world(i).y, 0, 0, 0, 0, 1});  // from model space to the bone's
    return body.u32(static_cast<std::size_t>(joint.parent)).u32(count).bytes(children.str());
}

// Rotations are stored the other way round: as conjugates.
Writer key(int clip, int joint, int frame) {
    const double half = angle(clip, joint, frame) / 2;
    const Offset offset = joint == 0 ? root_offset(clip, frame) : Offset{0, 0};
    Writer out;
    out.floats({seconds(frame), joints()[joint].x + offset.x, joints()[joint].y + offset.y, 0});
    return out.floats({0, 0, -std::sin(half), std::cos(half)});
}

// Bits from the lowest: which component is left out (w, the largest), sign and size of the others, the frame.
Writer packed_key(int clip, int joint, int frame) {
    const double z = -std::sin(angle(clip, joint, frame) / 2);
    uint64_t bits = 3;
    bits |= uint64_t{z < 0} << (2 + 12 + 12);
    bits |= static_cast<uint64_t>(std::lround(std::abs(z) * 2047)) << (2 + 12 + 12 + 1);
    bits |= static_cast<uint64_t>(frame) << (2 + 12 + 12 + 12);
    return Writer().u32(bits & 0xFFFFFFFF).u16(static_cast<unsigned>(bits >> 32));
}

Writer submesh(const Skin& skin) {
    Writer body;
    body.u32(0).u32(skin.vertices.size()).u32(skin.triangles.size()).u32(0).u32(0).u32(1);
    for (const Vertex& v : skin.vertices) {
        body.floats({v.position[0], v.position[1], v.position[2], v.normal[0], v.normal[1], v.normal[2]});
        body.u32(0xFFFFFFFF).u32(0).floats({v.uv[0], v.uv[1]}).u32(v.influences.size());
        for (const Influence& influence : v.influences)
            body.u32(static_cast<std::size_t>(influence.joint)).floats({influence.weight});
    }
    for (const auto& triangle : skin.triangles)
        for (const int corner : triangle) body.u32(static_cast<std::size_t>(corner));
    return body;
}

}  // namespace

std::string skeleton() {
    Writer out = header("CSF", version);
    out.u32(joints().size());
    for (int i = 0; i < static_cast<int>(joints().size()); ++i) out.bytes(bone(i).str());
    return out.str();
}

std::string animation(int clip) {
    const int last = clips()[clip].frames;
    Writer out = header("CAF", version);
    out.floats({seconds(last)}).u32(joints().size());
    for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint) {
        out.u32(static_cast<std::size_t>(joint)).u32(static_cast<std::size_t>(last + 1));
        for (int frame = 0; frame <= last; ++frame) out.bytes(key(clip, joint, frame).str());
    }
    return out.str();
}

std::string packed_animation(int clip) {
    const int last = clips()[clip].frames;
    Writer out = header("CAF", packed_version);
    out.u32(1).floats({seconds(last)}).u32(joints().size());
    for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint) {
        out.u16(static_cast<unsigned>(joint)).u16(static_cast<unsigned>(last + 1));
        for (int frame = 0; frame <= last; ++frame) out.bytes(packed_key(clip, joint, frame).str());
    }
    return out.str();
}

std::string mesh() { return header("CMF", version).u32(1).bytes(submesh(arm_skin()).str()).str(); }

std::string material() {
    const std::string grey(3, '\x99'), light(3, '\xE6'), none(3, '\0'), solid(1, '\xFF');
    Writer out = header("CRF", version);
    out.bytes(grey + solid).bytes(light + solid).bytes(none + solid).floats({0}).u32(1);
    return out.string("arm.tga").str();
}

namespace {

std::string list_of(char form) {
    std::string out = "# The sample arm.\nscale=1\n";
    out += std::string("skeleton=arm.") + form + "sf\n";
    for (const Clip& clip : clips()) out += std::string("animation=") + clip.name + "." + form + "af\n";
    return out + "mesh=arm." + form + "mf\nmaterial=arm." + form + "rf\n";
}

}  // namespace

std::string list() { return list_of('c'); }
std::string list_xml() { return list_of('x'); }

}  // namespace sample::cal3d
