// The games of families: towers, men that come back, stars, corners, bishops and camels.
#include <algorithm>   // find_if, sort
#include <array>       // array
#include <functional>  // function
#include <map>         // map
#include <memory>      // unique_ptr
#include <mutex>       // mutex, scoped_lock
#include <string>      // string
#include <vector>      // vector

#include "damiera/families/chessmen.hpp"
#include "damiera/families/corners.hpp"
#include "damiera/families/instances.hpp"
#include "damiera/families/reentry.hpp"
#include "damiera/families/star.hpp"
#include "damiera/families/towers.hpp"
#include "damiera/movegen/lines.hpp"
#include "damiera/rules/brazilian.hpp"
#include "damiera/rules/english.hpp"
#include "damiera/rules/italian.hpp"
#include "damiera/rules/russian.hpp"
#include "damiera/search/family_game.hpp"

namespace damiera::families {

template <const Game& G>
std::vector<Squares> Reentry<G>::routes(const State& s, const Move& m) const {
    const WidePosition board = resized<Word128>(entered(s, m.drops));
    std::vector<Squares> all;
    for (const auto& bits : damiera::routes(*find_instance(G.slug), board, resized<Word128>(m.move))) {
        Squares route;
        for (const std::uint8_t at : bits) route.push_back(frame_.square_of(at));
        all.push_back(std::move(route));
    }
    return all;
}

namespace {

/// What is captured leaves at once, and the same column is not jumped twice running.
[[nodiscard]] constexpr Rules carrying(Rules rules, bool backward) {
    rules.removal = Removal::immediate;
    rules.reversal = false;
    rules.man_captures = backward ? all_diagonals : forward_diagonals;
    return rules;
}

[[nodiscard]] constexpr Game bashni_game(bool backward) {
    return {
        .slug = "bashni",
        .rules = carrying(russian_rules, backward),
        .dark_corner = Corner::left,       // as Russian draughts
        .numbering = Numbering::top_left,  // ours: players use letters
        .rows_of_men = 3,                  // as Russian draughts
        .first_mover = Side::white,        // as Russian draughts
        .lettered = true,
    };
}

[[nodiscard]] constexpr Game lasca_game() {
    Rules rules = carrying(english_rules, false);
    rules.board = {.files = 7, .ranks = 7};  // Lasker: 25 squares
    return {
        .slug = "lasca",
        .rules = rules,
        .dark_corner = Corner::left,       // Lasker
        .numbering = Numbering::top_left,  // ours: players use letters
        .rows_of_men = 3,                  // Lasker: 11 men
        .first_mover = Side::white,        // Lasker
        .lettered = true,
    };
}

/// The games under `reentry`, as its option names them; the first one unless another is asked for.
const std::vector<std::string_view> reentry_bases{"italian", "english", "brazilian"};

/// The game under `reentry`, whose squares have numbers whatever its players use.
[[nodiscard]] constexpr Game reentry_game(Game game) {
    game.slug = "reentry";
    game.lettered = false;
    return game;
}

[[nodiscard]] constexpr Game star_game() {
    Game game{};
    game.slug = "chinese-checkers";
    game.rules.board = {.files = 25, .ranks = 17, .shape = Shape::star};
    return game;
}

/// A square board of so many files and ranks, on all squares of which men go from corner to corner.
[[nodiscard]] constexpr Game corners_game(std::string_view slug, int side, bool diagonals) {
    const Directions ways = diagonals ? all_orthogonals | all_diagonals : all_orthogonals;
    Game game{};
    game.slug = slug;
    game.rules.board = {.files = side, .ranks = side, .shape = Shape::full};
    game.rules.man_moves = ways;
    game.dark_corner = Corner::left;
    game.numbering = Numbering::top_left;  // ours: players use letters
    game.first_mover = Side::white;
    game.lettered = true;
    return game;
}

[[nodiscard]] constexpr Game cheskers_game() {
    return {
        .slug = "cheskers",
        .rules = english_rules,
        .dark_corner = Corner::left,       // chessvariants.org: the bishop stands on a1
        .numbering = Numbering::top_left,  // ours: players use letters
        .rows_of_men = 3,                  // chessvariants.org: twelve pieces
        .first_mover = Side::black,        // Wikipedia
        .lettered = true,
    };
}

/// A game of a family with all that its instance refers to; never moved.
struct Made {
    Made(std::string name, const Game& from)
        : slug{std::move(name)}, game{from}, instance{&game, game.frame(), nullptr, nullptr, nullptr} {
        game.slug = slug;
    }
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;

