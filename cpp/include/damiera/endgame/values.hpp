// What is known of a slice once it is solved: won, drawn or lost for each placement, and the plies to the end.
#pragma once

#include <cstddef>  // size_t
#include <cstdint>  // uint8_t, uint16_t
#include <vector>   // vector

#include "damiera/endgame/indexing.hpp"
#include "damiera/endgame/oracle.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::endgame {

/// Two bits a place.
class Verdicts {
public:
    Verdicts() = default;
    explicit Verdicts(Index size) : size_{size}, bytes_((size + 3) / 4) {}

    [[nodiscard]] Index size() const noexcept { return size_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.size(); }

    [[nodiscard]] DAMIERA_INLINE Verdict operator[](Index i) const noexcept {
        return static_cast<Verdict>(bytes_[i / 4] >> (i % 4 * 2) & 3U);
    }

    /// The place must not have been set before. Threads may set at once what lies 4 places apart.
    DAMIERA_INLINE void set(Index i, Verdict verdict) noexcept {
        bytes_[i / 4] = static_cast<std::uint8_t>(bytes_[i / 4] | static_cast<unsigned>(verdict) << (i % 4 * 2));
    }

private:
    Index size_{};
    std::vector<std::uint8_t> bytes_;
};

/// Plies to the end of a game that is won or lost; of a draw or a hole, nothing that means anything.
class Distances {
public:
    Distances() = default;
    Distances(Index size, int longest) {
        if (longest < 256) bytes_.resize(size);
        else words_.resize(size);
    }

    [[nodiscard]] bool empty() const noexcept { return bytes_.empty() && words_.empty(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.size() + 2 * words_.size(); }

    [[nodiscard]] DAMIERA_INLINE int operator[](Index i) const noexcept { return words_.empty() ? bytes_[i] : words_[i]; }

    DAMIERA_INLINE void set(Index i, int plies) noexcept {
        if (words_.empty()) bytes_[i] = static_cast<std::uint8_t>(plies);
        else words_[i] = static_cast<std::uint16_t>(plies);
    }

private:
    std::vector<std::uint8_t> bytes_;
    std::vector<std::uint16_t> words_;
};

/// The counts of a slice.
struct Totals {
    std::uint64_t positions{};
    std::uint64_t wins{};
    std::uint64_t draws{};
    std::uint64_t losses{};
    int longest_win = -1;  // in plies; -1 if there is none, or if distances are not known
    int longest_loss = -1;
    Index longest_at{};  // a place of the longest win
};

struct Slice {
    Slice(const Board& board, const Material& material) : indexing{board, material} {}

    /// What a place is worth where a count makes a draw after `most_plies`, unless it is 0; without distances, by itself.
    [[nodiscard]] Verdict verdict_within(Index i, int most_plies) const noexcept {
        const Verdict verdict = verdicts[i];
        const bool ends = verdict == Verdict::win || verdict == Verdict::loss;
        return most_plies != 0 && ends && !distances.empty() && distances[i] > most_plies ? Verdict::draw : verdict;
    }

    /// The counts of what is worth so much.
    [[nodiscard]] Totals totals_within(int most_plies) const {
        if (most_plies == 0) return totals;
        Totals found = totals;
        found.wins = found.losses = found.draws = 0;
        for (Index i = 0; i < verdicts.size(); ++i) {
            const Verdict verdict = verdict_within(i, most_plies);
            found.wins += verdict == Verdict::win ? 1 : 0;
            found.losses += verdict == Verdict::loss ? 1 : 0;
            found.draws += verdict == Verdict::draw ? 1 : 0;
        }
        return found;
    }

    Indexing indexing;
    Verdicts verdicts;
    Distances distances;  // empty if they were not asked for
    Totals totals;
};

}  // namespace damiera::endgame
