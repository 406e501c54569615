// The parts of the scene, what else lies in the folder, recent files and samples.
#include "app/file_list.h"
#include "app/panels/cells.h"
#include "app/panels/panels.h"
#include "app/sample_files.h"
#include "core/range_facts.h"
#include "core/text.h"

namespace bonescope {

namespace {
struct RecentFile {
    std::string path, name, folder;
    const char* kind = "";
    bool there = true;
};

struct PartRow {
    std::string name, role, size, tip;
    std::string below;  // what depends on a missing one
    PartStatus status = PartStatus::Missing;
};

// A name of the scene that is no plain text, to see which encoding reads it.
struct NameExample {
    int doc = -1;
    Bytes where;
    int line = 0;
    std::string raw;
};

struct FilesState {
    uint64_t scene = ~0ull;
    std::vector<std::string> recent_paths;
    double read_at = -1e9;  // folders and recent files are looked at again now and then
    std::string folder, folder_why;
    std::vector<FileEntry> entries;
    std::vector<RecentFile> recent;
    std::vector<PartRow> parts, textures;
    std::vector<SampleFile> samples;
    NameExample example;
    std::size_t missing = 0, missing_textures = 0;
};

constexpr double look_again = 2;  // seconds

std::string two_levels(const std::string& folder) {
    const std::string up = folder_of(folder);
    const std::string parent = up == "." || up == "/" || up.empty() ? "" : base_name(up) + "/";
    return decode(parent + base_name(folder));
}

std::string dependents(const App& app, const Part& part) {
    const auto count = std::count_if(app.scene.clips.begin(), app.scene.clips.end(), [&](const ClipUse& use) {
        return use.missing() && use.cut()->placed && use.cut()->source == part.source;
    });
    if (part.source < 0 || !count) return "";
    return fmt::format("{} clip{} need{} it; {}", count, count == 1 ? "" : "s", count == 1 ? "s" : "",
                       count == 1 ? "it stays listed, greyed." : "they stay listed, greyed.");
}

NameExample find_example(const App& app) {
    const auto plain = [](char c) { return static_cast<signed char>(c) >= 0; };
    for (const DocumentPtr& doc : app.scene.docs)
        for (const ClipRange& range : doc->ranges) {
            if (std::all_of(range.comment.begin(), range.comment.end(), plain)) continue;
            const auto at = text_of(doc->file, range.where).find(range.comment);
            const uint32_t from = range.where.at + static_cast<uint32_t>(at == std::string::npos ? 0 : at);
            return {doc_of(app.scene, doc.get()),
                    {from, static_cast<uint32_t>(range.comment.size())},
                    line_of(doc->file, from),
                    range.comment};
        }
    return {};
}

PartRow part_row(const App& app, const Part& part) {
    PartRow row;
    row.name = part.path.empty() ? shown(app, part.name) : file_name(part.path);
    int source = part.source;
    for (std::size_t i = 0; i < app.scene.sources.size(); ++i)
        if (part.doc >= 0 && app.scene.sources[i] == part.doc) source = static_cast<int>(i);
    row.role = source < 0 ? part.role : fmt::format("motion, source {}", source);
    row.status = part.status;
    if (part.status == PartStatus::Missing) row.below = dependents(app, part);
    if (part.doc >= 0) row.size = size_text(app.scene.docs[static_cast<std::size_t>(part.doc)]->file.size());
    row.tip = part.path.empty() ? "" : decode(part.path);
    if (part.status == PartStatus::Missing || part.status == PartStatus::Clash)
        for (const std::string& place : part.searched) row.tip += (row.tip.empty() ? "" : "\n") + decode(place);
    return row;
}

void list_parts(const App& app, FilesState& state) {
    state.parts.clear();
    state.textures.clear();
    state.missing = state.missing_textures = 0;
    std::vector<bool> listed(app.scene.docs.size());
    for (const Part& part : app.scene.parts) {
        const bool texture = part.role == "texture", missing = part.status == PartStatus::Missing;
        (texture ? state.missing_textures : state.missing) += missing ? 1 : 0;
        (texture ? state.textures : state.parts).push_back(part_row(app, part));
        if (part.doc >= 0) listed[static_cast<std::size_t>(part.doc)] = true;
    }
    for (std::size_t i = app.scene.docs.size(); i-- > 0;) {
        if (listed[i]) continue;
        const Document& doc = *app.scene.docs[i];
        state.parts.insert(state.parts.begin(), {file_name(doc.path), doc.format, size_text(doc.file.size()),
                                                 decode(doc.path), "", PartStatus::Given});
    }
}

void look(const App& app, FilesState& state) {
    const bool same = state.scene == app.scene_id && state.recent_paths == app.settings.recent;
    if (same && app.now - state.read_at < look_again) return;
    if (state.scene != app.scene_id) {
        list_parts(app, state);
        state.example = find_example(app);
    }
    state.scene = app.scene_id;
    state.read_at = app.now;
    state.recent_paths = app.settings.recent;
    state.recent.clear();
    for (const std::string& path : app.settings.recent)
        state.recent.push_back(
            {path, decode(base_name(path)), two_levels(folder_of(path)), kind_of(path), exists(path)});
    state.folder = app.empty() ? "" : absolute_path(folder_of(app.scene.docs[0]->path));
    state.entries.clear();
    if (!state.folder.empty()) state.entries = list_folder(state.folder, false, state.folder_why);
    std::erase_if(state.entries, [](const FileEntry& e) { return e.folder || *e.kind == 0; });
    if (state.samples.empty()) state.samples = sample_files();
}

Cell inner(const Cell& row) { return {row.x0 + px(12), row.x1 - px(12), row.y, row.height}; }

// A row of one line that can be clicked; name at the left, something dim at the right.
bool simple_row(const std::string& name, const std::string& right, ImU32 ink, bool selected = false) {
    const Cell row = next_row(px(20));
    const bool over = mouse_in(row);
    if (selected)
        mark_selected(row);
    else if (over)
        cell_fill(row, color::hovered);
    Cell cell = inner(row);
    const float width = std::min(text_width(fonts.words, right), (cell.x1 - cell.x0) * 0.6f);
    cell_text({cell.x1 - width, cell.x1, cell.y, cell.height}, fonts.words, color::second, right, Align::Right);
    const bool cut = cell_name({cell.x0, cell.x1 - width - px(8), cell.y, cell.height}, fonts.words, ink, name);
    if (cut && over) ImGui::SetTooltip("%s", name.c_str());
    return over && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

void recent_files(PanelContext& context, FilesState& state) {
    if (!section("Recent")) return;
    if (state.recent.empty()) simple_row("Nothing opened yet", "", color::disabled);
    for (const RecentFile& file : state.recent) {
        const Cell row = next_row(px(40));
        const bool over = mouse_in(row);
        if (over) cell_fill(row, color::hovered);
        const Cell cell = inner(row), top{cell.x0, cell.x1, cell.y + px(2), px(20)},
                   low{cell.x0, cell.x1, cell.y + px(20), px(18)};
        const float right = file.there ? 0 : text_width(fonts.words, "not found") + px(8);
        cell_text({top.x0, top.x1 - right, top.y, top.height}, fonts.words, file.there ? color::text : color::disabled,
                  file.name);
        if (!file.there) cell_text(top, fonts.words, color::error, "not found", Align::Right);
        const float kind = text_width(fonts.small, file.kind);
        cell_text({low.x0, low.x1 - kind - px(8), low.y, low.height}, fonts.small, color::disabled, file.folder);
        cell_text(low, fonts.small, color::disabled, file.kind, Align::Right);
        if (!over) continue;
        ImGui::SetTooltip("%s", decode(file.path).c_str());
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) context.ask.open = {file.path};
    }
}

void sample_list(PanelContext& context, FilesState& state) {
    if (state.samples.empty() || !section("Samples")) return;
    for (const SampleFile& sample : state.samples)
        if (simple_row(base_name(sample.path), sample.title, color::text)) context.ask.open = {sample.path};
}

ImU32 color_of(PartStatus status) {
    switch (status) {
    case PartStatus::Missing:
        return color::error;
    case PartStatus::Clash:
        return color::warning;
    default:
        return color::good;
    }
}

void part(PanelContext& context, const PartRow& p) {
    const Cell row = next_row(px(20)), cell = inner(row);
    const bool missing = p.status == PartStatus::Missing, over = mouse_in(row);
    if (missing)
        cell_fill(row, color::missing_row);
    else if (over)
        cell_fill(row, color::hovered);
    cell_square(cell.x0, row, color_of(p.status), missing);
    const float width = cell.x1 - cell.x0;
    const std::string last = missing ? "Find…" : p.size;
    const float last_width = std::max(text_width(missing ? fonts.words : fonts.mono, last), px(68));
    // Names need the room: of narrow rows the square and the colours tell the status, and the extension the role.
    const bool wide = width > px(360);
    const float status_x = cell.x1 - last_width - px(wide ? 56 : 0);
    const float role_x = wide ? cell.x0 + px(16) + (status_x - cell.x0 - px(16)) * 0.6f : status_x;
    const bool cut = cell_name({cell.x0 + px(16), role_x - px(8), row.y, row.height}, fonts.words,
                               missing ? color::error : color::text, p.name);
    if (wide) {
        cell_text({role_x, status_x - px(4), row.y, row.height}, fonts.words, color::second, p.role);
        cell_text({status_x, cell.x1 - last_width - px(8), row.y, row.height}, fonts.words,
                  missing ? color::error : color::second, name_of(p.status), Align::Right);
    }
    cell_text({cell.x1 - last_width, cell.x1, row.y, row.height}, missing ? fonts.words : fonts.mono,
              missing ? color::selection : color::second, last, Align::Right);
    if (!p.below.empty()) {
        const Cell line = inner(next_row(px(20)));
        cell_text({line.x0 + px(16), line.x1, line.y, line.height}, fonts.words, color::second, p.below);
    }
    if (!over) return;
    std::string tip = cut || !wide ? fmt::format("{}\n{}, {}", p.name, p.role, name_of(p.status)) : "";
    if (!p.tip.empty()) tip += (tip.empty() ? "" : "\n") + std::string(missing ? "looked for at\n" : "") + p.tip;
    if (!tip.empty()) ImGui::SetTooltip("%s", tip.c_str());
    if (missing && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ask_command(context.ask, "Add parts…");
}

std::string verdict(std::size_t all, std::size_t missing) {
    return missing ? fmt::format("{} found, {} missing", all - missing, missing) : fmt::format("{} found", all);
}

void example_row(PanelContext& context, const NameExample& example) {
    if (example.doc < 0) return;
    const Document& doc = *context.app.scene.docs[static_cast<std::size_t>(example.doc)];
    const Cell row = next_row(px(20)), cell = inner(row);
    const bool over = mouse_in(row);
    if (over) cell_fill(row, color::hovered);
    const std::string line = fmt::format("line {}", example.line);
    const std::string bytes = hex_text(std::as_bytes(std::span(example.raw)), 4);
    const float width = text_width(fonts.mono_small, bytes),
                name = cell.x0 + text_width(fonts.mono_small, line) + px(12);
    cell_text(cell, fonts.mono_small, color::disabled, line);
    cell_text({name, cell.x1 - width - px(12), cell.y, cell.height}, fonts.words, color::text,
              decode(example.raw, doc.text(context.app.settings.encoding)));
    cell_text({cell.x1 - width, cell.x1, cell.y, cell.height}, fonts.mono_small, color::second, bytes, Align::Right);
    if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        context.ask.select = select_bytes(context.app, example.doc, example.where);
}

const char* name_of(Encoding encoding) {
    const char* const names[] = {"", "UTF-8", "GBK", "Big5", "Shift-JIS", "Latin-1"};
    return names[static_cast<int>(encoding)];
}

void encodings(PanelContext& context, const NameExample& example) {
    std::string known;
    if (example.doc >= 0) known = name_of(context.app.scene.docs[static_cast<std::size_t>(example.doc)]->encoding);
    if (!known.empty()) known = "by its bytes: " + known;
    if (!section("Text of names", known.c_str(), example.doc >= 0)) return;
    const std::pair<const char*, Encoding> list[] = {
        {"Guess", Encoding::Guess}, {"UTF-8", Encoding::Utf8},         {"GBK", Encoding::Gbk},
        {"Big5", Encoding::Big5},   {"Shift-JIS", Encoding::ShiftJis}, {"Latin-1", Encoding::Latin1}};
    ImGui::Dummy({0, px(4)});
    ImGui::SetCursorPosX(px(12));
    for (const auto& [label, encoding] : list) {
        const float room = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x - px(12);
        if (ImGui::GetCursorScreenPos().x + button_width(label) > room) {
            ImGui::NewLine();
            ImGui::SetCursorPosX(px(12));
        }
        if (tab_button(label, context.app.settings.encoding == encoding)) context.ask.encoding = encoding;
        ImGui::SameLine(0, px(1));
    }
    ImGui::NewLine();
    example_row(context, example);
    ImGui::Dummy({0, px(4)});
}

// "p0_800.skc": the same body with at most so many triangles.
std::string detail_of(std::string_view name) {
    const std::string low = lower(name);
    const std::size_t line = low.rfind('_');
    if (!low.ends_with(".skc") || line == std::string::npos) return "";
    const auto triangles = parse_int(std::string_view(low).substr(line + 1, low.size() - line - 5));
    if (!triangles || *triangles <= 0) return "";
    return *triangles == 800   ? "middle detail"
           : *triangles == 300 ? "low detail"
                               : fmt::format("detail {}", *triangles);
}

// Another level of detail of a body that is open takes its place; the rest of the scene stays.
bool replace_mesh(PanelContext& context, const std::string& path) {
    const auto figure = [](const std::string& file) {
        const std::string stem = lower(stem_of(base_name(file)));
        return detail_of(base_name(file)).empty() ? stem : stem.substr(0, stem.rfind('_'));
    };
    for (const DocumentPtr& doc : context.app.scene.docs) {
        const bool mesh = lower(doc->path).ends_with(".skc") && lower(path).ends_with(".skc");
        if (!mesh || figure(doc->path) != figure(path)) continue;
        context.ask.reopen = context.app.opened;
        std::erase(context.ask.reopen, doc->path);
        context.ask.reopen.push_back(path);
        return true;
    }
    return false;
}

void folder(PanelContext& context, FilesState& state) {
    if (!section("Folder", two_levels(state.folder).c_str())) return;
    if (!state.folder_why.empty()) simple_row(state.folder_why, "", color::error);
    for (const FileEntry& e : state.entries) {
        const std::string path = join(state.folder, e.name);
        const bool in_use = std::any_of(context.app.scene.docs.begin(), context.app.scene.docs.end(),
                                        [&](const DocumentPtr& d) { return base_name(d->path) == e.name; });
        const std::string detail = detail_of(e.name);
        const std::string kind = detail.empty() ? e.kind : fmt::format("{}, {}", e.kind, detail);
        if (!simple_row(decode(e.name), kind, in_use ? color::selected_text : color::text, false)) continue;
        if (ImGui::GetIO().KeyCtrl)
            context.ask.add = {path};
        else if (in_use || !replace_mesh(context, path))
            context.ask.open = {path};
    }
}

void footer(PanelContext& context, const FilesState& state) {
    const std::size_t missing = state.missing + state.missing_textures;
    const Cell row = next_row(px(24)), cell = inner(row);
    cell_fill(row, color::header);
    if (context.app.empty()) {
        const bool over = mouse_in(row) && !state.recent.empty();
        cell_text(cell, fonts.words, over ? color::text : color::second, "Clear recent");
        if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) context.ask.clear_recent = true;
        return;
    }
    std::string text = missing ? "" : "all parts found";
    if (state.missing) text = counted(state.missing, "part");
    if (state.missing_textures) text += (text.empty() ? "" : " and ") + counted(state.missing_textures, "texture");
    if (missing) text += " missing";
    cell_text(cell, fonts.words, missing ? color::error : color::good, text);
    const std::string_view hint = "Ctrl + click adds a part";
    if (text_width(fonts.words, text) + px(16) + text_width(fonts.words, hint) <= cell.x1 - cell.x0)
        cell_text(cell, fonts.words, color::disabled, hint, Align::Right);
}
}  // namespace

void draw_files(PanelContext& context) {
    FilesState& state = context.states.get<FilesState>();
    look(context.app, state);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGui::BeginChild("list", some({ImGui::GetContentRegionAvail().x, ImGui::GetContentRegionAvail().y - px(24)}));
    ImGui::Dummy({0, px(4)});
    if (!context.app.empty()) {
        if (section("Parts of this scene", verdict(state.parts.size(), state.missing).c_str()))
            for (const PartRow& row : state.parts) part(context, row);
        ImGui::Dummy({0, px(8)});
        if (!state.textures.empty()) {
            if (section("Textures", verdict(state.textures.size(), state.missing_textures).c_str()))
                for (const PartRow& row : state.textures) part(context, row);
            ImGui::Dummy({0, px(8)});
        }
        encodings(context, state.example);
        folder(context, state);
        ImGui::Dummy({0, px(8)});
    }
    recent_files(context, state);
    ImGui::Dummy({0, px(8)});
    sample_list(context, state);
    ImGui::EndChild();
    footer(context, state);
    ImGui::PopStyleVar();
}

}  // namespace bonescope
