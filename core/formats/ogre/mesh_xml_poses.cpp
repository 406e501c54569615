// Poses and vertex animations (morph and pose tracks) of .mesh.xml.
#include "core/formats/ogre/mesh_xml.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::ogre {
namespace {

// Keys times vertices, or keys times poses, may be far more numbers than the file has bytes where keys are empty.
bool affordable(MeshXml& m, pugi::xml_node track, uint64_t numbers) {
    const bool small = numbers * sizeof(float) <= (uint64_t{1} << 20) + uint64_t{16} * m.doc.file.size();
    if (!small)
        m.in.warn(track, fmt::format("a track of {} numbers is left out: too large for a file of {} bytes", numbers,
                                     m.doc.file.size()));
    return small;
}

void read_pose(MeshXml& m, pugi::xml_node node) {
    Morph morph;
    morph.name = node.attribute("name").value();
    morph.set = set_of_target(m, node);
    morph.where = m.file.where(node);
    std::vector<vec3> offsets, normals;
    for (const auto child : node.children("poseoffset")) {
        const uint32_t vertex = child.attribute("index") ? m.in.index(child.attribute("index")) : none;
        if (morph.set >= 0 && vertex >= m.doc.sets[static_cast<std::size_t>(morph.set)].vertices)
            m.in.warn(child, fmt::format("poseoffset: expected an index below {}, found \"{}\"",
                                         m.doc.sets[static_cast<std::size_t>(morph.set)].vertices,
                                         decode(child.attribute("index").value())));
        morph.vertex.push_back(vertex);
        offsets.push_back(m.in.triple(child, vec3(0)));
        if (child.attribute("nx") || !normals.empty()) {
            normals.resize(offsets.size() - 1, vec3(0));
            normals.emplace_back(m.in.number(child, "nx", 0), m.in.number(child, "ny", 0), m.in.number(child, "nz", 0));
        }
    }
    const auto store = [&](const std::vector<vec3>& rows) {
        const Column column = add_column(m.doc, static_cast<uint32_t>(rows.size()), 3);
        float* to = column_data(m.doc, column);
        for (const vec3& row : rows) to = std::copy_n(&row[0], 3, to);
        return column;
    };
    morph.offset = store(offsets);
    if (!normals.empty()) morph.normal = store(normals);
    m.doc.morphs.push_back(std::move(morph));
}

uint32_t keys_in(pugi::xml_node frames) {
    const auto list = frames.children("keyframe");
    return static_cast<uint32_t>(std::distance(list.begin(), list.end()));
}

uint32_t read_times(MeshXml& m, pugi::xml_node frames, Clip& clip) {
    Timeline line;
    line.rows = keys_in(frames);
    line.time = add_column(m.doc, line.rows, 1);
    float* to = column_data(m.doc, line.time);
    for (const auto key : frames.children("keyframe")) {
        if (!key.attribute("time")) m.in.warn(key, "keyframe: expected an attribute time, found none, read as 0");
        *to++ = m.in.number(key, "time", 0);
    }
    return intern_timeline(m.doc, clip, line);
}

// One row: positions, or positions with a normal after each. Vertices that the key lacks stay where the mesh has them.
void read_morph_row(MeshXml& m, pugi::xml_node key, const VertexSet& set, bool normals, float* row) {
    const uint32_t step = normals ? 6 : 3;
    uint32_t positions = 0, turned = 0;
    for (const auto node : key.children()) {
        const std::string_view name = node.name();
        if (name == "position" && positions < set.vertices) {
            const vec3 value = m.in.triple(node, vec3(0));
            std::copy_n(&value[0], 3, row + std::size_t{positions} * step);
        }
        if (name == "normal" && normals && turned < set.vertices) {
            const vec3 value = m.in.triple(node, vec3(0));
            std::copy_n(&value[0], 3, row + std::size_t{turned} * step + 3);
        }
        positions += name == "position";
        turned += name == "normal";
    }
    if (positions != set.vertices || (normals && turned != set.vertices))
        m.in.warn(key, fmt::format("morph keyframe: expected {} positions{}, found {} and {} normals", set.vertices,
                                   normals ? " and normals" : "", positions, turned));
    const auto keep = [&](Column from, uint32_t begin, uint32_t shift) {
        for (uint32_t v = begin; v < set.vertices; ++v) {
            const vec3 value = from.empty() ? vec3(0) : m.doc.triple(from, v);
            std::copy_n(&value[0], 3, row + std::size_t{v} * step + shift);
        }
    };
    keep(set.position, positions, 0);
    if (normals) keep(set.normal, turned, 3);
}

void read_morph_track(MeshXml& m, pugi::xml_node node, Clip& clip, int target) {
    const pugi::xml_node frames = node.child("keyframes");
    const uint32_t rows = keys_in(frames);
    const VertexSet& set = m.doc.sets[static_cast<std::size_t>(target)];
    bool normals = rows > 0;
    for (const auto key : frames.children("keyframe")) normals = normals && key.child("normal");
    Track track;
    track.kind = Kind::Mesh;
    track.property = Property::Deform;
    track.basis = Basis::Absolute;
    track.target = target;
    track.width = set.vertices * (normals ? 6u : 3u);
    if (!affordable(m, node, uint64_t{rows} * track.width)) return;
    track.timeline = read_times(m, frames, clip);
    track.value = add_column(m.doc, rows, track.width);
    float* to = column_data(m.doc, track.value);
    for (const auto key : frames.children("keyframe")) {
        read_morph_row(m, key, set, normals, to);
        to += track.width;
    }
    track.where = list_elements(m.doc, m.file, frames, "keyframe");
    inspect_values(m.doc, clip, track);
    clip.tracks.push_back(track);
}

struct Reference {
    uint32_t key, pose;
    float influence;
};

std::vector<Reference> read_references(MeshXml& m, pugi::xml_node frames, int target) {
    std::vector<Reference> out;
    uint32_t row = 0;
    for (const auto key : frames.children("keyframe")) {
        for (const auto node : key.children("poseref")) {
            const auto attribute = node.attribute("poseindex");
            const uint32_t pose = attribute ? m.in.index(attribute) : none;
            if (pose >= m.doc.morphs.size()) {
                m.in.warn(node, fmt::format("poseref: expected the index of one of {} poses, found \"{}\"",
                                            m.doc.morphs.size(), decode(attribute.value())));
                continue;
            }
            if (m.doc.morphs[pose].set != target)
                m.in.warn(node, fmt::format("poseref: pose {} belongs to another target than its track", pose));
            out.push_back({row, pose, m.in.number(node, "influence", 1)});
        }
        ++row;
    }
    return out;
}

void read_pose_track(MeshXml& m, pugi::xml_node node, Clip& clip, int target) {
    const pugi::xml_node frames = node.child("keyframes");
    const uint32_t rows = keys_in(frames);
    const std::vector<Reference> references = read_references(m, frames, target);
    std::vector<uint32_t> poses;
    for (const Reference& one : references) poses.push_back(one.pose);
    std::sort(poses.begin(), poses.end());
    poses.erase(std::unique(poses.begin(), poses.end()), poses.end());
    if (!affordable(m, node, uint64_t{rows} * poses.size())) return;
    Track track;
    track.kind = Kind::Morph;
    track.property = Property::Weight;
    track.basis = Basis::Absolute;
    track.width = 1;
    track.timeline = read_times(m, frames, clip);
    track.where = list_elements(m.doc, m.file, frames, "keyframe");
    const std::size_t first = clip.tracks.size();
    for (const uint32_t pose : poses) {
        track.target = static_cast<int32_t>(pose);
        track.value = add_column(m.doc, rows, 1);
        std::fill_n(column_data(m.doc, track.value), rows, 0.f);  // absent is 0
        clip.tracks.push_back(track);
    }
    for (const Reference& one : references) {
        const auto at = std::lower_bound(poses.begin(), poses.end(), one.pose) - poses.begin();
        column_data(m.doc, clip.tracks[first + static_cast<std::size_t>(at)].value)[one.key] += one.influence;
    }
    for (std::size_t i = first; i < clip.tracks.size(); ++i) inspect_values(m.doc, clip, clip.tracks[i]);
}

void read_track(MeshXml& m, pugi::xml_node node, Clip& clip) {
    const std::string_view type = node.attribute("type").value();
    const int target = set_of_target(m, node);
    if (type != "morph" && type != "pose")
        m.in.warn(node, fmt::format("track: expected type morph or pose, found \"{}\"", decode(type)));
    else if (target >= 0 && type == "morph")
        read_morph_track(m, node, clip, target);
    else if (target >= 0)
        read_pose_track(m, node, clip, target);
}

}  // namespace

void read_poses(MeshXml& m, pugi::xml_node list) {
    for (const auto node : list.children("pose")) read_pose(m, node);
}

void read_vertex_animations(MeshXml& m, pugi::xml_node list) {
    for (const auto node : list.children("animation")) {
        Clip& clip = start_clip(m.doc, m.file, m.in, node);
        for (const auto track : node.child("tracks").children("track")) read_track(m, track, clip);
    }
}

}  // namespace bonescope::ogre
