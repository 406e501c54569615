// The neutral model: what every family of files is read into. Plain data; values stay as the file has them.
// Angles are radians, quaternions are Hamilton (v' = q v q*), matrices act on column vectors.
#pragma once
#include "core/finding.h"
#include "core/memory.h"
#include "core/rig.h"
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bonescope {

using glm::mat4;
using glm::quat;
using glm::vec2;
using glm::vec3;
using glm::vec4;

// Rows of float32 at any alignment: a view of the file image, or of the document's arena when `owned`.
// `at` and `step` count bytes in both. step 0 with at == none means "no column".
struct Column {
    uint32_t at = none;
    uint32_t step : 31 = 0;
    uint32_t owned : 1 = 0;
    bool empty() const { return at == none; }
};

// Which bits of the file row i came from: base + i * stride, `size` bits each; when `listed`, row i starts at bit
// 8 * lists[base + i]; when `listed` and size is 0 (rows of different sizes), row i is the lists[base + 2 i + 1] bytes
// from byte lists[base + 2 i] or, when `stride` is 1, those from byte lists[base + i] to lists[base + i + 1]. An `xml`
// row is the element, a `json` row the value at byte lists[base + i]; its end is found in the text.
struct Where {
    uint64_t base = 0;
    uint32_t stride = 0, size = 0;
    bool listed = false, xml = false, json = false;
};

enum class Ease : uint8_t { Default, Step, Linear, In, Out, InOut, Table };
// How far a value has gone when a part u of the way to the next key has passed. In, Out and InOut are u moved by
// `amount` towards u^2, 1 - (1 - u)^2 and (1 - cos(pi u)) / 2.
struct Easing {
    Ease kind = Ease::Default;
    float amount = 0;
    uint32_t first = 0, count = 0;  // Table: floats of the arena, evenly between the ends
    float from = 0, to = 1;         // Table: at its ends
    // The Bezier numbers that it was made of, in the arena; none: no such. 3 n + 1 of them lack the ends 0 0 and 1 1.
    uint32_t curve = none, curve_count = 0;
};

// When: the key times, shared by every track that has the same ones.
struct Timeline {
    Column time;                  // ticks, as stored, in file order
    uint32_t rows = 0;            // keys in the file
    uint32_t live = 0;            // keys that are sampled: those whose time is finite
    uint32_t order = none;        // index in `lists`: row numbers, stable sort by time; none: rows are sorted
    uint32_t ease = none;         // index in `lists`: per row an index in `eases`
    float scale = 1, offset = 0;  // a clock of its own
};

enum class Kind : uint8_t { Joint, Slot, Mesh, Morph, Constraint, Clip, Scene };
enum class Property : uint8_t {
    Translation,
    Rotation,
    Scale,
    Angle,
    Skew,
    Parent,
    Display,
    ColorScale,
    ColorOffset,
    Alpha,
    Depth,
    Order,
    Deform,
    Weight,
    Mix,
    Bend,
    Progress,
    Parameter
};
enum class Basis : uint8_t { Absolute, OnBind };  // OnBind: t + v, r * v, s x v, angle + v, vertex + v

// Quaternion storage: which stored number is x, y, z, w, and whether the vector part is negated.
enum class Lanes : uint8_t { Xyzw, Wxyz, XyzwConjugate };

// What serves where a key of the file has no value: nothing does as it has one, the row before, the joint's bind value.
enum class StandIn : uint32_t { None, Before, Bind };

// What: the values of one property of one target.
struct Track {
    Kind kind = Kind::Joint;
    Property property = Property::Translation;
    Basis basis = Basis::OnBind;
    Lanes lanes = Lanes::Xyzw;
    bool suspect = false;   // some value is not finite: sampling takes the slow, guarded path
    int32_t target = -1;    // id as stored: joint id, vertex set, index of a morph; of a morph in another document:
                            // its place among those of one set
    uint32_t name = none;   // or by name: names[name]
    uint32_t timeline = 0;  // index in Clip::timelines
    uint32_t width = 3;     // floats per row
    uint32_t first = 0;     // Deform: first float that the rows move; rows of 6 per vertex hold position and normal
    float unit = 1;         // stored value times unit is the value
    float reach = -1;       // Translation: of the values the largest number, where the reader knows it; below 0: not
    float place = 0;        // Progress: where the clip sits on its parent's line
    Column value;           // one row per row of the timeline; empty: the bind pose serves
    Column as_run;          // 2D: rows as the runtime has them, where that is not what they mean; empty: no such
    uint32_t stand_ins = none;  // index in `lists`: a StandIn per row; none: the file has all values
    int32_t part = -1;          // of a morph in another document: the set there, -1: any
    int32_t mesh = -1;          // and that document's number among the scene's meshes, -1: any
    Where where;                // the whole key in the file
};

enum class End : uint8_t { Hold, Extrapolate, ToFirst };
enum class Interp : uint8_t { Step, Linear, Spline };
// ModPast: t == duration stays. Plays: round and round as often as it is played, then its end.
enum class Wrap : uint8_t { None, Clamp, Mod, ModPast, Plays };

// How a clip is to be read. Formats set it, a person may switch every one.
struct Sampling {
    Interp vector = Interp::Linear, rotation = Interp::Linear;
    bool slerp = false;        // great arc instead of normalised lerp
    float lerp_below = 1e-3f;  // slerp falls back to lerp when 1 - |dot| is below this
    bool renormalise = true;   // what slerp gives, and absolute rotations on their joints, get unit length
    End before = End::Hold, after = End::Hold;
    bool close_after_first = false;  // ToFirst: the closing key lies at duration + first time; else at duration, and
                                     // keys beyond are not reached
    Wrap wrap = Wrap::Clamp;         // time outside the clip, when not looping
    uint32_t plays = 1;              // 0: for ever
    bool hold_in_last_play = false;  // ToFirst: in the last of the plays the last key holds
    bool exact_curves = false;       // eases from their Bezier numbers, not from the samples
    bool operator==(const Sampling&) const = default;
};

enum class EventKind : uint8_t { Frame, Sound, Play };
struct Event {
    double tick = 0;
    std::string name;
    Bytes where;
    EventKind kind = EventKind::Frame;
    int joint = -1, slot = -1;    // 2D: what it is about; -1: the armature
    std::vector<double> numbers;  // what it carries
    std::vector<std::string> texts;
};

// From which tick on how fast a clip goes: the step into each tick up to `to` takes 1 / (rate * speed) seconds.
struct Pace {
    double to = 0;
    float speed = 1;
};

struct Clip {
    std::string name;     // raw bytes
    int skeleton = -1;    // index in the document, -1: the scene's
    double start = 0;     // tick at which it begins
    double duration = 0;  // ticks from there
    double rate = 1;      // ticks per second
    // Once played up to loop_out, it goes on from loop_in until it is let go, then to its end. Equal: that tick is
    // held.
    std::optional<double> loop_in, loop_out;
    std::vector<Pace> paces;  // ascending; beyond the last, and when empty, the speed is 1
    float fps = 0;            // frames per second that the format stores; 0: it stores none
    std::vector<Timeline> timelines;
    std::vector<Track> tracks;
    std::vector<Event> events;
    Sampling sampling;
    float fade_in = 0;     // seconds
    bool blends = false;   // plays the clips of its Clip tracks, weighted by its parameter
    bool rebased = false;  // values are relative to `base` at `base_time` (empty name: this clip)
    std::string base;
    double base_time = 0;  // ticks
    Bytes where;
};

// Stretches of longer clips, as list files cut them. Frames are stored frame numbers of the source, both ends included;
// what the file does not say is empty. Source of the facts: the shipped .pos files.
enum class WindowKind : uint8_t { Action, Blend, Attack, Drag, Next };
struct RangeWindow {
    WindowKind kind = WindowKind::Action;
    std::optional<int32_t> start, end;
    float speed = 0;                 // Action, Blend: frames per frame time; 0: the file says none
    float time = 0;                  // Drag, Next: seconds
    std::vector<std::string> bones;  // Attack: what hurts, as written
    Bytes where;
};
struct ClipRange {
    int number = -1;      // as written, else its place in the list
    std::string comment;  // raw bytes; the only name that it has
    bool placed = false;  // the block names frames; else it is empty
    int source = -1;      // which bank of frames: a place in Scene::sources; -1: the only one there is
    std::optional<int32_t> start, end, loop_start, loop_end;
    std::optional<int32_t> link;  // number of the range that follows
    std::string effect;
    std::vector<RangeWindow> windows;  // in file order
    Bytes where;
};

// A local or model transform, 2D and 3D. 2D uses t.xy, angle, skew, s.xy.
struct alignas(16) Local {
    vec3 t{0};
    float angle = 0;
    quat r{1, 0, 0, 0};
    vec3 s{1};
    float skew = 0;
};

enum Inherit : uint8_t {
    InheritTranslation = 1,
    InheritRotation = 2,
    InheritScale = 4,
    InheritReflection = 8,
    InheritAll = 15
};

struct Joint {
    std::string name;  // raw bytes
    int id = -1;       // as stored (handle); tracks and influences name it
    int parent = -1;   // index of a joint, -1: root
    Local bind;        // relative to the parent
    uint8_t inherit = InheritAll;
    float length = 0;     // 0: the format has none
    bool socket = false;  // a place to hang things on, no bone
    Bytes where;
};

enum class Compose : uint8_t { Trs, Planar };  // Trs: scales multiply per axis in each joint's own frame, no shear

struct Skeleton {
    std::string name;
    std::vector<Joint> joints;
    std::vector<int> order;  // parents first; see parents_first()
    Compose compose = Compose::Trs;
    std::shared_ptr<const Rig> rig;  // Planar: slots, skins, constraints; null: none
    bool cumulative = false;         // layers: weights as they are; else scaled down to a sum of 1
    bool once_first = false;     // layers: those played once come first, cycles fill up what they leave of a sum of 1
    bool lengths_count = false;  // a rotation that is not of length 1 makes what it turns grow: v' = q v q*
    bool stand_in = false;       // names or places were made up: any skeleton of another document is better
    std::vector<mat4> inverse_bind;  // stored ones, else empty: computed from the bind pose
    Bytes where;
};

// Which joints move a vertex. Vertex v has entries first[v] .. first[v+1]; empty: rigid.
struct Influences {
    std::vector<uint32_t> first;  // vertices + 1 numbers
    std::vector<int32_t> joint;   // id as stored
    std::vector<float> weight;    // as stored
    Where where;                  // of the assignments in the file, when they are one run
    bool empty() const { return first.empty(); }
};

// How influences become a palette sum (OGRE: at most 4, normalised, lowest used joint for bare vertices).
struct SkinRule {
    uint32_t most = 0;                 // keep the largest N weights (of equal ones the later stay); 0: all
    bool normalise = false;            // divide by the sum
    bool bind_bare_to_lowest = false;  // a vertex without influences follows the lowest used joint id
};

// Progressive detail: vertices go from the end, one a step; each takes faces from the end of the mesh with it, and what
// still names it is led to another vertex.
struct LodSteps {
    uint32_t steps = 0;
    uint32_t collapse = none;  // index in `lists`: per vertex the one that takes its place, `none`: nothing does
    uint32_t faces = none;     // index in `lists`: per vertex the number of faces that go with it
};

// Vertices that one or more meshes draw from.
struct VertexSet {
    std::string name;
    uint32_t vertices = 0;
    Column position, normal;   // 3 floats
    Column tangent, binormal;  // 4 (w: parity) or 3 floats as `tangent_width` says
    uint8_t tangent_width = 3;
    std::vector<Column> uv;     // 2 floats per set; v grows downwards
    uint32_t color = none;      // index in `lists`: one 0xAABBGGRR per vertex
    Column influence_position;  // 2 floats per influence: its vertex in that joint's own space; else from `position`
    Column physical;            // 1 float: 0 follows the joints, above it a spring system would move the vertex
    LodSteps lod;
    Influences influences;
    SkinRule rule;
    std::vector<mat4> inverse_bind;
    Bytes where;
    Where vertex;  // each of them, where no column of the file says it
};

enum class Primitive : uint8_t { Points, Lines, LineStrip, Triangles, TriangleStrip, TriangleFan };

struct Mesh {
    std::string name;      // raw bytes; may be empty
    std::string material;  // raw bytes, exact
    int slot = -1;         // or by number: a place in the scene's list of materials
    int own = -1;          // or by its place in Document::materials
    bool goes_on = false;  // more of the mesh before it, with another material
    bool flipped = false;  // corners 1 and 2 of every triangle change places
    int set = -1;          // index in Document::sets
    Primitive primitive = Primitive::Triangles;
    uint32_t first = 0, indices = 0;  // in `lists`, as stored; 0 indices: the vertices in order
    Bytes where;
};

// A sparse shape: offsets on some vertices of one set.
struct Morph {
    std::string name;  // raw bytes; an ending ".Additive", ".Averaged", ".Clamped" or ".Exclusive" says how it mixes
    int set = -1;
    std::vector<uint32_t> vertex;
    Column offset, normal;  // 3 floats per entry; normal, a direction and no offset, may be empty
    Bytes where;
};

enum class Cull : uint8_t { None, Clockwise, Anticlockwise };  // which faces are left out, seen from outside
enum class BlendMode : uint8_t { Opaque, Alpha, Add, Modulate };

struct Material {
    std::string name;    // raw bytes
    std::string alias;   // a second name that it answers to when nothing has it as its name; empty: none
    std::string parent;  // what it inherits from, already applied as far as the same document has it
    vec4 ambient{1}, diffuse{1}, specular{0, 0, 0, 1}, emissive{0, 0, 0, 1};
    float shininess = 0;
    std::string texture;  // file name as written; empty: none
    std::string mask;     // of a picture whose brightness takes the place of the texture's alpha; empty: none
    int uv_set = 0;
    bool clamp = false, lighting = true, depth_write = true, depth_check = true;
    Cull cull = Cull::Clockwise;
    BlendMode blend = BlendMode::Opaque;
    float alpha_reject = -1;  // texels with alpha at or below are left out, 0..1; negative: all are drawn
    Bytes where;
};

struct AnimationLink {
    std::string file;  // another skeleton whose clips play here, matched by joint id
    float scale = 1;   // of translation and scale deltas
    Bytes where;
};

}  // namespace bonescope
