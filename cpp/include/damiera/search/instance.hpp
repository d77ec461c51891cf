// One table of functions per game for searching it: the bindings see this and never the templates.
//
// Positions and moves cross in the wide form, as in `movegen/instance.hpp`. The instances are compiled in
// `cpp/src/search_*.cpp`, one file each; their generators are those of the game's own instance.
#pragma once

#include <cstddef>      // size_t
#include <memory>       // unique_ptr
#include <string_view>  // string_view
#include <utility>      // move
#include <vector>       // vector

#include "damiera/eval/evaluation.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/game.hpp"
#include "damiera/search/search.hpp"

namespace damiera::search {

using WideLine = Line<Word128>;
using WideRequest = Request<Word128>;

/// A search of some game; see `Search`.
class Mind {
public:
    virtual ~Mind() = default;
    virtual std::vector<WideLine> think(const WideRequest& request) = 0;
    virtual void stop() noexcept = 0;
    virtual void clear() noexcept = 0;
};

struct Instance {
    const Game* game;
    std::unique_ptr<Mind> (*make)(std::size_t megabytes, int threads);
    Score (*evaluate)(const WidePosition&);
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

    MindOf(std::size_t megabytes, int threads) : search_{P{}, megabytes, threads} {}

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

    void stop() noexcept override { search_.stop(); }
    void clear() noexcept override { search_.clear(); }

private:
    Search<P> search_;
};

}  // namespace detail

/// The instance of a game whose rules `P` provides as constants.
template <RulesProvider P>
[[nodiscard]] constexpr Instance make_search(const Game& game) {
    return {
        .game = &game,
        .make = [](std::size_t megabytes, int threads) -> std::unique_ptr<Mind> {
            return std::make_unique<detail::MindOf<P>>(megabytes, threads);
        },
        .evaluate =
            [](const WidePosition& position) {
                static const eval::Evaluation<P> evaluation{P{}};
                return evaluation(resized<typename P::Word>(position));
            },
    };
}

extern const Instance italian_search;
extern const Instance english_search;
extern const Instance international_search;
extern const Instance proof_english_search;
extern const Instance proof_international_search;

/// The search of a game or proof board; null if there is none of that name.
[[nodiscard]] const Instance* find_search(std::string_view slug) noexcept;

}  // namespace damiera::search
