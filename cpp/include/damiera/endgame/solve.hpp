// Solving a pair of slices, a material and the same turned, from the end backwards.
//
// First every placement is looked at once, forwards, with the game's own generator. Captures and promotions leave the pair:
// their values are looked up. Where a capture is possible it is compulsory, so the value is found at once; elsewhere the
// moves that stay in the pair are counted. Then, ply by ply, each placement found won or lost tells those from which a move
// leads to it: one that loses makes them won, one that wins takes a move away from them, and who has none left is lost.
// What is never told anything is drawn. Games in which the last to move wins and those in which he loses differ only in
// what it means to have no move.
//
// Within the pair a distance is odd if it is a win, even if it is a loss. In games played to lose, where having no move is
// a win, it is one more than the plies.
#pragma once

#include <algorithm>  // max
#include <atomic>     // atomic, atomic_ref
#include <cstddef>    // size_t
#include <cstdint>    // uint8_t, uint16_t, uint64_t
#include <memory>     // unique_ptr, make_unique
#include <vector>     // vector

#include "damiera/endgame/board.hpp"
#include "damiera/endgame/indexing.hpp"
#include "damiera/endgame/parallel.hpp"
#include "damiera/endgame/values.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::endgame {

/// A distance as the solver writes it; even: lost, odd: won.
using Depth = std::uint16_t;

inline constexpr Depth drawn = 0xFFFF;

[[nodiscard]] constexpr bool is_won(Depth depth) noexcept { return depth % 2 != 0 && depth != drawn; }
[[nodiscard]] constexpr bool is_lost(Depth depth) noexcept { return depth % 2 == 0; }

/// The slices that moves out of a pair may lead to.
class Shelf {
public:
    explicit Shelf(const Instance& instance)
        : goal_{instance.game->rules.goal}, slices_(Material::keys), most_plies_(Material::keys) {}

    void put(const Slice* slice, const Material& material) { slices_[material.key()] = slice; }
    [[nodiscard]] const Slice* find(const Material& material) const noexcept { return slices_[material.key()]; }

    /// Whoever comes to a material, whoever is to move, has so many plies to the end: then a count makes a draw.
    void limit(const Material& material, int plies) {
        most_plies_[material.key()] = plies;
        most_plies_[material.turned().key()] = plies;
    }

    /// Plies that the rules allow a material; 0 if they count nothing there.
    [[nodiscard]] int most_plies(const Material& material) const noexcept { return most_plies_[material.key()]; }

    /// What it is worth to be unable to move.
    [[nodiscard]] Depth stuck() const noexcept { return goal_ == Goal::lose ? 1 : 0; }

    /// The value for the side to move, who came there from `before`. Where distances are not known, a win is 1 and a loss 0.
    [[nodiscard]] DAMIERA_INLINE Depth look_up(const Placement& p, const Material& before) const {
        if (goal_ == Goal::breakthrough && (p.white_kings | p.black_kings) != 0) return 0;
        if ((p.white_men | p.white_kings) == 0) return stuck();
        const Material material = p.material();
        const Slice* slice = slices_[material.key()];
        if (slice == nullptr) missing(p);
        const Depth depth = value(*slice, slice->indexing.rank(p));
        const int most = most_plies(material);
        if (most == 0 || depth == drawn || depth - stuck() <= most) return depth;
        return goes_on(before, material) ? depth : drawn;
    }

    [[nodiscard]] DAMIERA_INLINE Depth value(const Slice& slice, Index at) const noexcept {
        const Verdict verdict = slice.verdicts[at];
        if (verdict == Verdict::draw) return drawn;
        if (!slice.distances.empty()) return static_cast<Depth>(slice.distances[at] + stuck());
        return verdict == Verdict::win ? 1 : 0;
    }

private:
    [[noreturn]] static void missing(const Placement& p);

    /// Whether a count of one ending goes on in the next: where a man is crowned, not where a piece is taken.
    [[nodiscard]] bool goes_on(const Material& before, const Material& after) const noexcept {
        return before.pieces() == after.pieces() && most_plies(before) == most_plies(after);
    }

    Goal goal_;
    std::vector<const Slice*> slices_;
    std::vector<int> most_plies_;
};

/// Thrown where a slice is asked for that is not there.
struct MissingSlice {
    Material material;
};

inline void Shelf::missing(const Placement& p) { throw MissingSlice{p.material()}; }

/// The best of the moves looked at so far.
class Best {
public:
    /// A move to a placement worth `depth` to the opponent.
    DAMIERA_INLINE void add(Depth depth) noexcept {
        if (depth == drawn) {
            draw_ = true;
        } else if (is_lost(depth)) {
            if (win_ == none || depth + 1 < win_) win_ = depth + 1;
        } else {
            loss_ = std::max(loss_, depth + 1);
        }
    }

