// What is wrong with the keys of a track, said in one note for all that share a fault and placed at the first of them.
#pragma once
#include "core/document.h"
#include <functional>

namespace bonescope {

inline constexpr float unit_tolerance = 2e-3f;  // of |q|²: exporters round to six digits, some to four

// All are about a track of the document's last clip. `like`: its target, and where its keys lie.
struct KeyNotes {
    Document& doc;
    const Track& like;
    uint32_t rows = 0;

    void add(Severity, const char* fault, const std::function<bool(uint32_t row)>& bad) const;
    // Times that are not finite, go back or are there twice; needs the timeline of `like`. `back`: of those that go
    // back.
    void times(Column time, Severity back) const;
    void not_finite(const char* what, Column, uint32_t lanes) const;
    void not_unit(Column rotation) const;
};

}  // namespace bonescope
