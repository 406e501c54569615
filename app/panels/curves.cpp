// Curves of the selected bone or slot under the clip in play. A property has a lane with its own value scale; the
// legend at the left stands beside its lane.
#include "app/panels/curve_cache.h"
#include "app/panels/ease_marks.h"
#include "core/text.h"

namespace bonescope {

namespace {

struct Area {
    ImVec2 min, max;
    float height() const { return max.y - min.y; }
};

// A key under the pointer.
struct Hit {
    std::size_t property = 0;
    uint32_t rank = 0;
    int track = -1;
    int round = 0;  // of the track's own clock
};

struct Drawing {
    PanelContext& c;
    CurvesState& s;
    ImDrawList& draw;
    TimeAxis axis;
    Area area;
    std::vector<plot::Lane> lane{};
    std::optional<Hit> hit{};

    const ClipUse* use() const { return c.app.clip(); }
    const Curve& curve(std::size_t p) const { return s.curves.curve[p]; }
    std::size_t curves() const { return s.group.size(); }
    int joint() const { return s.curves.wish.joint; }
    int slot() const { return s.curves.wish.slot; }
    bool flat() const { return c.app.scene.bones()->rig != nullptr; }
    double key_at(std::size_t p, uint32_t rank, int round) const {
        return rank_seconds(*use(), curve(p).track, rank) + curve(p).period * round;
    }
};

std::string bone_name(const App& app, int joint) {
    const Joint& j = app.scene.bones()->joints[static_cast<std::size_t>(joint)];
    const std::string name = decode(j.name, app.settings.encoding);
    return name.empty() ? fmt::format("bone {}", j.id) : name;
}

std::string name_of(const Drawing& d) {
    if (d.slot() < 0) return bone_name(d.c.app, d.joint());
    return shown(d.c.app, d.c.app.scene.bones()->rig->slots[static_cast<std::size_t>(d.slot())].name);
}

std::string clip_name(const App& app) {
    return app.clip() ? name_of(*app.clip(), app.settings.encoding) : std::string("the bind pose");
}

std::string number(float v, bool degrees) {
    if (!std::isfinite(v)) return std::isnan(v) ? "nan" : v > 0 ? "inf" : "-inf";
    if (std::abs(v) >= 1e6f) return fmt::format("{:.5g}", v);
    std::string text = fmt::format("{:.{}f}", v, degrees ? 2 : std::abs(v) >= 1000 ? 2 : 4);
    if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
    return text;
}

bool degrees(const Drawing& d, std::size_t p) { return d.curve(p).degrees; }

// x y z w as everywhere; a turn in the plane is one about z.
ImU32 lane_color(const Curve& curve, uint32_t lane) {
    switch (curve.of) {
    case CurveOf::Rotation:
        return color::axis[curve.lanes == 2 ? 2 + lane : lane];
    case CurveOf::Colour:
    case CurveOf::Offset:
        return lane == 3 ? color::scene_a : color::axis[lane];
    case CurveOf::Translation:
    case CurveOf::Scale:
        return color::axis[lane];
    default:
        return lane == 0 ? color::scene_a : color::w;
    }
}

// ---- lanes ----

float legend_rows(const Drawing& d, std::size_t p) { return 1.15f + static_cast<float>(d.curve(p).lanes); }

// Lanes share the height as their legends need it; the first holds the bone's name too.
void place_lanes(Drawing& d) {
    d.lane.assign(d.curves(), {});
    float rows = 1.35f;
    for (std::size_t p = 0; p < d.curves(); ++p) rows += d.s.group[p].has_lane ? legend_rows(d, p) : 0;
    float top = d.area.min.y;
    bool first = true;
    for (std::size_t p = 0; p < d.curves(); ++p) {
        CurveGroup& group = d.s.group[p];
        if (!group.has_lane) continue;
        const float share = (legend_rows(d, p) + (first ? 1.35f : 0)) / rows;
        first = false;
        const float bottom = std::round(top + d.area.height() * share);
        const Extent e = group.range.any() ? group.range : Extent(0);
        const double noise = double{d.curve(p).noise}, least = noise * (e.high - e.low > 4 * noise ? 40 : 1e5);
        plot::Lane& lane = d.lane[p] = plot::fitted(top, bottom - px(1), e.low, e.high, least);
        const double span = lane.high - lane.low, centre = (lane.low + lane.high) / 2 + group.shift * span;
        lane.low = centre - span / 2 / group.zoom;
        lane.high = centre + span / 2 / group.zoom;
        top = bottom;
    }
}

bool is_selected(const Drawing& d, std::size_t p, uint32_t row) {
    const Selection& sel = d.c.app.selection;
    if (sel.key < 0 || sel.track < 0 || sel.clip != d.c.app.play.clip || row != static_cast<uint32_t>(sel.key)) {
        return false;
    }
    const auto& tracks = d.use()->get().tracks;
    if (static_cast<std::size_t>(sel.track) >= tracks.size() || d.curve(p).track < 0) return false;
    const Track &own = tracks[static_cast<std::size_t>(d.curve(p).track)],
                &chosen = tracks[static_cast<std::size_t>(sel.track)];
    if (own.kind != chosen.kind || own.target != chosen.target || sel.joint != d.joint()) return false;
    return own.timeline == chosen.timeline;  // one key of the file holds them all
}

std::size_t knot_at(const Drawing& d, std::size_t p, uint32_t rank, int round = 0) {
    return d.s.curves.wish.form == RotationForm::Stored ? rank : knot_of(*d.use(), d.curve(p), rank, round);
}

void mark_key(Drawing& d, std::size_t p, uint32_t rank, plot::Mark mark, int round = 0) {
    if (!d.s.curves.complete()) return;
    const Curve& curve = d.curve(p);
    const std::size_t knot = knot_at(d, p, rank, round);
    const float x = d.axis.x(d.key_at(p, rank, round));
    for (uint32_t lane = 0; lane < curve.lanes; ++lane) {
        const float v = curve.value[lane][knot];
        if (d.s.group[p].channel[lane].shown && std::isfinite(v)) { plot::diamond(d.draw, {x, d.lane[p].y(v)}, mark); }
    }
}

// Keys that have some room to the next one.
void draw_diamonds(Drawing& d, std::size_t p, uint32_t from, uint32_t to, int round) {
    const uint32_t live = live_keys(*d.use(), d.curve(p).track);
    const auto x_of = [&](uint32_t rank) { return d.axis.x(d.key_at(p, rank, round)); };
    const float apart = px(5);
    if (to - from >= 4 * d.s.columns) return;
    float before = -1e9f;
    for (uint32_t rank = from; rank < to; ++rank) {
        const float x = x_of(rank), after = rank + 1 < live ? x_of(rank + 1) : 1e9f;
        const double at = d.key_at(p, rank, round);
        const bool plays = d.curve(p).period == 0 || (at >= d.s.curves.from && at <= d.s.curves.to);
        if (plays && (x - before >= apart || after - x >= apart)) mark_key(d, p, rank, plot::Mark::Plain, round);
        before = x;
    }
}

void draw_bad_keys(Drawing& d, std::size_t p, uint32_t from, uint32_t to) {
    const Curve& curve = d.curve(p);
    float last_red = -1e9f;
    for (auto bad = std::lower_bound(curve.bad.begin(), curve.bad.end(), from); bad != curve.bad.end() && *bad < to;
         ++bad) {
        const float x = std::floor(d.axis.x(d.key_at(p, *bad, 0)));
        if (x <= last_red) continue;
        last_red = x;
        d.draw.AddRectFilled({x, d.lane[p].top}, {x + px(1), d.lane[p].bottom}, color::with_alpha(color::error, 140));
        plot::diamond(d.draw, {x + px(1) / 2, d.lane[p].top + px(9)}, plot::Mark::Bad);
    }
}

std::optional<uint32_t> selected_rank(const Drawing& d, std::size_t p) {
    const int key = d.c.app.selection.key;
    if (key < 0 || !is_selected(d, p, static_cast<uint32_t>(key))) return {};
    const uint32_t live = live_keys(*d.use(), d.curve(p).track);
    for (uint32_t rank = 0; rank < live; ++rank)  // file order says little about time order
        if (rank_row(*d.use(), d.curve(p).track, rank) == static_cast<uint32_t>(key)) return rank;
    return {};
}

// The way from the selected key to the next, as the file says it.
void draw_ease(Drawing& d, std::size_t p, uint32_t rank) {
    const Curve& curve = d.curve(p);
    if (!d.s.curves.complete() || rank + 1 >= live_keys(*d.use(), curve.track)) return;
    const Easing* ease = ease_of(*d.use(), curve.track, rank);
    if (!ease) return;
    const std::size_t a = knot_at(d, p, rank), b = knot_at(d, p, rank + 1);
    plot::EaseSpan span{d.axis.x(d.key_at(p, rank, 0)), d.axis.x(d.key_at(p, rank + 1, 0)), d.lane[p]};
    const bool own_numbers = d.slot() >= 0 || d.s.space != CurveSpace::Model;
    for (uint32_t lane = 0; own_numbers && lane < curve.lanes; ++lane) {
        span.from = curve.value[lane][a], span.to = curve.value[lane][b];
        const bool moves = std::abs(span.to - span.from) > curve.noise;
        if (d.s.group[p].channel[lane].shown && moves)
            plot::ease_marks(d.draw, *d.use()->doc, *ease, span, d.use()->sampling.exact_curves);
    }
    const std::string words = plot::ease_words(*d.use()->doc, *ease, d.use()->sampling.exact_curves);
    const float wide = plot::text_width(fonts.mono_small, words);
    const float x = std::clamp((span.x0 + span.x1 - wide) / 2, d.axis.left + px(110), d.axis.right - wide - px(56));
    plot::text(d.draw, fonts.mono_small, {x, d.lane[p].top + px(3)}, color::selected_text, words);
}

void draw_keys(Drawing& d, std::size_t p) {
    const Curve& curve = d.curve(p);
    if (curve.track < 0 || d.curve(p).time.empty()) return;
    const ClipUse& use = *d.use();
    const uint32_t live = live_keys(use, curve.track);
    const auto [first, last] = rounds_between(use, curve, d.axis.span.from, d.axis.span.to);
    for (int round = first; round <= last && round < first + 64; ++round) {
        const double before = curve.period * round;
        const uint32_t from = rank_at(use, curve.track, d.axis.span.from - before);
        const uint32_t to = std::min(live, rank_at(use, curve.track, d.axis.span.to - before) + 1);
        draw_diamonds(d, p, from, to, round);
        if (round == 0) draw_bad_keys(d, p, from, to);
    }
    if (d.hit && d.hit->property == p) mark_key(d, p, d.hit->rank, plot::Mark::Hovered, d.hit->round);
    const std::optional<uint32_t> selected = selected_rank(d, p);
    if (!selected) return;
    draw_ease(d, p, *selected);
    for (int round = first; round <= last && round < first + 64; ++round)
        mark_key(d, p, *selected, plot::Mark::Selected, round);
}

std::string lane_title(const Drawing& d, std::size_t p) {
    const Curve& curve = d.curve(p);
    if (curve.of == CurveOf::Moved) return curve.title + ", pixels of the point that it moves most";
    if (curve.of == CurveOf::Translation && d.flat()) return curve.title + ", pixels";
    if (degrees(d, p)) return curve.title + (d.flat() ? ", degrees" : ", degrees about x, y, z");
    return d.s.curves.wish.form == RotationForm::Stored ? curve.title + ", as stored" : curve.title;
}

void draw_lane(Drawing& d, std::size_t p) {
    const plot::Lane& lane = d.lane[p];
    CurveGroup& group = d.s.group[p];
    const Curve& curve = d.curve(p);
    d.draw.PushClipRect({d.axis.left - px(6), lane.top}, {d.axis.right + px(8), lane.bottom}, true);
    plot::value_grid(d.draw, d.axis, lane);
    // Words go below the curves: nothing may hide a key.
    plot::value_numbers(d.draw, d.axis, lane);
    plot::text(d.draw, fonts.small, {d.axis.left + px(8), lane.top + px(3)}, color::disabled, lane_title(d, p));
    for (uint32_t i = curve.lanes; i-- > 0;) {
        CurveChannel& channel = group.channel[i];
        if (!channel.shown) continue;
        plot::strip(d.draw, d.axis, lane, {channel.columns, d.s.edges.value[p][i], curve.time, curve.value[i]},
                    lane_color(curve, i), group.dashed);
    }
    draw_keys(d, p);
    d.draw.PopClipRect();
    if (lane.bottom + px(2) < d.area.max.y) {
        d.draw.AddRectFilled({d.area.min.x, lane.bottom}, {d.area.max.x, lane.bottom + px(1)}, color::line);
    }
}

// ---- legend ----

std::string capital(std::string word) {
    if (!word.empty() && word[0] >= 'a' && word[0] <= 'z') word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word;
}

void legend_channel(Drawing& d, std::size_t p, uint32_t lane, ImVec2 at, float width, float value) {
    CurveChannel& channel = d.s.group[p].channel[lane];
    const float row = ImGui::GetTextLineHeight(), box = px(10), y = at.y + (row - box) / 2;
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(static_cast<int>(p * 4 + lane));
    if (hit_area("channel", {width, row})) {
        channel.chosen = channel.shown ? 0 : 1;
        choose_channels(d.s);
    }
    const bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    if (hovered) d.draw.AddRectFilled(at, {at.x + width, at.y + row}, color::hovered);
    const ImVec2 from{at.x + px(8), y}, to{at.x + px(8) + box, y + box};
    if (channel.shown) {
        d.draw.AddRectFilled(from, to, lane_color(d.curve(p), lane));
    } else {
        d.draw.AddRect(from, to, color::disabled, 0, 0, px(1));
    }
    const ImU32 ink = channel.shown ? color::text : color::disabled;
    const float small = at.y + (row - plot::text_height(fonts.mono_small)) / 2;
    plot::text(d.draw, fonts.mono_small, {to.x + px(8), small}, ink, d.curve(p).lane[lane]);
    plot::text_right(d.draw, fonts.mono_small, at.x + width - px(4), small, ink, number(value, degrees(d, p)));
}

void legend_group(Drawing& d, std::size_t p, float top, const Lanes4& values) {
    const float left = d.area.min.x, width = d.axis.left - left - px(4);
    const uint32_t lanes = d.curve(p).lanes;
    const float room = d.lane[p].bottom - top, title = plot::text_height(fonts.small) + px(2);
    plot::text(d.draw, fonts.small, {left + px(12), top + px(1)}, color::second, capital(d.curve(p).title));
    const float row = ImGui::GetTextLineHeight();
    const bool two = title + row * static_cast<float>(lanes) > room + px(2);
    const float pitch = two ? row : std::min(px(18), (room - title) / static_cast<float>(lanes));
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        const float y = top + title + pitch * static_cast<float>(two ? lane / 2 : lane);
        if (y + row > d.lane[p].bottom + px(3)) break;
        const float half = (width - px(4)) / 2;
        const float x = left + px(4) + (two && lane % 2 ? half : 0);
        legend_channel(d, p, lane, {x, y}, two ? half : width - px(4), values[lane]);
    }
}

void draw_legend(Drawing& d) {
    const auto values = curve_values(*d.c.app.scene.bones(), d.use(), d.s.curves, d.c.app.play.time);
    const float left = d.area.min.x;
    d.draw.AddRectFilled(d.area.min, {d.axis.left - px(1), d.area.max.y}, color::panel);
    d.draw.AddRectFilled({d.axis.left - px(1), d.area.min.y}, {d.axis.left, d.area.max.y}, color::line);
    ImGui::PushFont(fonts.small);
    const float cursor_width = plot::text_width(fonts.small, "at cursor");
    const float right = d.axis.left - px(8);
    plot::text_right(d.draw, fonts.small, right, d.area.min.y + px(6), color::disabled, "at cursor");
    ImGui::PushFont(fonts.strong);
    const std::string name = name_of(d);
    const float room = right - cursor_width - px(8) - left - px(12);
    const std::string_view part = cut_to(name, room);
    ImGui::PopFont();
    plot::text(d.draw, fonts.strong, {left + px(12), d.area.min.y + px(4)}, color::text,
               part.size() < name.size() ? std::string(part) + "…" : name);
    bool first = true;
    for (std::size_t p = 0; p < d.curves(); ++p) {
        if (!d.s.group[p].has_lane) continue;
        legend_group(d, p, d.lane[p].top + (first ? px(24) : px(2)), values[p]);
        first = false;
    }
    ImGui::PopFont();
}

// ---- pointer ----

std::optional<Hit> key_at(const Drawing& d, ImVec2 mouse) {
    if (!d.use() || !d.s.curves.complete()) return {};
    const float reach = px(7);
    float best = reach * reach;
    std::optional<Hit> hit;
    for (std::size_t p = 0; p < d.curves(); ++p) {
        const Curve& curve = d.curve(p);
        if (!d.s.group[p].has_lane || curve.track < 0 || mouse.y < d.lane[p].top || mouse.y > d.lane[p].bottom)
            continue;
        const double low = d.axis.seconds(mouse.x - reach), high = d.axis.seconds(mouse.x + reach);
        const int round = rounds_between(*d.use(), curve, low, high).first;
        const uint32_t from = rank_at(*d.use(), curve.track, low - curve.period * round);
        const uint32_t to = rank_at(*d.use(), curve.track, high - curve.period * round);
        for (uint32_t rank = from; rank < to && rank < from + 4096; ++rank) {
            const float dx = d.axis.x(d.key_at(p, rank, round)) - mouse.x;
            const std::size_t knot = knot_at(d, p, rank, round);
            const bool bad = std::binary_search(curve.bad.begin(), curve.bad.end(), rank);
            for (uint32_t lane = 0; lane < curve.lanes; ++lane) {
                const float v = curve.value[lane][knot];
                const bool drawn = d.s.group[p].channel[lane].shown && std::isfinite(v);
                if (!drawn && !bad) continue;
                const float dy = bad ? 0 : d.lane[p].y(v) - mouse.y;
                const float distance = dx * dx + dy * dy;
                if (distance >= best) continue;
                best = distance;
                hit = Hit{p, rank, curve.track, round};
            }
        }
    }
    return hit;
}

std::optional<std::size_t> lane_at(const Drawing& d, float y) {
    std::optional<std::size_t> found;
    for (std::size_t p = 0; p < d.curves(); ++p) {
        if (d.s.group[p].has_lane && y >= d.lane[p].top && y <= d.lane[p].bottom + px(1)) found = p;
    }
    return found;
}

void value_gestures(Drawing& d, ImVec2 mouse) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto p = lane_at(d, mouse.y);
    if (!p) return;
    CurveGroup& group = d.s.group[*p];
    const plot::Lane lane = d.lane[*p];
    const double whole = (lane.high - lane.low) * group.zoom;
    const float wheel = io.MouseWheel != 0 ? io.MouseWheel : io.MouseWheelH;  // some systems turn it with Shift
    if (ImGui::IsItemHovered() && io.KeyShift && wheel != 0) {
        const double factor = std::clamp(group.zoom * std::pow(1.25, wheel), 0.05, 1e6) / group.zoom;
        const double pivot = lane.value(mouse.y), centre = (lane.low + lane.high) / 2;
        group.shift += (pivot - centre) * (1 - 1 / factor) / whole;
        group.zoom *= factor;
    }
    const bool panning =
        ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0) || ImGui::IsMouseDragging(ImGuiMouseButton_Right, 0);
    if (ImGui::IsItemActive() && panning && group.zoom > 1) group.shift += io.MouseDelta.y * lane.per_pixel() / whole;
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        for (CurveGroup& g : d.s.group) {
            g.zoom = 1;
            g.shift = 0;
        }
    }
}

