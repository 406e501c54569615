#include "core/tree.h"
#include "core/document.h"
#include "core/json.h"
#include "core/text.h"
#include "core/xml.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace bonescope {
namespace {

const Field& field_of(const Document& doc, const Node& node) { return doc.tree.fields[node.field]; }

bool is_group(Type type) { return type == Type::Group || type == Type::Chunk; }

const Member header_members[] = {{"id", Type::U16, 1, 0, 16}, {"length", Type::U32, 1, 16, 32}};

bool is_varied(const Document& doc, const Field& field) {
    return is_rows(field) || (field.type == Type::Record && doc.tree.layouts[field.tag].stride == 0);
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

Bytes without_spaces_behind(const Document& doc, Bytes where) {
    const std::string_view text = text_of(doc.file, where);
    while (where.size && is_space(text[where.size - 1])) --where.size;
    return where;
}

// Blanks part words, but not in quotes and comments.
std::size_t end_of_word(std::string_view text, std::size_t at) {
    if (text[at] == '#') return std::min(text.find('\n', at), text.size());
    for (bool quoted = false; at < text.size() && (quoted || !is_space(text[at])) && text[at] != '\n'; ++at)
        quoted = quoted != (text[at] == '"');
    return at;
}

std::vector<Bytes> words_of(const Document& doc, Bytes where) {
    const std::string_view text = text_of(doc.file, where);
    std::vector<Bytes> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_word(text, at);
        if (end > at)
            words.push_back(
                without_spaces_behind(doc, {where.at + static_cast<uint32_t>(at), static_cast<uint32_t>(end - at)}));
        at = std::max(end, at + 1);
    }
    if (words.size() > 0xFFFF) words.resize(0xFFFF);
    return words;
}

Bytes item_bytes(const Document& doc, const Field& field, uint32_t i) {
    if (is_varied(doc, field)) {
        const uint32_t* starts = doc.lists.data() + field.label + i;
        const Bytes where{starts[0], starts[1] - starts[0]};
        return is_rows(field) ? without_spaces_behind(doc, where) : where;
    }
    const uint32_t size = field.count ? field.size / field.count : 0;
    return {field.at + i * size, size};
}

// The item of a bulk field that covers `offset`, which lies in the field.
uint32_t item_at(const Document& doc, const Field& field, uint32_t offset) {
    if (!is_varied(doc, field)) return (offset - field.at) / item_bytes(doc, field, 0).size;
    const uint32_t* starts = doc.lists.data() + field.label;
    return static_cast<uint32_t>(std::upper_bound(starts, starts + field.count, offset) - starts) - 1;
}

uint32_t bits_of_members(const std::vector<Member>& members) {
    return members.empty() ? 0 : members.back().bit_at + members.back().bit_size;
}

// How often the repeated part of an item is there.
uint32_t repeats(const Document& doc, const Field& field, uint32_t item) {
    const Layout& layout = doc.tree.layouts[field.tag];
    if (layout.stride) return layout.turns;
    const uint32_t step = bits_of_members(layout.repeated) / 8;
    if (step == 0) return 0;
    const uint32_t fixed = (bits_of_members(layout.members) + bits_of_members(layout.after)) / 8;
    return (item_bytes(doc, field, item).size - fixed) / step;
}

uint32_t member_count(const Document& doc, const Field& field, uint32_t item) {
    if (field.type == Type::Header) return static_cast<uint32_t>(std::size(header_members));
    if (field.type != Type::Record) return 0;
    const Layout& layout = doc.tree.layouts[field.tag];
    const std::size_t n = layout.members.size() + layout.after.size() * layout.after_turns +
                          layout.repeated.size() * repeats(doc, field, item);
    return static_cast<uint32_t>(std::min<std::size_t>(n, 0xFFFF));
}

// A part of one item, with its bits counted from the start of the item. `turn`: which repetition it is in, or none.
struct Part {
    Member member;
    uint32_t turn = none;
};

Part member_of(const Document& doc, const Field& field, uint32_t item, uint32_t m) {
    if (field.type == Type::Header) return {header_members[m]};
    const Layout& layout = doc.tree.layouts[field.tag];
    if (m < layout.members.size()) return {layout.members[m]};
    m -= static_cast<uint32_t>(layout.members.size());
    const auto each = static_cast<uint32_t>(layout.repeated.size());
    const uint32_t turns = repeats(doc, field, item);
    const uint32_t first = bits_of_members(layout.members), step = bits_of_members(layout.repeated);
    Part out;
    if (each && m < each * turns) {
        out = {layout.repeated[m % each], m / each};
        out.member.bit_at += first + step * out.turn;
    } else {
        m -= each * turns;
        const auto last = static_cast<uint32_t>(layout.after.size());
        out.member = layout.after[m % last];
        out.member.bit_at += first + step * turns + bits_of_members(layout.after) * (m / last);
        if (layout.stride) out.turn = m / last;
    }
    return out;
}

Member member_of(const Document& doc, const Node& node) {
    return member_of(doc, field_of(doc, node), node.item, node.member).member;
}

bool is_number(Type type) { return type_size(type) != 0; }

bool has_words(const Document& doc, const Node& node) {
    const Field& field = field_of(doc, node);
    return field.type == Type::Text &&
           (node.kind == Node::Kind::Item || (node.kind == Node::Kind::Stored && field.lanes > 1 && !is_rows(field)));
}

// A vector of a stored field, an item or a member opens into its numbers.
uint8_t lanes_of(const Document& doc, const Node& node) {
    const Field& field = field_of(doc, node);
    if (field.type == Type::Text) return 0;
    const bool inner = node.kind == Node::Kind::Member;
    const Member member = inner ? member_of(doc, node) : Member{};
    const uint8_t lanes = inner ? member.lanes : field.lanes;
    const Type type = inner ? member.type : field.type;
    return is_number(type) && lanes > 1 ? lanes : uint8_t{0};
}

uint32_t stored_children(const Document& doc, uint32_t field) {
    uint32_t n = 0;
    for (uint32_t i = field + 1; i < doc.tree.fields[field].end; i = doc.tree.fields[i].end) ++n;
    return n;
}

Node stored(const Document& doc, uint32_t index) {
    const Field& field = doc.tree.fields[index];
    return {Node::Kind::Stored, 0, 0, index, 0, {field.at, field.size}};
}

Node item_node(const Document& doc, const Node& parent, uint32_t i) {
    return {Node::Kind::Item, 0, 0, parent.field, i, item_bytes(doc, field_of(doc, parent), i)};
}

Node member_node(const Document& doc, const Node& parent, uint32_t i) {
    const Member member = member_of(doc, field_of(doc, parent), parent.item, i).member;
    const uint32_t first = member.bit_at / 8, last = (member.bit_at + member.bit_size + 7) / 8;
    return {Node::Kind::Member, 0,           static_cast<uint16_t>(i),
            parent.field,       parent.item, {parent.where.at + first, last - first}};
}

Node lane_node(const Document& doc, const Node& parent, uint32_t i) {
    const uint32_t size = parent.where.size / lanes_of(doc, parent);
    return {Node::Kind::Lane, static_cast<uint8_t>(i),           parent.member, parent.field,
            parent.item,      {parent.where.at + i * size, size}};
}

Node word_node(const Node& parent, const std::vector<Bytes>& words, uint32_t i) {
    return {Node::Kind::Member, 0, static_cast<uint16_t>(i), parent.field, parent.item, words[i]};
}

bool is_xml(const Document& doc, const Node& node) {
    return node.kind == Node::Kind::Element ||
           (node.kind == Node::Kind::Stored && field_of(doc, node).type == Type::Xml);
}

bool is_json(const Document& doc, const Node& node) {
    return node.kind >= Node::Kind::Json || (node.kind == Node::Kind::Stored && field_of(doc, node).type == Type::Json);
}

Type type_of_node(const Document& doc, const Node& node) {
    const Field& field = field_of(doc, node);
    const bool inner = node.kind == Node::Kind::Member || node.kind == Node::Kind::Lane;
    return inner && node.member < member_count(doc, field, node.item) ? member_of(doc, node).type : field.type;
}

std::string number_text(const byte* at, Type type, bool big) {
    switch (type) {
    case Type::U8:
        return fmt::format("{}", load<uint8_t>(at));
    case Type::Bool:
        return load<uint8_t>(at) ? "true" : "false";
    case Type::I8:
        return fmt::format("{}", load<int8_t>(at));
    case Type::U16:
        return fmt::format("{}", load<uint16_t>(at, big));
    case Type::U32:
        return fmt::format("{}", load<uint32_t>(at, big));
    case Type::I16:
        return fmt::format("{}", load<int16_t>(at, big));
    case Type::I32:
        return fmt::format("{}", load<int32_t>(at, big));
    case Type::F16:
        return fmt::format("{}", half_to_float(load<uint16_t>(at, big)));
    case Type::F32:
        return fmt::format("{}", load<float>(at, big));
    case Type::F64:
        return fmt::format("{}", load<double>(at, big));
    default:
        return {};
    }
}

std::string numbers_text(const Document& doc, const Node& node, Type type, uint32_t n) {
    std::string out;
    const uint32_t size = type_size(type);
    const uint32_t shown = std::min(n, 16u);
    for (uint32_t i = 0; i < shown; ++i) {
        if (i) out += ' ';
        out += number_text(doc.file.data() + node.where.at + i * size, type, field_of(doc, node).big);
    }
    if (shown < n) out += " …";
    return out;
}

std::string raw_text(const Document& doc, Bytes where) {
    return hex_text(std::span<const byte>(doc.file).subspan(where.at, where.size), 16);
}

uint32_t bits_value(const Document& doc, uint64_t first, uint32_t size) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < size; ++i) {
        const uint64_t bit = first + i;
        const auto in = std::to_integer<unsigned>(doc.file[bit / 8]);
        value |= uint64_t{(in >> (bit % 8)) & 1u} << i;
    }
    return static_cast<uint32_t>(value);
}

