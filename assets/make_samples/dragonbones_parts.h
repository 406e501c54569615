// What the forms of the 2D arm share: pictures, what shows them, places in pixels.
#pragma once
#include "assets/make_samples/motion.h"
#include <array>
#include <span>
#include <string>
#include <vector>

namespace sample::dragonbones {

inline constexpr double pixels = 100;  // for a unit
inline constexpr double degrees = 57.29577951308232;

// A picture on the page. It shows an upright bar with round ends and an empty border.
struct Region {
    const char* name;
    int x, y, width, height;  // upright size; a rotated one takes height x width of the page
    bool rotated;
    int border;  // was cut off all around
};
std::span<const Region> regions();
inline constexpr int page_width = 128, page_height = 256;

// A picture that goes from a bone's place to another one's.
struct Limb {
    const char* slot;
    const char* region;
    int joint;
    double x, y;  // where it ends, relative to the joint; pixels, y down
};
std::span<const Limb> limbs();        // back to front
inline constexpr int mesh_place = 1;  // of the mesh's slot in that order
inline constexpr int mesh_joint = 1;  // whose slot it is in

// A strip from the shoulder to the wrist, in the armature's space.
struct MeshVertex {
    double x, y, u, v;
    std::vector<std::pair<int, double>> weights;  // joint, weight
};
std::vector<MeshVertex> mesh_vertices();
std::vector<std::array<int, 3>> mesh_triangles();

struct Place {
    double x, y, angle;  // pixels, y down; degrees, clockwise to the eye
};
Place bind_place(int joint);                   // relative to the parent
Place rest_place(int joint);                   // in the armature's space
Place place(int clip, int joint, int frame);   // in the armature's space
Place change(int clip, int joint, int frame);  // on top of the bind pose
Place limb_place(const Limb&);                 // of the middle of its picture, relative to the joint

std::string number(double value);  // shortest text that reads back as the same float
// What both forms of 5.5 have in common. `mesh`: the numbers of the mesh's display. `animations`: the list.
std::string skeleton_text(const std::string& root, const std::string& mesh, const std::string& armature,
                          const std::string& animations);

inline constexpr int grab_frame = 20;  // of clip 1: an event

}  // namespace sample::dragonbones
