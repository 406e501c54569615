// Which files become one scene: by reference, by name, by hand.
#include "core/scene.h"
#include "core/text.h"
#include "program.h"
#include <algorithm>

using namespace bonescope;
using namespace bonescope::test;

namespace {

Scene open(std::initializer_list<std::string> paths, const OpenOptions& options = {}) {
    const std::vector<std::string> list(paths);
    return open_scene(list, options);
}

const Part* part(const Scene& scene, std::string_view role, int nth = 0) {
    for (const Part& p : scene.parts)
        if (p.role == role && p.wanted_by >= 0 && nth-- == 0) return &p;
    return nullptr;
}

std::size_t parts(const Scene& scene, std::string_view role, PartStatus status) {
    return static_cast<std::size_t>(std::count_if(scene.parts.begin(), scene.parts.end(), [&](const Part& p) {
        return p.role == role && p.status == status && p.wanted_by >= 0;
    }));
}

std::vector<std::string> clip_names(const Scene& scene) {
    std::vector<std::string> out;
    for (const ClipUse& use : scene.clips) out.push_back(use.get().name);
    return out;
}

bool noted(const Scene& scene, std::string_view words) {
    return std::any_of(scene.notes.begin(), scene.notes.end(),
                       [&](const Finding& note) { return note.message.find(words) != std::string::npos; });
}

using Names = std::vector<std::string>;

}  // namespace

TEST(Scene, MeshFindsItsSkeletonByTheNameItWrites) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.mesh", SmallMesh{}.str());
    folder.write("body.skeleton", SmallSkeleton{{"root", "tip"}, {{"walk"}}, {}}.str());
    const Scene scene = open({mesh});
    ASSERT_NE(scene.skeleton(), nullptr);
    EXPECT_EQ(scene.skeleton()->joints.size(), 2u);
    EXPECT_EQ(part(scene, "skeleton")->status, PartStatus::Found);
    EXPECT_EQ(part(scene, "skeleton")->name, "body.skeleton");
    EXPECT_EQ(part(scene, "skeleton")->wanted_by, 0);
    EXPECT_EQ(clip_names(scene), Names{"walk"});
    EXPECT_TRUE(scene.notes.empty());
}

TEST(Scene, NamesAreLookedForExactlyThenInAnyCase) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.mesh", SmallMesh{}.str());
    const std::string other_case = folder.write("BODY.Skeleton", SmallSkeleton{{"other"}, {}, {}}.str());
    EXPECT_EQ(part(open({mesh}), "skeleton")->path, other_case);
    const std::string exact = folder.write("body.skeleton", SmallSkeleton{}.str());
    EXPECT_EQ(part(open({mesh}), "skeleton")->path, exact);
}

TEST(Scene, FoldersInANameAreTriedAndThenLeftOut) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.mesh", SmallMesh{"models\\Body.skeleton"}.str());
    const std::string beside = folder.write("body.skeleton", SmallSkeleton{}.str());
    EXPECT_EQ(part(open({mesh}), "skeleton")->path, beside);
    const std::string inside = folder.write("models/body.skeleton", SmallSkeleton{}.str());
    EXPECT_EQ(part(open({mesh}), "skeleton")->path, inside);
}

TEST(Scene, MissingSkeletonListsEveryPlace) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.mesh", SmallMesh{"body"}.str());
    const Scene scene = open({mesh}, {true, {folder / "more"}});
    const Part* skeleton = part(scene, "skeleton");
    ASSERT_NE(skeleton, nullptr);
    EXPECT_EQ(skeleton->status, PartStatus::Missing);
    EXPECT_EQ(skeleton->doc, -1);
    for (const char* name : {"body", "more/body", "body.skeleton", "a.mesh.skeleton", "a.skeleton", "more/a.skeleton"})
        EXPECT_NE(std::find(skeleton->searched.begin(), skeleton->searched.end(), folder / name),
                  skeleton->searched.end())
            << name;
    EXPECT_TRUE(noted(scene, "names the skeleton \"body\", which was not found"));
    EXPECT_EQ(scene.meshes.size(), 1u);
    EXPECT_EQ(scene.skeleton(), nullptr);
}

