#include "app/draw_flat.h"
#include "app/draw_scene.h"
#include "app/theme.h"
#include <algorithm>

namespace bonescope {
namespace {

Blend blend_of(SlotBlend blend) {
    switch (blend) {
    case SlotBlend::Add:
        return Blend::Sum;
    case SlotBlend::Alpha:
        return Blend::Keep;
    case SlotBlend::Darken:
        return Blend::Darken;
    case SlotBlend::Difference:
        return Blend::Difference;
    case SlotBlend::Erase:
        return Blend::Erase;
    case SlotBlend::HardLight:
        return Blend::HardLight;
    case SlotBlend::Invert:
        return Blend::Invert;
    case SlotBlend::Lighten:
        return Blend::Lighten;
    case SlotBlend::Multiply:
        return Blend::Multiply;
    case SlotBlend::Overlay:
        return Blend::Overlay;
    case SlotBlend::Screen:
        return Blend::Screen;
    case SlotBlend::Subtract:
        return Blend::Subtract;
    case SlotBlend::Normal:
    case SlotBlend::Layer:  // a picture by itself is a layer already
        return Blend::Over;
    }
    return Blend::Over;
}

Surface surface_of(const FlatPiece& piece, const SceneLook& look, std::span<const Texture> textures) {
    Surface out;
    out.sprite = true;
    out.lit = out.depth_write = out.depth_check = false;
    out.clamp = true;
    out.blend = blend_of(piece.blend);
    out.vertex_colors = look.show.weights && look.joint >= 0;
    if (out.vertex_colors) {
        out.blend = Blend::Over;
        out.whiten = 0.8f;
    } else {
        out.diffuse = piece.color.multiply;
        out.add = piece.color.add / 255.f;
        out.diffuse.a *= piece.alpha;
        out.add.a *= piece.alpha;
    }
    if (out.blend == Blend::Invert) {
        out.diffuse = {1, 1, 1, out.diffuse.a}, out.add = {0, 0, 0, out.add.a};
        out.whiten = 1;
    }
    if (piece.texture >= 0 && std::size_t(piece.texture) < textures.size())
        out.texture = &textures[std::size_t(piece.texture)];
    return out;
}

bool same(const Surface& a, const Surface& b) {
    return a.texture == b.texture && a.diffuse == b.diffuse && a.add == b.add && a.blend == b.blend &&
           !reads_picture(a.blend);
}

// 1 where the bone alone moves it, 0 where it does not.
float weight_at(const Document& doc, const Rig& rig, const FlatPiece& piece, uint32_t vertex, int joint) {
    const Influences* by = piece.set < 0 ? nullptr : &doc.sets[std::size_t(piece.set)].influences;
    if (!by || by->empty()) {
        const bool own = piece.slot >= 0 && rig.slots[std::size_t(piece.slot)].joint == joint;
        return own ? 1.f : 0.f;
    }
    float sum = 0;
    if (vertex + 1 >= by->first.size()) return 0;
    for (uint32_t i = by->first[vertex]; i < by->first[vertex + 1]; ++i)
        if (by->joint[i] == joint) sum += by->weight[i];
    return sum;
}

}  // namespace

void multiply_by_alpha(std::span<unsigned char> rgba) {
    for (std::size_t i = 0; i + 3 < rgba.size(); i += 4)
        for (std::size_t k = 0; k < 3; ++k)
            rgba[i + k] = static_cast<unsigned char>((rgba[i + k] * rgba[i + 3] + 127) / 255);
}

void FlatPainter::set_frame(const Scene&, const Frame& frame) {
    std::vector<vec3> places;
    places.reserve(frame.flat.at.size());
    for (const vec2 p : frame.flat.at) places.emplace_back(p, 0.f);
    geometry_.set_positions(places);
    geometry_.set_uv(frame.flat.uv);
    geometry_.set_indices(frame.flat.corners);
    colored_by_ = -1;
}

void FlatPainter::set_colors(const Scene& scene, const Frame& frame, int weights_of) {
    if (weights_of == colored_by_ || weights_of < 0) return;
    colored_by_ = weights_of;
    const Document& doc = *scene.skeleton_document();
    std::vector<uint32_t> colors(frame.flat.at.size(), heat_color(0));
    for (const FlatPiece& piece : frame.flat.pieces)
        for (uint32_t v = 0; v < piece.count && piece.depth == 0; ++v)
            colors[piece.first + v] = heat_color(weight_at(doc, *scene.skeleton()->rig, piece, v, weights_of));
    geometry_.set_colors(colors);
}

void FlatPainter::draw_sprites(Renderer& renderer, const Scene& scene, const Frame& frame, const SceneLook& look,
                               std::span<const Texture> textures) {
    const bool weights = look.show.weights && look.joint >= 0 && scene.skeleton();
    if (weights) set_colors(scene, frame, look.joint);
    const auto& pieces = frame.flat.pieces;
    if (!weights && std::any_of(pieces.begin(), pieces.end(),
                                [](const FlatPiece& piece) { return reads_ground(blend_of(piece.blend)); }))
        renderer.keep_ground();
    // Neighbours that look alike go together.
    Surface now;
    uint32_t first = 0, count = 0;
    const auto flush = [&] {
        if (count > 0) renderer.triangles(geometry_, first, count, now);
        count = 0;
    };
    for (const FlatPiece& piece : pieces) {
        const Surface surface = surface_of(piece, look, textures);
        const bool has_picture = surface.texture && surface.texture->name && look.show.textures;
        if (!(piece.alpha > 0) || (!weights && !has_picture)) continue;
        if (count > 0 && (!same(now, surface) || first + count != piece.first_corner)) flush();
        if (count == 0) now = surface, first = piece.first_corner;
        count += piece.corners;
    }
    flush();
}

std::vector<PlainVertex> canvas_of(const Scene& scene) {
    const Rig* rig = scene.skeleton() ? scene.skeleton()->rig.get() : nullptr;
    if (!rig || rig->canvas_color < 0 || !(rig->canvas.z > 0 && rig->canvas.w > 0)) return {};
    const vec2 centre(rig->canvas.x, rig->canvas.y), half = vec2(rig->canvas.z, rig->canvas.w) / 2.f;
    std::vector<PlainVertex> out;
    for (const vec2 corner : {vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1)})
        out.push_back({vec3(centre + half * corner, 0.f), color::rgb(static_cast<uint32_t>(rig->canvas_color))});
    return out;
}

void FlatPainter::draw(Renderer& renderer, const Scene& scene, const Frame& frame, const SceneLook& look,
                       std::span<const Texture> textures, float height) {
    if (look.show.mesh) draw_sprites(renderer, scene, frame, look, textures);
    if (look.show.wire)
        renderer.wireframe(geometry_, 0, static_cast<uint32_t>(frame.flat.corners.size()),
                           color::with_alpha(color::scene_a, look.show.mesh ? 90 : 150));
    const FlatMarks marks = flat_marks(scene, frame, look, unit_at(look.camera, height, vec3(0)));
    renderer.plain(marks.fills, Depth::OnTop);
    renderer.lines(marks.lines, Depth::OnTop);
}

}  // namespace bonescope
