#include "core/xml_notes.h"
#include <fmt/format.h>

namespace bonescope {

constexpr uint32_t most_notes = 100;

void XmlNotes::note(Severity severity, Bytes where, std::string message) {
    if (++notes_ > most_notes) return;
    doc_.note(severity, fmt::format("{} at offset {}", message, where.at), where);
}

void XmlNotes::warn(pugi::xml_node node, std::string message) {
    const Bytes name{file_.offset(node), static_cast<uint32_t>(std::string_view(node.name()).size() + 1)};
    note(Severity::Warning, name, std::move(message));
}

void XmlNotes::finish() {
    add_lines(doc_);
    if (notes_ > most_notes)
        doc_.note(Severity::Warning, fmt::format("{} more notes of this file are left out", notes_ - most_notes));
}

bool starts_utf16(std::span<const byte> file) {
    if (file.size() < 2) return false;
    const auto mark = load<uint16_t>(file.data());
    return mark == 0xFEFF || mark == 0xFFFE || mark == '<' || mark == '<' << 8;
}

}  // namespace bonescope
