// Skinning and morphs against closed forms, and every instruction set against the plain formula.
#include "core/skin_blocks.h"
#include "tests/support.h"
#include <random>

namespace bonescope {
namespace {

std::shared_ptr<Document> document(std::span<const vec3> positions, std::span<const vec3> normals = {}) {
    auto doc = std::make_shared<Document>();
    VertexSet set;
    set.vertices = static_cast<uint32_t>(positions.size());
    const auto fill = [&](std::span<const vec3> from) {
        if (from.empty()) return Column{};
        const Column column = add_column(*doc, static_cast<uint32_t>(from.size()), 3);
        std::memcpy(column_data(*doc, column), from.data(), from.size_bytes());
        return column;
    };
    set.position = fill(positions);
    set.normal = fill(normals);
    set.rule = {4, true, true};
    doc->sets.push_back(set);
    return doc;
}

void influence(Document& doc, std::initializer_list<std::vector<std::pair<int, float>>> vertices) {
    Influences& in = doc.sets[0].influences;
    in.first = {0};
    for (const auto& vertex : vertices) {
        for (const auto& [joint, weight] : vertex) {
            in.joint.push_back(joint);
            in.weight.push_back(weight);
        }
        in.first.push_back(static_cast<uint32_t>(in.joint.size()));
    }
}

// Joints with the given stored ids, all roots.
Skeleton skeleton(std::initializer_list<int> ids) {
    Skeleton out;
    for (const int id : ids) {
        Joint joint;
        joint.id = id;
        out.joints.push_back(joint);
    }
    out.order = parents_first(out.joints);
    return out;
}

using Bound = std::vector<std::pair<int, float>>;
Bound bound_of(const SetUse& use, uint32_t vertex) {
    Bound out;
    for (uint32_t i = use.bound.first[vertex]; i < use.bound.first[vertex + 1]; ++i)
        out.emplace_back(use.bound.joint[i], use.bound.weight[i]);
    return out;
}

const vec3 five[5] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};

TEST(BindSkin, KeepsTheLargestFourAndOfEqualOnesTheLater) {
    const auto doc = document(std::span(five).first(1));
    influence(*doc, {{{10, .125f}, {11, .25f}, {12, .125f}, {13, .25f}, {14, .125f}, {15, .125f}}});
    const Skeleton bones = skeleton({10, 11, 12, 13, 14, 15});
    const SetUse use = bind_skin(doc, 0, &bones);
    EXPECT_EQ(bound_of(use, 0), (Bound{{1, .25f / .75f}, {3, .25f / .75f}, {4, .125f / .75f}, {5, .125f / .75f}}));
    EXPECT_EQ(use.over_four, 1u);
}

TEST(BindSkin, NormalisesAndGuardsEmptySums) {
    const auto doc = document(std::span(five).first(3));
    influence(*doc, {{{0, 3.f}, {1, 1.f}}, {{0, 1.f}, {1, -1.f}}, {{0, NAN}, {1, .5f}}});
    const Skeleton bones = skeleton({0, 1});
    const SetUse use = bind_skin(doc, 0, &bones);
    EXPECT_EQ(bound_of(use, 0), (Bound{{0, .75f}, {1, .25f}}));
    EXPECT_TRUE(bound_of(use, 1).empty());
    EXPECT_EQ(bound_of(use, 2), (Bound{{1, 1.f}}));
}

TEST(BindSkin, CountsAndBindsBareVertices) {
    const auto doc = document(std::span(five).first(4));
    influence(*doc, {{{7, 1.f}}, {}, {{5, 1.f}}, {{99, 1.f}}});
    const Skeleton bones = skeleton({7, 5, 2});  // 2 is lower but not used
    const SetUse use = bind_skin(doc, 0, &bones);
    EXPECT_EQ(use.bare, 1u);
    EXPECT_EQ(use.dropped, 1u);
    EXPECT_EQ(bound_of(use, 1), (Bound{{1, 1.f}}));
    EXPECT_TRUE(bound_of(use, 3).empty()) << "what names no joint stays";
}

TEST(BindSkin, WithoutSkeletonNothingMoves) {
    const auto doc = document(five);
    influence(*doc, {{{0, 1.f}}, {{0, 1.f}}, {{0, 1.f}}, {{0, 1.f}}, {}});
    const SetUse use = bind_skin(doc, 0, nullptr);
    EXPECT_EQ(use.bare, 1u);
    SetFrame frame;
    deform(use, {}, {}, frame);
    skin(use, {}, frame);
    EXPECT_TRUE(std::equal(frame.position.begin(), frame.position.end(), five));
}

Pose pose_of(std::initializer_list<Local> model) {
    Pose pose;
    pose.model = pose.local = model;
    for (const Local& local : model) pose.matrix.push_back(matrix_of(local));
    return pose;
}

Local local(vec3 t, quat r, vec3 s) {
    Local out;
    out.t = t;
    out.r = r;
    out.s = s;
    return out;
}

void expect_near(vec3 got, vec3 want, float tolerance) {
    EXPECT_LT(glm::distance(got, want), tolerance)
        << got.x << " " << got.y << " " << got.z << ", wanted " << want.x << " " << want.y << " " << want.z;
}

// Scale by (2,1,1) in model space first, then a quarter turn about z: no shear, unlike matrix * inverse matrix.
TEST(Palette, TakesQuotientsPerComponent) {
    const quat quarter = glm::angleAxis(1.57079632679f, vec3(0, 0, 1));
    const Skeleton bones = skeleton({0});
    const Pose bind = pose_of({local({1, 2, 3}, quarter, {1, 1, 1})});
    const Pose now = pose_of({local({5, 5, 5}, quarter * quarter, {2, 1, 1})});
    const SetUse use = bind_skin(document(five), 0, &bones);
    std::vector<mat4> out;
    palette(bones, bind, now, use, out);
    // s = (2,1,1), r = quarter, t = P - r (s Pb) = (5,5,5) - r (2,2,3) = (7,3,2)
    expect_near(vec3(out[0] * vec4(1, 0, 0, 1)), {7, 5, 2}, 1e-5f);
    expect_near(vec3(out[0] * vec4(0, 1, 0, 1)), {6, 3, 2}, 1e-5f);
    expect_near(vec3(out[0] * vec4(1, 2, 3, 1)), {5, 5, 5}, 1e-5f);
}

TEST(Palette, BindPoseIsIdentityAndStoredInverseWins) {
    const Skeleton bones = skeleton({0});
    const Pose bind = pose_of({local({1, 2, 3}, glm::angleAxis(.7f, glm::normalize(vec3(1, 2, 3))), {1, 2, 3})});
    SetUse use = bind_skin(document(five), 0, &bones);
    std::vector<mat4> out;
    palette(bones, bind, bind, use, out);
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r) EXPECT_NEAR(out[0][c][r], c == r ? 1 : 0, 1e-6);
    use.inverse_bind = {mat4(2)};
    palette(bones, bind, bind, use, out);
    EXPECT_EQ(out[0], bind.matrix[0] * mat4(2));
}

