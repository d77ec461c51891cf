// Steps and hops of men that take nothing: what stars and corners share.
//
// A turn is one step to a free point beside, or any number of hops over single men of whatever colour.
#pragma once

#include <algorithm>  // fill, reverse
#include <array>      // array
#include <cstddef>    // size_t
#include <cstdint>    // int16_t, uint8_t

#include "damiera/families/family.hpp"
#include "damiera/util/word256.hpp"

namespace damiera::families {

/// Who is next to whom on a board of at most `Most` points, as sets of type `Set`, in `Ways` directions.
template <class Set, std::size_t Ways, std::size_t Most>
class Hops {
public:
    Hops() {
        for (auto& row : next_) row.fill(-1);
    }

    /// Let a step in a direction lead from one point to another.
    void join(int from, std::size_t way, int to) noexcept {
        next_[static_cast<std::size_t>(from)][way] = static_cast<std::int16_t>(to);
        around_[static_cast<std::size_t>(from)] |= bit<Set>(to);
    }

    /// Where the man on a point can go, by a step or by hops, where `taken` are all men.
    [[nodiscard]] Set targets(const Set& taken, int from) const noexcept {
        const Set here = bit<Set>(from);
        const Set others = taken ^ here;
        return ((around_[static_cast<std::size_t>(from)] & ~others) | reached(others, from)) & ~here;
    }

    /// The shortest way to go from one point to another that is a target: one step, or hops found by going outwards.
    [[nodiscard]] Squares route(const Set& taken, int from, int to) const {
        if (has(around_[static_cast<std::size_t>(from)], to)) return {from + 1, to + 1};
        const Set others = taken ^ bit<Set>(from);
        std::array<std::int16_t, Most> came;
        came.fill(-1);
        Squares edge{from};
        for (std::size_t i = 0; i < edge.size(); ++i) {
            for (std::size_t way = 0; way < Ways; ++way) {
                const int at = landing(others, edge[i], way);
                if (at < 0 || at == from || came[static_cast<std::size_t>(at)] >= 0) continue;
                came[static_cast<std::size_t>(at)] = static_cast<std::int16_t>(edge[i]);
                edge.push_back(at);
            }
        }
        Squares route;
        for (int at = to; at != from; at = came[static_cast<std::size_t>(at)]) route.push_back(at + 1);
        route.push_back(from + 1);
        std::reverse(route.begin(), route.end());
        return route;
    }

private:
    /// The point behind the man beside, that a hop in a direction leads to; -1 if there is none.
    [[nodiscard]] int landing(const Set& others, int from, std::size_t way) const noexcept {
        const int over = next_[static_cast<std::size_t>(from)][way];
        if (over < 0 || !has(others, over)) return -1;
        const int to = next_[static_cast<std::size_t>(over)][way];
        return to < 0 || has(others, to) ? -1 : to;
    }

    /// All points that hops can reach, one after the other, the first one among them.
    [[nodiscard]] Set reached(const Set& others, int from) const noexcept {
        Set found = bit<Set>(from);
        std::array<std::uint8_t, Most> edge;
        std::size_t ahead = 0;
        edge[ahead++] = static_cast<std::uint8_t>(from);
        while (ahead != 0) {
            const int here = edge[--ahead];
            if ((around_[static_cast<std::size_t>(here)] & others) == Set{}) continue;
            for (std::size_t way = 0; way < Ways; ++way) {
                const int to = landing(others, here, way);
                if (to < 0 || has(found, to)) continue;
                found |= bit<Set>(to);
                edge[ahead++] = static_cast<std::uint8_t>(to);
            }
        }
        return found;
    }

    std::array<std::array<std::int16_t, Ways>, Most> next_;
    std::array<Set, Most> around_{};
};

/// What men on their way are worth, by the steps that each has left: those left behind count more.
template <class Set, std::size_t Most>
[[nodiscard]] int progress(const Set& men, const std::array<std::uint8_t, Most>& way) noexcept {
    int total = 0;
    each_bit(men, [&](int at) {
        const int left = way[static_cast<std::size_t>(at)];
        total -= 10 * left + left * left / 2;
    });
    return total;
}

/// A set mixed into a key, as one of several.
template <class Set>
[[nodiscard]] Key mixed_set(const Set& set, std::uint64_t which) noexcept {
    // The words are folded from the highest down.
    std::array<std::uint64_t, sizeof(Set) / 8> words{};
    std::size_t n = 0;
    each_word(set, [&](std::uint64_t word) { words[n++] = word; });
    std::uint64_t key = mixed(which + 1);
    while (n != 0) key = mixed(words[--n] + key);
    return key;
}

}  // namespace damiera::families
