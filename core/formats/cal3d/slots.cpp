// Which material and which mesh a number means.
#include "core/formats/cal3d/figure.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace bonescope::cal3d {
namespace {

constexpr int64_t most_slots = 4096;

std::set<int> used_slots(const Figure& figure) {
    std::set<int> used;
    for (const int doc : figure.meshes)
        for (const Mesh& mesh : figure.doc(doc).meshes)
            if (mesh.slot >= 0 && mesh.slot < most_slots) used.insert(mesh.slot);
    return used;
}

void put(Figure& figure, int slot, MaterialPlace place) {
    auto& slots = figure.scene().slots;
    if (static_cast<std::size_t>(slot) >= slots.size()) slots.resize(static_cast<std::size_t>(slot) + 1);
    slots[static_cast<std::size_t>(slot)] = place;
}

// The n-th line of a list is slot n, found or not.
bool by_list(Figure& figure, const FileList& list) {
    int slot = 0;
    std::size_t next = 0;
    for (const ListEntry& entry : list.entries) {
        if (entry.role != ListRole::Material) continue;
        const int doc = next < figure.materials.size() ? figure.materials[next] : -1;
        ++next;
        put(figure, slot++, doc >= 0 && !figure.doc(doc).materials.empty() ? MaterialPlace{doc, 0} : MaterialPlace{});
    }
    return slot > 0;
}

// Cal3DWalker gives a mesh one picture, whatever the slots of its parts.
bool by_picture(Figure& figure, const FileList& list) {
    const Document& holder = figure.doc(list.doc);
    bool any = false;
    for (const ListEntry& entry : list.entries) {
        if (entry.role != ListRole::Mesh || entry.texture.empty()) continue;
        const auto found = std::find_if(holder.materials.begin(), holder.materials.end(),
                                        [&](const Material& material) { return material.name == entry.texture; });
        if (found == holder.materials.end()) continue;
        for (const int doc : figure.meshes) {
            if (stem_at(figure.doc(doc).path) != stem_at(entry.file)) continue;
            for (const Mesh& mesh : figure.doc(doc).meshes) {
                const auto slot = static_cast<std::size_t>(mesh.slot);
                if (mesh.slot < 0 || mesh.slot >= most_slots) continue;
                if (slot < figure.scene().slots.size() && figure.scene().slots[slot].doc >= 0) continue;
                put(figure, mesh.slot, {list.doc, static_cast<int>(found - holder.materials.begin())});
                any = true;
            }
        }
    }
    return any;
}

// "name[5]", "name_12", "name12"; -1: no number.
int64_t number_in(std::string stem) {
    if (stem.ends_with(']')) stem.pop_back();
    std::size_t at = stem.size();
    while (at > 0 && stem[at - 1] >= '0' && stem[at - 1] <= '9') --at;
    const auto number = parse_int(std::string_view(stem).substr(at));
    return number && *number < most_slots ? *number : -1;
}

// Files that share their first word with the skeleton or a mesh; all when none does.
std::vector<std::string> likely_files(const Figure& figure, int beside) {
    std::vector<std::string> all = files_beside(figure, beside, ListRole::Material), out;
    for (const int doc : figure.materials) {
        const std::string& path = figure.doc(doc).path;
        if (std::find(all.begin(), all.end(), path) == all.end()) all.push_back(path);
    }
    std::vector<std::string> starts;
    if (figure.skeleton >= 0) starts.push_back(stem_at(figure.doc(figure.skeleton).path));
    for (const int doc : figure.meshes) starts.push_back(stem_at(figure.doc(doc).path));
    std::copy_if(all.begin(), all.end(), std::back_inserter(out), [&](const std::string& path) {
        return std::any_of(starts.begin(), starts.end(),
                           [&](const std::string& start) { return is_start_of(start, stem_at(path)); });
    });
    return out.empty() ? all : out;
}

struct Guess {
    std::map<int, std::string> files;  // by slot
    const char* by = "";
};

Guess guess(const std::vector<std::string>& files, const std::set<int>& used) {
    Guess out;
    out.by = "the numbers in their names";
    for (const std::string& path : files)
        if (const int64_t number = number_in(stem_at(path)); number >= 0)
            out.files.emplace(static_cast<int>(number), path);
    if (out.files.size() == files.size()) return out;
    out.files.clear();
    out.by = "their order";
    const bool dense = used.empty() || *used.rbegin() < static_cast<int>(files.size());
    auto next = used.begin();
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (dense || used.size() != files.size())
            out.files.emplace(static_cast<int>(i), files[i]);
        else
            out.files.emplace(*next++, files[i]);  // as many files as slots in use
    }
    return out;
}