void seek_to(Drawing& d, float x) {
    d.c.ask.seek = std::clamp(d.axis.seconds(x), 0.0, std::max(0.0, d.c.app.length()));
}

void pointer(Drawing& d) {
    ImGui::SetCursorScreenPos({d.axis.left, d.area.min.y});
    hit_area("plot", {std::max(1.0f, d.area.max.x - d.axis.left), std::max(1.0f, d.area.height())},
             ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    if (!ImGui::GetIO().KeyShift) time_axis_hands(d.axis, d.c.app, d.c.ask);
    value_gestures(d, mouse);
    if (hovered) d.hit = key_at(d, mouse);
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        d.s.scrubbing = !d.hit;
        if (d.hit) {
            const auto row = static_cast<int>(rank_row(*d.use(), d.hit->track, d.hit->rank));
            d.c.ask.select = select_key(d.c.app, d.c.app.play.clip, d.hit->track, row);
            seek_to(d, d.axis.x(d.key_at(d.hit->property, d.hit->rank, d.hit->round)));
        }
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) d.s.scrubbing = false;
    if (active && d.s.scrubbing && d.use()) seek_to(d, mouse.x);
    if (hovered && d.hit) {
        const auto row = static_cast<int>(rank_row(*d.use(), d.hit->track, d.hit->rank));
        d.c.ask.hover = select_key(d.c.app, d.c.app.play.clip, d.hit->track, row);
    }
}

