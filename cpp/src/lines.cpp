#include "damiera/movegen/lines.hpp"

#include <algorithm>  // find, max

#include "damiera/movegen/generator.hpp"
#include "damiera/rules/provider.hpp"

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

private:
    CaptureLine current_;
};

}  // namespace

std::vector<CaptureLine> capture_lines(const Instance& instance, const WidePosition& position, Budget budget) {
    EveryLine sink;
    if (instance.is_crowned(position)) return {};
    const Carried rules{&instance.game->rules, instance.layout};
    with_side(position.side, [&](auto us) { Walk<Carried, us, EveryLine>{rules, position.pieces, sink, budget}.all(); });
    return std::move(sink.lines);
}

Precedence best_precedence(const std::vector<CaptureLine>& lines) noexcept {
    Precedence best = 0;
    for (const CaptureLine& line : lines) best = std::max(best, line.precedence);
    return best;
}

std::vector<std::vector<std::uint8_t>> routes(const Instance& instance, const WidePosition& position, const WideMove& move,
                                              Budget budget) {
    if (!move.is_capture()) return {{move.from, move.to}};
    const std::vector<CaptureLine> lines = capture_lines(instance, position, budget);
    const Precedence best = best_precedence(lines);
    std::vector<std::vector<std::uint8_t>> found;
    for (const CaptureLine& line : lines) {
        if (line.precedence != best || line.move != move) continue;
        if (std::ranges::find(found, line.path) == found.end()) found.push_back(line.path);
    }
    return found;
}

}  // namespace damiera