TEST(Palette, StaysFiniteForZeroScaleAndZeroRotation) {
    Skeleton bones = skeleton({0});
    const Pose bind = pose_of({local({1, 2, 3}, quat(0, 0, 0, 0), {0, 1, 0})});
    const Pose now = pose_of({local({1, 2, 3}, quat(1, 0, 0, 0), {0, 1, 2})});
    const SetUse use = bind_skin(document(five), 0, &bones);
    for (const Compose compose : {Compose::Trs, Compose::Planar}) {
        bones.compose = compose;
        std::vector<mat4> out;
        palette(bones, bind, now, use, out);
        for (int c = 0; c < 4; ++c)
            for (int r = 0; r < 4; ++r) EXPECT_TRUE(std::isfinite(out[0][c][r]));
    }
}

// ---- the fast path ----

struct Crowd {
    std::shared_ptr<Document> doc;
    Skeleton bones;
    std::vector<mat4> palette;
    SetFrame stored;
};

// Vertices in runs that share their joints, loners between them, some with one influence, some with none.
Crowd crowd(uint32_t vertices, uint32_t run) {
    Crowd out;
    std::mt19937 dice(vertices);
    std::uniform_real_distribution<float> any(-1, 1);
    std::vector<vec3> positions, normals;
    for (uint32_t v = 0; v < vertices; ++v) {
        positions.emplace_back(any(dice), any(dice), any(dice));
        normals.push_back(glm::normalize(vec3(any(dice), any(dice), any(dice)) + vec3(0, 0, 1e-3f)));
    }
    out.doc = document(positions, normals);
    Influences& in = out.doc->sets[0].influences;
    in.first = {0};
    for (uint32_t v = 0; v < vertices; ++v) {
        const uint32_t set = dice() % 5 == 0 ? static_cast<uint32_t>(dice()) : v / run;
        for (uint32_t i = 0; i < set % 5; ++i) {
            in.joint.push_back(static_cast<int>((set * 7 + i * 3) % 40));
            in.weight.push_back(.05f + any(dice) * any(dice));
        }
        in.first.push_back(static_cast<uint32_t>(in.joint.size()));
    }
    for (int i = 0; i < 40; ++i) {
        Joint joint;
        joint.id = i;
        out.bones.joints.push_back(joint);
        const quat turn = glm::normalize(quat(any(dice), any(dice), any(dice), any(dice)));
        out.palette.push_back(matrix_of(local({any(dice), any(dice), any(dice)}, turn, {1, .5f, 2})));
    }
    return out;
}

