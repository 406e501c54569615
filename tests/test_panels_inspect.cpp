#include "app/panels/byte_view.h"
#include "app/panels/joint_notes.h"
#include "app/panels/place.h"
#include "app/panels/structure_rows.h"
#include "app/panels/tree_search.h"
#include "core/bone_curves.h"
#include "core/reader.h"
#include "tests/panel_bench.h"
#include "tests/support.h"

namespace bonescope {
namespace {

using Display = test::PanelHands;
using test::Maker;

constexpr float row_y(int row) { return 52 + 20 * static_cast<float>(row) + 10; }
constexpr float name_x = 120;

// A file of n keys (u16 id, 3 floats) in a chunk, 4 bytes that nobody reads, and a number.
DocumentPtr keys_document(uint32_t n, Severity note = Severity::Info) {
    Maker bytes;
    bytes.u16(0x1000);
    bytes.u16(n & 0xFFFF);
    for (uint32_t i = 0; i < n; ++i) bytes.u16(i & 0xFFFF).f32({static_cast<float>(i), 0.5f, -1});
    bytes.u32(0xDEADBEEF).f32({2.5f});
    auto doc = std::make_shared<Document>();
    doc->path = "/x/keys.bin";
    doc->format = "test";
    doc->file = bytes.bytes();
    doc->readable = true;
    Reader in(doc->file, doc->tree);
    const Group root(in, "file");
    in.read<uint16_t>("magic");
    {
        Group block(in, "block", Type::Chunk, 0x4120);
        block.label("hand");
        in.read<uint16_t>("count");
        const uint16_t layout =
            doc->tree.add_layout({"key", 14, {{"id", Type::U16, 1, 0, 16}, {"value", Type::F32, 3, 16, 96}}});
        in.records("keys", layout, n);
    }
    in.seek(in.at() + 4);
    in.read<float>("tail");
    if (note != Severity::Info) doc->note(note, "odd", {2, 2});
    return doc;
}

Scene scene_of(DocumentPtr doc) {
    Scene scene;
    scene.docs.push_back(std::move(doc));
    return scene;
}

std::vector<std::string> names(const TreeRows& tree, const Document& doc) {
    std::vector<TreeRow> rows;
    tree.rows(0, 100, rows);
    std::vector<std::string> out;
    for (const TreeRow& row : rows) out.push_back(row.gap ? "gap" : describe(doc, row.node).name);
    return out;
}

using Names = std::vector<std::string>;

TEST(TreeRows, OpensLevelsAndPutsGapsInPlace) {
    const DocumentPtr doc = keys_document(3);
    TreeRows tree;
    tree.reset({doc});
    EXPECT_EQ(names(tree, *doc), (Names{"file", "magic", "block", "gap", "tail"}));
    EXPECT_EQ(tree.row(3).node.where, (Bytes{46, 4}));
    tree.open(2);
    EXPECT_EQ(names(tree, *doc), (Names{"file", "magic", "block", "count", "keys", "gap", "tail"}));
    tree.open(4);
    tree.open(6);
    EXPECT_EQ(names(tree, *doc), (Names{"file", "magic", "block", "count", "keys", "key 0", "key 1", "id", "value",
                                        "key 2", "gap", "tail"}));
    EXPECT_EQ(tree.parents(8), (std::vector<uint64_t>{0, 2, 4, 6}));
    EXPECT_EQ(tree.row(8).depth, 4u);
    EXPECT_TRUE(tree.row(6).open);
    tree.close(2);
    EXPECT_EQ(tree.count(), 5u);
    EXPECT_EQ(tree.row(1).openable, false);
}

TEST(TreeRows, RevealsFieldsNumbersAndGaps) {
    const DocumentPtr doc = keys_document(100);
    TreeRows tree;
    tree.reset({doc});
    const auto path = path_to(*doc, 4 + 14 * 70 + 6);  // the second number of key 70
    ASSERT_EQ(path.back().kind, Node::Kind::Lane);
    const int64_t row = tree.reveal(0, path.back());
    ASSERT_GE(row, 0);
    EXPECT_EQ(tree.row(static_cast<uint64_t>(row)).node, path.back());
    EXPECT_EQ(tree.parents(static_cast<uint64_t>(row)).size(), 5u);
    const int64_t gap = tree.reveal_gap(0, {4 + 1400, 4});
    ASSERT_GE(gap, 0);
    EXPECT_TRUE(tree.row(static_cast<uint64_t>(gap)).gap);
    EXPECT_EQ(tree.reveal(1, path.back()), -1);
}

TEST(TreeRows, FileThatNobodyReadsIsOneGap) {
    const DocumentPtr good = keys_document(1);
    auto doc = std::make_shared<Document>();
    doc->file = good->file;
    Reader in(doc->file, doc->tree);
    { const Group root(in, "file"); }
    TreeRows tree;
    tree.reset({doc});
    ASSERT_EQ(tree.count(), 2u);
    EXPECT_TRUE(tree.row(1).gap);
}

TEST(TreeSearch, FindsNamesTypesAndValuesInItems) {
    const DocumentPtr doc = keys_document(200);
    const auto found = [&](const char* text) {
        TreeSearch search;
        search.start({doc}, text);
        search.step(10);
        EXPECT_TRUE(search.done());
        Names out;
        for (std::size_t i = 0; i < search.rows().size(); ++i)
            if (search.is_match(i)) out.push_back(describe(*doc, search.rows()[i].node).name);
        return out;
    };
    EXPECT_EQ(found("TAIL"), Names{"tail"});
    EXPECT_EQ(found("0x4120"), Names{"block"});
    EXPECT_EQ(found("hand"), Names{"block"});
    EXPECT_EQ(found("key 150"), Names{"key 150"});
    EXPECT_EQ(found("177 0.5"), Names{"value"});
    EXPECT_EQ(found("no such thing"), Names{});
}

TEST(TreeSearch, KeepsTheParentsOfAMatchOnce) {
    const DocumentPtr doc = keys_document(2);
    TreeSearch search;
    search.start({doc}, "value");
    search.step(10);
    Names rows;
    for (const TreeRow& row : search.rows()) rows.push_back(describe(*doc, row.node).name);
    EXPECT_EQ(rows, (Names{"file", "block", "keys", "key 0", "value", "key 1", "value"}));
    EXPECT_EQ(search.matches(), 2u);
}

TEST(TreeSearch, ReadsOffsets) {
    EXPECT_EQ(parse_offset("@1A2B"), 0x1A2Bu);
    EXPECT_EQ(parse_offset("@0x1a2b"), 0x1A2Bu);
    EXPECT_EQ(parse_offset("6699"), 6699u);
    EXPECT_EQ(parse_offset("@"), std::nullopt);
    EXPECT_EQ(parse_offset("@1G"), std::nullopt);
    EXPECT_EQ(parse_offset("@123456789A"), std::nullopt);
    EXPECT_EQ(parse_offset("bone"), std::nullopt);
}

TEST(Structure, ClickSelectsAndTheArrowOpens) {
    Display display(draw_structure, 384, 600);
    display.app.scene = scene_of(keys_document(5));
    const Document& doc = *display.app.scene.docs[0];
    display.frames(2);
    display.click(name_x, row_y(4));
    ASSERT_TRUE(display.last);
    EXPECT_EQ(describe(doc, *display.last->node).name, "tail");
    EXPECT_EQ(display.last->bytes, (Bytes{static_cast<uint32_t>(doc.file.size()) - 4, 4}));
    display.click(name_x, row_y(3));
    EXPECT_FALSE(display.last->node);
    EXPECT_EQ(display.last->bytes.size, 4u);
    display.key(ImGuiKey_UpArrow);
    EXPECT_EQ(describe(doc, *display.last->node).name, "block");
    display.key(ImGuiKey_RightArrow);
    display.key(ImGuiKey_RightArrow);
    EXPECT_EQ(describe(doc, *display.last->node).name, "count");
    display.key(ImGuiKey_DownArrow);
    display.key(ImGuiKey_Enter);
    display.key(ImGuiKey_DownArrow);
    EXPECT_EQ(describe(doc, *display.last->node).name, "key 0");
    display.key(ImGuiKey_LeftArrow);
    EXPECT_EQ(describe(doc, *display.last->node).name, "keys");
    display.key(ImGuiKey_LeftArrow);
    display.key(ImGuiKey_LeftArrow);
    EXPECT_EQ(describe(doc, *display.last->node).name, "block");
    display.key(ImGuiKey_End);
    EXPECT_EQ(describe(doc, *display.last->node).name, "tail");
    display.key(ImGuiKey_Home);
    EXPECT_EQ(describe(doc, *display.last->node).name, "file");
}

TEST(Structure, MillionItemsCostNoMoreThanTheRowsInView) {
    Display display(draw_structure, 384, 600);
    constexpr uint32_t n = 1'000'000;
    display.app.scene = scene_of(keys_document(n));
    const Document& doc = *display.app.scene.docs[0];
    display.frames(2);
    display.click(name_x, row_y(2));
    display.key(ImGuiKey_RightArrow);
    display.click(name_x, row_y(4));
    display.key(ImGuiKey_RightArrow);
    display.key(ImGuiKey_RightArrow);
    EXPECT_EQ(describe(doc, *display.last->node).name, "key 0");
    const int vertices = display.vertices();
    display.key(ImGuiKey_End);
    display.key(ImGuiKey_UpArrow);
    display.key(ImGuiKey_UpArrow);
    EXPECT_EQ(describe(doc, *display.last->node).name, "key 999999");
    display.key(ImGuiKey_PageUp);
    EXPECT_EQ(display.last->node->item, n - 1 - 24);
    display.frames(1);
    EXPECT_LT(display.vertices(), 2 * vertices);
    EXPECT_LT(display.vertices(), 20000);
}

TEST(Structure, OffsetInTheFilterGoesThere) {
    Display display(draw_structure, 384, 600);
    display.app.scene = scene_of(keys_document(500));
    const Document& doc = *display.app.scene.docs[0];
    display.frames(2);
    display.click(100, 16);
    display.type("@0x1BE");  // 446 = 4 + 14 * 31 + 8: the second number of key 31
    EXPECT_FALSE(display.last);
    display.key(ImGuiKey_Enter);
    display.frames(2);
    ASSERT_TRUE(display.last && display.last->node);
    EXPECT_EQ(display.last->node->kind, Node::Kind::Lane);
    EXPECT_EQ(display.last->node->item, 31u);
    EXPECT_TRUE(display.last->node->where.contains(0x1BE));
    EXPECT_EQ(describe(doc, *display.last->node).value, "0.5");
}

TEST(Structure, EnterInTheFilterSelectsTheNextMatch) {
    Display display(draw_structure, 384, 600);
    display.app.scene = scene_of(keys_document(50));
    const Document& doc = *display.app.scene.docs[0];
    display.frames(2);
    display.click(100, 16);
    display.type("key 2");  // key 2, key 20 … key 29
    display.key(ImGuiKey_Enter);
    display.frames(3);
    EXPECT_EQ(describe(doc, *display.last->node).name, "key 2");
    display.key(ImGuiKey_Enter);
    display.frames(3);
    EXPECT_EQ(describe(doc, *display.last->node).name, "key 20");
}

TEST(Structure, RowsTellNotesAndNamesInTheChosenEncoding) {
    auto doc = std::make_shared<Document>(*keys_document(2, Severity::Error));
    doc->tree.labels[0] = "\xB9\xC7";  // 骨 in GBK; in Big5 another character
    App app;
    app.scene = scene_of(doc);
    TreeRows tree;
    tree.reset(app.scene.docs);
    const std::vector<uint32_t> notes = {0};
    const Shown closed = describe_row(app, tree.row(2), notes);
    EXPECT_EQ(closed.text.value, "骨");
    EXPECT_EQ(closed.severity, static_cast<int>(Severity::Error));
    EXPECT_EQ(closed.notes, "odd");
    app.settings.encoding = Encoding::Latin1;
    EXPECT_EQ(describe_row(app, tree.row(2), notes).text.value, "¹Ç");
    tree.open(2);
    EXPECT_EQ(describe_row(app, tree.row(2), notes).severity, -1);  // it is on the row that the note is about
    EXPECT_EQ(describe_row(app, tree.row(3), notes).severity, static_cast<int>(Severity::Error));
    EXPECT_EQ(describe_row(app, tree.row(1), notes).severity, -1);
}

TEST(JointNotes, BelongToTheBonesOfTheirBytes) {
    NEED_SHARED();
    App app;
    app.scene = open_scene(std::vector<std::string>{test::sample("ogre/made/robot_broken_keys.skeleton").string()},
                           {.resolve = false, .folders = {}});
    app.scene_id = 1;
    JointNotes notes;
    for (int i = 0; i < 1000 && !notes.update(app); ++i) continue;
    std::size_t placed = 0;
    for (int joint = 0; joint < 18; ++joint) placed += notes.of(joint).size();
    EXPECT_GT(placed, 0u);
    EXPECT_LE(placed, app.scene.docs[0]->notes.size());
    EXPECT_EQ(notes.worst(app, 5), static_cast<int>(Severity::Warning));
    EXPECT_EQ(notes.worst(app, 17), -1);
    EXPECT_TRUE(notes.of(-1).empty() && notes.of(1000).empty());
}

TEST(HexRows, AreExact) {
    const DocumentPtr doc = keys_document(3);
    const auto path = path_to(*doc, 4 + 14 + 2);  // a number of key 1, whose bytes are 18 … 31
    ASSERT_GE(path.size(), 4u);
    const Node key = path[3];
    ASSERT_EQ(key.where, (Bytes{18, 14}));
    const HexRange view{key.where, {20, 4}, key};
    EXPECT_EQ(hex_row_count(*doc, key.where), 4u);  // 8, 16, 24, 32
    const auto rows = hex_rows(*doc, view, 0, 100);
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0].at, 8u);
    const HexRow& row = rows[1];
    EXPECT_EQ(row.at, 16u);
    const uint8_t values[] = {0x80, 0xBF, 0x01, 0x00, 0x00, 0x00, 0x80, 0x3F};
    const int parts[] = {-1, -1, 0, 0, 1, 1, 1, 1};
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(row.bytes[i].value, values[i]) << i;
        EXPECT_EQ(row.bytes[i].part, parts[i]) << i;
        EXPECT_EQ(row.bytes[i].inside, i >= 2) << i;
        EXPECT_EQ(row.bytes[i].selected, i >= 4) << i;
        EXPECT_TRUE(row.bytes[i].present);
    }
    EXPECT_EQ(hex_rows(*doc, view, 3, 1)[0].at, 32u);
    EXPECT_FALSE(hex_rows(*doc, view, 3, 1)[0].bytes[0].inside);
}

