// Frisian draughts: the rules of the Frisian federation of 2011 (KNDB), where they are silent rhalbersma/dctl.
//
// The survey of all games at Juegopedia ("La Dama - regole ufficiali") lets pieces move along ranks and files as well;
// no other text does.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules frisian_rules{
    .board = {.files = 10, .ranks = 10, .shape = Shape::crossed},  // KNDB
    .man_moves = forward_diagonals,                                // KNDB
    .man_captures = all_diagonals | all_orthogonals,               // KNDB
    .man_captures_king = true,                                     // KNDB
    .king_moves = all_diagonals,                                   // KNDB 9
    .king_captures = all_diagonals | all_orthogonals,              // KNDB
    .king_range = KingRange::flying,                               // KNDB
    .landing = Landing::any,                                       // KNDB
    .removal = Removal::end,                                       // KNDB
    .reversal = true,                                              // no article: a jumped piece bars the way back
    .promotion = Promotion::pass,                                  // KNDB
    .choice = Choice::frisian,  // KNDB; n kings are worth more than 2n - 2 men, less than 2n: dctl
    .king_run = 3,              // KNDB
};

inline constexpr Game frisian{
    .slug = "frisian",
    .rules = frisian_rules,
    .dark_corner = Corner::left,       // KNDB
    .numbering = Numbering::top_left,  // KNDB; PDN 40
    .rows_of_men = 4,                  // KNDB
    .first_mover = Side::white,        // KNDB
};

}  // namespace damiera
