// A small network that corrects the sum of weights: it sees how pieces bear on each other over the whole board, as patterns
// of men on a few squares cannot.
//
// Three layers of whole numbers, so that a position is worth the same on every machine. The first adds up a row of numbers for
// every piece, by its kind and square as the side to move sees the board; what is below 0 or above 1 counts as that. The second
// and third are chosen by how many pieces there are. (After Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation
// Functions for Computer Shogi", 2018. The first layer is summed afresh each time: there are few pieces, and the rows are short.)
#pragma once

#include <algorithm>  // clamp, copy_n, count_if, max
#include <array>      // array
#include <cstddef>    // size_t
#include <cstdint>    // int16_t, int32_t, uint8_t
#include <cstdlib>    // abs
#include <cstring>    // memcpy
#include <span>       // span
#include <stdexcept>  // invalid_argument

#if defined(__AVX2__)
#include <immintrin.h>  // _mm256_madd_epi16 and what it is fed with
#endif

#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/eval/shapes.hpp"
#include "damiera/position/position.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/inline.hpp"
#include "damiera/util/pages.hpp"

namespace damiera::eval {

/// The network of a board. Its numbers are, in this order: rows of `hidden` for own men, own kings, their men and their
/// kings on every square; what the first layer starts from; for every part rows of `hidden` of the second layer; what it
/// starts from, by part; the third layer, by part; and what that starts from. Those of the first two layers are counted in
/// `one`ths, those of the third in sixteenths of a centipiece.
class Network {
public:
    static constexpr std::size_t hidden = 32;
    static constexpr std::size_t second = 8;
    static constexpr std::size_t kinds = 4;  // own men, own kings, their men, their kings
    static constexpr std::size_t parts = 4;  // pairs of a second and a third layer
    static constexpr int log_one = 8;
    static constexpr int one = 1 << log_one;
    static constexpr std::array<int, parts - 1> part_from{7, 11, 17};  // pieces, of 24, from which the next part serves

    /// Which part serves where there are so many pieces; `full` is how many men count as a full board.
    [[nodiscard]] static int part_of(int pieces, int full) noexcept {
        return static_cast<int>(std::ranges::count_if(part_from, [&](int from) { return pieces * 24 >= from * full; }));
    }

    /// The inputs of a board: a kind and a square, by kinds, as the side to move sees it.
    class Inputs {
    public:
        explicit Inputs(Geometry board) : board_{board} {
            each_bit(board_of(board), [&](int at) { square_[static_cast<std::size_t>(at)] = squares_++; });
        }

        /// Call `f` with the number of the input of every piece.
        template <class F>
        void each(const Position<Word128>& position, F&& f) const {
            const bool is_white = position.side == Side::white;
            const auto& [white, black, kings] = position.pieces;
            const auto tell = [&](Word128 set, std::size_t kind) {
                each_bit(set, [&](int at) {
                    f(kind * squares_ + square_[static_cast<std::size_t>(is_white ? at : board_.turned(at))]);
                });
            };
            const Word128 own = is_white ? white : black;
            const Word128 other = is_white ? black : white;
            tell(own & ~kings, 0);
            tell(own & kings, 1);
            tell(other & ~kings, 2);
            tell(other & kings, 3);
        }

    private:
        Geometry board_;
        std::size_t squares_{};
        std::array<std::size_t, 128> square_{};  // by bit, from 0
    };

    /// How many inputs the network of a board has.
    [[nodiscard]] static std::size_t inputs_of(Geometry board) noexcept {
        return kinds * static_cast<std::size_t>(board.squares());
    }

    /// How many numbers the network of a board has.
    [[nodiscard]] static std::size_t size_of(Geometry board) noexcept {
        return (inputs_of(board) + 1) * hidden + parts * (second * (hidden + 2) + 1);
    }

    /// `numbers` are as many as `size_of(board)`; `full` is how many men count as a full board. Throws `invalid_argument` if
    /// they are not as many, or if a sum of the first layer might not fit its 16 bits.
    Network(Geometry board, int full, std::span<const std::int16_t> numbers) : rows_{2 * kinds * bits * hidden} {
        if (numbers.size() != size_of(board)) throw std::invalid_argument{"the network is of another board"};
        const std::size_t rows = inputs_of(board) * hidden;
        take_rows(board, numbers.first(rows));
        std::memcpy(&start_, &numbers[rows], sizeof start_);
        check_sums(numbers.first(rows + hidden));
        take_layers(numbers.subspan(rows + hidden));
        for (std::size_t pieces = 0; pieces < part_.size(); ++pieces) {
            part_[pieces] = static_cast<std::uint8_t>(part_of(static_cast<int>(pieces), full));
        }
    }

    /// What a position is worth to `Us`, to move, beyond what the weights say: in sixteenths of a centipiece.
    template <Side Us, BoardWord Word>
    [[nodiscard]] DAMIERA_INLINE int correction(const Pieces<Word>& pieces) const noexcept {
        Sums sums = start_;
        auto& [a, b] = sums.of;
        const std::int16_t* rows = rows_.data() + row_of(Us, 0, 0);
        for (Word set = pieces.occupied(); set != 0; set &= set - 1) {
            const int at = lowest(set);
            const auto kind = static_cast<std::size_t>((pieces.black >> at & 1) << 1 | (pieces.kings >> at & 1));
            const auto* row = reinterpret_cast<const Lanes*>(rows + (kind * bits + static_cast<std::size_t>(at)) * hidden);
            a += row[0];
            b += row[1];
        }
        return summed(sums, layers_[part_[static_cast<std::size_t>(popcount(pieces.occupied()))]]);
    }

private:
    static constexpr std::size_t bits = 128;
    static constexpr std::size_t lanes = 16;
    using Lanes = std::int16_t __attribute__((vector_size(2 * lanes), may_alias));
    struct Sums {
        Lanes of[hidden / lanes];
    };

