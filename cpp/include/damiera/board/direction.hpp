// The eight directions and sets of them, as White sees the board.
#pragma once

#include <array>             // array
#include <cstdint>           // uint8_t
#include <initializer_list>  // initializer_list
#include <string_view>       // string_view

#include "damiera/board/side.hpp"
#include "damiera/util/bits.hpp"

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

    [[nodiscard]] constexpr int size() const noexcept { return popcount(std::uint64_t{bits}); }
    [[nodiscard]] constexpr bool has(Direction d) const noexcept { return (bits >> index(d) & 1U) != 0; }

    /// The same directions for `side`: Black's are White's turned half round.
    [[nodiscard]] constexpr Directions seen_by(Side side) const noexcept {
        Directions turned;
        turned.bits = side == Side::white ? bits : static_cast<std::uint8_t>(bits << 4 | bits >> 4);
        return turned;
    }

    /// Whether all lie on one side of a line, the line itself included: a piece that never turns straight back then
    /// comes to no square twice.
    [[nodiscard]] constexpr bool keep_to_one_side() const noexcept {
        for (unsigned i = 0; i < 8; ++i) {
            const unsigned turned = (bits >> i | static_cast<unsigned>(bits) << (8 - i)) & 0xFFU;
            if ((turned & 0xE0U) == 0) return true;
        }
        return false;
    }

    friend constexpr bool operator==(Directions, Directions) = default;
};

inline constexpr Directions forward_diagonals{Direction::ne, Direction::nw};
inline constexpr Directions all_diagonals{Direction::ne, Direction::se, Direction::sw, Direction::nw};
inline constexpr Directions forward_and_sideways{Direction::n, Direction::e, Direction::w};
inline constexpr Directions all_orthogonals{Direction::n, Direction::e, Direction::s, Direction::w};

[[nodiscard]] constexpr Directions operator|(Directions a, Directions b) noexcept {
    Directions both;
    both.bits = static_cast<std::uint8_t>(a.bits | b.bits);
    return both;
}

}  // namespace damiera
