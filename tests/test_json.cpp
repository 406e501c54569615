#include "core/interpolate.h"
#include "core/json.h"
#include "core/json_words.h"
#include "tests/support.h"
#include <chrono>
#include <filesystem>

namespace bonescope {
namespace {

struct Scanned {
    Document doc;
    JsonValue root;
    bool whole = false;
};

std::unique_ptr<Scanned> scan(std::string_view text) {
    auto out = std::make_unique<Scanned>();
    out->doc.file = test::bytes(text);
    out->root = scan_json(out->doc, {0, static_cast<uint32_t>(text.size())}, "text", &out->whole);
    return out;
}

// All values with their bytes, in file order; keys end with a colon.
std::string tape(const Document& doc) {
    std::string out;
    for (const JsonNode& node : doc.tree.json) {
        out += out.empty() ? "" : " | ";
        out += text_of(doc.file, {node.at, node.size});
        if (node.next == 0) out += ":";
    }
    return out;
}

std::string tape(std::string_view text) { return tape(scan(text)->doc); }

std::vector<Node> level(const Document& doc, const Node& node) {
    std::vector<Node> out;
    children(doc, node, 0, none, out);
    return out;
}

Node text_field(const Document& doc) { return level(doc, root(doc)).back(); }

void collect_leaves(const Document& doc, const Node& node, std::vector<bool>& claimed) {
    const auto below = level(doc, node);
    EXPECT_EQ(below.size(), child_count(doc, node));
    for (const Node& child : below) {
        EXPECT_GE(child.where.at, node.where.at);
        EXPECT_LE(child.where.end(), node.where.end());
        collect_leaves(doc, child, claimed);
    }
    if (below.empty())
        for (uint32_t i = node.where.at; i < node.where.end(); ++i) {
            EXPECT_FALSE(claimed[i]) << "claimed twice: byte " << i;
            claimed[i] = true;
        }
}

std::vector<std::string> json_samples() {
    std::vector<std::string> out;
    if (!test::have_shared()) return out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::sample("dragonbones")))
        if (entry.path().extension() == ".json") out.push_back(entry.path().string());
    return out;
}

// The same values, by a parser that is not ours.
void expect_same(const JsonValue& ours, const nlohmann::json& theirs) {
    switch (ours.kind()) {
    case JsonKind::Object:
        ASSERT_TRUE(theirs.is_object());
        ASSERT_EQ(ours.size(), theirs.size());
        for (const JsonValue value : ours) expect_same(value, theirs.at(value.key().text()));
        return;
    case JsonKind::Array: {
        ASSERT_TRUE(theirs.is_array());
        ASSERT_EQ(ours.size(), theirs.size());
        std::size_t i = 0;
        for (const JsonValue value : ours) expect_same(value, theirs[i++]);
        return;
    }
    case JsonKind::String:
        ASSERT_EQ(ours.text(), theirs.get<std::string>());
        return;
    case JsonKind::Number:
        ASSERT_EQ(*ours.number(), theirs.get<double>());
        return;
    default:
        ASSERT_EQ(ours.raw(), theirs.dump());
    }
}

}  // namespace

TEST(Json, EveryValueHasItsBytes) {
    EXPECT_EQ(
        tape(R"( {"a" : 1, "b":[true ,"x,\"]" , {} ,[]],"c":{"d":-1.5e3}} )"),
        R"({"a" : 1, "b":[true ,"x,\"]" , {} ,[]],"c":{"d":-1.5e3}} | "a": | 1 | "b": | [true ,"x,\"]" , {} ,[]] )"
        R"(| true | "x,\"]" | {} | [] | "c": | {"d":-1.5e3} | "d": | -1.5e3)");
    EXPECT_EQ(tape("[1,2.25,-3,123456789012,4]"), "[1,2.25,-3,123456789012,4] | 1 | 2.25 | -3 | 123456789012 | 4");
    EXPECT_EQ(tape("7"), "7");
    EXPECT_EQ(tape("\"a longer text than eight bytes\""), "\"a longer text than eight bytes\"");
}

