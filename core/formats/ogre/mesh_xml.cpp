#include "core/formats/ogre/mesh_xml.h"
#include "core/formats/ogre/ogre.h"
#include "core/text.h"
#include <fmt/format.h>

namespace bonescope::ogre {
namespace {

Primitive read_primitive(MeshXml& m, pugi::xml_node node) {
    const std::string_view word = node.attribute("operationtype").value();
    if (word.empty() || word == "triangle_list") return Primitive::Triangles;
    if (word == "triangle_strip") return Primitive::TriangleStrip;
    if (word == "triangle_fan") return Primitive::TriangleFan;
    if (word == "line_list") return Primitive::Lines;
    if (word == "line_strip") return Primitive::LineStrip;
    if (word == "point_list") return Primitive::Points;
    m.in.note(Severity::Warning, m.file.where(node.attribute("operationtype")),
              fmt::format("operationtype: expected triangle_list, triangle_strip, triangle_fan, line_list, line_strip "
                          "or point_list, found \"{}\", read as triangle_list",
                          decode(word)));
    return Primitive::Triangles;
}

// Corners that a face gives: of strips and fans only the first face has more than one.
uint32_t corners(Primitive primitive, bool first) {
    switch (primitive) {
    case Primitive::Points:
        return 1;
    case Primitive::Lines:
        return 2;
    case Primitive::LineStrip:
        return first ? 2 : 1;
    case Primitive::TriangleStrip:
    case Primitive::TriangleFan:
        return first ? 3 : 1;
    default:
        return 3;
    }
}

void read_faces(MeshXml& m, pugi::xml_node faces, Mesh& mesh) {
    uint32_t n = 0;
    mesh.first = static_cast<uint32_t>(m.doc.lists.size());
    for (const auto face : faces.children("face")) {
        uint32_t corner[3] = {}, found = 0;
        for (const auto attribute : face.attributes()) {
            const char* name = attribute.name();
            if (name[0] != 'v' || name[1] < '1' || name[1] > '3' || name[2]) continue;
            corner[name[1] - '1'] = m.in.index(attribute);
            found |= 1u << (name[1] - '1');
        }
        const uint32_t wanted = corners(mesh.primitive, n++ == 0);
        if ((found & ((1u << wanted) - 1)) == (1u << wanted) - 1)
            m.doc.lists.insert(m.doc.lists.end(), corner, corner + wanted);
        else
            m.in.warn(face, fmt::format("face: expected v1 to v{}, some are missing, it is left out", wanted));
    }
    mesh.indices = static_cast<uint32_t>(m.doc.lists.size()) - mesh.first;
    m.in.count(faces, "count", n);
}

void check_indices(MeshXml& m, pugi::xml_node faces, const Mesh& mesh) {
    if (mesh.set < 0) return;
    const uint32_t vertices = m.doc.sets[static_cast<std::size_t>(mesh.set)].vertices;
    uint32_t beyond = 0, first = 0;
    for (uint32_t i = 0; i < mesh.indices; ++i)
        if (const uint32_t index = m.doc.lists[mesh.first + i]; index >= vertices && beyond++ == 0) first = index;
    if (beyond)
        m.in.warn(faces, fmt::format("{} of {} indices name no vertex: expected less than {}, found {} first", beyond,
                                     mesh.indices, vertices, first));
}

void read_submesh(MeshXml& m, pugi::xml_node node) {
    Mesh mesh;
    mesh.material = node.attribute("material").value();
    mesh.where = m.file.where(node);
    mesh.primitive = read_primitive(m, node);
    const pugi::xml_node geometry = node.child("geometry");
    const int own = geometry ? read_geometry(m, geometry) : -1;
    m.own_sets.push_back(own);
    // The DTD's default is true, the stock converter's false: what is there decides.
    const bool shared = m.in.boolean(node, "usesharedvertices").value_or(!geometry);
    mesh.set = shared ? m.shared : own;
    if (mesh.set < 0)
        m.in.warn(node, shared ? "submesh: expected <sharedgeometry> in <mesh>, found none"
                               : "submesh: expected <geometry> in <submesh>, found none");
    if (const auto list = node.child("boneassignments")) {
        if (own >= 0)
            read_assignments(m, list, m.doc.sets[static_cast<std::size_t>(own)]);
        else
            m.in.warn(list, "boneassignments: the submesh has no vertices of its own, they are left out");
    }
    read_faces(m, node.child("faces"), mesh);
    check_indices(m, node.child("faces"), mesh);
    m.doc.meshes.push_back(std::move(mesh));
}

void read_names(MeshXml& m, pugi::xml_node list) {
    for (const auto node : list.children("submeshname")) {
        const auto index = m.in.integer(node, "index");
        if (index && *index >= 0 && *index < static_cast<int64_t>(m.doc.meshes.size()))
            m.doc.meshes[static_cast<std::size_t>(*index)].name = node.attribute("name").value();
        else
            m.in.warn(node, fmt::format("submeshname: expected the index of one of {} submeshes, found \"{}\"",
                                        m.doc.meshes.size(), decode(node.attribute("index").value())));
    }
    for (std::size_t i = 0; i < m.doc.meshes.size(); ++i)
        if (m.own_sets[i] >= 0) m.doc.sets[static_cast<std::size_t>(m.own_sets[i])].name = m.doc.meshes[i].name;
}

void read_mesh(MeshXml& m, pugi::xml_node root) {
    if (const auto node = root.child("sharedgeometry")) {
        m.shared = read_geometry(m, node);
        m.doc.sets.back().name = "shared";
    }
    for (const auto node : root.child("submeshes").children("submesh")) read_submesh(m, node);
    if (m.doc.meshes.empty()) m.in.warn(root, "expected <submesh> in <submeshes>, found none");
    if (const auto list = root.child("boneassignments")) {
        if (m.shared >= 0)
            read_assignments(m, list, m.doc.sets[static_cast<std::size_t>(m.shared)]);
        else
            m.in.warn(list, "boneassignments: there is no <sharedgeometry>, they are left out");
    }
    m.doc.skeleton_link = root.child("skeletonlink").attribute("name").value();
    read_names(m, root.child("submeshnames"));
    read_poses(m, root.child("poses"));
    read_vertex_animations(m, root.child("animations"));
}

}  // namespace

int set_of_target(MeshXml& m, pugi::xml_node node) {
    const std::string_view target = node.attribute("target").value();
    int set = -1;
    if (target == "mesh") set = m.shared;
    if (target == "submesh") {
        const auto index = m.in.integer(node, "index");
        if (index && *index >= 0 && *index < static_cast<int64_t>(m.own_sets.size()))
            set = m.own_sets[static_cast<std::size_t>(*index)];
    }
    if (set < 0)
        m.in.warn(node, fmt::format("{}: expected target mesh, or submesh with the index of one that has <geometry>, "
                                    "found \"{}\" \"{}\"",
                                    node.name(), decode(target), decode(node.attribute("index").value())));
    return set;
}

bool is_mesh_xml(std::span<const byte> file, std::string_view name) {
    const std::string_view root = xml_root_name(file);
    if (root == "mesh") return true;
    return name.ends_with(".mesh.xml") && (starts_utf16(file) || !root.empty()) && root != "skeleton";
}

void parse_mesh_xml(Document& doc) {
    XmlFile file(doc, {0, static_cast<uint32_t>(doc.file.size())});
    file.drop_cut({"vertex", "face", "vertexboneassignment", "poseoffset", "keyframe"});
    XmlValues in(doc, file);
    MeshXml m{doc, file, in, -1, {}};
    const pugi::xml_node root = file.root().child("mesh");
    doc.readable = bool(root);
    if (root)
        read_mesh(m, root);
    else
        doc.note(Severity::Error,
                 fmt::format("expected <mesh> as the first element, found <{}>", decode(xml_root_name(doc.file))));
    in.finish();
}

}  // namespace bonescope::ogre
