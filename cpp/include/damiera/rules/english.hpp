// English draughts: the FID text [fid.english.2008]; trailing comments are its articles.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules english_rules{
    .board = {.files = 8, .ranks = 8},  // 2.1
    .man_moves = forward_diagonals,     // 4.1
    .man_captures = forward_diagonals,  // 5.3(a)
    .man_captures_king = true,          // 5.3(b)
    .king_moves = all_diagonals,        // 4.8
    .king_captures = all_diagonals,     // 5.3(c), 5.3(d)
    .king_range = KingRange::adjacent,  // 4.8
    .landing = Landing::adjacent,       // 5.8
    .removal = Removal::end,            // 3.5, 5.12, 6.4
    .reversal = true,                   // no article: a jumped piece bars the way back, 6.4
    .promotion = Promotion::stop,       // 6.5
    .choice = Choice::free,             // 6.6
};

inline constexpr Game english{
    .slug = "english",
    .rules = english_rules,
    .dark_corner = Corner::left,       // 2.3
    .numbering = Numbering::top_left,  // 2.4: square 1 is Black's last on the right, White's top left
    .rows_of_men = 3,                  // 2.5, 2.6
    .first_mover = Side::black,        // 3.4
};

}  // namespace damiera
