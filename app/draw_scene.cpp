#include "app/draw_scene.h"
#include "app/bone_shapes.h"
#include "app/theme.h"
#include "core/far_places.h"
#include "core/image.h"
#include "core/text.h"
#include <atomic>
#include <numeric>
#include <thread>
#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace bonescope {
namespace {

constexpr vec4 neutral_surface{0.55f, 0.61f, 0.71f, 1};

template <class Add> void each_vertex(const Scene& scene, const Frame& frame, int set, Add add) {
    if (set < 0 || std::size_t(set) >= scene.sets.size()) return;
    if (std::size_t(set) < frame.sets.size() && !frame.sets[std::size_t(set)].position.empty()) {
        for (const vec3 p : frame.sets[std::size_t(set)].position)
            if (finite(p)) add(p);
        return;
    }
    const SetUse& use = scene.sets[std::size_t(set)];
    if (use.get().position.empty()) return;
    for (uint32_t v = 0; v < use.get().vertices; ++v)
        if (const vec3 p = use.doc->triple(use.get().position, v); finite(p)) add(p);
}

template <class To> void add_all(const Scene& scene, const Frame& frame, const Pose& pose, To& to) {
    for (std::size_t s = 0; s < scene.sets.size(); ++s) {
        const bool used = std::any_of(scene.meshes.begin(), scene.meshes.end(),
                                      [&](const MeshUse& use) { return use.set == static_cast<int>(s); });
        if (used) each_vertex(scene, frame, static_cast<int>(s), [&](vec3 p) { to.add(p); });
    }
    for (const FlatPiece& piece : frame.flat.pieces)
        for (uint32_t v = piece.first; piece.alpha > 0 && v < piece.first + piece.count; ++v)
            if (const vec3 p(frame.flat.at[v], 0); finite(p)) to.add(p);
    for (const SlotNow& now : frame.planar.slots) {
        const bool box = now.shown && now.shown->kind == DisplayKind::Box && now.shown->shape != BoxShape::Polygon;
        for (const vec2 corner : {vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, 1)})
            if (box) to.add(vec3(now.place * (corner * now.shown->size / 2.f), 0));
    }
    if (frame.flat.pieces.empty())  // paths and polygons are all there is to see
        for (const vec2 place : frame.planar.vertices)
            if (const vec3 p(place, 0); finite(p)) to.add(p);
    for (const mat4& m : pose.matrix)
        if (finite(vec3(m[3]))) to.add(vec3(m[3]));
}

// Leaves out what lies further away than any place that the bind pose lets one expect: one broken frame must not make
// all else a dot.
template <class To> class Near {
public:
    Near(const Scene& scene, To& to) : to_(to) {
        std::vector<float> reaches;
        for (const mat4& m : scene.bind.matrix) reaches.push_back(reach_of(vec3(m[3])));
        limit_ = farthest_meant(std::move(reaches));
    }
    void add(vec3 p) {
        if (reach_of(p) <= limit_) to_.add(p);
    }

private:
    static float reach_of(vec3 p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }
    To& to_;
    float limit_;
};

// Bones without a child reach beyond their joints.
template <class To> void add_stubs(const Scene& scene, const Pose& pose, To& to) {
    std::vector<vec3> ends;
    if (const Skeleton* skeleton = scene.skeleton()) add_stub_ends(*skeleton, scene.bind, pose, ends);
    for (const vec3 end : ends)
        if (finite(end)) to.add(end);
}

Faces faces_of(Cull cull) {
    switch (cull) {
    case Cull::None:
        return Faces::Both;
    case Cull::Clockwise:
        return Faces::Anticlockwise;
    case Cull::Anticlockwise:
        return Faces::Clockwise;
    }
    return Faces::Both;
}

Blend blend_of(BlendMode mode) {
    switch (mode) {
    case BlendMode::Opaque:
        return Blend::Opaque;
    case BlendMode::Alpha:
        return Blend::Alpha;
    case BlendMode::Add:
        return Blend::Add;
    case BlendMode::Modulate:
        return Blend::Modulate;
    }
    return Blend::Opaque;
}

