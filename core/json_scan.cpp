// From a JSON text to the tape. No recursion: an open container's `next` leads to the one around it until it is closed.
#include "core/json.h"
#include "core/json_words.h"
#include "core/text.h"
#include <fmt/format.h>

namespace bonescope {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr uint32_t most_notes = 100;

class Scanner {
public:
    Scanner(Document& doc, Bytes part)
        : doc_(doc),
          tape_(doc.tree.json),
          text_(reinterpret_cast<const char*>(doc.file.data())),
          at_(part.at),
          end_(part.end()),
          used_(static_cast<uint32_t>(tape_.size())),
          first_(used_) {
        grow(part.size / 5 + 16);
    }

    // Returns the end of what was read.
    uint32_t run() {
        for (Step step = Step::Value; step != Step::Done;) {
            skip_blanks();
            if (at_ < end_ && is_control(text_[at_])) {
                note(Severity::Warning, "text", at_++);
                continue;
            }
            step = at_ >= end_ ? cut(step) : step == Step::Value ? value() : step == Step::Key ? key() : after();
        }
        skip_blanks();
        if (!stopped_ && at_ < end_) stop("the end of the text");
        while (open_ != none) close();
        tape_.resize(used_);
        if (notes_ > most_notes)
            doc_.note(Severity::Warning,
                      fmt::format("{} more notes on the form of this text are left out", notes_ - most_notes));
        return at_;
    }
    bool whole() const { return !stopped_; }
    bool empty() const { return used_ == first_; }

private:
    static bool is_control(char c) { return static_cast<unsigned char>(c) <= ' '; }  // blanks are passed over
    enum class Step : uint8_t { Value, Key, After, Done };

    void skip_blanks() {
        while (at_ < end_ && text_[at_] <= ' ' && json_blank(text_[at_])) ++at_;
    }

    void grow(std::size_t more) {
        tape_.resize(tape_.size() + more);
        nodes_ = tape_.data();
        room_ = tape_.size();
    }

    void emit(uint32_t at, uint32_t size, uint32_t next) {
        if (used_ == room_) grow(room_ / 2 + 16);
        nodes_[used_++] = {at, size, next};
    }

    bool in_object() const { return open_ != none && text_[nodes_[open_].at] == '{'; }
    bool after_key() const { return used_ > first_ && used_ - 1 != open_ && nodes_[used_ - 1].next == 0; }

    void note(Severity severity, std::string_view expected, uint32_t at) {
        if (++notes_ > most_notes) return;
        const int line = line_of(doc_.file, at);
        doc_.note(severity, fmt::format("expected {}, found {} at offset {} (line {})", expected, found(at), at, line),
                  {at, at < end_ ? 1u : 0u}, line);
    }

    std::string found(uint32_t at) const {
        if (at >= end_) return "the end of the text";
        std::string_view rest(text_ + at, std::min(end_ - at, 24u));
        return fmt::format("\"{}\"", decode(rest.substr(0, rest.find_first_of("\r\n")), Encoding::Utf8));
    }

    Step stop(std::string_view expected) {
        note(Severity::Error, expected, at_);
        stopped_ = true;
        if (after_key()) --used_;
        return Step::Done;
    }

    // The end of the text inside a container, or of nothing at all.
    Step cut(Step step) {
        if (open_ == none && step == Step::After) return Step::Done;
        std::string expected = step == Step::Key ? "a key or }" : step == Step::Value ? "a value" : "";
        if (step == Step::After) {
            expected = in_object() ? ", or }" : ", or ]";
            drop_last_word();
        }
        if (open_ != none)
            expected +=
                fmt::format(" in the {} that begins at offset {}", in_object() ? "object" : "array", nodes_[open_].at);
        const uint32_t at = std::exchange(at_, end_);
        stop(expected);
        at_ = at;
        return Step::Done;
    }

    // A number at the very end may go on.
    void drop_last_word() {
        const JsonNode last = nodes_[used_ - 1];
        const char end = text_[last.at + last.size - 1];
        if (last.at + last.size != end_ || end == '"' || end == '}' || end == ']') return;
        at_ = last.at;
        --used_;
    }

    void open() {
        emit(at_, 0, open_);
        open_ = used_ - 1;
        ++at_;
        comma_ = none;
    }

    Step close() {
        JsonNode& node = nodes_[open_];
        open_ = node.next;
        node.size = at_ - node.at;
        node.next = used_;
        return open_ == none ? Step::Done : Step::After;
    }

    Step close_here() {
        if (comma_ != none) note(Severity::Warning, text_[at_] == '}' ? "a key after ," : "a value after ,", comma_);
        ++at_;
        return close();
    }

    // False: the string is open to the end of the text.
    bool string(uint32_t next) {
        const char* const last = json_string_end(text_ + at_ + 1, text_ + end_);
        if (last == text_ + end_) return false;
        const uint32_t from = at_;
        at_ = static_cast<uint32_t>(last - text_) + 1;
        emit(from, at_ - from, next);
        return true;
    }

    Step open_string() {
        const uint32_t at = std::exchange(at_, end_);
        stop(fmt::format("\" for the string that begins at offset {}", at));
        at_ = at;
        return Step::Done;
    }

