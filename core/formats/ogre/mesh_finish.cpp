// What is known only when the whole mesh has been read: references between its parts, and checks of them.
#include "core/formats/ogre/mesh_file.h"
#include "core/text.h"
#include <cmath>
#include <fmt/format.h>

namespace bonescope::ogre {
namespace {

void use_shared_geometry(MeshFile& m) {
    for (std::size_t i = 0; i < m.doc.meshes.size(); ++i) {
        if (!m.submeshes[i].shared) continue;
        m.doc.meshes[i].set = m.shared;
        if (m.shared < 0)
            m.doc.note(Severity::Warning,
                       fmt::format("submesh {} uses the shared geometry (0x5000), which the file does not have", i),
                       m.doc.meshes[i].where);
    }
    if (m.shared_assignments.empty()) return;
    if (m.shared >= 0) {
        m.geometries[static_cast<std::size_t>(m.shared)].assignments = m.shared_assignments;
    } else {
        const Run first = m.shared_assignments[0];
        m.doc.note(Severity::Warning, "bone assignments for the shared geometry, which the file does not have",
                   {first.at, first.count * 16});
    }
}

void give_names(MeshFile& m) {
    for (const SubmeshName& name : m.names) {
        if (name.submesh < m.doc.meshes.size()) {
            m.doc.meshes[name.submesh].name = name.name;
            continue;
        }
        if (auto* text = m.odd(Odd::Name, Severity::Warning, name.where))
            *text = fmt::format("name \"{}\" is for submesh {}: the mesh has {}", decode(name.name), name.submesh,
                                m.doc.meshes.size());
    }
    if (m.shared >= 0) m.doc.sets[static_cast<std::size_t>(m.shared)].name = "shared";
    for (std::size_t i = 0; i < m.doc.meshes.size(); ++i)
        if (const Mesh& mesh = m.doc.meshes[i]; !m.submeshes[i].shared && mesh.set >= 0)
            m.doc.sets[static_cast<std::size_t>(mesh.set)].name = mesh.name;
}

void check_indices(MeshFile& m) {
    for (std::size_t i = 0; i < m.doc.meshes.size(); ++i) {
        const Mesh& mesh = m.doc.meshes[i];
        if (mesh.set < 0) continue;
        const uint32_t vertices = m.doc.sets[static_cast<std::size_t>(mesh.set)].vertices;
        for (uint32_t k = 0; k < mesh.indices; ++k) {
            const uint32_t index = m.doc.lists[mesh.first + k];
            if (index < vertices) continue;
            const uint32_t size = m.submeshes[i].index_size, at = m.submeshes[i].indices.at + k * size;
            if (auto* text = m.odd(Odd::Index, Severity::Warning, {at, size}))
                *text = fmt::format("submesh {}: index {} at offset {}: expected less than {}", i, index, at, vertices);
        }
    }
}

void place_morphs(MeshFile& m) {
    for (std::size_t i = 0; i < m.doc.morphs.size(); ++i) {
        Morph& morph = m.doc.morphs[i];
        morph.set = m.set_of_target(m.pose_targets[i]);
        if (morph.set < 0) {
            if (auto* text = m.odd(Odd::Target, Severity::Warning, morph.where))
                *text = fmt::format("pose {}: target {} has no geometry", i, m.pose_targets[i]);
            continue;
        }
        const uint32_t vertices = m.doc.sets[static_cast<std::size_t>(morph.set)].vertices;
        for (const uint32_t vertex : morph.vertex)
            if (vertex >= vertices)
                if (auto* text = m.odd(Odd::PoseVertex, Severity::Warning, morph.where))
                    *text = fmt::format("pose {} moves vertex {}: expected less than {}", i, vertex, vertices);
    }
}

struct Extent {
    vec3 low{std::numeric_limits<float>::infinity()}, high{-std::numeric_limits<float>::infinity()};
    uint32_t broken = 0;
    Bytes first_broken;
};

void extend(const Document& doc, const VertexSet& set, Extent& extent) {
    for (uint32_t v = 0; v < set.vertices; ++v) {
        const vec3 p = doc.triple(set.position, v);
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
            const uint32_t at = set.position.owned ? set.where.at : set.position.at + v * set.position.step;
            if (extent.broken++ == 0) extent.first_broken = {at, set.position.owned ? set.where.size : 12};
            continue;
        }
        extent.low = glm::min(extent.low, p);
        extent.high = glm::max(extent.high, p);
    }
}

// Stored bounds are often padded (OGRE does so for animated meshes) or left over from an earlier state.
void check_bounds(MeshFile& m) {
    Extent real;
    for (const VertexSet& set : m.doc.sets) extend(m.doc, set, real);
    if (real.broken)
        m.doc.note(Severity::Warning, fmt::format("{} positions are not finite numbers", real.broken),
                   real.first_broken);
    if (!(real.low.x <= real.high.x)) return;
    const float tolerance = 1e-4f * glm::length(real.high - real.low);
    for (const StoredBounds& stored : m.bounds) {
        const vec3 off = glm::max(glm::abs(stored.low - real.low), glm::abs(stored.high - real.high));
        if (off.x <= tolerance && off.y <= tolerance && off.z <= tolerance) continue;
        m.doc.note(
            Severity::Info,
            fmt::format("stored bounds are ({} {} {}) to ({} {} {}), the vertices reach from ({} {} {}) to ({} {} "
                        "{})",
                        stored.low.x, stored.low.y, stored.low.z, stored.high.x, stored.high.y, stored.high.z,
                        real.low.x, real.low.y, real.low.z, real.high.x, real.high.y, real.high.z),
            stored.where);
    }
}

void tell_oddities(MeshFile& m) {
    for (const Oddity& odd : m.oddities)
        m.doc.note(odd.severity,
                   odd.count > 1 ? fmt::format("{} (and {} more of this kind)", odd.message, odd.count - 1)
                                 : odd.message,
                   odd.where);
}

}  // namespace

void finish_mesh(MeshFile& m) {
    if (m.doc.meshes.empty()) m.doc.note(Severity::Warning, "expected at least one submesh (0x4000), found none");
    use_shared_geometry(m);
    give_names(m);
    for (uint32_t i = 0; i < m.doc.sets.size(); ++i) {
        fill_vertices(m, i);
        fill_influences(m, i);
    }
    check_indices(m);
    place_morphs(m);
    fill_tracks(m);
    check_bounds(m);
    tell_oddities(m);
}

}  // namespace bonescope::ogre
