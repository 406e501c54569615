#include "core/formats/ogre/mesh_file.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::ogre {

std::string* MeshFile::odd(Odd kind, Severity severity, Bytes where, uint16_t tag) {
    for (Oddity& old : oddities)
        if (old.kind == kind && old.tag == tag) {
            ++old.count;
            return nullptr;
        }
    oddities.push_back({kind, tag, severity, 1, {}, where});
    return &oddities.back().message;
}

int MeshFile::set_of_target(uint16_t target) const {
    if (target == 0) return shared;
    if (target > doc.meshes.size() || submeshes[target - 1u].shared) return -1;
    return doc.meshes[target - 1u].set;
}

Part::Part(MeshFile& m, const char* name, bool trust)
    : group(m.in, name, Type::Chunk, m.in.peek<uint16_t>()), head(m.in.header()), trusted(trust) {}

uint16_t next_id(const MeshFile& m) { return m.in.left() < 6 ? uint16_t{0} : m.in.peek<uint16_t>(); }

bool next_child(MeshFile& m, const Part& parent, std::initializer_list<uint16_t> ids) {
    while (m.in.left() >= 6) {
        if (parent.trusted && m.in.at() >= parent.end()) return false;
        const auto id = m.in.peek<uint16_t>();
        if (std::find(ids.begin(), ids.end(), id) != ids.end()) return true;
        if (!parent.trusted || uint64_t{m.in.at()} + m.in.peek<uint32_t>(2) > parent.end()) return false;
        if (!skip_chunk(m, "unknown chunk", Severity::Warning)) return false;
    }
    return false;
}

void finish_part(MeshFile& m, const Part& part) {
    const uint64_t end = part.end();
    if (end == m.in.at()) return;
    // Only these are known to declare too much, and only before 1.100; all other lengths beyond the end mean a cut
    // file.
    const bool may_exceed = m.version < MeshVersion::V1100 && (part.head.id == 0x3000 || part.head.id == 0x4000);
    const bool cut = !may_exceed && end > m.in.file().size();
    if (auto* text = m.odd(Odd::Length, cut ? Severity::Warning : Severity::Info, {part.head.at, 6}, part.head.id))
        *text = fmt::format("chunk 0x{:04X} at offset {}: declares {} bytes, its content has {}", part.head.id,
                            part.head.at, part.head.length, m.in.at() - part.head.at);
    if (part.trusted && end > m.in.at() && end <= m.in.file().size())
        m.in.raw("rest of the chunk", static_cast<uint32_t>(end - m.in.at()));
}

void read_list(MeshFile& m, const char* name, bool trust, uint16_t id, void (*read_item)(MeshFile&)) {
    const Part list(m, name, trust);
    while (next_child(m, list, {id})) read_item(m);
    finish_part(m, list);
}

bool skip_chunk(MeshFile& m, const char* name, Severity severity) {
    const auto length = m.in.peek<uint32_t>(2);
    if (length < 6 || length > m.in.left()) return false;
    const Part part(m, name, true);
    if (length > 6) m.in.raw("data", length - 6);
    if (auto* text = m.odd(Odd::Unknown, severity, {part.head.at, length}, part.head.id))
        *text =
            fmt::format("{} 0x{:04X} of {} bytes at offset {}: passed over", name, part.head.id, length, part.head.at);
    return true;
}

Run read_run(MeshFile& m, const char* name, uint16_t id, const Layout& layout) {
    const uint32_t stride = layout.stride;
    const Run run{m.in.at(), [&] {
                      uint32_t n = 0;
                      for (uint32_t left = m.in.left(); left >= stride; left -= stride, ++n) {
                          const uint32_t ahead = n * stride;
                          if (m.in.peek<uint16_t>(ahead) != id) break;
                          const auto length = m.in.peek<uint32_t>(ahead + 2);
                          if (length == stride) continue;
                          if (auto* text = m.odd(Odd::Length, Severity::Info, {m.in.at() + ahead, 6}, id))
                              *text = fmt::format("chunk 0x{:04X} at offset {}: declares {} bytes, its content has {}",
                                                  id, m.in.at() + ahead, length, stride);
                      }
                      return n;
                  }()};
    if (run.count == 0) m.in.need(stride, name);
    m.in.records(name, m.doc.tree.add_layout(layout), run.count);
    return run;
}

}  // namespace bonescope::ogre
