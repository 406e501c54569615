// What 2D scenes show: quads, places on pages, order, colours, armatures in slots.
#include "program.h"
#include "tests/flat_maker.h"

using namespace bonescope;
using namespace bonescope::test;

namespace {

struct Picture {
    AtlasPage page;
    AtlasRegion region;
    RegionUse use() const { return {&page, &region, 0, page.size}; }
};

Picture made(glm::vec4 rect, bool rotated = false, glm::vec4 frame = glm::vec4(0)) {
    Picture out;
    out.page.size = {100, 100};
    out.region.rect = rect;
    out.region.rotated = rotated;
    out.region.frame = frame;
    return out;
}

void expect_quad(const std::array<vec2, 4>& quad, vec2 low, vec2 high) {
    const vec2 want[] = {low, {high.x, low.y}, high, {low.x, high.y}};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(quad[i].x, want[i].x, 1e-5) << i;
        EXPECT_NEAR(quad[i].y, want[i].y, 1e-5) << i;
    }
}

void expect_near(vec2 got, vec2 want) {
    EXPECT_NEAR(got.x, want.x, 1e-4);
    EXPECT_NEAR(got.y, want.y, 1e-4);
}

vec2 middle(const FlatPicture& picture, std::size_t piece) {
    vec2 sum(0);
    const FlatPiece& p = picture.pieces.at(piece);
    for (uint32_t v = p.first; v < p.first + p.count; ++v) sum += picture.at[v];
    return sum / static_cast<float>(p.count);
}

}  // namespace

TEST(Flat, PivotIsAFractionOfThePicture) {
    const Picture p = made({0, 0, 10, 20});
    Display display = picture("p");
    expect_quad(image_quad(display, p.use()), {-5, -10}, {5, 10});
    display.pivot = {0, 1};
    expect_quad(image_quad(display, p.use()), {0, -20}, {10, 0});
}

TEST(Flat, PivotInPixelsIsTheLeftTopCorner) {
    const Picture p = made({0, 0, 10, 20});
    Display display = picture("p");
    display.pivot_in_pixels = true;
    display.pivot = {3, 4};
    expect_quad(image_quad(display, p.use()), {-3, -4}, {7, 16});
}

TEST(Flat, RotatedRegionsStandUpright) {
    const Picture p = made({0, 0, 20, 10}, true);
    expect_quad(image_quad(picture("p"), p.use()), {-5, -10}, {5, 10});
}

TEST(Flat, TrimmedRegionsKeepTheirPlaceInTheWholePicture) {
    const Picture p = made({0, 0, 10, 20}, false, {-2, -3, 20, 30});
    expect_quad(image_quad(picture("p"), p.use()), {-8, -12}, {2, 8});
}

TEST(Flat, SmallAtlasesAreDrawnLarger) {
    Picture p = made({0, 0, 10, 20});
    p.page.scale = 0.5f;
    expect_quad(image_quad(picture("p"), p.use()), {-10, -20}, {10, 20});
}

TEST(Flat, PlacesOnThePage) {
    const Picture upright = made({10, 20, 30, 40}), turned = made({10, 20, 30, 40}, true);
    expect_near(page_uv(upright.use(), {0, 0}), {0.1f, 0.2f});
    expect_near(page_uv(upright.use(), {1, 0.5f}), {0.4f, 0.4f});
    expect_near(page_uv(turned.use(), {0, 0}), {0.4f, 0.2f});  // the left top corner lies at the right top
    expect_near(page_uv(turned.use(), {1, 0}), {0.4f, 0.6f});
    expect_near(page_uv(turned.use(), {0, 1}), {0.1f, 0.2f});
}