TEST(Scene, FurtherFoldersAreLookedIn) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a/a.mesh", SmallMesh{}.str());
    const std::string skeleton = folder.write("b/body.skeleton", SmallSkeleton{}.str());
    EXPECT_EQ(part(open({mesh}, {true, {folder / "b"}}), "skeleton")->path, skeleton);
}

TEST(Scene, NothingIsLookedForWhenTurnedOff) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("body.mesh", SmallMesh{}.str());
    const std::string skeleton = folder.write("body.skeleton", SmallSkeleton{}.str());
    const Scene lone = open({mesh}, {false, {}});
    EXPECT_EQ(lone.docs.size(), 1u);
    EXPECT_EQ(part(lone, "skeleton")->status, PartStatus::Missing);
    EXPECT_TRUE(part(lone, "skeleton")->searched.empty());
    const Scene both = open({mesh, skeleton}, {false, {}});
    EXPECT_EQ(part(both, "skeleton")->status, PartStatus::Given);
    EXPECT_NE(both.skeleton(), nullptr);
    EXPECT_EQ(open({skeleton}, {false, {}}).docs.size(), 1u);
}

TEST(Scene, SkeletonTakesTheMeshOfItsOwnStem) {
    const TemporaryFolder folder;
    const std::string skeleton = folder.write("body.skeleton", SmallSkeleton{}.str());
    folder.write("zother.mesh", SmallMesh{}.str());
    const std::string own = folder.write("Body.MESH", SmallMesh{}.str());
    const Scene scene = open({skeleton});
    ASSERT_EQ(scene.meshes.size(), 1u);
    EXPECT_EQ(part(scene, "mesh")->path, own);
    EXPECT_EQ(part(scene, "mesh")->status, PartStatus::Found);
    EXPECT_EQ(parts(scene, "mesh", PartStatus::Clash), 0u);
}

TEST(Scene, OwnStemMeshFollowsTheGivenSkeletonWhateverItNames) {
    const TemporaryFolder folder;
    const std::string skeleton = folder.write("body_v2.skeleton", SmallSkeleton{{"root", "tip"}, {{"new"}}, {}}.str());
    folder.write("body.skeleton", SmallSkeleton{{"root", "tip"}, {{"old"}}, {}}.str());
    folder.write("body_v2.mesh", SmallMesh{}.str());
    const Scene scene = open({skeleton});
    EXPECT_EQ(clip_names(scene), Names{"new"});
    EXPECT_EQ(part(scene, "skeleton")->status, PartStatus::Given);
    EXPECT_TRUE(noted(scene, "names the skeleton \"body.skeleton\""));
}

TEST(Scene, OneOtherMeshIsTakenAndSeveralClash) {
    const TemporaryFolder folder;
    const std::string skeleton = folder.write("body.skeleton", SmallSkeleton{}.str());
    folder.write("stranger.mesh", SmallMesh{"other.skeleton"}.str());
    const std::string first = folder.write("a.mesh", SmallMesh{}.str());
    const Scene one = open({skeleton});
    ASSERT_EQ(one.meshes.size(), 1u);
    EXPECT_EQ(part(one, "mesh")->path, first);
    EXPECT_EQ(part(one, "mesh")->status, PartStatus::Found);
    const std::string second = folder.write("b.mesh", SmallMesh{}.str());
    const Scene two = open({skeleton});
    EXPECT_TRUE(two.meshes.empty());
    EXPECT_EQ(parts(two, "mesh", PartStatus::Clash), 2u);
    EXPECT_EQ(part(two, "mesh", 1)->path, second);
    EXPECT_EQ(part(two, "mesh", 1)->doc, -1);
    const Scene chosen = open({skeleton, second});
    EXPECT_EQ(chosen.meshes.size(), 1u);
    EXPECT_EQ(parts(chosen, "mesh", PartStatus::Clash), 0u);
}

