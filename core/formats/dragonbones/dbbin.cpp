// Binary skeleton files: a JSON header and the arrays that its offsets lead into.
#include "core/formats/dragonbones/dragonbones.h"
#include "core/json.h"
#include "core/reader.h"
#include <fmt/format.h>

namespace bonescope::dragonbones {

void parse_dbbin(Document& doc) {
    Reader reader(doc.file, doc.tree);
    const Group root(reader, "file");
    if (reader.text("magic", 4) != "DBDT")
        reader.fail(reader.last(), "magic: expected DBDT at offset 0, found something else");
    reader.raw("version", 4);
    const auto size = reader.read<uint32_t>("header size");
    reader.need(size, "header");
    scan_json(doc, {reader.at(), size}, "header");
    reader.seek(reader.at() + size);
    if (reader.left()) reader.raw("data", reader.left());
}

}  // namespace bonescope::dragonbones
