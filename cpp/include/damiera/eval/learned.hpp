// Weights learned from play: what a game's evaluation reads instead of those set by hand.
//
// A file of weights holds, each twice (board full of men, none left) and as the side to move sees the board: one for
// every pattern of every shape, for a man and a king on every square, and for the terms of `Term`.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // int16_t
#include <span>     // span
#include <vector>   // vector

#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/eval/shapes.hpp"
#include "damiera/eval/terms.hpp"
#include "damiera/util/bits.hpp"

namespace damiera::eval {

/// How many parts a centipiece has in files of weights.
inline constexpr int fine = 16;

/// What is counted over a whole side, or over the position.
enum class Term : std::uint8_t {
    mobility,       // steps that men can make
    king_mobility,  // steps that kings can make to the next square
    support,        // men with a friend behind them
    tilt,           // how many more men stand on one wing than on the other
    has_king,       // a first king is worth more than the next
    turn,           // being to move
    opposition,     // equal pieces, and an odd number of them in the files of one's own first row
    count,
};

inline constexpr auto terms = static_cast<std::size_t>(Term::count);

/// The learned weights of a board.
class Learned {
public:
    struct Pair {
        std::int16_t opening;
        std::int16_t ending;
    };
    using Patterns = std::vector<Pair>;  // shape by shape

    /// How many pairs of weights there are for a board.
    [[nodiscard]] static std::size_t size(Geometry board) {
        const Shapes<Word128> shapes{board};
        return shapes.count * patterns_of_shape + 2 * static_cast<std::size_t>(board.squares()) + terms;
    }

    /// `weights` are `size(board)` pairs: patterns by shape, men and kings by bit as White sees them, terms.
    Learned(Geometry board, std::span<const Pair> weights) {
        const Shapes<Word128> shapes{board};
        const std::size_t patterns = shapes.count * patterns_of_shape;
        white_.assign(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(patterns));
        black_.resize(patterns);
        for (std::size_t shape = 0; shape < shapes.count; ++shape) {
            for (std::size_t p = 0; p < patterns_of_shape; ++p) {
                const Pair seen = white_[shapes.turned[shape] * patterns_of_shape + pattern_turned(p)];
                black_[shape * patterns_of_shape + p] = {static_cast<std::int16_t>(-seen.opening),
                                                         static_cast<std::int16_t>(-seen.ending)};
            }
        }
        std::size_t next = patterns;
        for (PerSquare* squares : {&man_, &king_}) {
            each_bit(board_of(board), [&](int at) { (*squares)[static_cast<std::size_t>(at)] = term_of(weights[next++]); });
        }
        for (Terms& term : terms_) term = term_of(weights[next++]);
    }

    /// White's advantage by patterns, where `side` is to move.
    template <Side S>
    [[nodiscard]] const Pair* patterns() const noexcept {
        return (S == Side::white ? white_ : black_).data();
    }

    /// The worth of a piece of White's on a bit.
    [[nodiscard]] const Terms& man(int at) const noexcept { return man_[static_cast<std::size_t>(at)]; }
    [[nodiscard]] const Terms& king(int at) const noexcept { return king_[static_cast<std::size_t>(at)]; }
    [[nodiscard]] const Terms& operator[](Term term) const noexcept { return terms_[static_cast<std::size_t>(term)]; }

    /// The squares of a board that has bits.
    [[nodiscard]] static Word128 board_of(Geometry g) noexcept {
        Word128 board = 0;
        for (int rank = 0; rank < g.ranks; ++rank) {
            for (int file = 0; file < g.files; ++file) {
                if (g.has(file, rank)) board |= bit<Word128>(g.bit_of(file, rank));
            }
        }
        return board;
    }

private:
    using PerSquare = std::array<Terms, 128>;

    [[nodiscard]] static Terms term_of(Pair pair) noexcept { return {pair.opening, pair.ending}; }

    Patterns white_;
    Patterns black_;
    PerSquare man_{};
    PerSquare king_{};
    std::array<Terms, terms> terms_{};
};

}  // namespace damiera::eval
