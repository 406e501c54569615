// From any file of a character or a scene object to the others: they share a stem, and characters share one bank.
#include "core/formats/meteor/meteor.h"
#include "core/range_facts.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>

namespace bonescope::meteor {
namespace {

using Names = std::vector<std::string>;

const Names neighbours{"common", "Common", "../common", "../Common", "../pmodel", "../Pmodel", "pmodel", ".."};
const Names picture_folders{"pTexture", "../pTexture", "texture", "../texture", "Texture", "../Texture", ".."};
constexpr int shared_bank = 0, own_bank = 1;  // what `source` of a .pos says

bool is_family(const Document& doc) { return doc.format.starts_with("meteor."); }
bool is(const Document& doc, const char* kind) { return doc.format == std::string("meteor.") + kind; }

bool is_prop(const Document& doc) {
    if (is(doc, "pos")) return !doc.ranges.empty() && doc.ranges[0].source < 0;
    return is(doc, "des") || is(doc, "fmc") || is(doc, "gmb") || is(doc, "gmc");
}

std::string stem_at(const Document& doc) { return lower(stem_of(base_name(doc.path))); }

// "p0" of "p0_800": levels of detail have their budget of triangles behind their name.
std::string figure_stem(const Document& doc) {
    std::string stem = stem_at(doc);
    const std::size_t line = stem.rfind('_');
    const bool level = is(doc, "skc") && line != std::string::npos && line > 0 && line + 1 < stem.size() &&
                       stem.find_first_not_of("0123456789", line + 1) == std::string::npos;
    return level ? stem.substr(0, line) : stem;
}

int first_of(const Scene& scene, std::initializer_list<const char*> kinds) {
    for (std::size_t i = 0; i < scene.docs.size(); ++i)
        for (const char* kind : kinds)
            if (is(*scene.docs[i], kind)) return static_cast<int>(i);
    return -1;
}

// For what is no loss when it is not there.
int take_if_there(Resolver& resolver, int doc, const char* role, const Names& names) {
    for (const std::string& name : names)
        for (const std::string& path : resolver.siblings(doc, name))
            if (lower(base_name(path)) == name) return resolver.want(doc, role, {base_name(path)});
    return -1;
}

void find_textures(Resolver& resolver, int doc) {
    const DocumentPtr holder = resolver.scene().docs[doc];
    Names asked;
    for (const Material& material : holder->materials) {
        const std::string& name = material.texture;
        if (name.empty() || std::find(asked.begin(), asked.end(), name) != asked.end()) continue;
        asked.push_back(name);
        Names names{name};
        for (const char* ending : {".tga", ".jpg", ".jpeg", ".bmp", ".png", ".dds"})
            names.push_back(stem_of(base_name(name)) + ending);
        resolver.want_file(doc, "texture", names, picture_folders);
    }
}

// ---- characters ----

// Which bank of frames a given .amb is: by its name, else, with `all`, whichever place is free.
void place_banks(Scene& scene, const std::string& stem, bool all) {
    scene.sources.assign(2, -1);
    std::vector<int> others;
    for (int i = 0; i < static_cast<int>(scene.docs.size()); ++i) {
        if (!is(*scene.docs[i], "amb")) continue;
        const std::string name = stem_at(*scene.docs[i]);
        const int place = name == "character" ? shared_bank : name == stem ? own_bank : -1;
        if (place >= 0 && scene.sources[place] < 0)
            scene.sources[place] = i;
        else
            others.push_back(i);
    }
    for (const int doc : all ? others : std::vector<int>{})
        for (const int place : {own_bank, shared_bank})
            if (scene.sources[place] < 0) {
                scene.sources[place] = doc;
                break;
            }
}

bool uses(const Document& list, int source) {
    return std::any_of(list.ranges.begin(), list.ranges.end(),
                       [&](const ClipRange& range) { return range.placed && range.source == source; });
}

void find_banks(Resolver& resolver, int doc, int list, const std::string& stem) {
    Scene& scene = resolver.scene();
    const bool shared = list >= 0 && uses(*scene.docs[list], shared_bank);
    const bool own = list < 0 || scene.docs[list]->ranges.empty() || uses(*scene.docs[list], own_bank);
    place_banks(scene, stem, false);
    if (own && scene.sources[own_bank] < 0 && take_if_there(resolver, doc, "animation", {stem + ".amb"}) >= 0)
        scene.parts.back().source = own_bank;
    place_banks(scene, stem, true);
    const bool any = scene.sources[own_bank] >= 0 || scene.sources[shared_bank] >= 0;
    if (own && scene.sources[own_bank] < 0 && (list >= 0 || !any)) {
        Names names{stem + ".amb"};
        if (stem == "p11") names.push_back("p9.amb");  // the game has no frames of its own for this one
        resolver.want(doc, "animation", names);
        scene.parts.back().source = own_bank;
        place_banks(scene, stem, true);
    }
    if (shared && scene.sources[shared_bank] < 0) {
        const int bank = resolver.want(doc, "animation", {"character.amb"}, neighbours);
        scene.parts.back().source = shared_bank;
        if (bank >= 0) scene.sources[shared_bank] = bank;
    }
}

// How many of a list's clips name frames of this bank, those frames, and how many of them it has not.
struct Wanted {
    std::size_t clips = 0, outside = 0;
    int32_t first = INT32_MAX, last = INT32_MIN;
};

Wanted wanted_of(const Document& list, int source, const Document& bank) {
    Wanted out;
    const auto held = frames_held(bank);
    for (const ClipRange& range : list.ranges) {
        if (!range.placed || range.source != source) continue;
        const int32_t first = range.start.value_or(0), last = std::max(first, range.end.value_or(first));
        ++out.clips;
        out.outside += !held || first < held->first || last > held->second;
        out.first = std::min(out.first, first);
        out.last = std::max(out.last, last);
    }
    return out;
}

// Any file of frames may be given for a bank. It is used, as a person chose it, but what does not fit is told.
void check_bank(Scene& scene, int list, int source, const std::string& usual) {
    const int index = scene.sources[source];
    if (index < 0 || list < 0) return;
    const Document& bank = *scene.docs[index];
    const std::string name = base_name(bank.path);
    if (lower(name) == usual || lower(name) == "p9.amb") return;  // that one serves for two characters
    const Wanted wanted = wanted_of(*scene.docs[list], source, bank);
    if (wanted.outside == 0) return;
    Part part;
    part.role = "animation";
    part.name = usual;
    part.path = bank.path;
    part.status = PartStatus::Clash;
    part.wanted_by = list;
    part.source = source;
    const auto held = frames_held(bank);
    Finding finding;
    finding.severity = Severity::Warning;
    finding.doc = index;
    finding.message = fmt::format(
        "taken for {}, source {} of {}: expected frames {} to {} of {} clips, found {}; {} of the clips reach outside",
        usual, source, decode(base_name(scene.docs[list]->path)), wanted.first, wanted.last, wanted.clips,
        held ? fmt::format("{} to {}", held->first, held->second) : "none", wanted.outside);
    scene.notes.push_back(std::move(finding));
    scene.parts.push_back(std::move(part));
}

// The shared bank alone fits every character: the first one around serves.
void find_skeleton(Resolver& resolver, int doc, const std::string& stem) {
    const Names around = stem == "character" ? resolver.siblings(doc, ".bnc", neighbours) : Names{};
    if (around.empty())
        resolver.want(doc, "skeleton", {stem + ".bnc"});
    else
        resolver.add(around.front(), "skeleton", PartStatus::Found, doc);
}

void note_other_counts(Scene& scene) {
    const int skeleton = first_of(scene, {"bnc"});
    if (skeleton < 0 || scene.docs[skeleton]->skeletons.empty()) return;
    const auto joints = static_cast<int>(scene.docs[skeleton]->skeletons[0].joints.size());
    for (const DocumentPtr& doc : scene.docs) {
        if (!is(*doc, "amb") || doc->clips.empty()) continue;
        int highest = -1;
        for (const Track& track : doc->clips[0].tracks) highest = std::max(highest, track.target);
        if (highest + 1 == joints) continue;
        Finding finding;
        finding.severity = Severity::Warning;
        finding.message = fmt::format("{} moves {} bones and dummies, {} has {}", decode(base_name(doc->path)),
                                      highest + 1, decode(base_name(scene.docs[skeleton]->path)), joints);
        scene.notes.push_back(std::move(finding));
    }
}

// The first frame's word for a dummy's parent against the skeleton's; frames that change it have a track of their own.
void note_other_parents(Scene& scene) {
    const int bnc = first_of(scene, {"bnc"});
    if (bnc < 0 || scene.docs[bnc]->skeletons.empty()) return;
    const auto& joints = scene.docs[bnc]->skeletons[0].joints;
    for (const DocumentPtr& doc : scene.docs) {
        if (!is(*doc, "amb")) continue;
        const std::vector<std::optional<int>> parents = first_parents(*doc);
        const std::size_t bones = joints.size() - std::min(joints.size(), parents.size());
        for (std::size_t i = 0; i < parents.size() && bones + i < joints.size(); ++i) {
            const Joint& dummy = joints[bones + i];
            if (!parents[i] || *parents[i] == dummy.parent) continue;
            Finding finding;
            finding.severity = Severity::Warning;
            finding.message =
                fmt::format("{}: the dummy {} hangs on another parent than in {}", decode(base_name(doc->path)),
                            decode(dummy.name), decode(base_name(scene.docs[bnc]->path)));
            scene.notes.push_back(std::move(finding));
        }
    }
}

void note_parent_circles(Scene& scene) {
    const int bnc = first_of(scene, {"bnc"});
    if (bnc < 0 || scene.docs[bnc]->skeletons.empty()) return;
    const auto& joints = scene.docs[bnc]->skeletons[0].joints;
    for (std::size_t i = 0; i < scene.docs.size(); ++i) {
        if (!is(*scene.docs[i], "amb")) continue;
        for (const ParentCircle& circle : parent_circles(*scene.docs[i], joints)) {
            const std::string name = decode(joints[static_cast<std::size_t>(circle.dummy)].name);
            Finding finding;
            finding.severity = Severity::Warning;
            finding.doc = static_cast<int>(i);
            finding.where = circle.where;
            finding.placed = true;
            finding.message = fmt::format(
                "record {} at offset {}: {} hangs on {}{}; its parent in {} serves{}", circle.record, circle.where.at,
                name,
                circle.parent == circle.dummy ? "itself" : decode(joints[static_cast<std::size_t>(circle.parent)].name),
                circle.parent == circle.dummy ? "" : ", which hangs on it", decode(base_name(scene.docs[bnc]->path)),
                circle.records > 1 ? fmt::format(", here and in {}", counted(circle.records - 1, "more record")) : "");
            scene.notes.push_back(std::move(finding));
        }
    }
}

void find_character(Resolver& resolver, int doc) {
    Scene& scene = resolver.scene();
    const std::string stem = figure_stem(*scene.docs[doc]);
    if (first_of(scene, {"bnc"}) < 0) find_skeleton(resolver, doc, stem);
    if (first_of(scene, {"skc"}) < 0)
        take_if_there(resolver, doc, "mesh", {stem + ".skc", stem + "_800.skc", stem + "_300.skc"});
    int list = first_of(scene, {"pos"});
    if (list < 0) list = take_if_there(resolver, doc, "list", {stem + ".pos", stem + ".pose"});
    find_banks(resolver, doc, list, stem);
    check_bank(scene, list, own_bank, stem + ".amb");
    check_bank(scene, list, shared_bank, "character.amb");
    note_other_counts(scene);
    note_other_parents(scene);
    note_parent_circles(scene);
}

void note_stand_in(Scene& scene) {
    const bool real = std::any_of(scene.docs.begin(), scene.docs.end(), [](const DocumentPtr& doc) {
        return !doc->skeletons.empty() && !doc->skeletons[0].stand_in;
    });
    if (real) return;
    Finding finding;
    finding.message =
        "no .des tells where the objects stand: the first frame serves, else they stay where their vertices are";
    scene.notes.push_back(std::move(finding));
}

void find_prop(Resolver& resolver, int doc) {
    Scene& scene = resolver.scene();
    const std::string stem = stem_at(*scene.docs[doc]);
    if (first_of(scene, {"des"}) < 0) take_if_there(resolver, doc, "skeleton", {stem + ".des"});
    if (first_of(scene, {"gmb", "gmc"}) < 0) take_if_there(resolver, doc, "mesh", {stem + ".gmb", stem + ".gmc"});
    if (first_of(scene, {"fmc"}) < 0) take_if_there(resolver, doc, "animation", {stem + ".fmc"});
    if (first_of(scene, {"pos"}) < 0) take_if_there(resolver, doc, "list", {stem + ".pos"});
    note_stand_in(scene);
}

// The file that the others are looked for by. A scene object beside a character is something in its hand.
int leader(const Scene& scene) {
    int first = -1;
    for (std::size_t i = 0; i < scene.docs.size(); ++i) {
        if (!is_family(*scene.docs[i])) continue;
        if (!is_prop(*scene.docs[i])) return static_cast<int>(i);
        if (first < 0) first = static_cast<int>(i);
    }
    return first;
}

}  // namespace

void find_parts(Resolver& resolver, int doc) {
    find_textures(resolver, doc);
    if (doc != leader(resolver.scene())) return;
    if (is_prop(*resolver.scene().docs[doc]))
        find_prop(resolver, doc);
    else
        find_character(resolver, doc);
}

}  // namespace bonescope::meteor
