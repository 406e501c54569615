// The whole program against the real engine: every golden pose asked for on the command line.
#include "program.h"
#include <cmath>
#include <map>
#include <utility>

using namespace bonescope::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct Limits {
    double number = 5e-5;  // relative to max(1, |value|)
    double skin = 1e-5;    // of the model's size
    double normal = 2e-4;
};

// The worst disagreement of a file, in units of what is allowed.
struct Worst {
    double by = 0;
    std::string where;
    void take(double ratio, const std::string& place) {
        if (std::isnan(ratio)) ratio = 1e9;
        if (ratio <= by) return;
        by = ratio;
        where = place;
    }
};

std::string text(double value) { return fmt::format("{}", value); }

double value_of(const json& number) { return number.is_string() ? std::nan("") : number.get<double>(); }

void compare_number(Worst& worst, const json& ours, const json& theirs, double allowed, const std::string& place) {
    if (theirs.is_null()) return;
    const double a = value_of(ours), b = theirs.get<double>();
    worst.take(std::abs(a - b) / (allowed * std::max(1.0, std::abs(b))), place);
}

// A quaternion and its negative are the same rotation.
void compare_rotation(Worst& worst, const json& ours, const json& row, double allowed, const std::string& place) {
    double plus = 0, minus = 0;
    for (int i = 0; i < 4; ++i) {
        const double a = value_of(ours[i]), b = row[3 + i].get<double>();
        plus = std::max(plus, std::abs(a - b));
        minus = std::max(minus, std::abs(a + b));
    }
    worst.take(std::min(plus, minus) / allowed, place);
}

