// Thai draughts (makhos) [Wikipedia; PDN 31; rhalbersma/dctl, whose counts confirm the removal].
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules thai_rules{
    .board = {.files = 8, .ranks = 8},  // Wikipedia
    .man_moves = forward_diagonals,     // Wikipedia
    .man_captures = forward_diagonals,  // Wikipedia
    .man_captures_king = true,          // Wikipedia
    .king_moves = all_diagonals,        // Wikipedia
    .king_captures = all_diagonals,     // Wikipedia
    .king_range = KingRange::flying,    // Wikipedia
    .landing = Landing::adjacent,       // Wikipedia: directly behind
    .removal = Removal::immediate,      // dctl
    .reversal = true,                   // dctl
    .promotion = Promotion::stop,       // Wikipedia
    .choice = Choice::free,             // Wikipedia
};

inline constexpr Game thai{
    .slug = "thai",
    .rules = thai_rules,
    .dark_corner = Corner::left,       // PDN 31
    .numbering = Numbering::top_left,  // PDN 31
    .rows_of_men = 2,                  // Wikipedia: eight men
    .first_mover = Side::black,        // PDN 31
};

}  // namespace damiera
