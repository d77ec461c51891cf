// Dama diagonale: English rules from another start, as the survey of all games at Juegopedia ("La Dama - regole ufficiali") says.
//
// A man is crowned on "the marked squares of the opposite corner". The picture that marked them is lost, so there are three
// readings: the rim of the opponent's triangle, his double corner alone, his whole first row.
#pragma once

#include "damiera/rules/english.hpp"

namespace damiera {

/// Men are crowned on the rim squares of the opponent's triangle.
[[nodiscard]] constexpr Rules diagonal_rules_from(Rules rules) noexcept {
    rules.crown = cells(rules.board, "a3 a5 a7 b8 d8 f8");  // Survey: marked squares of the corner; which: ours
    return rules;
}

inline constexpr Rules diagonal_rules = diagonal_rules_from(english_rules);

/// Men are crowned in the double corner.
[[nodiscard]] constexpr Rules diagonal_corner_rules_from(Rules rules) noexcept {
    rules.crown = cells(rules.board, "a7 b8");  // BrainKing
    return rules;
}

inline constexpr Rules diagonal_corner_rules = diagonal_corner_rules_from(english_rules);

inline constexpr Game diagonal{
    .slug = "diagonal",
    .rules = diagonal_rules,
    .dark_corner = Corner::left,                         // Survey: as English draughts
    .numbering = Numbering::top_left,                    // Survey: as English draughts
    .first_mover = Side::black,                          // Survey: as English draughts
    .white_men = "c1 e1 g1 d2 f2 h2 e3 g3 f4 h4 g5 h6",  // bonaludo.com; Ludii after Twiss 1805
};

inline constexpr Game diagonal_corner{
    .slug = "diagonal-corner",
    .rules = diagonal_corner_rules,
    .dark_corner = Corner::left,                         // Survey: as English draughts
    .numbering = Numbering::top_left,                    // Survey: as English draughts
    .first_mover = Side::black,                          // Survey: as English draughts
    .white_men = "c1 e1 g1 d2 f2 h2 e3 g3 f4 h4 g5 h6",  // bonaludo.com; Ludii after Twiss 1805
};

/// Men are crowned on the whole far row [bonaludo.com; Ludii].
inline constexpr Game diagonal_row{
    .slug = "diagonal-row",
    .rules = english_rules,
    .dark_corner = Corner::left,                         // Survey: as English draughts
    .numbering = Numbering::top_left,                    // Survey: as English draughts
    .first_mover = Side::black,                          // Survey: as English draughts
    .white_men = "c1 e1 g1 d2 f2 h2 e3 g3 f4 h4 g5 h6",  // bonaludo.com; Ludii after Twiss 1805
};

}  // namespace damiera
