// Bones, skins and faces against the real Cal3D library's, over every golden file there is.
#include "tests/golden_cal3d.h"
#include <fmt/format.h>

namespace bonescope {
namespace {

using nlohmann::json;
using test::cal3d_file, test::cal3d_golden, test::cal3d_names, test::cal3d_scale;

vec3 vec3_of(const json& v) { return {v[0], v[1], v[2]}; }
quat stored_turn(const json& q) { return {q[3], -q[0].get<float>(), -q[1].get<float>(), -q[2].get<float>()}; }

// What was compared, and the largest differences met.
struct Tally {
    std::size_t poses = 0, matrices = 0, vertices = 0, skins = 0;
    double place = 0, turn = 0, vertex = 0, normal = 0;  // places and vertices for a figure 175 units tall
};

struct Figure {
    std::string name;
    json golden;
    double scale = 1;
    DocumentPtr skeleton_doc;
    std::vector<DocumentPtr> meshes;
    Pose bind;
    Tally tally;

    explicit Figure(const std::string& golden_name) : name(golden_name), golden(cal3d_golden(name)) {
        scale = cal3d_scale(golden);
        skeleton_doc = open(golden.at("skeleton"));
        evaluate(skeleton(), {}, bind);
        for (const json& mesh : golden.at("meshes")) meshes.push_back(open(mesh.at("file")));
    }
    DocumentPtr open(const std::string& file) const {
        DocumentPtr doc = load(cal3d_file(name, file));
        EXPECT_TRUE(doc->readable) << file;
        return doc;
    }
    const Skeleton& skeleton() const { return skeleton_doc->skeletons.at(0); }

