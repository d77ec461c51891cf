#include "damiera/search/params.hpp"

#include <algorithm>  // count

#include "check.hpp"
#include "damiera/position/move.hpp"
#include "damiera/search/order.hpp"

namespace damiera::testing {

using search::all_params;
using search::Param;
using search::Params;

const Case bounded("every number of a search has a name of its own, and is usually within its bounds", [] {
    for (const Param& param : all_params) {
        check(param.least < param.most);
        const int usual = search::usual_params.*(param.value);
        check(usual >= param.least && usual <= param.most);
        check_equal(std::ranges::count(all_params, param.name, &Param::name), 1);
        check_equal(std::ranges::count(all_params, param.value, &Param::value), 1);
    }
    check_equal(sizeof(Params), all_params.size() * sizeof(int));
});

const Case aged("of what quiet moves achieved a share is kept for the next search, and killers come two plies nearer", [] {
    search::Order<Word64> order;
    MoveList<Word64> moves;
    for (const std::uint8_t to : {1, 2}) {
        Move<Word64> move{};
        move.from = 9;
        move.to = to;
        moves.push(move);
    }
    int ranks[2];
    order.reward(moves[1], moves, {}, Side::white, 2, 6);
    order.grow_older(100);
    order.rank(moves, 2, -1, Side::white, 0, ranks);
    check(ranks[1] > 2 * 8192);  // a killer of ply 2 is one of ply 0 now
    order.rank(moves, 2, -1, Side::white, 2, ranks);
    const int kept = ranks[1];
    check(kept > 0);
    order.grow_older(50);
    order.rank(moves, 2, -1, Side::white, 2, ranks);
    check_equal(ranks[1], kept / 2);
    order.grow_older(0);
    order.rank(moves, 2, -1, Side::white, 0, ranks);
    check_equal(ranks[1], 0);
});

}  // namespace damiera::testing
