// Meshes against the real OGRE's: what it found in them, and where their vertices go.
#include "core/formats/ogre/vertex_element.h"
#include "core/skin.h"
#include "core/text.h"
#include "tests/golden_ogre.h"

namespace bonescope {
namespace {

using nlohmann::json;
using test::case_name, test::golden_files, test::GoldenName, test::Rig;

bool is_mesh_golden(const std::string& name) { return lower(name).find(".mesh.") != name.npos; }

std::vector<std::string> mesh_goldens(const std::string& kind) {
    std::vector<std::string> names = golden_files(kind);
    std::erase_if(
        names, [](const std::string& name) { return name.find(".skeleton.") != name.npos || !is_mesh_golden(name); });
    return names;
}

std::string mesh_sample(const std::string& folder, const std::string& file) {
    if (folder != "xml") return "ogre/" + folder + "/" + file;
    return file == "Thing.mesh.xml" ? "ogre/assimp-thing/Mesh.mesh.xml" : "ogre/assimp/" + file;
}

DocumentPtr load_mesh(const std::string& folder, const std::string& file) {
    return load(test::sample(mesh_sample(folder, file)).string());
}

// Vertex set of a golden's target: 0 shared geometry, k submesh k-1.
int set_of(const Document& doc, int target) {
    if (target > 0) return doc.meshes.at(static_cast<std::size_t>(target - 1)).set;
    for (std::size_t i = 0; i < doc.sets.size(); ++i)
        if (doc.sets[i].name == "shared") return static_cast<int>(i);
    return doc.meshes.at(0).set;
}

// ---- what is in the file ----

std::vector<const Field*> fields_named(const Document& doc, std::string_view name, Bytes inside) {
    std::vector<const Field*> found;
    for (const Field& field : doc.tree.fields)
        if (name == field.name && field.at >= inside.at && field.at + field.size <= inside.end())
            found.push_back(&field);
    return found;
}

Bytes whole(const Document& doc) { return {0, static_cast<uint32_t>(doc.file.size())}; }

template <class T> T value_of(const Document& doc, const Field& field, uint32_t ahead = 0) {
    return load<T>(doc.file.data() + field.at + ahead, field.big);
}

bool is_blend(int semantic) { return semantic == ogre::SemanticWeights || semantic == ogre::SemanticIndices; }

std::string golden_type(uint16_t type) {
    if (type == 11) return "abgr";
    return type == 30 ? "other" : ogre::element_type(type)->name;
}

// Blend elements are left out: OGRE makes its own.
void expect_declaration(const Document& doc, const VertexSet& set, const json& want) {
    std::vector<std::string> got, expected;
    for (const Field* field : fields_named(doc, "element", set.where)) {
        const auto number = [&](uint32_t i) { return value_of<uint16_t>(doc, *field, 6 + i * 2); };
        if (!is_blend(number(2)))
            got.push_back(fmt::format("{} {} {} at {}", number(2), golden_type(number(1)), number(4), number(3)));
    }
    for (const json& element : want)
        if (!is_blend(element[0].get<int>()))
            expected.push_back(fmt::format("{} {} {} at {}", element[0].get<int>(), element[1].get<std::string>(),
                                           element[2].get<int>(), element[4].get<int>()));
    EXPECT_EQ(got, expected);
}

// OGRE keeps at most four for a vertex.
std::size_t kept_influences(const VertexSet& set) {
    std::size_t sum = 0;
    for (std::size_t v = 0; v + 1 < set.influences.first.size(); ++v)
        sum += std::min(4u, set.influences.first[v + 1] - set.influences.first[v]);
    return sum;
}

void expect_vertices(const Document& doc, int set, const json& want) {
    ASSERT_GE(set, 0);
    const VertexSet& vertices = doc.sets[static_cast<std::size_t>(set)];
    EXPECT_EQ(vertices.vertices, want.at("vertexCount").get<uint32_t>());
    EXPECT_FALSE(vertices.position.empty());
    std::size_t uvs = 0, normals = 0;
    for (const json& element : want.at("decl")) {
        uvs += element[0] == ogre::SemanticUv;
        normals += element[0] == ogre::SemanticNormal;
    }
    EXPECT_EQ(vertices.uv.size(), uvs);
    EXPECT_EQ(!vertices.normal.empty(), normals == 1);
    const bool declared = !fields_named(doc, "element", vertices.where).empty();
    if (declared) expect_declaration(doc, vertices, want.at("decl"));
}

int operation(Primitive primitive) {
    switch (primitive) {
    case Primitive::Points:
        return 1;
    case Primitive::Lines:
        return 2;
    case Primitive::LineStrip:
        return 3;
    case Primitive::Triangles:
        return 4;
    case Primitive::TriangleStrip:
        return 5;
    default:
        return 6;
    }
}

std::string text_or_empty(const json& value) { return value.is_null() ? "" : value.get<std::string>(); }

void expect_submesh(const Document& doc, std::size_t index, const json& want) {
    SCOPED_TRACE(fmt::format("submesh {}", index));
    const Mesh& mesh = doc.meshes.at(index);
    EXPECT_EQ(mesh.name, text_or_empty(want.at("name")));
    // The converter cannot take one material twice: the XML file was given a second name for it on the way to OGRE.
    const std::string material = want.at("material").get<std::string>();
    EXPECT_TRUE(mesh.material == material || (doc.format == "ogre.mesh.xml" && mesh.material + "_2" == material))
        << mesh.material << ", wanted " << material;
    EXPECT_EQ(operation(mesh.primitive), want.at("op").get<int>());
    EXPECT_EQ(mesh.indices, want.at("indexCount").get<uint32_t>());
    EXPECT_EQ(mesh.set == set_of(doc, 0) && doc.sets[static_cast<std::size_t>(mesh.set)].name == "shared",
              want.at("shared").get<bool>());
    if (want.at("shared").get<bool>()) return;
    const VertexSet& set = doc.sets[static_cast<std::size_t>(mesh.set)];
    EXPECT_EQ(kept_influences(set), want.at("boneAssignments").get<std::size_t>());
    expect_vertices(doc, mesh.set, want.at("vertices"));
}

void expect_bounds(const Document& doc, const json& want) {
    const auto low = fields_named(doc, "minimum", whole(doc)), high = fields_named(doc, "maximum", whole(doc)),
               radius = fields_named(doc, "radius", whole(doc));
    ASSERT_EQ(low.size(), 1u);
    for (uint32_t i = 0; i < 3; ++i) {
        const double a = want.at("min")[i].get<double>(), b = want.at("max")[i].get<double>();
        EXPECT_NEAR(value_of<float>(doc, *low[0], i * 4), a, 5e-7 * std::max(1., std::abs(a)));
        EXPECT_NEAR(value_of<float>(doc, *high[0], i * 4), b, 5e-7 * std::max(1., std::abs(b)));
    }
    const double r = want.at("radius").get<double>();
    EXPECT_NEAR(value_of<float>(doc, *radius[0]), r, 5e-7 * r);
}

void expect_poses(const Document& doc, const json& want) {
    ASSERT_EQ(doc.morphs.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        const Morph& morph = doc.morphs[i];
        EXPECT_EQ(morph.name, want[i][0].get<std::string>());
        EXPECT_EQ(morph.set, set_of(doc, want[i][1].get<int>()));
        EXPECT_EQ(morph.vertex.size(), want[i][2].get<std::size_t>());
        EXPECT_EQ(!morph.normal.empty(), want[i][3].get<bool>());
    }
}

void expect_vertex_animations(const Document& doc, const json& want) {
    ASSERT_EQ(doc.clips.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        const Clip& clip = doc.clips[i];
        EXPECT_EQ(clip.name, want[i].at("name").get<std::string>());
        EXPECT_NEAR(clip.duration / clip.rate, want[i].at("length").get<double>(), 1e-6);
        for (const json& track : want[i].at("tracks")) {
            const bool morph = track[1] == "morph";
            std::size_t fitting = 0;
            for (const Track& ours : clip.tracks) {
                const bool same = morph ? ours.property == Property::Deform && ours.kind == Kind::Mesh
                                        : ours.property == Property::Weight && ours.kind == Kind::Morph;
                if (!same) continue;
                ++fitting;
                EXPECT_EQ(clip.timelines[ours.timeline].rows, track[2].get<uint32_t>());
            }
            EXPECT_EQ(fitting, morph ? 1u : doc.morphs.size());
        }
    }
}

class GoldenMeshInfo : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenMeshInfo);

TEST_P(GoldenMeshInfo, Agrees) {
    const std::string name = GetParam();
    const auto dot = name.find('.', 5);
    const DocumentPtr doc = load_mesh(name.substr(5, dot - 5), name.substr(dot + 1, name.size() - dot - 6));
    const json want = test::read_json(test::golden("ogre") / name);
    if (name.starts_with("info.xml") && doc->meshes.empty()) GTEST_SKIP() << "XML meshes are not read yet";
    EXPECT_EQ(doc->skeleton_link, want.at("skeletonName").get<std::string>());
    ASSERT_EQ(doc->meshes.size(), want.at("submeshes").size());
    for (std::size_t i = 0; i < doc->meshes.size(); ++i) expect_submesh(*doc, i, want.at("submeshes")[i]);
    if (!want.at("shared").is_null()) {
        const int set = set_of(*doc, 0);
        expect_vertices(*doc, set, want.at("shared"));
        EXPECT_EQ(kept_influences(doc->sets[static_cast<std::size_t>(set)]),
                  want.at("sharedBoneAssignments").get<std::size_t>());
    }
    expect_poses(*doc, want.at("poses"));
    expect_vertex_animations(*doc, want.at("vertexAnimations"));
    if (name.starts_with("info.xml")) return;
    expect_bounds(*doc, want.at("bounds"));
    const auto levels = fields_named(*doc, "levels", whole(*doc));
    EXPECT_EQ(levels.empty() ? 1 : value_of<uint16_t>(*doc, *levels[0]), want.at("lodLevels").get<int>());
    EXPECT_EQ(!fields_named(*doc, "edge lists", whole(*doc)).empty(), want.at("edgeListLoaded").get<bool>());
}

INSTANTIATE_TEST_SUITE_P(Ogre, GoldenMeshInfo, testing::ValuesIn(mesh_goldens("info.")), case_name);

// ---- where the vertices go ----

double size_of(const json& block) {
    double size = 0;
    for (int i = 0; i < 3; ++i)
        size = std::max(size, block.at("max")[i].get<double>() - block.at("min")[i].get<double>());
    return size;
}

void expect_triple(const json& want, const glm::dvec3& got, double tolerance, const char* what) {
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(got[i], want[static_cast<std::size_t>(i)].get<double>(), tolerance) << what << " "
                                                                                        << "xyz"[i];
}

// Numbers compared.
std::size_t expect_block(const json& want, const SetFrame& frame) {
    EXPECT_EQ(frame.position.size(), want.at("count").get<std::size_t>());
    glm::dvec3 low(1e300), high(-1e300), sum(0);
    for (const vec3 p : frame.position) {
        low = glm::min(low, glm::dvec3(p));
        high = glm::max(high, glm::dvec3(p));
        sum += glm::dvec3(p);
    }
    double largest = 1;
    for (const char* corner : {"min", "max"})
        for (const json& value : want.at(corner)) largest = std::max(largest, std::abs(value.get<double>()));
    const double tolerance = std::max(5e-5, 1e-5 * std::max(size_of(want), largest));
    expect_triple(want.at("min"), low, tolerance, "minimum");
    expect_triple(want.at("max"), high, tolerance, "maximum");
    expect_triple(want.at("mean"), sum / static_cast<double>(frame.position.size()), tolerance, "mean");
    std::size_t compared = 3;
    for (std::size_t v = 0; v < want.at("pos").size(); ++v, ++compared)
        expect_triple(want.at("pos")[v], frame.position.at(v), tolerance, "position");
    if (!want.contains("nrm")) return compared;
    for (std::size_t v = 0; v < want.at("nrm").size(); ++v) {
        EXPECT_FALSE(std::isnan(glm::length(frame.normal.at(v))));
        if (want.at("nrm")[v][0].is_null()) continue;  // OGRE divides by zero there
        expect_triple(want.at("nrm")[v], frame.normal[v], 2e-4, "normal");
        ++compared;
    }
    return compared;
}

std::size_t expect_skin(const json& blocks, const DocumentPtr& mesh, const Skeleton& skeleton,
                        std::span<const Layer> layers) {
    Pose bind, now;
    evaluate(skeleton, {}, bind);
    evaluate(skeleton, layers, now);
    std::size_t compared = 0;
    for (const json& block : blocks) {
        SCOPED_TRACE(fmt::format("target {}", block.at("target").get<int>()));
        const SetUse use = bind_skin(mesh, set_of(*mesh, block.at("target").get<int>()), &skeleton);
        SetFrame frame;
        std::vector<mat4> matrices;
        deform(use, {}, {}, frame);
        palette(skeleton, bind, now, use, matrices);
        skin(use, matrices, frame);
        compared += expect_block(block, frame);
    }
    return compared;
}

class GoldenSkin : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenSkin);