// Whatever stands at whatever place in a list that is longer than what is looked at at once.
TEST(Json, LongListsOfNumbersHaveTheirItemsWhereverOddOnesStand) {
    for (const std::string odd : {"-1.5", "1e5", "-2E+7", "true", "[3]", "\"4\"", " 5", "6 ", "123456789012", "\n7"})
        for (std::size_t place = 0; place < 40; ++place) {
            std::string text = "[", wanted;
            for (std::size_t i = 0; i < 60; ++i) {
                const std::string item = i == place ? odd : std::to_string(i * i * (i % 3));
                text += (i ? "," : "") + item;
                wanted += " | " + std::string(item.substr(item.find_first_not_of(" \n")));
                if (wanted.back() == ' ') wanted.pop_back();
                if (item == "[3]") wanted += " | 3";
            }
            text += "]";
            ASSERT_EQ(tape(text), text + wanted);
            ASSERT_TRUE(scan(text)->doc.notes.empty()) << text;
        }
}

TEST(Json, HolesInLongListsAreNoted) {
    std::string text = "[";
    for (int i = 0; i < 60; ++i) text += i == 41 ? "," : "12,";
    text += "1]";
    const auto in = scan(text);
    EXPECT_EQ(in->root.size(), 60u);
    ASSERT_EQ(in->doc.notes.size(), 1u);
    EXPECT_EQ(in->doc.notes[0].where.at, 1u + 41 * 3);
}

TEST(Json, ValuesAreFoundByKeyAndInOrder) {
    const auto in = scan(R"({"n":2.5,"s":"3","t":"\u00e9\n\ud83d\ude00","n":7,"l":[1,[2],{"k":3}],"z":null})");
    const JsonValue& root = in->root;
    ASSERT_TRUE(in->whole);
    EXPECT_EQ(root["n"].number(), 7) << "of equal keys the last one counts";
    EXPECT_EQ(root["s"].number(), 3);
    EXPECT_EQ(root["t"].text(), "\xC3\xA9\n\xF0\x9F\x98\x80");
    EXPECT_FALSE(root["t"].number());
    EXPECT_FALSE(root["none"]);
    EXPECT_FALSE(root["none"]["deeper"].number());
    EXPECT_EQ(root["z"].raw(), "null");
    EXPECT_EQ(root["l"].size(), 3u);
    std::string raw;
    for (const JsonValue item : root["l"]) raw += std::string(item.raw()) + ";";
    EXPECT_EQ(raw, "1;[2];{\"k\":3};");
    std::string keys;
    for (const JsonValue item : root) keys += item.key().text();
    EXPECT_EQ(keys, "nstnlz");
    EXPECT_TRUE(in->doc.notes.empty());
}

TEST(Json, WhatIsNotQuiteJsonIsNotedAndRead) {
    struct Case {
        const char* text;
        const char* tape;
        const char* message;
    };
    for (const Case& c : {
             Case{"[1,2,]", "[1,2,] | 1 | 2", "expected a value after ,, found \",]\" at offset 4 (line 1)"},
             Case{"{\"a\":1,}", "{\"a\":1,} | \"a\": | 1", "expected a key after ,, found \",}\" at offset 6 (line 1)"},
             Case{"[NaN,1]", "[NaN,1] | NaN | 1", "expected a value, found \"NaN,1]\" at offset 1 (line 1)"},
             Case{"[1,\n-Infinity]", "[1,\n-Infinity] | 1 | -Infinity",
                  "expected a value, found \"-Infinity]\" at offset 4 (line 2)"},
             Case{"[1 2]", "[1 2] | 1 | 2", "expected a comma, found \"2]\" at offset 3 (line 1)"},
             Case{"[,1]", "[,1] | 1", "expected a value, found \",1]\" at offset 1 (line 1)"},
             Case{"{\"a\" 1}", "{\"a\" 1} | \"a\": | 1", "expected a colon, found \"1}\" at offset 5 (line 1)"},
             Case{"{\"a\":,\"b\":2}", "{\"a\":,\"b\":2} | \"a\": |  | \"b\": | 2",
                  "expected a value, found \",\"b\":2}\" at offset 5 (line 1)"},
             Case{"[\"\xC3(\"]", "[\"\xC3(\"] | \"\xC3(\"", "expected text in UTF-8, found C3 at offset 2 (line 1)"},
         }) {
        const auto in = scan(c.text);
        EXPECT_EQ(tape(in->doc), c.tape) << c.text;
        EXPECT_TRUE(in->whole) << c.text;
        ASSERT_EQ(in->doc.notes.size(), 1u) << c.text;
        EXPECT_EQ(in->doc.notes[0].message, c.message);
    }
}

