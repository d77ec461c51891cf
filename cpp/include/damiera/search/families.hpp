// A search of the games of families: alpha-beta, ever deeper, over any `FamilyRules`.
//
// Where more than two play, the others are taken to play together against the seat that thinks (paranoid search:
// N. Sturtevant and R. Korf, On Pruning Techniques for Multi-Player Games, 2000).
#pragma once

#include <algorithm>   // count, fill, find, iter_swap, max, min, stable_sort, transform, upper_bound
#include <array>       // array
#include <atomic>      // atomic
#include <cstddef>     // ptrdiff_t, size_t
#include <cstdint>     // uint64_t
#include <functional>  // function, greater
#include <memory>      // unique_ptr
#include <optional>    // optional
#include <utility>     // move, pair
#include <vector>      // vector

#include "damiera/families/family.hpp"
#include "damiera/search/limits.hpp"
#include "damiera/search/score.hpp"
#include "damiera/util/pages.hpp"

namespace damiera::search {

struct FamilyLine {
    int depth{};
    int multipv{1};
    Score score{};  // of the seat to move
    std::uint64_t nodes{};
    std::int64_t time_ms{};
    std::vector<families::Shown> pv{};
};

struct FamilyRequest {
    families::Held position{};
    std::vector<Key> history{};
    Limits limits{};
    int multipv{1};
    std::vector<families::Shown> only{};
    std::function<void(const FamilyLine&)> on_line{};
};

/// A search of some game of some family.
class FamilyEngine {
public:
    virtual ~FamilyEngine() = default;
    /// The best lines of the last finished depth; none if there is no legal move.
    virtual std::vector<FamilyLine> think(const FamilyRequest& request) = 0;
    virtual void stop() noexcept = 0;
    virtual void clear() noexcept = 0;
    virtual void ponder() noexcept = 0;
    virtual void ponder_hit() noexcept = 0;
};

template <families::FamilyRules G>
class FamilySearch final : public FamilyEngine {
public:
    using State = typename G::State;
    using Move = typename G::Move;

    FamilySearch(const G& game, std::size_t megabytes)
        : game_{game}, table_(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Entry)) {}

    std::vector<FamilyLine> think(const FamilyRequest& request) override {
        stop_ = false;
        const Ending ending{pondering_};
        watch_ = Stopwatch{};
        enough_ = false;
        limits_ = request.limits;
        nodes_ = 0;
        path_ = request.history;
        past_ = std::ssize(path_);
        const State& state = static_cast<const families::PositionOf<G>&>(*request.position).state();
        me_ = game_.seat(state);
        behind_ = game_.facts(state).home.size();
        std::fill(history_.begin(), history_.end(), 0);
        std::vector<Root> roots = roots_of(state, request);
        if (roots.empty()) return {};
        std::vector<FamilyLine> lines{line_of(state, roots[0], 0, 1)};
        Pace pace{limits_.soft_ms};
        for (int depth = 1; may_deepen(depth, pace, roots.size() == 1); ++depth) {
            const Move chosen = roots[0].move;
            if (!deepen(state, roots, depth, request.multipv)) break;
            pace.heed(depth > 1 && !(roots[0].move == chosen), roots[0].score);
            lines.clear();
            const auto wanted = std::min(roots.size(), static_cast<std::size_t>(request.multipv));
            for (std::size_t i = 0; i < wanted; ++i) {
                lines.push_back(line_of(state, roots[i], depth, static_cast<int>(i) + 1));
                if (request.on_line) request.on_line(lines.back());
            }
            if (is_proved(roots[0].score) && request.multipv == 1) break;
            if (roots.size() == 1 && limits_.time_ms != 0 && !pondering_.is_on()) break;
        }
        if (lines[0].depth == 0 && request.on_line) request.on_line(lines[0]);
        return lines;
    }

    void stop() noexcept override { stop_ = true; }
    void ponder() noexcept override { pondering_.begin(); }
    void ponder_hit() noexcept override { pondering_.hit(); }
    void clear() noexcept override { std::fill(table_.begin(), table_.end(), Entry{}); }

private:
    enum class Bound : std::uint8_t { none, exact, lower, upper };

    struct Entry {
        Key key{};
        std::int16_t score{};
        std::int8_t depth{};
        Bound bound{};
        Move move{};
    };

    struct Root {
        Move move{};
        Score score{-infinite};
        std::vector<Move> pv{};
    };

    struct Stopped {};

    struct Ending {
        Pondering& pondering;
        ~Ending() { pondering.end(); }
    };

    /// Whether to begin the next depth; see `Search`.
    [[nodiscard]] bool may_deepen(int depth, const Pace& pace, bool is_forced) {
        const bool is_enough = depth > limits_.last_depth() || (depth > 1 && pace.is_enough(watch_.elapsed_ms(), is_forced));
        if (!is_enough) return true;
        enough_ = true;
        return depth <= max_depth && pondering_.is_on();
    }

