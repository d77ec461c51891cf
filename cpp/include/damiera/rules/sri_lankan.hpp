// Sri Lankan draughts: Canadian draughts on the mirrored board [Wikipedia].
#pragma once

#include "damiera/rules/canadian.hpp"

namespace damiera {

inline constexpr Game sri_lankan{
    .slug = "sri-lankan",
    .rules = canadian_rules,
    .dark_corner = Corner::right,      // Wikipedia
    .numbering = Numbering::top_left,  // ours, as in Canadian draughts
    .rows_of_men = 5,                  // Wikipedia: 30 men
    .first_mover = Side::white,        // Wikipedia
};

}  // namespace damiera
