#include "core/formats/meteor/meteor.h"
#include "core/formats/meteor/words.h"
#include "core/text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

namespace bonescope::meteor {
namespace {

// Quaternions are written with five digits.
constexpr float unit_tolerance = 2e-3f;  // of |q|²

struct BncNode {
    Joint joint;
    std::string parent;
    vec4 turn{1, 0, 0, 0};  // w x y z as written
    bool pivoted = false, turned = false;
    std::optional<int32_t> children;
    int line = 0;
};

struct Bnc {
    Document& doc;
    Words words;
    std::vector<BncNode> bones, dummies;
    Count said_bones, said_dummies;
};

void note(Document& doc, Severity severity, const BncNode& node, std::string message) {
    doc.note(severity, fmt::format("\"{}\" in line {}: {}", decode(node.joint.name), node.line, message),
             node.joint.where, node.line);
}

bool at_dummy(Words& words) { return words.at("Dummey") || words.at("Dummy"); }

bool at_end_of_node(Words& words) {
    return words.at(Token::Kind::Close) || words.at(Token::Kind::End) || words.at("bone") || at_dummy(words);
}

// 0 for a word that is neither a number nor a key.
float number(Words& words, const char* what) {
    const auto value = words.number(what);
    const bool key = words.at("parent") || words.at("pivot") || words.at("quaternion") || words.at("children");
    if (!value && !key && !at_end_of_node(words) && words.at(Token::Kind::Word)) words.next();
    return value.value_or(0.f);
}

void read_part(Bnc& p, BncNode& node) {
    Words& words = p.words;
    const Token key = words.peek();
    if (key.is("parent")) {
        words.next();
        if (words.at(Token::Kind::Word) || words.at(Token::Kind::Quoted))
            node.parent = words.next().text;
        else
            words.expect(Token::Kind::Word, "the name of a parent");
        return words.claim("parent", key.where.at);
    }
    if (key.is("pivot")) {
        words.next();
        for (int i = 0; i < 3; ++i) node.joint.bind.t[i] = number(words, "pivot");
        node.pivoted = true;
        return words.claim("pivot", key.where.at);
    }
    if (key.is("quaternion")) {
        words.next();
        for (int i = 0; i < 4; ++i) node.turn[i] = number(words, "quaternion");
        node.turned = true;
        return words.claim("quaternion", key.where.at);
    }
    if (key.is("children")) {
        words.next();
        node.children = words.integer("children");
        return words.claim("children", key.where.at);
    }
    words.unknown("parent, pivot, quaternion, children or }");
}

// A quaternion of no length turns nothing.
void set_turn(Bnc& p, BncNode& node) {
    const float square = glm::dot(node.turn, node.turn);
    if (std::isfinite(square) && square > 0)
        node.joint.bind.r = glm::normalize(quat(node.turn.x, node.turn.y, node.turn.z, node.turn.w));
    if (!(std::abs(square - 1) <= unit_tolerance))
        note(p.doc, Severity::Warning, node,
             fmt::format("quaternion: expected finite numbers of length 1, found {} {} {} {}", node.turn.x, node.turn.y,
                         node.turn.z, node.turn.w));
    const vec3 t = node.joint.bind.t;
    if (!(std::isfinite(t.x) && std::isfinite(t.y) && std::isfinite(t.z)))
        note(p.doc, Severity::Warning, node,
             fmt::format("pivot: expected finite numbers, found {} {} {}", t.x, t.y, t.z));
}

void check_parts(Bnc& p, const BncNode& node) {
    const auto miss = [&](const char* part, const char* instead) {
        note(p.doc, Severity::Warning, node, fmt::format("expected a {}, found none; {}", part, instead));
    };
    if (node.parent.empty()) miss("parent", "it is taken as a root");
    if (!node.pivoted) miss("pivot", "0 0 0 serves");
    if (!node.turned) miss("quaternion", "1 0 0 0 serves");
}

void read_node(Bnc& p, bool bone) {
    Words& words = p.words;
    Block block(words, bone ? "bone" : "dummy");
    const Token keyword = words.next();
    BncNode node;
    node.joint.socket = !bone;
    node.line = keyword.line;
    if (words.at(Token::Kind::Word) || words.at(Token::Kind::Quoted))
        node.joint.name = words.next().text;
    else
        words.expect(Token::Kind::Word, "a name");
    block.label(node.joint.name);
    words.claim("header", keyword.where.at);
    words.expect(Token::Kind::Open, "{ before the parts");
    while (!at_end_of_node(words)) read_part(p, node);
    words.expect(Token::Kind::Close, fmt::format("}} for \"{}\" of line {}", decode(node.joint.name), keyword.line));
    node.joint.where = {keyword.where.at, words.end() - keyword.where.at};
    set_turn(p, node);
    check_parts(p, node);
    (bone ? p.bones : p.dummies).push_back(std::move(node));
}

void read_count(Bnc& p, const char* name, Count& out) {
    const uint32_t from = p.words.next().where.at;
    out = p.words.count(name);
    p.words.claim(name, from);
}

void read_all(Bnc& p) {
    Words& words = p.words;
    while (!words.at(Token::Kind::End)) {
        if (words.at("Bones:"))
            read_count(p, "Bones", p.said_bones);
        else if (words.at("Dummey:") || words.at("Dummy:"))
            read_count(p, "Dummies", p.said_dummies);
        else if (words.at("bone"))
            read_node(p, true);
        else if (at_dummy(words))
            read_node(p, false);
        else
            words.unknown("Bones:, Dummey:, bone or Dummey");
    }
}

using ByName = std::unordered_map<std::string_view, int>;

// The place of joint b<i> or d<i>; -1: it names none.
int numbered(const Bnc& p, std::string_view name) {
    const auto bones = static_cast<int64_t>(p.bones.size()), dummies = static_cast<int64_t>(p.dummies.size());
    if (name.size() < 2 || (name[0] != 'b' && name[0] != 'd') || name[1] < '0' || name[1] > '9') return -1;
    const auto index = parse_int(name.substr(1));
    if (!index || *index >= (name[0] == 'b' ? bones : dummies)) return -1;
    return static_cast<int>(name[0] == 'b' ? *index : bones + *index);
}

int parent_of(Bnc& p, const ByName& by_name, const BncNode& node) {
    if (node.parent.empty() || node.parent == "NULL") return -1;
    if (const auto found = by_name.find(node.parent); found != by_name.end()) return found->second;
    const int index = numbered(p, node.parent);
    if (index < 0)
        note(p.doc, Severity::Error, node,
             fmt::format("parent: expected NULL, the name of a bone or dummy, b<number below {}> or d<number below "
                         "{}>, found \"{}\"; it is taken as a root",
                         p.bones.size(), p.dummies.size(), decode(node.parent)));
    return index;
}

// Parents may come later in the file, so they are looked up when all are known.
void link(Bnc& p, std::vector<Joint>& joints) {
    ByName by_name;
    std::vector<const BncNode*> nodes;
    for (const auto* list : {&p.bones, &p.dummies})
        for (const BncNode& node : *list) {
            if (!by_name.emplace(node.joint.name, static_cast<int>(nodes.size())).second)
                note(p.doc, Severity::Warning, node, "the name is there before; as a parent it means the first");
            nodes.push_back(&node);
        }
    for (const BncNode* node : nodes) {
        Joint joint = node->joint;
        joint.id = static_cast<int>(joints.size());
        joint.parent = parent_of(p, by_name, *node);
        joints.push_back(std::move(joint));
    }
}

void break_cycles(Bnc& p, Skeleton& skeleton) {
    std::vector<int> bad;
    parents_first(skeleton.joints, &bad);
    for (const int index : bad) {
        const auto i = static_cast<std::size_t>(index);
        note(p.doc, Severity::Error, i < p.bones.size() ? p.bones[i] : p.dummies[i - p.bones.size()],
             "is its own ancestor; it is taken as a root");
        skeleton.joints[i].parent = -1;
    }
    skeleton.order = parents_first(skeleton.joints);
}

void check_children(Bnc& p, const std::vector<Joint>& joints) {
    std::vector<int32_t> below(joints.size());
    for (const Joint& joint : joints)
        if (!joint.socket && joint.parent >= 0) ++below[static_cast<std::size_t>(joint.parent)];
    for (std::size_t i = 0; i < p.bones.size(); ++i) {
        const BncNode& bone = p.bones[i];
        if (bone.children && *bone.children != below[i])
            note(p.doc, Severity::Warning, bone,
                 fmt::format("children: expected {}, as many bones name it as parent, found {}", below[i],
                             *bone.children));
    }
}

}  // namespace

bool is_bnc(std::span<const byte> file, std::string_view name) {
    const std::string word = first_word(file);
    return word == "bones:" || (name.ends_with(".bnc") && !word.empty());
}

void parse_bnc(Document& doc) {
    Bnc p{doc, Words(doc), {}, {}, {}, {}};
    read_all(p);
    check_count(doc, p.words, p.said_bones, "bones", p.bones.size());
    check_count(doc, p.words, p.said_dummies, "dummies", p.dummies.size());
    if (p.bones.empty() && p.dummies.empty()) return;
    Skeleton& skeleton = doc.skeletons.emplace_back();
    skeleton.name = stem_of(base_name(doc.path));
    link(p, skeleton.joints);
    break_cycles(p, skeleton);
    check_children(p, skeleton.joints);
}

}  // namespace bonescope::meteor
