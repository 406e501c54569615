// Curves reduced to what a plot can show without hiding a key, and the marks of its axes. Pure functions over numbers.
#pragma once
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <vector>

namespace bonescope {

// Lowest and highest of some numbers. NaN: there were none.
struct Extent {
    float low, high;
    Extent();
    explicit Extent(float v) : low(v), high(v) {}
    bool any() const { return low <= high; }
    void add(Extent);
    void add(float v) { add(Extent(v)); }  // what is not finite is left out
};

// Extremes of runs of 16, 256, … numbers: the exact extent of any range in a few dozen steps.
struct Pyramid {
    std::vector<std::vector<Extent>> levels;
};
Pyramid build_pyramid(std::span<const float> values);
Extent extent(std::span<const float> values, const Pyramid&, std::size_t from, std::size_t to);  // [from, to)

// One column of a plot, one pixel wide: [edge i, edge i + 1).
struct PlotColumn {
    Extent range;                  // of the keys in it and the values at both of its edges
    std::size_t from = 0, to = 0;  // the keys in it
};
// `times` ascending, `edges` holds the value at every column edge (columns + 1, NaN where there is nothing to draw),
// the columns divide [first, last] evenly. The last column takes the keys at `last` too.
void reduce(std::span<const double> times, std::span<const float> values, const Pyramid&, double first, double last,
            std::span<const float> edges, std::vector<PlotColumn>& out);

glm::quat same_side(glm::quat q, glm::quat as);             // q or -q, whichever is nearer to `as`
glm::vec3 unwrap_degrees(glm::vec3 euler, glm::vec3 near);  // the equal rotation (x, then y, then z) nearest to `near`
double turn_between(glm::quat a, glm::quat b);              // radians, 0..pi, signs of the quaternions do not matter

// Distance between marks: 1, 2 or 5 times a power of ten, so that marks are at least `apart` pixels apart.
double value_step(double per_pixel, double apart);
int decimals_for(double step);                 // so that neighbours on a scale with that step differ
std::string axis_text(double v, double step);  // "0.25"; never "-0.00"

}  // namespace bonescope
