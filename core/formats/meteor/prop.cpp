#include "core/formats/meteor/prop.h"
#include "core/text.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace bonescope::meteor {
namespace {

constexpr float clear_alpha = 0.1f;  // what is nearly clear must not hide what is drawn later

void note(Document& doc, const Shader& shader, Severity severity, std::string_view message) {
    doc.note(severity, fmt::format("{} of {} at offset {}", message, doc.materials.back().name, shader.where.at),
             shader.where, shader.line);
}

std::string single_blanks(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (!(c == ' ' || c == '\t') || (!out.empty() && out.back() != ' ')) out += c == '\t' ? ' ' : c;
    while (out.ends_with(' ')) out.pop_back();
    return out;
}

// As the source's and the picture's factors are written: sa the source's alpha, s its colour.
void set_blend(Document& doc, const Shader& shader, Material& material) {
    const std::string blend = lower(single_blanks(shader.blend));
    if (blend == "enable sa 1-sa")
        material.blend = BlendMode::Alpha;
    else if (blend == "enable sa 1" || blend == "enable s 1")
        material.blend = BlendMode::Add;
    else if (blend == "enable 0 1-s") {
        material.blend = BlendMode::Modulate;
        note(doc, shader, Severity::Info,
             "blend: \"ENABLE 0 1-s\" is drawn as a product with the colour, not with its rest,");
    } else if (!blend.starts_with("disable"))
        note(doc, shader, Severity::Warning,
             fmt::format("blend: expected DISABLE, or ENABLE with factors that are known, found \"{}\"",
                         decode(shader.blend, doc.encoding)));
}

void set_kind(Document& doc, const Shader& shader, Material& material) {
    const std::string kind = lower(shader.kind);
    if (kind == "alphachannel")
        material.alpha_reject = clear_alpha;
    else if (kind == "colorkey")
        note(doc, shader, Severity::Info, "texture kind: COLORKEY is not drawn, the key stays visible");
    else if (kind != "normal")
        note(doc, shader, Severity::Warning,
             fmt::format("texture kind: expected NORMAL, ALPHACHANNEL or COLORKEY, found \"{}\"",
                         decode(shader.kind, doc.encoding)));
}

void check_faces(Document& doc, const VertexSet& set, const std::vector<Face>& faces) {
    const auto lost = std::count_if(faces.begin(), faces.end(), [&](const Face& face) {
        return std::any_of(face.corner, face.corner + 3, [&](uint32_t corner) { return corner >= set.vertices; });
    });
    const auto bare = std::count_if(faces.begin(), faces.end(), [&](const Face& face) {
        return face.shader < -1 || face.shader >= static_cast<int64_t>(doc.materials.size());
    });
    const std::string who = fmt::format("object \"{}\" at offset {}", decode(set.name, doc.encoding), set.where.at);
    if (lost)
        doc.note(
            Severity::Error,
            fmt::format("{}: {} faces name a vertex that is not there: expected numbers below {}; they are left out",
                        who, lost, set.vertices),
            set.where);
    if (bare)
        doc.note(Severity::Warning,
                 fmt::format("{}: {} faces name a shader that is not there: expected -1 or numbers below {}", who, bare,
                             doc.materials.size()),
                 set.where);
}

}  // namespace

Count ObjectCounts::all() const {
    if (!objects.said || *objects.said < 0 || dummies.said.value_or(0) < 0) return {};
    return {*objects.said + dummies.said.value_or(0), objects.at};
}

bool at_object_counts(Words& words) { return words.at("SceneObjects"); }

void read_object_counts(Words& words, ObjectCounts& out) {
    const uint32_t from = words.next().where.at;
    out.objects = words.count("SceneObjects");
    if (words.at("DummeyObjects") || words.at("DummyObjects")) {
        words.next();
        out.dummies = words.count("DummeyObjects");
    }
    words.claim("SceneObjects", from);
}

void add_material(Document& doc, std::span<const std::string> textures, const Shader& shader) {
    const auto index = static_cast<std::size_t>(shader.texture);
    Material& material = doc.materials.emplace_back();
    material.name = fmt::format("shader {}", doc.materials.size() - 1);
    material.where = shader.where;
    if (shader.texture >= 0 && index < textures.size())
        material.texture = textures[index];
    else if (shader.texture != -1)
        note(doc, shader, Severity::Warning,
             fmt::format("texture: expected -1 or a number below {}, found {}", textures.size(), shader.texture));
    if (shader.two_sided) material.cull = Cull::None;
    set_blend(doc, shader, material);
    set_kind(doc, shader, material);
    material.diffuse.w = shader.opacity;
    if (shader.opacity < 1 && material.blend == BlendMode::Opaque) material.blend = BlendMode::Alpha;
    if (!(shader.opacity >= 0 && shader.opacity <= 1))
        note(doc, shader, Severity::Warning, fmt::format("opacity: expected 0 to 1, found {}", shader.opacity));
}

void add_object(Document& doc, VertexSet set, std::vector<Face> faces) {
    const auto object = static_cast<int32_t>(doc.sets.size());
    check_faces(doc, set, faces);
    set.influences.first.resize(std::size_t{set.vertices} + 1);
    std::iota(set.influences.first.begin(), set.influences.first.end(), 0u);
    set.influences.joint.assign(set.vertices, object);
    set.influences.weight.assign(set.vertices, 1.f);
    std::stable_sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.shader < b.shader; });
    for (std::size_t i = 0, end = 0; i < faces.size(); i = end) {
        const int32_t shader = faces[i].shader;
        Mesh mesh;
        mesh.name = set.name;
        mesh.goes_on = i > 0;
        mesh.set = object;
        mesh.where = set.where;
        mesh.first = static_cast<uint32_t>(doc.lists.size());
        for (end = i; end < faces.size() && faces[end].shader == shader; ++end)
            doc.lists.insert(doc.lists.end(), faces[end].corner, faces[end].corner + 3);
        mesh.indices = static_cast<uint32_t>(doc.lists.size()) - mesh.first;
        if (shader >= 0 && static_cast<uint32_t>(shader) < doc.materials.size()) mesh.own = shader;
        doc.meshes.push_back(std::move(mesh));
    }
    doc.sets.push_back(std::move(set));
}

void add_stand_in(Document& doc) {
    if (doc.sets.empty()) return;
    Skeleton& skeleton = doc.skeletons.emplace_back();
    skeleton.stand_in = true;
    for (const VertexSet& set : doc.sets) {
        Joint joint;
        joint.name = set.name;
        joint.id = static_cast<int>(skeleton.joints.size());
        joint.where = set.where;
        skeleton.joints.push_back(std::move(joint));
    }
    skeleton.order = parents_first(skeleton.joints);
}

}  // namespace bonescope::meteor
