#include "core/image.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    bonescope::decode_image({reinterpret_cast<const std::byte*>(data), size});
    return 0;
}