TEST(Json, FaultsKeepWhatStandsBeforeThem) {
    struct Case {
        const char* text;
        const char* tape;
        const char* message;
        uint32_t gap;
    };
    for (const Case& c : {
             Case{
                 "{\"a\":[1,2", "{\"a\":[1, | \"a\": | [1, | 1",
                 "expected , or ] in the array that begins at offset 5, found the end of the text at offset 9 (line 1)",
                 8},
             Case{"{\"a\":1,\"b", "{\"a\":1, | \"a\": | 1",
                  "expected \" for the string that begins at offset 7, found the end of the text at offset 9 (line 1)",
                  7},
             Case{"{\"a\":1,\"b\":", "{\"a\":1,\"b\": | \"a\": | 1",
                  "expected a value in the object that begins at offset 0, found the end of the text at offset 11 "
                  "(line 1)",
                  0},
             Case{"[[1,2},3]", "[[1,2 | [1,2 | 1 | 2", "expected , or ], found \"},3]\" at offset 5 (line 1)", 6},
             Case{"{\"a\":1]", "{\"a\":1 | \"a\": | 1", "expected , or }, found \"]\" at offset 6 (line 1)", 6},
             Case{"{a:1}", "{", "expected a key in quotes, found \"a:1}\" at offset 1 (line 1)", 1},
             Case{"[1]\n[2]", "[1] | 1", "expected the end of the text, found \"[2]\" at offset 4 (line 2)", 4},
             Case{"", "", "expected a value, found the end of the text at offset 0 (line 1)", 0},
         }) {
        const auto in = scan(c.text);
        EXPECT_EQ(tape(in->doc), c.tape) << c.text;
        EXPECT_FALSE(in->whole) << c.text;
        ASSERT_EQ(in->doc.notes.size(), 1u) << c.text;
        EXPECT_EQ(in->doc.notes[0].message, c.message);
        EXPECT_EQ(in->doc.notes[0].severity, Severity::Error);
        if (c.gap == 0) continue;
        ASSERT_EQ(gaps(in->doc).size(), 1u) << c.text;
        EXPECT_EQ(gaps(in->doc)[0].at, c.gap) << c.text;
    }
}

TEST(Json, EveryPrefixIsReportedAndSound) {
    const std::string text =
        "\xEF\xBB\xBF{\"a\" : [1, -2.5, \"x\\\"y\", null],\n \"b\": {\"c\": {}, \"d\": true}, \"e\": 12}";
    for (std::size_t n = 0; n < text.size(); ++n) {
        const auto in = scan(text.substr(0, n));
        EXPECT_EQ(in->whole, n == 1 || n == 2) << n;  // less than the mark is an odd word
        EXPECT_FALSE(in->doc.notes.empty()) << n;
        for (const JsonNode& node : in->doc.tree.json) {
            EXPECT_LE(node.at + node.size, n);
            EXPECT_LE(node.next, in->doc.tree.json.size());
        }
        if (in->doc.tree.fields.empty()) continue;
        std::vector<bool> claimed(n);
        collect_leaves(in->doc, root(in->doc), claimed);
    }
    const auto all = scan(text);
    EXPECT_TRUE(all->whole);
    EXPECT_TRUE(all->doc.notes.empty());
    EXPECT_EQ(text_field(all->doc).where.at, 3u);
}

TEST(Json, DepthTakesNoStack) {
    const std::string deep(3'000'000, '[');
    const auto in = scan(deep);
    EXPECT_FALSE(in->whole);
    EXPECT_EQ(in->doc.tree.json.size(), deep.size());
    EXPECT_EQ(in->doc.tree.json[0].next, deep.size());
    const auto closed = scan(std::string(1'000'000, '[') + std::string(1'000'000, ']'));
    EXPECT_TRUE(closed->whole);
    EXPECT_EQ(json_value_bytes(closed->doc.file, 10).size, 2'000'000u - 20);
}