void compare_matrix(Worst& worst, const json& joint, double allowed, const std::string& place) {
    const json &m = joint["matrix"], &q = joint["rotation"], &s = joint["scale"], &t = joint["translation"];
    const double x = value_of(q[0]), y = value_of(q[1]), z = value_of(q[2]), w = value_of(q[3]);
    const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                            {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                            {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            worst.take(std::abs(value_of(m[row * 4 + column]) - r[row][column] * value_of(s[column])) /
                           (allowed * std::max(1.0, std::abs(value_of(s[column])))),
                       place + " matrix");
        EXPECT_EQ(m[row * 4 + 3], t[row]) << place;
        EXPECT_EQ(m[12 + row], 0) << place;
    }
    EXPECT_EQ(m[15], 1) << place;
}

void compare_joints(Worst& worst, const json& pose, const json& world, const Limits& limits, const std::string& place) {
    std::map<int, const json*> by_handle;
    for (const json& joint : pose["joints"]) by_handle[joint["handle"]] = &joint;
    for (std::size_t handle = 0; handle < world.size(); ++handle) {
        const auto found = by_handle.find(static_cast<int>(handle));
        ASSERT_NE(found, by_handle.end()) << place << " joint " << handle;
        const json& joint = *found->second;
        const std::string here = fmt::format("{} joint {}", place, handle);
        for (int i = 0; i < 3; ++i) {
            compare_number(worst, joint["translation"][i], world[handle][i], limits.number, here + " translation");
            compare_number(worst, joint["scale"][i], world[handle][7 + i], limits.number, here + " scale");
        }
        compare_rotation(worst, joint["rotation"], world[handle], limits.number, here + " rotation");
        compare_matrix(worst, joint, limits.number, here);
    }
}

double size_of(const json& skin) {
    double size = 1;
    for (int i = 0; i < 3; ++i) size = std::max(size, skin["max"][i].get<double>() - skin["min"][i].get<double>());
    return size;
}

// min, max and mean of all positions, and the first ones.
void compare_points(Worst& worst, const json& points, const json& skin, const Limits& limits,
                    const std::string& place) {
    ASSERT_EQ(points.size(), skin["count"].get<std::size_t>()) << place;
    const double size = size_of(skin);
    for (int axis = 0; axis < 3; ++axis) {
        double low = 1e30, high = -1e30, sum = 0;
        for (const json& point : points) {
            const double v = value_of(point[axis]);
            low = std::min(low, v);
            high = std::max(high, v);
            sum += v;
        }
        const auto check = [&](double ours, const json& theirs, const char* what) {
            const double b = theirs.get<double>();
            worst.take(std::abs(ours - b) / std::max(limits.skin * size, limits.number * std::max(1.0, std::abs(b))),
                       fmt::format("{} {}", place, what));
        };
        check(low, skin["min"][axis], "least");
        check(high, skin["max"][axis], "largest");
        check(sum / static_cast<double>(points.size()), skin["mean"][axis], "mean");
        for (std::size_t i = 0; i < skin["pos"].size(); ++i)
            check(value_of(points[i][axis]), skin["pos"][i][axis], "position");
    }
}

void compare_normals(Worst& worst, const json& normals, const json& skin, const Limits& limits,
                     const std::string& place) {
    if (!skin.contains("nrm")) return;
    for (std::size_t i = 0; i < skin["nrm"].size(); ++i) {
        ASSERT_LT(i, normals.size()) << place;
        for (int axis = 0; axis < 3; ++axis)
            if (!skin["nrm"][i][axis].is_null())
                worst.take(std::abs(value_of(normals[i][axis]) - skin["nrm"][i][axis].get<double>()) / limits.normal,
                           place + " normal");
    }
}

// target 0 is the shared set, k + 1 submesh k. A mesh that uses the shared set shows it whole.
const json& mesh_of(const json& pose, int target) {
    static const json nothing = {{"positions", json::array()}, {"normals", json::array()}};
    const auto at = static_cast<std::size_t>(std::max(target - 1, 0));
    return at < pose["meshes"].size() ? pose["meshes"][at] : nothing;
}

void compare_skin(Worst& worst, const json& pose, const json& skins, const Limits& limits, const std::string& place) {
    for (const json& skin : skins) {
        const json& mesh = mesh_of(pose, skin["target"]);
        const std::string here = fmt::format("{} set {}", place, skin["target"].get<int>());
        compare_points(worst, mesh["positions"], skin, limits, here);
        compare_normals(worst, mesh["normals"], skin, limits, here);
    }
}

void compare_pose(Worst& worst, const json& pose, const json& golden, const Limits& limits, const std::string& place,
                  bool vertices = true) {
    compare_joints(worst, pose, golden["world"], limits, place);
    if (vertices && golden.contains("skin")) compare_skin(worst, pose, golden["skin"], limits, place);
}

struct Name {
    std::string kind, file, variant;  // "pose", path of the sample, "linear"
};

// KIND.FOLDER.FILE[.VARIANT].json
Name parse_name(const fs::path& path) {
    const std::string stem = path.stem().string();
    const std::size_t first = stem.find('.'), second = stem.find('.', first + 1);
    Name name{stem.substr(0, first), {}, {}};
    std::string folder = stem.substr(first + 1, second - first - 1), file = stem.substr(second + 1);
    if (name.kind != "vanim" && name.kind != "info") {
        const std::size_t last = file.rfind('.');
        name.variant = file.substr(last + 1);
        file.resize(last);
    }
    if (folder == "xml" && file == "Thing.mesh.xml") {
        folder = "assimp-thing";
        file = "Mesh.mesh.xml";
    }
    if (folder == "xml") folder = "assimp";
    name.file = sample("ogre/" + folder + "/" + file).string();
    return name;
}

std::vector<fs::path> goldens(const std::string& kind) {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(golden("ogre")))
        if (entry.path().filename().string().starts_with(kind + ".")) out.push_back(entry.path());
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<std::string> reading(const std::string& variant) {
    if (variant == "hold") return {"--ogre-end", "hold"};
    if (variant == "spline") return {"--interpolation", "spline"};
    if (variant == "slerp") return {"--interpolation", "slerp"};
    return {};
}

Ran ask(const std::string& file, std::vector<std::string> more, const std::string& variant = {}) {
    std::vector<std::string> words{"pose", "--json", file};
    for (const std::string& word : reading(variant)) more.push_back(word);
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
}

// All moments of one clip in one call, as a script would ask.
void compare_clip(Worst& worst, const std::string& clip, const std::vector<const json*>& moments, const Name& name,
                  const Limits& limits, bool vertices = true) {
    std::string times;
    for (const json* moment : moments) times += (times.empty() ? "" : ",") + text((*moment)["t"].get<double>());
    std::vector<std::string> words{"--clip", clip, "--time=" + times};
    if (vertices) words.emplace_back("--vertices");
    const Ran ran = ask(name.file, words, name.variant);
    ASSERT_EQ(ran.code, 0) << ran.error;
    const json answer = ran.json();
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const json& pose = moments.size() > 1 ? answer["poses"][i] : answer;
        const std::string place = fmt::format("{} {}", clip, (*moments[i])["t"].get<double>());
        if (name.kind == "vanim")
            compare_points(worst, mesh_of(pose, (*moments[i])["target"])["positions"], *moments[i], limits, place);
        else
            compare_pose(worst, pose, *moments[i], limits, place, vertices);
    }
}

std::map<std::string, std::vector<const json*>> by_clip(const json& moments) {
    std::map<std::string, std::vector<const json*>> clips;
    for (const json& moment : moments) clips[moment["anim"]].push_back(&moment);
    return clips;
}

}  // namespace

TEST(GoldenCli, Poses) {
    NEED_SHARED();
    std::size_t poses = 0;
    for (const fs::path& path : goldens("pose")) {
        SCOPED_TRACE(path.filename());
        const json golden = read_json(path);
        const Name name = parse_name(path);
        const Limits limits;
        Worst worst;
        const Ran bind = ask(name.file, {"--vertices"}, name.variant);
        ASSERT_EQ(bind.code, 0) << bind.error;
        if (golden.contains("bind")) compare_pose(worst, bind.json(), golden["bind"], limits, "bind");
        // Vertices of every clip are compared elsewhere, without the way through text.
        bool vertices = true;
        for (const auto& [clip, moments] : by_clip(golden["poses"])) {
            compare_clip(worst, clip, moments, name, limits, std::exchange(vertices, false));
            poses += moments.size();
        }
        EXPECT_LT(worst.by, 1) << worst.where;
    }
    EXPECT_GE(poses, 375u);
}