    [[nodiscard]] bool wins() const noexcept { return win_ != none; }
    [[nodiscard]] bool draws() const noexcept { return draw_; }
    [[nodiscard]] Depth win() const noexcept { return static_cast<Depth>(win_); }
    [[nodiscard]] Depth loss() const noexcept { return static_cast<Depth>(loss_); }
    [[nodiscard]] Depth value() const noexcept { return wins() ? win() : draws() ? drawn : loss(); }

private:
    static constexpr int none = -1;
    int win_ = none;
    int loss_ = 0;
    bool draw_ = false;
};

class Solver {
public:
    /// `shelf` must hold every slice that the two lead to.
    Solver(const Board& board, const Shelf& shelf, const Material& material, const Workers& workers)
        : board_{board}, shelf_{shelf}, workers_{workers} {
        halves_.push_back(std::make_unique<Half>(board, material));
        if (material.turned() != material) halves_.push_back(std::make_unique<Half>(board, material.turned()));
    }

    /// Solve, and hand over the slice and the one of the opponent; only one, if they are the same.
    [[nodiscard]] std::vector<std::unique_ptr<Slice>> solve(bool with_distances) {
        for (std::size_t i = 0; i < halves_.size(); ++i) look_at_all(*halves_[i]);
        for (int depth = 0; depth <= last_.load(std::memory_order_relaxed); ++depth) {
            for (std::size_t i = 0; i < halves_.size(); ++i) tell(i, static_cast<Depth>(depth));
        }
        std::vector<std::unique_ptr<Slice>> slices;
        for (auto& half : halves_) {
            slices.push_back(harvest(*half, with_distances));
            half.reset();
        }
        return slices;
    }

private:
    static constexpr std::uint64_t part = 1 << 14;

    // What `left` holds beside the number of moves that are not yet known to lose.
    static constexpr std::uint8_t settled = 255;  // found at the first look
    static constexpr std::uint8_t safe = 254;     // a move out of the pair draws
    static constexpr Depth no_placement = 0xFFFD;

    /// One slice in the making. `depth` of a placement that is not settled is the win a move out of the pair gives, or the
    /// longest loss of such moves; final as soon as all shorter distances are done.
    struct Half {
        Half(const Board& board, const Material& material)
            : indexing{board, material}, depth(indexing.size()), left(indexing.size()),
              pending((indexing.size() + part - 1) / part) {}

        Indexing indexing;
        std::vector<Depth> depth;
        std::vector<std::uint8_t> left;
        std::vector<std::atomic<std::uint64_t>> pending;  // by part: depths, modulo 64, at which it has placements
    };

    [[nodiscard]] static DAMIERA_INLINE std::atomic_ref<Depth> depth_at(Half& half, Index i) noexcept {
        return std::atomic_ref<Depth>{half.depth[i]};
    }

    // --- the first look ---

    void look_at_all(Half& half) {
        workers_.each_part(half.depth.size(), part, [&](Index first, Index last) {
            WideMoves moves;
            Indexing::Cursor cursor{half.indexing, first};
            for (Index i = first; i < last; ++i) {
                cursor.seek(i);
                if (cursor.is_hole()) settle(half, i, no_placement);
                else look_at(half, i, *cursor, moves);
            }
        });
    }

    DAMIERA_INLINE void look_at(Half& half, Index i, const Placement& p, WideMoves& moves) {
        board_.instance().generate(board_.expanded(p), moves, unlimited);
        if (moves.empty()) return settle(half, i, shelf_.stuck());
        const bool capture = moves[0].is_capture();
        Best best;
        int staying = 0;
        for (const WideMove& move : moves) {
            if (capture || move.promotes)
                best.add(shelf_.look_up(board_.turned(board_.after(p, move)), half.indexing.material()));
            else ++staying;
        }
        if (staying == 0) return settle(half, i, best.value());
        half.left[i] = best.draws() ? safe : static_cast<std::uint8_t>(staying);
        const Depth depth = best.wins() ? best.win() : best.draws() ? Depth{0} : best.loss();
        half.depth[i] = depth;
        if (depth != 0) expect(half, i, depth);
    }

    void settle(Half& half, Index i, Depth depth) {
        half.left[i] = settled;
        half.depth[i] = depth;
        if (depth < no_placement) expect(half, i, depth);
    }

    /// Have the part of a placement looked through when its depth is due.
    DAMIERA_INLINE void expect(Half& half, Index i, Depth depth) noexcept {
        std::atomic<std::uint64_t>& due = half.pending[i / part];
        const std::uint64_t mark = std::uint64_t{1} << depth % 64;
        if ((due.load(std::memory_order_relaxed) & mark) == 0) due.fetch_or(mark, std::memory_order_relaxed);
        int last = last_.load(std::memory_order_relaxed);
        while (last < depth && !last_.compare_exchange_weak(last, depth, std::memory_order_relaxed)) {}
    }

