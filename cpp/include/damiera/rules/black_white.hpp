// Black & White: David Parlett, The Oxford History of Board Games, 1999, through Mats Winther.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules black_white_rules{
    .board = {.files = 8, .ranks = 8, .shape = Shape::full},  // Parlett
    .man_moves = forward_diagonals,                           // Parlett
    .man_captures = forward_and_sideways,                     // Parlett
    .man_captures_king = true,                                // Parlett: otherwise as English
    .king_moves = all_diagonals,                              // Parlett
    .king_captures = all_orthogonals,                         // Parlett
    .king_range = KingRange::adjacent,                        // Parlett
    .landing = Landing::adjacent,                             // follows from the range
    .removal = Removal::end,                                  // Parlett: otherwise as English
    .reversal = true,                                         // no article: a jumped piece bars the way back
    .promotion = Promotion::stop,                             // ours, as English draughts
    .choice = Choice::free,                                   // Parlett: otherwise as English
};

inline constexpr Game black_white{
    .slug = "black-white",
    .rules = black_white_rules,
    .dark_corner = Corner::left,                         // ours: a1 is dark
    .numbering = Numbering::top_left,                    // ours: players use letters
    .first_mover = Side::black,                          // ours, as English draughts
    .white_men = "b1 d1 f1 h1 a2 c2 e2 g2 b3 d3 f3 h3",  // Parlett: on light squares
    .black_men = "b6 d6 f6 h6 a7 c7 e7 g7 b8 d8 f8 h8",  // Parlett: on dark squares
    .lettered = true,
};

}  // namespace damiera
