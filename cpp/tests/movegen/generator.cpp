#include "damiera/movegen/generator.hpp"

#include <algorithm>  // sort, is_permutation
#include <cstdint>    // SIZE_MAX

#include "boards.hpp"
#include "check.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/movegen/walk.hpp"
#include "damiera/rules/frisian.hpp"
#include "damiera/rules/turkish.hpp"
#include "games.hpp"

namespace damiera::testing {

namespace {

constexpr std::uint64_t crowds = 4'000;

template <BoardWord Word>
[[nodiscard]] bool same_moves(const MoveList<Word>& a, const MoveList<Word>& b) {
    return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}

/// The captures by the walk alone, without sets of men.
template <RulesProvider P, Side Us>
void walked(const Pieces<typename P::Word>& pieces, MoveList<typename P::Word>& list) {
    BestCaptures<typename P::Word> sink{list, P{}.rules(), false, SIZE_MAX};
    Walk<P, Us, BestCaptures<typename P::Word>>{P{}, pieces, sink, unlimited}.all();
}

template <RulesProvider P, Side Us>
void check_crowd(const Pieces<typename P::Word>& pieces, const std::string& about) {
    using Word = typename P::Word;
    MoveList<Word> list;
    generate<P, Us>(P{}, pieces, list);
    check_equal(count<P, Us>(P{}, pieces), static_cast<int>(list.size()), about);
    check_equal(has_moves<P, Us>(P{}, Position<Word>{pieces, Us}), !list.empty(), about);
    MoveList<Word> captures;
    walked<P, Us>(pieces, captures);
    check_equal(detect<P, Us>(P{}, pieces), !captures.empty(), about);
    if (!captures.empty()) check_equal(same_moves(list, captures), true, about);
    for (const Move<Word>& move : list) check_equal(move.is_capture(), !captures.empty(), about);
}

/// The same rules carried along give the same moves.
template <Rules R, Side Us>
void check_carried(const Pieces<Word128>& wide, const Pieces<typename Fixed<R>::Word>& pieces) {
    static const Rules rules = R;
    static const Layout<Word128> layout{R.board};
    MoveList<Word128> carried;
    generate<Carried, Us>(Carried{&rules, &layout}, wide, carried);
    MoveList<typename Fixed<R>::Word> fixed;
    generate<Fixed<R>, Us>(Fixed<R>{}, pieces, fixed);
    MoveList<Word128> widened;
    for (const auto& move : fixed) widened.push(resized<Word128>(move));
    check(same_moves(carried, widened));
    check_equal(count<Carried, Us>(Carried{&rules, &layout}, wide), static_cast<int>(fixed.size()));
    check_equal(detect<Carried, Us>(Carried{&rules, &layout}, wide), detect<Fixed<R>, Us>(Fixed<R>{}, pieces));
}

template <Rules R>
void check_rules(const std::string& name) {
    using Word = typename Fixed<R>::Word;
    for (std::uint64_t seed = 0; seed < crowds; ++seed) {
        const Pieces<Word> pieces = scattered<Word>(R.board, seed);
        check_crowd<Fixed<R>, Side::white>(pieces, name + " " + std::to_string(seed));
        check_crowd<Fixed<R>, Side::black>(pieces, name + " " + std::to_string(seed));
        if (seed % 8 != 0) continue;
        check_carried<R, Side::white>(resized<Word128>(pieces), pieces);
        check_carried<R, Side::black>(resized<Word128>(pieces), pieces);
    }
}

}  // namespace

const Case faces("detect, count, generate and the walk agree among crowds", [] {
    check_rules<italian_rules>("italian");
    check_rules<english_rules>("english");
    check_rules<international_rules>("international");
    check_rules<russian>("russian");
    check_rules<pool>("pool");
    check_rules<czech>("czech");
    check_rules<portuguese>("portuguese");
    check_rules<argentine>("argentine");
    check_rules<mozambican>("mozambican");
    check_rules<killer>("killer");
    check_rules<thai>("thai");
    check_rules<triestina>("triestina");
    check_rules<canadian>("canadian");
    check_rules<turkish_rules>("turkish");
});

/// Fewer of these: their kings have many more routes.
const Case eight_ways("detect, count, generate and the walk agree where pieces jump in eight directions", [] {
    for (std::uint64_t seed = 0; seed < crowds / 20; ++seed) {
        const Pieces<Word64> pieces = scattered<Word64>(frisian_rules.board, seed);
        check_crowd<Fixed<frisian_rules>, Side::white>(pieces, "frisian " + std::to_string(seed));
        check_crowd<Fixed<frisian_rules>, Side::black>(pieces, "frisian " + std::to_string(seed));
    }
});

/// Men only, as in most positions of a game: here sets answer.
const Case men_alone("sets of men find what the walk finds", [] {
    for (std::uint64_t seed = 0; seed < 4 * crowds; ++seed) {
        Pieces<Word64> pieces = scattered<Word64>({8, 8}, seed);
        pieces.kings = 0;
        check_crowd<Fixed<italian_rules>, Side::white>(pieces, "italian " + std::to_string(seed));
        check_crowd<Fixed<english_rules>, Side::black>(pieces, "english " + std::to_string(seed));
        check_crowd<Fixed<russian>, Side::white>(pieces, "russian " + std::to_string(seed));
        check_crowd<Fixed<pool>, Side::black>(pieces, "pool " + std::to_string(seed));
        Pieces<Word64> larger = scattered<Word64>({10, 10}, seed);
        larger.kings = 0;
        check_crowd<Fixed<international_rules>, Side::white>(larger, "international " + std::to_string(seed));
        check_crowd<Fixed<triestina>, Side::black>(larger, "triestina " + std::to_string(seed));
        Pieces<Word64> crossed = scattered<Word64>(frisian_rules.board, seed);
        crossed.kings = 0;
        check_crowd<Fixed<frisian_rules>, Side::white>(crossed, "frisian " + std::to_string(seed));
    }
});

const Case budget("a listing that must try too many jumps says that it is cut short, and a count gives up with an error", [] {
    const Position<Word128> position = parse("W:WK46:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40", {10, 10});
    const Pieces<Word64> pieces = resized<Word64>(position.pieces);
    using P = Fixed<international_rules>;
    MoveList<Word64> list;
    check(!generate<P, Side::white>(P{}, pieces, list, 20));
    check(!list.empty());
    check_throws<BudgetExceeded>([&] { static_cast<void>(count<P, Side::white>(P{}, pieces, 20)); });
    check(generate<P, Side::white>(P{}, pieces, list, 1'000'000));
    check(!list.empty());
});

}  // namespace damiera::testing
