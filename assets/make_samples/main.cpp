// Writes the sample files: make_samples FOLDER. The same bytes every time.
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
    };
    for (const auto& file : files)
        if (!write(folder / file.name, file.content)) {
            std::fprintf(stderr, "%s cannot be written\n", file.name);
            return 1;
        }
    return 0;
}
