// Hexdame: Christian Freeling, 1979 [mindsports.nl].
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Directions forward_hexagonals{Direction::n, Direction::ne, Direction::e};
inline constexpr Directions all_hexagonals{Direction::n, Direction::ne, Direction::e,
                                           Direction::s, Direction::sw, Direction::w};
inline constexpr Geometry hexdame_board{.files = 9, .ranks = 9, .shape = Shape::hexagon};

inline constexpr Rules hexdame_rules{
    .board = hexdame_board,                                       // 61 cells, a corner towards each player
    .man_moves = forward_hexagonals,                              // Freeling
    .man_captures = all_hexagonals,                               // Freeling
    .man_captures_king = true,                                    // Freeling: as international draughts
    .king_moves = all_hexagonals,                                 // Freeling
    .king_captures = all_hexagonals,                              // Freeling
    .king_range = KingRange::flying,                              // Freeling
    .landing = Landing::any,                                      // Freeling
    .removal = Removal::end,                                      // Freeling
    .reversal = true,                                             // no article: a jumped piece bars the way back
    .promotion = Promotion::pass,                                 // Freeling
    .choice = Choice::number,                                     // Freeling
    .crown = cells(hexdame_board, "e9 f9 g9 h9 i9 i8 i7 i6 i5"),  // Freeling: the two far sides
};

inline constexpr Game hexdame{
    .slug = "hexdame",
    .rules = hexdame_rules,
    .dark_corner = Corner::left,                                     // no matter: all cells
    .numbering = Numbering::top_left,                                // ours: players use coordinates
    .first_mover = Side::white,                                      // Freeling
    .white_men = "a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4",  // Freeling: 16 men
    .lettered = true,
};

}  // namespace damiera
