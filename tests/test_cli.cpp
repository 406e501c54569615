// The command line as a contract: keys, types, exit codes, and messages for bad input.
#include "program.h"
#include <algorithm>

using namespace bonescope::test;
using nlohmann::json;

namespace {

// A small scene of everything: mesh, skeleton with two clips, material, texture.
struct SmallFiles : ::testing::Test {
    TemporaryFolder folder;
    std::string mesh = folder.write("body.mesh", SmallMesh{}.str());
    std::string skeleton = folder.write(
        "body.skeleton", SmallSkeleton{{"root", "tip"}, {{"walk", 1, 0, 3}, {"a:b,c", 2, 1, 4}}, {}}.str());
    std::string script =
        folder.write("body.material", "material skin { technique { pass { texture_unit { texture hide.png } } } }\n");
};

void expect_types(const json& object, std::initializer_list<std::pair<const char*, json::value_t>> keys) {
    for (const auto& [key, type] : keys) {
        ASSERT_TRUE(object.contains(key)) << key << " in " << object.dump().substr(0, 200);
        EXPECT_EQ(object[key].type(), type) << key;
    }
}

constexpr auto string = json::value_t::string;
constexpr auto array = json::value_t::array;
constexpr auto whole = json::value_t::number_unsigned;

double number(const json& value) { return value.get<double>(); }

void visit(const json& node, const std::function<void(const json&)>& each) {
    each(node);
    for (const json& child : node["children"]) visit(child, each);
}

TEST(CliSamples, FramesOfALoopingClipAreThoseThatAreNamed) {
    NEED_SHARED();
    const std::string bank = sample("meteor/p9.amb").string();
    const auto pose = [&](const char* clip, const char* option, const char* value) {
        return run({"pose", bank, "--clip", clip, option, value, "--json"}).json();
    };
    const json outro = pose("140", "--frame", "300"), bare = pose("p9", "--frame", "300");
    EXPECT_EQ(outro["frame"], 300);
    EXPECT_EQ(outro["joints"], bare["joints"]);
    const json looped = pose("140", "--time", "2.7333333333333334");
    EXPECT_EQ(looped["frame"], 257);
    EXPECT_EQ(looped["joints"], pose("p9", "--frame", "257")["joints"]);
    // Behind its end a clip without a loop holds its last frame, however far.
    const std::string other = sample("meteor/p0.amb").string();
    for (const char* time : {"1.5", "99", "1e30", "1e308"}) {
        const json held = run({"pose", other, "--clip", "22", "--time", time, "--json"}).json();
        EXPECT_EQ(held["frame"], 172) << time;
        EXPECT_EQ(held["joints"], run({"pose", other, "--clip", "p0", "--frame", "172", "--json"}).json()["joints"])
            << time;
    }
}

TEST(CliSamples, AClipWithoutFramesIsToldWhereverItIsShown) {
    NEED_SHARED();
    const std::string bank = sample("meteor/p0.amb").string();
    const Ran good = run({"pose", bank, "--clip", "140", "--json"});
    EXPECT_TRUE(good.json()["notes"].empty());
    EXPECT_EQ(good.error, "");
    const Ran lost = run({"pose", bank, "--clip", "1", "--json"});
    EXPECT_EQ(lost.code, 0);
    ASSERT_EQ(lost.json()["notes"].size(), 1u);
    const json note = lost.json()["notes"][0];
    EXPECT_EQ(note["severity"], "warning");
    EXPECT_NE(note["message"].get<std::string>().find("character.amb is missing; the bind pose is shown"),
              std::string::npos);
    EXPECT_NE(lost.error.find("character.amb is missing"), std::string::npos);
    const Ran batch = run({"pose", bank, "--clip", "31", "--time", "0,1", "--json"});
    EXPECT_EQ(batch.json()["poses"].size(), 2u);
    ASSERT_EQ(batch.json()["notes"].size(), 1u);
    EXPECT_NE(batch.json()["notes"][0]["message"].get<std::string>().find("is empty"), std::string::npos);
    const TemporaryFolder folder;
    for (const char* command : {"shot", "sheet"}) {
        const Ran ran = run({command, bank, "--clip", "1", "-o", folder / "a.png", "--size", "64x64"});
        EXPECT_NE(ran.error.find("character.amb is missing; the bind pose is shown"), std::string::npos) << command;
    }
}

}  // namespace

using Cli = SmallFiles;

