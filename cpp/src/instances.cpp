// Which games there are.
#include <algorithm>  // find_if
#include <array>      // array
#include <memory>     // make_unique, unique_ptr
#include <string>     // string
#include <vector>     // vector

#include "damiera/movegen/instance.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

namespace {

constexpr std::array games{
    &italian_instance,         &english_instance,    &international_instance, &spanish_instance,
    &portuguese_instance, &russian_instance,       &turkish_instance,
    &triestina_instance,       &german_instance,     &diagonal_instance,      &canadian_instance,   &pool_instance,          &frisian_instance,
    &black_white_instance,     &hexdame_instance,    &double_cross_instance,  &contract_instance,
    &brazilian_instance,       &czech_instance,      &slovak_instance,        &thai_instance,
    &filipino_instance,        &argentine_instance,  &jamaican_instance,      &ghanaian_instance,
    &malaysian_instance,       &sri_lankan_instance, &mozambican_instance,    &south_african_instance,
    &armenian_instance,        &gothic_instance,     &killer_instance,        &frysk_instance,
    &breakthrough_instance,    &antidraughts_instance,
};

/// Other readings of games, and boards for proofs: played, but not offered under a name of their own.
constexpr std::array variants{
    &spanish_quality_instance, &diagonal_corner_instance, &diagonal_row_instance,
    &spantsireti_instance,     &proof_english_instance,   &proof_international_instance,
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
        offered_ = all_.size();
        add(variants);
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

}  // namespace

std::span<const Instance* const> catalogue() { return registry().offered(); }

std::span<const Instance* const> compiled() { return registry().all(); }

const Instance* find_instance(std::string_view slug) {
    const auto all = compiled();
    const auto found = std::ranges::find_if(all, [&](const Instance* instance) { return instance->game->slug == slug; });
    return found == all.end() ? nullptr : *found;
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
