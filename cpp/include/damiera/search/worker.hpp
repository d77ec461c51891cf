// One thread of a search: principal variation search below the root.
//
// Captures are compulsory, so a position is judged only when its side to move need not capture. Reductions and the shallow test against a raised bound (M. Buro, "ProbCut", ICCA
// Journal 18, 1995) save most of the work; what they skip is searched in full as soon as it looks better than expected.
#pragma once

#include <algorithm>  // copy_n, count, max, min
#include <array>      // array
#include <atomic>     // atomic
#include <cstddef>    // ptrdiff_t, size_t
#include <cstdint>    // uint64_t
#include <memory>     // unique_ptr
#include <span>       // span
#include <utility>    // swap
#include <vector>     // vector

#include "damiera/board/side.hpp"
#include "damiera/endgame/oracle.hpp"
#include "damiera/eval/evaluation.hpp"
#include "damiera/movegen/generator.hpp"
#include "damiera/position/position.hpp"
#include "damiera/search/limits.hpp"
#include "damiera/search/order.hpp"
#include "damiera/search/params.hpp"
#include "damiera/search/score.hpp"
#include "damiera/search/table.hpp"

namespace damiera::search {

static_assert(eval::most_worth < tabled - 2 * max_ply, "what a position seems worth counts no plies");

/// Thrown through the recursion when the search has to end.
struct Stopped {};

/// What the threads of one search share.
struct Shared {
    Table& table;
    const Limits limits;
    std::atomic<bool>& stop;
    const Pondering& pondering;
    const Params& params;
    endgame::Oracle* oracle{};  // of endgame tables, to be asked of positions with at most `tabled_pieces`; may be none
    int tabled_pieces{};
    const Stopwatch watch{};
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<bool> enough{false};  // the depth under way need not be finished, once pondering is over

    /// Whether a limit has been reached.
    [[nodiscard]] bool is_over() const noexcept {
        if (pondering.is_on()) return false;
        if (enough.load(std::memory_order_relaxed)) return true;
        if (limits.nodes != 0 && nodes.load(std::memory_order_relaxed) >= limits.nodes) return true;
        return limits.time_ms != 0 && watch.counted_ms(pondering) >= limits.time_ms;
    }
};

/// A line of play of limited length, without allocation.
template <BoardWord Word>
struct Variation {
    std::array<Move<Word>, max_ply + 1> moves;
    int length{};

    void set(const Move<Word>& first, const Variation& rest) noexcept {
        moves[0] = first;
        length = std::min(rest.length, max_ply) + 1;
        std::copy_n(rest.moves.begin(), length - 1, moves.begin() + 1);
    }
};

/// A position with what the search sums up on the way to it.
template <BoardWord Word>
struct NodeOn {
    Position<Word> position{};
    eval::Terms sum{};
    int reversible{};  // plies since a man moved or a piece was captured
};

/// What a search from the root asks of a worker, whatever the rules; see `Worker`.
template <BoardWord Word>
class AnyWorker {
public:
    using Node = NodeOn<Word>;

    virtual ~AnyWorker() = default;

    /// Make ready for a search from the position after those in `history`.
    virtual void begin(Shared& shared, std::span<const Key> history) = 0;

    [[nodiscard]] virtual Node root(const Position<Word>& position) const = 0;

    /// The score of the `place`th move of the root to the root's side, between `alpha` and `beta`.
    virtual Score after_root(const Node& root, const Move<Word>& move, std::size_t place, Score alpha, Score beta,
                             int depth) = 0;

    /// The line expected after the root move searched last.
    [[nodiscard]] virtual const Variation<Word>& line() const noexcept = 0;

    /// Add what is not yet in the common count.
    virtual void tell_nodes() noexcept = 0;

    /// Forget what was learnt in earlier searches.
    virtual void forget() noexcept = 0;
};

template <RulesProvider P>
class Worker final : public AnyWorker<typename P::Word> {
public:
    using Word = typename P::Word;
    using Node = NodeOn<Word>;

    Worker(const P& provider, const eval::Evaluation<P>& evaluation, Goal goal)
        : provider_{provider}, evaluation_{evaluation}, loses_{goal == Goal::lose}, lines_{std::make_unique<Lines>()} {}

