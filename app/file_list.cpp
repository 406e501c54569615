#include "app/file_list.h"
#include "core/load.h"
#include "core/text.h"
#include <algorithm>
#include <filesystem>

namespace bonescope {

namespace fs = std::filesystem;

const char* kind_of(std::string_view file_name) {
    const std::string low = lower(file_name);
    const char* title = "";
    std::size_t longest = 0;
    for (const Format& format : formats())
        for (const char* extension : format.extensions) {
            const std::string_view ext = extension;
            if (ext.size() > longest && low.size() > ext.size() && std::string_view(low).ends_with(ext)) {
                longest = ext.size();
                title = format.title;
            }
        }
    return title;
}

std::vector<FileEntry> list_folder(const std::string& path, bool hidden, std::string& why) {
    std::vector<FileEntry> out;
    std::error_code error;
    fs::directory_iterator at(path, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && at != end; at.increment(error)) {
        FileEntry entry;
        entry.name = at->path().filename().string();
        if (!hidden && entry.name.starts_with('.')) continue;
        std::error_code ignored;
        entry.folder = at->is_directory(ignored);
        if (!entry.folder) {
            const std::uintmax_t size = at->file_size(ignored);
            entry.size = ignored ? 0 : size;
            entry.kind = kind_of(entry.name);
        }
        out.push_back(std::move(entry));
    }
    why = error ? error.message() : "";
    std::sort(out.begin(), out.end(), [](const FileEntry& a, const FileEntry& b) {
        if (a.folder != b.folder) return a.folder;
        const std::string x = lower(a.name), y = lower(b.name);
        return x != y ? x < y : a.name < b.name;
    });
    return out;
}

std::string join(const std::string& folder, const std::string& name) {
    return folder.empty() || folder.back() == '/' ? folder + name : folder + "/" + name;
}

std::string absolute_path(const std::string& path) {
    std::error_code error;
    const fs::path out = fs::absolute(path, error).lexically_normal();
    std::string text = error ? path : out.string();
    if (text.size() > 1 && text.back() == '/') text.pop_back();
    return text;
}

std::string size_text(uint64_t bytes) {
    std::string out = std::to_string(bytes);
    for (std::size_t at = out.size(); at > 3;) {
        at -= 3;
        out.insert(at, " ");
    }
    return out;
}

bool exists(const std::string& path) {
    std::error_code error;
    return fs::exists(path, error);
}

}  // namespace bonescope
