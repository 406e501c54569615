// The renderer and the camera: pixels of small pictures drawn without a window.
#include "renderer/context.h"
#include "renderer/renderer.h"
#include <cstring>
#include <gtest/gtest.h>

namespace bonescope {
namespace {

constexpr uint32_t red = 0xFF0000FF, green = 0xFF00FF00, blue = 0xFFFF0000, black = 0xFF000000, white = 0xFFFFFFFF;

struct Pixels {
    int width, height;
    std::vector<unsigned char> rgba;
    uint32_t at(int x, int y) const {
        uint32_t out;
        std::memcpy(&out, &rgba[static_cast<std::size_t>((y * width + x) * 4)], 4);
        return out;
    }
    int count(uint32_t color) const {
        int n = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) n += at(x, y) == color;
        return n;
    }
};

class RendererTest : public testing::Test {
protected:
    void SetUp() override {
        std::string why;
        context_ = HeadlessContext::open(why);
        if (!context_) GTEST_SKIP() << why;
        renderer_ = std::make_unique<Renderer>();
        camera_.yaw = camera_.pitch = 0;
        camera_.orthographic = true;
        camera_.field_of_view = 2 * std::atan(1.f);  // at distance 1 the picture spans -1..1
        camera_.distance = 1;
        camera_.near_plane = 0.1f, camera_.far_plane = 10;
    }
    void TearDown() override { renderer_.reset(); }

    template <class Draw> Pixels picture(Draw draw, int samples = 1, int width = 64, int height = 64) {
        Target target;
        target.resize(width, height, samples);
        renderer_->begin(target, camera_, black);
        draw(*renderer_);
        renderer_->end(target);
        EXPECT_EQ(glGetError(), 0u);
        return {width, height, target.read()};
    }

    // Quad from (x0,y0) to (x1,y1) at depth z, anticlockwise; uv has v growing downwards.
    static void fill_quad(Geometry& g, glm::vec2 low, glm::vec2 high, float z) {
        const glm::vec3 p[] = {{low, z}, {high.x, low.y, z}, {high, z}, {low.x, high.y, z}};
        const glm::vec2 uv[] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
        const uint32_t index[] = {0, 1, 2, 0, 2, 3};
        g.set_positions(p);
        g.set_uv(uv);
        g.set_indices(index);
    }
    static Surface flat(glm::vec4 color) {
        Surface s;
        s.lit = false;
        s.diffuse = color;
        return s;
    }

