#include "app/panels/coverage.h"
#include "app/panels/panels.h"
#include "app/panels/place.h"
#include "app/panels/row_list.h"
#include "app/panels/structure_rows.h"
#include "app/panels/tree_search.h"
#include "core/text.h"

namespace bonescope {
namespace {

struct Page {
    uint64_t first = 0, version = ~uint64_t{0};
    uint32_t n = 0;
    std::vector<Shown> rows;
};

struct StructureState {
    uint64_t scene_id = ~uint64_t{0};
    Encoding encoding = Encoding::Guess;
    TreeRows tree;
    RowScroll scroll, found_scroll;
    Page page, pinned;
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
};

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
            page.rows.push_back(describe_row(app, row, state.notes[row.doc]));
        } else {
            hint = static_cast<std::size_t>(found - old.begin()) + 1;
            page.rows.push_back(std::move(*found));
        }
    }
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
    const bool reads_alike = state.encoding == app.settings.encoding;
    if (!reads_alike) state.page = state.pinned = {};
    state.encoding = app.settings.encoding;
    const std::string_view words = state.filter[0] == '@' ? "" : state.filter;
    if (state.scene_id == app.scene_id && state.notes.size() == app.scene.docs.size()) {
        if (!reads_alike) state.search.start(app.scene.docs, words, state.encoding);
        return;
    }
    state.scene_id = app.scene_id;
    state.tree.reset(app.scene.docs);
    state.page = state.pinned = {};
    state.scroll = state.found_scroll = {};
    state.cursor = state.found_cursor = state.wanted = -1;
    state.seen = {};
    state.strip.reset();
    state.strip_doc = 0;
    state.search.start(app.scene.docs, words, state.encoding);
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
    if (!begin_menu("row")) return;
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

void click_row(StructureState& state, PanelContext& context, const TreeColumns& c, uint64_t number, const Shown& shown,
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

void draw_pinned(StructureState& state, PanelContext& context, const TreeColumns& c, const RowView& view) {
    const auto pins = pinned_rows(state.tree, view);
    const float mouse = ImGui::GetIO().MousePos.y;
    float y = view.area.y;
    for (std::size_t i = 0; i < pins.size(); ++i, y += view.row_height) {
        const Cell cell{view.area.x0, view.area.x1, y, view.row_height};
        const TreeRow row = state.tree.row(pins[i]);
        if (state.pinned.rows.size() <= i) state.pinned.rows.emplace_back();
        Shown& shown = state.pinned.rows[i];
        if (!shown.row.same_place(row.doc, row.node) || !shown.row.open)
            shown = describe_row(context.app, row, state.notes[row.doc]);
        const bool over = view.hovered >= 0 && mouse >= y && mouse < y + view.row_height;
        draw_tree_row(c, cell, shown, {is_selected(context.app.selection, row), false, over, true});
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

void draw_tree(StructureState& state, PanelContext& context, const TreeColumns& c, float height) {
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
        draw_tree_row(c, view.row(number, state.scroll.top), shown,
                      {is_selected(s, shown.row), holds_selection(s, shown.row), hovered, false});
        if (hovered) hover_row(state, context, shown.row);
    }
    draw_pinned(state, context, c, view);
    if (hit >= static_cast<int64_t>(view.first) && hit < static_cast<int64_t>(view.first + state.page.rows.size()))
        click_row(state, context, c, static_cast<uint64_t>(hit),
                  Shown(state.page.rows[static_cast<std::size_t>(hit) - view.first]), view);
    if (!state.page.rows.empty()) state.strip_doc = state.page.rows.front().row.doc;
    const int chosen = context.app.selection.doc;
    if (chosen >= 0 && chosen < static_cast<int>(context.app.scene.docs.size())) state.strip_doc = chosen;
    row_menu(state, context);
    end_rows(view, state.scroll);
}

void select_found(StructureState& state, PanelContext& context, int64_t row) {
    state.found_cursor = row;
    context.ask.select = selection_of(context.app, state.search.rows()[static_cast<std::size_t>(row)]);
}

void draw_found(StructureState& state, PanelContext& context, const TreeColumns& c, float height) {
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
        const Shown shown = describe_row(context.app, row, state.notes[row.doc]);
        const bool selected = is_selected(context.app.selection, row);
        draw_tree_row(c, view.row(number, state.found_scroll.top), shown, {selected, false, hovered, false});
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
        state.search.start(context.app.scene.docs, jump ? "" : state.filter, state.encoding);
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
    if (state.filter[0] == '@' && state.filter[1]) {
        cell_text(inner, fonts.words, color::warning, fmt::format("{}: no such offset", state.filter));
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
    const TreeColumns c = tree_columns(app, at.x, width - px(14));
    draw_tree_heads(c, {at.x, at.x + width, at.y, px(20)});
    ImGui::SetCursorScreenPos({at.x, at.y + px(20)});
    if (state.search.active()) {
        state.search.step(0.008);
        context.ask.more = context.ask.more || !state.search.done();
        draw_found(state, context, c, height);
    } else {
        draw_tree(state, context, c, height);
    }
    draw_strip(state, context, {at.x + width - px(12), at.x + width - px(4), at.y + px(20), height});
    draw_footer(state, context, {at.x, at.x + width, at.y + px(20) + height, px(24)});
}

}  // namespace bonescope