    [[nodiscard]] std::vector<Root> roots_of(const State& state, const FamilyRequest& request) const {
        std::vector<Move> list;
        game_.generate(state, list, move_budget);
        std::vector<Root> roots;
        for (const Move& move : list) {
            const bool wanted = request.only.empty() || std::find(request.only.begin(), request.only.end(),
                                                                  game_.shown(state, move)) != request.only.end();
            if (wanted) roots.push_back({move, -infinite, {}});
        }
        return roots;
    }

    /// Search every root move to a depth, and put the best first; false if it was stopped before.
    bool deepen(const State& state, std::vector<Root>& roots, int depth, int multipv) {
        const auto wanted = static_cast<std::size_t>(multipv);
        const std::size_t before = path_.size();
        std::vector<Root> now = roots;
        std::vector<Score> best;  // of the lines wanted, best first
        path_.push_back(game_.key(state));
        try {
            for (Root& root : now) {
                const Score alpha = best.size() < wanted ? -infinite : best.back();
                std::vector<Move> pv;
                root.score = search(game_.play(state, root.move), depth - 1, 1, alpha, infinite, pv);
                root.pv.assign(1, root.move);
                root.pv.insert(root.pv.end(), pv.begin(), pv.end());
                best.insert(std::upper_bound(best.begin(), best.end(), root.score, std::greater<>{}), root.score);
                if (best.size() > wanted) best.pop_back();
            }
        } catch (const Stopped&) {
            path_.resize(before);
            return false;
        }
        path_.resize(before);
        std::stable_sort(now.begin(), now.end(), [](const Root& a, const Root& b) { return a.score > b.score; });
        roots = std::move(now);
        return true;
    }

    /// The score of a position for the seat that thinks: it takes the greatest, all others the least.
    Score search(const State& s, int depth, int ply, Score alpha, Score beta, std::vector<Move>& pv) {
        count_node();
        const Key here = game_.key(s);
        if constexpr (G::repeats) {
            const auto root = path_.cbegin() + past_;
            const auto times = std::count(path_.cbegin(), root, here);
            if (times >= limits_.repeats || std::find(root, path_.cend(), here) != path_.cend()) return 0;
            if (times > 0) return come_again(s, here, depth, ply, alpha, beta, pv);
        }
        return searched(s, here, depth, ply, alpha, beta, pv);
    }

    /// The score of a position that stood on the board before the root: who comes to it again gains no more than a draw,
    /// but may well lose by it, since the opponent need not play on as before.
    Score come_again(const State& s, Key here, int depth, int ply, Score alpha, Score beta, std::vector<Move>& pv) {
        const Score draw = 0;
        const bool mine = game_.seat(s) == me_;
        if (mine ? beta <= draw : alpha >= draw) return draw;
        (mine ? alpha : beta) = mine ? std::max(alpha, draw) : std::min(beta, draw);
        const Score score = searched(s, here, depth, ply, alpha, beta, pv);
        return mine ? std::max(score, draw) : std::min(score, draw);
    }

    /// The score of a position wherever it was before.
    Score searched(const State& s, Key here, int depth, int ply, Score alpha, Score beta, std::vector<Move>& pv) {
        std::vector<Move> list;
        game_.generate(s, list, move_budget);
        if (list.empty()) return over(s, ply);
        if (ply >= max_ply) return game_.evaluate(s, me_);
        if (depth <= 0 && !game_.captures(s)) return settle(s, list, depth, ply, alpha, beta, pv);
        const Key key = here ^ families::mixed(static_cast<std::uint64_t>(me_) + 0x6D65);
        Entry& entry = table_[key % table_.size()];
        if (const Entry known = entry; known.key == key && known.bound != Bound::none) {
            const Score score = from_table(known.score, ply);
            if (known.depth >= depth && cuts(known.bound, score, alpha, beta)) return score;
            put_first(list, known.move);
        }
        return best_of(s, list, entry, key, here, depth, ply, alpha, beta, pv);
    }

    /// What a position is worth where nothing must be taken: as it stands or, where a game has captures that are no duty,
    /// after the best of them.
    Score settle(const State& s, std::vector<Move>& list, int depth, int ply, Score alpha, Score beta, std::vector<Move>& pv) {
        Score best = game_.evaluate(s, me_);
        if constexpr (requires(const Move& m) { G::is_lively(m); }) {
            const bool mine = game_.seat(s) == me_;
            std::erase_if(list, [](const Move& move) { return !G::is_lively(move); });
            order(s, list, 0);
            for (const Move& move : list) {
                if (mine ? best >= beta : best <= alpha) break;
                (mine ? alpha : beta) = mine ? std::max(alpha, best) : std::min(beta, best);
                std::vector<Move> rest;
                const Score score = search(game_.play(s, move), depth - 1, ply + 1, alpha, beta, rest);
                if (mine ? score <= best : score >= best) continue;
                best = score;
                pv.assign(1, move);
                pv.insert(pv.end(), rest.begin(), rest.end());
            }
        }
        return best;
    }

