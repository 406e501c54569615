// DragonBones JSON from literal texts.
#pragma once
#include "tests/support.h"
#include <fmt/format.h>

namespace bonescope::test {

inline DocumentPtr read(std::string_view text) { return load("test_ske.json", bytes(text)); }

// An armature with this in it.
inline DocumentPtr armature(std::string_view inside) {
    return read(fmt::format(R"({{"frameRate":10,"version":"5.5","armature":[{{"name":"a",{}}}]}})", inside));
}

inline constexpr std::string_view two_bones = R"("bone":[{"name":"root"},{"name":"tip","parent":"root"}])";

inline std::string first_note(const Document& doc) { return doc.notes.empty() ? std::string() : doc.notes[0].message; }

// It was said, with its offset and line, and beside it nothing but what harms little. Returns the note.
inline const Finding* expect_note(const Document& doc, const std::string& part) {
    const Finding* found = nullptr;
    std::string all;
    int faults = 0;
    for (const Finding& note : doc.notes) {
        all += note.message + "\n";
        faults += note.severity != Severity::Info;
        if (!found && note.message.find(part) != std::string::npos) found = &note;
    }
    EXPECT_TRUE(found) << all;
    EXPECT_LE(faults, 1) << all;
    if (!found) return nullptr;
    EXPECT_NE(found->message.find("offset"), std::string::npos) << found->message;
    EXPECT_TRUE(found->placed);
    EXPECT_GT(found->line, 0);
    return found;
}

}  // namespace bonescope::test
