#include "assets/make_samples/dragonbones_parts.h"
#include <cmath>

namespace sample::dragonbones {
namespace {

const Region on_page[] = {
    {"arm/upper", 2, 2, 40, 212, false, 0},  {"arm/base", 2, 218, 34, 104, true, 0},
    {"arm/hand", 44, 2, 30, 60, false, 3},   {"arm/finger", 80, 2, 16, 40, false, 0},
    {"arm/thumb", 100, 2, 14, 34, false, 0},
};

const Limb shown[] = {
    {"base", "arm/base", 0, 0, -70},      {"hand", "arm/hand", 3, 6, -30},
    {"thumb", "arm/thumb", 4, -10, -16},  {"thumb_tip", "arm/thumb", 5, -8, -14},
    {"fingers", "arm/finger", 6, 0, -24}, {"finger_tips", "arm/finger", 7, 0, -22},
};

constexpr int strip_rows = 17;
constexpr int elbow = 2, wrist = 3;

// How far along a smooth step from 0 at `low` to 1 at `high`.
double smooth(double value, double low, double high) {
    const double u = std::fmin(std::fmax((value - low) / (high - low), 0), 1);
    return std::round(u * u * (3 - 2 * u) * 1000) / 1000;
}

}  // namespace

std::span<const Region> regions() { return on_page; }
std::span<const Limb> limbs() { return shown; }

Place bind_place(int joint) { return {joints()[joint].x * pixels, -joints()[joint].y * pixels, 0}; }

Place rest_place(int joint) {
    Place out{0, 0, 0};
    for (int j = joint; j >= 0; j = joints()[j].parent) out = {out.x + bind_place(j).x, out.y + bind_place(j).y, 0};
    return out;
}

Place change(int clip, int joint, int frame) {
    const Offset offset = joint == 0 ? root_offset(clip, frame) : Offset{0, 0};
    return {offset.x * pixels, -offset.y * pixels, -angle(clip, joint, frame) * degrees};
}

Place place(int clip, int joint, int frame) {
    const Place own = bind_place(joint), moved = change(clip, joint, frame);
    const Place local{own.x + moved.x, own.y + moved.y, moved.angle};
    if (joints()[joint].parent < 0) return local;
    const Place parent = place(clip, joints()[joint].parent, frame);
    const double c = std::cos(parent.angle / degrees), s = std::sin(parent.angle / degrees);
    return {parent.x + c * local.x - s * local.y, parent.y + s * local.x + c * local.y, parent.angle + local.angle};
}

Place limb_place(const Limb& limb) { return {limb.x / 2, limb.y / 2, std::atan2(limb.x, -limb.y) * degrees}; }

std::vector<MeshVertex> mesh_vertices() {
    const double low = rest_place(mesh_joint).y + 18, high = rest_place(wrist).y - 18;
    std::vector<MeshVertex> out;
    for (int row = 0; row < strip_rows; ++row)
        for (const int side : {-1, 1}) {
            const double v = static_cast<double>(row) / (strip_rows - 1), y = high + (low - high) * v;
            MeshVertex vertex{side * 20., y, side < 0 ? 0. : 1., v, {}};
            const double to_elbow = smooth(-y, -rest_place(elbow).y - 18, -rest_place(elbow).y + 18);
            const double to_wrist = smooth(-y, -rest_place(wrist).y - 8, -rest_place(wrist).y + 18);
            if (to_elbow < 1) vertex.weights.emplace_back(mesh_joint, 1 - to_elbow);
            if (to_elbow - to_wrist > 0) vertex.weights.emplace_back(elbow, to_elbow - to_wrist);
            if (to_wrist > 0) vertex.weights.emplace_back(wrist, to_wrist);
            out.push_back(vertex);
        }
    return out;
}

std::vector<std::array<int, 3>> mesh_triangles() {
    std::vector<std::array<int, 3>> out;
    for (int a = 0; a + 2 < strip_rows * 2; a += 2) {
        out.push_back({a, a + 2, a + 1});
        out.push_back({a + 1, a + 2, a + 3});
    }
    return out;
}

}  // namespace sample::dragonbones
