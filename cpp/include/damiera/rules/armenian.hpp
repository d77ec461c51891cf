// Armenian draughts (tama) [Schmidt 1934, through Wikipedia].
#pragma once

#include "damiera/rules/turkish.hpp"

namespace damiera {

/// Turkish rules with diagonal moves.
[[nodiscard]] constexpr Rules armenian_rules_from(Rules rules) noexcept {
    rules.man_moves = forward_and_sideways | forward_diagonals;  // Wikipedia
    rules.king_moves = all_orthogonals | all_diagonals;          // Wikipedia: as a queen
    rules.promotion = Promotion::king;                           // Wikipedia
    return rules;
}

inline constexpr Rules armenian_rules = armenian_rules_from(turkish_rules);

inline constexpr Game armenian{
    .slug = "armenian",
    .rules = armenian_rules,
    .dark_corner = Corner::left,       // no matter: one colour
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 2,                  // Wikipedia: 16 men
    .first_mover = Side::white,        // ours, as in Turkish draughts
    .first_row = 2,                    // Wikipedia
    .lettered = true,
};

}  // namespace damiera
