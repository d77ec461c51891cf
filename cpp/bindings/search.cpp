// Search: an engine that thinks, what it tells, what it finds.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>  // find, min
#include <atomic>     // atomic
#include <climits>    // INT_MAX
#include <memory>     // unique_ptr
#include <string>     // string, to_string
#include <utility>    // move
#include <vector>     // vector

#include "damiera/endgame/oracle.hpp"
#include "damiera/search/families.hpp"
#include "damiera/search/instance.hpp"
#include "damiera/search/params.hpp"
#include "objects.hpp"

namespace damiera::python {

using namespace nb::literals;

namespace {

constexpr int most_megabytes = 1 << 16;
constexpr int most_threads = 256;

/// A line of play; in games of families its moves are in `others`.
struct PyInfo {
    const Instance* instance;
    search::WideLine line;
    std::vector<families::Shown> others{};

    [[nodiscard]] nb::list moves() const {
        return instance->family != nullptr ? move_list(*instance, others) : move_list(*instance, line.pv);
    }
};

[[nodiscard]] PyInfo info_of(const Instance* instance, const search::FamilyLine& line) {
    return {instance, {line.depth, line.multipv, line.score, line.nodes, line.time_ms, {}}, line.pv};
}

struct PyResult {
    const Instance* instance;
    std::vector<PyInfo> lines;
    search::Score over;  // the score if the game is over

    [[nodiscard]] bool is_over() const noexcept { return lines.empty(); }
};

void check_range(const char* what, std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value >= least && value <= most) return;
    throw nb::value_error((std::string{what} + " is " + std::to_string(value) + ": give a number from " +
                           std::to_string(least) + " to " + std::to_string(most))
                              .c_str());
}

/// An engine with its memory, for one caller at a time.
class PySearch {
public:
    PySearch(const Instance& instance, int hash_mb, int threads, const PyWeights* weights, nb::object tables,
             const nb::dict& params)
        : instance_{&instance}, tables_{std::move(tables)} {
        check_range("hash_mb", hash_mb, 1, most_megabytes);
        check_range("threads", threads, 1, most_threads);
        endgame::Oracle* oracle = oracle_of(instance, tables_);
        const auto learned = learned_of(instance, weights);
        const search::Params tuned = params_of(params);
        if (instance.family != nullptr) {
            family_ = instance.family->engine(static_cast<std::size_t>(hash_mb));
            return;
        }
        engine_ = search::search_of(instance).make(instance, static_cast<std::size_t>(hash_mb), threads, learned);
        engine_->consult(oracle);
        engine_->tune(tuned);
    }

    [[nodiscard]] const Instance& instance() const noexcept { return *instance_; }

    std::vector<search::WideLine> think(const search::WideRequest& request) {
        const Turn turn{busy_};
        const nb::gil_scoped_release released;
        return engine_->think(request);
    }

    std::vector<search::FamilyLine> think(const search::FamilyRequest& request) {
        const Turn turn{busy_};
        const nb::gil_scoped_release released;
        return family_->think(request);
    }

    void stop() noexcept { engine_ ? engine_->stop() : family_->stop(); }
    void ponder() noexcept { engine_ ? engine_->ponder() : family_->ponder(); }
    void ponder_hit() noexcept { engine_ ? engine_->ponder_hit() : family_->ponder_hit(); }

    void clear() {
        const Turn turn{busy_};
        engine_ ? engine_->clear() : family_->clear();
    }

private:
    /// The right to use the engine; refused while another call has it.
    class Turn {
    public:
        explicit Turn(std::atomic<bool>& busy) : busy_{busy} {
            if (busy_.exchange(true)) {
                throw nb::value_error("this Search is thinking already: stop it first, or use another one");
            }
        }
        ~Turn() { busy_ = false; }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        std::atomic<bool>& busy_;
    };

