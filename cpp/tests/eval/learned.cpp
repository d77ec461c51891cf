#include "damiera/eval/learned.hpp"

#include <memory>  // make_shared, shared_ptr
#include <random>  // mt19937_64
#include <vector>  // vector

#include "boards.hpp"
#include "check.hpp"
#include "damiera/eval/evaluation.hpp"
#include "damiera/eval/features.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/canadian.hpp"
#include "damiera/rules/frisian.hpp"
#include "damiera/rules/international.hpp"
#include "damiera/rules/italian.hpp"
#include "damiera/search/instance.hpp"

namespace damiera::testing {

using eval::Contents;
using eval::Learned;

namespace {

[[nodiscard]] std::vector<Learned::Pair> random_pairs(Geometry board, std::uint64_t seed) {
    std::mt19937_64 chance{seed};
    const auto number = [&] { return static_cast<std::int16_t>(static_cast<int>(chance() % 401) - 200); };
    std::vector<Learned::Pair> pairs(Contents{board}.size());
    for (Learned::Pair& pair : pairs) pair = {number(), number()};
    return pairs;
}

[[nodiscard]] Position<Word128> turned(Geometry g, const Position<Word128>& p) {
    const auto turn = [&](Word128 set) {
        Word128 other = 0;
        each_bit(set, [&](int at) { other |= bit<Word128>(g.turned(at)); });
        return other;
    };
    return {{turn(p.pieces.black), turn(p.pieces.white), turn(p.pieces.kings)}, opponent(p.side)};
}

/// White's advantage, as the weights and what is counted give it.
[[nodiscard]] int weighed(const eval::Features& found, const std::vector<Learned::Pair>& pairs) {
    int opening = 0;
    int ending = 0;
    for (const auto& [weight, times] : found.counts) {
        opening += pairs[weight].opening * times;
        ending += pairs[weight].ending * times;
    }
    return (opening * found.phase + ending * (found.full - found.phase)) / (found.full * eval::fine);
}

template <Rules R>
void check_evaluation(const Instance& game, std::uint64_t seed) {
    using P = Fixed<R>;
    const std::vector<Learned::Pair> pairs = random_pairs(R.board, seed);
    const auto learned = std::make_shared<const Learned>(R.board, pairs);
    const eval::Evaluation<P> fixed{P{}, R.goal, learned};
    const auto carried = search::judge_of(game, learned);
    eval::Features found;
    for (std::uint64_t i = 0; i < 200; ++i) {
        const Position<Word128> position{scattered<Word128>(R.board, seed + i), i % 2 == 0 ? Side::white : Side::black};
        const int judged = fixed(resized<typename P::Word>(position));
        const std::string about = std::string{game.game->slug} + " " + std::to_string(i);
        check_equal((*carried)(position), judged, about + ": rules carried");
        check_equal((*carried)(turned(R.board, position)), judged, about + ": board turned");
        if (position.pieces.kings != 0) continue;  // with kings about, what is known of endings is added
        carried->features(position, found);
        check_equal(judged, (position.side == Side::white ? 1 : -1) * weighed(found, pairs), about + ": features");
    }
}

/// Along games by chance what is summed move by move is what is summed afresh.
template <Rules R>
void check_sums(const Instance& game) {
    using P = Fixed<R>;
    const eval::Evaluation<P> evaluation{P{}, R.goal, std::make_shared<const Learned>(R.board, random_pairs(R.board, 4))};
    std::mt19937_64 chance{8};
    for (int n = 0; n < 10; ++n) {
        auto position = resized<typename P::Word>(game.start());
        eval::Terms sum = evaluation.terms_of(position.pieces);
        for (int ply = 0; ply < 80; ++ply) {
            MoveList<typename P::Word> moves;
            generate(P{}, position, moves);
            if (moves.empty()) break;
            const auto& move = moves[chance() % moves.size()];
            sum = evaluation.after(sum, position, move);
            position = resized<typename P::Word>(game.play(resized<Word128>(position), resized<Word128>(move)));
            const eval::Terms fresh = evaluation.terms_of(position.pieces);
            check_equal(sum.opening, fresh.opening);
            check_equal(sum.ending, fresh.ending);
        }
    }
}

}  // namespace

const Case judged_alike("learned weights judge alike however they are read", [] {
    check_evaluation<italian_rules>(italian_instance, 100);
    check_evaluation<international_rules>(international_instance, 200);
    check_evaluation<frisian_rules>(frisian_instance, 300);
    check_evaluation<canadian_rules>(canadian_instance, 400);
});

const Case summed("what is summed along a game is what is summed afresh", [] {
    check_sums<italian_rules>(italian_instance);
    check_sums<international_rules>(international_instance);
});

}  // namespace damiera::testing
