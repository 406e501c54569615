#include "app/window.h"
#include <cstdio>

namespace bonescope {

__attribute__((weak)) int run_window(const std::vector<std::string>&) {
    std::fputs("bonescope: this build has no window; see bonescope --help\n", stderr);
    return 3;
}

}  // namespace bonescope
