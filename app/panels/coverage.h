// The strip that stands for a whole file: what was read, what was not, where the selection lies.
#pragma once
#include "app/panels/cells.h"
#include "core/document.h"

namespace bonescope {

class CoverageStrip {
public:
    void reset() { pixels_.clear(); }
    // Draws doc into the cell. The byte under the pointer while the left button is down there, else none.
    uint32_t draw(const char* id, const Cell&, const Document&, const std::vector<Bytes>& gaps, Bytes selected);

private:
    void paint(const Document&, const std::vector<Bytes>& gaps, uint32_t height);
    const Document* painted_ = nullptr;
    std::vector<ImU32> pixels_;  // one per pixel of height
};

}  // namespace bonescope
