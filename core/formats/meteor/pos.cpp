#include "core/formats/meteor/pos.h"
#include "core/formats/meteor/encoding.h"
#include "core/formats/meteor/meteor.h"
#include "core/formats/meteor/words.h"
#include "core/text.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace bonescope::meteor {
namespace {

using Kind = Token::Kind;

// What stands behind a key.
enum class Form : uint8_t { Pose, Whole, Number, Word, Color, Bones, Block };
enum class Place : uint8_t { Outside, Pose, Window, Both };
struct Key {
    const char* name;
    Form form;
    Place place;
};
constexpr std::array keys = {Key{"Start", Form::Whole, Place::Both},
                             Key{"End", Form::Whole, Place::Both},
                             Key{"Speed", Form::Number, Place::Window},
                             Key{"Pose", Form::Pose, Place::Outside},
                             Key{"source", Form::Whole, Place::Pose},
                             Key{"Action", Form::Block, Place::Pose},
                             Key{"Blend", Form::Block, Place::Pose},
                             Key{"Attack", Form::Block, Place::Pose},
                             Key{"Drag", Form::Block, Place::Pose},
                             Key{"NextPose", Form::Block, Place::Pose},
                             Key{"EffectType", Form::Whole, Place::Pose},
                             Key{"EffectID", Form::Word, Place::Pose},
                             Key{"LoopStart", Form::Whole, Place::Pose},
                             Key{"LoopEnd", Form::Whole, Place::Pose},
                             Key{"link", Form::Whole, Place::Pose},
                             Key{"Time", Form::Number, Place::Window},
                             Key{"Color", Form::Color, Place::Window},
                             Key{"bone", Form::Bones, Place::Window},
                             Key{"AttackType", Form::Whole, Place::Window},
                             Key{"CheckFriend", Form::Whole, Place::Window},
                             Key{"DefenseValue", Form::Number, Place::Window},
                             Key{"DefenseMove", Form::Number, Place::Window},
                             Key{"TargetValue", Form::Number, Place::Window},
                             Key{"TargetMove", Form::Number, Place::Window},
                             Key{"TargetPose", Form::Whole, Place::Window},
                             Key{"TargetPoseFront", Form::Whole, Place::Window},
                             Key{"TargetPoseBack", Form::Whole, Place::Window},
                             Key{"TargetPoseLeft", Form::Whole, Place::Window},
                             Key{"TargetPoseRight", Form::Whole, Place::Window}};

const Key* key_of(const Token& token) {
    if (token.kind != Kind::Word) return nullptr;
    const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return token.is(key.name); });
    return found == keys.end() ? nullptr : &*found;
}

bool is(const Key* key, std::string_view name) { return key && key->name == name; }

WindowKind kind_of(const Key& key) {
    if (is(&key, "Blend")) return WindowKind::Blend;
    if (is(&key, "Attack")) return WindowKind::Attack;
    if (is(&key, "Drag")) return WindowKind::Drag;
    return is(&key, "NextPose") ? WindowKind::Next : WindowKind::Action;
}

class Poses {
public:
    explicit Poses(Document& doc) : doc_(doc), words_(doc) {}
    void run();

private:
    void pose();
    void read_number(ClipRange& range);
    void pose_key(const Key& key, RangeText& text);
    void window(const Key& key, RangeText& text);
    void window_key(const Key& key, RangeWindow& window);
    void bones(RangeWindow& window);
    void color();
    void whole(const Key& key, std::optional<int32_t>& out);
    float number(const Key& key);
    void unknown();
    void stray();
    bool open(const Token& header, std::string_view name);
    void not_closed(const Token& header, std::string_view name);

    Document& doc_;
    Words words_;
    RangeChecks checks_{doc_};
};

void Poses::run() {
    while (!words_.at(Kind::End)) {
        if (words_.at("pose"))
            pose();
        else
            stray();
    }
    checks_.finish();
}

// Without its brace a block is read as if it had one.
bool Poses::open(const Token& header, std::string_view name) {
    if (words_.skip(Kind::Open)) return true;
    words_.fault(Severity::Error, header,
                 fmt::format("expected {{ after {} in line {} at offset {}, found {}", name, header.line,
                             header.where.at, words_.found(words_.peek())));
    return false;
}