    std::string slug;
    Game game;
    Instance instance;
    std::unique_ptr<AnyGame> family;
};

template <FamilyRules G>
[[nodiscard]] std::unique_ptr<Made> made(std::string slug, const Game& game, G rules, bool losing = false) {
    auto made = std::make_unique<Made>(std::move(slug), game);
    if (losing) made->game.rules.goal = Goal::lose;
    made->family = std::make_unique<search::GameOf<G>>(std::move(rules));
    made->instance.family = made->family.get();
    return made;
}

[[nodiscard]] std::unique_ptr<Made> make_bashni(std::string slug, bool backward, bool losing) {
    const Game game = bashni_game(backward);
    const TowerRules rules{.files = 8,
                           .rows = 3,
                           .man_captures_backward = backward,
                           .king_flies = true,
                           .crowned_goes_on = true,
                           .losing = losing};
    return made(std::move(slug), game, Towers{rules, game.frame()}, losing);
}

[[nodiscard]] std::unique_ptr<Made> make_lasca(std::string slug, bool losing) {
    const Game game = lasca_game();
    const TowerRules rules{
        .files = 7, .rows = 3, .man_captures_backward = false, .king_flies = false, .crowned_goes_on = false, .losing = losing};
    return made(std::move(slug), game, Towers{rules, game.frame()}, losing);
}

template <const Game& G>
[[nodiscard]] std::unique_ptr<Made> make_reentry_on(std::string slug, bool losing) {
    const Game game = reentry_game(G);
    return made(std::move(slug), game, Reentry<G>{losing, game.frame()}, losing);
}

[[nodiscard]] std::unique_ptr<Made> make_reentry(std::string slug, std::string_view base, bool losing) {
    if (base == "english") return make_reentry_on<english>(std::move(slug), losing);
    if (base == "brazilian") return make_reentry_on<brazilian>(std::move(slug), losing);
    return make_reentry_on<italian>(std::move(slug), losing);
}

/// Opposite points, every second one, two opposite pairs, all but one, all.
[[nodiscard]] Squares seats_for(int players) {
    switch (players) {
        case 3: return {0, 2, 4};
        case 4: return {0, 1, 3, 4};
        case 5: return {0, 1, 2, 3, 4};
        case 6: return {0, 1, 2, 3, 4, 5};
        default: return {0, 3};
    }
}

[[nodiscard]] std::unique_ptr<Made> make_star(std::string slug, int players, bool foreign_points, bool strict) {
    const Game game = star_game();
    return made(std::move(slug), game, Star{{seats_for(players), foreign_points, strict}, game.frame()});
}

/// The men of a corner, row by row, as the option `camp` names them; the first unless another is asked for.
const std::vector<std::string_view> camps{"4x3", "4x4", "3x3", "triangle"};

[[nodiscard]] std::vector<int> camp_named(std::string_view camp) {
    if (camp == "triangle") return {4, 3, 2, 1};
    return std::vector<int>(static_cast<std::size_t>(camp[2] - '0'), camp[0] - '0');
}

[[nodiscard]] std::unique_ptr<Made> make_ugolki(std::string slug, std::string_view camp, bool diagonals, bool strict) {
    const Game game = corners_game("ugolki", 8, diagonals);
    CornerRules rules{.side = 8, .camp = camp_named(camp), .diagonals = diagonals, .strict = strict};
    return made(std::move(slug), game, Corners<Word128>{std::move(rules), game.frame()});
}

/// The boards of Halma, as its option `board` names them; the first unless another is asked for.
const std::vector<std::string_view> halma_boards{"16x16", "10x10", "8x8"};

/// The men of a corner of Halma, row by row: where four play a row less.
[[nodiscard]] std::vector<int> halma_camp(int side, int players) {
    if (side == 16) return players == 2 ? std::vector{5, 5, 4, 3, 2} : std::vector{4, 4, 3, 2};
    std::vector<int> camp;
    for (int men = (side == 10 ? 5 : 4) - (players == 2 ? 0 : 1); men > 0; --men) camp.push_back(men);
    return camp;
}

/// What can be chosen in Halma.
struct HalmaOptions {
    int side{16};
    int players{2};
    bool strict{};
    bool stays{};
};

[[nodiscard]] std::unique_ptr<Made> make_halma(std::string slug, const HalmaOptions& chosen) {
    const Game game = corners_game("halma", chosen.side, true);
    CornerRules rules{.side = chosen.side,
                      .camp = halma_camp(chosen.side, chosen.players),
                      .players = chosen.players,
                      .diagonals = true,
                      .strict = chosen.strict,
                      .stays = chosen.stays};
    if (game.frame().squares() > 128) return made(std::move(slug), game, Corners<Word256>{std::move(rules), game.frame()});
    return made(std::move(slug), game, Corners<Word128>{std::move(rules), game.frame()});
}

[[nodiscard]] std::unique_ptr<Made> make_cheskers(std::string slug, bool several) {
    const Game game = cheskers_game();
    return made(std::move(slug), game, Chessmen{{.several = several}, game.frame()});
}

class Registry {
public:
    Registry() {
        offer(make_bashni("bashni", true, false));
        offer(make_lasca("lasca", false));
        offer(make_reentry("reentry", "italian", false));
        offer(make_star("chinese-checkers", 2, true, false));
        offer(make_ugolki("ugolki", camps.front(), false, false));
        offer(make_halma("halma", {}));
        offer(make_cheskers("cheskers", true));
        offer(make_bashni("bashni-losing", true, true));
        offer(make_lasca("lasca-losing", true));
        offer(make_reentry("reentry-losing", "italian", true));
        for (int players = 3; players <= 6; ++players) {
            keep(variants, make_star("chinese-checkers-" + std::to_string(players), players, true, false));
        }
    }

