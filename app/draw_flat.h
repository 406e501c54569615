// 2D scenes as a picture: sprites with their blend modes, and what lies over them.
#pragma once
#include "core/scene.h"
#include "renderer/renderer.h"

namespace bonescope {

struct SceneLook;

class FlatPainter {
public:
    void set_frame(const Scene&, const Frame&);
    void draw(Renderer&, const Scene&, const Frame&, const SceneLook&, std::span<const Texture>, float height);

private:
    void draw_sprites(Renderer&, const Scene&, const Frame&, const SceneLook&, std::span<const Texture>);
    void set_colors(const Scene&, const Frame&, int weights_of);

    Geometry geometry_;
    int colored_by_ = -1;
};

// The colours of a picture times its alpha, which is how sprites are drawn.
void multiply_by_alpha(std::span<unsigned char> rgba);

// The ground that an armature's file paints, as triangles; empty where it paints none.
std::vector<PlainVertex> canvas_of(const Scene&);

// Outlines and marks, apart from the renderer.
struct FlatMarks {
    std::vector<PlainVertex> fills;
    std::vector<Line> lines;
};
// `unit`: scene units per pixel.
FlatMarks flat_marks(const Scene&, const Frame&, const SceneLook&, float unit);

// Where a bone ends: its joint when it has no length.
vec2 tip_of(const Skeleton&, const PlanarFrame&, int joint);

// The bone nearest to a place within `reach` scene units; -1: none.
int flat_joint_at(const Scene&, const Frame&, vec2 place, float reach);

}  // namespace bonescope
