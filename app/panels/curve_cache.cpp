#include "app/panels/curve_cache.h"
#include <algorithm>
#include <chrono>
#include <utility>

namespace bonescope {

namespace {

constexpr std::size_t whole_columns = 512;
constexpr double frame_budget = 0.004;  // seconds to spend on keys that have no values yet

float spread(const CurvesState& s, std::size_t p, uint32_t lane) {
    const Curve& curve = s.curves.curve[p];
    Extent e = extent(curve.value[lane], curve.pyramid[lane], 0, s.curves.complete() ? curve.value[lane].size() : 0);
    for (const float v : s.whole.value[p][lane]) e.add(v);
    return e.any() ? e.high - e.low : 0;
}

// Without a word from the user: what moves is shown, and w only where it says as much as its sisters.
void choose_by_spread(CurvesState& s, std::size_t p) {
    CurveGroup& group = s.group[p];
    std::array<float, 4> spreads{};
    float widest = 0;
    bool any = false;
    const uint32_t lanes = s.curves.curve[p].lanes;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        spreads[lane] = spread(s, p, lane);
        group.channel[lane].varies = spreads[lane] > s.curves.curve[p].noise;
        any |= group.channel[lane].varies;
        if (lane < 3) widest = std::max(widest, spreads[lane]);
    }
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        CurveChannel& channel = group.channel[lane];
        const bool quiet_w =
            lane == 3 && s.curves.curve[p].quaternion && s.form != RotationForm::Stored && spreads[3] < widest / 2;
        channel.shown = channel.chosen >= 0 ? channel.chosen == 1 : !any || (channel.varies && !quiet_w);
    }
    group.has_lane = any;
}

Extent shown_range(const CurvesState& s, std::size_t p) {
    const Curve& curve = s.curves.curve[p];
    Extent e;
    for (uint32_t lane = 0; lane < curve.lanes; ++lane) {
        if (!s.group[p].channel[lane].shown) continue;
        if (s.curves.complete()) e.add(extent(curve.value[lane], curve.pyramid[lane], 0, curve.value[lane].size()));
        for (const float v : s.whole.value[p][lane]) e.add(v);
    }
    return e;
}

void restart(CurvesState& s, const App& app, const CurveWish& wish) {
    const Skeleton& skeleton = *app.scene.bones();
    const ClipUse* use = app.clip();
    s.curves = start_curves(skeleton, use, wish);
    if (!use) s.curves.to = 1;
    s.scene_id = app.scene_id;
    s.clip = app.play.clip;
    if (use) s.sampling = use->sampling;
    s.whole = curve_edges(skeleton, use, s.curves, s.curves.from, s.curves.to, whole_columns);
    s.columns = 0;
    s.group.resize(s.curves.curve.size());
    for (std::size_t p = 0; p < s.group.size(); ++p) {
        CurveGroup& group = s.group[p];
        // What was chosen for the lanes of one thing says nothing about another.
        if (std::exchange(group.of, s.curves.curve[p].title) != s.curves.curve[p].title) group.channel = {};
        group.zoom = 1;
        group.shift = 0;
        group.dashed = s.curves.curve[p].patched;
        if (s.curves.curve[p].closes && wish.form != RotationForm::Stored) {
            group.dashed.push_back({s.curves.curve[p].last_key, length_of(use->get())});
        }
    }
    choose_channels(s);
}

bool work_on_keys(CurvesState& s, const App& app) {
    if (s.curves.complete()) return false;
    const auto start = std::chrono::steady_clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    const std::size_t at_once = app.scene.bones()->rig ? 32 : 512;  // posing a 2D armature takes longer
    while (!s.curves.complete() && spent() < frame_budget) {
        continue_curves(*app.scene.bones(), app.clip(), s.curves, at_once);
    }
    if (!s.curves.complete()) return false;
    s.whole = curve_edges(*app.scene.bones(), app.clip(), s.curves, s.curves.from, s.curves.to, whole_columns);
    return true;
}

void reduce_all(CurvesState& s, const App& app, const TimeAxis& axis, std::size_t columns) {
    const double last = axis.seconds(axis.left + static_cast<float>(columns));
    s.edges = curve_edges(*app.scene.bones(), app.clip(), s.curves, axis.span.from, last, columns);
    for (std::size_t p = 0; p < s.group.size(); ++p) {
        const Curve& curve = s.curves.curve[p];
        for (uint32_t lane = 0; lane < curve.lanes; ++lane) {
            const bool done = s.curves.complete();
            const std::span<const double> times(curve.time.data(), done ? curve.time.size() : 0);
            const std::span<const float> values(curve.value[lane].data(), times.size());
            reduce(times, values, curve.pyramid[lane], axis.span.from, last, s.edges.value[p][lane],
                   s.group[p].channel[lane].columns);
        }
    }
    s.in_view = axis.span;
    s.columns = columns;
}

}  // namespace

void choose_channels(CurvesState& s) {
    bool any = false;
    for (std::size_t p = 0; p < s.group.size(); ++p) {
        choose_by_spread(s, p);
        any |= s.group[p].has_lane;
    }
    for (std::size_t p = 0; p < s.group.size(); ++p) {
        // A bone that stands still still has lanes to look at.
        if (!any) s.group[p].has_lane = p < 2 || s.curves.curve[p].track >= 0;
        s.group[p].range = shown_range(s, p);
    }
}

bool slot_is_selected(const App& app) {
    const Skeleton* skeleton = app.scene.bones();
    return skeleton && skeleton->rig && app.selection.slot >= 0 &&
           static_cast<std::size_t>(app.selection.slot) < skeleton->rig->slots.size();
}

bool shows_slot(const CurvesState& s, const App& app) {
    if (!slot_is_selected(app)) return false;
    if (s.of_slot || app.selection.joint < 0) return s.of_slot.value_or(true);
    const ClipUse* use = app.clip();
    if (!use) return false;
    const auto& tracks = use->get().tracks;
    return std::any_of(tracks.begin(), tracks.end(), [&](const Track& track) {
        return track.kind == Kind::Slot && track.target == app.selection.slot;
    });
}

CurveWish CurvesState::wish(const App& app) const {
    const Selection& chosen = app.selection;
    const bool flat = app.scene.bones()->rig != nullptr;
    if (!flat) return {chosen.joint, app.scene.skeleton() ? space : CurveSpace::Local, form};
    const int slot = shows_slot(*this, app) ? chosen.slot : -1;
    return {chosen.joint, space, RotationForm::Continuous, app.scene.planar, slot};
}

void update(CurvesState& s, const App& app, const TimeAxis& axis) {
    const CurveWish wish = s.wish(app);
    const ClipUse* use = app.clip();
    const bool same_clip = s.scene_id == app.scene_id && s.clip == app.play.clip;
    if (!same_clip || !(s.curves.wish == wish) || (use && !(s.sampling == use->sampling))) restart(s, app, wish);
    if (work_on_keys(s, app)) {
        choose_channels(s);
        s.columns = 0;
    }
    const auto columns = static_cast<std::size_t>(std::max(1.0f, std::floor(axis.right - axis.left)));
    if (columns != s.columns || !(s.in_view == axis.span)) reduce_all(s, app, axis, columns);
}

}  // namespace bonescope
