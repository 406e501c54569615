// The clips of a scene.
#include "core/clip_range.h"
#include "core/range_facts.h"
#include "core/scene_making.h"
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace bonescope {
namespace {

const Skeleton& skeleton_or_none(const Scene& scene) {
    static const Skeleton nothing;
    const Skeleton* bones = scene.bones();
    return bones ? *bones : nothing;
}

bool has_clip(const Scene& scene, const std::string& name) {
    return std::any_of(scene.clips.begin(), scene.clips.end(),
                       [&](const ClipUse& use) { return use.get().name == name; });
}

void note_loose_tracks(Scene& scene, const ClipUse& use) {
    std::set<std::pair<uint32_t, int32_t>> all, loose;  // joints, whose properties are a track each
    const Track* first = nullptr;
    for (std::size_t i = 0; i < use.bound.size(); ++i) {
        const Track& track = use.get().tracks[i];
        if (track.kind != Kind::Joint) continue;
        all.emplace(track.name, track.target);
        if (use.bound[i] >= 0) continue;
        if (!first) first = &track;
        loose.emplace(track.name, track.target);
    }
    if (!first || !scene.skeleton()) return;
    const std::string who =
        first->name == none ? fmt::format("{}", first->target) : decode(use.doc->names[first->name]);
    note(scene, Severity::Warning,
         fmt::format("clip \"{}\" of {}: {} of {} that it moves {} none of the skeleton's, the first is joint {}",
                     decode(use.get().name), shown(use.doc), loose.size(), counted(all.size(), "joint"),
                     verb(loose.size(), "is", "are"), who));
}

// Clips of another skeleton are matched by joint id; the names tell whether that makes sense.
void note_other_names(Scene& scene, const Document& doc, const DocumentPtr& holder) {
    if (doc.skeletons.empty() || doc.skeletons[0].stand_in || !scene.skeleton()) return;  // such names are made up
    std::unordered_map<int, const Joint*> own;
    for (const Joint& joint : scene.skeleton()->joints) own.emplace(joint.id, &joint);
    uint32_t differ = 0;
    std::string example;
    for (const Joint& joint : doc.skeletons[0].joints) {
        const auto found = own.find(joint.id);
        if (found == own.end() || found->second->name == joint.name) continue;
        if (!differ++)
            example = fmt::format("joint {} is \"{}\" there and \"{}\" here", joint.id, decode(joint.name),
                                  decode(found->second->name));
    }
    if (differ)
        note(scene, Severity::Warning,
             fmt::format("clips of {} are matched by joint number, but {} of {} names differ: {}", shown(holder),
                         differ, doc.skeletons[0].joints.size(), example));
}

void add_clips(Scene& scene, int doc, float link_scale, bool linked) {
    const DocumentPtr holder = scene.docs[doc];
    for (int i = 0; i < static_cast<int>(holder->clips.size()); ++i) {
        const int armature = holder->clips[i].skeleton;
        if (armature >= 0 && doc == scene.skeleton_doc && armature != scene.skeleton_index) continue;
        if (linked && has_clip(scene, holder->clips[i].name)) continue;
        ClipUse use = bind_clip(holder, i, skeleton_or_none(scene), link_scale);
        if (linked) use.origin = holder->path;
        note_loose_tracks(scene, use);
        scene.clips.push_back(std::move(use));
    }
}

// The engine scales by the link nearest to the skeleton that plays, also when clips come from links further on.
void add_linked(Scene& scene, int doc, float scale, bool top, std::set<int>& done) {
    const DocumentPtr holder = scene.docs[doc];
    std::vector<int> targets;
    for (const Part& part : scene.parts)
        if (part.wanted_by == doc && part.role == "linked skeleton") targets.push_back(part.doc);
    for (std::size_t i = 0; i < holder->links.size() && i < targets.size(); ++i) {
        const int target = targets[i];
        if (target < 0 || !done.insert(target).second) continue;
        const float own = top ? holder->links[i].scale : scale;
        note_other_names(scene, *scene.docs[target], scene.docs[target]);
        add_clips(scene, target, own, true);
        add_linked(scene, target, own, false, done);
    }
}

// Depth first; `path`: the documents whose links led to this one.
void note_circles(Scene& scene, int doc, std::vector<int>& path, std::set<int>& done) {
    path.push_back(doc);
    std::set<int> targets;
    for (const Part& part : scene.parts)
        if (part.wanted_by == doc && part.role == "linked skeleton" && part.doc >= 0) targets.insert(part.doc);
    for (const int target : targets) {
        const auto closes = std::find(path.begin(), path.end(), target);
        if (closes == path.end()) {
            if (!done.contains(target)) note_circles(scene, target, path, done);
            continue;
        }
        std::string circle;
        for (auto at = closes; at != path.end(); ++at) circle += shown(scene.docs[*at]) + " > ";
        note(scene, Severity::Warning, "animation links go in a circle: " + circle + shown(scene.docs[target]));
    }
    path.pop_back();
    done.insert(doc);
}

// The clip that a range is cut from: the one clip of the bank that its source number names. doc null: it is missing.
ClipUse bank_of(const Scene& scene, const ClipRange& range, std::span<const ClipUse> banks) {
    const auto number = static_cast<std::size_t>(range.source);
    const int doc = range.source >= 0 && number < scene.sources.size() ? scene.sources[number] : -1;
    for (const ClipUse& bank : banks)
        if (range.source < 0 || (doc >= 0 && bank.doc == scene.docs[doc])) return bank;
    return {};
}

ClipUse cut_use(const Scene& scene, const DocumentPtr& list, int index, std::span<const ClipUse> banks) {
    const ClipRange& range = list->ranges[index];
    ClipUse use = range.placed ? bank_of(scene, range, banks) : ClipUse{};
    use.own = std::make_shared<Clip>(use.doc ? cut(*use.doc, use.get(), range) : cut_without_frames(range));
    if (!use.doc) use.doc = list;
    use.list = list;
    use.range = index;
    use.sampling = use.own->sampling;
    replan(use);
    return use;
}

// Before the banks themselves, so that a clip's place in the scene is its place in the list.
void add_ranges(Scene& scene) {
    std::vector<ClipUse> banks;
    for (const DocumentPtr& doc : scene.docs)
        if (!doc->clips.empty() && doc->sets.empty()) banks.push_back(bind_clip(doc, 0, skeleton_or_none(scene)));
    for (const DocumentPtr& doc : scene.docs)
        for (int i = 0; i < static_cast<int>(doc->ranges.size()); ++i)
            scene.clips.push_back(cut_use(scene, doc, i, banks));
    for (Finding& finding : all_frames_outside(scene)) scene.notes.push_back(std::move(finding));
}

}  // namespace

void note_all_circles(Scene& scene) {
    std::vector<int> path;
    std::set<int> done;
    for (int i = 0; i < static_cast<int>(scene.docs.size()); ++i)
        if (!scene.docs[i]->links.empty() && !done.contains(i)) note_circles(scene, i, path, done);
}

namespace {

std::shared_ptr<const Skeleton> bones_of_tracks(const Scene& scene) {
    auto out = std::make_shared<Skeleton>();
    std::set<std::pair<std::string, int32_t>> known;
    for (const DocumentPtr& doc : scene.docs)
        for (const Clip& clip : doc->clips)
            for (const Track& track : clip.tracks) {
                if (track.kind != Kind::Joint) continue;
                Joint joint;
                joint.id = track.target;
                joint.name = track.name == none ? fmt::format("bone {}", track.target) : doc->names[track.name];
                if (!known.emplace(joint.name, joint.id).second) continue;
                out->once_first = out->once_first || track.basis == Basis::Absolute;
                out->joints.push_back(std::move(joint));
            }
    if (out->joints.empty()) return nullptr;
    out->order = parents_first(out->joints);
    return out;
}

}  // namespace

void add_all_clips(Scene& scene) {
    if (!scene.skeleton()) scene.tracked = bones_of_tracks(scene);
    add_ranges(scene);
    std::set<int> done;
    if (scene.skeleton_doc >= 0) {
        done.insert(scene.skeleton_doc);
        add_clips(scene, scene.skeleton_doc, 1, false);
        add_linked(scene, scene.skeleton_doc, 1, true, done);
    }
    for (const bool vertex : {false, true})
        for (int i = 0; i < static_cast<int>(scene.docs.size()); ++i) {
            const Document& doc = *scene.docs[i];
            if (doc.clips.empty() || (doc.sets.empty() || is_flat(doc)) == vertex || !done.insert(i).second) continue;
            if (!vertex) note_other_names(scene, doc, scene.docs[i]);
            add_clips(scene, i, 1, false);
        }
}

int find_clip(const Scene& scene, std::string_view wanted) {
    for (std::size_t i = 0; i < scene.clips.size(); ++i)
        if (scene.clips[i].get().name == wanted || name_of(scene.clips[i]) == wanted) return static_cast<int>(i);
    const bool digits =
        !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), [](char c) { return c >= '0' && c <= '9'; });
    const auto index = digits ? parse_int(wanted) : std::nullopt;
    return index && *index < static_cast<int64_t>(scene.clips.size()) ? static_cast<int>(*index) : -1;
}

int linked_clip(const Scene& scene, int clip) {
    const ClipUse& use = scene.clips[clip];
    const ClipRange* cut = use.cut();
    if (!cut || !cut->link) return -1;
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        const ClipUse& other = scene.clips[i];
        if (other.list == use.list && other.cut()->number == *cut->link && !other.missing()) return static_cast<int>(i);
    }
    return -1;
}

}  // namespace bonescope
