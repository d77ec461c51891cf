// Filipino dama: Brazilian draughts on the mirrored board [Wikipedia].
#pragma once

#include "damiera/rules/brazilian.hpp"

namespace damiera {

inline constexpr Game filipino{
    .slug = "filipino",
    .rules = brazilian_rules,
    .dark_corner = Corner::right,      // Wikipedia
    .numbering = Numbering::top_left,  // ours
    .rows_of_men = 3,                  // Wikipedia
    .first_mover = Side::white,        // Wikipedia
};

}  // namespace damiera
