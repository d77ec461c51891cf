// Slovak draughts: German rules with eight men; one secondary source.
#pragma once

#include "damiera/rules/german.hpp"

namespace damiera {

inline constexpr Game slovak{
    .slug = "slovak",
    .rules = german_rules,
    .dark_corner = Corner::left,       // as in Czech draughts
    .numbering = Numbering::top_left,  // ours: players use letters
    .rows_of_men = 2,                  // eight men
    .first_mover = Side::white,        // as in Czech draughts
    .lettered = true,
};

}  // namespace damiera
