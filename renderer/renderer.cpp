#include "renderer/renderer.h"
#include "shaders.h"
#include <cstddef>
#include <glm/gtc/type_ptr.hpp>
#include <stdexcept>
#include <string_view>

namespace bonescope {
namespace {

void compile(GLuint program, GLenum kind, const char* defines, const char* text) {
    const GLuint shader = glCreateShader(kind);
    const char* parts[] = {"#version 330 core\n", defines, text};
    glShaderSource(shader, 3, parts, nullptr);
    glCompileShader(shader);
    GLint fine = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
    char why[1024] = "";
    if (!fine) glGetShaderInfoLog(shader, sizeof why, nullptr, why);
    glAttachShader(program, shader);
    glDeleteShader(shader);
    if (!fine) throw std::runtime_error(std::string("a shader does not compile: ") + why);
}

gl::Program link(const char* defines, const char* vertex, const char* fragment) {
    gl::Program program = gl::Program::make();
    compile(program.get(), GL_VERTEX_SHADER, defines, vertex);
    compile(program.get(), GL_FRAGMENT_SHADER, defines, fragment);
    glLinkProgram(program.get());
    GLint fine = 0;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &fine);
    if (!fine) throw std::runtime_error("the shaders do not link");
    return program;
}

// New storage each time: the driver need not wait for the draws that still use the old one.
template <class T> void upload(GLenum target, const gl::Buffer& buffer, std::span<const T> data, GLenum usage) {
    glBindBuffer(target, buffer.get());
    glBufferData(target, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), usage);
}

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void set_depth(bool check, bool write) {
    (check ? glEnable : glDisable)(GL_DEPTH_TEST);
    glDepthMask(write ? GL_TRUE : GL_FALSE);
}

void set_blend(Blend blend) {
    glBlendEquationSeparate(blend == Blend::Subtract ? GL_FUNC_REVERSE_SUBTRACT : GL_FUNC_ADD, GL_FUNC_ADD);
    (blend == Blend::Opaque ? glDisable : glEnable)(GL_BLEND);
    switch (blend) {
    case Blend::Opaque:
        break;
    case Blend::Alpha:
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        break;
    case Blend::Add:
        glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
        break;
    case Blend::Modulate:
        glBlendFuncSeparate(GL_DST_COLOR, GL_ZERO, GL_ZERO, GL_ONE);
        break;
    case Blend::Invert:  // of a white picture
        glBlendFuncSeparate(GL_ONE_MINUS_DST_COLOR, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
        break;
    case Blend::Sum:
    case Blend::Subtract:
        glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
        break;
    case Blend::Multiply:
        glBlendFuncSeparate(GL_DST_COLOR, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
        break;
    case Blend::Screen:
        glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_COLOR, GL_ZERO, GL_ONE);
        break;
    default:
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        break;
    }
}

void set_faces(Faces faces) {
    (faces == Faces::Both ? glDisable : glEnable)(GL_CULL_FACE);
    glCullFace(faces == Faces::Clockwise ? GL_FRONT : GL_BACK);
}

}  // namespace

bool drawn_in_software() {
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const std::string_view text = name ? name : "";
    return text.find("llvmpipe") != text.npos || text.find("softpipe") != text.npos ||
           text.find("SwiftShader") != text.npos;
}

Geometry::Geometry()
    : array_(gl::VertexArray::make()),
      position_(gl::Buffer::make()),
      normal_(gl::Buffer::make()),
      uv_buffer_(gl::Buffer::make()),
      color_(gl::Buffer::make()),
      index_(gl::Buffer::make()) {
    glBindVertexArray(array_.get());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_.get());
}