std::string packed_text(const Document& doc, const Node& node, const Member& member) {
    const uint64_t base = uint64_t{node.where.at} * 8 + member.bit_at % 8;
    return fmt::format("{}", bits_value(doc, base, std::min(member.bit_size, 32u)));
}

// Short names in places of fixed size end with a zero or fill them.
std::string_view until_zero(std::string_view text) { return text.substr(0, text.find('\0')); }

std::string value_text(const Document& doc, const Node& node, Encoding encoding) {
    const Field& field = field_of(doc, node);
    const Type type = type_of_node(doc, node);
    if (type == Type::Text && node.kind != Node::Kind::Stored) return decode(text_of(doc.file, node.where), encoding);
    switch (node.kind) {
    case Node::Kind::Lane:
        return number_text(doc.file.data() + node.where.at, type, field.big);
    case Node::Kind::Member: {
        const Member member = member_of(doc, node);
        if (member.bit_size % 8 || member.bit_at % 8) return packed_text(doc, node, member);
        if (is_number(type)) return numbers_text(doc, node, type, member.lanes);
        if (type == Type::String) return decode(until_zero(text_of(doc.file, node.where)), encoding);
        return raw_text(doc, node.where);
    }
    case Node::Kind::Item:
        if (type == Type::Record) {
            const bool bare = member_count(doc, field, node.item) == 0;
            return bare ? std::string{} : value_text(doc, member_node(doc, node, 0), encoding);
        }
        return numbers_text(doc, node, type, field.lanes);
    default:
        break;
    }
    if (is_group(type)) return decode(label_of(doc.tree, field), encoding);
    if (type == Type::Header)
        return fmt::format("0x{:04X}, {} bytes", load<uint16_t>(doc.file.data() + field.at, field.big),
                           load<uint32_t>(doc.file.data() + field.at + 2, field.big));
    if (type == Type::Record || is_rows(field) || field.count > 1 || field.count == 0)
        return is_varied(doc, field) ? fmt::format("{}", field.count)
                                     : fmt::format("{} × {}", field.count, item_bytes(doc, field, 0).size);
    if (type == Type::String || type == Type::Text) {
        std::string_view text = text_of(doc.file, node.where);
        while (text.ends_with('\n') || text.ends_with('\r') || text.ends_with('\0')) text.remove_suffix(1);
        return decode(text, encoding);
    }
    if (type == Type::Xml) return fmt::format("{} bytes", field.size);
    return is_number(type) ? numbers_text(doc, node, type, field.lanes) : raw_text(doc, node.where);
}

