// Position and the capture lines that explain it.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>    // find, find_if
#include <cctype>       // isupper
#include <cstdint>      // uint64_t
#include <map>          // map
#include <new>          // placement new
#include <optional>     // optional
#include <string>       // string, to_string
#include <string_view>  // string_view
#include <utility>      // move
#include <vector>       // vector

#include "damiera/families/instances.hpp"
#include "damiera/movegen/lines.hpp"
#include "damiera/util/bits.hpp"
#include "objects.hpp"

namespace damiera::python {

using namespace nb::literals;

namespace {

struct PyCaptureLine {
    const Instance* instance;
    CaptureLine line;
    std::shared_ptr<const families::Shown> other{};

    [[nodiscard]] PyMove move() const { return {instance, line.move, other}; }
};

[[nodiscard]] nb::tuple in_order(const Instance& instance, const std::vector<std::uint8_t>& bits) {
    std::vector<int> squares;
    for (const std::uint8_t at : bits) squares.push_back(instance.frame.square_of(at));
    return int_tuple(squares);
}

[[nodiscard]] Word128 men(const PyPosition& p, Side side) { return p.position.pieces.men(side); }
[[nodiscard]] Word128 kings(const PyPosition& p, Side side) { return p.position.pieces.kings_of(side); }

[[nodiscard]] const char* letter_at(const PyPosition& p, int at) {
    const Pieces<Word128>& pieces = p.position.pieces;
    const bool king = (pieces.kings >> at & 1) != 0;
    if ((pieces.white >> at & 1) != 0) return king ? "W" : "w";
    if ((pieces.black >> at & 1) != 0) return king ? "B" : "b";
    return nullptr;
}

[[nodiscard]] std::optional<std::string> piece_at(const PyPosition& p, int square) {
    if (!p.instance->frame.has(square)) {
        throw nb::value_error(("no square " + std::to_string(square) + " on this board: squares are 1 to " +
                               std::to_string(p.instance->frame.squares()))
                                  .c_str());
    }
    if (p.other) {
        const families::Facts facts = p.other->facts();
        const auto found = facts.pieces.find(square);
        return found == facts.pieces.end() ? std::nullopt : std::optional{found->second};
    }
    const char* letter = letter_at(p, p.instance->frame.bit_of(square));
    return letter == nullptr ? std::nullopt : std::optional<std::string>{letter};
}

[[nodiscard]] nb::dict dict_of(const std::map<int, std::string>& facts) {
    nb::dict dict;
    for (const auto& [square, text] : facts) dict[nb::int_(square)] = text;
    return dict;
}

[[nodiscard]] nb::dict pieces_of(const PyPosition& p) {
    if (p.other) return dict_of(p.other->facts().pieces);
    nb::dict pieces;
    for (int square = 1; square <= p.instance->frame.squares(); ++square) {
        const char* letter = letter_at(p, p.instance->frame.bit_of(square));
        if (letter != nullptr) pieces[nb::int_(square)] = letter;
    }
    return pieces;
}

void append_number(std::string& text, int number) {
    if (number >= 100) text += static_cast<char>('0' + number / 100);
    if (number >= 10) text += static_cast<char>('0' + number / 10 % 10);
    text += static_cast<char>('0' + number % 10);
}

/// A square as the game writes it.
void append_square(std::string& text, const Instance& instance, int square) {
    if (!instance.game->lettered) return append_number(text, square);
    const Coordinates at = instance.frame.coordinates(square);
    text += static_cast<char>('a' + at.file);
    append_number(text, at.rank + 1);
}

void append_side(std::string& fen, const PyPosition& p, Side side) {
    const Word128 own = p.position.pieces.of(side);
    char separator = side == Side::white ? 'W' : 'B';
    fen += ':';
    if (own == 0) fen += separator;
    for (int square = 1; square <= p.instance->frame.squares(); ++square) {
        const int at = p.instance->frame.bit_of(square);
        if ((own >> at & 1) == 0) continue;
        fen += separator;
        if ((p.position.pieces.kings >> at & 1) != 0) fen += 'K';
        append_square(fen, *p.instance, square);
        separator = ',';
    }
}

[[nodiscard]] bool holds(const WideMoves& list, const WideMove& move) {
    return std::find(list.begin(), list.end(), move) != list.end();
}

[[nodiscard]] bool is_legal(const PyPosition& p, const PyMove& m) {
    if (m.instance != p.instance) return false;
    if (p.other) {
        const auto moves = p.other->moves(move_budget);
        return m.other != nullptr && std::find(moves.begin(), moves.end(), *m.other) != moves.end();
    }
    WideMoves list;
    const bool whole = legal_moves(p, list);
    return holds(list, m.move) || (!whole && is_allowed(*p.instance, p.position, list, m.move));
}

void require_legal(const PyPosition& p, const PyMove& m) {
    if (is_legal(p, m)) return;
    throw nb::value_error((text_of(m) + " is not legal in " + fen_of(p) + ": play one of its moves()").c_str());
}

[[nodiscard]] nb::object tuple_of_moves(const PyPosition& p) {
    if (p.other) return nb::tuple(move_list(*p.instance, p.other->moves(move_budget)));
    WideMoves list;
    legal_moves(p, list);
    nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(list.size())));
    if (!tuple.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < list.size(); ++i) {
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), nb::cast(PyMove{p.instance, list[i]}).release().ptr());
    }
    return tuple;
}

