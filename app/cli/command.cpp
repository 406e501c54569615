#include "app/cli/command.h"
#include "app/window.h"
#include "core/range_facts.h"
#include "core/text.h"
#include <charconv>
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>

#ifndef BONESCOPE_VERSION
#define BONESCOPE_VERSION "0.1.0"
#endif

namespace bonescope::cli {

std::span<const Command> commands() {
    static const Command list[] = {
        {"info", "what is in the files: parts found, joints, clips, meshes, notes", setup_info},
        {"dump", "the field tree of one file: what every byte means", setup_dump},
        {"pose", "the joints, and the vertices, at moments of a clip", setup_pose},
        {"shot", "a picture of one moment", setup_shot},
        {"sheet", "a contact sheet: many moments in one picture", setup_sheet},
    };
    return list;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void complain(std::string_view text) { fmt::print(stderr, "bonescope: {}\n", text); }

std::string no_empty_name(const std::string& file) { return file.empty() ? "expected a name, found an empty one" : ""; }

OpenOptions Inputs::options() const {
    OpenOptions out{!no_resolve, folders, {}};
    if (!dialect.empty()) out.dialects[""] = dialect;
    return out;
}

void add_inputs(CLI::App& app, Inputs& inputs) {
    app.add_option("FILE", inputs.files, "files of one scene; any one part is enough, the rest is found beside it")
        ->required()
        ->check(no_empty_name)
        ->type_name("");
    app.add_flag("--no-resolve", inputs.no_resolve, "use the given files only");
    app.add_option("--dialect", inputs.dialect, "read the given files in this layout; info lists those of a file")
        ->type_name("NAME");
    add_encoding(app);
    app.add_option("--look-in", inputs.folders, "a further folder to look for parts in")->type_name("FOLDER");
}

void add_encoding(CLI::App& app) {
    static const std::map<std::string, Encoding> encodings = {{"utf8", Encoding::Utf8},
                                                              {"gbk", Encoding::Gbk},
                                                              {"big5", Encoding::Big5},
                                                              {"sjis", Encoding::ShiftJis},
                                                              {"latin1", Encoding::Latin1}};
    const auto take = [](const std::string& word) { decode_all_as(encodings.at(word)); };
    app.add_option_function<std::string>(
           "--encoding", take, "of names that are no UTF-8: gbk, big5, sjis, latin1 or utf8; without it guessed")
        ->check(CLI::IsMember({"utf8", "gbk", "big5", "sjis", "latin1"}))
        ->type_name("NAME");
}

bool has_dialect(const Scene& scene, const std::string& wanted) {
    return std::any_of(scene.docs.begin(), scene.docs.end(), [&](const DocumentPtr& doc) {
        return std::any_of(doc->dialects.begin(), doc->dialects.end(),
                           [&](const Dialect& dialect) { return dialect.name == wanted; });
    });
}

void check_dialect(const Scene& scene, const std::string& wanted) {
    if (has_dialect(scene, wanted)) return;
    std::string names;
    for (const DocumentPtr& doc : scene.docs)
        for (const Dialect& dialect : doc->dialects) {
            names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", dialect.name);
        }
    throw Usage(fmt::format("no layout \"{}\"; {}", decode(wanted),
                            names.empty() ? "these files have only one" : "there are: " + names));
}

Scene open_inputs(const Inputs& inputs) {
    std::vector<Scene> scenes;
    each_scene(inputs.files, inputs.options(), [&](Scene scene) {
        scenes.push_back(std::move(scene));
        return scenes.size() < 2;
    });
    if (!inputs.dialect.empty()) check_dialect(scenes.front(), inputs.dialect);
    if (scenes.size() > 1) throw Usage("the folder holds more than one set of parts: name the files of one");
    return std::move(scenes.front());
}

int verdict(const Scene& scene) {
    for (const DocumentPtr& doc : scene.docs)
        if (!doc->readable)
            complain(decode(doc->path) + ": " + (doc->notes.empty() ? "not readable" : doc->notes.front().message));
    return scene.readable() ? Fine : NothingReadable;
}

void add_reading(CLI::App& app, ReadingWords& reading) {
    reading.asked_interpolation =
        app.add_option("--interpolation", reading.interpolation, "between keys: linear, slerp (rotations) or spline")
            ->check(CLI::IsMember({"linear", "slerp", "spline"}))
            ->type_name("MODE")
            ->capture_default_str();
    reading.asked_end = app.add_option("--ogre-end", reading.ogre_end,
                                       "after a track's last key: wrap back to the first (OGRE to 13.3.2) or hold")
                            ->check(CLI::IsMember({"wrap", "hold"}))
                            ->type_name("RULE")
                            ->capture_default_str();
    app.add_flag("--engine-exact", reading.engine_exact, "as the engine plays it, its known defects included");
}

void tell_unused(const Scene& scene, const ReadingWords& words, const std::string& blend) {
    Reading linear, spline, slerp, wraps, holds;
    spline.interpolation = Interp::Spline;
    slerp.slerp = true;
    wraps.after = End::ToFirst;
    holds.after = End::Hold;
    const auto tell = [&](const char* option, const char* one_way) {
        complain(fmt::format("{} changes nothing here: {}", option,
                             scene.clips.empty() ? "these files hold no clips" : one_way));
    };
    if (words.asked_interpolation->count() && !reads_differ(scene, linear, spline) &&
        !reads_differ(scene, linear, slerp))
        tell("--interpolation", "the clips are of a format that knows one interpolation only");
    if (words.asked_end->count() && !reads_differ(scene, wraps, holds))
        tell("--ogre-end", "the clips are of a format that ends its tracks in one way only");
    const Skeleton* skeleton = scene.skeleton();
    if (!blend.empty() && (!skeleton || skeleton->once_first))
        tell("--blend", skeleton ? "weights count per bone: the first clip whole, each further one by its share"
                                 : "there is no skeleton");
}

Reading reading_of(const ReadingWords& words, bool loop) {
    Reading out;
    out.interpolation = words.interpolation == "spline" ? Interp::Spline : Interp::Linear;
    out.slerp = words.interpolation == "slerp";
    out.after = words.ogre_end == "hold" ? End::Hold : End::ToFirst;
    out.engine_exact = words.engine_exact;
    out.loop = loop;
    return out;
}

int wanted_clip(const Scene& scene, const std::string& name) {
    if (name.empty()) return -1;
    const int clip = find_clip(scene, name);
    if (clip >= 0) return clip;
    std::string known;
    constexpr std::size_t most = 40;  // of several hundred names the first ones show what they are like
    for (std::size_t i = 0; i < std::min(scene.clips.size(), most); ++i)
        known += (known.empty() ? "" : ", ") + name_of(scene.clips[i]);
    if (scene.clips.size() > most) known += fmt::format(" and {} more", scene.clips.size() - most);
    throw Usage(fmt::format("no clip \"{}\"; there {}", decode(name), known.empty() ? "are none" : "are: " + known));
}

std::vector<Finding> tell_of_clips(const Scene& scene, std::vector<int> clips) {
    std::sort(clips.begin(), clips.end());
    clips.erase(std::unique(clips.begin(), clips.end()), clips.end());
    std::vector<Finding> out;
    for (const int clip : clips)
        for (Finding& note : notes_of_clip(scene, clip)) out.push_back(std::move(note));
    for (const Alike& alike : group_alike(out)) complain(message_of(alike));
    return out;
}

std::vector<double> parse_numbers(const std::string& text, const char* what) {
    std::vector<double> out;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (bool more = true; more;) {
        double value = 0;
        const auto [after, error] = std::from_chars(at, end, value);
        more = after != end && *after == ',';
        if (error != std::errc{} || !std::isfinite(value) || (after != end && !more))
            throw Usage(fmt::format("{} expects numbers separated by commas, found \"{}\"", what, text));
        out.push_back(value);
        at = after + 1;
    }
    return out;
}

namespace {

const Command* find_command(const std::string& name) {
    for (const Command& command : commands())
        if (name == command.name) return &command;
    return nullptr;
}

// Meant as a number, though perhaps a wrong one: no file is called so.
bool number_like(const std::string& word) {
    if (word.empty() || parse_float(word)) return !word.empty();
    const bool digit = std::isdigit(static_cast<unsigned char>(word[word[0] == '-' || word[0] == '+'])) != 0;
    std::error_code unknown;
    return digit && !std::filesystem::exists(word, unknown);
}

// "--vertices" may stand alone; a file that follows is not its number.
std::vector<std::string> with_optional_values(std::vector<std::string> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--") break;
        if (words[i] != "--vertices") continue;
        const bool number = i + 1 < words.size() && number_like(words[i + 1]);
        words[i] += "=" + (number ? words[i + 1] : "all");
        if (number) words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return words;
}

// "--frame=": CLI11 would take the next word, whatever it is, for the value.
void refuse_empty_values(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        if (word == "--") break;
        if (word.size() > 3 && word.starts_with("--") && word.find('=') == word.size() - 1)
            throw CLI::ArgumentMismatch(fmt::format("{} expects a value, found none", word),
                                        CLI::ExitCodes::ArgumentMismatch);
    }
}

// Returns true when the words were understood; else `code` is how the program ends.
bool parse(CLI::App& app, std::vector<std::string> words, int& code) {
    try {
        refuse_empty_values(words);
        std::reverse(words.begin(), words.end());
        app.parse(words);
        return true;
    } catch (const CLI::CallForHelp&) {
        print(app.help());
        code = Fine;
    } catch (const CLI::CallForVersion&) {
        print("bonescope " BONESCOPE_VERSION "\n");
        code = Fine;
    } catch (const CLI::ParseError& error) {
        complain(fmt::format("{} (see {} --help)", error.what(), app.get_name()));
        code = BadUsage;
    }
    return false;
}

int run_command(const Command& command, std::vector<std::string> words) {
    CLI::App app(command.help, fmt::format("bonescope {}", command.name));
    app.set_version_flag("--version", "bonescope " BONESCOPE_VERSION);
    const std::function<int()> job = command.setup(app);
    int code = Fine;
    if (!parse(app, with_optional_values(std::move(words)), code)) return code;
    try {
        code = job();
    } catch (const Usage& usage) {
        complain(usage.what());
        code = BadUsage;
    } catch (const std::exception& error) {
        complain(error.what());
        code = NothingReadable;
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
        complain("the output could not be written");
        code = NothingReadable;
    }
    return code;
}

int run_viewer(std::vector<std::string> words) {
    CLI::App app("Viewer and inspector for skeletal-animation files.", "bonescope");
    app.set_version_flag("--version", "bonescope " BONESCOPE_VERSION);
    std::vector<std::string> files;
    app.add_option("FILE", files, "files to open in the window; any one part is enough")
        ->check(no_empty_name)
        ->type_name("");
    std::string list = "Commands, which open no window (bonescope COMMAND --help tells more):\n";
    for (const Command& command : commands()) list += fmt::format("  {:<8} {}\n", command.name, command.help);
    app.footer(list);
    int code = Fine;
    if (!parse(app, std::move(words), code)) return code;
    std::error_code unknown;
    for (const std::string& file : files)
        if (!std::filesystem::exists(file, unknown))
            complain(fmt::format("{}: there is no such file, nor a command of that name", decode(file)));
    return run_window(files);
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
    const Command* command = arguments.empty() ? nullptr : find_command(arguments.front());
    if (!command) return run_viewer(arguments);
    return run_command(*command, {arguments.begin() + 1, arguments.end()});
}

}  // namespace bonescope::cli
