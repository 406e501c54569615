// Any bytes: read, walk the tree two levels deep, pose and skin at a few times.
#include "core/scene.h"

using namespace bonescope;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    Big<byte> file(size);
    std::memcpy(file.data(), data, size);
    const DocumentPtr doc = load(FILE_NAME, std::move(file));
    std::vector<Node> rows;
    children(*doc, root(*doc), 0, 64, rows);
    for (const Node& row : std::vector<Node>(rows)) children(*doc, row, 0, 64, rows);
    for (const Node& row : rows) describe(*doc, row);
    gaps(*doc);
    const Scene scene = make_scene({doc}, {.resolve = false, .folders = {}});
    Frame frame;
    evaluate(scene, {}, frame);
    for (const ClipUse& use : scene.clips)
        for (const double time : {-0.1, 0.0, 0.37, 1e9}) {
            const Layer layer{&use, clock(use.get(), use.sampling, time), 1};
            evaluate(scene, {&layer, 1}, frame);
        }
    return 0;
}
