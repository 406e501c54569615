// Writes the sample files: make_samples FOLDER. The same bytes every time.
#include "assets/make_samples/cal3d.h"
#include "assets/make_samples/dragonbones.h"
#include "assets/make_samples/meteor.h"
#include "assets/make_samples/ogre.h"
#include "assets/make_samples/skin.h"
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

bool write(const std::filesystem::path& path, const std::string& content) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    return out.good();
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) {
        std::fputs("usage: make_samples FOLDER\n", stderr);
        return 2;
    }
    using namespace sample;
    const std::filesystem::path folder = words[1];
    const struct {
        const char* name;
        std::string content;
    } files[] = {
        {"ogre/arm.skeleton", ogre::skeleton(ogre::Keys::Chunks)},
        {"ogre/arm_tlbb.skeleton", ogre::skeleton(ogre::Keys::Packed)},
        {"ogre/arm.skeleton.xml", ogre::skeleton_xml()},
        {"ogre/arm.mesh", ogre::mesh()},
        {"ogre/arm.mesh.xml", ogre::mesh_xml()},
        {"ogre/arm.material", ogre::material()},
        {"ogre/arm.tga", arm_texture()},
        {"cal3d/arm.csf", cal3d::skeleton()},
        {"cal3d/wave.caf", cal3d::animation(0)},
        {"cal3d/reach.caf", cal3d::animation(1)},
        {"cal3d/wave_packed.caf", cal3d::packed_animation(0)},
        {"cal3d/arm.cmf", cal3d::mesh()},
        {"cal3d/arm.crf", cal3d::material()},
        {"cal3d/arm.cfg", cal3d::list()},
        {"cal3d/arm.tga", arm_texture()},
        {"cal3d/arm.xsf", cal3d::skeleton_xml()},
        {"cal3d/wave.xaf", cal3d::animation_xml(0)},
        {"cal3d/reach.xaf", cal3d::animation_xml(1)},
        {"cal3d/arm.xmf", cal3d::mesh_xml()},
        {"cal3d/arm.xrf", cal3d::material_xml()},
        {"cal3d/arm_xml.cfg", cal3d::list_xml()},
        {"meteor/arm.bnc", meteor::skeleton()},
        {"meteor/arm.skc", meteor::skin()},
        {"meteor/arm.amb", meteor::frames()},
        {"meteor/arm.pos", meteor::clip_list()},
        {"meteor/arm.tga", arm_texture()},
        {"dragonbones/arm_ske.json", dragonbones::skeleton()},
        {"dragonbones/arm_ske.dbbin", dragonbones::binary_skeleton()},
        {"dragonbones/arm_tex.json", dragonbones::atlas("arm_tex.tga")},
        {"dragonbones/arm_tex.tga", dragonbones::page()},
        {"dragonbones/v2.3/skeleton.json", dragonbones::old_skeleton()},
        {"dragonbones/v2.3/texture.json", dragonbones::atlas("texture.tga")},
        {"dragonbones/v2.3/texture.tga", dragonbones::page()},
    };
    for (const auto& file : files)
        if (!write(folder / file.name, file.content)) {
            std::fprintf(stderr, "%s cannot be written\n", file.name);
            return 1;
        }
    return 0;
}
