// JSON with byte offsets. One pass makes a flat tape of all values (Tree::json), in one allocation; numbers and texts
// are read when they are asked for. What is not quite JSON is noted and read as far as its meaning is plain.
#pragma once
#include "core/document.h"
#include "core/read_float.h"
#include <optional>
#include <string>
#include <string_view>

namespace bonescope {

enum class JsonKind : uint8_t { None, Object, Array, String, Number, Word };  // Word: true, null, NaN and the like

// A value on the tape, or none. Asking a none, or asking for what the value is not, gives none, nothing or the
// fallback.
class JsonValue {
public:
    JsonValue() = default;
    JsonValue(std::span<const byte> file, std::span<const JsonNode> tape, uint32_t node)
        : file_(reinterpret_cast<const char*>(file.data())), tape_(tape.data()), node_(tape.data() + node) {}

    explicit operator bool() const { return node_ != nullptr; }
    JsonKind kind() const;
    bool is(JsonKind kind) const { return this->kind() == kind; }
    Bytes bytes() const { return node_ ? Bytes{node_->at, node_->size} : Bytes{}; }
    std::string_view raw() const;  // as written; of strings what is between the quotes
    std::string text() const;      // of strings with escapes resolved, of all else as written
    // Of what is written as a number, and of strings that are one; else nothing.
    std::optional<double> number() const {
        double value = 0;
        return short_number(value) ? value : any_number();
    }
    // The number of most that are one, at less cost; false: ask number().
    bool short_number(double& out) const {
        return node_ && node_->size > 0 && node_->at + node_->size >= 8 &&
               read_short(file_ + node_->at + node_->size, node_->size, out);
    }
    uint32_t node() const { return static_cast<uint32_t>(node_ - tape_); }

    // Of equal keys the last one counts. Inline: most keys are known to the compiler.
    JsonValue operator[](std::string_view key) const {
        const JsonNode* found = nullptr;
        if (!holds() || file_[node_->at] != '{') return {};
        for (const JsonNode *at = node_ + 1, *end = last(); at != end; at = tape_ + at[1].next)
            if (at->size == key.size() + 2 && std::memcmp(file_ + at->at + 1, key.data(), key.size()) == 0)
                found = at + 1;
        return found ? JsonValue(file_, tape_, found) : JsonValue();
    }
    uint32_t size() const;  // items of an array, members of an object
    uint32_t most_items() const { return node_ ? node_->next - node() - 1 : 0; }  // no fewer than size(), at no cost

    // Items of an array, or members of an object.
    class Iterator {
    public:
        Iterator(const char* file, const JsonNode* tape, const JsonNode* at) : file_(file), tape_(tape), at_(at) {}
        bool operator!=(const Iterator& other) const { return at_ != other.at_; }
        Iterator& operator++() {
            at_ = tape_ + value()->next;
            return *this;
        }
        JsonValue operator*() const { return {file_, tape_, value()}; }
        // Goes past items that are a short_number() each and writes them from `to` on, as far as `full` at most.
        // Returns the end of what it wrote. `fours`: four at a time; needs fast_vectors().
        float* short_numbers(const Iterator& last, float* to, const float* full, bool fours);

    private:
        const JsonNode* value() const { return at_ + (at_->next == 0); }
        const char* file_;
        const JsonNode* tape_;
        const JsonNode* at_;
    };
    Iterator begin() const { return {file_, tape_, first()}; }
    Iterator end() const { return {file_, tape_, last()}; }
    JsonValue key() const;  // of a member; none for items of arrays

private:
    JsonValue(const char* file, const JsonNode* tape, const JsonNode* node) : file_(file), tape_(tape), node_(node) {}
    bool holds() const { return node_ && node_->size > 0 && (file_[node_->at] == '{' || file_[node_->at] == '['); }
    std::optional<double> any_number() const;
    const JsonNode* first() const { return holds() ? node_ + 1 : nullptr; }
    const JsonNode* last() const { return holds() ? tape_ + node_->next : nullptr; }

    const char* file_ = nullptr;
    const JsonNode* tape_ = nullptr;
    const JsonNode* node_ = nullptr;
};

// Scans file[where] and records it as one field, a byte order mark apart. What cannot be read ends the scan: what
// stands before is kept, a note says what was expected and found where, the rest is left unclaimed. A value that the
// end of the text may have cut is left out. `whole`, when given, is told whether all was read.
JsonValue scan_json(Document& doc, Bytes where, const char* name = "text", bool* whole = nullptr);

// Is the text an object that has this key? Reads no further than to the key. Nothing: the text ends before it is known.
std::optional<bool> json_has_key(std::span<const byte> file, std::string_view key);

// From the first byte of a value to its last, found in the text; up to the end of the file when there is none.
Bytes json_value_bytes(std::span<const byte> file, uint32_t at);

std::string json_unescape(std::string_view raw);

// Levels of the field tree.
uint32_t json_child_count(const Document&, const Node&);
void json_children(const Document&, const Node&, uint32_t from, uint32_t n, std::vector<Node>& out);
bool json_child_at(const Document&, const Node&, uint32_t offset, Node& out);
NodeText json_describe(const Document&, const Node&);

}  // namespace bonescope
