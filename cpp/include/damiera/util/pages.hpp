// Memory for large tables that are read at random places.
//
// A table of 64 MiB has more pages of 4 KiB than a processor keeps the addresses of: nearly every look-up then walks the
// tables of pages first. So huge pages are asked for where the system has them (Linux, "Transparent Hugepage Support" in
// its admin guide); where it has none, or refuses, the memory is plain.
#pragma once

#include <cstddef>      // byte, size_t
#include <cstring>      // memset
#include <memory>       // unique_ptr
#include <new>          // align_val_t, bad_alloc, operator delete, operator new
#include <type_traits>  // is_trivially_destructible_v

#ifdef __linux__
#include <sys/mman.h>  // madvise, mmap, munmap

#include <cstdint>  // uintptr_t
#endif

namespace damiera {

inline constexpr std::size_t huge_page = std::size_t{1} << 21;
inline constexpr std::size_t cache_line = 64;

/// So many zeroed `T`s, the first at the beginning of a line of cache; on huge pages if they fill one.
template <class T>
class PagedArray {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= cache_line);

public:
    /// Throws `bad_alloc` if there is no memory for so many.
    explicit PagedArray(std::size_t size) : size_{size}, memory_{allocated(size), Release{bytes_of(size)}} {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] T* data() const noexcept { return memory_.get(); }
    [[nodiscard]] T* begin() const noexcept { return data(); }
    [[nodiscard]] T* end() const noexcept { return data() + size_; }
    [[nodiscard]] T& operator[](std::size_t at) const noexcept { return data()[at]; }

private:
    /// What so many take: whole lines, or whole huge pages.
    [[nodiscard]] static std::size_t bytes_of(std::size_t size) {
        if (size > static_cast<std::size_t>(-1) / 4 / sizeof(T)) throw std::bad_alloc{};
        const std::size_t bytes = size > 0 ? size * sizeof(T) : 1;
        const std::size_t unit = bytes < huge_page ? cache_line : huge_page;
        return (bytes + unit - 1) / unit * unit;
    }

#ifdef __linux__
    struct Release {
        std::size_t bytes{};
        void operator()(T* memory) const noexcept { munmap(memory, bytes); }
    };

    [[nodiscard]] static T* allocated(std::size_t size) {  // pages that nobody has written to yet cost nothing
        const std::size_t bytes = bytes_of(size);
        if (bytes < huge_page) return static_cast<T*>(mapped(bytes));
        auto* const first = static_cast<std::byte*>(mapped(bytes + huge_page));
        const std::size_t before = -reinterpret_cast<std::uintptr_t>(first) % huge_page;
        if (before > 0) munmap(first, before);
        munmap(first + before + bytes, huge_page - before);
        madvise(first + before, bytes, MADV_HUGEPAGE);  // if it is refused, the memory is plain
        return reinterpret_cast<T*>(first + before);
    }

    [[nodiscard]] static void* mapped(std::size_t bytes) {
        void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc{};
        return memory;
    }
#else
    struct Release {
        std::size_t bytes{};
        void operator()(T* memory) const noexcept { ::operator delete (memory, std::align_val_t{cache_line}); }
    };

    [[nodiscard]] static T* allocated(std::size_t size) {
        void* const memory = ::operator new (bytes_of(size), std::align_val_t{cache_line});
        return static_cast<T*>(std::memset(memory, 0, bytes_of(size)));
    }
#endif

    std::size_t size_;
    std::unique_ptr<T[], Release> memory_;
};

}  // namespace damiera
