// What is kept between runs, per user: $XDG_CONFIG_HOME/bonescope/settings.json.
#pragma once
#include "app/app.h"

namespace bonescope {

std::string settings_path();  // empty when there is no home
Settings read_settings(const std::string& path);
std::string write_settings(const std::string& path, const Settings&);  // why it failed

}  // namespace bonescope