    // --- backwards ---

    void tell(std::size_t which, Depth depth) {
        Half& half = *halves_[which];
        Half& other = *halves_[halves_.size() - 1 - which];
        const std::uint64_t mark = std::uint64_t{1} << depth % 64;
        workers_.each_part(half.depth.size(), part, [&](Index first, Index last) {
            std::atomic<std::uint64_t>& due = half.pending[first / part];
            if ((due.load(std::memory_order_relaxed) & mark) == 0) return;
            due.fetch_and(~mark, std::memory_order_relaxed);
            bool again = false;  // the same mark, for a depth 64 further on
            Indexing::Cursor cursor{half.indexing, first};
            for (Index i = first; i < last; ++i) {
                const Depth here = depth_at(half, i).load(std::memory_order_relaxed);
                if (here != depth) {
                    again |= here > depth && here < no_placement && here % 64 == depth % 64;
                    continue;
                }
                if (is_lost(depth) && half.left[i] != 0 && half.left[i] != settled) continue;
                cursor.seek(i);
                tell_those_before(other, board_.turned(*cursor), depth);
            }
            if (again) due.fetch_or(mark, std::memory_order_relaxed);
        });
    }

    DAMIERA_INLINE void tell_those_before(Half& other, const Placement& p, Depth depth) {
        const auto next = static_cast<Depth>(depth + 1);
        if (is_lost(depth)) {
            board_.each_before(p, [&](const Placement& before) { win(other, other.indexing.rank(before), next); });
        } else {
            board_.each_before(p, [&](const Placement& before) { lose_one(other, other.indexing.rank(before), next); });
        }
    }

    /// A move from this placement wins in `depth`.
    DAMIERA_INLINE void win(Half& half, Index i, Depth depth) noexcept {
        if (half.left[i] == settled) return;
        const auto here = depth_at(half, i);
        const Depth known = here.load(std::memory_order_relaxed);
        if (is_won(known) && known <= depth) return;
        here.store(depth, std::memory_order_relaxed);
        expect(half, i, depth);
    }

    /// A move from this placement loses; if it was the last that did not, all is lost in `depth`, or later.
    DAMIERA_INLINE void lose_one(Half& half, Index i, Depth depth) noexcept {
        const std::atomic_ref<std::uint8_t> left{half.left[i]};
        if (left.load(std::memory_order_relaxed) >= safe) return;
        const auto here = depth_at(half, i);
        const Depth known = here.load(std::memory_order_relaxed);
        if (is_won(known) || left.fetch_sub(1, std::memory_order_relaxed) != 1) return;
        const Depth lost = std::max(known, depth);
        here.store(lost, std::memory_order_relaxed);
        expect(half, i, lost);
    }

    // --- the harvest ---

    [[nodiscard]] std::unique_ptr<Slice> harvest(Half& half, bool with_distances) {
        auto slice = std::make_unique<Slice>(board_, half.indexing.material());
        const Index size = half.depth.size();
        slice->verdicts = Verdicts{size};
        for (Index i = 0; i < size; ++i) count(half, i, *slice);
        if (!with_distances) {
            slice->totals.longest_win = slice->totals.longest_loss = -1;
            return slice;
        }
        slice->distances = Distances{size, std::max(slice->totals.longest_win, slice->totals.longest_loss)};
        for (Index i = 0; i < size; ++i) {
            const Verdict verdict = slice->verdicts[i];
            if (verdict == Verdict::win || verdict == Verdict::loss) {
                slice->distances.set(i, half.depth[i] - shelf_.stuck());
            }
        }
        return slice;
    }

    DAMIERA_INLINE void count(const Half& half, Index i, Slice& slice) const noexcept {
        const Depth depth = half.depth[i];
        const std::uint8_t left = half.left[i];
        Totals& totals = slice.totals;
        if (depth == no_placement) return slice.verdicts.set(i, Verdict::hole);
        ++totals.positions;
        const int plies = depth - shelf_.stuck();
        if (is_won(depth)) {
            slice.verdicts.set(i, Verdict::win);
            ++totals.wins;
            if (plies > totals.longest_win) totals.longest_at = i;
            totals.longest_win = std::max(totals.longest_win, plies);
        } else if (is_lost(depth) && (left == 0 || left == settled)) {
            slice.verdicts.set(i, Verdict::loss);
            ++totals.losses;
            totals.longest_loss = std::max(totals.longest_loss, plies);
        } else {
            slice.verdicts.set(i, Verdict::draw);
            ++totals.draws;
        }
    }

    const Board& board_;
    const Shelf& shelf_;
    const Workers& workers_;
    std::vector<std::unique_ptr<Half>> halves_;
    std::atomic<int> last_{0};
};

}  // namespace damiera::endgame
