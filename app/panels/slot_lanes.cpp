#include "app/panels/slot_lanes.h"
#include "core/planar_tracks.h"
#include <chrono>

namespace bonescope {
namespace {

constexpr int most_moments = 720;
constexpr double frame_budget = 0.003;  // seconds

// Slots back to front.
std::vector<int> order_of(const PlanarValues& values) {
    std::vector<int> out = values.order;
    std::stable_sort(out.begin(), out.end(),
                     [&](int a, int b) { return values.z[std::size_t(a)] < values.z[std::size_t(b)]; });
    return out;
}

}  // namespace

bool SlotLanes::update(const App& app) {
    const Skeleton& skeleton = *app.scene.skeleton();
    const auto slots = static_cast<int>(skeleton.rig->slots.size());
    const bool same =
        scene_ == app.scene_id && clip_ == app.play.clip && planar_ == app.scene.planar && reading_ == app.reading;
    if (!same) {
        scene_ = app.scene_id, clip_ = app.play.clip, planar_ = app.scene.planar, reading_ = app.reading;
        const bool moves = app.clip() && app.length() > 0;
        moments_ = moves ? std::clamp(static_cast<int>(std::lround(app.length() * app.fps())) + 1, 2, most_moments) : 0;
        step_ = moves ? app.length() / (moments_ - 1) : 0;
        done_ = 0;
        lanes_.assign(std::size_t(slots * moments_), {});
    }
    const auto start = std::chrono::steady_clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    const Document& doc = *app.scene.skeleton_document();
    PlanarValues values;
    for (; done_ < moments_ && spent() < frame_budget; ++done_) {
        const ClipUse& use = *app.clip();
        const Layer layer{&use, clock(use.get(), use.sampling, done_ * step_, Run::Straight), 1};
        planar_values(doc, skeleton, planar_layers(doc, {&layer, 1}, planar_), values);
        const std::vector<int> order = order_of(values);
        for (std::size_t k = 0; k < order.size(); ++k)
            lanes_[std::size_t(order[k] * moments_ + done_)] = {values.display[std::size_t(order[k])],
                                                                static_cast<int>(k)};
    }
    return done_ >= moments_;
}

int SlotLanes::run_end(int slot, int from, int Moment::*what) const {
    int to = from + 1;
    while (to < done_ && at(slot, to).*what == at(slot, from).*what) ++to;
    return to;
}

void SlotLanes::draw_bars(int slot, const Cell& cell, const TimeAxis& axis, bool several) const {
    for (int from = 0; from < done_;) {
        const int to = run_end(slot, from, &Moment::display), display = at(slot, from).display;
        const float left = x(from, axis), right = x(to, axis);
        from = to;
        if (display < 0 || right < axis.left || left > axis.right) continue;
        const Cell bar{left, std::max(right - px(1), left + px(1)), cell.y + px(3), cell.height - px(6)};
        cell_fill(bar, display % 2 ? color::on : color::hovered);
        const std::string number = fmt::format("{}", display);
        if (several && bar.x1 - bar.x0 > text_width(fonts.mono_small, number) + px(6))
            cell_text({std::max(left, axis.left) + px(3), bar.x1, cell.y, cell.height}, fonts.mono_small, color::second,
                      number);
    }
}

void SlotLanes::draw_order(int slot, const Cell& cell, const TimeAxis& axis) const {
    int low = at(slot, 0).order, high = low;
    for (int i = 0; i < done_; ++i) low = std::min(low, at(slot, i).order), high = std::max(high, at(slot, i).order);
    if (high == low) return;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float room = cell.height - px(6), thick = std::max(1.f, px(1.5f));
    const auto y = [&](int moment) {
        const float part = static_cast<float>(at(slot, moment).order - low) / static_cast<float>(high - low);
        return std::floor(cell.y + px(3) + (room - thick) * (1 - part));
    };
    for (int from = 0; from < done_;) {
        const int to = run_end(slot, from, &Moment::order);
        const float left = x(from, axis), right = x(to, axis);
        draw.AddRectFilled({left, y(from)}, {right, y(from) + thick}, color::scene_a);
        if (to < done_)
            draw.AddRectFilled({right, std::min(y(from), y(to))}, {right + thick, std::max(y(from), y(to)) + thick},
                               color::scene_a);
        const std::string place = fmt::format("{}", at(slot, from).order);
        const float wide = text_width(fonts.mono_small, place) + px(6);
        if (right - left > wide + px(24))
            cell_text({right - wide, right, cell.y, cell.height}, fonts.mono_small, color::scene_a, place);
        from = to;
    }
}

void SlotLanes::draw(const App& app, int slot, const Cell& cell, const TimeAxis& axis) const {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (done_ < 2) return;
    const Rig& rig = *app.scene.skeleton()->rig;
    const std::vector<Display>* displays = displays_of(rig, app.scene.planar.skin, slot);
    draw.PushClipRect({axis.left, cell.y}, {axis.right + px(1), cell.y + cell.height}, true);
    draw_bars(slot, cell, axis, displays && displays->size() > 1);
    draw_order(slot, cell, axis);
    const float cursor = std::floor(axis.x(app.play.time));
    draw.AddRectFilled({cursor, cell.y}, {cursor + px(1), cell.y + cell.height}, IM_COL32_WHITE);
    draw.PopClipRect();
}

}  // namespace bonescope
