// A scene at one moment as a picture: the one place that turns model types into renderer calls. Window, shot, sheet and
// tests share it.
#pragma once
#include "app/app.h"
#include "app/draw_flat.h"
#include "renderer/renderer.h"
#include <functional>
#include <memory>
#include <utility>

namespace bonescope {

struct SceneLook {
    ViewOptions show;
    Camera camera;
    int joint = -1, hovered = -1;  // selected and hovered joint
    int mesh = -1, vertex = -1;    // selected mesh of the scene; vertex of its set
    int slot = -1;                 // selected slot of the rig
    float scale = 1;               // pixels per design pixel
    Encoding encoding = Encoding::Guess;
    std::shared_ptr<const std::vector<vec3>> path;  // of the root; may be null
    bool operator==(const SceneLook&) const = default;
};

// Everything finite: vertices (as far as meshes use them) and joints of the frame.
Box bounds(const Scene&, const Frame&);
void frame_all(const Scene&, const Frame&, Framing&);     // adds the same points
Box rest_bounds(const Scene&);                            // of the stored vertices and the bind pose
Box joint_bounds(const Scene&, const Frame&, int joint);  // the joint, its parent and its children
Box mesh_bounds(const Scene&, const Frame&, int mesh);
Box slot_bounds(const Frame&, int slot);

uint32_t heat_color(float weight);                            // 0 blue .. 1 red
float unit_at(const Camera&, float view_height, vec3 place);  // scene units per pixel

// The grid under a scene.
struct Ground {
    float step = 1, height = 0;  // scene units
    vec3 centre{0};
    bool z_up = false;
};
Ground ground_of(const Box& rest, bool z_up);

// Holds what a scene needs on the graphics card.
class ScenePainter {
public:
    ScenePainter();
    ~ScenePainter();
    ScenePainter(const ScenePainter&) = delete;
    ScenePainter& operator=(const ScenePainter&) = delete;

    // Textures are decoded in the background from here on; `ready` is called there after each of them.
    void set_scene(const Scene&, std::function<void()> ready = {});
    bool take_textures(const Scene&, bool wait);  // uploads those that are ready; true when the picture changes
    void set_frame(const Scene&, const Frame&);   // after every evaluation
    void draw(const Scene&, const Frame&, const SceneLook&, const Target&);
    void draw_empty(const Camera&, const Target&);  // just a ground

    // Why pictures of the scene cannot be shown; emptied.
    std::vector<std::string> take_faults() { return std::exchange(faults_, {}); }

    const Ground& ground() const { return ground_; }
    // Of Scene::textures; null: it is not there (yet).
    const Texture* texture(int index) const {
        const bool there = index >= 0 && std::size_t(index) < textures_.size() && textures_[std::size_t(index)].name;
        return there ? &textures_[std::size_t(index)] : nullptr;
    }

private:
    struct Piece {  // one mesh of the scene
        int mesh = -1, set = -1, material = -1;
        uint32_t first = 0, count = 0;  // in the set's indices
        std::vector<uint32_t> ends;     // of lines, in pairs; of points, the same twice
    };
    struct SetBuffers;
    struct Decoding;
    void set_indices(const Scene&);
    void upload_set(const Scene&, std::size_t set);
    void set_colors(const Scene&, int weights_of);
    Surface surface_of(const Scene&, const Piece&, const SceneLook&) const;
    void draw_meshes(const Scene&, const Frame&, const SceneLook&);
    void draw_bones(const Scene&, const Frame&, const SceneLook&, float height);
    void draw_thin(const Frame&, const SceneLook&);
    void draw_wire(const SceneLook&);
    void draw_path(const SceneLook&);
    void draw_vertex(const Scene&, const Frame&, const SceneLook&);
    void draw_grid();
    void draw_plane(const Scene&, const Frame&, const SceneLook&, const Target&);

    Renderer renderer_;
    FlatPainter flat_;
    std::vector<SetBuffers> sets_;
    std::vector<Piece> pieces_;
    std::vector<Texture> textures_;  // per Scene::textures
    std::unique_ptr<Decoding> decoding_;
    std::vector<std::string> faults_;
    Box rest_;
    Ground ground_;
    float detail_ = 1;     // that the indices were made for
    int colored_by_ = -2;  // joint whose weights are the colours, -1: the file's colours
};

}  // namespace bonescope
