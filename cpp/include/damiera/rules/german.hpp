// German draughts: the survey of all games at Juegopedia ("La Dama - regole ufficiali").
//
// Other texts let the king land just behind the captured piece, or let Black begin; we follow the survey.
#pragma once

#include "damiera/rules/spanish.hpp"

namespace damiera {

/// Spanish rules, but any complete capture may be chosen.
[[nodiscard]] constexpr Rules german_rules_from(Rules rules) noexcept {
    rules.choice = Choice::free;  // Survey: complete freedom, as in English draughts
    return rules;
}

inline constexpr Rules german_rules = german_rules_from(spanish_rules);

inline constexpr Game german{
    .slug = "german",
    .rules = german_rules,
    .dark_corner = Corner::left,       // Survey: a light square at the right
    .numbering = Numbering::top_left,  // ours, as in English draughts
    .rows_of_men = 3,                  // Survey
    .first_mover = Side::white,        // Survey: as the Spanish game
};

}  // namespace damiera
