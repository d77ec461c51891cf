// A search from the root: ever deeper, several lines if asked, several threads if allowed.
//
// One object is one engine: its transposition table lives from one search to the next. With one thread and a limit of
// nodes or depth a search after `clear` finds the same every time.
#pragma once

#include <algorithm>     // count_if, find, max, min, stable_sort
#include <atomic>        // atomic
#include <cstddef>       // ptrdiff_t, size_t
#include <cstdint>       // uint64_t
#include <functional>    // function
#include <memory>        // make_unique, shared_ptr, unique_ptr
#include <system_error>  // system_error
#include <thread>        // jthread
#include <utility>       // move
#include <vector>        // vector

#include "damiera/endgame/oracle.hpp"
#include "damiera/eval/evaluation.hpp"
#include "damiera/movegen/generator.hpp"
#include "damiera/position/position.hpp"
#include "damiera/rules/provider.hpp"
#include "damiera/rules/rules.hpp"
#include "damiera/search/limits.hpp"
#include "damiera/search/params.hpp"
#include "damiera/search/score.hpp"
#include "damiera/search/table.hpp"
#include "damiera/search/worker.hpp"

namespace damiera::search {

/// What is known after one finished depth about one line of play.
template <BoardWord Word>
struct Line {
    int depth{};
    int multipv{1};  // 1 for the best line
    Score score{};   // of the side to move
    std::uint64_t nodes{};
    std::int64_t time_ms{};
    std::vector<Move<Word>> pv{};
};

template <BoardWord Word>
struct Request {
    Position<Word> position{};
    std::vector<Key> history{};  // of the positions before, oldest first
    Limits limits{};
    int multipv{1};
    std::vector<Move<Word>> only{};                    // search these moves alone; all if empty
    std::function<void(const Line<Word>&)> on_line{};  // may be empty
};

/// What a search knows of the rules: its workers, and two questions at the root. All else is compiled once for all games on
/// words of one size.
template <BoardWord Word>
class AnyWorkers {
public:
    virtual ~AnyWorkers() = default;
    [[nodiscard]] virtual std::size_t size() const noexcept = 0;
    [[nodiscard]] virtual AnyWorker<Word>& operator[](std::size_t i) noexcept = 0;
    virtual void generate(const Position<Word>& position, MoveList<Word>& list) const = 0;
    [[nodiscard]] virtual Score evaluate(const Position<Word>& position) const noexcept = 0;
};

template <RulesProvider P>
class Workers final : public AnyWorkers<typename P::Word> {
public:
    using Word = typename P::Word;

    Workers(P provider, Goal goal, int threads, std::shared_ptr<const eval::Learned> learned)
        : provider_{provider}, evaluation_{provider_, goal, std::move(learned)} {
        for (int i = 0; i < std::max(threads, 1); ++i) {
            workers_.push_back(std::make_unique<Worker<P>>(provider_, evaluation_, goal));
        }
    }

    [[nodiscard]] std::size_t size() const noexcept override { return workers_.size(); }
    [[nodiscard]] AnyWorker<Word>& operator[](std::size_t i) noexcept override { return *workers_[i]; }

    void generate(const Position<Word>& position, MoveList<Word>& list) const override {
        damiera::generate(provider_, position, list);
    }

    [[nodiscard]] Score evaluate(const Position<Word>& position) const noexcept override { return evaluation_(position); }

private:
    P provider_;
    eval::Evaluation<P> evaluation_;
    std::vector<std::unique_ptr<Worker<P>>> workers_;
};

template <BoardWord Word>
class Search {
public:
    Search(std::unique_ptr<AnyWorkers<Word>> workers, std::size_t megabytes)
        : workers_{std::move(workers)}, table_{megabytes} {}

    /// The best lines of the last finished depth; none if there is no legal move.
    ///
    /// A search that is stopped before its first depth still names a legal move, at depth 0. Every finished depth is
    /// told to `on_line`, or that move if there was none.
    std::vector<Line<Word>> think(const Request<Word>& request) {
        stop_ = false;
        table_.grow_older();
        const int most = tabled_pieces(request.position.pieces);
        table_.see_only(most);
        const Ponderer ponderer{pondering_};
        Shared shared{table_, request.limits, stop_, pondering_, params_, most > 0 ? oracle_ : nullptr, most};
        Iteration main{*workers_, shared, 0, request};
        if (main.is_over()) return {};
        std::vector<std::jthread> helpers;
        const Stopper stopper{stop_};  // also if `on_line` throws; before `helpers` goes, which waits for them
        call(helpers, [&](std::size_t i) { Iteration{*workers_, shared, i, request}.help(static_cast<int>(i)); });
        main.run();
        return main.lines();
    }

