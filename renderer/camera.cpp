#include "renderer/camera.h"
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace bonescope {

glm::mat4 view_matrix(const Camera& camera) {
    const glm::mat4 turn = glm::rotate(glm::rotate(glm::mat4(1), camera.pitch, {1, 0, 0}), -camera.yaw, {0, 1, 0});
    return glm::translate(glm::mat4(1), {0, 0, -camera.distance}) * turn * glm::translate(glm::mat4(1), -camera.pivot);
}

glm::mat4 projection_matrix(const Camera& camera, float aspect) {
    const float half = camera.distance * std::tan(camera.field_of_view / 2);
    if (camera.orthographic)
        return glm::ortho(-half * aspect, half * aspect, -half, half, -camera.far_plane, camera.far_plane);
    return glm::perspective(camera.field_of_view, aspect, camera.near_plane, camera.far_plane);
}

void orbit(Camera& camera, glm::vec2 pixels) {
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
    camera.near_plane = camera.distance * 0.01f;
    camera.far_plane = std::max(camera.far_plane, camera.distance * 20);
}

void fit(Camera& camera, const Box& box, float aspect) {
    if (box.empty()) return;
    const float radius = std::max(box.radius(), 1e-5f);
    const float half = camera.field_of_view / 2;
    const float narrow = std::min(half, std::atan(std::tan(half) * std::max(aspect, 0.1f)));
    camera.pivot = box.centre();
    camera.distance = radius / std::sin(narrow) * 1.02f;
    camera.near_plane = camera.distance * 0.01f;
    camera.far_plane = camera.distance * 40;
}

void look_from(Camera& camera, Side side) {
    constexpr float quarter = 1.5707963f;
    const struct {
        float yaw, pitch;
    } turns[] = {{0, 0}, {quarter, 0}, {0, quarter}, {2 * quarter, 0}, {-quarter, 0}, {0, -quarter}};
    camera.yaw = turns[static_cast<int>(side)].yaw;
    camera.pitch = turns[static_cast<int>(side)].pitch;
}

glm::vec3 project(const Camera& camera, glm::vec2 size, glm::vec3 point) {
    const glm::vec4 clip =
        projection_matrix(camera, size.x / std::max(size.y, 1.f)) * view_matrix(camera) * glm::vec4(point, 1);
    if (clip.w <= 0) return {0, 0, 2};
    const glm::vec3 ndc = glm::vec3(clip) / clip.w;
    return {(ndc.x * 0.5f + 0.5f) * size.x, (0.5f - ndc.y * 0.5f) * size.y, ndc.z};
}

}  // namespace bonescope
