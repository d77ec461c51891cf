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
// Where pieces also jump along ranks and files (`crossed`), every rank needs its ghost. A full board of 64 squares has no
// room for ghosts: its steps are masked, see `Layout::entered`. A hexagon lies askew in a square of files and ranks whose
// cells off the hexagon, and one more bit a rank, are its ghosts.
//
// The layout is that of a board whose corner on the left of each player is a playing square. A game on the mirrored
// board (dark corner at the right) uses the same bits: only its numbering knows, see `board/frame.hpp`.
#pragma once

#include <concepts>     // same_as
#include <cstdint>      // uint8_t
#include <type_traits>  // conditional_t

#include "damiera/board/direction.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

/// Which squares are played on, and which are next to each other.
enum class Shape : std::uint8_t {
    diagonal,  // those of one colour, joined along diagonals; files and ranks are even
    crossed,   // as diagonal, joined along ranks and files as well: to the next square of the same colour
    full,      // all, joined in eight directions
    lined,  // points on lines: all, joined as the lines go: along diagonals only those whose file and rank are both odd or even
    star,   // six points round a hexagon; files are half steps, ranks count from the top
    hexagon,  // files and ranks are two oblique axes; n and e are steps along them, ne the one between: towards Black
    ended,    // points on lines that go past one another: all but the corners; the ends are not joined to one another
};

/// From one square to the next, in files and ranks as White sees them.
struct Step {
    int files{};
    int ranks{};

    friend constexpr bool operator==(Step, Step) = default;
};

struct Geometry {
    int files{};
    int ranks{};
    Shape shape{};

    /// Squares in a row; of a hexagon, in its longest.
    [[nodiscard]] constexpr int width() const noexcept { return is_one_coloured() ? files / 2 : files; }

    [[nodiscard]] constexpr int squares() const noexcept {
        if (shape == Shape::star) return 121;
        if (is_odd()) return (files * ranks + 1) / 2;
        if (shape == Shape::ended) return files * ranks - 4;
        const int side = (files + 1) / 2;
        return shape == Shape::hexagon ? 3 * side * (side - 1) + 1 : width() * ranks;
    }

    /// One more than the highest bit that a step from the board may need.
    [[nodiscard]] constexpr int bits() const noexcept {
        switch (shape) {
            case Shape::diagonal: return squares() + ranks / 2;
            case Shape::crossed: return bit_at(ranks - 1, width());
            case Shape::full:
            case Shape::lined:
            case Shape::star: return squares();
            case Shape::ended: return files * ranks;
            case Shape::hexagon: return ranks * (files + 1);
        }
        return 0;
    }

    /// A board of one colour with an odd number of squares a side: its squares have numbers, but no bits.
    [[nodiscard]] constexpr bool is_odd() const noexcept { return is_one_coloured() && files % 2 != 0; }

    /// Whether the generator knows the board; on others a square's bit is its number less one.
    [[nodiscard]] constexpr bool has_bits() const noexcept { return shape != Shape::star && !is_odd(); }

    [[nodiscard]] constexpr bool is_one_coloured() const noexcept {
        return shape == Shape::diagonal || shape == Shape::crossed;
    }

    /// Whether steps are masked: rows have no ghost beside them.
    [[nodiscard]] constexpr bool is_masked() const noexcept { return is_whole() || shape == Shape::ended; }

    /// All squares of all files and ranks.
    [[nodiscard]] constexpr bool is_whole() const noexcept { return shape == Shape::full || shape == Shape::lined; }

    /// The bit of the square `column` from the left in the row `row` from the top.
    [[nodiscard]] constexpr int bit_at(int row, int column) const noexcept {
        switch (shape) {
            case Shape::diagonal: return row * width() + row / 2 + column;
            case Shape::crossed: return row * (width() + 1) + row / 2 + column;
            case Shape::full:
            case Shape::lined:
            case Shape::ended:
            case Shape::star: return row * files + column;
            case Shape::hexagon: return row * (files + 1) + column;
        }
        return 0;
    }

    /// Whether there is a square at a file and rank, from 0 at White's left corner.
    [[nodiscard]] constexpr bool has(int file, int rank) const noexcept {
        if (file < 0 || file >= files || rank < 0 || rank >= ranks) return false;
        if (shape == Shape::star) return on_star(file, rank);
        const int apart = file > rank ? file - rank : rank - file;
        if (shape == Shape::hexagon) return apart <= files / 2;
        if (shape == Shape::ended) return is_inside(file, files) || is_inside(rank, ranks);
        return is_whole() || apart % 2 == 0;
    }

