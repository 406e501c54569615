// Seconds and ticks of a clip. Seconds count from its start; where it has paces of its own the two do not run evenly.
#pragma once
#include "core/model.h"

namespace bonescope {

double tick_at(const Clip&, double seconds);
double seconds_at(const Clip&, double tick);
double length_of(const Clip&);  // seconds from start to end, played straight through
inline double end_of(const Clip& clip) { return clip.start + clip.duration; }  // tick

// Does it go round between loop_in and loop_out? The last frame of a loop repeats the first, so equal ends hold.
inline bool has_loop(const Clip& clip) { return clip.loop_in && clip.loop_out; }
// Seconds past the loop's end back into it; others as they are.
double looped_seconds(const Clip&, double seconds);

// Numbers of stored frames, where `fps` of them are in a second at speed 1.
inline double frame_of_tick(const Clip& clip, double tick, double fps) { return tick / clip.rate * fps; }
inline double tick_of_frame(const Clip& clip, double frame, double fps) { return frame / fps * clip.rate; }
inline double seconds_of_frame(const Clip& clip, double frame, double fps) {
    return seconds_at(clip, tick_of_frame(clip, frame, fps));
}
inline double frame_at(const Clip& clip, double seconds, double fps) {
    return frame_of_tick(clip, tick_at(clip, seconds), fps);
}

}  // namespace bonescope
