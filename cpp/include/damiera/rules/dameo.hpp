// Dameo: Christian Freeling, 2000 [mindsports.nl].
#pragma once

#include "damiera/rules/croda.hpp"

namespace damiera {

/// Captures as in Croda; a king moves as a queen, and lines of men move as one.
[[nodiscard]] constexpr Rules dameo_rules_from(Rules rules) noexcept {
    rules.king_moves = all_orthogonals | all_diagonals;  // Freeling
    rules.man_lines = true;                              // Freeling
    return rules;
}

inline constexpr Rules dameo_rules = dameo_rules_from(croda_rules);

inline constexpr Game dameo{
    .slug = "dameo",
    .rules = dameo_rules,
    .dark_corner = Corner::left,                                           // no matter: all squares
    .numbering = Numbering::top_left,                                      // ours: players use letters
    .first_mover = Side::white,                                            // Freeling
    .white_men = "a1 b1 c1 d1 e1 f1 g1 h1 b2 c2 d2 e2 f2 g2 c3 d3 e3 f3",  // Freeling: 18 men
    .lettered = true,
};

}  // namespace damiera
