// The one selection: what a joint, key or byte means in every panel.
#include "app/app.h"
#include "core/range_facts.h"
#include "core/text.h"
#include <cmath>

namespace bonescope {

namespace {
constexpr std::size_t most_history = 200;

int doc_index(const App& app, const Document* doc) {
    for (int i = 0; i < static_cast<int>(app.scene.docs.size()); ++i)
        if (app.scene.docs[i].get() == doc) return i;
    return -1;
}

bool holds(Bytes outer, Bytes inner) {
    return outer.size > 0 && inner.at >= outer.at && inner.end() <= outer.end() && inner.end() >= inner.at;
}

// The deepest field whose bytes hold all of these.
std::optional<Node> node_over(const Document& doc, Bytes bytes) {
    std::optional<Node> out;
    for (const Node& node : path_to(doc, bytes.at)) {
        if (!holds(node.where, bytes)) break;
        out = node;
        if (node.where == bytes && bytes.size > 0 && node.kind != Node::Kind::Stored) break;
    }
    return out;
}

// The row of a track whose bytes hold an offset, -1.
int row_at(const Document& doc, const Clip& clip, const Track& track, uint32_t offset) {
    if (track.timeline >= clip.timelines.size()) return -1;
    const uint32_t rows = clip.timelines[track.timeline].rows;
    const Where& where = track.where;
    if (where.size == 0) return -1;
    if (!where.listed) {
        const uint64_t bit = uint64_t{offset} * 8;
        if (bit < where.base || where.stride == 0) return -1;
        const uint64_t row = (bit - where.base) / where.stride;
        if (row >= rows) return -1;
        return key_bytes(doc, track, static_cast<uint32_t>(row)).contains(offset) ? static_cast<int>(row) : -1;
    }
    for (uint32_t row = 0; row < rows; ++row)
        if (key_bytes(doc, track, row).contains(offset)) return static_cast<int>(row);
    return -1;
}

bool value_holds(const Track& track, int row, uint32_t offset) {
    if (track.value.empty() || track.value.owned) return false;
    return Bytes{track.value.at + track.value.step * static_cast<uint32_t>(row), track.width * 4}.contains(offset);
}

struct KeyPlace {
    int track = -1, row = -1;
};

// Tracks of one target may share their keys: the one whose value is at the offset is meant, else the first.
KeyPlace key_at(const ClipUse& use, uint32_t offset) {
    KeyPlace out;
    const Clip& clip = use.get();
    for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
        const int row = row_at(*use.doc, clip, clip.tracks[i], offset);
        if (row < 0) continue;
        const bool exact = value_holds(clip.tracks[i], row, offset);
        if (exact || out.track < 0) out = {static_cast<int>(i), row};
        if (exact) break;
    }
    return out;
}

// Whose value it is: 2D tracks move more than joints.
void name_target(const App& app, const ClipUse& use, int index, Selection& s) {
    const Skeleton* skeleton = app.scene.skeleton();
    const Track& track = use.get().tracks[index];
    s.joint = index < static_cast<int>(use.bound.size()) ? use.bound[index] : -1;
    const Rig* rig = skeleton ? skeleton->rig.get() : nullptr;
    if (!rig) return;
    const auto shows = [&](int slot) {
        const std::vector<Display>* displays = displays_of(*rig, app.scene.planar.skin, slot);
        return displays && std::any_of(displays->begin(), displays->end(),
                                       [&](const Display& display) { return display.set == track.target; });
    };
    const int slots = static_cast<int>(rig->slots.size());
    if (track.kind == Kind::Slot && track.target >= 0 && track.target < slots) s.slot = track.target;
    for (int i = 0; track.kind == Kind::Mesh && track.target >= 0 && i < slots && s.slot < 0; ++i)
        if (shows(i)) s.slot = i;
    if (s.slot >= 0) s.joint = rig->slots[s.slot].joint;
    if (track.kind == Kind::Constraint && track.target >= 0 && track.target < static_cast<int>(rig->ik.size()))
        s.joint = rig->ik[track.target].joint;
}

// Makes the key of that clip that holds the bytes the selected one.
bool take_key(const App& app, int clip, Selection& s) {
    const ClipUse& use = app.scene.clips[clip];
    const KeyPlace first = key_at(use, s.bytes.at);
    if (first.track < 0) return false;
    const Track& track = use.get().tracks[first.track];
    if (!holds(key_bytes(*use.doc, track, static_cast<uint32_t>(first.row)), s.bytes)) return false;
    s.clip = clip;
    s.track = first.track;
    s.key = first.row;
    name_target(app, use, s.track, s);
    return true;
}

// Of the clips that show a key the one in play is meant, else the whole clip that stores it.
void add_key(const App& app, Selection& s) {
    const DocumentPtr& doc = app.scene.docs[s.doc];
    const ClipUse* playing = app.clip();
    const bool cut = playing && playing->cut() && !playing->missing() && playing->doc == doc;
    if (cut && take_key(app, app.play.clip, s)) return;
    for (int c = 0; c < static_cast<int>(app.scene.clips.size()); ++c) {
        const ClipUse& use = app.scene.clips[c];
        if (use.doc != doc || use.cut() || !holds(use.get().where, s.bytes)) continue;
        if (!take_key(app, c, s)) s.clip = cut ? app.play.clip : c;
        return;
    }
}

// A list's words about a clip.
void add_range(const App& app, Selection& s) {
    for (int c = 0; c < static_cast<int>(app.scene.clips.size()); ++c) {
        const ClipUse& use = app.scene.clips[c];
        if (use.list == app.scene.docs[s.doc] && holds(use.cut()->where, s.bytes)) s.clip = c;
    }
}

// The vertex of a set whose bytes hold an offset, -1. Only rows of the file are looked through, no text.
int vertex_at(const Document& doc, const VertexSet& set, uint32_t offset) {
    if (set.vertices == 0) return -1;
    if (!set.position.empty() && !set.position.owned) {
        if (offset < set.position.at || set.position.step == 0) return -1;
        const uint32_t vertex = (offset - set.position.at) / set.position.step;
        return vertex < set.vertices ? static_cast<int>(vertex) : -1;
    }
    if (!set.vertex.listed || !holds(set.where, {offset, 0})) return -1;
    const uint32_t* first = doc.lists.data() + set.vertex.base;
    const auto vertex = std::upper_bound(first, first + set.vertices, offset) - first - 1;
    if (vertex < 0) return -1;
    return vertex_bytes(doc, set, static_cast<uint32_t>(vertex)).contains(offset) ? static_cast<int>(vertex) : -1;
}

void add_vertex(const App& app, Selection& s) {
    for (std::size_t m = 0; m < app.scene.meshes.size(); ++m) {
        const MeshUse& use = app.scene.meshes[m];
        if (use.set < 0 || use.doc != app.scene.docs[static_cast<std::size_t>(s.doc)]) continue;
        const VertexSet& set = app.scene.sets[static_cast<std::size_t>(use.set)].get();
        const int vertex = vertex_at(*use.doc, set, s.bytes.at);
        // A whole block of vertices is none of them.
        const uint32_t step = set.position.owned ? vertex_bytes(*use.doc, set, uint32_t(std::max(vertex, 0))).size
                                                 : uint32_t{set.position.step};
        if (vertex < 0 || s.bytes.size > step) continue;
        s.mesh = static_cast<int>(m), s.vertex = vertex;
        return;
    }
}
}  // namespace