TEST(HexRows, EndWithTheFileAndMarkBadBytes) {
    const DocumentPtr doc = keys_document(0, Severity::Warning);  // 12 bytes; the note is on bytes 2 and 3
    const auto rows = hex_rows(*doc, {{0, 12}, {0, 12}, root(*doc)}, 0, 10);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_TRUE(rows[0].bytes[2].bad && rows[0].bytes[3].bad);
    EXPECT_FALSE(rows[0].bytes[1].bad || rows[0].bytes[4].bad);
    EXPECT_TRUE(rows[1].bytes[3].present);
    EXPECT_FALSE(rows[1].bytes[4].present);
    EXPECT_EQ(rows[0].bytes[4].part, -1);  // in the gap
}

TEST(AsEveryType, ReadsBothOrders) {
    auto doc = std::make_shared<Document>();
    doc->file = Maker().f32({-0.18975545f}).u32(0).bytes();
    const auto value = [&](std::string_view label) {
        for (const TypeLine& line : as_every_type(*doc, 0, false, "f32"))
            if (line.label == label) return line.value;
        return std::string("missing");
    };
    EXPECT_EQ(value("f32"), "-0.18975545");
    EXPECT_EQ(value("u8"), "65");
    EXPECT_EQ(value("i8"), "65");
    EXPECT_EQ(value("u16"), "20289");
    EXPECT_EQ(value("u16 big"), "16719");
    EXPECT_EQ(value("i32"), "-1102950591");
    EXPECT_EQ(value("u32"), "3192016705");
    EXPECT_EQ(as_every_type(*doc, 0, false, "f32")[1].is_own, true);
    EXPECT_EQ(as_every_type(*doc, 7, false, "u8").size(), 2u);
    EXPECT_EQ(as_every_type(*doc, 8, false, "u8").size(), 0u);
}

