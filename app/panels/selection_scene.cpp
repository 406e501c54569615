// What there is to say about meshes and about the scene as a whole.
#include "app/panels/selection_parts.h"
#include "core/text.h"

namespace bonescope {
namespace {

ImU32 severity_color(Severity severity) {
    return severity == Severity::Error ? color::error : severity == Severity::Warning ? color::warning : color::note;
}

const char* name_of(Primitive primitive) {
    const char* const names[] = {"points", "lines", "line strip", "triangles", "triangle strip", "triangle fan"};
    return names[static_cast<int>(primitive)];
}

void texture_rows(SectionContext& context, const MeshUse& use) {
    const App& app = context.app();
    const Mesh& mesh = use.get();
    const bool has = use.material >= 0;
    const std::string& name = has ? app.scene.materials[use.material].get().name : mesh.material;
    if (mesh.slot >= 0) fact_row(context, "material slot", fmt::format("{}", mesh.slot));
    fact_row(context, "material", name.empty() ? "none" : shown(app, name), has ? color::text : color::warning, name);
    if (!has) {
        if (!mesh.material.empty() || mesh.slot >= 0) message_row("the material was not found", color::warning);
        return;
    }
    const MaterialUse& material = app.scene.materials[use.material];
    if (material.get().texture.empty()) {
        fact_row(context, "texture", "none", color::disabled);
        return;
    }
    const bool found = material.texture >= 0 && !app.scene.textures[material.texture].path.empty();
    fact_row(context, "texture", shown(app, material.get().texture), found ? color::text : color::error,
             found ? std::string_view(app.scene.textures[material.texture].path) : std::string_view());
    message_row(found ? app.scene.textures[material.texture].path : "not found", found ? color::second : color::error);
}

void vertex_rows(SectionContext& context, const SetUse& use, uint32_t vertex, const SetFrame* frame) {
    const App& app = context.app();
    const VertexSet& set = use.get();
    axis_heads(3);
    if (!set.position.empty()) {
        const vec3 stored = use.doc->triple(set.position, vertex);
        numbers_row(context, "stored", &stored.x, 3);
    }
    if (frame && vertex < frame->position.size()) numbers_row(context, "posed", &frame->position[vertex].x, 3);
    if (!set.normal.empty()) {
        const vec3 normal = use.doc->triple(set.normal, vertex);
        numbers_row(context, "normal", &normal.x, 3);
    }
    if (!set.physical.empty()) {
        const float weight = use.doc->number(set.physical, vertex);
        fact_row(context, "spring weight", fmt::format("{:.4f}", weight), weight > 0 ? color::text : color::disabled);
    }
    for (std::size_t i = 0; i < set.uv.size(); ++i) {
        const float uv[] = {use.doc->number(set.uv[i], vertex, 0), use.doc->number(set.uv[i], vertex, 1)};
        numbers_row(context, i ? fmt::format("uv {}", i) : "uv", uv, 2);
    }
    const Influences& bound = use.bound;
    const Skeleton* skeleton = app.scene.skeleton();
    if (bound.empty() || !skeleton || vertex + 1 >= bound.first.size()) {
        fact_row(context, "influences", "none", color::disabled);
        return;
    }
    for (uint32_t i = bound.first[vertex]; i < bound.first[vertex + 1]; ++i) {
        const int joint = bound.joint[i];
        const bool known = joint >= 0 && joint < static_cast<int>(skeleton->joints.size());
        const std::string name = known ? shown(app, skeleton->joints[joint].name) : fmt::format("joint {}", joint);
        if (fact_row(context, name, fmt::format("{:.4f}", bound.weight[i]), color::text,
                     fmt::format("{}", bound.weight[i])) &&
            known)
            context.panel.ask.select = select_joint(app, joint);
    }
}

// Of each document and of the scene as a whole, each kind once.
struct SceneNotes {
    uint64_t scene_id = ~uint64_t{0};
    std::vector<std::vector<Alike>> docs;
    std::vector<Alike> scene;

