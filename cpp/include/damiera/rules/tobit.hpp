// Tobit, of the Khakas: Wikipedia in English and Russian, and New Venture Games; what they leave open as in Turkish draughts,
// which Wikipedia calls its nearest kin.
#pragma once

#include "damiera/rules/turkish.hpp"

namespace damiera {

/// Turkish rules on the crossings and ends of five long lines and four cross lines; nobody need take the most.
[[nodiscard]] constexpr Rules tobit_rules_from(Rules rules) noexcept {
    rules.board = {.files = 7, .ranks = 6, .shape = Shape::ended};  // Wikipedia: 20 crossings and 18 ends
    rules.choice = Choice::free;                                    // Wikipedia (ru): a duty to take, and nothing of the most
    rules.promotion = Promotion::stop;                              // no matter: from an end a line leads straight back only
    return rules;
}

inline constexpr Rules tobit_rules = tobit_rules_from(turkish_rules);

inline constexpr Game tobit{
    .slug = "tobit",
    .rules = tobit_rules,
    .dark_corner = Corner::left,       // no matter: all points
    .numbering = Numbering::top_left,  // Wikipedia: 1 to 38; where 1 lies is ours
    .rows_of_men = 2,                  // Wikipedia: the ends of the long lines, and the first cross line with its ends
    .first_mover = Side::white,        // ours, as in Turkish draughts
};

}  // namespace damiera
