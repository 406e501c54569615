// The sample arm in the Cal3D family's forms. Each function returns a whole file.
#pragma once
#include <string>

namespace sample::cal3d {

std::string skeleton();           // version 1100, as all binary ones but the packed clip
std::string animation(int clip);  // absolute keys: bind pose and motion in one
// Version 919, packed: every joint turns about its place in the bind pose, in steps of 1/2047.
std::string packed_animation(int clip);
std::string mesh();
std::string material();
std::string list();  // of the binary files

std::string skeleton_xml();
std::string animation_xml(int clip);
std::string mesh_xml();
std::string material_xml();
std::string list_xml();

}  // namespace sample::cal3d
