// One table of functions per generator for searching with it: the bindings see this and never the templates.
//
// Positions and moves cross in the wide form, as in `movegen/instance.hpp`. The popular games have a search compiled with
// their rules as constants, in the file of their generator; all others share two that carry the rules along.
#pragma once

#include <cstddef>  // size_t
#include <memory>   // make_unique, shared_ptr, unique_ptr
#include <utility>  // move
#include <vector>   // vector

#include "damiera/endgame/oracle.hpp"
#include "damiera/eval/evaluation.hpp"
#include "damiera/eval/features.hpp"
#include "damiera/eval/learned.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/search/params.hpp"
#include "damiera/search/search.hpp"

namespace damiera::search {

using WideLine = Line<Word128>;
using WideRequest = Request<Word128>;

/// A search of some game; see `Search`.
class Engine {
public:
    virtual ~Engine() = default;
    virtual std::vector<WideLine> think(const WideRequest& request) = 0;
    virtual void consult(endgame::Oracle* oracle) noexcept = 0;
    virtual void tune(const Params& params) noexcept = 0;
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
    std::unique_ptr<Engine> (*make)(const damiera::Instance& game, std::size_t megabytes, int threads,
                                    std::shared_ptr<const eval::Learned> learned);
};

/// An engine whose workers know the rules of its game.
[[nodiscard]] std::unique_ptr<Engine> engine_of(std::unique_ptr<AnyWorkers<Word64>> workers, std::size_t megabytes);
[[nodiscard]] std::unique_ptr<Engine> engine_of(std::unique_ptr<AnyWorkers<Word128>> workers, std::size_t megabytes);

/// The evaluation of a game. Its rules are carried along whatever its generator does: it is asked of one position at a time.
[[nodiscard]] std::unique_ptr<Judge> judge_of(const damiera::Instance& game, std::shared_ptr<const eval::Learned> learned);

/// The search that uses the generator of the provider `P`.
template <RulesProvider P>
[[nodiscard]] consteval Instance make_search() {
    return {
        .generator = &functions_of<P>,
        .make = [](const damiera::Instance& game, std::size_t megabytes, int threads,
                   std::shared_ptr<const eval::Learned> learned) -> std::unique_ptr<Engine> {
            const Goal goal = game.game->rules.goal;
            return engine_of(std::make_unique<Workers<P>>(provider_of<P>(game), goal, threads, std::move(learned)), megabytes);
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
