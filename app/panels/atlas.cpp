// The pages of pictures that slots show: the picture with its regions outlined. Wheel zooms, drag pans, double click
// fits, click selects.
#include "app/panels/cells.h"
#include "app/panels/pages.h"

namespace bonescope {
namespace {

struct AtlasState {
    uint64_t scene = ~0ull;
    int shown = 0;       // page, as in pages_of()
    float zoom = 0;      // pixels per texel of the page; 0: all of it fits
    vec2 centre{0};      // texel in the middle
    Selection followed;  // what the page was last turned to
    int hovered = -1;
};

struct Canvas {
    PanelContext& c;
    AtlasState& s;
    PagePlace place;
    ImDrawList& draw;
    ImVec2 min, max;
    float zoom = 1;
    vec2 centre{0};

    const App& app() const { return c.app; }
    const AtlasPage& page() const { return place.get(c.app); }
    ImVec2 at(vec2 texel) const {
        const vec2 p = (texel - centre) * zoom;
        return {std::round((min.x + max.x) / 2 + p.x), std::round((min.y + max.y) / 2 + p.y)};
    }
    vec2 texel(ImVec2 p) const { return centre + vec2(p.x - (min.x + max.x) / 2, p.y - (min.y + max.y) / 2) / zoom; }
};

float fitting_zoom(const Canvas& v) {
    const float room_x = v.max.x - v.min.x - px(32), room_y = v.max.y - v.min.y - px(64);
    if (!(v.place.size.x > 0 && v.place.size.y > 0)) return 1;
    return std::clamp(std::min(room_x / v.place.size.x, room_y / v.place.size.y), 0.01f, px(4));
}

// A new selection of a picture, or of a slot that shows one, turns to its page.
void follow(const App& app, AtlasState& s, const std::vector<PagePlace>& pages) {
    if (s.followed == app.selection) return;
    s.followed = app.selection;
    Selection wanted = app.selection;
    if (wanted.page < 0 && wanted.slot >= 0)
        wanted = select_picture(app, picture_of(app, wanted.slot)).value_or(Selection{});
    for (int i = 0; i < static_cast<int>(pages.size()); ++i)
        if (wanted.page >= 0 && pages[std::size_t(i)].doc == wanted.doc && pages[std::size_t(i)].page == wanted.page &&
            s.shown != i)
            s.shown = i, s.zoom = 0;
}

void keep_up(AtlasState& s, const App& app, const std::vector<PagePlace>& pages) {
    if (s.scene != app.scene_id) s = {}, s.scene = app.scene_id;
    follow(app, s, pages);
    s.shown = std::clamp(s.shown, 0, std::max(0, static_cast<int>(pages.size()) - 1));
}

// ---- the page ----

void chequers(const Canvas& v, ImVec2 from, ImVec2 to) {
    constexpr ImU32 dark = color::rgb(0x16191D), light = color::rgb(0x1D2126);
    v.draw.AddRectFilled(from, to, dark);
    const float side = std::max({px(10), (to.x - from.x) / 80, (to.y - from.y) / 80});
    for (int row = 0; from.y + side * static_cast<float>(row) < to.y; ++row)
        for (int k = row % 2; from.x + side * static_cast<float>(k) < to.x; k += 2) {
            const ImVec2 a{from.x + side * static_cast<float>(k), from.y + side * static_cast<float>(row)};
            v.draw.AddRectFilled(a, {std::min(a.x + side, to.x), std::min(a.y + side, to.y)}, light);
        }
}

void draw_page(const Canvas& v) {
    const ImVec2 from = v.at({0, 0}), to = v.at(v.place.size);
    chequers(v, from, to);
    const bool there = v.place.texture >= 0 && draw_page_picture(v.c, v.draw, v.place.texture, from, to);
    v.draw.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, there ? color::disabled : color::error, 0, 0,
                   std::max(1.f, px(1)));
    if (there) return;
    const std::string& path = v.place.texture >= 0 ? v.app().scene.textures[std::size_t(v.place.texture)].path : "";
    if (!path.empty()) return;  // it is on its way
    const std::string words = fmt::format("{}: the picture was not found", shown(v.app(), v.page().image));
    const float width = text_width(fonts.words, words), x = std::max(v.min.x + px(12), (from.x + to.x - width) / 2);
    cell_text({x, v.max.x, std::max(v.min.y + px(4), from.y - px(26)), px(24)}, fonts.words, color::error, words);
}

// ---- regions ----

struct Look {
    ImU32 line, fill, words;
    float width;
    bool plate;  // its name is there whatever the room
};

Look look_of(const Canvas& v, int index, std::string_view of_slot, std::string_view of_hover) {
    const AtlasRegion& region = v.page().regions[std::size_t(index)];
    const Selection& chosen = v.app().selection;
    const bool selected = chosen.page >= 0
                              ? chosen.doc == v.place.doc && chosen.page == v.place.page && chosen.region == index
                              : !of_slot.empty() && region.name == of_slot;
    if (selected) return {color::selection, color::with_alpha(color::selection, 34), color::selected_text, px(2), true};
    const bool bad = outside(region, v.place.size);
    if (index == v.s.hovered || (!of_hover.empty() && region.name == of_hover))
        return {bad ? color::error : color::text, color::with_alpha(color::text, 22), color::text, px(1.5f), true};
    if (bad) return {color::error, color::with_alpha(color::error, 26), color::error, px(1.5f), true};
    return {color::with_alpha(color::scene_a, 120), 0, color::second, std::max(1.f, px(1)), false};
}

// A quarter turn: an arc with a head, in the corner of a picture that was turned to be packed.
void turned_mark(const Canvas& v, ImVec2 corner, ImU32 ink) {
    const float r = px(5);
    const ImVec2 c{corner.x - px(10), corner.y + px(10)};
    v.draw.AddCircleFilled(c, px(8), color::with_alpha(color::gap, 190));
    v.draw.PathArcTo(c, r, -3.1f, 0, 10);
    v.draw.PathStroke(ink, 0, px(1.5f));
    v.draw.AddTriangleFilled({c.x + r - px(3), c.y}, {c.x + r + px(3), c.y}, {c.x + r, c.y + px(4)}, ink);
}

void draw_region(const Canvas& v, int index, const Look& look) {
    const AtlasRegion& region = v.page().regions[std::size_t(index)];
    const ImVec2 a = v.at(vec2(region.rect)), b = v.at(vec2(region.rect) + vec2(region.rect.z, region.rect.w));
    if (b.x < v.min.x || a.x > v.max.x || b.y < v.min.y || a.y > v.max.y) return;
    if (look.fill) v.draw.AddRectFilled(a, b, look.fill);
    v.draw.AddRect(a, b, look.line, 0, 0, look.width);
    const float wide = b.x - a.x, high = b.y - a.y;
    if (region.rotated && wide > px(20) && high > px(20)) turned_mark(v, {b.x, a.y}, look.line);
    std::string name = shown(v.app(), region.name);
    const float width = text_width(fonts.small, name) + px(8);
    const bool fits = width < wide - (region.rotated ? px(20) : 0) && high > px(22);
    if (!fits && !look.plate) return;
    const float y = fits || high > px(44) ? a.y + px(2) : a.y - px(20);
    const float x = std::clamp(a.x + px(2), v.min.x, std::max(v.min.x, v.max.x - width));
    v.draw.AddRectFilled({x, y}, {x + width, y + px(18)}, color::with_alpha(color::gap, look.plate ? 225u : 170u));
    cell_text({x + px(4), x + width + px(4), y, px(18)}, fonts.small, look.words, name);
}

void draw_regions(const Canvas& v) {
    const std::string_view of_slot = picture_of(v.app(), v.app().selection.slot),
                           of_hover = picture_of(v.app(), v.app().hover.slot);
    const int count = static_cast<int>(v.page().regions.size());
    // What is lit lies over its neighbours.
    for (const bool lit : {false, true})
        for (int i = 0; i < count; ++i)
            if (const Look look = look_of(v, i, of_slot, of_hover); look.plate == lit) draw_region(v, i, look);
}

// The smallest region under the pointer, so that one within another can be reached.
int region_under(const Canvas& v, vec2 texel) {
    int best = -1;
    float least = 0;
    for (int i = 0; i < static_cast<int>(v.page().regions.size()); ++i) {
        const glm::vec4 r = v.page().regions[std::size_t(i)].rect;
        const bool in = texel.x >= r.x && texel.y >= r.y && texel.x < r.x + r.z && texel.y < r.y + r.w;
        if (in && (best < 0 || r.z * r.w < least)) best = i, least = r.z * r.w;
    }
    return best;
}

void region_tooltip(const Canvas& v, int index) {
    const AtlasRegion& region = v.page().regions[std::size_t(index)];
    std::string more =
        fmt::format("{:g} × {:g} at {:g}, {:g}", region.rect.z, region.rect.w, region.rect.x, region.rect.y);
    if (region.rotated) more += "\nturned a quarter clockwise to be packed";
    if (region.frame.z > 0 && region.frame.w > 0)
        more += fmt::format("\ntrimmed from {:g} × {:g}, {:g} from the left and {:g} from the top", region.frame.z,
                            region.frame.w, -region.frame.x, -region.frame.y);
    if (outside(region, v.place.size)) more += "\nleaves its page";
    tooltip(shown(v.app(), region.name), color::second, more);
}

// ---- hands ----

void hands(Canvas& v) {
    ImGui::SetCursorScreenPos(v.min);
    hit_area("page", {v.max.x - v.min.x, v.max.y - v.min.y},
             ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle | ImGuiButtonFlags_MouseButtonRight);
    const ImGuiIO& io = ImGui::GetIO();
    const bool over = ImGui::IsItemHovered();
    v.s.hovered = over ? region_under(v, v.texel(io.MousePos)) : -1;
    const bool dragged =
        ImGui::IsMouseDragging(0, px(3)) || ImGui::IsMouseDragging(1, px(3)) || ImGui::IsMouseDragging(2, px(3));
    if (ImGui::IsItemActive() && dragged) {
        v.s.zoom = v.zoom;
        v.s.centre = v.centre = v.centre - vec2(io.MouseDelta.x, io.MouseDelta.y) / v.zoom;
    }
    if (over && io.MouseWheel != 0) {
        const vec2 pivot = v.texel(io.MousePos);
        const float zoom = std::clamp(v.zoom * std::pow(1.2f, io.MouseWheel), 0.02f, px(32));
        v.s.centre = v.centre = pivot + (v.centre - pivot) * (v.zoom / zoom);
        v.s.zoom = v.zoom = zoom;
    }
    if (over && ImGui::IsMouseDoubleClicked(0)) v.s.zoom = 0;
    const ImVec2 since = ImGui::GetMouseDragDelta(0, 0);
    const bool still = std::abs(since.x) + std::abs(since.y) < px(3);
    if (over && ImGui::IsMouseReleased(0) && still)
        v.c.ask.select = select_region(v.app(), v.place.doc, v.place.page, v.s.hovered);
    if (over && v.s.hovered >= 0 && !ImGui::IsAnyMouseDown()) region_tooltip(v, v.s.hovered);
}

std::string page_name(const App& app, const PagePlace& place) {
    const AtlasPage& page = place.get(app);
    const std::string& name = page.image.empty() ? page.name : page.image;
    return name.empty() ? fmt::format("page {}", place.page) : shown(app, name);
}

}  // namespace

