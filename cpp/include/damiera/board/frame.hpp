// Between bits and players: the numbers, files and ranks by which people name the squares of one game.
#pragma once

#include <array>    // array
#include <cstdint>  // uint8_t

#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"

namespace damiera {

/// Which corner, on the right or left of each player, is a playing square.
enum class Corner : std::uint8_t { left, right };

/// Where square 1 lies; numbers run along the ranks away from it.
enum class Numbering : std::uint8_t { top_left, bottom_right };

struct Coordinates {
    int file{};  // 0 is White's left
    int rank{};  // 0 is White's first rank

    friend constexpr bool operator==(Coordinates, Coordinates) = default;
};

/// Squares are 1 to `squares()`, as players number them; 0 stands for none. Bits never leave the core.
class Frame {
public:
    constexpr Frame(Geometry geometry, Corner corner, Numbering numbering) : geometry_{geometry}, corner_{corner} {
        for (int row = 0; row < geometry.ranks; ++row) {
            for (int place = 0; place < geometry.width(); ++place) {
                const int column = corner == Corner::left ? place : geometry.width() - 1 - place;
                const int ordinal = row * geometry.width() + place + 1;
                const int square = numbering == Numbering::top_left ? ordinal : geometry.squares() + 1 - ordinal;
                bits_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(geometry.bit_at(row, column));
                squares_[static_cast<std::size_t>(geometry.bit_at(row, column))] = static_cast<std::uint8_t>(square);
                places_[static_cast<std::size_t>(square)] = coordinates_of(row, place);
            }
        }
    }

    [[nodiscard]] constexpr int squares() const noexcept { return geometry_.squares(); }
    [[nodiscard]] constexpr bool has(int square) const noexcept { return square >= 1 && square <= squares(); }

    [[nodiscard]] constexpr int bit_of(int square) const noexcept { return bits_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] constexpr int square_of(int bit) const noexcept { return squares_[static_cast<std::size_t>(bit)]; }

    [[nodiscard]] constexpr Coordinates coordinates(int square) const noexcept {
        return places_[static_cast<std::size_t>(square)];
    }

    /// The square at a file and rank; 0 if there is none or it is not played on.
    [[nodiscard]] constexpr int square_at(Coordinates where) const noexcept {
        for (int square = 1; square <= squares(); ++square) {
            if (coordinates(square) == where) return square;
        }
        return 0;
    }

    /// The diagonal neighbour of a square as White sees it; 0 at the rim.
    [[nodiscard]] constexpr int neighbour(int square, Direction d) const noexcept {
        const bool east = d == Direction::ne || d == Direction::se;
        const bool north = d == Direction::ne || d == Direction::nw;
        const Coordinates at = coordinates(square);
        return square_at({at.file + (east ? 1 : -1), at.rank + (north ? 1 : -1)});
    }

private:
    [[nodiscard]] constexpr Coordinates coordinates_of(int row, int place) const noexcept {
        const int rank = geometry_.ranks - 1 - row;
        const bool starts_at_zero = (rank % 2 == 0) == (corner_ == Corner::left);
        return {2 * place + (starts_at_zero ? 0 : 1), rank};
    }

    Geometry geometry_;
    Corner corner_;
    std::array<std::uint8_t, 129> bits_{};
    std::array<std::uint8_t, 128> squares_{};
    std::array<Coordinates, 129> places_{};
};

}  // namespace damiera
