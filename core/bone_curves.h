// The curves of one bone, or of a slot of a 2D armature, under one clip: the evaluator's values at every key that
// shapes them, made once, then reduced to the columns of a plot.
#pragma once
#include "core/curve.h"
#include "core/evaluate.h"
#include <array>
#include <string>

namespace bonescope {

enum class CurveSpace : uint8_t { Local, Bind, Model };           // Bind: relative to the bind pose
enum class RotationForm : uint8_t { Stored, Continuous, Euler };  // Stored: the file's own numbers, of all properties

struct CurveWish {
    int joint = -1;
    CurveSpace space = CurveSpace::Local;
    RotationForm form = RotationForm::Continuous;  // 2D: angles are numbers, there is nothing to choose
    PlanarReading planar{};
    int slot = -1;  // 2D: what this slot shows, and not its bone
    bool operator==(const CurveWish&) const = default;
};

using Lanes4 = std::array<float, 4>;

// What a curve is of. Colour: times r g b a. Offset: plus r g b a, 0..255. Reach: weight and bend of an IK constraint,
// its `index` in the rig. Moved: pixels that the farthest point is moved by deform tracks.
enum class CurveOf : uint8_t { Rotation, Translation, Scale, Display, Colour, Offset, Alpha, Depth, Reach, Moved };

struct Curve {
    CurveOf of = CurveOf::Rotation;
    int index = -1;
    std::string title = "rotation";
    uint32_t lanes = 3;  // 4: a quaternion, or a colour
    std::array<const char*, 4> lane = {"x", "y", "z", "w"};
    bool degrees = false, quaternion = false;
    int track = -1;                                  // of the clip, -1: the property has none
    std::vector<double> time;                        // seconds, ascending: the knots (Stored: the track's own keys)
    std::array<std::vector<float>, 4> value;         // at the knots; not finite only in Stored
    std::array<Pyramid, 4> pyramid;                  // once all knots are done
    float noise = 0;                                 // what rounding may do to the values
    std::vector<uint32_t> bad;                       // ranks of the track's keys with a value that is not finite
    std::vector<std::pair<double, double>> patched;  // seconds between which the evaluator stands in for such a key
    double last_key = 0;                             // seconds, of the track itself
    bool closes = false;                             // from last_key to the clip's end it blends back to the first key
    double period = 0;  // seconds after which keys come again: the track has a clock of its own; 0: it has none
};

// Filled in pieces, so that a track of a million keys does not stop the window.
struct BoneCurves {
    CurveWish wish;
    std::vector<Curve> curve;  // bones: rotation, translation, scale come first
    std::size_t knots = 0, done = 0;
    double from = 0, to = 0;  // seconds that the clip and the bone's keys cover
    bool complete() const { return done == knots; }
};

// `use` null: the bind pose.
BoneCurves start_curves(const Skeleton&, const ClipUse* use, CurveWish);
void continue_curves(const Skeleton&, const ClipUse*, BoneCurves&, std::size_t knots);  // that many more

// The values at evenly spaced moments, `columns` + 1 from first to last, per property and lane. NaN outside
// [from, to], and in Stored where a neighbouring key is not finite or none is.
struct CurveEdges {
    std::vector<std::array<std::vector<float>, 4>> value;
};
CurveEdges curve_edges(const Skeleton&, const ClipUse*, const BoneCurves&, double first, double last,
                       std::size_t columns);
// The same at one moment.
std::vector<Lanes4> curve_values(const Skeleton&, const ClipUse*, const BoneCurves&, double seconds);

uint32_t live_keys(const ClipUse&, int track);
double rank_seconds(const ClipUse&, int track, uint32_t rank);  // rank: in sampling order
uint32_t rank_row(const ClipUse&, int track, uint32_t rank);    // in file order
uint32_t rank_at(const ClipUse&, int track, double seconds);    // first whose time is not below `seconds`
// Knot of a track's key: equal times keep their order. `round`: of the track's own clock.
std::size_t knot_of(const ClipUse&, const Curve&, uint32_t rank, int round = 0);
// Rounds of the track's own clock in which its keys may lie between two moments, both included; 0 and 0 without one.
std::pair<int, int> rounds_between(const ClipUse&, const Curve&, double from, double to);
// How a key goes on to the next one; null: it has no word on it.
const Easing* ease_of(const ClipUse&, int track, uint32_t rank);

}  // namespace bonescope