TEST(Flat, PiecesComeInDrawOrderWithColourAlphaAndBlend) {
    FlatMaker maker;
    const int a = maker.armature("a");
    maker.joint(a, "root", -1, {100, 50}, 90);
    maker.slot(a, "back", 0, {picture("p")});
    const int front = maker.slot(a, "front", 0, {picture("p", {10, 0})});
    maker.slot(a, "empty", 0, {});
    maker.slot_at(a, front).alpha = 0.5f;
    maker.slot_at(a, front).blend = SlotBlend::Add;
    maker.slot_at(a, front).color = {{1, 0.5f, 1, 1}, {0, 0, 10, 0}};
    maker.region("p", {0, 0, 4, 8});
    const FlatPicture got = frame_of(maker.scene()).flat;
    ASSERT_EQ(got.pieces.size(), 2u);
    EXPECT_EQ(got.pieces[0].slot, 0);
    EXPECT_EQ(got.pieces[1].slot, 1);
    EXPECT_EQ(got.pieces[1].blend, SlotBlend::Add);
    EXPECT_EQ(got.pieces[1].alpha, 0.5f);
    EXPECT_EQ(got.pieces[1].color.add.z, 10);
    expect_near(middle(got, 0), {100, 50});
    expect_near(middle(got, 1), {100, 60});               // 10 along the joint's x, which points down
    expect_near(got.at[got.pieces[0].first], {104, 48});  // left top, turned by 90 degrees
    EXPECT_EQ(got.pieces[0].corners, 6u);
}

TEST(Flat, SlotsThatShowNothingHaveNoPiece) {
    FlatMaker maker;
    const int a = maker.armature("a");
    maker.joint(a, "root", -1, {0, 0});
    const int slot = maker.slot(a, "s", 0, {picture("p")});
    maker.slot_at(a, slot).display = -1;
    maker.region("p", {0, 0, 4, 8});
    EXPECT_TRUE(frame_of(maker.scene()).flat.pieces.empty());
}

TEST(Flat, PicturesThatAreMissingKeepAnOutline) {
    FlatMaker maker;
    const int a = maker.armature("a");
    maker.joint(a, "root", -1, {7, 9});
    maker.slot(a, "s", 0, {picture("nowhere")});
    const FlatPicture got = frame_of(maker.scene()).flat;
    ASSERT_EQ(got.pieces.size(), 1u);
    EXPECT_EQ(got.pieces[0].texture, -1);
    EXPECT_EQ(got.pieces[0].count, 4u);
    expect_near(middle(got, 0), {7, 9});
}

TEST(Flat, ArmaturesInSlotsStandAtTheSlotAndHaveTheirOwnClip) {
    FlatMaker maker;
    const int outer = maker.armature("outer"), inner = maker.armature("inner");
    maker.joint(outer, "root", -1, {100, 0}, 90);
    maker.joint(inner, "root", -1, {5, 0});
    Display nested = armature_of("inner", {10, 0});
    maker.slot(outer, "s", 0, {nested});
    const int slot = maker.slot_at(outer, 0).joint;
    EXPECT_EQ(slot, 0);
    maker.slot_at(outer, 0).alpha = 0.5f;
    maker.slot(inner, "own", 0, {picture("p")});
    maker.slot_at(inner, 0).alpha = 0.5f;
    maker.region("p", {0, 0, 4, 8});
    maker.clip(outer, "walk", 0);
    maker.clip(inner, "idle", 8);
    maker.clip(inner, "wave", 16);
    Scene scene = maker.scene();
    FlatPicture got = frame_of(scene, 0, 0.5).flat;
    ASSERT_EQ(got.pieces.size(), 1u);
    EXPECT_EQ(got.pieces[0].depth, 1);
    EXPECT_EQ(got.pieces[0].slot, 0);
    EXPECT_EQ(got.pieces[0].alpha, 0.25f);
    expect_near(middle(got, 0), {100, 10 + 5 + 4});  // its first clip, halfway
    maker.rigs[1]->default_clip = 2;
    expect_near(middle(frame_of(scene, 0, 0.5).flat, 0), {100, 10 + 5 + 8});
    maker.rigs[0]->skins[0].slots[0][0].actions = {"idle"};
    expect_near(middle(frame_of(scene, 0, 0.5).flat, 0), {100, 10 + 5 + 4});
    maker.doc->clips[0].name = "wave";  // one of the same name goes along
    expect_near(middle(frame_of(scene, 0, 0.5).flat, 0), {100, 10 + 5 + 8});
}

