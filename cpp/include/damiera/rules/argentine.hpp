// Argentine draughts [Wikipedia].
#pragma once

#include "damiera/rules/spanish.hpp"

namespace damiera {

/// Spanish rules, but at equal number a king captures.
[[nodiscard]] constexpr Rules argentine_rules_from(Rules rules) noexcept {
    rules.choice = Choice::number_king;  // Wikipedia
    return rules;
}

inline constexpr Rules argentine_rules = argentine_rules_from(spanish_rules);

inline constexpr Game argentine{
    .slug = "argentine",
    .rules = argentine_rules,
    .dark_corner = Corner::right,      // Wikipedia
    .numbering = Numbering::top_left,  // ours
    .rows_of_men = 3,                  // Wikipedia
    .first_mover = Side::white,        // Wikipedia
};

}  // namespace damiera
