// An off-screen picture with depth, and textures.
#pragma once
#include "renderer/gl.h"
#include <vector>

namespace bonescope {

class Target {
public:
    // samples: 1 or a multisample count. Keeps its buffers when nothing changes.
    void resize(int width, int height, int samples);
    void bind() const;                               // for drawing; sets the viewport
    void bind_resolved() const;                      // for drawing over the resolved picture, without depth
    void resolve() const;                            // call after drawing: samples become the texture's texels
    GLuint texture() const { return color_.get(); }  // bottom row first
    int width() const { return width_; }
    int height() const { return height_; }
    std::vector<unsigned char> read() const;  // RGBA, top row first, alpha 255; after resolve()

private:
    int width_ = 0, height_ = 0, samples_ = 0;
    gl::TextureName color_;
    gl::Renderbuffer depth_, many_color_;
    gl::Framebuffer plain_, many_;
};

struct Texture {
    gl::TextureName name;
    bool has_alpha = false;
};
// RGBA, top row first, so that v grows downwards as games have it. With mipmaps.
Texture make_texture(int width, int height, const unsigned char* rgba, bool has_alpha);

}  // namespace bonescope
