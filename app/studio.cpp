#include "app/studio.h"
#include "app/theme.h"
#include "core/text.h"
#include <imgui_impl_opengl3.h>

namespace bonescope {

std::unique_ptr<Studio> Studio::open(float scale, const std::string& words, std::string& why) {
    std::unique_ptr<HeadlessContext> context = HeadlessContext::open(why);
    if (!context) return nullptr;
    std::unique_ptr<Studio> out(new Studio());
    out->context_ = std::move(context);
    out->painter_ = std::make_unique<ScenePainter>();
    out->target_ = std::make_unique<Target>();
    out->imgui_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(out->imgui_);
    ImGui::GetIO().IniFilename = nullptr;
    build_fonts(scale, words);
    out->words_ = ImGui_ImplOpenGL3_Init("#version 330 core");
    return out;
}

Studio::~Studio() {
    if (words_) ImGui_ImplOpenGL3_Shutdown();
    if (imgui_) ImGui::DestroyContext(imgui_);
    target_.reset();
    painter_.reset();
}

std::vector<std::string> Studio::set_scene(const Scene& scene) {
    painter_->set_scene(scene);
    painter_->take_textures(scene, true);
    return painter_->take_faults();
}

Picture Studio::take(const Scene& scene, const Frame& frame, const SceneLook& look, int width, int height,
                     const Caption& caption) {
    target_->resize(width, height, 4);
    painter_->set_frame(scene, frame);
    painter_->draw(scene, frame, look, *target_);
    const ImVec2 size{static_cast<float>(width), static_cast<float>(height)};
    if (words_)
        draw_words(
            [&](ImDrawList& list) {
                draw_overlay(list, {0, 0}, size, scene, frame, look, painter_->ground(), caption);
            },
            *target_);
    return {width, height, target_->read()};
}

void Studio::draw_words(const std::function<void(ImDrawList&)>& draw, const Target& target) {
    ImGui::SetCurrentContext(imgui_);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(target.width()), static_cast<float>(target.height())};
    io.DeltaTime = 1.f / 60;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    draw(*ImGui::GetBackgroundDrawList());
    ImGui::Render();
    target.bind_resolved();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

std::string words_of(const Scene& scene, Encoding encoding) {
    std::string out;
    if (const Skeleton* skeleton = scene.skeleton())
        for (const Joint& joint : skeleton->joints) out += decode(joint.name, encoding);
    for (const ClipUse& clip : scene.clips) out += name_of(clip, encoding);
    return out;
}

}  // namespace bonescope
