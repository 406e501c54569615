// What a figure of several files asks of the panels: layouts to choose from, detail, vertices and their records.
#include "app/panels/mixing.h"
#include "app/panels/panels.h"
#include "tests/panel_bench.h"
#include "tests/support.h"

namespace bonescope {
namespace {

using test::PanelBench;

DocumentPtr two_layouts() {
    auto doc = std::make_shared<Document>();
    doc->path = "/x/walk.caf";
    doc->format = "cal3d.caf";
    doc->version = "1300";
    doc->dialects = {{"switch", "reads the whole file"}, {"flags", "ends 4 bytes early"}};
    doc->dialect = "switch";
    doc->readable = true;
    return doc;
}

// Clicks down the middle of a panel until something is asked for; -1: nothing was.
template <class Asked> float click_until(PanelBench& bench, void (*draw)(PanelContext&), float x, Asked asked) {
    ImGui::GetIO().DeltaTime = 1;  // too slow for a double click
    for (float y = 5; y < bench.size.y; y += 6) {
        for (const bool down : {false, true, false}) {
            bench.ask = {};
            bench.mouse(x, y);
            bench.button(0, down);
            bench.frame(draw);
            if (asked()) return y;
        }
    }
    return -1;
}

TEST(PanelLayouts, AnotherOneIsAClickAway) {
    PanelBench bench(376, 500);
    bench.app.scene.docs = {two_layouts()};
    bench.app.scene_id = 1;
    bench.frame(draw_selection);
    std::set<std::string> names;
    click_until(bench, draw_selection, 120, [&] {
        if (bench.ask.dialect) names.insert(bench.ask.dialect->first + " as " + bench.ask.dialect->second);
        return false;
    });
    EXPECT_EQ(names, (std::set<std::string>{"/x/walk.caf as flags"}));  // never the one in use
}

TEST(PanelLayouts, WhatWasChosenCanBeTakenBack) {
    PanelBench bench(376, 500);
    bench.app.scene.docs = {two_layouts()};
    bench.app.dialects["/x/walk.caf"] = "switch";
    bench.app.scene_id = 1;
    bench.frame(draw_selection);
    bool back = false;
    click_until(bench, draw_selection, 120,
                [&] { return back |= bench.ask.dialect && bench.ask.dialect->second.empty(); });
    EXPECT_TRUE(back);
}

TEST(PanelDetail, ASliderWhereMeshesHaveSteps) {
    PanelBench bench(376, 236);
    auto doc = std::make_shared<Document>();
    doc->sets.emplace_back();
    bench.app.scene.docs = {doc};
    bench.app.scene.sets.push_back(bind_skin(doc, 0, nullptr));
    EXPECT_FALSE(has_mixing(bench.app));
    doc->sets[0].lod.steps = 2;
    EXPECT_TRUE(has_mixing(bench.app));
    bench.frame(draw_mixing);
    ASSERT_GE(click_until(bench, draw_mixing, 240, [&] { return bench.ask.detail.has_value(); }), 0);
    EXPECT_GT(*bench.ask.detail, 0.2f);
    EXPECT_LT(*bench.ask.detail, 0.8f);
}

TEST(Vertices, AndTheirRecordsSelectEachOther) {
    for (const char* name : {"arm.cmf", "arm.xmf"}) {
        SCOPED_TRACE(name);
        App app;
        app.scene = open_scene(std::vector{std::string(BONESCOPE_SOURCE_DIR "/assets/samples/cal3d/") + name},
                               {.resolve = false});
        ASSERT_EQ(app.scene.sets.size(), app.scene.meshes.size());
        ASSERT_FALSE(app.scene.sets.empty());
        const VertexSet& set = app.scene.sets[0].get();
        ASSERT_GT(set.vertices, 10u);
        for (const uint32_t v : {0u, 1u, set.vertices / 2, set.vertices - 1}) {
            const Bytes bytes = vertex_bytes(*app.scene.docs[0], set, v);
            ASSERT_GT(bytes.size, 0u);
            for (const Bytes part : {bytes, Bytes{bytes.at + bytes.size / 2, 1}}) {
                const Selection s = select_bytes(app, 0, part);
                EXPECT_EQ(s.mesh, 0);
                EXPECT_EQ(s.vertex, static_cast<int>(v));
                ASSERT_TRUE(s.node);
                EXPECT_TRUE(s.node->where.contains(part.at));
            }
        }
        EXPECT_EQ(select_bytes(app, 0, set.where).vertex, -1);  // a block is no vertex
        EXPECT_EQ(vertex_bytes(*app.scene.docs[0], set, set.vertices).size, 0u);
    }
}

// Records of different sizes keep their places where groups keep their names.
TEST(Fields, EveryOneOfAFigureIsShown) {
    for (const char* name : {"arm.cmf", "arm.csf", "wave_packed.caf", "arm.xmf"}) {
        SCOPED_TRACE(name);
        PanelBench bench(376, 900);
        bench.app.scene = open_scene(std::vector{std::string(BONESCOPE_SOURCE_DIR "/assets/samples/cal3d/") + name},
                                     {.resolve = false});
        bench.app.scene_id = 1;
        bench.app.settings.encoding = Encoding::Gbk;
        evaluate(bench.app.scene, {}, bench.app.frame);
        const Document& doc = *bench.app.scene.docs[0];
        const auto size = static_cast<uint32_t>(doc.file.size());
        for (uint32_t at = 0; at < size; at += size / 61 + 1) {
            const std::vector<Node> path = path_to(doc, at);
            ASSERT_FALSE(path.empty());
            bench.app.selection = select_bytes(bench.app, 0, path.back().where);
            bench.app.selection.node = path.back();
            bench.frame(draw_selection);
            bench.frame(draw_structure);
            EXPECT_GT(bench.vertices(), 100);
        }
        for (const Field& field : doc.tree.fields)
            if (field.type == Type::Record) { EXPECT_EQ(label_of(doc.tree, field), ""); }
    }
}

}  // namespace
}  // namespace bonescope
