// The files of assets/samples, found beside an installed program or in the source folder it was built from.
#pragma once
#include <string>
#include <vector>

namespace bonescope {

struct SampleFile {
    std::string path;
    std::string title;  // "OGRE binary"
};

std::vector<SampleFile> sample_files();  // those that exist, in reading order; the first one shows mesh and motion

}  // namespace bonescope
