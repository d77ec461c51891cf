// Side, Rules, and the list of games.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>  // sort
#include <array>      // array
#include <optional>   // optional
#include <span>       // span
#include <string>     // string, to_string

#include "damiera/board/direction.hpp"
#include "damiera/board/side.hpp"
#include "damiera/rules/compose.hpp"
#include "damiera/rules/rules.hpp"
#include "damiera/util/bits.hpp"
#include "objects.hpp"

namespace damiera::python {

using namespace nb::literals;

namespace {

/// The name of an enumerator, by its place in the declaration.
template <class E, std::size_t N>
[[nodiscard]] std::string_view name_of(E value, const std::array<std::string_view, N>& names) {
    return names[static_cast<std::size_t>(value)];
}

constexpr std::array<std::string_view, 3> man_hop_ways{"no", "moves", "captures"};
constexpr std::array<std::string_view, 2> king_ranges{"adjacent", "flying"};
constexpr std::array<std::string_view, 3> landings{"adjacent", "any", "killer"};
constexpr std::array<std::string_view, 2> removals{"end", "immediate"};
constexpr std::array<std::string_view, 3> promotions{"stop", "pass", "king"};
constexpr std::array<std::string_view, 10> choices{"free",       "number", "italian", "quality",      "number_king",
                                                   "king_first", "weight", "frisian", "frisian_half", "italian_first"};
constexpr std::array<std::string_view, 7> shapes{"diagonal", "crossed", "full", "lined", "star", "hexagon", "ended"};
constexpr std::array<std::string_view, 3> goals{"win", "lose", "breakthrough"};

[[nodiscard]] nb::tuple names_of(Directions set) {
    nb::list names;
    for (int i = 0; i < 8; ++i) {
        if (set.has(direction(i))) names.append(direction_names[static_cast<std::size_t>(i)]);
    }
    return nb::tuple(names);
}

[[nodiscard]] nb::tuple names_of(std::span<const Instance* const> instances) {
    nb::list names;
    for (const Instance* instance : instances) names.append(instance->game->slug);
    return nb::tuple(names);
}

[[nodiscard]] nb::dict traits_of(const Rules& rules) {
    nb::dict board;
    board["files"] = rules.board.files;
    board["ranks"] = rules.board.ranks;
    board["shape"] = name_of(rules.board.shape, shapes);
    nb::dict traits;
    traits["board"] = board;
    traits["man_moves"] = names_of(rules.man_moves);
    traits["man_lines"] = rules.man_lines;
    traits["man_hops"] = name_of(rules.man_hops, man_hop_ways);
    traits["man_captures"] = names_of(rules.man_captures);
    traits["man_captures_king"] = rules.man_captures_king;
    traits["king_moves"] = names_of(rules.king_moves);
    traits["king_captures"] = names_of(rules.king_captures);
    traits["king_range"] = name_of(rules.king_range, king_ranges);
    traits["landing"] = name_of(rules.landing, landings);
    traits["removal"] = name_of(rules.removal, removals);
    traits["reversal"] = rules.reversal;
    traits["promotion"] = name_of(rules.promotion, promotions);
    traits["choice"] = name_of(rules.choice, choices);
    traits["king_limit"] = rules.king_run;
    traits["goal"] = name_of(rules.goal, goals);
    return traits;
}

[[nodiscard]] nb::dict recipe_dict(const Instance& instance) {
    nb::dict values;
    if (instance.family != nullptr) return values;
    for (const auto& [key, value] : recipe_of(*instance.game)) values[nb::str(key.data(), key.size())] = value;
    return values;
}

[[nodiscard]] int checked_square(const Instance& instance, int square) {
    if (instance.frame.has(square)) return square;
    throw nb::value_error(
        ("no square " + std::to_string(square) + " on this board: squares are 1 to " + std::to_string(instance.frame.squares()))
            .c_str());
}

/// Whether squares of the board have neighbours in a direction.
[[nodiscard]] bool joins(const Instance& instance, Direction d) { return instance.game->rules.board.vector(d) != Step{}; }

[[nodiscard]] nb::tuple directions_of(const Instance& instance) {
    nb::list names;
    for (int i = 0; i < 8; ++i) {
        if (joins(instance, direction(i))) names.append(direction_names[static_cast<std::size_t>(i)]);
    }
    return nb::tuple(names);
}

[[nodiscard]] Direction checked_direction(const Instance& instance, std::string_view name) {
    std::string known;
    for (int i = 0; i < 8; ++i) {
        if (!joins(instance, direction(i))) continue;
        if (direction_names[static_cast<std::size_t>(i)] == name) return direction(i);
        known += (known.empty() ? "" : ", ") + std::string{direction_names[static_cast<std::size_t>(i)]};
    }
    throw nb::value_error(("no direction '" + std::string{name} + "' on this board: use one of " + known).c_str());
}

/// Gathers squares into sets, refusing what is off the board or taken.
class Collector {
public:
    explicit Collector(const Instance& instance) : instance_{instance} {}

