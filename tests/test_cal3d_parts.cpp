// From any file of a figure to the others.
#include "core/scene.h"
#include "tests/cal3d_files.h"
#include "tests/program.h"
#include <map>

namespace bonescope {
namespace {

using namespace test;
namespace fs = std::filesystem;

Scene open(const std::string& path) { return open_scene(std::span(&path, 1)); }
Scene open(const std::vector<std::string>& paths) { return open_scene(paths); }

std::size_t parts_of(const Scene& scene, std::string_view role, PartStatus status) {
    return static_cast<std::size_t>(std::count_if(scene.parts.begin(), scene.parts.end(), [&](const Part& part) {
        return part.role == role && part.status == status;
    }));
}

bool notes(const Scene& scene, const std::string& words) {
    return std::any_of(scene.notes.begin(), scene.notes.end(),
                       [&](const Finding& note) { return note.message.find(words) != std::string::npos; });
}

std::set<std::string> clip_names(const Scene& scene) {
    std::set<std::string> out;
    for (const ClipUse& use : scene.clips) out.insert(use.get().name);
    return out;
}

std::set<std::string> mesh_files(const Scene& scene) {
    std::set<std::string> out;
    for (const MeshUse& use : scene.meshes) out.insert(fs::path(use.doc->path).filename().string());
    return out;
}

std::string skeleton_file(const Scene& scene) {
    return scene.skeleton_document() ? fs::path(scene.skeleton_document()->path).filename().string() : "";
}

// ---- real figures ----

struct Whole {
    const char* folder;
    std::size_t joints, listed_clips, clips, mesh_files;
};

// Every file of these folders that the list names leads to the very same figure.
TEST(Cal3dParts, AnyFileOfAFigureFindsAllOfIt) {
    NEED_SHARED();
    const Whole figures[] = {{"paladin", 58, 5, 5, 3},    {"cally", 37, 1, 5, 17},    {"arthur", 43, 5, 5, 1},
                             {"balazar700", 20, 3, 3, 1}, {"skeleton", 23, 1, 5, 19}, {"dokurochan", 99, 1, 1, 3},
                             {"converter", 19, 1, 1, 1},  {"cal3djs", 0, 0, 0, 2}};
    for (const Whole& want : figures)
        for (const auto& entry : fs::directory_iterator(sample(std::string("cal3d/") + want.folder))) {
            const std::string name = entry.path().filename().string(), kind = kind_of(entry.path());
            if (kind == ".txt" || kind == ".tga" || kind == ".png" || name == "skeleton_bone.xrf") continue;
            SCOPED_TRACE(entry.path());
            const Scene scene = open(entry.path().string());
            EXPECT_EQ(scene.skeleton() ? scene.skeleton()->joints.size() : 0, want.joints);
            EXPECT_EQ(mesh_files(scene).size(), want.mesh_files);
            // A list that is opened is the whole word; any other file finds the clips that no list names too.
            const bool list = kind == ".cfg" || kind == ".xml";
            EXPECT_EQ(scene.clips.size(), list ? want.listed_clips : want.clips);
            EXPECT_EQ(parts_of(scene, "skeleton", PartStatus::Clash), 0u);
        }
}

TEST(Cal3dParts, TheGivenClipComesFirst) {
    NEED_SHARED();
    const Scene scene = open(sample("cal3d/cally/cally_wave.caf").string());
    EXPECT_EQ(skeleton_file(scene), "cally.csf");
    ASSERT_EQ(scene.clips.size(), 5u);
    EXPECT_EQ(scene.clips[0].get().name, "cally_wave");
    EXPECT_EQ(scene.clips[1].get().name, "cally_walk");  // the list's own, then those beside it
    EXPECT_TRUE(notes(scene, "cally_wave.caf on cally.csf: tracks for 14 of 37 bones"));
}

TEST(Cal3dParts, AMeshThatNoListNamesIsABodyOfItsOwn) {
    NEED_SHARED();
    const Scene poor = open(sample("cal3d/balazar/perso_poor.cmf").string());
    EXPECT_EQ(mesh_files(poor), (std::set<std::string>{"perso_poor.cmf"}));
    EXPECT_EQ(skeleton_file(poor), "balazar.csf");
}

TEST(Cal3dParts, OfTwinsTheKindOfTheGivenFileIsTaken) {
    NEED_SHARED();
    const fs::path folder = sample("cal3d/balazar");
    const Scene xml = open((folder / "balazar.cfg").string());
    EXPECT_EQ(skeleton_file(xml), "balazar.xsf");
    EXPECT_EQ(mesh_files(xml), (std::set<std::string>{"perso.xmf", "Plane.xmf"}));
    for (const char* name : {"balazar.csf", "marche.caf", "perso.cmf"}) {
        SCOPED_TRACE(name);
        const Scene binary = open((folder / name).string());
        EXPECT_EQ(skeleton_file(binary), "balazar.csf");
        EXPECT_EQ(mesh_files(binary), (std::set<std::string>{"perso.cmf", "Plane.xmf"}));  // which has no twin
        EXPECT_EQ(clip_names(binary), (std::set<std::string>{"attente", "combat0", "marche", "mort", "recule"}));
        for (const ClipUse& use : binary.clips) EXPECT_EQ(use.doc->format, "cal3d.caf");
    }
    EXPECT_TRUE(notes(xml, "balazar.cfg names 43 animation files, 38 of them not found: tourneD.xaf"));
    EXPECT_EQ(parts_of(xml, "animation", PartStatus::Missing), 38u);
}

TEST(Cal3dParts, SlotsAreTheLinesOfTheList) {
    NEED_SHARED();
    const Scene paladin = open(sample("cal3d/paladin/paladin_body.cmf").string());
    ASSERT_EQ(paladin.slots.size(), 19u);
    std::map<int, std::string> names;
    for (const MeshUse& mesh : paladin.meshes) names[mesh.get().slot] = material_name(paladin, mesh);
    EXPECT_EQ(names[0], "paladin_cape");
    EXPECT_EQ(names[1], "paladin_head");
    EXPECT_EQ(names[18], "paladin_ponytail");
    for (const TextureUse& texture : paladin.textures) EXPECT_FALSE(texture.path.empty()) << texture.name;
    // What is missing keeps its own place.
    const Scene hair = open(sample("cal3d/dokurochan/DokuroChan.csf").string());
    ASSERT_EQ(hair.slots.size(), 32u);
    EXPECT_EQ(hair.slots[11].doc, -1);
    ASSERT_GE(hair.slots[12].doc, 0);
    EXPECT_EQ(hair.docs[static_cast<std::size_t>(hair.slots[12].doc)]->materials[0].name, "DokuroChan_12");
}

TEST(Cal3dParts, ThePathOfTheListAndOfTheAuthorAreNotNeeded) {
    NEED_SHARED();
    const Scene cape = open(sample("cal3d/cal3djs/paladin_cape.xmf").string());  // path=data/paladin/
    EXPECT_EQ(material_name(cape, cape.meshes.at(0)), "paladin_cape");
    EXPECT_EQ(parts_of(cape, "texture", PartStatus::Found), 2u);
    for (const Part& part : cape.parts)
        if (part.status == PartStatus::Missing) { EXPECT_GE(part.searched.size(), 2u) << part.name; }
    const Scene old = open(sample("cal3d/balazar700/balazar.crf").string());  // /home/jiba/…/balazar.png
    const auto lost =
        std::find_if(old.parts.begin(), old.parts.end(), [](const Part& p) { return p.role == "texture"; });
    ASSERT_NE(lost, old.parts.end());
    EXPECT_EQ(lost->status, PartStatus::Missing);
    EXPECT_NE(std::find_if(lost->searched.begin(), lost->searched.end(),
                           [](const std::string& place) { return place.ends_with("balazar700/balazar.tga"); }),
              lost->searched.end());
}

TEST(Cal3dParts, SeveralGivenFilesAreAChoice) {
    NEED_SHARED();
    const fs::path folder = sample("cal3d/paladin");
    const Scene scene = open({(folder / "paladin.csf").string(), (folder / "paladin_wave.caf").string(),
                              (sample("cal3d/cal3djs/paladin_cape.xmf")).string()});
    EXPECT_EQ(clip_names(scene), std::set<std::string>{"paladin_wave"});
    EXPECT_EQ(mesh_files(scene), std::set<std::string>{"paladin_cape.xmf"});
    EXPECT_EQ(material_name(scene, scene.meshes.at(0)), "paladin_cape");
    EXPECT_EQ(scene.textures.at(0).name, "cape.png");  // of its own list, not the skeleton's
}

TEST(Cal3dParts, NothingIsLookedForWhenThatIsOff) {
    NEED_SHARED();
    const std::string path = sample("cal3d/paladin/paladin_walk.caf").string();
    const Scene scene = open_scene(std::span(&path, 1), {.resolve = false});
    EXPECT_EQ(scene.docs.size(), 1u);
    EXPECT_FALSE(scene.skeleton());
    EXPECT_EQ(scene.clips.size(), 1u);
}

TEST(Cal3dParts, AFolderGivesEverySetOnce) {
    NEED_SHARED();
    const auto scenes_of = [](const char* folder) {
        std::vector<Scene> out;
        const std::string path = sample(std::string("cal3d/") + folder).string();
        each_scene(std::span(&path, 1), {}, [&](Scene scene) {
            out.push_back(std::move(scene));
            return true;
        });
        return out;
    };
    EXPECT_EQ(scenes_of("paladin").size(), 1u);
    EXPECT_EQ(scenes_of("arthur").size(), 1u);
    EXPECT_EQ(scenes_of("converter").size(), 1u);
    const auto cally = scenes_of("cally");
    ASSERT_EQ(cally.size(), 1u);
    EXPECT_EQ(cally[0].clips.size(), 5u);  // idle, jog, strut and wave are in no list
}

// ---- made figures ----

std::string skeleton_text(int bones, float length = 1) {
    std::string out = "<SKELETON VERSION=\"919\" NUMBONES=\"" + std::to_string(bones) + "\">";
    for (int i = 0; i < bones; ++i)
        out += fmt::format("<BONE ID=\"{}\" NAME=\"b{}\"><TRANSLATION>0 0 {}</TRANSLATION><ROTATION>0 0 0 1</ROTATION>"
                           "<LOCALTRANSLATION>0 0 {}</LOCALTRANSLATION><LOCALROTATION>0 0 0 1</LOCALROTATION>"
                           "<PARENTID>{}</PARENTID></BONE>",
                           i, i, length, -length * static_cast<float>(i + 1), i - 1);
    return out + "</SKELETON>";
}

std::string clip_text(int bones, float length = 1) {
    std::string out = "<ANIMATION VERSION=\"919\" DURATION=\"1\">";
    for (int i = 0; i < bones; ++i)
        out += fmt::format("<TRACK BONEID=\"{}\"><KEYFRAME TIME=\"0\"><TRANSLATION>0 0 {}</TRANSLATION>"
                           "<ROTATION>0 0 0 1</ROTATION></KEYFRAME></TRACK>",
                           i, length);
    return out + "</ANIMATION>";
}

std::string mesh_text(std::initializer_list<int> slots, int bone = 0) {
    std::string out = "<MESH VERSION=\"919\">";
    for (const int slot : slots)
        out += fmt::format("<SUBMESH MATERIAL=\"{}\"><VERTEX><POS>0 0 0</POS><NORM>0 0 1</NORM><INFLUENCE "
                           "ID=\"{}\">1</INFLUENCE></VERTEX></SUBMESH>",
                           slot, bone);
    return out + "</MESH>";
}

std::string material_text(const std::string& map = {}) {
    return "<MATERIAL VERSION=\"919\"><AMBIENT>1 1 1 1</AMBIENT><DIFFUSE>1 1 1 1</DIFFUSE><SPECULAR>1 1 1 1</SPECULAR>"
           "<SHININESS>1</SHININESS>" +
           (map.empty() ? "" : "<MAP>" + map + "</MAP>") + "</MATERIAL>";
}

TEST(Cal3dParts, TheOneSkeletonThereIsTakenEvenWhenItFitsBadly) {
    const TemporaryFolder folder;
    folder.write("body.xsf", skeleton_text(2));
    const Scene scene = open(folder.write("jump.xaf", clip_text(4)));
    EXPECT_EQ(skeleton_file(scene), "body.xsf");
    EXPECT_TRUE(notes(scene, "tracks for 2 of 2 bones, the largest number is 3; 2 of them are none of the skeleton's, "
                             "the first is 2: expected 0 to 1"));
}

TEST(Cal3dParts, OfSeveralSkeletonsTheBestFitIsTaken) {
    const TemporaryFolder folder;
    folder.write("big.xsf", skeleton_text(5, 3));
    folder.write("man.xsf", skeleton_text(4));
    folder.write("rat.xsf", skeleton_text(2));
    EXPECT_EQ(skeleton_file(open(folder.write("jump.xaf", clip_text(4)))), "man.xsf");      // by count and lengths
    EXPECT_EQ(skeleton_file(open(folder.write("rat_jump.xaf", clip_text(2)))), "rat.xsf");  // by name
    const Scene big = open(folder.write("roll.xaf", clip_text(4, 3)));
    EXPECT_EQ(skeleton_file(big), "big.xsf");  // by lengths, although one bone is left over
    EXPECT_EQ(parts_of(big, "skeleton", PartStatus::Found), 1u);
    EXPECT_EQ(skeleton_file(open(folder.write("hat.xmf", mesh_text({0}, 3)))), "man.xsf");
}

TEST(Cal3dParts, OfEqualSkeletonsNoneIsTaken) {
    const TemporaryFolder folder;
    folder.write("a.xsf", skeleton_text(3));
    folder.write("b.xsf", skeleton_text(3));
    const Scene scene = open(folder.write("jump.xaf", clip_text(3)));
    EXPECT_EQ(skeleton_file(scene), "");
    EXPECT_EQ(parts_of(scene, "skeleton", PartStatus::Clash), 2u);
    EXPECT_TRUE(notes(scene, "2 skeletons could belong to jump.xaf"));
    EXPECT_EQ(skeleton_file(open({folder / "jump.xaf", folder / "b.xsf"})), "b.xsf");
}

TEST(Cal3dParts, OtherProportionsAreSaid) {
    const TemporaryFolder folder;
    folder.write("man.xsf", skeleton_text(4));
    const Scene scene = open(folder.write("jump.xaf", clip_text(4, 2)));
    EXPECT_TRUE(notes(scene,
                      "3 of 3 translations are of another length than the skeleton's, most at bone 1 \"b1\": 2 for "
                      "1: made for a figure of other proportions"));
}

TEST(Cal3dParts, SlotsWithoutAListAreGuessedAndThatIsSaid) {
    const TemporaryFolder numbered;
    numbered.write("man.xsf", skeleton_text(1));
    numbered.write("man[5].xrf", material_text());
    numbered.write("man[12].xrf", material_text());
    numbered.write("other.xrf", material_text());
    const Scene a = open(numbered.write("man.xmf", mesh_text({12, 5, 7})));
    EXPECT_EQ(material_name(a, a.meshes.at(0)), "man[12]");
    EXPECT_EQ(material_name(a, a.meshes.at(1)), "man[5]");
    EXPECT_EQ(a.meshes.at(2).material, -1);
    EXPECT_TRUE(notes(a, "guessed by the numbers in their names: 5 is man[5].xrf, 12 is man[12].xrf"));

    const TemporaryFolder plain;
    plain.write("man_eyes.xrf", material_text());
    plain.write("man_skin.xrf", material_text());
    const Scene b = open(plain.write("man.xmf", mesh_text({0, 1})));
    EXPECT_EQ(material_name(b, b.meshes.at(1)), "man_skin");
    EXPECT_TRUE(notes(b, "guessed by their order: 0 is man_eyes.xrf, 1 is man_skin.xrf"));
}

TEST(Cal3dParts, ListsHaveFoldersSpacesAndUnknownKeys) {
    const TemporaryFolder folder;
    folder.write("data/man.xsf", skeleton_text(1));
    folder.write("data/big jump.xaf", clip_text(1));
    const std::string list = folder.write("man.cfg", "# a man\n\n scale\t= 0.5\r\npath=data\nSkeleton = man.xsf\r\n"
                                                     "animation = big jump.xaf  \nsphere=0 1 0 1\nnonsense\nmesh=\n");
    const Scene scene = open(list);
    EXPECT_EQ(scene.clips.size(), 1u);
    EXPECT_EQ(skeleton_file(scene), "man.xsf");
    const Document& doc = *scene.docs.at(0);
    EXPECT_EQ(doc.format, "cal3d.cfg");
    EXPECT_TRUE(gaps(doc).empty());
    EXPECT_TRUE(says(doc, "expected a line like key = value, found \"nonsense\" in line 8"));
    EXPECT_TRUE(says(doc, "expected a file name after =, found \"mesh=\" in line 9"));
    EXPECT_EQ(doc.notes.size(), 2u);
    std::vector<std::string> names;
    for (uint32_t i = 1; i < doc.tree.fields.size(); i = doc.tree.fields[i].end)
        names.push_back(doc.tree.fields[i].name);
    EXPECT_EQ(names, (std::vector<std::string>{"comment", "scale", "path", "skeleton", "animation", "sphere", "line",
                                               "mesh"}));
}

TEST(Cal3dParts, LinesOfAListThatCannotBeAreNoted) {
    for (const char* scale : {"0", "nan", "inf", "-1", "big", "1,5", ""}) {
        const DocumentPtr doc = load("a.cfg", bytes(fmt::format("mesh=a.cmf\nscale={}\n", scale)));
        EXPECT_TRUE(says(*doc, "expected a number above 0 after scale =")) << scale;
        EXPECT_EQ(doc->notes.at(0).where.at, 11u);
        EXPECT_EQ(doc->notes[0].line, 2);
    }
    const DocumentPtr wrong = load("a.cfg", bytes("mesh=a.cmf\nmesh=b.caf\nskeleton=C.XMF\nanimation=a.cpf\n"));
    EXPECT_EQ(wrong->notes.size(), 2u) << all_notes(*wrong);
    EXPECT_TRUE(says(*wrong, "expected a mesh file after mesh =, found \"mesh=b.caf\" in line 2 at offset 11"));
    EXPECT_TRUE(says(*wrong, "expected a skeleton file after skeleton ="));
}

TEST(Cal3dParts, AListThatNamesOtherKindsOrTooFewMaterialsIsNoted) {
    const TemporaryFolder folder;
    folder.write("man.xsf", skeleton_text(1));
    folder.write("hat.xmf", mesh_text({0, 3}));
    folder.write("odd.xmf", skeleton_text(1));
    folder.write("man.xrf", material_text());
    const Scene scene =
        open(folder.write("man.cfg", "skeleton=man.xsf\nmesh=hat.xmf\nmesh=odd.xmf\nmaterial=man.xrf\n"));
    EXPECT_TRUE(
        notes(scene, "man.cfg at offset 35: expected a mesh file, found odd.xmf, which is a Cal3D skeleton XML"));
    EXPECT_TRUE(notes(scene, "hat.xmf: 1 of 2 submeshes have no material; that of \"hat 1\" at offset"));
    EXPECT_TRUE(notes(scene, "expected a number below 1, as man.cfg names so many, found 3"));
}

TEST(Cal3dParts, TexturesAreFoundWhateverTheAuthorsMachineHad) {
    for (const char* written :
         {"C:\\art\\Skin.TGA", "/home/x/skin.bmp", "..\\..\\SKIN.png", "skin.psd", "skin.png.tga"}) {
        const TemporaryFolder folder;
        const std::string picture = folder.write("skin.png", "x");
        const Scene scene = open(folder.write("man.xrf", material_text(written)));
        const auto found =
            std::find_if(scene.parts.begin(), scene.parts.end(), [](const Part& p) { return p.role == "texture"; });
        ASSERT_NE(found, scene.parts.end());
        EXPECT_EQ(found->path, picture) << written;
        EXPECT_EQ(found->name, written);
    }
}

// ---- the program on all of it ----

TEST(Cal3dParts, EveryCommandTakesEverySample) {
    NEED_SHARED();
    const TemporaryFolder out;
    for (const auto& entry : fs::recursive_directory_iterator(sample("cal3d"))) {
        const std::string kind = kind_of(entry.path()), path = entry.path().string();
        if (!entry.is_regular_file() || kind == ".txt" || kind == ".md" || kind == ".tga" || kind == ".png") continue;
        SCOPED_TRACE(path);
        for (const char* command : {"info", "dump"}) {
            const Ran ran = run({command, "--json", path});
            EXPECT_EQ(ran.code, 0) << command << ran.error;
            EXPECT_TRUE(nlohmann::json::accept(ran.out));
        }
        const bool bones = !run({"info", "--json", path}).json()["joints"].empty();
        if (bones) { EXPECT_EQ(run({"pose", "--json", path}).code, 0); }
    }
}

// Pictures take longer: one file of each kind and figure.
TEST(Cal3dParts, PicturesOfEveryFigure) {
    NEED_SHARED();
    const TemporaryFolder out;
    for (const char* name :
         {"paladin/paladin_walk.caf", "cally/cally_head.cmf", "arthur/Arthur.CSF", "balazar/marche.xaf",
          "dokurochan/DokuroChan.cfg", "cal3djs/paladin_cape.xmf", "converter/base.xsf"}) {
        SCOPED_TRACE(name);
        const std::string path = sample(std::string("cal3d/") + name).string(), png = out / "a.png";
        const Ran shot = run({"shot", path, "--size", "160x120", "-o", png});
        if (shot.error.find("OpenGL") != std::string::npos) GTEST_SKIP() << shot.error;
        EXPECT_EQ(shot.code, 0) << shot.error;
        EXPECT_TRUE(fs::exists(png));
        fs::remove(png);
        if (std::string(name).starts_with("cal3djs")) continue;  // has no clip
        const Ran sheet = run({"sheet", path, "--frames", "2", "-o", png});
        EXPECT_EQ(sheet.code, 0) << sheet.error;
        EXPECT_TRUE(fs::exists(png));
        fs::remove(png);
    }
}

}  // namespace
}  // namespace bonescope