class Skinning : public testing::TestWithParam<Isa> {};

TEST_P(Skinning, AgreesWithThePlainFormula) {
    if (!has_isa(GetParam())) GTEST_SKIP() << "this machine has no such instructions";
    std::size_t compared = 0;
    for (const uint32_t vertices : {1u, 3u, 15u, 16u, 17u, 100u, 1000u, 5000u})
        for (const uint32_t run : {1u, 20u, 64u}) {
            Crowd c = crowd(vertices, run);
            for (float& weight : c.doc->sets[0].influences.weight) weight = std::abs(weight) + .01f;
            const SetUse use = bind_skin(c.doc, 0, &c.bones);
            SetFrame fast, plain;
            deform(use, {}, {}, fast);
            plain = fast;
            skin_blocks(*use.blocks, GetParam(), c.palette.data(), fast.position.data(), fast.normal.data());
            skin_reference(use, c.palette, plain);
            for (uint32_t v = 0; v < vertices; ++v, ++compared) {
                // Five across: positions reach from -1 to 1, matrices add scale 2 and a shift.
                EXPECT_LE(glm::distance(fast.position[v], plain.position[v]), 5e-7f * 5) << v << " of " << vertices;
                // A sum of turned normals may nearly vanish; what is left of it has fewer digits.
                EXPECT_LE(glm::distance(fast.normal[v], plain.normal[v]), 2e-5f) << v << " of " << vertices;
            }
        }
    EXPECT_EQ(compared, 3u * 6152);
}

TEST_P(Skinning, NormalsAreUnitAndNeverNan) {
    if (!has_isa(GetParam())) GTEST_SKIP() << "this machine has no such instructions";
    const vec3 normals[5] = {{0, 0, 0}, {0, 3, 0}, {1e-25f, 0, 0}, {3e38f, 3e38f, 0}, {0, 0, -1}};
    const auto doc = document(five, normals);
    influence(*doc, {{{0, 1.f}}, {{0, 1.f}}, {{0, 1.f}}, {{0, 1.f}}, {{1, 1.f}}});
    const Skeleton bones = skeleton({0, 1});
    const SetUse use = bind_skin(doc, 0, &bones);
    const mat4 matrices[2] = {mat4(1), mat4(0)};  // the second takes everything to nothing
    SetFrame frame;
    deform(use, {}, {}, frame);
    skin_blocks(*use.blocks, GetParam(), matrices, frame.position.data(), frame.normal.data());
    EXPECT_EQ(frame.normal[0], vec3(0));
    expect_near(frame.normal[1], {0, 1, 0}, 5e-7f);
    for (const vec3& n : frame.normal)
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(std::isfinite(n[i]));
    EXPECT_EQ(frame.normal[4], vec3(0));
    EXPECT_EQ(frame.position[3], five[3]);
}

