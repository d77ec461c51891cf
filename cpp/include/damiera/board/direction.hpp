// The eight directions and sets of them, as White sees the board.
#pragma once

#include <array>             // array
#include <cstdint>           // uint8_t
#include <initializer_list>  // initializer_list
#include <string_view>       // string_view

#include "damiera/board/side.hpp"

namespace damiera {

/// Clockwise; the opposite of a direction is four further on. North is towards Black's side.
enum class Direction : std::uint8_t { ne, e, se, s, sw, w, nw, n };

inline constexpr std::array<std::string_view, 8> direction_names{"ne", "e", "se", "s", "sw", "w", "nw", "n"};

[[nodiscard]] constexpr int index(Direction d) noexcept { return static_cast<int>(d); }
[[nodiscard]] constexpr Direction direction(int index) noexcept { return static_cast<Direction>(index & 7); }
[[nodiscard]] constexpr Direction opposite(Direction d) noexcept { return direction(index(d) + 4); }

/// A set of directions; structural, so that a rule set may be a template argument.
struct Directions {
    std::uint8_t bits{};

    constexpr Directions() = default;
    constexpr Directions(std::initializer_list<Direction> all) {
        for (const Direction d : all) bits = static_cast<std::uint8_t>(bits | 1U << index(d));
    }

    [[nodiscard]] constexpr bool has(Direction d) const noexcept { return (bits >> index(d) & 1U) != 0; }

    /// The same directions for `side`: Black's are White's turned half round.
    [[nodiscard]] constexpr Directions seen_by(Side side) const noexcept {
        Directions turned;
        turned.bits = side == Side::white ? bits : static_cast<std::uint8_t>(bits << 4 | bits >> 4);
        return turned;
    }

    /// Whether a piece that leaves by these directions can come back to where it was.
    [[nodiscard]] constexpr bool has_opposites() const noexcept { return (bits & (bits >> 4)) != 0; }

    friend constexpr bool operator==(Directions, Directions) = default;
};

inline constexpr Directions forward_diagonals{Direction::ne, Direction::nw};
inline constexpr Directions all_diagonals{Direction::ne, Direction::se, Direction::sw, Direction::nw};

}  // namespace damiera