DocumentPtr bones_document(int n, bool cycle) {
    auto doc = std::make_shared<Document>();
    doc->path = "/x/bones.skeleton";
    doc->readable = true;
    Skeleton skeleton;
    for (int i = 0; i < n; ++i) {
        Joint joint;
        joint.name = "bone" + std::to_string(i);
        joint.id = 100 - i;
        joint.parent = i - 1;
        skeleton.joints.push_back(joint);
    }
    if (cycle) skeleton.joints[0].parent = n - 1;
    skeleton.order = parents_first(skeleton.joints);
    doc->skeletons.push_back(std::move(skeleton));
    return doc;
}

TEST(Bones, ClickKeysOrderAndFilter) {
    Display display(draw_bones, 384, 600);
    display.app.scene = make_scene({bones_document(4, false)}, {.resolve = false, .folders = {}});
    display.frames(2);
    display.click(150, row_y(1));
    ASSERT_TRUE(display.last);
    EXPECT_EQ(display.last->joint, 1);
    display.key(ImGuiKey_DownArrow);
    EXPECT_EQ(display.last->joint, 2);
    display.key(ImGuiKey_LeftArrow);  // closes it
    display.key(ImGuiKey_DownArrow);  // nothing is below now
    EXPECT_EQ(display.last->joint, 2);
    display.click(360, 16);  // by id: the last bone has the lowest
    display.click(150, row_y(0));
    EXPECT_EQ(display.last->joint, 3);
    display.click(100, 16);
    display.type("bone2");
    display.click(150, row_y(0));
    EXPECT_EQ(display.last->joint, 2);
}

