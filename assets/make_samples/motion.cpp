#include "assets/make_samples/motion.h"
#include <cmath>

namespace sample {
namespace {

constexpr double turn = 6.283185307179586;

const Joint arm[] = {
    {"base", -1, 0, 0.2},     {"shoulder", 0, 0, 0.7},      {"elbow", 1, 0, 0.9},      {"wrist", 2, 0, 0.8},
    {"thumb", 3, -0.08, 0.1}, {"thumb_tip", 4, -0.1, 0.16}, {"fingers", 3, 0.06, 0.3}, {"finger_tips", 6, 0, 0.24},
};

const Clip list[] = {{"wave", 90}, {"reach", 60}};

// Swing of each joint in degrees, cycles per clip and phase in turns.
struct Swing {
    double degrees, cycles, phase;
};
const Swing swings[][8] = {
    {{6, 1, 0}, {24, 1, 0.1}, {32, 1, 0.3}, {20, 2, 0.2}, {18, 2, 0}, {14, 2, 0.1}, {20, 2, 0.45}, {20, 2, 0.55}},
    {{4, 1, 0.25}, {26, 1, 0}, {28, 1, 0.55}, {22, 1, 0.1}, {24, 1, 0.5}, {12, 2, 0}, {26, 1, 0.2}, {26, 1, 0.25}},
};

double rounded(double value) { return std::round(value * 1000) / 1000; }

}  // namespace

std::span<const Joint> joints() { return arm; }
std::span<const Clip> clips() { return list; }

double angle(int clip, int joint, int frame) {
    const Swing& swing = swings[clip][joint];
    const double phase = swing.cycles * frame / list[clip].frames + swing.phase;
    return swing.degrees / 360 * turn * std::sin(phase * turn);
}

Offset root_offset(int clip, int frame) {
    const double phase = turn * frame / list[clip].frames;
    const double reach = clip == 0 ? 0.12 : 0.3;
    return {rounded(reach * std::sin(phase)), rounded(0.04 * (1 - std::cos(2 * phase)))};
}

}  // namespace sample
