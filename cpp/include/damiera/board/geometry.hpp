// The geometry of a board as a value, and the bits on which its squares lie.
//
// A diagonal board of F files keeps F/2 squares a rank. Bits run from White's top left to the bottom right, with one
// ghost bit after every two ranks:
//
//        0     1     2     3         a step to the south west is F/2 bits, to the south east F/2 + 1;
//     4     5     6     7     (8)    whatever steps over a side of the board lands on a ghost, so that no step
//        9    10    11    12         needs a mask
//    13    14    15    16    (17)
//
// The layout is that of a board whose corner on the left of each player is a playing square. A game on the mirrored
// board (dark corner at the right) uses the same bits: only its numbering knows, see `board/frame.hpp`.
#pragma once

#include <concepts>     // same_as
#include <type_traits>  // conditional_t

#include "damiera/board/direction.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

/// A diagonal board; both numbers even, the playing squares those of the colour of a player's left corner.
struct Geometry {
    int files{};
    int ranks{};

    [[nodiscard]] constexpr int width() const noexcept { return files / 2; }
    [[nodiscard]] constexpr int squares() const noexcept { return width() * ranks; }
    [[nodiscard]] constexpr int bits() const noexcept { return squares() + ranks / 2; }

    /// The bit of the square `column` from the left in the row `row` from the top.
    [[nodiscard]] constexpr int bit_at(int row, int column) const noexcept { return row * width() + row / 2 + column; }

    /// How far one step in `d` moves a bit; 0 where the board has no such neighbour.
    [[nodiscard]] constexpr int step(Direction d) const noexcept {
        switch (d) {
            case Direction::ne: return -width();
            case Direction::nw: return -width() - 1;
            case Direction::sw: return width();
            case Direction::se: return width() + 1;
            default: return 0;
        }
    }

    friend constexpr bool operator==(Geometry, Geometry) = default;
};

template <class W>
concept BoardWord = std::same_as<W, Word64> || std::same_as<W, Word128>;

/// The smallest word that holds the board.
template <Geometry G>
using WordFor = std::conditional_t<(G.bits() <= 64), Word64, Word128>;

}  // namespace damiera
