// What Python holds: values that know their game.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>       // shared_ptr
#include <optional>     // optional
#include <span>         // span
#include <string>       // string
#include <string_view>  // string_view
#include <vector>       // vector

#include "damiera/endgame/oracle.hpp"
#include "damiera/eval/learned.hpp"
#include "damiera/families/family.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/search/params.hpp"

namespace damiera::python {

namespace nb = nanobind;

struct PyMove {
    const Instance* instance;
    WideMove move;
    std::shared_ptr<const families::Shown> other{};  // in games of families, instead of `move`
};

struct PyPosition {
    const Instance* instance;
    WidePosition position;   // in games of families, the pieces on top and nothing more, and not even these on a wide board
    families::Held other{};  // in games of families
};

struct PyWeights {
    const Instance* instance;
    std::shared_ptr<const eval::Learned> learned;
};

/// How many moves are shown of a position that has more captures than can be listed: some of each piece.
inline constexpr std::size_t most_shown = 60;

/// How many jumps a count of leaves may try for each piece of one position: it cannot leave any out.
inline constexpr Budget perft_budget = 20'000'000;

/// White or Black; a `ValueError` for the colours that play on stars only.
Side checked_side(Side side);

// The converters, each defined beside the class it serves.
[[nodiscard]] nb::object rules_object(const Instance& instance);
[[nodiscard]] nb::tuple int_tuple(std::span<const int> numbers);
/// The squares of a set, ascending.
[[nodiscard]] nb::tuple squares_tuple(const Instance& instance, Word128 bits);
[[nodiscard]] nb::list move_list(const Instance& instance, std::span<const WideMove> moves);
[[nodiscard]] std::string text_of(const PyMove& move);
[[nodiscard]] std::string fen_of(const PyPosition& position);

// Games of families, see `bindings/families.cpp`.
[[nodiscard]] PyPosition position_of(const Instance& instance, families::Held held);
[[nodiscard]] PyMove move_of(const Instance& instance, families::Shown shown);
[[nodiscard]] nb::list move_list(const Instance& instance, std::span<const families::Shown> moves);
/// The moves that a text may mean, and whether it is a text of a move at all.
[[nodiscard]] std::optional<std::vector<families::Shown>> meant(const PyPosition& position, std::string_view text);
[[nodiscard]] Side side_of_seat(const Instance& instance, int seat);
/// Whether positions name pieces by the seats of their players: on stars, and where more than two play.
[[nodiscard]] bool names_seats(const Instance& instance);
/// Whether a board has more squares than a position has bits.
[[nodiscard]] inline bool is_wide(const Instance& instance) { return instance.frame.squares() > 128; }

/// The legal moves of a position; whether they are all, or it has more routes than are followed.
bool legal_moves(const PyPosition& position, WideMoves& list);

/// What was learned, for a game; nothing for no weights, an error for those of another game.
[[nodiscard]] std::shared_ptr<const eval::Learned> learned_of(const Instance& game, const PyWeights* weights);

/// The endgame tables in a capsule that `damiera._endgame` has made; null of None, an error for those of another game.
[[nodiscard]] endgame::Oracle* oracle_of(const Instance& instance, const nb::object& tables);

/// The numbers of a search by their names, those that are not named as usual; an error for a name or a number there is not.
[[nodiscard]] search::Params params_of(const nb::dict& named);

void bind_rules(nb::module_& m);
void bind_move(nb::module_& m);
void bind_position(nb::module_& m);
void bind_replay(nb::module_& m);
void bind_search(nb::module_& m);
void bind_training(nb::module_& m);

}  // namespace damiera::python
