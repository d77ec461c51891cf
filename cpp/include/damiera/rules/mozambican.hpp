// Mozambican draughts [Wikipedia].
#pragma once

#include "damiera/rules/brazilian.hpp"

namespace damiera {

/// Brazilian rules, but the value of the captured pieces counts.
[[nodiscard]] constexpr Rules mozambican_rules_from(Rules rules) noexcept {
    rules.choice = Choice::weight;  // Wikipedia: a king counts two
    return rules;
}

inline constexpr Rules mozambican_rules = mozambican_rules_from(brazilian_rules);

inline constexpr Game mozambican{
    .slug = "mozambican",
    .rules = mozambican_rules,
    .dark_corner = Corner::right,      // Wikipedia
    .numbering = Numbering::top_left,  // ours
    .rows_of_men = 3,                  // Wikipedia
    .first_mover = Side::white,        // Wikipedia
};

}  // namespace damiera
