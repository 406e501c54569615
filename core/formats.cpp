// The formats, in order of trust. Adding a family: one folder in core/formats and its lines here.
#include "core/formats/ogre/ogre.h"
#include "core/load.h"

namespace bonescope {

std::span<const Format> formats() {
    static const Format list[] = {
        {"ogre.skeleton", "OGRE skeleton", {".skeleton", ".frame", ".anim"}, ogre::is_skeleton, ogre::parse_skeleton},
        {"ogre.mesh", "OGRE mesh", {".mesh"}, ogre::is_mesh, ogre::parse_mesh},
        {"ogre.skeleton.xml", "OGRE skeleton XML", {".skeleton.xml"}, ogre::is_skeleton_xml, ogre::parse_skeleton_xml},
        {"ogre.mesh.xml", "OGRE mesh XML", {".mesh.xml"}, ogre::is_mesh_xml, ogre::parse_mesh_xml},
        {"ogre.material", "OGRE material script", {".material"}, ogre::is_material, ogre::parse_material},
    };
    return list;
}

}  // namespace bonescope
