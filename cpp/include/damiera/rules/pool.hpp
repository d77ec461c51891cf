// American pool checkers: the rules of the American Pool Checkers Association.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules pool_rules{
    .board = {.files = 8, .ranks = 8},  // APCA
    .man_moves = forward_diagonals,     // APCA
    .man_captures = all_diagonals,      // APCA
    .man_captures_king = true,          // APCA
    .king_moves = all_diagonals,        // APCA
    .king_captures = all_diagonals,     // APCA
    .king_range = KingRange::flying,    // APCA
    .landing = Landing::any,            // APCA
    .removal = Removal::end,            // APCA
    .reversal = true,                   // no article: a jumped piece bars the way back
    .promotion = Promotion::pass,       // APCA: a man that can jump on must, and is not crowned
    .choice = Choice::free,             // APCA
};

inline constexpr Game pool{
    .slug = "pool",
    .rules = pool_rules,
    .dark_corner = Corner::left,       // APCA
    .numbering = Numbering::top_left,  // PDN 23
    .rows_of_men = 3,                  // APCA
    .first_mover = Side::black,        // APCA
};

}  // namespace damiera
