#include "damiera/movegen/lines.hpp"

#include <algorithm>  // equal, find, max
#include <utility>    // move

#include "damiera/movegen/generator.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

namespace {

/// Remembers the jumps of the walk, and copies them when a capture is complete.
class EveryLine {
public:
    static constexpr bool traces = true;

    void begin_piece() noexcept { current_ = {}; }

    void enter(int over, int landing, bool king) {
        current_.captured.push_back(static_cast<std::uint8_t>(over));
        current_.path.push_back(static_cast<std::uint8_t>(landing));
        current_.kings.push_back(king);
    }

    void leave() {
        current_.captured.pop_back();
        current_.path.pop_back();
        current_.kings.pop_back();
    }

    void finish(int from, Word128 landing, Word128 captured, bool crowned, const Tally&, Precedence precedence, bool by_king) {
        const auto origin = static_cast<std::uint8_t>(from);
        const WideMove move{captured, origin, static_cast<std::uint8_t>(lowest(landing)), crowned};
        CaptureLine& line = lines.emplace_back(current_);
        line.path.insert(line.path.begin(), origin);
        line.by_king = by_king;
        line.precedence = precedence;
        line.move = move;
    }

    std::vector<CaptureLine> lines;

protected:
    CaptureLine current_;
};

constexpr Budget narrow_budget = 2'000'000;
constexpr std::size_t most_routes = 200;

/// Keeps the lines of one move, or the one line along a path, and stops when it has enough of them.
class LinesOf : public EveryLine {
public:
    explicit LinesOf(const WideMove& move, std::span<const std::uint8_t> path = {}) : move_{move}, path_{path} {}

    void finish(int from, Word128 landing, Word128 captured, bool crowned, const Tally& tally, Precedence precedence,
                bool by_king) {
        if (captured != move_.captured || lowest(landing) != move_.to) return;
        EveryLine::finish(from, landing, captured, crowned, tally, precedence, by_king);
        if (!path_.empty() && !std::ranges::equal(lines.back().path, path_)) lines.pop_back();
        if (lines.size() >= (path_.empty() ? most_routes : 1)) throw BudgetExceeded{};
    }

private:
    WideMove move_;
    std::span<const std::uint8_t> path_;
};

/// Hears only whether there is a jump.
struct AnyJump {
    static constexpr bool traces = true;

    void begin_piece() noexcept {}
    void enter(int, int, bool) {
        found = true;
        throw BudgetExceeded{};
    }
    void leave() noexcept {}
    void finish(int, Word128, Word128, bool, const Tally&, Precedence, bool) noexcept {}

    bool found{};
};

/// Follow the captures of one piece until the sink has enough, or the budget is spent.
template <class Sink>
void walk_from(const Instance& instance, Side side, const Pieces<Word128>& pieces, int from, Sink& sink, Budget budget) {
    const Carried rules{&instance.game->rules, instance.layout};
    with_side(side, [&](auto us) {
        Walk<Carried, us, Sink> walk{rules, pieces, sink, budget};
        try {
            if ((pieces.kings & bit<Word128>(from)) != 0) {
                walk.from_king(from);
            } else {
                walk.from_man(from);
            }
        } catch (const BudgetExceeded&) {}
    });
}

/// The pieces, of which only `captured` can be taken: the others are in the way, as one's own are.
[[nodiscard]] Pieces<Word128> among_others(const WidePosition& position, Word128 captured) {
    Pieces<Word128> pieces = position.pieces;
    Word128& enemy = position.side == Side::white ? pieces.black : pieces.white;
    (position.side == Side::white ? pieces.white : pieces.black) |= enemy & ~captured;
    enemy &= captured;
    return pieces;
}

/// The direction from one bit to another on its ray.
[[nodiscard]] std::optional<Direction> direction_between(const Layout<Word128>& layout, int from, int to) {
    for (int i = 0; i < 8; ++i) {
        if (layout.step(direction(i)) != 0 && (layout.ray(direction(i), from) & bit<Word128>(to)) != 0) return direction(i);
    }
    return std::nullopt;
}

/// What a path jumps: one piece of the other side between any two squares.
[[nodiscard]] std::optional<WideMove> jumped_along(const Instance& instance, const WidePosition& position,
                                                   std::span<const std::uint8_t> path) {
    const Layout<Word128>& layout = *instance.layout;
    const Word128 enemy = position.pieces.of(opponent(position.side));
    if (path.size() < 2 || (position.pieces.of(position.side) & bit<Word128>(path.front())) == 0) return std::nullopt;
    WideMove move{0, path.front(), path.back(), false};
    for (std::size_t i = 1; i < path.size(); ++i) {
        const auto d = direction_between(layout, path[i - 1], path[i]);
        if (!d) return std::nullopt;
        const Word128 over =
            layout.ray(*d, path[i - 1]) & ~layout.ray(*d, path[i]) & ~bit<Word128>(path[i]) & enemy & ~move.captured;
        if (popcount(over) != 1) return std::nullopt;
        move.captured |= over;
    }
    return move;
}

/// Whether a piece that has come to `at` by a line could jump once more.
[[nodiscard]] bool goes_on(const Instance& instance, const WidePosition& position, const CaptureLine& line, int at, bool king) {
    Pieces<Word128> pieces = position.pieces;
    Word128& own = position.side == Side::white ? pieces.white : pieces.black;
    Word128& enemy = position.side == Side::white ? pieces.black : pieces.white;
    const bool leaves = instance.game->rules.removal == Removal::immediate;
    own = (own & ~bit<Word128>(line.move.from)) | (leaves ? Word128{0} : line.move.captured) | bit<Word128>(at);
    enemy &= ~line.move.captured;
    pieces.kings &= ~(bit<Word128>(line.move.from) | line.move.captured);
    if (king) pieces.kings |= bit<Word128>(at);
    AnyJump sink;
    walk_from(instance, position.side, pieces, at, sink, narrow_budget);
    return sink.found;
}

/// Whether a line breaks off where it could go on, from its last landing or from another behind the last piece.
[[nodiscard]] bool is_unfinished(const Instance& instance, const WidePosition& position, const CaptureLine& line) {
    const Rules& rules = instance.game->rules;
    const bool was_king = (position.pieces.kings & bit<Word128>(line.move.from)) != 0;
    const bool king = was_king || (line.move.promotes && rules.promotion == Promotion::king);
    if (line.move.promotes && rules.promotion == Promotion::stop) return false;
    if (goes_on(instance, position, line, line.move.to, king)) return true;
    if (!was_king || rules.king_range != KingRange::flying || rules.landing == Landing::adjacent) return false;
    const Layout<Word128>& layout = *instance.layout;
    const auto d = direction_between(layout, line.path[line.path.size() - 2], line.move.to);
    const Word128 gone = bit<Word128>(line.move.from) | (rules.removal == Removal::immediate ? line.move.captured : Word128{0});
    const Word128 standing = (position.pieces.white | position.pieces.black) & ~gone;
    for (Word128 at = layout.shift(*d, bit<Word128>(line.captured.back())); (at & ~standing) != 0; at = layout.shift(*d, at)) {
        if (goes_on(instance, position, line, lowest(at), true)) return true;
    }
    return false;
}

}  // namespace