TEST_F(Cli, InfoHasTheKeysOfTheContract) {
    const Ran ran = run({"info", "--json", mesh});
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_EQ(ran.error, "");
    const json info = ran.json();
    ASSERT_EQ(info["documents"].size(), 3u);
    expect_types(info["documents"][0], {{"path", string},
                                        {"format", string},
                                        {"version", string},
                                        {"dialect", string},
                                        {"size", whole},
                                        {"parts", array}});
    EXPECT_EQ(info["documents"][0]["format"], "ogre.mesh");
    EXPECT_EQ(info["documents"][0]["path"], mesh);
    std::map<std::string, std::string> status;
    for (const json& document : info["documents"])
        for (const json& part : document["parts"]) status[part["role"]] = part["status"];
    EXPECT_EQ(status["skeleton"], "found");
    EXPECT_EQ(status["material"], "found");
    EXPECT_EQ(status["texture"], "missing");
    EXPECT_EQ(status["mesh"], "given");
    ASSERT_EQ(info["joints"].size(), 2u);
    EXPECT_EQ(info["joints"][1]["name"], "tip");
    EXPECT_EQ(info["joints"][0]["parent"], -1);
    EXPECT_EQ(info["joints"][1]["parent"], 0);
    ASSERT_EQ(info["clips"].size(), 2u);
    expect_types(info["clips"][0],
                 {{"name", string}, {"tracks", whole}, {"keys", whole}, {"source", string}, {"events", array}});
    EXPECT_EQ(number(info["clips"][1]["duration"]), 2);
    EXPECT_EQ(info["clips"][1]["tracks"], 1);
    EXPECT_EQ(info["clips"][1]["keys"], 2);
    ASSERT_EQ(info["meshes"].size(), 1u);
    expect_types(info["meshes"][0], {{"name", string}, {"material", string}, {"texture", string}});
    EXPECT_EQ(info["meshes"][0]["vertices"], 3);
    EXPECT_EQ(info["meshes"][0]["triangles"], 1);
    EXPECT_EQ(info["meshes"][0]["material"], "skin");
    EXPECT_TRUE(info["armatures"].is_array());
    EXPECT_TRUE(info["notes"].is_array());
}

TEST_F(Cli, WhatCannotBeMeantIsWrongUsage) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"dump", mesh, "--depth", "-1"},
                                                  {"dump", mesh, "--depth", ""},
                                                  {"pose", mesh, "--mix", "walk:0:1e39"},
                                                  {"pose", mesh, "--mix", "walk:0:1", "--frame", "1"}}) {
        const Ran ran = run(words);
        EXPECT_EQ(ran.code, 2) << words[2] << " " << words[3];
        EXPECT_LT(ran.error.size(), 200u) << ran.error;
    }
}

TEST_F(Cli, AWrongNumberIsNoFileName) {
    for (const char* word : {"-5", "1.5", "1e3", "12x", "nan"}) {
        const Ran ran = run({"pose", "--vertices", word, mesh});
        EXPECT_EQ(ran.code, 2) << word;
        EXPECT_NE(ran.error.find(fmt::format("--vertices expects a count, found \"{}\"", word)), std::string::npos)
            << ran.error;
    }
    const std::string numbered = folder.write("3d.mesh", SmallMesh{}.str());
    const json pose = run({"pose", "--json", "--vertices", numbered}).json();
    EXPECT_EQ(pose["meshes"][0]["positions"].size(), 3u);
}

TEST_F(Cli, AnEmptyValueTakesNoOtherWord) {
    for (const char* word : {"--frame=", "--time=", "--clip=", "--vertices="}) {
        const Ran ran = run({"pose", mesh, word, "--json"});
        EXPECT_EQ(ran.code, 2) << word;
        EXPECT_NE(ran.error.find(std::string(word) + " expects a value, found none"), std::string::npos) << ran.error;
    }
}

TEST_F(Cli, AnEmptyNameIsWrongUsage) {
    for (const char* command : {"info", "dump", "pose"}) {
        const Ran ran = run({command, ""});
        EXPECT_EQ(ran.code, 2) << command;
        EXPECT_NE(ran.error.find("expected a name, found an empty one"), std::string::npos) << ran.error;
    }
}

