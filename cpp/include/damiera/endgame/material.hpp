// How many pieces of each kind there are: the name of a slice of an endgame table.
#pragma once

#include <algorithm>  // sort
#include <array>      // array
#include <cstddef>    // size_t
#include <tuple>      // tuple
#include <vector>     // vector

namespace damiera::endgame {

/// White is to move.
struct Material {
    int white_men{};
    int white_kings{};
    int black_men{};
    int black_kings{};

    static constexpr int most_of_a_kind = 7;

    [[nodiscard]] constexpr int pieces() const noexcept { return white_men + white_kings + black_men + black_kings; }
    [[nodiscard]] constexpr int men() const noexcept { return white_men + black_men; }
    [[nodiscard]] constexpr bool has_both_sides() const noexcept {
        return white_men + white_kings > 0 && black_men + black_kings > 0;
    }

    /// The material as the opponent sees it, who is to move then.
    [[nodiscard]] constexpr Material turned() const noexcept { return {black_men, black_kings, white_men, white_kings}; }

    /// A number of its own for each material with at most seven pieces of a kind.
    [[nodiscard]] constexpr std::size_t key() const noexcept {
        return static_cast<std::size_t>(((white_men * 8 + white_kings) * 8 + black_men) * 8 + black_kings);
    }

    static constexpr std::size_t keys = 8 * 8 * 8 * 8;

    friend constexpr bool operator==(const Material&, const Material&) = default;
};

/// All materials of so many pieces, in the order in which they are solved: a slice depends on those with fewer pieces and
/// on those with fewer men. The two of a pair, a material and the same turned, stand side by side.
[[nodiscard]] inline std::vector<Material> materials_of(int pieces, bool with_kings) {
    std::vector<Material> all;
    for (int white = 1; white < pieces; ++white) {
        for (int white_men = 0; white_men <= white; ++white_men) {
            for (int black_men = 0; black_men <= pieces - white; ++black_men) {
                const Material one{white_men, white - white_men, black_men, pieces - white - black_men};
                if (with_kings || one.men() == pieces) all.push_back(one);
            }
        }
    }
    const auto order = [](const Material& m) {
        const std::size_t other = m.turned().key();
        return std::tuple{m.men(), m.key() > other ? m.key() : other, m.key() < other};
    };
    std::ranges::sort(all, [&](const Material& a, const Material& b) { return order(a) < order(b); });
    return all;
}

}  // namespace damiera::endgame
