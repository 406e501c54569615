// XML twins of DragonBones data: the same content must give the same model as in JSON.
#include "core/planar.h"
#include "core/text.h"
#include "tests/golden_dragonbones.h"
#include <fmt/format.h>

namespace bonescope {
namespace {

using nlohmann::json;

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
    return out;
}

// Scalars become attributes, objects and the items of arrays elements.
std::string element(const std::string& name, const json& object) {
    std::string head = "<" + name, body;
    for (const auto& [key, value] : object.items()) {
        if (value.is_object())
            body += element(key, value);
        else if (value.is_array())
            for (const json& item : value) body += element(key, item);
        else if (value.is_string())
            head += fmt::format(" {}=\"{}\"", key, escaped(value.get<std::string>()));
        else
            head += fmt::format(" {}=\"{}\"", key, value.is_null() ? "NaN" : value.dump());
    }
    return head + (body.empty() ? "/>" : ">\n" + body + "</" + name + ">") + "\n";
}

DocumentPtr read(std::string_view text) { return load("skeleton.xml", test::bytes(text)); }

PlanarFrame frame_of(const DocumentPtr& doc, const Skeleton& skeleton, int clip, double seconds) {
    ClipUse use;
    use.doc = doc;
    use.clip = clip;
    use.sampling = use.get().sampling;
    const Layer layer{&use, clock(use.get(), use.sampling, seconds), 1};
    PlanarFrame frame;
    evaluate_planar(*doc, skeleton, {&layer, 1}, {}, frame);
    return frame;
}

void expect_same(const Affine& want, const Affine& got) {
    for (const auto& [a, b] : {std::pair{want.a, got.a}, {want.b, got.b}, {want.c, got.c}, {want.d, got.d}})
        ASSERT_EQ(a, b);
    ASSERT_EQ(want.t, got.t);
}

void expect_same(const PlanarFrame& want, const PlanarFrame& got) {
    ASSERT_FALSE(want.world.empty());
    ASSERT_EQ(got.world.size(), want.world.size());
    for (std::size_t j = 0; j < want.world.size(); ++j) expect_same(want.world[j], got.world[j]);
    ASSERT_EQ(got.slots.size(), want.slots.size());
    for (std::size_t s = 0; s < want.slots.size(); ++s) {
        ASSERT_EQ(got.slots[s].slot, want.slots[s].slot);
        ASSERT_EQ(got.slots[s].display, want.slots[s].display);
        expect_same(want.slots[s].place, got.slots[s].place);
        ASSERT_EQ(got.slots[s].color, want.slots[s].color);
    }
}

class DragonBonesXml : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DragonBonesXml);

std::vector<std::string> samples() {
    std::vector<std::string> out;
    for (const std::string& name : test::dragonbones_names())
        if (name.starts_with("v2.3")) out.push_back(name);
    return out;
}

TEST_P(DragonBonesXml, MovesLikeItsTwin) {
    const std::string path = test::dragonbones_file(test::dragonbones_golden(GetParam()));
    const DocumentPtr want = load(path), got = read(element("dragonBones", test::read_json(path)));
    EXPECT_EQ(got->format, "dragonbones.xml");
    EXPECT_EQ(got->notes.size(), want->notes.size()) << (got->notes.empty() ? "" : got->notes[0].message);
    ASSERT_EQ(got->skeletons.size(), want->skeletons.size());
    ASSERT_EQ(got->clips.size(), want->clips.size());
    ASSERT_FALSE(want->clips.empty());
    for (int i = 0; i < static_cast<int>(want->clips.size()); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const Clip &clip = want->clips[at], &twin = got->clips[at];
        SCOPED_TRACE(clip.name);
        EXPECT_EQ(twin.name, clip.name);
        EXPECT_EQ(twin.events.size(), clip.events.size());
        const auto skeleton = static_cast<std::size_t>(clip.skeleton);
        for (const double part : {0., 0.13, 0.5, 0.77, 1., 1.4}) {
            const double seconds = part * clip.duration / clip.rate;
            expect_same(frame_of(want, want->skeletons[skeleton], i, seconds),
                        frame_of(got, got->skeletons[skeleton], i, seconds));
        }
        for (const Track& track : twin.tracks)
            if (track.where.xml) { ASSERT_TRUE(text_of(got->file, key_bytes(*got, track, 0)).starts_with("<frame")); }
    }
}

INSTANTIATE_TEST_SUITE_P(DragonBones, DragonBonesXml, testing::ValuesIn(samples()), test::plain_name);

constexpr std::string_view small = R"(<dragonBones name="d" version="2.3" frameRate="10" isGlobal="0">
<armature name="a &amp; b"><bone name="r\n"><transform x="1" y='2' skX="0" skY="0"/></bone>
<bone name='t' parent="r\n"/><skin name=""><slot name="s" parent="t" z="0"><display name="p" type="image"/></slot></skin>
</armature></dragonBones>)";

}  // namespace