int App::track_of(int clip_index, int joint, Property property) const {
    if (clip_index < 0 || clip_index >= static_cast<int>(scene.clips.size()) || joint < 0) return -1;
    const ClipUse& use = scene.clips[clip_index];
    for (std::size_t i = 0; i < use.bound.size(); ++i)
        if (use.bound[i] == joint && use.get().tracks[i].property == property) return static_cast<int>(i);
    return -1;
}

namespace {

// A picture on a page of an atlas, or the page.
void add_region(const App& app, Selection& s) {
    const std::vector<AtlasPage>& pages = app.scene.docs[s.doc]->pages;
    for (int p = 0; p < static_cast<int>(pages.size()); ++p) {
        if (!holds(pages[p].where, s.bytes)) continue;
        s.page = p;
        for (int r = 0; r < static_cast<int>(pages[p].regions.size()); ++r)
            if (holds(pages[p].regions[r].where, s.bytes)) s.region = r;
    }
}

}  // namespace

Selection select_range(const App& app, int clip) {
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(clip)];
    if (!use.cut()) return {};
    Selection s = select_bytes(app, doc_of(app.scene, use.list.get()), use.cut()->where);
    s.clip = clip;
    s.joint = app.selection.joint;
    return s;
}

Selection select_joint(const App& app, int joint) {
    Selection s;
    const Skeleton* skeleton = app.scene.bones();
    if (!skeleton || joint < 0 || joint >= static_cast<int>(skeleton->joints.size())) return s;
    s.doc = app.scene.skeleton_doc;
    s.joint = joint;
    s.bytes = skeleton->joints[joint].where;
    if (s.doc >= 0 && s.bytes.size > 0) s.node = node_over(*app.scene.docs[s.doc], s.bytes);
    for (const Property property : {Property::Rotation, Property::Angle, Property::Translation, Property::Scale}) {
        if (s.track >= 0) break;
        s.track = app.track_of(app.play.clip, joint, property);
    }
    if (s.track >= 0) s.clip = app.play.clip;
    return s;
}