    void begin(Shared& shared, std::span<const Key> history) override {
        shared_ = &shared;
        params_ = shared.params;
        probes_ = 0;
        order_.grow_older(params_.history_percent);
        history_.assign(history.begin(), history.end());
        nodes_ = told_ = 0;
        const int draw_in = shared.limits.draw_in;
        counted_out_ = draw_in > 0 ? draw_in : max_ply + 1;
        set_poll();
    }

    [[nodiscard]] Node root(const Position<Word>& position) const override {
        return {position, evaluation_.terms_of(position.pieces), static_cast<int>(history_.size())};
    }

    Score after_root(const Node& root, const Move<Word>& move, std::size_t place, Score alpha, Score beta, int depth) override {
        return root.position.side == Side::white ? after_root<Side::white>(root, move, place, alpha, beta, depth)
                                                 : after_root<Side::black>(root, move, place, alpha, beta, depth);
    }

    [[nodiscard]] const Variation<Word>& line() const noexcept override { return (*lines_)[1]; }

    void tell_nodes() noexcept override {
        shared_->nodes.fetch_add(nodes_ - told_, std::memory_order_relaxed);
        told_ = nodes_;
    }

    void forget() noexcept override { order_.clear(); }

private:
    using Lines = std::array<Variation<Word>, max_ply + 2>;
    static constexpr std::uint64_t poll_every = 1024;
    static constexpr int most_ranked = 512;

    // --- the limits ---

    void set_poll() noexcept {
        const std::uint64_t limit = shared_->limits.nodes;
        const std::uint64_t others = shared_->nodes.load(std::memory_order_relaxed) - told_;
        poll_at_ = nodes_ + poll_every;
        if (limit != 0 && !shared_->pondering.is_on()) poll_at_ = std::min(poll_at_, limit > others ? limit - others : 0);
    }

    DAMIERA_NOINLINE void poll() {
        tell_nodes();
        if (shared_->is_over()) shared_->stop = true;
        if (shared_->stop.load(std::memory_order_relaxed)) throw Stopped{};
        set_poll();
    }

    // --- the tree ---

    template <Side Us>
    Score after_root(const Node& root, const Move<Word>& move, std::size_t place, Score alpha, Score beta, int depth) {
        path_[0] = root.position.key;
        const Node next = after<Us>(root, move);
        if (place == 0) return -search<opponent(Us)>(next, -beta, -alpha, depth - 1, 1);
        Score score = -search<opponent(Us)>(next, -alpha - 1, -alpha, depth - 1, 1);
        if (score > alpha && score < beta) score = -search<opponent(Us)>(next, -beta, -alpha, depth - 1, 1);
        return score;
    }

    template <Side Us>
    [[nodiscard]] Node after(const Node& node, const Move<Word>& move) const noexcept {
        Node next{play<P, Us>(provider_, node.position, move), evaluation_.after(node.sum, node.position, move), 0};
        const bool king = (node.position.pieces.kings >> move.from & 1) != 0;
        if (king && !move.is_capture()) next.reversible = node.reversible + 1;
        return next;
    }

    template <Side Us>
    Score search(const Node& node, Score alpha, Score beta, int depth, int ply) {
        Variation<Word>& line = (*lines_)[static_cast<std::size_t>(ply)];
        line.length = 0;
        if (depth <= 0) return resolve<Us>(node, alpha, beta, depth, ply);
        if (nodes_ >= poll_at_) poll();
        ++nodes_;
        if (is_repeated(node, ply) || is_counted_out(node, ply)) return 0;
        if (const auto times = times_before(node, ply); times != 0) {
            if (times >= shared_->limits.repeats || beta <= 0) return 0;
            return std::max(Score{0}, searched<Us>(node, std::max(alpha, Score{0}), beta, depth, ply));
        }
        return searched<Us>(node, alpha, beta, depth, ply);
    }

