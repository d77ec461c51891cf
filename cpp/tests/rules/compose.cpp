#include "damiera/rules/compose.hpp"

#include <random>  // mt19937
#include <string>  // string
#include <thread>  // thread
#include <vector>  // vector

#include "check.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/alquerque.hpp"
#include "damiera/rules/croda.hpp"
#include "damiera/rules/english.hpp"
#include "damiera/rules/german.hpp"

namespace damiera::testing {

const Case composing("a name with parts changes the game before them", [] {
    const auto made = compose(german, read_recipe("german~landing=adjacent~first=white"));
    check_equal(made->slug, std::string{"german~landing=adjacent"});
    check(made->game.rules.landing == Landing::adjacent);
    check(made->game.rules.choice == german.rules.choice);
    check(made->game.slug.data() == made->slug.data());
});

const Case compiled_functions("composed rules that are those of a compiled game use its functions", [] {
    const Instance& like_czech = compose_instance("german~choice=king-first");
    check(like_czech.functions == find_instance("czech")->functions);
    check(compose_instance("german~landing=adjacent").functions == narrow_functions);
    check(compose_instance("english~board=14x14").functions == wide_functions);
});

const Case composed_points("lines of men, boards of points and games without kings are composed", [] {
    check(compose_instance("dameo~man-lines=no~king-moves=orthogonals").functions == find_instance("croda")->functions);
    check(compose_instance("croda~man-lines=yes").game->rules.man_lines);
    check(compose_instance("turkish~man-captures=orthogonals~man-hops=moves~choice=free").functions == narrow_functions);
    const auto points = compose(alquerque, read_recipe("alquerque~man-moves=ahead"));
    check(points->game.rules.board.shape == Shape::lined);
    check(points->game.rules.man_moves == Directions{Direction::n, Direction::ne, Direction::nw});
    check(points->game.rules.crown == nowhere);
    const auto larger = compose(croda, read_recipe("croda~shape=lined~board=9x9"));
    check(larger->game.rules.board == Geometry{9, 9, Shape::lined});
    const auto ended = compose(*find_instance("turkish")->game, read_recipe("turkish~shape=ended~board=7x6~first-row=1"));
    check(ended->game.rules.board == find_instance("tobit")->game->rules.board);
    const auto no_kings = compose(croda, read_recipe("croda~promotion-squares=none"));
    check(no_kings->game.rules.crown == nowhere);
    const auto right = compose(croda, read_recipe("croda~man-moves=ahead-right"));
    check(right->game.rules.man_moves == Directions{Direction::n, Direction::e});
});

const Case impossible_points("parts that cannot hold on points or mirrored boards are refused", [] {
    for (const char* slug : {"alquerque~board=6x6", "alquerque~corner=right", "alquerque~board=13x13", "tobit~corner=right",
                             "tobit~man-moves=forward-diagonals", "croda~man-moves=ahead-right~corner=right",
                             "croda~shape=lined", "croda~man-lines=perhaps", "dameo~man-hops=moves", "croda~man-hops=yes"}) {
        check_throws<ComposeError>([&] { (void)compose(*find_instance(read_recipe(slug).base)->game, read_recipe(slug)); });
    }
});

const Case composing_at_once("threads that ask for the same rules get the same instance", [] {
    std::vector<const Instance*> found(8);
    std::vector<std::thread> asking;
    for (auto& place : found) {
        asking.emplace_back([&place] { place = &compose_instance("english~king-limit=9"); });
    }
    for (std::thread& thread : asking) thread.join();
    for (const Instance* instance : found) check(instance == found[0]);
});

const Case any_text("any text makes a game or a clear error", [] {
    const std::vector<std::string> words{"board",   "rows",        "first-row", "promotion-squares",
                                         "shape",   "hexagon",     "8x8",       "99999999999x8",
                                         "-1",      "a8",          "a9.b",      "..",
                                         "full",    "3",           "man-moves", "hex",
                                         "all",     "~",           "=",         "x",
                                         "own",     "king-limit",  "255",       "squares",
                                         "letters", "lined",       "man-lines", "yes",
                                         "ahead",   "ahead-right", "none",      "man-hops",
                                         "moves",   "captures"};
    std::mt19937 chance{7};
    for (int n = 0; n < 20'000; ++n) {
        std::string slug = "english";
        for (auto parts = chance() % 4; parts > 0; --parts) {
            slug += "~" + words[chance() % words.size()] + "=" + words[chance() % words.size()];
        }
        try {
            const auto made = compose(english, read_recipe(slug));
            check(made->game.men() > 0, Place::current());
            check_equal(compose(english, read_recipe(made->slug))->slug, made->slug);
        } catch (const ComposeError& error) {
            check(std::string_view{error.what()}.size() > 10);
        }
    }
});

}  // namespace damiera::testing
