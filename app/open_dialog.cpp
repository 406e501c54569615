#include "app/open_dialog.h"
#include "app/file_list.h"
#include "app/panels/cells.h"
#include "app/sample_files.h"
#include "core/text.h"
#include <cstdlib>
#include <imgui_internal.h>
#include <imgui_stdlib.h>
#include <set>

namespace bonescope {

namespace {
struct Dialog {
    bool open = false, opening = false;
    std::string folder, filter, why;
    std::vector<FileEntry> entries;
    std::vector<int> rows;  // entries that pass the filters
    std::set<std::string> chosen;
    int at = 0, anchor = 0;
    bool hidden = false, all_files = false, scroll = false;
    const char* kind = "";  // only this format; empty: every known one
};

void filter_rows(Dialog& d) {
    d.rows.clear();
    const std::string wanted = lower(d.filter);
    for (int i = 0; i < static_cast<int>(d.entries.size()); ++i) {
        const FileEntry& e = d.entries[static_cast<std::size_t>(i)];
        const bool kind = e.folder || d.all_files || (*d.kind ? std::string_view(d.kind) == e.kind : *e.kind != 0);
        const bool name = wanted.empty() || lower(decode(e.name)).find(wanted) != std::string::npos;
        if (kind && name) d.rows.push_back(i);
    }
    d.at = std::clamp(d.at, 0, std::max(0, static_cast<int>(d.rows.size()) - 1));
}

void enter(Dialog& d, const std::string& folder, const std::string& come_from = "") {
    d.folder = absolute_path(folder);
    d.entries = list_folder(d.folder, d.hidden, d.why);
    d.filter.clear();
    d.chosen.clear();
    d.at = d.anchor = 0;
    filter_rows(d);
    for (int i = 0; i < static_cast<int>(d.rows.size()); ++i)
        if (d.entries[static_cast<std::size_t>(d.rows[static_cast<std::size_t>(i)])].name == come_from) d.at = i;
    d.scroll = true;
}

void go_up(Dialog& d) {
    if (d.folder == "/") return;
    const std::string from = base_name(d.folder), up = folder_of(d.folder);
    enter(d, up.empty() ? "/" : up, from);
}

const FileEntry* current(const Dialog& d) {
    if (d.at < 0 || d.at >= static_cast<int>(d.rows.size())) return nullptr;
    return &d.entries[static_cast<std::size_t>(d.rows[static_cast<std::size_t>(d.at)])];
}

// A path that was typed instead of a filter; empty: it is a filter.
std::string typed_path(const Dialog& d) {
    if (d.filter.starts_with("/")) return d.filter;
    if (d.filter.find('/') != std::string::npos && !d.filter.starts_with("~/")) return join(d.folder, d.filter);
    const char* home = std::getenv("HOME");
    return d.filter.starts_with("~/") && home ? home + d.filter.substr(1) : "";
}

// Opens what is typed or chosen, else the current row; enters a folder. True when the dialog is done.
bool confirm(Dialog& d, const App& app, Requests& ask) {
    std::vector<std::string> paths;
    if (std::string typed = typed_path(d); !typed.empty()) {
        if (is_folder(typed)) {
            enter(d, typed);
            return false;
        }
        if (!exists(typed)) {
            d.why = "No such file: " + decode(typed);
            return false;
        }
        d.folder = absolute_path(folder_of(typed));  // where the dialog starts the next time
        (app.open_adds ? ask.add : ask.open) = {std::move(typed)};
        return true;
    }
    for (const std::string& name : d.chosen) paths.push_back(join(d.folder, name));
    const FileEntry* entry = current(d);
    if (paths.empty() && entry && entry->folder) {
        enter(d, join(d.folder, entry->name));
        return false;
    }
    if (paths.empty() && entry) paths.push_back(join(d.folder, entry->name));
    if (paths.empty()) {
        if (!d.filter.empty()) d.why = "No such file here: " + d.filter;
        return false;
    }
    (app.open_adds ? ask.add : ask.open) = paths;
    return true;
}

void choose(Dialog& d, int row) {
    const ImGuiIO& io = ImGui::GetIO();
    const std::string& name = d.entries[static_cast<std::size_t>(d.rows[static_cast<std::size_t>(row)])].name;
    if (io.KeyShift) {
        d.chosen.clear();
        for (int i = std::min(d.anchor, row); i <= std::max(d.anchor, row); ++i) {
            const FileEntry& e = d.entries[static_cast<std::size_t>(d.rows[static_cast<std::size_t>(i)])];
            if (!e.folder) d.chosen.insert(e.name);
        }
    } else if (io.KeyCtrl) {
        if (!d.chosen.erase(name)) d.chosen.insert(name);
        d.anchor = row;
    } else {
        d.chosen.clear();
        d.anchor = row;
    }
    d.at = row;
}

void move(Dialog& d, int by) {
    const int last = static_cast<int>(d.rows.size()) - 1;
    if (last < 0) return;
    const int row = std::clamp(d.at + by, 0, last);
    if (ImGui::GetIO().KeyShift)
        choose(d, row);
    else
        d.chosen.clear(), d.at = d.anchor = row;
    d.scroll = true;
}

void place_button(Dialog& d, const std::string& label, const std::string& folder) {
    const ImVec2 min = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, px(24)};
    ImGui::PushID(folder.c_str());
    if (hit_area(label.c_str(), size)) enter(d, folder);
    ImGui::PopID();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const bool here = absolute_path(folder) == d.folder;
    if (here || ImGui::IsItemHovered())
        draw->AddRectFilled(min, {min.x + size.x, min.y + size.y}, here ? color::selected_row : color::hovered);
    const std::string_view fits = cut_to(label, size.x - px(24));
    const std::string text = std::string(fits) + (fits.size() < label.size() ? "…" : "");
    draw->AddText({min.x + px(12), min.y + px(4)}, here ? color::selected_text : color::text, text.c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", decode(folder).c_str());
}

void places(Dialog& d, const App& app) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    section("Places");
    if (const char* home = std::getenv("HOME"); home && *home) place_button(d, "Home", home);
    place_button(d, "Root", "/");
    const std::vector<SampleFile> samples = sample_files();
    if (!samples.empty()) place_button(d, "Samples", folder_of(samples.front().path));
    section("Recent folders");
    std::vector<std::string> seen;
    for (const std::string& path : app.settings.recent) {
        const std::string folder = absolute_path(folder_of(path));
        if (std::find(seen.begin(), seen.end(), folder) != seen.end() || seen.size() >= 8) continue;
        seen.push_back(folder);
        place_button(d, decode(base_name(folder)), folder);
    }
    ImGui::PopStyleVar();
}

// Columns of a row: name, kind, size.
void draw_entry(const Dialog& d, const FileEntry& e, bool at, ImVec2 min, float width) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const ImVec2 max{min.x + width, min.y + px(20)};
    const bool chosen = d.chosen.count(e.name) > 0, lit = chosen || (at && d.chosen.empty());
    if (lit)
        draw->AddRectFilled(min, max, color::selected_row);
    else if (ImGui::IsItemHovered())
        draw->AddRectFilled(min, max, color::hovered);
    if (at) draw->AddRectFilled(min, {min.x + px(2), max.y}, color::selection);
    const float kind_x = min.x + std::max(px(160), width - px(330));
    const std::string name = decode(e.name) + (e.folder ? "/" : "");
    const std::string_view fits = cut_to(name, kind_x - min.x - px(20));
    const std::string text = std::string(fits) + (fits.size() < name.size() ? "…" : "");
    const ImU32 ink = lit ? color::selected_text : e.folder || *e.kind ? color::text : color::second;
    draw->AddText({min.x + px(12), min.y + px(2)}, ink, text.c_str());
    draw->AddText({kind_x, min.y + px(2)}, color::second, e.folder ? "folder" : e.kind);
    if (e.folder) return;
    const std::string size = size_text(e.size);
    const float size_width = fonts.mono->CalcTextSizeA(fonts.mono->FontSize, FLT_MAX, 0, size.c_str()).x;
    draw->AddText(fonts.mono, fonts.mono->FontSize, {std::floor(max.x - px(14) - size_width), min.y + px(2)},
                  color::second, size.c_str());
}