// Lines and points of a mesh as pairs of vertices; empty for one of triangles.
std::vector<uint32_t> line_ends(const Document& doc, const Mesh& mesh, uint32_t vertices) {
    std::vector<uint32_t> out;
    if (mesh.primitive >= Primitive::Triangles) return out;
    const uint32_t count = mesh.indices ? mesh.indices : vertices;
    const auto corner = [&](uint32_t i) { return mesh.indices ? doc.lists[mesh.first + i] : i; };
    const uint32_t step = mesh.primitive == Primitive::Lines ? 2 : 1,
                   reach = mesh.primitive == Primitive::Points ? 0 : 1;
    for (uint32_t i = 0; i + reach < count; i += step)
        if (corner(i) < vertices && corner(i + reach) < vertices) out.insert(out.end(), {corner(i), corner(i + reach)});
    return out;
}

}  // namespace

Box rest_bounds(const Scene& scene) {
    Box box;
    Near near(scene, box);
    add_all(scene, Frame{}, scene.bind, near);
    return box;
}

Box bounds(const Scene& scene, const Frame& frame) {
    Box box;
    Near near(scene, box);
    add_all(scene, frame, frame.pose, near);
    add_stubs(scene, frame.pose, near);
    return box;
}

void frame_all(const Scene& scene, const Frame& frame, Framing& framing) {
    Near near(scene, framing);
    add_all(scene, frame, frame.pose, near);
    add_stubs(scene, frame.pose, near);
}

Box mesh_bounds(const Scene& scene, const Frame& frame, int mesh) {
    Box box;
    if (mesh < 0 || std::size_t(mesh) >= scene.meshes.size()) return box;
    const MeshUse& use = scene.meshes[std::size_t(mesh)];
    if (use.set < 0 || std::size_t(use.set) >= frame.sets.size()) return box;
    const auto& places = frame.sets[std::size_t(use.set)].position;
    for (const uint32_t corner : triangles(*use.doc, use.get()))
        if (corner < places.size() && finite(places[corner])) box.add(places[corner]);
    return box;
}

Box slot_bounds(const Frame& frame, int slot) {
    Box box;
    for (const FlatPiece& piece : frame.flat.pieces)
        for (uint32_t v = piece.first; piece.slot == slot && v < piece.first + piece.count; ++v)
            if (const vec3 p(frame.flat.at[v], 0); finite(p)) box.add(p);
    return box;
}

Box joint_bounds(const Scene& scene, const Frame& frame, int joint) {
    Box box;
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton || joint < 0 || std::size_t(joint) >= frame.pose.matrix.size()) return box;
    const auto add = [&](int j) {
        if (j >= 0 && finite(place_of(frame.pose, j))) box.add(place_of(frame.pose, j));
    };
    add(joint);
    add(skeleton->joints[std::size_t(joint)].parent);
    for (std::size_t j = 0; j < skeleton->joints.size(); ++j)
        if (skeleton->joints[j].parent == joint) add(static_cast<int>(j));
    return box;
}

uint32_t heat_color(float weight) {
    static constexpr vec3 stops[] = {{0.10f, 0.19f, 0.75f},
                                     {0.08f, 0.62f, 0.85f},
                                     {0.25f, 0.76f, 0.33f},
                                     {0.95f, 0.80f, 0.20f},
                                     {0.90f, 0.15f, 0.12f}};
    if (!(weight > 0)) weight = 0;
    const float at = std::min(weight, 1.f) * 4;
    const int below = std::min(static_cast<int>(at), 3);
    const vec3 c = glm::mix(stops[below], stops[below + 1], at - static_cast<float>(below)) * 255.f + 0.5f;
    return 0xFF000000u | uint32_t(c.z) << 16 | uint32_t(c.y) << 8 | uint32_t(c.x);
}