    [[nodiscard]] Word128 take(const nb::iterable& squares) {
        Word128 set = 0;
        for (nb::handle item : squares) {
            const int square = checked_square(instance_, nb::cast<int>(item));
            const Word128 here = bit<Word128>(instance_.frame.bit_of(square));
            if ((taken_ & here) != 0) {
                throw nb::value_error(
                    ("square " + std::to_string(square) + " is given twice: a square holds one piece").c_str());
            }
            taken_ |= here;
            set |= here;
        }
        return set;
    }

private:
    const Instance& instance_;
    Word128 taken_ = 0;
};

/// The run of a king of one side, as a pair of its square and its moves, or None.
[[nodiscard]] Run run_of(const Instance& instance, const Pieces<Word128>& pieces, Side side, nb::handle given) {
    if (given.is_none()) return {};
    const auto [square, moves] = nb::cast<std::pair<int, int>>(given);
    const int allowed = instance.game->rules.king_run;
    if (allowed == 0) throw nb::value_error("this game does not count the moves of kings");
    const int at = instance.frame.bit_of(checked_square(instance, square));
    if ((pieces.kings_of(side) >> at & 1) == 0 || pieces.men(side) == 0) {
        throw nb::value_error(
            ("square " + std::to_string(square) + ": moves are counted for a king whose side has men, and none stands there")
                .c_str());
    }
    if (moves < 1 || moves > allowed) {
        throw nb::value_error(
            (std::to_string(moves) + " moves in a row: a king makes 1 to " + std::to_string(allowed)).c_str());
    }
    return {static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(moves)};
}

[[nodiscard]] PyPosition position_with(const Instance& instance, Side side, const nb::iterable& white_men,
                                       const nb::iterable& white_kings, const nb::iterable& black_men,
                                       const nb::iterable& black_kings, const nb::object& white_run,
                                       const nb::object& black_run) {
    if (instance.family != nullptr) {
        throw nb::value_error(
            (std::string{instance.game->slug} + " has more than men and kings: read its FEN instead").c_str());
    }
    Collector collector{instance};
    Pieces<Word128> pieces;
    pieces.white = collector.take(white_men);
    const Word128 kings = collector.take(white_kings);
    pieces.black = collector.take(black_men);
    const Word128 more_kings = collector.take(black_kings);
    pieces.white |= kings;
    pieces.black |= more_kings;
    pieces.kings = kings | more_kings;
    const Runs runs{run_of(instance, pieces, Side::white, white_run), run_of(instance, pieces, Side::black, black_run)};
    return {&instance, WidePosition{pieces, checked_side(side), runs}};
}

[[nodiscard]] std::optional<int> or_none(int square) { return square == 0 ? std::nullopt : std::optional{square}; }

[[nodiscard]] Side opponent_of(Side side) { return opponent(checked_side(side)); }

[[nodiscard]] std::string_view family_of(const Instance& r) {
    return r.family == nullptr ? std::string_view{"draughts"} : r.family->family();
}

/// Men, or marbles, of the side that begins.
[[nodiscard]] int men_of(const Instance& r) {
    if (r.family == nullptr) return r.game->men();
    const families::Facts facts = r.family->start()->facts();
    return static_cast<int>(facts.pieces.size() / r.family->seats().size());
}

[[nodiscard]] PyPosition start_of(const Instance& r) {
    return r.family == nullptr ? PyPosition{&r, r.start()} : position_of(r, r.family->start());
}

/// The last row of a side, on the boards of families; stars and corners have none.
[[nodiscard]] families::Squares far_row(const Instance& r, Side side) {
    families::Squares row;
    if (family_of(r) == "stars" || family_of(r) == "corners") return row;
    for (int square = 1; square <= r.frame.squares(); ++square) {
        const int rank = r.frame.coordinates(square).rank;
        if (rank == (side == Side::white ? r.game->rules.board.ranks - 1 : 0)) row.push_back(square);
    }
    return row;
}

/// A list of pieces in a FEN: `W21,22,K30`.
void read_pieces(families::Scanner& in, const Instance& r, char side, std::array<std::vector<int>, 2>& pieces) {
    in.expect(':');
    in.expect(side);
    bool first = true;
    while (!in.done() && in.peek() != ':') {
        if (!first) in.expect(',');
        first = false;
        const bool king = in.accept('K');
        pieces[king ? 1 : 0].push_back(families::read_square(in, r.frame, r.game->lettered));
    }
}

[[nodiscard]] nb::object read_run(families::Scanner& in, const Instance& r) {
    if (in.accept('-')) return nb::none();
    const int square = families::read_square(in, r.frame, r.game->lettered);
    in.expect('/');
    return nb::make_tuple(square, in.number());
}

[[nodiscard]] PyPosition position_read(const Instance& r, std::string_view fen) {
    if (r.family != nullptr) return position_of(r, r.family->read(fen));
    families::Scanner in{fen};
    const char side = in.take();
    if (side != 'W' && side != 'B') in.refuse("write W or B, the side to move, first");
    std::array<std::array<std::vector<int>, 2>, 2> pieces;
    read_pieces(in, r, 'W', pieces[0]);
    read_pieces(in, r, 'B', pieces[1]);
    nb::object white = nb::none();
    nb::object black = nb::none();
    if (in.accept(':')) {
        in.expect('M');
        white = read_run(in, r);
        in.expect(',');
        black = read_run(in, r);
    }
    if (!in.done()) in.refuse("nothing may follow");
    const auto list = [](const std::vector<int>& squares) { return nb::borrow<nb::iterable>(int_tuple(squares)); };
    return position_with(r, side == 'W' ? Side::white : Side::black, list(pieces[0][0]), list(pieces[0][1]), list(pieces[1][0]),
                         list(pieces[1][1]), white, black);
}

void bind_side(nb::module_& m) {
    nb::enum_<Side>(m, "Side", "The sides. White sits at the bottom of the board; colours after Black play on stars only.")
        .value("WHITE", Side::white)
        .value("BLACK", Side::black)
        .value("RED", static_cast<Side>(2))
        .value("GREEN", static_cast<Side>(3))
        .value("BLUE", static_cast<Side>(4))
        .value("YELLOW", static_cast<Side>(5))
        .def_prop_ro("opponent", &opponent_of, "The other side, of White and Black.")
        .def_prop_ro(
            "letter", [](Side side) { return std::string_view{"WBRGLY"}.substr(static_cast<std::size_t>(index(side)), 1); },
            "`W` or `B`, as FEN writes the side.");
}

}  // namespace

Side checked_side(Side side) {
    if (side == Side::white || side == Side::black) return side;
    throw nb::value_error("only White and Black have an opponent and play on squares: other colours play on stars");
}

nb::object rules_object(const Instance& instance) {
    nb::object rules = nb::cast(&instance, nb::rv_policy::reference);
    if (Py_REFCNT(rules.ptr()) == 1) rules.inc_ref();  // made at run time and new to Python: kept for good, as the others
    return rules;
}

nb::tuple int_tuple(std::span<const int> numbers) {
    nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(numbers.size())));
    if (!tuple.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), nb::int_(numbers[i]).release().ptr());
    }
    return nb::borrow<nb::tuple>(tuple);
}

