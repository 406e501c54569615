// Reads binary fields in order and records each in the field tree. Bounds are checked here and nowhere else.
#pragma once
#include "core/finding.h"
#include "core/tree.h"
#include <span>
#include <string>

namespace bonescope {

// A field of a text file, which is read in no strict order; `parent` none: the root. The caller sets `end` of a group.
uint32_t add_field(Tree&, uint32_t parent, const char* name, Type, Bytes where);

class Reader {
public:
    Reader(std::span<const byte> file, Tree& tree) : file_(file), tree_(tree) {}

    uint32_t at() const { return at_; }
    uint32_t left() const { return static_cast<uint32_t>(file_.size()) - at_; }
    bool big() const { return big_; }
    void set_big(bool big) { big_ = big; }
    const byte* here() const { return file_.data() + at_; }
    std::span<const byte> file() const { return file_; }
    Bytes last() const { return last_; }  // range of the field read last

    // A value and its field in one call. Throws Fail past the end of the file.
    template <class T> T read(const char* name);
    template <class T> T peek(uint32_t ahead = 0) const;  // no field, no movement
    bool boolean(const char* name);
    // `lanes` numbers: a vector or quaternion. Returns where the bytes are.
    const byte* floats(const char* name, uint8_t lanes);
    // Text up to and including a line feed; the LF and a CR before it are not part of the result.
    std::string line(const char* name);
    // Chunk header: id and length.
    struct Chunk {
        uint16_t id;
        uint32_t length;
        uint32_t at;
    };
    Chunk header();
    // `count` numbers or records as one field. Refuses what does not fit in the file.
    const byte* array(const char* name, Type type, uint32_t count, uint8_t lanes = 1);
    const byte* records(const char* name, uint16_t layout, uint32_t count);
    // Records of different sizes, `size` bytes together. `starts`: index in Document::lists, see Field::label.
    const byte* varied(const char* name, uint16_t layout, uint32_t count, uint32_t size, uint32_t starts);
    const byte* raw(const char* name, uint32_t size);
    std::string_view text(const char* name, uint32_t size);  // a string of known size, terminator included

    // A group lives from open to close; its byte range is set when it closes.
    uint32_t open(const char* name, Type type = Type::Group, uint16_t tag = 0);
    void close(uint32_t group);
    void label(uint32_t group, std::string text);
    void label(uint32_t group, uint32_t label) { tree_.fields[group].label = label; }

    void seek(uint32_t at);  // for stepping back over a peeked header
    [[noreturn]] void fail(Bytes where, std::string what) const;
    void need(uint64_t size, const char* name) const;  // throws Fail when fewer bytes are left

private:
    uint32_t add(const char* name, Type type, uint32_t size, uint32_t count = 1, uint8_t lanes = 1, uint16_t tag = 0);

    std::span<const byte> file_;
    Tree& tree_;
    uint32_t at_ = 0, parent_ = none;
    bool big_ = false;
    Bytes last_;
};

// Opens a group for the length of a scope, also when a Fail passes through.
class Group {
public:
    Group(Reader& reader, const char* name, Type type = Type::Group, uint16_t tag = 0)
        : reader_(reader), index_(reader.open(name, type, tag)) {}
    ~Group() { reader_.close(index_); }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;
    uint32_t index() const { return index_; }
    void label(std::string text) { reader_.label(index_, std::move(text)); }

private:
    Reader& reader_;
    uint32_t index_;
};

template <class T> constexpr Type type_of() {
    if constexpr (std::is_same_v<T, uint8_t>)
        return Type::U8;
    else if constexpr (std::is_same_v<T, uint16_t>)
        return Type::U16;
    else if constexpr (std::is_same_v<T, uint32_t>)
        return Type::U32;
    else if constexpr (std::is_same_v<T, int16_t>)
        return Type::I16;
    else if constexpr (std::is_same_v<T, int32_t>)
        return Type::I32;
    else {
        static_assert(std::is_same_v<T, float>);
        return Type::F32;
    }
}

template <class T> T Reader::read(const char* name) {
    need(sizeof(T), name);
    const T value = load<T>(here(), big_);
    add(name, type_of<T>(), sizeof(T));
    return value;
}

template <class T> T Reader::peek(uint32_t ahead) const {
    need(uint64_t{ahead} + sizeof(T), "next value");
    return load<T>(here() + ahead, big_);
}

}  // namespace bonescope
