// What the parts of make_scene() share.
#pragma once
#include "core/scene.h"
#include "core/text.h"
#include <algorithm>

namespace bonescope {

inline std::string shown(const DocumentPtr& doc) { return decode(base_name(doc->path)); }

inline void note(Scene& scene, Severity severity, std::string message) {
    Finding finding;
    finding.severity = severity;
    finding.message = std::move(message);
    scene.notes.push_back(std::move(finding));
}

// A 2D document: its vertices are shown by slots.
inline bool is_flat(const Document& doc) {
    return std::any_of(doc.skeletons.begin(), doc.skeletons.end(), [](const Skeleton& s) { return s.rig != nullptr; });
}

// scene_clips.cpp: clips cut out by lists, the skeleton's own and linked ones, those of vertices.
void add_all_clips(Scene&);
void note_all_circles(Scene&);  // among links

}  // namespace bonescope
