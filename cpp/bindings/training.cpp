// Training: learned weights, quick games of engines, and what a regression asks of them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>       // array
#include <atomic>      // atomic
#include <cstdint>     // int8_t, int16_t, int32_t, uint8_t, uint32_t, uint64_t
#include <cstring>     // memcpy
#include <functional>  // function
#include <memory>      // make_shared, shared_ptr, unique_ptr
#include <random>      // mt19937_64
#include <string>      // string, to_string
#include <thread>      // jthread
#include <utility>     // move, pair
#include <vector>      // vector

#include "damiera/eval/features.hpp"
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

/// The network in `data`, which may be empty: then there is none.
[[nodiscard]] std::unique_ptr<const eval::Network> network_of(const Instance& game, const nb::bytes& data) {
    if (data.size() == 0) return nullptr;
    const Geometry board = game.game->rules.board;
    const std::size_t wanted = eval::Network::size_of(board) * sizeof(std::int16_t);
    if (data.size() != wanted) {
        throw nb::value_error(("a network of " + std::string{game.game->slug} + " has " + std::to_string(wanted) +
                               " bytes, this has " + std::to_string(data.size()))
                                  .c_str());
    }
    std::vector<std::int16_t> numbers(wanted / sizeof(std::int16_t));
    std::memcpy(numbers.data(), data.c_str(), wanted);
    return std::make_unique<const eval::Network>(board, search::full_of(game), numbers);
}

