// What a reader or a check has to say about a place in a file.
#pragma once
#include "core/bytes.h"
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace bonescope {

enum class Severity : uint8_t { Info, Warning, Error };

struct Finding {
    Severity severity = Severity::Info;
    std::string message;                                     // what was expected, what was found
    Bytes where;                                             // size 0: the place is a point; ignored when !placed
    bool placed = false;                                     // `where` means something
    int line = 0;                                            // text formats: 1-based, 0 = does not apply
    std::string rule;                                        // machine name of a check; empty for a reader's note
    int doc = -1;                                            // of a scene's notes: index in Scene::docs, -1: no file
    int clip = -1, joint = -1, key = -1;                     // indices in the document; key counts in file order
    double time = std::numeric_limits<double>::quiet_NaN();  // seconds
    double value = std::numeric_limits<double>::quiet_NaN();
};

// Notes that say the same of several places: where they would flood a list, the first stands for all.
struct Alike {
    const Finding* first = nullptr;
    uint32_t count = 0;
};
std::vector<Alike> group_alike(std::span<const Finding>);  // in the order of the first of each
std::string message_of(const Alike&);                      // with the number of the others

// Thrown by readers when the bytes cannot be read any further, caught once in load().
struct Fail {
    Bytes where;
    std::string what;
};

}  // namespace bonescope
