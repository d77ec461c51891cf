#include "damiera/movegen/perft.hpp"

#include "boards.hpp"
#include "check.hpp"
#include "damiera/movegen/instance.hpp"
#include "games.hpp"

namespace damiera::testing {

namespace {

#ifdef NDEBUG
constexpr std::uint64_t most_leaves = 30'000'000;
#else
constexpr std::uint64_t most_leaves = 300'000;  // sanitizers and debug builds are slow
#endif

template <RulesProvider P>
void check_table(const P& rules, const std::string& name, const PerftTable& table, const Position<typename P::Word>& position) {
    for (const auto& [depth, leaves] : table.counts) {
        if (leaves > most_leaves) break;
        check_equal(perft(rules, position, depth, true), leaves, name + " " + std::to_string(depth));
        if (leaves > most_leaves / 20) continue;
        check_equal(perft(rules, position, depth, false), leaves, name + " " + std::to_string(depth) + ", not in bulk");
    }
}

/// Both providers count the published leaves: rules as constants, and the same rules carried along.
template <Rules R>
void check_game(const std::string& path, const std::string& name, int rows, Side first) {
    const PerftTable table = read_table(path + "/" + name + ".perft");
    Position<Word128> position{start<Word128>(R.board, rows), first};
    if (table.fen != "start") position = parse(table.fen, R.board);
    check_table(Fixed<R>{}, name, table, resized<typename Fixed<R>::Word>(position));

    const Layout<Word128> layout{R.board};
    const Rules rules = R;
    PerftTable shorter = table;
    while (!shorter.counts.empty() && shorter.counts.back().second > 300'000) shorter.counts.pop_back();
    check_table(Carried{&rules, &layout}, name + ", rules carried", shorter, position);
}

template <Rules R>
void check_other(const std::string& name, int rows, Side first = Side::white) {
    check_game<R>(DAMIERA_PERFT, name, rows, first);
}

}  // namespace

const Case built_in("published counts of the built-in games", [] {
    check_game<italian_rules>(DAMIERA_PERFT, "italian", 3, Side::white);
    check_game<english_rules>(DAMIERA_PERFT, "english", 3, Side::black);
    check_game<international_rules>(DAMIERA_PERFT, "international", 4, Side::white);
    check_game<international_rules>(DAMIERA_PERFT, "international-random178", 4, Side::white);
    check_game<international_rules>(DAMIERA_PERFT, "international-woldouby", 4, Side::white);
});

const Case men_that_go_back("published counts: flying kings, men that capture backward", [] {
    check_other<russian>("russian", 3);
    check_other<brazilian>("brazilian", 3);
    check_other<pool>("pool", 3, Side::black);
    check_other<killer>("killer", 4);
});

const Case men_that_do_not("published counts: flying kings, men that capture forward", [] {
    check_other<czech>("czech", 3);
    check_other<portuguese>("portuguese", 3);
    check_other<thai>("thai", 2, Side::black);
});

const Case wide("published counts on words of 128 bits", [] {
    check_other<canadian>("canadian", 5);
    check_other<south_african>("south-african", 6);
});

// Counts of a plain generator written from the rules of each game; nobody has published any.
const Case unpublished("counts of rarer choices", [] {
    const auto check_counts = [](auto rules, int rows, std::vector<std::uint64_t> counts) {
        const Position<Word64> position{start<Word64>(rules.rules().board, rows), Side::white};
        for (std::size_t i = 0; i < counts.size(); ++i) {
            check_equal(perft(rules, position, static_cast<int>(i) + 1, true), counts[i]);
        }
    };
    check_counts(Fixed<triestina>{}, 4, {9, 81, 658, 4265, 26875, 163555});
    check_counts(Fixed<argentine>{}, 3, {7, 49, 302, 1469, 7361, 36473, 177532});
    check_counts(Fixed<mozambican>{}, 3, {7, 49, 302, 1469, 7473, 37628, 187302});
    check_counts(Fixed<slovak>{}, 2, {7, 49, 392, 3136, 26592, 218695});
});

}  // namespace damiera::testing