void tooltip_values(const Drawing& d, std::size_t p, const Lanes4& values) {
    for (uint32_t lane = 0; lane < d.curve(p).lanes; ++lane) {
        ImGui::PushStyleColor(ImGuiCol_Text, lane_color(d.curve(p), lane));
        ImGui::Text("%-6s", d.curve(p).lane[lane]);
        ImGui::PopStyleColor();
        ImGui::SameLine();
        ImGui::Text("%12s", number(values[lane], degrees(d, p)).c_str());
    }
}

void moment_line(const App& app, double seconds) {
    const double frame = app.clip() ? frame_at(app.clip()->get(), seconds, app.fps()) : 0;
    ImGui::Text("%.4f s   frame %.2f", seconds, frame);
}

// The numbers in the file.
std::string stored_words(const ClipUse& use, const Track& track, int index, uint32_t row) {
    const vec4 value = row_value(use, static_cast<uint32_t>(index), row) / (track.unit != 0 ? track.unit : 1.f);
    std::string out = "stored";
    for (int i = 0; i < std::min(static_cast<int>(track.width), 4); ++i) out += " " + number(value[i], false);
    return out;
}

void key_tooltip(const Drawing& d) {
    const Hit& hit = *d.hit;
    const Track& track = d.use()->get().tracks[static_cast<std::size_t>(hit.track)];
    const uint32_t row = rank_row(*d.use(), hit.track, hit.rank);
    plot::begin_tooltip();
    ImGui::PushFont(fonts.mono_small);
    ImGui::Text("key %u of %u", row, d.use()->get().timelines[track.timeline].rows);
    moment_line(d.c.app, d.key_at(hit.property, hit.rank, hit.round));
    const Bytes where = key_bytes(*d.use()->doc, track, row);
    if (where.size) ImGui::Text("byte 0x%X +%u", where.at, where.size);
    const Curve& curve = d.curve(hit.property);
    const std::size_t knot = knot_at(d, hit.property, hit.rank, hit.round);
    Lanes4 values{};
    for (uint32_t lane = 0; lane < curve.lanes; ++lane) values[lane] = curve.value[lane][knot];
    tooltip_values(d, hit.property, values);
    ImGui::PushStyleColor(ImGuiCol_Text, color::second);
    if (d.s.curves.wish.form != RotationForm::Stored && track.property != Property::Deform)
        ImGui::TextUnformatted(stored_words(*d.use(), track, hit.track, row).c_str());
    if (const Easing* ease = ease_of(*d.use(), hit.track, hit.rank))
        ImGui::TextUnformatted(plot::ease_words(*d.use()->doc, *ease, d.use()->sampling.exact_curves).c_str());
    if (curve.period > 0) ImGui::Text("a clock of its own: again every %.4f s", curve.period);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    plot::end_tooltip();
}

