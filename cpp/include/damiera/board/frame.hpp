// Between bits and players: the numbers, files and ranks by which people name the squares of one game.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint16_t, uint8_t

#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"

namespace damiera {

/// Which corner, on the right or left of each player, is a playing square; on a full board, a dark one.
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
    constexpr Frame(Geometry geometry, Corner corner, Numbering numbering) : geometry_{geometry} {
        int ordinal = 0;
        for (int row = 0; row < geometry.ranks; ++row) {
            const int rank = geometry.shape == Shape::star ? row : geometry.ranks - 1 - row;
            for (int file = 0; file < geometry.files; ++file) {
                const int unmirrored = corner == Corner::left ? file : geometry.files - 1 - file;
                if (!geometry.has(unmirrored, rank)) continue;
                ++ordinal;
                const int square = numbering == Numbering::top_left ? ordinal : geometry.squares() + 1 - ordinal;
                const int bit = geometry.has_bits() ? geometry.bit_of(unmirrored, rank) : square - 1;
                name(square, bit, {file, rank});
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
        const bool on_board =
            where.file >= 0 && where.file < geometry_.files && where.rank >= 0 && where.rank < geometry_.ranks;
        return on_board ? at_[slot(where)] : 0;
    }

    /// The next square in a direction as White sees it; 0 at the rim and where the board has no such neighbours.
    [[nodiscard]] constexpr int neighbour(int square, Direction d) const noexcept {
        const Step by = geometry_.vector(d);
        const Coordinates from = coordinates(square);
        return by == Step{} || !geometry_.leads(from.file, from.rank, d)
                   ? 0
                   : square_at({from.file + by.files, from.rank + by.ranks});
    }

private:
    static constexpr int most_files = 32;
    static constexpr std::size_t most_squares = 256;  // of families; the generator knows boards of 128 bits

    [[nodiscard]] static constexpr std::size_t slot(Coordinates where) noexcept {
        return static_cast<std::size_t>(where.rank * most_files + where.file);
    }

    constexpr void name(int square, int bit, Coordinates where) {
        bits_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(bit);
        squares_[static_cast<std::size_t>(bit)] = static_cast<std::uint16_t>(square);
        places_[static_cast<std::size_t>(square)] = where;
        at_[slot(where)] = static_cast<std::uint16_t>(square);
    }

    Geometry geometry_;
    std::array<std::uint8_t, most_squares + 1> bits_{};
    std::array<std::uint16_t, most_squares> squares_{};
    std::array<Coordinates, most_squares + 1> places_{};
    std::array<std::uint16_t, most_files * most_files> at_{};
};

}  // namespace damiera