    /// The worth of a position wherever it was before.
    template <Side Us>
    Score searched(const Node& node, Score alpha, Score beta, int depth, int ply) {
        alpha = std::max(alpha, lost_at(loses_ ? ply + 1 : ply));
        beta = std::min(beta, won_at(loses_ ? ply : ply + 1));
        if (alpha >= beta) return alpha;
        if (ply >= max_ply) return evaluation_(node.position, node.sum);

        const bool pv = beta - alpha > 1;
        const Key key = node.position.key;
        Entry known;
        if (shared_->table.probe(key, ply, known) && !pv && suffices(known, alpha, beta, depth)) return known.score;

        MoveList<Word> moves;
        generate<P, Us>(provider_, node.position, moves);
        if (moves.empty()) return over<Us>(node.position.pieces, ply);
        const bool capturing = moves[0].is_capture();
        Score settled;
        if (!capturing && is_tabled<Us>(node.position.pieces, ply, settled)) return settled;
        if (moves.size() == 1 && (capturing || params_.extend_single != 0)) ++depth;
        if (known.move == Entry::no_move && depth >= params_.guess_depth) --depth;  // nothing is known of it: find a move first
        if (!pv && !capturing && depth >= params_.probe_depth && probes_ <= params_.probe_nesting && !is_proved(beta)) {
            const Score margin = params_.probe_margin + params_.probe_margin_ply * depth;
            const Score found = probe<Us>(node, beta + margin, depth * params_.probe_percent / 100, ply);
            if (found >= beta + margin) return params_.probe_soft == 0 ? beta : is_proved(found) ? found : found - margin;
        }
        return try_all<Us>(node, moves, known, alpha, beta, depth, ply);
    }

    /// ProbCut: whether a shallow search finds as much as `bound`.
    template <Side Us>
    Score probe(const Node& node, Score bound, int depth, int ply) {
        ++probes_;
        const Score found = search<Us>(node, bound - 1, bound, depth, ply);
        --probes_;  // `begin` does it where a search is stopped
        return found;
    }

    template <Side Us>
    Score try_all(const Node& node, const MoveList<Word>& moves, const Entry& known, Score alpha, Score beta, int depth,
                  int ply) {
        const bool pv = beta - alpha > 1;
        const Score floor = alpha;
        path_[static_cast<std::size_t>(ply)] = node.position.key;
        const int singular = pv && is_singular<Us>(node, moves, known, depth, ply) ? 1 : 0;
        Ranking ranking{moves, order_, known.move, Us, ply};
        Score best = -infinite;
        std::size_t best_move = 0;
        for (std::size_t tried = 0; tried < moves.size(); ++tried) {
            const std::size_t place = ranking.next(tried);
            const Move<Word>& move = moves[place];
            const Node next = after<Us>(node, move);
            shared_->table.prefetch(next.position.key);
            Score score;
            if (tried == 0) {
                score = -search<opponent(Us)>(next, -beta, -alpha, depth - 1 + singular, ply + 1);
            } else {
                const int less = reduction(move, tried, depth, pv);
                score = -search<opponent(Us)>(next, -alpha - 1, -alpha, depth - 1 - less, ply + 1);
                if (score > alpha && less > 0) {
                    score = -search<opponent(Us)>(next, -alpha - 1, -alpha, depth - 1, ply + 1);
                }
                if (score > alpha && score < beta) {
                    score = -search<opponent(Us)>(next, -beta, -alpha, depth - 1, ply + 1);
                }
            }
            if (score <= best) continue;
            best = score;
            best_move = place;
            if (score <= alpha) continue;
            alpha = score;
            (*lines_)[static_cast<std::size_t>(ply)].set(move, (*lines_)[static_cast<std::size_t>(ply) + 1]);
            if (score < beta) continue;
            order_.reward(move, moves, ranking.first(tried), Us, ply, depth);
            break;
        }
        const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
        const int remembered = bound == Bound::upper ? Entry::no_move : static_cast<int>(best_move);
        shared_->table.store(node.position.key, ply, {remembered, best, depth, bound}, params_.table_keep);
        return best;
    }

    /// Whether no other move comes near what the table says of its own, in a search some plies shallower (T. Anantharaman,
    /// M. Campbell, F. Hsu, "Singular extensions", Artificial Intelligence 43, 1990).
    template <Side Us>
    bool is_singular(const Node& node, const MoveList<Word>& moves, const Entry& known, int depth, int ply) {
        if (depth < params_.singular_depth || known.move == Entry::no_move || moves.size() == 1) return false;
        if (known.bound == Bound::upper || known.depth < depth - params_.singular_less || counts_plies(known.score))
            return false;
        const Score bound = known.score - params_.singular_margin;
        for (std::size_t place = 0; place < moves.size(); ++place) {
            if (static_cast<int>(place) == known.move) continue;
            const Node next = after<Us>(node, moves[place]);
            if (-search<opponent(Us)>(next, -bound - 1, -bound, depth - 1 - params_.singular_less, ply + 1) > bound)
                return false;
        }
        return true;
    }

