// Containers for big blocks: uninitialised on resize and advised to use huge pages, because a first touch of a fresh
// 4 KiB page costs more than parsing what is in it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace bonescope {

void* big_allocate(std::size_t bytes);                   // throws std::bad_alloc
void big_free(void* block, std::size_t bytes) noexcept;  // some freed blocks are kept for the next ones
void big_trim() noexcept;                                // gives the kept ones back to the system

template <class T> struct BigAllocator {
    using value_type = T;
    BigAllocator() = default;
    template <class U> BigAllocator(const BigAllocator<U>&) noexcept {}
    T* allocate(std::size_t n) {
        if (n > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
        return static_cast<T*>(big_allocate(n * sizeof(T)));
    }
    void deallocate(T* p, std::size_t n) noexcept { big_free(p, n * sizeof(T)); }
    template <class U> void construct(U* p) noexcept { ::new (static_cast<void*>(p)) U; }
    template <class U, class... Args> void construct(U* p, Args&&... args) {
        ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
    }
    template <class U> bool operator==(const BigAllocator<U>&) const noexcept { return true; }
};

template <class T> using Big = std::vector<T, BigAllocator<T>>;

}  // namespace bonescope
