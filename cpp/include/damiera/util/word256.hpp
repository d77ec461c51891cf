// A word of 256 bits as a set of bit positions, for boards of more than 128 squares; and sets of any size by one name.
#pragma once

#include <cstdint>  // uint64_t

#include "damiera/util/bits.hpp"

namespace damiera {

/// Two words of 128 bits; positions 0 to 127 are in `low`.
struct Word256 {
    Word128 low{};
    Word128 high{};

    friend constexpr bool operator==(const Word256&, const Word256&) = default;

    [[nodiscard]] constexpr Word256 operator~() const noexcept { return {~low, ~high}; }
    [[nodiscard]] constexpr Word256 operator&(const Word256& b) const noexcept { return {low & b.low, high & b.high}; }
    [[nodiscard]] constexpr Word256 operator|(const Word256& b) const noexcept { return {low | b.low, high | b.high}; }
    [[nodiscard]] constexpr Word256 operator^(const Word256& b) const noexcept { return {low ^ b.low, high ^ b.high}; }

    constexpr Word256& operator|=(const Word256& b) noexcept { return *this = *this | b; }
    constexpr Word256& operator^=(const Word256& b) noexcept { return *this = *this ^ b; }
};

[[nodiscard]] constexpr int popcount(const Word256& word) noexcept { return popcount(word.low) + popcount(word.high); }

template <>
[[nodiscard]] constexpr Word256 bit<Word256>(int position) noexcept {
    return position < 128 ? Word256{bit<Word128>(position), 0} : Word256{0, bit<Word128>(position - 128)};
}

/// Whether a set has a position.
[[nodiscard]] constexpr bool has(Word128 set, int position) noexcept { return (set >> position & 1) != 0; }

[[nodiscard]] constexpr bool has(const Word256& set, int position) noexcept {
    return position < 128 ? has(set.low, position) : has(set.high, position - 128);
}

template <class F>
constexpr void each_bit(const Word256& set, F&& f) {
    each_bit(set.low, f);
    each_bit(set.high, [&](int position) { f(position + 128); });
}

/// Call `f(word)` for the 64-bit words of a set, lowest first.
template <class F>
constexpr void each_word(Word128 set, F&& f) {
    f(static_cast<std::uint64_t>(set));
    f(static_cast<std::uint64_t>(set >> 64));
}

template <class F>
constexpr void each_word(const Word256& set, F&& f) {
    each_word(set.low, f);
    each_word(set.high, f);
}

}  // namespace damiera
