// The loss of a logistic regression over rows of features, and its slope: the inner loop of training.
//
// Each feature has two weights, for the board full of men and for none left; a row lies between, and its worth is in odds
// (natural logarithm) of winning for the side to move.
#pragma once

#include <cmath>    // exp, log1p
#include <cstddef>  // size_t
#include <cstdint>  // int8_t, int32_t
#include <vector>   // vector

namespace damiera::eval {

/// Rows as they lie in memory: `patterns` numbers of weights each, then `plain` counts of the weights after `cells`.
struct RegressionRows {
    std::size_t rows{};
    std::size_t patterns{};
    std::size_t plain{};
    std::size_t cells{};
    const std::int32_t* pattern{};  // rows x patterns, each below `cells`
    const std::int8_t* count{};     // rows x plain
    const float* opening{};         // rows, from 0 to 1
    const float* wanted{};          // rows, the chance that is taught
};

class Regression {
public:
    explicit Regression(const RegressionRows& rows) : rows_{rows} {}

    /// The worth of a row under pairs of weights.
    [[nodiscard]] float worth(std::size_t row, const float* weights) const noexcept {
        const std::int32_t* pattern = rows_.pattern + row * rows_.patterns;
        const std::int8_t* count = rows_.count + row * rows_.plain;
        const float* plain = weights + 2 * rows_.cells;
        float first = 0;
        float last = 0;
        for (std::size_t i = 0; i < rows_.patterns; ++i) {
            const float* pair = weights + 2 * static_cast<std::size_t>(pattern[i]);
            first += pair[0];
            last += pair[1];
        }
        for (std::size_t i = 0; i < rows_.plain; ++i) {
            if (count[i] == 0) continue;
            const auto times = static_cast<float>(count[i]);
            first += times * plain[2 * i];
            last += times * plain[2 * i + 1];
        }
        const float opening = rows_.opening[row];
        return first * opening + last * (1 - opening);
    }

    /// The sum of the losses of all rows; the slope by each weight is added to `slope`.
    double add_slope(const float* weights, double* slope) const {
        double loss = 0;
        for (std::size_t row = 0; row < rows_.rows; ++row) {
            const auto odds = static_cast<double>(worth(row, weights));
            const double wanted = rows_.wanted[row];
            const double tail = std::exp(odds > 0 ? -odds : odds);
            loss += (odds > 0 ? odds : 0) + std::log1p(tail) - wanted * odds;
            push(row, (odds > 0 ? 1 : tail) / (1 + tail) - wanted, slope);
        }
        return loss;
    }

private:
    void push(std::size_t row, double off, double* slope) const noexcept {
        const std::int32_t* pattern = rows_.pattern + row * rows_.patterns;
        const std::int8_t* count = rows_.count + row * rows_.plain;
        const double first = off * static_cast<double>(rows_.opening[row]);
        const double last = off - first;
        for (std::size_t i = 0; i < rows_.patterns; ++i) {
            double* pair = slope + 2 * static_cast<std::size_t>(pattern[i]);
            pair[0] += first;
            pair[1] += last;
        }
        double* plain = slope + 2 * rows_.cells;
        for (std::size_t i = 0; i < rows_.plain; ++i) {
            if (count[i] == 0) continue;
            plain[2 * i] += count[i] * first;
            plain[2 * i + 1] += count[i] * last;
        }
    }

    RegressionRows rows_;
};

}  // namespace damiera::eval
