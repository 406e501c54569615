#include "core/evaluate.h"
#include "core/formats/ogre/ogre.h"
#include "core/text.h"
#include "tests/support.h"
#include <cmath>
#include <fmt/format.h>

namespace bonescope {
namespace {

using nlohmann::json;

DocumentPtr skeleton(const std::string& inside, const std::string& attributes = "") {
    return load("t.skeleton.xml", test::bytes("<skeleton" + attributes + ">" + inside + "</skeleton>"));
}

std::string bones(const std::string& inside) { return "<bones>" + inside + "</bones>"; }

std::string clip(const std::string& frames) {
    return bones("<bone id='0' name='a'/>") + "<animations><animation name='c' length='2'><tracks><track bone='a'>" +
           "<keyframes>" + frames + "</keyframes></track></tracks></animation></animations>";
}

std::string all_notes(const Document& doc) {
    std::string out;
    for (const Finding& note : doc.notes) out += note.message + "\n";
    return out;
}

#define EXPECT_NOTE(doc, words) EXPECT_NE(all_notes(doc).find(words), std::string::npos) << all_notes(doc)

const Track* find_track(const Clip& clip, Property property, int target = 0) {
    for (const Track& track : clip.tracks)
        if (track.property == property && track.target == target) return &track;
    return nullptr;
}

std::vector<float> row(const Document& doc, const Track& track, uint32_t i) {
    std::vector<float> out;
    for (uint32_t lane = 0; lane < track.width; ++lane) out.push_back(doc.number(track.value, i, lane));
    return out;
}

void expect_near(const std::vector<float>& a, const json& b, double tolerance, const std::string& what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(a[i], b[i].get<double>(), tolerance * std::max(1.0, std::abs(b[i].get<double>()))) << what << i;
}

DocumentPtr mesh(const std::string& inside) { return load("t.mesh.xml", test::bytes("<mesh>" + inside + "</mesh>")); }

std::string positions(int n) {
    std::string out = "<vertexbuffer positions='true'>";
    for (int i = 0; i < n; ++i) out += fmt::format("<vertex><position x='{}' y='0' z='0'/></vertex>", i);
    return out + "</vertexbuffer>";
}

std::string submesh(const std::string& attributes, const std::string& inside) {
    return "<submeshes><submesh " + attributes + ">" + inside + "</submesh></submeshes>";
}

std::vector<uint32_t> indices(const Document& doc, const Mesh& mesh) {
    return {doc.lists.begin() + mesh.first, doc.lists.begin() + mesh.first + mesh.indices};
}

}  // namespace

TEST(OgreSkeletonXml, ReadsBonesBySloppyIds) {
    const auto doc = skeleton(bones("<bone name='c' id='2'><position z='3' y='2' x='1'/></bone>"
                                    "<bone id='0' name='a'><rotation angle='3.14159274'><axis x='0' y='0' z='2'/>"
                                    "</rotation><scale factor='2'/></bone>"
                                    "<bone id='1' name='b'><rotation angle='1'><axis x='0' y='0' z='0'/></rotation>"
                                    "<scale x='3'/></bone>") +
                                  "<bonehierarchy><boneparent parent='a' bone='c'/><boneparent boneid='1' "
                                  "parentid='2'/></bonehierarchy>",
                              " blendmode='cumulative'");
    ASSERT_EQ(doc->skeletons.size(), 1u);
    const Skeleton& s = doc->skeletons[0];
    EXPECT_TRUE(s.cumulative);
    ASSERT_EQ(s.joints.size(), 3u);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(s.joints[i].id, i);
    EXPECT_EQ(s.joints[2].name, "c");
    EXPECT_EQ(s.joints[2].bind.t, vec3(1, 2, 3));
    EXPECT_NEAR(s.joints[0].bind.r.z, 1, 1e-6);
    EXPECT_NEAR(s.joints[0].bind.r.w, 0, 1e-6);
    EXPECT_EQ(s.joints[0].bind.s, vec3(2));
    EXPECT_EQ(s.joints[1].bind.r, quat(1, 0, 0, 0));
    EXPECT_EQ(s.joints[1].bind.s, vec3(3, 1, 1));
    EXPECT_EQ(s.joints[0].parent, -1);
    EXPECT_EQ(s.joints[1].parent, 2);
    EXPECT_EQ(s.joints[2].parent, 0);
    EXPECT_EQ(s.order, (std::vector<int>{0, 2, 1}));
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    EXPECT_EQ(text_of(doc->file, s.joints[2].where).substr(0, 19), "<bone name='c' id='");
}

TEST(OgreSkeletonXml, MissingIdsFollowTheOrder) {
    const auto doc = skeleton(bones("<bone name='a'/><bone name='b'/>"));
    ASSERT_EQ(doc->skeletons[0].joints.size(), 2u);
    EXPECT_EQ(doc->skeletons[0].joints[1].id, 1);
    EXPECT_EQ(doc->skeletons[0].joints[1].name, "b");
}

TEST(OgreSkeletonXml, NotesWhatIsWrongWithBones) {
    const auto doc = skeleton(bones("<bone id='0' name='a'/><bone id='0' name='b'/><bone id='-7' name='a'/>"
                                    "<bone id='3' name='d'/><bone id='99999999999999999999' name='e'/>") +
                              "<bonehierarchy><boneparent bone='a' parent='x'/><boneparent bone='d' parent='d'/>"
                              "<boneparent bone='a' parent='d'/><boneparent bone='d' parent='a'/></bonehierarchy>");
    EXPECT_NOTE(*doc, "id 0 is taken");
    EXPECT_NOTE(*doc, "found -7");
    EXPECT_NOTE(*doc, "the name \"a\" is taken");
    EXPECT_NOTE(*doc, "found \"99999999999999999999\"");
    EXPECT_NOTE(*doc, "expected the name of a bone, found \"x\"");
    EXPECT_NOTE(*doc, "is its own parent");
    EXPECT_NOTE(*doc, "its own ancestor");
    EXPECT_EQ(doc->skeletons[0].joints.size(), 4u);
    EXPECT_EQ(doc->skeletons[0].order.size(), 4u);
    for (const Finding& note : doc->notes) {
        EXPECT_TRUE(note.placed);
        EXPECT_EQ(note.line, 1);
        EXPECT_LT(note.where.at, doc->file.size());
    }
}

TEST(OgreSkeletonXml, ReadsKeys) {
    const auto doc =
        skeleton(clip("<keyframe time='0'><translate x='1' y='2' z='3'/></keyframe>"
                      "<keyframe time='0.5'><scale x='2' z='3'/><rotate angle='1'><axis x='2' y='0' z='0'/>"
                      "</rotate></keyframe><keyframe time='2'/>"));
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    ASSERT_EQ(doc->clips.size(), 1u);
    const Clip& c = doc->clips[0];
    EXPECT_EQ(c.name, "c");
    EXPECT_EQ(c.duration, 2);
    EXPECT_EQ(c.rate, 1);
    EXPECT_EQ(c.sampling, ogre::default_sampling());
    ASSERT_EQ(c.timelines.size(), 1u);
    EXPECT_EQ(c.timelines[0].rows, 3u);
    EXPECT_EQ(key_time(*doc, c.timelines[0], 1), 0.5f);
    const Track* t = find_track(c, Property::Translation);
    const Track* r = find_track(c, Property::Rotation);
    const Track* s = find_track(c, Property::Scale);
    ASSERT_TRUE(t && r && s);
    EXPECT_EQ(row(*doc, *t, 0), (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(row(*doc, *t, 1), (std::vector<float>{0, 0, 0}));
    EXPECT_EQ(row(*doc, *r, 0), (std::vector<float>{0, 0, 0, 1}));
    EXPECT_FLOAT_EQ(row(*doc, *r, 1)[0], std::sin(0.5f));
    EXPECT_FLOAT_EQ(row(*doc, *r, 1)[3], std::cos(0.5f));
    EXPECT_EQ(row(*doc, *s, 1), (std::vector<float>{2, 1, 3}));
    EXPECT_EQ(row(*doc, *s, 2), (std::vector<float>{1, 1, 1}));
    EXPECT_EQ(text_of(doc->file, key_bytes(*doc, *r, 2)), "<keyframe time='2'/>");
    EXPECT_TRUE(text_of(doc->file, key_bytes(*doc, *t, 0)).ends_with("z='3'/></keyframe>"));
    const ClipSize size = stored_size(c);
    EXPECT_EQ(size.tracks, 1u);
    EXPECT_EQ(size.keys, 3u);
}

TEST(OgreSkeletonXml, BadNumbersAreNanWithANote) {
    const auto doc = skeleton(clip("<keyframe time='0'><translate x='0,5' y='1.#INF' z='-1.#IND'/></keyframe>\n"
                                   "<keyframe time='x'><translate x='' y='1' z='nan'/></keyframe>"));
    const Clip& c = doc->clips[0];
    const Track* t = find_track(c, Property::Translation);
    ASSERT_TRUE(t);
    const auto first = row(*doc, *t, 0), second = row(*doc, *t, 1);
    EXPECT_TRUE(std::isnan(first[0]));
    EXPECT_TRUE(std::isinf(first[1]));
    EXPECT_TRUE(std::isnan(first[2]));
    EXPECT_TRUE(std::isnan(second[0]));
    EXPECT_TRUE(t->suspect);
    EXPECT_TRUE(std::isnan(key_time(*doc, c.timelines[0], 1)));
    EXPECT_EQ(c.timelines[0].live, 1u);
    EXPECT_NOTE(*doc, "x: expected a number, found \"0,5\", read as NaN at offset ");
    EXPECT_NOTE(*doc, "time: expected a number, found \"x\", read as NaN");
    const auto time = std::find_if(doc->notes.begin(), doc->notes.end(),
                                   [](const Finding& note) { return note.message.starts_with("time:"); });
    ASSERT_NE(time, doc->notes.end());
    EXPECT_EQ(time->line, 2);
    const std::string_view whole = text_of(doc->file, {0, static_cast<uint32_t>(doc->file.size())});
    EXPECT_EQ(doc->notes[0].where, (Bytes{static_cast<uint32_t>(whole.find("0,5")), 3}));
}

TEST(OgreSkeletonXml, NumbersThatAreNotFiniteAreKeptAndNoted) {
    const auto doc = skeleton(bones("<bone id='0' name='a'>\n<position x='nan' y='-inf' z='1e999'/></bone>") +
                              "<animations><animation name='c' length='nan'/><animation name='d' length='-2'/>"
                              "<animation name='e' length='inf'/></animations>");
    const vec3 at = doc->skeletons[0].joints[0].bind.t;
    EXPECT_TRUE(std::isnan(at.x));
    EXPECT_EQ(at.y, -INFINITY);
    EXPECT_EQ(at.z, INFINITY);
    EXPECT_TRUE(std::isnan(doc->clips[0].duration));
    EXPECT_EQ(doc->clips[1].duration, -2);
    ASSERT_EQ(doc->notes.size(), 6u) << all_notes(*doc);
    EXPECT_NOTE(*doc, "x: expected a finite number, found \"nan\" at offset ");
    EXPECT_NOTE(*doc, "y: expected a finite number, found \"-inf\" at offset ");
    EXPECT_NOTE(*doc, "z: expected a finite number, found \"1e999\" at offset ");
    EXPECT_NOTE(*doc, "length: expected a finite number, found \"nan\" at offset ");
    EXPECT_NOTE(*doc, "animation \"d\": expected a length of 0 or more seconds, found -2 at offset ");
    EXPECT_NOTE(*doc, "length: expected a finite number, found \"inf\" at offset ");
    const std::string_view whole = text_of(doc->file, {0, static_cast<uint32_t>(doc->file.size())});
    EXPECT_EQ(doc->notes[0].where, (Bytes{static_cast<uint32_t>(whole.find("nan")), 3}));
    EXPECT_EQ(doc->notes[0].line, 2);
    EXPECT_EQ(doc->notes[0].severity, Severity::Warning);
}

TEST(OgreSkeletonXml, KeysThatAreNotFiniteAreToldOnce) {
    const auto doc = skeleton(clip("<keyframe time='0'><translate x='inf' y='0' z='1e999'/></keyframe>"));
    EXPECT_EQ(all_notes(*doc),
              "clip \"c\", bone 0: 1 of 1 key has a translation that is not finite; the first is key 0\n");
}

TEST(OgreMeshXml, NumbersThatAreNotFiniteAreKeptAndNotedWithinBounds) {
    std::string vertices = "<vertexbuffer positions='true' colours_diffuse='true'>";
    for (int i = 0; i < 500; ++i)
        vertices += "<vertex><position x='inf' y='0' z='0'/><colour_diffuse value='nan 0 0 1'/></vertex>";
    const auto doc = mesh("<sharedgeometry vertexcount='500'>" + vertices + "</vertexbuffer></sharedgeometry>" +
                          submesh("usesharedvertices='true'", "<faces count='0'/>"));
    EXPECT_NOTE(*doc, "x: expected a finite number, found \"inf\" at offset ");
    EXPECT_NOTE(*doc, "colour_diffuse: expected a value with three or four finite numbers, found \"nan 0 0 1\"");
    EXPECT_NOTE(*doc, "900 more notes of this file are left out");
    EXPECT_EQ(doc->triple(doc->sets[0].position, 499).x, INFINITY);
}

TEST(OgreSkeletonXml, NotesAreBounded) {
    std::string frames;
    for (int i = 0; i < 5000; ++i) frames += "<keyframe time='0,1'/>\n";
    const auto doc = skeleton(clip(frames));
    EXPECT_LE(doc->notes.size(), 110u);
    EXPECT_NOTE(*doc, "more notes of this file are left out");
    EXPECT_EQ(doc->clips[0].timelines[0].rows, 5000u);
}

TEST(OgreSkeletonXml, TracksShareTimesAndMayBeEmptyOrLost) {
    const std::string frames = "<keyframes><keyframe time='0'/><keyframe time='1'/></keyframes>";
    const auto doc =
        skeleton(bones("<bone id='0' name='a'/><bone id='1' name='b'/><bone id='2' name='d'/>") +
                 "<animations><animation name='c' length='1'><baseinfo baseanimationname='x' "
                 "basekeyframetime='0.25'/><tracks><track bone='a'>" +
                 frames + "</track><track bone='b'>" + frames + "</track><track bone='d'/><track bone='z'>" + frames +
                 "</track></tracks></animation><animation name='c'/></animations>" +
                 "<animationlinks><animationlink skeletonName='o.skeleton' scale='0.5'/></animationlinks>");
    ASSERT_EQ(doc->clips.size(), 2u);
    const Clip& c = doc->clips[0];
    EXPECT_TRUE(c.rebased);
    EXPECT_EQ(c.base, "x");
    EXPECT_EQ(c.base_time, 0.25);
    EXPECT_EQ(c.timelines.size(), 2u);
    EXPECT_EQ(find_track(c, Property::Translation, 0)->timeline, find_track(c, Property::Translation, 1)->timeline);
    EXPECT_EQ(c.timelines[find_track(c, Property::Translation, 2)->timeline].rows, 0u);
    const Track* lost = find_track(c, Property::Translation, -1);
    ASSERT_TRUE(lost);
    EXPECT_EQ(doc->names[lost->name], "z");
    EXPECT_EQ(stored_size(c).tracks, 4u);
    EXPECT_NOTE(*doc, "expected the name of a bone, found \"z\"");
    EXPECT_NOTE(*doc, "a second animation is called \"c\"");
    EXPECT_NOTE(*doc, "expected a length, found none");
    ASSERT_EQ(doc->links.size(), 1u);
    EXPECT_EQ(doc->links[0].file, "o.skeleton");
    EXPECT_EQ(doc->links[0].scale, 0.5f);
}

TEST(OgreSkeletonXml, AKeyCutInTheMiddleIsLeftOut) {
    const auto whole = skeleton(clip("<keyframe time='0'/><keyframe time='1'><translate x='1'/></keyframe>"));
    const std::string file(text_of(whole->file, {0, static_cast<uint32_t>(whole->file.size())}));
    const auto cut = load("t.skeleton.xml", test::bytes(file.substr(0, file.find("<translate") + 15)));
    ASSERT_EQ(cut->clips.size(), 1u);
    EXPECT_EQ(cut->clips[0].timelines[0].rows, 1u);
    EXPECT_NOTE(*cut, "expected ");
}

TEST(OgreSkeletonXml, OtherRootsAreRefused) {
    const auto doc = load("t.skeleton.xml", test::bytes("<html><body/></html>"));
    EXPECT_FALSE(doc->readable);
    EXPECT_NOTE(*doc, "expected <skeleton> as the first element, found <html>");
    EXPECT_EQ(load("t.xml", test::bytes("<?xml version='1.0'?><!-- x --><skeleton/>"))->format, "ogre.skeleton.xml");
}

TEST(OgreSkeletonXml, EveryPrefixLoads) {
    const std::string file = "<?xml version='1.0'?>\n<skeleton>" +
                             clip("<keyframe time='0'><translate x='1'/></keyframe><keyframe time='1'/>") +
                             "<animationlinks><animationlink skeletonName='a'/></animationlinks></skeleton>\n";
    for (std::size_t n = 0; n + 1 < file.size(); ++n) {
        const auto doc = load("t.skeleton.xml", test::bytes(file.substr(0, n)));
        EXPECT_FALSE(doc->notes.empty()) << n;
        for (const Clip& c : doc->clips)
            for (const Track& track : c.tracks)
                for (uint32_t i = 0; i < c.timelines[track.timeline].rows; ++i)
                    EXPECT_LE(key_bytes(*doc, track, i).end(), n);
    }
}

TEST(OgreSkeletonXml, AgreesWithGoldens) {
    NEED_SHARED();
    for (const char* name : {"fish", "ninja"}) {
        const auto doc = load(test::sample("ogre/assimp/" + std::string(name) + ".skeleton.xml").string());
        for (const Finding& note : doc->notes) {  // ninja really has two keys at one time
            EXPECT_NE(note.message.find("the time of another key"), std::string::npos) << note.message;
            EXPECT_EQ(note.line, line_of(doc->file, note.where.at));
        }
        const json info = test::read_json(test::golden("ogre/info.xml." + std::string(name) + ".mesh.xml.json"));
        const Skeleton& s = doc->skeletons.at(0);
        ASSERT_EQ(s.joints.size(), info["bones"].size());
        for (std::size_t i = 0; i < s.joints.size(); ++i) {
            const Joint& joint = s.joints[i];
            const json& bone = info["bones"][i];
            EXPECT_EQ(joint.id, bone["handle"].get<int>());
            EXPECT_EQ(joint.name, bone["name"].get<std::string>());
            EXPECT_EQ(joint.parent, bone["parent"].get<int>());
            expect_near({joint.bind.t.x, joint.bind.t.y, joint.bind.t.z}, bone["t"], 1e-5, "t");
            expect_near({joint.bind.r.x, joint.bind.r.y, joint.bind.r.z, joint.bind.r.w}, bone["q"], 1e-5, "q");
            expect_near({joint.bind.s.x, joint.bind.s.y, joint.bind.s.z}, bone["s"], 1e-5, "s");
        }
        ASSERT_EQ(doc->clips.size(), info["animations"].size());
        for (const json& animation : info["animations"]) {
            const auto found = std::find_if(doc->clips.begin(), doc->clips.end(),
                                            [&](const Clip& c) { return c.name == animation["name"]; });
            ASSERT_NE(found, doc->clips.end());
            EXPECT_NEAR(found->duration, animation["length"].get<double>(), 1e-5);
        }
    }
}

// Compared in the order of sampling, as the converter sorts. The binary twin was made from the same exporter run;
// OGRE's converter may drop identity tracks and keys.
TEST(OgreSkeletonXml, AgreesWithItsBinaryTwin) {
    NEED_SHARED();
    for (const char* name : {"fish", "ninja"}) {
        const auto a = load(test::sample("ogre/assimp/" + std::string(name) + ".skeleton.xml").string());
        const auto b = load(test::sample("ogre/assimp/" + std::string(name) + ".skeleton").string());
        if (b->clips.empty()) GTEST_SKIP() << "binary skeletons are not read yet";
        std::size_t compared = 0;
        for (const Clip& binary : b->clips) {
            const auto found =
                std::find_if(a->clips.begin(), a->clips.end(), [&](const Clip& c) { return c.name == binary.name; });
            ASSERT_NE(found, a->clips.end());
            for (const Track& track : binary.tracks) {
                const Track* twin = find_track(*found, track.property, track.target);
                if (!twin || found->timelines[twin->timeline].rows != binary.timelines[track.timeline].rows) continue;
                for (uint32_t i = 0; i < binary.timelines[track.timeline].rows; ++i, ++compared) {
                    const uint32_t i_a = row_of(*a, found->timelines[twin->timeline], i);
                    const uint32_t i_b = row_of(*b, binary.timelines[track.timeline], i);
                    std::vector<float> x = row(*a, *twin, i_a), y = row(*b, track, i_b);
                    if (track.property == Property::Rotation && x[3] * y[3] < 0)
                        for (float& v : x) v = -v;
                    for (std::size_t lane = 0; lane < x.size(); ++lane)
                        EXPECT_NEAR(x[lane], y[lane], 1e-4 * std::max(1.f, std::abs(y[lane])));
                }
            }
        }
        EXPECT_GT(compared, 10u) << name;
    }
}

TEST(OgreMeshXml, ReadsSeveralVertexBuffers) {
    const auto doc =
        mesh(submesh("material='m' usesharedvertices='False' operationtype='triangle_list'",
                     "<faces count='1'><face v3='2' v1='0' v2='1'/></faces><geometry vertexcount='3'>" + positions(3) +
                         "<vertexbuffer normals='YES' texture_coords='2' texture_coord_dimensions_0='float2' "
                         "texture_coord_dimensions_1='1' colours_diffuse='on' tangents='1' tangent_dimensions='4'>"
                         "<vertex><normal z='3' y='2' x='1'/><texcoord v='0.5' u='0.25'/><texcoord u='7'/>"
                         "<colour_diffuse value='1 0.5 0'/><tangent x='1' y='0' z='0' w='-1'/></vertex>"
                         "<vertex><normal x='0' y='0' z='0'/><texcoord u='1'/><texcoord u='8'/><colour_diffuse "
                         "value='0 0 0 0'/><tangent x='0' y='1' z='0'/></vertex>"
                         "<vertex><normal x='0' y='0' z='0'/><texcoord u='1'/><texcoord u='9'/><colour_diffuse "
                         "value='0 0 1 1'/><tangent x='0' y='1' z='0'/></vertex></vertexbuffer></geometry>"
                         "<boneassignments><vertexboneassignment vertexindex='2' boneindex='5' weight='0.5'/>"
                         "<vertexboneassignment vertexindex='0' boneindex='1'/>"
                         "<vertexboneassignment vertexindex='2' boneindex='4' weight='0.25'/></boneassignments>") +
             "<skeletonlink name='s.skeleton.xml'/><submeshnames><submeshname name='n' index='0'/></submeshnames>");
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    EXPECT_EQ(doc->skeleton_link, "s.skeleton.xml");
    ASSERT_EQ(doc->sets.size(), 1u);
    const VertexSet& set = doc->sets[0];
    EXPECT_EQ(set.vertices, 3u);
    EXPECT_EQ(doc->triple(set.position, 2), vec3(2, 0, 0));
    EXPECT_EQ(doc->triple(set.normal, 0), vec3(1, 2, 3));
    ASSERT_EQ(set.uv.size(), 2u);
    EXPECT_EQ(doc->number(set.uv[0], 0, 0), 0.25f);
    EXPECT_EQ(doc->number(set.uv[0], 0, 1), 0.5f);
    EXPECT_EQ(doc->number(set.uv[1], 2, 0), 9.f);
    EXPECT_EQ(doc->number(set.uv[1], 2, 1), 0.f);
    EXPECT_EQ(doc->lists[set.color], 0xFF0080FFu);
    EXPECT_EQ(doc->lists[set.color + 1], 0u);
    EXPECT_EQ(doc->lists[set.color + 2], 0xFFFF0000u);
    EXPECT_EQ(set.tangent_width, 4);
    EXPECT_EQ(doc->number(set.tangent, 0, 3), -1.f);
    EXPECT_EQ(set.influences.first, (std::vector<uint32_t>{0, 1, 1, 3}));
    EXPECT_EQ(set.influences.joint, (std::vector<int32_t>{1, 5, 4}));
    EXPECT_EQ(set.influences.weight, (std::vector<float>{1, 0.5f, 0.25f}));
    ASSERT_EQ(doc->meshes.size(), 1u);
    EXPECT_EQ(doc->meshes[0].name, "n");
    EXPECT_EQ(doc->meshes[0].material, "m");
    EXPECT_EQ(doc->meshes[0].set, 0);
    EXPECT_EQ(indices(*doc, doc->meshes[0]), (std::vector<uint32_t>{0, 1, 2}));
}

TEST(OgreMeshXml, StripsFansAndLines) {
    const std::string geometry = "<geometry>" + positions(5) + "</geometry>";
    const std::string strip = "<faces><face v1='0' v2='1' v3='2'/><face v1='3'/><face v1='4'/></faces>" + geometry;
    const auto doc = mesh(submesh("operationtype='triangle_strip'", strip));
    EXPECT_EQ(doc->meshes[0].primitive, Primitive::TriangleStrip);
    EXPECT_EQ(indices(*doc, doc->meshes[0]), (std::vector<uint32_t>{0, 1, 2, 3, 4}));
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    EXPECT_EQ(triangles(*doc, doc->meshes[0]).size(), 9u);
    const auto lines = mesh(submesh("operationtype='line_list'", "<faces><face v1='0' v2='4'/></faces>" + geometry));
    EXPECT_EQ(indices(*lines, lines->meshes[0]), (std::vector<uint32_t>{0, 4}));
    const auto odd = mesh(submesh("operationtype='quads'", "<faces><face v1='0' v2='4'/></faces>" + geometry));
    EXPECT_NOTE(*odd, "found \"quads\"");
    EXPECT_NOTE(*odd, "expected v1 to v3");
}

TEST(OgreMeshXml, SharedGeometryAndMissingFlag) {
    const std::string face = "<faces count='1'><face v1='0' v2='1' v3='2'/></faces>";
    const auto doc = mesh("<submeshes><submesh>" + face + "</submesh><submesh usesharedvertices='true'>" + face +
                          "</submesh><submesh>" + face + "<geometry vertexcount='4'>" + positions(4) +
                          "</geometry></submesh></submeshes><boneassignments><vertexboneassignment vertexindex='1' "
                          "boneindex='3' weight='1'/></boneassignments><sharedgeometry vertexcount='3'>" +
                          positions(3) + "</sharedgeometry>");
    ASSERT_EQ(doc->sets.size(), 2u);
    EXPECT_EQ(doc->sets[0].name, "shared");
    EXPECT_EQ(doc->sets[0].influences.joint, (std::vector<int32_t>{3}));
    EXPECT_EQ(doc->meshes[0].set, 0);
    EXPECT_EQ(doc->meshes[1].set, 0);
    EXPECT_EQ(doc->meshes[2].set, 1);
    EXPECT_TRUE(doc->notes.empty()) << all_notes(*doc);
    const auto none_at_all = mesh(submesh("usesharedvertices='true'", face));
    EXPECT_EQ(none_at_all->meshes[0].set, -1);
    EXPECT_NOTE(*none_at_all, "expected <sharedgeometry>");
}

TEST(OgreMeshXml, CountsTheElementsThemselves) {
    const auto doc = mesh(submesh("usesharedvertices='maybe'",
                                  "<faces count='-4000000000'><face v1='0' v2='1' v3='9'/><face v1='x' v2='1' v3='-2'/>"
                                  "</faces><geometry vertexcount='4000000000'><vertexbuffer positions='true' "
                                  "texture_coords='2000000000'><vertex><position x='1'/></vertex></vertexbuffer>"
                                  "</geometry><boneassignments><vertexboneassignment vertexindex='7' boneindex='0'/>"
                                  "</boneassignments>"));
    ASSERT_EQ(doc->sets.size(), 1u);
    EXPECT_EQ(doc->sets[0].vertices, 1u);
    EXPECT_EQ(doc->sets[0].uv.size(), 8u);
    EXPECT_TRUE(doc->sets[0].influences.empty());
    EXPECT_TRUE(triangles(*doc, doc->meshes[0]).empty());
    EXPECT_NOTE(*doc, "vertexcount: expected 1, the number of elements, found 4000000000");
    EXPECT_NOTE(*doc, "count: expected 2, the number of elements, found -4000000000");
    EXPECT_NOTE(*doc, "texture_coords: expected 0 to 8, found 2000000000");
    EXPECT_NOTE(*doc, "v1: expected an index, found \"x\"");
    EXPECT_NOTE(*doc, "v3: expected an index, found \"-2\"");
    EXPECT_NOTE(*doc, "indices name no vertex");
    EXPECT_NOTE(*doc, "expected true or false, found \"maybe\"");
    EXPECT_NOTE(*doc, "expected vertexindex below 1");
    EXPECT_NOTE(*doc, "1 vertices lack something");
}

TEST(OgreMeshXml, PosesAndMorphsPlay) {
    const auto doc = mesh(
        submesh("", "<geometry>" + positions(2) + "</geometry>") +
        "<poses><pose target='submesh' index='0' name='p'><poseoffset index='1' x='1' y='2' z='3'/></pose>"
        "<pose target='submesh' index='0' name='q'><poseoffset index='0' x='1' y='0' z='0' nx='0' ny='1' nz='0'/>"
        "</pose></poses><animations><animation name='a' length='1'><baseinfo baseanimationname='' "
        "basekeyframetime='0'/><tracks><track target='submesh' index='0' type='pose'><keyframes><keyframe time='0'>"
        "<poseref poseindex='1' influence='0.5'/></keyframe><keyframe time='1'><poseref poseindex='0'/><poseref "
        "poseindex='9'/></keyframe></keyframes></track><track target='submesh' index='0' type='morph'><keyframes>"
        "<keyframe time='0'><position x='5' y='0' z='0'/><position x='6' y='0' z='0'/></keyframe><keyframe time='1'>"
        "<position x='7' y='0' z='0'/></keyframe></keyframes></track><track target='mesh' type='pose'/><track "
        "target='submesh' index='0' type='x'/></tracks></animation></animations>");
    ASSERT_EQ(doc->morphs.size(), 2u);
    EXPECT_EQ(doc->morphs[0].name, "p");
    EXPECT_EQ(doc->morphs[0].vertex, (std::vector<uint32_t>{1}));
    EXPECT_EQ(doc->triple(doc->morphs[0].offset, 0), vec3(1, 2, 3));
    EXPECT_TRUE(doc->morphs[0].normal.empty());
    EXPECT_EQ(doc->triple(doc->morphs[1].normal, 0), vec3(0, 1, 0));
    ASSERT_EQ(doc->clips.size(), 1u);
    const Clip& c = doc->clips[0];
    EXPECT_TRUE(c.rebased);
    ASSERT_EQ(c.tracks.size(), 3u);
    EXPECT_EQ(c.tracks[0].kind, Kind::Morph);
    EXPECT_EQ(doc->number(c.tracks[0].value, 0), 0.f);
    EXPECT_EQ(doc->number(c.tracks[0].value, 1), 1.f);
    EXPECT_EQ(doc->number(c.tracks[1].value, 0), 0.5f);
    EXPECT_EQ(c.tracks[2].property, Property::Deform);
    EXPECT_EQ(row(*doc, c.tracks[2], 0), (std::vector<float>{5, 0, 0, 6, 0, 0}));
    EXPECT_EQ(row(*doc, c.tracks[2], 1), (std::vector<float>{7, 0, 0, 1, 0, 0}));  // what lacks stays in place
    EXPECT_EQ(text_of(doc->file, key_bytes(*doc, c.tracks[0], 0)).substr(0, 20), "<keyframe time='0'><");
    EXPECT_NOTE(*doc, "expected the index of one of 2 poses, found \"9\"");
    EXPECT_NOTE(*doc, "expected 2 positions, found 1");
    EXPECT_NOTE(*doc, "expected target mesh, or submesh");
    EXPECT_NOTE(*doc, "expected type morph or pose, found \"x\"");
}

TEST(OgreMeshXml, ManyEmptyMorphKeysDoNotFillTheMemory) {
    std::string keys;
    for (int i = 0; i < 20000; ++i) keys += "<keyframe time='0'/>";
    const auto doc = mesh(submesh("", "<geometry>" + positions(20000) + "</geometry>") +
                          "<animations><animation name='a' length='1'><tracks><track target='submesh' index='0' "
                          "type='morph'><keyframes>" +
                          keys + "</keyframes></track></tracks></animation></animations>");
    EXPECT_NOTE(*doc, "is left out: too large");
    EXPECT_LT(doc->arena.size(), 1000000u);
}

TEST(OgreMeshXml, AgreesWithGoldens) {
    NEED_SHARED();
    const std::pair<const char*, const char*> files[] = {
        {"assimp/fish.mesh.xml", "fish"}, {"assimp/ninja.mesh.xml", "ninja"}, {"assimp-thing/Mesh.mesh.xml", "Thing"}};
    for (const auto& [file, name] : files) {
        const auto doc = load(test::sample("ogre/" + std::string(file)).string());
        EXPECT_TRUE(doc->notes.empty()) << file << all_notes(*doc);
        const json info = test::read_json(test::golden("ogre/info.xml." + std::string(name) + ".mesh.xml.json"));
        EXPECT_EQ(doc->skeleton_link, info["skeletonName"].get<std::string>());
        ASSERT_EQ(doc->meshes.size(), info["submeshes"].size());
        const auto compare_set = [&](const VertexSet& set, const json& wanted, const json& assignments) {
            EXPECT_EQ(set.vertices, wanted["vertexCount"].get<uint32_t>());
            EXPECT_EQ(set.influences.joint.size(), assignments.get<std::size_t>());
            for (const json& element : wanted["decl"]) {
                const int semantic = element[0];
                EXPECT_FALSE(semantic == 1 && set.position.empty());
                EXPECT_FALSE(semantic == 4 && set.normal.empty());
                EXPECT_FALSE(semantic == 7 && set.uv.size() <= element[2].get<std::size_t>());
            }
        };
        if (!info["shared"].is_null()) compare_set(doc->sets[0], info["shared"], info["sharedBoneAssignments"]);
        vec3 low(1e9f), high(-1e9f);
        for (std::size_t i = 0; i < doc->meshes.size(); ++i) {
            const Mesh& mesh = doc->meshes[i];
            const json& wanted = info["submeshes"][i];
            // OGRE's converter takes no material twice: for the golden file, the second name got a suffix.
            EXPECT_TRUE(wanted["material"].get<std::string>().starts_with(mesh.material)) << mesh.material;
            EXPECT_EQ(mesh.indices, wanted["indexCount"].get<uint32_t>());
            ASSERT_GE(mesh.set, 0);
            if (wanted.contains("vertices"))
                compare_set(doc->sets[mesh.set], wanted["vertices"], wanted["boneAssignments"]);
            for (uint32_t v = 0; v < doc->sets[mesh.set].vertices; ++v) {
                low = glm::min(low, doc->triple(doc->sets[mesh.set].position, v));
                high = glm::max(high, doc->triple(doc->sets[mesh.set].position, v));
            }
        }
        expect_near({low.x, low.y, low.z}, info["bounds"]["min"], 1e-5, "min");
        expect_near({high.x, high.y, high.z}, info["bounds"]["max"], 1e-5, "max");
    }
}

TEST(OgreMeshXml, AgreesWithItsBinaryTwin) {
    NEED_SHARED();
    for (const char* name : {"fish", "razor", "ninja"}) {
        const auto a = load(test::sample("ogre/assimp/" + std::string(name) + ".mesh.xml").string());
        const auto b = load(test::sample("ogre/assimp/" + std::string(name) + ".mesh").string());
        ASSERT_EQ(a->sets.size(), b->sets.size()) << name;
        for (std::size_t i = 0; i < a->sets.size(); ++i) {
            const VertexSet &x = a->sets[i], &y = b->sets[i];
            ASSERT_EQ(x.vertices, y.vertices);
            EXPECT_EQ(x.influences.first, y.influences.first);
            EXPECT_EQ(x.influences.joint, y.influences.joint);
            ASSERT_EQ(x.uv.size(), y.uv.size());
            for (uint32_t v = 0; v < x.vertices; ++v) {
                EXPECT_LT(glm::distance(a->triple(x.position, v), b->triple(y.position, v)), 1e-3f);
                EXPECT_LT(glm::distance(a->triple(x.normal, v), b->triple(y.normal, v)), 1e-3f);
                for (std::size_t set = 0; set < x.uv.size(); ++set)
                    EXPECT_NEAR(a->number(x.uv[set], v, 1), b->number(y.uv[set], v, 1), 1e-4);
            }
        }
        for (std::size_t i = 0; i < a->meshes.size(); ++i)
            EXPECT_EQ(triangles(*a, a->meshes[i]), triangles(*b, b->meshes[i]));
    }
}

}  // namespace bonescope
