// Move: what a turn does to the board.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>  // sort
#include <compare>    // strong_ordering
#include <new>        // placement new
#include <string>     // string, to_string
#include <tuple>      // tuple
#include <vector>     // vector

#include "damiera/util/bits.hpp"
#include "objects.hpp"

namespace damiera::python {

using namespace nb::literals;

namespace {

[[nodiscard]] int origin(const PyMove& m) { return m.instance->frame.square_of(m.move.from); }
[[nodiscard]] int destination(const PyMove& m) { return m.instance->frame.square_of(m.move.to); }

[[nodiscard]] std::string becomes_of(const PyMove& m) {
    return m.other && m.other->becomes != '\0' ? std::string{m.other->becomes} : std::string{};
}

[[nodiscard]] bool equal(const PyMove& a, const PyMove& b) {
    if (a.instance != b.instance) return false;
    return a.other && b.other ? *a.other == *b.other : !a.other && !b.other && a.move == b.move;
}

/// By origin, destination, captured squares: the order of a list people read.
[[nodiscard]] std::strong_ordering order(const PyMove& a, const PyMove& b) {
    const auto rank = [](const PyMove& m) {
        std::vector<int> captured;
        each_bit(m.move.captured, [&](int at) { captured.push_back(m.instance->frame.square_of(at)); });
        std::sort(captured.begin(), captured.end());
        const auto drops = m.other ? m.other->drops : families::Squares{};
        const Key after = m.other ? m.other->after : 0;
        return std::tuple{m.instance->game->slug, drops, origin(m), destination(m), captured, m.move.promotes, after};
    };
    return rank(a) <=> rank(b);
}

[[nodiscard]] std::size_t hash(const PyMove& m) {
    std::size_t mixed = static_cast<std::size_t>(m.move.captured ^ m.move.captured >> 64) * 0x9E3779B97F4A7C15U;
    mixed ^= static_cast<std::size_t>(m.move.from << 9 | m.move.to << 1 | (m.move.promotes ? 1 : 0));
    if (m.other) mixed ^= static_cast<std::size_t>(m.other->after);
    return (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9U >> 1;
}

[[nodiscard]] nb::tuple state(const PyMove& m) {
    if (m.other) {
        nb::list routes;
        for (const families::Squares& route : m.other->routes) routes.append(int_tuple(route));
        return nb::make_tuple(m.instance->game->slug, origin(m), destination(m), int_tuple(m.other->captured),
                              m.other->promotes, int_tuple(m.other->drops), nb::tuple(routes), m.other->after, becomes_of(m));
    }
    return nb::make_tuple(m.instance->game->slug, origin(m), destination(m), squares_tuple(*m.instance, m.move.captured),
                          m.move.promotes);
}

[[nodiscard]] int checked_bit(const Instance& instance, nb::handle square) {
    const int number = nb::cast<int>(square);
    if (!instance.frame.has(number)) throw nb::value_error("a stored move names a square that is not on its board");
    return instance.frame.bit_of(number);
}

[[nodiscard]] families::Squares checked_squares(const Instance& instance, nb::handle squares) {
    families::Squares all;
    for (nb::handle square : nb::cast<nb::tuple>(squares)) {
        static_cast<void>(checked_bit(instance, square));
        all.push_back(nb::cast<int>(square));
    }
    return all;
}

[[nodiscard]] PyMove restored(const Instance& instance, const nb::tuple& state) {
    static_cast<void>(checked_bit(instance, state[1]));
    static_cast<void>(checked_bit(instance, state[2]));
    families::Shown shown{.from = nb::cast<int>(state[1]), .to = nb::cast<int>(state[2]), .promotes = nb::cast<bool>(state[4])};
    shown.captured = checked_squares(instance, state[3]);
    shown.drops = checked_squares(instance, state[5]);
    for (nb::handle route : nb::cast<nb::tuple>(state[6])) shown.routes.push_back(checked_squares(instance, route));
    shown.after = nb::cast<Key>(state[7]);
    if (state.size() > 8) {  // those of an earlier version have none
        const auto becomes = nb::cast<std::string>(state[8]);
        shown.becomes = becomes.empty() ? '\0' : becomes.front();
    }
    return move_of(instance, std::move(shown));
}

void restore(PyMove& m, const nb::tuple& state) {
    if (state.size() != 5 && state.size() != 8 && state.size() != 9)
        throw nb::value_error("a stored move has five parts or nine");
    const Instance* instance = find_instance(nb::cast<std::string>(state[0]));
    if (instance == nullptr) throw nb::value_error("a stored move is of a game that is not known");
    if (state.size() >= 8) {
        new (&m) PyMove{restored(*instance, state)};
        return;
    }
    WideMove move{};
    move.from = static_cast<std::uint8_t>(checked_bit(*instance, state[1]));
    move.to = static_cast<std::uint8_t>(checked_bit(*instance, state[2]));
    for (nb::handle square : nb::cast<nb::tuple>(state[3])) {
        move.captured |= bit<Word128>(checked_bit(*instance, square));
    }
    move.promotes = nb::cast<bool>(state[4]);
    new (&m) PyMove{instance, move};
}

}  // namespace

std::string text_of(const PyMove& m) {
    std::string text;
    if (m.other) {
        for (const int square : m.other->drops) text += "@" + std::to_string(square);
        if (!text.empty()) text += "/";
    }
    text += std::to_string(origin(m)) + (m.move.is_capture() ? "x" : "-") + std::to_string(destination(m));
    const std::string becomes = becomes_of(m);
    return becomes.empty() ? text : text + "=" + becomes;
}

nb::list move_list(const Instance& instance, std::span<const WideMove> moves) {
    nb::list list;
    for (const WideMove& move : moves) list.append(nb::cast(PyMove{&instance, move}));
    return list;
}

void bind_move(nb::module_& m) {
    nb::class_<PyMove>(m, "Move", nb::is_final(),
                       "A move: origin, destination, captured pieces and promotion.\n\n"
                       "Routes that capture the same pieces between the same squares are one move. Moves are values: "
                       "hashable, comparable, and ordered by origin, destination and captured squares.")
        .def_prop_ro("origin", &origin, "The square the piece leaves.")
        .def_prop_ro("destination", &destination, "The square where it ends; a circuit ends on its origin.")
        .def_prop_ro(
            "captured",
            [](const PyMove& self) {
                return self.other ? int_tuple(self.other->captured) : squares_tuple(*self.instance, self.move.captured);
            },
            nb::sig("def captured(self) -> tuple[int, ...]"),
            "The squares of the captured pieces, ascending; of towers in the order jumped.")
        .def_prop_ro(
            "drops", [](const PyMove& self) { return int_tuple(self.other ? self.other->drops : families::Squares{}); },
            nb::sig("def drops(self) -> tuple[int, ...]"), "The squares where men come back before the move, ascending.")
        .def_prop_ro(
            "promotes", [](const PyMove& self) { return self.move.promotes; },
            "Whether a man becomes a king, or where it may choose something more.")
        .def_prop_ro("becomes", &becomes_of,
                     "What a man becomes where its owner chooses: `K`, `B` (a bishop) or `C` (a camel); else empty.")
        .def_prop_ro(
            "is_capture", [](const PyMove& self) { return self.move.is_capture(); }, "Whether it captures.")
        .def("__eq__", &equal, nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(
            "__lt__", [](const PyMove& a, const PyMove& b) { return order(a, b) < 0; }, nb::is_operator())
        .def(
            "__le__", [](const PyMove& a, const PyMove& b) { return order(a, b) <= 0; }, nb::is_operator())
        .def(
            "__gt__", [](const PyMove& a, const PyMove& b) { return order(a, b) > 0; }, nb::is_operator())
        .def(
            "__ge__", [](const PyMove& a, const PyMove& b) { return order(a, b) >= 0; }, nb::is_operator())
        .def("__hash__", &hash)
        .def("__str__", &text_of)
        .def("__repr__", [](const PyMove& self) { return "<Move " + text_of(self) + ">"; })
        .def("__getstate__", &state, nb::sig("def __getstate__(self) -> tuple[Any, ...]"))
        .def("__setstate__", &restore, "state"_a, nb::sig("def __setstate__(self, state: tuple[Any, ...]) -> None"));
}

}  // namespace damiera::python
