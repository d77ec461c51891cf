// Logistic regression on positions one after the other: the weights under which what they came to was likeliest.
//
// A position's worth is the sum of the weights of what it has, between two phases: the board full of men, and none left.
// The chance of White is the logistic function of that. Each weight goes its own step, the smaller the more it has been
// moved (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods for online learning and stochastic optimization",
// Journal of Machine Learning Research 12, 2011); rare patterns are held back by where that count begins.
#pragma once

#include <algorithm>  // clamp, fill_n
#include <cmath>      // exp, log1p, lround, sqrt
#include <cstddef>    // size_t
#include <cstdint>    // int16_t
#include <vector>     // vector

#include "damiera/board/geometry.hpp"
#include "damiera/eval/features.hpp"
#include "damiera/eval/learned.hpp"
#include "damiera/util/bits.hpp"

namespace damiera::eval {

class Regression {
public:
    explicit Regression(Geometry board)
        : contents_{board}, weights_(contents_.size() + shared), moved_(weights_.size(), {begin, begin}) {
        std::fill_n(moved_.begin(), contents_.plain(), Both{held, held});
    }

    /// White's odds (natural logarithm) of winning.
    [[nodiscard]] double worth(const Features& found) const noexcept {
        const double opening = opening_of(found);
        Both sum{};
        each(found, [&](std::size_t weight, int times) {
            sum.opening += static_cast<float>(times) * weights_[weight].opening;
            sum.ending += static_cast<float>(times) * weights_[weight].ending;
        });
        return static_cast<double>(sum.opening) * opening + static_cast<double>(sum.ending) * (1 - opening);
    }

    /// Move the weights towards `wanted`, White's chance, by steps of `rate`. Returns the loss before.
    double teach(const Features& found, double wanted, double rate) noexcept {
        const double odds = worth(found);
        const double off = chance(odds) - wanted;
        const double opening = opening_of(found);
        const auto first = static_cast<float>(off * opening);
        const auto last = static_cast<float>(off * (1 - opening));
        const auto step = static_cast<float>(rate);
        each(found, [&](std::size_t weight, int times) {
            Both& at = weights_[weight];
            Both& moved = moved_[weight];
            const auto n = static_cast<float>(times);
            const float a = first * n;
            const float b = last * n;
            moved.opening += a * a;
            moved.ending += b * b;
            at.opening -= step * a / std::sqrt(moved.opening);
            at.ending -= step * b / std::sqrt(moved.ending);
        });
        return loss(odds, wanted);
    }

    /// The cross entropy of White's odds, where his chance turned out to be `wanted`.
    [[nodiscard]] static double loss(double odds, double wanted) noexcept {
        const double tail = std::exp(odds > 0 ? -odds : odds);
        return (odds > 0 ? odds : 0) + std::log1p(tail) - wanted * odds;
    }

    [[nodiscard]] static double chance(double odds) noexcept { return 1 / (1 + std::exp(-odds)); }

    /// The weights as files hold them; `spread` centipieces make odds of e to 1.
    [[nodiscard]] std::vector<Learned::Pair> pairs(double spread) const {
        std::vector<Both> all(weights_.begin(), weights_.end() - shared);
        each_bit(board_of(contents_.board()), [&](int at) {
            add(all[contents_.man(at)], weights_[man()]);
            add(all[contents_.king(at)], weights_[king()]);
        });
        std::vector<Learned::Pair> pairs;
        for (const Both& weight : all) pairs.push_back({whole(weight.opening, spread), whole(weight.ending, spread)});
        return pairs;
    }

private:
    struct Both {
        float opening{};
        float ending{};
    };

    static constexpr std::size_t shared = 2;  // what a man and a king are worth on whatever square
    static constexpr float begin = 0.3F;
    static constexpr float held = 3000;  // of what is seen seldom: search meets patterns that games do not

    [[nodiscard]] std::size_t man() const noexcept { return weights_.size() - 2; }
    [[nodiscard]] std::size_t king() const noexcept { return weights_.size() - 1; }

    [[nodiscard]] static double opening_of(const Features& found) noexcept {
        return static_cast<double>(found.phase) / found.full;
    }

    static void add(Both& to, const Both& more) noexcept {
        to.opening += more.opening;
        to.ending += more.ending;
    }

    [[nodiscard]] static std::int16_t whole(float weight, double spread) noexcept {
        return static_cast<std::int16_t>(std::clamp(std::lround(static_cast<double>(weight) * spread * fine), -32767L, 32767L));
    }

    /// Call `f(weight, times)` for everything counted, and for men and kings on the whole.
    template <class F>
    void each(const Features& found, F&& f) const noexcept {
        int men = 0;
        int kings = 0;
        for (const auto& [weight, times] : found.counts) {
            f(weight, times);
            if (weight < contents_.plain()) continue;
            if (weight < contents_.kings()) men += times;
            else if (weight < contents_.terms()) kings += times;
        }
        if (men != 0) f(man(), men);
        if (kings != 0) f(king(), kings);
    }

    Contents contents_;
    std::vector<Both> weights_;
    std::vector<Both> moved_;
};

}  // namespace damiera::eval
