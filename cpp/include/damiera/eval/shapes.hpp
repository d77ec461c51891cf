// The shapes of a board: small sets of squares whose men are judged together.
//
// A shape has eight squares, each empty or held by a man of either side: 3^8 patterns. On boards of one colour it is a
// block of four files and four ranks; where all squares are played on, of four files and two ranks. The shapes of a board
// turned half round are the same shapes.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint8_t, uint16_t

#if defined(__BMI2__)
#include <immintrin.h>  // _pext_u64
#endif

#include "damiera/board/geometry.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::eval {

inline constexpr int shape_squares = 8;
inline constexpr int patterns_of_shape = 6561;
inline constexpr std::size_t most_shapes = 64;  // more than any board of 128 bits has

template <BoardWord Word>
struct Shapes {
    std::array<Word, most_shapes> masks{};
    std::array<std::uint8_t, most_shapes> turned{};  // which shape it is on the board turned half round
    std::size_t count{};

    constexpr explicit Shapes(Geometry g) {
        if (!g.has_bits()) return;
        const int ranks = g.is_one_coloured() ? 4 : 2;
        const int ranks_on = g.is_one_coloured() ? 2 : 1;
        const int files_on = g.shape == Shape::hexagon ? 1 : 2;
        for (int rank = 0; rank + ranks <= g.ranks; rank += ranks_on) {
            for (int file = 0; file + 4 <= g.files; file += files_on) add(block(g, file, rank, ranks));
        }
        for (std::size_t i = 0; i < count; ++i) turned[i] = static_cast<std::uint8_t>(find(turned_round(g, masks[i])));
    }

private:
    [[nodiscard]] static constexpr Word block(Geometry g, int file, int rank, int ranks) noexcept {
        Word mask = 0;
        for (int r = rank; r < rank + ranks; ++r) {
            for (int f = file; f < file + 4; ++f) {
                if (g.has(f, r)) mask |= bit<Word>(g.bit_of(f, r));
            }
        }
        return mask;
    }

    [[nodiscard]] static constexpr Word turned_round(Geometry g, Word mask) noexcept {
        Word round = 0;
        each_bit(mask, [&](int at) { round |= bit<Word>(g.turned(at)); });
        return round;
    }

    constexpr void add(Word mask) {
        if (popcount(mask) != shape_squares) return;  // on a hexagon, part of it would lie outside
        if (count == most_shapes) throw "the board has too many shapes";
        masks[count++] = mask;
    }

    [[nodiscard]] constexpr std::size_t find(Word mask) const {
        for (std::size_t i = 0; i < count; ++i) {
            if (masks[i] == mask) return i;
        }
        throw "the board is not the same turned half round";
    }
};

/// The bits of `word` in `mask`, moved together; the lowest stays lowest.
[[nodiscard]] DAMIERA_INLINE unsigned gathered(Word64 word, Word64 mask) noexcept {
#if defined(__BMI2__)
    return static_cast<unsigned>(_pext_u64(word, mask));
#else
    unsigned bits = 0;
    for (int to = 0; mask != 0; mask &= mask - 1, ++to) bits |= static_cast<unsigned>(word >> lowest(mask) & 1) << to;
    return bits;
#endif
}

[[nodiscard]] DAMIERA_INLINE unsigned gathered(Word128 word, Word128 mask) noexcept {
    const auto low = static_cast<Word64>(mask);
    const auto high = static_cast<Word64>(mask >> 64);
    return gathered(static_cast<Word64>(word), low) |
           gathered(static_cast<Word64>(word >> 64), high) << popcount(low);
}

namespace detail {

/// As `gathered`, the mask known when compiling: one shift for every run of its bits.
template <class Word, Word Mask, int Done>
[[nodiscard]] DAMIERA_INLINE unsigned gathered_runs(Word word) noexcept {
    if constexpr (Mask == 0) {
        return 0;
    } else {
        constexpr int start = lowest(Mask);
        constexpr int length = lowest(static_cast<Word>(~(Mask >> start)));
        constexpr Word run = ((Word{1} << length) - 1) << start;
        const auto bits = static_cast<unsigned>(static_cast<Word64>(word >> start) & ((Word64{1} << length) - 1));
        return bits << Done | gathered_runs<Word, static_cast<Word>(Mask & ~run), Done + length>(word);
    }
}

}  // namespace detail

template <class Word, Word Mask>
[[nodiscard]] DAMIERA_INLINE unsigned gathered(Word word) noexcept {
#if defined(__BMI2__)
    return gathered(word, Mask);
#else
    return detail::gathered_runs<Word, Mask, 0>(word);
#endif
}

/// Eight bits read as digits to the base three.
inline constexpr std::array<std::uint16_t, 256> in_threes = [] {
    std::array<std::uint16_t, 256> table{};
    for (std::size_t bits = 0; bits < 256; ++bits) {
        int value = 0;
        for (int i = shape_squares - 1; i >= 0; --i) value = 3 * value + static_cast<int>(bits >> i & 1);
        table[bits] = static_cast<std::uint16_t>(value);
    }
    return table;
}();

/// The number of a pattern: a digit for each square, 0 empty, 1 a man of White, 2 one of Black.
[[nodiscard]] DAMIERA_INLINE std::size_t pattern_of(unsigned white, unsigned black) noexcept {
    return std::size_t{in_threes[white]} + 2 * std::size_t{in_threes[black]};
}

/// The same pattern with the board turned half round and the colours changed.
[[nodiscard]] constexpr std::size_t pattern_turned(std::size_t pattern) noexcept {
    std::size_t other = 0;
    for (int i = 0; i < shape_squares; ++i, pattern /= 3) other = 3 * other + (pattern % 3 == 0 ? 0 : 3 - pattern % 3);
    return other;
}

}  // namespace damiera::eval