void Poses::not_closed(const Token& header, std::string_view name) {
    words_.fault(Severity::Error, header,
                 fmt::format("expected }} for {} that begins in line {} at offset {}, found {}", name, header.line,
                             header.where.at, words_.found(words_.peek())));
}

// Props leave the number out and count from 0.
void Poses::read_number(ClipRange& range) {
    range.number = static_cast<int>(doc_.ranges.size());
    const Token& token = words_.peek();
    if (token.kind != Kind::Word || key_of(token)) return;
    const uint32_t at = token.where.at;
    if (const auto number = words_.integer("Pose"))
        range.number = *number;
    else if (words_.peek().where.at == at)
        words_.next();  // a name in its place: the block behind it is meant all the same
}

void Poses::pose() {
    Block block(words_, "Pose");
    const Token header = words_.next();
    ClipRange range;
    read_number(range);
    range.comment = words_.line_comment();
    words_.claim("header", header.where.at);
    const std::string name = fmt::format("Pose {}", range.number);
    const bool beside = range.comment.empty() && words_.peek().line == header.line;
    const bool opened = open(header, name);
    if (opened && beside) range.comment = words_.line_comment();
    block.label(range.comment.empty() ? fmt::format("{}", range.number)
                                      : fmt::format("{} {}", range.number, range.comment));
    RangeText text{range, header, {}, {}};
    while (!words_.skip(Kind::Close)) {
        const Key* key = key_of(words_.peek());
        if (words_.at(Kind::End) || is(key, "Pose")) {
            if (opened) not_closed(header, name);
            break;
        }
        if (key && key->form == Form::Block)
            window(*key, text);
        else if (key && key->place != Place::Window)
            pose_key(*key, text);
        else
            unknown();
    }
    range.placed = range.start || range.end;
    range.where = {header.where.at, words_.end() - header.where.at};
    checks_.check(text);
    doc_.ranges.push_back(std::move(range));
}

void Poses::whole(const Key& key, std::optional<int32_t>& out) {
    const Token token = words_.next();
    const auto value = words_.integer(key.name);
    words_.claim(key.name, token.where.at);
    if (out) checks_.repeated(token, key.name);
    if (value) out = value;
}

float Poses::number(const Key& key) {
    const uint32_t from = words_.next().where.at;
    const auto value = words_.number(key.name);
    words_.claim(key.name, from);
    return value.value_or(0.f);
}

void Poses::pose_key(const Key& key, RangeText& text) {
    ClipRange& range = text.range;
    if (key.form == Form::Word) {
        const uint32_t from = words_.next().where.at;
        const Token& value = words_.peek();
        if ((value.kind == Kind::Word && !key_of(value)) || value.kind == Kind::Quoted)
            range.effect = words_.next().text;
        else
            words_.fault(Severity::Error, value,
                         fmt::format("{}: expected a name, found {}", key.name, words_.found(value)));
        return words_.claim(key.name, from);
    }
    std::optional<int32_t> other;
    if (is(&key, "Start")) return whole(key, range.start);
    if (is(&key, "End")) return whole(key, range.end);
    if (is(&key, "LoopStart")) return whole(key, range.loop_start);
    if (is(&key, "LoopEnd")) return whole(key, range.loop_end);
    if (is(&key, "link")) return whole(key, range.link);
    const Token token = words_.peek();
    whole(key, other);
    if (!is(&key, "source") || !other) return;
    range.source = *other;
    if (*other != 0 && *other != 1) checks_.bad_source(text, token);
}

void Poses::window(const Key& key, RangeText& text) {
    const Token header = words_.peek();
    RangeWindow out;
    out.kind = kind_of(key);
    bool has_speed = false;
    Block block(words_, key.name);
    words_.next();
    words_.claim("header", header.where.at);
    const bool opened = open(header, key.name);
    while (!words_.skip(Kind::Close)) {
        const Key* inner = key_of(words_.peek());
        const bool ends = inner && (inner->place == Place::Outside || inner->place == Place::Pose);
        if (words_.at(Kind::End) || ends) {
            if (opened) not_closed(header, key.name);
            break;
        }
        has_speed = has_speed || is(inner, "Speed");
        if (inner)
            window_key(*inner, out);
        else
            unknown();
    }
    out.where = {header.where.at, words_.end() - header.where.at};
    text.range.windows.push_back(std::move(out));
    text.windows.push_back(header);
    text.speeds.push_back(has_speed);
}

