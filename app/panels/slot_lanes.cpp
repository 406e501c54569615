#include "app/panels/slot_lanes.h"

namespace bonescope {
namespace {
constexpr int most_moments = 96, per_frame = 4;
}

bool SlotLanes::update(const App& app) {
    const Skeleton& skeleton = *app.scene.skeleton();
    const auto slots = static_cast<int>(skeleton.rig->slots.size());
    const bool same =
        scene_ == app.scene_id && clip_ == app.play.clip && planar_ == app.scene.planar && reading_ == app.reading;
    if (!same) {
        scene_ = app.scene_id, clip_ = app.play.clip, planar_ = app.scene.planar, reading_ = app.reading;
        const bool moves = app.clip() && app.length() > 0;
        moments_ = moves ? std::clamp(static_cast<int>(app.length() * app.fps()) + 1, 2, most_moments) : 0;
        done_ = 0;
        lanes_.assign(std::size_t(slots * moments_), {});
    }
    PlanarFrame frame;
    for (int i = 0; i < per_frame && done_ < moments_; ++i, ++done_) {
        const ClipUse& use = *app.clip();
        const double seconds = app.length() * done_ / (moments_ - 1);
        const Layer layer{&use, clock(use.get(), use.sampling, seconds, Run::Straight), 1};
        evaluate_planar(*app.scene.skeleton_document(), skeleton, {&layer, 1}, app.scene.planar, frame);
        for (std::size_t k = 0; k < frame.slots.size(); ++k)
            lanes_[std::size_t(frame.slots[k].slot * moments_ + done_)] = {frame.slots[k].display, static_cast<int>(k)};
    }
    return done_ >= moments_;
}

void SlotLanes::draw(const App& app, int slot, const Cell& cell) const {
    if (done_ < 2 || cell.x1 - cell.x0 < px(40)) return;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float step = (cell.x1 - cell.x0) / static_cast<float>(moments_ - 1);
    const auto x = [&](int moment) { return cell.x0 + step * static_cast<float>(std::min(moment, moments_ - 1)); };
    int low = at(slot, 0).order, high = low;
    for (int from = 0; from < done_;) {
        int to = from;
        for (; to < done_ && at(slot, to).display == at(slot, from).display; ++to)
            low = std::min(low, at(slot, to).order), high = std::max(high, at(slot, to).order);
        if (const int display = at(slot, from).display; display >= 0)
            draw.AddRectFilled({x(from), cell.y + px(4)}, {x(to), cell.y + cell.height - px(4)},
                               display % 2 ? color::on : color::hovered);
        from = to;
    }
    const float room = cell.height - px(8), thick = std::max(1.f, px(1.3f));
    const auto y = [&](int moment) {
        const float part = static_cast<float>(at(slot, moment).order - low) / static_cast<float>(high - low);
        return std::floor(cell.y + px(4) + (room - thick) * (1 - part));
    };
    for (int from = 0; high > low && from < done_;) {
        int to = from + 1;
        while (to < done_ && at(slot, to).order == at(slot, from).order) ++to;
        draw.AddRectFilled({x(from), y(from)}, {x(to), y(from) + thick}, color::scene_a);
        if (to < done_)
            draw.AddRectFilled({x(to), std::min(y(from), y(to))}, {x(to) + thick, std::max(y(from), y(to)) + thick},
                               color::scene_a);
        from = to;
    }
    const float cursor = cell.x0 + (cell.x1 - cell.x0) * static_cast<float>(app.play.time / app.length());
    draw.AddRectFilled({std::floor(cursor), cell.y}, {std::floor(cursor) + px(1), cell.y + cell.height},
                       IM_COL32_WHITE);
}

}  // namespace bonescope