void Geometry::attribute(GLuint slot, const gl::Buffer& buffer, GLint lanes, GLenum type, bool on) {
    glBindVertexArray(array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
    glVertexAttribPointer(slot, lanes, type, type == GL_UNSIGNED_BYTE, 0, nullptr);
    (on ? glEnableVertexAttribArray : glDisableVertexAttribArray)(slot);
}

void Geometry::set_positions(std::span<const glm::vec3> places) {
    upload(GL_ARRAY_BUFFER, position_, places, GL_STREAM_DRAW);
    attribute(0, position_, 3, GL_FLOAT, true);
}

void Geometry::set_normals(std::span<const glm::vec3> normals) {
    upload(GL_ARRAY_BUFFER, normal_, normals, GL_STREAM_DRAW);
    normals_ = !normals.empty();
    attribute(1, normal_, 3, GL_FLOAT, normals_);
}

void Geometry::set_uv(std::span<const glm::vec2> uv) {
    upload(GL_ARRAY_BUFFER, uv_buffer_, uv, GL_STATIC_DRAW);
    uv_ = !uv.empty();
    attribute(2, uv_buffer_, 2, GL_FLOAT, uv_);
}

void Geometry::set_colors(std::span<const uint32_t> colors) {
    upload(GL_ARRAY_BUFFER, color_, colors, GL_STATIC_DRAW);
    colors_ = !colors.empty();
    attribute(3, color_, 4, GL_UNSIGNED_BYTE, colors_);
}

void Geometry::set_indices(std::span<const uint32_t> indices) {
    glBindVertexArray(array_.get());
    upload(GL_ELEMENT_ARRAY_BUFFER, index_, indices, GL_STATIC_DRAW);
}

Renderer::MeshProgram Renderer::mesh_program(const char* defines) {
    MeshProgram out{};
    out.program = link(defines, shaders::triangles_vert, shaders::triangles_frag);
    const auto at = [&](const char* name) { return glGetUniformLocation(out.program.get(), name); };
    out.view = at("view"), out.projection = at("projection"), out.base = at("base"), out.ambient = at("ambient");
    out.emissive = at("emissive"), out.textured = at("textured"), out.lit = at("lit"), out.reject = at("reject");
    out.smooth_normals = at("smooth_normals"), out.orthographic = at("orthographic");
    out.flip_v = at("flip_v"), out.add = at("add"), out.whiten = at("whiten");
    out.under = at("under"), out.mix_as = at("mix_as");
    return out;
}

Renderer::Renderer()
    : mesh_(mesh_program("")),
      rejecting_(mesh_program("#define REJECT\n")),
      sprite_(mesh_program("#define SPRITE\n")),
      line_(link("", shaders::lines_vert, shaders::lines_frag)),
      plain_(link("", shaders::plain_vert, shaders::plain_frag)),
      line_matrix_(glGetUniformLocation(line_.get(), "matrix")),
      line_size_(glGetUniformLocation(line_.get(), "size")),
      plain_matrix_(glGetUniformLocation(plain_.get(), "matrix")),
      line_array_(gl::VertexArray::make()),
      plain_array_(gl::VertexArray::make()),
      line_buffer_(gl::Buffer::make()),
      line_index_(gl::Buffer::make()),
      plain_buffer_(gl::Buffer::make()) {
    const auto field = [](GLuint slot, GLint lanes, GLenum type, std::size_t step, std::size_t at) {
        glEnableVertexAttribArray(slot);
        glVertexAttribPointer(slot, lanes, type, type == GL_UNSIGNED_BYTE, static_cast<GLsizei>(step), offset(at));
    };
    glBindVertexArray(line_array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, line_buffer_.get());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, line_index_.get());
    field(0, 3, GL_FLOAT, sizeof(Line), offsetof(Line, a));
    field(1, 3, GL_FLOAT, sizeof(Line), offsetof(Line, b));
    field(2, 4, GL_UNSIGNED_BYTE, sizeof(Line), offsetof(Line, color_a));
    field(3, 4, GL_UNSIGNED_BYTE, sizeof(Line), offsetof(Line, color_b));
    field(4, 1, GL_FLOAT, sizeof(Line), offsetof(Line, width));
    glBindVertexArray(plain_array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, plain_buffer_.get());
    field(0, 3, GL_FLOAT, sizeof(PlainVertex), offsetof(PlainVertex, at));
    field(1, 4, GL_UNSIGNED_BYTE, sizeof(PlainVertex), offsetof(PlainVertex, color));
    glBindVertexArray(0);
}

