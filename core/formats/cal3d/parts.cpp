// From any file of a figure to the others: by a list that names it, else by names and by how well they fit.
#include "core/formats/cal3d/cal3d.h"
#include "core/formats/cal3d/figure.h"
#include "core/formats/cal3d/fit.h"
#include "core/text.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace bonescope::cal3d {

std::vector<int>& Figure::of(ListRole role) {
    switch (role) {
    case ListRole::Skeleton:
        return skeletons;
    case ListRole::Mesh:
        return meshes;
    case ListRole::Animation:
        return animations;
    default:
        return materials;
    }
}

const char* word_of(ListRole role) {
    static const char* const words[] = {"skeleton", "animation", "mesh", "material", "texture"};
    return words[static_cast<int>(role)];
}

void note(const Figure& figure, Severity severity, std::string message) {
    Finding finding;
    finding.severity = severity;
    finding.message = std::move(message);
    figure.scene().notes.push_back(std::move(finding));
}

std::string shown(const Document& doc) { return decode(base_name(doc.path)); }
std::string stem_at(const std::string& path) { return lower(stem_of(base_name(path))); }

bool is_start_of(const std::string& start, const std::string& whole) {
    if (start.empty() || !whole.starts_with(start)) return false;
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    return whole.size() == start.size() || !is_letter(start.back()) || !is_letter(whole[start.size()]);
}

std::string twin_of(const std::string& name) {
    std::string out = name;
    if (name.size() < 4) return out;
    char& kind = out[name.size() - 3];
    switch (kind) {
    case 'x':
        kind = 'c';
        break;
    case 'X':
        kind = 'C';
        break;
    case 'c':
        kind = 'x';
        break;
    case 'C':
        kind = 'X';
        break;
    default:
        break;
    }
    return out;
}

namespace {

bool is_family(const Document& doc) { return doc.format.starts_with("cal3d."); }
bool is_list(const Document& doc) { return doc.format.starts_with("cal3d.cfg"); }
bool is_xml(const Document& doc) { return doc.format.starts_with("cal3d.x"); }

std::optional<ListRole> role_of(const Document& doc) {
    const Format* format = format_named(doc.format);
    if (!is_family(doc) || !format) return {};
    for (const ListRole role : list_roles)
        if (std::string_view(format->role) == word_of(role)) return role;
    return {};
}

std::string kind_words(const Document& doc) {
    const Format* format = format_named(doc.format);
    return format ? fmt::format("a {}", format->title) : std::string("of no known format");
}

bool has_joints(const Document& doc) { return !doc.skeletons.empty() && !doc.skeletons[0].joints.empty(); }

// Extensions of a role: binary and XML of each.
std::vector<const char*> extensions(ListRole role, bool xml) {
    switch (role) {
    case ListRole::Skeleton:
        return {xml ? ".xsf" : ".csf"};
    case ListRole::Mesh:
        return {xml ? ".xmf" : ".cmf"};
    case ListRole::Animation:
        return {xml ? ".xaf" : ".caf", xml ? ".xpf" : ".cpf"};
    default:
        return {xml ? ".xrf" : ".crf"};
    }
}

// The names under which an entry of a list may lie, best first.
std::vector<std::string> names_of(const Figure& figure, const ListEntry& entry) {
    const std::string twin = twin_of(entry.file), base = base_name(entry.file);
    if (twin == entry.file || base.size() < 4) return {entry.file};
    const bool xml = lower(base)[base.size() - 3] == 'x';
    const bool other = figure.prefer != Prefer::AsWritten && xml != (figure.prefer == Prefer::Xml);
    return other ? std::vector{twin, entry.file} : std::vector{entry.file, twin};
}

}  // namespace

std::vector<std::string> files_beside(const Figure& figure, int doc, ListRole role) {
    std::vector<std::string> out;
    std::set<std::string> seen;
    const bool xml = figure.prefer == Prefer::Xml;
    for (const bool kind : {xml, !xml})
        for (const char* extension : extensions(role, kind))
            for (const std::string& path : figure.resolver.siblings(doc, extension)) {
                const std::string key = lower(kind == xml ? path : twin_of(path));
                if (seen.insert(key).second) out.push_back(path);
            }
    std::sort(out.begin(), out.end());
    return out;
}

