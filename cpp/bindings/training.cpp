// Training: learned weights, quick games of minds, and the regression on what they came to.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>       // array
#include <atomic>      // atomic
#include <cmath>       // sqrt
#include <cstring>     // memcpy
#include <cstdlib>     // abs
#include <functional>  // function
#include <memory>      // make_unique, unique_ptr
#include <random>      // mt19937_64
#include <string>      // string, to_string
#include <thread>      // jthread
#include <utility>     // move, pair
#include <vector>      // erase_if, vector

#include "damiera/eval/features.hpp"
#include "damiera/eval/regression.hpp"
#include "damiera/search/records.hpp"
#include "damiera/search/selfplay.hpp"
#include "objects.hpp"

namespace damiera::python {

using namespace nb::literals;

namespace {

using Span = std::pair<int, int>;

/// Refuse what cannot be trained.
void check_game(const Instance& game) {
    if (game.family == nullptr && game.game->rules.board.has_bits()) return;
    throw nb::value_error((std::string{game.game->slug} + " has no weights to learn: its evaluation is made by hand").c_str());
}

void check(bool is_sound, const char* problem) {
    if (!is_sound) throw nb::value_error(problem);
}

[[nodiscard]] PyWeights weights_of(const Instance& game, const nb::bytes& data) {
    check_game(game);
    using Pair = eval::Learned::Pair;
    const std::size_t wanted = eval::Contents{game.game->rules.board}.size() * sizeof(Pair);
    if (data.size() != wanted) {
        throw nb::value_error(("weights of " + std::string{game.game->slug} + " have " + std::to_string(wanted) +
                               " bytes, these have " + std::to_string(data.size()))
                                  .c_str());
    }
    std::vector<Pair> pairs(wanted / sizeof(Pair));
    std::memcpy(static_cast<void*>(pairs.data()), data.c_str(), wanted);
    return {&game, std::make_shared<const eval::Learned>(game.game->rules.board, pairs)};
}

template <class T>
[[nodiscard]] nb::bytes bytes_of(const std::vector<T>& numbers) {
    return nb::bytes{static_cast<const void*>(numbers.data()), numbers.size() * sizeof(T)};
}

[[nodiscard]] std::vector<WidePosition> starts_of(const Instance& game, const nb::sequence& openings) {
    std::vector<WidePosition> starts;
    for (nb::handle item : openings) {
        const auto& position = nb::cast<const PyPosition&>(item);
        check(position.instance == &game, "an opening is a position of another game");
        starts.push_back(position.position);
    }
    if (starts.empty()) starts.push_back(game.start());
    return starts;
}

/// Call `play(thread, number)` for the numbers below `count`, by so many threads.
void share_out(int count, int threads, const std::function<void(int, int)>& play) {
    std::atomic<int> next{0};
    std::vector<std::jthread> pool;
    const auto work = [&](int thread) {
        for (int number = next++; number < count; number = next++) play(thread, number);
    };
    for (int i = 1; i < threads; ++i) pool.emplace_back(work, i);
    work(0);
}

/// The chance that goes with game `number`.
[[nodiscard]] std::mt19937_64 chance_of(std::uint64_t seed, int number) {
    std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                           static_cast<std::uint32_t>(number)};
    return std::mt19937_64{sequence};
}

/// The opening of a game: one of the starts, then some moves by chance.
[[nodiscard]] std::vector<WidePosition> opening_of(const Instance& game, const std::vector<WidePosition>& starts, Span plies,
                                                   std::mt19937_64& chance) {
    const WidePosition& start = starts[chance() % starts.size()];
    const auto more = chance() % static_cast<std::uint64_t>(plies.second - plies.first + 1);
    return search::random_opening(game, start, plies.first + static_cast<int>(more), chance);
}

void check_play(const Instance& game, int games, Span plies, int threads) {
    check_game(game);
    check(games >= 0, "give a number of games from 0");
    check(plies.first >= 0 && plies.first <= plies.second && plies.second <= 1000,
          "give random plies as (least, most), from 0 to 1000");
    check(threads >= 1 && threads <= 256, "give threads from 1 to 256");
}

[[nodiscard]] nb::bytes self_play(const Instance& game, int games, std::uint64_t nodes, Span plies, std::uint64_t seed,
                                  int threads, const PyWeights* weights, const nb::sequence& openings) {
    check_play(game, games, plies, threads);
    check(nodes > 0, "give a number of nodes from 1");
    const auto learned = learned_of(game, weights);
    const auto starts = starts_of(game, openings);
    std::vector<std::vector<std::uint64_t>> records(static_cast<std::size_t>(games));
    {
        const nb::gil_scoped_release released;
        std::vector<std::unique_ptr<search::Mind>> minds;
        for (int i = 0; i < threads; ++i) minds.push_back(search::search_of(game).make(game, 2, 1, learned));
        share_out(games, threads, [&](int thread, int number) {
            search::Mind* mind = minds[static_cast<std::size_t>(thread)].get();
            mind->clear();
            const search::Limits limits{.nodes = nodes};
            std::vector<search::Sample> samples;
            std::mt19937_64 chance = chance_of(seed, number);
            search::play_out(game, opening_of(game, starts, plies, chance), {mind, mind}, {limits, limits}, {}, &samples,
                             &chance);
            search::write_records(game, samples, records[static_cast<std::size_t>(number)]);
        });
    }
    std::vector<std::uint64_t> all;
    for (const auto& game_records : records) all.insert(all.end(), game_records.begin(), game_records.end());
    return bytes_of(all);
}

[[nodiscard]] std::vector<Span> self_match(const Instance& game, const PyWeights* first, const PyWeights* second, int pairs,
                                           std::pair<std::uint64_t, std::uint64_t> nodes, int time_ms, Span plies,
                                           std::uint64_t seed, int threads, const nb::sequence& openings) {
    check_play(game, pairs, plies, threads);
    check(time_ms > 0 || (nodes.first > 0 && nodes.second > 0), "give a number of nodes for each, or a time");
    const auto learned = std::array{learned_of(game, first), learned_of(game, second)};
    const auto starts = starts_of(game, openings);
    const std::array limits{search::Limits{.nodes = nodes.first, .time_ms = time_ms},
                            search::Limits{.nodes = nodes.second, .time_ms = time_ms}};
    std::vector<Span> points(static_cast<std::size_t>(pairs));
    const nb::gil_scoped_release released;
    std::vector<std::array<std::unique_ptr<search::Mind>, 2>> minds;
    for (int i = 0; i < threads; ++i) {
        const search::Instance& search = search::search_of(game);
        minds.push_back({search.make(game, 16, 1, learned[0]), search.make(game, 16, 1, learned[1])});
    }
    share_out(pairs, threads, [&](int thread, int number) {
        auto& [one, other] = minds[static_cast<std::size_t>(thread)];
        std::mt19937_64 chance = chance_of(seed, number);
        const auto opening = opening_of(game, starts, plies, chance);
        const auto play = [&](search::Mind* white, search::Mind* black, const search::Limits& a, const search::Limits& b) {
            white->clear();
            black->clear();
            return search::play_out(game, opening, {white, black}, {a, b}, {}, nullptr);
        };
        const int as_white = play(one.get(), other.get(), limits[0], limits[1]);
        const int as_black = 2 - play(other.get(), one.get(), limits[1], limits[0]);
        points[static_cast<std::size_t>(number)] = {as_white, as_black};
    });
    return points;
}

[[nodiscard]] std::vector<search::Sample> samples_of(const Instance& game, const nb::bytes& records) {
    check_game(game);
    check(records.size() % sizeof(std::uint64_t) == 0, "these are no records of this game");
    std::vector<std::uint64_t> words(records.size() / sizeof(std::uint64_t));
    if (!words.empty()) std::memcpy(words.data(), records.c_str(), records.size());
    const nb::gil_scoped_release released;
    return search::read_records(game, words);
}

[[nodiscard]] std::size_t count_records(const Instance& game, const nb::bytes& records) {
    return samples_of(game, records).size();
}

/// Found by halving: too small a spread promises more than was won by those who stood well.
[[nodiscard]] double spread_of(const Instance& game, const nb::bytes& records) {
    const std::vector<search::Sample> samples = samples_of(game, records);
    const nb::gil_scoped_release released;
    double low = 40;
    double high = 600;
    while (high - low > 1) {
        const double spread = (low + high) / 2;
        double off = 0;
        for (const search::Sample& sample : samples) {
            if (search::is_proved(sample.score) || sample.points == search::no_points) continue;
            off += sample.score * (eval::Regression::chance(sample.score / spread) - sample.points / 2.0);
        }
        (off > 0 ? low : high) = spread;
    }
    return low;
}

[[nodiscard]] nb::tuple features(const PyPosition& position) {
    check_game(*position.instance);
    eval::Features found;
    search::judge_of(*position.instance, nullptr)->features(position.position, found);
    nb::dict counts;
    for (const auto& [weight, times] : found.counts) {
        const nb::int_ key{weight};
        counts[key] = nb::cast<int>(counts.attr("get")(key, 0)) + times;
    }
    return nb::make_tuple(counts, found.phase, found.full);
}

[[nodiscard]] nb::dict contents_of(const Instance& game) {
    check_game(game);
    const eval::Contents contents{game.game->rules.board};
    const auto squares = [&](const eval::ShapeList<Word128>& list) {
        nb::list all;
        for (std::size_t i = 0; i < list.count; ++i) all.append(squares_tuple(game, list.masks[i]));
        return nb::tuple(all);
    };
    nb::dict told;
    told["pairs"] = contents.size();
    told["small"] = squares(contents.shapes().small);
    told["large"] = squares(contents.shapes().large);
    told["men"] = contents.plain();
    told["kings"] = contents.kings();
    told["terms"] = contents.terms();
    return told;
}

/// A regression over records of one game.
class PyRegression {
public:
    explicit PyRegression(const Instance& game) : game_{&game} {
        check_game(game);
        judge_ = search::judge_of(game, nullptr);
        regression_ = std::make_unique<eval::Regression>(game.game->rules.board);
    }