    Score best_of(const State& s, std::vector<Move>& list, Entry& entry, Key key, Key here, int depth, int ply, Score alpha,
                  Score beta, std::vector<Move>& pv) {
        const bool mine = game_.seat(s) == me_;
        const bool known = entry.key == key && entry.bound != Bound::none;
        order(s, list, known ? 1 : 0);
        const Score low = alpha;
        const Score high = beta;
        Score best = mine ? -infinite : infinite;
        Move best_move = list.front();
        path_.push_back(here);
        for (const Move& move : list) {
            std::vector<Move> rest;
            const Score score = search(game_.play(s, move), depth - 1, ply + 1, alpha, beta, rest);
            if (mine ? score > best : score < best) {
                best = score;
                best_move = move;
                pv.assign(1, move);
                pv.insert(pv.end(), rest.begin(), rest.end());
                (mine ? alpha : beta) = mine ? std::max(alpha, best) : std::min(beta, best);
            }
            if (alpha >= beta) {
                history_[G::slot(move)] += depth > 0 ? depth * depth : 0;
                break;
            }
        }
        path_.pop_back();
        const Bound bound = best <= low ? Bound::upper : best >= high ? Bound::lower : Bound::exact;
        entry = {key, static_cast<std::int16_t>(to_table(best, ply)), static_cast<std::int8_t>(std::max(depth, -1)), bound,
                 best_move};
        return best;
    }

    void count_node() {
        ++nodes_;
        const bool out_of_nodes = enough_ || (limits_.nodes != 0 && nodes_ > limits_.nodes);
        const bool late = nodes_ % 256 == 0 && limits_.time_ms != 0 && watch_.counted_ms(pondering_) >= limits_.time_ms;
        if (((out_of_nodes || late) && !pondering_.is_on()) || stop_.load(std::memory_order_relaxed)) throw Stopped{};
    }

    [[nodiscard]] Score over(const State& s, int ply) const {
        const std::optional<int> winner = game_.winner(s);
        if (!winner) return 0;
        // Where others were home before, the next place is the best that is left.
        const bool won = behind_ == 0 ? *winner == me_ : is_next(s);
        return won ? won_at(ply) : lost_at(ply);
    }

    /// Whether the seat that thinks has the first of the places that were left at the root.
    [[nodiscard]] bool is_next(const State& s) const {
        const std::optional<families::Squares> places = game_.places(s);
        return places && behind_ < places->size() && (*places)[behind_] == me_;
    }

    [[nodiscard]] static bool cuts(Bound bound, Score score, Score alpha, Score beta) noexcept {
        return bound == Bound::exact || (bound == Bound::lower && score >= beta) || (bound == Bound::upper && score <= alpha);
    }

    static void put_first(std::vector<Move>& list, const Move& move) {
        const auto found = std::find(list.begin(), list.end(), move);
        if (found != list.end()) std::iter_swap(list.begin(), found);
    }

    /// The most promising first; the first `kept` stay where they are.
    void order(const State& s, std::vector<Move>& list, std::ptrdiff_t kept) const {
        std::vector<std::pair<std::int64_t, Move>> rated;
        rated.reserve(list.size());
        for (const Move& move : list) rated.emplace_back(64 * game_.promise(s, move) + history_[G::slot(move)], move);
        std::stable_sort(rated.begin() + kept, rated.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        std::transform(rated.begin(), rated.end(), list.begin(), [](const auto& pair) { return pair.second; });
    }

    [[nodiscard]] FamilyLine line_of(const State& state, const Root& root, int depth, int rank) const {
        FamilyLine line{depth, rank, depth == 0 ? game_.evaluate(state, me_) : root.score, nodes_, watch_.elapsed_ms(), {}};
        State at = state;
        for (const Move& move : root.pv.empty() ? std::vector<Move>{root.move} : root.pv) {
            line.pv.push_back(game_.shown(at, move));
            at = game_.play(at, move);
        }
        return line;
    }

    const G& game_;
    PagedArray<Entry> table_;
    std::atomic<bool> stop_{false};
    Stopwatch watch_{};
    Limits limits_{};
    std::uint64_t nodes_{};
    Pondering pondering_{};
    bool enough_{};
    std::vector<Key> path_{};  // of the game up to the root, then of the line
    std::ptrdiff_t past_{};    // how much of it is of the game
    std::vector<std::int64_t> history_ = std::vector<std::int64_t>(families::slots);
    int me_{};
    std::size_t behind_{};  // how many seats were home when the search began
};

}  // namespace damiera::search
