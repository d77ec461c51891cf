#include "damiera/movegen/lines.hpp"

#include <algorithm>  // find, max
#include <set>        // set
#include <tuple>      // tuple
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

constexpr Budget narrow_budget = 20'000;
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
    const Word128 room = layout.board & ~((position.pieces.white | position.pieces.black) & ~gone);
    for (Word128 at = layout.shift(*d, bit<Word128>(line.captured.back())); (at & room) != 0; at = layout.shift(*d, at)) {
        if (goes_on(instance, position, line, lowest(at), true)) return true;
    }
    return false;
}

constexpr std::size_t most_states = 500'000;

/// Finds one route of a capture: places that led nowhere are not tried again, so that few are tried.
class RouteFinder {
public:
    /// Where there is a `path`, only along that.
    RouteFinder(const Instance& instance, const WidePosition& position, const WideMove& move,
                std::span<const std::uint8_t> path = {})
        : instance_{instance}, rules_{instance.game->rules}, layout_{*instance.layout}, position_{position}, wanted_{move},
          path_{path} {
        occupied_ = (position.pieces.white | position.pieces.black) & ~bit<Word128>(move.from);
    }

    [[nodiscard]] std::optional<CaptureLine> line() {
        const bool king = (position_.pieces.kings & bit<Word128>(wanted_.from)) != 0;
        line_.path.push_back(wanted_.from);
        if (!goes(wanted_.from, std::nullopt, 0, {}, king)) return std::nullopt;
        return line_;
    }

private:
    /// Whether the rest is captured from here and the piece ends where it should.
    bool goes(int at, std::optional<Direction> came, Word128 captured, const Tally& tally, bool king) {
        if (captured == wanted_.captured) return at == wanted_.to && ends(tally, king);
        const Directions ways = (king ? rules_.king_captures : rules_.man_captures).seen_by(position_.side);
        for (int i = 0; i < 8; ++i) {
            const Direction d = direction(i);
            if (!ways.has(d) || (flies(king) && came && d == opposite(*came) && !turns_back())) continue;
            if (jumps(d, at, captured, tally, king)) return true;
        }
        return false;
    }

    /// Whether the capture is over here; one that could go on is not.
    bool ends(const Tally& tally, bool king) {
        const bool was_king = (position_.pieces.kings & bit<Word128>(wanted_.from)) != 0;
        const bool arrives =
            (layout_.last_row[static_cast<std::size_t>(index(position_.side))] & bit<Word128>(wanted_.to)) != 0;
        line_.by_king = was_king;
        line_.precedence = precedence(rules_.choice, tally, was_king);
        line_.move = {wanted_.captured, wanted_.from, wanted_.to, !was_king && (king || arrives)};
        return !is_unfinished(instance_, position_, line_);
    }

    bool jumps(Direction d, int at, Word128 captured, const Tally& tally, bool king) {
        const Word128 standing = rules_.removal == Removal::immediate ? Word128{occupied_ & ~captured} : occupied_;
        const Word128 ahead = flies(king) ? layout_.ray(d, at) & standing : layout_.shift(d, bit<Word128>(at)) & standing;
        if (ahead == 0) return false;
        const int met = layout_.nearest(d, ahead);
        const Word128 over = bit<Word128>(met);
        const bool takes_king = (position_.pieces.kings & over) != 0;
        if ((over & wanted_.captured & ~captured) == 0 || (takes_king && !king && !rules_.man_captures_king)) return false;
        const bool last = (captured | over) == wanted_.captured;
        const bool far = flies(king) && rules_.landing != Landing::adjacent;
        const bool stops_near = last && takes_king && rules_.landing == Landing::killer;
        line_.captured.push_back(static_cast<std::uint8_t>(met));
        line_.kings.push_back(takes_king);
        const Word128 room = layout_.board & ~standing;
        Word128 to = layout_.shift(d, over) & room;
        while (to != 0) {
            if (lands(d, lowest(to), captured | over, tally.with(takes_king), king, last)) return true;
            to = far && !stops_near ? Word128{layout_.shift(d, to) & room} : Word128{0};
        }
        line_.captured.pop_back();
        line_.kings.pop_back();
        return false;
    }