TEST_F(Cli, NotesOfOneKindAreToldOnce) {
    std::string text = "material a { technique { pass {\n";
    for (int i = 0; i < 5; ++i) text += fmt::format("ambient x{} 1 1\n", i);
    const std::string bad = folder.write("bad.material", text + "diffuse 1\n} } }\n");
    const Ran ran = run({"info", bad});
    EXPECT_NE(
        ran.out.find("@ 0x28 +2, line 2: expected a number after ambient, found \"x0\" in line 2 at offset 40 (and "
                     "4 more of this kind)\n"),
        std::string::npos)
        << ran.out;
    EXPECT_EQ(ran.out.find("x1"), std::string::npos);
    EXPECT_NE(ran.out.find("numbers after diffuse"), std::string::npos);
    EXPECT_EQ(run({"info", "--json", bad}).json()["notes"].size(), 6u);
}

TEST_F(Cli, InfoForPeopleNamesEverything) {
    const Ran ran = run({"info", mesh});
    EXPECT_EQ(ran.code, 0);
    for (const char* word : {"OGRE mesh", "body.skeleton", "Joints (2)", "walk", "missing  texture", "looked for"})
        EXPECT_NE(ran.out.find(word), std::string::npos) << word << "\n" << ran.out;
}

TEST_F(Cli, FolderHoldsScenesOfTheirOwn) {
    folder.write("other.skeleton", SmallSkeleton{{"cat", "tail", "tip"}, {}, {}}.str());
    const Ran ran = run({"info", "--json", folder.path()});
    ASSERT_EQ(ran.code, 0) << ran.error;
    const json info = ran.json();
    ASSERT_EQ(info["joints"].size(), 5u);
    EXPECT_EQ(info["joints"][1]["scene"], 0);
    EXPECT_EQ(info["joints"][2]["scene"], 1);
    EXPECT_EQ(info["joints"][2]["parent"], -1);
    EXPECT_EQ(info["joints"][3]["parent"], 2);
    EXPECT_EQ(run({"pose", folder.path()}).code, 2);
}

TEST_F(Cli, DumpHasTheKeysOfTheContract) {
    const Ran ran = run({"dump", "--json", skeleton});
    ASSERT_EQ(ran.code, 0) << ran.error;
    const json dump = ran.json();
    EXPECT_EQ(dump["format"], "ogre.skeleton");
    EXPECT_TRUE(dump["gaps"].is_array());
    EXPECT_TRUE(dump["gaps"].empty());
    EXPECT_TRUE(dump["notes"].is_array());
    std::size_t nodes = 0;
    visit(dump, [&](const json& node) {
        ++nodes;
        expect_types(node, {{"name", string},
                            {"type", string},
                            {"offset", whole},
                            {"size", whole},
                            {"count", whole},
                            {"children", array}});
        EXPECT_TRUE(node.contains("value"));
    });
    EXPECT_GT(nodes, 20u);
    EXPECT_EQ(dump["offset"], 0);
    EXPECT_EQ(dump["size"], std::filesystem::file_size(skeleton));
}

TEST_F(Cli, DumpWritesNumbersAsNumbers) {
    const json dump = run({"dump", "--json", skeleton}).json();
    bool handle = false, position = false;
    visit(dump, [&](const json& node) {
        if (node["name"] == "handle") handle = handle || (node["type"] == "u16" && node["value"] == 1);
        if (node["name"] == "position") position = position || node["value"] == json({1, 0, 0});
    });
    EXPECT_TRUE(handle);
    EXPECT_TRUE(position);
}

TEST_F(Cli, DumpStopsAtTheDepthThatIsAskedFor) {
    const auto deepest = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"dump", "--json", mesh});
        const json dump = run(words).json();
        const std::function<int(const json&)> depth = [&](const json& node) {
            int most = -1;
            for (const json& child : node["children"]) most = std::max(most, depth(child));
            return most + 1;
        };
        return depth(dump);
    };
    EXPECT_EQ(deepest({"--depth", "0"}), 0);
    EXPECT_EQ(deepest({"--depth", "1"}), 1);
    EXPECT_EQ(deepest({"--depth", "3"}), 3);
    EXPECT_GT(deepest({}), 4);
}

TEST_F(Cli, ExpandedItemsTileTheirField) {
    const json dump = run({"dump", "--json", "--expand", mesh}).json();
    std::size_t bulk = 0;
    visit(dump, [&](const json& node) {
        if (node["count"] <= 1) return;
        ++bulk;
        ASSERT_EQ(node["children"].size(), node["count"].get<std::size_t>());
        uint64_t at = node["offset"], end = at + node["size"].get<uint64_t>();
        for (const json& child : node["children"]) {
            EXPECT_EQ(child["offset"], at);
            at += child["size"].get<uint64_t>();
        }
        EXPECT_EQ(at, end);
    });
    EXPECT_GE(bulk, 2u);  // indices and vertices
}

