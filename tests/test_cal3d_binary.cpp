#include "tests/cal3d_files.h"

namespace bonescope {
namespace {

using namespace test;
using Floats = std::vector<float>;

// ---- skeletons ----

// Each a quarter turn about x, one unit away from its parent; the pair is that of a root or its child.
struct BoneFile {
    const char* name;
    int32_t parent;
    std::vector<int32_t> children;
};

void put_bone(Maker& m, const BoneFile& bone, bool lights) {
    const float half = 0.70710678f;
    put_string(m, bone.name).f32({0, 0, 1, half, 0, 0, half});
    m.f32(bone.parent < 0 ? std::initializer_list<float>{0, 1, 0, -half, 0, 0, half}
                          : std::initializer_list<float>{0, 1, 1, -1, 0, 0, 0});
    m.put(bone.parent);
    if (lights) m.put(int32_t{1}).f32({1, 0.5f, 0.25f});
    m.put(static_cast<int32_t>(bone.children.size()));
    for (const int32_t child : bone.children) m.put(child);
}

Maker skeleton(int32_t version, bool lights, const std::vector<BoneFile>& bones) {
    Maker m = cal3d("CSF", version).put(static_cast<int32_t>(bones.size()));
    if (lights) m.f32({0.1f, 0.2f, 0.3f});
    for (const BoneFile& bone : bones) put_bone(m, bone, lights);
    return m;
}

const std::vector<BoneFile> two_bones = {{"hip", -1, {1}}, {"spine", 0, {}}};

TEST(Cal3dSkeleton, EveryVersionIsReadInItsLayout) {
    for (const int32_t version : {699, 700, 799, 899, 910, 911, 919, 1000, 1100, 1200, 1300, 1301})
        for (const bool lights : {false, true}) {
            if (version < 1300 && lights != (version >= 911 && version <= 919)) continue;
            SCOPED_TRACE(fmt::format("version {}, lights {}", version, lights));
            const DocumentPtr doc = read("a.csf", skeleton(version, lights, two_bones));
            EXPECT_EQ(doc->format, "cal3d.csf");
            EXPECT_EQ(doc->version, std::to_string(version));
            EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
            EXPECT_TRUE(gaps(*doc).empty());
            ASSERT_EQ(doc->skeletons.at(0).joints.size(), 2u);
            const Joint& spine = doc->skeletons[0].joints[1];
            EXPECT_EQ(spine.name, "spine");
            EXPECT_EQ(spine.parent, 0);
            EXPECT_EQ(spine.id, 1);
            EXPECT_EQ(spine.bind.t, vec3(0, 0, 1));
            EXPECT_FLOAT_EQ(spine.bind.r.x, -0.70710678f);  // the stored one is the conjugate
            EXPECT_FLOAT_EQ(spine.bind.r.w, 0.70710678f);
        }
}

TEST(Cal3dSkeleton, BothLayoutsCalled1300AreTriedAndSaid) {
    for (const bool lights : {false, true}) {
        const DocumentPtr doc = read("a.csf", skeleton(1300, lights, two_bones));
        ASSERT_EQ(doc->dialects.size(), 2u);
        EXPECT_EQ(doc->dialect, doc->dialects[lights].name);
        EXPECT_EQ(doc->dialects[lights].verdict, "reads the whole file");
        EXPECT_NE(doc->dialects[!lights].verdict.find("offset"), std::string::npos) << doc->dialects[!lights].verdict;
    }
    EXPECT_TRUE(read("a.csf", skeleton(700, false, two_bones))->dialects.empty());
}

TEST(Cal3dSkeleton, ALayoutOfAnotherVersionIsTakenWhenItAloneFits) {
    const DocumentPtr doc = read("a.csf", skeleton(700, true, two_bones));
    EXPECT_EQ(doc->dialect, "scene ambient and bone lights");
    EXPECT_TRUE(says(*doc, "which is not that of version 700")) << all_notes(*doc);
    EXPECT_EQ(doc->skeletons.at(0).joints.size(), 2u);
}

TEST(Cal3dSkeleton, APersonsChoiceOfLayoutHolds) {
    const DocumentPtr chosen = read("a.csf", skeleton(1300, true, two_bones), "no lights");
    EXPECT_EQ(chosen->dialect, "no lights");
    const DocumentPtr unknown = read("a.csf", skeleton(1300, true, two_bones), "rubbish");
    EXPECT_EQ(unknown->dialect, "scene ambient and bone lights");
    EXPECT_TRUE(says(*unknown, "no layout is called \"rubbish\": this format has \"no lights\", \"scene ambient"));
}

TEST(Cal3dSkeleton, UnknownVersionsAreReadWithAWarning) {
    const DocumentPtr doc = read("a.csf", skeleton(1400, true, two_bones));
    EXPECT_EQ(doc->skeletons.at(0).joints.size(), 2u);
    EXPECT_TRUE(says(*doc, "found 1400"));
}

TEST(Cal3dSkeleton, ParentsThatCannotBeAreNotedAndBecomeRoots) {
    const auto roots = [](std::vector<BoneFile> bones, const std::string& fault) {
        const DocumentPtr doc = read("a.csf", skeleton(700, false, bones));
        EXPECT_TRUE(says(*doc, fault)) << all_notes(*doc);
        int n = 0;
        for (const Joint& joint : doc->skeletons.at(0).joints) n += joint.parent < 0;
        return n;
    };
    EXPECT_EQ(roots({{"a", -1, {}}, {"b", 7, {}}}, "parent 7: expected -1 or a number below 2"), 2);
    EXPECT_EQ(roots({{"a", -1, {}}, {"b", -2, {}}}, "parent -2"), 2);
    EXPECT_EQ(roots({{"a", 0, {0}}}, "is its own parent"), 1);
    EXPECT_EQ(roots({{"a", 1, {1}}, {"b", 0, {0}}}, "is its own ancestor"), 1);
}

TEST(Cal3dSkeleton, AParentMayStandAfterItsChild) {
    const DocumentPtr doc = read("a.csf", skeleton(700, false, {{"leaf", 1, {}}, {"root", -1, {0}}}));
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    EXPECT_EQ(doc->skeletons[0].order, (std::vector<int>{1, 0}));
}

TEST(Cal3dSkeleton, ListsOfChildrenAreComparedWithTheParents) {
    const auto notes = [](std::vector<BoneFile> bones) {
        return all_notes(*read("a.csf", skeleton(700, false, bones)));
    };
    EXPECT_NE(notes({{"a", -1, {}}, {"b", 0, {}}}).find("listed 0 times by its parent 0"), std::string::npos);
    EXPECT_NE(notes({{"a", -1, {1}}, {"b", -1, {}}}).find("lists child 1, whose parent is -1"), std::string::npos);
    EXPECT_NE(notes({{"a", -1, {9}}}).find("lists child 9: expected a number below 1"), std::string::npos);
}

TEST(Cal3dSkeleton, TheStoredPairIsKeptAndItsDifferenceSaid) {
    Maker m = cal3d("CSF", 700).put(int32_t{1});
    put_string(m, "a").f32({0, 0, 0, 0, 0, 0, 1}).f32({5, 0, 0, 0, 0, 0, 1}).put(int32_t{-1}).put(int32_t{0});
    const DocumentPtr doc = read("a.csf", m);
    EXPECT_EQ(doc->skeletons[0].inverse_bind.at(0)[3], vec4(5, 0, 0, 1));
    EXPECT_TRUE(says(*doc, "by up to 5")) << all_notes(*doc);
}

TEST(Cal3dSkeleton, TrailingBytesAreAGapAndNoted) {
    const DocumentPtr doc = read("a.csf", skeleton(700, false, two_bones).text("xyz"));
    EXPECT_TRUE(says(*doc, "found 3 bytes more"));
    ASSERT_EQ(gaps(*doc).size(), 1u);
    EXPECT_EQ(gaps(*doc)[0].size, 3u);
    EXPECT_EQ(doc->skeletons[0].joints.size(), 2u);
}

TEST(Cal3dSkeleton, CountsAndLengthsThatCannotBeAreRefused) {
    for (const int32_t n : {-1, 0x7FFF'FFFF, INT32_MIN}) {
        const DocumentPtr doc = read("a.csf", cal3d("CSF", 700).put(n));
        EXPECT_TRUE(says(*doc, fmt::format("found {} at offset 8", n))) << all_notes(*doc);
        Maker named = cal3d("CSF", 700).put(int32_t{1}).put(n).text(std::string(80, 'x'));
        EXPECT_TRUE(says(*read("a.csf", named), fmt::format("name length: expected 0 to 80, as 80 bytes are left, "
                                                            "found {} at offset 12",
                                                            n)));
    }
    EXPECT_TRUE(says(*read("a.csf", cal3d("CSF", 700).put(int32_t{0})),
                     "bones: expected at least one, found none at offset 8"));
}

// ---- animations ----

struct KeyFile {
    float time = 0, x = 0;
    float q[4] = {0, 0, 0, 1};
};

void put_track(Maker& m, int32_t bone, const std::vector<KeyFile>& keys) {
    m.put(bone).put(static_cast<int32_t>(keys.size()));
    for (const KeyFile& key : keys) m.f32({key.time, key.x, 2, 3, key.q[0], key.q[1], key.q[2], key.q[3]});
}

Maker animation(int32_t version, float duration, int32_t tracks) {
    Maker m = cal3d("CAF", version);
    if (version == 919 || version >= 1300) m.put(int32_t{0});
    m.f32({duration}).put(tracks);
    if (version >= 1200) m.put(int32_t{0});
    return m;
}

Maker one_track(const std::vector<KeyFile>& keys, float duration = 1) {
    Maker m = animation(700, duration, 1);
    put_track(m, 4, keys);
    return m;
}

TEST(Cal3dAnimation, EveryPlainVersionIsReadInItsLayout) {
    for (const int32_t version : {699, 700, 799, 910, 912, 919, 1000, 1100, 1200, 1300, 1301}) {
        SCOPED_TRACE(version);
        Maker m = animation(version, 1, 2);
        put_track(m, 4, {{0, 1}, {1, 5}});
        put_track(m, 6, {{0, 7}, {1, 8}});
        const DocumentPtr doc = read("some/walk.caf", m);
        EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
        EXPECT_TRUE(gaps(*doc).empty());
        const Clip& clip = doc->clips.at(0);
        EXPECT_EQ(clip.name, "walk");
        EXPECT_EQ(clip.duration, 1);
        EXPECT_EQ(clip.tracks.size(), 4u);
        EXPECT_EQ(clip.timelines.size(), 1u);  // both have the same times
        const Track* t = find_track(*doc, 6, Property::Translation);
        ASSERT_NE(t, nullptr);
        EXPECT_EQ(t->basis, Basis::Absolute);
        EXPECT_EQ(row(*doc, t->value, 1, 3), (Floats{8, 2, 3}));
        EXPECT_FALSE(t->value.owned);
        const Track* r = find_track(*doc, 6, Property::Rotation);
        EXPECT_EQ(r->lanes, Lanes::XyzwConjugate);
        EXPECT_EQ(row(*doc, r->value, 1, 4), (Floats{0, 0, 0, 1}));
        EXPECT_EQ(key_bytes(*doc, *r, 1).size, 32u);
        EXPECT_EQ(key_bytes(*doc, *r, 1).end(), doc->file.size());
    }
}

TEST(Cal3dAnimation, LayoutsThatTheVersionNumberDoesNotTellAreFound) {
    Maker without_flags = cal3d("CAF", 1300).put(int32_t{0}).f32({1}).put(int32_t{1});
    put_track(without_flags, 4, {{0, 1}, {1, 5}});
    const DocumentPtr doc = read("a.caf", without_flags);
    EXPECT_EQ(doc->dialect, "compression switch");
    ASSERT_EQ(doc->dialects.size(), 3u);
    EXPECT_EQ(doc->notes.size(), 1u) << all_notes(*doc);
    EXPECT_TRUE(says(*doc, "read in the layout \"compression switch\", in which no version 1300 is known"));
    EXPECT_EQ(doc->clips[0].timelines.at(0).rows, 2u);
}

TEST(Cal3dAnimation, KeysKeepTheirOrderAndFaults) {
    const DocumentPtr doc = read("a.caf", one_track({{0.5f, 1}, {0, 2}, {NAN, 3}, {0.5f, 4}, {2, 5}}));
    EXPECT_TRUE(says(*doc, "bone 4: 1 of 5 keys has a time that is not a finite number; the first is key 2"));
    EXPECT_TRUE(says(*doc, "1 of 5 keys has a time below that of the key before them; the first is key 1"));
    EXPECT_TRUE(says(*doc, "1 of 5 keys repeats the time of another key; the first is key 3"));
    EXPECT_TRUE(says(*doc, "1 of 5 keys lies before the start or beyond the end of the clip; the first is key 4"));
    EXPECT_EQ(doc->clips[0].timelines.at(0).live, 4u);
}

TEST(Cal3dAnimation, BrokenValuesAreNotedAndMarked) {
    const DocumentPtr doc = read("a.caf", one_track({{0, 1, {0, 0, 0, 2}}, {1, NAN, {NAN, 0, 0, 1}}}));
    EXPECT_TRUE(says(*doc, "1 of 2 keys has a rotation that is not finite; the first is key 1"));
    EXPECT_TRUE(says(*doc, "1 of 2 keys has a translation that is not finite; the first is key 1"));
    EXPECT_TRUE(says(*doc, "1 of 2 keys has a rotation that is not of length 1; the first is key 0"));
    EXPECT_TRUE(find_track(*doc, 4, Property::Rotation)->suspect);
    EXPECT_TRUE(find_track(*doc, 4, Property::Translation)->suspect);
}

Maker far_away(std::initializer_list<bool> none) {
    Maker m = animation(1300, 1, 1);
    m.put(int32_t{4}).put(static_cast<int32_t>(none.size()));
    float time = 0;
    for (const bool absent : none) {
        const float far = 1e10f;
        m.f32({time}).f32(absent ? std::initializer_list<float>{far, far, far}
                                 : std::initializer_list<float>{time, 2, 3});
        m.f32({0, 0, 0, 1});
        time += 1;
    }
    return m;
}

TEST(Cal3dAnimation, TheMarkForNoTranslationLeavesItToTheSkeleton) {
    const DocumentPtr doc = read("a.caf", far_away({true, true}));
    EXPECT_TRUE(find_track(*doc, 4, Property::Translation)->value.empty());
    EXPECT_FALSE(find_track(*doc, 4, Property::Rotation)->value.empty());
    const DocumentPtr some = read("a.caf", far_away({true, false, true}));
    const Track* t = find_track(*some, 4, Property::Translation);
    for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(stand_in(*some, *t, i), i == 1 ? StandIn::None : StandIn::Bind);
    EXPECT_EQ(row(*some, t->value, 1, 3), (Floats{1, 2, 3}));
    EXPECT_TRUE(says(*some, "1 of 1 track lacks the translation of some keys: the skeleton's serves"))
        << all_notes(*some);
}

TEST(Cal3dAnimation, KeysWithTheMarkTakeTheSkeletonsTranslation) {
    const DocumentPtr doc = read("a.caf", far_away({true, false, true}));
    Skeleton skeleton;
    Joint& joint = skeleton.joints.emplace_back();
    joint.id = 4;
    joint.bind.t = {9, 8, 7};
    skeleton.order = {0};
    const ClipUse use = bind_clip(doc, 0, skeleton);
    const auto at = [&](double seconds) {
        const Layer layer{&use, clock(use.get(), use.sampling, seconds), 1};
        Pose pose;
        evaluate(skeleton, {&layer, 1}, pose);
        EXPECT_EQ(local_of(skeleton, {&layer, 1}, 0).t, pose.local[0].t);
        return pose.local[0].t;
    };
    EXPECT_EQ(at(0), vec3(9, 8, 7));
    EXPECT_EQ(at(0.5), vec3(5, 5, 5));
    EXPECT_EQ(at(1), vec3(1, 2, 3));
    const auto track = static_cast<uint32_t>(find_track(*doc, 4, Property::Translation) - doc->clips[0].tracks.data());
    EXPECT_EQ(row_value(use, track, 2), vec4(9, 8, 7, 0));
    EXPECT_EQ(row_value(use, track, 1), vec4(1, 2, 3, 0));
}

TEST(Cal3dAnimation, NotesOnTheClipAsAWhole) {
    Maker m = animation(700, 2, 2);
    put_track(m, 4, {{0.5f, 1}, {1, 1}});
    put_track(m, 4, {{0, 1}, {2, 1}});
    const DocumentPtr doc = read("a.caf", m);
    EXPECT_TRUE(says(*doc, "a second track for bone 4"));
    EXPECT_TRUE(says(*doc, "1 of 2 tracks does not reach from 0 to 2, the first is that of bone 4 from 0.5 to 1"));
    EXPECT_TRUE(says(*read("a.caf", one_track({{0, 1}}, 0)), "duration: expected more than 0 seconds, found 0"));
    EXPECT_TRUE(says(*read("a.caf", one_track({}, 1)), "bone 4: expected at least one key, found 0"));
}

TEST(Cal3dAnimation, WhatACutLeavesOfATrackIsKept) {
    const Maker whole = one_track({{0, 1}, {1, 2}, {2, 3}}, 2);
    const DocumentPtr doc = load("a.caf", bytes(whole.str().substr(0, whole.str().size() - 1)));
    EXPECT_TRUE(says(*doc, "keys: expected 32 bytes at offset 88, found 31")) << all_notes(*doc);
    EXPECT_EQ(doc->clips.at(0).timelines.at(0).rows, 2u);
}

TEST(Cal3dAnimation, ReadAsTheEngineDoesAndAsACycle) {
    Maker m = animation(700, 2, 2);
    put_track(m, 4, {{0, 1}, {1, 1}});
    put_track(m, 5, {{0, 1}, {2, 1}});
    const auto sampling = [&](bool first_short, bool exact, bool loop) {
        Maker file = animation(700, first_short ? 2.f : 1.f, 2);
        put_track(file, 4, {{0, 1}, {1, 1}});
        put_track(file, 5, {{0, 1}, {0.5f, 1}});
        const DocumentPtr doc = read("a.caf", file);
        Sampling out = doc->clips.at(0).sampling;
        Reading reading;
        reading.engine_exact = exact;
        reading.loop = loop;
        format_named("cal3d.caf")->read_as(*doc, doc->clips[0], reading, out);
        return out;
    };
    EXPECT_TRUE(sampling(true, false, false).slerp);
    EXPECT_EQ(sampling(true, false, false).after, End::Hold);
    EXPECT_EQ(sampling(true, false, true).after, End::ToFirst);
    EXPECT_EQ(sampling(false, false, true).after, End::Hold);  // the first track alone decides
    EXPECT_EQ(sampling(false, true, true).after, End::Extrapolate);
    EXPECT_EQ(sampling(true, true, true).after, End::ToFirst);
    EXPECT_EQ(sampling(true, true, true).before, End::Extrapolate);
}

TEST(Cal3dAnimation, FilesOfOthersWithTheSameExtensionAreNamed) {
    const auto note = [](std::string_view raw) { return all_notes(*load("a.caf", bytes(raw))); };
    EXPECT_NE(note("caff\0\1\0\0desc").find("Apple"), std::string::npos);
    EXPECT_NE(note("CryTek\0\0\xFF\xFF").find("CryEngine"), std::string::npos);
    EXPECT_NE(note("CrCh\x46\x07").find("CryEngine"), std::string::npos);
}

// ---- materials and morph animations ----

TEST(Cal3dMaterial, ColoursMapsAndTheirTypes) {
    for (const int32_t version : {700, 910, 919, 1100, 1300}) {
        SCOPED_TRACE(version);
        const bool types = (version >= 911 && version <= 919) || version >= 1300;
        Maker m = cal3d("CRF", version).u32(0x00030201).u32(0x000000FF).u32(0xFF00FF00).f32({0.5f}).put(int32_t{2});
        for (const auto& [file, type] :
             {std::pair{"alpha.tga", "Opacity"}, std::pair{"C:\\a\\b.tga", "Diffuse Color"}}) {
            put_string(m, file);
            if (types) put_string(m, type);
        }
        const DocumentPtr doc = read("skin.crf", m);
        EXPECT_TRUE(gaps(*doc).empty());
        const Material& material = doc->materials.at(0);
        EXPECT_EQ(material.name, "skin");
        EXPECT_EQ(material.texture, types ? "C:\\a\\b.tga" : "alpha.tga");
        EXPECT_FLOAT_EQ(material.ambient.g, 2 / 255.f);
        EXPECT_EQ(material.diffuse, vec4(1, 0, 0, 1));  // alpha is no opacity
        EXPECT_EQ(material.shininess, 0.5f);
        EXPECT_EQ(material.cull, Cull::None);
        EXPECT_EQ(material.mask, types ? "alpha.tga" : "");
        EXPECT_EQ(material.blend, types ? BlendMode::Alpha : BlendMode::Opaque);
        EXPECT_EQ(doc->notes.size(), 1u) << all_notes(*doc);
        EXPECT_TRUE(says(*doc, types ? "gives the alpha of" : "is not drawn"));
    }
}

TEST(Cal3dSkeletonFile, ACutOneKeepsTheBonesThatAreThere) {
    const std::string path = BONESCOPE_SOURCE_DIR "/assets/samples/cal3d/arm.csf";
    Big<byte> file;
    ASSERT_EQ(read_file(path, file), "");
    const std::size_t all = load(path)->skeletons.at(0).joints.size();
    file.resize(file.size() / 2);
    const DocumentPtr cut = load(path, std::move(file));
    ASSERT_EQ(cut->skeletons.size(), 1u);
    EXPECT_GE(cut->skeletons[0].joints.size(), all / 2 - 1);
    EXPECT_LT(cut->skeletons[0].joints.size(), all);
}

TEST(Cal3dMorphAnimation, TracksByNameAndByNumber) {
    Maker named = cal3d("CPF", 919).f32({2}).put(int32_t{1});
    put_string(named, "smile.Additive").put(int32_t{2}).f32({0, 0.25f, 2, 1});
    Maker numbered = cal3d("CPF", 1300).f32({2}).put(int32_t{1}).put(int32_t{7}).put(int32_t{2});
    numbered.put(int32_t{0}).put(int32_t{2}).put(int32_t{5}).put(int32_t{6}).f32({0, 0.25f, 2, 1});
    for (const Maker& m : {named, numbered}) {
        const DocumentPtr doc = read("face.cpf", m);
        EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
        EXPECT_TRUE(gaps(*doc).empty());
        const Track& track = doc->clips.at(0).tracks.at(0);
        EXPECT_EQ(track.kind, Kind::Morph);
        EXPECT_EQ(track.property, Property::Weight);
        EXPECT_EQ(row(*doc, track.value, 0, 1), Floats{0.25f});
        EXPECT_EQ(key_bytes(*doc, track, 1).end(), doc->file.size());
        EXPECT_EQ(track.target, doc->dialect == "tracks by number" ? 7 : -1);
        EXPECT_EQ(track.part, track.target < 0 ? -1 : 5);
        EXPECT_EQ(track.mesh, track.target < 0 ? -1 : 0);
        if (track.target < 0) { EXPECT_EQ(doc->names.at(track.name), "smile.Additive"); }
        if (track.target >= 0) { EXPECT_EQ(doc->clips[0].tracks.at(1).part, 6); }  // the second submesh it names
        EXPECT_EQ(stored_size(doc->clips[0]).tracks, 1u);
    }
}

}  // namespace
}  // namespace bonescope