float unit_at(const Camera& camera, float view_height, vec3 place) {
    const float depth =
        camera.orthographic || camera.flat ? camera.distance : -(view_matrix(camera) * vec4(place, 1)).z;
    return 2 * std::tan(camera.field_of_view / 2) * std::max(depth, camera.near_plane) / std::max(view_height, 1.f);
}

struct ScenePainter::SetBuffers {
    Geometry geometry;
    std::vector<uint32_t> indices;
    bool thinned = false;  // triangles with a corner that is not finite are left out just now
};

namespace {
// The calling thread leaves the processors to those that draw: a posed model without its pictures comes first.
void step_back() {
#ifdef __linux__
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 10);
#endif
}
}  // namespace

// Decodes pictures one after another on a thread of its own.
struct ScenePainter::Decoding {
    std::vector<TextureUse> textures;
    std::vector<Image> images;
    std::atomic<std::size_t> ready = 0;
    std::size_t taken = 0;
    bool sprites = false;
    std::jthread thread;

    Decoding(const Scene& scene, std::function<void()> tell)
        : textures(scene.textures), images(scene.textures.size()), sprites(shown_flat(scene)) {
        thread = std::jthread([this, tell = std::move(tell)](std::stop_token stop) {
            step_back();
            for (std::size_t i = 0; i < textures.size() && !stop.stop_requested(); ++i) {
                if (!textures[i].path.empty()) images[i] = read_image(textures[i].path);
                if (!textures[i].mask.empty()) apply_mask(images[i], read_image(textures[i].mask));
                if (sprites) multiply_by_alpha(images[i].rgba);
                ready.store(i + 1, std::memory_order_release);
                ready.notify_one();
                if (tell) tell();
            }
        });
    }
};

ScenePainter::ScenePainter() = default;
ScenePainter::~ScenePainter() = default;

Ground ground_of(const Box& rest, bool z_up) {
    Ground out;
    out.z_up = z_up;
    if (rest.empty()) return out;
    const int up = z_up ? 2 : 1;
    out.step = grid_spacing(rest.radius());
    out.centre = rest.centre();
    // At the origin where the model stands on it, else under its feet.
    const float high = rest.max[up] - rest.min[up];
    out.height = std::abs(rest.min[up]) < 0.1f * high ? 0 : rest.min[up];
    out.centre[up] = out.height;
    return out;
}

void ScenePainter::set_scene(const Scene& scene, std::function<void()> ready) {
    decoding_.reset();
    sets_.clear();
    textures_.clear();
    textures_.resize(scene.textures.size());
    sets_.resize(scene.sets.size());
    colored_by_ = -2;
    set_indices(scene);
    for (std::size_t s = 0; s < sets_.size(); ++s) upload_set(scene, s);
    rest_ = rest_bounds(scene);
    if (!scene.textures.empty()) decoding_ = std::make_unique<Decoding>(scene, std::move(ready));
}

void ScenePainter::set_indices(const Scene& scene) {
    pieces_.clear();
    detail_ = scene.detail;
    for (SetBuffers& set : sets_) set.indices.clear();
    for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
        const MeshUse& use = scene.meshes[m];
        if (use.set < 0 || std::size_t(use.set) >= sets_.size() ||
            scene.sets[std::size_t(use.set)].get().position.empty())
            continue;
        std::vector<uint32_t>& indices = sets_[std::size_t(use.set)].indices;
        const std::vector<uint32_t> own = triangles(*use.doc, use.get(), detail_);
        pieces_.push_back({static_cast<int>(m), use.set, use.material, static_cast<uint32_t>(indices.size()),
                           static_cast<uint32_t>(own.size()),
                           line_ends(*use.doc, use.get(), scene.sets[std::size_t(use.set)].get().vertices)});
        indices.insert(indices.end(), own.begin(), own.end());
    }
    for (SetBuffers& set : sets_) set.geometry.set_indices(set.indices), set.thinned = false;
}

