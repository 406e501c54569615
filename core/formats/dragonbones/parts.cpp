// From a skeleton file to its atlas and their pictures, and back. Names: X_ske.json, X.json, skeleton.json; X_tex.json,
// X_tex_0.json, X_texture_1.json, texture.json.
#include "core/formats/dragonbones/dragonbones.h"
#include "core/scene.h"
#include "core/text.h"
#include <algorithm>

namespace bonescope::dragonbones {
namespace {

using Names = std::vector<std::string>;

bool is_family(const Document& doc) { return doc.format.starts_with("dragonbones."); }
bool is_atlas_file(const Document& doc) { return doc.format.starts_with("dragonbones.atlas"); }

bool has(const Scene& scene, bool atlas) {
    return std::any_of(scene.docs.begin(), scene.docs.end(), [&](const DocumentPtr& doc) {
        return is_family(*doc) && (is_atlas_file(*doc) ? atlas : !atlas || !doc->pages.empty());
    });
}

// "x" of "x_ske.json" or "x_tex_0.json", lower case.
std::string base_of(const std::string& path, const Names& endings) {
    std::string stem = lower(stem_of(base_name(path)));
    const std::size_t end = stem.find_last_not_of("0123456789");
    if (end != std::string::npos && end + 1 < stem.size() && stem[end] == '_') {
        const std::string bare = stem.substr(0, end);
        if (std::any_of(endings.begin(), endings.end(), [&](const std::string& e) { return bare.ends_with(e); }))
            stem = bare;
    }
    for (const std::string& ending : endings)
        if (stem.size() > ending.size() && stem.ends_with(ending)) return stem.substr(0, stem.size() - ending.size());
    return stem;
}

const Names atlas_endings{"_tex", "_texture"}, skeleton_endings{"_ske", "_skeleton"};

bool is_page_of(const std::string& path, const std::string& base) {
    const std::string stem = lower(stem_of(base_name(path)));
    return stem != base && base_of(path, atlas_endings) == base && stem.size() > base.size() &&
           (stem.compare(base.size(), 4, "_tex") == 0);
}

// All pages that share the skeleton's name, else the one that has none of its own.
void find_atlas(Resolver& resolver, int doc) {
    const std::string path = resolver.scene().docs[doc]->path;
    const std::string base = base_of(path, skeleton_endings);
    Names pages, plain;
    for (const char* extension : {".json", ".xml"})
        for (const std::string& file : resolver.siblings(doc, extension)) {
            if (is_page_of(file, base)) pages.push_back(file);
            if (lower(stem_of(base_name(file))) == "texture") plain.push_back(file);
        }
    if (pages.empty()) pages = plain;
    for (const std::string& page : pages) resolver.add(page, "atlas", PartStatus::Found, doc);
    const std::string stem = stem_of(base_name(path)).substr(0, base.size());
    if (pages.empty()) resolver.want(doc, "atlas", {stem + "_tex.json", stem + "_texture_1.json", "texture.json"});
}

void find_skeleton(Resolver& resolver, int doc) {
    const std::string path = resolver.scene().docs[doc]->path;
    const std::string base = base_of(path, atlas_endings);
    Names own, any;
    for (const char* extension : {".json", ".dbbin", ".xml"})
        for (const std::string& file : resolver.siblings(doc, extension)) {
            if (file == path || base_of(file, atlas_endings) != lower(stem_of(base_name(file)))) continue;
            const bool named = base_of(file, skeleton_endings) == base;
            if (named || base == "texture") (named ? own : any).push_back(file);
        }
    own.insert(own.end(), any.begin(), any.end());
    for (const std::string& file : own) {
        const Document& found = *resolver.peek(file);
        if (!is_family(found) || is_atlas_file(found)) continue;
        resolver.add(file, "skeleton", PartStatus::Found, doc);
        return;
    }
    const std::string stem = stem_of(base_name(path)).substr(0, base.size());
    resolver.want(doc, "skeleton", {stem + "_ske.json", stem + "_ske.dbbin"});
}

// The picture that a page names, or one that is named like its file: copies of an atlas in other sizes keep the word.
void find_pictures(Resolver& resolver, int doc) {
    const DocumentPtr holder = resolver.scene().docs[doc];
    const std::string own = stem_of(base_name(holder->path));
    for (const AtlasPage& page : holder->pages) {
        Names names{page.image};
        const bool alone = holder->pages.size() == 1 && is_atlas_file(*holder);
        if (alone && lower(own) != lower(stem_of(base_name(page.image))))
            for (const char* ending : {".png", ".jpg"})
                if (!resolver.siblings(doc, lower(own) + ending).empty()) names = {own + ending, page.image};
        resolver.want_file(doc, "texture", names);
        resolver.scene().parts.back().name = page.image;
    }
}

}  // namespace

void find_parts(Resolver& resolver, int doc) {
    find_pictures(resolver, doc);
    const bool atlas = is_atlas_file(*resolver.scene().docs[doc]);
    if (!resolver.enabled() || has(resolver.scene(), !atlas)) return;
    if (atlas)
        find_skeleton(resolver, doc);
    else
        find_atlas(resolver, doc);
}

}  // namespace bonescope::dragonbones
