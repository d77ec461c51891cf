// Gothic draughts (Altdeutsches Damespiel); other texts have a flying king and men that capture backward.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules gothic_rules{
    .board = {.files = 8, .ranks = 8, .shape = Shape::full},   // Altdeutsches Damespiel
    .man_moves = forward_diagonals,                            // Altdeutsches Damespiel
    .man_captures = forward_diagonals | forward_and_sideways,  // Altdeutsches Damespiel
    .man_captures_king = true,                                 // Altdeutsches Damespiel
    .king_moves = all_orthogonals | all_diagonals,             // Altdeutsches Damespiel
    .king_captures = all_orthogonals | all_diagonals,          // Altdeutsches Damespiel
    .king_range = KingRange::adjacent,                         // ours: texts differ
    .landing = Landing::adjacent,                              // follows from the range
    .removal = Removal::end,                                   // ours
    .reversal = true,                                          // no article: a jumped piece bars the way back
    .promotion = Promotion::stop,                              // ours
    .choice = Choice::number,                                  // Altdeutsches Damespiel
};

inline constexpr Game gothic{
    .slug = "gothic",
    .rules = gothic_rules,
    .dark_corner = Corner::left,       // no matter: all squares
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 2,                  // Altdeutsches Damespiel: 16 men
    .first_mover = Side::white,        // ours
    .lettered = true,
};

}  // namespace damiera