void hover_tooltip(Drawing& d) {
    if (!ImGui::IsItemHovered() || d.s.scrubbing || ImGui::IsAnyMouseDown()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (d.hit) return key_tooltip(d);
    const auto p = lane_at(d, mouse.y);
    const double seconds = d.axis.seconds(mouse.x);
    if (!p || seconds < d.s.curves.from || seconds > d.s.curves.to) return;
    const auto values = curve_values(*d.c.app.scene.bones(), d.use(), d.s.curves, seconds);
    plot::begin_tooltip();
    ImGui::PushFont(fonts.mono_small);
    moment_line(d.c.app, seconds);
    tooltip_values(d, *p, values[*p]);
    const bool closing = d.curve(*p).closes && seconds > d.curve(*p).last_key;
    ImGui::PopFont();
    if (closing) ImGui::TextUnformatted("after the last key: blends back to the first");
    plot::end_tooltip();
}

void draw_cursors(Drawing& d) {
    d.draw.PushClipRect({d.axis.left - px(1), d.area.min.y}, {d.area.max.x, d.area.max.y}, true);
    if (ImGui::IsItemHovered()) {
        const float x = std::floor(ImGui::GetIO().MousePos.x);
        d.draw.AddRectFilled({x, d.area.min.y}, {x + px(1), d.area.max.y}, color::with_alpha(color::second, 110));
    }
    const float x = std::floor(d.axis.x(d.c.app.play.time));
    d.draw.AddRectFilled({x, d.area.min.y}, {x + px(1), d.area.max.y}, IM_COL32_WHITE);
    d.draw.PopClipRect();
}

// ---- words ----

void message(const Area& area, const std::string& words, const std::string& more = {}) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float middle = (area.min.x + area.max.x) / 2, y = area.min.y + area.height() / 2 - px(20);
    plot::text(draw, fonts.words, {middle - plot::text_width(fonts.words, words) / 2, y}, color::second, words);
    plot::text(draw, fonts.small, {middle - plot::text_width(fonts.small, more) / 2, y + px(24)}, color::disabled,
               more);
}