    Step value() {
        const char c = text_[at_];
        switch (c) {
        case '{':
            open();
            return Step::Key;
        case '[':
            open();
            return Step::Value;
        case '"':
            if (!string(used_ + 1)) return open_string();
            return ended();
        case ']':
        case '}':
        case ',':
            return no_value(c);
        default:
            return number_or_word(c);
        }
    }

    Step ended() {
        comma_ = none;
        return open_ == none ? Step::Done : Step::After;
    }

    // In long arrays nothing but this is run.
    Step number_or_word(char c) {
        for (;;) {
            const uint32_t from = at_;
            at_ = static_cast<uint32_t>(json_word_end(text_ + at_, text_ + end_) - text_);
            emit(from, at_ - from, used_ + 1);
            if (!json_starts_number(c) || text_[at_ - 1] > '9') odd_word(from);
            comma_ = none;
            if (open_ == none) return Step::Done;
            if (end_ - at_ < 2 || text_[at_] != ',' || in_object()) return Step::After;
            if (!json_starts_number(text_[at_ + 1])) return Step::After;
            ++at_;
            while (number_block()) {}
            c = text_[at_];
        }
    }

    // From the start of a number to the start of the last one in the next 64 bytes. False: that is the same one.
    bool number_block() {
        constexpr uint32_t size = 64;
        if (end_ - at_ <= size || room_ - used_ < size) return false;
        const uint32_t first = at_;
        uint32_t from = first, used = used_;
        for (uint64_t commas = json_commas(text_ + first); commas; commas &= commas - 1) {
            const uint32_t comma = first + static_cast<uint32_t>(std::countr_zero(commas));
            if (!json_starts_number(text_[comma + 1])) break;
            nodes_[used] = {from, comma - from, used + 1};
            ++used;
            from = comma + 1;
        }
        at_ = from;
        used_ = used;
        return from != first;
    }

    void odd_word(uint32_t from) {
        const std::string_view word(text_ + from, at_ - from);
        if (word != "true" && word != "false" && word != "null") note(Severity::Warning, "a value", from);
    }

    Step no_value(char c) {
        const bool object = in_object();
        if (object && after_key()) {
            note(Severity::Error, "a value", at_);
            emit(at_, 0, used_ + 1);
            return Step::After;
        }
        if (c == ',' && open_ != none) {
            note(Severity::Error, "a value", at_);
            comma_ = at_++;
            return Step::Value;
        }
        if (c == ']' && open_ != none && !object) return close_here();
        return stop("a value");
    }

    Step key() {
        const char c = text_[at_];
        if (c == '}') return close_here();
        if (c == ',') {
            note(Severity::Error, "a key", at_);
            comma_ = at_++;
            return Step::Key;
        }
        if (c != '"') return stop("a key in quotes");
        if (!string(0)) return open_string();
        skip_blanks();
        if (at_ < end_ && text_[at_] == ':')
            ++at_;
        else if (at_ < end_)
            note(Severity::Error, "a colon", at_);
        return Step::Value;
    }

    Step after() {
        const char c = text_[at_];
        const bool object = in_object();
        comma_ = none;
        if (c == ',') {
            comma_ = at_++;
            return object ? Step::Key : Step::Value;
        }
        if (c == (object ? '}' : ']')) return close_here();
        if (c == ']' || c == '}' || c == ':') return stop(object ? ", or }" : ", or ]");
        note(Severity::Error, "a comma", at_);
        return object ? Step::Key : Step::Value;
    }

    Document& doc_;
    Big<JsonNode>& tape_;
    JsonNode* nodes_ = nullptr;  // of the tape, and how many it has room for
    std::size_t room_ = 0;
    const char* text_;
    uint32_t at_, end_;
    uint32_t used_, first_;  // of the tape
    uint32_t open_ = none;   // the innermost container that is open
    uint32_t comma_ = none;  // where the comma is that was read last, when nothing has followed it
    uint32_t notes_ = 0;
    bool stopped_ = false;
};

void check_utf8(Document& doc, Bytes where) {
    const std::string_view text = text_of(doc.file, where);
    unsigned char bits = 0;
    for (const char c : text) bits = static_cast<unsigned char>(bits | static_cast<unsigned char>(c));
    if (bits < 0x80) return;
    const std::size_t fault = utf8_fault(text);
    if (fault == std::string_view::npos) return;
    const Bytes at{where.at + static_cast<uint32_t>(fault), 1};
    const int line = line_of(doc.file, at.at);
    doc.note(Severity::Warning,
             fmt::format("expected text in UTF-8, found {} at offset {} (line {})",
                         hex_text(std::span(doc.file).subspan(at.at, 1), 1), at.at, line),
             at, line);
}

}  // namespace

JsonValue scan_json(Document& doc, Bytes where, const char* name, bool* whole) {
    if (text_of(doc.file, where).starts_with(utf8_mark)) {
        add_below_file(doc, "byte order mark", Type::Raw, {where.at, 3});
        where = {where.at + 3, where.size - 3};
    }
    check_utf8(doc, where);
    const auto root = static_cast<uint32_t>(doc.tree.json.size());
    Scanner scanner(doc, where);
    scanner.run();
    if (whole) *whole = scanner.whole();
    if (scanner.empty()) return {};
    const JsonNode& node = doc.tree.json[root];
    add_below_file(doc, name, Type::Json, {node.at, node.size}, root);
    return {doc.file, doc.tree.json, root};
}

}  // namespace bonescope
