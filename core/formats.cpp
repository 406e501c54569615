// The formats, in order of trust. Adding a family: one folder in core/formats and its lines here.
#include "core/formats/ogre/ogre.h"
#include "core/load.h"

namespace bonescope {

std::span<const Format> formats() {
    using namespace ogre;
    // clang-format off
    static const Format list[] = {
        {"ogre.skeleton", "OGRE skeleton", "skeleton", {".skeleton", ".frame", ".anim"}, is_skeleton, parse_skeleton, find_parts, Up::Y, inherit, read_as},
        {"ogre.mesh", "OGRE mesh", "mesh", {".mesh"}, is_mesh, parse_mesh, find_parts, Up::Y, inherit, read_as},
        {"ogre.skeleton.xml", "OGRE skeleton XML", "skeleton", {".skeleton.xml"}, is_skeleton_xml, parse_skeleton_xml, find_parts, Up::Y, inherit, read_as},
        {"ogre.mesh.xml", "OGRE mesh XML", "mesh", {".mesh.xml"}, is_mesh_xml, parse_mesh_xml, find_parts, Up::Y, inherit, read_as},
        {"ogre.material", "OGRE material script", "material", {".material"}, is_material, parse_material, find_parts, Up::Y, inherit, read_as},
    };
    // clang-format on
    return list;
}

}  // namespace bonescope
