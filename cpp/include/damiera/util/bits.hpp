// Words of 64 and 128 bits as sets of bit positions.
#pragma once

#include <bit>      // countr_zero, countl_zero, popcount
#include <cstdint>  // int64_t, uint64_t

#include "damiera/util/inline.hpp"

namespace damiera {

using Word64 = std::uint64_t;
__extension__ typedef __int128 SignedWord128;
__extension__ typedef unsigned __int128 Word128;  // two words in registers: faster than a struct of two

/// The number of bits in `word`. Without a popcnt instruction the sums are written out: the library call costs more.
[[nodiscard]] DAMIERA_INLINE constexpr int popcount(Word64 word) noexcept {
#if defined(__POPCNT__) || defined(__aarch64__)
    return std::popcount(word);
#else
    word -= (word >> 1) & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + ((word >> 2) & 0x3333333333333333U);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FU;
    return static_cast<int>((word * 0x0101010101010101U) >> 56);
#endif
}

[[nodiscard]] DAMIERA_INLINE constexpr int popcount(Word128 word) noexcept {
    return popcount(static_cast<Word64>(word)) + popcount(static_cast<Word64>(word >> 64));
}

/// The number of bits in two words together: the sums written out share their second half.
[[nodiscard]] DAMIERA_INLINE constexpr int popcount(Word64 a, Word64 b) noexcept {
#if defined(__POPCNT__) || defined(__aarch64__)
    return std::popcount(a) + std::popcount(b);
#else
    a -= (a >> 1) & 0x5555555555555555U;
    b -= (b >> 1) & 0x5555555555555555U;
    Word64 sum = (a & 0x3333333333333333U) + ((a >> 2) & 0x3333333333333333U);
    sum += (b & 0x3333333333333333U) + ((b >> 2) & 0x3333333333333333U);
    sum = (sum & 0x0F0F0F0F0F0F0F0FU) + ((sum >> 4) & 0x0F0F0F0F0F0F0F0FU);
    return static_cast<int>((sum * 0x0101010101010101U) >> 56);
#endif
}

[[nodiscard]] DAMIERA_INLINE constexpr int popcount(Word128 a, Word128 b) noexcept { return popcount(a) + popcount(b); }

/// All ones if `word` is empty, else none; found without a branch.
[[nodiscard]] DAMIERA_INLINE constexpr Word64 ones_if_empty(Word64 word) noexcept {
    return static_cast<Word64>(~(static_cast<std::int64_t>(word | (0 - word)) >> 63));
}

[[nodiscard]] DAMIERA_INLINE constexpr Word128 ones_if_empty(Word128 word) noexcept {
    return static_cast<Word128>(~(static_cast<SignedWord128>(word | (0 - word)) >> 127));
}

/// The lowest position in a set that is not empty.
[[nodiscard]] DAMIERA_INLINE constexpr int lowest(Word64 word) noexcept { return std::countr_zero(word); }

[[nodiscard]] DAMIERA_INLINE constexpr int lowest(Word128 word) noexcept {
    const auto low = static_cast<Word64>(word);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Word64>(word >> 64));
}

/// The highest position in a set that is not empty.
[[nodiscard]] DAMIERA_INLINE constexpr int highest(Word64 word) noexcept { return 63 - std::countl_zero(word); }

[[nodiscard]] DAMIERA_INLINE constexpr int highest(Word128 word) noexcept {
    const auto high = static_cast<Word64>(word >> 64);
    return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<Word64>(word));
}

/// The set that holds `position` alone.
template <class Word>
[[nodiscard]] DAMIERA_INLINE constexpr Word bit(int position) noexcept {
    return Word{1} << position;
}

/// Call `f(position)` for every position of `set`, lowest first.
template <class Word, class F>
DAMIERA_INLINE constexpr void each_bit(Word set, F&& f) {
    for (; set != 0; set &= set - 1) f(lowest(set));
}

}  // namespace damiera
