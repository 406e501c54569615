// One animation while it is read.
#pragma once
#include "core/formats/dragonbones/keys.h"

namespace bonescope::dragonbones {

class ClipReader {
public:
    ClipReader(Figure& f, Clip& clip);
    void run(JsonValue animation);

private:
    struct NumberKey {
        std::string_view key;
        double usual;
    };

    void unknown(JsonValue track, const char* what, std::string_view name);
    // `steps`: values are kept to 1 / steps, as the runtime does; 0: as they are.
    void numbers(JsonValue list, JsonValue track, Kind, Property, int target, std::initializer_list<NumberKey>,
                 double steps = 0);
    void bone(JsonValue track);
    void rotations(JsonValue list, JsonValue track, int joint);
    void combined(JsonValue list, JsonValue track, int joint);
    void slot(JsonValue track);
    int most_displays(int slot) const;
    void displays(JsonValue list, JsonValue track, int slot);
    void colors(JsonValue list, JsonValue track, int slot);
    uint64_t offset_of(JsonValue key);
    std::pair<uint64_t, uint64_t> read_stretches(JsonValue list, std::string_view values, uint32_t floats);
    void deform(JsonValue track, std::string_view values, Kind, int target, uint32_t floats);
    void mesh(JsonValue track);
    void mesh_anywhere(JsonValue track);
    void surface(JsonValue track);
    void constraint(JsonValue track, const char* bend, const char* weight);
    void order_row(JsonValue pairs, const std::vector<float>& numbers, std::span<float> row);
    void order(JsonValue track);
    void child(JsonValue track, int type);
    void numbered(JsonValue track);
    void numbered_joint(JsonValue track, int type);
    void numbered_slot(JsonValue track, int type);

    // A key of a deform track: its numbers, and the place that they begin to move.
    struct Stretch {
        JsonValue numbers;
        uint64_t offset;
    };

    Figure& f_;
    Clip& clip_;
    KeyReader keys_;
    std::vector<Stretch> stretches_;
};

}  // namespace bonescope::dragonbones