namespace {

// ---- lists ----

// How well a list answers for a file: by its very name, by its twin's, by its own name alone.
enum Answer : int { NoAnswer, ByStart, ByTwin, ByName };

Answer answer(const std::vector<ListEntry>& entries, const std::string& list, const Document& doc, ListRole role) {
    Answer best = is_start_of(stem_at(list), stem_at(doc.path)) ? ByStart : NoAnswer;
    for (const ListEntry& entry : entries) {
        if (entry.role != role || stem_at(entry.file) != stem_at(doc.path)) continue;
        if (lower(base_name(decode(entry.file))) == lower(base_name(doc.path))) return ByName;
        best = ByTwin;
    }
    return best;
}

void add_list(Figure& figure, int doc) {
    const bool known =
        std::any_of(figure.lists.begin(), figure.lists.end(), [&](const FileList& list) { return list.doc == doc; });
    if (!known) figure.lists.push_back({doc, list_entries(figure.doc(doc))});
}

void look_for_list(Figure& figure, int doc, ListRole role) {
    std::string found;
    Answer best = NoAnswer;
    uint32_t equal = 0;
    for (const char* suffix : {".cfg", "cfg.xml"})
        for (const std::string& path : figure.resolver.siblings(doc, suffix)) {
            const DocumentPtr list = figure.resolver.peek(path);
            if (!is_list(*list)) continue;
            const Answer now = answer(list_entries(*list), path, figure.doc(doc), role);
            equal = now > best ? 1 : equal + (now == best && now != NoAnswer);
            if (now > best) found = path;
            best = std::max(best, now);
        }
    if (found.empty()) return;
    if (equal > 1)
        note(figure, Severity::Info,
             fmt::format("{} lists name {}: {} is used", equal, shown(figure.doc(doc)), decode(base_name(found))));
    add_list(figure, figure.resolver.add(found, "list", PartStatus::Found, doc));
}

void find_lists(Figure& figure) {
    const Scene& scene = figure.scene();
    for (int i = 0; i < static_cast<int>(scene.docs.size()); ++i)
        if (is_list(figure.doc(i))) add_list(figure, i);
    if (!figure.lists.empty() || !figure.resolver.enabled()) return;
    for (const ListRole role : {ListRole::Mesh, ListRole::Skeleton, ListRole::Animation, ListRole::Material})
        for (const int doc : std::vector<int>(figure.of(role))) look_for_list(figure, doc, role);
}

// What a list names of one role. Whether any of it is there.
bool take_listed(Figure& figure, const FileList& list, ListRole role) {
    std::vector<int>& docs = figure.of(role);
    constexpr uint32_t most_named = 5;
    std::string missing;
    uint32_t there = 0, all = 0;
    for (const ListEntry& entry : list.entries) {
        if (entry.role != role) continue;
        const int doc = figure.resolver.want(list.doc, word_of(role), names_of(figure, entry));
        figure.scene().parts.back().name = base_name(entry.file);
        if (doc >= 0 && figure.doc(doc).readable && role_of(figure.doc(doc)) != role)
            note(figure, Severity::Warning,
                 fmt::format("{} at offset {}: expected a {} file, found {}, which is {}", shown(figure.doc(list.doc)),
                             entry.where.at, word_of(role), shown(figure.doc(doc)), kind_words(figure.doc(doc))));
        ++all;
        there += doc >= 0;
        if (doc < 0 && all - there <= most_named)
            missing += (missing.empty() ? "" : ", ") + decode(base_name(entry.file));
        // Places among the materials count, so that what is missing keeps its own.
        if (role == ListRole::Material || (doc >= 0 && std::find(docs.begin(), docs.end(), doc) == docs.end()))
            docs.push_back(doc);
    }
    if (there < all && figure.resolver.enabled())
        note(figure, Severity::Warning,
             fmt::format("{} names {} {} file{}, {} of them not found: {}", shown(figure.doc(list.doc)), all,
                         word_of(role), all == 1 ? "" : "s", all - there,
                         missing + (all - there > most_named ? ", …" : "")));
    return there > 0;
}

// ---- skeletons by fit ----

struct Candidate {
    std::string path;
    Fit fit;
    std::size_t common = 0;  // letters of its name that the other file begins with
    double apart = 0;        // of the translations, those of another length
    int spare = 0;           // bones that the other file does not name