namespace {

// An armature in the only slot of another; its joint goes along x, 24 pixels a second in "idle", 48 in "wave".
struct NestedMaker : FlatMaker {
    NestedMaker() {
        const int outer = armature("outer"), inner = armature("inner");
        joint(outer, "root", -1, {0, 0});
        joint(inner, "root", -1, {0, 0});
        slot(outer, "s", 0, {armature_of("inner")});
        slot(inner, "own", 0, {picture("p")});
        region("p", {0, 0, 4, 8});
        clip(outer, "walk", 0);
        clip(inner, "idle", 24);
        clip(inner, "wave", 48);
    }
    void tell(double tick, const std::string& clip) {
        Event event;
        event.kind = EventKind::Play;
        event.tick = tick;
        event.name = clip;
        event.slot = 0;
        doc->clips[0].events.push_back(event);
    }
    float x_at(double seconds) {
        const FlatPicture got = frame_of(scene(), 0, seconds).flat;
        return got.pieces.empty() ? -1 : middle(got, 0).x;
    }
};

}  // namespace

TEST(Flat, TheClockOfANestedArmatureBeginsWhenItIsShown) {
    NestedMaker maker;
    maker.display_track(0, 0, {{0, -1}, {6, 0}, {9, 0}, {18, -1}});
    EXPECT_EQ(maker.x_at(0.125), -1);
    EXPECT_NEAR(maker.x_at(0.25), 0, 1e-4);
    EXPECT_NEAR(maker.x_at(0.5), 6, 1e-4);  // the key at 9 shows the same: nothing begins anew
    EXPECT_EQ(maker.x_at(0.8), -1);
}

TEST(Flat, ActionsOfTheClipTellNestedArmaturesWhatToPlay) {
    NestedMaker maker;
    maker.tell(12, "wave");
    maker.tell(15, "nothing of that name");
    EXPECT_NEAR(maker.x_at(0.25), 6, 1e-4);
    EXPECT_NEAR(maker.x_at(0.5), 0, 1e-4);
    EXPECT_NEAR(maker.x_at(0.75), 12, 1e-4);
    maker.display_track(0, 0, {{0, 0}, {13, -1}, {18, 0}});  // hidden meanwhile: it begins with its own again
    EXPECT_NEAR(maker.x_at(1), 6, 1e-4);
}

TEST(Flat, ThePieceOnTopIsFound) {
    FlatMaker maker;
    const int a = maker.armature("a");
    maker.joint(a, "root", -1, {0, 0});
    maker.slot(a, "back", 0, {picture("p")});
    maker.slot(a, "front", 0, {picture("p", {2, 0})});
    const int unseen = maker.slot(a, "unseen", 0, {picture("p")});
    maker.slot_at(a, unseen).alpha = 0;
    maker.region("p", {0, 0, 8, 8});
    const FlatPicture got = frame_of(maker.scene()).flat;
    EXPECT_EQ(piece_at(got, {0, 0}), 1);
    EXPECT_EQ(piece_at(got, {-3, 3}), 0);
    EXPECT_EQ(piece_at(got, {5.5f, 0}), 1);
    EXPECT_EQ(piece_at(got, {20, 0}), -1);
}

