#include "core/reader.h"
#include <fmt/format.h>

namespace bonescope {

uint32_t add_field(Tree& tree, uint32_t parent, const char* name, Type type, Bytes where) {
    const auto index = static_cast<uint32_t>(tree.fields.size());
    Field field;
    field.name = name;
    field.type = type;
    field.at = where.at;
    field.size = where.size;
    field.parent = parent;
    field.end = index + 1;
    tree.fields.push_back(field);
    return index;
}

void Reader::fail(Bytes where, std::string what) const { throw Fail{where, std::move(what)}; }

void Reader::need(uint64_t size, const char* name) const {
    if (size > left())
        fail({at_, left()}, fmt::format("{}: expected {} bytes at offset {}, found {} before the end of the file", name,
                                        size, at_, left()));
}

uint32_t Reader::add(const char* name, Type type, uint32_t size, uint32_t count, uint8_t lanes, uint16_t tag) {
    const auto index = static_cast<uint32_t>(tree_.fields.size());
    last_ = {at_, size};
    Field field;
    field.name = name;
    field.at = at_;
    field.size = size;
    field.parent = parent_;
    field.end = index + 1;
    field.count = count;
    field.tag = tag;
    field.type = type;
    field.lanes = lanes;
    field.big = big_;
    tree_.fields.push_back(field);
    at_ += size;
    return index;
}

bool Reader::boolean(const char* name) {
    need(1, name);
    const bool value = load<uint8_t>(here()) != 0;
    add(name, Type::Bool, 1);
    return value;
}

const byte* Reader::floats(const char* name, uint8_t lanes) { return array(name, Type::F32, 1, lanes); }

const byte* Reader::array(const char* name, Type type, uint32_t count, uint8_t lanes) {
    const uint64_t size = uint64_t{count} * lanes * type_size(type);
    need(size, name);
    const byte* data = here();
    add(name, type, static_cast<uint32_t>(size), count, lanes);
    return data;
}

const byte* Reader::records(const char* name, uint16_t layout, uint32_t count) {
    const uint64_t size = uint64_t{count} * tree_.layouts[layout].stride;
    need(size, name);
    const byte* data = here();
    add(name, Type::Record, static_cast<uint32_t>(size), count, 1, layout);
    return data;
}

const byte* Reader::varied(const char* name, uint16_t layout, uint32_t count, uint32_t size, uint32_t starts) {
    need(size, name);
    const byte* data = here();
    add(name, Type::Record, size, count, 1, layout);
    tree_.fields.back().label = starts;
    return data;
}

std::string_view Reader::text(const char* name, uint32_t size) {
    need(size, name);
    const std::string_view out = text_of(file_, {at_, size});
    add(name, Type::String, size);
    return out;
}

const byte* Reader::raw(const char* name, uint32_t size) {
    need(size, name);
    const byte* data = here();
    add(name, Type::Raw, size);
    return data;
}

std::string Reader::line(const char* name) {
    const std::string_view rest = text_of(file_, {at_, left()});
    const std::size_t feed = rest.find('\n');
    if (feed == std::string_view::npos)
        fail({at_, left()}, fmt::format("{}: expected text that ends with a line feed, found the end of the file after "
                                        "{} bytes",
                                        name, rest.size()));
    std::string_view text = rest.substr(0, feed);
    if (text.ends_with('\r')) text.remove_suffix(1);
    add(name, Type::String, static_cast<uint32_t>(feed + 1));
    return std::string(text);
}

Reader::Chunk Reader::header() {
    need(6, "chunk header");
    const Chunk chunk{peek<uint16_t>(), peek<uint32_t>(2), at_};
    add("header", Type::Header, 6);
    return chunk;
}

uint32_t Reader::open(const char* name, Type type, uint16_t tag) {
    const uint32_t index = add(name, type, 0, 1, 1, tag);
    parent_ = index;
    return index;
}

void Reader::close(uint32_t group) {
    Field& field = tree_.fields[group];
    field.size = at_ - field.at;
    field.end = static_cast<uint32_t>(tree_.fields.size());
    parent_ = field.parent;
}

void Reader::label(uint32_t group, std::string text) { tree_.fields[group].label = tree_.add_label(std::move(text)); }

void Reader::seek(uint32_t at) { at_ = at; }

}  // namespace bonescope
