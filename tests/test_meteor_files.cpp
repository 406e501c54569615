// Bad files of the Meteor family made from good ones, and the words that its texts are made of.
#include "core/formats/meteor/words.h"
#include "tests/hostile.h"

namespace bonescope {
namespace {

using meteor::Token, meteor::Words;

std::vector<std::string> files_of(std::initializer_list<const char*> endings) {
    std::vector<std::string> out;
    if (!test::have_shared()) return out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::sample("meteor")))
        for (const char* ending : endings)
            if (lower(entry.path().string()).ends_with(ending)) out.push_back(entry.path().string());
    std::sort(out.begin(), out.end());
    return out;
}

// Nothing but blanks is missing.
bool only_blanks_follow(const Document& whole, uint32_t n) {
    const auto size = static_cast<uint32_t>(whole.file.size());
    return text_of(whole.file, {n, size - n}).find_first_not_of(" \t\r\n") == std::string_view::npos;
}

class MeteorFiles : public testing::TestWithParam<std::string> {};

TEST_P(MeteorFiles, EveryCutIsReported) {
    test::expect_cuts_reported(GetParam(), test::bytes_of(GetParam()), [](const Document& whole, uint32_t n) {
        return whole.format != "meteor.amb" && only_blanks_follow(whole, n);
    });
}

TEST_P(MeteorFiles, ReplacedNumbersDoNoHarm) {
    test::expect_patches_survived(GetParam(), test::bytes_of(GetParam()), 200, [](const DocumentPtr& doc) {
        test::pose_everything(doc);
        test::deform_everything(doc);
    });
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
    return test::name_of_file(info) + "_" + std::filesystem::path(info.param).extension().string().substr(1);
}

INSTANTIATE_TEST_SUITE_P(All, MeteorFiles, testing::ValuesIn(files_of({".bnc", ".skc", ".amb"})), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MeteorFiles);

// ---- words ----

struct Read {
    Document doc;
    explicit Read(std::string_view text) { doc.file = test::bytes(text); }
    std::string leaves() const {
        std::string out;
        for (const Field& field : doc.tree.fields)
            if (field.type == Type::Text)
                out += std::string(field.name) + "=" + std::string(text_of(doc.file, {field.at, field.size})) + ";";
        return out;
    }
};

TEST(MeteorWords, PartsTheText) {
    Read read("a 1.5 # b { \"\r\n\"c d\",e=f{g}");
    Words words(read.doc);
    using Kind = Token::Kind;
    const std::pair<Kind, const char*> want[] = {{Kind::Word, "a"},  {Kind::Word, "1.5"}, {Kind::Quoted, "c d"},
                                                 {Kind::Comma, ","}, {Kind::Word, "e"},   {Kind::Equals, "="},
                                                 {Kind::Word, "f"},  {Kind::Open, "{"},   {Kind::Word, "g"},
                                                 {Kind::Close, "}"}, {Kind::End, ""}};
    for (const auto& [kind, text] : want) {
        const Token token = words.next();
        EXPECT_EQ(token.kind, kind) << text;
        EXPECT_EQ(token.text, text);
        EXPECT_EQ(token.line, text == std::string_view("a") || text == std::string_view("1.5") ? 1 : 2) << text;
    }
}

TEST(MeteorWords, BracesInBig5LettersAreLetters) {
    Read read("\xA5\x7B\xB0\x7D{ x");  // two letters whose second bytes are braces
    Words words(read.doc);
    EXPECT_EQ(words.next().text, "\xA5\x7B\xB0\x7D");
    EXPECT_EQ(words.next().kind, Token::Kind::Open);
    EXPECT_EQ(words.next().text, "x");
}

