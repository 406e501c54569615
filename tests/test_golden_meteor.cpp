// Skeletons, skins and frames against right answers that an independent reader made, over every golden file there is.
#include "tests/golden_meteor.h"
#include <fmt/format.h>

namespace bonescope {
namespace {

using nlohmann::json;

// Golden numbers have six digits and were computed in double.
constexpr double place_tolerance = 1e-4, turn_tolerance = 1e-5;

// What was compared, and the largest differences met.
struct Tally {
    std::size_t joints = 0, vertices = 0;
    double place = 0, turn = 0, vertex = 0;
};

vec3 vec3_of(const json& v) { return {v[0], v[1], v[2]}; }

struct Figure {
    json golden;
    Scene scene;
    std::size_t bones = 0;
    Tally tally;

    explicit Figure(const std::string& name)
        : golden(test::read_json(test::golden("meteor/" + name + ".json"))), scene(test::meteor_scene(golden)) {
        bones = golden.at("bnc").at("bones").size();
    }
    const Skeleton& skeleton() const { return *scene.skeleton(); }
    const Document& doc(const char* format) const {
        for (const DocumentPtr& doc : scene.docs)
            if (doc->format == format) return *doc;
        throw std::runtime_error(format);
    }

    void place(vec3 got, const json& want, double& worst, const char* what) {
        for (int i = 0; i < 3; ++i) {
            const double away = std::abs(got[i] - want[static_cast<std::size_t>(i)].get<double>());
            EXPECT_LE(away, place_tolerance) << what;
            worst = std::max(worst, away);
        }
    }
    void turn(quat got, const json& want, const char* what) {
        const double dot = got.w * want[0].get<double>() + got.x * want[1].get<double>() +
                           got.y * want[2].get<double>() + got.z * want[3].get<double>();
        EXPECT_LE(std::abs(std::abs(dot) - 1), turn_tolerance) << what;
        tally.turn = std::max(tally.turn, std::abs(std::abs(dot) - 1));
    }
    void joint(const Local& got, const json& want) {
        place(got.t, want.at("t"), tally.place, "t");
        turn(got.r, want.at("q"), "q");
        ++tally.joints;
    }
    void joints(const json& want, std::span<const Local> got, std::size_t first) {
        ASSERT_LE(first + want.size(), got.size());
        for (std::size_t i = 0; i < want.size(); ++i) {
            SCOPED_TRACE(fmt::format("joint {}", first + i));
            joint(got[first + i], want[i]);
        }
    }
    Frame at(double number) {
        Frame frame;
        const Layer layer{&scene.clips.at(0), {number, number, false}, 1};
        evaluate(scene, {&layer, 1}, frame);
        return frame;
    }
};

// A quarter turn about x, as a change of basis.
Local upright(const Local& in) {
    Local out = in;
    out.t = {in.t.x, in.t.z, -in.t.y};
    out.r = quat(in.r.w, in.r.x, in.r.z, -in.r.y);
    return out;
}

// The mirror of left-handed engines.
Local mirrored(const Local& in) {
    Local out = in;
    out.t = {in.t.x, in.t.z, in.t.y};
    out.r = quat(in.r.w, -in.r.x, -in.r.z, -in.r.y);
    return out;
}

void compare_nodes(Figure& f) {
    const json& bnc = f.golden.at("bnc");
    ASSERT_EQ(f.skeleton().joints.size(), f.bones + bnc.at("dummies").size());
    for (std::size_t i = 0; i < f.skeleton().joints.size(); ++i) {
        const Joint& joint = f.skeleton().joints[i];
        const json& want = i < f.bones ? bnc.at("bones")[i] : bnc.at("dummies")[i - f.bones];
        EXPECT_EQ(joint.name, want.at("name").get<std::string>());
        EXPECT_EQ(joint.id, static_cast<int>(i));
        EXPECT_EQ(joint.socket, i >= f.bones);
        const json& resolved = want.at("resolved");
        std::string parent;
        if (joint.parent >= 0) {
            const auto p = static_cast<std::size_t>(joint.parent);
            parent = p < f.bones ? fmt::format("b{}", p) : fmt::format("d{}", p - f.bones);
        }
        EXPECT_EQ(parent, resolved.is_null() ? "" : resolved.get<std::string>()) << joint.name;
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(joint.bind.t[k], want.at("pivot")[static_cast<std::size_t>(k)].get<float>());
    }
}

void compare_bind(Figure& f) {
    const json& bind = f.golden.at("bind");
    const std::vector<Local>& model = f.scene.bind.model;
    f.joints(bind.at("bones"), model, 0);
    f.joints(bind.at("dummies"), model, f.bones);
    std::vector<Local> other(model.size());
    std::transform(model.begin(), model.end(), other.begin(), upright);
    f.joints(bind.at("bones_yup_rh"), other, 0);
    std::transform(model.begin(), model.end(), other.begin(), mirrored);
    f.joints(bind.at("bones_yup_lh"), other, 0);
}

void compare_material(const Material& got, const json& want) {
    EXPECT_EQ(got.texture, want.at("texture").get<std::string>());
    for (const auto& [name, color] : {std::pair{"ambient", got.ambient}, std::pair{"diffuse", got.diffuse},
                                      std::pair{"specular", got.specular}, std::pair{"emissive", got.emissive}})
        EXPECT_EQ(vec3(color), vec3_of(want.at(name))) << name;
    EXPECT_EQ(got.diffuse.w, want.at("opacity").get<float>());
    EXPECT_EQ(got.cull == Cull::None, want.at("twoside").get<bool>());
    EXPECT_EQ(got.blend == BlendMode::Alpha, want.at("option") == "ALPHA");
}

void compare_faces(const Document& doc, const json& want) {
    std::vector<std::vector<uint32_t>> faces;
    std::vector<uint32_t> of_material(doc.materials.size());
    for (const Mesh& mesh : doc.meshes) {
        const std::vector<uint32_t> corners = triangles(doc, mesh);
        ASSERT_GE(mesh.own, 0);
        of_material[static_cast<std::size_t>(mesh.own)] += static_cast<uint32_t>(corners.size() / 3);
        for (std::size_t i = 0; i < corners.size(); i += 3)
            faces.push_back({3, static_cast<uint32_t>(mesh.own), corners[i], corners[i + 1], corners[i + 2]});
        EXPECT_EQ(mesh.name, want.at("skin").get<std::string>());
        EXPECT_EQ(mesh.goes_on, &mesh != &doc.meshes[0]);
    }
    EXPECT_EQ(of_material, want.at("tris_per_material").get<std::vector<uint32_t>>());
    ASSERT_EQ(faces.size(), want.at("triangles").get<std::size_t>());
    for (std::size_t i = 0; i < want.at("first_tris").size(); ++i)
        EXPECT_EQ(faces[i], want.at("first_tris")[i].get<std::vector<uint32_t>>());
    EXPECT_EQ(faces.back(), want.at("last_tri").get<std::vector<uint32_t>>());
}

void compare_vertex(const Document& doc, const VertexSet& set, uint32_t v, const json& want) {
    for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(doc.number(set.position, v, i), want.at("p")[i].get<float>());
    EXPECT_EQ(doc.number(set.uv[0], v, 0), want.at("uv")[0].get<float>());
    EXPECT_EQ(doc.number(set.uv[0], v, 1), 1 - want.at("uv")[1].get<float>());
    const uint32_t first = set.influences.first[v];
    ASSERT_EQ(set.influences.first[v + 1] - first, want.at("w").size());
    for (uint32_t k = 0; k < want.at("w").size(); ++k) {
        EXPECT_EQ(set.influences.joint[first + k], want.at("w")[k][0].get<int>());
        EXPECT_EQ(set.influences.weight[first + k], want.at("w")[k][1].get<float>());
    }
    EXPECT_EQ(text_of(doc.file, vertex_bytes(doc, set, v)).substr(0, 2), "v ");
}

void compare_skin(Figure& f) {
    const json& want = f.golden.at("skc");
    const Document& doc = f.doc("meteor.skc");
    ASSERT_EQ(doc.materials.size(), want.at("materials").size());
    for (std::size_t i = 0; i < doc.materials.size(); ++i) compare_material(doc.materials[i], want.at("materials")[i]);
    compare_faces(doc, want);
    ASSERT_EQ(doc.sets.size(), 1u);
    const VertexSet& set = doc.sets[0];
    ASSERT_EQ(set.vertices, want.at("vertices").get<uint32_t>());
    std::map<std::string, uint32_t> histogram;
    for (uint32_t v = 0; v < set.vertices; ++v)
        ++histogram[fmt::format("{}", set.influences.first[v + 1] - set.influences.first[v])];
    EXPECT_EQ(json(histogram), want.at("influences_histogram"));
    for (std::size_t i = 0; i < want.at("vertex_ids").size(); ++i)
        compare_vertex(doc, set, want.at("vertex_ids")[i], want.at("vertices_at_ids")[i]);
}

void compare_box(Figure& f, std::span<const vec3> position, const json& want) {
    vec3 low(1e30f), high(-1e30f);
    for (const vec3 p : position) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    f.place(low, want[0], f.tally.vertex, "lowest");
    f.place(high, want[1], f.tally.vertex, "highest");
}

void compare_frame(Figure& f, double number, const json& want) {
    SCOPED_TRACE(fmt::format("frame {}", number));
    const Frame frame = f.at(number);
    f.joints(want.at("bones"), frame.pose.model, 0);
    f.joints(want.at("dummies"), frame.pose.model, f.bones);
    f.place(frame.pose.local[0].t, want.at("root"), f.tally.place, "root");
    ASSERT_EQ(frame.sets.size(), 1u);
    const json& ids = f.golden.at("skc").at("vertex_ids");
    for (std::size_t i = 0; i < ids.size(); ++i)
        f.place(frame.sets[0].position.at(ids[i]), want.at("verts")[i], f.tally.vertex, "vertex");
    f.tally.vertices += ids.size();
    compare_box(f, frame.sets[0].position, want.at("aabb"));
    // In place: the joint that carries the motion of the figure stays where it is.
    std::vector<Local> local = frame.pose.local, model(local.size());
    local.at(f.bones) = Local{};
    std::vector<mat4> matrix(local.size());
    model_pose(f.skeleton(), local, model, matrix);
    f.joint(model[0], want.at("root_bone_in_place"));
}

class MeteorGolden : public testing::TestWithParam<std::string> {};

TEST_P(MeteorGolden, Agrees) {
    Figure f(GetParam());
    ASSERT_TRUE(f.scene.skeleton());
    compare_nodes(f);
    compare_bind(f);
    compare_skin(f);
    Frame bind;
    evaluate(f.scene, {}, bind);
    compare_box(f, bind.sets.at(0).position, f.golden.at("skc").at("aabb_bind"));
    for (const char* part : {"frames", "interpolated"})
        if (f.golden.contains(part))
            for (const auto& [number, want] : f.golden.at(part).items()) compare_frame(f, std::stod(number), want);
    RecordProperty("joints", static_cast<int>(f.tally.joints));
    RecordProperty("largest_differences", fmt::format("place {:.2g}, turn {:.2g}, vertex {:.2g}", f.tally.place,
                                                      f.tally.turn, f.tally.vertex));
}

TEST_P(MeteorGolden, ClaimsEveryByte) {
    const Figure f(GetParam());
    for (const DocumentPtr& doc : f.scene.docs) EXPECT_TRUE(gaps(*doc).empty()) << doc->path;
}

TEST_P(MeteorGolden, SaysNothingAboutGoodFiles) {
    const Figure f(GetParam());
    for (const DocumentPtr& doc : f.scene.docs)
        for (const Finding& note : doc->notes) {
            EXPECT_EQ(note.severity, Severity::Info) << doc->path << ": " << note.message;
            EXPECT_EQ(GetParam(), "p7_800_bind") << note.message;
            EXPECT_NE(note.message.find("inside out"), std::string::npos) << note.message;
        }
}

TEST_P(MeteorGolden, HasTheFramesThatItDeclares) {
    const Figure f(GetParam());
    if (!f.golden.contains("amb")) return;
    const json& want = f.golden.at("amb");
    const Clip& clip = f.doc("meteor.amb").clips.at(0);
    ASSERT_EQ(clip.timelines.size(), 1u);
    EXPECT_EQ(clip.timelines[0].rows, want.at("records").get<uint32_t>());
    EXPECT_EQ(clip.duration, want.at("last_index").get<double>());
    EXPECT_EQ(clip.fps, want.at("fps").get<float>());
    for (const Track& track : clip.tracks) EXPECT_EQ(track.value.step, want.at("record_size").get<uint32_t>());
    EXPECT_EQ(clip.tracks.size(), 1 + f.bones + 2 * f.golden.at("bnc").at("dummies").size());
}

std::string name_of(const testing::TestParamInfo<std::string>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(All, MeteorGolden, testing::ValuesIn(test::meteor_names()), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MeteorGolden);

}  // namespace
}  // namespace bonescope
