// Zamma, or damma: the game of the Sahara on four boards of Alquerque [mindsports.nl; Wikipedia].
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules zamma_rules{
    .board = {.files = 9, .ranks = 9, .shape = Shape::lined},             // mindsports.nl
    .man_moves = Directions{Direction::n, Direction::ne, Direction::nw},  // mindsports.nl; Wikipedia
    .man_captures = all_orthogonals | all_diagonals,                      // mindsports.nl
    .man_captures_king = true,                                            // mindsports.nl
    .king_moves = all_orthogonals | all_diagonals,                        // mindsports.nl
    .king_captures = all_orthogonals | all_diagonals,                     // mindsports.nl
    .king_range = KingRange::flying,                                      // mindsports.nl
    .landing = Landing::any,                                              // ours, as international draughts
    .removal = Removal::end,                                              // mindsports.nl; in Mauritania at once
    .reversal = true,                                                     // no article: a jumped piece bars the way back
    .promotion = Promotion::pass,                                         // ours, as international draughts
    .choice = Choice::number,                                             // mindsports.nl
};

inline constexpr Game zamma{
    .slug = "zamma",
    .rules = zamma_rules,
    .dark_corner = Corner::left,       // no matter: all points
    .numbering = Numbering::top_left,  // ours: players use letters
    .first_mover = Side::black,        // mindsports.nl; Wikipedia
    .white_men =
        "a1 b1 c1 d1 e1 f1 g1 h1 i1 a2 b2 c2 d2 e2 f2 g2 h2 i2 a3 b3 c3 d3 e3 f3 g3 h3 i3 "
        "a4 b4 c4 d4 e4 f4 g4 h4 i4 f5 g5 h5 i5",  // Wikipedia: 40 men, those of the middle row at the right
    .lettered = true,
};

}  // namespace damiera
