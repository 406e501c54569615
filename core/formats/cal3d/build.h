// What the binary and the XML readers share: facts as a file has them go in, the model comes out, with notes on what
// is wrong with them.
#pragma once
#include "core/document.h"
#include <span>

namespace bonescope::cal3d {

// The name of what a file holds: its own, without folder and extension.
std::string own_name(const Document&);

// ---- skeletons ----

struct Bone {
    std::string name;
    int parent = -1;                  // index as stored, -1: root
    vec3 t{0}, space_t{0};            // relative to the parent; from model space to bone space
    vec4 q{0, 0, 0, 1}, space_q = q;  // x, y, z, w as stored: conjugates of the usual sense
    bool lists_children = true;       // false: `children` is unknown and not compared with the parents
    std::vector<int32_t> children;    // indices as stored
    Bytes where;
};
// Adds the document's skeleton; a bone's id is its place in the list. Bad parents and cycles become roots.
void add_skeleton(Document&, std::span<const Bone>);

// ---- animations ----

// Adds a clip with the default sampling; notes a duration that is not above 0.
Clip& add_clip(Document&, double duration, Bytes where_duration);

struct Keys {
    int bone = -1;
    Bytes where_bone;
    uint32_t rows = 0;
    Column time;                // seconds
    Column translation;         // 3 floats; empty: the skeleton's translation serves
    Column rotation;            // x, y, z, w as stored
    uint32_t stand_ins = none;  // of the translations, as in Track
    Where where;
};
inline constexpr float no_translation = 1e10f;  // in all three places: the skeleton's serves
// Adds a bone's tracks to the last clip, a rotation and a translation on one timeline.
void add_tracks(Document&, const Keys&);
// Notes on the last clip as a whole: two tracks for one bone, tracks that do not span it.
void finish_clip(Document&);

// What a track of morph weights moves: a morph by its id within its submesh, or by name (id -1).
struct MorphTarget {
    int id = -1;
    std::string name;
    std::vector<int32_t> submeshes;  // empty: whichever have it
    int mesh = -1;                   // number of the mesh, -1: whichever has it
};
void add_morph_track(Document&, const MorphTarget&, uint32_t rows, Column time, Column weight, Where);

// ---- meshes ----

struct Submesh {
    int slot = -1;  // material thread id
    Bytes where_slot;
    VertexSet set;             // position, normal, uv, physical, influences, where; name and lod are set later
    Column color;              // 3 floats per vertex, 0..1; may be empty
    int32_t lod_steps = 0;     // as stored
    uint32_t collapse = none;  // index in `lists`: per vertex the id as stored (-1: none); none: the file has none
    uint32_t collapse_faces = none;   // index in `lists`: per vertex the number of faces
    uint32_t first = 0, indices = 0;  // corners in `lists`
    bool winding_rule = false;        // binary files: face 0 decides over the winding of all
    Bytes faces;                      // the corners as 4-byte numbers in the file; size 0: they are not
    Bytes where;
};
struct Spring {
    int32_t from = -1, to = -1;  // vertices
    float coefficient = 0, length = 0;
    Bytes where;
};
// Notes on those of the submesh that is about to be added.
void check_springs(Document&, std::span<const Spring>, uint32_t vertices);
// Adds a vertex set and the mesh that draws it; returns the index of the set.
int add_submesh(Document&, Submesh&&);

struct Blend {
    std::string name;
    std::vector<uint32_t> vertex;
    Column position, normal;  // 3 floats per entry, in the arena; normal may be empty
    bool absolute = true;     // else offsets
    Bytes where;
};
void add_morph(Document&, int set, Blend&&);
// Gives the meshes their names: the file's own, numbered where there are several.
void finish_meshes(Document&);

// ---- materials ----

struct Map {
    std::string file, type;  // type: empty where the file has none
    Bytes where;
};
struct Colors {
    vec4 ambient{0}, diffuse{0}, specular{0};  // 0..255
    float shininess = 0;
};
void add_material(Document&, const Colors&, std::span<const Map>, Bytes where);

}  // namespace bonescope::cal3d
