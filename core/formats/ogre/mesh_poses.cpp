// Poses, and the vertex animations (morph and pose tracks) that are stored in meshes.
#include "core/formats/ogre/mesh_file.h"
#include "core/formats/ogre/ogre.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::ogre {
namespace {

constexpr uint32_t largest_step = 0x7FFF'FFFF;  // Column::step has 31 bits

// Poses and morph keys say since 1.8 whether they have normals.
bool knows_normals(const MeshFile& m) { return m.version >= MeshVersion::V180; }

Layout offset_layout(bool normals) {
    Layout layout{"offset", normals ? 34u : 22u, {}};
    layout.members = {{"id", Type::U16, 1, 0, 16},
                      {"length", Type::U32, 1, 16, 32},
                      {"vertex", Type::U32, 1, 48, 32},
                      {"offset", Type::F32, 3, 80, 96}};
    if (normals) layout.members.push_back({"normal", Type::F32, 3, 176, 96});
    return layout;
}

const Layout reference_layout{"pose reference",
                              12,
                              {{"id", Type::U16, 1, 0, 16},
                               {"length", Type::U32, 1, 16, 32},
                               {"pose", Type::U16, 1, 48, 16},
                               {"influence", Type::F32, 1, 64, 32}}};

// Rows of `width` floats that lie at `at`: a view where they lie evenly in a little-endian file, else decoded.
template <class At> Column rows_at(MeshFile& m, uint32_t rows, uint32_t width, At at) {
    if (rows == 0) return {};
    const uint32_t step = rows > 1 ? at(1) - at(0) : width * 4;
    bool even = !m.in.big() && step <= largest_step;
    for (uint32_t i = 1; i < rows && even; ++i) even = at(i) - at(i - 1) == step;
    if (even) return {at(0), step & largest_step, 0};
    const Column column = add_column(m.doc, rows, width);
    float* to = column_data(m.doc, column);
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t i = 0; i < width; ++i) *to++ = load<float>(m.in.file().data() + at(row) + i * 4u, m.in.big());
    return column;
}

void read_offsets(MeshFile& m, Morph& morph, bool normals) {
    const Layout layout = offset_layout(normals);
    const Run run = read_run(m, "offsets", 0xC111, layout);
    const auto at = [&](uint32_t i) { return run.at + i * layout.stride; };
    morph.vertex.reserve(run.count);
    for (uint32_t i = 0; i < run.count; ++i)
        morph.vertex.push_back(load<uint32_t>(m.in.file().data() + at(i) + 6, m.in.big()));
    morph.offset = rows_at(m, run.count, 3, [&](uint32_t i) { return at(i) + 10; });
    if (normals) morph.normal = rows_at(m, run.count, 3, [&](uint32_t i) { return at(i) + 22; });
}

void read_pose(MeshFile& m) {
    Part part(m, "pose", true);
    Morph& morph = m.doc.morphs.emplace_back();
    m.pose_targets.push_back(0);
    morph.where = {part.head.at, 6};
    morph.name = m.in.line("name");
    part.group.label(morph.name);
    m.pose_targets.back() = m.in.read<uint16_t>("target");
    const bool normals = knows_normals(m) && m.in.boolean("includes normals");
    while (next_child(m, part, {0xC111})) {
        if (!morph.vertex.empty()) m.in.fail({m.in.at(), 6}, "offsets of one pose are interrupted by another chunk");
        read_offsets(m, morph, normals);
    }
    morph.where.size = m.in.at() - part.head.at;
    finish_part(m, part);
}

void read_morph_key(MeshFile& m, VertexTrack& track) {
    const Part part(m, "morph key", false);
    MorphKey key;
    key.at = part.head.at;
    m.in.read<float>("time");
    key.normals = knows_normals(m) && m.in.boolean("includes normals");
    const uint32_t vertices = m.geometries[static_cast<std::size_t>(track.set)].declared;
    key.data = m.in.at();
    if (vertices)
        m.in.array(key.normals ? "positions and normals" : "positions", Type::F32, vertices, key.normals ? 6 : 3);
    key.size = m.in.at() - key.at;
    track.morphs.push_back(key);
    finish_part(m, part);
}

void read_pose_key(MeshFile& m, VertexTrack& track) {
    const Part part(m, "pose key", true);
    PoseKey key;
    key.at = part.head.at;
    m.in.read<float>("time");
    key.size = m.in.at() - key.at;
    const auto index = static_cast<uint32_t>(track.poses.size());
    track.poses.push_back(key);
    while (next_child(m, part, {0xD113}))
        track.references.push_back({index, read_run(m, "pose references", 0xD113, reference_layout)});
    track.poses.back().size = m.in.at() - key.at;
    finish_part(m, part);
}