// True when a row was double clicked.
bool file_rows(Dialog& d) {
    bool done = false;
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(d.rows.size()), px(20));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const FileEntry& e = d.entries[static_cast<std::size_t>(d.rows[static_cast<std::size_t>(i)])];
            const ImVec2 min = ImGui::GetCursorScreenPos();
            ImGui::PushID(i);
            if (hit_area("row", {width, px(20)})) choose(d, i);
            if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) done = true;
            draw_entry(d, e, i == d.at, min, width);
            ImGui::PopID();
        }
    ImGui::PopStyleVar();
    if (d.scroll) {
        const float y = px(20) * static_cast<float>(d.at), height = ImGui::GetWindowHeight();
        if (y < ImGui::GetScrollY()) ImGui::SetScrollY(y);
        if (y + px(20) > ImGui::GetScrollY() + height) ImGui::SetScrollY(y + px(20) - height);
        d.scroll = false;
    }
    return done;
}

void path_row(Dialog& d) {
    std::size_t from = 0;
    while (from < d.folder.size()) {
        std::size_t slash = d.folder.find('/', from);
        if (slash == std::string::npos) slash = d.folder.size();
        const std::string part = from == 0 && slash == 0 ? "/" : decode(d.folder.substr(from, slash - from));
        const std::string target = slash == 0 ? "/" : d.folder.substr(0, slash);
        ImGui::PushID(static_cast<int>(from));
        const bool clicked = tab_button((part + "##part").c_str(), false);
        ImGui::PopID();
        ImGui::SameLine(0, px(1));
        from = slash + 1;
        if (!clicked || target == d.folder) continue;
        enter(d, target);
        break;
    }
    ImGui::NewLine();
}

