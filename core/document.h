// One file, read: its bytes, the meaning of every byte, and the model. Immutable once load() has returned it.
#pragma once
#include "core/model.h"
#include "core/tree.h"

namespace bonescope {

enum class Encoding : uint8_t { Guess, Utf8, Gbk, Big5, ShiftJis, Latin1 };

// A layout that a file could have by its version, and how well its bytes fit it.
struct Dialect {
    std::string name;     // short and stable: "colours, sentinel morphs"
    std::string verdict;  // "reads the whole file", "expected …, found … at offset …"
};

struct Document {
    std::string path;                     // as opened
    std::string format;                   // "ogre.skeleton", "ogre.mesh.xml", …; empty: not recognised
    std::string version;                  // as stored
    std::string dialect;                  // what was chosen where a version has several layouts
    std::vector<Dialect> dialects;        // all that were tried; empty: the version decides
    std::string wanted_dialect;           // a person's choice; empty: the one that fits best
    Encoding encoding = Encoding::Guess;  // of its texts, where the format or the bytes tell; Guess: they do not
    Big<byte> file;
    Big<float> arena;     // decoded numbers
    Big<uint32_t> lists;  // sort orders, indices, offsets
    std::vector<Easing> eases;
    std::vector<std::string> names;
    Tree tree;
    std::vector<Skeleton> skeletons;
    int first_skeleton = 0;  // index of the one to be shown first
    std::vector<VertexSet> sets;
    std::vector<Mesh> meshes;
    std::vector<Morph> morphs;
    std::vector<Clip> clips;
    std::vector<ClipRange> ranges;
    std::vector<AtlasPage> pages;
    std::vector<Material> materials;
    std::vector<AnimationLink> links;
    std::string skeleton_link;  // a mesh's word for its skeleton file; raw bytes
    std::vector<Finding> notes;
    bool readable = false;  // something of it could be read

    // A person's choice, else what the document says.
    Encoding text(Encoding chosen) const { return chosen == Encoding::Guess ? encoding : chosen; }
    const byte* base(Column c) const {
        return (c.owned ? reinterpret_cast<const byte*>(arena.data()) : file.data()) + c.at;
    }
    // Float `lane` of row `row`. Rows are in file order.
    float number(Column c, uint32_t row, uint32_t lane = 0) const {
        return load<float>(base(c) + std::size_t{c.step} * row + std::size_t{lane} * 4);
    }
    vec3 triple(Column c, uint32_t row) const {
        vec3 v;
        std::memcpy(&v, base(c) + std::size_t{c.step} * row, sizeof v);
        return v;
    }
    void note(Severity severity, std::string message, Bytes where, int line = 0);
    void note(Severity severity, std::string message);  // about the file as a whole
    void note(Finding);                                 // all end here; beyond some thousand they are left out
};

// A field right below the file's own, which is made when it is not there.
void add_below_file(Document&, const char* name, Type, Bytes where, uint32_t label = none);

// Lines of notes that were made without one, in one pass over the text, as there may be many.
void add_lines(Document&);

// Appends `floats` uninitialised numbers to the arena and returns their column with `width` floats a row.
Column add_column(Document&, uint32_t rows, uint32_t width);
float* column_data(Document&, Column);  // of an owned column; valid until the arena grows

// Ticks of row `row` of a timeline, in file order, as stored.
inline float key_time(const Document& doc, const Timeline& line, uint32_t row) { return doc.number(line.time, row); }

// The row in file order of a rank in sampling order.
inline uint32_t row_of(const Document& doc, const Timeline& line, uint32_t rank) {
    return line.order == none ? rank : doc.lists[line.order + rank];
}

// Sets `live` and `order` of a timeline: a stable sort by time with non-finite times left out.
void sort_timeline(Document&, Timeline&);
// The timeline of the clip that has these very times, or a new one. Call with `time` and `rows` set.
uint32_t intern_timeline(Document&, Clip&, const Timeline&);
// Sets Track::suspect from the values.
void inspect_values(const Document&, const Clip&, Track&);

inline StandIn stand_in(const Document& doc, const Track& track, uint32_t row) {
    return track.stand_ins == none ? StandIn::None : static_cast<StandIn>(doc.lists[track.stand_ins + row]);
}

// The bytes of a row in the file; size 0 when it has none.
Bytes row_bytes(const Document&, const Where&, uint32_t row);
inline Bytes key_bytes(const Document& doc, const Track& track, uint32_t row) {
    return row_bytes(doc, track.where, row);
}
Bytes vertex_bytes(const Document&, const VertexSet&, uint32_t vertex);

// Joint indices, parents before children. Joints on a cycle or with a bad parent come as roots; `bad`, when given,
// receives them.
std::vector<int> parents_first(const std::vector<Joint>&, std::vector<int>* bad = nullptr);

// Corner indices of a mesh as a triangle list (strips and fans are unrolled, indices beyond the set left out). `detail`
// 0..1 takes steps of the set's LodSteps; circles among them end where they close.
std::vector<uint32_t> triangles(const Document&, const Mesh&, float detail = 1);

// Tracks and keys as the file counts them: channels of one target on one timeline are one track.
struct ClipSize {
    uint32_t tracks = 0;
    uint64_t keys = 0;
};
ClipSize stored_size(const Clip&);

}  // namespace bonescope