    const Instance* instance_;
    nb::object tables_;  // a capsule that keeps the endgame tables alive that `engine_` asks, or None
    std::unique_ptr<search::Engine> engine_;
    std::unique_ptr<search::FamilyEngine> family_;  // in games of families, instead of `engine_`
    std::atomic<bool> busy_{false};
};

[[nodiscard]] const PyPosition& checked_position(const PySearch& search, const PyPosition& position) {
    if (position.instance != &search.instance()) {
        throw nb::value_error(("this Search plays " + std::string{search.instance().game->slug} + ", the position is of " +
                               std::string{position.instance->game->slug})
                                  .c_str());
    }
    return position;
}

[[nodiscard]] std::vector<Key> keys_of(const PySearch& search, const nb::sequence& history) {
    std::vector<Key> keys;
    for (nb::handle item : history) {
        keys.push_back(checked_position(search, nb::cast<const PyPosition&>(item)).position.key);
    }
    return keys;
}

[[nodiscard]] std::vector<WideMove> moves_of(const PyPosition& position, const nb::sequence& moves) {
    WideMoves legal;
    legal_moves(position, legal);
    std::vector<WideMove> chosen;
    for (nb::handle item : moves) {
        const auto& move = nb::cast<const PyMove&>(item);
        if (std::find(legal.begin(), legal.end(), move.move) == legal.end()) {
            throw nb::value_error((text_of(move) + " is not legal in " + fen_of(position)).c_str());
        }
        chosen.push_back(move.move);
    }
    return chosen;
}

/// Tell Python of a line; what it raises, and an interrupt from the keyboard, end the search.
void tell(const nb::object& on_info, const PyInfo& info) {
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!on_info.is_none()) on_info(info);
}

[[nodiscard]] PyResult think_family(PySearch& search, const PyPosition& position, const nb::sequence& history,
                                    const search::Limits& limits, int multipv, const nb::sequence& searchmoves,
                                    const nb::object& on_info) {
    const Instance* instance = position.instance;
    search::FamilyRequest request{.position = position.other,
                                  .history = keys_of(search, history),
                                  .limits = limits,
                                  .multipv = multipv,
                                  .only = {},
                                  .on_line = {}};
    for (nb::handle item : searchmoves) {
        const auto& move = nb::cast<const PyMove&>(item);
        if (move.other == nullptr || position.other->play(*move.other) == nullptr) {
            throw nb::value_error((text_of(move) + " is not legal in " + fen_of(position)).c_str());
        }
        request.only.push_back(*move.other);
    }
    request.on_line = [&](const search::FamilyLine& line) { tell(on_info, info_of(instance, line)); };
    const bool won = position.other->winner() == position.other->seat();
    PyResult result{instance, {}, won ? search::won_at(0) : search::lost_at(0)};
    for (const search::FamilyLine& line : search.think(request)) result.lines.push_back(info_of(instance, line));
    return result;
}

[[nodiscard]] PyResult think(PySearch& search, const PyPosition& position, const nb::sequence& history, int depth,
                             std::int64_t nodes, std::int64_t time_ms, std::int64_t soft_ms, int draw_in, int repeats,
                             int multipv, const nb::sequence& searchmoves, const nb::object& on_info) {
    check_range("depth", depth, 0, 1 << 20);
    check_range("nodes", nodes, 0, INT64_MAX);
    check_range("time_ms", time_ms, 0, INT64_MAX);
    check_range("soft_ms", soft_ms, 0, INT64_MAX);
    check_range("draw_in", draw_in, 0, 1 << 20);
    check_range("repeats", repeats, 0, 1 << 20);
    check_range("multipv", multipv, 1, 1 << 20);
    const int before = repeats > 0 ? repeats - 1 : INT_MAX;
    const int soft = static_cast<int>(std::min<std::int64_t>(soft_ms, INT_MAX));
    const Instance* instance = checked_position(search, position).instance;
    if (position.other) {
        const search::Limits limits{depth, static_cast<std::uint64_t>(nodes), time_ms, draw_in, soft, before};
        return think_family(search, position, history, limits, multipv, searchmoves, on_info);
    }
    search::WideRequest request{.position = position.position,
                                .history = keys_of(search, history),
                                .limits = {depth, static_cast<std::uint64_t>(nodes), time_ms, draw_in, soft, before},
                                .multipv = multipv,
                                .only = moves_of(position, searchmoves),
                                .on_line = {}};
    request.on_line = [&](const search::WideLine& line) { tell(on_info, {instance, line}); };
    const bool won = instance->winner(position.position) == position.position.side;
    PyResult result{instance, {}, won ? search::won_at(0) : search::lost_at(0)};
    for (search::WideLine& line : search.think(request)) result.lines.push_back({instance, std::move(line)});
    return result;
}

[[nodiscard]] nb::object move_or_none(const PyResult& result) {
    if (result.is_over()) return nb::none();
    return nb::object(result.lines[0].moves()[0]);
}

[[nodiscard]] nb::list infos_of(const PyResult& result) {
    nb::list infos;
    for (const PyInfo& info : result.lines) infos.append(nb::cast(info));
    return infos;
}

/// A field of the best line; `otherwise` if the game is over.
template <auto Field, class T>
[[nodiscard]] auto best(const PyResult& result, T otherwise) {
    return result.is_over() ? otherwise : static_cast<T>(result.lines[0].line.*Field);
}

