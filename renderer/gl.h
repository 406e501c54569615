// Names of OpenGL objects that delete themselves. A context must be current whenever one is made or dies.
#pragma once
#include <glad/gl.h>
#include <utility>

namespace bonescope::gl {

template <class Kind> class Handle {
public:
    Handle() = default;
    static Handle make() {
        Handle h;
        h.name_ = Kind::make();
        return h;
    }
    Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~Handle() {
        if (name_) Kind::free(name_);
    }
    GLuint get() const { return name_; }
    explicit operator bool() const { return name_ != 0; }

private:
    GLuint name_ = 0;
};

#define BONESCOPE_GL_KIND(Name, Gen, Delete)                                                                           \
    struct Name##Kind {                                                                                                \
        static GLuint make() {                                                                                         \
            GLuint name = 0;                                                                                           \
            Gen(1, &name);                                                                                             \
            return name;                                                                                               \
        }                                                                                                              \
        static void free(GLuint name) { Delete(1, &name); }                                                            \
    };                                                                                                                 \
    using Name = Handle<Name##Kind>
BONESCOPE_GL_KIND(Buffer, glGenBuffers, glDeleteBuffers);
BONESCOPE_GL_KIND(VertexArray, glGenVertexArrays, glDeleteVertexArrays);
BONESCOPE_GL_KIND(TextureName, glGenTextures, glDeleteTextures);
BONESCOPE_GL_KIND(Framebuffer, glGenFramebuffers, glDeleteFramebuffers);
BONESCOPE_GL_KIND(Renderbuffer, glGenRenderbuffers, glDeleteRenderbuffers);
#undef BONESCOPE_GL_KIND

struct ProgramKind {
    static GLuint make() { return glCreateProgram(); }
    static void free(GLuint name) { glDeleteProgram(name); }
};
using Program = Handle<ProgramKind>;

}  // namespace bonescope::gl
