// The field tree's view of JSON: values from the tape. An object's keys are claimed by a child of their own, behind its
// members, so that a value's node covers that value and nothing else.
#include "core/json.h"
#include "core/json_words.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope {
namespace {

uint32_t tape_index(const Document& doc, const Node& node) {
    return node.kind == Node::Kind::Stored ? doc.tree.fields[node.field].label : node.item;
}

JsonValue value_of(const Document& doc, const Node& node) { return {doc.file, doc.tree.json, tape_index(doc, node)}; }

Node node_of(const Node& parent, Node::Kind kind, uint32_t item, Bytes where, uint32_t place) {
    return {kind, 0, 0, parent.field, item, where, place};
}

Node value_node(const Node& parent, JsonValue value, uint32_t place) {
    return node_of(parent, Node::Kind::Json, value.node(), value.bytes(), place);
}

Node key_node(const Node& parent, JsonValue value, uint32_t place) {
    return node_of(parent, Node::Kind::JsonKey, value.key().node(), value.key().bytes(), place);
}

// From the first key to the last one.
Node keys_node(const Node& parent, JsonValue object, uint32_t members) {
    Bytes where{};
    for (const JsonValue value : object) {
        const Bytes key = value.key().bytes();
        if (where.size == 0) where = key;
        where.size = key.end() - where.at;
    }
    return node_of(parent, Node::Kind::JsonKeys, object.node(), where, members);
}

bool has_keys(JsonValue value) { return value.is(JsonKind::Object) && value.most_items() > 0; }

// The grammar of JSON, for those who write it again.
bool is_number(std::string_view text) {
    std::size_t at = text.starts_with('-');
    const auto digits = [&] {
        const std::size_t from = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
        return at > from;
    };
    const std::size_t first = at;
    if (!digits() || (text[first] == '0' && at > first + 1)) return false;
    if (at < text.size() && text[at] == '.' && (++at, !digits())) return false;
    if (at < text.size() && (text[at] | 0x20) == 'e') {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        if (!digits()) return false;
    }
    return at == text.size();
}

const char* type_text(JsonValue value) {
    switch (value.kind()) {
    case JsonKind::Object:
        return "object";
    case JsonKind::Array:
        return "array";
    case JsonKind::String:
        return "string";
    default:
        break;
    }
    const std::string_view raw = value.raw();
    if (raw == "true" || raw == "false") return "bool";
    return raw == "null" ? "null" : is_number(raw) ? "number" : raw.empty() ? "" : "word";
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 120;
    std::string line(text.substr(0, longest));
    std::replace_if(line.begin(), line.end(), json_blank, ' ');
    return decode(line) + (text.size() > longest ? " …" : "");
}

}  // namespace

uint32_t json_child_count(const Document& doc, const Node& node) {
    if (node.kind == Node::Kind::JsonKey) return 0;
    const JsonValue value = value_of(doc, node);
    const uint32_t n = value.size();
    return node.kind == Node::Kind::JsonKeys ? n : n + has_keys(value);
}

void json_children(const Document& doc, const Node& node, uint32_t from, uint32_t n, std::vector<Node>& out) {
    if (node.kind == Node::Kind::JsonKey || n == 0) return;
    const JsonValue value = value_of(doc, node);
    const bool keys = node.kind == Node::Kind::JsonKeys;
    const uint64_t last = uint64_t{from} + n;
    uint32_t i = 0;
    for (const JsonValue item : value) {
        if (i >= last) return;
        if (i >= from) out.push_back(keys ? key_node(node, item, i) : value_node(node, item, i));
        ++i;
    }
    if (!keys && has_keys(value) && i >= from && i < last) out.push_back(keys_node(node, value, i));
}

bool json_child_at(const Document& doc, const Node& node, uint32_t offset, Node& out) {
    if (node.kind == Node::Kind::JsonKey) return false;
    const JsonValue value = value_of(doc, node);
    const bool keys = node.kind == Node::Kind::JsonKeys;
    uint32_t i = 0;
    bool in_keys = false;
    for (const JsonValue item : value) {
        const bool in_key = item.key() && item.key().bytes().contains(offset);
        in_keys = in_keys || in_key;
        if (keys ? in_key : item.bytes().contains(offset)) {
            out = keys ? key_node(node, item, i) : value_node(node, item, i);
            return true;
        }
        ++i;
    }
    if (!in_keys) return false;
    out = keys_node(node, value, i);
    return true;
}

NodeText json_describe(const Document& doc, const Node& node) {
    const JsonValue value = value_of(doc, node);
    if (node.kind == Node::Kind::JsonKeys) return {"keys", "", ""};
    if (node.kind == Node::Kind::JsonKey) return {fmt::format("key {}", node.place), "key", decode(value.text())};
    const bool named = node.kind == Node::Kind::Json && value.key();
    const std::string name = node.kind == Node::Kind::Stored ? doc.tree.fields[node.field].name
                             : named                         ? decode(value.key().text())
                                                             : fmt::format("{}", node.place);
    const bool text = value.is(JsonKind::String);
    return {name, type_text(value), text ? decode(value.text()) : shown(value.raw())};
}

Bytes json_value_bytes(std::span<const byte> file, uint32_t at) {
    const char* const text = reinterpret_cast<const char*>(file.data());
    const char* const end = text + file.size();
    const char* here = text + std::min<std::size_t>(at, file.size());
    uint32_t depth = 0;
    for (; here < end; ++here) {
        const char c = *here;
        if (c == '"') here = std::min(json_string_end(here + 1, end), end - 1);
        if (c == '{' || c == '[') ++depth;
        if (depth && (c == '}' || c == ']')) --depth;
        if (depth) continue;
        here = c == '"' || c == '}' || c == ']' ? here + 1 : json_word_end(here, end);
        break;
    }
    return {at, static_cast<uint32_t>(here - text) - std::min(at, static_cast<uint32_t>(file.size()))};
}

std::optional<bool> json_has_key(std::span<const byte> file, std::string_view key) {
    const char* const text = reinterpret_cast<const char*>(file.data());
    const char* const end = text + file.size();
    uint32_t depth = 0;
    bool named = false;  // the last thing is the key itself
    for (const char* at = text + (text_of(file, {0, 3 < file.size() ? 3u : 0u}) == "\xEF\xBB\xBF" ? 3 : 0); at < end;
         ++at) {
        if (json_blank(*at)) continue;
        if (depth == 0 && *at != '{') return false;
        if (*at == '"') {
            const char* const last = json_string_end(at + 1, end);
            named = depth == 1 && std::string_view(at + 1, static_cast<std::size_t>(last - at - 1)) == key;
            if (last == end) return {};
            at = last;
            continue;
        }
        if (*at == ':' && named) return true;
        named = false;
        if (*at == '{' || *at == '[') ++depth;
        if ((*at == '}' || *at == ']') && --depth == 0) return false;
    }
    return {};
}

}  // namespace bonescope
