// A file manager's part of drag and drop (XDND, version 5).
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace bonescope::test {

// Drops files on a window of a display, at a place in it. Returns what went wrong; empty: the window took them.
std::string drop_files(const std::string& display, unsigned long window, int x, int y,
                       const std::vector<std::filesystem::path>& files);

}  // namespace bonescope::test
