#include "damiera/util/pages.hpp"

#include <algorithm>  // all_of
#include <cstdint>    // uint32_t, uintptr_t
#include <limits>     // numeric_limits
#include <new>        // bad_alloc
#include <utility>    // move

#include "check.hpp"

namespace damiera::testing {

const Case whole("an array on pages is zeroed to its last element, and can be written there", [] {
    constexpr std::size_t page = huge_page / sizeof(std::uint32_t);
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, page - 1, page, page + 1, 3 * page + 5}) {
        PagedArray<std::uint32_t> array{size};
        check_equal(array.size(), size);
        check(std::all_of(array.begin(), array.end(), [](std::uint32_t value) { return value == 0; }));
        for (std::uint32_t& value : array) value = 7;
        const PagedArray<std::uint32_t> moved{std::move(array)};
        check(std::all_of(moved.begin(), moved.end(), [](std::uint32_t value) { return value == 7; }));
    }
});

const Case begins("it begins with a line of cache", [] {
    for (const std::size_t size : {std::size_t{1}, huge_page + 1}) {
        const PagedArray<char> array{size};
        check_equal(reinterpret_cast<std::uintptr_t>(array.data()) % cache_line, std::uintptr_t{0});
    }
});

#ifdef __linux__
const Case huge("one as long as a huge page begins where a huge page does", [] {
    const PagedArray<char> array{huge_page};
    check_equal(reinterpret_cast<std::uintptr_t>(array.data()) % huge_page, std::uintptr_t{0});
});
#endif

const Case none("more than there can be is refused", [] {
    for (const std::size_t size : {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() / 16}) {
        check_throws<std::bad_alloc>([&] { const PagedArray<std::uint32_t> array{size}; });
    }
});

}  // namespace damiera::testing
