// Names in the encodings of old files, from their bytes to the glyphs.
#include "tests/panel_bench.h"
#include "tests/skeleton_maker.h"

namespace bonescope {
namespace {

using test::Maker;

constexpr const char* pelvis = "\xB9\xC7\xC5\xE8";  // 骨盆 in GBK
constexpr const char* walk = "\xD7\xDF\xC2\xB7";    // 走路

DocumentPtr gbk_skeleton() {
    Maker keys, m = test::header();
    test::add_key(keys, 0, 1);
    test::add_key(keys, 1, 2);
    test::add_bone(m, pelvis, 0);
    m.chunk(0x4000, test::animation(walk, 1, Maker().chunk(0x4100, test::track(0, keys))));
    return load("\xC9\xD9\xC1\xD6.skeleton", m.bytes());
}

bool drawable(std::initializer_list<ImWchar> letters) {
    for (const ImFont* font : {fonts.words, fonts.small, fonts.mono})
        for (const ImWchar letter : letters)
            if (!font->FindGlyphNoFallback(letter)) return false;
    return true;
}

TEST(Names, GbkIsReadableInEveryPanelAndTheEncodingCanBeSwitched) {
    test::PanelBench bench(400, 600);
    App& app = bench.app;
    app.scene = make_scene({gbk_skeleton()}, {.resolve = false, .folders = {}});
    app.play.clip = 0;
    app.selection = select_joint(app, 0);
    const Skeleton& skeleton = *app.scene.skeleton();
    EXPECT_EQ(skeleton.joints[0].name, pelvis) << "raw bytes stay";
    EXPECT_EQ(shown(app, skeleton.joints[0].name), "骨盆");
    EXPECT_EQ(shown(app, app.scene.clips[0].get().name), "走路");
    EXPECT_EQ(file_name(app.scene.docs[0]->path), "少林.skeleton");
    for (const char* word : {"骨盆", "走路", "少林"}) EXPECT_NE(text_in_use(app).find(word), std::string::npos) << word;
    for (const Encoding encoding : {Encoding::Guess, Encoding::Gbk, Encoding::Big5, Encoding::Latin1}) {
        app.settings.encoding = encoding;
        for (void (*panel)(PanelContext&) : {draw_bones, draw_structure, draw_curves, draw_clips, draw_selection})
            for (int i = 0; i < 3; ++i) bench.frame(panel);
    }
    EXPECT_EQ(shown(app, pelvis), "¹ÇÅè");
    EXPECT_EQ(text_in_use(app).find("骨"), std::string::npos);
    EXPECT_NE(text_in_use(app).find("少林"), std::string::npos) << "the disk's names do not follow the choice";
    app.settings.encoding = Encoding::Gbk;
    build_fonts(1, text_in_use(app));
    if (!drawable({0x9AA8})) GTEST_SKIP() << "no font here has Chinese";
    EXPECT_TRUE(drawable({0x9AA8, 0x76C6, 0x8D70, 0x8DEF, 0x5C11, 0x6797}));
}

}  // namespace
}  // namespace bonescope