void bind_info(nb::module_& m) {
    using search::WideLine;
    nb::class_<PyInfo>(m, "Info", "What a search knows about one line of play after a finished depth.")
        .def_prop_ro(
            "depth", [](const PyInfo& i) { return i.line.depth; }, "Plies searched in full.")
        .def_prop_ro(
            "score_cp", [](const PyInfo& i) { return i.line.score; },
            "Centipieces for the side to move; 30000 less the plies to the end when won, below nought "
            "when lost.")
        .def_prop_ro(
            "nodes", [](const PyInfo& i) { return i.line.nodes; }, "Positions visited, by all threads.")
        .def_prop_ro(
            "time_ms", [](const PyInfo& i) { return i.line.time_ms; }, "Milliseconds since the call.")
        .def_prop_ro("pv", &PyInfo::moves, nb::sig("def pv(self) -> list[Move]"), "The expected play, first move first.")
        .def_prop_ro(
            "multipv", [](const PyInfo& i) { return i.line.multipv; }, "1 for the best line, 2 for the next.");
}

void bind_result(nb::module_& m) {
    using search::WideLine;
    nb::class_<PyResult>(m, "Result", "The answer of a search: the best move and the lines weighed up.")
        .def_prop_ro("move", &move_or_none, nb::sig("def move(self) -> Move | None"),
                     "The best move; None if there is no legal one.")
        .def_prop_ro(
            "depth", [](const PyResult& r) { return best<&WideLine::depth>(r, 0); }, "Plies searched in full.")
        .def_prop_ro(
            "score_cp", [](const PyResult& r) { return best<&WideLine::score>(r, r.over); },
            "As in `Info`; if the game is over, 30000 for a side that has won, -30000 for one that has lost.")
        .def_prop_ro(
            "nodes", [](const PyResult& r) { return best<&WideLine::nodes>(r, std::uint64_t{0}); },
            "Positions visited, by all threads.")
        .def_prop_ro(
            "time_ms", [](const PyResult& r) { return best<&WideLine::time_ms>(r, std::int64_t{0}); }, "Milliseconds it took.")
        .def_prop_ro(
            "pv", [](const PyResult& r) { return r.is_over() ? nb::list() : r.lines[0].moves(); },
            nb::sig("def pv(self) -> list[Move]"), "The expected play, first move first.")
        .def_prop_ro("lines", &infos_of, nb::sig("def lines(self) -> list[Info]"), "Every line asked for, best first.");
}

constexpr const char* think_doc =
    "Search a position and return the best move; the interpreter is free for other threads meanwhile.\n\n"
    "The first limit reached ends it; 0 means none, and then `stop` must. With one thread and a limit of depth or\n"
    "nodes, a search after `clear` finds the same every time. A legal move is found even if it is stopped at once.\n\n"
    "Args:\n"
    "    position: where to move; of this search's game.\n"
    "    history: the positions before it. Who comes to one of them again gains no more than a draw, and may lose.\n"
    "    depth: plies.\n"
    "    nodes: positions visited.\n"
    "    time_ms: milliseconds, never exceeded.\n"
    "    soft_ms: about so many milliseconds of a clock: no new depth is begun that is unlikely to be finished by then. It\n"
    "        stretches while the choice changes or its score falls, and shrinks when one move has long been best. A side\n"
    "        without a choice answers at once.\n"
    "    draw_in: plies until a count under way makes a draw, if kings alone move and nothing is taken; 0: no count.\n"
    "        Games of families do not heed it.\n"
    "    repeats: the position that comes so many times, those of `history` counted, is a draw; 0: it never is.\n"
    "    multipv: how many of the best moves to weigh up exactly.\n"
    "    searchmoves: weigh up these moves alone; all if empty.\n"
    "    on_info: called with an `Info` for each line of each finished depth, in the calling thread; what it raises\n"
    "        ends the search.\n"
    "Raises:\n"
    "    ValueError: for a limit below 0, a position of another game, a move that is not legal, or a Search that is\n"
    "        thinking already.";

}  // namespace

endgame::Oracle* oracle_of(const Instance& instance, const nb::object& tables) {
    if (tables.is_none()) return nullptr;
    void* found = PyCapsule_GetPointer(tables.ptr(), endgame::Oracle::name);
    if (found == nullptr) {
        PyErr_Clear();
        throw nb::type_error("tables: give what `sealed` of endgame tables returns, or None");
    }
    auto* oracle = static_cast<endgame::Oracle*>(found);
    if (&oracle->game() != &instance) {
        throw nb::value_error(("these endgame tables are for " + std::string{oracle->game().game->slug} +
                               ", the search is of " + std::string{instance.game->slug})
                                  .c_str());
    }
    return oracle;
}

