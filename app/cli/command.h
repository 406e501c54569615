// The command line: a table of commands, and what they share.
#pragma once
#include "core/scene.h"
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bonescope::cli {

enum Exit : int { Fine = 0, Found = 1, BadUsage = 2, NothingReadable = 3 };

// Thrown by a command whose arguments make no sense; becomes a message and exit code 2.
struct Usage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Command {
    const char* name;
    const char* help;
    // Adds the options and returns what runs once they are parsed; that returns the exit code.
    std::function<int()> (*setup)(CLI::App&);
};

std::span<const Command> commands();

// One per file of this folder.
std::function<int()> setup_info(CLI::App&);
std::function<int()> setup_dump(CLI::App&);
std::function<int()> setup_pose(CLI::App&);
std::function<int()> setup_shot(CLI::App&);
std::function<int()> setup_sheet(CLI::App&);

// Parses and runs: `bonescope [FILE…]` or `bonescope COMMAND …`. Returns the exit code.
int run(const std::vector<std::string>& arguments);

// What is wrong with the name of a FILE; empty: nothing.
std::string no_empty_name(const std::string&);

// FILE… and --no-resolve, which most commands have.
struct Inputs {
    std::vector<std::string> files;
    bool no_resolve = false;
    std::vector<std::string> folders;
    std::string dialect;
    OpenOptions options() const;
};
void add_inputs(CLI::App&, Inputs&);
void add_encoding(CLI::App&);  // of names that are no UTF-8, for all that the program prints
// Throws Usage when no file of the scene has, or could have, that layout.
void check_dialect(const Scene&, const std::string& wanted);
bool has_dialect(const Scene&, const std::string& wanted);
// Opens the files as one scene; of a folder, its only set of parts. Throws Usage when it holds several.
Scene open_inputs(const Inputs&);
// Says on standard error what could not be read. Returns the exit code.
int verdict(const Scene&);

// How clips are read.
struct ReadingWords {
    std::string interpolation = "linear", ogre_end = "wrap";
    bool engine_exact = false;
    const CLI::Option *asked_interpolation = nullptr, *asked_end = nullptr;
};
void add_reading(CLI::App&, ReadingWords&);
// Says on standard error which of the options that were given change nothing in this scene. `blend`: empty: not given.
void tell_unused(const Scene&, const ReadingWords&, const std::string& blend);
Reading reading_of(const ReadingWords&, bool loop);

// The clip that a person named, -1 for an empty name. Throws Usage, listing the clips, when there is none.
int wanted_clip(const Scene&, const std::string& name_or_index);
// Says on standard error what a person who looks at these clips must know, and returns it.
std::vector<Finding> tell_of_clips(const Scene&, std::vector<int> clips);
// "0,0.5,1". Throws Usage.
std::vector<double> parse_numbers(const std::string& text, const char* what);

void print(std::string_view text);     // to standard output, buffered
void complain(std::string_view text);  // to standard error, one line with the program's name

}  // namespace bonescope::cli