nb::tuple squares_tuple(const Instance& instance, Word128 bits) {
    std::array<int, 128> squares;
    std::size_t n = 0;
    each_bit(bits, [&](int at) { squares[n++] = instance.frame.square_of(at); });
    const std::span<int> found{squares.data(), n};
    std::ranges::sort(found);
    return int_tuple(found);
}

/// Rule sets are singletons: one more reference to each keeps its object for good.
void keep_rules() {
    for (const Instance* instance : compiled()) rules_object(*instance).release();
}

void bind_rules(nb::module_& m) {
    bind_side(m);
    nb::class_<Instance>(m, "Rules", nb::is_final(),
                         "A compiled rule set: one immutable object for each game, got from `rules`.")
        .def_prop_ro(
            "slug", [](const Instance& r) { return r.game->slug; }, "The name of the game in this program.")
        .def_prop_ro(
            "squares", [](const Instance& r) { return r.frame.squares(); }, "Playing squares on the board.")
        .def_prop_ro(
            "files", [](const Instance& r) { return r.game->rules.board.files; }, "Columns of the board.")
        .def_prop_ro(
            "ranks", [](const Instance& r) { return r.game->rules.board.ranks; }, "Rows of the board.")
        .def_prop_ro("men", &men_of, "Men of each side at the start.")
        .def_prop_ro(
            "family", [](const Instance& r) { return family_of(r); },
            nb::sig("def family(self) -> Literal['draughts', 'towers', 'reentry', 'stars', 'corners', 'chessmen']"),
            "What positions are made of: men and kings, towers, men that come back, marbles on a star, men that go from "
            "corner to corner, men and kings with bishops and camels.")
        .def_prop_ro(
            "seats",
            [](const Instance& r) {
                return int_tuple(r.family ? r.family->seats() : families::Squares{0, 1});
            },
            nb::sig("def seats(self) -> tuple[int, ...]"),
            "Who plays, in the order of turns: 0 White, 1 Black; on a star the points, 0 at the top and on clockwise; where four "
            "play on a square 0, 1, 3, 4, clockwise from White's left corner.")
        .def_prop_ro("by_seat", &names_seats,
                     "Whether positions name pieces by the seats of their players: on stars, and where more than two play.")
        .def_prop_ro(
            "lettered", [](const Instance& r) { return r.game->lettered; },
            "Whether squares are written by file and rank, `c3`, and not by number.")
        .def("read", &position_read, "fen"_a,
             "Return the position that a FEN describes, written exactly as `Position.fen` writes it.\n\n"
             "Raises:\n    ValueError: with what is wrong, and at which character.")
        .def_prop_ro(
            "dark_corner", [](const Instance& r) { return r.game->dark_corner == Corner::left ? "left" : "right"; },
            "`left` or `right`: which corner nearest to White is a playing square, or a dark one where all are.")
        .def_prop_ro(
            "shape", [](const Instance& r) { return name_of(r.game->rules.board.shape, shapes); },
            "`diagonal`: squares of one colour; `crossed`: the same, joined along ranks and files as well; `full`: all "
            "squares; `lined`: points joined by lines; `hexagon`; `star`: of 121 holes.")
        .def_prop_ro("directions", &directions_of, nb::sig("def directions(self) -> tuple[str, ...]"),
                     "In which directions squares have neighbours, clockwise; `n` is towards Black's side.")
        .def_prop_ro(
            "goal", [](const Instance& r) { return name_of(r.game->rules.goal, goals); },
            "`win`: who cannot move has lost; `lose`: who cannot move has won; `breakthrough`: the first king wins.")
        .def_prop_ro(
            "first_mover", [](const Instance& r) { return r.game->first_mover; }, "The side that begins.")
        .def_prop_ro(
            "recipe", &recipe_dict, nb::sig("def recipe(self) -> dict[str, str]"),
            "Every key of a composed name with its value here: what `BASE~key=value` may change; of other families none.")
        .def_prop_ro(
            "traits", [](const Instance& r) { return traits_of(r.game->rules); },
            nb::sig("def traits(self) -> dict[str, object]"),
            "Every trait of the rule set by name; directions as White sees them.")
        .def("start", &start_of, "Return the position at the start.")
        .def("position", &position_with, "side"_a, "white_men"_a, "white_kings"_a, "black_men"_a, "black_kings"_a,
             "white_run"_a = nb::none(), "black_run"_a = nb::none(),
             nb::sig("def position(self, side: Side, white_men: Iterable[int], white_kings: Iterable[int], "
                     "black_men: Iterable[int], black_kings: Iterable[int], "
                     "white_run: tuple[int, int] | None = None, black_run: tuple[int, int] | None = None) -> Position"),
             "Return the position with these pieces, whether or not a game can lead to it.\n\n"
             "Where a game limits the moves of one king in a row, a run is a king's square and the moves it has made.\n\n"
             "Raises:\n    ValueError: for a number that is no square, a square given twice, or a run no king can have.")
        .def(
            "coordinates",
            [](const Instance& r, int square) {
                const Coordinates at = r.frame.coordinates(checked_square(r, square));
                return std::pair{at.file, at.rank};
            },
            "square"_a, "Return file and rank of a square, from 0, as White sees them: a1 is (0, 0).")
        .def(
            "square_at",
            [](const Instance& r, int file, int rank) {
                return or_none(r.frame.square_at({file, rank}));
            },
            "file"_a, "rank"_a, "Return the playing square at a file and rank, or None.")
        .def(
            "neighbour",
            [](const Instance& r, int square, std::string_view direction) {
                return or_none(r.frame.neighbour(checked_square(r, square), checked_direction(r, direction)));
            },
            "square"_a, "direction"_a,
            "Return the next square in one of the board's `directions`, or None at the rim.\n\n"
            "Raises:\n    ValueError: for a direction in which the squares of this board have no neighbours.")
        .def(
            "promotion_squares",
            [](const Instance& r, Side given) {
                const Side side = checked_side(given);
                if (r.family != nullptr) return int_tuple(far_row(r, side));
                return squares_tuple(r, r.layout->last_row[static_cast<std::size_t>(index(side))]);
            },
            "side"_a, nb::sig("def promotion_squares(self, side: Side) -> tuple[int, ...]"),
            "Return the squares where the men of a side become kings.")
        .def("__repr__", [](const Instance& r) { return "<Rules " + std::string{r.game->slug} + ">"; })
        // A compiled function cannot be pickled, a position can: the rule set is what stands in its start position.
        .def(
            "__reduce__",
            [](const Instance& r) {
                const nb::object attribute_of = nb::module_::import_("builtins").attr("getattr");
                return nb::make_tuple(attribute_of, nb::make_tuple(start_of(r), "rules"));
            },
            nb::sig("def __reduce__(self) -> tuple[object, tuple[Position, str]]"));

    keep_rules();

    m.def(
        "rules",
        [](std::string_view slug) {
            const Instance* instance = find_instance(slug);
            if (instance == nullptr) throw nb::key_error(std::string{slug}.c_str());
            return rules_object(*instance);
        },
        "slug"_a, nb::sig("def rules(slug: str) -> Rules"),
        "Return the rule set of a game, of `GAME-losing`, of a proof board, or of `BASE~key=value~...`.\n\n"
        "Raises:\n    KeyError: if there is none of that name.\n    ValueError: if the parts after the base make no game.");
    m.def(
        "compose", [](std::string_view slug) { return rules_object(compose_instance(slug)); }, "slug"_a,
        nb::sig("def compose(slug: str) -> Rules"),
        "Return the rule set that a name such as `german~landing=adjacent` describes; its `slug` is the one name it has.\n\n"
        "Raises:\n    ValueError: with every part that cannot be, and what to write instead.");
    m.def(
        "slugs", [] { return names_of(catalogue()); }, nb::sig("def slugs() -> tuple[str, ...]"),
        "Return the names of the games shown to players.");
    m.def(
        "compiled", [] { return names_of(compiled()); }, nb::sig("def compiled() -> tuple[str, ...]"),
        "Return every name that `rules` knows: the games shown first, then other games, proof boards, games played to lose.");
}

}  // namespace damiera::python
