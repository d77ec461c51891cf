#include "damiera/endgame/tables.hpp"

#include <optional>  // optional
#include <vector>    // vector

#include "boards.hpp"
#include "check.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/english.hpp"

namespace damiera::testing {

using endgame::Index;
using endgame::Indexing;
using endgame::Material;
using endgame::Packer;
using endgame::Placement;
using endgame::Slice;
using endgame::Source;
using endgame::Tables;
using endgame::Verdict;
using endgame::Workers;

namespace {

constexpr std::size_t cache = 1 << 20;

/// All slices of a game with so many pieces, in memory.
void solve_all(Tables& tables, int pieces) {
    for (int n = 2; n <= pieces; ++n) {
        for (const Material& material : endgame::materials_of(n, tables.has_kings())) {
            if (tables.find(material) == nullptr) tables.solve(material, true, Workers{2});
        }
    }
}

/// Every slice says of every placement what the moves say; a placement is won, drawn or lost.
void check_slices(const Instance& game, int pieces) {
    Tables tables{game, cache};
    solve_all(tables, pieces);
    const std::string name{game.game->slug};
    for (int n = 2; n <= pieces; ++n) {
        for (const Material& material : endgame::materials_of(n, tables.has_kings())) {
            const Slice& slice = *tables.find(material);
            const auto found = endgame::verify(tables.board(), tables.shelf(), slice, Workers{2});
            check_equal(found.wrong, std::uint64_t{0}, name);
            check(found.positions > 0);
            check_equal(slice.totals.wins + slice.totals.draws + slice.totals.losses, slice.totals.positions, name);
            check_equal(found.wins, slice.totals.wins, name);
        }
    }
}

[[nodiscard]] Placement placement(const Tables& tables, const std::string& fen) {
    const Position<Word128> position = parse(fen, tables.instance().game->rules.board);
    return tables.board().compacted(position.pieces, position.side);
}

/// Call `f(place, placement)` for each placement of a material.
template <class F>
void each_place(const Tables& tables, const Material& material, F&& f) {
    const Indexing indexing{tables.board(), material};
    for (Index i = 0; i < indexing.size(); ++i) {
        const Indexing::Cursor cursor{indexing, i};
        if (!cursor.is_hole()) f(i, *cursor);
    }
}

}  // namespace

const Case solved("every solved placement is worth what its moves are worth", [] {
    check_slices(italian_instance, 3);
    check_slices(*find_instance("italian-losing"), 2);
    check_slices(russian_instance, 2);
    check_slices(turkish_instance, 2);
    check_slices(breakthrough_instance, 3);
});

const Case by_hand("endings that anyone can see", [] {
    Tables tables{russian_instance, cache};
    solve_all(tables, 3);
    const auto value = [&](const std::string& fen) { return tables.value(placement(tables, fen)); };
    const auto taken = value("W:WK29:B25");  // over the man at once, and nothing is left
    check(taken && taken->verdict == Verdict::win);
    check_equal(taken->plies, 1);
    const auto shut_in = value("B:WK32:B28");  // a man in the corner with a king before him cannot move
    check(shut_in && shut_in->verdict == Verdict::loss);
    check_equal(shut_in->plies, 0);
    const auto on_the_road = value("W:WK29:BK15");
    check(on_the_road && on_the_road->verdict == Verdict::win);
    check_equal(on_the_road->plies, 1);
    const auto& alike = tables.find({0, 1, 0, 1})->totals;  // who moves first may take; if he cannot, hardly anyone wins
    check(alike.wins > alike.losses && alike.draws > alike.losses);
    const auto& three = tables.find({0, 2, 0, 1})->totals;
    check(three.losses < three.wins && three.wins < three.draws);
});

const Case missing("what moves lead to must be solved first", [] {
    Tables tables{italian_instance, cache};
    check_throws<endgame::MissingSlice>([&] { tables.solve({0, 2, 0, 1}, true, Workers{1}); });
    check(tables.find({0, 2, 0, 1}) == nullptr);
    check(!tables.needs({0, 2, 0, 1}).empty());
});

const Case packed("a packed slice answers like the solved one, and unpacks to it", [] {
    for (const bool distances : {false, true}) {
        Tables solved{italian_instance, cache};
        solve_all(solved, 3);
        Tables asked{italian_instance, cache};
        std::vector<std::vector<std::uint8_t>> payloads;
        const auto materials = [] {
            std::vector<Material> all = endgame::materials_of(2, true);
            all.push_back({1, 1, 0, 1});
            all.push_back({0, 1, 1, 1});
            return all;
        }();
        for (const Material& material : materials) {
            payloads.push_back(Packer{*solved.find(material), distances, false, Workers{1}}.pack());
        }
        for (std::size_t i = 0; i < materials.size(); ++i) asked.attach(materials[i], Source{payloads[i]});
        check_equal(asked.pieces(), 3);
        for (const Material& material : materials) {
            each_place(asked, material, [&](Index at, const Placement& p) {
                check(asked.verdict(p) == solved.verdict(p));
                if (!distances) return;
                const auto there = asked.value(p);
                check(there && there->verdict == solved.value(p)->verdict && there->plies == solved.value(p)->plies);
                check(at < solved.find(material)->verdicts.size());
            });
            asked.load(material, Workers{2});
            const Slice& again = *asked.find(material);
            each_place(asked, material,
                       [&](Index at, const Placement&) { check(again.verdicts[at] == solved.find(material)->verdicts[at]); });
        }
    }
});

const Case damaged("a payload that was cut or written over is refused or still answers", [] {
    Tables solved{italian_instance, cache};
    solve_all(solved, 2);
    const Material material{0, 1, 0, 1};
    const auto payload = Packer{*solved.find(material), true, false, Workers{1}}.pack();
    for (std::size_t size = 0; size < payload.size(); size += 1 + size / 8) {
        Tables asked{italian_instance, cache};
        const std::vector<std::uint8_t> cut{payload.begin(), payload.begin() + static_cast<std::ptrdiff_t>(size)};
        check_throws<endgame::DamagedPayload>([&] { asked.attach(material, Source{cut}); });
    }
    for (std::size_t at = 0; at < payload.size(); ++at) {
        Tables asked{italian_instance, cache};
        std::vector<std::uint8_t> wrong = payload;
        wrong[at] ^= 0x55U;
        try {
            asked.attach(material, Source{wrong});
        } catch (const endgame::DamagedPayload&) {
            continue;
        }
        int answers = 0;
        each_place(asked, material, [&](Index, const Placement& p) { answers += asked.verdict(p) ? 1 : 0; });
        check(answers > 0);
    }
});

const Case oracle("a search asks of quiet positions, from either side", [] {
    Tables solved{english_instance, cache};
    solve_all(solved, 2);
    const Material material{0, 1, 0, 1};
    const auto payload = Packer{*solved.find(material), false, false, Workers{1}}.pack();
    Tables asked{english_instance, cache};
    asked.attach(material, Source{payload});
    each_place(asked, material, [&](Index at, const Placement& p) {
        WidePosition position = asked.board().expanded(p);
        if (english_instance.detect(position)) return;
        check(asked.ask(position.pieces, Side::white) == std::optional{solved.find(material)->verdicts[at]});
    });
    const Position<Word128> three = parse("W:WK1,K2:BK32", english_rules.board);
    check(!asked.ask(three.pieces, Side::white));
});

}  // namespace damiera::testing
