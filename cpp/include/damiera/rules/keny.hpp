// Keny (Ossetian draughts): Wikipedia in English and Russian, after N. Sokolov (2005), and Setup Group; what they leave open
// as in Turkish draughts.
#pragma once

#include "damiera/rules/turkish.hpp"

namespace damiera {

/// Turkish rules, but men capture backwards too and jump their own, and nobody need take the most.
[[nodiscard]] constexpr Rules keny_rules_from(Rules rules) noexcept {
    rules.man_captures = all_orthogonals;  // Wikipedia, Setup Group
    rules.man_hops = ManHops::moves;       // Wikipedia (ru); Setup Group: backwards too
    rules.choice = Choice::free;           // Wikipedia (ru); Setup Group: some have it, others not
    return rules;
}

inline constexpr Rules keny_rules = keny_rules_from(turkish_rules);

inline constexpr Game keny{
    .slug = "keny",
    .rules = keny_rules,
    .dark_corner = Corner::left,       // no matter: one colour
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 2,                  // Wikipedia: 16 men
    .first_mover = Side::white,        // ours, as in Turkish draughts
    .first_row = 2,                    // Wikipedia: second and third row
    .lettered = true,
};

}  // namespace damiera
