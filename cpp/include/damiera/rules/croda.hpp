// Croda: Ljuban Dedic, 1995 [mindsports.nl; jpneto, World of Abstract Games].
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules croda_rules{
    .board = {.files = 8, .ranks = 8, .shape = Shape::full},              // Dedic
    .man_moves = Directions{Direction::n, Direction::ne, Direction::nw},  // Dedic; one page adds sideways
    .man_captures = all_orthogonals,                                      // Dedic
    .man_captures_king = true,                                            // Dedic
    .king_moves = all_orthogonals,                                        // Dedic: as a rook
    .king_captures = all_orthogonals,                                     // Dedic
    .king_range = KingRange::flying,                                      // Dedic
    .landing = Landing::any,                                              // Dedic: the long leap
    .removal = Removal::end,                                              // Dedic
    .reversal = true,                                                     // no article: a jumped piece bars the way back
    .promotion = Promotion::pass,                                         // Dedic: where the move ends
    .choice = Choice::number,                                             // Dedic
};

inline constexpr Game croda{
    .slug = "croda",
    .rules = croda_rules,
    .dark_corner = Corner::left,       // no matter: all squares
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 3,                  // Dedic: 24 men
    .first_mover = Side::white,        // mindsports.nl
    .lettered = true,
};

}  // namespace damiera
