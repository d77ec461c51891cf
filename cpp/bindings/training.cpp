// Training: learned weights, quick games of minds, and the features of their positions.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>  // max, min
#include <array>      // array
#include <atomic>     // atomic
#include <cstring>    // memcpy
#include <functional> // function
#include <random>     // mt19937_64
#include <string>     // string, to_string
#include <thread>     // jthread
#include <utility>    // move, pair
#include <vector>     // vector

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
    const std::size_t wanted = eval::Learned::size(game.game->rules.board) * sizeof(Pair);
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

/// The opening of game `number`: one of the starts, then some moves by chance.
[[nodiscard]] std::vector<WidePosition> opening_of(const Instance& game, const std::vector<WidePosition>& starts,
                                                   Span plies, std::uint64_t seed, int number) {
    std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                           static_cast<std::uint32_t>(number)};
    std::mt19937_64 chance{sequence};
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
            search::play_out(game, opening_of(game, starts, plies, seed, number), {mind, mind}, {limits, limits}, {},
                             &samples);
            search::write_records(game, samples, records[static_cast<std::size_t>(number)]);
        });
    }
    std::vector<std::uint64_t> all;
    for (const auto& game_records : records) all.insert(all.end(), game_records.begin(), game_records.end());
    return bytes_of(all);
}

