// Weights learned from play: what a game's evaluation reads instead of those set by hand.
//
// A file of weights holds, each twice (board full of men, none left), as White sees the board: one for every pattern of
// every small and every large shape, for every count of men and kings, for a king and every piece beside him, for a man
// and a king on every square, and for the terms of `Term`. Black's advantage is the same of the board turned. A network may
// follow that corrects their sum.
#pragma once

#include <algorithm>  // clamp, copy_n, min
#include <array>      // array
#include <cstddef>    // size_t
#include <cstdint>    // int16_t
#include <memory>     // unique_ptr
#include <span>       // span
#include <utility>    // move
#include <vector>     // vector

#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/eval/network.hpp"
#include "damiera/eval/shapes.hpp"
#include "damiera/eval/terms.hpp"
#include "damiera/util/bits.hpp"
#include "damiera/util/pages.hpp"

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

/// Whom a king has beside him.
enum class Beside : std::uint8_t { enemy_man, own_man, own_king, enemy_king, count };

inline constexpr auto kinds_beside = static_cast<std::size_t>(Beside::count);

/// Where each weight of a board lies in its file.
class Contents {
public:
    static constexpr std::size_t kings_told = 6;  // five kings or more of a side are told as five

    explicit Contents(Geometry board)
        : board_{board}, shapes_{board}, squares_{static_cast<std::size_t>(board.squares())}, men_told_{men_of(board) + 1} {
        int next = 0;
        each_bit(board_of(board), [&](int at) { square_[static_cast<std::size_t>(at)] = next++; });
        large_ = shapes_.small.count * small_patterns;
        counts_ = large_ + shapes_.large.count * large_patterns;
        beside_ = counts_ + men_told_ * men_told_ * kings_told * kings_told;
        men_ = beside_ + kinds_beside * squares_ * squares_;
        terms_ = men_ + 2 * squares_;
    }

    [[nodiscard]] Geometry board() const noexcept { return board_; }
    [[nodiscard]] const Shapes<Word128>& shapes() const noexcept { return shapes_; }
    [[nodiscard]] std::size_t size() const noexcept { return terms_ + eval::terms; }

    /// Where the weights of a kind begin.
    [[nodiscard]] std::size_t small(std::size_t shape) const noexcept { return shape * small_patterns; }
    [[nodiscard]] std::size_t large(std::size_t shape) const noexcept { return large_ + shape * large_patterns; }
    [[nodiscard]] std::size_t plain() const noexcept { return men_; }  // men, kings and terms are at the end
    [[nodiscard]] std::size_t kings() const noexcept { return men_ + squares_; }
    [[nodiscard]] std::size_t terms() const noexcept { return terms_; }

    /// Of so many men and kings of White's and of Black's.
    [[nodiscard]] std::size_t counted(int men, int other_men, int kings, int other_kings) const noexcept {
        const auto m = [&](int n) { return std::min(static_cast<std::size_t>(n), men_told_ - 1); };
        const auto k = [](int n) { return std::min(static_cast<std::size_t>(n), kings_told - 1); };
        return counts_ + ((m(men) * men_told_ + m(other_men)) * kings_told + k(kings)) * kings_told + k(other_kings);
    }

    /// Of a king of White's on a bit and a piece on another; two kings of his count once.
    [[nodiscard]] std::size_t beside(Beside kind, int king, int at) const noexcept {
        const bool both = kind == Beside::own_king && king > at;
        const std::size_t from = square(both ? at : king);
        return beside_ + (static_cast<std::size_t>(kind) * squares_ + from) * squares_ + square(both ? king : at);
    }

    [[nodiscard]] std::size_t man(int at) const noexcept { return men_ + square(at); }
    [[nodiscard]] std::size_t king(int at) const noexcept { return men_ + squares_ + square(at); }
    [[nodiscard]] std::size_t term(Term which) const noexcept { return terms_ + static_cast<std::size_t>(which); }

    /// Most men a side is told to have.
    [[nodiscard]] std::size_t men_told() const noexcept { return men_told_; }

private:
    [[nodiscard]] static std::size_t men_of(Geometry g) noexcept {
        return static_cast<std::size_t>((g.ranks / 2 - 1) * g.width());
    }