    /// From now on ask these endgame tables of the same game, which must outlive this; none if null.
    void consult(endgame::Oracle* oracle) noexcept { oracle_ = oracle; }

    /// End the search under way, from any thread.
    void stop() noexcept { stop_ = true; }

    /// Let the next search think in the opponent's time: without limits until `ponder_hit`. It ends before if there is
    /// nothing more to find out.
    void ponder() noexcept { pondering_.begin(); }

    /// The move that was expected has been played, from any thread: limits of time count from now on; nodes, depth and the
    /// soft limit count what was pondered too.
    void ponder_hit() noexcept { pondering_.hit(); }

    /// Search by these numbers from now on, and forget what was found out by others.
    void tune(const Params& params) noexcept {
        if (params == params_) return;
        params_ = params;
        clear();
    }

    /// Forget what was found out.
    void clear() noexcept {
        table_.clear();
        for (std::size_t i = 0; i < workers_->size(); ++i) (*workers_)[i].forget();
    }

private:
    struct Stopper {
        std::atomic<bool>& stop;
        ~Stopper() { stop = true; }
    };

    struct Ponderer {
        Pondering& pondering;
        ~Ponderer() { pondering.end(); }
    };

    struct RootMove {
        Move<Word> move{};
        Score score{-infinite};
        std::vector<Move<Word>> pv{};
        bool is_lost{};  // as far as was proved
    };

    /// Begin `help(i)` for every worker but the first, in threads of their own; fewer help where the system has no more.
    template <class Help>
    void call(std::vector<std::jthread>& helpers, const Help& help) const {
        helpers.reserve(workers_->size());
        try {
            for (std::size_t i = 1; i < workers_->size(); ++i) helpers.emplace_back(help, i);
        } catch (const std::system_error&) {}
    }

    /// How many pieces a position may have of which the tables are asked: fewer than the root, or every move that wins there
    /// would look as good as the next, and no win come nearer.
    [[nodiscard]] int tabled_pieces(const Pieces<Word>& root) const noexcept {
        return oracle_ == nullptr ? 0 : std::min(oracle_->pieces(), popcount(root.occupied()) - 1);
    }

    /// Iterative deepening with one worker.
    class Iteration {
    public:
        Iteration(AnyWorkers<Word>& workers, Shared& shared, std::size_t number, const Request<Word>& request)
            : shared_{shared}, worker_{workers[number]}, request_{request} {
            worker_.begin(shared_, request_.history);
            root_ = worker_.root(request_.position);
            list_moves(workers);
            lines_ = std::min<std::size_t>(static_cast<std::size_t>(std::max(request_.multipv, 1)), moves_.size());
            now_ = moves_.empty() ? 0 : workers.evaluate(request_.position);
            forget();
        }

        [[nodiscard]] bool is_over() const noexcept { return moves_.empty(); }

        void run() {
            try {
                for (depth_ = 1; may_deepen(); ++depth_) {
                    deepen();
                    heed();
                    keep(depth_);
                    tell();
                    if (is_settled()) break;
                }
            } catch (const Stopped&) {
                keep_unfinished();
            }
        }

        /// Whether to begin the next depth. Pondering knows no limits, but takes note of those it has passed.
        [[nodiscard]] bool may_deepen() {
            const bool is_enough = depth_ > request_.limits.last_depth() ||
                                   (depth_ > 1 && pace_.is_enough(shared_.watch.elapsed_ms(), is_forced()));
            if (!is_enough) return true;
            shared_.enough = true;
            return depth_ <= max_depth && shared_.pondering.is_on();
        }

        /// Whether one move alone is left to choose: the only one, or all others are proved to lose.
        [[nodiscard]] bool is_forced() const noexcept {
            const auto lost = std::count_if(moves_.begin() + 1, moves_.end(), [](const RootMove& m) { return m.is_lost; });
            return lost + 1 == static_cast<std::ptrdiff_t>(moves_.size());
        }

        void heed() noexcept {
            pace_.heed(depth_ > 1 && !(moves_[0].move == chosen_), moves_[0].score);
            chosen_ = moves_[0].move;
        }

        /// Fill the table for the others, a little ahead of them; nothing is told.
        void help(int number) {
            try {
                for (depth_ = 1 + number % 2; depth_ <= max_depth; ++depth_) deepen();
            } catch (const Stopped&) {}
        }

        [[nodiscard]] std::vector<Line<Word>> lines() {
            if (found_.empty()) keep(0);
            return found_;
        }

    private:
        void list_moves(const AnyWorkers<Word>& workers) {
            MoveList<Word> all;
            workers.generate(request_.position, all);
            const auto& only = request_.only;
            for (const Move<Word>& move : all) {
                if (only.empty() || std::find(only.begin(), only.end(), move) != only.end()) moves_.push_back({move});
            }
        }