TEST_F(Cli, DumpShowsGaps) {
    std::string junk = text_at(skeleton) + "junk!";
    const std::string path = folder.write("junk.skeleton", junk);
    const json dump = run({"dump", "--json", path}).json();
    uint64_t claimed = 0;
    visit(dump, [&](const json& node) {
        if (node["children"].empty()) claimed += node["size"].get<uint64_t>();
    });
    for (const json& gap : dump["gaps"]) claimed += gap["size"].get<uint64_t>();
    EXPECT_GE(claimed, junk.size());
    EXPECT_FALSE(dump["notes"].empty());
}

TEST_F(Cli, PoseHasTheKeysOfTheContract) {
    const Ran ran = run({"pose", "--json", mesh, "--clip", "walk", "--time", "0.5", "--vertices"});
    ASSERT_EQ(ran.code, 0) << ran.error;
    const json pose = ran.json();
    EXPECT_EQ(pose["clip"], "walk");
    EXPECT_EQ(number(pose["time"]), 0.5);
    ASSERT_EQ(pose["joints"].size(), 2u);
    const json& tip = pose["joints"][1];
    EXPECT_EQ(tip["name"], "tip");
    EXPECT_EQ(tip["parent"], 0);
    EXPECT_EQ(tip["matrix"], json({1, 0, 0, 2.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
    EXPECT_EQ(tip["translation"], json({2.5, 0, 0}));
    EXPECT_EQ(tip["rotation"], json({0, 0, 0, 1}));
    EXPECT_EQ(tip["scale"], json({1, 1, 1}));
    ASSERT_EQ(pose["meshes"].size(), 1u);
    EXPECT_EQ(pose["meshes"][0]["positions"], json::parse("[[1.5,0,0],[2.5,0,0],[2.5,1,0]]"));
    EXPECT_TRUE(pose["meshes"][0]["normals"].is_array());
    EXPECT_TRUE(pose["meshes"][0]["name"].is_string());
}

TEST_F(Cli, BindPoseWithoutAClip) {
    const json pose = run({"pose", "--json", skeleton}).json();
    EXPECT_TRUE(pose["clip"].is_null());
    EXPECT_EQ(pose["joints"][1]["translation"], json({1, 0, 0}));
    EXPECT_FALSE(pose.contains("meshes"));
    EXPECT_FALSE(pose.contains("poses"));
    EXPECT_EQ(run({"pose", "--json", skeleton}).error, "");
    const Ran later = run({"pose", "--json", skeleton, "--time", "1"});
    EXPECT_EQ(later.json()["joints"], pose["joints"]);
    EXPECT_NE(later.error.find("without --clip there is only the bind pose, whatever the --time"), std::string::npos);
}

TEST_F(Cli, SeveralTimesMakeABatch) {
    const json batch = run({"pose", "--json", skeleton, "--clip", "0", "--time", "0,0.25,-1,1"}).json();
    ASSERT_EQ(batch["poses"].size(), 4u);
    for (const json& pose : batch["poses"]) EXPECT_EQ(pose["clip"], "walk");
    EXPECT_EQ(number(batch["poses"][1]["joints"][0]["translation"][0]), 0.75);
    EXPECT_EQ(number(batch["poses"][2]["time"]), -1);
    EXPECT_EQ(number(batch["poses"][3]["joints"][0]["translation"][0]), 3);
}

TEST_F(Cli, FramesUseTheRateThatTheKeysSupport) {
    const json batch = run({"pose", "--json", skeleton, "--clip", "walk", "--frame", "15,7.5"}).json();
    const json& pose = batch["poses"][0];
    EXPECT_EQ(number(pose["rate"]), 30);
    EXPECT_EQ(pose["rate_source"], "keys");
    EXPECT_EQ(number(pose["time"]), 0.5);
    EXPECT_EQ(number(batch["poses"][1]["frame"]), 7.5);
    EXPECT_EQ(number(batch["poses"][1]["joints"][0]["translation"][0]), 0.75);
}

TEST_F(Cli, SpacesAndTheNumberOfVertices) {
    const auto x = [&](const char* space) {
        const json pose = run({"pose", "--json", skeleton, "--clip", "a:b,c", "--time", "1", "--space", space}).json();
        return number(pose["joints"][1]["translation"][0]);
    };
    EXPECT_EQ(x("model"), 3);
    EXPECT_EQ(x("local"), 3);
    EXPECT_EQ(x("bind"), 2);
    const auto vertices = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"pose", "--json"});
        return run(words).json()["meshes"][0]["positions"].size();
    };
    EXPECT_EQ(vertices({"--vertices", "2", mesh}), 2u);
    EXPECT_EQ(vertices({"--vertices", mesh}), 3u);
    EXPECT_EQ(vertices({"--vertices=1", mesh}), 1u);
    EXPECT_EQ(vertices({mesh, "--vertices", "0"}), 0u);
}

