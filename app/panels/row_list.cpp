#include "app/panels/row_list.h"

namespace bonescope {
namespace {

constexpr float bar_width = 6;

double most(const RowView& view) { return std::max(0., static_cast<double>(view.total) - view.rows); }

struct Bar {
    Cell track, thumb;
};

Bar bar_of(const RowView& view, double top) {
    const Cell track{view.area.x1 - px(bar_width), view.area.x1, view.area.y, view.area.height};
    const double part = view.total ? std::min(1., view.rows / static_cast<double>(view.total)) : 1;
    const float size = std::max(px(24), static_cast<float>(part * track.height));
    const double at = most(view) > 0 ? top / most(view) : 0;
    return {track, {track.x0, track.x1, track.y + static_cast<float>(at) * (track.height - size), size}};
}

void drag_bar(const RowView& view, RowScroll& scroll, bool active) {
    if (most(view) <= 0) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Bar bar = bar_of(view, scroll.top);
    const bool over = mouse.x >= bar.track.x0 && mouse.x < bar.track.x1;
    const float room = bar.track.height - bar.thumb.height;
    if (active && over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const bool thumb = mouse.y >= bar.thumb.y && mouse.y < bar.thumb.y + bar.thumb.height;
        if (!thumb) scroll.top = (mouse.y - bar.track.y - bar.thumb.height / 2) / room * most(view);
        scroll.grabbed = std::clamp(scroll.top, 0., most(view));
        scroll.grab_y = mouse.y;
    }
    if (!active) scroll.grabbed = -1;
    if (scroll.grabbed >= 0 && room > 0) scroll.top = scroll.grabbed + (mouse.y - scroll.grab_y) / room * most(view);
}

}  // namespace

RowView begin_rows(const char* id, float width, float height, uint64_t total, RowScroll& scroll) {
    RowView view;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    view.row_height = px(20);
    view.area = {at.x, at.x + width, at.y, std::max(height, view.row_height)};
    view.total = total;
    view.rows = view.area.height / view.row_height;
    hit_area(id, {width, view.area.height});
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) scroll.focused = hovered;
    if (hovered && !ImGui::GetIO().KeyCtrl) scroll.top -= 3 * ImGui::GetIO().MouseWheel;
    drag_bar(view, scroll, active);
    scroll.top = std::clamp(scroll.top, 0., most(view));
    view.first = static_cast<uint64_t>(scroll.top);
    const double last = std::ceil(scroll.top + view.rows);
    view.shown = static_cast<uint32_t>(std::min(static_cast<double>(total), last) - static_cast<double>(view.first));
    view.keys = scroll.focused && ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) &&
                !ImGui::GetIO().WantTextInput && ImGui::GetIO().KeyMods == 0;
    const bool in_rows = hovered && scroll.grabbed < 0 && ImGui::GetIO().MousePos.x < view.area.x1 - px(bar_width);
    if (in_rows) {
        const double row = scroll.top + (ImGui::GetIO().MousePos.y - view.area.y) / view.row_height;
        if (row < static_cast<double>(total)) view.hovered = static_cast<int64_t>(row);
        view.clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
        view.double_clicked = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
        view.right_clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    }
    ImGui::PushClipRect(view.area.min(), view.area.max(), true);
    return view;
}

void end_rows(const RowView& view, RowScroll& scroll) {
    if (view.keys) ImGui::GetWindowDrawList()->AddRect(view.area.min(), view.area.max(), color::selection, 0, 0, px(1));
    if (most(view) > 0) {
        const Bar bar = bar_of(view, scroll.top);
        const bool bright = scroll.grabbed >= 0 || mouse_in(bar.track);
        cell_fill({bar.thumb.x0 + px(1), bar.thumb.x1 - px(1), bar.thumb.y, bar.thumb.height},
                  bright ? color::disabled : color::hovered);
    }
    ImGui::PopClipRect();
}

void show_row(RowScroll& scroll, const RowView& view, uint64_t row, double covered) {
    const auto at = static_cast<double>(row);
    const double low = scroll.top + covered, high = scroll.top + view.rows - 1;
    if (at >= low && at <= high) return;
    const bool near = at > low - 4 && at < high + 4;
    const double wanted = !near      ? at - std::max(covered + 1, view.rows / 3)
                          : at < low ? at - covered
                                     : at + 1 - view.rows;
    scroll.top = std::clamp(wanted, 0., most(view));
}

int64_t moved_row(const RowView& view, int64_t at) {
    if (!view.keys || !view.total) return -1;
    const auto last = static_cast<int64_t>(view.total) - 1,
               page = std::max<int64_t>(1, static_cast<int64_t>(view.rows) - 2);
    const auto step = [&](int64_t by) {
        return at < 0 ? static_cast<int64_t>(view.first) : std::clamp<int64_t>(at + by, 0, last);
    };
    if (key_pressed(ImGuiKey_UpArrow)) return step(-1);
    if (key_pressed(ImGuiKey_DownArrow)) return step(1);
    if (key_pressed(ImGuiKey_PageUp)) return step(-page);
    if (key_pressed(ImGuiKey_PageDown)) return step(page);
    if (key_pressed(ImGuiKey_Home, false)) return 0;
    if (key_pressed(ImGuiKey_End, false)) return last;
    return -1;
}

}  // namespace bonescope
