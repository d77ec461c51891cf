// Czech draughts: the rules of the Czech federation.
#pragma once

#include "damiera/rules/german.hpp"

namespace damiera {

/// A capture with a king goes before one with a man; otherwise the choice is free.
[[nodiscard]] constexpr Rules czech_rules_from(Rules rules) noexcept {
    rules.choice = Choice::king_first;  // Czech federation
    return rules;
}

inline constexpr Rules czech_rules = czech_rules_from(german_rules);

inline constexpr Game czech{
    .slug = "czech",
    .rules = czech_rules,
    .dark_corner = Corner::left,       // Czech federation
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 3,                  // Czech federation
    .first_mover = Side::white,        // Czech federation
    .lettered = true,
};

}  // namespace damiera
