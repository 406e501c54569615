// Clip lists of characters and of props: all that the golden readings say, the faults of shipped files, and bad files.
#include "core/text.h"
#include "tests/hostile.h"

using namespace bonescope;
using namespace bonescope::test;
using nlohmann::json;

namespace {

DocumentPtr read(std::string_view text, const std::string& name = "a.pos") { return load(name, bytes(text)); }

std::size_t notes_with(const Document& doc, std::string_view part, Severity severity = Severity::Warning) {
    return static_cast<std::size_t>(std::count_if(doc.notes.begin(), doc.notes.end(), [&](const Finding& note) {
        return note.severity == severity && note.message.find(part) != std::string::npos;
    }));
}

std::vector<const RangeWindow*> windows(const ClipRange& range, std::initializer_list<WindowKind> kinds) {
    std::vector<const RangeWindow*> out;
    for (const RangeWindow& window : range.windows)
        if (std::find(kinds.begin(), kinds.end(), window.kind) != kinds.end()) out.push_back(&window);
    return out;
}

// The numbers behind a key that the model leaves to the field tree, within a block of the file.
std::vector<float> numbers_of(const Document& doc, Bytes block, const std::string& key) {
    const auto before = [](const Field& field, uint32_t at) { return field.at < at; };
    const auto& fields = doc.tree.fields;
    for (auto at = std::lower_bound(fields.begin(), fields.end(), block.at, before);
         at != fields.end() && at->at < block.end(); ++at) {
        const Field& field = *at;
        if (field.type != Type::Text || lower(field.name) != key) continue;
        std::string text(text_of(doc.file, {field.at, field.size}));
        std::replace(text.begin(), text.end(), ',', ' ');
        std::istringstream in(text.substr(key.size()));
        std::vector<float> out;
        for (std::string word; in >> word;) out.push_back(parse_float(word).value());
        return out;
    }
    return {};
}

// The value of a key that the model does not keep, if the block has it in the tree as "unknown".
std::string unknown_of(const Document& doc, Bytes block, const std::string& key) {
    for (const Field& field : doc.tree.fields) {
        const std::string text = lower(text_of(doc.file, {field.at, field.size}));
        if (std::string_view(field.name) == "unknown" && block.contains(field.at) && text.starts_with(key))
            return text.substr(key.size());
    }
    return {};
}

void expect_optional(const json& want, const char* key, std::optional<int32_t> got) {
    EXPECT_EQ(want.contains(key), got.has_value()) << key;
    if (got) { EXPECT_EQ(want.value(key, 0), *got) << key; }
}

void expect_window(const Document& doc, const json& want, const RangeWindow& got) {
    for (const auto& [key, value] : want.items()) {
        if (key == "start")
            EXPECT_EQ(got.start, value.get<int32_t>());
        else if (key == "end")
            EXPECT_EQ(got.end, value.get<int32_t>());
        else if (key == "kind")
            EXPECT_EQ(got.kind, value == "action" ? WindowKind::Action : WindowKind::Blend);
        else if (key == "speed")
            EXPECT_FLOAT_EQ(got.speed, value.is_null() ? 0.f : value.get<float>());
        else if (key == "time")
            EXPECT_FLOAT_EQ(got.time, value.get<float>());
        else if (key == "bones")
            EXPECT_EQ(got.bones, value.get<std::vector<std::string>>());
        else if (key == "color")
            EXPECT_EQ(numbers_of(doc, got.where, key), value.get<std::vector<float>>());
        else if (key == "mystery")
            EXPECT_EQ(unknown_of(doc, got.where, key), " 7");
        else
            EXPECT_EQ(numbers_of(doc, got.where, key), std::vector<float>{value.get<float>()}) << key;
    }
}

void expect_range(const Document& doc, const json& want, const ClipRange& got) {
    SCOPED_TRACE(fmt::format("Pose {}", want["idx"].get<int>()));
    EXPECT_EQ(got.number, want["idx"].get<int>());
    EXPECT_EQ(line_of(doc.file, got.where.at), want["line"].get<int>());
    EXPECT_EQ(decode(got.comment, doc.encoding), want.value("note", ""));
    EXPECT_EQ(got.source, want.value("source", -1));
    EXPECT_EQ(got.placed, want.contains("start") || want.contains("end"));
    expect_optional(want, "start", got.start);
    expect_optional(want, "end", got.end);
    expect_optional(want, "loop_start", got.loop_start);
    expect_optional(want, "loop_end", got.loop_end);
    expect_optional(want, "link", got.link);
    EXPECT_EQ(got.effect, want.value("effect_id", ""));
    const auto type = numbers_of(doc, got.where, "effecttype");
    EXPECT_EQ(type, want.contains("effect_type") ? std::vector<float>{want["effect_type"].get<float>()}
                                                 : std::vector<float>{});
    const auto steps = windows(got, {WindowKind::Action, WindowKind::Blend});
    const auto attacks = windows(got, {WindowKind::Attack});
    const auto drags = windows(got, {WindowKind::Drag}), nexts = windows(got, {WindowKind::Next});
    const json none_there = json::array();
    const json &want_steps = want.contains("actions") ? want["actions"] : none_there,
               &want_attacks = want.contains("attacks") ? want["attacks"] : none_there;
    ASSERT_EQ(steps.size(), want_steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) expect_window(doc, want_steps[i], *steps[i]);
    ASSERT_EQ(attacks.size(), want_attacks.size());
    for (std::size_t i = 0; i < attacks.size(); ++i) expect_window(doc, want_attacks[i], *attacks[i]);
    ASSERT_EQ(drags.empty(), !want.contains("drag"));
    if (!drags.empty()) expect_window(doc, want["drag"], *drags.back());
    ASSERT_EQ(nexts.empty(), !want.contains("next"));
    if (!nexts.empty()) expect_window(doc, want["next"], *nexts.back());
}

// `all`: the golden list has every range, else it is an excerpt.
void expect_golden(const Document& doc, const json& want, bool all = true) {
    EXPECT_EQ(doc.format, "meteor.pos");
    ASSERT_EQ(doc.ranges.size(), want["poses"].get<std::size_t>());
    EXPECT_EQ(want["list"].size() == doc.ranges.size(), all);
    for (const json& one : want["list"]) {
        const auto got = std::find_if(doc.ranges.begin(), doc.ranges.end(),
                                      [&](const ClipRange& range) { return range.number == one["idx"].get<int>(); });
        ASSERT_NE(got, doc.ranges.end());
        expect_range(doc, one, *got);
    }
    EXPECT_TRUE(gaps(doc).empty()) << "a gap at " << gaps(doc)[0].at;
}

DocumentPtr open_sample(const std::string& name) { return load(sample("meteor/" + name).string()); }

TEST(MeteorPos, AllPosesOfP0) {
    NEED_SHARED();
    const DocumentPtr doc = open_sample("P0.pos");
    expect_golden(*doc, read_json(golden("meteor/P0_pos.json")));
    EXPECT_EQ(doc->encoding, Encoding::Big5);
    EXPECT_EQ(doc->ranges[22].comment, "\xBD\xD5\xAE\xA7  \xB9\x44\xA8\xE3");
}

TEST(MeteorPos, OlderGameVersion) {
    NEED_SHARED();
    expect_golden(*open_sample("v107/P0.pos"), read_json(golden("meteor/P0_v107_pos_excerpt.json")), false);
}

TEST(MeteorPos, Synthetic) {
    NEED_SHARED();
    const json want = read_json(golden("meteor/synth_pos.json"));
    expect_golden(*open_sample("synth/arm.pos"), want["arm"]);
    expect_golden(*open_sample("synth/sloppy.pos"), want["sloppy"]);
}

TEST(MeteorPos, FaultsOfShippedFiles) {
    NEED_SHARED();
    struct Counts {
        const char* file;
        std::size_t outside, next, bare;
    };
    for (const Counts& want : {Counts{"v107/P0.pos", 11, 4, 98}, Counts{"P0.pos", 5, 2, 27}}) {
        SCOPED_TRACE(want.file);
        const DocumentPtr doc = open_sample(want.file);
        EXPECT_EQ(notes_with(*doc, "expected Action inside") + notes_with(*doc, "expected Blend inside"), want.outside);
        EXPECT_EQ(notes_with(*doc, "side by side"), 7u);
        EXPECT_EQ(notes_with(*doc, "expected Attack inside"), 4u);
        EXPECT_EQ(notes_with(*doc, "expected Drag inside"), 2u);
        EXPECT_EQ(notes_with(*doc, "expected NextPose inside"), want.next);
        EXPECT_EQ(notes_with(*doc, "Action without Speed", Severity::Info), 7u);
        EXPECT_EQ(notes_with(*doc, "in no Action or Blend", Severity::Info), want.bare);
        for (const Finding& note : doc->notes) EXPECT_EQ(note.line, line_of(doc->file, note.where.at));
    }
}

TEST(MeteorPos, RangesOfProps) {
    NEED_SHARED();
    const json want = read_json(golden("meteor/props.json"));
    for (const auto& [name, prop] : want.items()) {
        const DocumentPtr doc = open_sample("props/" + name + ".pos");
        ASSERT_EQ(doc->ranges.size(), prop["pos"].size()) << name;
        for (std::size_t i = 0; i < doc->ranges.size(); ++i) {
            EXPECT_EQ(doc->ranges[i].number, static_cast<int>(i));
            EXPECT_EQ(doc->ranges[i].source, -1);
            EXPECT_EQ(doc->ranges[i].start, prop["pos"][i][0].get<int32_t>());
            EXPECT_EQ(doc->ranges[i].end, prop["pos"][i][1].get<int32_t>());
        }
        EXPECT_TRUE(doc->notes.empty()) << doc->notes[0].message;
    }
}

TEST(MeteorPos, LargeNumbersAndDecimals) {
    const DocumentPtr doc =
        read("Pose 0007 { source 1 Start 0010 End 99999999999 link 034 Drag { Time .05 Start 1e3 } }\n"
             "Pose 034 {}");
    ASSERT_EQ(doc->ranges.size(), 2u);
    EXPECT_EQ(doc->ranges[0].number, 7);
    EXPECT_EQ(doc->ranges[0].start, 10);
    EXPECT_EQ(doc->ranges[0].end, std::nullopt);
    EXPECT_EQ(doc->ranges[0].link, 34);
    EXPECT_EQ(notes_with(*doc, "expected a whole number, found \"99999999999\"", Severity::Error), 1u);
    ASSERT_EQ(doc->ranges[0].windows.size(), 1u);
    EXPECT_FLOAT_EQ(doc->ranges[0].windows[0].time, .05f);
    EXPECT_EQ(doc->ranges[0].windows[0].start, std::nullopt);
}

// The second bytes of these letters are a brace, a backslash and the other brace.
TEST(MeteorPos, BracesInsideLetters) {
    const DocumentPtr doc =
        read("Pose 0 # \xA4\x7B\xB3\x5C\xAB\x7D \r\n{\r\n # \xA4\x7D }\r\n source 0\r\n Start 1 End 2}\r\n");
    ASSERT_EQ(doc->ranges.size(), 1u);
    EXPECT_EQ(doc->ranges[0].comment, "\xA4\x7B\xB3\x5C\xAB\x7D");
    EXPECT_EQ(doc->ranges[0].end, 2);
    EXPECT_EQ(doc->encoding, Encoding::Big5);
    EXPECT_TRUE(doc->notes.empty());
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(MeteorPos, CommentBehindTheBrace) {
    const DocumentPtr doc = read("Pose 0 { # first\n }\nPose 1\n{ # of the block\n}\n");
    ASSERT_EQ(doc->ranges.size(), 2u);
    EXPECT_EQ(doc->ranges[0].comment, "first");
    EXPECT_EQ(doc->ranges[1].comment, "");
}

TEST(MeteorPos, EncodingOfComments) {
    EXPECT_EQ(read("Pose 0 # \xE8\xB7\x91\xE6\xAD\xA5\n{}")->encoding, Encoding::Utf8);
    EXPECT_EQ(read("Pose 0 # \xB4\xFA\xB8\xD5\n{}")->encoding, Encoding::Big5);
    EXPECT_EQ(read("Pose 0 # \xC5\xDC\x81\x40\n{}")->encoding, Encoding::Gbk);
    std::string simplified = "Pose 0 #";
    for (int i = 0; i < 30; ++i) simplified += "\xC5\xDC\xB2\xBD";
    EXPECT_EQ(read(simplified + "\n{}")->encoding, Encoding::Gbk);
    EXPECT_EQ(read("Pose 0 #\xC5\xDC\xB2\xBD\xA4\x40\n{}")->encoding, Encoding::Big5);
    // A few letters: 调息 道具 攻击 in GBK, which are letters of Big5 as well, but rare ones; 跑步 in Big5.
    EXPECT_EQ(read("Pose 0 # \xB5\xF7\xCF\xA2 \xB5\xC0\xBE\xDF\n{}\nPose 1 # \xB9\xA5\xBB\xF7\n{}")->encoding,
              Encoding::Gbk);
    EXPECT_EQ(read("Pose 0 # \xB6\x5D\xA8\x42\n{}")->encoding, Encoding::Big5);
}

TEST(MeteorPos, MissingBraces) {
    const DocumentPtr doc = read("Pose 0 { Start 1 End 9 Action { Start 1 End 4 Speed 1 Attack { Start 2 End 3\n"
                                 "link 1\n"
                                 "Pose 1\n Start 5 End 6 }\n"
                                 "Pose 2\nPose 3 {} }\nPose 4 {Start 1 End 3");
    ASSERT_EQ(doc->ranges.size(), 5u);
    EXPECT_EQ(doc->ranges[0].link, 1);
    ASSERT_EQ(doc->ranges[0].windows.size(), 2u);
    EXPECT_EQ(doc->ranges[0].windows[0].end, 4);
    EXPECT_EQ(doc->ranges[0].windows[1].end, 3);
    EXPECT_EQ(doc->ranges[1].start, 5);
    EXPECT_FALSE(doc->ranges[2].placed);
    EXPECT_EQ(doc->ranges[4].end, 3);
    EXPECT_EQ(notes_with(*doc, "expected } for Action", Severity::Error), 1u);
    EXPECT_EQ(notes_with(*doc, "expected } for Attack", Severity::Error), 1u);
    EXPECT_EQ(notes_with(*doc, "expected } for Pose 0", Severity::Error), 1u);
    EXPECT_EQ(notes_with(*doc, "expected { after Pose 1", Severity::Error), 1u);
    EXPECT_EQ(notes_with(*doc, "expected { after Pose 2", Severity::Error), 1u);
    EXPECT_EQ(notes_with(*doc, "expected Pose, found \"}\" in line 6 at offset"), 1u);
    EXPECT_EQ(notes_with(*doc, "expected } for Pose 4", Severity::Error), 1u);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(MeteorPos, FaultsOfRanges) {
    const DocumentPtr doc = read("Pose 0 { source 3 Start 9 End 5 LoopStart 4 LoopEnd 6 link 8 }\n"
                                 "Pose 1 { source 1 Start 1 End 5 LoopEnd 5 Start 2\n"
                                 " Action { Start 4 Speed -1 } Blend { Start 3 End 2 Speed 0 } }\n"
                                 "Pose 1 { source 1 Start 3 LoopStart 7 LoopEnd 6 }\n");
    EXPECT_EQ(notes_with(*doc, "Pose 0: expected source 0 or 1, found 3, in line 1 at offset 9"), 1u);
    EXPECT_EQ(notes_with(*doc, "Pose 0: expected Start up to End, found 9..5"), 1u);
    EXPECT_EQ(notes_with(*doc, "Pose 0: expected LoopStart from Start 9 on, found 4"), 1u);
    EXPECT_EQ(notes_with(*doc, "Pose 0: expected LoopEnd up to End 5, found 6"), 1u);
    EXPECT_EQ(notes_with(*doc, "Pose 0: expected a link to a pose of this file, found 8"), 1u);
    EXPECT_EQ(notes_with(*doc, "Pose 1: expected LoopStart and LoopEnd, found LoopEnd alone"), 1u);
    EXPECT_EQ(notes_with(*doc, "expected Start once in a block"), 1u);
    EXPECT_EQ(notes_with(*doc, "expected Start and End in Action, found Start alone, in line 3"), 1u);
    EXPECT_EQ(notes_with(*doc, "expected Speed of at least 0, found -1"), 1u);
    EXPECT_EQ(notes_with(*doc, "expected Start up to End in Blend, found 3..2"), 1u);
    EXPECT_EQ(notes_with(*doc, "Speed is 0 and counts as 1", Severity::Info), 1u);
    EXPECT_EQ(notes_with(*doc, "found Pose 1 again after line 2, in line 4"), 1u);
    EXPECT_EQ(notes_with(*doc, "Pose 1: expected Start and End, found Start alone"), 1u);
    EXPECT_EQ(notes_with(*doc, "expected LoopStart up to LoopEnd, found 7..6"), 1u);
    EXPECT_EQ(doc->ranges[1].windows[0].speed, 0.f);
}

TEST(MeteorPos, UnknownKeysAreKept) {
    const DocumentPtr doc =
        read("Pose 0\n{\n source 1\n Magic 1 \"two\"\n Sound { Start 5 { a } }\n Start 1 End 2\n}\n");
    EXPECT_EQ(doc->ranges[0].start, 1);
    EXPECT_EQ(notes_with(*doc, "a key that is not known: \"Magic\" in line 4", Severity::Info), 1u);
    EXPECT_EQ(notes_with(*doc, "a key that is not known: \"Sound\" in line 5", Severity::Info), 1u);
    EXPECT_EQ(unknown_of(*doc, doc->ranges[0].where, "magic"), " 1 \"two\"");
    EXPECT_EQ(doc->notes.size(), 2u);
    EXPECT_TRUE(gaps(*doc).empty());
}

TEST(MeteorPos, RecognisedByContent) {
    EXPECT_EQ(read("pose\n{ start 1 end 2 }", "a.txt")->format, "meteor.pos");
    EXPECT_EQ(read("# list\nPOSE 3 {}", "a.pose")->format, "meteor.pos");
    EXPECT_EQ(read("junk first\nPose 3 {}", "a.pos")->format, "meteor.pos");
    EXPECT_EQ(read("junk first\nPose 3 {}", "a.txt")->format, "");
    EXPECT_EQ(read("position 3 {}", "a.pos")->format, "");
    EXPECT_EQ(read("poser {}", "a.pos")->format, "");
    EXPECT_EQ(read("", "a.pos")->format, "");
}

void expect_ranges_sound(const DocumentPtr& doc) {
    for (const ClipRange& range : doc->ranges) {
        ASSERT_LE(range.where.end(), doc->file.size());
        for (const RangeWindow& window : range.windows) ASSERT_LE(window.where.end(), doc->file.size());
    }
    EXPECT_LE(held(doc->ranges), 65536 + 32 * doc->file.size());
    EXPECT_TRUE(!doc->readable || gaps(*doc).empty());
}

// A cut at the end of a block, or among its last blanks, leaves a whole list.
bool after_a_pose(const Document& whole, uint32_t n) {
    // The last block of one sample is open in the whole file.
    if (notes_with(whole, "expected } for", Severity::Error) && n > whole.ranges.back().where.at) return true;
    std::string_view text = text_of(whole.file, {0, n});
    text = text.substr(0, text.find_last_not_of(" \t\r\n#") + 1);
    const auto last = text.size();
    return std::any_of(whole.ranges.begin(), whole.ranges.end(), [&](const ClipRange& range) {
        // Behind its last brace may come comments, that may be cut.
        return range.where.end() == last || (range.where.end() < last && text.rfind('\n', last) < range.where.end());
    });
}

class MeteorPosFile : public testing::TestWithParam<const char*> {};

TEST_P(MeteorPosFile, CutAnywhere) {
    NEED_SHARED();
    const std::string path = sample(std::string("meteor/") + GetParam()).string();
    // A link may stay without its pose, which is said as well.
    expect_cuts_reported(path, bytes_of(path), after_a_pose);
}

TEST_P(MeteorPosFile, NumbersReplaced) {
    NEED_SHARED();
    const Big<byte> file = bytes_of(sample(std::string("meteor/") + GetParam()));
    auto patches = word_patches(text_of(file, {0, static_cast<uint32_t>(file.size())}));
    std::mt19937 random(7);
    std::shuffle(patches.begin(), patches.end(), random);
    patches.resize(std::min<std::size_t>(patches.size(), 150));
    for (const Patch& patch : patches) {
        const DocumentPtr doc = load("a.pos", patched(file, patch));
        ASSERT_NO_FATAL_FAILURE(expect_sound(*doc));
        ASSERT_NO_FATAL_FAILURE(expect_ranges_sound(doc)) << patch.raw << " at " << patch.at;
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, MeteorPosFile,
                         testing::Values("synth/arm.pos", "synth/sloppy.pos", "synth/prop.pos", "props/Pdoor02.pos"));

TEST(MeteorPos, LongFileCutAtSomePlaces) {
    NEED_SHARED();
    const Big<byte> file = bytes_of(sample("meteor/P0.pos"));
    std::mt19937 random(11);
    for (int i = 0; i < 500; ++i) {
        const auto n = std::uniform_int_distribution<uint32_t>(0, static_cast<uint32_t>(file.size()) - 1)(random);
        const DocumentPtr doc = load("P0.pos", prefix(file, n));
        ASSERT_NO_FATAL_FAILURE(expect_sound(*doc));
        if (i % 20 == 0) { ASSERT_NO_FATAL_FAILURE(expect_ranges_sound(doc)) << n; }
    }
}

TEST(MeteorPos, BlocksWithoutEnd) {
    std::string text = "Pose 0 {";
    for (int i = 0; i < 50'000; ++i) text += "x{";
    const DocumentPtr deep = read(text);
    ASSERT_NO_FATAL_FAILURE(expect_sound(*deep));
    text.clear();
    for (int i = 0; i < 50'000; ++i) text += "Pose 1 ";
    const DocumentPtr many = read(text);
    ASSERT_NO_FATAL_FAILURE(expect_sound(*many));
    EXPECT_EQ(many->ranges.size(), 50'000u);
}

TEST(MeteorPos, ANameInPlaceOfTheNumberSpoilsNoMoreThanThat) {
    const DocumentPtr doc = read("Pose 3 { source 1 Start 4 End 5 }\nPose x { source 1 Start 1 End 2 }\n");
    ASSERT_EQ(doc->ranges.size(), 2u);
    EXPECT_EQ(doc->ranges[1].number, 1);
    EXPECT_EQ(doc->ranges[1].start, 1);
    EXPECT_EQ(doc->ranges[1].end, 2);
    EXPECT_EQ(doc->notes.size(), 1u);
    EXPECT_EQ(notes_with(*doc, "Pose: expected a whole number, found \"x\" in line 2", Severity::Error), 1u);
}

}  // namespace
