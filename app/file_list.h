// Folders as lists, for the open dialog and the Files panel.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bonescope {

struct FileEntry {
    std::string name;  // raw bytes
    bool folder = false;
    uint64_t size = 0;
    const char* kind = "";  // title of the format that has this extension, else empty
};

// Folders first, then by name without regard to case. Empty with `why` set when the folder cannot be read.
std::vector<FileEntry> list_folder(const std::string& path, bool hidden, std::string& why);
const char* kind_of(std::string_view file_name);
std::string join(const std::string& folder, const std::string& name);
std::string absolute_path(const std::string& path);
std::string size_text(uint64_t bytes);  // "18 424"
bool exists(const std::string& path);

}  // namespace bonescope
