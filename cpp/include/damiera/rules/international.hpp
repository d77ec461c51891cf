// International draughts: FMJD, official rules, Annex 1 [fmjd.international]; trailing comments are its articles.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules international_rules{
    .board = {.files = 10, .ranks = 10},  // 2.1
    .man_moves = forward_diagonals,       // 3.4
    .man_captures = all_diagonals,        // 4.1
    .man_captures_king = true,            // 4.1, 4.2
    .king_moves = all_diagonals,          // 3.8, 3.9
    .king_captures = all_diagonals,       // 4.1
    .king_range = KingRange::flying,      // 3.9, 4.3
    .landing = Landing::any,              // 4.3
    .removal = Removal::end,              // 4.8, 4.11
    .reversal = true,                     // no article: a jumped piece bars the way back
    .promotion = Promotion::pass,         // 4.15
    .choice = Choice::number,             // 4.13
};

inline constexpr Game international{
    .slug = "international",
    .rules = international_rules,
    .dark_corner = Corner::left,       // 2.4
    .numbering = Numbering::top_left,  // 2.6
    .rows_of_men = 4,                  // 2.7, 2.8
    .first_mover = Side::white,        // 3.3
};

}  // namespace damiera
