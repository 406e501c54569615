// What DragonBones files hold at rest, and their animations' facts, against what the official runtime has of them.
#include "tests/golden_dragonbones.h"
#include <fmt/format.h>
#include <set>

namespace bonescope {
namespace {

using nlohmann::json;

class GoldenStatic : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenStatic);

constexpr double degrees = 180 / 3.14159265358979323846;

void expect_bones(const Skeleton& skeleton, const json& bones) {
    ASSERT_EQ(skeleton.order.size(), bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const json& want = bones[i];
        const Joint& joint = skeleton.joints[static_cast<std::size_t>(skeleton.order[i])];
        SCOPED_TRACE(joint.name);
        EXPECT_EQ(joint.name, want.at("n").get<std::string>()) << "evaluation order, place " << i;
        const std::string parent = joint.parent < 0 ? "" : skeleton.joints[static_cast<std::size_t>(joint.parent)].name;
        EXPECT_EQ(parent, want.at("p").is_null() ? "" : want["p"].get<std::string>());
        EXPECT_NEAR(joint.length, want.at("len").get<double>(), 1e-3);
        const uint8_t flags[] = {InheritTranslation, InheritRotation, InheritScale, InheritReflection};
        std::string inherit;
        for (const uint8_t flag : flags) inherit += joint.inherit & flag ? '1' : '0';
        const bool surface = std::any_of(skeleton.rig->surfaces.begin(), skeleton.rig->surfaces.end(),
                                         [&](const SurfaceGrid& grid) { return grid.joint == joint.id; });
        EXPECT_EQ(surface, want.at("type") == "surface");
        EXPECT_EQ(surface ? "0000" : inherit, want.at("inherit").get<std::string>());  // surfaces have no such flags
        const json& bind = want.at("bind");
        EXPECT_NEAR(joint.bind.t.x, bind.at("x").get<double>(), 1e-3);
        EXPECT_NEAR(joint.bind.t.y, bind.at("y").get<double>(), 1e-3);
        EXPECT_NEAR(joint.bind.angle * degrees, bind.at("rot").get<double>(), 1e-3);
        EXPECT_NEAR(joint.bind.skew * degrees, bind.at("skew").get<double>(), 1e-3);
        EXPECT_NEAR(joint.bind.s.x, bind.at("sx").get<double>(), 1e-4);
        EXPECT_NEAR(joint.bind.s.y, bind.at("sy").get<double>(), 1e-4);
    }
}

void expect_slots(const Skeleton& skeleton, const json& slots) {
    const Rig& rig = *skeleton.rig;
    ASSERT_EQ(rig.slots.size(), slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i) {
        EXPECT_EQ(rig.slots[i].name, slots[i].at("n").get<std::string>());
        EXPECT_EQ(rig.slots[i].display, slots[i].at("di").get<int>()) << rig.slots[i].name;
        ASSERT_GE(rig.slots[i].joint, 0);
        EXPECT_EQ(skeleton.joints[static_cast<std::size_t>(rig.slots[i].joint)].name,
                  slots[i].at("p").get<std::string>());
    }
}

const Clip* clip_of(const Document& doc, int armature, const std::string& name) {
    for (const Clip& clip : doc.clips)
        if (clip.skeleton == armature && clip.name == name) return &clip;
    return nullptr;
}

void expect_clips(const Document& doc, int armature, const json& golden) {
    for (const json& want : golden.at("animations")) {
        const auto name = want.at("n").get<std::string>();
        const Clip* clip = clip_of(doc, armature, name);
        ASSERT_TRUE(clip) << name;
        EXPECT_EQ(clip->duration, want.at("frames").get<double>()) << name;
        EXPECT_EQ(clip->sampling.plays, want.at("playTimes").get<uint32_t>()) << name;
        EXPECT_NEAR(clip->fade_in, want.at("fadeIn").get<double>(), 1e-6) << name;
        const double scale = want.at("scale").get<double>();
        EXPECT_NEAR(clip->fps / clip->rate, scale > 0 ? scale : 1, 1e-6) << name;
        EXPECT_EQ(clip->blends, want.at("blendType") == 1) << name;
    }
    const std::string usual = golden.value("defaultAnimation", std::string());
    const int chosen = doc.skeletons[static_cast<std::size_t>(armature)].rig->default_clip;
    EXPECT_EQ(chosen < 0 ? "" : doc.clips[static_cast<std::size_t>(chosen)].name, usual);
}

// "frame name 0.5" …, of those that lie within the first `until` seconds.
std::multiset<std::string> events_of(const Document& doc, const Clip& clip) {
    std::multiset<std::string> out;
    for (const Event& event : clip.events) {
        if (event.kind == EventKind::Play || event.tick > clip.duration) continue;
        const Skeleton& skeleton = doc.skeletons[static_cast<std::size_t>(clip.skeleton)];
        std::string text = fmt::format("{} {} {:.3f}", event.kind == EventKind::Frame ? "frameEvent" : "soundEvent",
                                       event.name, event.tick / clip.fps);
        if (event.joint >= 0) text += " bone " + skeleton.joints[static_cast<std::size_t>(event.joint)].name;
        if (event.slot >= 0) text += " slot " + skeleton.rig->slots[static_cast<std::size_t>(event.slot)].name;
        for (const double number : event.numbers) text += fmt::format(" {}", number);
        for (const std::string& word : event.texts) text += " \"" + word + "\"";
        out.insert(text);
    }
    return out;
}

std::string event_of(const json& want) {
    std::string text = fmt::format("{} {} {:.3f}", want.at("type").get<std::string>(),
                                   want.at("name").get<std::string>(), want.at("time").get<double>());
    for (const char* key : {"bone", "slot"})
        if (want.contains(key)) text += std::string(" ") + key + " " + want[key].get<std::string>();
    if (!want.contains("data")) return text;
    for (const char* key : {"ints", "floats"})
        if (want["data"].contains(key))
            for (const json& number : want["data"][key]) text += fmt::format(" {}", number.get<double>());
    if (want["data"].contains("strings"))
        for (const json& word : want["data"]["strings"]) text += " \"" + word.get<std::string>() + "\"";
    return text;
}

// Every event that the runtime fired is there; one that the file has was fired, as the golden data play to the end.
void expect_events(const Document& doc, int armature, const json& golden) {
    const std::string own = golden.at("name").get<std::string>();
    if (!golden.contains("events")) return;
    for (const auto& [name, list] : golden.at("events").items()) {
        const Clip* clip = clip_of(doc, armature, name);
        ASSERT_TRUE(clip) << name;
        const auto ours = events_of(doc, *clip);
        std::set<std::string> fired;
        for (const json& event : list)
            if (event.value("arm", own) == own) fired.insert(event_of(event));
        EXPECT_EQ(std::set<std::string>(ours.begin(), ours.end()), fired) << name;
    }
}

TEST_P(GoldenStatic, Agrees) {
    const json golden = test::dragonbones_golden(GetParam());
    const auto doc = load(test::dragonbones_file(golden));
    ASSERT_EQ(doc->skeletons.size(), golden.at("armatures").size());
    for (std::size_t i = 0; i < doc->skeletons.size(); ++i) {
        const json& armature = golden["armatures"][i];
        const Skeleton& skeleton = doc->skeletons[i];
        SCOPED_TRACE(skeleton.name);
        EXPECT_EQ(skeleton.name, armature.at("name").get<std::string>());
        // What came through a converter runs at 24 there whatever the file says.
        const bool converted = GetParam().starts_with("v2") || GetParam().starts_with("v3");
        if (!converted) { EXPECT_EQ(skeleton.rig->frame_rate, armature.at("frameRate").get<float>()); }
        expect_bones(skeleton, armature.at("bones"));
        expect_slots(skeleton, armature.at("slots"));
        expect_clips(*doc, static_cast<int>(i), armature);
        expect_events(*doc, static_cast<int>(i), armature);
    }
}

INSTANTIATE_TEST_SUITE_P(DragonBones, GoldenStatic, testing::ValuesIn(test::dragonbones_names()), test::plain_name);

}  // namespace
}  // namespace bonescope
