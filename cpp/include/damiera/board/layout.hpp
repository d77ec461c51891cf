// The tables of a geometry on words of one size: masks, steps, rays.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint8_t

#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

template <BoardWord Word>
struct Layout {
    static constexpr int capacity = static_cast<int>(8 * sizeof(Word));

    std::array<int, 8> steps{};                              // bits a step moves, by direction
    Word board{};                                            // every playing square
    std::array<Word, 2> last_row{};                          // where the men of a side are promoted
    std::array<std::array<Word, capacity>, 8> rays{};        // squares from a bit to the rim, the bit left out
    std::array<std::array<std::uint8_t, capacity>, 2> way{};  // rows from a bit to the last row of a side

    constexpr explicit Layout(Geometry g) {
        for (int row = 0; row < g.ranks; ++row) {
            for (int column = 0; column < g.width(); ++column) {
                const int at = g.bit_at(row, column);
                board |= bit<Word>(at);
                if (row == 0) last_row[0] |= bit<Word>(at);
                if (row == g.ranks - 1) last_row[1] |= bit<Word>(at);
                way[0][static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(row);
                way[1][static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(g.ranks - 1 - row);
            }
        }
        for (int i = 0; i < 8; ++i) {
            steps[static_cast<std::size_t>(i)] = g.step(direction(i));
            if (g.step(direction(i)) != 0) cast_rays(i, g.step(direction(i)));
        }
    }

    /// `set` moved one step; what leaves the board lands on bits that are no squares.
    [[nodiscard]] DAMIERA_INLINE constexpr Word shift(Direction d, Word set) const noexcept {
        const int by = steps[static_cast<std::size_t>(index(d))];
        return by > 0 ? set << by : set >> -by;
    }

    [[nodiscard]] DAMIERA_INLINE constexpr Word back(Direction d, Word set) const noexcept {
        return shift(opposite(d), set);
    }

    [[nodiscard]] DAMIERA_INLINE constexpr int step(Direction d) const noexcept {
        return steps[static_cast<std::size_t>(index(d))];
    }

    [[nodiscard]] DAMIERA_INLINE constexpr Word ray(Direction d, int from) const noexcept {
        return rays[static_cast<std::size_t>(index(d))][static_cast<std::size_t>(from)];
    }

    /// The square of `set`, part of a ray in `d` and not empty, that the ray meets first.
    [[nodiscard]] DAMIERA_INLINE constexpr int nearest(Direction d, Word set) const noexcept {
        return step(d) > 0 ? lowest(set) : highest(set);
    }

private:
    constexpr void cast_rays(int d, int by) {
        for (int from = 0; from < capacity; ++from) {
            if ((board >> from & 1) == 0) continue;
            Word ray = 0;
            for (int to = from + by; to >= 0 && to < capacity && (board >> to & 1) != 0; to += by) ray |= bit<Word>(to);
            rays[static_cast<std::size_t>(d)][static_cast<std::size_t>(from)] = ray;
        }
    }
};

/// The tables of a geometry known at compile time, shared by all games on that board.
template <BoardWord Word, Geometry G>
inline constexpr Layout<Word> layout_on{G};

template <Geometry G>
inline constexpr const Layout<WordFor<G>>& layout_of = layout_on<WordFor<G>, G>;

}  // namespace damiera