void explain_missing_bone(const App& app, const Area& area) {
    if (app.empty()) return;
    const Skeleton* skeleton = app.scene.bones();
    if (!skeleton) return message(area, "No skeleton and no clip that moves bones, so there are no curves");
    if (!app.clip())
        return message(area, "Select a bone to see its curves",
                       "The bind pose has no keys; pick a clip to see it move");
    std::vector<bool> moved(skeleton->joints.size());
    for (const int joint : app.clip()->bound) {
        if (joint >= 0 && static_cast<std::size_t>(joint) < moved.size()) moved[static_cast<std::size_t>(joint)] = true;
    }
    message(area, "Select a bone to see its curves",
            fmt::format("{} moves {} of {} bones", clip_name(app), std::count(moved.begin(), moved.end(), true),
                        moved.size()));
}

// What a person should know about this bone's keys, in a line at the foot of the plot.
std::string remark(const Drawing& d) {
    const ClipUse* use = d.use();
    if (!use) return "bind pose: no clip in play";
    uint32_t tracked = 0, dropped = 0, bad = 0;
    bool unsorted = false, closes = false, clocks = false;
    for (const Curve& curve : d.s.curves.curve) {
        if (curve.track < 0) continue;
        ++tracked;
        const Timeline& line = use->get().timelines[use->get().tracks[static_cast<std::size_t>(curve.track)].timeline];
        dropped = std::max(dropped, line.rows - line.live);
        unsorted |= line.order != none;
        closes |= curve.closes;
        clocks |= curve.period > 0;
        bad = std::max(bad, static_cast<uint32_t>(curve.bad.size()));
    }
    if (!tracked) {
        const bool model = d.s.space == CurveSpace::Model && d.slot() < 0;
        return fmt::format("no keys in {}: {}", clip_name(d.c.app), model ? "moves with its parents" : "bind pose");
    }
    std::string text;
    const auto say = [&](const std::string& part) { text += (text.empty() ? "" : " · ") + part; };
    if (!d.s.curves.complete()) say(fmt::format("reading keys, {} of {}", d.s.curves.done, d.s.curves.knots));
    if (bad) say(fmt::format("{} {} not finite", bad, bad == 1 ? "key is" : "keys are"));
    if (dropped) say(fmt::format("{} {} no finite time", dropped, dropped == 1 ? "key has" : "keys have"));
    if (unsorted) say("keys are out of order in the file");
    if (clocks) say("has a clock of its own");
    if (closes && d.s.curves.wish.form != RotationForm::Stored)
        say("ends before the clip: blends back to its first key");
    return text;
}