search::Params params_of(const nb::dict& named) {
    search::Params params = search::usual_params;
    for (const auto& [key, value] : named) {
        const auto name = nb::cast<std::string>(key);
        const auto* param = std::ranges::find(search::all_params, name, &search::Param::name);
        if (param == search::all_params.end()) {
            throw nb::value_error(("there is no parameter " + name + ": see `search_params`").c_str());
        }
        const auto number = nb::cast<std::int64_t>(value);
        check_range(name.c_str(), number, param->least, param->most);
        params.*(param->value) = static_cast<int>(number);
    }
    return params;
}

namespace {

[[nodiscard]] nb::dict search_params() {
    nb::dict told;
    for (const search::Param& param : search::all_params) {
        told[std::string{param.name}.c_str()] = nb::make_tuple(search::usual_params.*(param.value), param.least, param.most);
    }
    return told;
}

}  // namespace

void bind_search(nb::module_& m) {
    bind_info(m);
    bind_result(m);
    nb::class_<PySearch>(m, "Search", "One engine for one game, with a transposition table of its own.")
        .def(
            nb::init<const Instance&, int, int, const PyWeights*, nb::object, const nb::dict&>(), "rules"_a, nb::kw_only(),
            "hash_mb"_a = 64, "threads"_a = 1, "weights"_a = nb::none(), "tables"_a = nb::none(), "params"_a = nb::dict(),
            nb::sig("def __init__(self, rules: Rules, *, hash_mb: int = 64, threads: int = 1, "
                    "weights: Weights | None = None, tables: object | None = None, params: dict[str, int] = {}) -> None"),
            "Make an engine with a table of `hash_mb` MiB and so many threads that search together. Its evaluation has the\n"
            "learned `weights`, or is made by hand. It asks the endgame tables that `damiera._endgame.Tables.sealed` gave, of\n"
            "positions with fewer pieces than the one to move in; a win there is worth 28800 less the plies to it.\n"
            "`params` are numbers of `search_params` that shall be others than usual; games of families have none.")
        .def("think", &think, "position"_a, nb::kw_only(), "history"_a = nb::make_tuple(), "depth"_a = 0, "nodes"_a = 0,
             "time_ms"_a = 0, "soft_ms"_a = 0, "draw_in"_a = 0, "repeats"_a = 3, "multipv"_a = 1,
             "searchmoves"_a = nb::make_tuple(), "on_info"_a = nb::none(),
             nb::sig("def think(self, position: Position, *, history: collections.abc.Sequence[Position] = (), "
                     "depth: int = 0, nodes: int = 0, time_ms: int = 0, soft_ms: int = 0, draw_in: int = 0, repeats: int = 3, "
                     "multipv: int = 1, searchmoves: collections.abc.Sequence[Move] = (), "
                     "on_info: collections.abc.Callable[[Info], object] | None = None) -> Result"),
             think_doc)
        .def("stop", &PySearch::stop, "End the search under way, from any thread; it returns within milliseconds.")
        .def("ponder", &PySearch::ponder,
             "Let the next `think` use the opponent's time: it has no limits until `ponder_hit`, and ends before if there is\n"
             "nothing more to find out.")
        .def("ponder_hit", &PySearch::ponder_hit,
             "Tell a search that ponders, from any thread, that the move it expected was played: its limits hold from now\n"
             "on. `time_ms` counts from now; nodes, depth and `soft_ms` count what was pondered too.")
        .def("clear", &PySearch::clear, "Forget what was found out in earlier searches.");
    m.def("search_params", &search_params, nb::sig("def search_params() -> dict[str, tuple[int, int, int]]"),
          "Return the numbers by which a search decides what to look at further: what each is usually, at least and at most.");
    m.def(
        "evaluate",
        [](const PyPosition& p, const PyWeights* weights) {
            const auto learned = learned_of(*p.instance, weights);
            return p.other ? p.other->evaluate() : (*search::judge_of(*p.instance, learned))(p.position);
        },
        "position"_a, nb::kw_only(), "weights"_a = nb::none(),
        nb::sig("def evaluate(position: Position, *, weights: Weights | None = None) -> int"),
        "Return the worth of a position to the side to move, in centipieces, without looking ahead.");
}

}  // namespace damiera::python
