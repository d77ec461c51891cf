// Killer draughts: international rules but for the landing of a king [rhalbersma/dctl; Fabien Letouzey].
#pragma once

#include "damiera/rules/international.hpp"

namespace damiera {

/// A king that captures a king last stops just behind it.
[[nodiscard]] constexpr Rules killer_rules_from(Rules rules) noexcept {
    rules.landing = Landing::killer;  // dctl; Letouzey
    return rules;
}

inline constexpr Rules killer_rules = killer_rules_from(international_rules);

inline constexpr Game killer{
    .slug = "killer",
    .rules = killer_rules,
    .dark_corner = Corner::left,       // as international draughts
    .numbering = Numbering::top_left,  // as international draughts
    .rows_of_men = 4,                  // as international draughts
    .first_mover = Side::white,        // as international draughts
};

}  // namespace damiera
