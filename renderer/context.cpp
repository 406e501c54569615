#include "renderer/context.h"
#include <cstring>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

namespace bonescope {
namespace {

EGLDisplay display_of(EGLenum platform, void* native) {
    const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    return get ? get(platform, native, nullptr) : EGL_NO_DISPLAY;
}

EGLDisplay first_device() {
    const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    EGLDeviceEXT device = nullptr;
    EGLint found = 0;
    if (!query || !query(1, &device, &found) || found < 1) return EGL_NO_DISPLAY;
    return display_of(EGL_PLATFORM_DEVICE_EXT, device);
}

// An OpenGL 3.3 core context on the display, without a surface; empty `why` on success.
EGLContext context_on(EGLDisplay display, std::string& why) {
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) {
        why = "not available";
        return EGL_NO_CONTEXT;
    }
    const char* extensions = eglQueryString(display, EGL_EXTENSIONS);
    const EGLint wanted[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    const EGLint config_wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint configs = 0;
    EGLContext context = EGL_NO_CONTEXT;
    if (!extensions || !std::strstr(extensions, "EGL_KHR_surfaceless_context"))
        why = "draws only to surfaces";
    else if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, config_wanted, &config, 1, &configs) || !configs)
        why = "has no OpenGL";
    else if ((context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted)) == EGL_NO_CONTEXT)
        why = "has no OpenGL 3.3 core";
    else if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        why = "refused to make the context current";
    if (why.empty()) return context;
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
    return EGL_NO_CONTEXT;
}

}  // namespace

std::unique_ptr<HeadlessContext> HeadlessContext::open(std::string& why) {
    struct Try {
        const char* name;
        EGLDisplay (*display)();
    };
    const Try tries[] = {
        {"surfaceless", [] { return display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY); }},
        {"device", first_device},
        {"default display", [] { return eglGetDisplay(EGL_DEFAULT_DISPLAY); }},
    };
    why = "no OpenGL context without a window:";
    for (const auto& [name, display] : tries) {
        std::string reason;
        const EGLDisplay at = display();
        if (const EGLContext context = context_on(at, reason); context != EGL_NO_CONTEXT) {
            std::unique_ptr<HeadlessContext> out(new HeadlessContext(at, context));
            if (gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress))) return why.clear(), std::move(out);
            reason = "lacks OpenGL functions";
        }
        why += std::string(" EGL ") + name + " " + reason + ";";
    }
    why.back() = '.';
    return nullptr;
}

HeadlessContext::~HeadlessContext() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    eglTerminate(display_);
}

}  // namespace bonescope
