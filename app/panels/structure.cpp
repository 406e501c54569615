#include "app/panels/coverage.h"
#include "app/panels/panels.h"
#include "app/panels/place.h"
#include "app/panels/row_list.h"
#include "app/panels/tree_search.h"
#include "core/text.h"

namespace bonescope {
namespace {

// A row with its words, made once and kept while the same rows are in view.
struct Shown {
    TreeRow row;
    NodeText text;
    std::string offset, size;
    int severity = -1;  // of the worst note on it, -1: none
    std::string notes;
};

struct Page {
    uint64_t first = 0, version = ~uint64_t{0};
    uint32_t n = 0;
    std::vector<Shown> rows;
};

struct StructureState {
    uint64_t scene_id = ~uint64_t{0};
    TreeRows tree;
    RowScroll scroll, found_scroll;
    Page page, pinned, found_page;
    TreeSearch search;
    char filter[256] = "";
    bool focus_filter = false;
    uint32_t find_asked = 0;
    Selection seen;
    int64_t cursor = -1, found_cursor = -1;    // the row that keys move from
    int64_t wanted = -1;                       // a row to scroll to, once the height is known
    std::vector<std::vector<uint32_t>> notes;  // per document, sorted by place
    CoverageStrip strip;
    int strip_doc = 0;
    Shown menu_row;
    uint64_t described = 0;  // rows whose words were made, for tests
};

// ---- columns ----

struct Columns {
    float left, offset_right, name, type, size_left, size_right, value_right, right;
    bool has_type, has_size;
};

Columns columns_of(const App& app, float left, float width) {
    std::size_t largest = 0;
    for (const DocumentPtr& doc : app.scene.docs) largest = std::max(largest, doc->file.size());
    const float digit = text_width(fonts.mono, "0");
    const auto hex = static_cast<float>(std::max<std::size_t>(4, fmt::formatted_size("{:X}", largest)));
    const auto dec = static_cast<float>(std::max<std::size_t>(5, fmt::formatted_size("{}", largest)));
    Columns c{};
    c.left = left;
    c.right = left + width;
    c.has_size = width > px(340);
    c.has_type = width > px(270);
    c.offset_right = left + px(14) + hex * digit;
    c.name = c.offset_right + px(10);
    c.value_right = c.right - px(8);
    const float value_left = c.value_right - std::max(px(80), (c.value_right - c.name) * 0.26f);
    c.size_right = value_left;
    c.size_left = c.has_size ? c.size_right - std::floor(dec * digit) : c.size_right;
    c.type = c.has_type ? c.size_left - px(42) : c.size_left;
    return c;
}

void draw_heads(const Columns& c, const Cell& row) {
    cell_fill(row, color::header);
    const auto head = [&](float x0, float x1, const char* text, Align align) {
        cell_text({x0, x1, row.y, row.height}, fonts.small, color::second, text, align);
    };
    head(c.left, c.offset_right, "Offset", Align::Right);
    head(c.name, c.type, "Name", Align::Left);
    if (c.has_type) head(c.type, c.size_left, "Type", Align::Left);
    if (c.has_size) head(c.size_left - px(20), c.size_right, "Size", Align::Right);
    head(c.size_right, c.value_right, "Value", Align::Right);
}

// ---- words of rows ----

void add_notes(const Document& doc, const std::vector<uint32_t>& sorted, Shown& shown) {
    const TreeRow& row = shown.row;
    const Bytes where = row.node.where;
    const bool is_root = row.depth == 0;
    const auto before = [&](uint32_t note, uint32_t at) { return doc.notes[note].where.at < at; };
    auto note = is_root ? sorted.begin() : std::lower_bound(sorted.begin(), sorted.end(), where.at, before);
    int listed = 0;
    for (; note != sorted.end(); ++note) {
        const Finding& finding = doc.notes[*note];
        const uint32_t at = finding.where.at;
        const bool at_end = at == where.end() && at == doc.file.size();
        if (!is_root && at >= where.end() && !at_end) break;
        const bool on_group = !finding.placed || finding.where == where;
        if (row.open && !(is_root ? on_group : finding.where == where)) continue;
        shown.severity = std::max(shown.severity, static_cast<int>(finding.severity));
        if (++listed <= 6) shown.notes += (shown.notes.empty() ? "" : "\n") + finding.message;
    }
    if (listed > 6) shown.notes += fmt::format("\nand {} more", listed - 6);
}

Shown show(StructureState& state, const App& app, const TreeRow& row) {
    const Document& doc = *app.scene.docs[row.doc];
    Shown out;
    out.row = row;
    ++state.described;
    out.offset = fmt::format("{:X}", row.node.where.at);
    out.size = fmt::format("{}", row.node.where.size);
    if (row.gap) {
        out.text = {"gap", "", "not read"};
    } else {
        out.text = describe(doc, row.node);
        if (row.depth == 0) {
            out.text.name = decode(base_name(doc.path));
            out.text.type.clear();
            out.text.value = doc.format;
        }
    }
    add_notes(doc, state.notes[row.doc], out);
    return out;
}

void fill_page(StructureState& state, const App& app, const RowView& view) {
    Page& page = state.page;
    if (page.version == state.tree.version() && page.first == view.first && page.n == view.shown) return;
    std::vector<TreeRow> rows;
    state.tree.rows(view.first, view.shown, rows);
    std::vector<Shown> old = std::move(page.rows);
    const bool reusable = page.version == state.tree.version();
    page = {view.first, state.tree.version(), view.shown, {}};
    std::size_t hint = 0;
    for (const TreeRow& row : rows) {
        const auto same = [&](const Shown& s) {
            return s.row.same_place(row.doc, row.node) && s.row.gap == row.gap && s.row.open == row.open;
        };
        const auto found = reusable ? std::find_if(old.begin() + static_cast<long>(hint), old.end(), same) : old.end();
        if (found == old.end()) {
            page.rows.push_back(show(state, app, row));
        } else {
            hint = static_cast<std::size_t>(found - old.begin()) + 1;
            page.rows.push_back(std::move(*found));
        }
    }
}

// ---- one row ----

ImU32 severity_color(int severity) {
    return severity >= 2 ? color::error : severity == 1 ? color::warning : color::note;
}

// Vectors that do not fit are rounded; when even that is too long, their letters stand for them.
std::string value_for(const Shown& shown, float room) {
    const std::string& value = shown.text.value;
    const std::string_view type = shown.text.type;
    if (!type.starts_with('f') || value.empty() || text_width(fonts.mono, value) <= room) return value;
    std::string rounded;
    int lanes = 0;
    for (std::size_t at = 0; at < value.size(); ++lanes) {
        const std::size_t end = std::min(value.find(' ', at), value.size());
        const auto number = parse_float(std::string_view(value).substr(at, end - at));
        if (!number) return value;
        rounded += fmt::format("{}{:.4g}", at ? " " : "", *number);
        at = end + 1;
    }
    if (text_width(fonts.mono, rounded) <= room) return rounded;
    return lanes == 3 ? "x y z" : lanes == 4 ? "x y z w" : value;
}

struct RowLook {
    bool selected = false, inside = false, hovered = false, match = false, pinned = false;
};

ImU32 name_color(const Shown& shown, const RowLook& look) {
    if (shown.row.gap) return color::error;
    return look.selected ? color::selected_text : look.inside ? color::selection : color::text;
}

float name_x(const Columns& c, const TreeRow& row) {
    const float indent = px(12) * static_cast<float>(row.depth > 0 ? row.depth - 1 : 0);
    return c.name + std::min(indent, std::max(0.f, c.type - c.name - px(60)));
}

void draw_row(const Columns& c, const Cell& row, const Shown& shown, const RowLook& look) {
    if (look.pinned) cell_fill(row, color::header);
    if (shown.row.gap) cell_fill(row, color::missing_row);
    if (look.selected)
        mark_selected(row);
    else if (look.hovered)
        cell_fill(row, color::hovered);
    const ImU32 name_ink = name_color(shown, look);
    bool cut = false;
    const auto put = [&](float x0, float x1, ImFont* font, ImU32 ink, std::string_view text, Align align) {
        cut = cell_text({x0, x1, row.y, row.height}, font, ink, text, align) || cut;
    };
    put(c.left + px(4), c.offset_right, fonts.mono, look.selected ? color::selected_text : color::disabled,
        shown.offset, Align::Right);
    float x = name_x(c, shown.row);
    if (shown.row.openable) cell_arrow(x, row, color::second, shown.row.open);
    x += px(13);
    if (shown.severity >= 0) {
        cell_square(x, row, severity_color(shown.severity));
        x += px(13);
    }
    const float name_end = (c.has_type && !shown.text.type.empty() ? c.type : c.size_left) - px(6);
    put(x, name_end, shown.row.depth == 0 ? fonts.strong : fonts.words, name_ink, shown.text.name, Align::Left);
    if (c.has_type) put(c.type, c.size_left, fonts.mono_small, color::disabled, shown.text.type, Align::Left);
    if (c.has_size) put(c.size_left - px(4), c.size_right, fonts.mono, color::second, shown.size, Align::Right);
    const float value_left = (c.has_size ? c.size_right : c.size_left) + px(8);
    const std::string value = value_for(shown, c.value_right - value_left);
    const bool letters = value.starts_with("x y z") && shown.text.value != value;
    const ImU32 value_ink = shown.row.gap   ? color::error
                            : look.selected ? color::selected_text
                            : look.inside   ? color::selection
                            : letters       ? color::disabled
                                            : color::text;
    put(value_left, c.value_right, fonts.mono, value_ink, value, Align::Right);
    if (!look.hovered || !(cut || letters || !shown.notes.empty() || value != shown.text.value)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(px(480));
    ImGui::TextUnformatted(fmt::format("{}  {}  {}", shown.text.name, shown.text.type, shown.text.value).c_str());
    if (!shown.notes.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, severity_color(shown.severity));
        ImGui::TextUnformatted(shown.notes.c_str());
        ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

// ---- selection ----

Selection selection_of(const App& app, const TreeRow& row) {
    if (!row.gap) return select_node(app, row.doc, row.node);
    Selection s;
    s.doc = row.doc;
    s.bytes = row.node.where;
    return s;
}

bool is_selected(const Selection& s, const TreeRow& row) {
    if (s.doc != row.doc) return false;
    return row.gap ? !s.node && s.bytes == row.node.where : s.node && *s.node == row.node;
}

bool holds_selection(const Selection& s, const TreeRow& row) {
    const Bytes outer = row.node.where;
    return s.doc == row.doc && !row.open && s.bytes.size && s.bytes.size < outer.size && s.bytes.at >= outer.at &&
           s.bytes.end() <= outer.end();
}

// The row that stands for a selection made anywhere.
int64_t row_of_selection(StructureState& state, const App& app, const Selection& s) {
    if (s.doc < 0 || s.doc >= static_cast<int>(app.scene.docs.size())) return -1;
    if (s.node) return state.tree.reveal(s.doc, *s.node);
    if (!s.bytes.size) return -1;
    if (const int64_t gap = state.tree.reveal_gap(s.doc, s.bytes); gap >= 0) return gap;
    const auto path = path_to(*app.scene.docs[s.doc], s.bytes.at);
    for (auto node = path.rbegin(); node != path.rend(); ++node)
        if (node->where.end() >= s.bytes.end()) return state.tree.reveal(s.doc, *node);
    return -1;
}

void follow_selection(StructureState& state, const App& app) {
    if (state.seen == app.selection) return;
    state.seen = app.selection;
    if (state.cursor >= 0 && state.cursor < static_cast<int64_t>(state.tree.count()) &&
        is_selected(app.selection, state.tree.row(static_cast<uint64_t>(state.cursor))))
        return;
    const int64_t row = row_of_selection(state, app, app.selection);
    if (row >= 0) state.cursor = state.wanted = row;
}

void refresh(StructureState& state, const App& app) {
    if (state.scene_id == app.scene_id && state.notes.size() == app.scene.docs.size()) return;
    state.scene_id = app.scene_id;
    state.tree.reset(app.scene.docs);
    state.page = {};
    state.scroll = state.found_scroll = {};
    state.cursor = state.found_cursor = state.wanted = -1;
    state.seen = {};
    state.strip.reset();
    state.strip_doc = 0;
    state.search.start(app.scene.docs, parse_offset(state.filter) && state.filter[0] == '@' ? "" : state.filter);
    state.notes.clear();
    for (const DocumentPtr& doc : app.scene.docs) {
        std::vector<uint32_t>& sorted = state.notes.emplace_back(doc->notes.size());
        for (uint32_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
        std::stable_sort(sorted.begin(), sorted.end(),
                         [&](uint32_t a, uint32_t b) { return doc->notes[a].where.at < doc->notes[b].where.at; });
    }
}

// ---- opening and keys ----

void toggle_row(StructureState& state, uint64_t number) {
    const uint64_t before = state.tree.count();
    const bool was_open = state.tree.row(number).open;
    was_open ? state.tree.close(number) : state.tree.open(number);
    const auto at = static_cast<int64_t>(number), grown = static_cast<int64_t>(state.tree.count() - before);
    if (state.cursor <= at) return;
    state.cursor = grown < 0 && state.cursor <= at - grown ? at : state.cursor + grown;
}

void select_row(StructureState& state, PanelContext& context, int64_t number) {
    state.cursor = state.wanted = number;
    context.ask.select = selection_of(context.app, state.tree.row(static_cast<uint64_t>(number)));
}

void tree_keys(StructureState& state, PanelContext& context, const RowView& view) {
    if (const int64_t to = moved_row(view, state.cursor); to >= 0 && to != state.cursor) select_row(state, context, to);
    if (!view.keys || state.cursor < 0 || state.cursor >= static_cast<int64_t>(state.tree.count())) return;
    const auto at = static_cast<uint64_t>(state.cursor);
    const TreeRow row = state.tree.row(at);
    if (key_pressed(ImGuiKey_Enter, false) && row.openable) toggle_row(state, at);
    if (key_pressed(ImGuiKey_RightArrow) && row.openable) {
        if (!row.open)
            toggle_row(state, at);
        else if (at + 1 < state.tree.count())
            select_row(state, context, state.cursor + 1);
    }
    if (key_pressed(ImGuiKey_LeftArrow)) {
        const auto parents = state.tree.parents(at);
        if (row.open)
            toggle_row(state, at);
        else if (!parents.empty())
            select_row(state, context, static_cast<int64_t>(parents.back()));
    }
}

// ---- lists ----

void row_menu(StructureState& state, PanelContext& context) {
    if (!ImGui::BeginPopup("row")) return;
    const Shown& shown = state.menu_row;
    const auto copy = [](const char* label, const std::string& text) {
        if (!text.empty() && ImGui::MenuItem(label)) ImGui::SetClipboardText(text.c_str());
    };
    copy("Copy value", shown.text.value);
    copy("Copy name", shown.text.name);
    if (ImGui::MenuItem("Copy address"))
        ImGui::SetClipboardText(address(context.app, selection_of(context.app, shown.row)).c_str());
    const auto& file = context.app.scene.docs[shown.row.doc]->file;
    const Bytes where = shown.row.node.where;
    if (where.size && where.size <= 65536)
        copy("Copy bytes", hex_text(std::span<const byte>(file).subspan(where.at, where.size), where.size));
    copy("Copy notes", shown.notes);
    ImGui::EndPopup();
}

void click_row(StructureState& state, PanelContext& context, const Columns& c, uint64_t number, const Shown& shown,
               const RowView& view) {
    const float x = name_x(c, shown.row), mouse = ImGui::GetIO().MousePos.x;
    const bool on_arrow = shown.row.openable && mouse >= x - px(4) && mouse < x + px(12);
    if (view.clicked && on_arrow)
        toggle_row(state, number);
    else if (view.double_clicked && shown.row.openable)
        toggle_row(state, number);
    else if (view.clicked)
        select_row(state, context, static_cast<int64_t>(number));
    if (view.right_clicked) {
        state.menu_row = shown;
        ImGui::OpenPopup("row");
    }
}

constexpr std::size_t most_pinned = 3;

// The parents of the rows at the top stay in sight, the file itself excepted.
std::vector<uint64_t> pinned_rows(const TreeRows& tree, const RowView& view) {
    std::vector<uint64_t> pins;
    for (uint64_t n = 0; n < most_pinned && view.first + n < view.total; ++n) {
        std::vector<uint64_t> chain = tree.parents(view.first + n);
        if (!chain.empty()) chain.erase(chain.begin());
        if (chain.size() > most_pinned) chain.erase(chain.begin(), chain.end() - most_pinned);
        if (chain.size() <= n || chain[n] >= view.first + n) break;
        pins = std::move(chain);
        pins.resize(n + 1);
    }
    return pins;
}

void draw_pinned(StructureState& state, PanelContext& context, const Columns& c, const RowView& view) {
    const auto pins = pinned_rows(state.tree, view);
    const float mouse = ImGui::GetIO().MousePos.y;
    float y = view.area.y;
    for (std::size_t i = 0; i < pins.size(); ++i, y += view.row_height) {
        const Cell cell{view.area.x0, view.area.x1, y, view.row_height};
        const TreeRow row = state.tree.row(pins[i]);
        if (state.pinned.rows.size() <= i) state.pinned.rows.emplace_back();
        Shown& shown = state.pinned.rows[i];
        if (!shown.row.same_place(row.doc, row.node) || !shown.row.open) shown = show(state, context.app, row);
        const bool over = view.hovered >= 0 && mouse >= y && mouse < y + view.row_height;
        draw_row(c, cell, shown, {is_selected(context.app.selection, row), false, over, false, true});
        if (!over) continue;
        const uint64_t top = pins[i];
        click_row(state, context, c, top, shown, view);
        if (view.clicked) state.wanted = static_cast<int64_t>(top);
    }
    if (!pins.empty()) cell_fill({view.area.x0, view.area.x1, y - 1, 1}, color::line);
}

std::size_t covered_by_pins(const TreeRows& tree, uint64_t number) {
    const auto chain = tree.parents(number);
    return std::min(most_pinned, chain.empty() ? 0 : chain.size() - 1);
}

// Where the pointer rests is shown in the other panels too.
void hover_row(StructureState&, PanelContext& context, const TreeRow& row) {
    Selection s;
    s.doc = row.doc;
    s.bytes = row.node.where;
    if (!row.gap) s.node = row.node;
    context.ask.hover = s;
}

void draw_tree(StructureState& state, PanelContext& context, const Columns& c, float height) {
    RowView view = begin_rows("rows", c.right - c.left, height, state.tree.count(), state.scroll);
    context.ask.list_keys = context.ask.list_keys || view.keys;
    tree_keys(state, context, view);
    if (state.wanted >= 0) {
        const auto row = static_cast<uint64_t>(state.wanted);
        view.total = state.tree.count();
        if (row < view.total) show_row(state.scroll, view, row, static_cast<double>(covered_by_pins(state.tree, row)));
        state.wanted = -1;
    }
    view.total = state.tree.count();
    view.first = std::min(static_cast<uint64_t>(state.scroll.top), view.total);
    view.shown =
        static_cast<uint32_t>(std::min(view.total - view.first, static_cast<uint64_t>(std::ceil(view.rows)) + 1));
    fill_page(state, context.app, view);
    const auto pins = pinned_rows(state.tree, view).size();
    const bool over_pins = ImGui::GetIO().MousePos.y < view.area.y + static_cast<float>(pins) * view.row_height;
    int64_t hit = over_pins ? -1 : view.hovered;
    for (std::size_t i = 0; i < state.page.rows.size(); ++i) {
        const Shown& shown = state.page.rows[i];
        const uint64_t number = view.first + i;
        const Selection& s = context.app.selection;
        const bool hovered = static_cast<int64_t>(number) == hit;
        draw_row(c, view.row(number, state.scroll.top), shown,
                 {is_selected(s, shown.row), holds_selection(s, shown.row), hovered, false, false});
        if (hovered) hover_row(state, context, shown.row);
    }
    draw_pinned(state, context, c, view);
    if (hit >= static_cast<int64_t>(view.first) && hit < static_cast<int64_t>(view.first + state.page.rows.size()))
        click_row(state, context, c, static_cast<uint64_t>(hit),
                  Shown(state.page.rows[static_cast<std::size_t>(hit) - view.first]), view);
    if (!state.page.rows.empty()) state.strip_doc = state.page.rows.front().row.doc;
    row_menu(state, context);
    end_rows(view, state.scroll);
}

void select_found(StructureState& state, PanelContext& context, int64_t row) {
    state.found_cursor = row;
    context.ask.select = selection_of(context.app, state.search.rows()[static_cast<std::size_t>(row)]);
}

void draw_found(StructureState& state, PanelContext& context, const Columns& c, float height) {
    const auto& rows = state.search.rows();
    RowView view = begin_rows("found", c.right - c.left, height, rows.size(), state.found_scroll);
    context.ask.list_keys = context.ask.list_keys || view.keys;
    if (const int64_t to = moved_row(view, state.found_cursor); to >= 0) {
        select_found(state, context, to);
        show_row(state.found_scroll, view, static_cast<uint64_t>(to));
    }
    for (uint64_t number = view.first; number < view.first + view.shown; ++number) {
        const TreeRow& row = rows[number];
        const bool hovered = static_cast<int64_t>(number) == view.hovered, match = state.search.is_match(number);
        const Shown shown = show(state, context.app, row);
        const bool selected = is_selected(context.app.selection, row);
        draw_row(c, view.row(number, state.found_scroll.top), shown, {selected, false, hovered, match, false});
        if (match && !selected)
            cell_fill({view.area.x0, view.area.x0 + px(2), view.row(number, state.found_scroll.top).y, view.row_height},
                      color::key);
        if (!hovered) continue;
        hover_row(state, context, row);
        if (view.clicked) select_found(state, context, static_cast<int64_t>(number));
        if (view.double_clicked) state.filter[0] = 0;
        if (view.right_clicked) {
            state.menu_row = shown;
            ImGui::OpenPopup("row");
        }
    }
    row_menu(state, context);
    end_rows(view, state.found_scroll);
}

// ---- filter ----

void filter_entered(StructureState& state, PanelContext& context) {
    const App& app = context.app;
    const int doc = app.selection.doc >= 0 ? app.selection.doc : 0;
    const auto offset = parse_offset(state.filter);
    if (offset && doc < static_cast<int>(app.scene.docs.size()) && *offset < app.scene.docs[doc]->file.size()) {
        context.ask.select = select_field_at(app, doc, *offset);
        state.filter[0] = 0;
        state.search.start({}, "");
        return;
    }
    const auto n = static_cast<int64_t>(state.search.rows().size());
    for (int64_t i = 1; i <= n; ++i) {
        const int64_t row = (state.found_cursor + i) % n;
        if (!state.search.is_match(static_cast<std::size_t>(row))) continue;
        select_found(state, context, row);
        state.focus_filter = true;  // Enter again: the next one
        return;
    }
}

void draw_filter(StructureState& state, PanelContext& context) {
    if (state.find_asked != context.app.asked.find) {
        state.focus_filter = true;
        state.find_asked = context.app.asked.find;
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorScreenPos({at.x + px(8), at.y + px(4)});
    ImGui::SetNextItemWidth(width - px(16));
    if (state.focus_filter) ImGui::SetKeyboardFocusHere();
    state.focus_filter = false;
    const std::string before = state.filter;
    const bool entered = ImGui::InputTextWithHint("##filter", "Filter: name, type, value, @offset", state.filter,
                                                  sizeof state.filter, ImGuiInputTextFlags_EnterReturnsTrue);
    const Cell box{ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().x - px(8), ImGui::GetItemRectMin().y, px(24)};
    const bool escaped = ImGui::IsItemActive() && key_pressed(ImGuiKey_Escape, false);
    if (!ImGui::IsItemActive() && !state.filter[0] && width > px(340))
        cell_text(box, fonts.small, color::disabled, "Ctrl+F", Align::Right);
    if (entered && state.filter[0]) filter_entered(state, context);
    if (escaped) state.filter[0] = 0;
    if (before != state.filter) {
        const bool jump = state.filter[0] == '@';
        state.search.start(context.app.scene.docs, jump ? "" : state.filter);
        state.found_scroll = {};
        state.found_cursor = -1;
    }
    ImGui::SetCursorScreenPos({at.x, at.y + px(32)});
}

// ---- footer ----

void draw_footer(StructureState& state, PanelContext& context, const Cell& row) {
    const Document& doc = *context.app.scene.docs[state.strip_doc];
    const auto& gaps = state.tree.gaps(state.strip_doc);
    uint64_t unread = 0;
    for (const Bytes& gap : gaps) unread += gap.size;
    cell_fill(row, color::header);
    const Cell inner{row.x0 + px(12), row.x1 - px(12), row.y, row.height};
    if (const auto offset = parse_offset(state.filter)) {
        const bool in = *offset < doc.file.size();
        cell_text(inner, fonts.words, in ? color::second : color::warning,
                  in ? fmt::format("Enter: go to byte 0x{0:X}, {0}", *offset)
                     : fmt::format("0x{:X} is past the end of the file", *offset));
        return;
    }
    if (state.search.active()) {
        const TreeSearch& search = state.search;
        cell_text(inner, fonts.words, color::second,
                  fmt::format("{}{} found", search.full() ? "first " : "", spaced(search.matches())));
        if (!search.done())
            cell_text(inner, fonts.mono, color::second, fmt::format("{:.0f} %", search.progress() * 100), Align::Right);
        return;
    }
    const std::string count = fmt::format("{} gap{}", spaced(gaps.size()), gaps.size() == 1 ? "" : "s");
    const Cell right{inner.x1 - text_width(fonts.words, count), inner.x1, row.y, row.height};
    cell_text({inner.x0, right.x0 - px(8), row.y, row.height}, fonts.words, color::second,
              fmt::format("{} of {} bytes read", spaced(doc.file.size() - unread), spaced(doc.file.size())));
    cell_text(right, fonts.words, gaps.empty() ? color::good : color::error, count, Align::Right);
    if (gaps.empty() || !mouse_in(right) || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    const Selection& now = context.app.selection;
    const auto next = std::find_if(gaps.begin(), gaps.end(),
                                   [&](Bytes gap) { return now.doc == state.strip_doc && gap.at > now.bytes.at; });
    TreeRow row_of_gap;
    row_of_gap.doc = state.strip_doc;
    row_of_gap.gap = true;
    row_of_gap.node.where = next == gaps.end() ? gaps.front() : *next;
    context.ask.select = selection_of(context.app, row_of_gap);
}

void draw_strip(StructureState& state, PanelContext& context, const Cell& cell) {
    const App& app = context.app;
    const Bytes selected = app.selection.doc == state.strip_doc ? app.selection.bytes : Bytes{};
    const uint32_t byte =
        state.strip.draw("strip", cell, *app.scene.docs[state.strip_doc], state.tree.gaps(state.strip_doc), selected);
    if (byte == none || (selected.size && selected.contains(byte))) return;
    context.ask.select = select_field_at(app, state.strip_doc, byte);
}

}  // namespace

void draw_structure(PanelContext& context) {
    auto& state = context.states.get<StructureState>();
    const App& app = context.app;
    refresh(state, app);
    draw_filter(state, context);
    if (app.empty()) return;
    follow_selection(state, app);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetContentRegionAvail().y - px(20) - px(24);
    if (height < px(20)) return;
    const Columns c = columns_of(app, at.x, width - px(14));
    draw_heads(c, {at.x, at.x + width, at.y, px(20)});
    ImGui::SetCursorScreenPos({at.x, at.y + px(20)});
    if (state.search.active()) {
        state.search.step(0.004);
        context.ask.more = context.ask.more || !state.search.done();
        draw_found(state, context, c, height);
    } else {
        draw_tree(state, context, c, height);
    }
    draw_strip(state, context, {at.x + width - px(12), at.x + width - px(4), at.y + px(20), height});
    draw_footer(state, context, {at.x, at.x + width, at.y + px(20) + height, px(24)});
}

}  // namespace bonescope
