// Spanish draughts: the survey of all games at Juegopedia ("La Dama - regole ufficiali"); trailing comments name
// its articles or the source.
#pragma once

#include "damiera/rules/game.hpp"

namespace damiera {

inline constexpr Rules spanish_rules{
    .board = {.files = 8, .ranks = 8},  // Survey: the board of the Italian game
    .man_moves = forward_diagonals,     // Survey 1
    .man_captures = forward_diagonals,  // Survey: as the Italian game
    .man_captures_king = true,          // Survey 1
    .king_moves = all_diagonals,        // Survey 2
    .king_captures = all_diagonals,     // Survey 2
    .king_range = KingRange::flying,    // Survey 2
    .landing = Landing::any,            // Survey 2: "as in international draughts"
    .removal = Removal::end,            // Survey: as the Italian game
    .reversal = true,                   // no article: a jumped piece bars the way back
    .promotion = Promotion::stop,       // Survey: as the Italian game
    .choice = Choice::number,           // Survey 3: only the number counts
};

inline constexpr Game spanish{
    .slug = "spanish",
    .rules = spanish_rules,
    .dark_corner = Corner::right,          // Survey
    .numbering = Numbering::bottom_right,  // PDN 24, "W,8,8,N1,1": White on 1 to 12
    .rows_of_men = 3,                      // Survey
    .first_mover = Side::white,            // Survey
};

/// The number first, then the kings among the captured pieces: the rule that federations know.
[[nodiscard]] constexpr Rules spanish_quality_rules_from(Rules rules) noexcept {
    rules.choice = Choice::quality;  // Wikipedia; the Portuguese federation
    return rules;
}

inline constexpr Rules spanish_quality_rules = spanish_quality_rules_from(spanish_rules);

inline constexpr Game spanish_quality{
    .slug = "spanish-quality",
    .rules = spanish_quality_rules,
    .dark_corner = Corner::right,          // Survey
    .numbering = Numbering::bottom_right,  // PDN 24
    .rows_of_men = 3,                      // Survey
    .first_mover = Side::white,            // Survey
};

}  // namespace damiera
