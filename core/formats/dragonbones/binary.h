// The arrays of a binary file. Its JSON header leads into them by element numbers.
#pragma once
#include "core/formats/dragonbones/figure.h"
#include <array>

namespace bonescope::dragonbones {

class Binary {
public:
    enum Array { Int, Float, FrameInt, FrameFloat, Frame, Timeline, Color };

    // `base`: byte at which the arrays' offsets begin. Arrays that do not fit in the file are noted and left empty.
    Binary(Document&, Values&, JsonValue root, uint32_t base);

    bool holds(Array array, uint64_t first, uint64_t count) const { return first + count <= places_[array].count; }
    uint32_t byte_of(Array array, uint64_t index) const;  // of an element that is there
    float real(Array array, uint64_t index) const { return load<float>(file_.data() + byte_of(array, index)); }
    // Of arrays of 16 bits; 0 beyond the end. index(): numbers below 0 stand for those that 16 bits hold no sign of.
    int number(Array array, uint64_t index) const;
    uint32_t index(Array array, uint64_t at) const { return static_cast<uint32_t>(number(array, at)) & 0xFFFFu; }
    // Colours lie among the integers in older files.
    Array colors() const { return places_[Color].count ? Color : Int; }

    struct Place {
        uint32_t at = 0, count = 0;  // bytes; elements
    };
    const std::array<Place, 7>& places() const { return places_; }

private:
    std::span<const byte> file_;
    std::array<Place, 7> places_{};
};

// Geometry by the "offset" of its JSON entry; -1 where it leads nowhere.
int read_binary_geometry(Figure&, JsonValue entry, const std::string& name);
std::vector<uint32_t> binary_triangles(const Figure&, JsonValue entry);
std::vector<float> binary_vertices(const Figure&, JsonValue entry);
// The tracks and events of one animation.
void read_binary_tracks(Figure&, JsonValue animation, Clip&);

}  // namespace bonescope::dragonbones
