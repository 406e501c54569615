#include "app/panels/byte_view.h"
#include "core/text.h"

namespace bonescope {
namespace {

constexpr uint32_t per_row = 8, most_rows = 10;

bool is_group(Type type) { return type == Type::Group || type == Type::Chunk; }

struct Part {
    Bytes where;
    int number = -1;
};

// The member of a record, or the number of a vector, that has the byte.
Part part_of_item(const Document& doc, const Node& item, uint32_t offset) {
    std::vector<Node> parts;
    children(doc, item, 0, none, parts);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].where.contains(offset)) return {parts[i].where, static_cast<int>(i)};
    return {item.where, static_cast<int>(item.item)};
}

Part part_of_field(const Document& doc, uint32_t index, uint32_t offset) {
    const Field& field = doc.tree.fields[index];
    const Node node{Node::Kind::Stored, 0, 0, index, 0, {field.at, field.size}};
    const bool items = field.type == Type::Record || (field.count > 1 && type_size(field.type));
    if (!items || !field.size || field.size < field.count) return {node.where, static_cast<int>(index)};
    std::vector<Node> item;
    children(doc, node, (offset - field.at) / (field.size / field.count), 1, item);
    if (item.empty()) return {node.where, static_cast<int>(index)};
    return field.type == Type::Record ? part_of_item(doc, item.front(), offset)
                                      : Part{item.front().where, static_cast<int>(item.front().item)};
}

// What claims the byte, among the parts of `of`.
Part part_at(const Document& doc, const Node& of, uint32_t offset) {
    constexpr uint32_t most_text = 4096;  // levels of text are parsed to be known: not for whole files in each frame
    const auto& fields = doc.tree.fields;
    const bool text =
        of.kind > Node::Kind::Lane || fields[of.field].type == Type::Xml || fields[of.field].type == Type::Json;
    if (text) return of.where.size <= most_text ? part_of_item(doc, of, offset) : Part{of.where, -1};
    if (of.kind != Node::Kind::Stored) return part_of_item(doc, of, offset);
    if (!is_group(fields[of.field].type)) {
        const Field& field = fields[of.field];
        const bool plain = field.type != Type::Record && field.count == 1;
        return plain ? part_of_item(doc, of, offset) : part_of_field(doc, of.field, offset);
    }
    const uint32_t end = fields[of.field].end;
    for (uint32_t i = of.field + 1; i < end;) {
        const Field& field = fields[i];
        const bool here = Bytes{field.at, field.size}.contains(offset);
        if (here && !is_group(field.type)) return part_of_field(doc, i, offset);
        i = here ? i + 1 : field.end;
    }
    return {{offset, 1}, -1};
}

uint32_t first_row(Bytes range) { return range.at / per_row - (range.at >= per_row ? 1 : 0); }

bool is_bad(const Document& doc, uint32_t offset) {
    constexpr uint32_t most_lit = 4096;  // a note about a whole chunk does not mark single bytes
    for (const Finding& note : doc.notes)
        if (note.placed && note.severity != Severity::Info && note.where.size <= most_lit &&
            note.where.contains(offset))
            return true;
    return false;
}

ImU32 part_color(int part) {
    constexpr ImU32 inks[] = {color::key, color::selected_text, color::rgb(0xA5CC8A), color::rgb(0xC7AAF0),
                              color::scene_b};
    return part < 0 ? color::selected_text : inks[static_cast<unsigned>(part) % std::size(inks)];
}

struct Places {
    float offset, bytes, pitch, text, digit, digits;
    ImFont* font;
    float pad() const { return std::floor((pitch - digit * 2) / 2); }
    float byte(uint32_t i) const { return bytes + pitch * static_cast<float>(i) + (i >= 4 ? px(4) : 0); }
};

