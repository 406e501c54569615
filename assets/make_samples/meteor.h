// The sample arm in the Meteor family's forms: Z up, so what is (x, y, z) elsewhere is (x, -z, y) here. Each function
// returns a whole file.
#pragma once
#include <string>

namespace sample::meteor {

// Number of the frame that holds frame 0 of a clip; the clips lie behind each other in one file.
int first_frame(int clip);

std::string skeleton();
std::string skin();
std::string frames();
std::string clip_list();

}  // namespace sample::meteor
