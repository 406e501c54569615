#include "renderer/target.h"
#include <algorithm>

namespace bonescope {

void Target::resize(int width, int height, int samples) {
    GLint limit = 1;
    if (samples > 1) glGetIntegerv(GL_MAX_SAMPLES, &limit);
    samples = std::clamp(samples, 1, std::max(limit, 1));
    if (width == width_ && height == height_ && samples == samples_) return;
    width_ = width, height_ = height, samples_ = samples;

    color_ = gl::TextureName::make();
    glBindTexture(GL_TEXTURE_2D, color_.get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);

    const bool many = samples > 1;
    depth_ = gl::Renderbuffer::make();
    glBindRenderbuffer(GL_RENDERBUFFER, depth_.get());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, many ? samples : 0, GL_DEPTH_COMPONENT24, width, height);
    plain_ = gl::Framebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, plain_.get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_.get(), 0);
    many_ = {};
    many_color_ = {};
    if (many) {
        many_color_ = gl::Renderbuffer::make();
        glBindRenderbuffer(GL_RENDERBUFFER, many_color_.get());
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
        many_ = gl::Framebuffer::make();
        glBindFramebuffer(GL_FRAMEBUFFER, many_.get());
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, many_color_.get());
    }
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.get());
}

void Target::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, many_ ? many_.get() : plain_.get());
    glViewport(0, 0, width_, height_);
}

void Target::bind_resolved() const {
    glBindFramebuffer(GL_FRAMEBUFFER, plain_.get());
    glViewport(0, 0, width_, height_);
}

void Target::resolve() const {
    if (many_) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, many_.get());
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, plain_.get());
        glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

std::vector<unsigned char> Target::read() const {
    const std::size_t row = std::size_t(width_) * 4;
    std::vector<unsigned char> out(row * std::size_t(height_));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, plain_.get());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, out.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    for (std::size_t top = 0, bottom = std::size_t(height_) - 1; top < bottom; ++top, --bottom)
        std::swap_ranges(out.data() + top * row, out.data() + (top + 1) * row, out.data() + bottom * row);
    for (std::size_t i = 3; i < out.size(); i += 4) out[i] = 255;
    return out;
}

Texture make_texture(int width, int height, const unsigned char* rgba, bool has_alpha) {
    Texture out{gl::TextureName::make(), has_alpha};
    glBindTexture(GL_TEXTURE_2D, out.name.get());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return out;
}

}  // namespace bonescope