void ScenePainter::upload_set(const Scene& scene, std::size_t s) {
    const SetUse& use = scene.sets[s];
    const VertexSet& set = use.get();
    int uv_set = 0;
    for (const Piece& piece : pieces_)
        if (piece.set == static_cast<int>(s) && piece.material >= 0)
            uv_set = scene.materials[std::size_t(piece.material)].get().uv_set;
    if (set.uv.empty()) return;
    const std::size_t index = uv_set >= 0 && std::size_t(uv_set) < set.uv.size() ? std::size_t(uv_set) : 0;
    std::vector<vec2> uv(set.vertices);
    for (uint32_t v = 0; v < set.vertices; ++v)
        uv[v] = {use.doc->number(set.uv[index], v, 0), use.doc->number(set.uv[index], v, 1)};
    sets_[s].geometry.set_uv(uv);
}

bool ScenePainter::take_textures(const Scene& scene, bool wait) {
    if (!decoding_) return false;
    bool changed = false;
    while (decoding_->taken < scene.textures.size()) {
        if (wait) decoding_->ready.wait(decoding_->taken, std::memory_order_acquire);
        if (decoding_->ready.load(std::memory_order_acquire) <= decoding_->taken) return changed;
        const std::size_t i = decoding_->taken++;
        Image& image = decoding_->images[i];
        if (image.rgba.empty()) {
            if (!image.error.empty())
                faults_.push_back(fmt::format("texture {}: {}", decode(scene.textures[i].path), image.error));
            continue;
        }
        textures_[i] = make_texture(image.width, image.height, image.rgba.data(), image.has_alpha);
        image = {};
        changed = true;
        if (!wait) return true;  // one a frame: an upload takes a while
    }
    decoding_.reset();
    return changed;
}

void ScenePainter::set_frame(const Scene& scene, const Frame& frame) {
    if (scene.detail != detail_) set_indices(scene);
    if (shown_flat(scene)) flat_.set_frame(scene, frame);
    for (std::size_t s = 0; s < sets_.size() && s < frame.sets.size(); ++s) {
        const SetFrame& now = frame.sets[s];
        SetBuffers& buffers = sets_[s];
        if (now.position.size() != scene.sets[s].get().vertices) continue;
        buffers.geometry.set_positions(now.position);
        buffers.geometry.set_normals(now.normal.size() == now.position.size() ? std::span<const vec3>(now.normal)
                                                                              : std::span<const vec3>());
        const bool broken = !std::all_of(now.position.begin(), now.position.end(), finite);
        if (!broken && !buffers.thinned) continue;
        std::vector<uint32_t> kept = buffers.indices;
        for (std::size_t i = 0; i + 2 < kept.size(); i += 3)
            for (std::size_t k = 0; k < 3; ++k)
                if (!finite(now.position[buffers.indices[i + k]])) kept[i] = kept[i + 1] = kept[i + 2];
        buffers.geometry.set_indices(kept);
        buffers.thinned = broken;
    }
}

void ScenePainter::set_colors(const Scene& scene, int weights_of) {
    if (weights_of == colored_by_) return;
    colored_by_ = weights_of;
    for (std::size_t s = 0; s < sets_.size(); ++s) {
        const SetUse& use = scene.sets[s];
        std::vector<uint32_t> colors;
        if (weights_of >= 0) {
            colors.assign(use.get().vertices, heat_color(0));
            const Influences& bound = use.bound;
            for (uint32_t v = 0; !bound.empty() && v < use.get().vertices; ++v)
                for (uint32_t i = bound.first[v]; i < bound.first[v + 1]; ++i)
                    if (bound.joint[i] == weights_of) colors[v] = heat_color(bound.weight[i]);
        } else if (use.get().color != none) {
            const auto from = use.doc->lists.begin() + use.get().color;
            colors.assign(from, from + use.get().vertices);
        }
        sets_[s].geometry.set_colors(colors);
    }
}