    /// The end of the full search: captures are played out. A position that looks good enough is trusted only if the
    /// opponent threatens no capture; otherwise one move more is tried. One that does not may have a man to crown.
    template <Side Us>
    Score resolve(const Node& node, Score alpha, Score beta, int depth, int ply) {
        Variation<Word>& line = (*lines_)[static_cast<std::size_t>(ply)];
        line.length = 0;
        if (nodes_ >= poll_at_) poll();
        ++nodes_;
        if (ply >= max_ply) return evaluation_(node.position, node.sum);
        const Generator<P, Us> generator = generator_of<P, Us>(provider_, node.position);
        if (!generator.detect()) {
            if (!generator.any()) return over<Us>(node.position.pieces, ply);
            Score settled;
            if (is_tabled<Us>(node.position.pieces, ply, settled)) return settled;
            const Score stand = evaluation_(node.position, node.sum);
            if (depth < 0) return stand;
            if (stand < beta - params_.threat_margin) return crown<Us>(node, stand, alpha, beta, ply);
            if (!is_threatened<Us>(node.position.pieces)) {
                return stand < beta ? crown<Us>(node, stand, alpha, beta, ply) : stand;
            }
            --depth;
        }
        return resolved<Us>(node, -infinite, alpha, beta, depth, ply, [](const Move<Word>&) { return true; });
    }

    /// The worth of a quiet position that looks like `stand` if nothing is done, or if a man is crowned, whichever is more.
    template <Side Us>
    Score crown(const Node& node, Score stand, Score alpha, Score beta, int ply) {
        if (!may_crown<Us>(node.position.pieces)) return stand;
        return resolved<Us>(node, stand, std::max(alpha, stand), beta, -1, ply,
                            [](const Move<Word>& move) { return move.promotes; });
    }

    /// The best of `best` and of the moves that are `wanted`, each played out.
    template <Side Us, class Wanted>
    DAMIERA_INLINE Score resolved(const Node& node, Score best, Score alpha, Score beta, int depth, int ply, Wanted wanted) {
        MoveList<Word> moves;
        generate<P, Us>(provider_, node.position, moves);
        for (const Move<Word>& move : moves) {
            if (!wanted(move)) continue;
            const Node next = after<Us>(node, move);
            const Score score = -resolve<opponent(Us)>(next, -beta, -alpha, depth, ply + 1);
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            (*lines_)[static_cast<std::size_t>(ply)].set(move, (*lines_)[static_cast<std::size_t>(ply) + 1]);
            if (score >= beta) break;
        }
        return best;
    }

    /// Moves in the order in which to try them, found one at a time.
    class Ranking {
    public:
        Ranking(const MoveList<Word>& moves, const Order<Word>& order, int table_move, Side side, int ply)
            : size_{std::min<std::size_t>(moves.size(), most_ranked)} {
            order.rank(moves, size_, table_move, side, ply, ranks_);
            for (std::size_t i = 0; i < size_; ++i) places_[i] = static_cast<std::uint16_t>(i);
        }

        /// The place in the list of the move to try as number `tried`.
        std::size_t next(std::size_t tried) noexcept {
            if (tried >= size_) return tried;
            std::size_t best = tried;
            for (std::size_t i = tried + 1; i < size_; ++i) {
                if (ranks_[i] > ranks_[best]) best = i;
            }
            std::swap(ranks_[tried], ranks_[best]);
            std::swap(places_[tried], places_[best]);
            return places_[tried];
        }

        /// The places of the first `count` moves tried.
        [[nodiscard]] std::span<const std::uint16_t> first(std::size_t count) const noexcept {
            return {places_, std::min(count, size_)};
        }

    private:
        std::size_t size_;
        int ranks_[most_ranked];
        std::uint16_t places_[most_ranked];
    };

    // --- small questions ---

    /// The score of `Us`, who has no move.
    template <Side Us>
    [[nodiscard]] Score over(const Pieces<Word>& pieces, int ply) const noexcept {
        const bool crowned =
            provider_.rules().goal == Goal::breakthrough && pieces.kings_of(opponent(Us)) == 0 && pieces.kings != 0;
        return loses_ || crowned ? won_at(ply) : lost_at(ply);
    }

