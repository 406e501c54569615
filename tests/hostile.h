// Bad files from good ones: cut anywhere, or with one number replaced. Whatever comes out of load() must be sound, must
// say that something is wrong, and must not take memory by a count that the file only claims.
#pragma once
#include "core/evaluate.h"
#include "core/skin.h"
#include "core/text.h"
#include "tests/support.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <random>
#include <set>

namespace bonescope::test {

template <class T> std::size_t held(const T& list) { return list.capacity() * sizeof(list[0]); }

// Heap bytes of a document beside its file image and its notes (whose number has a bound of its own), near enough.
inline std::size_t footprint(const Document& doc) {
    std::size_t sum = held(doc.arena) + held(doc.lists) + held(doc.tree.fields) + held(doc.tree.labels) +
                      held(doc.names) + held(doc.clips) + held(doc.sets) + held(doc.meshes) + held(doc.morphs) +
                      held(doc.materials) + held(doc.links);
    for (const std::string& label : doc.tree.labels) sum += label.capacity();
    for (const Clip& clip : doc.clips) sum += held(clip.tracks) + held(clip.timelines);
    for (const Skeleton& skeleton : doc.skeletons) sum += held(skeleton.joints) + held(skeleton.order);
    for (const Morph& morph : doc.morphs) sum += held(morph.vertex);
    for (const VertexSet& set : doc.sets)
        sum += held(set.uv) + held(set.influences.first) + held(set.influences.joint) + held(set.influences.weight);
    return sum;
}

inline bool inside(const Document& doc, Column column, uint64_t rows, uint64_t floats) {
    if (column.empty() || rows == 0) return true;
    const uint64_t room = column.owned ? doc.arena.size() * sizeof(float) : doc.file.size();
    return uint64_t{column.at} + column.step * (rows - 1) + floats * sizeof(float) <= room;
}

// `before`: the track before it, null for the first. Tracks of one list in a text share its keys, whose ends are looked
// for once.
inline bool sound(const Document& doc, const Clip& clip, const Track& track, const Track* before) {
    if (track.timeline >= clip.timelines.size()) return false;
    const Timeline& line = clip.timelines[track.timeline];
    const uint32_t rows = line.rows;
    if (line.live > rows || !inside(doc, line.time, rows, 1) || !inside(doc, track.value, rows, track.width))
        return false;
    const bool known = before && track.where.listed && before->where.base == track.where.base && before->where.listed &&
                       before->timeline == track.timeline;
    return rows == 0 || known ||
           (key_bytes(doc, track, 0).end() <= doc.file.size() &&
            key_bytes(doc, track, rows - 1).end() <= doc.file.size());
}

// Every index and range of the model leads to something that is there.
inline void expect_sound(const Document& doc) {
    const uint64_t size = doc.file.size();
    ASSERT_FALSE(doc.tree.fields.empty());
    // One assertion per kind: this runs some hundred thousand times.
    const Field* bad_field = nullptr;
    for (const Field& field : doc.tree.fields)
        if (uint64_t{field.at} + field.size > size) bad_field = &field;
    ASSERT_EQ(bad_field, nullptr) << bad_field->name << " at " << bad_field->at;
    for (const Finding& note : doc.notes)
        ASSERT_TRUE(!note.placed || uint64_t{note.where.at} + note.where.size <= size) << note.message;
    for (const Skeleton& skeleton : doc.skeletons) {
        ASSERT_EQ(skeleton.order.size(), skeleton.joints.size());
        for (const Joint& joint : skeleton.joints) ASSERT_LT(joint.parent, static_cast<int>(skeleton.joints.size()));
    }
    const Track* bad_track = nullptr;
    for (const Clip& clip : doc.clips)
        for (std::size_t i = 0; i < clip.tracks.size(); ++i)
            if (!sound(doc, clip, clip.tracks[i], i ? &clip.tracks[i - 1] : nullptr)) bad_track = &clip.tracks[i];
    ASSERT_EQ(bad_track, nullptr) << "track of target " << bad_track->target;
    for (const VertexSet& set : doc.sets)
        for (const Column& column : {set.position, set.normal}) ASSERT_TRUE(inside(doc, column, set.vertices, 3));
    for (const Mesh& mesh : doc.meshes) {
        ASSERT_LT(mesh.set, static_cast<int>(doc.sets.size()));
        ASSERT_LE(uint64_t{mesh.first} + mesh.indices, doc.lists.size());
    }
    EXPECT_LE(footprint(doc), std::size_t{128} * 1024 + 32 * size);
    EXPECT_LE(doc.notes.size(), 10'001u);
}

// Every joint at some moments of every clip; a crash or a hang is the failure.
inline void pose_everything(const DocumentPtr& doc) {
    if (doc->skeletons.empty()) return;
    const Skeleton& skeleton = doc->skeletons[0];
    Pose pose;
    evaluate(skeleton, {}, pose);
    for (int i = 0; i < static_cast<int>(doc->clips.size()); ++i) {
        ClipUse use = bind_clip(doc, i, skeleton);
        for (const Interp interp : {Interp::Linear, Interp::Spline}) {
            use.sampling.vector = use.sampling.rotation = interp;
            replan(use);
            for (const double part : {-0.5, 0., 0.3, 1., 7.9}) {
                const Layer layer{&use, clock(use.get(), use.sampling, part * use.get().duration), 1};
                evaluate(skeleton, {&layer, 1}, pose);
            }
        }
    }
}

inline Big<byte> prefix(std::span<const byte> file, std::size_t n) {
    Big<byte> out(n);
    if (n > 0) std::memcpy(out.data(), file.data(), n);
    return out;
}

// Where to cut: everywhere up to 16 KiB; beyond, each field's edge, one byte before and after, and 500 seeded places.
inline std::set<uint32_t> cuts_of(const Document& whole) {
    std::set<uint32_t> cuts;
    const auto size = static_cast<uint32_t>(whole.file.size());
    if (size <= 16 * 1024) {
        for (uint32_t n = 0; n < size; ++n) cuts.insert(cuts.end(), n);
        return cuts;
    }
    const auto near = [&](uint32_t edge) {
        for (const uint32_t n : {edge - 1, edge, edge + 1})
            if (n < size) cuts.insert(n);
    };
    for (const Field& field : whole.tree.fields) {
        near(field.at);
        near(field.at + field.size);
    }
    std::mt19937 random(size);
    for (int i = 0; i < 500; ++i) cuts.insert(std::uniform_int_distribution<uint32_t>(0, size - 1)(random));
    return cuts;
}

// A warning or error that the whole file does not give.
inline bool says_more(const Document& cut, const std::set<std::string>& known) {
    return std::any_of(cut.notes.begin(), cut.notes.end(), [&](const Finding& note) {
        return note.severity != Severity::Info && !known.contains(note.message);
    });
}

// Loads every cut of a file. `clean(n)`: may a file of this format end there without a word?
inline void expect_cuts_reported(const std::string& path, std::span<const byte> file,
                                 const std::function<bool(const Document& whole, uint32_t n)>& clean) {
    const DocumentPtr whole = load(path, prefix(file, file.size()));
    ASSERT_TRUE(whole->readable) << path;
    std::set<std::string> known;
    for (const Finding& note : whole->notes) known.insert(note.message);
    for (const uint32_t n : cuts_of(*whole)) {
        SCOPED_TRACE(fmt::format("{} cut to {} of {} bytes", path, n, file.size()));
        const DocumentPtr cut = load(path, prefix(file, n));
        ASSERT_NO_FATAL_FAILURE(expect_sound(*cut));
        ASSERT_TRUE(says_more(*cut, known) || clean(*whole, n)) << "nothing was said about the cut";
    }
}

// A cut right after a child of the root leaves a whole file: formats that are a plain list of chunks.
inline bool after_a_chunk(const Document& whole, uint32_t n) {
    const auto& fields = whole.tree.fields;
    for (uint32_t i = 1; i < fields.size(); i = fields[i].end)
        if (fields[i].type == Type::Chunk && fields[i].at + fields[i].size == n) return true;
    return false;
}

struct Patch {
    uint32_t at = 0;
    std::string raw;
    uint32_t size = 0;  // of what it replaces
};

template <class T> void add_patches(std::vector<Patch>& out, uint32_t at, bool big, std::initializer_list<T> values) {
    for (const T value : values) out.push_back({at, Maker().big(big).put(value).str(), sizeof value});
}

inline void add_patches(std::vector<Patch>& out, const Field& field, uint32_t file_size) {
    const auto words = [&](uint32_t at) { add_patches<uint16_t>(out, at, field.big, {0, 1, 0x7FFF, 0x8000, 0xFFFF}); };
    const auto longs = [&](uint32_t at) {
        add_patches<uint32_t>(out, at, field.big, {0, 1, file_size, 0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFFF});
    };
    switch (field.type) {
    case Type::U8:
    case Type::Bool:
        return add_patches<uint8_t>(out, field.at, false, {0, 1, 0x7F, 0xFF});
    case Type::U16:
    case Type::I16:
        return words(field.at);
    case Type::U32:
    case Type::I32:
        return longs(field.at);
    case Type::F32:
        return add_patches<float>(out, field.at, field.big, {0.f, -1.f, NAN, INFINITY, 3e38f});
    case Type::Header:
    case Type::Record:  // one starts with a header, or with a number
        words(field.at);
        if (field.size >= 6) longs(field.at + 2);
        return;
    case Type::String:
        out.push_back({field.at + field.size - 1, "x", 1});  // the terminator
        return;
    default:
        return;
    }
}

inline std::vector<Patch> number_patches(const Document& whole) {
    std::vector<Patch> out;
    for (const Field& field : whole.tree.fields) add_patches(out, field, static_cast<uint32_t>(whole.file.size()));
    return out;
}

// Text: whatever starts like a number, with all that follows it.
inline std::vector<Patch> word_patches(std::string_view text) {
    const auto starts = [&](std::size_t i) {
        const bool sign = text[i] == '-' && i + 1 < text.size();
        const bool before = i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '_');
        return !before && std::isdigit(static_cast<unsigned char>(text[i + sign]));
    };
    std::vector<Patch> out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!starts(i)) continue;
        const std::size_t end = std::min(text.find_first_not_of("0123456789.eE+-", i), text.size());
        for (const char* word :
             {"", "-1", "65536", "4294967295", "99999999999999999999", "1e999", "nan", "0,5", "x\"<"})
            out.push_back({static_cast<uint32_t>(i), word, static_cast<uint32_t>(end - i)});
        i = end;
    }
    return out;
}