TEST_F(Cli, LoopTurnsTheEndIntoTheStart) {
    const auto x = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"pose", "--json", skeleton, "--clip", "walk", "--time"});
        return number(run(words).json()["joints"][0]["translation"][0]);
    };
    EXPECT_EQ(x({"1"}), 3);
    EXPECT_EQ(x({"1", "--loop"}), 0);
    EXPECT_EQ(x({"1.5", "--loop"}), 1.5);
    EXPECT_EQ(x({"-0.5", "--loop"}), 1.5);
}

TEST_F(Cli, MixedClipsMayHaveAnyName) {
    const auto x = [&](const std::string& mix, const char* blend) {
        const json pose = run({"pose", "--json", skeleton, "--mix", mix, "--blend", blend}).json();
        return std::pair{number(pose["joints"][0]["translation"][0]), number(pose["joints"][1]["translation"][0])};
    };
    EXPECT_EQ(x("walk:0.5:1,a:b,c:1:1", "cumulative"), (std::pair{1.5, 4.5}));
    EXPECT_EQ(x("a:b,c:1:1,0:0.5:1", "average"), (std::pair{0.75, 2.75}));
    EXPECT_EQ(x("walk:1.5:0.5", "average"), (std::pair{0.75, 1.75}));  // mixed clips loop
    for (const char* bad :
         {"walk", "walk:1", "walk:1:x", "nobody:1:1", "walk:1:1,", "walk:1:1,,", ":1:1", "walk:1:nan"})
        EXPECT_EQ(run({"pose", skeleton, "--mix", bad}).code, 2) << bad;
}

TEST_F(Cli, NotFiniteNumbersAreWords) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    Maker file;
    file.u16(0x1000).line("[Serializer_v1.80]");
    file.u16(0x2000).u32(36).line("a").u16(0).f32({nan, inf, -inf, 0, 0, 0, 1});
    const std::string path = folder.write("bad.skeleton", file.str());
    const json pose = run({"pose", "--json", path, "--no-resolve"}).json();
    EXPECT_EQ(pose["joints"][0]["translation"], json({"nan", "inf", "-inf"}));
    bool seen = false;
    visit(run({"dump", "--json", path}).json(), [&](const json& node) {
        if (node["name"] == "position") seen = node["value"] == json({"nan", "inf", "-inf"});
    });
    EXPECT_TRUE(seen);
}

TEST_F(Cli, HelpAndVersionEverywhere) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"info"}, {"dump"}, {"pose"}}) {
        for (const char* flag : {"--help", "--version"}) {
            std::vector<std::string> all = words;
            all.emplace_back(flag);
            const Ran ran = run(all);
            EXPECT_EQ(ran.code, 0);
            EXPECT_EQ(ran.error, "");
            EXPECT_NE(ran.out.find("bonescope"), std::string::npos);
        }
    }
    EXPECT_NE(run({"--help"}).out.find("  pose "), std::string::npos);
}

TEST_F(Cli, WrongUsageIsTwo) {
    const std::vector<std::vector<std::string>> lines{{"info"},
                                                      {"dump"},
                                                      {"dump", skeleton, "--depth", "-1"},
                                                      {"dump", skeleton, mesh},
                                                      {"pose", skeleton, "--unknown"},
                                                      {"pose", skeleton, "--space", "moon"},
                                                      {"pose", skeleton, "--clip", "nobody"},
                                                      {"pose", skeleton, "--clip", "2"},
                                                      {"pose", skeleton, "--time", "1,,2"},
                                                      {"pose", skeleton, "--time", "1s"},
                                                      {"pose", skeleton, "--time", ""},
                                                      {"pose", skeleton, "--time", "nan"},
                                                      {"pose", skeleton, "--time", "1", "--frame", "1"},
                                                      {"pose", skeleton, "--interpolation", "cubic"},
                                                      {"pose", skeleton, "--ogre-end", "bounce"},
                                                      {"pose", skeleton, "--blend", "both"},
                                                      {"pose", skeleton, "--dialect", "nobody's"}};
    for (const auto& words : lines) {
        const Ran ran = run(words);
        EXPECT_EQ(ran.code, 2) << words.back();
        EXPECT_EQ(ran.out, "");
        EXPECT_NE(ran.error, "");
    }
    EXPECT_NE(run({"pose", skeleton, "--clip", "nobody"}).error.find("walk, a:b,c"), std::string::npos);
}