[[nodiscard]] PyWeights weights_of(const Instance& game, const nb::bytes& data, const nb::bytes& network) {
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
    return {&game, std::make_shared<const eval::Learned>(game.game->rules.board, pairs, network_of(game, network))};
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
        std::vector<std::unique_ptr<search::Engine>> engines;
        for (int i = 0; i < threads; ++i) engines.push_back(search::search_of(game).make(game, 2, 1, learned));
        share_out(games, threads, [&](int thread, int number) {
            search::Engine* engine = engines[static_cast<std::size_t>(thread)].get();
            engine->clear();
            const search::Limits limits{.nodes = nodes};
            std::vector<search::Sample> samples;
            std::mt19937_64 chance = chance_of(seed, number);
            search::play_out(game, opening_of(game, starts, plies, chance), {engine, engine}, {limits, limits}, {}, &samples,
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
                                           std::uint64_t seed, int threads, const nb::sequence& openings,
                                           const std::pair<nb::dict, nb::dict>& params, const nb::object& tables) {
    check_play(game, pairs, plies, threads);
    check(time_ms > 0 || (nodes.first > 0 && nodes.second > 0), "give a number of nodes for each, or a time");
    const auto learned = std::array{learned_of(game, first), learned_of(game, second)};
    const auto starts = starts_of(game, openings);
    const std::array limits{search::Limits{.nodes = nodes.first, .time_ms = time_ms},
                            search::Limits{.nodes = nodes.second, .time_ms = time_ms}};
    const std::array tuned{params_of(params.first), params_of(params.second)};
    endgame::Oracle* oracle = oracle_of(game, tables);
    std::vector<Span> points(static_cast<std::size_t>(pairs));
    const nb::gil_scoped_release released;
    std::vector<std::array<std::unique_ptr<search::Engine>, 2>> engines;
    for (int i = 0; i < threads; ++i) {
        const search::Instance& search = search::search_of(game);
        engines.push_back({search.make(game, 16, 1, learned[0]), search.make(game, 16, 1, learned[1])});
        for (std::size_t side = 0; side < 2; ++side) {
            engines.back()[side]->consult(oracle);
            engines.back()[side]->tune(tuned[side]);
        }
    }
    share_out(pairs, threads, [&](int thread, int number) {
        auto& [one, other] = engines[static_cast<std::size_t>(thread)];
        std::mt19937_64 chance = chance_of(seed, number);
        const auto opening = opening_of(game, starts, plies, chance);
        const auto play = [&](search::Engine* white, search::Engine* black, const search::Limits& a, const search::Limits& b) {
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

/// What a regression asks of records, position by position: a sparse matrix row by row, and columns beside it.
struct Columns {
    std::vector<std::int32_t> rows{0};
    std::vector<std::int32_t> weights{};
    std::vector<std::int8_t> times{};
    std::vector<float> opening{};
    std::vector<std::int16_t> scores{};
    std::vector<std::uint8_t> points{};

    void add(const search::Sample& sample, const eval::Features& found) {
        const bool is_white = sample.position.side == Side::white;
        for (const auto& [weight, count] : found.counts) {
            weights.push_back(static_cast<std::int32_t>(weight));
            times.push_back(count);
        }
        rows.push_back(static_cast<std::int32_t>(weights.size()));
        opening.push_back(static_cast<float>(found.phase) / static_cast<float>(found.full));
        scores.push_back(static_cast<std::int16_t>(is_white ? sample.score : -sample.score));
        const bool is_turned = !is_white && sample.points != search::no_points;
        points.push_back(static_cast<std::uint8_t>(is_turned ? 2 - sample.points : sample.points));
    }
};

[[nodiscard]] nb::tuple features_of_records(const Instance& game, const nb::bytes& records) {
    const std::vector<search::Sample> samples = samples_of(game, records);
    Columns columns;
    {
        const nb::gil_scoped_release released;
        const auto judge = search::judge_of(game, nullptr);
        eval::Features found;
        for (const search::Sample& sample : samples) {
            if (search::is_proved(sample.score)) continue;
            judge->features(sample.position, found);
            columns.add(sample, found);
        }
    }
    return nb::make_tuple(bytes_of(columns.rows), bytes_of(columns.weights), bytes_of(columns.times), bytes_of(columns.opening),
                          bytes_of(columns.scores), bytes_of(columns.points));
}

[[nodiscard]] nb::dict network_shape(const Instance& game) {
    check_game(game);
    using eval::Network;
    nb::list part_of;
    for (int pieces = 0; pieces <= game.game->rules.board.squares(); ++pieces) {
        part_of.append(Network::part_of(pieces, search::full_of(game)));
    }
    nb::dict told;
    told["inputs"] = Network::inputs_of(game.game->rules.board);
    told["hidden"] = Network::hidden;
    told["second"] = Network::second;
    told["parts"] = Network::parts;
    told["one"] = Network::one;
    told["fine"] = eval::fine;
    told["part_of"] = nb::tuple(part_of);
    return told;
}

[[nodiscard]] nb::tuple inputs_of_records(const Instance& game, const nb::bytes& records) {
    const std::vector<search::Sample> samples = samples_of(game, records);
    const Geometry board = game.game->rules.board;
    const std::size_t row = (eval::Network::inputs_of(board) + 7) / 8;
    std::vector<std::uint8_t> inputs;
    std::vector<std::int8_t> sides;
    {
        const nb::gil_scoped_release released;
        const eval::Network::Inputs seen{board};
        for (const search::Sample& sample : samples) {
            if (search::is_proved(sample.score)) continue;
            const std::size_t first = inputs.size();
            inputs.resize(first + row);
            seen.each(sample.position, [&](std::size_t input) {
                inputs[first + input / 8] = static_cast<std::uint8_t>(inputs[first + input / 8] | 1U << input % 8);
            });
            sides.push_back(sample.position.side == Side::white ? 1 : -1);
        }
    }
    return nb::make_tuple(bytes_of(inputs), bytes_of(sides));
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
        .def(
            "__init__",
            [](PyWeights* self, const Instance& game, const nb::bytes& data, const nb::bytes& network) {
                new (self) PyWeights{weights_of(game, data, network)};
            },
            "rules"_a, "data"_a, "network"_a = nb::bytes("", 0),
            "Read weights: pairs of 16-bit numbers, low byte first, in sixteenths of a centipiece; and the network that\n"
            "corrects their sum, 16-bit numbers as `network_shape` has them, or nothing for none.\n\n"
            "Raises:\n"
            "    ValueError: if there are not as many as the board needs, or a network whose sums might not fit 16 bits.")
        .def_prop_ro(
            "has_network", [](const PyWeights& w) { return w.learned->network() != nullptr; },
            "Whether a network corrects them.")
        .def_prop_ro(
            "rules", [](const PyWeights& w) { return rules_object(*w.instance); }, nb::sig("def rules(self) -> Rules"),
            "The game they are for.");
    m.def("contents_of", &contents_of, "rules"_a, nb::sig("def contents_of(rules: Rules) -> dict[str, Any]"),
          "Return what the weights of a game are of: how many `pairs`, the squares of the `small` and the `large` shapes, and\n"
          "where the weights of `men`, `kings` and `terms` begin.\n\n"
          "Raises:\n"
          "    ValueError: for a game whose evaluation is made by hand.");
    m.def(
        "network_shape", &network_shape, "rules"_a, nb::sig("def network_shape(rules: Rules) -> dict[str, Any]"),
        "Return what the network of a game is of, in the order of its numbers: `inputs` rows of `hidden`, and what these start\n"
        "from; for each of the `parts` `second` rows of `hidden`, then by part what those start from, the `second` numbers\n"
        "of the last layer, and what that starts from. An input is a kind (own men, own kings, theirs) and a square, by\n"
        "kinds. The first two layers count in `one`ths, the last in `fine`ths of a centipiece. `part_of` has the part\n"
        "by how many pieces there are.\n\n"
        "Raises:\n"
        "    ValueError: for a game whose evaluation is made by hand.");
    m.def("inputs_of_records", &inputs_of_records, "rules"_a, "records"_a,
          nb::sig("def inputs_of_records(rules: Rules, records: bytes) -> tuple[bytes, bytes]"),
          "Return what a network sees of the positions of records that are not proved, those of `features_of_records` in\n"
          "their order: a row of bits for each, the lowest of a byte first, one for every input; and who is to move (8 bits,\n"
          "1 White, -1 Black). The interpreter is free meanwhile.\n\n"
          "Raises:\n"
          "    ValueError: for records of another game, or a game whose evaluation is made by hand.");
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
          "openings"_a = nb::make_tuple(), "params"_a = nb::make_tuple(nb::dict(), nb::dict()), "tables"_a = nb::none(),
          nb::sig("def self_match(rules: Rules, first: Weights | None, second: Weights | None, *, pairs: int, "
                  "nodes: tuple[int, int] = (0, 0), time_ms: int = 0, plies: tuple[int, int] = (8, 8), seed: int = 1, "
                  "threads: int = 1, openings: collections.abc.Sequence[Position] = (), "
                  "params: tuple[dict[str, int], dict[str, int]] = ({}, {}), tables: object | None = None) "
                  "-> list[tuple[int, int]]"),
          "Let the search play pairs of games with two evaluations, and return the points of the first in each: as\n"
          "White and as Black, 2 for a win and 1 for a draw. Each has so many nodes for a move, or milliseconds, and searches\n"
          "with `params` of its own and the same `tables`, see `Search`.\n\n"
          "Raises:\n"
          "    ValueError: for a game or numbers that make no sense.");
    m.def("count_records", &count_records, "rules"_a, "records"_a,
          nb::sig("def count_records(rules: Rules, records: bytes) -> int"),
          "Return how many positions there are in records.\n\n"
          "Raises:\n"
          "    ValueError: for records of another game.");
    m.def("features", &features, "position"_a, nb::sig("def features(position: Position) -> tuple[dict[int, int], int, int]"),
          "Return how often each weight counts for White, the phase, and the phase of a board full of men.\n\n"
          "Raises:\n"
          "    ValueError: for a game whose evaluation is made by hand.");
    m.def(
        "features_of_records", &features_of_records, "rules"_a, "records"_a,
        nb::sig("def features_of_records(rules: Rules, records: bytes) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]"),
        "Return the positions of records that are not proved as columns of numbers, low byte first, as White sees them.\n\n"
        "The first three are a sparse matrix row by row, of how often each weight counts: where rows begin, and the end of\n"
        "the last (32 bits); the weight (32 bits) and how often (8 bits, signed) of every entry. The others are the share of\n"
        "the opening in the phase (32 bits, floating), what the search thought in centipieces (16 bits), and what the game\n"
        "came to (8 bits): 0 to 2, or 3 of a position beside the games. The interpreter is free meanwhile.\n\n"
        "Raises:\n"
        "    ValueError: for records of another game, or a game whose evaluation is made by hand.");
}

}  // namespace damiera::python
