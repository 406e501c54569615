#include "app/panels/coverage.h"
#include "app/panels/tree_rows.h"

namespace bonescope {
namespace {

constexpr ImU32 single = color::rgb(0x4A515A);
constexpr ImU32 kinds[] = {color::rgb(0x5A7199), single, color::rgb(0x416A5B), color::rgb(0x6A5A86)};

struct Pixels {
    uint32_t from, to;  // half open, at least one
};

Pixels pixels_of(Bytes where, uint32_t file, uint32_t height) {
    const auto at = [&](uint64_t byte) { return static_cast<uint32_t>(byte * height / std::max(1u, file)); };
    const uint32_t from = std::min(at(where.at), height - 1);
    return {from, std::min(height, std::max(from + 1, at(where.end())))};
}

// Groups of one name share a colour, in the order in which the names first appear.
ImU32 color_of(std::vector<std::string_view>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    const auto index = static_cast<std::size_t>(found - names.begin());
    if (found == names.end() && names.size() < 64) names.push_back(name);
    return kinds[index % std::size(kinds)];
}

// Every other one of a row of chunks is a little darker, so that they can be told apart.
ImU32 shaded(ImU32 c) {
    const auto part = [&](int shift) { return ((c >> shift & 255u) * 13 / 16) << shift; };
    return part(IM_COL32_R_SHIFT) | part(IM_COL32_G_SHIFT) | part(IM_COL32_B_SHIFT) | (c & IM_COL32_A_MASK);
}

// The group whose children show the make-up of the file: what holds nearly all of it says nothing.
uint32_t telling_group(const Document& doc) {
    const auto& fields = doc.tree.fields;
    uint32_t at = 0;
    for (uint32_t i = 1; i < fields[at].end;) {
        const bool nearly_all = fields[i].end > i + 1 && fields[i].size > doc.file.size() / 10 * 9;
        if (nearly_all) at = i;
        i = nearly_all ? i + 1 : fields[i].end;
    }
    return at;
}

}  // namespace

void CoverageStrip::paint(const Document& doc, const std::vector<Bytes>& gaps, uint32_t height) {
    painted_ = &doc;
    pixels_.assign(height, color::gap);
    if (doc.tree.fields.empty() || !height) return;
    const auto file = static_cast<uint32_t>(doc.file.size());
    std::vector<std::string_view> names;
    bool odd = false;
    const auto& fields = doc.tree.fields;
    const uint32_t parent = telling_group(doc);
    std::fill(pixels_.begin(), pixels_.end(), single);
    for (uint32_t i = parent + 1; i < fields[parent].end; i = fields[i].end, odd = !odd) {
        if (!fields[i].size) continue;
        const bool group = fields[i].end > i + 1;
        const ImU32 c = group ? color_of(names, fields[i].name) : single;
        const Pixels p = pixels_of({fields[i].at, fields[i].size}, file, height);
        std::fill(pixels_.begin() + p.from, pixels_.begin() + p.to, odd ? shaded(c) : c);
        if (p.to - p.from > 3) pixels_[p.to - 1] = color::gap;
    }
    for (const Bytes& gap : gaps) {
        const Pixels p = pixels_of(gap, file, height);
        std::fill(pixels_.begin() + p.from, pixels_.begin() + p.to, color::error);
    }
}

uint32_t CoverageStrip::draw(const char* id, const Cell& cell, const Document& doc, const std::vector<Bytes>& gaps,
                             Bytes selected) {
    const auto height = static_cast<uint32_t>(std::max(1.f, cell.height));
    if (painted_ != &doc || pixels_.size() != height) paint(doc, gaps, height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (uint32_t y = 0; y < height;) {
        uint32_t end = y + 1;
        while (end < height && pixels_[end] == pixels_[y]) ++end;
        list.AddRectFilled({cell.x0, cell.y + static_cast<float>(y)}, {cell.x1, cell.y + static_cast<float>(end)},
                           pixels_[y]);
        y = end;
    }
    const auto file = static_cast<uint32_t>(doc.file.size());
    if (selected.size) {
        const Pixels p = pixels_of(selected, file, height);
        const float y = cell.y + static_cast<float>(p.from);
        cell_fill({cell.x0 - px(1), cell.x1 + px(1), y, std::max(px(2), static_cast<float>(p.to - p.from))},
                  color::selection);
    }
    ImGui::SetCursorScreenPos(cell.min());
    hit_area(id, {cell.x1 - cell.x0, static_cast<float>(height)});
    const float part = std::clamp((ImGui::GetIO().MousePos.y - cell.y) / static_cast<float>(height), 0.f, 1.f);
    const auto byte = static_cast<uint32_t>(std::min(double{part} * file, static_cast<double>(file ? file - 1 : 0)));
    if (ImGui::IsItemHovered()) tooltip(fmt::format("0x{:X} of 0x{:X}", byte, file));
    return ImGui::IsItemActive() && file ? byte : none;
}

}  // namespace bonescope