// Two tracks, of a bone by its number and of one by its name; no skeleton anywhere.
DocumentPtr lone_clip() {
    auto doc = std::make_shared<Document>();
    doc->path = "/x/lone.caf";
    doc->readable = true;
    doc->names.push_back("Hand");
    Clip clip;
    clip.name = "lone";
    clip.duration = 2;
    for (const bool named : {false, true}) {
        Timeline line;
        line.rows = named ? 3 : 2;
        line.time = add_column(*doc, line.rows, 1);
        Track track;
        track.basis = Basis::Absolute;
        track.target = named ? -1 : 7;
        track.name = named ? 0 : none;
        track.value = add_column(*doc, line.rows, 3);
        for (uint32_t i = 0; i < line.rows; ++i) {
            column_data(*doc, line.time)[i] = static_cast<float>(i);
            for (int k = 0; k < 3; ++k) column_data(*doc, track.value)[3 * i + k] = static_cast<float>(10 * i + k);
        }
        track.timeline = intern_timeline(*doc, clip, line);
        clip.tracks.push_back(track);
    }
    doc->clips.push_back(std::move(clip));
    return doc;
}

TEST(Bones, ClipsWithoutASkeletonListWhatTheyMove) {
    Display display(draw_bones, 384, 600);
    display.app.scene = make_scene({lone_clip()}, {.resolve = false, .folders = {}});
    display.app.play.clip = 0;
    EXPECT_EQ(display.app.scene.skeleton(), nullptr);
    const Skeleton* bones = display.app.scene.bones();
    ASSERT_NE(bones, nullptr);
    ASSERT_EQ(bones->joints.size(), 2u);
    EXPECT_EQ(bones->joints[0].name, "bone 7");
    EXPECT_EQ(bones->joints[1].name, "Hand");
    display.frames(2);
    display.click(150, row_y(0));
    ASSERT_TRUE(display.last);
    EXPECT_EQ(display.last->joint, 0);
    EXPECT_EQ(display.last->track, 0);
    display.key(ImGuiKey_DownArrow);
    EXPECT_EQ(display.last->joint, 1);
    EXPECT_EQ(display.last->track, 1);
    const ClipUse& use = display.app.scene.clips[0];
    const BoneCurves curves = start_curves(*bones, &use, {.joint = 1, .form = RotationForm::Stored});
    EXPECT_EQ(curves.curve[1].track, 1);
    EXPECT_EQ(curves.curve[1].time, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(curves.curve[1].value[1], (std::vector<float>{1, 11, 21}));
    // A skeleton that comes along takes their place.
    const Scene whole = make_scene({lone_clip(), bones_document(3, false)}, {.resolve = false, .folders = {}});
    EXPECT_EQ(whole.bones(), whole.skeleton());
    EXPECT_EQ(whole.tracked, nullptr);
    Frame frame;
    evaluate(display.app.scene, {}, frame);
    EXPECT_TRUE(frame.pose.matrix.empty());  // nothing is known of their places
}

TEST(Bones, CyclesAreShownOnce) {
    Display display(draw_bones, 384, 600);
    display.app.scene = make_scene({bones_document(3, true)}, {.resolve = false, .folders = {}});
    display.frames(2);
    std::vector<int> seen;
    for (int row = 0; row < 3; ++row) {
        display.click(150, row_y(row));
        seen.push_back(display.last->joint);
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 2}));
    display.last.reset();
    display.click(150, row_y(3));
    EXPECT_FALSE(display.last);
}

