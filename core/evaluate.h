// Time to pose: the only code that turns keys into numbers. Viewport, curves, checks, compare and exports call it.
#pragma once
#include "core/clip_time.h"
#include "core/document.h"
#include <memory>
#include <span>

namespace bonescope {

// Where a clip stands. `elapsed` never wraps, `tick` is inside the clip as its wrap rule says.
struct Moment {
    double elapsed = 0, tick = 0;
    bool last = false;  // elapsed has reached the end of the last play
};
// How time goes on at the end of what a clip plays: as the clip's own rules say (its loop and its wrap), round and
// round (within its loop, else all of it; t == duration becomes 0), or straight through to the end whatever its loop.
enum class Run : uint8_t { Own, Cycle, Straight };
Moment clock(const Clip&, const Sampling&, double seconds, Run run = Run::Own);
inline Run cycle_if(bool loop) { return loop ? Run::Cycle : Run::Own; }

// Times written in decimal mean the clip end or the key time that they round to: the nearest of those within half a
// unit of the seventh significant digit, else `seconds` itself.
double snap_time(const Document&, const Clip&, double seconds);

// Between which keys of a timeline a tick lies. a and b are ranks in sampling order; row_of() gives the row in file.
struct Segment {
    uint32_t a = 0, b = 0;
    float u = 0;           // 0..1 from a to b, eased; beyond when extrapolating
    bool any = false;      // the timeline has a key
    bool closing = false;  // from the last key back to the first
};
Segment seek(const Document&, const Clip&, const Timeline&, const Sampling&, double tick);

// A track's value: vectors in xyz, quaternions as x y z w, one number in x. A non-finite key is replaced by its nearest
// finite neighbour, then by the neutral value. `bind` serves the rows that leave it to the joint; null: the neutral
// value. Not for Deform tracks, see deform() in skin.h.
vec4 sample(const Document&, const Clip&, const Track&, const Sampling&, const Segment&, const vec4* bind = nullptr);
vec4 key_value(const Document&, const Track&, uint32_t row);  // one row in the same form, as stored (lanes applied)
vec4 neutral(Property);                                       // 0 0 0, identity quaternion, 1 1 1

// A clip in use on a skeleton: which joint each track moves and how it is read. Holds what evaluation needs.
struct Plan;  // homogeneous runs of tracks with direct pointers, made by bind_clip() for speed
struct ClipUse {
    std::shared_ptr<const Document> doc;
    int clip = -1;
    std::shared_ptr<const Clip> own;       // cut out of doc->clips[clip], or without frames when its bank is missing
    std::shared_ptr<const Document> list;  // the document that cuts it: list->ranges[range]
    int range = -1;
    float link_scale = 1;  // of translation and scale deltas
    Sampling sampling;
    std::vector<int> bound;  // per track: joint index, or -1
    std::vector<vec4> base;  // per track: value taken off every key (rebased clips); empty: none
    std::vector<vec4> bind;  // per track: what serves the rows that leave it to their joint; empty: no row does
    std::shared_ptr<const Plan> plan;
    std::string origin;  // file that a link names; empty: own clip

    const Clip& get() const { return own ? *own : doc->clips[clip]; }
    const Document& namer() const { return list ? *list : *doc; }  // where the clip's name stands
    const ClipRange* cut() const { return list ? &list->ranges[range] : nullptr; }
    bool missing() const { return list && clip < 0; }  // its frames were not found, or it names none
};
ClipUse bind_clip(std::shared_ptr<const Document>, int clip, const Skeleton&, float link_scale = 1);
void replan(ClipUse&);  // after `sampling` was changed

// The value that a bound track gives at a tick: sample() with the base taken off.
vec4 track_value(const ClipUse&, uint32_t track, double tick);
vec4 row_value(const ClipUse&, uint32_t track, uint32_t row);  // key_value(), or what serves in its place

struct Layer {
    const ClipUse* use = nullptr;
    Moment at;
    float weight = 1;
    bool once = false;  // played once, not as a cycle
};

// How 2D armatures are posed.
struct PlanarReading {
    int skin = -1;         // index in the rig, -1: its default
    bool runtime = false;  // with the runtime's defects; else as it was meant
    bool operator==(const PlanarReading&) const = default;
};

struct Pose {
    std::vector<Local> local, model;  // one per joint
    std::vector<mat4> matrix;         // model space, of `model`
    std::vector<int> parent;          // per joint, where a clip hands joints over; empty: as the skeleton says
    void resize(std::size_t joints);
};

// Bind pose with the layers on top, in their order. Under average blending (Skeleton::cumulative false) weights whose
// sum is above 1 are scaled down to 1. Of absolute tracks the first that moves a joint is taken whole, each further
// one, of the same clip or another, by its share of the weights so far. Under Skeleton::once_first that goes for the
// layers played once and for the cycles apart, and then the cycles get what is left of a sum of 1.
void local_pose(const Skeleton&, std::span<const Layer>, std::span<Local> out);
// One joint of the same, for curves. Equal to local_pose()[joint].
Local local_of(const Skeleton&, std::span<const Layer>, int joint, const PlanarReading& = {});
void model_pose(const Skeleton&, std::span<const Local> local, std::span<Local> model, std::span<mat4> matrix);
// What changes a local pose before it is composed.
struct Staging {
    std::span<const Layer> fading{};  // a pose that fades out; empty: none
    float share = 1;                  // of the pose itself, 0..1; vectors lerp, rotations slerp on the shorter arc
    int root = -1;                    // a joint whose translation is `at`; -1: none
    vec3 at{0};
};
void compose(const Skeleton&, Pose&);  // model and matrix from local and parent
// All of it. Of 2D armatures the joints alone, and those on paths only with a layer, which has their document.
void evaluate(const Skeleton&, std::span<const Layer>, Pose& out, const Staging& = {}, const PlanarReading& = {});

mat4 matrix_of(const Local&);  // T * R * S
// Relative to the bind pose: what the clip adds (inverse of how OnBind is applied).
Local relative_to_bind(const Local& bind, const Local& local);
vec3 euler_degrees(quat);  // rotations about x, then y, then z (fixed axes)

}  // namespace bonescope
