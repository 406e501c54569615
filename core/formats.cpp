// The formats, in order of trust. Adding a family: one folder in core/formats and its lines here.
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/dragonbones/dragonbones.h"
#include "core/formats/meteor/meteor.h"
#include "core/formats/ogre/ogre.h"
#include "core/load.h"

namespace bonescope {

std::span<const Format> formats() {
    // clang-format off
    static const Format list[] = {
        {"cal3d.csf", "Cal3D skeleton", "skeleton", {".csf"}, cal3d::is_csf, cal3d::parse_csf, cal3d::find_parts, Up::Guess, nullptr, cal3d::read_as},
        {"cal3d.caf", "Cal3D animation", "animation", {".caf"}, cal3d::is_caf, cal3d::parse_caf, cal3d::find_parts, Up::Guess, nullptr, cal3d::read_as},
        {"cal3d.cmf", "Cal3D mesh", "mesh", {".cmf"}, cal3d::is_cmf, cal3d::parse_cmf, cal3d::find_parts, Up::Guess},
        {"cal3d.crf", "Cal3D material", "material", {".crf"}, cal3d::is_crf, cal3d::parse_crf, cal3d::find_parts, Up::Guess},
        {"cal3d.cpf", "Cal3D morph animation", "animation", {".cpf"}, cal3d::is_cpf, cal3d::parse_cpf, cal3d::find_parts, Up::Guess, nullptr, cal3d::read_as},
        {"cal3d.xsf", "Cal3D skeleton XML", "skeleton", {".xsf"}, cal3d::is_xsf, cal3d::parse_xsf, cal3d::find_parts, Up::Guess},
        {"cal3d.xmf", "Cal3D mesh XML", "mesh", {".xmf"}, cal3d::is_xmf, cal3d::parse_xmf, cal3d::find_parts, Up::Guess},
        {"cal3d.xaf", "Cal3D animation XML", "animation", {".xaf"}, cal3d::is_xaf, cal3d::parse_xaf, cal3d::find_parts, Up::Guess, nullptr, cal3d::read_as},
        {"cal3d.xrf", "Cal3D material XML", "material", {".xrf"}, cal3d::is_xrf, cal3d::parse_xrf, cal3d::find_parts, Up::Guess},
        {"cal3d.xpf", "Cal3D morph animation XML", "animation", {".xpf"}, cal3d::is_xpf, cal3d::parse_xpf, cal3d::find_parts, Up::Guess, nullptr, cal3d::read_as},
        {"cal3d.cfg", "Cal3D list", "list", {".cfg"}, cal3d::is_cfg, cal3d::parse_cfg, cal3d::find_parts, Up::Guess},
        {"cal3d.cfg.xml", "Cal3DWalker list", "list", {"cal3dcfg.xml"}, cal3d::is_cfg_xml, cal3d::parse_cfg_xml, cal3d::find_parts, Up::Guess},
        {"dragonbones.dbbin", "DragonBones binary", "skeleton", {".dbbin"}, dragonbones::is_dbbin, dragonbones::parse_dbbin, dragonbones::find_parts},
        {"dragonbones.json", "DragonBones skeleton", "skeleton", {".json"}, dragonbones::is_skeleton, dragonbones::parse_skeleton, dragonbones::find_parts},
        {"dragonbones.atlas", "DragonBones atlas", "atlas", {"_tex.json"}, dragonbones::is_atlas, dragonbones::parse_atlas, dragonbones::find_parts},
        {"dragonbones.xml", "DragonBones skeleton XML", "skeleton", {".xml"}, dragonbones::is_skeleton_xml, dragonbones::parse_skeleton_xml, dragonbones::find_parts},
        {"dragonbones.atlas.xml", "DragonBones atlas XML", "atlas", {"texture.xml"}, dragonbones::is_atlas_xml, dragonbones::parse_atlas_xml, dragonbones::find_parts},
        {"meteor.bnc", "Meteor skeleton", "skeleton", {".bnc"}, meteor::is_bnc, meteor::parse_bnc, meteor::find_parts, Up::Z},
        {"meteor.skc", "Meteor skin", "mesh", {".skc"}, meteor::is_skc, meteor::parse_skc, meteor::find_parts, Up::Z},
        {"meteor.amb", "Meteor animation", "animation", {".amb"}, meteor::is_amb, meteor::parse_amb, meteor::find_parts, Up::Z},
        {"meteor.pos", "Meteor clip list", "list", {".pos", ".pose"}, meteor::is_pos, meteor::parse_pos, meteor::find_parts, Up::Z},
        {"meteor.des", "Meteor objects", "skeleton", {".des"}, meteor::is_des, meteor::parse_des, meteor::find_parts, Up::Z},
        {"meteor.fmc", "Meteor motion of objects", "animation", {".fmc"}, meteor::is_fmc, meteor::parse_fmc, meteor::find_parts, Up::Z},
        {"meteor.gmb", "Meteor mesh of objects", "mesh", {".gmb"}, meteor::is_gmb, meteor::parse_gmb, meteor::find_parts, Up::Z},
        {"meteor.gmc", "Meteor mesh of objects, text", "mesh", {".gmc"}, meteor::is_gmc, meteor::parse_gmc, meteor::find_parts, Up::Z},
        {"ogre.skeleton", "OGRE skeleton", "skeleton", {".skeleton", ".frame", ".anim"}, ogre::is_skeleton, ogre::parse_skeleton, ogre::find_parts, Up::Y, ogre::inherit, ogre::read_as},
        {"ogre.mesh", "OGRE mesh", "mesh", {".mesh"}, ogre::is_mesh, ogre::parse_mesh, ogre::find_parts, Up::Y, ogre::inherit, ogre::read_as},
        {"ogre.skeleton.xml", "OGRE skeleton XML", "skeleton", {".skeleton.xml"}, ogre::is_skeleton_xml, ogre::parse_skeleton_xml, ogre::find_parts, Up::Y, ogre::inherit, ogre::read_as},
        {"ogre.mesh.xml", "OGRE mesh XML", "mesh", {".mesh.xml"}, ogre::is_mesh_xml, ogre::parse_mesh_xml, ogre::find_parts, Up::Y, ogre::inherit, ogre::read_as},
        {"ogre.material", "OGRE material script", "material", {".material"}, ogre::is_material, ogre::parse_material, ogre::find_parts, Up::Y, ogre::inherit, ogre::read_as},
    };
    // clang-format on
    return list;
}

std::span<const Foreign> foreign_kinds() {
    static const Foreign list[] = {
        {"caff", "an audio file of Apple (caff)"},  // .caf
        {"CryTek", "a file of CryEngine"},          // .caf
        {"CrCh", "a file of CryEngine"},
        {"#ivo", "a file of newer CryEngine versions (#ivo)"},  // .caf
    };
    return list;
}

}  // namespace bonescope
