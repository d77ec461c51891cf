// The board as the tables see it: squares counted from 0 without gaps, and where a piece may have come from.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // uint8_t
#include <vector>   // vector

#include "damiera/board/direction.hpp"
#include "damiera/endgame/material.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::endgame {

/// Who stands where, one bit a square, the first at White's top left; White is to move.
struct Placement {
    Word64 white_men{};
    Word64 white_kings{};
    Word64 black_men{};
    Word64 black_kings{};

    [[nodiscard]] DAMIERA_INLINE constexpr Word64 occupied() const noexcept {
        return white_men | white_kings | black_men | black_kings;
    }

    [[nodiscard]] constexpr Material material() const noexcept {
        return {popcount(white_men), popcount(white_kings), popcount(black_men), popcount(black_kings)};
    }

    friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

/// The bits in the other order, the first last.
[[nodiscard]] DAMIERA_INLINE constexpr Word64 reversed(Word64 word) noexcept {
    word = ((word >> 1) & 0x5555555555555555U) | ((word & 0x5555555555555555U) << 1);
    word = ((word >> 2) & 0x3333333333333333U) | ((word & 0x3333333333333333U) << 2);
    word = ((word >> 4) & 0x0F0F0F0F0F0F0F0FU) | ((word & 0x0F0F0F0F0F0F0F0FU) << 4);
    return __builtin_bswap64(word);
}

class Board {
public:
    static constexpr int most_squares = 64;

    /// Whether there can be tables for the game: its board has at most 64 squares, its pieces are men that move one by one,
    /// never back, and kings.
    [[nodiscard]] static bool serves(const Instance& instance) noexcept {
        if (instance.family != nullptr || instance.frame.squares() > most_squares) return false;
        const Rules& rules = instance.game->rules;
        return !rules.man_lines && rules.man_hops == ManHops::no && rules.crown != nowhere;
    }