    [[nodiscard]] std::size_t square(int at) const noexcept {
        return static_cast<std::size_t>(square_[static_cast<std::size_t>(at)]);
    }

    Geometry board_;
    Shapes<Word128> shapes_;
    std::size_t squares_;
    std::size_t men_told_;
    std::array<int, 128> square_{};  // by bit, from 0
    std::size_t large_{};
    std::size_t counts_{};
    std::size_t beside_{};
    std::size_t men_{};
    std::size_t terms_{};
};

/// The learned weights of a board, laid out to be looked up.
class Learned {
public:
    struct Pair {
        std::int16_t opening;
        std::int16_t ending;
    };

    /// `weights` are as many pairs as `Contents{board}.size()`.
    Learned(Geometry board, std::span<const Pair> weights, std::unique_ptr<const Network> network = nullptr)
        : contents_{board}, patterns_{patterns_of(contents_)}, network_{std::move(network)} {
        spread_patterns(weights);
        take_counts(weights);
        take_kings(weights);
        each_bit(board_of(board), [&](int at) {
            man_[static_cast<std::size_t>(at)] = term_of(weights[contents_.man(at)]);
            king_[static_cast<std::size_t>(at)] = term_of(weights[contents_.king(at)]);
        });
        for (std::size_t i = 0; i < terms; ++i) terms_[i] = term_of(weights[contents_.term(static_cast<Term>(i))]);
    }

    /// What corrects the weights; null if nothing does.
    [[nodiscard]] const Network* network() const noexcept { return network_.get(); }

    /// The patterns of the large shapes with those of the small added; of the small if there are no large.
    [[nodiscard]] const Pair* patterns() const noexcept { return patterns_.data(); }

    /// White's advantage by so many men and kings.
    [[nodiscard]] const Terms& counted(int men, int other_men, int kings, int other_kings) const noexcept {
        return counts_[contents_.counted(men, other_men, kings, other_kings) - contents_.counted(0, 0, 0, 0)];
    }

    /// White's advantage by a king of a side on a bit beside each piece; two kings of different sides are told with White's.
    [[nodiscard]] const Terms* beside(Side side, Beside kind, int king) const noexcept {
        return &beside_[((static_cast<std::size_t>(index(side)) * kinds_beside + static_cast<std::size_t>(kind)) * bits +
                         static_cast<std::size_t>(king)) *
                        bits];
    }

    /// The worth of a piece of White's on a bit.
    [[nodiscard]] const Terms& man(int at) const noexcept { return man_[static_cast<std::size_t>(at)]; }
    [[nodiscard]] const Terms& king(int at) const noexcept { return king_[static_cast<std::size_t>(at)]; }
    [[nodiscard]] const Terms& operator[](Term term) const noexcept { return terms_[static_cast<std::size_t>(term)]; }

private:
    static constexpr std::size_t bits = 128;
    using PerSquare = std::array<Terms, bits>;

    [[nodiscard]] static Terms term_of(Pair pair) noexcept { return {pair.opening, pair.ending}; }

    [[nodiscard]] static std::int16_t sum(int a, int b) noexcept {
        return static_cast<std::int16_t>(std::clamp(a + b, -32767, 32767));
    }

    /// How many are looked up: those of the large shapes, or of the small where there are no large.
    [[nodiscard]] static std::size_t patterns_of(const Contents& contents) noexcept {
        const std::size_t large = contents.shapes().large.count;
        return large == 0 ? contents.large(0) : large * large_patterns;
    }

    void spread_patterns(std::span<const Pair> weights) {
        const auto& [small, large] = contents_.shapes();
        const auto first = weights.begin() + static_cast<std::ptrdiff_t>(large.count == 0 ? 0 : contents_.large(0));
        std::copy_n(first, patterns_.size(), patterns_.begin());
        if (large.count == 0) return;
        for (std::size_t shape = 0; shape < small.count; ++shape) {
            add_small(small.masks[shape], weights.subspan(contents_.small(shape), small_patterns));
        }
    }

