#include "assets/make_samples/skin.h"
#include "assets/make_samples/motion.h"
#include <algorithm>
#include <cmath>

namespace sample {
namespace {

constexpr double turn = 6.283185307179586;
constexpr int sides = 12;

struct Tube {
    int joint;  // moves it; its start is the joint
    int tip;    // joint at its end, -1: free end of `length`
    double length;
    double radius_from, radius_to;
};

const Tube tubes[] = {
    {0, 1, 0, 0.22, 0.15},   {1, 2, 0, 0.15, 0.115},     {2, 3, 0, 0.12, 0.08},   {3, 6, 0, 0.085, 0.1},
    {4, 5, 0, 0.055, 0.045}, {5, -1, 0.16, 0.045, 0.03}, {6, 7, 0, 0.085, 0.075}, {7, -1, 0.2, 0.075, 0.045},
};

using Vec = std::array<double, 3>;
Vec add(Vec a, Vec b, double scale = 1) { return {a[0] + b[0] * scale, a[1] + b[1] * scale, a[2] + b[2] * scale}; }

Vec bind_position(int joint) {
    Vec p{};
    for (; joint >= 0; joint = joints()[joint].parent) p = add(p, {joints()[joint].x, joints()[joint].y, 0});
    return p;
}

// Weights fade from the parent over the first fifth of a tube and to the child's over the last fifth.
std::vector<Influence> influences(const Tube& tube, double along) {
    constexpr double fade = 0.2;
    const int parent = joints()[tube.joint].parent;
    if (along < fade && parent >= 0 && tube.joint != 4) {
        const double own = 0.5 + along / fade * 0.5;
        return own < 1 ? std::vector<Influence>{{tube.joint, own}, {parent, 1 - own}}
                       : std::vector<Influence>{{tube.joint, 1}};
    }
    if (along > 1 - fade && tube.tip >= 0) {
        const double other = (along - (1 - fade)) / fade * 0.5;
        return {{tube.joint, 1 - other}, {tube.tip, other}};
    }
    return {{tube.joint, 1}};
}

struct Ring {
    double along, radius, slope;
};  // slope: normal's part along the tube

// Rounded caps at both ends, straight between.
std::vector<Ring> rings(const Tube& tube, double length) {
    std::vector<Ring> out;
    constexpr int cap = 3, body = 8;
    for (int i = 0; i < cap; ++i) {
        const double a = turn / 4 * i / cap;
        out.push_back({-std::cos(a) * tube.radius_from * 0.6 / length, tube.radius_from * std::sin(a), -std::cos(a)});
    }
    for (int i = 0; i <= body; ++i) {
        const double t = static_cast<double>(i) / body;
        out.push_back({t, tube.radius_from + (tube.radius_to - tube.radius_from) * t,
                       (tube.radius_from - tube.radius_to) / length});
    }
    for (int i = cap - 1; i >= 0; --i) {
        const double a = turn / 4 * i / cap;
        out.push_back({1 + std::cos(a) * tube.radius_to * 0.6 / length, tube.radius_to * std::sin(a), std::cos(a)});
    }
    return out;
}

void add_tube(Skin& skin, const Tube& tube) {
    const Vec from = bind_position(tube.joint);
    Vec along{0, tube.length, 0};
    if (tube.tip >= 0) along = add(bind_position(tube.tip), from, -1);
    const double length = std::hypot(along[0], along[1]);
    const Vec axis{along[0] / length, along[1] / length, 0}, side{axis[1], -axis[0], 0};
    const auto list = rings(tube, length);
    const int first = static_cast<int>(skin.vertices.size());
    for (const Ring& ring : list)
        for (int s = 0; s <= sides; ++s) {
            const double a = turn * s / sides;
            const Vec out{side[0] * std::cos(a), side[1] * std::cos(a), std::sin(a)};
            Vec normal = add(out, axis, ring.slope);
            const double size = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
            for (double& n : normal) n /= size;
            const Vec position = add(add(from, axis, ring.along * length), out, ring.radius);
            skin.vertices.push_back({position,
                                     normal,
                                     {2.0 * s / sides, ring.along * length * 2.5},
                                     influences(tube, std::clamp(ring.along, 0.0, 1.0))});
        }
    for (int r = 0; r + 1 < static_cast<int>(list.size()); ++r)
        for (int s = 0; s < sides; ++s) {
            const int a = first + r * (sides + 1) + s, b = a + sides + 1;
            skin.triangles.push_back({a, b, a + 1});
            skin.triangles.push_back({a + 1, b, b + 1});
        }
}

}  // namespace

Skin arm_skin() {
    Skin skin;
    for (const Tube& tube : tubes) add_tube(skin, tube);
    return skin;
}

std::string arm_texture() {
    constexpr int size = 64;
    std::string out("\0\0\2\0\0\0\0\0\0\0\0\0", 12);
    const auto put = [&](int value) { out += static_cast<char>(value); };
    put(size), put(0), put(size), put(0), put(24), put(0x20);  // top row first
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const bool square = ((x / 16) + (y / 16)) % 2 != 0;
            const bool seam = x % 32 == 0 || y % 32 == 0;
            const bool arrow = x >= 8 && x < 24 && y >= 36 && std::abs(x - 16) <= (y - 36) / 2 && y < 52;
            const int shade = seam ? 70 : arrow ? 235 : square ? 205 : 165;
            put(arrow ? 70 : shade), put(arrow ? 150 : shade - 8), put(shade - (arrow ? 0 : 20));  // blue, green, red
        }
    return out;
}

}  // namespace sample
