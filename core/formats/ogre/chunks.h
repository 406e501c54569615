// What .skeleton and .mesh share: the file header, and chunks that are known by their context and whose declared
// lengths may be wrong.
#pragma once
#include "core/document.h"
#include "core/reader.h"
#include <optional>

namespace bonescope::ogre {

// The version string of a file that starts with an OGRE header of either byte order, else empty. Never throws.
std::string_view version_of(std::span<const byte> file);

// Header and version string. Sets the reader's byte order, Document::version and Document::dialect.
void read_file_header(Reader&, Document&);

// A chunk's group and header; what is read while it lives are its children.
class Chunk {
public:
    Chunk(Reader& reader, const char* name)
        : group_(reader, name, Type::Chunk, reader.peek<uint16_t>()), head_(reader.header()) {}
    uint16_t id() const { return head_.id; }
    uint32_t at() const { return head_.at; }
    uint32_t length() const { return head_.length; }                             // as declared
    uint64_t declared_end() const { return uint64_t{head_.at} + head_.length; }  // may lie beyond the file
    Bytes so_far(const Reader& reader) const { return {head_.at, reader.at() - head_.at}; }
    uint32_t group() const { return group_.index(); }
    void label(std::string text) { group_.label(std::move(text)); }

private:
    Group group_;
    Reader::Chunk head_;
};

// Header of the chunk that starts here, unread; nothing when fewer than 6 bytes are left.
std::optional<Reader::Chunk> next_chunk(const Reader&);
// Could a reader step over it: 6 <= length, and it ends inside the file?
bool sane_length(const Reader&, const Reader::Chunk&);
// Steps over a chunk that nobody knows, claiming its content as raw bytes, with a note. Its length must be sane.
void skip_unknown(Reader&, Document&);
// Notes when the declared length is not what the chunk, now read to its end, really takes.
void note_length(Document&, const Reader&, const Chunk&, std::string_view what);
// Claims and notes what is left of the file when no further chunk can be read.
void note_rest(Reader&, Document&);

vec3 read_vec3(Reader&, const char* name);
quat read_quat(Reader&, const char* name);  // stored x y z w

}  // namespace bonescope::ogre
