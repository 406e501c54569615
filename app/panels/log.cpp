#include "app/panels/panels.h"
#include "app/theme.h"

namespace bonescope {

namespace {
struct LogState {
    std::size_t seen = 0;
};

ImU32 color_of(const LogLine& line) {
    if (line.good) return color::good;
    switch (line.severity) {
    case Severity::Error:
        return color::error;
    case Severity::Warning:
        return color::warning;
    case Severity::Info:
        break;
    }
    return color::note;
}

void draw_line(PanelContext& context, const LogLine& line) {
    const ImVec2 min = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, px(20)};
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const bool clicked = hit_area("line", size);
    if (ImGui::IsItemHovered()) draw->AddRectFilled(min, {min.x + size.x, min.y + size.y}, color::hovered);
    const std::string time = fmt::format("{:.3f}", line.seconds);
    const float width = fonts.mono->CalcTextSizeA(fonts.mono->FontSize, FLT_MAX, 0, time.c_str()).x;
    draw->AddText(fonts.mono, fonts.mono->FontSize, {std::floor(min.x + px(64) - width), min.y + px(2)},
                  color::disabled, time.c_str());
    draw->AddRectFilled({min.x + px(76), min.y + px(6)}, {min.x + px(84), min.y + px(14)}, color_of(line));
    const std::string_view fits = cut_to(line.text, size.x - px(92 + 12));
    const std::string text = std::string(fits) + (fits.size() < line.text.size() ? "…" : "");
    const ImU32 ink = line.severity == Severity::Error ? color::text : color::second;
    draw->AddText({min.x + px(92), min.y + px(2)}, ink, text.c_str());
    if (ImGui::IsItemHovered() && (fits.size() < line.text.size() || line.placed))
        ImGui::SetTooltip("%s%s", line.text.c_str(), line.placed ? "\nclick goes there, right click copies" : "");
    if (clicked && line.placed) context.ask.select = select_bytes(context.app, line.doc, line.bytes);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) ImGui::SetClipboardText(line.text.c_str());
}
}  // namespace

void draw_log(PanelContext& context) {
    const std::vector<LogLine>& lines = context.app.log;
    LogState& state = context.states.get<LogState>();
    const bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - px(4);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGui::Dummy({0, px(6)});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines.size()), px(20));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImGui::PushID(i);
            draw_line(context, lines[static_cast<std::size_t>(i)]);
            ImGui::PopID();
        }
    ImGui::PopStyleVar();
    if (state.seen != lines.size() && at_end) ImGui::SetScrollHereY(1);
    state.seen = lines.size();
}

}  // namespace bonescope
