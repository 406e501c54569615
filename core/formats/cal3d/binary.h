// Pieces of the binary files: header, strings, counts; and the choice between the layouts that one version number has.
#pragma once
#include "core/document.h"
#include "core/reader.h"
#include <fmt/format.h>
#include <functional>

namespace bonescope::cal3d {

bool has_magic(std::span<const byte> file, std::string_view three_letters);
// Magic and version; fills Document::version and returns it. A version that no writer is known to use is noted.
int32_t read_header(Reader&, Document&);
int32_t version_of(std::span<const byte> file);  // 0 in a file too short for one
// Versions with the features of IMVU's line, which were dropped in between.
bool is_rich(int32_t version);

// A length and so many bytes, terminator included; what comes before the first NUL.
std::string read_string(Reader&, const char* length_name, const char* name);
// A count that must not be negative nor larger than `item` bytes each leave room for. Throws Fail.
uint32_t read_count(Reader&, const char* name, uint64_t item);
vec3 read_vec3(Reader&, const char* name);
vec4 read_vec4(Reader&, const char* name);
// Reads a file that is one clip; what was read before a Fail is finished too.
void read_clip(Document&, void (*read)(Reader&, Document&));
void note_rest(const Reader&, Document&);  // bytes after the end, which stay unclaimed

// Goes through a file in some layout without keeping anything, and counts what looks wrong.
class Walk {
public:
    Walk(std::span<const byte> file, uint32_t at) : file_(file), at_(at) {}

    // All throw Fail past the end of the file.
    int32_t number(const char* name);
    uint32_t count(const char* name);  // throws Fail when negative
    float real(const char* name);
    void skip(uint64_t size, const char* name);
    const byte* bytes(uint32_t size, const char* name);
    void text(const char* name);
    void rotation(const char* name);
    void expect(bool sane) {
        ++seen_;
        strange_ += !sane;
    }
    uint32_t at() const { return at_; }
    uint32_t left() const { return static_cast<uint32_t>(file_.size()) - at_; }
    double strangeness() const { return seen_ ? double(strange_) / seen_ : 0; }

private:
    void need(uint64_t size, const char* name) const;

    std::span<const byte> file_;
    uint32_t at_, seen_ = 0, strange_ = 0;
};

struct Candidate {
    const char* name;
    bool usual;  // of this version; the others are tried where no usual one fits
    std::function<void(Walk&)> walk;
    bool doubtful = false;  // some library of this version reads it so, but none writes it
};
// Index of the layout to read the file with, recorded in Document::dialect and Document::dialects where there was a
// choice. At least one is usual. The walk begins after the version.
std::size_t choose_layout(Document&, std::span<const Candidate>);

}  // namespace bonescope::cal3d