TEST(Bones, ThousandsCostNoMoreThanTheRowsInView) {
    Display display(draw_bones, 384, 600);
    display.app.scene = make_scene({bones_document(5000, false)}, {.resolve = false, .folders = {}});
    display.frames(2);
    EXPECT_LT(display.vertices(), 12000);
    display.click(150, row_y(0));
    display.key(ImGuiKey_End);
    EXPECT_EQ(display.last->joint, 4999);
}

void open_real(Display& display, const char* name) {
    const std::string path = test::sample(name).string();
    display.app.scene = open_scene(std::vector<std::string>{path}, {.resolve = false, .folders = {}});
    display.app.scene_id = 1;
    evaluate(display.app.scene, {}, display.app.frame);
}

TEST(Structure, SelectionFromElsewhereIsShown) {
    NEED_SHARED();
    Display display(draw_structure, 384, 600);
    open_real(display, "ogre/made/robot_tlbb_mixed.skeleton");
    display.frames(2);
    const auto path = path_to(*display.app.scene.docs[0], 0x3B74);
    display.app.selection = select_field_at(display.app, 0, 0x3B74);
    EXPECT_EQ(*display.app.selection.node, path.back());
    EXPECT_EQ(display.app.selection.key, 5);
    display.frames(2);
    const auto lit = display.corners(color::selected_row);
    ASSERT_FALSE(lit.empty());
    display.click(name_x, lit.front().y + 10);
    ASSERT_TRUE(display.last);
    EXPECT_EQ(*display.last->node, path.back());
}

