#include "app/panels/structure_rows.h"
#include "core/text.h"

namespace bonescope {
namespace {

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

ImU32 name_color(const Shown& shown, const RowLook& look) {
    if (shown.row.gap) return color::error;
    return look.selected ? color::selected_text : look.inside ? color::selection : color::text;
}

}  // namespace

TreeColumns tree_columns(const App& app, float left, float width) {
    std::size_t largest = 0;
    for (const DocumentPtr& doc : app.scene.docs) largest = std::max(largest, doc->file.size());
    const float digit = text_width(fonts.mono, "0");
    const auto hex = static_cast<float>(std::max<std::size_t>(4, fmt::formatted_size("{:X}", largest)));
    const auto dec = static_cast<float>(std::max<std::size_t>(5, fmt::formatted_size("{}", largest)));
    TreeColumns c{};
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
    c.type = c.has_type ? c.size_left - px(50) : c.size_left;
    return c;
}

void draw_tree_heads(const TreeColumns& c, const Cell& row) {
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

Shown describe_row(const App& app, const TreeRow& row, const std::vector<uint32_t>& notes) {
    const Document& doc = *app.scene.docs[row.doc];
    Shown out;
    out.row = row;
    out.offset = fmt::format("{:X}", row.node.where.at);
    out.size = fmt::format("{}", row.node.where.size);
    if (row.gap) {
        out.text = {"gap", "", "not read"};
    } else {
        out.text = describe(doc, row.node, app.settings.encoding);
    }
    if (row.depth == 0) out.text = {file_name(doc.path), "", doc.format};
    add_notes(doc, notes, out);
    return out;
}

float name_x(const TreeColumns& c, const TreeRow& row) {
    const float indent = px(12) * static_cast<float>(row.depth > 0 ? row.depth - 1 : 0);
    return c.name + std::min(indent, std::max(0.f, c.type - c.name - px(60)));
}

namespace {

void fill_row(const Cell& row, const Shown& shown, const RowLook& look) {
    if (look.pinned) cell_fill(row, color::header);
    if (shown.row.gap) cell_fill(row, color::missing_row);
    if (look.selected)
        mark_selected(row);
    else if (look.hovered)
        cell_fill(row, color::hovered);
}

// Returns true when the value is not shown in full.
bool draw_value(const TreeColumns& c, const Cell& row, const Shown& shown, const RowLook& look) {
    const Cell cell{c.size_right + px(8), c.value_right, row.y, row.height};
    const std::string value = value_for(shown, cell.x1 - cell.x0);
    const bool whole = value == shown.text.value, letters = !whole && value.starts_with('x');
    const ImU32 ink = shown.row.gap   ? color::error
                      : look.selected ? color::selected_text
                      : look.inside   ? color::selection
                      : letters       ? color::disabled
                                      : color::text;
    return cell_text(cell, fonts.mono, ink, value, Align::Right) || !whole;
}

// Returns true when the name was cut. Where there is no room for sizes, a type gives way to a long name.
bool draw_name(const TreeColumns& c, const Cell& row, const Shown& shown, const RowLook& look) {
    float x = name_x(c, shown.row);
    if (shown.row.openable) cell_arrow(x, row, color::second, shown.row.open);
    x += px(13);
    if (shown.severity >= 0) {
        cell_square(x, row, severity_color(shown.severity));
        x += px(13);
    }
    ImFont* font = shown.row.depth == 0 ? fonts.strong : fonts.words;
    const std::string_view name = shown.text.name;
    const bool fits = c.has_size || x + text_width(font, name.substr(0, 128)) <= c.type - px(6);
    const bool typed = c.has_type && fits && !shown.text.type.empty();
    if (typed) cell_text({c.type, c.size_left, row.y, row.height}, fonts.mono_small, color::disabled, shown.text.type);
    const Cell cell{x, (typed ? c.type : c.size_left) - px(6), row.y, row.height};
    return cell_name(cell, font, name_color(shown, look), name);
}

}  // namespace

void draw_tree_row(const TreeColumns& c, const Cell& row, const Shown& shown, const RowLook& look) {
    fill_row(row, shown, look);
    cell_text({c.left + px(4), c.offset_right, row.y, row.height}, fonts.mono,
              look.selected ? color::selected_text : color::disabled, shown.offset, Align::Right);
    const bool name_cut = draw_name(c, row, shown, look);
    if (c.has_size)
        cell_text({c.size_left - px(4), c.size_right, row.y, row.height}, fonts.mono, color::second, shown.size,
                  Align::Right);
    const bool value_cut = draw_value(c, row, shown, look);
    if (look.hovered && (name_cut || value_cut || !shown.notes.empty()))
        tooltip(fmt::format("{}  {}  {}", shown.text.name, shown.text.type, shown.text.value),
                severity_color(shown.severity), shown.notes);
}

}  // namespace bonescope