std::string type_text(const Document& doc, const Node& node) {
    const Field& field = field_of(doc, node);
    const Type type = type_of_node(doc, node);
    if (node.kind == Node::Kind::Item && type == Type::Record) return doc.tree.layouts[field.tag].name;
    if (type == Type::Text) return type_name(type);
    if (node.kind == Node::Kind::Member) {
        const Member member = member_of(doc, node);
        if (member.bit_size % 8 || member.bit_at % 8) return fmt::format("{} bits", member.bit_size);
        return member.lanes > 1 ? fmt::format("{}×{}", type_name(type), member.lanes) : type_name(type);
    }
    if (type == Type::Chunk) return fmt::format("0x{:04X}", field.tag);
    if (type == Type::Group) return {};
    if (type == Type::Record) return doc.tree.layouts[field.tag].name;
    if (node.kind != Node::Kind::Lane && field.lanes > 1) return fmt::format("{}×{}", type_name(type), field.lanes);
    return type_name(type);
}

bool is_w_first(const Document& doc, const Node& lane) {
    const Field& field = field_of(doc, lane);
    return lane.member < member_count(doc, field, lane.item) && member_of(doc, lane).w_first;
}

std::string name_text(const Document& doc, const Node& node) {
    static const char* const axes[] = {"w", "x", "y", "z", "w"};
    const Field& field = field_of(doc, node);
    switch (node.kind) {
    case Node::Kind::Item:
        return fmt::format("{} {}", field.type == Type::Record ? doc.tree.layouts[field.tag].name : "item", node.item);
    case Node::Kind::Member: {
        if (field.type == Type::Text) return fmt::format("word {}", node.member);
        const Part part = member_of(doc, field, node.item, node.member);
        return part.turn == none ? part.member.name : fmt::format("{} {}", part.member.name, part.turn);
    }
    case Node::Kind::Lane:
        return node.lane < 4 ? axes[node.lane + (is_w_first(doc, node) ? 0 : 1)] : fmt::format("{}", node.lane);
    default:
        return field.name;
    }
}