    // Equal ranks: nothing tells the two apart.
    std::array<double, 4> rank() const {
        return {fit.fits() ? 1. : 0., static_cast<double>(common), -apart, -static_cast<double>(spare)};
    }
};

std::vector<Candidate> candidates(const Figure& figure, int doc) {
    std::vector<Candidate> out;
    const Document& part = figure.doc(doc);
    const std::string stem = stem_at(part.path);
    for (const std::string& path : files_beside(figure, doc, ListRole::Skeleton)) {
        const DocumentPtr skeleton = figure.resolver.peek(path);
        if (!has_joints(*skeleton)) continue;
        Candidate one;
        one.path = path;
        one.fit = fit_of(part, skeleton->skeletons[0]);
        const std::string own = stem_at(path);
        one.common = is_start_of(own, stem) ? own.size() : 0;
        if (one.fit.compared) one.apart = 1. * one.fit.other_length / one.fit.compared;
        one.spare = static_cast<int>(skeleton->skeletons[0].joints.size()) - 1 - one.fit.largest;
        out.push_back(std::move(one));
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Candidate& a, const Candidate& b) { return a.rank() > b.rank(); });
    return out;
}

// The one candidate, or the best of several that fit; none when two are equal.
const Candidate* best_of(const std::vector<Candidate>& list, bool by_name_alone) {
    if (list.empty()) return nullptr;
    const Candidate& best = list.front();
    if (by_name_alone) return best.common && (list.size() == 1 || list[1].common != best.common) ? &best : nullptr;
    if (list.size() == 1) return &best;
    const bool good = best.fit.fits() || best.common;
    return good && list[1].rank() != best.rank() ? &best : nullptr;
}

int skeleton_by_fit(Figure& figure, int doc, ListRole role) {
    const std::vector<Candidate> list = candidates(figure, doc);
    if (const Candidate* best = best_of(list, role == ListRole::Material))
        return figure.resolver.add(best->path, "skeleton", PartStatus::Found, doc);
    if (list.size() < 2 || role == ListRole::Material) return -1;
    for (const Candidate& other : list) figure.resolver.add(other.path, "skeleton", PartStatus::Clash, doc);
    note(
        figure, Severity::Warning,
        fmt::format("{} skeletons could belong to {}, none of them better than the others: none is taken; give one too",
                    list.size(), shown(figure.doc(doc))));
    return -1;
}

void find_skeleton(Figure& figure) {
    const auto with_joints = [&] {
        for (const int doc : figure.skeletons)
            if (has_joints(figure.doc(doc))) return doc;
        return -1;
    };
    figure.skeleton = with_joints();
    for (std::size_t i = 0; i < figure.lists.size() && figure.skeleton < 0; ++i) {
        take_listed(figure, figure.lists[i], ListRole::Skeleton);
        figure.skeleton = with_joints();
    }
    if (figure.skeleton >= 0 || !figure.resolver.enabled()) return;
    for (const ListRole role : {ListRole::Mesh, ListRole::Animation, ListRole::Material})
        for (const int doc : std::vector<int>(figure.of(role))) {
            if (doc < 0) continue;
            figure.skeleton = skeleton_by_fit(figure, doc, role);
            if (figure.skeleton < 0) return;  // others would find the same
            figure.skeletons.push_back(figure.skeleton);
            return;
        }
}

// ---- meshes and animations ----

// Files beside the skeleton that go with it and with no other skeleton there, and are not in the scene.
std::vector<std::string> fitting(Figure& figure, ListRole role) {
    std::vector<std::string> out;
    if (figure.skeleton < 0) return out;
    const Document& skeleton = figure.doc(figure.skeleton);
    const std::size_t rivals = files_beside(figure, figure.skeleton, ListRole::Skeleton).size();
    const std::vector<int>& docs = figure.of(role);
    for (const std::string& path : files_beside(figure, figure.skeleton, role)) {
        const auto held = [&](int doc) { return doc >= 0 && figure.doc(doc).path == path; };
        const bool twin = std::any_of(docs.begin(), docs.end(),
                                      [&](int doc) { return lower(figure.doc(doc).path) == lower(twin_of(path)); });
        if (twin || std::any_of(docs.begin(), docs.end(), held)) continue;
        const DocumentPtr part = figure.resolver.peek(path);
        const bool named = is_start_of(stem_at(skeleton.path), stem_at(path));
        if (role_of(*part) != role || !part->readable || !fit_of(*part, skeleton.skeletons[0]).fits()) continue;
        if (rivals > 1 && !named) continue;
        out.push_back(path);
    }
    return out;
}