CaptureLines capture_lines(const Instance& instance, const WidePosition& position, Budget budget) {
    EveryLine sink;
    if (instance.is_crowned(position)) return {};
    const Carried rules{&instance.game->rules, instance.layout};
    try {
        with_side(position.side, [&](auto us) { Walk<Carried, us, EveryLine>{rules, position.pieces, sink, budget}.all(); });
    } catch (const BudgetExceeded&) {
        return {std::move(sink.lines), false};
    }
    return {std::move(sink.lines), true};
}

std::vector<CaptureLine> lines_of(const Instance& instance, const WidePosition& position, const WideMove& move) {
    LinesOf sink{move};
    walk_from(instance, position.side, among_others(position, move.captured), move.from, sink, narrow_budget);
    std::erase_if(sink.lines, [&](const CaptureLine& line) { return is_unfinished(instance, position, line); });
    return std::move(sink.lines);
}

std::optional<CaptureLine> line_along(const Instance& instance, const WidePosition& position,
                                      std::span<const std::uint8_t> path) {
    const std::optional<WideMove> move = jumped_along(instance, position, path);
    if (!move) return std::nullopt;
    LinesOf sink{*move, path};
    walk_from(instance, position.side, among_others(position, move->captured), move->from, sink, narrow_budget);
    std::erase_if(sink.lines, [&](const CaptureLine& line) { return is_unfinished(instance, position, line); });
    if (sink.lines.empty()) return std::nullopt;
    return std::move(sink.lines.front());
}

bool is_allowed(const Instance& instance, const WidePosition& position, const WideMoves& listed, const WideMove& move) {
    if (!move.is_capture() || instance.is_crowned(position)) return false;
    const std::vector<CaptureLine> lines = lines_of(instance, position, move);
    if (lines.empty() || lines.front().move != move) return false;
    if (listed.empty()) return true;
    return best_precedence(lines) >= best_precedence(lines_of(instance, position, *listed.begin()));
}

Precedence best_precedence(const std::vector<CaptureLine>& lines) noexcept {
    Precedence best = 0;
    for (const CaptureLine& line : lines) best = std::max(best, line.precedence);
    return best;
}

std::vector<std::vector<std::uint8_t>> routes(const Instance& instance, const WidePosition& position, const WideMove& move,
                                              Budget budget) {
    if (!move.is_capture()) return {{move.from, move.to}};
    auto [lines, whole] = capture_lines(instance, position, budget);
    if (!whole) lines = lines_of(instance, position, move);
    const Precedence best = best_precedence(lines);
    std::vector<std::vector<std::uint8_t>> found;
    for (const CaptureLine& line : lines) {
        if (line.precedence != best || line.move != move) continue;
        if (std::ranges::find(found, line.path) == found.end()) found.push_back(line.path);
    }
    if (found.empty() && !whole) return {{move.from, move.to}};
    return found;
}

}  // namespace damiera
