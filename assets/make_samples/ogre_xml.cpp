#include "assets/make_samples/motion.h"
#include "assets/make_samples/ogre.h"
#include "assets/make_samples/skin.h"
#include <fmt/format.h>

namespace sample::ogre {
namespace {

// Shortest text that reads back as the same float, so both forms carry the same numbers.
std::string number(double value) { return fmt::format("{}", static_cast<float>(value)); }

std::string rotation(const char* tag, double radians) {
    return fmt::format("<{0} angle=\"{1}\"><axis x=\"0\" y=\"0\" z=\"1\"/></{0}>", tag, number(radians));
}

std::string track(int clip, int joint) {
    std::string out = fmt::format("        <track bone=\"{}\">\n          <keyframes>\n", joints()[joint].name);
    for (int frame = 0; frame <= clips()[clip].frames; ++frame) {
        out += fmt::format("            <keyframe time=\"{}\">", number(frame / static_cast<double>(fps)));
        if (joint == 0) {
            const Offset offset = root_offset(clip, frame);
            out += fmt::format("<translate x=\"{}\" y=\"{}\" z=\"0\"/>", number(offset.x), number(offset.y));
        }
        out += rotation("rotate", angle(clip, joint, frame)) + "</keyframe>\n";
    }
    return out + "          </keyframes>\n        </track>\n";
}

}  // namespace

std::string skeleton_xml() {
    std::string out = "<skeleton>\n  <bones>\n";
    for (std::size_t i = 0; i < joints().size(); ++i) {
        const Joint& joint = joints()[i];
        out += fmt::format("    <bone id=\"{}\" name=\"{}\"><position x=\"{}\" y=\"{}\" z=\"0\"/>{}</bone>\n", i,
                           joint.name, number(joint.x), number(joint.y), rotation("rotation", 0));
    }
    out += "  </bones>\n  <bonehierarchy>\n";
    for (const Joint& joint : joints())
        if (joint.parent >= 0)
            out +=
                fmt::format("    <boneparent bone=\"{}\" parent=\"{}\"/>\n", joint.name, joints()[joint.parent].name);
    out += "  </bonehierarchy>\n  <animations>\n";
    for (int clip = 0; clip < static_cast<int>(clips().size()); ++clip) {
        out += fmt::format("    <animation name=\"{}\" length=\"{}\">\n      <tracks>\n", clips()[clip].name,
                           number(clips()[clip].frames / static_cast<double>(fps)));
        for (int joint = 0; joint < static_cast<int>(joints().size()); ++joint) out += track(clip, joint);
        out += "      </tracks>\n    </animation>\n";
    }
    return out + "  </animations>\n</skeleton>\n";
}

std::string mesh_xml() {
    const Skin skin = arm_skin();
    std::string out =
        fmt::format("<mesh>\n  <submeshes>\n    <submesh material=\"Bonescope/Arm\" usesharedvertices=\"false\" "
                    "use32bitindexes=\"false\" operationtype=\"triangle_list\">\n      <faces count=\"{}\">\n",
                    skin.triangles.size());
    for (const auto& t : skin.triangles)
        out += fmt::format("        <face v1=\"{}\" v2=\"{}\" v3=\"{}\"/>\n", t[0], t[1], t[2]);
    out += fmt::format("      </faces>\n      <geometry vertexcount=\"{}\">\n        <vertexbuffer positions=\"true\" "
                       "normals=\"true\" texture_coords=\"1\" texture_coord_dimensions_0=\"2\">\n",
                       skin.vertices.size());
    for (const Vertex& v : skin.vertices)
        out +=
            fmt::format("          <vertex><position x=\"{}\" y=\"{}\" z=\"{}\"/><normal x=\"{}\" y=\"{}\" z=\"{}\"/>"
                        "<texcoord u=\"{}\" v=\"{}\"/></vertex>\n",
                        number(v.position[0]), number(v.position[1]), number(v.position[2]), number(v.normal[0]),
                        number(v.normal[1]), number(v.normal[2]), number(v.uv[0]), number(v.uv[1]));
    out += "        </vertexbuffer>\n      </geometry>\n      <boneassignments>\n";
    for (std::size_t i = 0; i < skin.vertices.size(); ++i)
        for (const Influence& influence : skin.vertices[i].influences)
            out += fmt::format("        <vertexboneassignment vertexindex=\"{}\" boneindex=\"{}\" weight=\"{}\"/>\n", i,
                               influence.joint, number(influence.weight));
    return out + "      </boneassignments>\n    </submesh>\n  </submeshes>\n  <skeletonlink name=\"arm.skeleton\"/>\n"
                 "  <submeshnames>\n    <submeshname name=\"arm\" index=\"0\"/>\n  </submeshnames>\n</mesh>\n";
}

}  // namespace sample::ogre
