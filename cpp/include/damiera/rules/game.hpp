// A game: a rule set with the facts that do not change how pieces move.
#pragma once

#include <string_view>  // string_view

#include "damiera/board/frame.hpp"
#include "damiera/board/side.hpp"
#include "damiera/rules/rules.hpp"

namespace damiera {

struct Game {
    std::string_view slug;
    Rules rules;
    Corner dark_corner{};
    Numbering numbering{};
    int rows_of_men{};  // at the start, from each player's first row
    Side first_mover{};

    [[nodiscard]] constexpr int men() const noexcept { return rows_of_men * rules.board.width(); }
    [[nodiscard]] constexpr Frame frame() const { return Frame{rules.board, dark_corner, numbering}; }
};

}  // namespace damiera
