#include "damiera/replay/replay.hpp"

#include <algorithm>  // any_of, equal
#include <optional>   // optional
#include <utility>    // move

#include "damiera/movegen/lines.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

namespace {

using Bits = std::span<const std::uint8_t>;

constexpr std::size_t most_candidates = 20;

[[nodiscard]] Match judged(std::vector<WideMove> moves) {
    if (moves.empty()) return {Verdict::illegal, {}};
    return {moves.size() == 1 ? Verdict::ok : Verdict::ambiguous, std::move(moves)};
}

[[nodiscard]] bool in_order(Bits few, Bits all) noexcept {
    std::size_t next = 0;
    for (const std::uint8_t bit : all) {
        if (next < few.size() && few[next] == bit) ++next;
    }
    return next == few.size();
}

[[nodiscard]] bool names_captured(Bits squares, const WideMove& move) noexcept {
    Word128 named = 0;
    for (const std::uint8_t square : squares) named |= bit<Word128>(square);
    return named == move.captured && popcount(named) == static_cast<int>(squares.size());
}

/// Whether `inner` are landings of some allowed route of `move`, or the pieces it captures.
[[nodiscard]] bool fits(const Instance& instance, const WidePosition& position, const WideMove& move, Bits inner) {
    if (inner.empty() || names_captured(inner, move)) return true;
    const auto ways = routes(instance, position, move);
    return std::ranges::any_of(ways, [&](const auto& way) { return in_order(inner, Bits{way}.subspan(1, way.size() - 2)); });
}

/// Of several moves that fit, those of which the text is a whole route.
[[nodiscard]] std::vector<WideMove> played_exactly(const Instance& instance, const WidePosition& position,
                                                   const std::vector<WideMove>& fitting, Bits text) {
    std::vector<WideMove> exact;
    for (const WideMove& move : fitting) {
        const auto ways = routes(instance, position, move);
        if (std::ranges::any_of(ways, [&](const auto& way) { return std::ranges::equal(way, text); })) exact.push_back(move);
    }
    return exact;
}

/// What a text means where there are more captures than are listed: a whole path, or a listed move by its ends and pieces.
[[nodiscard]] Match match_along(const Instance& instance, const WidePosition& position, const WideMoves& listed, Bits text) {
    const std::optional<CaptureLine> line = line_along(instance, position, text);
    if (line && is_allowed(instance, position, listed, *line)) return {Verdict::ok, {line->move}};
    std::vector<WideMove> fitting;
    for (const WideMove& move : listed) {
        if (fitting.size() == most_candidates) break;
        if (move.from != text.front() || move.to != text.back()) continue;
        const Bits inner = text.subspan(1, text.size() - 2);
        if (inner.empty() || names_captured(inner, move)) fitting.push_back(move);
    }
    return judged(std::move(fitting));
}

}  // namespace

Match match(const Instance& instance, const WidePosition& position, std::span<const std::uint8_t> text) {
    if (text.size() < 2) return {Verdict::syntax, {}};
    WideMoves all;
    const bool whole = instance.generate(position, all, move_budget);
    const Bits inner = text.subspan(1, text.size() - 2);
    if (!whole) return match_along(instance, position, all, text);
    std::vector<WideMove> fitting;
    for (const WideMove& move : all) {
        if (move.from != text.front() || move.to != text.back()) continue;
        if (fits(instance, position, move, inner)) fitting.push_back(move);
    }
    if (fitting.size() > 1) {
        std::vector<WideMove> exact = played_exactly(instance, position, fitting, text);
        if (!exact.empty()) return judged(std::move(exact));
    }
    if (!fitting.empty() || inner.empty()) return judged(std::move(fitting));
    for (const WideMove& move : all) {
        if (move.from != text[0] || move.to != text[1]) continue;
        if (names_captured(text.subspan(2), move)) fitting.push_back(move);
    }
    return judged(std::move(fitting));
}

Replay replay(const Instance& instance, const WidePosition& start, const MoveTexts& texts, std::size_t begin, std::size_t end) {
    Replay result;
    result.final = start;
    result.moves.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
        const Bits text = texts[i];
        WideMove move;
        if (text.size() != 2 || instance.find(result.final, text[0], text[1], move, move_budget) != 1) {
            Match found = match(instance, result.final, text);
            result.verdict = found.verdict;
            if (found.verdict != Verdict::ok) {
                result.candidates = std::move(found.moves);
                return result;
            }
            move = found.moves.front();
        }
        result.moves.push_back(move);
        result.final = instance.play(result.final, move);
    }
    return result;
}

}  // namespace damiera