    double teach(const nb::bytes& records, double rate, double trust, double spread, std::uint64_t seed) {
        check(rate > 0 && rate <= 10, "give a rate above 0, to 10");
        check(trust >= 0 && trust <= 1, "give a trust from 0 to 1");
        check(spread > 0, "give a spread above 0");
        std::vector<search::Sample> samples = samples_of(*game_, records);
        const nb::gil_scoped_release released;
        std::erase_if(samples, [](const search::Sample& sample) { return search::is_proved(sample.score); });
        shuffle(samples, seed);
        double loss = 0;
        for (const search::Sample& sample : samples) {
            const double thought = eval::Regression::chance(white(sample, sample.score) / spread);
            judge_->features(sample.position, found_);
            const double trusted = sample.points == search::no_points ? 0 : trust;
            loss += regression_->teach(found_, trusted * result(sample) + (1 - trusted) * thought, rate);
        }
        return samples.empty() ? 0 : loss / static_cast<double>(samples.size());
    }

    [[nodiscard]] nb::tuple judge(const nb::bytes& records) {
        const std::vector<search::Sample> samples = samples_of(*game_, records);
        Verdict verdict;
        {
            const nb::gil_scoped_release released;
            for (const search::Sample& sample : samples) {
                if (!search::is_proved(sample.score)) add(verdict, sample);
            }
        }
        const double n = verdict.ended == 0 ? 1 : static_cast<double>(verdict.ended);
        return nb::make_tuple(verdict.positions, verdict.loss / n, verdict.points / n,
                              verdict.worth > 0 && verdict.thought > 0 ? std::sqrt(verdict.thought / verdict.worth) : 0.0);
    }

