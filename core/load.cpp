#include "core/load.h"
#include "core/far_places.h"
#include "core/text.h"
#include "core/xml_notes.h"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bonescope {
namespace {

constexpr uint64_t largest_file = 0xFFFF'0000u;

void parse_guarded(Document& doc, const Format& format) {
    try {
        format.parse(doc);
    } catch (const Fail& fail) { doc.note(Severity::Error, fail.what, fail.where); } catch (const std::bad_alloc&) {
        doc.note(Severity::Error, "not enough memory for the rest of this file");
    } catch (const std::exception& error) {
        doc.note(Severity::Error, fmt::format("reading stopped: {}", error.what()));
    }
}

const Foreign* foreign_kind(std::span<const byte> file) {
    const std::string_view text = text_of(file, {0, static_cast<uint32_t>(std::min<std::size_t>(file.size(), 8))});
    for (const Foreign& kind : foreign_kinds())
        if (text.starts_with(kind.start)) return &kind;
    return nullptr;
}

void claim_as_unknown(Document& doc) {
    if (const Foreign* foreign = foreign_kind(doc.file))
        doc.note(Severity::Error,
                 fmt::format("not a known format: expected a skeleton, mesh, animation or material, found {}",
                             foreign->title),
                 {0, 4});
    else if (starts_utf16(doc.file))
        doc.note(Severity::Error,
                 "not a known format: expected text in UTF-8 or another encoding of single bytes, or a binary file, "
                 "found text in UTF-16",
                 {0, 2});
    else if (doc.file.empty())
        doc.note(Severity::Error, "the file is empty: expected a skeleton, mesh, animation or material");
    else
        doc.note(Severity::Error,
                 fmt::format("not a known format: expected a skeleton, mesh, animation or material, found a file that "
                             "starts with {}",
                             hex_text(doc.file, 8)),
                 {0, static_cast<uint32_t>(std::min<std::size_t>(doc.file.size(), 8))});
}

bool is_named_like(const Format& format, std::string_view name) {
    return std::any_of(format.extensions.begin(), format.extensions.end(),
                       [&](const char* extension) { return name.ends_with(extension); });
}

// The content tells what a file is; a name that says otherwise misleads people and whatever looks for parts.
void note_misnamed(Document& doc, const Format& format) {
    const std::string name = lower(base_name(doc.path));
    const std::string_view last = std::string_view(name).substr(std::min(name.rfind('.'), name.size()));
    if (std::any_of(format.extensions.begin(), format.extensions.end(),
                    [&](std::string_view extension) { return extension.ends_with(last); }))
        return;
    for (const Format& other : formats())
        if (is_named_like(other, name))
            return doc.note(
                Severity::Warning,
                fmt::format("is named as a {} and holds a {}: it is read as what it holds", other.title, format.title));
}

// Is all that was found in the file what errors are about?
bool nothing_read(const Document& doc) {
    const auto wrong = [&](const Field& field) {
        return std::any_of(doc.notes.begin(), doc.notes.end(), [&](const Finding& note) {
            return note.severity == Severity::Error && note.where.at <= field.at &&
                   field.at + field.size <= note.where.end();
        });
    };
    constexpr std::size_t few = 8;
    const auto& fields = doc.tree.fields;
    const bool errors = std::any_of(doc.notes.begin(), doc.notes.end(),
                                    [](const Finding& note) { return note.severity == Severity::Error; });
    return errors && fields.size() < few && std::all_of(fields.begin() + !fields.empty(), fields.end(), wrong);
}

// A file whose parser recorded nothing still has a root that covers it.
void ensure_root(Document& doc) {
    if (!doc.tree.fields.empty()) return;
    Field field;
    field.name = "file";
    field.size = static_cast<uint32_t>(doc.file.size());
    field.end = 1;
    doc.tree.fields.push_back(field);
}

DocumentPtr finish(std::shared_ptr<Document> doc) {
    ensure_root(*doc);
    return doc;
}

}  // namespace

const Format* find_format(std::span<const byte> file, std::string_view path) {
    const std::string name = lower(base_name(path));
    for (const Format& format : formats())
        if (format.recognise(file, name)) return &format;
    return nullptr;
}

