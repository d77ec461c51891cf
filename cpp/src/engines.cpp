// Engines and judges, compiled once for all games on words of one size.
#include <array>    // array
#include <cstddef>  // size_t
#include <cstdint>  // int8_t, uint32_t
#include <memory>   // make_unique, shared_ptr, unique_ptr
#include <utility>  // move
#include <vector>   // vector

#include "damiera/endgame/oracle.hpp"
#include "damiera/eval/evaluation.hpp"
#include "damiera/eval/features.hpp"
#include "damiera/eval/learned.hpp"
#include "damiera/eval/tables.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/instance.hpp"
#include "damiera/search/params.hpp"
#include "damiera/search/search.hpp"

namespace damiera::eval {

template struct Tables<Word64>;
template struct Tables<Word128>;

}  // namespace damiera::eval

namespace damiera::search {

namespace {

template <BoardWord Word>
[[nodiscard]] WideLine widened(const Line<Word>& line) {
    WideLine wide{line.depth, line.multipv, line.score, line.nodes, line.time_ms, {}};
    for (const Move<Word>& move : line.pv) wide.pv.push_back(resized<Word128>(move));
    return wide;
}

template <BoardWord Word>
class EngineOf final : public Engine {
public:
    EngineOf(std::unique_ptr<AnyWorkers<Word>> workers, std::size_t megabytes) : search_{std::move(workers), megabytes} {}

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
    void tune(const Params& params) noexcept override { search_.tune(params); }
    void stop() noexcept override { search_.stop(); }
    void ponder() noexcept override { search_.ponder(); }
    void ponder_hit() noexcept override { search_.ponder_hit(); }
    void clear() noexcept override { search_.clear(); }

private:
    Search<Word> search_;
};

template <BoardWord Word>
class JudgeOf final : public Judge {
public:
    using P = CarriedOn<Word>;

    JudgeOf(const damiera::Instance& game, std::shared_ptr<const eval::Learned> learned)
        : provider_{provider_of<P>(game)},
          evaluation_{provider_, game.game->rules.goal, std::move(learned)}, contents_{game.game->rules.board} {}

    [[nodiscard]] Score operator()(const WidePosition& position) const override { return evaluation_(resized<Word>(position)); }

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
        const std::array counts{white.steps - black.steps,
                                white.king_steps - black.king_steps,
                                white.backed - black.backed,
                                white.tilt - black.tilt,
                                crowned,
                                turn,
                                turn * evaluation_.template opposition<Us>(pieces)};
        for (std::size_t i = 0; i < eval::terms; ++i) add(found, contents_.term(static_cast<eval::Term>(i)), counts[i]);
    }

    P provider_;
    eval::Evaluation<P> evaluation_;
    eval::Contents contents_;
};

}  // namespace

std::unique_ptr<Engine> engine_of(std::unique_ptr<AnyWorkers<Word64>> workers, std::size_t megabytes) {
    return std::make_unique<EngineOf<Word64>>(std::move(workers), megabytes);
}

std::unique_ptr<Engine> engine_of(std::unique_ptr<AnyWorkers<Word128>> workers, std::size_t megabytes) {
    return std::make_unique<EngineOf<Word128>>(std::move(workers), megabytes);
}

std::unique_ptr<Judge> judge_of(const damiera::Instance& game, std::shared_ptr<const eval::Learned> learned) {
    if (game.narrow != nullptr) return std::make_unique<JudgeOf<Word64>>(game, std::move(learned));
    return std::make_unique<JudgeOf<Word128>>(game, std::move(learned));
}

}  // namespace damiera::search