TEST(DragonBonesXmlText, IsReadAsItIsMeant) {
    const auto doc = read(small);
    ASSERT_TRUE(doc->notes.empty()) << doc->notes[0].message;
    EXPECT_EQ(doc->version, "2.3");
    const Skeleton& skeleton = doc->skeletons.at(0);
    EXPECT_EQ(skeleton.name, "a & b");
    ASSERT_EQ(skeleton.joints.size(), 2u);
    EXPECT_EQ(skeleton.joints[0].name, "r\\n") << "a backslash is one";
    EXPECT_EQ(vec2(skeleton.joints[0].bind.t), vec2(1, 2));
    EXPECT_EQ(skeleton.joints[1].parent, 0);
    EXPECT_EQ(text_of(doc->file, skeleton.joints[1].where), R"(<bone name='t' parent="r\n"/>)");
    EXPECT_EQ(skeleton.rig->slots.at(0).joint, 1);
    EXPECT_EQ(skeleton.rig->skins.at(0).slots.at(0).at(0).path, "p");
}

TEST(DragonBonesXmlText, FaultsAreSaidWithTheirPlace) {
    std::string text(small);
    const std::size_t at = text.find("\"1\"");
    const auto doc = read(text.replace(at, 3, "\"x\""));
    ASSERT_EQ(doc->notes.size(), 1u);
    EXPECT_EQ(doc->notes[0].message, fmt::format("expected a number, found x at offset {}", at));
    EXPECT_EQ(doc->notes[0].line, 2);
    EXPECT_EQ(doc->skeletons.at(0).joints.size(), 2u);
    const auto none = read(R"(<dragonBones version="2.3"></dragonBones>)");
    ASSERT_EQ(none->notes.size(), 1u);
    EXPECT_EQ(none->notes[0].message, "expected <armature>, found none at offset 0");
}

TEST(DragonBonesXmlText, EveryPrefixSaysThatItIsOne) {
    for (std::size_t n = 1; n < small.size(); ++n) {
        const auto doc = read(small.substr(0, n));
        ASSERT_FALSE(doc->notes.empty()) << n;
        for (const Skeleton& skeleton : doc->skeletons) {
            ASSERT_EQ(skeleton.order.size(), skeleton.joints.size()) << n;
            ASSERT_LE(skeleton.where.end(), n);
        }
    }
}

TEST(DragonBonesXmlText, DepthHasABound) {
    std::string text = R"(<dragonBones version="2.3">)";
    for (int i = 0; i < 5000; ++i) text += "<armature>";
    const auto doc = read(text);
    EXPECT_FALSE(doc->notes.empty());
    EXPECT_EQ(doc->skeletons.size(), 1u);
}

TEST(DragonBonesXmlText, OlderFormsAreShownAsTheyStand) {
    const auto doc = read(R"(<skeleton name="s" version="2.0"><armatures><armature name="a"/></armatures></skeleton>)");
    EXPECT_EQ(doc->version, "2.0");
    ASSERT_EQ(doc->notes.size(), 1u);
    EXPECT_EQ(doc->notes[0].severity, Severity::Info);
    EXPECT_NE(doc->notes[0].message.find("names of its own"), std::string::npos);
    EXPECT_TRUE(doc->readable);
}

TEST(DragonBonesXmlText, AtlasesHaveSeveralPages) {
    const auto doc = load("x_tex.xml", test::bytes(R"(<TextureAtlas name="x" imagePath="x0.png" width="64" height="32">
<SubTexture name="a&amp;b" x="1" y="2" width="30" height="20" rotated="true"/>
<SubTexture name="c" x="60" y="0" width="5" height="1" frameX="-1" frameY="-2" frameWidth="9" frameHeight="8"/>
</TextureAtlas><TextureAtlas name="x" imagePath="x1.png" scale="0.5"><SubTexture name="d" x="0" y="0" width="8"
 height="no"/></TextureAtlas>)"));
    EXPECT_EQ(doc->format, "dragonbones.atlas.xml");
    ASSERT_EQ(doc->pages.size(), 2u);
    EXPECT_EQ(doc->pages[0].size, vec2(64, 32));
    ASSERT_EQ(doc->pages[0].regions.size(), 2u);
    EXPECT_EQ(doc->pages[0].regions[0].name, "a&b");
    EXPECT_EQ(doc->pages[0].regions[0].rect, vec4(1, 2, 30, 20));
    EXPECT_TRUE(doc->pages[0].regions[0].rotated);
    EXPECT_EQ(doc->pages[0].regions[1].frame, vec4(-1, -2, 9, 8));
    EXPECT_EQ(doc->pages[1].image, "x1.png");
    EXPECT_EQ(doc->pages[1].scale, 0.5f);
    EXPECT_EQ(doc->pages[1].regions.at(0).rect, vec4(0, 0, 8, 0));
    ASSERT_EQ(doc->notes.size(), 3u);
    EXPECT_NE(doc->notes[2].message.find("region \"d\": expected a width and a height above 0"), std::string::npos);
    EXPECT_NE(doc->notes[0].message.find("region \"c\": expected a place inside the page"), std::string::npos);
    EXPECT_NE(doc->notes[1].message.find("expected a number, found no at offset"), std::string::npos);
}

}  // namespace bonescope
