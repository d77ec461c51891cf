// One table of functions per generator for searching with it: the bindings see this and never the templates.
//
// Positions and moves cross in the wide form, as in `movegen/instance.hpp`. The popular games have a search compiled with
// their rules as constants, in the file of their generator; all others share two that carry the rules along.
#pragma once

#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // int8_t, uint16_t
#include <memory>   // shared_ptr, unique_ptr
#include <utility>  // move
#include <vector>   // vector

#include "damiera/endgame/oracle.hpp"
#include "damiera/eval/evaluation.hpp"
#include "damiera/eval/learned.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/search.hpp"

namespace damiera::search {

using WideLine = Line<Word128>;
using WideRequest = Request<Word128>;

/// A search of some game; see `Search`.
class Mind {
public:
    virtual ~Mind() = default;
    virtual std::vector<WideLine> think(const WideRequest& request) = 0;
    virtual void consult(endgame::Oracle* oracle) noexcept = 0;
    virtual void stop() noexcept = 0;
    virtual void clear() noexcept = 0;
};

/// What a position has that is weighed, as its side to move sees the board, turned half round if that is Black.
struct Features {
    std::vector<std::uint16_t> patterns{};  // by shape
    std::vector<std::int8_t> pieces{};      // men by square, then kings: 1 own, -1 an opponent's on the square turned
    std::array<std::int8_t, eval::terms> terms{};
    int phase{};  // from 0, no men, to `full`
    int full{};
};

/// The evaluation of some game; see `eval::Evaluation`.
class Judge {
public:
    virtual ~Judge() = default;
    [[nodiscard]] virtual Score operator()(const WidePosition& position) const = 0;
    virtual void features(const WidePosition& position, Features& found) const = 0;
};

struct Instance {
    const Functions* generator;  // of the games it searches
    std::unique_ptr<Mind> (*make)(const damiera::Instance& game, std::size_t megabytes, int threads,
                                  std::shared_ptr<const eval::Learned> learned);
    std::unique_ptr<Judge> (*judge)(const damiera::Instance& game, std::shared_ptr<const eval::Learned> learned);
};

namespace detail {

template <BoardWord Word>
[[nodiscard]] WideLine widened(const Line<Word>& line) {
    WideLine wide{line.depth, line.multipv, line.score, line.nodes, line.time_ms, {}};
    for (const Move<Word>& move : line.pv) wide.pv.push_back(resized<Word128>(move));
    return wide;
}

template <RulesProvider P>
class MindOf final : public Mind {
public:
    using Word = typename P::Word;

    MindOf(const damiera::Instance& game, std::size_t megabytes, int threads,
           std::shared_ptr<const eval::Learned> learned)
        : search_{provider_of<P>(game), game.game->rules.goal, megabytes, threads, std::move(learned)} {}

    std::vector<WideLine> think(const WideRequest& wide) override {
        Request<Word> request{.position = resized<Word>(wide.position),
                              .history = wide.history,
                              .limits = wide.limits,
                              .multipv = wide.multipv,
                              .only = {},
                              .on_line = {}};
        for (const WideMove& move : wide.only) request.only.push_back(resized<Word>(move));
        if (wide.on_line) {
            request.on_line = [&](const Line<Word>& line) { wide.on_line(widened(line)); };
        }
        std::vector<WideLine> lines;
        for (const Line<Word>& line : search_.think(request)) lines.push_back(widened(line));
        return lines;
    }

    void consult(endgame::Oracle* oracle) noexcept override { search_.consult(oracle); }
    void stop() noexcept override { search_.stop(); }
    void clear() noexcept override { search_.clear(); }

private:
    Search<P> search_;
};

template <RulesProvider P>
class JudgeOf final : public Judge {
public:
    using Word = typename P::Word;

    JudgeOf(const damiera::Instance& game, std::shared_ptr<const eval::Learned> learned)
        : provider_{provider_of<P>(game)}, evaluation_{provider_, game.game->rules.goal, std::move(learned)} {}

    [[nodiscard]] Score operator()(const WidePosition& position) const override {
        return evaluation_(resized<Word>(position));
    }

