// Dama italiana: FID, Regolamento tecnico, Capo I [fid.italian.2008]; trailing comments are its articles.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules italian_rules{
    .board = {.files = 8, .ranks = 8},  // 2.1
    .man_moves = forward_diagonals,     // 4.1
    .man_captures = forward_diagonals,  // 5.3(a)
    .man_captures_king = false,         // 5.3(b)
    .king_moves = all_diagonals,        // 4.7
    .king_captures = all_diagonals,     // 5.3(c), 5.3(d)
    .king_range = KingRange::adjacent,  // 4.7, 5.8
    .landing = Landing::adjacent,       // 5.8
    .removal = Removal::end,            // 3.5, 5.12, 6.4
    .reversal = true,                   // no article: a jumped piece bars the way back, 6.4
    .promotion = Promotion::stop,       // 6.5
    .choice = Choice::italian,          // 6.6, 6.7, 6.8, 6.9
};

inline constexpr Game italian{
    .slug = "italian",
    .rules = italian_rules,
    .dark_corner = Corner::right,      // 2.3
    .numbering = Numbering::top_left,  // 2.4
    .rows_of_men = 3,                  // 2.5, 2.6
    .first_mover = Side::white,        // 3.4
};

}  // namespace damiera
