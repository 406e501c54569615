// The sample arm in the OGRE family's forms. Each function returns a whole file.
#pragma once
#include <string>

namespace sample::ogre {

enum class Keys { Chunks, Packed };  // one 0x4110 per key, or one 0x4120 per track
std::string skeleton(Keys);
std::string mesh();  // [MeshSerializer_v1.100]
std::string skeleton_xml();
std::string mesh_xml();
std::string material();

}  // namespace sample::ogre