TEST_F(Cli, NothingReadableIsThree) {
    std::filesystem::create_directories(folder / "x.mesh");
    std::filesystem::create_directories(folder / "empty");
    const std::vector<std::pair<std::string, std::string>> cases{
        {folder / "nothing.mesh", "cannot be opened"},
        {folder / "x.mesh", "is a folder"},
        {folder / "empty", "is a folder"},
        {folder.write("empty.mesh", ""), "empty"},
        {folder.write("picture.mesh", "\x89PNG\r\n\x1a\n"), "not a known format"}};
    for (const auto& [path, words] : cases) {
        for (const char* command : {"info", "dump", "pose"}) {
            const Ran ran = run({command, path});
            EXPECT_EQ(ran.code, 3) << command << " " << path;
            EXPECT_NE(ran.error.find(words), std::string::npos) << command << " " << path << "\n" << ran.error;
        }
        const Ran ran = run({"info", "--json", path});
        EXPECT_EQ(ran.code, 3);
        ASSERT_FALSE(ran.json()["notes"].empty()) << path;
        EXPECT_EQ(ran.json()["notes"][0]["severity"], "error");
    }
}

TEST_F(Cli, WhatIsNothingButErrorsIsNotReadable) {
    for (const std::string_view text : {"BANIX and more of it, but no animation", "B"}) {
        const std::string path = folder.write("bad.amb", std::string(text));
        for (const char* command : {"info", "dump", "pose"}) {
            const Ran ran = run({command, path});
            EXPECT_EQ(ran.code, 3) << command;
            EXPECT_NE(ran.error.find("magic: expected"), std::string::npos) << command << ran.error;
        }
    }
}

TEST_F(Cli, PartlyReadableIsFine) {
    const std::string whole_file = text_at(skeleton);
    const std::string cut = folder.write("cut.skeleton", whole_file.substr(0, whole_file.size() - 10));
    const Ran ran = run({"info", "--json", cut});
    EXPECT_EQ(ran.code, 0);
    EXPECT_FALSE(ran.json()["notes"].empty());
    const Ran mixed = run({"info", "--json", skeleton, folder / "nothing.mesh"});
    EXPECT_EQ(mixed.code, 0);
    EXPECT_NE(mixed.error.find("nothing.mesh"), std::string::npos);
    EXPECT_EQ(mixed.json()["joints"].size(), 2u);
}

TEST_F(Cli, NamesInOtherScriptsStayValidJson) {
    const std::string path =
        folder.write("名.skeleton", SmallSkeleton{{"\xB8\xF9", "\xFF\x01\"\\"}, {{"\xC5\xDC"}}, {}}.str());
    const json info = run({"info", "--json", path}).json();
    EXPECT_EQ(info["joints"][0]["name"], "根");
    EXPECT_EQ(info["clips"][0]["name"], "跑");
    EXPECT_EQ(info["documents"][0]["path"], path);
    EXPECT_EQ(run({"pose", "--json", path, "--clip", "跑"}).code, 0);
}

TEST_F(Cli, NumbersDoNotDependOnTheLocale) {
    const std::vector<std::string> words{"pose", "--json", skeleton, "--clip", "walk", "--time", "0.25"};
    EXPECT_EQ(run(words, {"LC_ALL=de_DE.UTF-8"}).out, run(words, {"LC_ALL=C"}).out);
}

TEST(CliSamples, DumpClaimsEveryByteOfEveryGoodFile) {
    NEED_SHARED();
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(sample("ogre"))) {
        const std::string name = entry.path().filename().string(), ending = entry.path().extension().string();
        const bool ours = ending == ".mesh" || ending == ".MESH" || ending == ".skeleton" || ending == ".xml" ||
                          ending == ".material";
        if (!ours || name == "robot_truncated.skeleton") continue;
        const Ran ran = run({"dump", "--json", "--depth", "0", entry.path().string()});
        ASSERT_EQ(ran.code, 0) << entry.path() << ran.error;
        EXPECT_EQ(ran.json()["gaps"], json::array()) << entry.path();
        ++files;
    }
    EXPECT_GT(files, 60u);
}
