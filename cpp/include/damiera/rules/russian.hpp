// Russian draughts: the survey of all games at Juegopedia ("La Dama - regole ufficiali") and the Russian code;
// trailing comments name them.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules russian_rules{
    .board = {.files = 8, .ranks = 8},  // Survey
    .man_moves = forward_diagonals,     // Survey 1
    .man_captures = all_diagonals,      // Survey 1
    .man_captures_king = true,          // Survey 1
    .king_moves = all_diagonals,        // Survey 2
    .king_captures = all_diagonals,     // Survey 2
    .king_range = KingRange::flying,    // Survey 2
    .landing = Landing::any,            // Survey 2; where one can go on, one must: Russian code
    .removal = Removal::end,            // Russian code
    .reversal = true,                   // no article: a jumped piece bars the way back
    .promotion = Promotion::king,       // Survey 3
    .choice = Choice::free,             // Survey 4
};

inline constexpr Game russian{
    .slug = "russian",
    .rules = russian_rules,
    .dark_corner = Corner::left,       // Survey
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 3,                  // Survey
    .first_mover = Side::white,        // Survey
    .lettered = true,
};

}  // namespace damiera
