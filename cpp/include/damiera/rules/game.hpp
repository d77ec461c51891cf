// A game: a rule set with the facts that do not change how pieces move.
#pragma once

#include <string_view>  // string_view

#include "damiera/board/cells.hpp"
#include "damiera/board/frame.hpp"
#include "damiera/board/side.hpp"
#include "damiera/rules/rules.hpp"

namespace damiera {

struct Game {
    std::string_view slug;
    Rules rules;
    Corner dark_corner{};
    Numbering numbering{};
    int rows_of_men{};  // at the start
    Side first_mover{};
    int first_row{1};              // White's row nearest to him that has men
    std::string_view white_men{};  // where no rows tell: squares by file and rank
    std::string_view black_men{};  // where they are not White's turned half round
    bool lettered{};               // squares are written by file and rank, not by number

    /// The men of a side at the start, on the board whose left corner is played on.
    [[nodiscard]] constexpr Cells men_of(Side side) const {
        if (side == Side::black && !black_men.empty()) return cells(rules.board, black_men);
        const Cells white =
            white_men.empty() ? rows(rules.board, first_row, first_row + rows_of_men - 1) : cells(rules.board, white_men);
        return side == Side::white ? white : turned(rules.board, white);
    }

    [[nodiscard]] constexpr int men() const { return men_of(Side::white).size(); }
    [[nodiscard]] constexpr Frame frame() const { return Frame{rules.board, dark_corner, numbering}; }
};

}  // namespace damiera
