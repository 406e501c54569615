// What readers of XML have to say about a file, with places and lines.
#pragma once
#include "core/xml.h"
#include <string>

namespace bonescope {

class XmlNotes {
public:
    XmlNotes(Document& doc, const XmlFile& file) : doc_(doc), file_(file) {}

    void note(Severity, Bytes where, std::string message);
    void warn(pugi::xml_node, std::string message);  // about its start tag
    // Gives every note of the document its line, and says how many were held back: a broken exporter repeats itself for
    // every key.
    void finish();

protected:
    Document& doc_;
    const XmlFile& file_;

private:
    uint32_t notes_ = 0;
};

// Text in UTF-16 is taken by its extension, so that the reader can say what it is.
bool starts_utf16(std::span<const byte> file);

}  // namespace bonescope
