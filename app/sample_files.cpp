#include "app/sample_files.h"
#include <filesystem>

namespace bonescope {
namespace {

namespace fs = std::filesystem;

fs::path samples_folder() {
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    const fs::path installed = program.parent_path() / "../share/bonescope/samples";
    if (fs::is_directory(installed, ignored)) return installed.lexically_normal();
    return fs::path(BONESCOPE_SOURCE_DIR) / "assets/samples";
}

}  // namespace

std::vector<SampleFile> sample_files() {
    static const struct {
        const char* name;
        const char* title;
    } known[] = {
        {"ogre/arm.mesh", "OGRE mesh"},
        {"ogre/arm.skeleton", "OGRE binary"},
        {"ogre/arm.skeleton.xml", "OGRE XML"},
        {"ogre/arm_tlbb.skeleton", "OGRE, TLBB"},
        {"ogre/arm.mesh.xml", "OGRE mesh XML"},
        {"cal3d/arm.cfg", "Cal3D model"},
        {"cal3d/arm_xml.cfg", "Cal3D XML"},
        {"cal3d/wave_packed.caf", "Cal3D packed"},
        {"meteor/arm.bnc", "Meteor"},
        {"dragonbones/arm_ske.json", "DragonBones"},
        {"dragonbones/arm_ske.dbbin", "DragonBones binary"},
    };
    std::vector<SampleFile> out;
    const fs::path folder = samples_folder();
    std::error_code ignored;
    for (const auto& sample : known)
        if (fs::exists(folder / sample.name, ignored)) out.push_back({(folder / sample.name).string(), sample.title});
    return out;
}

}  // namespace bonescope
