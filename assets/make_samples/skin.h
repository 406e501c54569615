// The arm's skin: a tube along each bone with smooth weights at the joints, and its texture.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sample {

struct Influence {
    int joint;
    double weight;
};

struct Vertex {
    std::array<double, 3> position, normal;
    std::array<double, 2> uv;           // v grows downwards
    std::vector<Influence> influences;  // one or two, sum 1
};

struct Skin {
    std::vector<Vertex> vertices;
    std::vector<std::array<int, 3>> triangles;  // counter-clockwise from outside
};

Skin arm_skin();
std::string arm_texture();  // a TGA file, 64 x 64, 24 bit

}  // namespace sample
