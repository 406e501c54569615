#include "core/scene.h"
#include "core/text.h"
#include <algorithm>
#include <dirent.h>
#include <filesystem>
#include <set>
#include <sys/stat.h>

namespace bonescope {
namespace {

namespace fs = std::filesystem;

std::string join(const std::string& folder, const std::string& name) {
    return folder == "." ? name : (fs::path(folder) / name).string();
}

// The same file by whatever words: "a/../b.mesh" is "b.mesh".
std::string plain(const std::string& path) {
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error);
    return (error ? fs::path(path) : absolute).lexically_normal().string();
}

// A neighbour's path without detours, where that is the same place.
std::string neighbour(const std::string& home, const std::string& sub) {
    const std::string path = join(home, sub), straight = fs::path(path).lexically_normal().string();
    std::error_code error;
    return !is_folder(path) || fs::equivalent(path, straight, error) ? straight : path;
}

std::vector<std::string> list_folder(const std::string& folder) {
    std::vector<std::string> names;
    DIR* open = ::opendir(folder.c_str());
    if (!open) return names;
    while (const dirent* entry = ::readdir(open))
        if (entry->d_type != DT_DIR) names.emplace_back(entry->d_name);
    ::closedir(open);
    std::sort(names.begin(), names.end());
    return names;
}

bool has_known_extension(std::string_view name) {
    const std::string low = lower(name);
    for (const Format& format : formats())
        for (const char* extension : format.extensions)
            if (low.size() > std::string_view(extension).size() && low.ends_with(extension)) return true;
    return false;
}

// A name as another file writes it, as the file system may have it: with slashes, and in UTF-8. Places outside the
// folders that are searched are left out.
std::vector<std::string> spellings(const std::string& raw) {
    std::vector<std::string> out;
    for (std::string name : {raw, decode(raw)}) {
        if (valid_utf8(name)) std::replace(name.begin(), name.end(), '\\', '/');
        const bool absolute = name.starts_with('/') || (name.size() > 1 && name[1] == ':');
        if (!name.empty() && !absolute && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
        const std::string base = base_name(name);
        if (!base.empty() && std::find(out.begin(), out.end(), base) == out.end()) out.push_back(base);
    }
    return out;
}

std::vector<std::string> all_spellings(const std::vector<std::string>& names) {
    std::vector<std::string> out;
    for (const std::string& name : names)
        for (std::string& spelling : spellings(name))
            if (std::find(out.begin(), out.end(), spelling) == out.end()) out.push_back(std::move(spelling));
    return out;
}

}  // namespace

bool is_folder(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::vector<std::string> known_files(const std::string& folder) {
    std::vector<std::string> out;
    for (const std::string& name : list_folder(folder))
        if (has_known_extension(name)) out.push_back(join(folder, name));
    return out;
}

const char* name_of(PartStatus status) {
    static const char* const names[] = {"given", "found", "missing", "clash"};
    return names[static_cast<int>(status)];
}

std::string OpenOptions::dialect_of(const std::string& path, bool given) const {
    auto found = dialects.find(path);
    if (found == dialects.end() && given) found = dialects.find("");
    return found == dialects.end() ? std::string{} : found->second;
}

Resolver::Resolver(Scene& scene, const OpenOptions& options)
    : scene_(scene), options_(options), given_(static_cast<int>(scene.docs.size())) {}

const std::vector<std::string>& Resolver::listing(const std::string& folder) {
    const auto found = listings_.find(folder);
    return found != listings_.end() ? found->second : listings_.emplace(folder, list_folder(folder)).first->second;
}

int Resolver::doc_at(const std::string& path) const {
    const std::string wanted = plain(path);
    for (std::size_t i = 0; i < scene_.docs.size(); ++i)
        if (plain(scene_.docs[i]->path) == wanted) return static_cast<int>(i);
    return -1;
}

DocumentPtr Resolver::peek(const std::string& path) {
    if (const int doc = doc_at(path); doc >= 0) return scene_.docs[doc];
    DocumentPtr& kept = peeked_[path];
    if (!kept) kept = load(path, options_.dialect_of(path, false));
    return kept;
}

int Resolver::insert(const std::string& path) {
    if (const int doc = doc_at(path); doc >= 0) return doc;
    scene_.docs.push_back(peek(path));
    return static_cast<int>(scene_.docs.size()) - 1;
}

int Resolver::add(const std::string& path, const std::string& role, PartStatus status, int wanted_by) {
    Part part;
    part.role = role;
    part.name = base_name(path);
    part.path = path;
    part.status = status;
    part.wanted_by = wanted_by;
    if (status != PartStatus::Clash) {
        part.doc = insert(path);
        if (given(part.doc)) part.status = PartStatus::Given;
    }
    scene_.parts.push_back(part);
    return part.doc;
}

std::vector<std::string> Resolver::places(int beside, const std::vector<std::string>& sub, bool absent) const {
    const std::string home = folder_of(scene_.docs[beside]->path);
    std::vector<std::string> out{home};
    for (const std::string& folder : sub) {
        std::string place = neighbour(home, folder);
        const bool known = std::any_of(out.begin(), out.end(), [&](const std::string& other) {
            return other == place || (!is_folder(place) && lower(other) == lower(place));
        });
        if (!known && (absent || is_folder(place))) out.push_back(std::move(place));
    }
    out.insert(out.end(), options_.folders.begin(), options_.folders.end());
    return out;
}

// The path of the first name that is there; an empty string when none is.
std::string Resolver::look(int beside, const std::vector<std::string>& names, const std::vector<std::string>& sub,
                           bool absent, std::vector<std::string>& searched) {
    const std::vector<std::string> folders = places(beside, sub, absent);
    for (const std::string& name : all_spellings(names)) {
        for (const std::string& place : folders) {
            const std::string path = join(place, name), folder = folder_of(path), base = base_name(path);
            searched.push_back(path);
            const std::vector<std::string>& files = listing(folder);
            if (std::binary_search(files.begin(), files.end(), base)) return path;
            const std::string low = lower(base);
            const auto found =
                std::find_if(files.begin(), files.end(), [&](const std::string& file) { return lower(file) == low; });
            if (found != files.end()) return join(folder, *found);
        }
    }
    return {};
}

int Resolver::want(int beside, const std::string& role, const std::vector<std::string>& names,
                   const std::vector<std::string>& sub) {
    Part part;
    part.role = role;
    part.name = names.empty() ? std::string{} : names.front();
    part.wanted_by = beside;
    for (const std::string& name : all_spellings(names))
        for (int doc = 0; doc < given_ && part.doc < 0; ++doc)
            if (doc != beside && lower(base_name(scene_.docs[doc]->path)) == lower(base_name(name))) part.doc = doc;
    if (part.doc >= 0)
        part.path = scene_.docs[part.doc]->path;
    else if (enabled())
        part.path = look(beside, names, sub, true, part.searched);
    if (!part.path.empty()) {
        part.doc = insert(part.path);
        part.status = given(part.doc) ? PartStatus::Given : PartStatus::Found;
    }
    scene_.parts.push_back(part);
    return part.doc;
}

std::string Resolver::want_file(int beside, const std::string& role, const std::vector<std::string>& names,
                                const std::vector<std::string>& sub) {
    Part part;
    part.role = role;
    part.name = names.empty() ? std::string{} : names.front();
    part.wanted_by = beside;
    if (enabled()) part.path = look(beside, names, sub, false, part.searched);
    if (!part.path.empty()) part.status = PartStatus::Found;
    scene_.parts.push_back(part);
    return part.path;
}

std::vector<std::string> Resolver::siblings(int beside, std::string_view suffix, const std::vector<std::string>& sub) {
    std::vector<std::string> out;
    if (!enabled()) return out;
    for (const std::string& place : places(beside, sub, false))
        for (const std::string& name : listing(place))
            if (lower(name).ends_with(suffix)) out.push_back(join(place, name));
    return out;
}

Scene open_scene(std::span<const std::string> paths, const OpenOptions& options) {
    std::vector<DocumentPtr> docs;
    for (const std::string& path : paths) {
        if (!is_folder(path)) {
            docs.push_back(load(path, options.dialect_of(path, true)));
            continue;
        }
        const std::vector<std::string> files = known_files(path);
        for (const std::string& file : files) docs.push_back(load(file, options.dialect_of(file, true)));
        if (files.empty()) docs.push_back(load(path));  // its note says that this is a folder
    }
    return make_scene(std::move(docs), options);
}

namespace {

// What a file is by its extension: the role of the format with the longest one that it ends with.
std::string_view role_of_path(const std::string& path) {
    const std::string low = lower(path);
    std::string_view role;
    std::size_t longest = 0;
    for (const Format& format : formats())
        for (const std::string_view extension : format.extensions)
            if (low.ends_with(extension) && extension.size() > longest) {
                role = format.role;
                longest = extension.size();
            }
    return role;
}

// Meshes first, then skeletons: each finds its list, and clips beside it that no list names. A list comes by itself
// only when nothing has used it. What no scene before has used is one of its own, but materials that nothing names come
// together.
bool each_in_folder(const std::string& folder, const OpenOptions& options, const std::function<bool(Scene)>& each) {
    std::vector<std::string> files = known_files(folder);
    if (files.empty()) return each(open_scene(std::span(&folder, 1), options));
    const auto rank = [](const std::string& path) {
        const std::string_view role = role_of_path(path);
        return role == "mesh" ? 0 : role == "skeleton" ? 1 : role == "list" ? 3 : 2;
    };
    std::stable_sort(files.begin(), files.end(),
                     [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
    std::set<std::string> used;
    std::vector<std::string> materials;
    for (const std::string& path : files) {
        if (used.contains(path)) continue;
        if (role_of_path(path) == "material") {
            materials.push_back(path);
            continue;
        }
        Scene scene = open_scene(std::span(&path, 1), options);
        for (const DocumentPtr& doc : scene.docs) used.insert(doc->path);
        if (!each(std::move(scene))) return false;
    }
    std::erase_if(materials, [&](const std::string& path) { return used.contains(path); });
    return materials.empty() || each(open_scene(materials, options));
}

}  // namespace

void each_scene(std::span<const std::string> paths, const OpenOptions& options,
                const std::function<bool(Scene)>& each) {
    std::vector<std::string> files;
    for (const std::string& path : paths)
        if (!is_folder(path)) files.push_back(path);
    if (!files.empty() && !each(open_scene(files, options))) return;
    for (const std::string& path : paths)
        if (is_folder(path) && !each_in_folder(path, options, each)) return;
}

}  // namespace bonescope
