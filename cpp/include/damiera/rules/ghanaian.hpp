// Ghanaian draughts (damii) [Wikipedia]; its forfeits are left to the players.
#pragma once

#include "damiera/rules/international.hpp"

namespace damiera {

/// International rules, but any complete capture may be chosen.
[[nodiscard]] constexpr Rules ghanaian_rules_from(Rules rules) noexcept {
    rules.choice = Choice::free;  // Wikipedia
    return rules;
}

inline constexpr Rules ghanaian_rules = ghanaian_rules_from(international_rules);

inline constexpr Game ghanaian{
    .slug = "ghanaian",
    .rules = ghanaian_rules,
    .dark_corner = Corner::right,      // Wikipedia
    .numbering = Numbering::top_left,  // ours, as in international draughts
    .rows_of_men = 4,                  // Wikipedia
    .first_mover = Side::white,        // Wikipedia
};

}  // namespace damiera