bool has_pages(const App& app) {
    return std::any_of(app.scene.docs.begin(), app.scene.docs.end(),
                       [](const DocumentPtr& doc) { return !doc->pages.empty(); });
}

void draw_atlas(PanelContext& c) {
    const ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), max{min.x + size.x, min.y + size.y};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(min, max, color::view);
    const std::vector<PagePlace> pages = pages_of(c.app);
    auto& s = c.states.get<AtlasState>();
    keep_up(s, c.app, pages);
    if (pages.empty() || size.x < 2 || size.y < 2) return;
    Canvas v{c, s, pages[std::size_t(s.shown)], draw, min, max};
    v.zoom = s.zoom > 0 ? s.zoom : fitting_zoom(v);
    v.centre = s.zoom > 0 ? s.centre : v.place.size / 2.f;
    hands(v);
    draw_page(v);
    draw_regions(v);
}

void draw_atlas_header(PanelContext& c) {
    const std::vector<PagePlace> pages = pages_of(c.app);
    auto& s = c.states.get<AtlasState>();
    keep_up(s, c.app, pages);
    if (pages.empty()) return;
    for (int i = 0; pages.size() > 1 && i < static_cast<int>(pages.size()); ++i) {
        const std::string name = fmt::format("{}###page{}", page_name(c.app, pages[std::size_t(i)]), i);
        if (ImGui::GetCursorPosX() + button_width(name.c_str()) > ImGui::GetWindowWidth()) break;
        if (tab_button(name.c_str(), i == s.shown) && i != s.shown) s.shown = i, s.zoom = 0;
        ImGui::SameLine(0, 0);
    }
    const PagePlace& place = pages[std::size_t(s.shown)];
    const std::size_t count = place.get(c.app).regions.size();
    const std::string size = place.size.x > 0 ? fmt::format("{:g} × {:g}", place.size.x, place.size.y) : "size unknown";
    std::string words = fmt::format("{}, {} picture{}", size, count, count == 1 ? "" : "s");
    if (pages.size() == 1) words = page_name(c.app, place) + "   " + words;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth(), x = ImGui::GetCursorScreenPos().x + px(16);
    if (x < right)
        cell_text({x, right, ImGui::GetWindowPos().y, px(24)}, fonts.small, color::second, words, Align::Right);
}

}  // namespace bonescope