Surface ScenePainter::surface_of(const Scene& scene, const Piece& piece, const SceneLook& look) const {
    Surface out;
    out.diffuse = neutral_surface;
    out.ambient = vec3(neutral_surface);
    if (look.show.weights) {
        out.diffuse = look.joint >= 0 ? vec4(1) : neutral_surface;
        out.ambient = vec3(out.diffuse);
        out.vertex_colors = look.joint >= 0;
        return out;
    }
    if (piece.material < 0) return out;
    const MaterialUse& use = scene.materials[std::size_t(piece.material)];
    const Material& material = use.get();
    const Texture* texture = use.texture < 0 ? nullptr : &textures_[std::size_t(use.texture)];
    if (texture && !texture->name) texture = nullptr;
    out.flip_v = look.show.flip_v;
    out.faces = look.show.two_sided ? Faces::Both : faces_of(material.cull);
    // A texture that is missing leaves the neutral surface: a material's white would look like an answer.
    if (!material.texture.empty() && (!texture || !look.show.textures)) return out;
    out.texture = texture;
    out.diffuse = material.diffuse;
    out.ambient = vec3(material.ambient);
    out.emissive = vec3(material.emissive);
    out.lit = material.lighting;
    out.clamp = material.clamp;
    out.blend = blend_of(material.blend);
    out.depth_write = material.depth_write, out.depth_check = material.depth_check;
    out.alpha_reject = material.alpha_reject;
    out.vertex_colors = !material.lighting;
    if (!material.lighting) out.diffuse = vec4(1);
    if (out.blend != Blend::Alpha) out.diffuse.a = 1;
    return out;
}

void ScenePainter::draw_meshes(const Scene& scene, const Frame& frame, const SceneLook& look) {
    set_colors(scene, look.show.weights ? look.joint : -1);
    std::vector<std::pair<float, const Piece*>> later;
    const mat4 view = view_matrix(look.camera);
    for (const Piece& piece : pieces_) {
        if (!scene.meshes[std::size_t(piece.mesh)].visible || std::size_t(piece.set) >= frame.sets.size()) continue;
        const Surface surface = surface_of(scene, piece, look);
        if (surface.blend != Blend::Opaque) {
            const vec3 centre = mesh_bounds(scene, frame, piece.mesh).centre();
            later.emplace_back((view * vec4(centre, 1)).z, &piece);
            continue;
        }
        renderer_.triangles(sets_[std::size_t(piece.set)].geometry, piece.first, piece.count, surface);
    }
    std::stable_sort(later.begin(), later.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [depth, piece] : later)
        renderer_.triangles(sets_[std::size_t(piece->set)].geometry, piece->first, piece->count,
                            surface_of(scene, *piece, look));
}

void ScenePainter::draw_thin(const Frame& frame, const SceneLook& look) {
    std::vector<Line> lines;
    for (const Piece& piece : pieces_) {
        if (piece.ends.empty() || std::size_t(piece.set) >= frame.sets.size()) continue;
        const auto& at = frame.sets[std::size_t(piece.set)].position;
        for (std::size_t i = 0; i + 1 < piece.ends.size(); i += 2) {
            const uint32_t a = piece.ends[i], b = piece.ends[i + 1];
            if (a < at.size() && b < at.size() && finite(at[a]) && finite(at[b]))
                lines.push_back({at[a], at[b], color::scene_a, color::scene_a, (a == b ? 3.f : 1.3f) * look.scale});
        }
    }
    renderer_.lines(lines, Depth::Test);
}

void ScenePainter::draw_bones(const Scene& scene, const Frame& frame, const SceneLook& look, float height) {
    const Skeleton* skeleton = scene.skeleton();
    if (!skeleton) return;
    BoneLook bones;
    bones.selected = look.joint, bones.hovered = look.hovered;
    bones.axes = look.show.axes;
    bones.pixel = look.scale;
    bones.unit = [&](vec3 place) { return unit_at(look.camera, height, place); };
    const BoneShapes shapes = bone_shapes(*skeleton, scene.bind, frame.pose, bones);
    renderer_.plain(shapes.fills, Depth::OnTop);
    renderer_.lines(shapes.lines, Depth::OnTop);
}