    std::unique_ptr<HeadlessContext> context_;
    std::unique_ptr<Renderer> renderer_;
    Camera camera_;
};

TEST_F(RendererTest, ATriangleLiesWhereItsCornersSay) {
    Geometry g;
    const glm::vec3 p[] = {{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}};
    const uint32_t index[] = {0, 1, 2};
    g.set_positions(p);
    g.set_indices(index);
    const Pixels out = picture([&](Renderer& r) { r.triangles(g, 0, 3, flat({1, 0, 0, 1})); });
    EXPECT_EQ(out.at(10, 50), red);
    EXPECT_EQ(out.at(50, 10), black);
    EXPECT_NEAR(out.count(red), 64 * 64 / 2, 64);
}

TEST_F(RendererTest, TheNearerOneHidesTheFarther) {
    Geometry near_one, far_one;
    fill_quad(near_one, {-0.5f, -0.5f}, {0.5f, 0.5f}, 0.5f);
    fill_quad(far_one, {-1, -1}, {1, 1}, -0.5f);
    const Pixels out = picture([&](Renderer& r) {
        r.triangles(near_one, 0, 6, flat({1, 0, 0, 1}));
        r.triangles(far_one, 0, 6, flat({0, 1, 0, 1}));
    });
    EXPECT_EQ(out.at(32, 32), red);
    EXPECT_EQ(out.at(4, 4), green);
}

TEST_F(RendererTest, DepthCheckOffDrawsOver) {
    Geometry near_one, far_one;
    fill_quad(near_one, {-1, -1}, {1, 1}, 0.5f);
    fill_quad(far_one, {-1, -1}, {1, 1}, -0.5f);
    Surface over = flat({0, 1, 0, 1});
    over.depth_check = false;
    const Pixels out = picture([&](Renderer& r) {
        r.triangles(near_one, 0, 6, flat({1, 0, 0, 1}));
        r.triangles(far_one, 0, 6, over);
    });
    EXPECT_EQ(out.count(green), 64 * 64);
}

TEST_F(RendererTest, TextureRowsGoDownAndColumnsRight) {
    const uint32_t texels[] = {red, green, blue, white};  // top row red green, bottom row blue white
    Geometry g;
    fill_quad(g, {-1, -1}, {1, 1}, 0);
    Surface s = flat(glm::vec4(1));
    const Texture texture = make_texture(2, 2, reinterpret_cast<const unsigned char*>(texels), false);
    s.texture = &texture;
    s.clamp = true;
    const Pixels out = picture([&](Renderer& r) { r.triangles(g, 0, 6, s); });
    EXPECT_EQ(out.at(8, 8), red);
    EXPECT_EQ(out.at(56, 8), green);
    EXPECT_EQ(out.at(8, 56), blue);
    EXPECT_EQ(out.at(56, 56), white);
}

TEST_F(RendererTest, AlphaTestLeavesOutTexelsAtOrBelow) {
    const uint32_t texels[] = {0x80FFFFFF, 0x81FFFFFF};
    Geometry g;
    fill_quad(g, {-1, -1}, {1, 1}, 0);
    const Texture texture = make_texture(2, 1, reinterpret_cast<const unsigned char*>(texels), true);
    Surface s = flat(glm::vec4(1));
    s.texture = &texture;
    s.clamp = true;
    s.alpha_reject = 128 / 255.f;
    const Pixels out = picture([&](Renderer& r) { r.triangles(g, 0, 6, s); });
    EXPECT_EQ(out.at(8, 32), black);
    EXPECT_EQ(out.at(56, 32), white);
}

// One channel of a sprite over an opaque ground, as the modes are defined: what lies there and the piece's own colour
// make a new one, which covers by the piece's alpha. Sum and Subtract move the ground by the colour times its alpha.
float blended(Blend blend, float below, float own, float alpha) {
    const auto hard = [](float lower, float upper) {
        return upper < 0.5f ? 2 * lower * upper : 1 - 2 * (1 - lower) * (1 - upper);
    };
    const auto covers = [&](float mixed) { return mixed * alpha + below * (1 - alpha); };
    switch (blend) {
    case Blend::Sum:
        return std::min(below + own * alpha, 1.f);
    case Blend::Subtract:
        return std::max(below - own * alpha, 0.f);
    case Blend::Multiply:
        return covers(below * own);
    case Blend::Screen:
        return covers(below + own - below * own);
    case Blend::Invert:
        return covers(1 - below);
    case Blend::Darken:
        return covers(std::min(below, own));
    case Blend::Lighten:
        return covers(std::max(below, own));
    case Blend::Difference:
        return covers(std::abs(below - own));
    case Blend::HardLight:
        return covers(hard(below, own));
    case Blend::Overlay:
        return covers(hard(own, below));
    default:
        return covers(own);
    }
}

constexpr Blend sprite_blends[] = {Blend::Over,      Blend::Sum,     Blend::Multiply,   Blend::Screen,
                                   Blend::Subtract,  Blend::Invert,  Blend::Darken,     Blend::Lighten,
                                   Blend::HardLight, Blend::Overlay, Blend::Difference, Blend::Over};

Surface sprite(glm::vec4 color, Blend blend) {
    Surface s;
    s.sprite = true;
    s.lit = s.depth_check = s.depth_write = false;
    s.diffuse = color;
    s.blend = blend;
    return s;
}

TEST_F(RendererTest, SpritesBlendAsTheirModesAreDefined) {
    Geometry g;
    fill_quad(g, {-1, -1}, {1, 1}, 0);
    constexpr float levels[] = {0, 0.2f, 0.4f, 0.6f, 0.8f, 1};
    for (const int samples : {1, 4})
        for (const Blend blend : sprite_blends)
            for (const float alpha : levels)
                for (const float own : levels) {
                    const glm::vec3 ground(0.2f, 0.6f, 1);
                    // What Invert is drawn with is white.
                    const float ink = blend == Blend::Invert ? 1 : own;
                    const Pixels out = picture(
                        [&](Renderer& r) {
                            r.triangles(g, 0, 6, sprite(glm::vec4(ground, 1), Blend::Over));
                            r.triangles(g, 0, 6, sprite(glm::vec4(glm::vec3(ink), alpha), blend));
                        },
                        samples, 4, 4);
                    for (int lane = 0; lane < 3; ++lane)
                        ASSERT_NEAR(static_cast<float>(out.at(2, 2) >> 8 * lane & 255) / 255,
                                    blended(blend, ground[lane], own, alpha), 1.6f / 255)
                            << "mode " << int(blend) << " alpha " << alpha << " own " << own << " lane " << lane
                            << " samples " << samples;
                }
}

TEST_F(RendererTest, EraseAndKeepBringBackTheGround) {
    Geometry g, half;
    fill_quad(g, {-1, -1}, {1, 1}, 0);
    fill_quad(half, {-1, -1}, {0, 1}, 0);
    const auto with = [&](Blend blend) {
        return picture([&](Renderer& r) {
            r.triangles(g, 0, 6, sprite({0, 0, 1, 1}, Blend::Over));
            r.keep_ground();
            r.triangles(g, 0, 6, sprite({1, 0, 0, 1}, Blend::Over));
            r.triangles(half, 0, 6, sprite({1, 1, 1, 0.4f}, blend));
        });
    };
    const Pixels erased = with(Blend::Erase), kept = with(Blend::Keep);
    EXPECT_EQ(erased.at(48, 32), red);
    EXPECT_EQ(kept.at(48, 32), red);
    EXPECT_EQ(erased.at(16, 32), 0xFF660099);  // 0.6 of the red one, 0.4 of the ground
    EXPECT_EQ(kept.at(16, 32), 0xFF990066);
}

TEST_F(RendererTest, BlendModesMixWithWhatIsThere) {
    Geometry back, front;
    fill_quad(back, {-1, -1}, {1, 1}, -0.5f);
    fill_quad(front, {-1, -1}, {1, 1}, 0);
    const auto mixed = [&](Blend blend) {
        Surface s = flat({1, 0, 0, 0.5f});
        s.blend = blend;
        return picture([&](Renderer& r) {
                   r.triangles(back, 0, 6, flat({0, 0, 1, 1}));
                   r.triangles(front, 0, 6, s);
               })
            .at(32, 32);
    };
    EXPECT_EQ(mixed(Blend::Opaque) & 0xFFFFFF, red & 0xFFFFFF);
    EXPECT_NEAR(mixed(Blend::Alpha) & 255, 128, 1);
    EXPECT_NEAR(mixed(Blend::Alpha) >> 16 & 255, 127, 1);
    EXPECT_EQ(mixed(Blend::Add), 0xFFFF00FF);
    EXPECT_EQ(mixed(Blend::Modulate), black);
}

TEST_F(RendererTest, OnlyTheWantedFacesAreDrawn) {
    Geometry g;
    fill_quad(g, {-1, -1}, {1, 1}, 0);
    const auto drawn = [&](Faces faces) {
        Surface s = flat({1, 0, 0, 1});
        s.faces = faces;
        return picture([&](Renderer& r) { r.triangles(g, 0, 6, s); }).count(red);
    };
    EXPECT_EQ(drawn(Faces::Both), 64 * 64);
    EXPECT_EQ(drawn(Faces::Anticlockwise), 64 * 64);
    EXPECT_EQ(drawn(Faces::Clockwise), 0);
}

TEST_F(RendererTest, ANormalAwayFromTheEyeIsTurnedToIt) {
    Geometry g;
    fill_quad(g, {-1, -1}, {1, 1}, 0);
    const auto shade = [&](glm::vec3 normal) {
        const std::vector<glm::vec3> normals(4, normal);
        g.set_normals(normals);
        return picture([&](Renderer& r) { r.triangles(g, 0, 6, Surface{}); }).at(32, 32);
    };
    const uint32_t facing = shade({0, 0, 1});
    EXPECT_EQ(shade({0, 0, -1}), facing);
    EXPECT_EQ(shade({0, 0, 5}), facing);  // length does not matter
    EXPECT_LT(shade({1, 0, 0.01f}) & 255, facing & 255);
    g.set_normals({});
    EXPECT_EQ(picture([&](Renderer& r) { r.triangles(g, 0, 6, Surface{}); }).at(32, 32), facing);
}

TEST_F(RendererTest, ALineHasItsWidthInPixelsAtAnyDistance) {
    camera_.orthographic = false;
    for (const float z : {0.f, -3.f}) {
        const Line line{{-9, 0, z}, {9, 0, z}, green, green, 4};
        const Pixels out = picture([&](Renderer& r) { r.lines({&line, 1}, Depth::Test); });
        for (int y : {30, 31, 32, 33}) EXPECT_EQ(out.at(32, y), green) << y;
        EXPECT_EQ(out.at(32, 28), black);
        EXPECT_EQ(out.at(32, 35), black);
    }
}

TEST_F(RendererTest, ALineThroughTheEyePlaneKeepsItsVisiblePart) {
    camera_.orthographic = false;
    const Line line{{0, -0.5f, 50}, {0, -0.5f, -50}, green, green, 3};
    const Pixels out = picture([&](Renderer& r) { r.lines({&line, 1}, Depth::OnTop); });
    EXPECT_EQ(out.at(32, 60), green);
    EXPECT_EQ(out.at(32, 10), black);
    const Line behind{{0, -0.5f, 50}, {0, 0.5f, 20}, green, green, 3};
    EXPECT_EQ(picture([&](Renderer& r) { r.lines({&behind, 1}, Depth::OnTop); }).count(black), 64 * 64);
}

TEST_F(RendererTest, LinesGoBehindTheMeshOrOnTop) {
    Geometry g;
    fill_quad(g, {-1, -1}, {1, 1}, 0);
    const Line line{{-1, 0, -0.5f}, {1, 0, -0.5f}, green, green, 4};
    const auto seen = [&](Depth depth) {
        return picture([&](Renderer& r) {
                   r.triangles(g, 0, 6, flat({1, 0, 0, 1}));
                   r.lines({&line, 1}, depth);
               })
            .at(32, 32);
    };
    EXPECT_EQ(seen(Depth::Test), red);
    EXPECT_EQ(seen(Depth::OnTop), green);
}

TEST_F(RendererTest, ADiscIsALineOfNoLength) {
    const Line disc{{0, 0, 0}, {0, 0, 0}, white, white, 20};
    const Pixels out = picture([&](Renderer& r) { r.lines({&disc, 1}, Depth::OnTop); });
    EXPECT_NEAR(out.count(white), 3.14159 * 100, 40);
    EXPECT_EQ(out.at(32, 32), white);
    EXPECT_EQ(out.at(44, 32), black);
}

TEST_F(RendererTest, SamplesSoftenEdgesAndKeepThePicture) {
    Geometry g;
    const glm::vec3 p[] = {{-1, -1, 0}, {1, -1, 0}, {-1, 0.9f, 0}};
    const uint32_t index[] = {0, 1, 2};
    g.set_positions(p);
    g.set_indices(index);
    const Pixels out = picture([&](Renderer& r) { r.triangles(g, 0, 3, flat({1, 0, 0, 1})); }, 4);
    const int whole = out.count(red), nothing = out.count(black);
    EXPECT_GT(whole, 1700);
    EXPECT_GT(64 * 64 - whole - nothing, 20);  // pixels in between
}

TEST_F(RendererTest, WireframeDrawsEdgesAndNotTheInside) {
    Geometry g;
    fill_quad(g, {-0.9f, -0.9f}, {0.9f, 0.9f}, 0);
    const Pixels out = picture([&](Renderer& r) { r.wireframe(g, 0, 6, green); });
    EXPECT_GT(out.count(green), 150);
    EXPECT_LT(out.count(green), 500);
    EXPECT_EQ(out.at(40, 48), black);
}

TEST(Camera, FitKeepsTheWholeBoxInThePicture) {
    const Box box{{-3, 0, 2}, {5, 11, 4}};
    for (const bool orthographic : {false, true})
        for (const glm::vec2 size : {glm::vec2(640, 480), glm::vec2(200, 900), glm::vec2(1600, 300)})
            for (const float yaw : {0.f, 0.7f, 2.5f}) {
                Camera camera;
                camera.yaw = yaw;
                camera.orthographic = orthographic;
                fit(camera, box, size.x / size.y);
                float reach = 0;
                for (int i = 0; i < 8; ++i) {
                    const glm::vec3 corner{i & 1 ? box.min.x : box.max.x, i & 2 ? box.min.y : box.max.y,
                                           i & 4 ? box.min.z : box.max.z};
                    const glm::vec3 at = project(camera, size, corner);
                    EXPECT_GT(at.z, -1);
                    EXPECT_LT(at.z, 1);
                    reach = std::max({reach, std::abs(at.x / size.x * 2 - 1), std::abs(at.y / size.y * 2 - 1)});
                }
                EXPECT_LE(reach, 1);
                EXPECT_NEAR(reach, 1 / 1.07f, 0.01f);  // and it is no smaller than need be
            }
}

TEST(Camera, AnEmptyBoxAndAPointAreFramedWithoutHarm) {
    Camera camera;
    const Camera before = camera;
    fit(camera, Box{}, 1);
    EXPECT_EQ(camera, before);
    Box point;
    point.add({1, 2, 3});
    fit(camera, point, 1);
    EXPECT_NEAR(glm::distance(camera.pivot, glm::vec3(1, 2, 3)), 0, 1e-5);
    EXPECT_GT(camera.distance, 0);
}

TEST(Camera, ProjectAgreesWithTheMatricesAndTheRayGoesBack) {
    for (const bool orthographic : {false, true}) {
        Camera camera;
        camera.yaw = 0.4f, camera.pitch = 0.3f, camera.pivot = {1, 2, 3};
        camera.orthographic = orthographic;
        const glm::vec2 size{800, 600};
        const glm::vec3 point{1.3f, 2.4f, 2.8f};
        const glm::vec3 at = project(camera, size, point);
        const glm::vec4 clip = projection_matrix(camera, 800.f / 600) * view_matrix(camera) * glm::vec4(point, 1);
        EXPECT_NEAR(at.x, (clip.x / clip.w + 1) * 400, 1e-3);
        EXPECT_NEAR(at.y, (1 - clip.y / clip.w) * 300, 1e-3);
        const Ray ray = ray_through(camera, size, {at.x, at.y});
        const glm::vec3 to = point - ray.from;
        EXPECT_NEAR(glm::length(to - ray.along * glm::dot(to, ray.along)), 0, 2e-3);
        EXPECT_GT(glm::dot(to, ray.along), 0);
    }
}

TEST(Camera, SidesLookAlongTheirAxes) {
    const struct {
        Side side;
        glm::vec3 toward_eye, up;
    } cases[] = {{Side::Front, {0, 0, 1}, {0, 1, 0}}, {Side::Right, {1, 0, 0}, {0, 1, 0}},
                 {Side::Back, {0, 0, -1}, {0, 1, 0}}, {Side::Left, {-1, 0, 0}, {0, 1, 0}},
                 {Side::Top, {0, 1, 0}, {0, 0, -1}},  {Side::Bottom, {0, -1, 0}, {0, 0, 1}}};
    for (const auto& c : cases) {
        Camera camera;
        look_from(camera, c.side);
        const glm::mat3 turn(view_matrix(camera));
        EXPECT_NEAR(glm::distance(turn * c.toward_eye, glm::vec3(0, 0, 1)), 0, 1e-5) << int(c.side);
        EXPECT_NEAR(glm::distance(turn * c.up, glm::vec3(0, 1, 0)), 0, 1e-5) << int(c.side);
    }
}

TEST(Camera, PanMovesThePointUnderThePointer) {
    Camera camera;
    const glm::vec2 size{800, 600};
    const glm::vec3 point = camera.pivot, before = project(camera, size, point);
    pan(camera, {30, -20}, size.y);
    const glm::vec3 after = project(camera, size, point);
    EXPECT_NEAR(after.x - before.x, 30, 0.05);
    EXPECT_NEAR(after.y - before.y, -20, 0.05);
}

TEST(Camera, GridSpacingIsRoundAndFollowsTheModel) {
    EXPECT_FLOAT_EQ(grid_spacing(50), 10);
    EXPECT_FLOAT_EQ(grid_spacing(1), 0.2f);
    EXPECT_FLOAT_EQ(grid_spacing(0.03f), 0.005f);
    EXPECT_GT(grid_spacing(0), 0);
}

}  // namespace
}  // namespace bonescope
