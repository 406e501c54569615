// An OpenGL 3.3 core context without a window or a display, for pictures and tests.
#pragma once
#include <memory>
#include <string>

namespace bonescope {

class HeadlessContext {
public:
    // Makes a context and makes it current on this thread. Null when there is none; `why` then says what was tried.
    static std::unique_ptr<HeadlessContext> open(std::string& why);
    ~HeadlessContext();
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

private:
    HeadlessContext(void* display, void* context) : display_(display), context_(context) {}
    void *display_, *context_;  // EGLDisplay, EGLContext
};

}  // namespace bonescope