// The child of `node` that covers `offset`; false when none does.
bool child_at(const Document& doc, const Node& node, uint32_t offset, Node& out) {
    const Field& field = field_of(doc, node);
    if (is_xml(doc, node)) {
        const bool found = xml_child_at(doc.file, node.where, node.kind == Node::Kind::Element, offset, out);
        out.field = node.field;
        return found;
    }
    if (is_json(doc, node)) return json_child_at(doc, node, offset, out);
    const bool bulk = node.kind == Node::Kind::Stored && child_count(doc, node) > 0 && !is_group(field.type) &&
                      field.type != Type::Header && (field.count > 1 || is_rows(field));
    std::vector<Node> found;
    if (bulk)
        children(doc, node, item_at(doc, field, offset), 1, found);
    else
        children(doc, node, 0, none, found);
    for (const Node& child : found)
        if (child.where.contains(offset)) {
            out = child;
            return true;
        }
    return false;
}

bool is_text(const Document& doc) {
    return std::any_of(doc.tree.fields.begin(), doc.tree.fields.end(), [](const Field& field) {
        return field.type == Type::Text || field.type == Type::Xml || field.type == Type::Json;
    });
}

// Blanks and braces between the leaves of a text file need no claim.
Bytes without_punctuation(const Document& doc, Bytes gap) {
    const std::string_view text = text_of(doc.file, gap);
    const std::size_t first = text.find_first_not_of(" \t\r\n{}");
    if (first == std::string_view::npos) return {gap.end(), 0};
    const std::size_t last = text.find_last_not_of(" \t\r\n{}");
    return {gap.at + static_cast<uint32_t>(first), static_cast<uint32_t>(last - first + 1)};
}

}  // namespace

