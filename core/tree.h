// The field tree: what every byte of a file means. Stored fields are a flat preorder list; items of bulk fields,
// members of records, numbers of vectors and levels of text formats are opened on demand as Nodes.
#pragma once
#include "core/bytes.h"
#include "core/memory.h"
#include <string>
#include <string_view>
#include <vector>

namespace bonescope {

struct Document;
enum class Encoding : uint8_t;

enum class Type : uint8_t {
    Group,   // holds children, claims no bytes
    Chunk,   // a group with a 16-bit chunk id in `tag`
    Record,  // `count` items of layouts[tag]
    U8,
    Bool,
    U16,
    U32,
    I16,
    I32,
    F16,
    F32,
    F64,     // times `lanes`, times `count`
    String,  // text, terminator included in `size`
    Raw,     // bytes without a finer meaning
    Header,  // a chunk's own id (u16) and length (u32)
    Text,    // a leaf in a text file: word, number, comment; of 2 lanes: words that it opens into
    Xml,     // an XML document or element, opened on demand from the text
    I8,      // like the numbers above
    Json,    // a JSON value with all that is in it, opened from Tree::json
};

// One part of a record. Bits count from the first byte of the record, least significant bit first.
struct Member {
    const char* name;
    Type type;
    uint8_t lanes = 1;
    uint32_t bit_at = 0, bit_size = 0;
    bool w_first = false;  // four lanes are w x y z
};

struct Layout {
    std::string name;  // of one item: "key", "vertex"
    uint32_t stride;   // bytes from item to item; 0: they differ, see Field::label
    std::vector<Member> members;
    // Items go on with `repeated`, `turns` times, and with `after`, `after_turns` times. Bits count from where each of
    // them begins. In items of different sizes their last member says how often `repeated` is there, and `after` is
    // once.
    std::vector<Member> repeated{}, after{};
    uint32_t turns = 0, after_turns = 1;
};

struct Field {
    const char* name = "";            // static storage
    uint32_t at = 0, size = 0;        // bytes in the file
    uint32_t parent = none, end = 0;  // preorder: index of the parent; index after the last descendant
    uint32_t count = 1;               // items of a bulk field
    // Groups: index in Tree::labels, what tells this group from its sisters. Records of different sizes and rows of
    // text: index in Document::lists of the items' first bytes, `count` + 1 numbers. Json: index in Tree::json.
    uint32_t label = none;
    uint16_t tag = 0;  // Chunk: id; Record: index in Tree::layouts
    Type type = Type::Group;
    uint8_t lanes = 1;  // numbers per item: 3 for a vector
    bool big = false;   // big-endian numbers
};

// Statements of a text file that are alike, each of some words.
inline bool is_rows(const Field& field) { return field.type == Type::Text && field.label != none; }

// A value of a JSON text, or a key before its value. In file order, what is in an object or array behind it. No number
// has a first value, as filling a new tape with those takes time.
struct JsonNode {
    uint32_t at, size;  // bytes; of strings and keys with their quotes
    uint32_t next;      // index after its last descendant; of keys 0
};

struct Tree {
    Big<Field> fields;  // [0] is the file itself
    Big<JsonNode> json;
    std::vector<Layout> layouts;
    std::vector<std::string> labels;  // raw bytes as stored

    uint32_t add_label(std::string text);
    uint16_t add_layout(Layout layout);  // equal layouts are shared
};

// One row as a person sees it.
struct Node {
    enum class Kind : uint8_t {
        Stored,
        Item,
        Member,
        Lane,
        Element,
        Attribute,
        Text,
        Comment,
        Tag,
        Json,      // a value
        JsonKeys,  // the keys of an object
        JsonKey
    };
    Kind kind = Kind::Stored;
    uint8_t lane = 0;
    uint16_t member = 0;  // Member, Lane: index in the layout (0 for fields that are no Record)
    uint32_t field = 0;   // the stored field that it is or lies in
    uint32_t item = 0;    // Item and below: index in the bulk field; JSON: index in Tree::json
    Bytes where;          // whole bytes that it covers
    uint32_t place = 0;   // JSON: which one in its array or object
    bool operator==(const Node&) const = default;
};

struct NodeText {
    std::string name, type, value;  // display text, UTF-8
};

Node root(const Document&);
uint32_t child_count(const Document&, const Node&);
// Appends children [from, from + n) of a node.
void children(const Document&, const Node&, uint32_t from, uint32_t n, std::vector<Node>& out);
NodeText describe(const Document&, const Node&, Encoding chosen = {});  // `chosen`: a person's, see Document::text()
// Bits of a packed member within `where`, first bit and number of bits; {0, 8 * size} for whole bytes.
Bytes bits_of(const Document&, const Node&);
// The nodes from the root down to the deepest one that covers `offset`.
std::vector<Node> path_to(const Document&, uint32_t offset);
// Ranges of the file that no leaf claims, in file order.
std::vector<Bytes> gaps(const Document&);

// What tells a group from its sisters, raw bytes; empty for everything else.
std::string_view label_of(const Tree&, const Field&);
const char* type_name(Type);  // "u16", "f32", "string"
uint32_t type_size(Type);     // bytes of one number, 0 for what is not a number
float half_to_float(uint16_t half);

}  // namespace bonescope