// Letters give way first: the offsets and the bytes are what is looked for.
Places places_of(const Cell& area, uint32_t end) {
    const float digits = std::max(4.f, static_cast<float>(fmt::formatted_size("{:X}", end)));
    for (ImFont* font : {font_or_default(fonts.mono), font_or_default(fonts.mono_small)}) {
        Places p{};
        p.font = font;
        p.digit = text_width(font, "0");
        p.digits = digits;
        const bool roomy = font == fonts.mono && area.x1 - area.x0 > px(360) && digits <= 5;
        p.offset = area.x0 + px(roomy ? 20 : 12);
        p.pitch = roomy ? px(24) : std::floor(p.digit * 2.9f);
        p.bytes = p.offset + digits * p.digit + px(roomy ? 12 : 10);
        p.text = p.byte(per_row) + px(roomy ? 14 : 6);
        if (p.text + per_row * p.digit <= area.x1 - px(8) || font == fonts.mono_small) return p;
    }
    return {};
}

ImU32 ink_of(const HexByte& byte) {
    if (!byte.inside) return byte.bad ? color::warning : color::disabled;
    if (byte.selected) return color::rgb(0xFFFFFF);
    return byte.bad ? color::bad_bytes_text : part_color(byte.part);
}

void draw_ground(const Places& p, const Cell& row, const HexRow& hex) {
    for (uint32_t i = 0; i < per_row; ++i) {
        const HexByte& byte = hex.bytes[i];
        if (!byte.present || !(byte.inside || byte.bad)) continue;
        // Up to the next byte, so that a run is one block.
        const float x0 = p.byte(i) - p.pad(),
                    x1 = i + 1 == per_row ? p.byte(i) + p.digit * 2 + p.pad() : p.byte(i + 1) - p.pad();
        const ImU32 fill = byte.selected ? color::rgb(0x1F6470) : byte.bad ? color::bad_bytes : color::selected_row;
        cell_fill({x0, x1, row.y, row.height}, fill);
    }
}

void draw_hex_row(const Places& p, const Cell& row, const HexRow& hex) {
    draw_ground(p, row, hex);
    const auto put = [&](float x, ImU32 ink, std::string_view text) {
        cell_text({x, row.x1, row.y, row.height}, p.font, ink, text);
    };
    put(p.offset, color::disabled, fmt::format("{:0{}X}", hex.at, static_cast<int>(p.digits)));
    for (uint32_t i = 0; i < per_row; ++i) {
        const HexByte& byte = hex.bytes[i];
        if (!byte.present) continue;
        put(p.byte(i), ink_of(byte), fmt::format("{:02X}", byte.value));
        const char letter = static_cast<char>(byte.value);
        const bool plain = byte.value >= 0x20 && byte.value < 0x7F;
        const float x = p.text + static_cast<float>(i) * p.digit;
        if (x + p.digit <= row.x1) put(x, ink_of(byte), plain ? std::string_view(&letter, 1) : "·");
    }
}

uint32_t hit(const Places& p, const HexRow& hex) {
    const float x = ImGui::GetIO().MousePos.x;
    for (uint32_t i = 0; i < per_row; ++i) {
        const float letter = p.text + static_cast<float>(i) * p.digit;
        const bool over =
            (x >= p.byte(i) - p.digit / 2 && x < p.byte(i) + p.digit * 2.5f) || (x >= letter && x < letter + p.digit);
        if (over && hex.bytes[i].present) return hex.at + i;
    }
    return none;
}

template <class T> void add_line(std::vector<TypeLine>& out, const Document& doc, uint32_t at, bool big,
                                 const char* label, const char* name, std::string_view own) {
    if (uint64_t{at} + sizeof(T) > doc.file.size()) return;
    const T value = load<T>(doc.file.data() + at, big);
    out.push_back({label, fmt::format("{}", value), !own.empty() && own == name});
}

void add_half(std::vector<TypeLine>& out, const Document& doc, uint32_t at, bool big, const char* label,
              std::string_view own) {
    if (uint64_t{at} + 2 > doc.file.size()) return;
    out.push_back(
        {label, fmt::format("{:.5g}", half_to_float(load<uint16_t>(doc.file.data() + at, big))), own == "f16"});
}

void add_double(std::vector<TypeLine>& out, const Document& doc, uint32_t at, bool big, const char* label,
                std::string_view own) {
    if (uint64_t{at} + 8 > doc.file.size()) return;
    out.push_back({label, fmt::format("{:.6g}", load<double>(doc.file.data() + at, big)), own == "f64"});
}

}  // namespace

