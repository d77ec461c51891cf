#include <algorithm>  // any_of
#include <random>     // mt19937_64
#include <stdexcept>  // runtime_error
#include <string>     // string
#include <vector>     // vector

#include "boards.hpp"
#include "check.hpp"
#include "damiera/families/family.hpp"
#include "damiera/families/instances.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/search/families.hpp"

namespace damiera::testing {

using families::AnyGame;
using families::AnyPosition;
using families::Held;
using families::Shown;

namespace {

#ifdef NDEBUG
constexpr std::uint64_t most_leaves = 2'000'000;
#else
constexpr std::uint64_t most_leaves = 40'000;
#endif

constexpr int plies = 120;

[[nodiscard]] const AnyGame& game_of(const std::string& slug) {
    const Instance* instance = find_instance(slug);
    if (instance == nullptr || instance->family == nullptr) throw std::runtime_error{"no game of a family: " + slug};
    return *instance->family;
}

void check_counts(const std::string& slug) {
    const PerftTable table = read_table(DAMIERA_PERFT "/" + slug + ".perft");
    check_equal(table.fen, std::string{"start"});
    const Held start = game_of(slug).start();
    for (const auto& [depth, leaves] : table.counts) {
        if (leaves > most_leaves) break;
        check_equal(start->perft(depth, true), leaves, slug + " " + std::to_string(depth));
        check_equal(start->perft(depth, false), leaves, slug + " " + std::to_string(depth) + ", not in bulk");
    }
}

/// What every position of every family must hold.
void check_position(const AnyGame& game, const AnyPosition& position, const std::string& about) {
    const bool has_free_captures = game.family() == "chessmen";
    const std::vector<Shown> moves = position.moves(unlimited);
    check_equal(position.count(unlimited), moves.size(), about);
    check_equal(position.has_moves(), !moves.empty(), about);
    // Men that enter may choose a board without a capture: one there is enough.
    if (has_free_captures) {
        check_equal(!position.captures() || std::ranges::all_of(moves, &Shown::is_capture), true, about);
    } else {
        check_equal(std::ranges::any_of(moves, &Shown::is_capture), position.captures(), about);
    }
    check_equal(position.winner().has_value() || position.places().has_value(), moves.empty(), about);
    const Held again = game.read(position.fen());
    check_equal(again->key(), position.key(), about + " " + position.fen());
    check_equal(again->fen(), position.fen(), about);
    check_equal(again->moves(unlimited).size(), moves.size(), about);
}

/// Games by chance: what is shown of a move is what comes of it.
void check_random_games(const std::string& slug, int games) {
    const AnyGame& game = game_of(slug);
    std::mt19937_64 chance{11};
    for (int n = 0; n < games; ++n) {
        Held position = game.start();
        for (int ply = 0; ply < plies; ++ply) {
            const std::string about = slug + ", game " + std::to_string(n) + ", ply " + std::to_string(ply);
            check_position(game, *position, about);
            const std::vector<Shown> moves = position->moves(unlimited);
            if (moves.empty()) break;
            const Shown& move = moves[chance() % moves.size()];
            check(!move.routes.empty() && move.routes[0].front() == move.from && move.routes[0].back() == move.to);
            const Held next = position->play(move);
            check(next != nullptr);
            check_equal(next->key(), move.after, about);
            position = next;
        }
    }
}

void check_search(const std::string& slug) {
    const AnyGame& game = game_of(slug);
    const auto engine = game.engine(1);
    search::FamilyRequest request{.position = game.start()};
    request.limits.depth = 3;
    const auto lines = engine->think(request);
    check_equal(lines.size(), std::size_t{1}, slug);
    check_equal(lines[0].depth, 3, slug);
    Held position = game.start();
    for (const Shown& move : lines[0].pv) {  // every move of the line is legal where it is played
        position = position->play(move);
        check(position != nullptr);
        if (position == nullptr) return;
    }
    engine->clear();
    const auto again = engine->think(request);
    check(again[0].pv == lines[0].pv && again[0].score == lines[0].score && again[0].nodes == lines[0].nodes);
}

}  // namespace

const Case family_counts("counts of the games of families", [] {
    for (const char* slug : {"bashni", "lasca", "reentry", "chinese-checkers", "chinese-checkers-3", "chinese-checkers-4",
                             "chinese-checkers-5", "chinese-checkers-6", "ugolki", "halma", "cheskers"}) {
        check_counts(slug);
    }
});

const Case towers("towers: moves, texts and keys agree all through games by chance", [] {
    check_random_games("bashni", 6);
    check_random_games("lasca", 6);
    check_random_games("bashni-losing", 2);
});

const Case men_that_come_back("men that come back: moves, texts and keys agree all through games by chance",
                              [] { check_random_games("reentry", 6); });

const Case stars("stars: moves, texts and keys agree all through games by chance", [] {
    for (const char* slug : {"chinese-checkers", "chinese-checkers-3", "chinese-checkers-6"}) check_random_games(slug, 1);
});

const Case corners("corners: moves, texts and keys agree all through games by chance", [] {
    for (const char* slug : {"ugolki", "halma", "halma~seats=4", "halma~board=8x8~leaving=forbidden"})
        check_random_games(slug, 1);
});

const Case chessmen("bishops and camels: moves, texts and keys agree all through games by chance", [] {
    for (const char* slug : {"cheskers", "cheskers~choice=free"}) check_random_games(slug, 6);
});

const Case family_search("a search of a family finds legal lines, and the same every time", [] {
    for (const char* slug :
         {"bashni", "lasca", "reentry", "chinese-checkers-3", "ugolki", "halma", "halma~seats=4", "cheskers"})
        check_search(slug);
});

const Case family_texts("any text is a position or a clear refusal", [] {
    std::mt19937_64 chance{3};
    const std::string letters = "WBwbK:,1234567890 abcdefgh()[]-";
    for (const char* slug : {"bashni", "lasca", "reentry", "chinese-checkers-3", "ugolki", "halma~seats=4", "cheskers"}) {
        const AnyGame& game = game_of(slug);
        const std::string start = game.start()->fen();
        for (int n = 0; n < 3'000; ++n) {
            std::string text = start;
            for (auto changes = 1 + chance() % 3; changes > 0; --changes) {
                text[chance() % text.size()] = letters[chance() % letters.size()];
                if (chance() % 8 == 0) text.resize(chance() % (text.size() + 1));
                if (text.empty()) break;
            }
            try {
                const Held read = game.read(text);
                check_equal(read->key(), game.read(read->fen())->key(), text);
            } catch (const families::BadText& refusal) {
                check(std::string{refusal.what()}.size() > 10);
            }
        }
    }
});

}  // namespace damiera::testing