TEST(GoldenCli, VertexAnimation) {
    NEED_SHARED();
    for (const fs::path& path : goldens("vanim")) {
        SCOPED_TRACE(path.filename());
        const json golden = read_json(path);
        Worst worst;
        for (const auto& [clip, moments] : by_clip(golden["vertexPoses"]))
            compare_clip(worst, clip, moments, parse_name(path), {});
        EXPECT_LT(worst.by, 1) << worst.where;
    }
}

TEST(GoldenCli, Blends) {
    NEED_SHARED();
    for (const fs::path& path : goldens("blend")) {
        SCOPED_TRACE(path.filename());
        const json golden = read_json(path);
        const Ran ran = ask(parse_name(path).file, {"--vertices", "--mix", golden["blend"], "--blend", golden["mode"]});
        ASSERT_EQ(ran.code, 0) << ran.error;
        Worst worst;
        compare_pose(worst, ran.json(), golden, {}, "mix");
        EXPECT_LT(worst.by, 1) << worst.where;
    }
}

// The TLBB files hold the very keys of the files they were made from.
TEST(GoldenCli, TlbbTwinsGiveTheSamePoses) {
    NEED_SHARED();
    const std::string times = "--time=0,0.1,0.37,0.5,1,1.7";
    for (const auto& [twin, original] :
         {std::pair{"made/robot_tlbb_auto.skeleton", "ogre-sdk/robot.skeleton"},
          {"made/robot_tlbb_mixed.skeleton", "ogre-sdk/robot.skeleton"},
          {"made/robot_tlbb_flag7_noscale.skeleton", "ogre-sdk/robot.skeleton"},
          {"made/fireElemSmall_tlbb_scale.skeleton", "sumwars/fireElemSmall.skeleton"}}) {
        for (const char* clip : {"0", "1", "2", "3", "4"}) {
            const Ran a = ask(sample(std::string("ogre/") + twin).string(), {"--no-resolve", "--clip", clip, times});
            const Ran b =
                ask(sample(std::string("ogre/") + original).string(), {"--no-resolve", "--clip", clip, times});
            EXPECT_EQ(a.code, 0) << a.error;
            EXPECT_EQ(a.out, b.out) << twin << " " << clip;
        }
    }
}

namespace {

void compare_bones(const json& info, const json& golden) {
    ASSERT_EQ(info["joints"].size(), golden["bones"].size());
    std::map<int, const json*> bones;
    for (const json& bone : golden["bones"]) bones[bone["handle"]] = &bone;
    for (const json& joint : info["joints"]) {
        const json& bone = *bones.at(joint["handle"]);
        EXPECT_EQ(joint["name"], bone["name"]);
        const int parent = joint["parent"];
        const json handle = parent < 0 ? json(-1) : info["joints"][static_cast<std::size_t>(parent)]["handle"];
        EXPECT_EQ(handle, bone["parent"]) << bone["name"];
    }
}

void compare_clips(const json& info, const json& golden) {
    std::map<std::string, const json*> ours;
    for (const json& clip : info["clips"]) ours[clip["name"]] = &clip;
    for (const json& theirs : golden["animations"]) {
        const auto found = ours.find(theirs["name"]);
        ASSERT_NE(found, ours.end()) << theirs["name"];
        const json& clip = *found->second;
        EXPECT_NEAR(clip["duration"].get<double>(), theirs["length"].get<double>(), 1e-6);
        std::size_t keys = 0;
        for (const json& track : theirs["tracks"]) keys += track[1].get<std::size_t>();
        EXPECT_EQ(clip["tracks"], theirs["tracks"].size()) << theirs["name"];
        EXPECT_EQ(clip["keys"], keys) << theirs["name"];
    }
}

void compare_meshes(const json& info, const json& golden) {
    ASSERT_EQ(info["meshes"].size(), golden["submeshes"].size());
    for (std::size_t i = 0; i < golden["submeshes"].size(); ++i) {
        const json &ours = info["meshes"][i], &theirs = golden["submeshes"][i];
        // The converter renamed the material that two submeshes of the XML ninja share.
        if (theirs["material"] != "Examples/Ninja_2") { EXPECT_EQ(ours["material"], theirs["material"]); }
        const json& set = theirs["shared"].get<bool>() ? golden["shared"] : theirs["vertices"];
        EXPECT_EQ(ours["vertices"], set["vertexCount"]);
        if (theirs["op"] == 4) { EXPECT_EQ(ours["triangles"], theirs["indexCount"].get<int>() / 3); }
    }
}

}  // namespace

TEST(GoldenCli, InfoAgrees) {
    NEED_SHARED();
    for (const fs::path& path : goldens("info")) {
        SCOPED_TRACE(path.filename());
        const json golden = read_json(path);
        const Ran ran = run({"info", "--json", parse_name(path).file});
        ASSERT_EQ(ran.code, 0) << ran.error;
        const json info = ran.json();
        if (golden.contains("bones")) compare_bones(info, golden);
        if (golden.contains("animations")) compare_clips(info, golden);
        if (golden.contains("submeshes")) compare_meshes(info, golden);
    }
}
