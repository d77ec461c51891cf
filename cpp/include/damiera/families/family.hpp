// Games whose positions are more than men and kings on squares: towers, men that come back, stars, corners,
// bishops and camels.
//
// A family is a class `G` with a small `State` and a `Move`; `GameOf<G>` shows it to Python by one face, and
// `search/families.hpp` searches it. To add one: write `families/NAME.hpp` with what `FamilyRules` asks for, and an
// instance in `cpp/src/families.cpp`. Squares outside a family are the numbers that players use.
#pragma once

#include <algorithm>    // find, sort
#include <concepts>     // same_as
#include <cstdint>      // uint64_t, uint8_t
#include <map>          // map
#include <memory>       // shared_ptr, unique_ptr
#include <optional>     // optional
#include <stdexcept>    // invalid_argument
#include <string>       // string
#include <string_view>  // string_view
#include <utility>      // move, pair
#include <vector>       // vector

#include "damiera/movegen/walk.hpp"
#include "damiera/position/keys.hpp"

namespace damiera::search {

class FamilyEngine;

}  // namespace damiera::search

namespace damiera::families {

using Squares = std::vector<int>;

/// How many moves there are by origin and destination.
inline constexpr std::size_t slots = 256 * 256;

/// A move of any family, as players see it. Two moves are the same if they leave the same position.
struct Shown {
    int from{};
    int to{};
    bool promotes{};
    char becomes{};                 // `K`, `B` or `C` where a man that arrives becomes what its owner likes
    Squares captured{};             // in the order jumped
    Squares drops{};                // squares entered before the move, ascending
    std::vector<Squares> routes{};  // every way to play it: origin, landings, destination
    Key after{};                    // of the position it leaves

    [[nodiscard]] bool is_capture() const noexcept { return !captured.empty(); }

    friend bool operator==(const Shown& a, const Shown& b) noexcept {
        return a.from == b.from && a.to == b.to && a.drops == b.drops && a.after == b.after;
    }
};

/// What stands where, and what a family has besides.
struct Facts {
    std::map<int, std::string> pieces{};  // `w W b B`, bishops `s t`, camels `c d`, the top of a tower; the number of a seat
    std::map<int, std::string> stacks{};  // towers, from the bottom up
    std::pair<int, int> hands{};          // men of White and Black that wait
    Squares home{};                       // seats that have arrived, in order
};

/// A family of games: what its positions can do. `Steps` is a budget of jumps, see `movegen/walk.hpp`.
template <class G>
concept FamilyRules = requires(const G& g, const typename G::State& s, const typename G::Move& m,
                               std::vector<typename G::Move>& list, std::string_view text) {
    { g.start() } -> std::same_as<typename G::State>;
    { g.generate(s, list, Budget{}) } -> std::same_as<void>;  // distinct moves, as far as the budget of each piece goes
    { g.count(s, Budget{}) } -> std::same_as<std::uint64_t>;
    { g.has_moves(s) } -> std::same_as<bool>;
    { g.captures(s) } -> std::same_as<bool>;  // whether a capture is possible, and so compulsory
    { g.play(s, m) } -> std::same_as<typename G::State>;
    { g.key(s) } -> std::same_as<Key>;
    { g.seat(s) } -> std::same_as<int>;  // whose turn it is
    { g.winner(s) } -> std::same_as<std::optional<int>>;
    { g.places(s) } -> std::same_as<std::optional<Squares>>;
    { g.shown(s, m) } -> std::same_as<Shown>;
    { g.facts(s) } -> std::same_as<Facts>;
    { g.fen(s) } -> std::same_as<std::string>;
    { g.read(text) } -> std::same_as<typename G::State>;  // throws BadText
    { g.evaluate(s, int{}) } -> std::same_as<int>;        // for a seat, in hundredths of a man
    { g.promise(s, m) } -> std::same_as<int>;             // how early a move is worth looking at
    { G::slot(m) } -> std::same_as<std::size_t>;          // from where to where, below `slots`
    { G::repeats } -> std::convertible_to<bool>;          // whether a position that comes again is a draw
};

/// A text that is no position of the family: what is wrong, and at which character.
struct BadText : std::invalid_argument {
    BadText(std::string_view what, std::size_t at)
        : std::invalid_argument{std::string{what} + " (character " + std::to_string(at + 1) + ")"} {}
};

/// Some position of some family; immutable.
class AnyPosition {
public:
    virtual ~AnyPosition() = default;

    [[nodiscard]] virtual std::vector<Shown> moves(Budget budget) const = 0;
    [[nodiscard]] virtual std::uint64_t count(Budget budget) const = 0;
    [[nodiscard]] virtual bool has_moves() const = 0;
    [[nodiscard]] virtual bool captures() const = 0;
    /// The position after one of `moves`; null if it is none of them.
    [[nodiscard]] virtual std::shared_ptr<const AnyPosition> play(const Shown& move) const = 0;
    [[nodiscard]] virtual std::uint64_t perft(int depth, bool bulk) const = 0;
    [[nodiscard]] virtual Key key() const = 0;
    [[nodiscard]] virtual int seat() const = 0;
    [[nodiscard]] virtual std::optional<int> winner() const = 0;
    [[nodiscard]] virtual std::optional<Squares> places() const = 0;
    [[nodiscard]] virtual Facts facts() const = 0;
    [[nodiscard]] virtual std::string fen() const = 0;
    [[nodiscard]] virtual int evaluate() const = 0;
};

using Held = std::shared_ptr<const AnyPosition>;

/// Some game of some family.
class AnyGame {
public:
    virtual ~AnyGame() = default;

