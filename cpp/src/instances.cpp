// Which games there are.
#include <algorithm>  // find_if
#include <array>      // array
#include <map>        // map
#include <memory>     // make_unique, unique_ptr
#include <mutex>      // mutex, scoped_lock
#include <optional>   // optional
#include <string>     // string, to_string
#include <utility>    // move
#include <vector>     // vector

#include "damiera/families/instances.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/rules/compose.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

namespace {

constexpr std::array games{
    &italian_instance,      &english_instance,    &international_instance, &spanish_instance,       &portuguese_instance,
    &russian_instance,      &turkish_instance,    &triestina_instance,     &german_instance,        &diagonal_instance,
    &canadian_instance,     &pool_instance,       &frisian_instance,       &black_white_instance,   &hexdame_instance,
    &double_cross_instance, &contract_instance,   &brazilian_instance,     &czech_instance,         &slovak_instance,
    &thai_instance,         &filipino_instance,   &argentine_instance,     &jamaican_instance,      &ghanaian_instance,
    &malaysian_instance,    &sri_lankan_instance, &mozambican_instance,    &south_african_instance, &armenian_instance,
    &gothic_instance,       &killer_instance,     &frysk_instance,         &breakthrough_instance,  &antidraughts_instance,
    &spantsireti_instance,  &zimbabwean_instance, &croda_instance,         &dameo_instance,         &harzdame_instance,
    &zamma_instance,        &alquerque_instance,  &keny_instance,          &tobit_instance,
};

/// Other readings of games, and boards for proofs: played, but not offered under a name of their own.
constexpr std::array variants{
    &spanish_quality_instance, &diagonal_corner_instance,     &diagonal_row_instance,
    &proof_english_instance,   &proof_international_instance,
};

/// A game played to lose: its moves are those of the game it comes from.
struct Losing {
    explicit Losing(const Instance& from) : slug{std::string{from.game->slug} + "-losing"}, game{*from.game}, instance{from} {
        game.slug = slug;
        game.rules.goal = Goal::lose;
        instance.game = &game;
    }
    Losing(const Losing&) = delete;
    Losing& operator=(const Losing&) = delete;

    std::string slug;
    Game game;
    Instance instance;
};

/// All instances; made once, and never moved.
class Registry {
public:
    Registry() {
        add(games);
        for (const Instance* instance : families::offered()) all_.push_back(instance);
        offered_ = all_.size();
        add(variants);
        for (const Instance* instance : families::variants()) all_.push_back(instance);
    }

    [[nodiscard]] std::span<const Instance* const> offered() const noexcept { return std::span{all_}.first(offered_); }
    [[nodiscard]] std::span<const Instance* const> all() const noexcept { return all_; }

private:
    void add(std::span<const Instance* const> instances) {
        all_.insert(all_.end(), instances.begin(), instances.end());
        for (const Instance* instance : instances) {
            if (instance->game->rules.goal != Goal::win) continue;
            losing_.push_back(std::make_unique<Losing>(*instance));
            all_.push_back(&losing_.back()->instance);
        }
    }

    std::vector<std::unique_ptr<Losing>> losing_;
    std::vector<const Instance*> all_;
    std::size_t offered_ = 0;
};

[[nodiscard]] const Registry& registry() {
    static const Registry made;
    return made;
}

[[nodiscard]] const Instance* find_compiled(std::string_view slug) {
    const auto all = registry().all();
    const auto found = std::ranges::find_if(all, [&](const Instance* instance) { return instance->game->slug == slug; });
    return found == all.end() ? nullptr : *found;
}

/// The tables of a board made at run time.
struct Tables {
    explicit Tables(const Rules& rules) : board{rules.board}, crown{rules.crown}, wide{rules.board, rules.crown} {
        if (board.bits() <= 64) narrow.emplace(rules.board, rules.crown);
    }

    Geometry board;
    Cells crown;
    Layout<Word128> wide;
    std::optional<Layout<Word64>> narrow;
};

/// Instances made at run time, from any thread. None is ever dropped: positions point at them.
class Workshop {
public:
    [[nodiscard]] const Instance& make(std::unique_ptr<ComposedGame> composed) {
        const std::scoped_lock held{mutex_};
        const auto same = made_.find(composed->slug);
        if (same != made_.end()) return same->second->instance;
        if (made_.size() >= most_games) {
            throw ComposeError{"this program has made " + std::to_string(most_games) +
                               " rule sets since it was started, and makes no more: start it anew"};
        }
        auto made = std::make_unique<Made>(std::move(composed), *this);
        const Instance& instance = made->instance;
        made_.emplace(instance.game->slug, std::move(made));
        return instance;
    }