TEST(MeteorWords, NumbersAreDecimal) {
    Read read("034 -7 2147483648 1,5 abc 1.2.3 9");
    Words words(read.doc);
    EXPECT_EQ(words.integer("n"), 34);
    EXPECT_EQ(words.integer("n"), -7);
    EXPECT_EQ(words.integer("n"), std::nullopt);  // taken: it is a number gone wrong
    EXPECT_EQ(words.number("n"), 1.f);
    EXPECT_TRUE(words.skip(Token::Kind::Comma));
    EXPECT_EQ(words.number("n"), 5.f);
    EXPECT_EQ(words.number("n"), std::nullopt);  // left: it may be the next key
    EXPECT_TRUE(words.next().is("ABC"));
    EXPECT_EQ(words.number("n"), std::nullopt);
    EXPECT_EQ(words.number("n"), 9.f);
    ASSERT_EQ(read.doc.notes.size(), 3u);
    EXPECT_EQ(read.doc.notes[1].message, "n: expected a number, found \"abc\" in line 1 at offset 22");
    EXPECT_EQ(read.doc.notes[1].where, (Bytes{22, 3}));
}

TEST(MeteorWords, ClaimsMakeTheTree) {
    Read read("# head\nkey 1 # of it\n 2\n# between\ngroup { x 1 # in\n} # after\n");
    {
        Words words(read.doc);
        const uint32_t key = words.next().where.at;
        words.integer("k"), words.integer("k");
        words.claim("statement", key);
        words.open("group");
        words.claim("header", words.next().where.at);
        words.expect(Token::Kind::Open, "{");
        words.unknown("nothing");
        words.expect(Token::Kind::Close, "}");
        words.close();
    }
    EXPECT_EQ(read.leaves(), "comment=# head;statement=key 1 # of it\n 2;comment=# between;header=group;unknown=x 1;"
                             "comment=# in;comment=# after;");
    EXPECT_TRUE(gaps(read.doc).empty());
    const auto& fields = read.doc.tree.fields;
    EXPECT_EQ(fields[0].end, fields.size());
    EXPECT_EQ(text_of(read.doc.file, {fields[4].at, fields[4].size}), "group { x 1 # in\n}");
}

TEST(MeteorWords, TheCommentOfALine) {
    Read read("Pose 22   # \xBD\xD5\xAE\xA7 \r\n{}");
    Words words(read.doc);
    words.next();
    EXPECT_EQ(words.line_comment(), "");
    words.next();
    EXPECT_EQ(words.line_comment(), "\xBD\xD5\xAE\xA7");
    words.next();
    EXPECT_EQ(words.line_comment(), "");
}

TEST(MeteorWords, QuotesEndInTheirLine) {
    Read read("\"open \r\nx \"y\"");
    Words words(read.doc);
    EXPECT_EQ(words.next().text, "open");
    EXPECT_EQ(words.next().text, "x");
    EXPECT_EQ(words.next().text, "y");
    ASSERT_EQ(read.doc.notes.size(), 1u);
    EXPECT_EQ(read.doc.notes[0].where, (Bytes{0, 5}));
    EXPECT_NE(read.doc.notes[0].message.find("in line 1 at offset 0"), std::string::npos);
}

TEST(MeteorWords, FaultsAreCountedBeyondSomeDozens) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "x { y }\n";
    Read read(text);
    {
        Words words(read.doc);
        while (!words.at(Token::Kind::End)) words.unknown("nothing");
    }
    ASSERT_EQ(read.doc.notes.size(), 51u);
    EXPECT_EQ(read.doc.notes[50].message, "950 more faults of this kind");
    EXPECT_TRUE(gaps(read.doc).empty());
}

TEST(MeteorWords, TheEndOfTheFileIsToldOnce) {
    const DocumentPtr doc = load("a.bnc", test::bytes("Bones: 1 Dummey: 0\nbone a\n{\n parent NULL\n quaternion 1 0"));
    EXPECT_EQ(std::count_if(doc->notes.begin(), doc->notes.end(),
                            [](const Finding& note) {
                                return note.message.find("found the end of the file") != std::string::npos;
                            }),
              1);
}

}  // namespace
}  // namespace bonescope