void take_fitting(Figure& figure, ListRole role) {
    for (const std::string& path : fitting(figure, role))
        figure.of(role).push_back(figure.resolver.add(path, word_of(role), PartStatus::Found, figure.skeleton));
}

// What a list leaves out that would go with the figure.
void note_unlisted(Figure& figure, const FileList& list) {
    constexpr std::size_t most_named = 8;
    const std::vector<std::string> others = fitting(figure, ListRole::Animation);
    if (others.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < std::min(others.size(), most_named); ++i)
        names += (i ? ", " : "") + decode(base_name(others[i]));
    note(figure, Severity::Info,
         fmt::format("{} of the folder {} the skeleton and {} not named by {}: {}{}",
                     counted(others.size(), "more animation"), verb(others.size(), "fits", "fit"),
                     verb(others.size(), "is", "are"), shown(figure.doc(list.doc)), names,
                     others.size() > most_named ? ", …" : ""));
}

// A mesh that no list names is another body of the figure, not a piece of the one that lists name.
bool stands_alone(Figure& figure, ListRole role) {
    if (role != ListRole::Mesh || figure.of(role).empty() || figure.lists.empty()) return false;
    const std::string own = stem_at(figure.doc(figure.of(role).front()).path);
    return std::none_of(figure.lists.begin(), figure.lists.end(), [&](const FileList& list) {
        return std::any_of(list.entries.begin(), list.entries.end(),
                           [&](const ListEntry& entry) { return entry.role == role && stem_at(entry.file) == own; });
    });
}

void take(Figure& figure, ListRole role) {
    if (!figure.of(role).empty() && !figure.whole) return;  // what was given is what is wanted
    if (stands_alone(figure, role)) return;
    bool listed = false;
    for (const FileList& list : figure.lists) {
        const auto has_role = [&](const ListEntry& entry) { return entry.role == role; };
        if (std::none_of(list.entries.begin(), list.entries.end(), has_role)) continue;
        listed = true;
        if (!take_listed(figure, list, role)) continue;
        // A list that was opened is the whole word; one that was found may know fewer clips than lie beside it.
        if (role == ListRole::Animation)
            figure.resolver.given(list.doc) ? note_unlisted(figure, list) : take_fitting(figure, role);
        return;
    }
    if (!listed && figure.resolver.enabled()) take_fitting(figure, role);
}

void take_materials(Figure& figure) {
    const std::vector<int> given = std::move(figure.materials);
    figure.materials.clear();
    for (const FileList& list : figure.lists) {
        take_listed(figure, list, ListRole::Material);
        if (figure.materials.empty()) continue;
        for (const int doc : given)
            if (std::find(figure.materials.begin(), figure.materials.end(), doc) == figure.materials.end())
                note(figure, Severity::Info,
                     fmt::format("{} is not named by {}: no mesh shows it", shown(figure.doc(doc)),
                                 shown(figure.doc(list.doc))));
        return;
    }
    figure.materials = given;
}

// ---- what the fit is like ----

void tell_animation(const Figure& figure, const Document& doc, const Document& skeleton) {
    const Fit fit = fit_of(doc, skeleton.skeletons[0]);
    if (fit.named == 0) return;
    const auto joints = skeleton.skeletons[0].joints.size();
    std::string words = fmt::format("{} on {}: tracks for {} of {}, the largest number is {}", shown(doc),
                                    shown(skeleton), fit.named - fit.beyond, counted(joints, "bone"), fit.largest);
    if (fit.beyond)
        words += fmt::format("; {} of them {} none of the skeleton's, the first is {}: expected 0 to {}", fit.beyond,
                             verb(fit.beyond, "is", "are"), fit.first_beyond, joints - 1);
    if (fit.compared)
        words += fmt::format("; {} of {} translations are of another length than the skeleton's", fit.other_length,
                             fit.compared);
    if (fit.worst >= 0)
        words += fmt::format(", most at bone {} \"{}\": {:.4g} for {:.4g}", fit.worst,
                             decode(skeleton.skeletons[0].joints[static_cast<std::size_t>(fit.worst)].name),
                             fit.worst_own, fit.worst_bind);
    if (fit.other_figure()) words += ": made for a figure of other proportions";
    note(figure, fit.beyond || fit.other_figure() ? Severity::Warning : Severity::Info, words);
}

