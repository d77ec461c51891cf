// Alquerque of twelve: Alfonso X, Libro de los juegos, 1283; what it leaves open as Wikipedia gathers it.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules alquerque_rules{
    .board = {.files = 5, .ranks = 5, .shape = Shape::lined},  // Alfonso: 25 points
    .man_moves = all_orthogonals | all_diagonals,              // Wikipedia: to any point joined by a line
    .man_captures = all_orthogonals | all_diagonals,           // Alfonso: along the lines
    .man_captures_king = true,                                 // no matter: there are no kings
    .king_moves = all_orthogonals | all_diagonals,             // no matter
    .king_captures = all_orthogonals | all_diagonals,          // no matter
    .king_range = KingRange::adjacent,                         // no matter
    .landing = Landing::adjacent,                              // no matter
    .removal = Removal::end,                                   // ours
    .reversal = true,                                          // no article: a jumped piece bars the way back
    .promotion = Promotion::pass,                              // no matter
    .choice = Choice::free,                                    // Wikipedia says nothing of a choice
    .crown = nowhere,                                          // Alfonso: no kings
};

inline constexpr Game alquerque{
    .slug = "alquerque",
    .rules = alquerque_rules,
    .dark_corner = Corner::left,                         // no matter: all points
    .numbering = Numbering::top_left,                    // ours: players use letters
    .first_mover = Side::white,                          // ours
    .white_men = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 d3 e3",  // Alfonso: 12 men, the point in the middle free
    .lettered = true,
};

}  // namespace damiera