    /// Add the patterns of a small shape to those of the large one round it, or round the same shape turned.
    void add_small(Word128 mask, std::span<const Pair> weights) {
        const Geometry g = contents_.board();
        const auto& large = contents_.shapes().large;
        std::size_t shape = large.round(mask);
        const bool turned = shape == large.count;
        if (turned) shape = large.round(mask = Shapes<Word128>::turned(g, mask));
        std::array<std::array<std::size_t, half_patterns>, 2> number{};  // the small pattern of each half of the large one
        std::size_t worth = turned ? small_patterns / 3 : 1;
        std::size_t at = 0;
        each_bit(large.masks[shape], [&](int square) {
            const bool inside = (mask >> square & 1) != 0;
            if (inside) add_digit(number[at / half_squares], at % half_squares, worth, turned);
            if (inside) worth = turned ? worth / 3 : worth * 3;
            ++at;
        });
        const int sign = turned ? -1 : 1;
        Pair* to = &patterns_[shape * large_patterns];
        for (const std::size_t high : number[1]) {
            for (const std::size_t low : number[0]) {
                const Pair& from = weights[low + high];
                *to = {sum(to->opening, sign * from.opening), sum(to->ending, sign * from.ending)};
                ++to;
            }
        }
    }

    static constexpr std::size_t half_squares = 6;
    static constexpr std::size_t half_patterns = 729;

    /// Count the `place`th digit of each pattern of six squares as `worth`; of the colours changed if `turned`.
    static void add_digit(std::array<std::size_t, half_patterns>& number, std::size_t place, std::size_t worth, bool turned) {
        std::size_t unit = 1;
        for (std::size_t i = 0; i < place; ++i) unit *= 3;
        for (std::size_t pattern = 0; pattern < half_patterns; ++pattern) {
            const std::size_t digit = pattern / unit % 3;
            number[pattern] += worth * (turned && digit != 0 ? 3 - digit : digit);
        }
    }

    void take_counts(std::span<const Pair> weights) {
        const auto men = static_cast<int>(contents_.men_told());
        const auto kings = static_cast<int>(Contents::kings_told);
        for (int a = 0; a < men; ++a) {
            for (int b = 0; b < men; ++b) {
                for (int c = 0; c < kings; ++c) {
                    for (int d = 0; d < kings; ++d) {
                        counts_.push_back(term_of(weights[contents_.counted(a, b, c, d)]) -
                                          term_of(weights[contents_.counted(b, a, d, c)]));
                    }
                }
            }
        }
    }

    void take_kings(std::span<const Pair> weights) {
        const Geometry g = contents_.board();
        beside_.resize(2 * kinds_beside * bits * bits);
        for (std::size_t kind = 0; kind < kinds_beside; ++kind) {
            const auto beside = static_cast<Beside>(kind);
            each_bit(board_of(g), [&](int king) {
                each_bit(board_of(g), [&](int at) {
                    const Terms own = term_of(weights[contents_.beside(beside, king, at)]);
                    const Terms turned = term_of(weights[contents_.beside(beside, g.turned(king), g.turned(at))]);
                    Terms& white = slot(Side::white, kind, king, at);
                    white += own;
                    if (beside == Beside::enemy_king) {
                        slot(Side::white, kind, at, king) -= turned;
                    } else {
                        slot(Side::black, kind, king, at) = -turned;
                    }
                });
            });
        }
    }

    [[nodiscard]] Terms& slot(Side side, std::size_t kind, int king, int at) noexcept {
        return beside_[((static_cast<std::size_t>(index(side)) * kinds_beside + kind) * bits + static_cast<std::size_t>(king)) *
                           bits +
                       static_cast<std::size_t>(at)];
    }

    Contents contents_;
    PagedArray<Pair> patterns_;
    std::vector<Terms> counts_;
    std::vector<Terms> beside_;
    PerSquare man_{};
    PerSquare king_{};
    std::array<Terms, terms> terms_{};
    std::unique_ptr<const Network> network_;
};

}  // namespace damiera::eval
