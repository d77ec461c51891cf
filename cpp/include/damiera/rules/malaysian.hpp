// Malaysian and Singapore draughts [Wikipedia].
#pragma once

#include "damiera/rules/canadian.hpp"

namespace damiera {

/// Men capture forward only.
[[nodiscard]] constexpr Rules malaysian_rules_from(Rules rules) noexcept {
    rules.man_captures = forward_diagonals;  // Wikipedia
    rules.promotion = Promotion::stop;       // follows: such a man cannot go on
    return rules;
}

inline constexpr Rules malaysian_rules = malaysian_rules_from(canadian_rules);

inline constexpr Game malaysian{
    .slug = "malaysian",
    .rules = malaysian_rules,
    .dark_corner = Corner::left,       // Wikipedia
    .numbering = Numbering::top_left,  // ours, as in Canadian draughts
    .rows_of_men = 5,                  // Wikipedia: 30 men
    .first_mover = Side::white,        // ours: no text says who begins
};

}  // namespace damiera
