// Which files of a character or an object come together, and what hangs on what.
#include "core/range_facts.h"
#include "core/text.h"
#include "tests/support.h"

namespace bonescope {
namespace {

Scene open_samples(std::initializer_list<const char*> names, bool resolve = true) {
    std::vector<std::string> paths;
    for (const char* name : names) paths.push_back(test::sample(std::string("meteor/") + name).string());
    return open_scene(paths, {.resolve = resolve});
}

std::vector<std::string> names_of(const Scene& scene) {
    std::vector<std::string> out;
    for (const DocumentPtr& doc : scene.docs) out.push_back(lower(base_name(doc->path)));
    std::sort(out.begin(), out.end());
    return out;
}

std::string source_name(const Scene& scene, std::size_t number) {
    const int doc = number < scene.sources.size() ? scene.sources[number] : -1;
    return doc < 0 ? "" : lower(base_name(scene.docs[static_cast<std::size_t>(doc)]->path));
}

std::size_t missing(const Scene& scene, const std::string& role) {
    return static_cast<std::size_t>(std::count_if(scene.parts.begin(), scene.parts.end(), [&](const Part& part) {
        return part.role == role && part.status == PartStatus::Missing;
    }));
}

TEST(MeteorParts, AnyFileOfACharacterFindsTheOthers) {
    NEED_SHARED();
    const std::vector<std::string> all{"p0.amb", "p0.bnc", "p0.pos", "p0.skc"};
    for (const char* name : {"P0.bnc", "p0.skc", "p0.amb", "P0.pos"}) {
        const Scene scene = open_samples({name});
        EXPECT_EQ(names_of(scene), all) << name;
        EXPECT_EQ(missing(scene, "texture"), 0u) << name;
        EXPECT_EQ(missing(scene, "animation"), 1u) << name;  // the shared bank
        EXPECT_EQ(source_name(scene, 1), "p0.amb") << name;
    }
}

TEST(MeteorParts, LevelsOfDetailBelongToTheirCharacter) {
    NEED_SHARED();
    const Scene low = open_samples({"p0_300.skc"});
    EXPECT_EQ(names_of(low), (std::vector<std::string>{"p0.amb", "p0.bnc", "p0.pos", "p0_300.skc"}));
    const Scene seventeen = open_samples({"p17.bnc"});
    EXPECT_EQ(names_of(seventeen), (std::vector<std::string>{"p17.bnc", "p17_800.skc"}));
}

TEST(MeteorParts, ElevenUsesTheFramesOfNine) {
    NEED_SHARED();
    EXPECT_EQ(source_name(open_samples({"p11.bnc"}), 1), "p9.amb");
    EXPECT_EQ(source_name(open_samples({"p11.skc", "p9.amb"}, false), 1), "p9.amb");
}

TEST(MeteorParts, ABankThatIsGivenByHandTakesTheFreePlace) {
    NEED_SHARED();
    const Scene scene = open_samples({"synth/arm.pos", "synth/common.amb"});
    EXPECT_EQ(source_name(scene, 0), "common.amb");
    EXPECT_EQ(source_name(scene, 1), "arm.amb");
    EXPECT_EQ(missing(scene, "animation"), 0u);
    ASSERT_GE(scene.clips.size(), 6u);
    EXPECT_FALSE(scene.clips[5].missing());
    EXPECT_TRUE(scene.clips[5].doc->path.ends_with("common.amb"));
    const Scene alone = open_samples({"synth/arm.pos", "synth/common.amb"}, false);
    EXPECT_EQ(source_name(alone, 1), "common.amb");
}

TEST(MeteorParts, NothingIsLookedForWhenThatIsTurnedOff) {
    NEED_SHARED();
    EXPECT_EQ(names_of(open_samples({"P0.bnc"}, false)), std::vector<std::string>{"p0.bnc"});
}

TEST(MeteorParts, ObjectsFindTheirPlacesFramesAndList) {
    NEED_SHARED();
    for (const char* name : {"props/Pdoor02.gmb", "props/Pdoor02.des", "props/Pdoor02.fmc", "props/Pdoor02.pos"}) {
        const Scene scene = open_samples({name});
        EXPECT_EQ(names_of(scene),
                  (std::vector<std::string>{"pdoor02.des", "pdoor02.fmc", "pdoor02.gmb", "pdoor02.pos"}))
            << name;
        EXPECT_EQ(scene.skeleton()->joints.size(), 14u) << name;
        EXPECT_FALSE(scene.clips.empty());
        EXPECT_FALSE(scene.clips[0].missing()) << name;
    }
}

TEST(MeteorParts, AWeaponHangsOnTheRightHandsSocketAndFollowsIt) {
    NEED_SHARED();
    Scene scene = open_samples({"P0.pos", "props/w9_4l.gmc"});
    const auto weapon = std::find_if(scene.sets.begin(), scene.sets.end(), [](const SetUse& use) { return use.loose; });
    ASSERT_NE(weapon, scene.sets.end());
    const auto set = static_cast<int>(weapon - scene.sets.begin());
    const int socket = weapon->hung_on;
    ASSERT_GE(socket, 0);
    EXPECT_EQ(scene.skeleton()->joints[static_cast<std::size_t>(socket)].name, "d_wpnR");
    const Layer layer{&scene.clips[140], clock(scene.clips[140].get(), scene.clips[140].sampling, 1), 1};
    Frame frame;
    evaluate(scene, {&layer, 1}, frame);
    const vec3 stored = weapon->doc->triple(weapon->get().position, 0);
    const vec3 want = vec3(frame.pose.matrix[static_cast<std::size_t>(socket)] * vec4(stored, 1));
    EXPECT_EQ(frame.sets[static_cast<std::size_t>(set)].position[0], want);
    hang(scene, set, -1);
    evaluate(scene, {&layer, 1}, frame);
    EXPECT_EQ(frame.sets[static_cast<std::size_t>(set)].position[0], stored);
}

TEST(MeteorParts, BoxesOfAWeaponAreNoPartOfThePicture) {
    NEED_SHARED();
    const Scene scene = open_samples({"props/w9_4l.gmc"});
    std::size_t hidden = 0;
    for (const MeshUse& mesh : scene.meshes) {
        EXPECT_EQ(mesh.visible, mesh.get().own >= 0);
        hidden += !mesh.visible;
    }
    EXPECT_GT(hidden, 0u);
    EXPECT_LT(hidden, scene.meshes.size());
}

TEST(MeteorParts, DummiesThatTheFramesHangElsewhereAreTold) {
    NEED_SHARED();
    const auto told = [](const Scene& scene) {
        return std::any_of(scene.notes.begin(), scene.notes.end(), [](const Finding& note) {
            return note.message.find("another parent") != std::string::npos;
        });
    };
    EXPECT_FALSE(told(open_samples({"P0.bnc"})));
    Big<byte> raw = test::bytes_of(test::sample("meteor/p0.amb"));
    raw[21 + 20 + 16 * 30 + 33 * 2 + 1] = byte{'0'};  // d_wpnL on d0, not d3
    std::vector<DocumentPtr> docs{load(test::sample("meteor/P0.bnc").string()), load("p0.amb", std::move(raw))};
    EXPECT_TRUE(told(make_scene(docs, {.resolve = false})));
}

bool is_told(const Scene& scene, const std::string& words) {
    return std::any_of(scene.notes.begin(), scene.notes.end(),
                       [&](const Finding& note) { return note.message.find(words) != std::string::npos; });
}

std::size_t clashes(const Scene& scene) {
    return static_cast<std::size_t>(std::count_if(scene.parts.begin(), scene.parts.end(), [](const Part& part) {
        return part.status == PartStatus::Clash && part.name == "character.amb" && part.source == 0;
    }));
}

TEST(MeteorParts, ABankByHandThatDoesNotFitIsUsedAndTold) {
    NEED_SHARED();
    const Scene wrong = open_samples({"P0.pos", "p1.amb"});
    EXPECT_EQ(source_name(wrong, 0), "p1.amb");
    EXPECT_EQ(clashes(wrong), 1u);
    EXPECT_TRUE(is_told(wrong, "taken for character.amb, source 0 of P0.pos: expected frames 1 to 17060"));
    const auto outside = std::count_if(wrong.clips.begin(), wrong.clips.end(), reaches_outside);
    EXPECT_GT(outside, 100);
    const Scene right = open_samples({"synth/arm.pos", "synth/common.amb"});
    EXPECT_EQ(clashes(right), 0u);
    EXPECT_FALSE(is_told(right, "taken for"));
}

TEST(MeteorParts, NamesThatWereMadeUpAreNotCompared) {
    NEED_SHARED();
    for (const char* name : {"props/Pdoor02.gmb", "props/sn07eye.des", "props/knife01.fmc"})
        EXPECT_FALSE(is_told(open_samples({name}), "names differ")) << name;
}

TEST(MeteorParts, UsualNeighboursAreNamedWhereTheyAreNot) {
    const Scene scene = make_scene({load("x/y/a.pos", test::bytes("Pose 0 { source 0 Start 1 End 2 }")),
                                    load("x/y/a.bnc", test::bytes("Bones: 0"))});
    const Part* bank = nullptr;
    for (const Part& part : scene.parts)
        if (part.source == 0) bank = &part;
    ASSERT_TRUE(bank);
    EXPECT_EQ(bank->status, PartStatus::Missing);
    for (const char* place : {"x/y/character.amb", "x/y/common/character.amb", "x/common/character.amb"})
        EXPECT_EQ(std::count(bank->searched.begin(), bank->searched.end(), place), 1) << place;
    for (const std::string& place : bank->searched) EXPECT_EQ(place.find(".."), std::string::npos) << place;
}

TEST(MeteorParts, DummiesInACircleKeepTheSkeletonsParent) {
    NEED_SHARED();
    const auto opened = [](uint32_t record, std::string_view parent) {
        Big<byte> raw = test::bytes_of(test::sample("meteor/p0.amb"));
        const std::size_t at = 21 + 698 * std::size_t{record} + 20 + 16 * 30;  // of d_base
        if (!parent.empty()) std::memcpy(raw.data() + at, parent.data(), 5);
        return make_scene({load(test::sample("meteor/P0.bnc").string()), load("p0.amb", std::move(raw))},
                          {.resolve = false});
    };
    const Scene good = opened(3, "");
    EXPECT_FALSE(is_told(good, "hangs on"));
    const auto pose_of = [](const Scene& scene) {
        const Layer layer{&scene.clips[0], {0.1, 3, false}, 1};
        Pose pose;
        evaluate(*scene.skeleton(), {&layer, 1}, pose);
        return pose;
    };
    for (const std::string_view parent : {std::string_view("b13\0", 5), std::string_view("d0\0\0", 5)}) {
        const Scene round = opened(3, parent);
        EXPECT_TRUE(is_told(round, "record 3 at offset 2615: d_base hangs on")) << parent;
        EXPECT_TRUE(is_told(round, "its parent in P0.bnc serves"));
        EXPECT_EQ(pose_of(round).model[13].t, pose_of(good).model[13].t);
    }
}

}  // namespace
}  // namespace bonescope
