// Builds .mesh files from literal bytes, for the tests of their reader.
#pragma once
#include "core/text.h"
#include "tests/hostile.h"

namespace bonescope::test {

struct Part {
    uint16_t source, type, semantic, offset, index;
};

struct Buffer {
    uint16_t source;
    uint32_t stride;
    Maker raw;
};

// Builds meshes of one byte order.
struct MeshMaker {
    bool big = false;
    std::string version = "[MeshSerializer_v1.100]";

    Maker start() const { return Maker().big(big); }
    Maker chunk(unsigned id, const Maker& body) const { return start().chunk(id, body); }

    Maker geometry(uint32_t vertices, const std::vector<Part>& parts, const std::vector<Buffer>& buffers) const {
        Maker declaration = start();
        for (const Part& p : parts)
            declaration.chunk(0x5110, start().u16(p.source).u16(p.type).u16(p.semantic).u16(p.offset).u16(p.index));
        Maker body = start().u32(vertices).chunk(0x5100, declaration);
        for (const Buffer& buffer : buffers)
            body.chunk(0x5200, start().u16(buffer.source).u16(buffer.stride).chunk(0x5210, buffer.raw));
        return chunk(0x5000, body);
    }
    // A triangle in the plane z = 0.
    Maker corners() const { return start().f32({0, 0, 0, 1, 0, 0, 0, 1, 0}); }
    Maker triangle() const { return geometry(3, {{0, 2, 1, 0, 0}}, {{0, 12, corners()}}); }

    Maker submesh_body(const std::vector<unsigned>& indices, const std::string& geometry, bool shared = false) const {
        Maker body = start();
        body.line("stone").u8(shared).u32(static_cast<uint32_t>(indices.size())).u8(0);
        for (const unsigned index : indices) body.u16(index);
        return body.text(geometry);
    }
    Maker submesh(const std::vector<unsigned>& indices, const std::string& geometry, const Maker& rest = {}) const {
        return chunk(0x4000, submesh_body(indices, geometry).text(rest.str()));
    }
    Maker file(const std::string& children) const {
        return start().u16(0x1000).line(version).chunk(0x3000, start().u8(1).text(children));
    }
    Maker assignment(unsigned id, uint32_t vertex, unsigned bone, float weight) const {
        return chunk(id, start().u32(vertex).u16(bone).f32({weight}));
    }
};

inline DocumentPtr load_bytes(const Maker& maker) { return load("some.mesh", maker.bytes()); }

inline std::string notes_of(const Document& doc, Severity least = Severity::Warning) {
    std::string all;
    for (const Finding& note : doc.notes)
        if (note.severity >= least) all += note.message + "\n";
    return all;
}

#define EXPECT_NOTE(doc, words)                                                                                        \
    EXPECT_NE(notes_of(doc, Severity::Info).find(words), std::string::npos) << notes_of(doc, Severity::Info)

}  // namespace bonescope::test