std::string kind_label(const Dialog& d) { return d.all_files ? "All files" : *d.kind ? d.kind : "All known formats"; }

void kind_choice(Dialog& d) {
    ImGui::SetNextItemWidth(px(200));
    const bool open = ImGui::BeginCombo("##kind", kind_label(d).c_str(), ImGuiComboFlags_NoArrowButton);
    if (!open) {
        const ImVec2 max = ImGui::GetItemRectMax();
        arrow({max.x - px(13), max.y - px(13)}, true, color::second);
        return;
    }
    const auto item = [&](const char* label, const char* kind, bool all) {
        if (!ImGui::Selectable(label, d.all_files == all && std::string_view(d.kind) == kind)) return;
        d.kind = kind;
        d.all_files = all;
        filter_rows(d);
    };
    item("All known formats", "", false);
    for (const Format& format : formats()) item(format.title, format.title, false);
    item("All files", "", true);
    ImGui::EndCombo();
}

// Returns true when the dialog has its answer.
bool keys(Dialog& d, const App& app, Requests& ask) {
    if (key_pressed(ImGuiKey_DownArrow)) move(d, 1);
    if (key_pressed(ImGuiKey_UpArrow)) move(d, -1);
    if (key_pressed(ImGuiKey_PageDown)) move(d, 15);
    if (key_pressed(ImGuiKey_PageUp)) move(d, -15);
    if (key_pressed(ImGuiKey_Backspace) && d.filter.empty() && !d.opening) go_up(d);
    return (key_pressed(ImGuiKey_Enter) || key_pressed(ImGuiKey_KeyPadEnter)) && confirm(d, app, ask);
}

bool bottom_row(Dialog& d, const App& app, Requests& ask) {
    bool done = false;
    kind_choice(d);
    ImGui::SameLine();
    if (toggle("Hidden files", d.hidden)) {
        d.hidden = !d.hidden;
        enter(d, d.folder);
    }
    ImGui::SameLine();
    const std::string count = d.chosen.size() > 1 ? fmt::format("{} files", d.chosen.size()) : "";
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color::vec(d.why.empty() ? color::second : color::error), "%s",
                       d.why.empty() ? count.c_str() : d.why.c_str());
    const char* verb = app.open_adds ? "Add" : "Open";
    ImGui::SameLine(ImGui::GetContentRegionMax().x - button_width(verb) - button_width("Cancel") - px(8));
    if (toggle(verb, true)) done = confirm(d, app, ask);
    ImGui::SameLine(0, px(8));
    if (toggle("Cancel", false)) done = true;
    return done;
}

void contents(Dialog& d, App& app, Requests& ask) {
    bool done = false;
    path_row(d);
    if (d.opening || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const std::string before = d.filter;
    if (!keys(d, app, ask))
        ImGui::InputTextWithHint(
            "##filter", "Type to filter; Enter opens, Backspace goes up, Shift or Ctrl for several", &d.filter);
    else
        done = true;
    if (d.filter != before) {
        d.at = 0;
        d.why.clear();
        filter_rows(d);
    }
    d.opening = false;
    const float height = ImGui::GetContentRegionAvail().y - px(42);
    ImGui::BeginChild("places", some({px(168), height}));
    places(d, app);
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginChild("files", some({ImGui::GetContentRegionAvail().x, height}));
    if (file_rows(d)) done |= confirm(d, app, ask);
    ImGui::EndChild();
    ImGui::Dummy({0, 0});
    done |= bottom_row(d, app, ask);
    if (key_pressed(ImGuiKey_Escape)) done = true;
    if (done) {
        app.show_open = false;
        ImGui::CloseCurrentPopup();
    }
}

std::string first_folder(const App& app) {
    if (!app.opened.empty()) return folder_of(app.opened.front());
    if (!app.settings.folder.empty() && exists(app.settings.folder)) return app.settings.folder;
    return ".";
}
}  // namespace

void draw_open_dialog(App& app, Requests& ask, PanelStates& states) {
    Dialog& d = states.get<Dialog>();
    if (app.show_open && !d.open) {
        d.opening = true;
        enter(d, d.folder.empty() ? first_folder(app) : d.folder);
        ImGui::OpenPopup("Open files");
    }
    d.open = app.show_open;
    if (!app.show_open) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 size{std::min(px(860), screen.x - px(32)), std::min(px(600), screen.y - px(32))};
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowPos({std::floor((screen.x - size.x) / 2), std::floor((screen.y - size.y) / 2)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(12), px(12)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(8), px(8)));
    const bool shown_now =
        ImGui::BeginPopupModal("Open files", nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings);
    if (shown_now) {
        contents(d, app, ask);
        ImGui::EndPopup();
    } else
        app.show_open = false;
    ImGui::PopStyleVar(2);
}

std::string dialog_text(PanelStates& states) {
    std::string out;
    for (const FileEntry& e : states.get<Dialog>().entries) out += decode(e.name);
    return out + decode(states.get<Dialog>().folder);
}

}  // namespace bonescope
