// Playing from move texts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>    // any_of
#include <cstddef>      // size_t
#include <optional>     // optional
#include <string_view>  // string_view
#include <vector>       // vector

#include "damiera/replay/replay.hpp"
#include "damiera/replay/text.hpp"
#include "objects.hpp"

namespace damiera::python {

using namespace nb::literals;

namespace {

struct PyReplay {
    const Instance* instance;
    Replay replay;
    std::optional<PyPosition> final{};  // in games of families, with the moves below instead of `replay`'s
    std::vector<families::Shown> moves{};
    std::vector<families::Shown> candidates{};
};

[[nodiscard]] PyReplay replay_family(const PyPosition& start, const nb::sequence& game) {
    PyReplay result{start.instance, {}, start};
    result.replay.verdict = Verdict::ok;
    for (nb::handle text : game) {
        auto found = meant(*result.final, nb::cast<std::string_view>(text));
        if (!found || found->size() != 1) {
            result.replay.verdict = !found ? Verdict::syntax : found->empty() ? Verdict::illegal : Verdict::ambiguous;
            if (found) result.candidates = std::move(*found);
            break;
        }
        result.final = position_of(*start.instance, result.final->other->play(found->front()));
        result.moves.push_back(std::move(found->front()));
    }
    return result;
}

[[nodiscard]] const char* name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::ok: return "ok";
        case Verdict::syntax: return "syntax";
        case Verdict::illegal: return "illegal";
        case Verdict::ambiguous: return "ambiguous";
    }
    return "";
}

[[nodiscard]] std::optional<std::string_view> error_of(const PyReplay& r) {
    if (r.replay.verdict == Verdict::ok) return std::nullopt;
    return name_of(r.replay.verdict);
}

/// Read the texts of a game while Python's lock is held; nothing of Python is needed afterwards.
void read(const nb::sequence& game, const Frame& frame, MoveTexts& texts) {
    for (nb::handle text : game) texts.add(nb::cast<std::string_view>(text), frame);
}

[[nodiscard]] PyReplay replay_one(const PyPosition& start, const nb::sequence& game) {
    if (start.other) return replay_family(start, game);
    MoveTexts texts;
    read(game, start.instance->frame, texts);
    return {start.instance, replay(*start.instance, start.position, texts, 0, texts.size())};
}

[[nodiscard]] nb::list replay_all(const nb::sequence& starts, const nb::sequence& games) {
    if (nb::len(starts) != nb::len(games)) throw nb::value_error("as many start positions as games are needed");
    std::vector<PyPosition> positions;
    for (nb::handle start : starts) positions.push_back(nb::cast<PyPosition>(start));
    if (std::ranges::any_of(positions, [](const PyPosition& p) { return p.other != nullptr; })) {
        nb::list list;
        std::size_t i = 0;
        for (nb::handle game : games) list.append(nb::cast(replay_one(positions[i++], nb::cast<nb::sequence>(game))));
        return list;
    }
    MoveTexts texts;
    std::vector<std::size_t> ends;
    for (nb::handle game : games) {
        read(nb::cast<nb::sequence>(game), positions[ends.size()].instance->frame, texts);
        ends.push_back(texts.size());
    }
    std::vector<PyReplay> results;
    {
        const nb::gil_scoped_release released;
        results.reserve(ends.size());
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const std::size_t begin = i == 0 ? 0 : ends[i - 1];
            const PyPosition& start = positions[i];
            results.push_back({start.instance, replay(*start.instance, start.position, texts, begin, ends[i])});
        }
    }
    nb::list list;
    for (PyReplay& result : results) list.append(nb::cast(std::move(result)));
    return list;
}

[[nodiscard]] nb::tuple parse(const PyPosition& p, std::string_view text) {
    if (p.other) {
        const auto found = meant(p, text);
        if (!found) return nb::make_tuple(name_of(Verdict::syntax), nb::list());
        const Verdict verdict = found->empty() ? Verdict::illegal : found->size() == 1 ? Verdict::ok : Verdict::ambiguous;
        return nb::make_tuple(name_of(verdict), move_list(*p.instance, *found));
    }
    MoveTexts texts;
    texts.add(text, p.instance->frame);
    const Match found = match(*p.instance, p.position, texts[0]);
    return nb::make_tuple(name_of(found.verdict), move_list(*p.instance, found.moves));
}

}  // namespace

void bind_replay(nb::module_& m) {
    nb::class_<PyReplay>(m, "Replay", nb::is_final(), "What came of playing a list of move texts.")
        .def_prop_ro(
            "moves",
            [](const PyReplay& r) {
                return r.final ? move_list(*r.instance, r.moves) : move_list(*r.instance, r.replay.moves);
            },
            nb::sig("def moves(self) -> list[Move]"), "The moves played, as a new list.")
        .def_prop_ro(
            "final",
            [](const PyReplay& r) {
                return r.final ? *r.final : PyPosition{r.instance, r.replay.final};
            },
            "The position after them.")
        .def_prop_ro("error", &error_of, nb::sig("def error(self) -> Literal['syntax', 'illegal', 'ambiguous'] | None"),
                     "Why the text at `index` could not be played; None if all were.")
        .def_prop_ro(
            "index", [](const PyReplay& r) { return r.final ? r.moves.size() : r.replay.moves.size(); },
            "The number of moves played: the index of the text that failed, if one did.")
        .def_prop_ro(
            "candidates",
            [](const PyReplay& r) {
                return r.final ? move_list(*r.instance, r.candidates) : move_list(*r.instance, r.replay.candidates);
            },
            nb::sig("def candidates(self) -> list[Move]"), "The moves that an ambiguous text may mean.");

    m.def("replay", &replay_one, "start"_a, "texts"_a, nb::sig("def replay(start: Position, texts: Sequence[str]) -> Replay"),
          "Play move texts from a position until one cannot be played.\n\n"
          "A text is `22-18`, `22x15`, `22x15x8` with the landings between, `:` for `x`, or squares as `c3-d4`.");
    m.def("replay_many", &replay_all, "starts"_a, "games"_a,
          nb::sig("def replay_many(starts: Sequence[Position], games: Sequence[Sequence[str]]) -> list[Replay]"),
          "Replay many games, each from its own start, with Python's lock released while they are played.");
    m.def("parse_move", &parse, "position"_a, "text"_a,
          nb::sig("def parse_move(position: Position, text: str) -> "
                  "tuple[Literal['ok', 'syntax', 'illegal', 'ambiguous'], list[Move]]"),
          "Return what a move text means here: `ok` and the move, or why it has none, with the candidates.");
}

}  // namespace damiera::python
