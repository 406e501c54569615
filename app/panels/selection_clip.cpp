// What there is to say about a clip that a list cuts out of a bank of frames.
#include "app/panels/range_bars.h"
#include "app/panels/selection_parts.h"
#include "core/clip_range.h"
#include "core/text.h"

namespace bonescope {
namespace {

// Found once per clip.
struct ClipFacts {
    uint64_t scene_id = ~0ull;
    int clip = -1;
    Encoding encoding = Encoding::Guess;
    std::string title, comment, place;
    Chain chain;
    std::vector<int> before;  // clips that link to it
    std::optional<LoopSeam> seam;
    std::vector<BankCoverage> banks;
    RangeRow row;
};

constexpr std::size_t most_boxes = 12, most_before = 4;

void find_facts(const App& app, int clip, ClipFacts& f) {
    if (f.scene_id == app.scene_id && f.clip == clip && f.encoding == app.settings.encoding) return;
    if (f.scene_id != app.scene_id) f.banks = bank_coverage(app.scene);
    f.scene_id = app.scene_id;
    f.clip = clip;
    f.encoding = app.settings.encoding;
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(clip)];
    f.title = pose_title(app, clip);
    f.comment = comment_of(app, use);
    if (f.comment.empty()) f.comment = "no comment in the file";
    f.place = fmt::format("{} line {}", file_name(use.list->path), line_of(use.list->file, use.cut()->where.at));
    f.chain = follow_links(app.scene, clip);
    f.before.clear();
    for (std::size_t i = 0; i < app.scene.clips.size(); ++i)
        if (named_by_link(app.scene, static_cast<int>(i)) == clip) f.before.push_back(static_cast<int>(i));
    f.seam = loop_seam(app.scene, use);
    f.row = range_row(app, clip);
}

const ClipUse& use_of(const ClipFacts& f, const App& app) { return app.scene.clips[static_cast<std::size_t>(f.clip)]; }

// A full row; true when it was clicked.
bool row_pressed(const Cell& row, bool selected) {
    const bool over = mouse_in(row);
    if (selected)
        mark_selected(row);
    else if (over)
        cell_fill(row, color::hovered);
    return over && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

void locate_row(SectionContext& context, int source) {
    const Cell row = next_row(px(20));
    const RangeLine line{-1, source, 1, false};
    const float link = text_width(fonts.words, "Locate…");
    cell_text({row.x0 + px(12), row.x1 - px(20) - link, row.y, row.height}, fonts.words, color::error,
              group_reason(context.app(), line));
    if (source < 0) return;
    const Cell cell{row.x1 - px(12) - link, row.x1 - px(12), row.y, row.height};
    cell_text(cell, fonts.words, color::selection, "Locate…");
    if (mouse_in(cell) && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ask_command(context.panel.ask, "Add parts…");
}

// ---- range ----

struct RangeCells {
    Cell label, frame, time, place;
};

RangeCells cells_of(const Cell& row) {
    const float x = row.x0 + px(12), width = row.x1 - px(12) - x;
    const float frame = x + std::floor(width * 0.46f), time = x + std::floor(width * 0.74f);
    return {{x, x + std::floor(width * 0.3f), row.y, row.height},
            {x + std::floor(width * 0.3f), frame, row.y, row.height},
            {frame + px(4), time, row.y, row.height},
            {time + px(8), row.x1 - px(12), row.y, row.height}};
}

void range_row_at(SectionContext& context, const ClipFacts& f, const char* label, double frame, ImU32 ink) {
    const App& app = context.app();
    const ClipUse& use = use_of(f, app);
    const bool cursor = std::string_view(label) == "cursor";
    const Bytes record =
        std::abs(frame) < 2e9 ? frame_bytes(use, static_cast<int32_t>(std::floor(frame + 1e-3))) : Bytes{};
    const Cell row = next_row(px(20));
    const int bank = doc_of(app.scene, use.doc.get());
    const bool chosen = record.size && app.selection.doc == bank && app.selection.bytes == record;
    const bool pressed = row_pressed(row, cursor);
    const RangeCells cells = cells_of(row);
    const double whole = std::round(frame), seconds = seconds_at(use.get(), frame);
    const bool exact = std::abs(frame - whole) < 2e-3;
    cell_text(cells.label, fonts.words, cursor ? color::selected_text : color::second, label);
    cell_text(cells.frame, fonts.mono, cursor ? color::selected_text : ink,
              exact ? fmt::format("{:.0f}", whole) : fmt::format("{:.1f}", frame), Align::Right);
    cell_text(cells.time, fonts.mono, cursor ? color::selected_text : ink, fmt::format("{:.4f} s", seconds),
              Align::Right);
    if (record.size)
        cell_text(cells.place, fonts.mono,
                  chosen   ? color::selection
                  : cursor ? color::selected_text
                           : color::disabled,
                  fmt::format("{:X}", record.at), Align::Right);
    else if (!use.missing())
        cell_text(cells.place, fonts.small, color::warning, "no frame", Align::Right);
    if (!pressed || !record.size) return;
    context.panel.ask.select = select_bytes(app, bank, record);
    if (!cursor) context.panel.ask.seek = seconds;
}

void loop_rows(SectionContext& context, const ClipFacts& f) {
    const App& app = context.app();
    const Clip& clip = use_of(f, app).get();
    if (!has_loop(clip)) return;
    const double steps = *clip.loop_out - *clip.loop_in;
    RangeCells cells = cells_of(next_row(px(20)));
    cell_text(cells.label, fonts.words, color::second, "loop period");
    cell_text(cells.time, fonts.mono, color::text,
              fmt::format("{:.4f} s", seconds_at(clip, *clip.loop_out) - seconds_at(clip, *clip.loop_in)),
              Align::Right);
    const std::string frames = steps == 0 ? "holds" : fmt::format("{:g} frame{}", steps, steps == 1 ? "" : "s");
    cell_text(cells.place, fonts.small, color::second, frames, Align::Right);
    if (!f.seam || steps == 0) return;
    const Cell row = next_row(px(20));
    const bool pressed = row_pressed(row, false);
    cells = cells_of(row);
    const std::string joint = shown(app, app.scene.bones()->joints[static_cast<std::size_t>(f.seam->joint)].name);
    cell_text(cells.label, fonts.words, color::second, "loop seam");
    cell_text(cells.time, fonts.mono, color::text, fmt::format("{:.2f}°", f.seam->degrees), Align::Right);
    cell_text(cells.place, fonts.small, color::second, joint, Align::Right);
    if (mouse_in(row))
        tooltip(fmt::format("From the last frame of the loop to its first {} turns by {:.4f}°, more than any other\n"
                            "Click: selects it",
                            joint, f.seam->degrees));
    if (pressed) context.panel.ask.select = select_joint(app, f.seam->joint);
}

void draw_range(SectionContext& context, const ClipFacts& f) {
    const bool wide = ImGui::GetContentRegionAvail().x >= px(340);
    if (!section("Range", wide ? "stored frame numbers, both ends included" : "both ends included")) return;
    const App& app = context.app();
    const ClipUse& use = use_of(f, app);
    if (use.missing()) locate_row(context, f.row.group);
    if (f.row.group == empty_poses) return;
    const RangeCells heads = cells_of(next_row(px(20)));
    cell_text(heads.frame, fonts.small, color::second, "frame", Align::Right);
    cell_text(heads.time, fonts.small, color::second, "clip time", Align::Right);
    if (!use.missing())
        cell_text(heads.place, fonts.small, color::second, file_name(use.doc->path) + " @", Align::Right);
    const Clip& clip = use.get();
    struct Row {
        const char* label;
        double frame;
        ImU32 ink;
    };
    std::vector<Row> rows{{"start", clip.start, color::text}};
    if (has_loop(clip)) rows.push_back({"loop in", *clip.loop_in, color::good});
    if (has_loop(clip)) rows.push_back({"loop out", *clip.loop_out, color::good});
    rows.push_back({"end", end_of(clip), color::text});
    if (f.clip == app.play.clip) {
        const double now = tick_at(clip, app.play.time);
        const auto later = [&](const Row& row) { return row.frame > now + 1e-6; };
        rows.insert(std::find_if(rows.begin() + 1, rows.end(), later), {"cursor", now, color::text});
    }
    for (const Row& row : rows) range_row_at(context, f, row.label, row.frame, row.ink);
    if (const std::string mended = mended_words(*use.cut(), clip); !mended.empty()) message_row(mended, color::warning);
    loop_rows(context, f);
}

// ---- windows ----

void window_row(SectionContext& context, const ClipFacts& f, const RangeWindow& w) {
    const App& app = context.app();
    const ClipUse& use = use_of(f, app);
    const int list = doc_of(app.scene, use.list.get());
    const Cell row = next_row(px(20));
    const bool selected = app.selection.doc == list && app.selection.bytes == w.where;
    if (row_pressed(row, selected)) context.panel.ask.select = select_bytes(app, list, w.where);
    const auto number = [](const std::optional<int32_t>& n) { return n ? fmt::format("{}", *n) : std::string("?"); };
    const ClipRange& range = *use.cut();
    const bool outside = !w.start || !w.end || *w.start > *w.end || (range.start && *w.start < *range.start) ||
                         (range.end && *w.end > *range.end);
    const RangeCells cells = cells_of(row);
    cell_square(cells.label.x0, row, color_of(w.kind));
    cell_text({cells.label.x0 + px(16), cells.label.x1, row.y, row.height}, fonts.words, color::text, name_of(w.kind));
    cell_text({cells.label.x1, cells.time.x1, row.y, row.height}, fonts.mono, outside ? color::warning : color::text,
              number(w.start) + " – " + number(w.end), Align::Right);
    if (w.kind != WindowKind::Attack) cell_text(cells.place, fonts.words, color::second, window_text(w), Align::Right);
    if (mouse_in(row) && w.start && w.end)
        tooltip(fmt::format("{}: {}{}", name_of(w.kind), frames_text(*w.start, *w.end),
                            outside ? "\nnot inside the clip, or not in order" : ""));
    if (!w.bones.empty()) message_row(window_text(w), color::second, px(28));
}

void draw_windows(SectionContext& context, const ClipFacts& f) {
    const ClipRange& range = *use_of(f, context.app()).cut();
    if (!section("Windows", range.windows.empty() ? "none" : "both ends included")) return;
    std::array<bool, 5> there{};
    for (const RangeWindow& w : range.windows) {
        there[static_cast<std::size_t>(w.kind)] = true;
        window_row(context, f, w);
    }
    std::vector<std::string_view> absent;
    for (std::size_t i = 0; i < there.size(); ++i)
        if (!there[i]) absent.push_back(name_of(static_cast<WindowKind>(i)));
    if (absent.empty()) return;
    std::string words = "no ";
    for (std::size_t i = 0; i < absent.size(); ++i)
        words += (i == 0 ? "" : i + 1 == absent.size() ? " or " : ", ") + std::string(absent[i]);
    message_row(words, color::disabled, px(28));
}

// ---- links ----

constexpr float box_width = 104, box_height = 40, box_gap = 22;

void link_box(SectionContext& context, int clip, const Cell& box, bool itself) {
    const App& app = context.app();
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(clip)];
    const bool over = mouse_in(box);
    cell_fill(box, itself ? color::selected_row : over ? color::hovered : color::frame);
    const auto [first, last] = frames_of(use.get());
    const std::string comment = comment_of(app, use);
    const std::string below = use.missing()     ? "no frames"
                              : comment.empty() ? fmt::format("{} – {}", first, last)
                                                : comment;
    const float x0 = box.x0 + px(8), x1 = box.x1 - px(8);
    cell_text({x0, x1, box.y + px(2), px(20)}, fonts.words, itself ? color::selected_text : color::text,
              pose_title(app, clip));
    cell_text({x0, x1, box.y + px(20), px(18)}, fonts.small, use.missing() ? color::error : color::second, below);
    if (!over) return;
    tooltip(fmt::format("{}  {}\n{}", pose_title(app, clip), comment, frames_text(first, last)));
    if (itself || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    context.panel.ask.clip = clip;
    context.panel.ask.select = select_range(app, clip);
}

void box_arrow(float x, float y) {
    const float end = x + px(box_gap) - px(4);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled({x + px(3), y}, {end - px(4), y + px(1)}, color::w);
    draw.AddTriangleFilled({end - px(5), y - px(3)}, {end - px(5), y + px(4)}, {end, y + px(0.5f)}, color::w);
}

// Boxes from left to right, in as many lines as it takes, each with the arrow that leads to what follows.
void chain_boxes(SectionContext& context, const ClipFacts& f, const std::string& end) {
    const float room = ImGui::GetContentRegionAvail().x - px(24), step = px(box_width + box_gap);
    next_row(px(4));
    Cell line{};
    float x = room;
    const auto place = [&](float width) {
        if (x + width > room) {
            line = next_row(px(box_height + 6));
            x = 0;
        }
        const float left = line.x0 + px(12) + x;
        return Cell{left, left + width, line.y, px(box_height)};
    };
    for (std::size_t i = 0; i < std::min(f.chain.clips.size(), most_boxes); ++i) {
        const Cell box = place(px(box_width));
        link_box(context, f.chain.clips[i], box, i == 0);
        box_arrow(box.x1, std::floor(box.y + box.height / 2));
        x += step;
    }
    const Cell words = place(std::min(text_width(fonts.words, end), room));
    cell_text(words, fonts.words, color::disabled, end);
}

std::string chain_end(const App& app, const Chain& chain) {
    if (chain.clips.size() > most_boxes) return fmt::format("and {} more", chain.clips.size() - most_boxes);
    const auto lost = std::find_if(chain.clips.begin() + 1, chain.clips.end(),
                                   [&](int clip) { return app.scene.clips[static_cast<std::size_t>(clip)].missing(); });
    if (lost != chain.clips.end()) return fmt::format("stops before {}: no frames", pose_title(app, *lost));
    if (chain.back_to >= 0) return "back to " + pose_title(app, chain.clips[static_cast<std::size_t>(chain.back_to)]);
    if (chain.missing) return fmt::format("stops: no Pose {} in the list", *chain.missing);
    return "ends here";
}

std::string course_of(const App& app, const ClipFacts& f) {
    const Clip& clip = use_of(f, app).get();
    const std::optional<int32_t> link = use_of(f, app).cut()->link;
    const int target = named_by_link(app.scene, f.clip);
    const std::string next = !link        ? ""
                             : target < 0 ? fmt::format("stops at its end, as there is no Pose {}", *link)
                             : app.scene.clips[static_cast<std::size_t>(target)].missing()
                                 ? fmt::format("stops at its end, as Pose {} has no frames", *link)
                                 : fmt::format("goes on with Pose {} at its end", *link);
    if (!has_loop(clip))
        return link ? fmt::format("{} {}.", f.title, next)
                    : fmt::format("{} has no link and no loop: it stops at its last frame.", f.title);
    const double in = *clip.loop_in, out = *clip.loop_out;
    const std::string held =
        in == out ? fmt::format("holds frame {:g}", in) : fmt::format("loops {:g} to {:g}", in, out);
    const double end = end_of(clip);
    const std::string rest = out < end ? fmt::format(", then plays {:g} to {:g}", out, end) : "";
    const std::string after = fmt::format("{} until let go{}", held, rest);
    return link ? fmt::format("{} {} and {}.", f.title, after, next)
                : fmt::format("{} has no link: it {}.", f.title, after);
}

void draw_links(SectionContext& context, const ClipFacts& f) {
    const App& app = context.app();
    if (!section("Links", f.before.empty() ? "" : fmt::format("{} lead here", f.before.size()).c_str())) return;
    chain_boxes(context, f, chain_end(app, f.chain));
    message_row(course_of(app, f));
    for (std::size_t i = 0; i < std::min(f.before.size(), most_before); ++i) {
        const Cell row = next_row(px(20));
        const bool pressed = row_pressed(row, false);
        cell_text({row.x0 + px(12), row.x1 - px(12), row.y, row.height}, fonts.words, color::second,
                  fmt::format("{} leads here", pose_title(app, f.before[i])));
        if (pressed) context.panel.ask.select = select_range(app, f.before[i]);
    }
    if (f.before.size() > most_before)
        message_row(fmt::format("and {} more lead here", f.before.size() - most_before), color::disabled);
}

// ---- notes, coverage ----

void draw_faults(SectionContext& context, const ClipFacts& f) {
    const std::size_t count = f.row.faults.size() + (f.row.outside ? 1 : 0);
    if (count == 0 || !section("Notes", fmt::format("{}", count).c_str())) return;
    const App& app = context.app();
    if (f.row.outside && note_row(frames_outside(app.scene, f.clip).message, Severity::Warning))
        context.panel.ask.select = select_range(app, f.clip);
    const Document& list = *use_of(f, app).list;
    for (const uint32_t i : f.row.faults)
        if (note_row(decode(list.notes[i].message), list.notes[i].severity))
            context.panel.ask.select = select_bytes(app, doc_of(app.scene, &list), list.notes[i].where);
}

void draw_bank(SectionContext& context, const ClipFacts& f) {
    const App& app = context.app();
    const ClipUse& use = use_of(f, app);
    const int doc = doc_of(app.scene, use.doc.get());
    const auto bank = std::find_if(f.banks.begin(), f.banks.end(), [&](const BankCoverage& b) { return b.doc == doc; });
    if (use.missing() || bank == f.banks.end() || bank->runs.empty()) return;
    if (!section("Coverage", file_name(use.doc->path).c_str())) return;
    next_row(px(6));
    const Cell row = next_row(px(16));
    const FrameAxis axis{row.x0 + px(12), row.x1 - px(12), bank->runs.front().first - 0.5,
                         bank->runs.back().last + 0.5};
    draw_coverage(*bank, axis, {axis.left, axis.right, row.y, px(8)});
    const float x0 = std::max(axis.left, axis.x(f.row.first - 0.5)),
                x1 = std::min(axis.right, axis.x(f.row.last + 0.5));
    cell_fill({x0, std::max(x1, x0 + px(2)), row.y + px(10), px(2)}, color::selection);
    if (mouse_in({axis.left, axis.right, row.y, row.height}))
        tooltip(coverage_help(app, *bank, static_cast<int32_t>(std::round(axis.frame(ImGui::GetIO().MousePos.x)))));
    message_row(fmt::format("{} of {} frames are used by a clip{}", spaced(bank->used), spaced(bank->frames),
                            bank->shared ? fmt::format(", {} of them by several", spaced(bank->shared)) : ""));
}

}  // namespace

int range_in_view(const App& app) {
    const Selection& s = app.selection;
    const auto is_cut = [&](int clip) {
        return clip >= 0 && clip < static_cast<int>(app.scene.clips.size()) &&
               app.scene.clips[static_cast<std::size_t>(clip)].cut();
    };
    if (s.key >= 0 || s.mesh >= 0 || s.vertex >= 0) return -1;
    if (s.doc < 0 && s.joint < 0) return is_cut(app.play.clip) ? app.play.clip : -1;
    if (s.doc < 0 || !s.node || !is_cut(s.clip)) return -1;
    const ClipUse& use = app.scene.clips[static_cast<std::size_t>(s.clip)];
    const Document& doc = *app.scene.docs[static_cast<std::size_t>(s.doc)];
    if (&doc == use.list.get())
        return s.node->field < doc.tree.fields.size() && doc.tree.fields[s.node->field].type == Type::Group ? s.clip
                                                                                                            : -1;
    return &doc == use.doc.get() && s.node->kind == Node::Kind::Item ? s.clip : -1;
}

void draw_range_facts(SectionContext& context, int clip) {
    auto& facts = context.panel.states.get<ClipFacts>();
    find_facts(context.app(), clip, facts);
    draw_title(context, facts.title, facts.comment, facts.place);
    draw_range(context, facts);
    draw_windows(context, facts);
    draw_links(context, facts);
    draw_faults(context, facts);
    draw_bank(context, facts);
    next_row(px(8));
}

}  // namespace bonescope