    [[nodiscard]] virtual std::string_view family() const = 0;
    [[nodiscard]] virtual Squares seats() const = 0;
    [[nodiscard]] virtual Held start() const = 0;
    /// The position that a canonical text describes; throws `BadText`.
    [[nodiscard]] virtual Held read(std::string_view text) const = 0;
    [[nodiscard]] virtual std::unique_ptr<search::FamilyEngine> engine(std::size_t megabytes) const = 0;
};

namespace detail {

template <FamilyRules G>
[[nodiscard]] std::uint64_t perft(const G& game, const typename G::State& state, int depth, bool bulk) {
    if (depth == 0) return 1;
    if (bulk && depth == 1) return game.count(state, unlimited);
    std::vector<typename G::Move> list;
    game.generate(state, list, unlimited);
    if (depth == 1) return list.size();
    std::uint64_t leaves = 0;
    for (const auto& move : list) leaves += perft(game, game.play(state, move), depth - 1, bulk);
    return leaves;
}

}  // namespace detail

template <FamilyRules G>
class PositionOf final : public AnyPosition {
public:
    using State = typename G::State;
    using Move = typename G::Move;

    PositionOf(const G& game, State state) : game_{&game}, state_{std::move(state)} {}

    [[nodiscard]] const State& state() const noexcept { return state_; }

    [[nodiscard]] std::vector<Shown> moves(Budget budget) const override {
        std::vector<Move> list;
        game_->generate(state_, list, budget);
        std::vector<Shown> shown;
        shown.reserve(list.size());
        for (const Move& move : list) shown.push_back(game_->shown(state_, move));
        return shown;
    }

    [[nodiscard]] std::uint64_t count(Budget budget) const override { return game_->count(state_, budget); }
    [[nodiscard]] bool has_moves() const override { return game_->has_moves(state_); }
    [[nodiscard]] bool captures() const override { return game_->captures(state_); }

    [[nodiscard]] Held play(const Shown& wanted) const override {
        std::vector<Move> list;
        game_->generate(state_, list, move_budget);
        for (const Move& move : list) {
            if (game_->shown(state_, move) == wanted) {
                return std::make_shared<PositionOf>(*game_, game_->play(state_, move));
            }
        }
        return nullptr;
    }

    [[nodiscard]] std::uint64_t perft(int depth, bool bulk) const override {
        return detail::perft(*game_, state_, depth, bulk);
    }

    [[nodiscard]] Key key() const override { return game_->key(state_); }
    [[nodiscard]] int seat() const override { return game_->seat(state_); }
    [[nodiscard]] std::optional<int> winner() const override { return game_->winner(state_); }
    [[nodiscard]] std::optional<Squares> places() const override { return game_->places(state_); }
    [[nodiscard]] Facts facts() const override { return game_->facts(state_); }
    [[nodiscard]] std::string fen() const override { return game_->fen(state_); }
    [[nodiscard]] int evaluate() const override { return game_->evaluate(state_, game_->seat(state_)); }

private:
    const G* game_;
    State state_;
};

/// Reads a canonical text from left to right; every refusal names the character.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_{text} {}

    [[nodiscard]] bool done() const noexcept { return at_ == text_.size(); }
    [[nodiscard]] char peek() const noexcept { return done() ? '\0' : text_[at_]; }
    [[nodiscard]] std::size_t at() const noexcept { return at_; }

    [[nodiscard]] bool accept(char c) noexcept {
        if (peek() != c) return false;
        ++at_;
        return true;
    }

    void expect(char c) {
        if (!accept(c)) refuse(std::string{"expected '"} + c + "'");
    }

    char take() {
        if (done()) refuse("the text ends too early");
        return text_[at_++];
    }

    [[nodiscard]] int number() {
        if (peek() < '0' || peek() > '9') refuse("expected a number");
        int value = 0;
        for (int digits = 0; digits < 3 && peek() >= '0' && peek() <= '9'; ++digits) value = 10 * value + (take() - '0');
        return value;
    }

    [[noreturn]] void refuse(std::string_view what) const { throw BadText{what, at_}; }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// A square by number, or by letter and number.
template <class Frame>
[[nodiscard]] int read_square(Scanner& in, const Frame& frame, bool lettered) {
    if (!lettered) {
        const int square = in.number();
        if (!frame.has(square)) in.refuse("no such square on this board");
        return square;
    }
    const int file = in.take() - 'a';
    const int square = frame.square_at({file, in.number() - 1});
    if (square == 0) in.refuse("no such square on this board");
    return square;
}

template <class Frame>
[[nodiscard]] std::string square_name(const Frame& frame, bool lettered, int square) {
    if (!lettered) return std::to_string(square);
    const auto at = frame.coordinates(square);
    return static_cast<char>('a' + at.file) + std::to_string(at.rank + 1);
}

/// Mixes a number well: Sebastiano Vigna's splitmix64.
[[nodiscard]] inline constexpr std::uint64_t mixed(std::uint64_t seed) noexcept {
    seed += 0x9E3779B97F4A7C15;
    seed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9;
    seed = (seed ^ seed >> 27) * 0x94D049BB133111EB;
    return seed ^ seed >> 31;
}

}  // namespace damiera::families