TEST(Flat, MeshesLieOnTheirRegion) {
    FlatMaker maker;
    const int a = maker.armature("a");
    maker.joint(a, "root", -1, {10, 0});
    Document& doc = *maker.doc;
    VertexSet set;
    set.vertices = 3;
    set.position = add_column(doc, 3, 3);
    set.uv = {add_column(doc, 3, 2)};
    const float places[] = {0, 0, 0, 4, 0, 0, 0, 4, 0}, uv[] = {0, 0, 1, 0, 0, 1};
    std::copy(places, places + 9, column_data(doc, set.position));
    std::copy(uv, uv + 6, column_data(doc, set.uv[0]));
    doc.sets.push_back(set);
    Mesh mesh;
    mesh.set = 0;
    mesh.indices = 6;
    doc.lists.assign({0, 1, 2, 0, 1, 9});  // the second triangle has a corner that is not there
    doc.meshes.push_back(mesh);
    Display display = picture("p");
    display.kind = DisplayKind::Mesh;
    display.set = display.mesh = 0;
    maker.slot(a, "s", 0, {display});
    maker.region("p", {50, 50, 20, 10});
    const FlatPicture got = frame_of(maker.scene()).flat;
    ASSERT_EQ(got.pieces.size(), 1u);
    EXPECT_EQ(got.pieces[0].corners, 3u);
    expect_near(got.at[1], {14, 0});
    expect_near(got.uv[0], {0.5f, 0.5f});
    expect_near(got.uv[1], {0.7f, 0.5f});
    expect_near(got.uv[2], {0.5f, 0.6f});
}

TEST(Flat, EveryPrefixOfASkeletonFileIsDrawn) {
    NEED_SHARED();
    for (const char* name : {"slots", "mesh", "path"}) {
        const Big<byte> whole = bytes_of(sample(std::string("dragonbones/synthetic/") + name + "_ske.json"));
        std::size_t pieces = 0;
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const Scene scene =
                make_scene({load("x_ske.json", Big<byte>(whole.begin(), whole.begin() + size))}, {.resolve = false});
            const Frame frame = frame_of(scene, scene.clips.empty() ? -1 : 0, 0.3);
            for (const FlatPiece& piece : frame.flat.pieces) {
                ASSERT_LE(piece.first + piece.count, frame.flat.at.size());
                for (uint32_t c = piece.first_corner; c < piece.first_corner + piece.corners; ++c)
                    ASSERT_LT(frame.flat.corners[c], piece.first + piece.count);
            }
            pieces = std::max(pieces, frame.flat.pieces.size());
        }
        EXPECT_TRUE(pieces > 1 || std::string_view(name) == "path") << name;
    }
}

namespace {

std::vector<std::string> found(const Scene& scene, std::string_view role) {
    std::vector<std::string> out;
    for (const Part& part : scene.parts)
        if (part.role == role && part.status == PartStatus::Found)
            out.push_back(std::filesystem::path(part.path).filename().string());
    return out;
}

Scene open(const std::string& path) { return open_scene(std::span(&path, 1)); }

const char* const skeleton_text = R"({"name":"a","version":"5.5","armature":[]})";
std::string atlas_text(const std::string& image) {
    return R"({"imagePath":")" + image + R"(","SubTexture":[{"name":"p","x":0,"y":0,"width":1,"height":1}]})";
}

using Names = std::vector<std::string>;

}  // namespace

TEST(FlatParts, SkeletonAtlasAndPictureFindEachOther) {
    const TemporaryFolder folder;
    const std::string skeleton = folder.write("x_ske.json", skeleton_text);
    const std::string atlas = folder.write("x_tex.json", atlas_text("x_tex.png"));
    folder.write("x_tex.png", "no picture");
    folder.write("texture.json", atlas_text("texture.png"));
    folder.write("y_tex.json", atlas_text("y.png"));
    EXPECT_EQ(found(open(skeleton), "atlas"), Names{"x_tex.json"});
    EXPECT_EQ(found(open(skeleton), "texture"), Names{"x_tex.png"});
    EXPECT_EQ(found(open(atlas), "skeleton"), Names{"x_ske.json"});
}