    [[nodiscard]] nb::bytes numbers(double spread) const {
        check(spread > 0, "give a spread above 0");
        return bytes_of(regression_->pairs(spread));
    }

    [[nodiscard]] const Instance& game() const noexcept { return *game_; }

private:
    struct Verdict {
        std::size_t positions{};
        std::size_t ended{};  // of games that came to something
        double loss{};
        double points{};   // of White
        double thought{};  // squares of scores that are neither nought nor great
        double worth{};    // squares of the odds there
    };

    static constexpr search::Score great = 400;

    /// Our own, not the library's: the same everywhere.
    static void shuffle(std::vector<search::Sample>& samples, std::uint64_t seed) {
        std::mt19937_64 chance{seed};
        for (std::size_t i = samples.size(); i > 1; --i) std::swap(samples[i - 1], samples[chance() % i]);
    }

    [[nodiscard]] static double white(const search::Sample& sample, double of_mover) noexcept {
        return sample.position.side == Side::white ? of_mover : -of_mover;
    }

    [[nodiscard]] static double result(const search::Sample& sample) noexcept {
        return 0.5 + white(sample, sample.points / 2.0 - 0.5);
    }

    void add(Verdict& verdict, const search::Sample& sample) {
        judge_->features(sample.position, found_);
        const double odds = regression_->worth(found_);
        ++verdict.positions;
        if (sample.points != search::no_points) {
            ++verdict.ended;
            verdict.loss += eval::Regression::loss(odds, result(sample));
            verdict.points += result(sample);
        }
        if (sample.score == 0 || std::abs(sample.score) >= great) return;
        verdict.thought += static_cast<double>(sample.score) * sample.score;
        verdict.worth += odds * odds;
    }

