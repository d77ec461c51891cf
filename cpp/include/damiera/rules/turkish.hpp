// Turkish draughts: the survey of all games at Juegopedia ("La Dama - regole ufficiali"); what it leaves open from
// Wikipedia, Mats Winther and Ludii.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules turkish_rules{
    .board = {.files = 8, .ranks = 8, .shape = Shape::full},  // Survey: 64 squares of one colour
    .man_moves = forward_and_sideways,                        // Survey
    .man_captures = forward_and_sideways,                     // Survey
    .man_captures_king = true,                                // Survey
    .king_moves = all_orthogonals,                            // Survey
    .king_captures = all_orthogonals,                         // Survey
    .king_range = KingRange::flying,                          // Survey
    .landing = Landing::any,                                  // Survey
    .removal = Removal::immediate,                            // Survey
    .reversal = false,                                        // Wikipedia, Winther, Ludii
    .promotion = Promotion::pass,  // Wikipedia, Winther: at the end of the move; others crown at once
    .choice = Choice::number,      // Survey
};

inline constexpr Game turkish{
    .slug = "turkish",
    .rules = turkish_rules,
    .dark_corner = Corner::left,       // no matter: one colour
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 2,                  // Survey: 16 men
    .first_mover = Side::white,        // Survey: by lot; White in federation play
    .first_row = 2,                    // Wikipedia: second and third row
    .lettered = true,
};

}  // namespace damiera
