// What a 2D scene shows at one moment: pictures and outlines, back to front. Armature space of the scene's own
// armature: pixels, y grows downwards.
#pragma once
#include "core/planar.h"
#include <unordered_map>

namespace bonescope {

struct FlatPiece {
    int slot = -1;     // of the scene's armature; of what is inside a nested one the slot that shows it
    int depth = 0;     // 0: the scene's armature shows it, 1: an armature in one of its slots does, …
    int texture = -1;  // index in Scene::textures; -1: nothing is known to draw, the outline stands for it
    int set = -1;      // of a mesh: vertex set of the document that the armature is in; its vertices are the piece's
    const Display* display = nullptr;
    uint32_t first = 0, count = 0;           // in FlatPicture::at and uv
    uint32_t first_corner = 0, corners = 0;  // in FlatPicture::corners: triangles
    ColorChange color;                       // with that of the slots around it
    float alpha = 1;
    SlotBlend blend = SlotBlend::Normal;
};

struct FlatPicture {
    std::vector<FlatPiece> pieces;
    std::vector<vec2> at, uv;  // uv: 0..1 of the whole picture file, v downwards
    std::vector<uint32_t> corners;
    uint32_t nested = 0;  // armatures in slots that were posed for it
    void clear() { pieces.clear(), at.clear(), uv.clear(), corners.clear(), nested = 0; }
};

// A picture by its name: where it lies, and in which file.
struct RegionUse {
    const AtlasPage* page = nullptr;
    const AtlasRegion* region = nullptr;
    int texture = -1;   // index in Scene::textures
    vec2 page_size{0};  // pixels; 0: not known
};
using RegionTable = std::unordered_map<std::string_view, RegionUse>;  // names are those in the documents

// The corners of an image display before its slot's matrix, left top, right top, right bottom, left bottom.
std::array<vec2, 4> image_quad(const Display&, const RegionUse&);
// From a place in a region, 0..1 with the picture upright, to one on its page.
vec2 page_uv(const RegionUse&, vec2 uv);

struct Scene;
const RegionUse* find_region(const Scene&, const Display&);  // of an image or mesh; null: there is none
void flat_picture(const Scene&, const PlanarFrame&, std::span<const Layer>, FlatPicture& out);
bool shown_flat(const Scene&);  // its skeleton is a 2D armature, or all it has are pages of pictures

// The topmost piece with something at a place; -1: none.
int piece_at(const FlatPicture&, vec2 place);

}  // namespace bonescope
