// What the files of scene objects share. An object is a joint: its place in the list is its id.
#pragma once
#include "core/formats/meteor/words.h"

namespace bonescope::meteor {

constexpr float unit_tolerance = 2e-3f;  // of |q|²: quaternions are written with three digits at least

// How many objects a file says that it has; dummies come after the others.
struct ObjectCounts {
    Count objects, dummies;
    Count all() const;  // nothing said: none was, or one that is not possible
};
bool at_object_counts(Words&);
void read_object_counts(Words&, ObjectCounts&);

struct Shader {
    int32_t texture = -1;  // in the file's list; -1: none
    std::string kind, blend;
    bool two_sided = false;
    float opacity = 1;
    Bytes where;
    int line = 0;
};
void add_material(Document&, std::span<const std::string> textures, const Shader&);

struct Face {
    int32_t shader = -1;  // -1: none; boxes that the game tests for hits have none
    uint32_t corner[3] = {};
};
// One mesh for each shader of an object, which follows the joint of its own place. `set` has all but its influences.
void add_object(Document&, VertexSet set, std::vector<Face> faces);
// A skeleton with a joint for each object, at no place: the file does not say where they are.
void add_stand_in(Document&);

}  // namespace bonescope::meteor