float half_to_float(uint16_t half) {
    const uint32_t sign = uint32_t{half & 0x8000u} << 16, exponent = (half >> 10) & 31u, mantissa = half & 1023u;
    if (exponent == 0) return std::ldexp(static_cast<float>(mantissa), -24) * (sign ? -1.f : 1.f);
    const uint32_t wide = exponent == 31 ? 255u : exponent + 112u;
    return std::bit_cast<float>(sign | (wide << 23) | (mantissa << 13));
}

std::string_view label_of(const Tree& tree, const Field& field) {
    return is_group(field.type) && field.label < tree.labels.size() ? std::string_view(tree.labels[field.label])
                                                                    : std::string_view{};
}

uint32_t Tree::add_label(std::string text) {
    labels.push_back(std::move(text));
    return static_cast<uint32_t>(labels.size() - 1);
}

uint16_t Tree::add_layout(Layout layout) {
    const auto equal = [](const std::vector<Member>& a, const std::vector<Member>& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Member& x, const Member& y) {
            return std::string_view(x.name) == y.name && x.type == y.type && x.lanes == y.lanes &&
                   x.bit_at == y.bit_at && x.bit_size == y.bit_size && x.w_first == y.w_first;
        });
    };
    const auto same = [&](const Layout& other) {
        return other.name == layout.name && other.stride == layout.stride && equal(other.members, layout.members) &&
               equal(other.repeated, layout.repeated) && equal(other.after, layout.after) &&
               other.turns == layout.turns && other.after_turns == layout.after_turns;
    };
    const auto found = std::find_if(layouts.begin(), layouts.end(), same);
    const auto index = found - layouts.begin();
    if (found == layouts.end()) layouts.push_back(std::move(layout));
    return static_cast<uint16_t>(index);
}

Node root(const Document& doc) { return doc.tree.fields.empty() ? Node{} : stored(doc, 0); }

uint32_t child_count(const Document& doc, const Node& node) {
    if (doc.tree.fields.empty()) return 0;
    if (is_xml(doc, node)) return xml_child_count(doc.file, node.where, node.kind == Node::Kind::Element);
    if (is_json(doc, node)) return json_child_count(doc, node);
    const Field& field = field_of(doc, node);
    if (has_words(doc, node)) return static_cast<uint32_t>(words_of(doc, node.where).size());
    switch (node.kind) {
    case Node::Kind::Stored:
        if (is_group(field.type)) return stored_children(doc, node.field);
        if (is_rows(field)) return field.count;
        if (field.type == Type::Header) return 2;
        if (field.type == Type::Record) return field.count;
        if (field.count > 1) return field.count;
        return lanes_of(doc, node);
    case Node::Kind::Item:
        return field.type == Type::Record ? member_count(doc, field, node.item) : lanes_of(doc, node);
    case Node::Kind::Member:
        return lanes_of(doc, node);
    default:
        return 0;
    }
}