    /// Whether the square at a file and rank has neighbours in `d`, as far as the lines of the board go.
    [[nodiscard]] constexpr bool leads(int file, int rank, Direction d) const noexcept {
        const Step by = vector(d);
        if (shape == Shape::ended) {
            return (by.files == 0 || is_inside(rank, ranks)) && (by.ranks == 0 || is_inside(file, files));
        }
        return shape != Shape::lined || by.files == 0 || by.ranks == 0 || (file + rank) % 2 == 0;
    }

    [[nodiscard]] constexpr int bit_of(int file, int rank) const noexcept {
        return bit_at(ranks - 1 - rank, is_one_coloured() ? file / 2 : file);
    }

    /// The bit of the same square when the board is turned half round.
    [[nodiscard]] constexpr int turned(int bit) const noexcept { return bit_of(0, 0) + bit_of(files - 1, ranks - 1) - bit; }

    /// One step in `d` in files and ranks; nought where the board has no such neighbours.
    [[nodiscard]] constexpr Step vector(Direction d) const noexcept {
        if (shape == Shape::hexagon) return oblique(d);
        if (shape == Shape::star) return starry(d);
        const int east = d == Direction::ne || d == Direction::e || d == Direction::se   ? 1
                         : d == Direction::nw || d == Direction::w || d == Direction::sw ? -1
                                                                                         : 0;
        const int north = d == Direction::ne || d == Direction::n || d == Direction::nw   ? 1
                          : d == Direction::se || d == Direction::s || d == Direction::sw ? -1
                                                                                          : 0;
        if (shape == Shape::ended) return east != 0 && north != 0 ? Step{} : Step{east, north};
        if (is_whole() || (east != 0 && north != 0)) return {east, north};
        return shape == Shape::crossed ? Step{2 * east, 2 * north} : Step{};
    }

    /// How far one step in `d` moves a bit; 0 where the board has no such neighbour.
    [[nodiscard]] constexpr int step(Direction d) const noexcept {
        const Step by = vector(d);
        if (!is_one_coloured()) return by.files - by.ranks * bit_at(1, 0);
        const int down = bit_at(1, 0);
        switch (d) {
            case Direction::ne: return -down;
            case Direction::nw: return -down - 1;
            case Direction::sw: return down;
            case Direction::se: return down + 1;
            default: return by.files / 2 - by.ranks / 2 * (2 * down + 1);
        }
    }

    friend constexpr bool operator==(Geometry, Geometry) = default;

private:
    /// Whether a file or rank is neither the first nor the last of `all`.
    [[nodiscard]] static constexpr bool is_inside(int one, int all) noexcept { return one > 0 && one < all - 1; }

    /// A row of the star has holes at every second half step, its middle one in the middle of the board.
    [[nodiscard]] static constexpr bool on_star(int file, int rank) noexcept {
        constexpr int lengths[] = {1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1};
        const int first = 13 - lengths[rank];
        return file >= first && file <= first + 2 * (lengths[rank] - 1) && (file - first) % 2 == 0;
    }

    [[nodiscard]] static constexpr Step starry(Direction d) noexcept {
        switch (d) {
            case Direction::e: return {2, 0};
            case Direction::se: return {1, 1};
            case Direction::sw: return {-1, 1};
            case Direction::w: return {-2, 0};
            case Direction::nw: return {-1, -1};
            case Direction::ne: return {1, -1};
            default: return {};
        }
    }

    [[nodiscard]] static constexpr Step oblique(Direction d) noexcept {
        switch (d) {
            case Direction::n: return {0, 1};
            case Direction::ne: return {1, 1};
            case Direction::e: return {1, 0};
            case Direction::s: return {0, -1};
            case Direction::sw: return {-1, -1};
            case Direction::w: return {-1, 0};
            default: return {};
        }
    }
};

template <class W>
concept BoardWord = std::same_as<W, Word64> || std::same_as<W, Word128>;

/// The smallest word that holds the board.
template <Geometry G>
using WordFor = std::conditional_t<(G.bits() <= 64), Word64, Word128>;

}  // namespace damiera