uint32_t hex_row_count(const Document& doc, Bytes range) {
    if (doc.file.empty() || !range.size) return 0;
    const auto rows = static_cast<uint32_t>((doc.file.size() + per_row - 1) / per_row);
    return std::min(rows, (range.end() - 1) / per_row + 2) - std::min(rows, first_row(range));
}

std::vector<HexRow> hex_rows(const Document& doc, const HexRange& view, uint32_t from, uint32_t n) {
    std::vector<HexRow> out;
    const uint32_t last = std::min(hex_row_count(doc, view.range), from + n);
    Part part;
    for (uint32_t r = from; r < last; ++r) {
        HexRow& row = out.emplace_back();
        row.at = (first_row(view.range) + r) * per_row;
        for (uint32_t i = 0; i < per_row && row.at + i < doc.file.size(); ++i) {
            HexByte& byte = row.bytes[i];
            const uint32_t offset = row.at + i;
            byte.present = true;
            byte.value = std::to_integer<uint8_t>(doc.file[offset]);
            byte.inside = view.range.contains(offset);
            byte.selected = byte.inside && view.selected != view.range && view.selected.contains(offset);
            byte.bad = is_bad(doc, offset);
            if (!byte.inside || !view.of) continue;
            if (!part.where.contains(offset)) part = part_at(doc, *view.of, offset);
            byte.part = part.where.contains(offset) ? part.number : -1;
        }
    }
    return out;
}

uint32_t draw_hex(const Document& doc, const HexRange& view, RowScroll& scroll) {
    const uint32_t total = hex_row_count(doc, view.range);
    if (!total) return none;
    const uint32_t shown = std::min(total, most_rows);
    const float height = px(20) * static_cast<float>(shown) + px(8), width = ImGui::GetContentRegionAvail().x;
    const ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    const bool scrolls = total > shown;
    ImGui::BeginChild("hex", some({width, height}), false, scrolls ? ImGuiWindowFlags_NoScrollbar : still);
    const ImVec2 at = ImGui::GetWindowPos();
    ImGui::SetScrollY(0);
    ImGui::SetCursorScreenPos({at.x, at.y + px(4)});
    const RowView rows = begin_rows("bytes", width, height - px(8), total, scroll);
    const Places p = places_of(rows.area, view.range.end());
    const auto hex = hex_rows(doc, view, static_cast<uint32_t>(rows.first), rows.shown);
    uint32_t clicked = none;
    for (std::size_t i = 0; i < hex.size(); ++i) {
        const uint64_t number = rows.first + i;
        draw_hex_row(p, rows.row(number, scroll.top), hex[i]);
        if (static_cast<int64_t>(number) != rows.hovered) continue;
        const uint32_t over = hit(p, hex[i]);
        if (over != none && rows.clicked) clicked = over;
    }
    end_rows(rows, scroll);
    // A pixel more than fits: so the wheel is this window's and does not turn the panel too.
    ImGui::SetCursorScreenPos({at.x, at.y + height});
    if (scrolls) ImGui::Dummy({1, px(1)});
    ImGui::EndChild();
    return clicked;
}

std::vector<TypeLine> as_every_type(const Document& doc, uint32_t at, bool big, std::string_view own) {
    std::vector<TypeLine> out;
    const std::string other = big ? " little" : " big";
    const auto label = [&](const char* name) { return std::string(name) + other; };
    add_line<uint8_t>(out, doc, at, big, "u8", "u8", own);
    add_line<float>(out, doc, at, big, "f32", "f32", own);
    add_line<uint16_t>(out, doc, at, big, "u16", "u16", own);
    add_line<float>(out, doc, at, !big, label("f32").c_str(), "", own);
    add_line<uint32_t>(out, doc, at, big, "u32", "u32", own);
    add_double(out, doc, at, big, "f64", own);
    add_line<int8_t>(out, doc, at, big, "i8", "i8", own);
    add_half(out, doc, at, big, "f16", own);
    add_line<int16_t>(out, doc, at, big, "i16", "i16", own);
    add_line<uint16_t>(out, doc, at, !big, label("u16").c_str(), "", own);
    add_line<int32_t>(out, doc, at, big, "i32", "i32", own);
    add_line<uint32_t>(out, doc, at, !big, label("u32").c_str(), "", own);
    return out;
}

}  // namespace bonescope
