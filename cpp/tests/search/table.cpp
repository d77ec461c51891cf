#include "damiera/search/table.hpp"

#include "check.hpp"
#include "damiera/search/score.hpp"

namespace damiera::testing {

using search::Bound;
using search::Entry;
using search::Table;

const Case kept("a stored entry comes back whole", [] {
    Table table{1};
    Entry found;
    check(!table.probe(42, 0, found));
    table.store(42, 0, {.move = 7, .score = -123, .depth = 11, .bound = Bound::lower});
    check(table.probe(42, 0, found));
    check_equal(found.move, 7);
    check_equal(found.score, -123);
    check_equal(found.depth, 11);
    check(found.bound == Bound::lower);
    check(!table.probe(43, 0, found));
    table.clear();
    check(!table.probe(42, 0, found));
});

const Case counted("a win means the same number of plies at every ply", [] {
    Table table{1};
    Entry found;
    table.store(1, 4, {.move = 0, .score = search::win - 10, .depth = 3, .bound = Bound::exact});  // six plies from here
    check(table.probe(1, 2, found));
    check_equal(found.score, search::win - 8);
    table.store(2, 4, {.move = 0, .score = search::lost_at(10), .depth = 3, .bound = Bound::exact});
    check(table.probe(2, 0, found));
    check_equal(found.score, search::lost_at(6));
});

const Case tabled("so does a win by endgame tables, below every proof and above every guess", [] {
    Table table{1};
    Entry found;
    table.store(1, 4, {.move = 0, .score = search::tabled_at(10), .depth = 3, .bound = Bound::exact});
    check(table.probe(1, 2, found));
    check_equal(found.score, search::tabled_at(8));
    table.store(2, 4, {.move = 0, .score = -search::tabled_at(10), .depth = 3, .bound = Bound::exact});
    check(table.probe(2, 0, found));
    check_equal(found.score, -search::tabled_at(6));
    check(search::tabled_at(0) < search::proved);
    check(search::won_at(2 * search::max_ply) > search::tabled_at(0));
    check(!search::counts_plies(28'000));
});

const Case apart("what was stored by a search with other endgame tables is not seen, and not lost", [] {
    Table table{1};
    Entry found;
    table.see_only(4);
    table.store(7, 0, {.move = 1, .score = 5, .depth = 3, .bound = Bound::exact});
    table.see_only(3);
    check(!table.probe(7, 0, found));
    table.see_only(4);
    check(table.probe(7, 0, found));
    check_equal(found.score, 5);
});

const Case remembered("a move once found outlives an entry without one", [] {
    Table table{1};
    Entry found;
    table.store(5, 0, {.move = 3, .score = 20, .depth = 2, .bound = Bound::exact});
    table.store(5, 0, {.move = Entry::no_move, .score = 10, .depth = 4, .bound = Bound::upper});
    check(table.probe(5, 0, found));
    check_equal(found.move, 3);
    check_equal(found.depth, 4);
});

const Case deeper("what is known in depth outlives a shallow question, and is young again", [] {
    Table table{1};
    Entry found;
    table.store(5, 0, {.move = 3, .score = 20, .depth = 9, .bound = Bound::exact});
    table.grow_older();
    table.store(5, 0, {.move = 4, .score = 10, .depth = 8, .bound = Bound::lower}, 0);
    check(table.probe(5, 0, found));
    check_equal(found.move, 3);
    check_equal(found.depth, 9);
    table.store(5, 0, {.move = 4, .score = 10, .depth = 8, .bound = Bound::lower}, 1);  // deeper by no more than one
    check(table.probe(5, 0, found));
    check_equal(found.move, 4);
    check_equal(found.depth, 8);
    table.store(5, 0, {.move = 2, .score = 10, .depth = 9, .bound = Bound::lower}, 0);
    check(table.probe(5, 0, found));
    check_equal(found.depth, 9);
});

const Case replaced("the old and the shallow give way first", [] {
    Table table{1};
    constexpr std::uint64_t stride = 1U << 20;  // keys of one bucket
    const auto key = [&](std::uint64_t n) { return (n + 1) * stride + 9; };
    const auto put = [&](std::uint64_t n, int depth) {
        table.store(key(n), 0, {.move = 1, .score = 0, .depth = depth, .bound = Bound::exact});
    };
    for (std::uint64_t n = 0; n < 4; ++n) put(n, 10 + static_cast<int>(n));
    put(4, 5);
    Entry found;
    check(!table.probe(key(0), 0, found));
    check(table.probe(key(1), 0, found));
    check(table.probe(key(4), 0, found));
    table.grow_older();
    table.grow_older();
    put(4, 5);  // seen again: young
    put(5, 1);
    check(!table.probe(key(1), 0, found));
    check(table.probe(key(4), 0, found));
    check(table.probe(key(5), 0, found));
});

}  // namespace damiera::testing
