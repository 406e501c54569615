// Pages of pictures: which there are, and what a picture's name stands for.
#pragma once
#include "app/panels/panels.h"

namespace bonescope {

struct PagePlace {
    int doc = -1, page = -1;
    int texture = -1;  // index in Scene::textures, -1: not found
    vec2 size{0};      // pixels; what its regions need where nothing says it
    const AtlasPage& get(const App& app) const { return app.scene.docs[std::size_t(doc)]->pages[std::size_t(page)]; }
};
std::vector<PagePlace> pages_of(const App&);

// A region, or with -1 the page, with the slot that shows it now.
Selection select_region(const App&, int doc, int page, int region);
// The region of that name; empty: no page has it.
std::optional<Selection> select_picture(const App&, std::string_view name);
// The picture that a slot shows now; empty: none.
std::string_view picture_of(const App&, int slot);
// Does the region leave its page?
bool outside(const AtlasRegion&, vec2 page_size);

// view.cpp: the picture of a page, straight over what is drawn; false: it is not there (yet).
bool draw_page_picture(PanelContext&, ImDrawList&, int texture, ImVec2 min, ImVec2 max);

}  // namespace bonescope