    void update(const App& app) {
        if (scene_id == app.scene_id) return;
        scene_id = app.scene_id;
        docs.clear();
        for (const DocumentPtr& doc : app.scene.docs) docs.push_back(group_alike(doc->notes));
        scene = group_alike(app.scene.notes);
    }
};

void notes_of(SectionContext& context, const std::vector<Alike>& notes, int doc) {
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, notes.size()); ++i) {
        const Finding& note = *notes[i].first;
        if (note_row(decode(message_of(notes[i])), note.severity) && doc >= 0 && note.placed)
            context.panel.ask.select = select_bytes(context.app(), doc, note.where);
    }
    if (notes.size() > most) message_row(fmt::format("and {} other kinds", spaced(notes.size() - most)));
}

}  // namespace

bool fact_row(SectionContext& context, std::string_view label, std::string_view value, ImU32 ink,
              std::string_view full) {
    const Cell row = next_row(px(20));
    const bool over = mouse_in(row);
    const float room = (row.x1 - row.x0) * 0.5f;
    const float label_width = std::min(text_width(fonts.words, label.substr(0, 256)), room);
    bool cut = cell_text({row.x0 + px(12), row.x0 + px(13) + label_width, row.y, row.height}, fonts.words,
                         color::second, label);
    cut |= cell_text({row.x0 + px(24) + label_width, row.x1 - px(12), row.y, row.height}, fonts.mono, ink, value,
                     Align::Right);
    const std::string_view whole = full.empty() ? value : full;
    context.copy.offer(row, whole);
    if (over && cut) tooltip(fmt::format("{}  {}", label, whole));
    return over && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

namespace {

void wrapped(std::string_view text, ImU32 ink, float indent) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorScreenPos({at.x + indent, at.y + px(2)});
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - indent - px(12));
    ImGui::PushStyleColor(ImGuiCol_Text, ink);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ImGui::SetCursorScreenPos({at.x, ImGui::GetCursorScreenPos().y + px(2)});
}

}  // namespace

void message_row(std::string_view text, ImU32 ink, float indent) { wrapped(text, ink, indent); }

bool note_row(std::string_view text, Severity severity) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    cell_square(at.x + px(12), {at.x, at.x, at.y, px(20)}, severity_color(severity));
    wrapped(text, color::text, px(28));
    const bool over = mouse_in({at.x, at.x + ImGui::GetWindowWidth(), at.y, ImGui::GetCursorScreenPos().y - at.y});
    return over && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

namespace {

// What a thing in the hand follows.
void hang_row(SectionContext& context, int set) {
    const App& app = context.app();
    const SetUse& use = app.scene.sets[static_cast<std::size_t>(set)];
    const Skeleton* skeleton = app.scene.skeleton();
    if (!use.loose || !skeleton) return;
    const auto name = [&](int joint) {
        return joint < 0 ? std::string("nothing") : shown(app, skeleton->joints[static_cast<std::size_t>(joint)].name);
    };
    ImGui::SetCursorPosX(px(12));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color::vec(color::second), "hangs on");
    ImGui::SameLine(px(110));
    ImGui::SetNextItemWidth(ImGui::GetWindowWidth() - px(122));
    if (!ImGui::BeginCombo("##hangs", name(use.hung_on).c_str())) return;
    const auto offer = [&](int joint) {
        if (ImGui::Selectable(name(joint).c_str(), joint == use.hung_on)) context.panel.ask.hang = {set, joint};
    };
    offer(-1);
    for (const bool socket : {true, false})
        for (int j = 0; j < static_cast<int>(skeleton->joints.size()); ++j)
            if (skeleton->joints[static_cast<std::size_t>(j)].socket == socket) offer(j);
    ImGui::EndCombo();
}

}  // namespace

