// Dama triestina: Italian rules on a hundred squares, as the survey of all games at Juegopedia ("La Dama - regole ufficiali") says.
#pragma once

#include "damiera/rules/italian.hpp"

namespace damiera {

/// Italian rules on a larger board.
[[nodiscard]] constexpr Rules triestina_rules_from(Rules rules) noexcept {
    rules.board = {.files = 10, .ranks = 10};  // Survey: 100 squares
    return rules;
}

inline constexpr Rules triestina_rules = triestina_rules_from(italian_rules);

inline constexpr Game triestina{
    .slug = "triestina",
    .rules = triestina_rules,
    .dark_corner = Corner::right,      // Survey: as the Italian game
    .numbering = Numbering::top_left,  // ours, as in the Italian game
    .rows_of_men = 4,                  // Survey: 20 men; their rows are ours
    .first_mover = Side::white,        // Survey: as the Italian game
};

}  // namespace damiera
