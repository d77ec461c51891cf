// A value seen twice: with the board full of men, and with none left. Positions lie in between.
#pragma once

namespace damiera::eval {

/// Centipieces; White's advantage unless said otherwise.
struct Terms {
    int opening{};
    int ending{};

    constexpr Terms& operator+=(Terms other) noexcept {
        opening += other.opening;
        ending += other.ending;
        return *this;
    }
    constexpr Terms& operator-=(Terms other) noexcept {
        opening -= other.opening;
        ending -= other.ending;
        return *this;
    }
    friend constexpr Terms operator+(Terms a, Terms b) noexcept { return a += b; }
    friend constexpr Terms operator-(Terms a, Terms b) noexcept { return a -= b; }
    friend constexpr Terms operator-(Terms a) noexcept { return {-a.opening, -a.ending}; }
    friend constexpr Terms operator*(Terms a, int n) noexcept { return {a.opening * n, a.ending * n}; }
    friend constexpr bool operator==(Terms, Terms) = default;
};

}  // namespace damiera::eval