    void features(const WidePosition& wide, Features& found) const override {
        const Position<Word> position = resized<Word>(wide);
        if (position.side == Side::white) return fill<Side::white>(position.pieces, found);
        fill<Side::black>(position.pieces, found);
    }

private:
    template <Side Us>
    void fill(const Pieces<Word>& pieces, Features& found) const {
        constexpr Side them = opponent(Us);
        const auto& shapes = evaluation_.shapes();
        found.patterns.assign(shapes.count, 0);
        evaluation_.each_pattern(pieces, [&](std::size_t shape, std::size_t pattern) {
            const bool turned = Us == Side::black;
            const auto seen = turned ? eval::pattern_turned(pattern) : pattern;
            found.patterns[turned ? shapes.turned[shape] : shape] = static_cast<std::uint16_t>(seen);
        });
        place<Us>(pieces, found);
        const auto own = evaluation_.template structure<Us>(pieces);
        const auto other = evaluation_.template structure<them>(pieces);
        const int crowned = (pieces.kings_of(Us) != 0 ? 1 : 0) - (pieces.kings_of(them) != 0 ? 1 : 0);
        const std::array counts{own.steps - other.steps, own.king_steps - other.king_steps, own.backed - other.backed,
                                own.tilt - other.tilt, crowned, 1, evaluation_.template opposition<Us>(pieces)};
        for (std::size_t i = 0; i < eval::terms; ++i) found.terms[i] = static_cast<std::int8_t>(counts[i]);
        found.phase = evaluation_.phase(pieces);
        found.full = evaluation_.full();
    }

    template <Side Us>
    void place(const Pieces<Word>& pieces, Features& found) const {
        const Geometry g = provider_.rules().board;
        const Word board = provider_.layout().board;
        found.pieces.assign(2 * static_cast<std::size_t>(g.squares()), 0);
        std::size_t square = 0;
        each_bit(board, [&](int at) {
            const int own = Us == Side::white ? at : g.turned(at);
            const int other = Us == Side::white ? g.turned(at) : at;
            const auto put = [&](Side side, int bit, int worth) {
                if ((pieces.of(side) >> bit & 1) == 0) return;
                const bool king = (pieces.kings >> bit & 1) != 0;
                auto& slot = found.pieces[square + (king ? static_cast<std::size_t>(g.squares()) : 0)];
                slot = static_cast<std::int8_t>(slot + worth);
            };
            put(Us, own, 1);
            put(opponent(Us), other, -1);
            ++square;
        });
    }

    P provider_;
    eval::Evaluation<P> evaluation_;
};

}  // namespace detail

/// The search that uses the generator of the provider `P`.
template <RulesProvider P>
[[nodiscard]] consteval Instance make_search() {
    return {
        .generator = &functions_of<P>,
        .make = [](const damiera::Instance& game, std::size_t megabytes, int threads,
                   std::shared_ptr<const eval::Learned> learned) -> std::unique_ptr<Mind> {
            return std::make_unique<detail::MindOf<P>>(game, megabytes, threads, std::move(learned));
        },
        .judge = [](const damiera::Instance& game,
                    std::shared_ptr<const eval::Learned> learned) -> std::unique_ptr<Judge> {
            return std::make_unique<detail::JudgeOf<P>>(game, std::move(learned));
        },
    };
}

extern const Instance italian_search;
extern const Instance english_search;
extern const Instance international_search;
extern const Instance spanish_search;
extern const Instance spanish_quality_search;
extern const Instance russian_search;
extern const Instance brazilian_search;
extern const Instance czech_search;
extern const Instance pool_search;
extern const Instance canadian_search;
extern const Instance killer_search;
extern const Instance turkish_search;
extern const Instance frisian_search;
extern const Instance narrow_search;  // of games on 64 bits that carry their rules
extern const Instance wide_search;    // of any game

/// How many men count as a full board.
[[nodiscard]] inline int full_of(const damiera::Instance& game) noexcept {
    return eval::Tables<Word128>::full_of(game.game->rules.board);
}

/// The search of a game.
[[nodiscard]] const Instance& search_of(const damiera::Instance& game) noexcept;

}  // namespace damiera::search
