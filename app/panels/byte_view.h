// Raw bytes as hex rows, coloured by field, and one place of a file read as every type.
#pragma once
#include "app/panels/row_list.h"
#include "core/document.h"
#include <array>
#include <optional>

namespace bonescope {

struct HexByte {
    bool present = false;   // the file reaches here
    bool inside = false;    // of the range that is looked at
    bool selected = false;  // of the field that is selected in it
    bool bad = false;       // a warning or an error speaks of it
    uint8_t value = 0;
    int part = -1;  // number of the field in the range that claims it: its colour; -1: none
};

struct HexRow {
    uint32_t at = 0;  // offset of the first byte, a multiple of 8
    std::array<HexByte, 8> bytes;
};

struct HexRange {
    Bytes range;             // looked at
    Bytes selected;          // within it
    std::optional<Node> of;  // the field that `range` is: its parts give the colours
};

uint32_t hex_row_count(const Document&, Bytes range);  // with a row before and after
std::vector<HexRow> hex_rows(const Document&, const HexRange&, uint32_t from, uint32_t n);
// The offset of a byte that was clicked, else none.
uint32_t draw_hex(const Document&, const HexRange&, RowScroll&);

struct TypeLine {
    std::string label, value;
    bool is_own = false;  // the type that the field has
};
// In the order in which they fill two columns, row by row; types that would need bytes past the end are left out.
std::vector<TypeLine> as_every_type(const Document&, uint32_t at, bool big, std::string_view own_type);

}  // namespace bonescope