/// A square in JSON: a number, or its name in quotes.
void append_json_square(std::string& text, const Instance& instance, int square) {
    if (instance.game->lettered) text += '"';
    append_square(text, instance, square);
    if (instance.game->lettered) text += '"';
}

void append_json_squares(std::string& text, const Instance& instance, std::vector<int> squares) {
    text += '[';
    for (std::size_t i = 0; i < squares.size(); ++i) {
        if (i > 0) text += ',';
        append_json_square(text, instance, squares[i]);
    }
    text += ']';
}

/// Whether two captures have the same ends, so that a text of a move must name more than these.
[[nodiscard]] bool has_twins(const WideMoves& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (list[i].from == list[j].from && list[i].to == list[j].to) return true;
        }
    }
    return false;
}

void append_json_move(std::string& text, const PyPosition& p, const WideMove& move, std::string_view sign) {
    const Frame& frame = p.instance->frame;
    const int from = frame.square_of(move.from);
    const int to = frame.square_of(move.to);
    text += "{\"notation\":\"";
    append_square(text, *p.instance, from);
    text += move.is_capture() ? sign : "-";
    append_square(text, *p.instance, to);
    text += "\",\"from\":";
    append_json_square(text, *p.instance, from);
    text += ",\"to\":";
    append_json_square(text, *p.instance, to);
    text += ",\"captured\":";
    std::vector<int> taken;
    each_bit(move.captured, [&](int at) { taken.push_back(frame.square_of(at)); });
    std::ranges::sort(taken);
    append_json_squares(text, *p.instance, std::move(taken));
    text += move.promotes ? ",\"promotes\":true,\"paths\":[" : ",\"promotes\":false,\"paths\":[";
    bool first = true;
    for (const auto& route : routes(*p.instance, p.position, move)) {
        if (!first) text += ',';
        first = false;
        std::vector<int> squares;
        for (const std::uint8_t at : route) squares.push_back(frame.square_of(at));
        append_json_squares(text, *p.instance, std::move(squares));
    }
    text += "]}";
}

[[nodiscard]] bool is_cut_short(const PyPosition& p) {
    if (p.other || !p.instance->detect(p.position)) return false;
    WideMoves list;
    return !legal_moves(p, list) || !capture_lines(*p.instance, p.position).whole;
}

[[nodiscard]] nb::object moves_json(const PyPosition& p, std::string_view sign) {
    if (p.other) return nb::none();
    WideMoves list;
    if (!legal_moves(p, list)) return nb::none();
    if (list.size() > 0 && list[0].is_capture() && has_twins(list)) return nb::none();
    std::string text = "[";
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) text += ',';
        append_json_move(text, p, list[i], sign);
    }
    text += ']';
    return nb::bytes(text.data(), text.size());
}

