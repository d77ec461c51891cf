// The precedence of a capture as one number: a capture may be played if no other has a greater one.
#pragma once

#include <bit>      // bit_floor
#include <cstdint>  // uint64_t

#include "damiera/rules/rules.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

using Precedence = std::uint64_t;

/// What a capture has taken so far.
struct Tally {
    int pieces{};
    int kings{};
    std::uint32_t order{};  // one bit a piece, the last lowest: 1 for a king

    [[nodiscard]] DAMIERA_INLINE constexpr Tally with(bool king) const noexcept {
        return {pieces + 1, kings + (king ? 1 : 0), order << 1 | (king ? 1U : 0U)};
    }
};

/// Whether a capture carried further always precedes the same capture broken off.
[[nodiscard]] constexpr bool prefers_more(Choice choice) noexcept {
    return choice == Choice::number || choice == Choice::italian || choice == Choice::quality ||
           choice == Choice::number_king || choice == Choice::weight || choice == Choice::frisian ||
           choice == Choice::frisian_half || choice == Choice::italian_first;
}

/// Whether the rank of the captured pieces counts.
[[nodiscard]] constexpr bool weighs_captured_kings(Choice choice) noexcept {
    return choice == Choice::italian || choice == Choice::quality || choice == Choice::weight || choice == Choice::frisian ||
           choice == Choice::frisian_half || choice == Choice::italian_first;
}

/// The precedence of a finished capture. For captures of equally many pieces the bits of `order` compare as the
/// sequences read from the first piece on.
[[nodiscard]] DAMIERA_INLINE constexpr Precedence precedence(Choice choice, const Tally& tally, bool by_king) noexcept {
    const auto pieces = static_cast<Precedence>(tally.pieces);
    const auto kings = static_cast<Precedence>(tally.kings);
    const Precedence king = by_king ? 1 : 0;
    switch (choice) {
        case Choice::free: return 0;
        case Choice::number: return pieces;
        case Choice::italian: return pieces << 48 | king << 47 | kings << 32 | tally.order;
        case Choice::quality: return pieces << 8 | kings;
        case Choice::number_king: return pieces << 1 | king;
        case Choice::king_first: return king;
        case Choice::weight: return pieces + kings;
        case Choice::frisian: return (pieces + kings) << 16 | (255 - kings) << 1 | king;
        case Choice::frisian_half: return (2 * pieces + kings) << 1 | king;
        case Choice::italian_first: return pieces << 48 | king << 47 | kings << 32 | std::bit_floor(tally.order);
    }
    return 0;
}

}  // namespace damiera
