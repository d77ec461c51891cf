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
#include "damiera/eval/features.hpp"
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
    virtual void ponder() noexcept = 0;
    virtual void ponder_hit() noexcept = 0;
};

/// The evaluation of some game; see `eval::Evaluation`.
class Judge {
public:
    virtual ~Judge() = default;
    [[nodiscard]] virtual Score operator()(const WidePosition& position) const = 0;
    virtual void features(const WidePosition& position, eval::Features& found) const = 0;
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
    void ponder() noexcept override { search_.ponder(); }
    void ponder_hit() noexcept override { search_.ponder_hit(); }
    void clear() noexcept override { search_.clear(); }

private:
    Search<P> search_;
};

template <RulesProvider P>
class JudgeOf final : public Judge {
public:
    using Word = typename P::Word;

    JudgeOf(const damiera::Instance& game, std::shared_ptr<const eval::Learned> learned)
        : provider_{provider_of<P>(game)}, evaluation_{provider_, game.game->rules.goal, std::move(learned)},
          contents_{game.game->rules.board} {}

    [[nodiscard]] Score operator()(const WidePosition& position) const override {
        return evaluation_(resized<Word>(position));
    }

    void features(const WidePosition& wide, eval::Features& found) const override {
        const Position<Word> position = resized<Word>(wide);
        if (position.side == Side::white) return fill<Side::white>(position.pieces, found);
        fill<Side::black>(position.pieces, found);
    }

private:
    template <Side Us>
    void fill(const Pieces<Word>& pieces, eval::Features& found) const {
        found.counts.clear();
        found.phase = evaluation_.phase(pieces);
        found.full = evaluation_.full();
        add_shapes<false>(pieces, found);
        add_shapes<true>(pieces, found);
        add_pieces(pieces, found);
        add_terms<Us>(pieces, found);
    }

    static void add(eval::Features& found, std::size_t weight, int times) {
        if (times != 0) found.counts.push_back({static_cast<std::uint32_t>(weight), static_cast<std::int8_t>(times)});
    }

    template <bool IsLarge>
    void add_shapes(const Pieces<Word>& pieces, eval::Features& found) const {
        evaluation_.template each_pattern<IsLarge>(pieces, [&](std::size_t shape, std::size_t own, std::size_t turned) {
            const std::size_t first = IsLarge ? contents_.large(shape) : contents_.small(shape);
            if (own == turned) return;
            add(found, first + own, 1);
            add(found, first + turned, -1);
        });
    }

    void add_pieces(const Pieces<Word>& pieces, eval::Features& found) const {
        const Geometry g = contents_.board();
        std::array<std::array<int, 2>, 2> count{};  // by side, is a king
        for (const Side side : {Side::white, Side::black}) {
            const bool white = side == Side::white;
            each_bit(pieces.of(side), [&](int bit) {
                const bool king = (pieces.kings >> bit & 1) != 0;
                const int at = white ? bit : g.turned(bit);
                add(found, king ? contents_.king(at) : contents_.man(at), white ? 1 : -1);
                ++count[static_cast<std::size_t>(index(side))][king ? 1 : 0];
            });
        }
        const auto& [white, black] = count;
        if (white != black) {
            add(found, contents_.counted(white[0], black[0], white[1], black[1]), 1);
            add(found, contents_.counted(black[0], white[0], black[1], white[1]), -1);
        }
        evaluation_.each_beside(pieces, [&](Side side, eval::Beside kind, int king, int at) {
            const bool own = side == Side::white;
            add(found, contents_.beside(kind, own ? king : g.turned(king), own ? at : g.turned(at)), own ? 1 : -1);
            if (kind == eval::Beside::enemy_king) add(found, contents_.beside(kind, g.turned(at), g.turned(king)), -1);
        });
    }

    template <Side Us>
    void add_terms(const Pieces<Word>& pieces, eval::Features& found) const {
        const auto white = evaluation_.template structure<Side::white>(pieces);
        const auto black = evaluation_.template structure<Side::black>(pieces);
        const int turn = Us == Side::white ? 1 : -1;
        const int crowned = (pieces.kings_of(Side::white) != 0 ? 1 : 0) - (pieces.kings_of(Side::black) != 0 ? 1 : 0);
        const std::array counts{white.steps - black.steps, white.king_steps - black.king_steps,
                                white.backed - black.backed, white.tilt - black.tilt, crowned, turn,
                                turn * evaluation_.template opposition<Us>(pieces)};
        for (std::size_t i = 0; i < eval::terms; ++i) add(found, contents_.term(static_cast<eval::Term>(i)), counts[i]);
    }

    P provider_;
    eval::Evaluation<P> evaluation_;
    eval::Contents contents_;
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
