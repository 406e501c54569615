#include "core/finding.h"
#include <cctype>
#include <unordered_map>

namespace bonescope {
namespace {

// The message without what differs from place to place: numbers, and names in quotes.
std::string kind_of(const Finding& note) {
    std::string kind(1, static_cast<char>('0' + static_cast<int>(note.severity)));
    const std::string& text = note.message;
    const auto is = [&](std::size_t i, auto test) {
        return i < text.size() && test(static_cast<unsigned char>(text[i]));
    };
    const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t quote = text[i] == '"' ? text.find('"', i + 1) : text.npos;
        if (quote != text.npos) {
            i = quote;
            continue;
        }
        if (text[i] == '-' && is(i + 1, digit)) continue;
        if (!is(i, digit)) {
            kind += text[i];
            continue;
        }
        const auto more = [&](std::size_t k) {
            const bool exponent = (text[k - 1] == 'e') && is(k, [](unsigned char c) { return c == '-' || c == '+'; });
            return exponent || is(k, [](unsigned char c) { return std::isalnum(c) || c == '.'; });
        };
        while (more(i + 1)) ++i;
        kind += '#';
    }
    return kind;
}

}  // namespace

std::vector<Alike> group_alike(std::span<const Finding> notes) {
    std::vector<Alike> groups;
    std::unordered_map<std::string, std::size_t> known;
    for (const Finding& note : notes) {
        const auto [at, fresh] = known.emplace(kind_of(note), groups.size());
        if (fresh) groups.push_back({&note, 0});
        ++groups[at->second].count;
    }
    return groups;
}

std::string message_of(const Alike& alike) {
    const std::string& message = alike.first->message;
    return alike.count < 2 ? message : message + " (and " + std::to_string(alike.count - 1) + " more of this kind)";
}

}  // namespace bonescope
