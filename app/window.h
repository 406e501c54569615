// The window: opens, runs until it is closed, returns the exit code.
#pragma once
#include <string>
#include <vector>

namespace bonescope {

int run_window(const std::vector<std::string>& files);

}  // namespace bonescope