TEST(Selection, KeyBytesCanBeClicked) {
    NEED_SHARED();
    Display display(draw_selection, 376, 900);
    open_real(display, "ogre/made/robot_tlbb_mixed.skeleton");
    display.app.selection = select_field_at(display.app, 0, 0x3B74);
    display.frames(2);
    // Rows begin under the head (78), the section's (24) and a margin of 4: the first is 3B60, the second 3B68.
    display.click(85, 78 + 24 + 4 + 20 + 10);
    ASSERT_TRUE(display.last && display.last->node);
    EXPECT_EQ(display.last->node->where, (Bytes{0x3B68, 4}));
    EXPECT_EQ(display.last->key, 5);
    EXPECT_EQ(address(display.app, *display.last), "robot_tlbb_mixed.skeleton @ 0x3B68 +4");
}

TEST(Selection, DrawsWhateverIsSelectedAtEverySize) {
    NEED_SHARED();
    for (const char* name : {"ogre/made/robot_tlbb_mixed.skeleton", "ogre/sinbad/Sinbad.mesh",
                             "ogre/assimp/fish.skeleton.xml", "ogre/made/robot_truncated.skeleton"}) {
        for (const float scale : {1.f, 2.f}) {
            Display display(draw_selection, 300 * scale, 500 * scale, scale);
            open_real(display, name);
            display.frames(2);
            const int summary = display.vertices();
            EXPECT_GT(summary, 100) << name;
            display.app.selection = select_joint(display.app, 0);
            display.frames(2);
            display.app.selection = {};
            display.app.selection.mesh = 0;
            display.app.selection.vertex = 3;
            display.frames(2);
            const auto size = static_cast<uint32_t>(display.app.scene.docs[0]->file.size());
            for (uint32_t at = 0; at < size; at += size / 23 + 1) {
                display.app.selection = select_field_at(display.app, 0, at);
                display.frame();
                EXPECT_GT(display.vertices(), 100) << name << " at " << at;
            }
        }
    }
}

TEST(Structure, TextLevelsOpenAndAreFound) {
    NEED_SHARED();
    const DocumentPtr doc = load(test::sample("ogre/assimp/fish.skeleton.xml").string());
    TreeRows tree;
    tree.reset({doc});
    const auto path = path_to(*doc, static_cast<uint32_t>(doc->file.size() / 2));
    const int64_t row = tree.reveal(0, path.back());
    ASSERT_GE(row, 0);
    EXPECT_EQ(tree.row(static_cast<uint64_t>(row)).node, path.back());
    TreeSearch search;
    search.start({doc}, "quadratic nonsense");
    search.step(60);
    EXPECT_TRUE(search.done());
    EXPECT_EQ(search.matches(), 0u);
    search.start({doc}, "bone");
    search.step(60);
    EXPECT_GT(search.matches(), 10u);
}

}  // namespace
}  // namespace bonescope
