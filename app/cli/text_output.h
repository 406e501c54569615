// What the commands write for people.
#pragma once
#include "core/scene.h"
#include <string>

namespace bonescope::cli {

std::string padded(const std::string& utf8, std::size_t width);  // on the right, by characters
std::size_t width_of(std::string_view utf8);                     // columns of a terminal
std::string grouped(uint64_t number);                            // "1 234 567"
// Notes of all documents, then those about how the parts fit; worst first within each.
void print_notes(const Scene&);
void print_notes(const Document&);

}  // namespace bonescope::cli