    /// Whether a table says what a position is worth in which `Us` has a move and no capture. It has fewer pieces than the
    /// root, so that a count under way at the root has begun anew.
    template <Side Us>
    [[nodiscard]] DAMIERA_INLINE bool is_tabled(const Pieces<Word>& pieces, int ply, Score& score) const {
        if (shared_->oracle == nullptr || popcount(pieces.occupied()) > shared_->tabled_pieces) return false;
        return ask<Us>(pieces, ply, score);
    }

    template <Side Us>
    [[nodiscard]] DAMIERA_NOINLINE bool ask(const Pieces<Word>& pieces, int ply, Score& score) const {
        const auto found = shared_->oracle->ask({pieces.white, pieces.black, pieces.kings}, Us);
        if (!found) return false;
        score = *found == endgame::Verdict::win ? tabled_at(ply) : *found == endgame::Verdict::loss ? -tabled_at(ply) : 0;
        return true;
    }

    template <Side Us>
    [[nodiscard]] bool is_threatened(const Pieces<Word>& pieces) const noexcept {
        return Generator<P, opponent(Us)>{provider_, pieces}.detect();
    }

    /// Whether a man of `Us` stands a step before an empty square of the last row.
    template <Side Us>
    [[nodiscard]] bool may_crown(const Pieces<Word>& pieces) const noexcept {
        const Layout<Word>& layout = provider_.layout();
        const Word men = pieces.template of<Us>() & ~pieces.kings;
        Word reached = 0;
        each_direction<&Rules::man_moves, Us>(provider_,
                                              [&](auto d) DAMIERA_INLINE_LAMBDA { reached |= layout.shift(d, men); });
        return (reached & layout.last_row[static_cast<std::size_t>(index(Us))] & ~pieces.occupied()) != 0;
    }

    /// How much shallower a move may be searched that comes late in the order.
    [[nodiscard]] int reduction(const Move<Word>& move, std::size_t tried, int depth, bool pv) const noexcept {
        const Params& p = params_;
        const int before = static_cast<int>(tried);
        if (depth < p.reduce_depth || move.is_capture() || move.promotes) return 0;
        if (before < (pv ? p.reduce_from_pv : p.reduce_from)) return 0;
        const int less = 1 + (before >= p.reduce_two_from && depth >= p.reduce_two_depth ? 1 : 0) +
                         (before >= p.reduce_three_from && depth >= p.reduce_three_depth ? 1 : 0);
        return pv ? std::max(less - 1, 1) : less;
    }

    [[nodiscard]] bool suffices(const Entry& known, Score alpha, Score beta, int depth) const noexcept {
        const bool enough = known.bound != Bound::upper && known.score >= beta;
        const bool little = known.bound != Bound::lower && known.score <= alpha;
        if (known.depth >= depth) return enough || little || known.bound == Bound::exact;
        if (params_.proved_bounds == 0 || !counts_plies(known.score)) return false;
        return known.score > 0 ? enough : little;  // won and lost are so at every depth
    }

    /// Whether the position was there before on the way from the root.
    [[nodiscard]] bool is_repeated(const Node& node, int ply) const noexcept {
        const Key key = node.position.key;
        const int back = std::min(node.reversible, ply);
        for (int i = 4; i <= back; i += 2) {
            if (path_[static_cast<std::size_t>(ply - i)] == key) return true;
        }
        return false;
    }

    /// How often a position stood on the board before the root. Who comes to it once more gains no more than a draw, but may
    /// well lose by it: the opponent need not play on as before.
    [[nodiscard]] std::ptrdiff_t times_before(const Node& node, int ply) const noexcept {
        if (node.reversible < ply) return 0;
        return std::count(history_.begin(), history_.end(), node.position.key);
    }

    /// Whether a count that was under way at the root is full here: nothing but kings has moved, nothing was taken.
    [[nodiscard]] bool is_counted_out(const Node& node, int ply) const noexcept {
        return ply >= counted_out_ && node.reversible >= static_cast<int>(history_.size()) + ply;
    }

    P provider_;
    const eval::Evaluation<P>& evaluation_;
    bool loses_;  // who cannot move has won
    std::unique_ptr<Lines> lines_;
    Shared* shared_{};
    Order<Word> order_;
    std::vector<Key> history_;
    std::array<Key, max_ply + 2> path_{};
    Params params_{};
    int probes_{};  // ProbCuts under way
    int counted_out_{max_ply + 1};
    std::uint64_t nodes_{};
    std::uint64_t told_{};
    std::uint64_t poll_at_{};
};

}  // namespace damiera::search