void draw_mesh_facts(SectionContext& context) {
    const App& app = context.app();
    const Selection& s = context.selection();
    if (s.mesh < 0 || s.mesh >= static_cast<int>(app.scene.meshes.size())) return;
    const MeshUse& use = app.scene.meshes[s.mesh];
    const Mesh& mesh = use.get();
    if (section("Mesh", name_of(mesh.primitive))) {
        fact_row(context, "name", mesh.name.empty() ? "none" : shown(app, mesh.name), color::text, mesh.name);
        texture_rows(context, use);
        if (use.set >= 0) fact_row(context, "vertices", spaced(app.scene.sets[use.set].get().vertices));
        if (use.set >= 0) hang_row(context, use.set);
        fact_row(context, "indices", spaced(mesh.indices));
        const uint64_t corners = mesh.indices;
        const bool strip = mesh.primitive == Primitive::TriangleStrip || mesh.primitive == Primitive::TriangleFan;
        if (mesh.primitive >= Primitive::Triangles)
            fact_row(context, "triangles", spaced(strip ? (corners > 2 ? corners - 2 : 0) : corners / 3));
    }
    if (use.set < 0 || s.vertex < 0) return;
    const SetUse& set = app.scene.sets[use.set];
    if (s.vertex >= static_cast<int>(set.get().vertices)) return;
    const SetFrame* frame = use.set < static_cast<int>(app.frame.sets.size()) ? &app.frame.sets[use.set] : nullptr;
    if (section("Vertex", fmt::format("{} of {}", s.vertex, set.get().vertices).c_str()))
        vertex_rows(context, set, static_cast<uint32_t>(s.vertex), frame);
}

namespace {

// The layouts that a file could have by its version; another one is a click away.
void dialect_rows(SectionContext& context, const Document& doc) {
    if (doc.dialects.size() < 2) {
        if (!doc.dialect.empty()) fact_row(context, "dialect", doc.dialect);
        return;
    }
    const auto by_hand = context.app().dialects.find(doc.path);
    const bool chosen = by_hand != context.app().dialects.end() && !by_hand->second.empty();
    if (fact_row(context, "layout", chosen ? "chosen by hand" : "the one that fits best",
                 chosen ? color::selection : color::second,
                 chosen ? "Click: read it as fits best again" : "the layout that fits its bytes best") &&
        chosen)
        context.panel.ask.dialect = {doc.path, ""};
    for (const Dialect& dialect : doc.dialects) {
        const Cell row = next_row(px(20));
        const bool in_use = dialect.name == doc.dialect, over = mouse_in(row);
        if (in_use)
            mark_selected(row);
        else if (over)
            cell_fill(row, color::hovered);
        cell_text({row.x0 + px(24), row.x1 - px(12), row.y, row.height}, fonts.words,
                  in_use ? color::selected_text : color::text, dialect.name);
        message_row(dialect.verdict, color::second, px(24));
        if (!over) continue;
        if (!in_use) tooltip("Click: read the file in this layout");
        if (!in_use && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            context.panel.ask.dialect = {doc.path, dialect.name};
    }
}

}  // namespace

void draw_scene_summary(SectionContext& context) {
    const App& app = context.app();
    auto& notes = context.panel.states.get<SceneNotes>();
    notes.update(app);
    for (std::size_t i = 0; i < app.scene.docs.size(); ++i) {
        const Document& doc = *app.scene.docs[i];
        const std::string name = file_name(doc.path);
        ImGui::PushID(static_cast<int>(i));
        if (section(name.c_str(), doc.readable ? "" : "not readable")) {
            fact_row(context, "format", doc.format.empty() ? "not recognised" : doc.format);
            if (!doc.version.empty()) fact_row(context, "version", shown(app, doc.version));
            dialect_rows(context, doc);
            fact_row(context, "size", spaced(doc.file.size()) + " bytes", color::text,
                     fmt::format("{}", doc.file.size()));
            notes_of(context, notes.docs[i], static_cast<int>(i));
        }
        ImGui::PopID();
    }
    if (!app.scene.notes.empty() && section("How the parts fit")) notes_of(context, notes.scene, -1);
}

}  // namespace bonescope
