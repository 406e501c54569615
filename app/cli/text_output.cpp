#include "app/cli/text_output.h"
#include "app/cli/command.h"
#include "core/text.h"
#include <fmt/format.h>

namespace bonescope::cli {
namespace {

const char* const severities[] = {"note", "warning", "error"};

std::string place_text(const Finding& note) {
    if (!note.placed) return {};
    std::string out = fmt::format(" @ 0x{:X}", note.where.at);
    if (note.where.size) out += fmt::format(" +{}", note.where.size);
    if (note.line > 0) out += fmt::format(", line {}", note.line);
    return out;
}

template <class Who> void print_sorted(const std::vector<Finding>& notes, const Who& who) {
    const std::vector<Alike> groups = group_alike(notes);
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info})
        for (const Alike& alike : groups)
            if (alike.first->severity == severity)
                print(fmt::format("  {:<8} {}{}: {}\n", severities[static_cast<int>(severity)], who(*alike.first),
                                  place_text(*alike.first), message_of(alike)));
    if (groups.size() < notes.size()) print("           (--json lists every one)\n");
}

}  // namespace

std::size_t width_of(std::string_view utf8) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<unsigned char>(utf8[i]);
        if ((byte & 0xC0) == 0x80) continue;
        width += byte >= 0xE2 && byte != 0xE2 ? 2 : 1;  // CJK takes two columns; 0xE2 leads punctuation
    }
    return width;
}

std::string padded(const std::string& utf8, std::size_t width) {
    const std::size_t have = width_of(utf8);
    return have < width ? utf8 + std::string(width - have, ' ') : utf8;
}

std::string grouped(uint64_t number) {
    std::string out = fmt::format("{}", number);
    for (std::size_t at = out.size(); at > 3;) out.insert(at -= 3, 1, ' ');
    return out;
}

void print_notes(const Document& doc) {
    if (doc.notes.empty()) return;
    print("\nNotes\n");
    const std::string name = decode(base_name(doc.path));
    print_sorted(doc.notes, [&](const Finding&) { return name; });
}

void print_notes(const Scene& scene) {
    bool any = !scene.notes.empty();
    for (const DocumentPtr& doc : scene.docs) any = any || !doc->notes.empty();
    if (!any) return;
    print("\nNotes\n");
    const auto name = [](const Document& doc) { return decode(base_name(doc.path)); };
    for (const DocumentPtr& doc : scene.docs) print_sorted(doc->notes, [&](const Finding&) { return name(*doc); });
    print_sorted(scene.notes,
                 [&](const Finding& note) { return note.doc < 0 ? "scene" : name(*scene.docs[note.doc]); });
}

}  // namespace bonescope::cli