    bool lands(Direction d, int to, Word128 captured, const Tally& tally, bool king, bool last) {
        if (!path_.empty() && (line_.path.size() >= path_.size() || path_[line_.path.size()] != to)) return false;
        const bool arrives =
            !king && (layout_.last_row[static_cast<std::size_t>(index(position_.side))] & bit<Word128>(to)) != 0;
        if (arrives && rules_.promotion == Promotion::stop && !last) return false;
        const State state{static_cast<std::uint64_t>(captured), static_cast<std::uint64_t>(captured >> 64), to, index(d), king};
        if (failed_.size() > most_states || failed_.contains(state)) return false;
        line_.path.push_back(static_cast<std::uint8_t>(to));
        if (goes(to, d, captured, tally, king || (arrives && rules_.promotion == Promotion::king))) return true;
        line_.path.pop_back();
        failed_.insert(state);
        return false;
    }

    [[nodiscard]] bool flies(bool king) const noexcept { return king && rules_.king_range == KingRange::flying; }
    [[nodiscard]] bool turns_back() const noexcept { return rules_.removal == Removal::immediate && rules_.reversal; }

    using State = std::tuple<std::uint64_t, std::uint64_t, int, int, bool>;

    const Instance& instance_;
    const Rules& rules_;
    const Layout<Word128>& layout_;
    const WidePosition& position_;
    WideMove wanted_;
    std::span<const std::uint8_t> path_;
    Word128 occupied_{};
    CaptureLine line_;
    std::set<State> failed_;
};

/// The routes of a move among all lines of its position.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> routes_among(const std::vector<CaptureLine>& lines, const WideMove& move) {
    const Precedence best = best_precedence(lines);
    std::vector<std::vector<std::uint8_t>> found;
    for (const CaptureLine& line : lines) {
        if (line.precedence != best || line.move != move) continue;
        if (std::ranges::find(found, line.path) == found.end()) found.push_back(line.path);
    }
    return found;
}

/// The last position whose lines were without number: the routes of all its moves are asked for one after the other.
struct Endless {
    const Instance* instance{};
    Key key{};
};
thread_local Endless endless;

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

std::optional<CaptureLine> line_of(const Instance& instance, const WidePosition& position, const WideMove& move) {
    return RouteFinder{instance, position, move}.line();
}

std::optional<CaptureLine> line_along(const Instance& instance, const WidePosition& position,
                                      std::span<const std::uint8_t> path) {
    const std::optional<WideMove> move = jumped_along(instance, position, path);
    if (!move) return std::nullopt;
    return RouteFinder{instance, position, *move, path}.line();
}

bool is_allowed(const Instance& instance, const WidePosition& position, const WideMoves& listed, const CaptureLine& line) {
    if (listed.empty()) return true;
    const std::optional<CaptureLine> best = line_of(instance, position, *listed.begin());
    return !best || line.precedence >= best->precedence;
}

bool is_allowed(const Instance& instance, const WidePosition& position, const WideMoves& listed, const WideMove& move) {
    if (!move.is_capture() || instance.is_crowned(position)) return false;
    const std::optional<CaptureLine> line = line_of(instance, position, move);
    return line && line->move == move && is_allowed(instance, position, listed, *line);
}

Precedence best_precedence(const std::vector<CaptureLine>& lines) noexcept {
    Precedence best = 0;
    for (const CaptureLine& line : lines) best = std::max(best, line.precedence);
    return best;
}

std::vector<std::vector<std::uint8_t>> routes(const Instance& instance, const WidePosition& position, const WideMove& move,
                                              Budget budget) {
    if (!move.is_capture()) return {{move.from, move.to}};
    if (endless.instance != &instance || endless.key != position.key) {
        const auto [lines, whole] = capture_lines(instance, position, budget);
        if (whole) return routes_among(lines, move);
        endless = {&instance, position.key};
    }
    const std::optional<CaptureLine> line = RouteFinder{instance, position, move}.line();
    if (line) return {line->path};
    return {{move.from, move.to}};
}

}  // namespace damiera