void tell_fit(const Figure& figure) {
    if (figure.skeleton < 0) return;
    const Document& skeleton = figure.doc(figure.skeleton);
    for (const int doc : figure.animations) tell_animation(figure, figure.doc(doc), skeleton);
    const auto joints = static_cast<int>(skeleton.skeletons[0].joints.size());
    int largest = -1;
    uint32_t beyond = 0;
    int first_beyond = 0;
    for (const int doc : figure.meshes) {
        const Fit fit = fit_of(figure.doc(doc), skeleton.skeletons[0]);
        largest = std::max(largest, fit.largest);
        if (!fit.fits() && beyond++ == 0) first_beyond = fit.first_beyond;
    }
    if (largest >= 0)
        note(figure, beyond ? Severity::Warning : Severity::Info,
             fmt::format("{} on {}: bones up to {} of 0 to {}{}", counted(figure.meshes.size(), "mesh file"),
                         shown(skeleton), largest, joints - 1,
                         beyond ? fmt::format("; {} of them {} bones that are none of the skeleton's, the first is {}",
                                              beyond, verb(beyond, "names", "name"), first_beyond)
                                : ""));
}

void gather(Resolver& resolver) {
    Figure figure{resolver, Prefer::AsWritten, false, {}, -1, {}, {}, {}, {}};
    uint32_t given = 0;
    for (int i = 0; i < static_cast<int>(resolver.scene().docs.size()); ++i) {
        if (!is_family(figure.doc(i))) continue;
        ++given;
        const auto role = role_of(figure.doc(i));
        if (!role) continue;
        if (given == 1) figure.prefer = is_xml(figure.doc(i)) ? Prefer::Xml : Prefer::Binary;
        figure.of(*role).push_back(i);
    }
    figure.whole = given == 1;
    find_lists(figure);
    find_skeleton(figure);
    find_lists(figure);  // the skeleton's, when nothing that was given has one
    take(figure, ListRole::Mesh);
    take(figure, ListRole::Animation);
    take_materials(figure);
    number_meshes(figure);
    fill_slots(figure);
    tell_fit(figure);
}

// ---- pictures ----

std::vector<std::string> texture_names(const std::string& name) {
    std::vector<std::string> out{name};
    const std::string stem = stem_of(name);
    for (const char* extension : {".tga", ".png", ".jpg", ".jpeg", ".dds", ".bmp"}) out.push_back(stem + extension);
    if (stem_of(stem) != stem) out.push_back(stem);  // "hair.bmp.tga" was a "hair.bmp"
    return out;
}

// Folders of the scene's other files, where they are others.
std::vector<std::string> texture_places(const Scene& scene, int holder) {
    std::vector<std::string> out{"tex", "textures", "../images"};
    const auto home = [&](const Document& doc) {
        std::error_code error;
        return std::filesystem::absolute(folder_of(doc.path), error).lexically_normal().string();
    };
    const std::string own = home(*scene.docs[static_cast<std::size_t>(holder)]);
    for (const DocumentPtr& doc : scene.docs)
        if (std::string other = home(*doc); other != own && std::find(out.begin(), out.end(), other) == out.end())
            out.push_back(std::move(other));
    return out;
}

void want_textures(Resolver& resolver, int holder) {
    const DocumentPtr doc = resolver.scene().docs[static_cast<std::size_t>(holder)];
    for (const Material& material : doc->materials)
        for (const std::string& name : {material.texture, material.mask})
            if (!name.empty())
                resolver.want_file(holder, "texture", texture_names(name), texture_places(resolver.scene(), holder));
}

}  // namespace

void find_parts(Resolver& resolver, int doc) {
    const auto& docs = resolver.scene().docs;
    const auto first = std::find_if(docs.begin(), docs.end(), [](const DocumentPtr& d) { return is_family(*d); });
    if (first - docs.begin() == doc) gather(resolver);
    want_textures(resolver, doc);
}

}  // namespace bonescope::cal3d
