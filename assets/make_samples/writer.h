// Little-endian bytes.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <string>

namespace sample {

class Writer {
public:
    Writer& u8(unsigned v) { return raw(&v, 1); }
    Writer& u16(unsigned v) { return raw(&v, 2); }
    Writer& u32(std::size_t v) { return raw(&v, 4); }
    Writer& floats(std::initializer_list<double> values) {
        for (const double value : values) {
            const auto narrow = static_cast<float>(value);
            raw(&narrow, 4);
        }
        return *this;
    }
    Writer& text(const std::string& line) {
        out_ += line;
        return u8('\n');
    }
    // A Cal3D string: its size with the NUL, then both.
    Writer& string(const std::string& value) { return u32(value.size() + 1).bytes(value).u8(0); }
    Writer& bytes(const std::string& block) {
        out_ += block;
        return *this;
    }
    // An OGRE chunk. `left_out`: bytes of the body that the length does not count.
    Writer& chunk(unsigned id, const Writer& body, std::size_t left_out = 0) {
        return u16(id).u32(body.out_.size() + 6 - left_out).bytes(body.out_);
    }
    const std::string& str() const { return out_; }

private:
    Writer& raw(const void* from, std::size_t size) {
        out_.append(static_cast<const char*>(from), size);
        return *this;
    }
    std::string out_;
};

}  // namespace sample