// The size of a morph key follows from its geometry, so that without one its declared length must do.
void read_vertex_key(MeshFile& m, VertexTrack& track) {
    if (next_id(m) == 0xD112) return read_pose_key(m, track);
    if (track.set >= 0) return read_morph_key(m, track);
    if (!skip_chunk(m, "morph key", Severity::Warning))
        m.in.fail({m.in.at(), 6}, fmt::format("morph key at offset {}: its target has no geometry and its length {} "
                                              "cannot be right",
                                              m.in.at(), m.in.peek<uint32_t>(2)));
}

void read_track(MeshFile& m, std::size_t clip) {
    Part part(m, "vertex track", false);
    const auto type = m.in.read<uint16_t>("type");
    const Bytes type_at = m.in.last();
    VertexTrack& track = m.tracks.emplace_back();
    track.clip = clip;
    track.target = m.in.read<uint16_t>("target");
    track.set = m.set_of_target(track.target);
    part.group.label(fmt::format("{} {}", type == 1 ? "morph" : type == 2 ? "pose" : "unknown", track.target));
    if (type != 1 && type != 2)
        m.doc.note(Severity::Warning, fmt::format("track type {}: expected 1 (morph) or 2 (pose)", type), type_at);
    if (track.set < 0)
        if (auto* text = m.odd(Odd::Target, Severity::Warning, m.in.last()))
            *text = fmt::format("vertex track at offset {}: target {} has no geometry", part.head.at, track.target);
    while (next_child(m, part, {0xD111, 0xD112})) read_vertex_key(m, track);
    finish_part(m, part);
}

void read_base(MeshFile& m, Clip& clip) {
    const Part part(m, "base keyframe", true);
    clip.rebased = true;
    clip.base = m.in.line("animation");
    clip.base_time = m.in.read<float>("time");
    finish_part(m, part);
}

// The declared length of an animation leaves its base keyframe out, and morph keys may be longer than they declare.
void read_animation(MeshFile& m) {
    Part part(m, "animation", false);
    const std::size_t index = m.doc.clips.size();
    m.doc.clips.emplace_back();
    m.doc.clips[index].where = {part.head.at, 6};
    m.doc.clips[index].sampling = default_sampling();
    m.doc.clips[index].name = m.in.line("name");
    part.group.label(m.doc.clips[index].name);
    m.doc.clips[index].duration = m.in.read<float>("length");
    if (!good_length(m.doc.clips[index])) m.doc.note(Severity::Error, length_fault(m.doc.clips[index]), m.in.last());
    while (next_child(m, part, {0xD105, 0xD110}))
        if (next_id(m) == 0xD105)
            read_base(m, m.doc.clips[index]);
        else
            read_track(m, index);
    m.doc.clips[index].where.size = m.in.at() - part.head.at;
    finish_part(m, part);
}

template <class Key> Where where_of(MeshFile& m, const std::vector<Key>& keys) {
    const uint32_t stride = keys.size() > 1 ? keys[1].at - keys[0].at : keys[0].size;
    bool even = stride < (1u << 28);
    for (std::size_t i = 0; i < keys.size(); ++i)
        even = even && keys[i].size == keys[0].size && keys[i].at == keys[0].at + i * stride;
    if (even) return {uint64_t{keys[0].at} * 8, stride * 8, keys[0].size * 8, false};
    const Where where{m.doc.lists.size(), 0, 0, true};
    for (const Key& key : keys) m.doc.lists.insert(m.doc.lists.end(), {key.at, key.size});
    return where;
}

template <class Key> uint32_t timeline_of(MeshFile& m, Clip& clip, const std::vector<Key>& keys) {
    Timeline line;
    line.rows = static_cast<uint32_t>(keys.size());
    line.time = rows_at(m, line.rows, 1, [&](uint32_t i) { return keys[i].at + 6; });
    return intern_timeline(m.doc, clip, line);
}

// Positions with normals between them where every key has normals; positions alone where some have not.
Column morph_rows(MeshFile& m, const std::vector<MorphKey>& keys, uint32_t vertices, bool normals) {
    const auto rows = static_cast<uint32_t>(keys.size());
    const bool mixed = std::any_of(keys.begin(), keys.end(), [](const MorphKey& key) { return key.normals; });
    if (normals || !mixed)
        return rows_at(m, rows, vertices * (normals ? 6 : 3), [&](uint32_t i) { return keys[i].data; });
    const Column column = add_column(m.doc, rows, vertices * 3);
    float* to = column_data(m.doc, column);
    for (const MorphKey& key : keys)
        for (uint32_t v = 0; v < vertices; ++v)
            for (uint32_t lane = 0; lane < 3; ++lane)
                *to++ =
                    load<float>(m.in.file().data() + key.data + v * (key.normals ? 24u : 12u) + lane * 4, m.in.big());
    return column;
}