TEST(Scene, LinkedClipsComeAfterOwnOnesAndCirclesEnd) {
    const TemporaryFolder folder;
    const std::string a = folder.write(
        "a.skeleton", SmallSkeleton{{"root", "tip"}, {{"walk", 1}, {"own"}}, {{"b.skeleton", 0.5f}}}.str());
    folder.write("b.skeleton",
                 SmallSkeleton{{"root", "tip"}, {{"walk", 9}, {"run"}}, {{"c.skeleton", 4}, {"a.skeleton", 1}}}.str());
    folder.write("c.skeleton", SmallSkeleton{{"root", "tip"}, {{"jump"}, {"run"}}, {{"b.skeleton", 1}}}.str());
    const Scene scene = open({a});
    ASSERT_EQ(clip_names(scene), (Names{"walk", "own", "run", "jump"}));
    EXPECT_EQ(scene.clips[0].get().duration, 1);
    EXPECT_EQ(scene.clips[0].link_scale, 1);
    EXPECT_EQ(scene.clips[2].link_scale, 0.5f);
    EXPECT_EQ(scene.clips[3].link_scale, 0.5f);  // the link nearest to the skeleton that plays
    EXPECT_EQ(base_name(scene.clips[2].origin), "b.skeleton");
    EXPECT_EQ(parts(scene, "linked skeleton", PartStatus::Found), 3u);
    EXPECT_EQ(scene.docs.size(), 3u);
    EXPECT_TRUE(noted(scene, "animation links go in a circle: a.skeleton > b.skeleton > a.skeleton"));
    EXPECT_TRUE(noted(scene, "animation links go in a circle: b.skeleton > c.skeleton > b.skeleton"));
    EXPECT_EQ(scene.notes.size(), 2u);
}

TEST(Scene, SkeletonThatLinksItselfIsNotedOnce) {
    const TemporaryFolder folder;
    const std::string a =
        folder.write("a.skeleton", SmallSkeleton{{"root"}, {{"walk"}}, {{"a.skeleton", 1}, {"a.skeleton", 2}}}.str());
    const std::string b = folder.write("b.skeleton.xml", "<skeleton><bones><bone id='0' name='root'/></bones>"
                                                         "<animationlinks><animationlink skeletonName='b.skeleton.xml'"
                                                         "/></animationlinks></skeleton>");
    for (const std::string& path : {a, b}) {
        const Scene scene = open({path});
        ASSERT_EQ(scene.notes.size(), 1u);
        const std::string name = base_name(path);
        EXPECT_EQ(scene.notes[0].message, "animation links go in a circle: " + name + " > " + name);
        EXPECT_EQ(scene.notes[0].severity, Severity::Warning);
    }
}

TEST(Scene, TwoWaysToOneLinkedSkeletonAreNoCircle) {
    const TemporaryFolder folder;
    const std::string a =
        folder.write("a.skeleton", SmallSkeleton{{"root"}, {{"walk"}}, {{"b.skeleton", 1}, {"c.skeleton", 1}}}.str());
    folder.write("b.skeleton", SmallSkeleton{{"root"}, {{"run"}}, {{"c.skeleton", 1}}}.str());
    folder.write("c.skeleton", SmallSkeleton{{"root"}, {{"jump"}}, {}}.str());
    EXPECT_FALSE(noted(open({a}), "circle"));
}

TEST(Scene, MissingLinkIsANote) {
    const TemporaryFolder folder;
    const std::string a = folder.write(
        "a.skeleton", SmallSkeleton{{"root"}, {{"walk"}}, {{"nowhere.skeleton", 1}, {"b.skeleton", 2}}}.str());
    folder.write("b.skeleton", SmallSkeleton{{"root"}, {{"run"}}, {}}.str());
    const Scene scene = open({a});
    EXPECT_EQ(clip_names(scene), (Names{"walk", "run"}));
    EXPECT_EQ(scene.clips[1].link_scale, 2);
    EXPECT_EQ(parts(scene, "linked skeleton", PartStatus::Missing), 1u);
    EXPECT_TRUE(noted(scene, "\"nowhere.skeleton\", which was not found"));
}