TEST_P(Skinning, PositionsAloneDoAsWell) {
    if (!has_isa(GetParam())) GTEST_SKIP() << "this machine has no such instructions";
    const Crowd c = crowd(500, 30);
    const SetUse use = bind_skin(c.doc, 0, &c.bones);
    SetFrame both, alone;
    deform(use, {}, {}, both);
    alone = both;
    skin_blocks(*use.blocks, GetParam(), c.palette.data(), both.position.data(), both.normal.data());
    skin_blocks(*use.blocks, GetParam(), c.palette.data(), alone.position.data(), nullptr);
    EXPECT_EQ(both.position, alone.position);
}

const auto isa_name = [](const testing::TestParamInfo<Isa>& info) {
    static const char* const names[] = {"Plain", "Avx2", "Avx512"};
    return std::string(names[static_cast<int>(info.param)]);
};

INSTANTIATE_TEST_SUITE_P(Isa, Skinning, testing::Values(Isa::Plain, Isa::Avx2, Isa::Avx512), isa_name);

TEST(SkinBlocks, HoldEveryBoundVertexWithItsWeights) {
    const Crowd c = crowd(3000, 25);
    const SetUse use = bind_skin(c.doc, 0, &c.bones);
    std::vector<std::vector<float>> seen(3000, std::vector<float>(40, 0.f));
    for (const SkinBlocks::Block& block : use.blocks->blocks)
        for (uint32_t lane = 0; lane < lanes_per_block; ++lane)
            for (uint32_t k = 0; k < block.joints; ++k)
                seen[block.vertex[lane]][use.blocks->joint[block.first_joint + k]] =
                    use.blocks->weight[(block.first_joint + k) * lanes_per_block + lane];
    for (uint32_t v = 0; v < 3000; ++v) {
        std::vector<float> want(40, 0.f);
        for (const auto& [joint, weight] : bound_of(use, v)) want[static_cast<std::size_t>(joint)] += weight;
        for (std::size_t j = 0; j < 40; ++j) EXPECT_NEAR(seen[v][j], want[j], 1e-6);
    }
    EXPECT_LE(use.blocks->blocks.size(), 3000u / 16 + 1) << "no block but the last is padded";
}

TEST(Skin, LeavesFramesOfAnotherSizeAlone) {
    const Crowd c = crowd(20, 5);
    const SetUse use = bind_skin(c.doc, 0, &c.bones);
    SetFrame frame;
    frame.position.assign(7, vec3(1));
    skin(use, c.palette, frame);
    EXPECT_EQ(frame.position[6], vec3(1));
    deform(use, {}, {}, frame);
    const Big<vec3> before = frame.position;
    skin(use, std::span(c.palette).first(3), frame);  // a palette that is too short
    EXPECT_EQ(frame.position, before);
}

// ---- morphs ----

Column column(Document& doc, std::initializer_list<float> values, uint32_t width) {
    const Column out = add_column(doc, static_cast<uint32_t>(values.size()) / width, width);
    std::copy(values.begin(), values.end(), column_data(doc, out));
    return out;
}

void add_track(Document& doc, Kind kind, Property property, uint32_t width, std::initializer_list<float> times,
               std::initializer_list<float> values) {
    if (doc.clips.empty()) {
        doc.clips.emplace_back();
        doc.clips[0].duration = 2;
    }
    Timeline line;
    line.rows = static_cast<uint32_t>(times.size());
    line.time = column(doc, times, 1);
    Track track;
    track.kind = kind;
    track.property = property;
    track.basis = Basis::Absolute;
    track.target = 0;
    track.width = width;
    track.timeline = intern_timeline(doc, doc.clips[0], line);
    track.value = column(doc, values, width);
    doc.clips[0].tracks.push_back(track);
}

SetFrame deformed(const std::shared_ptr<Document>& doc, double tick, float weight = 1,
                  std::span<const float> extra = {}) {
    const ClipUse use = bind_clip(doc, 0, Skeleton{});
    const Layer layer{&use, {tick, tick, false}, weight};
    SetFrame out;
    deform(bind_skin(doc, 0, nullptr), {&layer, 1}, extra, out);
    return out;
}