void by_names(Figure& figure) {
    const std::set<int> used = used_slots(figure);
    if (used.empty()) return;
    const int beside = figure.meshes.front();
    const Guess guessed = guess(likely_files(figure, beside), used);
    std::string words;
    for (const auto& [slot, path] : guessed.files) {
        if (!used.contains(slot)) continue;
        const int doc = figure.resolver.add(path, "material", PartStatus::Found, beside);
        if (doc < 0 || figure.doc(doc).materials.empty()) continue;
        put(figure, slot, {doc, 0});
        words += fmt::format("{}{} is {}", words.empty() ? "" : ", ", slot, shown(figure.doc(doc)));
    }
    if (!words.empty())
        note(figure, Severity::Info,
             fmt::format("no list tells which materials the numbers of the meshes mean; guessed by {}: {}", guessed.by,
                         words));
}

}  // namespace

namespace {

// Numbers by which tracks of a document name meshes.
std::set<int> named_meshes(const Document& doc) {
    std::set<int> out;
    for (const Clip& clip : doc.clips)
        for (const Track& track : clip.tracks)
            if (track.mesh >= 0) out.insert(track.mesh);
    return out;
}

std::string meaning_of(const Figure& figure, int number, const FileList* list) {
    const auto& numbered = figure.scene().numbered;
    const auto place = static_cast<std::size_t>(number);
    if (list && place >= numbered.size())
        return fmt::format("mesh {} is beyond the {} of {}: nothing moves", number, numbered.size(),
                           shown(figure.doc(list->doc)));
    if (list && numbered[place] < 0)
        return fmt::format("mesh {} of {} is not here: nothing moves", number, shown(figure.doc(list->doc)));
    if (list)
        return fmt::format("mesh {} is {}, by its place in {}", number, shown(figure.doc(numbered[place])),
                           shown(figure.doc(list->doc)));
    if (figure.meshes.size() == 1)
        return fmt::format("no list numbers the meshes: mesh {} is taken to be {}", number,
                           shown(figure.doc(figure.meshes[0])));
    return fmt::format("no list numbers the meshes: mesh {} is taken to be every one that has such a morph", number);
}

}  // namespace

void number_meshes(Figure& figure) {
    const FileList* used = nullptr;
    for (const FileList& list : figure.lists) {
        for (const ListEntry& entry : list.entries) {
            if (entry.role != ListRole::Mesh) continue;
            const auto found = std::find_if(figure.meshes.begin(), figure.meshes.end(), [&](int doc) {
                return stem_at(figure.doc(doc).path) == stem_at(decode(entry.file));
            });
            figure.scene().numbered.push_back(found == figure.meshes.end() ? -1 : *found);
            used = &list;
        }
        if (used) break;
    }
    if (figure.meshes.empty()) return;
    for (const int doc : figure.animations)
        for (const int number : named_meshes(figure.doc(doc))) {
            const auto& numbered = figure.scene().numbered;
            const bool lost = used ? static_cast<std::size_t>(number) >= numbered.size() ||
                                         numbered[static_cast<std::size_t>(number)] < 0
                                   : figure.meshes.size() > 1;
            note(figure, lost ? Severity::Warning : Severity::Info,
                 fmt::format("{}: {}", shown(figure.doc(doc)), meaning_of(figure, number, used)));
        }
}

namespace {

// The first number of each mesh that no line of the list stands for.
void note_slots_beyond(const Figure& figure, const FileList& list) {
    const auto lines = static_cast<int>(figure.scene().slots.size());
    for (const int doc : figure.meshes) {
        const auto& meshes = figure.doc(doc).meshes;
        const auto first =
            std::find_if(meshes.begin(), meshes.end(), [&](const Mesh& mesh) { return mesh.slot >= lines; });
        if (first == meshes.end()) continue;
        const auto n = std::count_if(first, meshes.end(), [&](const Mesh& mesh) { return mesh.slot >= lines; });
        note(figure, Severity::Warning,
             fmt::format(
                 "{}: {} of {} submeshes have no material; that of \"{}\" at offset {}: expected a number below {}, "
                 "as {} names so many, found {}",
                 shown(figure.doc(doc)), n, meshes.size(), decode(first->name), first->where.at, lines,
                 shown(figure.doc(list.doc)), first->slot));
    }
}

}  // namespace

void fill_slots(Figure& figure) {
    for (const FileList& list : figure.lists) {
        if (by_list(figure, list)) return note_slots_beyond(figure, list);
        if (by_picture(figure, list)) return;
    }
    by_names(figure);
}

}  // namespace bonescope::cal3d
