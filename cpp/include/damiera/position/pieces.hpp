// Who stands where: three sets of bits.
#pragma once

#include "damiera/board/geometry.hpp"
#include "damiera/board/side.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

template <BoardWord Word>
struct Pieces {
    Word white{};
    Word black{};
    Word kings{};  // of both sides

    template <Side S>
    [[nodiscard]] DAMIERA_INLINE constexpr Word of() const noexcept {
        return S == Side::white ? white : black;
    }

    [[nodiscard]] constexpr Word of(Side side) const noexcept { return side == Side::white ? white : black; }
    [[nodiscard]] DAMIERA_INLINE constexpr Word occupied() const noexcept { return white | black; }
    [[nodiscard]] constexpr Word men(Side side) const noexcept { return of(side) & ~kings; }
    [[nodiscard]] constexpr Word kings_of(Side side) const noexcept { return of(side) & kings; }

    friend constexpr bool operator==(const Pieces&, const Pieces&) = default;
};

}  // namespace damiera