const Format* format_named(std::string_view name) {
    for (const Format& format : formats())
        if (name == format.name) return &format;
    return nullptr;
}

DocumentPtr load(const std::string& path, Big<byte> file, const std::string& dialect) {
    auto doc = std::make_shared<Document>();
    doc->path = path;
    doc->file = std::move(file);
    doc->wanted_dialect = dialect;
    const Format* format = find_format(doc->file, path);
    if (!format) {
        claim_as_unknown(*doc);
        return finish(std::move(doc));
    }
    doc->format = format->name;
    doc->readable = true;
    parse_guarded(*doc, *format);
    if (nothing_read(*doc)) doc->readable = false;
    note_misnamed(*doc, *format);
    note_far_places(*doc);
    return finish(std::move(doc));
}

DocumentPtr load(const std::string& path, const std::string& dialect) {
    try {
        Big<byte> file;
        if (std::string why = read_file(path, file); !why.empty()) {
            auto doc = std::make_shared<Document>();
            doc->path = path;
            doc->note(Severity::Error, std::move(why));
            return finish(std::move(doc));
        }
        return load(path, std::move(file), dialect);
    } catch (const std::bad_alloc&) {
        auto doc = std::make_shared<Document>();
        doc->path = path;
        doc->note(Severity::Error, "not enough memory to read this file");
        return doc;
    }
}

namespace {

struct Descriptor {
    int fd;
    ~Descriptor() {
        if (fd >= 0) ::close(fd);
    }
};

std::string read_all(int fd, std::size_t size, Big<byte>& out) {
    out.resize(size);
    std::size_t done = 0;
    while (done < size) {
        const ssize_t n = ::read(fd, out.data() + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fmt::format("cannot be read: {}", std::strerror(errno));
        if (n == 0) break;
        done += static_cast<std::size_t>(n);
    }
    out.resize(done);
    return {};
}

}  // namespace

std::string read_file(const std::string& path, Big<byte>& out) {
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.fd < 0) return fmt::format("cannot be opened: {}", std::strerror(errno));
    struct stat info {};
    if (::fstat(file.fd, &info) != 0) return fmt::format("cannot be read: {}", std::strerror(errno));
    if (S_ISDIR(info.st_mode)) return "is a folder: expected a file";
    if (!S_ISREG(info.st_mode)) return "is not a regular file";
    const auto size = static_cast<uint64_t>(info.st_size);
    if (size > largest_file) return fmt::format("is {} bytes: files of 4 GiB and more are not supported", size);
    return read_all(file.fd, size, out);
}

namespace {

// Replaces `target` in its last form: the file behind a link, never a device, pipe or folder. Returns why it may not.
std::string find_target(std::string& target) {
    struct stat info {};
    if (::stat(target.c_str(), &info) != 0) {
        if (::lstat(target.c_str(), &info) == 0) return "is a link to nothing";
        return {};
    }
    if (!S_ISREG(info.st_mode)) return S_ISDIR(info.st_mode) ? "is a folder" : "is not a regular file";
    if (::access(target.c_str(), W_OK) != 0) return std::strerror(errno);
    if (char* real = ::realpath(target.c_str(), nullptr)) {
        target = real;
        std::free(real);
    }
    return {};
}

}  // namespace

std::string write_file(const std::string& path, std::string_view content) {
    std::string target = path;
    if (std::string why = find_target(target); !why.empty()) return why;
    std::string temporary = target + ".XXXXXX";
    const int fd = ::mkstemp(temporary.data());
    if (fd < 0) return std::strerror(errno);
    std::size_t done = 0;
    bool good = true;
    while (good && done < content.size()) {
        const ssize_t n = ::write(fd, content.data() + done, content.size() - done);
        if (n < 0 && errno == EINTR) continue;
        good = n > 0;
        if (good) done += static_cast<std::size_t>(n);
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    good = ::fchmod(fd, 0666 & ~mask) == 0 && good;
    good = ::close(fd) == 0 && good;
    if (good && ::rename(temporary.c_str(), target.c_str()) == 0) return {};
    const std::string why = std::strerror(errno);
    ::unlink(temporary.c_str());
    return why;
}

}  // namespace bonescope
