// Where the generator gets its rules from: known when compiling, or carried along at run time.
//
// The generator is one template over a provider. `Fixed<rules>` lets the compiler fold every branch and unroll every
// loop over directions; `Carried` runs the same source over any rule set, several times slower.
#pragma once

#include <type_traits>  // integral_constant
#include <utility>      // index_sequence

#include "damiera/board/direction.hpp"
#include "damiera/board/layout.hpp"
#include "damiera/rules/rules.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

template <class P>
concept RulesProvider = requires(const P& p) {
    typename P::Word;
    { P::is_fixed } -> std::convertible_to<bool>;
    { p.rules() } -> std::same_as<const Rules&>;
    { p.layout() } -> std::same_as<const Layout<typename P::Word>&>;
};

template <Rules R>
struct Fixed {
    using Word = WordFor<R.board>;
    static constexpr bool is_fixed = true;
    static constexpr Rules value = R;

    [[nodiscard]] static constexpr const Rules& rules() noexcept { return value; }
    [[nodiscard]] static constexpr const Layout<Word>& layout() noexcept { return layout_of<R.board, R.crown>; }
};

/// Rules and tables must outlive the provider.
template <BoardWord W>
struct CarriedOn {
    using Word = W;
    static constexpr bool is_fixed = false;

    const Rules* carried_rules;
    const Layout<Word>* carried_layout;

    [[nodiscard]] const Rules& rules() const noexcept { return *carried_rules; }
    [[nodiscard]] const Layout<Word>& layout() const noexcept { return *carried_layout; }
};

using Carried = CarriedOn<Word128>;

/// Whether kings of some rule set of this provider may have to rest.
template <RulesProvider P>
[[nodiscard]] consteval bool kings_may_rest() noexcept {
    if constexpr (P::is_fixed) return P::value.king_run != 0;
    return true;
}

namespace detail {

/// The member of a set that comes after `before` others.
[[nodiscard]] consteval Direction member(Directions set, std::size_t before) {
    int i = 0;
    while (!set.has(direction(i)) || before-- > 0) ++i;
    return direction(i);
}

template <Directions Set, class F, std::size_t... I>
DAMIERA_INLINE constexpr void unroll(F& f, std::index_sequence<I...>) {
    (f(std::integral_constant<Direction, member(Set, I)>{}), ...);
}

}  // namespace detail

/// Call `f(direction)` for every direction of the rule field `Field` as `Us` uses it: unrolled, or in a loop.
template <Directions Rules::*Field, Side Us, RulesProvider P, class F>
DAMIERA_INLINE constexpr void each_direction(const P& p, F&& f) {
    if constexpr (P::is_fixed) {
        constexpr Directions set = (P::value.*Field).seen_by(Us);
        detail::unroll<set>(f, std::make_index_sequence<static_cast<std::size_t>(set.size())>{});
    } else {
        const Directions set = (p.rules().*Field).seen_by(Us);
        each_bit(Word64{set.bits}, [&](int i) DAMIERA_INLINE_LAMBDA { f(direction(i)); });
    }
}

}  // namespace damiera
