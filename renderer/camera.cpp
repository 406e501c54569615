#include "renderer/camera.h"
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace bonescope {

glm::mat4 view_matrix(const Camera& camera) {
    glm::mat4 turn = glm::rotate(glm::rotate(glm::mat4(1), camera.pitch, {1, 0, 0}), -camera.yaw, {0, 1, 0});
    // x y z to x z -y: what faces -y shows its front.
    const float side = camera.mirrored ? 1.f : -1.f;
    if (camera.flat)
        turn = glm::mat4(1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    else if (camera.z_up)
        turn = turn * glm::mat4(1, 0, 0, 0, 0, 0, side, 0, 0, 1, 0, 0, 0, 0, 0, 1);
    return glm::translate(glm::mat4(1), {0, 0, -camera.distance}) * turn * glm::translate(glm::mat4(1), -camera.pivot);
}

glm::mat4 projection_matrix(const Camera& camera, float aspect) {
    const float half = camera.distance * std::tan(camera.field_of_view / 2);
    if (camera.orthographic || camera.flat)
        return glm::ortho(-half * aspect, half * aspect, -half, half, -camera.far_plane, camera.far_plane);
    return glm::perspective(camera.field_of_view, aspect, camera.near_plane, camera.far_plane);
}

void orbit(Camera& camera, glm::vec2 pixels) {
    if (camera.flat) return;
    constexpr float per_pixel = 0.0087f, limit = 1.5607f;
    camera.yaw = std::remainder(camera.yaw - pixels.x * per_pixel, 6.2831853f);
    camera.pitch = std::clamp(camera.pitch + pixels.y * per_pixel, -limit, limit);
}

void pan(Camera& camera, glm::vec2 pixels, float view_height) {
    const float unit = 2 * camera.distance * std::tan(camera.field_of_view / 2) / std::max(view_height, 1.f);
    const glm::mat4 view = view_matrix(camera);
    const glm::vec3 right{view[0][0], view[1][0], view[2][0]}, up{view[0][1], view[1][1], view[2][1]};
    camera.pivot += (-right * pixels.x + up * pixels.y) * unit;
}

void zoom(Camera& camera, float wheel_steps) {
    const float factor = std::pow(0.88f, wheel_steps);
    camera.distance = std::clamp(camera.distance * factor, 1e-5f, 1e9f);
}

void zoom_about(Camera& camera, float wheel_steps, glm::vec2 size, glm::vec2 pixel) {
    const glm::vec3 before = ray_through(camera, size, pixel).from;
    zoom(camera, wheel_steps);
    camera.pivot += before - ray_through(camera, size, pixel).from;
}

Framing::Framing(const Camera& camera, float aspect, float strip)
    : turn_(view_matrix(camera)), orthographic_(camera.orthographic || camera.flat) {
    constexpr float margin = 1.07f;
    up_ = std::tan(camera.field_of_view / 2) / margin;
    over_ = up_ * (1 - 2 * std::clamp(strip, 0.f, 0.4f));
    across_ = up_ * std::max(aspect, 0.05f);
}

void Framing::add(glm::vec3 point) {
    const glm::vec3 p = turn_ * point;
    const float toward = orthographic_ ? 0 : p.z;
    right_ = std::max(right_, p.x + toward * across_);
    left_ = std::max(left_, -p.x + toward * across_);
    top_ = std::max(top_, p.y + toward * over_);
    bottom_ = std::max(bottom_, -p.y + toward * up_);
    front_ = std::max(front_, p.z);
    back_ = std::min(back_, p.z);
    box_.add(point);
}

void Framing::apply(Camera& camera) const {
    if (box_.empty()) return;
    // Each pair of opposite side planes that touch the points meets in one place: the eye is there or behind it.
    const float depth = (front_ + back_) / 2;
    const float eye = std::max((right_ + left_) / (2 * across_), (top_ + bottom_) / (over_ + up_));
    const glm::vec3 middle{(right_ - left_) / 2, (top_ - bottom_ + eye * (up_ - over_)) / 2, depth};
    camera.pivot = glm::transpose(turn_) * middle;
    camera.distance = std::max(orthographic_ ? eye : eye - depth, std::max(box_.radius() * 1e-3f, 1e-5f));
    set_planes(camera, box_);
}

void fit(Camera& camera, const Box& box, float aspect) {
    if (box.empty()) return;
    Framing framing(camera, aspect);
    for (int corner = 0; corner < 8; ++corner)
        framing.add({corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                     corner & 4 ? box.max.z : box.min.z});
    framing.apply(camera);
}

void set_planes(Camera& camera, const Box& box) {
    const float far_away =
        camera.distance + (box.empty() ? 0.f : box.radius() + glm::length(box.centre() - camera.pivot));
    const float front = box.empty() ? 0.f : 2 * camera.distance - far_away;
    camera.near_plane = std::max(front * 0.9f, camera.distance * 0.002f);
    camera.far_plane = far_away * 4;  // the ground grid goes on behind the model
}

void look_from(Camera& camera, Side side) {
    constexpr float quarter = 1.5707963f;
    const struct {
        float yaw, pitch;
    } turns[] = {{0, 0}, {quarter, 0}, {0, quarter}, {2 * quarter, 0}, {-quarter, 0}, {0, -quarter}};
    camera.yaw = turns[static_cast<int>(side)].yaw;
    camera.pitch = turns[static_cast<int>(side)].pitch;
}

Ray ray_through(const Camera& camera, glm::vec2 size, glm::vec2 pixel) {
    const float up = std::tan(camera.field_of_view / 2), aspect = size.x / std::max(size.y, 1.f);
    const glm::vec2 at{(pixel.x / size.x * 2 - 1) * up * aspect, (1 - pixel.y / size.y * 2) * up};
    const glm::mat4 back = glm::inverse(view_matrix(camera));
    if (camera.orthographic || camera.flat) {
        const glm::vec4 from = back * glm::vec4(at * camera.distance, camera.far_plane, 1);
        return {glm::vec3(from), glm::normalize(glm::vec3(back * glm::vec4(0, 0, -1, 0)))};
    }
    return {glm::vec3(back[3]), glm::normalize(glm::vec3(back * glm::vec4(at, -1, 0)))};
}

glm::vec3 project(const Camera& camera, glm::vec2 size, glm::vec3 point) {
    const glm::vec4 clip =
        projection_matrix(camera, size.x / std::max(size.y, 1.f)) * view_matrix(camera) * glm::vec4(point, 1);
    if (clip.w <= 0) return {0, 0, 2};
    const glm::vec3 ndc = glm::vec3(clip) / clip.w;
    return {(ndc.x * 0.5f + 0.5f) * size.x, (0.5f - ndc.y * 0.5f) * size.y, ndc.z};
}

}  // namespace bonescope
