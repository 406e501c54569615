// The motion of the sample arm, in closed form. Every family's sample file carries it, so comparing any two of them
// must give zero: it is planar, keyed on every frame, only the root translates, nothing scales, the bind rotations are
// identities, lengths are whole thousandths, and no joint turns by more than 3 degrees from key to key.
#pragma once
#include <span>
#include <vector>

namespace sample {

inline constexpr int fps = 30;

struct Joint {
    const char* name;
    int parent;   // -1: root
    double x, y;  // bind position relative to the parent; z is 0
};

struct Clip {
    const char* name;
    int frames;  // keys at frame 0 .. frames
};

std::span<const Joint> joints();
std::span<const Clip> clips();
double angle(int clip, int joint, int frame);  // radians about z, on top of the bind pose
struct Offset {
    double x, y;
};
Offset root_offset(int clip, int frame);  // of joint 0, on top of its bind position

}  // namespace sample
