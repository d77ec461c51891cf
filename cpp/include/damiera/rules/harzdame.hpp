// Harzdame: Benedikt Rosenau, 2009 [mindsports.nl; igGameCenter].
#pragma once

#include "damiera/rules/croda.hpp"

namespace damiera {

/// Captures as in Croda, towards the opposite corner.
[[nodiscard]] constexpr Rules harzdame_rules_from(Rules rules) noexcept {
    rules.man_moves = Directions{Direction::n, Direction::e};              // Rosenau: forward or to the right
    rules.crown = cells(rules.board, "c8 d8 e8 f8 g8 h8 h7 h6 h5 h4 h3");  // Rosenau: eleven squares
    return rules;
}

inline constexpr Rules harzdame_rules = harzdame_rules_from(croda_rules);

inline constexpr Game harzdame{
    .slug = "harzdame",
    .rules = harzdame_rules,
    .dark_corner = Corner::left,                                                    // no matter: all squares
    .numbering = Numbering::top_left,                                               // ours: players use letters
    .first_mover = Side::white,                                                     // Rosenau
    .white_men = "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 a3 b3 c3 d3 a4 b4 c4 a5 b5 a6",  // Rosenau: 21 men in the corner
    .lettered = true,
};

}  // namespace damiera