    std::vector<const Instance*> offered;
    std::vector<const Instance*> variants;

private:
    void offer(std::unique_ptr<Made> game) { keep(offered, std::move(game)); }

    void keep(std::vector<const Instance*>& list, std::unique_ptr<Made> game) {
        list.push_back(&game->instance);
        games_.push_back(std::move(game));
    }

    std::vector<std::unique_ptr<Made>> games_;
};

[[nodiscard]] const Registry& registry() {
    static const Registry made;
    return made;
}

/// Takes the values of a recipe one by one; what is left over is refused.
class Parts {
public:
    explicit Parts(const Recipe& recipe) : left_{recipe} {}

    /// Which of `values` the recipe asks for; the first if it is silent.
    std::size_t choose(std::string_view key, const std::vector<std::string_view>& values) {
        const std::string_view value = left_.value_of(key);
        if (value.empty()) return 0;
        left_.drop(key);
        const auto found = std::find(values.begin(), values.end(), value);
        if (found == values.end()) refuse(std::string{key} + "=" + std::string{value} + ": use one of", values);
        const auto chosen = static_cast<std::size_t>(found - values.begin());
        if (chosen != 0) said_.push_back(std::string{key} + "=" + std::string{value});
        return chosen;
    }

    /// The one name of the rule set, whatever the order of its parts.
    [[nodiscard]] std::string slug(const std::vector<std::string_view>& keys) {
        if (!left_.parts.empty()) refuse(std::string{left_.parts.front().key} + " is no part of this game: it has", keys);
        std::sort(said_.begin(), said_.end());
        std::string slug{left_.base};
        for (const std::string& part : said_) slug += "~" + part;
        return slug;
    }

private:
    [[noreturn]] static void refuse(std::string what, const std::vector<std::string_view>& known) {
        for (const std::string_view word : known) what += (word == known.front() ? " " : ", ") + std::string{word};
        throw ComposeError{what};
    }

