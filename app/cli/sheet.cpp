// bonescope sheet: many moments in one picture, all seen from one place.
#include "app/cli/picture.h"
#include "app/theme.h"
#include "core/text.h"
#include <CLI/CLI.hpp>

namespace bonescope::cli {
namespace {

constexpr int gap = 4;                        // pixels between cells
constexpr int64_t most_pixels = 256'000'000;  // a gigabyte of picture

struct Options : PictureOptions {
    int frames = 0;
};

struct Cell {
    int clip = -1;
    double time = 0;
    std::string side;  // of a scene without clips
};

struct Sheet {
    std::vector<Cell> cells;
    int columns = 1;
    int rows() const { return (static_cast<int>(cells.size()) + columns - 1) / columns; }
};

// Evenly over the clip, both ends included.
void add_clip(Sheet& sheet, const Scene& scene, int clip, int frames) {
    const Clip& c = scene.clips[std::size_t(clip)].get();
    const double length = length_of(c);
    for (int i = 0; i < frames; ++i) sheet.cells.push_back({clip, frames > 1 ? length * i / (frames - 1) : 0, {}});
}

// One clip fills a block, several have a row each, none gives the bind pose from all sides.
Sheet plan(const Scene& scene, const Options& o) {
    Sheet sheet;
    const int clip = wanted_clip(scene, o.clip);
    if (clip >= 0) {
        const int frames = o.frames ? o.frames : 12;
        add_clip(sheet, scene, clip, frames);
        sheet.columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(frames) * 4 / 3)));
    } else if (!scene.clips.empty()) {
        sheet.columns = o.frames ? o.frames : 6;
        for (int c = 0; c < static_cast<int>(scene.clips.size()); ++c) add_clip(sheet, scene, c, sheet.columns);
    } else {
        for (const char* side : {"iso", "front", "right", "back"}) sheet.cells.push_back({-1, 0, side});
        if (shown_flat(scene)) sheet.cells = {{-1, 0, ""}};
        sheet.columns = static_cast<int>(sheet.cells.size());
    }
    return sheet;
}

std::vector<Layer> layers_of(const Scene& scene, const Cell& cell, bool loop) {
    if (cell.clip < 0) return {};
    return {layer_at(scene.clips[std::size_t(cell.clip)], cell.time, run_of_frames(loop), 1)};
}

// From where all moments are in the picture.
void frame_cells(const Scene& scene, const Sheet& sheet, bool loop, float aspect, float strip, Camera& camera) {
    Framing framing(camera, aspect, strip);
    Frame frame;
    for (const Cell& cell : sheet.cells) {
        evaluate(scene, layers_of(scene, cell, loop), frame);
        frame_all(scene, frame, framing);
    }
    framing.apply(camera);
}

void put(Picture& whole, const Picture& cell, int x, int y) {
    for (int row = 0; row < cell.height; ++row)
        std::copy_n(cell.rgba.data() + std::size_t(row) * std::size_t(cell.width) * 4, std::size_t(cell.width) * 4,
                    whole.rgba.data() + (std::size_t(y + row) * std::size_t(whole.width) + std::size_t(x)) * 4);
}

Picture blank(const Sheet& sheet, const Size& cell) {
    const int64_t width = int64_t{sheet.columns} * (cell.width + gap) + gap;
    const int64_t height = int64_t{sheet.rows()} * (cell.height + gap) + gap;
    if (width * height > most_pixels)
        throw Usage(fmt::format("{} cells of {}x{} make a picture of {}x{}: choose a clip, fewer --frames or a smaller "
                                "--size",
                                sheet.cells.size(), cell.width, cell.height, width, height));
    Picture out{static_cast<int>(width), static_cast<int>(height), {}};
    out.rgba.resize(static_cast<std::size_t>(width * height) * 4);
    for (std::size_t i = 0; i < out.rgba.size(); i += 4)
        for (int k = 0; k < 4; ++k) out.rgba[i + std::size_t(k)] = static_cast<unsigned char>(color::gap >> (8 * k));
    return out;
}

int run_sheet(const Options& o) {
    const Size size = parse_size(o.size);
    int code = Fine;
    const Scene scene = open_picture(o, code);
    if (code != Fine) return code;
    tell_unused(scene, o.reading, {});
    SceneLook look = look_of(scene, o);
    const Sheet sheet = plan(scene, o);
    Picture whole = blank(sheet, size);
    std::vector<int> shown;
    for (const Cell& cell : sheet.cells)
        if (cell.clip >= 0) shown.push_back(cell.clip);
    tell_of_clips(scene, std::move(shown));
    const auto studio = open_studio(scene, o);
    if (!studio) return NothingReadable;
    const float aspect = static_cast<float>(size.width) / static_cast<float>(size.height);
    const float strip = caption_strip * look.scale / static_cast<float>(size.height);
    frame_cells(scene, sheet, o.loop, aspect, strip, look.camera);
    Frame frame;
    for (std::size_t i = 0; i < sheet.cells.size(); ++i) {
        const Cell& cell = sheet.cells[i];
        evaluate(scene, layers_of(scene, cell, o.loop), frame);
        Caption caption{"bind pose", cell.side, true};
        if (cell.clip >= 0)
            caption = {name_of(scene.clips[std::size_t(cell.clip)]), fmt::format("{:.4f} s", cell.time), true};
        if (!cell.side.empty()) {
            turn(look.camera, cell.side);
            frame_cells(scene, sheet, o.loop, aspect, strip, look.camera);
        }
        const auto column = static_cast<int>(i) % sheet.columns, row = static_cast<int>(i) / sheet.columns;
        put(whole, studio->take(scene, frame, look, size.width, size.height, caption),
            gap + column * (size.width + gap), gap + row * (size.height + gap));
    }
    return save(o, whole);
}

}  // namespace

std::function<int()> setup_sheet(CLI::App& app) {
    auto o = std::make_shared<Options>();
    add_picture(app, *o, "320x320");
    app.add_option("--size", o->size, "of each cell in pixels")->type_name("WxH")->capture_default_str();
    app.add_option("--frames", o->frames, "moments of each clip, evenly from its start to its end (12, or 6 per clip)")
        ->check(CLI::Range(1, 1000))
        ->type_name("N");
    return [o] { return run_sheet(*o); };
}

}  // namespace bonescope::cli