[[nodiscard]] PyPosition played(const PyPosition& p, const PyMove& m) {
    require_legal(p, m);
    if (p.other) return position_of(*p.instance, p.other->play(*m.other));
    return {p.instance, p.instance->play(p.position, m.move)};
}

[[nodiscard]] nb::tuple paths(const PyPosition& p, const PyMove& m) {
    require_legal(p, m);
    nb::list all;
    if (p.other) {
        for (const families::Shown& move : p.other->moves(move_budget)) {
            if (move != *m.other) continue;
            for (const families::Squares& route : move.routes) all.append(int_tuple(route));
        }
        return nb::tuple(all);
    }
    for (const auto& route : routes(*p.instance, p.position, m.move)) all.append(in_order(*p.instance, route));
    return nb::tuple(all);
}

/// Where captures are chosen freely, or what may not be chosen is not told: every route of every move is a line.
void append_tower_lines(nb::list& all, const PyPosition& p) {
    const families::Facts facts = p.other->facts();
    for (const families::Shown& move : p.other->moves(move_budget)) {
        if (!move.is_capture()) continue;
        for (const families::Squares& route : move.routes) {
            PyMove shown = move_of(*p.instance, move);
            CaptureLine line;
            for (const int square : route) line.path.push_back(static_cast<std::uint8_t>(p.instance->frame.bit_of(square)));
            for (const int square : move.captured) {
                line.captured.push_back(static_cast<std::uint8_t>(p.instance->frame.bit_of(square)));
                line.kings.push_back(std::isupper(facts.pieces.at(square).front()) != 0);
            }
            line.by_king = std::isupper(facts.pieces.at(move.from).front()) != 0;
            line.move = shown.move;
            all.append(nb::cast(PyCaptureLine{p.instance, std::move(line), std::move(shown.other)}));
        }
    }
}

/// As Italian draughts has them, on the board after the first way to enter.
void append_reentry_lines(nb::list& all, const PyPosition& p) {
    const auto moves = p.other->moves(move_budget);
    if (moves.empty()) return;
    WidePosition board{p.position.pieces, p.position.side};
    for (const int square : moves.front().drops) {
        (board.side == Side::white ? board.pieces.white : board.pieces.black) |= bit<Word128>(p.instance->frame.bit_of(square));
    }
    for (CaptureLine& line : capture_lines(families::game_under(*p.instance), board).lines) {
        const PyMove played{p.instance, line.move};
        const auto same = std::find_if(moves.begin(), moves.end(), [&](const families::Shown& move) {
            return move.drops == moves.front().drops && move_of(*p.instance, move).move == line.move;
        });
        auto shown = same == moves.end() ? nullptr : std::make_shared<const families::Shown>(*same);
        all.append(nb::cast(PyCaptureLine{p.instance, std::move(line), std::move(shown)}));
    }
}

[[nodiscard]] nb::tuple lines_of(const PyPosition& p) {
    nb::list all;
    if (p.other) {
        const std::string_view family = p.instance->family->family();
        if (family == "towers") append_tower_lines(all, p);
        if (family == "reentry") append_reentry_lines(all, p);
        if (family == "chessmen" && p.other->captures()) append_tower_lines(all, p);
        return nb::tuple(all);
    }
    for (CaptureLine& line : capture_lines(*p.instance, p.position).lines) {
        all.append(nb::cast(PyCaptureLine{p.instance, std::move(line)}));
    }
    return nb::tuple(all);
}