TEST(Deform, MorphRowsAreInterpolatedAndTheEndRuleHolds) {
    const auto doc = document(std::span(five).first(1), std::span(five).subspan(1, 1));
    add_track(*doc, Kind::Mesh, Property::Deform, 3, {0, 1}, {10, 0, 0, 20, 2, 4});
    expect_near(deformed(doc, .25).position[0], {12.5f, .5f, 1}, 1e-5f);
    expect_near(deformed(doc, 1.5).position[0], {20, 2, 4}, 1e-5f);
    doc->clips[0].sampling.after = End::ToFirst;
    doc->clips[0].sampling.close_after_first = true;
    expect_near(deformed(doc, 1.5).position[0], {15, 1, 2}, 1e-5f);
    expect_near(deformed(doc, 1, .5f).position[0], {10, 1, 2}, 1e-5f);  // half of the way from the stored place
    EXPECT_EQ(deformed(doc, 1).normal[0], five[1]);
}

TEST(Deform, MorphRowsMayHoldNormals) {
    const vec3 up(0, 1, 0);
    const auto doc = document(std::span(five).first(1), {&up, 1});
    add_track(*doc, Kind::Mesh, Property::Deform, 6, {0}, {1, 2, 3, 1, 0, 0});
    const SetFrame out = deformed(doc, 0);
    EXPECT_EQ(out.position[0], vec3(1, 2, 3));
    EXPECT_EQ(out.normal[0], vec3(1, 0, 0));
}

TEST(Deform, BrokenRowsLeaveTheVertexWhereItIs) {
    const auto doc = document(std::span(five).subspan(1, 1));
    add_track(*doc, Kind::Mesh, Property::Deform, 3, {0}, {NAN, 2, INFINITY});
    EXPECT_EQ(deformed(doc, 0).position[0], vec3(1, 2, 0));
}

void add_morph(Document& doc, std::vector<uint32_t> vertices, std::initializer_list<float> offsets,
               std::initializer_list<float> normals = {}) {
    Morph morph;
    morph.set = 0;
    morph.vertex = std::move(vertices);
    morph.offset = column(doc, offsets, 3);
    if (normals.size()) morph.normal = column(doc, normals, 3);
    doc.morphs.push_back(morph);
}

TEST(Deform, PoseWeightsAddUpWithThoseSetByHand) {
    const auto doc = document(std::span(five).first(2));
    add_morph(*doc, {1, 77}, {0, 4, 0, 9, 9, 9});  // vertex 77 is not there
    add_track(*doc, Kind::Morph, Property::Weight, 1, {0, 1}, {0, 1});
    EXPECT_EQ(deformed(doc, .5).position[1], vec3(1, 2, 0));
    EXPECT_EQ(deformed(doc, .5, .5f).position[1], vec3(1, 1, 0));
    const float extra[] = {.25f};
    EXPECT_EQ(deformed(doc, .5, 1, extra).position[1], vec3(1, 3, 0));
    EXPECT_EQ(deformed(doc, .5).position[0], vec3(0));
}

TEST(Deform, PoseNormalsFillUpWithTheStoredOnes) {
    const vec3 up[2] = {{0, 1, 0}, {0, 1, 0}};
    const auto doc = document(std::span(five).first(2), up);
    add_morph(*doc, {1}, {0, 0, 0}, {1, 0, 0});
    add_track(*doc, Kind::Morph, Property::Weight, 1, {0, 1}, {0, 1});
    expect_near(deformed(doc, 1).normal[1], {1, 0, 0}, 1e-6f);
    expect_near(deformed(doc, .5).normal[1], glm::normalize(vec3(1, 1, 0)), 1e-6f);
    EXPECT_EQ(deformed(doc, .5).normal[0], up[0]);
}

// Weight tracks of one file on the morphs of another.
SetFrame moved_by(const std::shared_ptr<Document>& mesh, const char* name, int target, float weight, int part = -1) {
    auto clip = std::make_shared<Document>();
    add_track(*clip, Kind::Morph, Property::Weight, 1, {0, 1}, {0, weight});
    clip->clips[0].tracks[0].target = target;
    clip->clips[0].tracks[0].part = part;
    if (name) {
        clip->clips[0].tracks[0].name = 0;
        clip->names.push_back(name);
    }
    const ClipUse use = bind_clip(clip, 0, Skeleton{});
    const Layer layer{&use, {1, 1, false}, 1};
    SetFrame out;
    deform(bind_skin(mesh, 0, nullptr), {&layer, 1}, {}, out);
    return out;
}

