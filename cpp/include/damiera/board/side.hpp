// The two sides. White sits at the bottom; "forward" is away from the owner.
#pragma once

#include <cstdint>  // uint8_t

namespace damiera {

enum class Side : std::uint8_t { white, black };

[[nodiscard]] constexpr Side opponent(Side side) noexcept { return side == Side::white ? Side::black : Side::white; }

[[nodiscard]] constexpr int index(Side side) noexcept { return static_cast<int>(side); }

}  // namespace damiera