    Recipe left_;
    std::vector<std::string> said_;
};

/// Made once for each name, and never dropped: positions point at them.
[[nodiscard]] const Instance& kept(const std::string& slug, const std::function<std::unique_ptr<Made>()>& make) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<Made>> games;
    const std::scoped_lock held{mutex};
    auto& game = games[slug];
    if (game == nullptr) game = make();
    return game->instance;
}

[[nodiscard]] const Instance* find(std::string_view slug) {
    for (const auto& list : {offered(), variants()}) {
        for (const Instance* instance : list) {
            if (instance->game->slug == slug) return instance;
        }
    }
    return nullptr;
}

[[nodiscard]] const Instance& composed_star(const Recipe& recipe) {
    Parts parts{recipe};
    const std::vector<std::string_view> numbers{"2", "3", "4", "5", "6"};
    const int players = 2 + static_cast<int>(parts.choose("seats", numbers));
    const bool foreign = parts.choose("foreign-points", {"allowed", "forbidden"}) == 0;
    const bool strict = parts.choose("goal", {"shared", "strict"}) == 1;
    const std::string slug = parts.slug({"seats", "foreign-points", "goal"});
    if (foreign && !strict) return *find(players == 2 ? "chinese-checkers" : "chinese-checkers-" + std::to_string(players));
    return kept(slug, [&] { return make_star(slug, players, foreign, strict); });
}

[[nodiscard]] const Instance& composed_ugolki(const Recipe& recipe) {
    Parts parts{recipe};
    const std::string_view camp = camps[parts.choose("camp", camps)];
    const bool diagonals = parts.choose("steps", {"orthogonals", "all"}) == 1;
    const bool strict = parts.choose("goal", {"shared", "strict"}) == 1;
    const std::string slug = parts.slug({"camp", "steps", "goal"});
    if (slug == "ugolki") return *find(slug);
    return kept(slug, [&] { return make_ugolki(slug, camp, diagonals, strict); });
}

[[nodiscard]] const Instance& composed_halma(const Recipe& recipe) {
    Parts parts{recipe};
    HalmaOptions chosen;
    chosen.side = std::array{16, 10, 8}[parts.choose("board", halma_boards)];
    chosen.players = parts.choose("seats", {"2", "4"}) == 1 ? 4 : 2;
    chosen.stays = parts.choose("leaving", {"allowed", "forbidden"}) == 1;
    chosen.strict = parts.choose("goal", {"shared", "strict"}) == 1;
    const std::string slug = parts.slug({"board", "seats", "leaving", "goal"});
    if (slug == "halma") return *find(slug);
    return kept(slug, [&] { return make_halma(slug, chosen); });
}

[[nodiscard]] const Instance& composed_cheskers(const Recipe& recipe) {
    Parts parts{recipe};
    const bool several = parts.choose("choice", {"several", "free"}) == 0;
    const std::string slug = parts.slug({"choice"});
    if (slug == "cheskers") return *find(slug);
    return kept(slug, [&] { return make_cheskers(slug, several); });
}

/// Who wins when one side is blocked is the book's business: to the core it is a name. Only losing games have it.
[[nodiscard]] std::vector<std::string_view> keys_of(const Instance& base) {
    std::vector<std::string_view> keys;
    if (base.game->slug.starts_with("bashni")) keys.emplace_back("man-captures");
    if (base.game->slug.starts_with("reentry")) keys.emplace_back("base");
    if (base.game->rules.goal == Goal::lose) keys.emplace_back("blocked");
    if (keys.empty()) keys.emplace_back("nothing to choose");
    return keys;
}

[[nodiscard]] const Instance& composed_for_two(const Recipe& recipe, const Instance& base) {
    Parts parts{recipe};
    const std::string_view game = base.game->slug;
    const bool losing = base.game->rules.goal == Goal::lose;
    const bool bashni = game.starts_with("bashni");
    const bool backward = !bashni || parts.choose("man-captures", {"diagonals", "forward-diagonals"}) == 0;
    const bool reentry = game.starts_with("reentry");
    const std::string_view under = reentry_bases[reentry ? parts.choose("base", reentry_bases) : 0];
    if (losing) parts.choose("blocked", {"wins", "fewer-wins"});
    const std::string slug = parts.slug(keys_of(base));
    if (slug == game) return base;
    return kept(slug, [&] {
        if (bashni) return make_bashni(slug, backward, losing);
        return reentry ? make_reentry(slug, under, losing) : make_lasca(slug, losing);
    });
}

}  // namespace

std::span<const Instance* const> offered() { return registry().offered; }

std::span<const Instance* const> variants() { return registry().variants; }

const Instance& game_under(const Instance& reentry) {
    for (const std::string_view base : reentry_bases) {
        if (reentry.game->slug.find("base=" + std::string{base}) != std::string_view::npos)
            return *damiera::find_instance(base);
    }
    return italian_instance;
}

const Instance* composed(const Recipe& recipe) {
    const Instance* base = find(recipe.base);
    if (base == nullptr) return nullptr;
    if (recipe.base == "chinese-checkers") return &composed_star(recipe);
    if (recipe.base == "ugolki") return &composed_ugolki(recipe);
    if (recipe.base == "halma") return &composed_halma(recipe);
    if (recipe.base == "cheskers") return &composed_cheskers(recipe);
    return &composed_for_two(recipe, *base);
}

}  // namespace damiera::families