TEST_P(GoldenSkin, Agrees) {
    const GoldenName name(GetParam());
    const json golden = test::read_json(test::golden("ogre") / GetParam());
    const DocumentPtr mesh = load_mesh(name.folder, name.file);
    if (name.folder == "xml" && mesh->meshes.empty()) GTEST_SKIP() << "XML meshes are not read yet";
    const Rig rig = test::open_rig(test::skeleton_of(name), name.variant);
    std::size_t compared = 0;
    if (golden.contains("blend")) {
        Skeleton skeleton = rig.skeleton();
        skeleton.cumulative = golden.at("mode") == "cumulative";
        compared = expect_skin(golden.at("skin"), mesh, skeleton,
                               test::mix_layers(golden.at("blend").get<std::string>(), rig));
        EXPECT_GE(compared, 10u);
        return;
    }
    compared = expect_skin(golden.at("bind").at("skin"), mesh, rig.skeleton(), {});
    for (const json& pose : golden.at("poses")) {
        SCOPED_TRACE(fmt::format("{} at {}", pose.at("anim").get<std::string>(), pose.at("t").get<double>()));
        const ClipUse& use = rig.clip(pose.at("anim").get<std::string>());
        const double t = snap_time(*use.doc, use.get(), pose.at("t").get<double>());
        const Layer layer = test::layer_at(use, t, 1, false);
        compared += expect_skin(pose.at("skin"), mesh, rig.skeleton(), {&layer, 1});
    }
    EXPECT_GE(compared, 10 * (1 + golden.at("poses").size()));
}

