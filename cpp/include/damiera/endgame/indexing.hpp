// From a placement to its place in a slice, and back.
//
// Men come first: White's are a combination of the squares for men, Black's are one seen from the other side. Kings are
// ranked among the squares that are left, White's before Black's. The size of a slice is a product of four binomials; places
// at which a white and a black man would share a square are holes.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint64_t

#include "damiera/endgame/board.hpp"
#include "damiera/endgame/material.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::endgame {

using Index = std::uint64_t;

/// Binomials: `choose[n][k]`, for up to 64 squares and seven pieces.
inline constexpr auto choose = [] {
    std::array<std::array<std::uint64_t, 8>, 65> table{};
    for (std::size_t n = 0; n < table.size(); ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k < 8 && n > 0; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

class Indexing {
public:
    Indexing(const Board& board, const Material& material) : board_{&board}, material_{material} {
        const auto of = [](int n, int k) { return choose[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)]; };
        const int left = board.squares() - material.men();
        sizes_ = {of(board.squares_for_men(), material.white_men), of(board.squares_for_men(), material.black_men),
                  of(left, material.white_kings), of(left - material.white_kings, material.black_kings)};
    }

    [[nodiscard]] const Board& board() const noexcept { return *board_; }
    [[nodiscard]] const Material& material() const noexcept { return material_; }
    [[nodiscard]] Index size() const noexcept { return sizes_[0] * sizes_[1] * sizes_[2] * sizes_[3]; }

    /// How far apart two neighbours are that differ in Black's kings alone, White's kings alone, Black's men alone: 1, and
    /// then these.
    [[nodiscard]] std::array<Index, 3> strides() const noexcept {
        return {sizes_[3], sizes_[3] * sizes_[2], sizes_[3] * sizes_[2] * sizes_[1]};
    }

    [[nodiscard]] DAMIERA_INLINE Index rank(const Placement& p) const noexcept {
        Index index = 0;
        std::size_t k = 0;
        each_bit(p.white_men, [&](int i) { index += pick(board_->man_rank(i), ++k); });
        if (p.black_men != 0) {
            Index other = k = 0;
            each_bit(board_->turned(p.black_men), [&](int i) { other += pick(board_->man_rank(i), ++k); });
            index = index * sizes_[1] + other;
        }
        Word64 taken = p.white_men | p.black_men;
        index = index * sizes_[2] + rank_among(p.white_kings, taken);
        taken |= p.white_kings;
        return index * sizes_[3] + rank_among(p.black_kings, taken);
    }

    /// Walks through the places of a slice.
    class Cursor {
    public:
        Cursor(const Indexing& indexing, Index at) : indexing_{&indexing} { seek(at); }

        [[nodiscard]] const Placement& operator*() const noexcept { return here_; }

        /// Whether no placement has this index: two men on one square.
        [[nodiscard]] bool is_hole() const noexcept { return (here_.white_men & here_.black_men) != 0; }

        void seek(Index at) noexcept {
            const auto& sizes = indexing_->sizes_;
            const Index row = at / sizes[3];
            const Index place = at % sizes[3];
            if (row != row_) {
                row_ = row;
                enter(row);
            }
            here_.black_kings = 0;
            unrank(place, indexing_->material_.black_kings, [&](int i) { here_.black_kings |= bit<Word64>(free_[i]); });
        }

    private:
        /// All but Black's kings.
        void enter(Index row) noexcept {
            const auto& sizes = indexing_->sizes_;
            const Material& m = indexing_->material_;
            const Board& board = *indexing_->board_;
            const Index men = row / sizes[2];
            here_ = {};
            unrank(men / sizes[1], m.white_men, [&](int i) { here_.white_men |= bit<Word64>(board.man_square(i)); });
            unrank(men % sizes[1], m.black_men, [&](int i) { here_.black_men |= bit<Word64>(board.man_square(i)); });
            here_.black_men = board.turned(here_.black_men);
            const Word64 board_bits = ~Word64{} >> (64 - board.squares());
            Word64 free = board_bits & ~(here_.white_men | here_.black_men);
            if (m.white_kings > 0) {
                list(free);
                unrank(row % sizes[2], m.white_kings, [&](int i) { here_.white_kings |= bit<Word64>(free_[i]); });
                free &= ~here_.white_kings;
            }
            if (m.black_kings > 0) list(free);
        }

        void list(Word64 free) noexcept {
            int n = 0;
            each_bit(free, [&](int i) { free_[n++] = static_cast<std::uint8_t>(i); });
            count_ = n;
        }

        /// Call `f` for each member of a combination, the greatest first.
        template <class F>
        static void unrank(Index place, int k, F&& f) noexcept {
            int n = 63;
            for (; k > 1; --k) {
                while (choose[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)] > place) --n;
                f(n);
                place -= choose[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
            }
            if (k == 1) f(static_cast<int>(place));
        }

        const Indexing* indexing_;
        Index row_ = ~Index{};
        Placement here_{};
        int count_{};
        std::uint8_t free_[64]{};
    };

private:
    [[nodiscard]] static DAMIERA_INLINE Index pick(int n, std::size_t k) noexcept {
        return choose[static_cast<std::size_t>(n)][k];
    }

    [[nodiscard]] static DAMIERA_INLINE Index rank_among(Word64 kings, Word64 taken) noexcept {
        Index index = 0;
        std::size_t k = 0;
        each_bit(kings, [&](int i) { index += pick(i - popcount(taken & (bit<Word64>(i) - 1)), ++k); });
        return index;
    }

    const Board* board_;
    Material material_;
    std::array<Index, 4> sizes_{};  // of the combinations of White's and Black's men, White's and Black's kings
};

}  // namespace damiera::endgame