void Poses::window_key(const Key& key, RangeWindow& window) {
    if (is(&key, "Start")) return whole(key, window.start);
    if (is(&key, "End")) return whole(key, window.end);
    if (key.form == Form::Bones) return bones(window);
    if (key.form == Form::Color) return color();
    if (key.form == Form::Whole) {
        std::optional<int32_t> other;
        return whole(key, other);
    }
    const Token token = words_.peek();
    const float value = number(key);
    if (!is(&key, "Speed") && !is(&key, "Time")) return;
    const bool good = value >= 0 && value <= std::numeric_limits<float>::max();
    if (!good || (value == 0 && is(&key, "Speed"))) checks_.odd_number(token, key.name, value);
    if (good) (is(&key, "Speed") ? window.speed : window.time) = value;
}

// The list goes on over lines and may end in a comma.
void Poses::bones(RangeWindow& window) {
    const uint32_t from = words_.next().where.at;
    words_.expect(Kind::Equals, "= after bone");
    if (!words_.at(Kind::Quoted)) words_.expect(Kind::Quoted, "a name in quotes");
    for (;;) {
        if (words_.at(Kind::Quoted))
            window.bones.emplace_back(words_.next().text);
        else if (!words_.skip(Kind::Comma))
            break;
    }
    words_.claim("bone", from);
}

void Poses::color() {
    const uint32_t from = words_.next().where.at;
    for (int i = 0; i < 3; ++i) {
        if (i > 0 && !words_.skip(Kind::Comma) && key_of(words_.peek())) break;
        if (!words_.number("Color")) break;
    }
    words_.claim("Color", from);
}

// A key of somebody else's, with the rest of its line and with the block that may follow.
void Poses::unknown() {
    const Token key = words_.next();
    words_.fault(Severity::Info, key,
                 fmt::format("a key that is not known: {}; it is kept in the fields", words_.found(key)));
    const auto more = [&] {
        const Token& token = words_.peek();
        const bool value = token.kind != Kind::Open && token.kind != Kind::Close && token.kind != Kind::End;
        return value && token.line == key.line && !key_of(token);
    };
    while (more()) words_.next();
    uint32_t depth = key.kind == Kind::Open ? 1 : 0;
    if (depth == 0 && words_.skip(Kind::Open)) depth = 1;
    while (depth > 0 && !words_.at(Kind::End) && !words_.at("pose")) {
        const Token token = words_.next();
        depth += token.kind == Kind::Open;
        depth -= token.kind == Kind::Close;
    }
    if (depth > 0) not_closed(key, "the block");
    words_.claim("unknown", key.where.at);
}

void Poses::stray() {
    const Token token = words_.peek();
    words_.fault(Severity::Warning, token, fmt::format("expected Pose, found {}", words_.found(token)));
    do words_.next();
    while (!words_.at(Kind::End) && !words_.at("pose"));
    words_.claim("unknown", token.where.at);
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Where the first token begins, behind comments.
std::size_t first_token(std::string_view text) {
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    while (at < text.size() && (is_blank(text[at]) || text[at] == '#'))
        at = text[at] == '#' ? std::min(text.find('\n', at), text.size()) : at + 1;
    return at;
}

bool begins_pose(std::string_view text) {
    if (lower(text.substr(0, 4)) != "pose") return false;
    std::size_t at = 4;
    while (at < text.size() && is_blank(text[at])) ++at;
    return at < text.size() && (text[at] == '{' || text[at] == '#' || (at > 4 && text[at] >= '0' && text[at] <= '9'));
}

}  // namespace

bool is_pos(std::span<const byte> file, std::string_view name) {
    constexpr std::size_t most = 64 << 10;  // a list says early what it is
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(std::min(file.size(), most))});
    if (begins_pose(text.substr(first_token(text)))) return true;
    if (!name.ends_with(".pos") && !name.ends_with(".pose")) return false;
    const std::string small = lower(text);
    for (std::size_t at = small.find("pose"); at != small.npos; at = small.find("pose", at + 1))
        if ((at == 0 || is_blank(small[at - 1])) && begins_pose(std::string_view(small).substr(at))) return true;
    return false;
}

void parse_pos(Document& doc) {
    doc.encoding = encoding_of(doc.file);
    Poses(doc).run();
}

}  // namespace bonescope::meteor
