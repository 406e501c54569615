// What the parts of the .mesh reader share. The chunks are read in file order; what depends on several of them
// (children may come in any order) is put together by finish_mesh() at the end, also when reading broke off.
#pragma once
#include "core/document.h"
#include "core/reader.h"
#include <initializer_list>

namespace bonescope::ogre {

enum class MeshVersion : uint8_t { V110, V120, V130, V140, V141, V180, V1100 };  // 1.10 is the oldest, 1.100 the newest

// One entry of a vertex declaration.
struct Element {
    uint16_t source = 0, type = 0, semantic = 0, offset = 0, index = 0;
    Bytes where;
};

struct VertexBuffer {
    uint16_t source = 0;
    uint32_t stride = 0, at = 0;  // at: first vertex in the file
};

// Equal chunks in a row.
struct Run {
    uint32_t at = 0, count = 0;
};

// One per Document::sets.
struct Geometry {
    uint32_t declared = 0;  // vertices, as stored
    std::vector<Element> elements;
    std::vector<VertexBuffer> buffers;
    std::vector<Run> assignments;
};

// One per Document::meshes.
struct SubmeshParts {
    bool shared = false;
    Bytes indices;
    uint32_t index_size = 2;
};

struct SubmeshName {
    uint16_t submesh = 0;
    std::string name;
    Bytes where;
};

struct StoredBounds {
    vec3 low{0}, high{0};
    Bytes where;
};

struct MorphKey {
    uint32_t at = 0, data = 0, size = 0;  // the chunk, its positions, bytes of the chunk
    bool normals = false;                 // a normal follows every position
};

struct PoseKey {
    uint32_t at = 0, size = 0;
};

struct PoseReferences {
    uint32_t key = 0;  // index in VertexTrack::poses
    Run run;
};

struct VertexTrack {
    std::size_t clip = 0;
    uint16_t target = 0;
    int set = -1;
    std::vector<MorphKey> morphs;
    std::vector<PoseKey> poses;
    std::vector<PoseReferences> references;
};

// Kinds of remarks of which a file may hold thousands: only the first is told, with the number of the others.
enum class Odd : uint8_t {
    Length,
    Unknown,
    Index,
    AssignedVertex,
    PoseVertex,
    PoseReference,
    PoseOfOther,
    Target,
    Name,
    Alias,
    Element
};

struct Oddity {
    Odd kind = Odd::Length;
    uint16_t tag = 0;
    Severity severity = Severity::Info;
    uint32_t count = 0;
    std::string message;
    Bytes where;
};

struct MeshFile {
    Document& doc;
    Reader in;
    MeshVersion version = MeshVersion::V1100;
    int shared = -1;  // index in Document::sets
    std::vector<Geometry> geometries;
    std::vector<SubmeshParts> submeshes;
    std::vector<Run> shared_assignments;
    std::vector<SubmeshName> names;
    std::vector<uint16_t> pose_targets;  // one per Document::morphs
    std::vector<VertexTrack> tracks;
    std::vector<StoredBounds> bounds;
    std::vector<Oddity> oddities;

    explicit MeshFile(Document& document) : doc(document), in(document.file, document.tree) {}

    // The message to fill in when this is the first of its kind (and tag), else null.
    std::string* odd(Odd kind, Severity severity, Bytes where, uint16_t tag = 0);
    // Vertex set that a target number means: 0 shared geometry, k submesh k-1; -1 when it has no geometry of its own.
    int set_of_target(uint16_t target) const;
};

// A chunk that is being read: its group in the tree, and what its header says.
struct Part {
    Group group;
    Reader::Chunk head;
    bool trusted;  // is the declared length right in files of this version?

    Part(MeshFile& m, const char* name, bool trust);
    uint64_t end() const { return uint64_t{head.at} + head.length; }
};

// Steps to the next child of `parent`: true when its id is one of `ids`. Unknown chunks are passed over, as far as the
// parent's length can be trusted.
bool next_child(MeshFile&, const Part& parent, std::initializer_list<uint16_t> ids);
// Compares the declared length with what was read; claims the rest of a chunk whose length can be trusted.
void finish_part(MeshFile&, const Part&);
// A chunk that holds nothing but children of one id.
void read_list(MeshFile&, const char* name, bool trust, uint16_t id, void (*read_item)(MeshFile&));
// Passes over a chunk by its length; false when the length cannot be right.
bool skip_chunk(MeshFile&, const char* name, Severity);
// All chunks of one id that follow each other as one field; `layout` has the size of a whole chunk.
Run read_run(MeshFile&, const char* name, uint16_t id, const Layout& layout);
uint16_t next_id(const MeshFile&);  // 0 when fewer bytes are left than a header needs

void read_geometry(MeshFile&);      // 0x5000; appends to sets and geometries
void read_old_geometry(MeshFile&);  // the same in 1.10 and 1.20
void read_lod(MeshFile&);           // 0x8000
void read_edges(MeshFile&);         // 0xB000
void read_poses(MeshFile&);         // 0xC000
void read_animations(MeshFile&);    // 0xD000
Run read_assignments(MeshFile&, uint16_t id);
const byte* read_indices(MeshFile&, bool wide, uint32_t count);

void fill_tracks(MeshFile&);                    // the clips' tracks from their keys; morphs must be complete
void fill_vertices(MeshFile&, uint32_t set);    // the columns of a set from declaration and buffers
void fill_influences(MeshFile&, uint32_t set);  // from assignment chunks, else from blend elements
void finish_mesh(MeshFile&);

}  // namespace bonescope::ogre