void check_signals() {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// Perft in pieces small enough that Ctrl-C is heard between them.
[[nodiscard]] std::uint64_t perft_in_pieces(const Instance& instance, const WidePosition& position, int depth, bool bulk) {
    constexpr int piece = 7;
    if (depth <= piece) {
        check_signals();
        return instance.perft(position, depth, bulk, perft_budget);
    }
    WideMoves list;
    if (!instance.generate(position, list, perft_budget)) throw BudgetExceeded{};
    std::uint64_t leaves = 0;
    for (const WideMove& move : list) leaves += perft_in_pieces(instance, play(position, move), depth - 1, bulk);
    return leaves;
}

[[nodiscard]] std::uint64_t family_perft_in_pieces(const families::AnyPosition& position, int depth, bool bulk) {
    constexpr int piece = 4;
    if (depth <= piece) {
        check_signals();
        return position.perft(depth, bulk);
    }
    std::uint64_t leaves = 0;
    for (const families::Shown& move : position.moves(move_budget)) {
        leaves += family_perft_in_pieces(*position.play(move), depth - 1, bulk);
    }
    return leaves;
}

[[nodiscard]] std::uint64_t counted_perft(const PyPosition& p, int depth, bool bulk) {
    if (depth < 0) throw nb::value_error(("perft needs a depth of 0 or more, not " + std::to_string(depth)).c_str());
    const nb::gil_scoped_release released;
    if (p.other) return family_perft_in_pieces(*p.other, depth, bulk);
    return perft_in_pieces(*p.instance, p.position, depth, bulk);
}

[[nodiscard]] nb::list divided(const PyPosition& p, int depth) {
    if (depth < 1) throw nb::value_error(("divide needs a depth of 1 or more, not " + std::to_string(depth)).c_str());
    nb::list parts;
    if (p.other) {
        for (const families::Shown& move : p.other->moves(move_budget)) {
            const PyPosition next = position_of(*p.instance, p.other->play(move));
            parts.append(nb::make_tuple(move_of(*p.instance, move), counted_perft(next, depth - 1, true)));
        }
        return parts;
    }
    WideMoves list;
    legal_moves(p, list);
    for (const WideMove& move : list) {
        const PyPosition next{p.instance, p.instance->play(p.position, move)};
        parts.append(nb::make_tuple(PyMove{p.instance, move}, counted_perft(next, depth - 1, true)));
    }
    return parts;
}

[[noreturn]] void refuse_to_turn(const PyPosition& p) {
    throw nb::value_error(
        (std::string{p.instance->game->slug} + " has more than pieces on squares: read its FEN instead").c_str());
}

[[nodiscard]] PyPosition rotated(const PyPosition& p) {
    if (p.other) refuse_to_turn(p);
    const Frame& frame = p.instance->frame;
    const auto turned = [&](Word128 set) {
        Word128 result = 0;
        each_bit(set, [&](int at) { result |= bit<Word128>(frame.bit_of(frame.squares() + 1 - frame.square_of(at))); });
        return result;
    };
    const Pieces<Word128>& now = p.position.pieces;
    const Pieces<Word128> pieces{turned(now.black), turned(now.white), turned(now.kings)};
    const auto run = [&](Side side) {
        const Run now = p.position.runs[static_cast<std::size_t>(index(side))];
        if (now.moves == 0) return Run{};
        const int square = frame.squares() + 1 - frame.square_of(now.at);
        return Run{static_cast<std::uint8_t>(frame.bit_of(square)), now.moves};
    };
    return {p.instance, WidePosition{pieces, opponent(p.position.side), Runs{run(Side::black), run(Side::white)}}};
}

/// The run of a king as a pair of its square and its moves; None if there is none.
[[nodiscard]] nb::object run_of(const PyPosition& p, Side side) {
    const Run run = p.position.runs[static_cast<std::size_t>(index(side))];
    if (run.moves == 0) return nb::none();
    return nb::make_tuple(p.instance->frame.square_of(run.at), static_cast<int>(run.moves));
}

void append_run(std::string& fen, const PyPosition& p, Side side) {
    const Run run = p.position.runs[static_cast<std::size_t>(index(side))];
    if (run.moves == 0) {
        fen += '-';
        return;
    }
    append_square(fen, *p.instance, p.instance->frame.square_of(run.at));
    fen += '/';
    append_number(fen, run.moves);
}

[[nodiscard]] nb::tuple state(const PyPosition& p) {
    if (p.other) return nb::make_tuple(p.instance->game->slug, p.other->fen());
    const auto squares = [&](Word128 set) { return squares_tuple(*p.instance, set); };
    return nb::make_tuple(p.instance->game->slug, p.position.side, squares(men(p, Side::white)), squares(kings(p, Side::white)),
                          squares(men(p, Side::black)), squares(kings(p, Side::black)), run_of(p, Side::white),
                          run_of(p, Side::black));
}

void restore(PyPosition& p, const nb::tuple& state) {
    const bool of_family = state.size() == 2;
    if (state.size() != 8 && !of_family) throw nb::value_error("a stored position has two parts or eight");
    const Instance* instance = find_instance(nb::cast<std::string>(state[0]));
    if (instance == nullptr || of_family != (instance->family != nullptr)) {
        throw nb::value_error("a stored position is of a game that is not known");
    }
    if (of_family) {
        new (&p) PyPosition{position_of(*instance, instance->family->read(nb::cast<std::string>(state[1])))};
        return;
    }
    const nb::object position =
        rules_object(*instance).attr("position")(state[1], state[2], state[3], state[4], state[5], state[6], state[7]);
    new (&p) PyPosition{nb::cast<PyPosition>(position)};
}

void bind_capture_line(nb::module_& m) {
    nb::class_<PyCaptureLine>(m, "CaptureLine", nb::is_final(),
                              "One complete capture along one route, whether precedence allows it or not.")
        .def_prop_ro(
            "path", [](const PyCaptureLine& l) { return in_order(*l.instance, l.line.path); },
            nb::sig("def path(self) -> tuple[int, ...]"), "Origin, each landing, destination.")
        .def_prop_ro(
            "captured", [](const PyCaptureLine& l) { return in_order(*l.instance, l.line.captured); },
            nb::sig("def captured(self) -> tuple[int, ...]"), "The captured squares in the order jumped.")
        .def_prop_ro(
            "kings",
            [](const PyCaptureLine& l) {
                nb::list flags;
                for (const bool king : l.line.kings) flags.append(king);
                return nb::tuple(flags);
            },
            nb::sig("def kings(self) -> tuple[bool, ...]"), "For each captured piece, in that order: was it a king.")
        .def_prop_ro(
            "by_king", [](const PyCaptureLine& l) { return l.line.by_king; }, "Whether a king captures.")
        .def_prop_ro(
            "promotes", [](const PyCaptureLine& l) { return l.line.move.promotes; }, "Whether a man becomes a king.")
        .def_prop_ro(
            "key", [](const PyCaptureLine& l) { return l.line.precedence; },
            "Its precedence: the line is allowed if no line of the position has a greater key.")
        .def_prop_ro("move", &PyCaptureLine::move, "The move that this line plays.")
        .def("__repr__", [](const PyCaptureLine& l) {
            return "<CaptureLine " + text_of(l.move()) + " of " + std::to_string(l.line.captured.size()) + ">";
        });
}

[[nodiscard]] std::optional<Side> winner_of(const PyPosition& p) {
    if (!p.other) return p.instance->winner(p.position);
    const std::optional<int> seat = p.other->winner();
    return seat ? std::optional{side_of_seat(*p.instance, *seat)} : std::nullopt;
}

[[nodiscard]] nb::object places_of(const PyPosition& p) {
    const auto places = p.other ? p.other->places() : std::nullopt;
    return places ? nb::object(int_tuple(*places)) : nb::none();
}

template <Side S, bool King>
[[nodiscard]] nb::tuple piece_squares(const PyPosition& p) {
    if (!is_wide(*p.instance)) return squares_tuple(*p.instance, King ? kings(p, S) : men(p, S));
    const char letter = King ? (S == Side::white ? 'W' : 'B') : (S == Side::white ? 'w' : 'b');
    families::Squares found;
    for (const auto& [square, piece] : p.other->facts().pieces) {
        if (piece.front() == letter) found.push_back(square);
    }
    return int_tuple(found);
}

}  // namespace