[[nodiscard]] std::vector<Span> self_match(const Instance& game, const PyWeights* first, const PyWeights* second,
                                           int pairs, std::pair<std::uint64_t, std::uint64_t> nodes, int time_ms,
                                           Span plies, std::uint64_t seed, int threads, const nb::sequence& openings) {
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
        const auto opening = opening_of(game, starts, plies, seed, number);
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

[[nodiscard]] nb::tuple features(const Instance& game, const nb::bytes& records) {
    check_game(game);
    check(records.size() % sizeof(std::uint64_t) == 0, "these are no records of this game");
    std::vector<std::uint64_t> words(records.size() / sizeof(std::uint64_t));
    if (!words.empty()) std::memcpy(words.data(), records.c_str(), records.size());
    search::FeatureTable table;
    {
        const nb::gil_scoped_release released;
        table = search::features_of(game, search::read_records(game, words));
    }
    return nb::make_tuple(table.rows, bytes_of(table.patterns), bytes_of(table.pieces), bytes_of(table.terms),
                          bytes_of(table.phase), bytes_of(table.score), bytes_of(table.points));
}

[[nodiscard]] nb::tuple shapes_of(const Instance& game) {
    check_game(game);
    const eval::Shapes<Word128> shapes{game.game->rules.board};
    nb::list squares;
    nb::list turned;
    for (std::size_t i = 0; i < shapes.count; ++i) {
        squares.append(squares_tuple(game, shapes.masks[i]));
        turned.append(static_cast<int>(shapes.turned[i]));
    }
    return nb::make_tuple(nb::tuple(squares), nb::tuple(turned), search::full_of(game));
}

template <class T, class... Shape>
using Array = nb::ndarray<T, Shape..., nb::c_contig, nb::device::cpu>;

[[nodiscard]] eval::Regression regression_of(const Array<const std::int32_t, nb::ndim<2>>& patterns,
                                             const Array<const std::int8_t, nb::ndim<2>>& counts,
                                             const Array<const float, nb::ndim<1>>& opening,
                                             const Array<const float, nb::ndim<1>>& wanted, std::size_t weights) {
    const std::size_t rows = patterns.shape(0);
    const std::size_t plain = counts.shape(1);
    check(counts.shape(0) == rows && opening.shape(0) == rows && wanted.shape(0) == rows, "give as many rows of each");
    check(weights >= plain, "there are fewer weights than counts");
    const std::size_t cells = weights - plain;
    const std::int32_t* pattern = patterns.data();
    const bool fits = std::all_of(pattern, pattern + patterns.size(),
                                  [&](std::int32_t p) { return p >= 0 && static_cast<std::size_t>(p) < cells; });
    check(fits, "a pattern has no weight");
    return eval::Regression{{rows, patterns.shape(1), plain, cells, pattern, counts.data(), opening.data(), wanted.data()}};
}

double add_slope(const Array<const std::int32_t, nb::ndim<2>>& patterns, const Array<const std::int8_t, nb::ndim<2>>& counts,
                 const Array<const float, nb::ndim<1>>& opening, const Array<const float, nb::ndim<1>>& wanted,
                 const Array<const float, nb::shape<-1, 2>>& weights, const Array<double, nb::shape<-1, 2>>& slope) {
    check(slope.shape(0) == weights.shape(0), "give a slope for each weight");
    const eval::Regression regression = regression_of(patterns, counts, opening, wanted, weights.shape(0));
    const nb::gil_scoped_release released;
    return regression.add_slope(weights.data(), slope.data());
}

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
        .def("__init__",
             [](PyWeights* self, const Instance& game, const nb::bytes& data) {
                 new (self) PyWeights{weights_of(game, data)};
             },
             "rules"_a, "data"_a,
             "Read weights: pairs of 16-bit numbers, low byte first, in sixteenths of a centipiece; ValueError if\n"
             "there are not as many as the board needs.")
        .def_prop_ro("rules", [](const PyWeights& w) { return rules_object(*w.instance); },
                     nb::sig("def rules(self) -> Rules"), "The game they are for.");
    m.def("shapes_of", &shapes_of, "rules"_a,
          nb::sig("def shapes_of(rules: Rules) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]"),
          "Return the squares of every shape of a board, which shape each is when the board is turned half round, and\n"
          "how many men count as a full board.");
    m.def("self_play", &self_play, "rules"_a, nb::kw_only(), "games"_a, "nodes"_a, "plies"_a, "seed"_a, "threads"_a = 1,
          "weights"_a = nb::none(), "openings"_a = nb::make_tuple(),
          nb::sig("def self_play(rules: Rules, *, games: int, nodes: int, plies: tuple[int, int], seed: int, "
                  "threads: int = 1, weights: Weights | None = None, "
                  "openings: collections.abc.Sequence[Position] = ()) -> bytes"),
          "Let the search play quick games against itself and return its quiet positions as records of 64-bit words.\n\n"
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
    m.def("features", &features, "rules"_a, "records"_a,
          nb::sig("def features(rules: Rules, records: bytes) -> tuple[int, bytes, bytes, bytes, bytes, bytes, bytes]"),
          "Return what the evaluation counts in records, as the side to move sees the board: how many there are, then\n"
          "rows of patterns (uint16), pieces (int8: men by square, then kings) and terms (int8), and for each its\n"
          "phase (uint8), score (int16) and points (uint8).\n\n"
          "Raises:\n"
          "    ValueError: for records of another game.");
    m.def("add_slope", &add_slope, "patterns"_a, "counts"_a, "opening"_a, "wanted"_a, "weights"_a, "slope"_a,
          nb::sig("def add_slope(patterns: object, counts: object, opening: object, wanted: object, weights: object, "
                  "slope: object) -> float"),
          "Return the loss of a logistic regression over rows, and add its slope to `slope`; all are NumPy arrays.\n\n"
          "Args:\n"
          "    patterns: (n, k) int32, numbers of weights, one each.\n"
          "    counts: (n, m) int8, how often each of the last m weights counts.\n"
          "    opening: (n,) float32, 1 with the board full of men, 0 with none.\n"
          "    wanted: (n,) float32, the chance to win that is taught.\n"
          "    weights: (w, 2) float32, with the board full and with none, in natural logarithms of odds.\n"
          "    slope: (w, 2) float64.\n"
          "Raises:\n"
          "    ValueError: for arrays that do not fit together.");
}

}  // namespace damiera::python
