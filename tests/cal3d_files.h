// Binary Cal3D files of literal bytes, and small looks at what was read.
#pragma once
#include "tests/hostile.h"
#include "tests/support.h"

namespace bonescope::test {

inline Maker cal3d(const char* letters, int32_t version) { return Maker().text(letters).u8(0).put(version); }
inline Maker& put_string(Maker& m, std::string_view text) {
    return m.put(static_cast<int32_t>(text.size() + 1)).text(text).u8(0);
}
inline DocumentPtr read(const std::string& name, const Maker& m, const std::string& dialect = {}) {
    return load(name, m.bytes(), dialect);
}
inline bool says(const Document& doc, const std::string& text) {
    return std::any_of(doc.notes.begin(), doc.notes.end(),
                       [&](const Finding& note) { return note.message.find(text) != std::string::npos; });
}
inline std::string all_notes(const Document& doc) {
    std::string out;
    for (const Finding& note : doc.notes) out += note.message + "\n";
    return out;
}
inline const Track* find_track(const Document& doc, int bone, Property property) {
    for (const Track& track : doc.clips.at(0).tracks)
        if (track.target == bone && track.property == property) return &track;
    return nullptr;
}
inline std::vector<float> row(const Document& doc, Column column, uint32_t row, uint32_t lanes) {
    std::vector<float> out;
    for (uint32_t lane = 0; lane < lanes; ++lane) out.push_back(doc.number(column, row, lane));
    return out;
}
// Extension in lower case.
inline std::string kind_of(const std::filesystem::path& path) {
    std::string out = path.extension().string();
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}
inline std::vector<std::filesystem::path> cal3d_samples(std::initializer_list<const char*> kinds) {
    std::vector<std::filesystem::path> out;
    if (!have_shared()) return out;
    for (const auto& root : {sample("cal3d"), golden("cal3d/vectors")})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
            for (const char* kind : kinds)
                if (kind_of(entry.path()) == kind) out.push_back(entry.path());
    std::sort(out.begin(), out.end());
    return out;
}
// The same, each content once: some are copies.
inline std::vector<std::string> different_cal3d_samples(std::initializer_list<const char*> kinds) {
    std::vector<std::string> out;
    std::set<std::string> seen;
    for (const auto& path : cal3d_samples(kinds)) {
        const Big<byte> file = bytes_of(path);
        if (seen.emplace(text_of(file, {0, static_cast<uint32_t>(file.size())})).second) out.push_back(path.string());
    }
    return out;
}

}  // namespace bonescope::test