    void near(double got, double want, double tolerance, double& worst, const char* what) {
        EXPECT_NEAR(got, want, tolerance) << what;
        worst = std::max(worst, std::abs(got - want));
    }
    void place(vec3 got, vec3 want, double& worst, const char* what) {
        double unscaled = 0;
        for (int i = 0; i < 3; ++i) near(got[i], want[i], 2e-4 * scale, unscaled, what);
        worst = std::max(worst, unscaled / scale);
    }
    void matrix(const mat4& got, const json& want, const char* what) {
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column)
                near(got[column][row], want[static_cast<std::size_t>(row * 4 + column)], 1e-5, tally.turn, what);
        place(vec3(got[3]), {want[3], want[7], want[11]}, tally.place, what);
        ++tally.matrices;
    }
    void turn(quat got, const json& want, const char* what) {
        quat q = stored_turn(want);
        if (glm::dot(got, q) < 0) q = -q;
        for (int i = 0; i < 4; ++i) near(got[i], q[i], 1e-5, tally.turn, what);
    }
};

void compare_bones(Figure& f) {
    const Skeleton& skeleton = f.skeleton();
    const json& bones = f.golden.at("bones");
    ASSERT_EQ(bones.size(), skeleton.joints.size());
    ASSERT_EQ(skeleton.inverse_bind.size(), bones.size());
    for (std::size_t j = 0; j < bones.size(); ++j) {
        SCOPED_TRACE(fmt::format("bone {}", j));
        const Joint& joint = skeleton.joints[j];
        EXPECT_EQ(joint.name, bones[j].at("name").get<std::string>());
        EXPECT_EQ(joint.parent, bones[j].at("parent").get<int>());
        f.place(joint.bind.t, vec3_of(bones[j].at("t")), f.tally.place, "t");
        f.turn(joint.bind.r, bones[j].at("q"), "q");
        f.matrix(skeleton.inverse_bind[j], bones[j].at("bs_m"), "bs_m");
        f.matrix(f.bind.matrix[j], bones[j].at("abs_m"), "abs_m");
    }
}

void compare_pose(Figure& f, const json& want, const Pose& got) {
    ASSERT_EQ(want.size(), got.matrix.size());
    for (std::size_t j = 0; j < want.size(); ++j) {
        SCOPED_TRACE(fmt::format("bone {}", j));
        f.place(got.local[j].t, vec3_of(want[j].at("lt")), f.tally.place, "lt");
        f.turn(got.local[j].r, want[j].at("lq"), "lq");
        f.place(got.model[j].t, vec3_of(want[j].at("t")), f.tally.place, "t");
        f.turn(got.model[j].r, want[j].at("q"), "q");
        f.matrix(got.matrix[j], want[j].at("m"), "m");
    }
}

// Vertices that a spring system would move are not part of the golden data.
bool is_free(const Document& doc, const VertexSet& set, uint32_t vertex) {
    return !set.physical.empty() && doc.number(set.physical, vertex) > 0;
}

void compare_skin(Figure& f, const json& want, const Pose& pose) {
    const DocumentPtr& doc = f.meshes.at(want.at("mesh"));
    const int set = doc->meshes.at(want.at("submesh").get<std::size_t>()).set;
    SCOPED_TRACE(fmt::format("{} submesh {}", doc->path, set));
    const SetUse use = bind_skin(doc, set, &f.skeleton());
    EXPECT_EQ(use.get().vertices, want.at("n").get<uint32_t>());
    std::vector<mat4> matrices;
    palette(f.skeleton(), f.bind, pose, use, matrices);
    SetFrame frame;
    deform(use, {}, {}, frame);
    skin(use, matrices, frame);
    vec3 low(1e30f), high(-1e30f);
    glm::dvec3 sum(0);
    uint32_t n = 0;
    for (uint32_t v = 0; v < use.get().vertices; ++v) {
        if (is_free(*doc, use.get(), v)) continue;
        low = glm::min(low, frame.position[v]);
        high = glm::max(high, frame.position[v]);
        sum += glm::dvec3(frame.position[v]);
        ++n;
    }
    EXPECT_EQ(n < use.get().vertices, want.contains("free_vertices"));
    f.place(low, vec3_of(want.at("min")), f.tally.vertex, "min");
    f.place(high, vec3_of(want.at("max")), f.tally.vertex, "max");
    f.place(vec3(sum / static_cast<double>(n)), vec3_of(want.at("mean")), f.tally.vertex, "mean");
    for (const json& row : want.at("v")) {
        const auto v = row[0].get<uint32_t>();
        f.place(frame.position.at(v), {row[1], row[2], row[3]}, f.tally.vertex, "vertex");
        for (int i = 0; i < 3; ++i)
            f.near(frame.normal.at(v)[i], row[static_cast<std::size_t>(4 + i)], 1e-3, f.tally.normal, "normal");
    }
    f.tally.vertices += want.at("v").size();
    ++f.tally.skins;
}

void compare_skins(Figure& f, const json& skins, const Pose& pose) {
    for (const json& skin : skins) compare_skin(f, skin, pose);
}

// The default reading stays on the keys; only where every track has keys around a time must it be the library's.
bool inside_all_tracks(const json& animation, double seconds) {
    for (const json& track : animation.at("tracks"))
        if (seconds < track.at("first").get<double>() || seconds > track.at("last").get<double>()) return false;
    return true;
}

Pose pose_at(Figure& f, const DocumentPtr& doc, const Reading& reading, double seconds) {
    ClipUse use = bind_clip(doc, 0, f.skeleton());
    format_named(doc->format)->read_as(*doc, use.get(), reading, use.sampling);
    replan(use);
    const Layer layer{&use, clock(use.get(), use.sampling, seconds, cycle_if(reading.loop)), 1};
    Pose pose;
    evaluate(f.skeleton(), {&layer, 1}, pose);
    return pose;
}

void compare_animation(Figure& f, const json& animation) {
    const DocumentPtr doc = f.open(animation.at("file"));
    ASSERT_EQ(doc->clips.size(), 1u);
    EXPECT_NEAR(doc->clips[0].duration, animation.at("duration").get<double>(), 1e-6);
    std::map<double, const json*> actions;
    for (const json& want : animation.at("poses")) {
        const auto seconds = want.at("time").get<double>();
        const bool cycle = want.at("mode") == "cycle";
        SCOPED_TRACE(fmt::format("{} at {} {}", doc->path, seconds, cycle ? "cycle" : "action"));
        if (!cycle) actions[seconds] = &want;
        const json& source = want.contains("bones") ? want : *actions.at(seconds);
        Reading reading;
        reading.engine_exact = true;
        reading.loop = cycle;
        const Pose pose = pose_at(f, doc, reading, seconds);
        compare_pose(f, source.at("bones"), pose);
        if (source.contains("skin")) compare_skins(f, source.at("skin"), pose);
        if (!cycle && inside_all_tracks(animation, seconds))
            compare_pose(f, source.at("bones"), pose_at(f, doc, {}, seconds));
        ++f.tally.poses;
    }
}

void compare_faces(Figure& f) {
    for (std::size_t m = 0; m < f.meshes.size(); ++m) {
        const json& submeshes = f.golden.at("meshes")[m].at("submeshes");
        ASSERT_EQ(f.meshes[m]->meshes.size(), submeshes.size());
        for (std::size_t s = 0; s < submeshes.size(); ++s) {
            SCOPED_TRACE(fmt::format("{} submesh {}", f.meshes[m]->path, s));
            const Mesh& mesh = f.meshes[m]->meshes[s];
            const std::vector<uint32_t> corners = triangles(*f.meshes[m], mesh);
            ASSERT_EQ(corners.size(), submeshes[s].at("faces").get<std::size_t>() * 3);
            const auto face = submeshes[s].at("face0").get<std::vector<uint32_t>>();
            EXPECT_EQ(std::vector<uint32_t>(corners.begin(), corners.begin() + 3), face);
            EXPECT_EQ(mesh.slot, submeshes[s].at("material").get<int>());
            EXPECT_EQ(f.meshes[m]->sets[mesh.set].lod.steps, submeshes[s].at("lod").get<uint32_t>());
            EXPECT_EQ(f.meshes[m]->sets[mesh.set].uv.size(), submeshes[s].at("texcoords").get<std::size_t>());
        }
    }
}

class GoldenCal3d : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenCal3d);

TEST_P(GoldenCal3d, Agrees) {
    Figure f(GetParam());
    compare_bones(f);
    compare_faces(f);
    compare_skins(f, f.golden.at("bind_skin"), f.bind);
    for (const json& animation : f.golden.at("animations")) compare_animation(f, animation);
    const Tally& t = f.tally;
    RecordProperty("worst", fmt::format("{} poses, {} matrices, {} skins, {} vertices: place {:.2g}, rotation {:.2g}, "
                                        "vertex {:.2g}, normal {:.2g}",
                                        t.poses, t.matrices, t.skins, t.vertices, t.place, t.turn, t.vertex, t.normal));
    std::size_t poses = 0;
    for (const json& animation : f.golden.at("animations")) poses += animation.at("poses").size();
    EXPECT_EQ(t.poses, poses);
    EXPECT_GT(t.vertices, 0u);
}

INSTANTIATE_TEST_SUITE_P(Cal3d, GoldenCal3d, testing::ValuesIn(cal3d_names()),
                         [](const auto& info) { return info.param; });

TEST(GoldenCal3dFiles, AreAllThere) {
    NEED_SHARED();
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test::golden("cal3d")))
        files += entry.path().extension() == ".json" && test::cal3d_goldens().contains(entry.path().stem().string());
    EXPECT_EQ(files, test::cal3d_goldens().size());
}

}  // namespace
}  // namespace bonescope
