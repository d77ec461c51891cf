#include "damiera/eval/network.hpp"

#include <algorithm>  // clamp
#include <memory>     // make_shared, make_unique
#include <random>     // mt19937_64
#include <stdexcept>  // invalid_argument
#include <vector>     // vector

#include "boards.hpp"
#include "check.hpp"
#include "damiera/eval/evaluation.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/canadian.hpp"
#include "damiera/rules/frisian.hpp"
#include "damiera/rules/italian.hpp"
#include "damiera/search/instance.hpp"

namespace damiera::testing {

using eval::Network;
using Numbers = std::vector<std::int16_t>;

namespace {

constexpr int full_italian = 24;

[[nodiscard]] Numbers random_numbers(Geometry board, std::uint64_t seed) {
    std::mt19937_64 chance{seed};
    Numbers numbers(Network::size_of(board));
    for (std::int16_t& number : numbers) number = static_cast<std::int16_t>(static_cast<int>(chance() % 601) - 300);
    return numbers;
}

/// The correction as the numbers are told to make it, input by input.
[[nodiscard]] int plain(Geometry board, int full, const Numbers& numbers, const Position<Word128>& position) {
    const std::size_t inputs = Network::inputs_of(board);
    constexpr std::size_t hidden = Network::hidden;
    constexpr std::size_t second = Network::second;
    std::vector<int> sums(hidden);
    for (std::size_t unit = 0; unit < hidden; ++unit) sums[unit] = numbers[inputs * hidden + unit];
    Network::Inputs{board}.each(position, [&](std::size_t input) {
        for (std::size_t unit = 0; unit < hidden; ++unit) sums[unit] += numbers[input * hidden + unit];
    });
    const std::size_t rows = (inputs + 1) * hidden;
    const std::size_t starts = rows + Network::parts * second * hidden;
    const std::size_t last = starts + Network::parts * second;
    const auto part = static_cast<std::size_t>(Network::part_of(popcount(position.pieces.occupied()), full));
    int found = 0;
    for (std::size_t k = 0; k < second; ++k) {
        int sum = numbers[starts + part * second + k] * Network::one;
        for (std::size_t unit = 0; unit < hidden; ++unit) {
            sum += std::clamp(sums[unit], 0, Network::one) * numbers[rows + (part * second + k) * hidden + unit];
        }
        found += std::clamp(sum / Network::one, 0, Network::one) * numbers[last + part * second + k];
    }
    return found / Network::one + numbers[last + Network::parts * second + part];
}

template <Rules R>
void check_network(const Instance& game, std::uint64_t seed) {
    using Word = typename Fixed<R>::Word;
    const int full = search::full_of(game);
    const Numbers numbers = random_numbers(R.board, seed);
    const Network network{R.board, full, numbers};
    for (std::uint64_t i = 0; i < 200; ++i) {
        const Position<Word128> position{scattered<Word128>(R.board, seed + i), i % 2 == 0 ? Side::white : Side::black};
        const auto pieces = resized<Word>(position).pieces;
        const int found = position.side == Side::white ? network.template correction<Side::white>(pieces)
                                                       : network.template correction<Side::black>(pieces);
        check_equal(found, plain(R.board, full, numbers, position), std::string{game.game->slug} + " " + std::to_string(i));
    }
}

[[nodiscard]] bool is_refused(const Numbers& numbers) {
    try {
        const Network network{italian_rules.board, full_italian, numbers};
        return false;
    } catch (const std::invalid_argument&) {
        return true;
    }
}

}  // namespace

const Case corrected("a network corrects by what its numbers say, whoever is to move", [] {
    check_network<italian_rules>(italian_instance, 100);
    check_network<frisian_rules>(frisian_instance, 200);
    check_network<canadian_rules>(canadian_instance, 300);
});

const Case added("the evaluation is the sum of weights and the correction", [] {
    using P = Fixed<italian_rules>;
    constexpr Geometry board = italian_rules.board;
    const std::vector<eval::Learned::Pair> none(eval::Contents{board}.size());
    const Numbers numbers = random_numbers(board, 7);
    const auto learned =
        std::make_shared<const eval::Learned>(board, none, std::make_unique<const Network>(board, full_italian, numbers));
    const eval::Evaluation<P> evaluation{P{}, italian_rules.goal, learned};
    for (std::uint64_t i = 0; i < 100; ++i) {
        const Position<Word128> position{scattered<Word128>(board, 40 + i), i % 2 == 0 ? Side::white : Side::black};
        if (position.pieces.kings != 0) continue;  // with kings about, what is known of endings is added
        check_equal(evaluation(resized<P::Word>(position)), plain(board, full_italian, numbers, position) / eval::fine);
    }
});

const Case parted("parts serve from so many pieces of a full board", [] {
    check_equal(Network::part_of(6, 24), 0);
    check_equal(Network::part_of(7, 24), 1);
    check_equal(Network::part_of(24, 24), 3);
    check_equal(Network::part_of(11, 40), 0);
    check_equal(Network::part_of(12, 40), 1);
});

const Case refused("a network of another size, or one whose sums might not fit, is refused", [] {
    Numbers numbers = random_numbers(italian_rules.board, 9);
    check(!is_refused(numbers));
    numbers.pop_back();
    check(is_refused(numbers));
    numbers = Numbers(Network::size_of(italian_rules.board));
    for (std::size_t square = 0; square < 32; ++square) numbers[square * Network::hidden + 5] = 1024;
    check(is_refused(numbers));  // 32,768
    numbers[5] = 1023;
    check(!is_refused(numbers));
});

}  // namespace damiera::testing