TEST(Json, AFloodOfFaultsIsSummedUp) {
    std::string text = "[";
    for (int i = 0; i < 100'000; ++i) text += "nan ";
    const auto begin = std::chrono::steady_clock::now();
    const auto in = scan(text + "]");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
    EXPECT_EQ(in->doc.notes.size(), 101u);
    EXPECT_EQ(in->root.size(), 100'000u);
}

TEST(Json, RootKeysAreFoundWithoutReadingTheRest) {
    const auto has = [](std::string_view text) { return json_has_key(test::bytes(text), "armature").value_or(false); };
    EXPECT_TRUE(has(R"({"armature":)"));
    EXPECT_TRUE(has("\xEF\xBB\xBF {\"a\":{\"b\":[\"}\"]},\"armature\" : 1"));
    EXPECT_FALSE(has(R"({"a":{"armature":1}})"));
    EXPECT_FALSE(has(R"({"a":"armature"})"));
    EXPECT_FALSE(has(R"({"a":"\"armature\":1"})"));
    EXPECT_FALSE(has(R"([{"armature":1}])"));
    EXPECT_FALSE(has(R"({"a":1}{"armature":1})"));
    EXPECT_FALSE(has(""));
    EXPECT_FALSE(has("}{"));
}

TEST(Json, ValueEndsAreFoundInTheText) {
    const std::string text = R"([12,"a]\"b",{"c":[1,"}"]},true])";
    const auto piece = [&](std::size_t at) {
        return std::string(text_of(test::bytes(text), json_value_bytes(test::bytes(text), static_cast<uint32_t>(at))));
    };
    EXPECT_EQ(piece(0), text);
    EXPECT_EQ(piece(1), "12");
    EXPECT_EQ(piece(4), R"("a]\"b")");
    EXPECT_EQ(piece(text.find('{')), R"({"c":[1,"}"]})");
    EXPECT_EQ(piece(text.find("true")), "true");
    EXPECT_EQ(piece(text.size()), "");
}

TEST(JsonTree, RowsAreValuesAndTheKeysOfAnObjectStandTogether) {
    const auto in = scan(R"({"name":"a\tb","list":[1,{"x":true}],"none":null})");
    const Document& doc = in->doc;
    const auto top = level(doc, text_field(doc));
    ASSERT_EQ(top.size(), 4u);
    EXPECT_EQ(describe(doc, top[0]).name, "name");
    EXPECT_EQ(describe(doc, top[0]).type, "string");
    EXPECT_EQ(text_of(doc.file, top[0].where), R"("a\tb")");
    EXPECT_EQ(describe(doc, top[1]).type, "array");
    EXPECT_EQ(describe(doc, top[1]).value, R"([1,{"x":true}])");
    EXPECT_EQ(describe(doc, top[2]).type, "null");
    EXPECT_EQ(describe(doc, top[3]).name, "keys");
    const auto keys = level(doc, top[3]);
    ASSERT_EQ(keys.size(), 3u);
    EXPECT_EQ(text_of(doc.file, keys[1].where), "\"list\"");
    EXPECT_EQ(describe(doc, keys[1]).value, "list");
    std::vector<Node> one;
    children(doc, top[1], 1, 1, one);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(describe(doc, one[0]).name, "1");
    EXPECT_EQ(describe(doc, one[0]).type, "object");
}

TEST(JsonTree, PathsLeadToValuesAndToKeys) {
    const std::string text = R"({"armature":[{"bone":[{"name":"hip"}]}]})";
    const auto in = scan(text);
    const auto path = path_to(in->doc, static_cast<uint32_t>(text.find("hip")));
    ASSERT_EQ(path.size(), 7u);  // file, text, armature, 0, bone, 0, name
    EXPECT_EQ(describe(in->doc, path[4]).name, "bone");
    EXPECT_EQ(describe(in->doc, path[6]).value, "hip");
    const auto key = path_to(in->doc, static_cast<uint32_t>(text.find("bone")));
    ASSERT_EQ(key.size(), 6u);  // file, text, armature, 0, keys, key
    EXPECT_EQ(text_of(in->doc.file, key.back().where), "\"bone\"");
}

TEST(JsonTree, RealFilesAreReadAsOthersReadThemAndLeavesClaimAllWords) {
    NEED_SHARED();
    for (const std::string& path : json_samples()) {
        const Big<byte> file = test::bytes_of(path);
        const std::string_view text = text_of(file, {0, static_cast<uint32_t>(file.size())});
        const auto in = scan(text);
        EXPECT_TRUE(in->whole) << path;
        EXPECT_TRUE(in->doc.notes.empty()) << path << ": " << in->doc.notes[0].message;
        expect_same(in->root, nlohmann::json::parse(text));
        std::vector<bool> claimed(file.size());
        collect_leaves(in->doc, root(in->doc), claimed);
        std::string rest;
        for (std::size_t i = 0; i < claimed.size(); ++i)
            if (!claimed[i]) rest += text[i];
        EXPECT_EQ(rest.find_first_not_of(" \t\r\n[]{},:\xEF\xBB\xBF"), std::string::npos) << path;
        EXPECT_TRUE(gaps(in->doc).empty()) << path;
    }
}

