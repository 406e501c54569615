#include "core/formats/ogre/chunks.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::ogre {

namespace {

constexpr std::size_t longest_version = 80;  // real ones have up to 33 bytes

bool is_big(std::span<const byte> file) { return file[0] == byte{0x10}; }

}  // namespace

std::string_view version_of(std::span<const byte> file) {
    if (file.size() < 2) return {};
    const auto first = load<uint16_t>(file.data());
    if (first != 0x1000 && first != 0x0010) return {};
    const auto room = static_cast<uint32_t>(std::min(file.size() - 2, longest_version));
    const std::string_view text = text_of(file, {2, room});
    return text.substr(0, text.find('\n'));
}

void read_file_header(Reader& in, Document& doc) {
    in.need(2, "file header");
    in.set_big(is_big(in.file()));
    in.read<uint16_t>("header");
    doc.version = in.line("version");
    if (in.big()) doc.dialect = "big-endian";
}

std::optional<Reader::Chunk> next_chunk(const Reader& in) {
    if (in.left() < 6) return {};
    return Reader::Chunk{in.peek<uint16_t>(), in.peek<uint32_t>(2), in.at()};
}

bool sane_length(const Reader& in, const Reader::Chunk& chunk) {
    return chunk.length >= 6 && chunk.length <= in.file().size() - chunk.at;
}

void skip_unknown(Reader& in, Document& doc) {
    const Chunk chunk(in, "unknown chunk");
    if (chunk.length() > 6) in.raw("content", chunk.length() - 6);
    doc.note(Severity::Warning,
             fmt::format("unknown chunk 0x{:04X} of {} bytes was skipped", chunk.id(), chunk.length()),
             chunk.so_far(in));
}

void note_length(Document& doc, const Reader& in, const Chunk& chunk, std::string_view what) {
    const Bytes real = chunk.so_far(in);
    if (real.size == chunk.length()) return;
    const bool cut = chunk.declared_end() > in.file().size() && in.left() < 6;
    doc.note(cut ? Severity::Error : Severity::Warning,
             cut ? fmt::format("{}: expected {} bytes as its length says, found the end of the file after {}", what,
                               chunk.length(), real.size + in.left())
                 : fmt::format("{}: its length says {} bytes, its content takes {}", what, chunk.length(), real.size),
             real);
}

void note_rest(Reader& in, Document& doc) {
    if (in.left() == 0) return;
    if (const auto chunk = next_chunk(in)) {
        doc.note(Severity::Error,
                 fmt::format("expected a chunk at offset {}, found id 0x{:04X} with a length of {} bytes and {} bytes "
                             "before the end of the file; the rest was not read",
                             chunk->at, chunk->id, chunk->length, in.left()),
                 {in.at(), in.left()});
        return;
    }
    const uint32_t left = in.left();
    in.raw("trailing bytes", left);
    doc.note(Severity::Warning,
             fmt::format("expected a chunk header of 6 bytes or the end of the file, found {} trailing bytes", left),
             in.last());
}

vec3 read_vec3(Reader& in, const char* name) {
    const byte* at = in.floats(name, 3);
    return {load<float>(at, in.big()), load<float>(at + 4, in.big()), load<float>(at + 8, in.big())};
}

quat read_quat(Reader& in, const char* name) {
    const byte* at = in.floats(name, 4);
    const auto number = [&](int i) { return load<float>(at + 4 * i, in.big()); };
    return {number(3), number(0), number(1), number(2)};
}

}  // namespace bonescope::ogre