void fill_morph_track(MeshFile& m, Clip& clip, const VertexTrack& from) {
    const uint32_t vertices = m.geometries[static_cast<std::size_t>(from.set)].declared;
    const bool normals =
        std::all_of(from.morphs.begin(), from.morphs.end(), [](const MorphKey& key) { return key.normals; });
    if (vertices == 0) return;
    Track track;
    track.kind = Kind::Mesh;
    track.property = Property::Deform;
    track.basis = Basis::Absolute;
    track.target = from.set;
    track.width = vertices * (normals ? 6 : 3);
    track.timeline = timeline_of(m, clip, from.morphs);
    track.value = morph_rows(m, from.morphs, vertices, normals);
    track.where = where_of(m, from.morphs);
    inspect_values(m.doc, clip, track);
    clip.tracks.push_back(track);
}

struct Reference {
    uint32_t key;
    uint16_t pose;
    float influence;
};

std::vector<Reference> references_of(MeshFile& m, const VertexTrack& from) {
    std::vector<Reference> out;
    for (const PoseReferences& some : from.references)
        for (uint32_t i = 0; i < some.run.count; ++i) {
            const uint32_t at = some.run.at + i * 12;
            const byte* record = m.in.file().data() + at;
            const Reference one{some.key, load<uint16_t>(record + 6, m.in.big()), load<float>(record + 8, m.in.big())};
            out.push_back(one);
            if (one.pose >= m.doc.morphs.size()) {
                if (auto* text = m.odd(Odd::PoseReference, Severity::Warning, {at, 12}))
                    *text =
                        fmt::format("pose {} named at offset {}: the mesh has {}", one.pose, at, m.doc.morphs.size());
            } else if (m.pose_targets[one.pose] != from.target) {
                if (auto* text = m.odd(Odd::PoseOfOther, Severity::Warning, {at, 12}))
                    *text = fmt::format("pose {} named at offset {} belongs to target {}, its track to target {}",
                                        one.pose, at, m.pose_targets[one.pose], from.target);
            }
        }
    return out;
}

// Poses times keys may be far more numbers than the file has bytes; real files stay well below this.
bool affordable(const MeshFile& m, std::size_t poses, std::size_t keys) {
    return uint64_t{poses} * keys * 4 <= (uint64_t{1} << 20) + uint64_t{16} * m.in.file().size();
}

void fill_pose_track(MeshFile& m, Clip& clip, const VertexTrack& from) {
    const std::vector<Reference> references = references_of(m, from);
    std::vector<uint16_t> poses;
    for (const Reference& one : references) poses.push_back(one.pose);
    std::sort(poses.begin(), poses.end());
    poses.erase(std::unique(poses.begin(), poses.end()), poses.end());
    const auto keys = static_cast<uint32_t>(from.poses.size());
    if (!affordable(m, poses.size(), keys))
        return m.doc.note(Severity::Warning,
                          fmt::format("a pose track with {} keys on {} poses is left out: too large for a file of {} "
                                      "bytes",
                                      keys, poses.size(), m.in.file().size()),
                          {from.poses[0].at, 10});
    const uint32_t timeline = timeline_of(m, clip, from.poses);
    const Where where = where_of(m, from.poses);
    const std::size_t first = clip.tracks.size();
    for (const uint16_t pose : poses) {
        Track track;
        track.kind = Kind::Morph;
        track.property = Property::Weight;
        track.basis = Basis::Absolute;
        track.target = pose;
        track.timeline = timeline;
        track.width = 1;
        track.value = add_column(m.doc, keys, 1);
        track.where = where;
        std::fill_n(column_data(m.doc, track.value), keys, 0.f);
        clip.tracks.push_back(track);
    }
    for (const Reference& one : references) {
        const auto at = std::lower_bound(poses.begin(), poses.end(), one.pose) - poses.begin();
        column_data(m.doc, clip.tracks[first + static_cast<std::size_t>(at)].value)[one.key] += one.influence;
    }
    for (std::size_t i = first; i < clip.tracks.size(); ++i) inspect_values(m.doc, clip, clip.tracks[i]);
}

}  // namespace

void read_poses(MeshFile& m) { read_list(m, "poses", true, 0xC100, read_pose); }

void read_animations(MeshFile& m) { read_list(m, "animations", false, 0xD100, read_animation); }

void fill_tracks(MeshFile& m) {
    for (const VertexTrack& track : m.tracks) {
        if (!track.morphs.empty()) fill_morph_track(m, m.doc.clips[track.clip], track);
        if (!track.poses.empty()) fill_pose_track(m, m.doc.clips[track.clip], track);
    }
}

}  // namespace bonescope::ogre
