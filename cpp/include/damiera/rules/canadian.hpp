// Canadian draughts: international rules on twelve files, as the survey of all games at Juegopedia ("La Dama - regole ufficiali") says.
#pragma once

#include "damiera/rules/international.hpp"

namespace damiera {

/// International rules on a larger board.
[[nodiscard]] constexpr Rules canadian_rules_from(Rules rules) noexcept {
    rules.board = {.files = 12, .ranks = 12};  // Survey
    return rules;
}

inline constexpr Rules canadian_rules = canadian_rules_from(international_rules);

inline constexpr Game canadian{
    .slug = "canadian",
    .rules = canadian_rules,
    .dark_corner = Corner::left,       // Survey: as international draughts
    .numbering = Numbering::top_left,  // PDN 27
    .rows_of_men = 5,                  // Survey: 30 men
    .first_mover = Side::white,        // Survey: as international draughts
};

}  // namespace damiera
