#include "core/image.h"
#include "tests/support.h"
#include <filesystem>

namespace bonescope {
namespace {

using Rgba = std::vector<int>;

Rgba texel(const Image& image, int x, int y) {
    const auto* at = image.rgba.data() + (std::size_t(y) * std::size_t(image.width) + std::size_t(x)) * 4;
    return {at[0], at[1], at[2], at[3]};
}

test::Maker dds(uint32_t width, uint32_t height, uint32_t flags, const char* code = "\0\0\0\0", uint32_t bits = 0,
                uint32_t r = 0, uint32_t g = 0, uint32_t b = 0, uint32_t a = 0) {
    test::Maker file;
    file.text("DDS ").u32(124).u32(0x1007).u32(height).u32(width);
    for (int i = 0; i < 14; ++i) file.u32(0);
    file.u32(32).u32(flags).text(std::string_view(code, 4)).u32(bits).u32(r).u32(g).u32(b).u32(a);
    for (int i = 0; i < 5; ++i) file.u32(0);
    EXPECT_EQ(file.str().size(), 128u);
    return file;
}

Image decode(const test::Maker& file) { return decode_image(file.bytes()); }

constexpr uint32_t four_cc = 4, rgb = 0x40, alpha = 1, luminance = 0x20000;

// Red, green and the two between them; indices count up in the first row.
void colour_block(test::Maker& file) { file.u16(0xF800).u16(0x07E0).u32(0x000000E4); }

}  // namespace

TEST(Dds, Dxt1OfFourColours) {
    test::Maker file = dds(4, 4, four_cc, "DXT1");
    colour_block(file);
    const Image image = decode(file);
    ASSERT_EQ(image.error, "");
    EXPECT_EQ(texel(image, 0, 0), (Rgba{255, 0, 0, 255}));
    EXPECT_EQ(texel(image, 1, 0), (Rgba{0, 255, 0, 255}));
    EXPECT_EQ(texel(image, 2, 0), (Rgba{170, 85, 0, 255}));
    EXPECT_EQ(texel(image, 3, 0), (Rgba{85, 170, 0, 255}));
    EXPECT_EQ(texel(image, 0, 3), (Rgba{255, 0, 0, 255}));
    EXPECT_FALSE(image.has_alpha);
}

TEST(Dds, Dxt1WithATransparentColour) {
    test::Maker file = dds(3, 1, four_cc, "DXT1");
    file.u16(0x001F).u16(0xF800).u32(0xFFFFFFF8);  // blue <= red: three colours; indices 0, 2, 3
    const Image image = decode(file);
    ASSERT_EQ(image.error, "");
    EXPECT_EQ(image.width, 3);
    EXPECT_EQ(texel(image, 0, 0), (Rgba{0, 0, 255, 255}));
    EXPECT_EQ(texel(image, 1, 0), (Rgba{127, 0, 127, 255}));
    EXPECT_EQ(texel(image, 2, 0), (Rgba{0, 0, 0, 0}));
    EXPECT_TRUE(image.has_alpha);
}

TEST(Dds, Dxt3AndDxt5Alpha) {
    test::Maker three = dds(4, 4, four_cc, "DXT3");
    three.u32(0x0000F840).u32(0);
    colour_block(three);
    const Image a = decode(three);
    ASSERT_EQ(a.error, "");
    EXPECT_EQ(texel(a, 0, 0), (Rgba{255, 0, 0, 0}));
    EXPECT_EQ(texel(a, 1, 0), (Rgba{0, 255, 0, 68}));
    EXPECT_EQ(texel(a, 2, 0), (Rgba{170, 85, 0, 136}));
    EXPECT_EQ(texel(a, 3, 0), (Rgba{85, 170, 0, 255}));
    test::Maker five = dds(4, 4, four_cc, "DXT5");
    five.u8(255).u8(3).u16(0x0A88 /* 0 1 2 5 */).u32(0);
    colour_block(five);
    const Image b = decode(five);
    ASSERT_EQ(b.error, "");
    EXPECT_EQ(texel(b, 0, 0)[3], 255);
    EXPECT_EQ(texel(b, 1, 0)[3], 3);
    EXPECT_EQ(texel(b, 2, 0)[3], 219);
    EXPECT_EQ(texel(b, 3, 0)[3], 111);
    test::Maker six = dds(4, 4, four_cc, "DXT5");
    six.u8(0).u8(100).u16(0x0FBA /* 2 7 6 7 */).u32(0);
    colour_block(six);
    const Image c = decode(six);
    EXPECT_EQ(texel(c, 0, 0)[3], 20);
    EXPECT_EQ(texel(c, 1, 0)[3], 255);
    EXPECT_EQ(texel(c, 2, 0)[3], 0);
}

TEST(Dds, UncompressedOfAnyMasks) {
    test::Maker wide = dds(2, 1, rgb | alpha, "\0\0\0\0", 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000);
    wide.u32(0x80102030).u32(0xFF405060);
    EXPECT_EQ(texel(decode(wide), 0, 0), (Rgba{0x10, 0x20, 0x30, 0x80}));
    EXPECT_EQ(texel(decode(wide), 1, 0), (Rgba{0x40, 0x50, 0x60, 0xFF}));
    test::Maker three = dds(1, 1, rgb, "\0\0\0\0", 24, 0xFF, 0xFF00, 0xFF0000);
    three.u8(1).u8(2).u8(3);
    EXPECT_EQ(texel(decode(three), 0, 0), (Rgba{1, 2, 3, 255}));
    test::Maker short_pixel = dds(1, 1, rgb | alpha, "\0\0\0\0", 16, 0x7C00, 0x3E0, 0x1F, 0x8000);
    short_pixel.u16(0x7C1F);
    EXPECT_EQ(texel(decode(short_pixel), 0, 0), (Rgba{255, 0, 255, 0}));
    test::Maker grey = dds(1, 1, luminance, "\0\0\0\0", 8, 0xFF);
    grey.u8(77);
    EXPECT_EQ(texel(decode(grey), 0, 0), (Rgba{77, 77, 77, 255}));
}

TEST(Dds, Dx10Header) {
    test::Maker file = dds(4, 4, four_cc, "DX10");
    file.u32(71).u32(3).u32(0).u32(1).u32(0);
    colour_block(file);
    EXPECT_EQ(texel(decode(file), 1, 0), (Rgba{0, 255, 0, 255}));
    test::Maker odd = dds(4, 4, four_cc, "DX10");
    odd.u32(98).u32(3).u32(0).u32(1).u32(0);
    EXPECT_NE(decode(odd).error.find("found DXGI format 98"), std::string::npos);
    EXPECT_NE(decode(dds(4, 4, four_cc, "DX10")).error.find("expected a DX10 header"), std::string::npos);
}

TEST(Dds, HostileHeaders) {
    EXPECT_NE(
        decode(dds(4, 4, four_cc, "DXT1")).error.find("expected 8 bytes of pixels at offset 128 for 4 x 4, found 0"),
        std::string::npos);
    EXPECT_NE(decode(dds(~0u, 4, four_cc, "DXT1")).error.find("found 4294967295 x 4"), std::string::npos);
    EXPECT_NE(decode(dds(0, 4, four_cc, "DXT1")).error.find("found 0 x 4"), std::string::npos);
    EXPECT_NE(decode(dds(16384, 16384, rgb, "\0\0\0\0", 32, 255)).error.find("expected 1073741824 bytes"),
              std::string::npos);
    EXPECT_NE(decode(dds(1, 1, rgb, "\0\0\0\0", 7)).error.find("found 7 at offset 88"), std::string::npos);
    EXPECT_NE(decode(dds(1, 1, four_cc, "ATI2")).error.find("found the code 0x32495441"), std::string::npos);
    EXPECT_NE(decode(dds(1, 1, 0)).error.find("pixel flags 0x0"), std::string::npos);
    const std::string whole = dds(1, 1, luminance, "\0\0\0\0", 8, 0xFF).u8(1).str();
    for (std::size_t n = 0; n < whole.size(); ++n) {
        const Image cut = decode_image(test::bytes(whole.substr(0, n)));
        EXPECT_FALSE(cut.error.empty()) << n;
        EXPECT_TRUE(cut.rgba.empty()) << n;
    }
}

TEST(Image, PngRoundTrip) {
    const std::string path = (std::filesystem::temp_directory_path() / "bonescope_round_trip.png").string();
    const std::vector<unsigned char> pixels{1, 2, 3, 4, 5, 6, 7, 255};
    ASSERT_EQ(write_png(path, 2, 1, pixels), "");
    const Image image = read_image(path);
    EXPECT_EQ(image.error, "");
    EXPECT_EQ(texel(image, 0, 0), (Rgba{1, 2, 3, 4}));
    EXPECT_EQ(texel(image, 1, 0), (Rgba{5, 6, 7, 255}));
    EXPECT_TRUE(image.has_alpha);
    const Big<byte> file = test::bytes_of(path);
    for (std::size_t n = 0; n < file.size(); ++n) EXPECT_FALSE(decode_image({file.data(), n}).error.empty()) << n;
    std::filesystem::remove(path);
    EXPECT_NE(write_png("/nonexistent/x.png", 2, 1, pixels), "");
    EXPECT_NE(write_png(path, 3, 1, pixels), "");
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Image, AMaskGivesTheAlphaByItsBrightness) {
    Image image, mask;
    image.width = 2, image.height = 2;
    image.rgba = {1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255};
    mask.width = 1, mask.height = 2;  // of another size
    mask.rgba = {255, 255, 255, 0, 0, 0, 0, 255};
    apply_mask(image, mask);
    EXPECT_TRUE(image.has_alpha);
    EXPECT_EQ(image.rgba, (Big<unsigned char>{1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 0, 10, 11, 12, 0}));
    apply_mask(image, Image{});  // one that cannot be read
    EXPECT_EQ(image.rgba[15], 0);
    mask.rgba = {255, 255, 255, 255, 255, 255, 255, 255};
    apply_mask(image, mask);
    EXPECT_FALSE(image.has_alpha);
}

TEST(Image, Tga) {
    test::Maker plain;
    plain.u8(0).u8(0).u8(2).u16(0).u16(0).u8(0).u16(0).u16(0).u16(2).u16(1).u8(24).u8(0x20);
    plain.u8(3).u8(2).u8(1).u8(6).u8(5).u8(4);
    const Image image = decode(plain);
    ASSERT_EQ(image.error, "");
    EXPECT_EQ(texel(image, 0, 0), (Rgba{1, 2, 3, 255}));
    EXPECT_EQ(texel(image, 1, 0), (Rgba{4, 5, 6, 255}));
    test::Maker runs;
    runs.u8(0).u8(0).u8(10).u16(0).u16(0).u8(0).u16(0).u16(0).u16(3).u16(1).u8(24).u8(0x20);
    runs.u8(0x81).u8(3).u8(2).u8(1).u8(0).u8(6).u8(5).u8(4);
    EXPECT_EQ(texel(decode(runs), 2, 0), (Rgba{4, 5, 6, 255}));
    for (const test::Maker& file : {plain, runs})
        for (std::size_t n = 0; n < file.str().size(); ++n)
            EXPECT_FALSE(decode_image(test::bytes(file.str().substr(0, n))).error.empty()) << n;
}

TEST(Image, LargeClaimsInSmallFiles) {
    std::string png = std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x40\0\0\0\x40\0\x08\x06\0\0\0", 29) + "\0\0\0\0";
    EXPECT_FALSE(decode_image(test::bytes(png)).error.empty());
    test::Maker tga;
    tga.u8(0).u8(0).u8(2).u16(0).u16(0).u8(0).u16(0).u16(0).u16(65535).u16(65535).u8(32).u8(0);
    EXPECT_NE(decode(tga).error.find("found 65535 x 65535"), std::string::npos) << decode(tga).error;
    EXPECT_NE(decode_image(test::bytes("no picture at all, just words")).error, "");
    EXPECT_NE(decode_image({}).error, "");
    EXPECT_NE(read_image("/nonexistent").error, "");
}

TEST(Image, RealTextures) {
    NEED_SHARED();
    const struct {
        const char* name;
        int width, height;
    } files[] = {{"ogre-sdk/spine_strips.dds", 256, 256}, {"ogre-tests/UniqueTexture.dds", 256, 256},
                 {"sinbad/sinbad_body.tga", 512, 512},    {"sinbad/sinbad_clothes.tga", 512, 512},
                 {"ogre-sdk/steelhead.png", 256, 256},    {"ogre-sdk/r2skin.jpg", 512, 512}};
    for (const auto& file : files) {
        const std::string path = test::sample("ogre/" + std::string(file.name)).string();
        const Image image = read_image(path);
        EXPECT_EQ(image.error, "") << file.name;
        EXPECT_EQ(image.width, file.width) << file.name;
        EXPECT_EQ(image.height, file.height) << file.name;
        EXPECT_EQ(image.rgba.size(), std::size_t(image.width) * std::size_t(image.height) * 4);
        const Big<byte> bytes = test::bytes_of(path);
        for (const std::size_t n : {std::size_t{0}, std::size_t{20}, bytes.size() / 2})
            EXPECT_FALSE(decode_image({bytes.data(), n}).error.empty()) << file.name << " cut to " << n;
    }
}

}  // namespace bonescope