    explicit Board(const Instance& instance) : instance_{&instance}, squares_{instance.frame.squares()} {
        const Layout<Word128>& layout = *instance.layout;
        ordinal_.fill(none);
        int next = 0;
        each_bit(layout.board, [&](int at) {
            bits_[static_cast<std::size_t>(next)] = static_cast<std::uint8_t>(at);
            ordinal_[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(next++);
        });
        int men = 0;
        for (int i = 0; i < squares_; ++i) {
            const bool crowned = (layout.last_row[0] >> bits_[static_cast<std::size_t>(i)] & 1) != 0;
            man_rank_[static_cast<std::size_t>(i)] = crowned ? none : static_cast<std::uint8_t>(men);
            if (crowned) continue;
            man_squares_ |= bit<Word64>(i);
            man_square_[static_cast<std::size_t>(men++)] = static_cast<std::uint8_t>(i);
        }
        men_ = men;
        const Rules& rules = instance.game->rules;
        for (int d = 0; d < 8; ++d) {
            if (rules.man_moves.has(direction(d))) man_from_.push_back(back(direction(d)));
            if (rules.king_moves.has(direction(d))) king_from_.push_back(back(direction(d)));
        }
        flying_ = rules.king_range == KingRange::flying;
    }

    [[nodiscard]] const Instance& instance() const noexcept { return *instance_; }
    [[nodiscard]] int squares() const noexcept { return squares_; }

    /// Squares in a row; of a hexagon, in its longest.
    [[nodiscard]] int width() const noexcept { return instance_->game->rules.board.width(); }

    /// Squares on which a man of White may stand.
    [[nodiscard]] int squares_for_men() const noexcept { return men_; }

    [[nodiscard]] DAMIERA_INLINE int ordinal(int at) const noexcept { return ordinal_[static_cast<std::size_t>(at)]; }

    /// Which of the squares for White's men a square is.
    [[nodiscard]] DAMIERA_INLINE int man_rank(int square) const noexcept { return man_rank_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] DAMIERA_INLINE int man_square(int rank) const noexcept { return man_square_[static_cast<std::size_t>(rank)]; }

    [[nodiscard]] DAMIERA_INLINE Word64 turned(Word64 set) const noexcept { return reversed(set) >> (64 - squares_); }

    /// The same with the board turned and the colours exchanged: Black's turn becomes White's.
    [[nodiscard]] DAMIERA_INLINE Placement turned(const Placement& p) const noexcept {
        return {turned(p.black_men), turned(p.black_kings), turned(p.white_men), turned(p.white_kings)};
    }

    [[nodiscard]] DAMIERA_INLINE WidePosition expanded(const Placement& p) const noexcept {
        WidePosition wide;
        const Word128 kings = spread(p.white_kings);
        const Word128 others = spread(p.black_kings);
        wide.pieces = {spread(p.white_men) | kings, spread(p.black_men) | others, kings | others};
        return wide;
    }

    /// What is left of a position, White's view or turned to be so.
    [[nodiscard]] Placement compacted(const Pieces<Word128>& all, Side side) const noexcept {
        const Placement seen{gathered(all.men(Side::white)), gathered(all.kings_of(Side::white)),
                             gathered(all.men(Side::black)), gathered(all.kings_of(Side::black))};
        return side == Side::white ? seen : turned(seen);
    }

    /// The placement after White's move, not turned yet.
    [[nodiscard]] DAMIERA_INLINE Placement after(Placement p, const WideMove& move) const noexcept {
        const Word64 from = bit<Word64>(ordinal(move.from));
        const Word64 to = bit<Word64>(ordinal(move.to));
        if ((p.white_kings & from) != 0) {
            p.white_kings = (p.white_kings & ~from) | to;
        } else {
            p.white_men &= ~from;
            (move.promotes ? p.white_kings : p.white_men) |= to;
        }
        if (move.captured != 0) {
            const Word64 stay = ~gathered(move.captured);
            p.black_men &= stay;
            p.black_kings &= stay;
        }
        return p;
    }

    /// Call `f(placement)` for every placement, White to move, from which a move without capture or promotion led here,
    /// where Black is to move. Whether such a move was allowed there is for the caller to know.
    template <class F>
    DAMIERA_INLINE void each_before(const Placement& p, F&& f) const {
        const Word64 free = ~p.occupied();
        each_bit(p.white_men, [&](int to) {
            for (const Origins& origins : man_from_) {
                const int from = origins[static_cast<std::size_t>(to)];
                if (from == none || (free & man_squares_ & bit<Word64>(from)) == 0) continue;
                Placement before = p;
                before.white_men ^= bit<Word64>(to) | bit<Word64>(from);
                f(before);
            }
        });
        each_bit(p.white_kings, [&](int to) {
            for (const Origins& origins : king_from_) {
                int from = origins[static_cast<std::size_t>(to)];
                while (from != none && (free & bit<Word64>(from)) != 0) {
                    Placement before = p;
                    before.white_kings ^= bit<Word64>(to) | bit<Word64>(from);
                    f(before);
                    if (!flying_) break;
                    from = origins[static_cast<std::size_t>(from)];
                }
            }
        });
    }

private:
    static constexpr std::uint8_t none = 255;
    using Origins = std::array<std::uint8_t, most_squares>;  // of a step to each square

    [[nodiscard]] Origins back(Direction d) const {
        const Layout<Word128>& layout = *instance_->layout;
        Origins origins;
        origins.fill(none);
        for (int i = 0; i < squares_; ++i) {
            const Word128 to = layout.shift(d, bit<Word128>(bits_[static_cast<std::size_t>(i)])) & layout.board;
            if (to != 0) origins[ordinal_[static_cast<std::size_t>(lowest(to))]] = static_cast<std::uint8_t>(i);
        }
        return origins;
    }

    [[nodiscard]] DAMIERA_INLINE Word128 spread(Word64 set) const noexcept {
        Word128 out = 0;
        each_bit(set, [&](int i) { out |= bit<Word128>(bits_[static_cast<std::size_t>(i)]); });
        return out;
    }

    [[nodiscard]] DAMIERA_INLINE Word64 gathered(Word128 set) const noexcept {
        Word64 out = 0;
        each_bit(set, [&](int at) { out |= bit<Word64>(ordinal(at)); });
        return out;
    }

    const Instance* instance_;
    int squares_;
    int men_{};
    bool flying_{};
    Word64 man_squares_{};
    std::array<std::uint8_t, most_squares> bits_{};
    std::array<std::uint8_t, 128> ordinal_{};
    std::array<std::uint8_t, most_squares> man_rank_{};
    std::array<std::uint8_t, most_squares> man_square_{};
    std::vector<Origins> man_from_;
    std::vector<Origins> king_from_;
};

}  // namespace damiera::endgame