Selection select_key(const App& app, int clip, int track, int row) {
    Selection s;
    if (clip < 0 || clip >= static_cast<int>(app.scene.clips.size())) return s;
    const ClipUse& use = app.scene.clips[clip];
    if (track < 0 || track >= static_cast<int>(use.get().tracks.size())) return s;
    const Track& t = use.get().tracks[track];
    if (row < 0 || row >= static_cast<int>(use.get().timelines[t.timeline].rows)) return s;
    s.doc = doc_index(app, use.doc.get());
    s.clip = clip;
    s.track = track;
    s.key = row;
    name_target(app, use, track, s);
    s.bytes = key_bytes(*use.doc, t, static_cast<uint32_t>(row));
    if (s.doc >= 0 && s.bytes.size > 0) s.node = node_over(*use.doc, s.bytes);
    return s;
}

Selection select_bytes(const App& app, int doc, Bytes bytes) {
    Selection s;
    if (doc < 0 || doc >= static_cast<int>(app.scene.docs.size())) return s;
    s.doc = doc;
    s.bytes = bytes;
    s.node = node_over(*app.scene.docs[doc], bytes);
    add_key(app, s);
    if (s.clip < 0) add_range(app, s);
    if (s.key < 0) add_vertex(app, s);
    add_region(app, s);
    const Skeleton* skeleton = app.scene.skeleton();
    if (s.joint >= 0 || !skeleton || doc != app.scene.skeleton_doc) return s;
    for (int i = 0; i < static_cast<int>(skeleton->joints.size()); ++i)
        if (holds(skeleton->joints[i].where, bytes)) s.joint = i;
    for (int i = 0; skeleton->rig && i < static_cast<int>(skeleton->rig->slots.size()); ++i)
        if (const Slot& slot = skeleton->rig->slots[i]; holds(slot.where, bytes)) s.slot = i, s.joint = slot.joint;
    return s;
}

void select(App& app, const Selection& selection) {
    if (selection == app.selection) return;
    if (app.history.empty()) app.history.push_back(app.selection);
    app.history.resize(std::min(app.history.size(), app.history_at + 1));
    app.history.push_back(selection);
    if (app.history.size() > most_history) app.history.pop_front();
    app.history_at = app.history.size() - 1;
    app.selection = selection;
    if (selection.page >= 0) app.wanted_tab = "Atlas";
    if (selection.page < 0 && selection.joint >= 0 && selection.slot < 0) app.wanted_tab = "View";
    if (selection.clip >= 0) choose_clip(app, selection.clip);
    if (selection.key < 0 || selection.clip < 0 || selection.track < 0) return;
    const ClipUse& use = app.scene.clips[selection.clip];
    const Track& track = use.get().tracks[selection.track];
    app.play.playing = false;
    seek(app, key_seconds(use, use.get().timelines[track.timeline], static_cast<uint32_t>(selection.key)));
}

void walk_history(App& app, int steps) {
    const int to = static_cast<int>(app.history_at) + steps;
    if (to < 0 || to >= static_cast<int>(app.history.size())) return;
    const std::deque<Selection> history = app.history;
    select(app, history[to]);
    app.history = history;
    app.history_at = static_cast<std::size_t>(to);
}

std::string address(const App& app, const Selection& s) {
    if (s.doc < 0 || s.doc >= static_cast<int>(app.scene.docs.size())) return "";
    const std::string name = file_name(app.scene.docs[s.doc]->path);
    return s.bytes.size > 0 ? fmt::format("{} @ 0x{:X} +{}", name, s.bytes.at, s.bytes.size) : name;
}

bool go_to(App& app, std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (text.empty()) return false;
    const bool frame = text[0] == 'f' || text[0] == 'F', time = text.back() == 's';
    if (frame || time) {
        const auto number = parse_float(frame ? text.substr(1) : text.substr(0, text.size() - 1));
        if (!number || !app.clip()) return false;
        seek(app, frame ? seconds_of_frame(app.clip()->get(), *number, std::max(app.fps(), 1e-6)) : *number);
        return true;
    }
    if (text[0] == '@') text.remove_prefix(1);
    const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const std::string digits(hex ? text.substr(2) : text);
    char* end = nullptr;
    const unsigned long long offset = std::strtoull(digits.c_str(), &end, hex ? 16 : 10);
    const int doc = std::max(app.selection.doc, 0);
    if (digits.empty() || *end || app.empty() || offset >= app.scene.docs[doc]->file.size()) return false;
    const std::vector<Node> path = path_to(*app.scene.docs[doc], static_cast<uint32_t>(offset));
    const Bytes where = path.empty() ? Bytes{static_cast<uint32_t>(offset), 1} : path.back().where;
    Selection s = select_bytes(app, doc, where);
    if (!path.empty()) s.node = path.back();
    select(app, s);
    return true;
}

}  // namespace bonescope