inline Big<byte> patched(std::span<const byte> file, const Patch& patch) {
    std::string text(text_of(file, {0, static_cast<uint32_t>(file.size())}));
    return bytes(text.replace(patch.at, patch.size, patch.raw));
}

// Loads the file with one number at a time replaced: at most `most` of all such files, seeded.
inline void expect_patches_survived(const std::string& path, std::span<const byte> file, std::size_t most,
                                    const std::function<void(const DocumentPtr&)>& visit) {
    const DocumentPtr whole = load(path, prefix(file, file.size()));
    const auto& fields = whole->tree.fields;
    const bool text = std::any_of(fields.begin(), fields.end(), [](const Field& field) {
        return field.type == Type::Text || field.type == Type::Xml || field.type == Type::Json;
    });
    std::vector<Patch> patches =
        text ? word_patches(text_of(whole->file, {0, static_cast<uint32_t>(file.size())})) : number_patches(*whole);
    if (patches.empty()) GTEST_SKIP() << "no numbers here";
    std::mt19937 random(static_cast<uint32_t>(file.size()));
    if (patches.size() > most) {
        std::shuffle(patches.begin(), patches.end(), random);
        patches.resize(most);
    }
    for (const Patch& patch : patches) {
        SCOPED_TRACE(fmt::format("{} with {} bytes replaced at {}", path, patch.size, patch.at));
        const DocumentPtr doc = load(path, patched(file, patch));
        ASSERT_NO_FATAL_FAILURE(expect_sound(*doc));
        visit(doc);
    }
}