    [[nodiscard]] const Instance* find(std::string_view slug) {
        const std::scoped_lock held{mutex_};
        const auto found = made_.find(slug);
        return found == made_.end() ? nullptr : &found->second->instance;
    }

private:
    static constexpr std::size_t most_games = 10'000;

    struct Made {
        Made(std::unique_ptr<ComposedGame> from, Workshop& workshop)
            : composed{std::move(from)}, instance{workshop.instance_of(composed->game)} {}
        Made(const Made&) = delete;
        Made& operator=(const Made&) = delete;

        std::unique_ptr<ComposedGame> composed;
        Instance instance;
    };

    /// With the compiled functions of a game that moves alike, or those that carry the rules.
    [[nodiscard]] Instance instance_of(const Game& game) {
        for (const Instance* like : registry().all()) {
            if (like->family != nullptr || moves_of(like->game->rules) != moves_of(game.rules)) continue;
            Instance instance{*like};
            instance.game = &game;
            instance.frame = game.frame();
            return instance;
        }
        const Tables& tables = tables_of(game.rules);
        return {
            .game = &game,
            .frame = game.frame(),
            .layout = &tables.wide,
            .narrow = tables.narrow ? &*tables.narrow : nullptr,
            .functions = tables.narrow ? narrow_functions : wide_functions,
        };
    }

    [[nodiscard]] const Tables& tables_of(const Rules& rules) {
        for (const auto& tables : tables_) {
            if (tables->board == rules.board && tables->crown == rules.crown) return *tables;
        }
        return *tables_.emplace_back(std::make_unique<Tables>(rules));
    }

    std::mutex mutex_;
    std::map<std::string_view, std::unique_ptr<Made>> made_;
    std::vector<std::unique_ptr<Tables>> tables_;
};

[[nodiscard]] Workshop& workshop() {
    static Workshop one;
    return one;
}

/// A game played to lose has a name of its own: its twin is the base then, and the goal is no part.
void settle_goal(Recipe& recipe) {
    const std::string_view goal = recipe.value_of("goal");
    const std::string_view losing = "-losing";
    if (goal == "lose") {
        const Instance* twin = find_compiled(std::string{recipe.base} + std::string{losing});
        if (twin == nullptr) return;
        recipe.base = twin->game->slug;
        recipe.drop("goal");
    } else if (goal == "win" && recipe.base.ends_with(losing)) {
        recipe.base.remove_suffix(losing.size());
        recipe.drop("goal");
    }
}

}  // namespace

std::span<const Instance* const> catalogue() { return registry().offered(); }

std::span<const Instance* const> compiled() { return registry().all(); }

const Instance* find_instance(std::string_view slug) {
    return slug.find('~') == std::string_view::npos ? find_compiled(slug) : &compose_instance(slug);
}

const Instance& compose_instance(std::string_view slug) {
    if (const Instance* known = workshop().find(slug)) return *known;
    Recipe recipe = read_recipe(slug);
    if (const Instance* family = families::composed(recipe)) return *family;
    settle_goal(recipe);
    const Instance* base = find_compiled(recipe.base);
    if (base == nullptr) {
        throw ComposeError{"there is no game '" + std::string{recipe.base} + "' to start from"};
    }
    std::unique_ptr<ComposedGame> composed = compose(*base->game, recipe);
    if (composed->slug == base->game->slug) return *base;
    return workshop().make(std::move(composed));
}

WidePosition Instance::start() const {
    Pieces<Word128> pieces;
    pieces.white = game->men_of(Side::white).as<Word128>();
    pieces.black = game->men_of(Side::black).as<Word128>();
    return {pieces, game->first_mover};
}

std::optional<Side> Instance::winner(const WidePosition& p) const {
    const Pieces<Word128>& pieces = p.pieces;
    if (is_crowned(p)) return pieces.kings_of(opponent(p.side)) != 0 ? opponent(p.side) : p.side;
    if (has_moves(p)) return std::nullopt;
    return game->rules.goal == Goal::lose ? p.side : opponent(p.side);
}

}  // namespace damiera
