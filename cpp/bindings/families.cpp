// Positions and moves of families as Python holds them.
#include <nanobind/nanobind.h>

#include <algorithm>    // any_of, find, min, sort
#include <array>        // array
#include <functional>   // not_fn
#include <map>          // map
#include <memory>       // make_shared
#include <string>       // string
#include <string_view>  // string_view
#include <utility>      // move

#include "damiera/replay/text.hpp"
#include "objects.hpp"

namespace damiera::python {

namespace {

using families::Shown;
using families::Squares;

/// Whether all of `squares` lie on a route in this order.
[[nodiscard]] bool leads_through(const Squares& route, const Squares& squares) {
    std::size_t next = 0;
    for (const int square : route) {
        if (next < squares.size() && square == squares[next]) ++next;
    }
    return next == squares.size();
}

[[nodiscard]] bool is_meant(const Shown& move, const Squares& path) {
    if (move.from != path.front() || move.to != path.back()) return false;
    if (path.size() == 2) return true;
    const Squares inner{path.begin() + 1, path.end() - 1};
    if (inner == move.captured) return true;
    return std::any_of(move.routes.begin(), move.routes.end(), [&](const Squares& r) { return leads_through(r, path); });
}

/// The squares of a part of a move text; none if it is no such text.
[[nodiscard]] Squares squares_in(std::string_view text, const Frame& frame) {
    MoveTexts texts;
    texts.add(text, frame);
    Squares squares;
    for (const std::uint8_t at : texts[0]) squares.push_back(frame.square_of(at));
    return squares;
}

/// `@29@31/` before a move: where men enter. None if it cannot be read.
[[nodiscard]] std::optional<Squares> drops_in(std::string_view text, const Frame& frame) {
    Squares drops;
    while (!text.empty()) {
        if (text.front() != '@') return std::nullopt;
        const std::size_t end = std::min(text.find('@', 1), text.size());
        // A square alone is no move: it is read twice over.
        const std::string twice = std::string{text.substr(1, end - 1)} + "-" + std::string{text.substr(1, end - 1)};
        const Squares square = squares_in(twice, frame);
        if (square.size() != 2) return std::nullopt;
        drops.push_back(square[0]);
        text.remove_prefix(end);
    }
    std::sort(drops.begin(), drops.end());
    return drops;
}

/// `=B` behind a move, which is taken off: what a man becomes. None where it is not said.
[[nodiscard]] char becomes_in(std::string_view& text) {
    if (text.size() < 2 || text[text.size() - 2] != '=') return '\0';
    const char letter = text.back();
    text.remove_suffix(2);
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

}  // namespace

Side side_of_seat(const Instance& instance, int seat) {
    // By the point of the star: White at the top, Black opposite, red, green, blue and yellow clockwise between them.
    constexpr std::array<int, 6> colours{0, 2, 3, 1, 4, 5};
    return static_cast<Side>(names_seats(instance) ? colours[static_cast<std::size_t>(seat)] : seat);
}

bool names_seats(const Instance& instance) {
    if (instance.family == nullptr) return false;
    return instance.game->rules.board.shape == Shape::star || instance.family->seats().size() > 2;
}

PyPosition position_of(const Instance& instance, families::Held held) {
    WidePosition position;
    const auto pieces = is_wide(instance) ? std::map<int, std::string>{} : held->facts().pieces;
    for (const auto& [square, piece] : pieces) {
        const auto here = bit<Word128>(instance.frame.bit_of(square));
        const char letter = piece.front();
        if (letter == 'w' || letter == 'W') position.pieces.white |= here;
        if (letter == 'b' || letter == 'B') position.pieces.black |= here;
        if (letter == 'W' || letter == 'B') position.pieces.kings |= here;
    }
    position.side = side_of_seat(instance, held->seat());
    position.key = held->key();
    return {&instance, position, std::move(held)};
}

PyMove move_of(const Instance& instance, Shown shown) {
    WideMove move{};
    move.from = static_cast<std::uint8_t>(instance.frame.bit_of(shown.from));
    move.to = static_cast<std::uint8_t>(instance.frame.bit_of(shown.to));
    move.promotes = shown.promotes;
    for (const int square : shown.captured) move.captured |= bit<Word128>(instance.frame.bit_of(square));
    return {&instance, move, std::make_shared<const Shown>(std::move(shown))};
}

nb::list move_list(const Instance& instance, std::span<const Shown> moves) {
    nb::list list;
    for (const Shown& move : moves) list.append(nb::cast(move_of(instance, move)));
    return list;
}

std::optional<std::vector<Shown>> meant(const PyPosition& position, std::string_view text) {
    const Frame& frame = position.instance->frame;
    const std::size_t slash = text.find('/');
    std::optional<Squares> drops;
    if (slash != std::string_view::npos) {
        drops = drops_in(text.substr(0, slash), frame);
        if (!drops) return std::nullopt;
        text.remove_prefix(slash + 1);
    }
    const char becomes = becomes_in(text);
    const Squares path = squares_in(text, frame);
    if (path.empty()) return std::nullopt;
    std::vector<Shown> found;
    for (Shown& move : position.other->moves(move_budget)) {
        if (becomes != '\0' && move.becomes != becomes) continue;
        if ((!drops || move.drops == *drops) && is_meant(move, path)) found.push_back(std::move(move));
    }
    const auto is_exact = [&](const Shown& move) {
        return std::find(move.routes.begin(), move.routes.end(), path) != move.routes.end();
    };
    if (found.size() > 1 && std::any_of(found.begin(), found.end(), is_exact)) std::erase_if(found, std::not_fn(is_exact));
    return found;
}

}  // namespace damiera::python
