#include "core/formats/meteor/encoding.h"
#include "core/formats/meteor/meteor.h"
#include "core/formats/meteor/prop.h"
#include "core/text.h"
#include <cmath>
#include <fmt/format.h>

namespace bonescope::meteor {
namespace {

using Kind = Token::Kind;

struct Des {
    Document& doc;
    Words words;
    ObjectCounts said;
    std::vector<Joint> joints;
};

void note(Des& p, const Joint& joint, const Token& key, std::string_view message) {
    p.words.fault(Severity::Warning, key,
                  fmt::format("object \"{}\" in line {}: {}", decode(joint.name, p.doc.encoding), key.line, message));
}

template <int N> vec4 numbers(Words& words, const char* name) {
    vec4 out(0);
    for (int i = 0; i < N; ++i) out[i] = words.number(name).value_or(0.f);
    return out;
}

void read_position(Des& p, Joint& joint) {
    const Token key = p.words.next();
    const vec4 read = numbers<3>(p.words, "Position");
    p.words.claim("Position", key.where.at);
    joint.bind.t = vec3(read);
    if (!std::isfinite(read.x + read.y + read.z))
        note(p, joint, key, fmt::format("Position: expected finite numbers, found {} {} {}", read.x, read.y, read.z));
}

// A quaternion of no length turns nothing.
void read_quaternion(Des& p, Joint& joint) {
    const Token key = p.words.next();
    const vec4 q = numbers<4>(p.words, "Quaternion");
    p.words.claim("Quaternion", key.where.at);
    const float square = glm::dot(q, q);
    if (std::isfinite(square) && square > 0) joint.bind.r = glm::normalize(quat(q.x, q.y, q.z, q.w));
    if (!(std::abs(square - 1) <= unit_tolerance))
        note(p, joint, key,
             fmt::format("Quaternion: expected finite numbers of length 1, found {} {} {} {}", q.x, q.y, q.z, q.w));
}

// Lines like key = "value", for the game's rules.
void read_custom(Des& p) {
    Words& words = p.words;
    Block block(words, "Custom");
    words.claim("header", words.next().where.at);
    if (!words.expect(Kind::Open, "{ after Custom:")) return;
    while (!words.at(Kind::Close) && !words.at(Kind::End) && !words.at("Object")) {
        const Token key = words.next();
        while (!words.at(Kind::Close) && !words.at(Kind::End) &&
               (words.peek().line == key.line || words.at(Kind::Equals)))
            words.next();
        words.claim("entry", key.where.at);
    }
    words.expect(Kind::Close, "} for Custom:");
}

void read_part(Des& p, Joint& joint) {
    Words& words = p.words;
    if (words.at("Position:")) return read_position(p, joint);
    if (words.at("Quaternion:")) return read_quaternion(p, joint);
    if (words.at("Custom:")) return read_custom(p);
    if (!words.at("TextureAnimation:")) return words.unknown("Position:, Quaternion:, TextureAnimation:, Custom: or }");
    const uint32_t from = words.next().where.at;
    numbers<3>(words, "TextureAnimation");
    words.claim("TextureAnimation", from);
}

void read_object(Des& p) {
    Words& words = p.words;
    Block block(words, "Object");
    const Token key = words.next();
    Joint joint;
    joint.name = rest_of_line(p.doc, words, key);
    joint.id = static_cast<int>(p.joints.size());
    joint.socket = p.said.objects.said && joint.id >= *p.said.objects.said;
    block.label(joint.name);
    words.claim("header", key.where.at);
    if (joint.name.empty()) note(p, joint, key, "expected a name");
    words.expect(Kind::Open, "{ before the parts");
    while (!words.at(Kind::Close) && !words.at(Kind::End) && !words.at("Object")) read_part(p, joint);
    words.expect(Kind::Close,
                 fmt::format("}} for object \"{}\" of line {}", decode(joint.name, p.doc.encoding), key.line));
    joint.where = {key.where.at, words.end() - key.where.at};
    p.joints.push_back(std::move(joint));
}

}  // namespace

bool is_des(std::span<const byte> file, std::string_view name) {
    return name.ends_with(".des") && first_word(file) == "sceneobjects";
}

void parse_des(Document& doc) {
    doc.encoding = encoding_of(doc.file);
    Des p{doc, Words(doc), {}, {}};
    while (!p.words.at(Kind::End)) {
        if (at_object_counts(p.words))
            read_object_counts(p.words, p.said);
        else if (p.words.at("Object"))
            read_object(p);
        else
            p.words.unknown("SceneObjects or Object");
    }
    check_count(doc, p.words, p.said.all(), "objects", p.joints.size());
    if (p.joints.empty()) return;
    Skeleton& skeleton = doc.skeletons.emplace_back();
    skeleton.name = stem_of(base_name(doc.path));
    skeleton.joints = std::move(p.joints);
    skeleton.order = parents_first(skeleton.joints);
}

}  // namespace bonescope::meteor