Area area_of_window() {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    return {at, {at.x + size.x, at.y + size.y}};
}

}  // namespace

void draw_curves(PanelContext& c) {
    const Area area = area_of_window();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(area.min, area.max, color::plot);
    const Skeleton* skeleton = c.app.scene.bones();
    const int joint = c.app.selection.joint;
    auto& state = c.states.get<CurvesState>();
    const bool bone = skeleton && joint >= 0 && static_cast<std::size_t>(joint) < skeleton->joints.size();
    if (!bone && !shows_slot(state, c.app)) return explain_missing_bone(c.app, area);
    Drawing d{c, state, draw, time_axis(c.app), area};
    if (!(d.axis.span.to > d.axis.span.from)) d.axis.span = {0, 1};
    update(state, c.app, d.axis);
    place_lanes(d);
    draw_legend(d);
    pointer(d);
    plot::time_grid(draw, d.axis, area.min.y, area.max.y);
    plot::text_right(draw, fonts.small, d.axis.right - px(56), area.min.y + px(3), color::second, remark(d));
    for (std::size_t p = 0; p < d.curves(); ++p) {
        if (state.group[p].has_lane) draw_lane(d, p);
    }
    if (c.app.clip()) plot::shade_outside(draw, d.axis, 0, c.app.length(), area.min.y, area.max.y);
    draw_cursors(d);
    hover_tooltip(d);
}

}  // namespace bonescope