    const Instance* game_;
    std::unique_ptr<search::Judge> judge_;
    std::unique_ptr<eval::Regression> regression_;
    eval::Features found_;
};

}  // namespace

std::shared_ptr<const eval::Learned> learned_of(const Instance& game, const PyWeights* weights) {
    if (weights == nullptr) return nullptr;
    if (weights->instance != &game) {
        throw nb::value_error(("these weights are of " + std::string{weights->instance->game->slug} + ", the game is " +
                               std::string{game.game->slug})
                                  .c_str());
    }
    return weights->learned;
}

void bind_training(nb::module_& m) {
    nb::class_<PyWeights>(m, "Weights", "Learned weights of the evaluation of one game.")
        .def(
            "__init__",
            [](PyWeights* self, const Instance& game, const nb::bytes& data) { new (self) PyWeights{weights_of(game, data)}; },
            "rules"_a, "data"_a,
            "Read weights: pairs of 16-bit numbers, low byte first, in sixteenths of a centipiece; ValueError if\n"
            "there are not as many as the board needs.")
        .def_prop_ro(
            "rules", [](const PyWeights& w) { return rules_object(*w.instance); }, nb::sig("def rules(self) -> Rules"),
            "The game they are for.");
    m.def("contents_of", &contents_of, "rules"_a, nb::sig("def contents_of(rules: Rules) -> dict[str, Any]"),
          "Return what the weights of a game are of: how many `pairs`, the squares of the `small` and the `large` shapes, and\n"
          "where the weights of `men`, `kings` and `terms` begin.\n\n"
          "Raises:\n"
          "    ValueError: for a game whose evaluation is made by hand.");
    m.def("self_play", &self_play, "rules"_a, nb::kw_only(), "games"_a, "nodes"_a, "plies"_a, "seed"_a, "threads"_a = 1,
          "weights"_a = nb::none(), "openings"_a = nb::make_tuple(),
          nb::sig("def self_play(rules: Rules, *, games: int, nodes: int, plies: tuple[int, int], seed: int, "
                  "threads: int = 1, weights: Weights | None = None, "
                  "openings: collections.abc.Sequence[Position] = ()) -> bytes"),
          "Let the search play quick games against itself and return quiet positions as records of 64-bit words: those of\n"
          "the games, and as many a move or two by chance beside them, of which it is only told what the search thought.\n\n"
          "The games depend on nothing but the arguments; not on `threads`. The interpreter is free meanwhile.\n\n"
          "Args:\n"
          "    rules: the game.\n"
          "    games: how many.\n"
          "    nodes: positions visited for each move.\n"
          "    plies: least and most moves made by chance at the start.\n"
          "    seed: of the chance.\n"
          "    threads: games played side by side.\n"
          "    weights: of the evaluation; made by hand if None.\n"
          "    openings: positions to start from, drawn by chance; the game's own if empty.\n"
          "Raises:\n"
          "    ValueError: for a game or numbers that make no sense.");
    m.def("self_match", &self_match, "rules"_a, "first"_a.none(), "second"_a.none(), nb::kw_only(), "pairs"_a,
          "nodes"_a = Span{0, 0}, "time_ms"_a = 0, "plies"_a = Span{8, 8}, "seed"_a = 1, "threads"_a = 1,
          "openings"_a = nb::make_tuple(),
          nb::sig("def self_match(rules: Rules, first: Weights | None, second: Weights | None, *, pairs: int, "
                  "nodes: tuple[int, int] = (0, 0), time_ms: int = 0, plies: tuple[int, int] = (8, 8), seed: int = 1, "
                  "threads: int = 1, openings: collections.abc.Sequence[Position] = ()) -> list[tuple[int, int]]"),
          "Let the search play pairs of games with two evaluations, and return the points of the first in each: as\n"
          "White and as Black, 2 for a win and 1 for a draw. Each has so many nodes for a move, or milliseconds.\n\n"
          "Raises:\n"
          "    ValueError: for a game or numbers that make no sense.");
    m.def("count_records", &count_records, "rules"_a, "records"_a,
          nb::sig("def count_records(rules: Rules, records: bytes) -> int"),
          "Return how many positions there are in records.\n\n"
          "Raises:\n"
          "    ValueError: for records of another game.");
    m.def(
        "spread_of", &spread_of, "rules"_a, "records"_a, nb::sig("def spread_of(rules: Rules, records: bytes) -> float"),
        "Return how many centipieces of what the search thought make odds of e to 1 in what games came to, from 40 to 600.\n\n"
        "Raises:\n"
        "    ValueError: for records of another game.");
    m.def("features", &features, "position"_a, nb::sig("def features(position: Position) -> tuple[dict[int, int], int, int]"),
          "Return how often each weight counts for White, the phase, and the phase of a board full of men.\n\n"
          "Raises:\n"
          "    ValueError: for a game whose evaluation is made by hand.");
    nb::class_<PyRegression>(m, "Regression",
                             "Weights that are being learned: a logistic regression over records of quick games.")
        .def(nb::init<const Instance&>(), "rules"_a,
             "Begin from nought; ValueError for a game whose evaluation is made by hand.")
        .def_prop_ro(
            "rules", [](const PyRegression& r) { return rules_object(r.game()); }, nb::sig("def rules(self) -> Rules"),
            "The game.")
        .def("teach", &PyRegression::teach, "records"_a, nb::kw_only(), "rate"_a, "trust"_a, "spread"_a, "seed"_a,
             nb::sig("def teach(self, records: bytes, *, rate: float, trust: float, spread: float, seed: int) -> float"),
             "Go once over records in an order by chance, and return the mean loss; the interpreter is free meanwhile.\n\n"
             "Args:\n"
             "    records: as `self_play` gives them; proved positions are left out.\n"
             "    rate: how far a weight goes at first.\n"
             "    trust: how much of a result is taught, against what the search thought; 0 to 1.\n"
             "    spread: centipieces that make odds of e to 1 in what the search thought.\n"
             "    seed: of the order.\n"
             "Raises:\n"
             "    ValueError: for records of another game, or numbers that make no sense.")
        .def("judge", &PyRegression::judge, "records"_a,
             nb::sig("def judge(self, records: bytes) -> tuple[int, float, float, float]"),
             "Return how many positions there are, the mean loss on what they came to, White's mean chance, and the spread\n"
             "under which the weights speak of pieces as the search that played did; 0 if that is not to be seen.\n\n"
             "Raises:\n"
             "    ValueError: for records of another game.")
        .def("numbers", &PyRegression::numbers, "spread"_a, nb::sig("def numbers(self, spread: float) -> bytes"),
             "Return the weights as `Weights` reads them; `spread` centipieces make odds of e to 1.");
}

}  // namespace damiera::python
