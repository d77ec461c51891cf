// The shapes of a board: small sets of squares whose men are judged together.
//
// Each square of a shape is empty or held by a man of either side. Small shapes have eight squares, 3^8 patterns: on boards
// of one colour a block of four files and four ranks, where all squares are played on of four files and two ranks. Large
// shapes have twelve, 3^12 patterns, four files and six (three) ranks, and every small shape lies in one, so that what is
// learned of small ones can be added into the large (F. Letouzey's Scan 3 judges 10x10 in this way). Where small shapes do
// not all lie in large ones, as on a hexagon, there are no large ones.
//
// A shape turned half round with the colours changed is the same shape seen by the opponent: of each such two only one is
// kept, and looked up twice.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint8_t, uint32_t

#if defined(__BMI2__)
#include <immintrin.h>  // _pext_u64
#endif

#include "damiera/board/geometry.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::eval {

inline constexpr int small_squares = 8;
inline constexpr int large_squares = 12;
inline constexpr std::size_t small_patterns = 6'561;
inline constexpr std::size_t large_patterns = 531'441;
inline constexpr std::size_t most_shapes = 40;  // more than any board of 128 bits has

/// The squares of a board that has bits.
[[nodiscard]] constexpr Word128 board_of(Geometry g) noexcept {
    Word128 board = 0;
    for (int rank = 0; rank < g.ranks; ++rank) {
        for (int file = 0; file < g.files; ++file) {
            if (g.has(file, rank)) board |= bit<Word128>(g.bit_of(file, rank));
        }
    }
    return board;
}

/// Shapes of one size, of each two that turn into each other one.
template <BoardWord Word>
struct ShapeList {
    std::array<Word, most_shapes> masks{};
    std::size_t count{};

    constexpr void add(Word mask) {
        if (count == most_shapes) throw "the board has too many shapes";
        masks[count++] = mask;
    }

    [[nodiscard]] constexpr bool has(Word mask) const noexcept {
        for (std::size_t i = 0; i < count; ++i) {
            if (masks[i] == mask) return true;
        }
        return false;
    }

    /// The first that holds all of `mask`; `count` if none does.
    [[nodiscard]] constexpr std::size_t round(Word mask) const noexcept {
        std::size_t i = 0;
        while (i < count && (mask & ~masks[i]) != 0) ++i;
        return i;
    }
};

template <BoardWord Word>
struct Shapes {
    ShapeList<Word> small{};
    ShapeList<Word> large{};

    constexpr explicit Shapes(Geometry g) {
        if (!g.has_bits()) return;
        const int ranks = g.is_one_coloured() ? 4 : 2;
        const int ranks_on = g.is_one_coloured() ? 2 : 1;
        for (int rank = 0; rank + ranks <= g.ranks; rank += ranks_on) add(g, rank, ranks, small_squares, small);
        const int rest = g.ranks - ranks * 3 / 2;
        const int steps = g.is_one_coloured() ? (g.ranks - 3) / 4 : g.ranks / 2 - 1;
        for (int i = 0; i <= steps; ++i) add(g, rank_of(i, steps, rest), ranks * 3 / 2, large_squares, large);
        if (!is_covered(g)) large = {};
    }

    /// The mask of a shape on the board turned half round.
    [[nodiscard]] static constexpr Word turned(Geometry g, Word mask) noexcept {
        Word round = 0;
        each_bit(mask, [&](int at) { round |= bit<Word>(g.turned(at)); });
        return round;
    }

private:
    /// The first rank of the `i`th row of large shapes, the first at the edge and the last at the other.
    [[nodiscard]] static constexpr int rank_of(int i, int steps, int rest) noexcept {
        return steps == 0 ? 0 : (2 * i * rest + steps) / (2 * steps);
    }

    static constexpr void add(Geometry g, int rank, int ranks, int squares, ShapeList<Word>& list) {
        const int files_on = g.shape == Shape::hexagon ? 1 : 2;
        for (int file = 0; file + 4 <= g.files; file += files_on) {
            const Word mask = block(g, file, rank, ranks);
            if (popcount(mask) == squares && !list.has(turned(g, mask))) list.add(mask);
        }
    }

    [[nodiscard]] static constexpr Word block(Geometry g, int file, int rank, int ranks) noexcept {
        Word mask = 0;
        for (int r = rank; r < rank + ranks; ++r) {
            for (int f = file; f < file + 4; ++f) {
                if (g.has(f, r)) mask |= bit<Word>(g.bit_of(f, r));
            }
        }
        return mask;
    }

    /// Whether every small shape lies in a large one, or does when it is turned.
    [[nodiscard]] constexpr bool is_covered(Geometry g) const noexcept {
        for (std::size_t i = 0; i < small.count; ++i) {
            const Word mask = small.masks[i];
            if (large.round(mask) == large.count && large.round(turned(g, mask)) == large.count) return false;
        }
        return true;
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
    return gathered(static_cast<Word64>(word), low) | gathered(static_cast<Word64>(word >> 64), high) << popcount(low);
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

/// Twelve bits read as digits to the base three.
inline constexpr std::array<std::uint32_t, 4096> in_threes = [] {
    std::array<std::uint32_t, 4096> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits) {
        std::uint32_t value = 0;
        for (int i = large_squares - 1; i >= 0; --i) value = 3 * value + static_cast<std::uint32_t>(bits >> i & 1);
        table[bits] = value;
    }
    return table;
}();

/// The number of a pattern: a digit for each square, 0 empty, 1 a man of White, 2 one of Black.
[[nodiscard]] DAMIERA_INLINE std::size_t pattern_of(unsigned white, unsigned black) noexcept {
    return std::size_t{in_threes[white]} + 2 * std::size_t{in_threes[black]};
}

/// Bits in the opposite order: bit `last` becomes bit 0, where `last` is the highest that may be set.
[[nodiscard]] DAMIERA_INLINE constexpr Word64 reversed(Word64 word, int last) noexcept {
    word = (word >> 1 & 0x5555555555555555U) | (word & 0x5555555555555555U) << 1;
    word = (word >> 2 & 0x3333333333333333U) | (word & 0x3333333333333333U) << 2;
    word = (word >> 4 & 0x0F0F0F0F0F0F0F0FU) | (word & 0x0F0F0F0F0F0F0F0FU) << 4;
    return __builtin_bswap64(word) >> (63 - last);
}

[[nodiscard]] DAMIERA_INLINE constexpr Word128 reversed(Word128 word, int last) noexcept {
    const Word128 high = reversed(static_cast<Word64>(word), 63);
    return (high << 64 | reversed(static_cast<Word64>(word >> 64), 63)) >> (127 - last);
}

}  // namespace damiera::eval
