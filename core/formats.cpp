// The formats, in order of trust. Adding a family: one folder in core/formats and its lines here.
#include "core/formats/cal3d/cal3d.h"
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
        {"cal3d.csf", "Cal3D skeleton", "skeleton", {".csf"}, cal3d::is_csf, cal3d::parse_csf, nullptr, Up::Guess, nullptr, cal3d::read_as},
        {"cal3d.caf", "Cal3D animation", "animation", {".caf"}, cal3d::is_caf, cal3d::parse_caf, nullptr, Up::Guess, nullptr, cal3d::read_as},
        {"cal3d.cmf", "Cal3D mesh", "mesh", {".cmf"}, cal3d::is_cmf, cal3d::parse_cmf, nullptr, Up::Guess},
        {"cal3d.crf", "Cal3D material", "material", {".crf"}, cal3d::is_crf, cal3d::parse_crf, nullptr, Up::Guess},
        {"cal3d.cpf", "Cal3D morph animation", "animation", {".cpf"}, cal3d::is_cpf, cal3d::parse_cpf, nullptr, Up::Guess, nullptr, cal3d::read_as},
    };
    // clang-format on
    return list;
}

}  // namespace bonescope
