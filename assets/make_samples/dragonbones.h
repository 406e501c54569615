// The sample arm in the DragonBones family's forms: 100 pixels for a unit, and y grows downwards, so what is at (x, y)
// with an angle elsewhere is at (100 x, -100 y) with minus that angle here. Each function returns a whole file.
#pragma once
#include <string>

namespace sample::dragonbones {

std::string skeleton();         // 5.5, JSON
std::string binary_skeleton();  // the same as .dbbin
std::string old_skeleton();     // 2.3, JSON: all transforms in the armature's space
std::string atlas(const char* picture);
std::string page();  // a TGA file, 128 x 256, with alpha

}  // namespace sample::dragonbones