TEST(Scene, FurtherSkeletonFilesAddTheirClips) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.mesh", SmallMesh{}.str());
    const std::string body = folder.write("body.skeleton", SmallSkeleton{{"root", "tip"}, {{"walk"}}, {}}.str());
    const std::string more = folder.write("more.frame", SmallSkeleton{{"root", "hat"}, {{"[auto]"}}, {}}.str());
    const Scene scene = open({mesh, more, body});
    EXPECT_EQ(scene.skeleton_document()->path, body);
    EXPECT_EQ(clip_names(scene), (Names{"walk", "[auto]"}));
    EXPECT_TRUE(noted(scene, "1 of 2 names differ: joint 1 is \"hat\" there and \"tip\" here"));
}

TEST(Scene, TracksOutsideTheSkeletonAreNoted) {
    const TemporaryFolder folder;
    const std::string body = folder.write("body.skeleton", SmallSkeleton{{"root"}, {{"walk", 1, 7}}, {}}.str());
    EXPECT_TRUE(noted(open({body}), "1 of 1 joint that it moves is none of the skeleton's, the first is joint 7"));
}

TEST(Scene, InfluencesOutsideTheSkeletonAreNoted) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.mesh", SmallMesh{"body.skeleton", "skin", 5}.str());
    folder.write("body.skeleton", SmallSkeleton{}.str());
    EXPECT_TRUE(noted(open({mesh}), "1 of 3 influences name joints outside the skeleton and are left out, the first "
                                    "joint 5 at vertex 2"));
}

TEST(Scene, MeshOfAnotherSkeletonStaysAsItIs) {
    const TemporaryFolder folder;
    const std::string a = folder.write("a.mesh", SmallMesh{}.str());
    const std::string b = folder.write("b.mesh", SmallMesh{"cat.skeleton"}.str());
    folder.write("body.skeleton", SmallSkeleton{}.str());
    folder.write("cat.skeleton", SmallSkeleton{{"cat", "tail"}, {{"meow"}}, {}}.str());
    const Scene scene = open({a, b});
    EXPECT_EQ(base_name(scene.skeleton_document()->path), "body.skeleton");
    EXPECT_EQ(scene.meshes.size(), 2u);
    EXPECT_TRUE(noted(scene, "b.mesh belongs to cat.skeleton"));
}

TEST(Scene, MaterialsTexturesAndTheirParents) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("models/a.mesh", SmallMesh{}.str());
    folder.write("materials/scripts/skins.material", "material skin : base\n{\n}\n");
    folder.write("models/zz.material",
                 "material base { technique { pass { texture_unit { texture Hide.jpg } } } }\nmaterial Skin { }\n");
    const std::string texture = folder.write("materials/textures/HIDE.dds", "x");
    const Scene scene = open({mesh});
    EXPECT_EQ(parts(scene, "material", PartStatus::Found), 2u);
    ASSERT_EQ(scene.materials.size(), 1u);
    EXPECT_EQ(scene.meshes[0].material, 0);
    EXPECT_EQ(scene.materials[0].get().name, "skin");
    ASSERT_EQ(scene.textures.size(), 1u);
    EXPECT_EQ(scene.textures[0].name, "Hide.jpg");
    ASSERT_FALSE(scene.textures[0].path.empty());
    EXPECT_TRUE(std::filesystem::equivalent(scene.textures[0].path, texture));
}

TEST(Scene, MissingTextureListsEveryPlace) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.mesh", SmallMesh{}.str());
    folder.write("a.material", "material skin { technique { pass { texture_unit { texture hide.jpg } } } }\n");
    const Scene scene = open({mesh});
    const Part* texture = part(scene, "texture");
    ASSERT_NE(texture, nullptr);
    EXPECT_EQ(texture->status, PartStatus::Missing);
    for (const char* name : {"hide.jpg", "hide.dds", "hide.tga", "hide.png", "hide.jpeg", "hide.bmp"})
        EXPECT_NE(std::find(texture->searched.begin(), texture->searched.end(), folder / name), texture->searched.end())
            << name;
    ASSERT_EQ(scene.textures.size(), 1u);
    EXPECT_EQ(scene.textures[0].path, "");
}

