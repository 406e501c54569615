#include "core/xml.h"
#include "core/text.h"
#include <cstring>
#include <fmt/format.h>

namespace bonescope {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

void refuse_utf16(std::string_view text, uint32_t at) {
    const bool marked = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
    const bool bare = text.size() > 1 && ((text[0] == '<' && text[1] == '\0') || (text[0] == '\0' && text[1] == '<'));
    if (marked || bare)
        throw Fail{
            {at, 2},
            fmt::format("expected XML in UTF-8 or another encoding of single bytes, found UTF-16 at offset {}", at)};
}

// The innermost element that was still open where reading stopped.
pugi::xml_node last_open(pugi::xml_node node) {
    while (const pugi::xml_node last = node.last_child()) node = last;
    return node;
}

pugi::xml_node last_element(pugi::xml_node node) {
    pugi::xml_node child = node.last_child();
    while (child && child.type() != pugi::node_element) child = child.previous_sibling();
    return child;
}

std::string expected_at(pugi::xml_parse_status status, std::string_view open) {
    switch (status) {
    case pugi::status_unrecognized_tag:
        return "a name after <";
    case pugi::status_bad_pi:
        return "?> after <?";
    case pugi::status_bad_comment:
        return "--> after <!--";
    case pugi::status_bad_cdata:
        return "]]> after <![CDATA[";
    case pugi::status_bad_doctype:
        return "> after <!DOCTYPE";
    case pugi::status_bad_start_element:
        return "> or /> at the end of a start tag";
    case pugi::status_bad_attribute:
        return "an attribute like name=\"value\"";
    case pugi::status_bad_end_element:
    case pugi::status_end_element_mismatch:
        return open.empty() ? std::string("a start tag") : fmt::format("</{}>", decode(open));
    case pugi::status_no_document_element:
        return "an element";
    default:
        return "XML";
    }
}

// Where the broken piece of markup begins: the last "<" unless its tag is closed before the fault.
uint32_t begin_of_fault(std::string_view text, std::size_t fault) {
    if (fault + 1 >= text.size()) fault = text.size();  // pugixml stops one byte before the end
    const std::string_view before = text.substr(0, fault);
    const std::size_t open = before.rfind('<');
    if (open == std::string_view::npos) return static_cast<uint32_t>(fault);
    const bool closed = before.find('>', open) != std::string_view::npos;
    return static_cast<uint32_t>(closed ? fault : open);
}

}  // namespace

XmlFile::XmlFile(Document& doc, Bytes where) : file_(doc.file), part_(where) {
    const std::string_view given = text_of(file_, part_);
    if (given.starts_with(utf8_mark)) {
        add_below_file(doc, "byte order mark", Type::Raw, {part_.at, 3});
        part_ = {part_.at + 3, part_.size - 3};
    }
    std::string_view text = text_of(file_, part_);
    refuse_utf16(text, part_.at);
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
        const auto at = part_.at + static_cast<uint32_t>(nul);
        doc.note(Severity::Error, fmt::format("expected text, found a zero byte at offset {}", at), {at, 1},
                 line_of(file_, at));
        part_.size = static_cast<uint32_t>(nul);
        text = text.substr(0, nul);
        whole_ = false;
    }
    use_large_xml_pages();
    text_.resize(text.size());
    if (!text.empty()) std::memcpy(text_.data(), text.data(), text.size());
    // Bytes stay as they are: the declared encoding is often wrong, names are decoded where they are shown.
    // An element's text is kept in the element: a node of its own for every number costs more than the number.
    const auto result = dom_.load_buffer_inplace(text_.data(), text_.size(),
                                                 pugi::parse_cdata | pugi::parse_escapes | pugi::parse_embed_pcdata,
                                                 pugi::encoding_utf8);
    if (!result) report_fault(doc, result);
    add_below_file(doc, "text", Type::Xml, part_);
}

void XmlFile::report_fault(Document& doc, const pugi::xml_parse_result& result) {
    const std::string_view text = text_of(file_, part_);
    const uint32_t begin = begin_of_fault(text, static_cast<std::size_t>(result.offset));
    const uint32_t at = part_.at + begin;
    const std::string_view rest = text.substr(begin, 40);
    const std::string found =
        rest.empty() ? "the end of the text" : fmt::format("\"{}\"", decode(rest.substr(0, rest.find('\n'))));
    if (whole_ || !rest.empty()) {
        const int line = line_of(file_, at);
        const std::string_view open = xml_open_element(text.substr(0, begin));
        doc.note(Severity::Error,
                 fmt::format("expected {}, found {} at offset {} (line {})", expected_at(result.status, open), found,
                             at, line),
                 {at, std::min<uint32_t>(static_cast<uint32_t>(rest.size()), 1)}, line);
    }
    part_.size = begin;
    whole_ = false;
}

void XmlFile::drop_cut(std::initializer_list<std::string_view> items) {
    if (whole_) return;
    constexpr int deepest = 64;  // removing a node descends into it
    pugi::xml_node node = last_open(dom_);
    for (int depth = 0; node && depth < deepest; ++depth, node = node.parent()) {
        const std::string name = lower(node.name());
        for (const std::string_view item : items) {
            if (name != item) continue;
            if (where(node).end() >= part_.end()) node.parent().remove_child(node);
            return;
        }
    }
}

uint32_t XmlFile::place(const char* in_copy) const {
    const auto distance = static_cast<uint64_t>(in_copy - text_.data());
    return distance <= text_.size() ? part_.at + static_cast<uint32_t>(distance) : part_.at;
}

uint32_t XmlFile::offset(pugi::xml_node node) const {
    const uint32_t name = place(node.name());
    return name > part_.at ? name - 1 : part_.at;
}

// From the end of the innermost last element outwards, so that a large element is not scanned for its end.
Bytes XmlFile::where(pugi::xml_node node) const {
    if (!node || node.type() == pugi::node_document) return part_;
    pugi::xml_node inner = node;
    uint32_t depth = 0;
    for (pugi::xml_node next = last_element(node); next; next = last_element(next), ++depth) inner = next;
    const auto parsed = file_.first(part_.end());
    uint32_t end = xml_element(parsed, offset(inner)).end();
    for (; depth > 0 && end < part_.end(); --depth) end = xml_end_tag(parsed, end);
    const uint32_t at = offset(node);
    return {at, end - at};
}

Bytes XmlFile::where(pugi::xml_attribute attribute) const {
    if (!attribute || !*attribute.name()) return {part_.at, 0};
    const uint32_t at = place(attribute.value());
    if (at <= part_.at) return {place(attribute.name()), 0};
    const std::string_view rest = text_of(file_, {at, part_.end() - std::min(at, part_.end())});
    const std::size_t size = rest.find(static_cast<char>(file_[at - 1]));
    return {at, static_cast<uint32_t>(size == std::string_view::npos ? rest.size() : size)};
}

}  // namespace bonescope