void children(const Document& doc, const Node& node, uint32_t from, uint32_t n, std::vector<Node>& out) {
    if (doc.tree.fields.empty()) return;
    if (is_xml(doc, node)) {
        const std::size_t before = out.size();
        xml_children(doc.file, node.where, node.kind == Node::Kind::Element, from, n, out);
        for (std::size_t i = before; i < out.size(); ++i) out[i].field = node.field;
        return;
    }
    if (is_json(doc, node)) return json_children(doc, node, from, n, out);
    const Field& field = field_of(doc, node);
    if (node.kind == Node::Kind::Stored && is_group(field.type)) {
        uint64_t i = 0;
        const uint64_t last = uint64_t{from} + n;
        for (uint32_t at = node.field + 1; at < field.end && i < last; at = doc.tree.fields[at].end, ++i)
            if (i >= from) out.push_back(stored(doc, at));
        return;
    }
    const uint32_t count = child_count(doc, node);
    const auto last = static_cast<uint32_t>(std::min<uint64_t>(count, uint64_t{from} + n));
    if (has_words(doc, node)) {
        const std::vector<Bytes> words = words_of(doc, node.where);
        for (uint32_t i = from; i < last; ++i) out.push_back(word_node(node, words, i));
        return;
    }
    const bool items = node.kind == Node::Kind::Stored && field.type != Type::Header &&
                       (field.type == Type::Record || is_rows(field) || field.count > 1);
    const bool members = field.type == Type::Header || (node.kind == Node::Kind::Item && field.type == Type::Record);
    for (uint32_t i = from; i < last; ++i)
        out.push_back(items ? item_node(doc, node, i) : members ? member_node(doc, node, i) : lane_node(doc, node, i));
}

NodeText describe(const Document& doc, const Node& node, Encoding chosen) {
    if (doc.tree.fields.empty()) return {};
    if (is_json(doc, node)) return json_describe(doc, node);
    if (node.kind > Node::Kind::Lane) return xml_describe(doc.file, node);
    return {name_text(doc, node), type_text(doc, node), value_text(doc, node, doc.text(chosen))};
}

Bytes bits_of(const Document& doc, const Node& node) {
    if (node.kind == Node::Kind::Member && field_of(doc, node).type != Type::Text) {
        const Member member = member_of(doc, node);
        return {member.bit_at % 8, member.bit_size};
    }
    return {0, node.where.size * 8};
}

std::vector<Node> path_to(const Document& doc, uint32_t offset) {
    std::vector<Node> path;
    if (doc.tree.fields.empty()) return path;
    path.push_back(root(doc));
    for (Node child; child_at(doc, path.back(), offset, child);) path.push_back(child);
    return path;
}

std::vector<Bytes> gaps(const Document& doc) {
    std::vector<Bytes> out;
    uint32_t at = 0;
    const auto size = static_cast<uint32_t>(doc.file.size());
    const bool text = is_text(doc);
    const auto gap_until = [&](uint32_t next) {
        if (next <= at) return;
        const Bytes gap = text ? without_punctuation(doc, {at, next - at}) : Bytes{at, next - at};
        if (gap.size) out.push_back(gap);
    };
    std::vector<Bytes> leaves;
    for (const Field& field : doc.tree.fields)
        if (!is_group(field.type) && field.size) leaves.push_back({field.at, field.size});
    std::sort(leaves.begin(), leaves.end(), [](Bytes a, Bytes b) { return a.at < b.at; });
    for (const Bytes& leaf : leaves) {
        gap_until(leaf.at);
        at = std::max(at, leaf.end());
    }
    gap_until(size);
    return out;
}

const char* type_name(Type type) {
    static const char* const names[] = {"group",  "chunk", "record", "u8",  "bool", "u16",    "u32",
                                        "i16",    "i32",   "f16",    "f32", "f64",  "string", "bytes",
                                        "header", "text",  "xml",    "i8",  "json"};
    return names[static_cast<int>(type)];
}

uint32_t type_size(Type type) {
    switch (type) {
    case Type::U8:
    case Type::I8:
    case Type::Bool:
        return 1;
    case Type::U16:
    case Type::I16:
    case Type::F16:
        return 2;
    case Type::U32:
    case Type::I32:
    case Type::F32:
        return 4;
    case Type::F64:
        return 8;
    default:
        return 0;
    }
}

}  // namespace bonescope