TEST(Deform, WeightsOfAnotherFileFindTheirMorph) {
    const auto doc = document(std::span(five).first(3));
    add_morph(*doc, {0}, {100, 0, 0});
    doc->morphs[0].set = 1;  // another set's
    doc->morphs[0].name = "smile";
    add_morph(*doc, {0}, {1, 0, 0});
    doc->morphs[1].name = "smile.Averaged";
    add_morph(*doc, {1}, {0, 1, 0});
    doc->morphs[2].name = "blink";
    add_morph(*doc, {1}, {0, 0, 1});
    doc->morphs[3].name = "blink.Clamped";
    const auto by = [&](const char* name, int target) {
        const SetFrame out = moved_by(doc, name, target, 2);
        return std::pair(out.position[0] - five[0], out.position[1] - five[1]);
    };
    const vec3 still(0);
    EXPECT_EQ(by("smile", -1), std::pair(vec3(2, 0, 0), still));
    EXPECT_EQ(by("smile.averaged", -1), std::pair(vec3(2, 0, 0), still));
    EXPECT_EQ(by("smile.Exclusive", -1), std::pair(vec3(2, 0, 0), still));
    EXPECT_EQ(by("blink", -1), std::pair(still, vec3(0, 2, 0)));  // the exact name wins
    EXPECT_EQ(by("blink.Clamped", -1), std::pair(still, vec3(0, 0, 2)));
    EXPECT_EQ(by("smil", -1), std::pair(still, still));
    EXPECT_EQ(by(nullptr, 1), std::pair(still, vec3(0, 2, 0)));
    EXPECT_EQ(by(nullptr, 3), std::pair(still, still));
    EXPECT_EQ(by(nullptr, -1), std::pair(still, still));
    EXPECT_EQ(moved_by(doc, nullptr, 1, 2, 0).position[1] - five[1], vec3(0, 2, 0));
    EXPECT_EQ(moved_by(doc, nullptr, 1, 2, 1).position[1] - five[1], still);
}

TEST(Deform, TracksWithoutValuesMoveNothing) {
    const auto doc = document(std::span(five).first(2));
    add_morph(*doc, {1}, {0, 4, 0});
    add_track(*doc, Kind::Morph, Property::Weight, 1, {0, 1}, {1, 1});
    add_track(*doc, Kind::Mesh, Property::Deform, 3, {0, 1}, {10, 0, 0, 20, 2, 4});
    for (Track& track : doc->clips[0].tracks) track.value = {};
    const SetFrame out = deformed(doc, 0.5);
    EXPECT_EQ(out.position[0], five[0]);
    EXPECT_EQ(out.position[1], five[1]);
}

// Weights are taken as they are: any number of them, with any sum, through the stored inverse bind.
TEST(Skin, SumsAreTakenAsTheyAre) {
    auto doc = document(std::span(five).first(3));
    doc->sets[0].rule = {};
    Skeleton skeleton;
    for (int j = 0; j < 7; ++j) {
        skeleton.joints.emplace_back().id = j;
        skeleton.inverse_bind.push_back(glm::translate(mat4(1), vec3(static_cast<float>(j), 0, 0)));
    }
    skeleton.order = parents_first(skeleton.joints);
    Influences& in = doc->sets[0].influences;
    in.first = {0, 7, 8, 8};
    in.joint = {0, 1, 2, 3, 4, 5, 6, 2};
    in.weight = {0.1f, 0.1f, 0.2f, 0.2f, 0.2f, 0.1f, 0.1f, 0.5f};
    const SetUse use = bind_skin(doc, 0, &skeleton);
    EXPECT_EQ(use.over_four, 1u);
    EXPECT_EQ(use.bare, 1u);
    Pose bind;
    evaluate(skeleton, {}, bind);
    std::vector<mat4> matrices;
    palette(skeleton, bind, bind, use, matrices);
    SetFrame out;
    deform(use, {}, {}, out);
    skin(use, matrices, out);
    expect_near(out.position[0], five[0] + vec3(3, 0, 0), 1e-5f);  // the mean of 0 .. 6 with these weights
    expect_near(out.position[1], 0.5f * (five[1] + vec3(2, 0, 0)), 1e-5f);
    EXPECT_EQ(out.position[2], five[2]);
}

}  // namespace
}  // namespace bonescope
