// Frames for formats that store times only: which rate puts a clip's keys on whole frames.
#pragma once
#include "core/clip_time.h"
#include "core/document.h"

namespace bonescope {

struct FrameRate {
    enum class Source : uint8_t { Stored, Keys, Default };
    double rate = 30;  // frames per second
    Source source = Source::Default;
    std::string why;  // "all 408 key times lie on frames of 30 per second"
};
const char* name_of(FrameRate::Source);  // "stored", "keys", "default"

// The stored rate, else the common rate nearest to the key spacing that has every key on a frame, else 30.
FrameRate frame_rate(const Document&, const Clip&);

}  // namespace bonescope