// Every vertex set at rest and at a moment of every clip.
inline void deform_everything(const DocumentPtr& doc) {
    for (int set = 0; set < static_cast<int>(doc->sets.size()); ++set) {
        const SetUse use = bind_skin(doc, set, nullptr);
        SetFrame frame;
        for (int clip = 0; clip < static_cast<int>(doc->clips.size()); ++clip) {
            const ClipUse played = bind_clip(doc, clip, Skeleton{});
            const Layer layer{&played, {.3, .3, false}, 1};
            deform(use, {&layer, 1}, {}, frame);
        }
        deform(use, {}, {}, frame);
        EXPECT_LE(frame.position.size() * sizeof(vec3), 65536 + 16 * doc->file.size());
    }
    for (const Mesh& mesh : doc->meshes) triangles(*doc, mesh);
}

// Real files by the end of their names; each content once, as some are copies.
inline std::vector<std::string> ogre_samples(const std::string& ending) {
    std::map<std::string, std::string> by_content;
    if (!have_shared()) return {};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(sample("ogre"))) {
        if (!entry.path().filename().string().ends_with(ending)) continue;
        const Big<byte> file = bytes_of(entry.path());
        by_content.emplace(text_of(file, {0, static_cast<uint32_t>(file.size())}), entry.path().string());
    }
    std::vector<std::string> files;
    for (const auto& [content, path] : by_content) files.push_back(path);
    return files;
}

inline std::string name_of_file(const testing::TestParamInfo<std::string>& info) {
    const std::filesystem::path path(info.param);
    std::string name = path.parent_path().filename().string() + "_" + path.filename().string();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

}  // namespace bonescope::test