INSTANTIATE_TEST_SUITE_P(Poses, GoldenSkin, testing::ValuesIn(mesh_goldens("pose.")), case_name);
INSTANTIATE_TEST_SUITE_P(Blends, GoldenSkin, testing::ValuesIn(mesh_goldens("blend.")), case_name);

class GoldenVertexAnimation : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenVertexAnimation);

TEST_P(GoldenVertexAnimation, Agrees) {
    const std::string name = GetParam();
    const auto dot = name.find('.', 6);
    const DocumentPtr doc = load_mesh(name.substr(6, dot - 6), name.substr(dot + 1, name.size() - dot - 6));
    const json golden = test::read_json(test::golden("ogre") / name);
    std::size_t compared = 0;
    for (const json& want : golden.at("vertexPoses")) {
        SCOPED_TRACE(fmt::format("{} at {}", want.at("anim").get<std::string>(), want.at("t").get<double>()));
        int clip = 0;
        while (doc->clips.at(static_cast<std::size_t>(clip)).name != want.at("anim")) ++clip;
        const ClipUse use = bind_clip(doc, clip, Skeleton{});
        const Layer layer = test::layer_at(use, snap_time(*doc, use.get(), want.at("t").get<double>()), 1, false);
        SetFrame frame;
        deform(bind_skin(doc, set_of(*doc, want.at("target").get<int>()), nullptr), {&layer, 1}, {}, frame);
        compared += expect_block(want, frame);
    }
    EXPECT_EQ(compared, golden.at("vertexPoses").size() * 15);
    EXPECT_GE(compared, 5 * 15u);
}

INSTANTIATE_TEST_SUITE_P(Ogre, GoldenVertexAnimation, testing::ValuesIn(golden_files("vanim.")), case_name);

TEST(GoldenMeshes, AreAllThere) {
    NEED_SHARED();
    EXPECT_EQ(mesh_goldens("info.").size(), 41u);
    EXPECT_EQ(mesh_goldens("pose.").size(), 37u);
    EXPECT_EQ(mesh_goldens("blend.").size(), 7u);
    EXPECT_EQ(golden_files("vanim.").size(), 5u);
}

}  // namespace
}  // namespace bonescope
