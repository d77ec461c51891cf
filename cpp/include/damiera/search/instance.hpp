// One table of functions per generator for searching with it: the bindings see this and never the templates.
//
// Positions and moves cross in the wide form, as in `movegen/instance.hpp`. The popular games have a search compiled with
// their rules as constants, in the file of their generator; all others share two that carry the rules along.
#pragma once

#include <cstddef>  // size_t
#include <memory>   // unique_ptr
#include <vector>   // vector

#include "damiera/eval/evaluation.hpp"
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
    virtual void stop() noexcept = 0;
    virtual void clear() noexcept = 0;
};

struct Instance {
    const Functions* generator;  // of the games it searches
    std::unique_ptr<Mind> (*make)(const damiera::Instance& game, std::size_t megabytes, int threads);
    Score (*evaluate)(const damiera::Instance& game, const WidePosition&);
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

    MindOf(const damiera::Instance& game, std::size_t megabytes, int threads)
        : search_{provider_of<P>(game), game.game->rules.goal, megabytes, threads} {}

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

/// The search that uses the generator of the provider `P`.
template <RulesProvider P>
[[nodiscard]] consteval Instance make_search() {
    return {
        .generator = &functions_of<P>,
        .make = [](const damiera::Instance& game, std::size_t megabytes, int threads) -> std::unique_ptr<Mind> {
            return std::make_unique<detail::MindOf<P>>(game, megabytes, threads);
        },
        .evaluate =
            [](const damiera::Instance& game, const WidePosition& position) {
                const eval::Evaluation<P> evaluation{provider_of<P>(game), game.game->rules.goal};
                return evaluation(resized<typename P::Word>(position));
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

/// The search of a game.
[[nodiscard]] const Instance& search_of(const damiera::Instance& game) noexcept;

}  // namespace damiera::search