TEST(FlatParts, AllPagesAreTaken) {
    const TemporaryFolder folder;
    const std::string skeleton = folder.write("x_ske.json", skeleton_text);
    for (const char* name : {"x_tex_0.json", "x_tex_1.json"}) folder.write(name, atlas_text("a.png"));
    EXPECT_EQ(found(open(skeleton), "atlas"), (Names{"x_tex_0.json", "x_tex_1.json"}));
    const TemporaryFolder old;
    const std::string bare = old.write("X.json", skeleton_text);
    old.write("X_texture_1.json", atlas_text("a.png"));
    EXPECT_EQ(found(open(bare), "atlas"), Names{"X_texture_1.json"});
}

TEST(FlatParts, ATextureWithoutANameServesWhenNothingElseDoes) {
    const TemporaryFolder folder;
    const std::string skeleton = folder.write("hero.json", skeleton_text);
    EXPECT_TRUE(found(open(skeleton), "atlas").empty());
    const std::string atlas = folder.write("texture.json", atlas_text("texture.png"));
    EXPECT_EQ(found(open(skeleton), "atlas"), Names{"texture.json"});
    EXPECT_EQ(found(open(atlas), "skeleton"), Names{"hero.json"});
}

TEST(FlatParts, CopiesInOtherSizesHaveTheirOwnPicture) {
    const TemporaryFolder folder;
    folder.write("a_texture_1.png", "-");
    folder.write("a_texture_1_hd.png", "-");
    const std::string atlas = folder.write("a_texture_1_hd.json", atlas_text("a_texture_1.png"));
    EXPECT_EQ(found(open(atlas), "texture"), Names{"a_texture_1_hd.png"});
}

TEST(Flat, PicturesThatAreInNoAtlasAreTold) {
    FlatMaker maker;
    const int a = maker.armature("a");
    maker.joint(a, "root", -1, {0, 0});
    maker.slot(a, "one", 0, {picture("p"), picture("lost"), picture("q")});
    maker.slot(a, "two", 0, {picture("lost")});
    EXPECT_TRUE(maker.scene().notes.empty());  // without any atlas that is missing
    maker.region("p", {0, 0, 4, 8});
    const Scene scene = maker.scene();
    ASSERT_EQ(scene.notes.size(), 1u);
    EXPECT_EQ(scene.notes[0].message, "2 pictures that made.flat shows are in no atlas: lost, q");
    maker.region("lost", {0, 0, 4, 8});
    maker.region("q", {0, 0, 4, 8});
    EXPECT_TRUE(maker.scene().notes.empty());
}

TEST(Flat, ArmaturesAreNotDrawnInsideThemselves) {
    FlatMaker maker;
    const int a = maker.armature("a"), b = maker.armature("b");
    maker.joint(a, "root", -1, {0, 0});
    maker.joint(b, "root", -1, {0, 0});
    maker.slot(a, "self", 0, {armature_of("a")});
    maker.slot(a, "other", 0, {armature_of("b")});
    maker.slot(b, "back", 0, {armature_of("a")});
    maker.slot(b, "own", 0, {picture("p")});
    const FlatPicture got = frame_of(maker.scene()).flat;
    ASSERT_EQ(got.pieces.size(), 1u);
    EXPECT_EQ(got.pieces[0].depth, 1);
    EXPECT_EQ(got.nested, 1u);
}

TEST(Flat, ArmaturesThatMultiplyStopAtSomeHundreds) {
    FlatMaker maker;
    for (int i = 0; i < 12; ++i) {
        maker.armature(std::to_string(i));
        maker.joint(i, "root", -1, {0, 0});
        for (int s = 0; s < 30; ++s) maker.slot(i, "s", 0, {armature_of(std::to_string(i + 1))});
    }
    const FlatPicture got = frame_of(maker.scene()).flat;
    EXPECT_EQ(got.nested, 512u);
    EXPECT_GT(got.pieces.size(), 0u);
    EXPECT_LE(got.pieces.size(), 512u * 30);
}
