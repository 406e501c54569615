// An orbit camera. Lengths are the scene's units; the scene is right-handed, y or z up.
#pragma once
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace bonescope {

struct Box {
    glm::vec3 min{1e30f}, max{-1e30f};
    bool empty() const { return min.x > max.x; }
    void add(glm::vec3 p) {
        min = glm::min(min, p);
        max = glm::max(max, p);
    }
    glm::vec3 centre() const { return (min + max) * 0.5f; }
    float radius() const { return glm::length(max - min) * 0.5f; }
};

struct Camera {
    glm::vec3 pivot{0};
    float distance = 3;
    float yaw = 0.5f, pitch = 0.25f;  // radians; yaw 0, pitch 0 looks along -z (front)
    float field_of_view = 0.6f;       // radians, vertical
    bool orthographic = false;
    bool z_up = false;
    bool mirrored = false;  // of z up: y and z change places, which shows a mirror image
    bool flat = false;      // a plane seen along z with y downwards, parallel; it does not turn
    float near_plane = 0.01f, far_plane = 1000;
    bool operator==(const Camera&) const = default;
};

glm::mat4 view_matrix(const Camera&);
glm::mat4 projection_matrix(const Camera&, float aspect);
void orbit(Camera&, glm::vec2 pixels);  // by a drag
void pan(Camera&, glm::vec2 pixels, float view_height);
void zoom(Camera&, float wheel_steps);
// What lies under the pixel stays there: of parallel cameras.
void zoom_about(Camera&, float wheel_steps, glm::vec2 size, glm::vec2 pixel);
// Finds the nearest place from which every point is in the picture, with a small margin; keeps the direction.
class Framing {
public:
    // `strip`: the part of the height at the top that stays free, for words.
    Framing(const Camera&, float aspect, float strip = 0);
    void add(glm::vec3 point);
    void apply(Camera&) const;  // leaves the camera alone when there was no point

private:
    glm::mat3 turn_;
    bool orthographic_;
    float across_, up_, over_;  // tangents of half the opening: at the sides, below and above the middle
    // How far the points reach, in turned space: beyond the planes at the sides, and in depth.
    float right_ = -1e30f, left_ = -1e30f, top_ = -1e30f, bottom_ = -1e30f, front_ = -1e30f, back_ = 1e30f;
    Box box_;
};
void fit(Camera&, const Box&, float aspect);  // of the box's corners; an empty one is left alone
void set_planes(Camera&, const Box&);         // near and far plane tight around the box, for depth precision
enum class Side { Front, Right, Top, Back, Left, Bottom };
void look_from(Camera&, Side);
struct Ray {
    glm::vec3 from, along;  // along has length 1
};
Ray ray_through(const Camera&, glm::vec2 size, glm::vec2 pixel);
// Scene point to pixels from the top left; z is the depth in -1..1, behind the camera: z > 1.
glm::vec3 project(const Camera&, glm::vec2 size, glm::vec3 point);

}  // namespace bonescope