TEST(Scene, MaterialParentsInACircleEnd) {
    const TemporaryFolder folder;
    const std::string mesh = folder.write("a.mesh", SmallMesh{}.str());
    folder.write("a.material", "material skin : b { }\nmaterial b : skin { }\n");
    const Scene scene = open({mesh});
    EXPECT_EQ(scene.materials.size(), 1u);
    EXPECT_TRUE(scene.textures.empty());
}

TEST(Scene, PathsAndNamesInOtherScripts) {
    const TemporaryFolder folder;
    const std::string gbk = "\xC8\xCB\xCE\xEF.skeleton";  // 人物
    const std::string mesh = folder.write("模型/人物.mesh", SmallMesh{gbk}.str());
    const std::string skeleton = folder.write("模型/人物.skeleton", SmallSkeleton{{"\xB8\xF9"}, {}, {}}.str());
    const Scene scene = open({mesh});
    EXPECT_EQ(part(scene, "skeleton")->path, skeleton);
    EXPECT_EQ(part(scene, "skeleton")->name, gbk);
    EXPECT_EQ(open({skeleton}).meshes.size(), 1u);
}

TEST(Scene, FolderGivesOneScenePerSet) {
    const TemporaryFolder folder;
    folder.write("a.mesh", SmallMesh{}.str());
    folder.write("b.mesh", SmallMesh{}.str());
    folder.write("body.skeleton", SmallSkeleton{}.str());
    folder.write("lone.skeleton", SmallSkeleton{}.str());
    folder.write("a.material", "material skin { }\n");
    folder.write("note.txt", "not ours");
    std::vector<std::size_t> docs;
    const std::string path = folder.path();
    each_scene(std::span(&path, 1), {}, [&](Scene scene) {
        docs.push_back(scene.docs.size());
        return true;
    });
    EXPECT_EQ(docs, (std::vector<std::size_t>{3, 3, 1}));
}

TEST(Scene, BadInputGivesASceneThatSaysWhy) {
    const TemporaryFolder folder;
    const Scene missing = open({folder / "nothing.mesh"});
    EXPECT_FALSE(missing.readable());
    ASSERT_EQ(missing.docs.size(), 1u);
    EXPECT_NE(missing.docs[0]->notes[0].message.find("cannot be opened"), std::string::npos);
    std::filesystem::create_directories(folder / "x.mesh");
    EXPECT_FALSE(open({folder / "x.mesh"}).readable());
    const Scene part_of_it = open({folder.write("ok.skeleton", SmallSkeleton{}.str()), folder / "nothing.mesh"});
    EXPECT_TRUE(part_of_it.readable());
    EXPECT_NE(part_of_it.skeleton(), nullptr);
    EXPECT_FALSE(make_scene({}).readable());
}

TEST(Scene, ClipByNameThenIndex) {
    const TemporaryFolder folder;
    const Scene scene =
        open({folder.write("a.skeleton", SmallSkeleton{{"root"}, {{"walk"}, {"0"}, {"\xC5\xDC"}}, {}}.str())});
    EXPECT_EQ(find_clip(scene, "walk"), 0);
    EXPECT_EQ(find_clip(scene, "0"), 1);
    EXPECT_EQ(find_clip(scene, "2"), 2);
    EXPECT_EQ(find_clip(scene, "跑"), 2);
    EXPECT_EQ(find_clip(scene, "3"), -1);
    EXPECT_EQ(find_clip(scene, "-1"), -1);
    EXPECT_EQ(find_clip(scene, ""), -1);
    EXPECT_EQ(find_clip(scene, "99999999999999999999"), -1);
}
