// What a 2D armature has besides its bones: slots that show displays in an order, skins, constraints, surfaces. Angles
// are radians, lengths pixels, y grows downwards.
#pragma once
#include "core/bytes.h"
#include <array>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

namespace bonescope {

// Tracks of a 2D clip, all with `target` as an index, ticks are frames:
// - Joint: Translation (2 floats), Angle, Skew (degrees as stored, unit pi / 180; unwrapped), Scale (2), all OnBind;
//   Alpha (1, instead of its own); Deform of a surface (2 per point, added). One row of an old combined frame holds all
//   six values on one timeline.
// - Slot: Display (1, steps), ColorScale and ColorOffset (4 each, absolute), Alpha (1), Depth (1).
// - Mesh: Deform, target a vertex set: 2 floats per vertex, or per influence where the set has influence_position;
// added.
// - Scene: Order, one float per slot: which slot is drawn at that place, back to front.
// - Constraint: Bend (1, steps), Mix (1).
// - Clip: Progress, Weight, Parameter (2) of another clip of the document.
// A timeline's `live` leaves out keys that start beyond the clip; `scale` and `offset` make a clock of its own: its
// tick is elapsed ticks * scale + offset, wrapped like a clip. A key's ease is that of the way to the next one; Step:
// no tween.

// A transform in the plane: rotation turns the x axis, rotation + skew the y axis.
struct Planar {
    glm::vec2 t{0};
    float angle = 0, skew = 0;
    glm::vec2 s{1};
    bool operator==(const Planar&) const = default;
};

// out = in * multiply + add / 255, each channel clamped to 0..1. r g b a.
struct ColorChange {
    glm::vec4 multiply{1}, add{0};
    bool operator==(const ColorChange&) const = default;
};

enum class DisplayKind : uint8_t { None, Image, Armature, Mesh, Box, Path };
enum class BoxShape : uint8_t { Rectangle, Ellipse, Polygon };

struct Display {
    DisplayKind kind = DisplayKind::None;
    std::string name;              // timelines name it so
    std::string path;              // textures and armatures are looked up by it; never empty where there is a name
    Planar place;                  // relative to the slot's bone
    glm::vec2 pivot{0.5f};         // Image: fraction of its size; with pivot_in_pixels pixels
    bool pivot_in_pixels = false;  // data of 2.x and 3.0
    int set = -1;                  // Mesh, Path, polygon: vertex set of the document
    int mesh = -1;                 // Mesh: index in Document::meshes
    bool shared = false;           // Mesh: set and triangles are those of another
    bool inherit_deform = true;    // a shared mesh follows the deform tracks of its source
    BoxShape shape = BoxShape::Rectangle;
    glm::vec2 size{0};                            // Box: rectangle, ellipse
    std::vector<float> lengths;                   // Path: cumulative lengths of its curves
    bool closed = false, constant_speed = false;  // Path
    std::vector<std::string> actions;             // Armature: clips that its child plays instead of its own
    Bytes where;
};

enum class SlotBlend : uint8_t {
    Normal,
    Add,
    Alpha,
    Darken,
    Difference,
    Erase,
    HardLight,
    Invert,
    Layer,
    Lighten,
    Multiply,
    Overlay,
    Screen,
    Subtract
};

struct Slot {
    std::string name;
    int joint = -1;
    int display = 0;  // at setup; -1: nothing
    ColorChange color;
    float alpha = 1;
    int z = 0;  // order is by z, then by place
    SlotBlend blend = SlotBlend::Normal;
    Bytes where;
};

// Displays per slot; a slot that it does not list keeps those of the default skin.
struct Skin {
    std::string name;
    std::vector<std::vector<Display>> slots;  // one list per Rig::slots
    std::vector<bool> lists;                  // does the skin name this slot?
    Bytes where;
};

struct IkConstraint {
    std::string name;
    int joint = -1, target = -1;  // tip (or the only joint) and what it reaches for
    bool two = false;             // the tip's parent turns too
    bool bend = true;             // which way the two bend
    float weight = 1;
    Bytes where;
};

enum class PathPosition : uint8_t { Fixed, Percent };
enum class PathSpacing : uint8_t { Length, Fixed, Percent };
enum class PathRotate : uint8_t { Tangent, Chain, ChainScale };
struct PathConstraint {
    std::string name;
    int slot = -1;            // whose display is the path
    std::string display;      // its name there
    std::vector<int> joints;  // parent first
    PathPosition position_mode = PathPosition::Percent;
    PathSpacing spacing_mode = PathSpacing::Length;
    PathRotate rotate_mode = PathRotate::Tangent;
    float position = 0, spacing = 0, rotate_offset = 0, rotate_mix = 1, translate_mix = 1;  // offset: radians
    Bytes where;
};

// A bone whose children live on a grid of points over the square -200..200.
struct SurfaceGrid {
    int joint = -1;
    int columns = 0, rows = 0;      // cells
    std::vector<glm::vec2> points;  // (columns + 1) * (rows + 1), row by row, in the parent's space
};

// What an author wrote beside a thing for the game that loads it.
struct UserData {
    int joint = -1, slot = -1;  // neither: the armature's
    std::vector<double> numbers;
    std::vector<std::string> texts;  // data in a form of its own: one, as written
    Bytes where;
};

struct Rig {
    std::vector<Slot> slots;  // setup draw order, back to front
    std::vector<Skin> skins;
    int default_skin = -1;
    std::vector<IkConstraint> ik;       // index: target of Constraint tracks
    std::vector<PathConstraint> paths;  // index - ik.size(): the same
    std::vector<SurfaceGrid> surfaces;
    std::vector<int> constraint_order;  // file order: index in ik, or ik.size() + index in paths
    std::vector<float> joint_alpha;     // per joint; empty: 1
    glm::vec4 bounds{0};                // x y width height that the file gives; 0: none
    glm::vec4 canvas{0};                // centre x y, width height; 0: none
    int canvas_color = -1;              // 0xRRGGBB of a ground to be seen; below 0: none
    std::vector<UserData> user_data;
    int default_clip = -1;  // index in Document::clips
    float frame_rate = 24;
};

// A picture that holds many: x y width height in its pixels as packed.
struct AtlasRegion {
    std::string name;
    glm::vec4 rect{0};
    glm::vec4 frame{0};    // x y (minus the cut border) and full width, height; 0 0: not trimmed
    bool rotated = false;  // turned by 90 degrees clockwise when it was packed
    Bytes where;
};
struct AtlasPage {
    std::string name, image;
    glm::vec2 size{0};  // 0: as the image
    float scale = 1;    // texture pixels per design pixel
    std::vector<AtlasRegion> regions;
    Bytes where;
};

}  // namespace bonescope
