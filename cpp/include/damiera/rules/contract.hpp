// Contract checkers, reconstructed: no rule text is known. The auction and the score lie around a game of English draughts.
#pragma once

#include "damiera/rules/english.hpp"

namespace damiera {

inline constexpr Game contract{
    .slug = "contract",
    .rules = english_rules,
    .dark_corner = Corner::left,       // as English draughts
    .numbering = Numbering::top_left,  // as English draughts
    .rows_of_men = 3,                  // as English draughts
    .first_mover = Side::black,        // as English draughts
};

}  // namespace damiera
