#include "app/panels/pages.h"

namespace bonescope {
namespace {

vec2 needed_by(const AtlasPage& page) {
    vec2 out(0);
    for (const AtlasRegion& region : page.regions)
        out = glm::max(out, vec2(region.rect) + vec2(region.rect.z, region.rect.w));
    return out;
}

PagePlace place_of(const App& app, int doc, int index) {
    PagePlace out{doc, index};
    const AtlasPage& page = out.get(app);
    for (const auto& [name, use] : app.scene.regions) {
        if (use.page != &page) continue;
        out.texture = use.texture;
        out.size = use.page_size;
        break;
    }
    if (!(out.size.x > 0 && out.size.y > 0)) out.size = page.size;
    if (!(out.size.x > 0 && out.size.y > 0)) out.size = needed_by(page);
    return out;
}

bool is_picture(const Display& display) {
    return display.kind == DisplayKind::Image || display.kind == DisplayKind::Mesh;
}

std::string_view name_of(const Display& display) { return display.path.empty() ? display.name : display.path; }

// The slot that shows the picture now, else one that may.
int slot_with(const App& app, std::string_view name) {
    const Skeleton* skeleton = app.scene.skeleton();
    if (!skeleton || !skeleton->rig) return -1;
    for (const SlotNow& now : app.frame.planar.slots)
        if (now.shown && is_picture(*now.shown) && name_of(*now.shown) == name) return now.slot;
    for (int slot = 0; slot < static_cast<int>(skeleton->rig->slots.size()); ++slot) {
        const auto* displays = displays_of(*skeleton->rig, app.scene.planar.skin, slot);
        for (std::size_t i = 0; displays && i < displays->size(); ++i)
            if (is_picture((*displays)[i]) && name_of((*displays)[i]) == name) return slot;
    }
    return -1;
}

}  // namespace

std::vector<PagePlace> pages_of(const App& app) {
    std::vector<PagePlace> out;
    for (int doc = 0; doc < static_cast<int>(app.scene.docs.size()); ++doc)
        for (int page = 0; page < static_cast<int>(app.scene.docs[std::size_t(doc)]->pages.size()); ++page)
            out.push_back(place_of(app, doc, page));
    return out;
}

Selection select_region(const App& app, int doc, int page, int region) {
    const AtlasPage& of = app.scene.docs[std::size_t(doc)]->pages[std::size_t(page)];
    const AtlasRegion* in = region < 0 ? nullptr : &of.regions[std::size_t(region)];
    const Bytes where = in ? in->where : of.where;
    Selection out = where.size > 0 ? select_bytes(app, doc, where) : Selection{};
    out.doc = doc, out.page = page, out.region = region;
    if (in) out.slot = slot_with(app, in->name);
    return out;
}

std::optional<Selection> select_picture(const App& app, std::string_view name) {
    const auto found = app.scene.regions.find(name);
    if (found == app.scene.regions.end()) return {};
    for (int doc = 0; doc < static_cast<int>(app.scene.docs.size()); ++doc) {
        const std::vector<AtlasPage>& pages = app.scene.docs[std::size_t(doc)]->pages;
        for (int page = 0; page < static_cast<int>(pages.size()); ++page)
            if (&pages[std::size_t(page)] == found->second.page)
                return select_region(app, doc, page,
                                     static_cast<int>(found->second.region - found->second.page->regions.data()));
    }
    return {};
}

std::string_view picture_of(const App& app, int slot) {
    for (const SlotNow& now : app.frame.planar.slots)
        if (now.slot == slot && now.shown && is_picture(*now.shown)) return name_of(*now.shown);
    return {};
}

bool outside(const AtlasRegion& region, vec2 page_size) {
    const glm::vec4 r = region.rect;
    return !(r.x >= 0 && r.y >= 0 && r.x + r.z <= page_size.x && r.y + r.w <= page_size.y);
}

}  // namespace bonescope