void Renderer::begin(const Target& target, const Camera& camera, uint32_t background) {
    target.bind();
    size_ = {target.width(), target.height()};
    view_ = view_matrix(camera);
    projection_ = projection_matrix(camera, size_.x / size_.y);
    orthographic_ = camera.orthographic || camera.flat;
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_POLYGON_OFFSET_LINE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDepthFunc(GL_LEQUAL);
    glFrontFace(camera.z_up && camera.mirrored ? GL_CW : GL_CCW);
    target_ = &target;
    set_depth(true, true);
    const auto lane = [&](int shift) { return static_cast<float>((background >> shift) & 255) / 255.f; };
    glClearColor(lane(0), lane(8), lane(16), 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void Renderer::copy_picture(Copy& copy) {
    if (copy.width != target_->width() || copy.height != target_->height()) {
        copy = {gl::Framebuffer::make(), gl::TextureName::make(), target_->width(), target_->height()};
        glBindTexture(GL_TEXTURE_2D, copy.texture.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, copy.width, copy.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glBindFramebuffer(GL_FRAMEBUFFER, copy.frame.get());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, copy.texture.get(), 0);
        target_->bind();
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, copy.frame.get());
    glBlitFramebuffer(0, 0, copy.width, copy.height, 0, 0, copy.width, copy.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    target_->bind();
}

void Renderer::keep_ground() { copy_picture(kept_); }

void Renderer::draw_elements(const Geometry& geometry, uint32_t first_index, uint32_t indices, bool colors) {
    glBindVertexArray(geometry.array_.get());
    (colors && geometry.colors_ ? glEnableVertexAttribArray : glDisableVertexAttribArray)(3);
    glVertexAttrib4f(3, 1, 1, 1, 1);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(indices), GL_UNSIGNED_INT,
                   offset(std::size_t{first_index} * sizeof(uint32_t)));
}

void Renderer::triangles(const Geometry& geometry, uint32_t first_index, uint32_t indices, const Surface& surface) {
    const bool textured = surface.texture && geometry.has_uv();
    const bool reads = reads_picture(surface.blend) || reads_ground(surface.blend);
    const MeshProgram& p = reads ? mixing_ : surface.sprite ? sprite_ : surface.alpha_reject >= 0 ? rejecting_ : mesh_;
    if (reads && !mixing_.program) mixing_ = mesh_program("#define SPRITE\n#define UNDER\n");
    if (reads_picture(surface.blend)) copy_picture(under_);
    glUseProgram(p.program.get());
    if (reads) {
        glUniform1i(p.under, 1);
        glUniform1i(p.mix_as, static_cast<int>(surface.blend) - static_cast<int>(Blend::Darken));
        glActiveTexture(GL_TEXTURE1);
        glBindTexture(GL_TEXTURE_2D, (reads_ground(surface.blend) ? kept_ : under_).texture.get());
        glActiveTexture(GL_TEXTURE0);
    }
    glUniformMatrix4fv(p.view, 1, GL_FALSE, glm::value_ptr(view_));
    glUniformMatrix4fv(p.projection, 1, GL_FALSE, glm::value_ptr(projection_));
    glUniform4fv(p.base, 1, glm::value_ptr(surface.diffuse));
    glUniform3fv(p.ambient, 1, glm::value_ptr(surface.ambient));
    glUniform3fv(p.emissive, 1, glm::value_ptr(surface.emissive));
    glUniform1i(p.textured, textured);
    glUniform1i(p.lit, surface.lit);
    glUniform1i(p.smooth_normals, geometry.has_normals());
    glUniform1i(p.orthographic, orthographic_);
    glUniform1i(p.flip_v, surface.flip_v);
    glUniform1f(p.reject, surface.alpha_reject);
    if (surface.sprite) {
        glUniform4fv(p.add, 1, glm::value_ptr(surface.add));
        glUniform1f(p.whiten, surface.whiten);
    }
    if (textured) {
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, surface.texture->name.get());
        const GLint wrap = surface.clamp ? GL_CLAMP_TO_EDGE : GL_REPEAT;
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    }
    set_depth(surface.depth_check, surface.depth_write);
    set_blend(surface.blend);
    set_faces(surface.faces);
    draw_elements(geometry, first_index, indices, surface.vertex_colors);
}

void Renderer::wireframe(const Geometry& geometry, uint32_t first_index, uint32_t indices, uint32_t color) {
    glUseProgram(mesh_.program.get());
    const auto lane = [&](int shift) { return static_cast<float>((color >> shift) & 255) / 255.f; };
    glUniformMatrix4fv(mesh_.view, 1, GL_FALSE, glm::value_ptr(view_));
    glUniformMatrix4fv(mesh_.projection, 1, GL_FALSE, glm::value_ptr(projection_));
    glUniform4f(mesh_.base, lane(0), lane(8), lane(16), lane(24));
    glUniform1i(mesh_.textured, 0);
    glUniform1i(mesh_.lit, 0);
    set_depth(true, false);
    set_blend(Blend::Alpha);
    set_faces(Faces::Both);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glEnable(GL_POLYGON_OFFSET_LINE);
    glPolygonOffset(-1, -1);
    draw_elements(geometry, first_index, indices, false);
    glDisable(GL_POLYGON_OFFSET_LINE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

void Renderer::lines(std::span<const Line> lines, Depth depth) {
    if (lines.empty()) return;
    std::vector<Line> corners;
    corners.reserve(lines.size() * 4);
    for (const Line& line : lines) corners.insert(corners.end(), 4, line);
    glBindVertexArray(line_array_.get());
    upload(GL_ARRAY_BUFFER, line_buffer_, std::span<const Line>(corners), GL_STREAM_DRAW);
    if (line_room_ < lines.size()) {
        line_room_ = lines.size() + lines.size() / 2;
        std::vector<uint32_t> index;
        for (uint32_t i = 0; i < line_room_ * 4; i += 4)
            for (const uint32_t corner : {0u, 1u, 2u, 2u, 1u, 3u}) index.push_back(i + corner);
        upload(GL_ELEMENT_ARRAY_BUFFER, line_index_, std::span<const uint32_t>(index), GL_STATIC_DRAW);
    }
    glUseProgram(line_.get());
    glUniformMatrix4fv(line_matrix_, 1, GL_FALSE, glm::value_ptr(projection_ * view_));
    glUniform2f(line_size_, size_.x, size_.y);
    set_depth(depth == Depth::Test, false);
    set_blend(Blend::Alpha);
    set_faces(Faces::Both);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(lines.size() * 6), GL_UNSIGNED_INT, nullptr);
}

void Renderer::plain(std::span<const PlainVertex> corners, Depth depth) {
    if (corners.empty()) return;
    glBindVertexArray(plain_array_.get());
    upload(GL_ARRAY_BUFFER, plain_buffer_, corners, GL_STREAM_DRAW);
    glUseProgram(plain_.get());
    glUniformMatrix4fv(plain_matrix_, 1, GL_FALSE, glm::value_ptr(projection_ * view_));
    set_depth(depth == Depth::Test, false);
    set_blend(Blend::Alpha);
    set_faces(Faces::Both);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size()));
}

void Renderer::end(const Target& target) {
    glDepthMask(GL_TRUE);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
    target.resolve();
}

}  // namespace bonescope
