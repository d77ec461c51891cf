// Breakthrough draughts: international rules; the first king wins [lidraughts].
#pragma once

#include "damiera/rules/international.hpp"

namespace damiera {

/// International rules until there is a king.
[[nodiscard]] constexpr Rules breakthrough_rules_from(Rules rules) noexcept {
    rules.goal = Goal::breakthrough;  // lidraughts
    return rules;
}

inline constexpr Rules breakthrough_rules = breakthrough_rules_from(international_rules);

inline constexpr Game breakthrough{
    .slug = "breakthrough",
    .rules = breakthrough_rules,
    .dark_corner = Corner::left,       // as international draughts
    .numbering = Numbering::top_left,  // as international draughts
    .rows_of_men = 4,                  // as international draughts
    .first_mover = Side::white,        // as international draughts
};

}  // namespace damiera
