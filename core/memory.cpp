#include "core/memory.h"
#include <cstdlib>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bonescope {
namespace {
constexpr std::size_t huge_page = std::size_t{2} << 20;
}

void* big_allocate(std::size_t bytes) {
    if (bytes < huge_page) return ::operator new(bytes);
    const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
    void* block = std::aligned_alloc(huge_page, rounded);
    if (!block) throw std::bad_alloc();
#ifdef __linux__
    madvise(block, rounded, MADV_HUGEPAGE);
#endif
    return block;
}

void big_free(void* block, std::size_t bytes) noexcept {
    if (bytes < huge_page)
        ::operator delete(block);
    else
        std::free(block);
}

}  // namespace bonescope