    struct alignas(32) Layers {
        std::array<std::array<std::array<std::int16_t, 2>, second>, hidden / 2> weights;  // for every two of the hidden
        std::array<std::int32_t, second> start;
        std::array<std::int32_t, second> last;
        std::int32_t last_start;
    };

    /// Where the row begins of a piece on a bit: `kind` 0 and 1 are White's men and kings, 2 and 3 Black's.
    [[nodiscard]] static std::size_t row_of(Side to_move, std::size_t kind, int at) noexcept {
        return ((static_cast<std::size_t>(index(to_move)) * kinds + kind) * bits + static_cast<std::size_t>(at)) * hidden;
    }

    void take_rows(Geometry board, std::span<const std::int16_t> numbers) {
        const std::int16_t* from = numbers.data();
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            each_bit(board_of(board), [&](int at) {
                std::copy_n(from, hidden, &rows_[row_of(Side::white, kind, at)]);
                std::copy_n(from, hidden, &rows_[row_of(Side::black, (kind + 2) % kinds, board.turned(at))]);
                from += hidden;
            });
        }
    }

    /// On each square stands one piece at most: the greatest number of each, all together, must fit.
    static void check_sums(std::span<const std::int16_t> numbers) {
        const std::size_t squares = numbers.size() / hidden / kinds;
        for (std::size_t unit = 0; unit < hidden; ++unit) {
            int most = std::abs(numbers[kinds * squares * hidden + unit]);
            for (std::size_t square = 0; square < squares; ++square) {
                int greatest = 0;
                for (std::size_t kind = 0; kind < kinds; ++kind) {
                    greatest = std::max(greatest, std::abs(numbers[(kind * squares + square) * hidden + unit]));
                }
                most += greatest;
            }
            if (most > INT16_MAX) throw std::invalid_argument{"the network's numbers are too large"};
        }
    }

    void take_layers(std::span<const std::int16_t> numbers) noexcept {
        const std::int16_t* from = numbers.data();
        for (Layers& layers : layers_) {
            for (std::size_t k = 0; k < second; ++k) {
                for (std::size_t unit = 0; unit < hidden; ++unit) layers.weights[unit / 2][k][unit % 2] = *from++;
            }
        }
        for (Layers& layers : layers_) {
            for (std::int32_t& start : layers.start) start = *from++ * one;
        }
        for (Layers& layers : layers_) {
            for (std::int32_t& last : layers.last) last = *from++;
        }
        for (Layers& layers : layers_) layers.last_start = *from++;
    }

    [[nodiscard]] DAMIERA_INLINE static int summed(const Sums& sums, const Layers& layers) noexcept {
        alignas(32) std::array<std::int16_t, hidden> units;
        std::int16_t* to = units.data();
#pragma GCC unroll 4
        for (const Lanes& sum : sums.of) {
            const Lanes least = sum & (sum > 0);
            const Lanes is_more = least > one;
            const Lanes clamped = (least & ~is_more) | (is_more & one);
            std::memcpy(to, &clamped, sizeof clamped);
            to += lanes;
        }
        return last(units, layers) / one + layers.last_start;
    }

#if defined(__AVX2__)
    static_assert(second == 8, "the second layer fills a register");

    [[nodiscard]] DAMIERA_INLINE static int last(const std::array<std::int16_t, hidden>& units, const Layers& layers) noexcept {
        const auto loaded = [](const auto& from) DAMIERA_INLINE_LAMBDA {
            return _mm256_load_si256(reinterpret_cast<const __m256i*>(from.data()));
        };
        __m256i found = loaded(layers.start);
#pragma GCC unroll 16
        for (std::size_t pair = 0; pair < hidden / 2; ++pair) {
            std::int32_t two;
            std::memcpy(&two, &units[2 * pair], sizeof two);
            found = _mm256_add_epi32(found, _mm256_madd_epi16(_mm256_set1_epi32(two), loaded(layers.weights[pair])));
        }
        found = _mm256_max_epi32(_mm256_srai_epi32(found, log_one), _mm256_setzero_si256());
        found = _mm256_mullo_epi32(_mm256_min_epi32(found, _mm256_set1_epi32(one)), loaded(layers.last));
        __m128i four = _mm_add_epi32(_mm256_castsi256_si128(found), _mm256_extracti128_si256(found, 1));
        four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1)));
    }
#else
    [[nodiscard]] DAMIERA_INLINE static int last(const std::array<std::int16_t, hidden>& units, const Layers& layers) noexcept {
        std::array<std::int32_t, second> found = layers.start;
        for (std::size_t pair = 0; pair < hidden / 2; ++pair) {
            for (std::size_t k = 0; k < second; ++k) {
                const auto& weights = layers.weights[pair][k];
                found[k] += units[2 * pair] * weights[0] + units[2 * pair + 1] * weights[1];
            }
        }
        int sum = 0;
        for (std::size_t k = 0; k < second; ++k) sum += std::clamp(found[k] / one, 0, one) * layers.last[k];
        return sum;
    }
#endif

    PagedArray<std::int16_t> rows_;  // twice, as the board is seen when White and when Black is to move
    Sums start_{};
    std::array<Layers, parts> layers_{};
    std::array<std::uint8_t, bits + 1> part_{};  // by pieces
};

}  // namespace damiera::eval
