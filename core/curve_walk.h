// What the curves of bones and those of 2D armatures share behind bone_curves.h.
#pragma once
#include "core/bone_curves.h"

namespace bonescope {

// A value followed through time, so that what may be said in several ways stays near what came before. Ticks.
class CurveWalk {
public:
    virtual ~CurveWalk() = default;
    virtual void start(double tick) = 0;
    virtual void start(double tick, const BoneCurves&, std::size_t knot) = 0;  // as it stood at that knot
    virtual void go(double tick) = 0;                                          // on, over all that lies between
    virtual void jump(double tick) = 0;                                        // past two keys at one time
    virtual void lanes(std::span<Lanes4> out) const = 0;                       // one per BoneCurves::curve
};

// planar_curves.cpp
std::vector<Curve> planar_curves(const Skeleton&, const ClipUse*, const CurveWish&);
std::vector<int> planar_tracks(const Skeleton&, const ClipUse&, const CurveWish&);  // whose keys shape them
std::unique_ptr<CurveWalk> planar_walk(const Skeleton&, const ClipUse*, const CurveWish&);

double own_period(const ClipUse&, int track);  // as Curve::period
std::pair<int, int> rounds_between(const ClipUse&, int track, double period, double from, double to);

}  // namespace bonescope