        /// Nothing is known of any move.
        void forget() {
            for (RootMove& root_move : moves_) {
                root_move.score = now_;
                root_move.pv = {root_move.move};
            }
        }

        /// Search every line one depth further; `moves_` is then in order as far as lines are asked for.
        void deepen() {
            for (line_ = 0; line_ < lines_; ++line_) {
                narrow_down();
                std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(line_), moves_.end(), is_better);
            }
            std::stable_sort(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(lines_), is_better);
        }

        /// Look for the score of the line in a window round the last one, wider each time it falls outside.
        void narrow_down() {
            const Score last = moves_[line_].score;
            Score margin = shared_.params.window;
            Score alpha = depth_ < 4 || is_proved(last) ? -infinite : last - margin;
            Score beta = depth_ < 4 || is_proved(last) ? infinite : last + margin;
            while (true) {
                const Score score = search_moves(alpha, beta);
                if (score > alpha && score < beta) return;
                margin *= 4;
                if (score <= alpha) alpha = margin > 1000 ? -infinite : score - margin;
                if (score >= beta) beta = margin > 1000 ? infinite : score + margin;
                std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(line_), moves_.end(), is_better);
            }
        }

        Score search_moves(Score alpha, Score beta) {
            Score best = -infinite;
            const Score first = alpha;
            for (std::size_t i = line_; i < moves_.size(); ++i) {
                RootMove& root_move = moves_[i];
                const Score score = worker_.after_root(root_, root_move.move, i - line_, alpha, beta, depth_);
                const bool improves = i == line_ || score > alpha;
                root_move.score = improves ? score : -infinite;
                root_move.is_lost = root_move.is_lost || (is_proved(score) && score < 0);  // proved once is proved
                if (improves) note(root_move, score > first);
                best = std::max(best, score);
                alpha = std::max(alpha, score);
                if (alpha >= beta) break;
            }
            return best;
        }

        void note(RootMove& root_move, bool is_sound) {
            const Variation<Word>& rest = worker_.line();
            root_move.pv.assign(1, root_move.move);
            root_move.pv.insert(root_move.pv.end(), rest.moves.begin(), rest.moves.begin() + rest.length);
            if (is_sound && line_ == 0) unfinished_ = root_move;
        }

        static bool is_better(const RootMove& a, const RootMove& b) noexcept { return a.score > b.score; }

        /// Whether going deeper cannot change the answer: every line asked for is won or lost within the depth reached.
        [[nodiscard]] bool is_settled() const noexcept {
            return std::all_of(found_.begin(), found_.end(), [&](const Line<Word>& line) {
                return is_proved(line.score) && win - std::abs(line.score) <= depth_;
            });
        }

        void keep(int depth) {
            worker_.tell_nodes();
            found_.clear();
            unfinished_.pv.clear();
            for (std::size_t i = 0; i < lines_; ++i) {
                found_.push_back(line_of(moves_[i], depth, static_cast<int>(i) + 1));
            }
        }

        /// A depth was broken off: a move that had already proved better than the last choice takes its place.
        void keep_unfinished() {
            worker_.tell_nodes();
            if (found_.empty()) {
                forget();  // of most moves it is only known that they are not better than another
                keep(0);
                tell();
            }
            if (lines_ == 1 && !unfinished_.pv.empty()) found_[0] = line_of(unfinished_, depth_, 1);
            for (Line<Word>& line : found_) {
                line.nodes = shared_.nodes.load();
                line.time_ms = shared_.watch.elapsed_ms();
            }
        }

        [[nodiscard]] Line<Word> line_of(const RootMove& root_move, int depth, int multipv) const {
            return {depth, multipv, root_move.score, shared_.nodes.load(), shared_.watch.elapsed_ms(), root_move.pv};
        }

        void tell() const {
            if (!request_.on_line) return;
            for (const Line<Word>& line : found_) request_.on_line(line);
        }

        Shared& shared_;
        AnyWorker<Word>& worker_;
        const Request<Word>& request_;
        NodeOn<Word> root_{};
        std::vector<RootMove> moves_;
        RootMove unfinished_;
        std::vector<Line<Word>> found_;
        std::size_t lines_{};
        std::size_t line_{};
        Score now_{};  // of the root, without a search
        int depth_{};
        Pace pace_{request_.limits.soft_ms};
        Move<Word> chosen_{};
    };

    std::unique_ptr<AnyWorkers<Word>> workers_;
    Table table_;
    Params params_{usual_params};
    endgame::Oracle* oracle_{};
    std::atomic<bool> stop_{false};
    Pondering pondering_;
};

}  // namespace damiera::search
