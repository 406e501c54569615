// What the parts of the .mesh.xml reader share.
#pragma once
#include "core/formats/ogre/xml_values.h"

namespace bonescope::ogre {

struct MeshXml {
    Document& doc;
    const XmlFile& file;
    XmlValues& in;
    int shared = -1;            // index in Document::sets
    std::vector<int> own_sets;  // per submesh: index in Document::sets, -1: none of its own
};

// <geometry> or <sharedgeometry>: appends a vertex set and returns its index.
int read_geometry(MeshXml&, pugi::xml_node);
// <boneassignments> of a set.
void read_assignments(MeshXml&, pugi::xml_node, VertexSet&);
void read_poses(MeshXml&, pugi::xml_node);
void read_vertex_animations(MeshXml&, pugi::xml_node);
// The set that target="mesh" or target="submesh" index="k" means; -1 with a note when there is none.
int set_of_target(MeshXml&, pugi::xml_node);

}  // namespace bonescope::ogre
