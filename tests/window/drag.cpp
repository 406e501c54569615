#include "tests/window/drag.h"
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>
#include <X11/Xatom.h>
#include <X11/Xlib.h>

namespace bonescope::test {

namespace {

constexpr long version = 5;

// RFC 3986: all but the unreserved characters and the slashes of the path.
std::string uri_list(const std::vector<std::filesystem::path>& files) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    std::string out;
    for (const auto& file : files) {
        out += "file://";
        for (const char c : file.string()) {
            char escape[4];
            std::snprintf(escape, sizeof escape, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
            out += plain.find(c) == plain.npos ? escape : std::string(1, c);
        }
        out += "\r\n";
    }
    return out;
}

class Drag {
public:
    Drag(const std::string& display, Window target) : display_(XOpenDisplay(display.c_str())), target_(target) {
        if (!display_) return;
        source_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
        XSetSelectionOwner(display_, atom("XdndSelection"), source_, CurrentTime);
    }
    ~Drag() {
        if (display_) XCloseDisplay(display_);
    }
    Drag(const Drag&) = delete;
    Drag& operator=(const Drag&) = delete;

    std::string drop(int x, int y, const std::string& content) {
        if (!display_) return "the display cannot be opened";
        if (!aware()) return "the window takes no drops";
        int root_x = 0, root_y = 0;
        Window ignored = 0;
        XTranslateCoordinates(display_, target_, DefaultRootWindow(display_), x, y, &root_x, &root_y, &ignored);
        send("XdndEnter", {version << 24, static_cast<long>(atom("text/uri-list")), 0, 0});
        send("XdndPosition",
             {0, (long{root_x} << 16) | root_y, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
        const std::optional<long> status = wait_for("XdndStatus", content);
        if (!status || !(*status & 1)) return "the window refuses the drop";
        send("XdndDrop", {0, CurrentTime, 0, 0});
        // GLFW 3.3 puts the number of bytes where the flag of success belongs, so that it tells nothing.
        if (!wait_for("XdndFinished", content)) return "the window did not finish the drop";
        return asked_ ? "" : "the window did not ask for the files";
    }

private:
    Atom atom(const char* name) const { return XInternAtom(display_, name, 0); }

    bool aware() const {
        Atom type = 0;
        int format = 0;
        unsigned long count = 0, left = 0;
        unsigned char* data = nullptr;
        XGetWindowProperty(display_, target_, atom("XdndAware"), 0, 1, 0, XA_ATOM, &type, &format, &count, &left,
                           &data);
        if (data) XFree(data);
        return count == 1;
    }

    void send(const char* message, std::array<long, 4> words) {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = target_;
        event.xclient.message_type = atom(message);
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long>(source_);
        for (std::size_t i = 0; i < words.size(); ++i) event.xclient.data.l[i + 1] = words[i];
        XSendEvent(display_, target_, 0, 0, &event);
        XFlush(display_);
    }

    void answer(const XSelectionRequestEvent& request, const std::string& content) {
        XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(content.data()), static_cast<int>(content.size()));
        XEvent event{};
        event.xselection.type = SelectionNotify;
        event.xselection.requestor = request.requestor;
        event.xselection.selection = request.selection;
        event.xselection.target = request.target;
        event.xselection.property = request.property;
        event.xselection.time = request.time;
        XSendEvent(display_, request.requestor, 0, 0, &event);
        XFlush(display_);
        asked_ = true;
    }

    // The flags of the message, once it comes; requests for the files are answered meanwhile.
    std::optional<long> wait_for(const char* message, const std::string& content) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (std::chrono::steady_clock::now() < until) {
            if (!XPending(display_)) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
                continue;
            }
            XEvent event;
            XNextEvent(display_, &event);
            if (event.type == SelectionRequest) answer(event.xselectionrequest, content);
            if (event.type == ClientMessage && event.xclient.message_type == atom(message))
                return event.xclient.data.l[1];
        }
        return std::nullopt;
    }

    Display* display_ = nullptr;
    Window target_ = 0, source_ = 0;
    bool asked_ = false;
};

}  // namespace

std::string drop_files(const std::string& display, unsigned long window, int x, int y,
                       const std::vector<std::filesystem::path>& files) {
    return Drag(display, window).drop(x, y, uri_list(files));
}

}  // namespace bonescope::test
