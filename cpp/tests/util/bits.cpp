#include "damiera/util/bits.hpp"

#include <random>  // mt19937_64
#include <vector>  // vector

#include "check.hpp"

namespace damiera::testing {

const Case counting("popcount counts what the library counts", [] {
    std::mt19937_64 chance{1};
    for (int i = 0; i < 10'000; ++i) {
        const Word64 a = chance() & chance();
        const Word64 b = chance() | chance();
        check_equal(popcount(a), std::popcount(a));
        check_equal(popcount(a, b), std::popcount(a) + std::popcount(b));
        const Word128 wide = static_cast<Word128>(a) << 64 | b;
        check_equal(popcount(wide), popcount(a, b));
        check_equal(popcount(wide, Word128{a}), popcount(a, b) + popcount(a));
    }
    check_equal(popcount(~Word64{0}), 64);
    check_equal(popcount(~Word64{0}, ~Word64{0}), 128);
    check_equal(popcount(Word64{0}), 0);
});

const Case ends("lowest and highest find the ends of a set", [] {
    for (int low = 0; low < 128; ++low) {
        for (int high = low; high < 128; ++high) {
            const Word128 set = bit<Word128>(low) | bit<Word128>(high);
            check_equal(lowest(set), low);
            check_equal(highest(set), high);
            if (high > 63) continue;
            check_equal(lowest(static_cast<Word64>(set)), low);
            check_equal(highest(static_cast<Word64>(set)), high);
        }
    }
});

const Case visiting("each_bit visits in rising order", [] {
    std::vector<int> seen;
    each_bit(bit<Word128>(3) | bit<Word128>(64) | bit<Word128>(127), [&](int at) { seen.push_back(at); });
    check(seen == std::vector{3, 64, 127});
    each_bit(Word64{0}, [&](int) { check(false); });
});

const Case masks("ones_if_empty tells empty sets", [] {
    check_equal(ones_if_empty(Word64{0}), ~Word64{0});
    check(ones_if_empty(Word128{0}) == ~Word128{0});
    for (int at = 0; at < 63; ++at) check_equal(ones_if_empty(bit<Word64>(at)), Word64{0});
    for (int at = 0; at < 127; ++at) check(ones_if_empty(bit<Word128>(at)) == 0);
});

}  // namespace damiera::testing
