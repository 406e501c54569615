#include "assets/make_samples/cal3d.h"
#include "assets/make_samples/motion.h"
#include "assets/make_samples/skin.h"
#include <cmath>
#include <fmt/format.h>

namespace sample::cal3d {
namespace {

// Shortest text that reads back as the same float, so both forms carry the same numbers.
std::string number(double value) { return fmt::format("{}", static_cast<float>(value)); }

// A root of its own before the real one, as exporters write it.
std::string header(const char* magic) { return fmt::format("<HEADER MAGIC=\"{}\" VERSION=\"1100\" />\n", magic); }

std::string vector(const char* tag, double x, double y, double z = 0) {
    return fmt::format("<{0}>{1} {2} {3}</{0}>", tag, number(x), number(y), number(z));
}

// Rotations are stored the other way round: as conjugates.
std::string rotation(const char* tag, double radians) {
    return fmt::format("<{0}>0 0 {1} {2}</{0}>", tag, number(-std::sin(radians / 2)), number(std::cos(radians / 2)));
}

std::string bone(int i) {
    const Joint& joint = joints()[i];
    double x = 0, y = 0;
    for (int at = i; at >= 0; at = joints()[at].parent) x += joints()[at].x, y += joints()[at].y;
    std::string children;
    int count = 0;
    for (int child = 0; child < static_cast<int>(joints().size()); ++child)
        if (joints()[child].parent == i) {
            children += fmt::format("<CHILDID>{}</CHILDID>", child);
            ++count;
        }
    return fmt::format("  <BONE ID=\"{}\" NAME=\"{}\" NUMCHILDS=\"{}\">{}{}{}{}<PARENTID>{}</PARENTID>{}</BONE>\n", i,
                       joint.name, count, vector("TRANSLATION", joint.x, joint.y), rotation("ROTATION", 0),
                       vector("LOCALTRANSLATION", -x, -y), rotation("LOCALROTATION", 0), joint.parent, children);
}

std::string key(int clip, int joint, int frame) {
    const Offset offset = joint == 0 ? root_offset(clip, frame) : Offset{0, 0};
    return fmt::format("    <KEYFRAME TIME=\"{}\">{}{}</KEYFRAME>\n", number(frame / static_cast<double>(fps)),
                       vector("TRANSLATION", joints()[joint].x + offset.x, joints()[joint].y + offset.y),
                       rotation("ROTATION", angle(clip, joint, frame)));
}

std::string vertex(std::size_t id, const Vertex& v) {
    std::string out =
        fmt::format("    <VERTEX ID=\"{}\" NUMINFLUENCES=\"{}\">{}{}<TEXCOORD>{} {}</TEXCOORD>", id,
                    v.influences.size(), vector("POS", v.position[0], v.position[1], v.position[2]),
                    vector("NORM", v.normal[0], v.normal[1], v.normal[2]), number(v.uv[0]), number(v.uv[1]));
    for (const Influence& influence : v.influences)
        out += fmt::format("<INFLUENCE ID=\"{}\">{}</INFLUENCE>", influence.joint, number(influence.weight));
    return out + "</VERTEX>\n";
}

}  // namespace

std::string skeleton_xml() {
    std::string out = header("XSF") + fmt::format("<SKELETON NUMBONES=\"{}\">\n", joints().size());
    for (int i = 0; i < static_cast<int>(joints().size()); ++i) out += bone(i);
    return out + "</SKELETON>\n";
}

std::string animation_xml(int clip) {
    const int last = clips()[clip].frames;
    std::string out = header("XAF");
    out += fmt::format("<ANIMATION DURATION=\"{}\" NUMTRACKS=\"{}\">\n", number(last / static_cast<double>(fps)),
                       joints().size());
    for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint) {
        out += fmt::format("  <TRACK BONEID=\"{}\" NUMKEYFRAMES=\"{}\">\n", joint, last + 1);
        for (int frame = 0; frame <= last; ++frame) out += key(clip, joint, frame);
        out += "  </TRACK>\n";
    }
    return out + "</ANIMATION>\n";
}

std::string mesh_xml() {
    const Skin skin = arm_skin();
    std::string out = header("XMF") + "<MESH NUMSUBMESH=\"1\">\n";
    out += fmt::format("  <SUBMESH MATERIAL=\"0\" NUMVERTICES=\"{}\" NUMFACES=\"{}\" NUMLODSTEPS=\"0\" "
                       "NUMSPRINGS=\"0\" NUMTEXCOORDS=\"1\">\n",
                       skin.vertices.size(), skin.triangles.size());
    for (std::size_t i = 0; i < skin.vertices.size(); ++i) out += vertex(i, skin.vertices[i]);
    for (const auto& t : skin.triangles) out += fmt::format("    <FACE VERTEXID=\"{} {} {}\" />\n", t[0], t[1], t[2]);
    return out + "  </SUBMESH>\n</MESH>\n";
}

std::string material_xml() {
    return header("XRF") +
           "<MATERIAL NUMMAPS=\"1\">\n  <AMBIENT>153 153 153 255</AMBIENT>\n  <DIFFUSE>230 230 230 255</DIFFUSE>\n"
           "  <SPECULAR>0 0 0 255</SPECULAR>\n  <SHININESS>0</SHININESS>\n  <MAP>arm.tga</MAP>\n</MATERIAL>\n";
}

}  // namespace sample::cal3d