void ScenePainter::draw_grid() {
    constexpr ImU32 weak = color::with_alpha(color::rgb(0x59636E), 90);
    constexpr ImU32 strong = color::with_alpha(color::rgb(0x6E7985), 150);
    renderer_.lines(grid_lines(ground_.centre, ground_.z_up, ground_.step, 24, weak, strong), Depth::Test);
}

void ScenePainter::draw_wire(const SceneLook& look) {
    for (const Piece& piece : pieces_) {
        const bool selected = piece.mesh == look.mesh;
        if (!look.show.wire && !selected) continue;
        const ImU32 ink = selected ? color::with_alpha(color::selection, look.show.wire ? 150 : 60)
                                   : color::with_alpha(color::scene_a, look.show.mesh ? 70 : 130);
        renderer_.wireframe(sets_[std::size_t(piece.set)].geometry, piece.first, piece.count, ink);
    }
}

// A line on which a dot stands for every frame.
void ScenePainter::draw_path(const SceneLook& look) {
    if (!look.path) return;
    const std::vector<vec3>& way = *look.path;
    std::vector<Line> lines;
    lines.reserve(2 * way.size());
    constexpr ImU32 ink = color::with_alpha(color::rgb(0xE9DA9B), 190);
    for (std::size_t i = 0; i < way.size(); ++i) {
        if (!finite(way[i])) continue;
        if (i + 1 < way.size() && finite(way[i + 1]) && way[i] != way[i + 1])
            lines.push_back({way[i], way[i + 1], ink, ink, 1.3f * look.scale});
        lines.push_back({way[i], way[i], ink, ink, 3.2f * look.scale});
    }
    renderer_.lines(lines, Depth::OnTop);
}

void ScenePainter::draw_vertex(const Scene& scene, const Frame& frame, const SceneLook& look) {
    if (look.mesh < 0 || look.vertex < 0 || std::size_t(look.mesh) >= scene.meshes.size()) return;
    const int set = scene.meshes[std::size_t(look.mesh)].set;
    if (set < 0 || std::size_t(set) >= frame.sets.size()) return;
    const auto& places = frame.sets[std::size_t(set)].position;
    if (std::size_t(look.vertex) >= places.size() || !finite(places[std::size_t(look.vertex)])) return;
    const vec3 at = places[std::size_t(look.vertex)];
    const Line marks[] = {{at, at, color::panel, color::panel, 9 * look.scale},
                          {at, at, color::selection, color::selection, 6 * look.scale}};
    renderer_.lines(marks, Depth::OnTop);
}

void ScenePainter::draw_plane(const Scene& scene, const Frame& frame, const SceneLook& look, const Target& target) {
    if (look.show.mesh) renderer_.plain(canvas_of(scene), Depth::OnTop);
    if (look.show.grid) draw_grid();
    flat_.draw(renderer_, scene, frame, look, textures_, static_cast<float>(target.height()));
    draw_path(look);
    renderer_.end(target);
}

void ScenePainter::draw(const Scene& scene, const Frame& frame, const SceneLook& look, const Target& target) {
    Camera camera = look.camera;
    Box box = bounds(scene, frame);
    if (!box.empty()) set_planes(camera, box);
    ground_ = ground_of(camera.flat ? box : rest_, camera.z_up || camera.flat);
    if (camera.flat) ground_.height = ground_.centre.z = 0;
    renderer_.begin(target, camera, color::view);
    if (camera.flat) return draw_plane(scene, frame, look, target);
    if (look.show.mesh) draw_meshes(scene, frame, look), draw_thin(frame, look);
    draw_wire(look);
    if (look.show.grid) draw_grid();
    if (look.show.bones) draw_bones(scene, frame, look, static_cast<float>(target.height()));
    draw_path(look);
    draw_vertex(scene, frame, look);
    renderer_.end(target);
}

void ScenePainter::draw_empty(const Camera& camera, const Target& target) {
    renderer_.begin(target, camera, color::view);
    draw_grid();
    renderer_.end(target);
}

}  // namespace bonescope
