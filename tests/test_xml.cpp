#include "core/xml.h"
#include "tests/support.h"
#include <chrono>

namespace bonescope {
namespace {

DocumentPtr parse(std::string_view text) { return load("test.skeleton.xml", test::bytes(text)); }

std::vector<Node> level(const Document& doc, const Node& node) {
    std::vector<Node> out;
    children(doc, node, 0, none, out);
    return out;
}

std::string text(const Document& doc, const Node& node) { return std::string(text_of(doc.file, node.where)); }

// "name=value" of every node below the text field, one level of brackets per element.
std::string outline(const Document& doc, const Node& node) {
    std::string out;
    for (const Node& child : level(doc, node)) {
        const NodeText said = describe(doc, child);
        out += out.empty() ? "" : " ";
        out += child.kind == Node::Kind::Element ? said.name + "(" + outline(doc, child) + ")" : text(doc, child);
    }
    return out;
}

std::string outline(std::string_view file) {
    const auto doc = parse(file);
    std::string out;
    for (const Node& field : level(*doc, root(*doc)))
        if (describe(*doc, field).type == "xml") out += outline(*doc, field);
    return out;
}

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

}  // namespace

TEST(Xml, OpensLevelsFromTheText) {
    EXPECT_EQ(outline("<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \">\">]>\n<skeleton x='1'  y = \"a>b\">\n"
                      "<!-- note --><b/>text<c z=\"\"></c></skeleton>\n<d/>"),
              "<?xml version=\"1.0\"?> <!DOCTYPE a [<!ENTITY b \">\">]> skeleton(<skeleton x='1' y = \"a>b\" "
              "<!-- note --> b(<b) text c(<c z=\"\" </c>) </skeleton>) d(<d)");
    EXPECT_EQ(outline("<skeleton>\n</skeleton >"), "skeleton(<skeleton </skeleton >)");
}

TEST(Xml, DescribesRows) {
    const auto doc = parse("<skeleton a=\"&lt;1\"><b>two\nlines</b></skeleton>");
    const auto top = level(*doc, level(*doc, root(*doc))[0]);
    ASSERT_EQ(top.size(), 1u);
    EXPECT_EQ(describe(*doc, top[0]).value, "a=\"&lt;1\"");
    const auto inner = level(*doc, top[0]);
    ASSERT_EQ(inner.size(), 4u);
    EXPECT_EQ(describe(*doc, inner[1]).name, "a");
    EXPECT_EQ(describe(*doc, inner[1]).value, "&lt;1");
    EXPECT_EQ(describe(*doc, inner[2]).name, "b");
    EXPECT_EQ(describe(*doc, inner[2]).value, "two lines");
    EXPECT_EQ(describe(*doc, inner[3]).name, "end tag");
}

TEST(Xml, PathLeadsToTheDeepestNode) {
    const std::string file = "<skeleton><bones><bone id=\"0\" name=\"a\"/></bones></skeleton>";
    const auto doc = parse(file);
    const auto path = path_to(*doc, static_cast<uint32_t>(file.find("name")));
    ASSERT_EQ(path.size(), 6u);  // file, text, skeleton, bones, bone, attribute
    EXPECT_EQ(text(*doc, path.back()), "name=\"a\"");
    EXPECT_EQ(text(*doc, path[4]), "<bone id=\"0\" name=\"a\"/>");
}

TEST(Xml, OffsetsSurviveEntitiesAndMarks) {
    Document doc;
    const std::string file = "\xEF\xBB\xBF<a b=\"x&amp;y\" c='&#65;' d=\"\">t</a><e/>";
    doc.file = test::bytes(file);
    const XmlFile xml(doc, {0, static_cast<uint32_t>(file.size())});
    const auto node = xml.root().child("a");
    EXPECT_STREQ(node.attribute("b").value(), "x&y");
    EXPECT_EQ(text_of(doc.file, xml.where(node.attribute("b"))), "x&amp;y");
    EXPECT_EQ(text_of(doc.file, xml.where(node.attribute("c"))), "&#65;");
    EXPECT_EQ(xml.where(node.attribute("d")), (Bytes{static_cast<uint32_t>(file.find("d=\"") + 3), 0}));
    EXPECT_EQ(text_of(doc.file, xml.where(node)), "<a b=\"x&amp;y\" c='&#65;' d=\"\">t</a>");
    EXPECT_EQ(text_of(doc.file, xml.where(xml.root().child("e"))), "<e/>");
    EXPECT_TRUE(xml.whole());
    EXPECT_TRUE(doc.notes.empty());
}

TEST(Xml, FaultsHavePlaceAndLineAndLeaveTheRestUnclaimed) {
    const std::string good = "<skeleton>\n<bones>\n<bone id=\"0\" name=\"a\"/>\n";
    for (const std::string bad : {"<bone id=0/></bones></skeleton>", "</skeleton>", "<bone id=\"1\"", "< x></bones>"}) {
        const std::string file = good + bad;
        const auto doc = parse(file);
        ASSERT_FALSE(doc->notes.empty()) << bad;
        const Finding& note = doc->notes[0];
        EXPECT_EQ(note.where.at, good.size()) << bad;
        EXPECT_EQ(note.line, 4) << bad;
        EXPECT_NE(note.message.find("expected"), std::string::npos);
        EXPECT_NE(note.message.find("found"), std::string::npos);
        ASSERT_EQ(gaps(*doc).size(), 1u);
        EXPECT_EQ(gaps(*doc)[0], (Bytes{static_cast<uint32_t>(good.size()), static_cast<uint32_t>(bad.size())}));
        ASSERT_EQ(doc->skeletons.size(), 1u);
        EXPECT_EQ(doc->skeletons[0].joints.size(), 1u);
    }
}

TEST(Xml, FindsTheEndsOfNestedElements) {
    Document doc;
    const std::string a = "<a><b><c/>x<!-- </b> --></b ><d>t</d>\n</a>", file = a + "<e><f>";
    doc.file = test::bytes(file);
    const XmlFile xml(doc, {0, static_cast<uint32_t>(file.size())});
    EXPECT_EQ(text_of(doc.file, xml.where(xml.root().child("a"))), a);
    EXPECT_EQ(text_of(doc.file, xml.where(xml.root().child("a").child("b"))), "<b><c/>x<!-- </b> --></b >");
    EXPECT_EQ(text_of(doc.file, xml.where(xml.root().child("e"))), "<e><f>");
}

TEST(Xml, NamesTheTagThatStayedOpen) {
    const auto doc = parse("<skeleton><bones>");
    ASSERT_FALSE(doc->notes.empty());
    EXPECT_NE(doc->notes[0].message.find("</bones>"), std::string::npos) << doc->notes[0].message;
    EXPECT_NE(doc->notes[0].message.find("the end of the text"), std::string::npos) << doc->notes[0].message;
}

TEST(Xml, ZeroBytesAndUtf16AreNamed) {
    const auto zero = parse(std::string_view("<skeleton><bones/>\0</skeleton>", 30));
    ASSERT_FALSE(zero->notes.empty());
    EXPECT_NE(zero->notes[0].message.find("zero byte at offset 18"), std::string::npos) << zero->notes[0].message;
    const auto wide = parse(std::string_view("\xFF\xFE<\0s\0", 6));
    ASSERT_FALSE(wide->notes.empty());
    EXPECT_NE(wide->notes[0].message.find("UTF-16"), std::string::npos) << wide->notes[0].message;
    EXPECT_TRUE(wide->skeletons.empty());
}

TEST(Xml, DeepNestingIsNoRecursion) {
    std::string file = "<skeleton>";
    for (int i = 0; i < 300000; ++i) file += "<bone>";
    const auto doc = parse(file);
    EXPECT_FALSE(doc->notes.empty());
    EXPECT_EQ(level(*doc, root(*doc)).size(), 1u);
}

TEST(Xml, WideLevelsOpenInOnePass) {
    std::string file = "<skeleton>";
    constexpr uint32_t rows = 100000;
    for (uint32_t i = 0; i < rows; ++i) file += "<item value=\"1.5\" other=\"2.5\"><inner/></item>\n";
    file += "</skeleton>";
    const auto doc = parse(file);
    const Node text_field = level(*doc, root(*doc))[0];
    const Node top = level(*doc, text_field)[0];
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(child_count(*doc, top), rows + 2);
    const auto all = level(*doc, top);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(all.size(), rows + 2);
    EXPECT_LT(spent.count(), 5.0);
    std::vector<Node> few;
    children(*doc, top, 1 + 50000, 2, few);
    ASSERT_EQ(few.size(), 2u);
    EXPECT_EQ(few[0], all[50001]);
    EXPECT_EQ(path_to(*doc, few[1].where.at + 2).size(), 5u);
}

TEST(Xml, LeavesClaimEveryWordOfRealFiles) {
    NEED_SHARED();
    for (const char* name : {"fish.skeleton.xml", "fish.mesh.xml"}) {
        const auto doc = load(test::sample("ogre/assimp/" + std::string(name)).string());
        std::vector<bool> claimed(doc->file.size());
        collect_leaves(*doc, root(*doc), claimed);
        std::string rest;
        for (std::size_t i = 0; i < claimed.size(); ++i)
            if (!claimed[i]) rest += static_cast<char>(doc->file[i]);
        EXPECT_EQ(rest.find_first_not_of(" \t\r\n</>"), std::string::npos) << name;
        EXPECT_TRUE(gaps(*doc).empty()) << name;
        EXPECT_TRUE(doc->notes.empty()) << name << ": " << doc->notes[0].message;
    }
}

TEST(Xml, TheElementThatIsOpenIsTheOneExpected) {
    EXPECT_EQ(xml_open_element("<a><b>1</b><c x='>'/>text"), "a");
    EXPECT_EQ(xml_open_element("<?xml?><a><b><!-- <z> --><c>"), "c");
    EXPECT_EQ(xml_open_element("<a><b/></a>"), "");
    EXPECT_EQ(xml_open_element("</a></b><c>"), "c");
}

}  // namespace bonescope
