// Draws triangles and lines into a Target. Knows no skeleton and no file format. Colours are 0xAABBGGRR (as ImU32).
#pragma once
#include "renderer/camera.h"
#include "renderer/target.h"
#include <cstdint>
#include <glm/vec4.hpp>
#include <span>
#include <string>

namespace bonescope {

// Vertices on the graphics card: places and normals change with every pose, the rest stays.
class Geometry {
public:
    Geometry();
    void set_positions(std::span<const glm::vec3>);
    void set_normals(std::span<const glm::vec3>);  // empty: faces are lit flat
    void set_uv(std::span<const glm::vec2>);       // empty: no texture is drawn
    void set_colors(std::span<const uint32_t>);    // empty: white
    void set_indices(std::span<const uint32_t>);   // triangle list
    bool has_normals() const { return normals_; }
    bool has_uv() const { return uv_; }

private:
    friend class Renderer;
    void attribute(GLuint slot, const gl::Buffer&, GLint lanes, GLenum type, bool on);
    gl::VertexArray array_;
    gl::Buffer position_, normal_, uv_buffer_, color_, index_;
    bool normals_ = false, uv_ = false, colors_ = false;
};

enum class Faces : uint8_t { Both, Anticlockwise, Clockwise };  // which are drawn, as seen by the eye
// From Over on: of pictures whose colours are multiplied by their alpha. From Darken on the picture so far is read back
// for each piece; pieces drawn in one go do not see each other. Erase and Keep bring back what was there when
// Renderer::keep_ground() was called, where the piece is and where it is not.
enum class Blend : uint8_t {
    Opaque,
    Alpha,
    Add,
    Modulate,
    Over,
    Sum,
    Multiply,
    Screen,
    Subtract,
    Invert,
    Darken,
    Lighten,
    Difference,
    HardLight,
    Overlay,
    Erase,
    Keep
};
constexpr bool reads_picture(Blend blend) { return blend >= Blend::Darken && blend <= Blend::Overlay; }
constexpr bool reads_ground(Blend blend) { return blend >= Blend::Erase; }

struct Surface {
    glm::vec4 diffuse{1};
    glm::vec3 ambient{1}, emissive{0};
    const Texture* texture = nullptr;
    bool clamp = false, flip_v = false, lit = true, depth_write = true, depth_check = true;
    bool vertex_colors = true;  // times the geometry's colours
    Faces faces = Faces::Both;
    Blend blend = Blend::Opaque;
    float alpha_reject = -1;  // alpha at or below is left out; negative: none is
    bool sprite = false;      // texture times alpha; colour = straight colour * diffuse + add, each in 0..1
    glm::vec4 add{0};
    float whiten = 0;  // sprite: how far the texture's colours give way to white, 0..1; its alpha stays
};

struct Line {
    glm::vec3 a, b;  // equal: a disc
    uint32_t color_a, color_b;
    float width;  // pixels; ends are round
};

struct PlainVertex {
    glm::vec3 at;
    uint32_t color;
};

// The driver computes pictures on the processor, where every sample costs as much as a pixel.
bool drawn_in_software();

enum class Depth : uint8_t { Test, OnTop };

class Renderer {
public:
    Renderer();  // needs a current context; throws std::runtime_error when a shader does not compile
    void begin(const Target&, const Camera&, uint32_t background);
    void keep_ground();  // what is in the picture now is what Erase and Keep bring back
    void triangles(const Geometry&, uint32_t first_index, uint32_t indices, const Surface&);
    void wireframe(const Geometry&, uint32_t first_index, uint32_t indices, uint32_t color);
    void lines(std::span<const Line>, Depth);
    void plain(std::span<const PlainVertex>, Depth);  // triangle list, unlit, blended
    void end(const Target&);                          // resolves; leaves the default framebuffer bound

private:
    void draw_elements(const Geometry&, uint32_t first_index, uint32_t indices, bool colors);
    struct MeshProgram {
        gl::Program program;
        GLint view, projection, base, ambient, emissive, textured, lit, smooth_normals, orthographic, flip_v, reject,
            add, whiten, under, mix_as;
    };
    // A copy of the picture being drawn.
    struct Copy {
        gl::Framebuffer frame;
        gl::TextureName texture;
        int width = 0, height = 0;
    };
    void copy_picture(Copy&);
    static MeshProgram mesh_program(const char* defines);
    MeshProgram mesh_, rejecting_, sprite_, mixing_;
    gl::Program line_, plain_;
    GLint line_matrix_, line_size_, plain_matrix_;
    gl::VertexArray line_array_, plain_array_;
    gl::Buffer line_buffer_, line_index_, plain_buffer_;
    std::size_t line_room_ = 0;  // lines that the index buffer serves
    Copy under_, kept_;
    const Target* target_ = nullptr;
    glm::mat4 view_{1}, projection_{1};
    glm::vec2 size_{1};
    bool orthographic_ = false;
};

// Lines of a ground grid around `centre` on the plane y = `height`, and the spacing that suits a model of that size.
float grid_spacing(float model_radius);  // 1, 2 or 5 times a power of ten
std::vector<Line> grid_lines(glm::vec3 centre, bool z_up, float spacing, int cells, uint32_t color, uint32_t strong);

}  // namespace bonescope
