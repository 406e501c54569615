// What shot and sheet share: how the scene is shown, and the file they write.
#pragma once
#include "app/cli/command.h"
#include "app/cli/mix.h"
#include "app/cli/slots.h"
#include "app/studio.h"

namespace bonescope::cli {

// Height of the caption's line at the top of a picture, in design pixels.
constexpr float caption_strip = 28;

struct PictureOptions {
    Inputs inputs;
    ReadingWords reading;
    ArmatureWords armature;
    std::string clip, size, view = "iso", bone, out;
    bool loop = false, ortho = false;
    bool bones = false, no_bones = false, no_mesh = false, no_grid = false, no_textures = false;
    bool names = false, axes = false, weights = false, wire = false, two_sided = false, flip_v = false;
    float detail = 1;
    float scale = 1;
};
void add_picture(CLI::App&, PictureOptions&, const char* default_size);

struct Size {
    int width = 0, height = 0;
};
Size parse_size(const std::string& text);     // "640x480". Throws Usage
void turn(Camera&, const std::string& view);  // "front" …; anything else: three quarters
SceneLook look_of(const Scene&, const PictureOptions&);
// Opens the scene as the options say. Throws Usage; the exit code is in `code` when there is nothing to draw.
Scene open_picture(const PictureOptions&, int& code);
// Says why when there is no context; null then.
std::unique_ptr<Studio> open_studio(const Scene&, const PictureOptions&);
int save(const PictureOptions&, const Picture&);  // exit code

}  // namespace bonescope::cli