bool legal_moves(const PyPosition& p, WideMoves& list) {
    if (p.instance->generate(p.position, list, move_budget)) return true;
    if (list.size() <= most_shown) return false;
    const std::vector<WideMove> all(list.begin(), list.end());
    list.clear();
    for (std::size_t i = 0; i < most_shown; ++i) list.push(all[i * all.size() / most_shown]);
    return false;
}

std::string fen_of(const PyPosition& p) {
    if (p.other) return p.other->fen();
    std::string fen{p.position.side == Side::white ? "W" : "B"};
    fen.reserve(160);
    append_side(fen, p, Side::white);
    append_side(fen, p, Side::black);
    if (p.position.runs == Runs{}) return fen;
    fen += ":M";
    append_run(fen, p, Side::white);
    fen += ',';
    append_run(fen, p, Side::black);
    return fen;
}

void bind_position(nb::module_& m) {
    bind_capture_line(m);
    nb::class_<PyPosition>(m, "Position", nb::is_final(), "The pieces on the board and the side to move: an immutable value.")
        .def_prop_ro(
            "rules", [](const PyPosition& p) { return rules_object(*p.instance); }, nb::sig("def rules(self) -> Rules"),
            "The rule set.")
        .def_prop_ro(
            "side", [](const PyPosition& p) { return p.position.side; }, "The side to move.")
        .def_prop_ro(
            "key", [](const PyPosition& p) { return p.position.key; },
            "A 64-bit key of pieces and side to move, the same on every machine.")
        .def_prop_ro("white_men", &piece_squares<Side::white, false>, nb::sig("def white_men(self) -> tuple[int, ...]"),
                     "Squares of White's men, ascending.")
        .def_prop_ro("white_kings", &piece_squares<Side::white, true>, nb::sig("def white_kings(self) -> tuple[int, ...]"),
                     "Squares of White's kings, ascending.")
        .def_prop_ro("black_men", &piece_squares<Side::black, false>, nb::sig("def black_men(self) -> tuple[int, ...]"),
                     "Squares of Black's men, ascending.")
        .def_prop_ro("black_kings", &piece_squares<Side::black, true>, nb::sig("def black_kings(self) -> tuple[int, ...]"),
                     "Squares of Black's kings, ascending.")
        .def_prop_ro(
            "king_runs", [](const PyPosition& p) { return nb::make_tuple(run_of(p, Side::white), run_of(p, Side::black)); },
            nb::sig("def king_runs(self) -> tuple[tuple[int, int] | None, tuple[int, int] | None]"),
            "For White and Black: the square of the king whose moves in a row are counted, and how many it has made.")
        .def_prop_ro("pieces", &pieces_of, nb::sig("def pieces(self) -> dict[int, str]"),
                     "What stands on each occupied square: `w`, `b`, and `W`, `B` for kings; of a tower the top piece; on a "
                     "star, and where four play, the number of the seat.")
        .def_prop_ro(
            "seat", [](const PyPosition& p) { return p.other ? p.other->seat() : index(p.position.side); },
            "Whose turn it is: 0 White, 1 Black; on a star, and where four play, the seat as `Rules.seats` has it.")
        .def_prop_ro(
            "stacks", [](const PyPosition& p) { return p.other ? dict_of(p.other->facts().stacks) : nb::dict(); },
            nb::sig("def stacks(self) -> dict[int, str]"), "Towers by square, each from the bottom up; empty in other games.")
        .def_prop_ro(
            "hands",
            [](const PyPosition& p) {
                return p.other ? p.other->facts().hands : std::pair{0, 0};
            },
            "Men of White and of Black that wait to come back; none in most games.")
        .def_prop_ro(
            "home", [](const PyPosition& p) { return int_tuple(p.other ? p.other->facts().home : families::Squares{}); },
            nb::sig("def home(self) -> tuple[int, ...]"),
            "On a star, and where four play, the seats that have arrived, in order.")
        .def_prop_ro("places", &places_of, nb::sig("def places(self) -> tuple[int, ...] | None"),
                     "On a star, or from corner to corner, when the game is over, the seats in the order of their places; "
                     "None elsewhere.")
        .def_prop_ro("fen", &fen_of,
                     "The position as FEN: White's list first, ascending, without ranges; `:M` and the runs of kings, if any.")
        .def("piece_at", &piece_at, "square"_a, "Return what stands on a square as in `pieces`, or None.")
        .def("moves", &tuple_of_moves, nb::sig("def moves(self) -> tuple[Move, ...]"),
             "Return the legal moves; see `is_cut_short`.")
        .def_prop_ro("is_cut_short", &is_cut_short,
                     "Whether there are more captures, or more routes of them, than are listed.\n\n"
                     "The list then has those that were found. Another capture is legal too if it is complete and none of the "
                     "list precedes it.")
        .def("moves_json", &moves_json, "capture_sign"_a, nb::sig("def moves_json(self, capture_sign: str) -> bytes | None"),
             "Return the legal moves as a JSON array: notation, from, to, captured, promotes, paths of each.\n\n"
             "None where two captures have the same ends, where the list is cut short, and in games of families: these need "
             "more words.")
        .def(
            "count",
            [](const PyPosition& p) {
                if (p.other) return p.other->count(move_budget);
                try {
                    return static_cast<std::uint64_t>(p.instance->count(p.position, move_budget));
                } catch (const BudgetExceeded&) {
                    WideMoves list;
                    legal_moves(p, list);
                    return static_cast<std::uint64_t>(list.size());
                }
            },
            "Return the number of legal moves, as far as they are listed.")
        .def(
            "detect", [](const PyPosition& p) { return p.other ? p.other->captures() : p.instance->detect(p.position); },
            "Return whether a capture is possible, and so compulsory.")
        .def(
            "has_moves", [](const PyPosition& p) { return p.other ? p.other->has_moves() : p.instance->has_moves(p.position); },
            "Return whether there is a legal move.")
        .def("winner", &winner_of, nb::sig("def winner(self) -> Side | None"),
             "Return the side that has won by the goal of the game, or None while there are moves; draws are not judged.")
        .def("is_legal", &is_legal, "move"_a, "Return whether a move is legal here.")
        .def("play", &played, "move"_a,
             "Return the position after a legal move.\n\nRaises:\n    ValueError: if the move is not legal here.")
        .def("paths", &paths, "move"_a, nb::sig("def paths(self, move: Move) -> tuple[tuple[int, ...], ...]"),
             "Return every route, from origin to destination, by which a legal move may be played.\n\n"
             "Raises:\n    ValueError: if the move is not legal here.")
        .def("capture_lines", &lines_of, nb::sig("def capture_lines(self) -> tuple[CaptureLine, ...]"),
             "Return all captures that cannot be carried further, of every piece, allowed or not.\n\n"
             "Routes that differ in a square are different lines.")
        .def("perft", &counted_perft, "depth"_a, nb::kw_only(), "bulk"_a = true,
             "Return the number of ways to play `depth` plies. With `bulk` the last ply is counted, not made.")
        .def("divide", &divided, "depth"_a, nb::sig("def divide(self, depth: int) -> list[tuple[Move, int]]"),
             "Return perft move by move: each legal move with the leaves behind it.")
        .def("rotated", &rotated, "Return the board turned half round with the colours, and the turn, exchanged.")
        .def(
            "with_side",
            [](const PyPosition& p, Side side) {
                if (p.other) refuse_to_turn(p);
                return PyPosition{p.instance, {p.position.pieces, checked_side(side), p.position.runs}};
            },
            "side"_a, "Return the same pieces with `side` to move.")
        .def(
            "__eq__",
            [](const PyPosition& a, const PyPosition& b) {
                if (a.instance != b.instance) return false;
                return a.other ? a.other->fen() == b.other->fen() : a.position == b.position;
            },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const PyPosition& p) { return static_cast<std::size_t>(p.position.key >> 1); })
        .def("__repr__",
             [](const PyPosition& p) { return "<Position " + std::string{p.instance->game->slug} + " " + fen_of(p) + ">"; })
        .def("__getstate__", &state,
             nb::sig("def __getstate__(self) -> tuple[str, Side, tuple[int, ...], tuple[int, ...], tuple[int, ...], "
                     "tuple[int, ...], tuple[int, int] | None, tuple[int, int] | None] | tuple[str, str]"))
        .def("__setstate__", &restore, "state"_a,
             nb::sig("def __setstate__(self, state: tuple[str, Side, tuple[int, ...], tuple[int, ...], "
                     "tuple[int, ...], tuple[int, ...], tuple[int, int] | None, tuple[int, int] | None] | "
                     "tuple[str, str]) -> None"));
}

}  // namespace damiera::python
