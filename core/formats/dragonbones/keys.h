// Lists of keyframes: when they are, and how each goes on to the next.
#pragma once
#include "core/formats/dragonbones/figure.h"

namespace bonescope::dragonbones {

// The keys of one list in the file; all tracks that are read from it share them.
struct Keys {
    JsonValue list;
    uint32_t timeline = 0;  // in the clip
    uint32_t rows = 0;
    Where where;
};

// Makes the timelines of one clip.
class KeyReader {
public:
    KeyReader(Figure& f, Clip& clip) : f_(f), clip_(clip) {}

    // Nothing when the list is empty. `track`: has a clock of its own in "scale" and "offset".
    std::optional<Keys> read(JsonValue list, JsonValue track);
    // Keys that are already known by their ticks and eases. `source`: the value that names them, for notes.
    std::optional<Keys> place(std::vector<double> starts, std::vector<uint32_t> eases, double scale, double offset,
                              JsonValue source);
    // A column of `width` floats a row for these keys, to be filled; nothing, with a note, when that is too much.
    std::optional<Column> column(const Keys& keys, uint32_t width);
    // `column`: the whole rows, of which the track takes `width` floats from float `first` on.
    Track& add(const Keys& keys, Kind kind, Property property, int target, Column column, uint32_t first,
               uint32_t width);

private:
    void read_starts(const Keys& keys);
    void read_eases(const Keys& keys);
    uint32_t ease_of(JsonValue key, double span);
    uint32_t curve_of(JsonValue curve, int frames);
    uint32_t intern_eases();
    void settle(Keys& keys, double scale, double offset, JsonValue source);
    void straighten();

    Figure& f_;
    Clip& clip_;
    std::vector<double> starts_, spans_;  // ticks; spans as stored
    std::vector<uint32_t> eases_;
    std::vector<std::pair<uint32_t, uint32_t>> known_eases_;  // index in lists, how many
};

// Angle and skew of a joint in degrees, from float `first` of the rows on.
void add_angles(KeyReader&, const Keys&, int joint, Column, uint32_t first);
// Rows of x, y, angle, skew, scales.
void add_transform(KeyReader&, const Keys&, int joint, Column);

double key_duration(Values&, JsonValue key);
Where place_keys(Figure&, JsonValue list);  // in the file, one row for each

}  // namespace bonescope::dragonbones
