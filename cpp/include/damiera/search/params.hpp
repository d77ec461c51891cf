// The numbers by which a search decides what to look at further and what to leave.
//
// Nothing depends on them but strength: they may be anything within their bounds. Two searches with other numbers mean
// other things by a depth, so a table of positions is to be cleared when they change.
#pragma once

#include <algorithm>    // clamp
#include <array>        // array
#include <string_view>  // string_view

namespace damiera::search {

/// See `Worker`. Scores are centipieces, depths plies; a depth of `never` switches a thing off.
struct Params {
    static constexpr int never = 99;

    // Reductions of quiet moves that come late in the order.
    int reduce_depth{};
    int reduce_from{};     // moves tried before, in a narrow window
    int reduce_from_pv{};  // and in a wide one
    int reduce_two_depth{};
    int reduce_two_from{};
    int reduce_three_depth{};
    int reduce_three_from{};
    // ProbCut: a shallower search (percent of the depth) against a raised bound.
    int probe_depth{};
    int probe_percent{};
    int probe_margin{};
    int probe_margin_ply{};
    int probe_nesting{};  // ProbCuts within which there may be another
    int probe_soft{};     // 1: what it found counts, less the margin; 0: the bound
    // Depth given and taken.
    int guess_depth{};    // from which a position without a move in the table is searched a ply shallower
    int extend_single{};  // 1: the only move is searched a ply deeper, whatever it is; 0: if it captures
    int singular_depth{};
    int singular_margin{};
    int singular_less{};  // plies of the search of the others, and how much shallower the table may be
    // The end of the search.
    int threat_margin{};  // a threatened position is looked at further that looks no worse than so far below beta
    // Memory.
    int proved_bounds{};    // 1: bounds of proved wins and losses in the table hold at every depth
    int table_keep{};       // an entry so much deeper is kept
    int history_percent{};  // of what quiet moves achieved, kept for the next search
    int window{};           // half the first window round the last score

    friend bool operator==(const Params&, const Params&) = default;
};

/// As they are usually: what matches found best, see `benchmarks/results.md`. They lie in a source of their own, so that
/// others are compiled in a second.
extern const Params usual_params;

/// A number of `Params` with its name for people and its bounds.
struct Param {
    std::string_view name;
    int Params::*value;
    int least;
    int most;
};

inline constexpr std::array<Param, 23> all_params{{
    {"reduce-depth", &Params::reduce_depth, 2, Params::never},
    {"reduce-from", &Params::reduce_from, 1, 64},
    {"reduce-from-pv", &Params::reduce_from_pv, 1, 64},
    {"reduce-two-depth", &Params::reduce_two_depth, 2, Params::never},
    {"reduce-two-from", &Params::reduce_two_from, 1, 64},
    {"reduce-three-depth", &Params::reduce_three_depth, 2, Params::never},
    {"reduce-three-from", &Params::reduce_three_from, 1, 64},
    {"probe-depth", &Params::probe_depth, 2, Params::never},
    {"probe-percent", &Params::probe_percent, 0, 80},
    {"probe-margin", &Params::probe_margin, 0, 500},
    {"probe-margin-ply", &Params::probe_margin_ply, 0, 100},
    {"probe-nesting", &Params::probe_nesting, 0, Params::never},
    {"probe-soft", &Params::probe_soft, 0, 1},
    {"guess-depth", &Params::guess_depth, 2, Params::never},
    {"extend-single", &Params::extend_single, 0, 1},
    {"singular-depth", &Params::singular_depth, 4, Params::never},
    {"singular-margin", &Params::singular_margin, 0, 500},
    {"singular-less", &Params::singular_less, 1, 16},
    {"threat-margin", &Params::threat_margin, 0, 40'000},
    {"proved-bounds", &Params::proved_bounds, 0, 1},
    {"table-keep", &Params::table_keep, 0, Params::never},
    {"history-percent", &Params::history_percent, 0, 100},
    {"window", &Params::window, 1, 1000},
}};

}  // namespace damiera::search