TEST(Json, ControlBytesArePassedOverWithANoteWhereverTheyStand) {
    for (int control = 0; control <= 0x20; ++control) {
        const bool blank = json_blank(static_cast<char>(control));
        const std::string byte(1, static_cast<char>(control));
        const std::string good = R"({"a":[1,{"b":"c"},"d",null,[2],3],"e":{}})";
        for (std::size_t at = 0; at <= good.size(); ++at) {
            std::string text = good;
            text.insert(at, byte);
            const auto scanned = scan(text);
            EXPECT_LE(scanned->doc.tree.json.size(), 24u) << control << " at " << at;
            EXPECT_LE(scanned->doc.notes.size(), 6u) << control << " at " << at;
            if (!blank && (at == 0 || std::strchr("[,:{", good[at - 1]))) {
                EXPECT_FALSE(scanned->doc.notes.empty()) << control << " at " << at;
                EXPECT_TRUE(scanned->whole) << control << " at " << at;
            }
        }
    }
    const auto scanned = scan("[1\x01"
                              "2]");
    EXPECT_EQ(tape(scanned->doc), "[1\x01"
                                  "2] | 1 | 2");
    EXPECT_EQ(scanned->doc.notes.size(), 2u);
}

namespace {

// How many numbers of the array are read before one is left to others, and what is written, bit by bit.
std::vector<uint32_t> short_numbers(const JsonValue& array, std::size_t room, bool fours) {
    std::vector<float> out(array.size() + 1, -1234.5f);
    auto item = array.begin();
    const float* const end =
        item.short_numbers(array.end(), out.data(), out.data() + std::min(room, out.size()), fours);
    std::vector<uint32_t> bits{static_cast<uint32_t>(end - out.data())};
    for (const float value : out) bits.push_back(std::bit_cast<uint32_t>(value));
    bits.push_back(item != array.end() ? (*item).node() : none);
    return bits;
}

void expect_fours_like_ones(const std::string& text) {
    const auto scanned = scan(text);
    ASSERT_TRUE(scanned->root.is(JsonKind::Array)) << text;
    for (const std::size_t room : {std::size_t{0}, std::size_t{3}, std::size_t{5}, text.size()})
        ASSERT_EQ(short_numbers(scanned->root, room, true), short_numbers(scanned->root, room, false)) << text;
}

std::string random_number(uint32_t& state) {
    const auto next = [&](uint32_t n) { return ((state = state * 1664525u + 1013904223u) >> 8) % n; };
    std::string word = std::to_string(next(100'000'000) >> next(27));
    if (next(3) > 0 && word.size() < 8) word.insert(next(static_cast<uint32_t>(word.size())), ".");
    return (next(2) ? "-" : "") + word;
}

}  // namespace

TEST(Json, FourNumbersAtOnceAreLikeOneByOne) {
    if (!fast_vectors()) GTEST_SKIP() << "this processor reads them one by one";
    uint32_t state = 7;
    for (int i = 0; i < 4000; ++i) {
        std::string text = "    [";
        for (int n = 0; n < 23; ++n) text += (n ? "," : "") + random_number(state);
        expect_fours_like_ones(text + "]");
    }
}

TEST(Json, WhatIsNoShortNumberStopsFourAtOnceWhereverItStands) {
    if (!fast_vectors()) GTEST_SKIP() << "this processor reads them one by one";
    const char* const odd[] = {"-",   ".",    "-.",       "1.",        "--1",        "1-1",     "1.2.3",
                               "+1",  "1e5",  "1E-5",     "null",      "\"1\"",      "[1]",     "{}",
                               "[]",  "1/2",  "\"\"",     "123456789", "1 ",         "-.5",     ".5",
                               "9:9", "-0.0", "\x80\x80", "-12345678", "-1234567.8", "1234567."};
    for (const char* const word : odd)
        for (std::size_t at = 0; at < 9; ++at) {
            std::string text = "      [";
            for (std::size_t i = 0; i < 9; ++i) text += (i ? "," : "") + (i == at ? word : std::to_string(i) + ".25");
            expect_fours_like_ones(text + "]");
        }
}

}  // namespace bonescope
