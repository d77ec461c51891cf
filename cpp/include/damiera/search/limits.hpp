// When a search ends, and what it reports.
#pragma once

#include <algorithm>  // clamp, max, min
#include <atomic>     // atomic
#include <chrono>     // steady_clock
#include <cstdint>    // uint64_t, int64_t
#include <limits>     // numeric_limits

#include "damiera/search/score.hpp"

namespace damiera::search {

/// The first limit reached ends the search; 0 means no such limit.
struct Limits {
    int depth{};
    std::uint64_t nodes{};
    std::int64_t time_ms{};
    int draw_in{};   // plies of kings alone, from the root, until a count makes a draw; not a limit, 0: no count
    int soft_ms{};   // about when to begin no new depth, of a clock; see `Pace`
    int repeats{2};  // how often a position was there before that makes it a draw to come to it once more; not a limit

    [[nodiscard]] int last_depth() const noexcept { return depth > 0 ? std::min(depth, max_depth) : max_depth; }
};

/// Whether a search thinks in the opponent's time: then it has no limits, and those it was given count from the moment
/// the expected move was played. Told from any thread.
class Pondering {
public:
    using Clock = std::chrono::steady_clock;

    /// The next search ponders.
    void begin() noexcept { since_ = for_ever; }

    /// The expected move has come; nothing happens if none was expected.
    void hit() noexcept {
        auto expected = for_ever;
        since_.compare_exchange_strong(expected, Clock::now().time_since_epoch().count());
    }

    /// The search is over.
    void end() noexcept { since_ = at_once; }

    [[nodiscard]] bool is_on() const noexcept { return since_.load(std::memory_order_relaxed) == for_ever; }

    /// When the limits began to count of a search that began at `start`.
    [[nodiscard]] Clock::time_point counts_from(Clock::time_point start) const noexcept {
        return std::max(start, Clock::time_point{Clock::duration{since_.load(std::memory_order_relaxed)}});
    }

private:
    static constexpr Clock::rep at_once = std::numeric_limits<Clock::rep>::min();
    static constexpr Clock::rep for_ever = std::numeric_limits<Clock::rep>::max();

    std::atomic<Clock::rep> since_{at_once};
};

/// Milliseconds since it was made.
class Stopwatch {
public:
    [[nodiscard]] std::int64_t elapsed_ms() const noexcept { return since(start_); }

    /// Of these, those that count: pondering does not.
    [[nodiscard]] std::int64_t counted_ms(const Pondering& pondering) const noexcept {
        return pondering.is_on() ? 0 : since(pondering.counts_from(start_));
    }

private:
    using Clock = Pondering::Clock;

    [[nodiscard]] static std::int64_t since(Clock::time_point when) noexcept {
        using namespace std::chrono;
        return duration_cast<milliseconds>(Clock::now() - when).count();
    }

    Clock::time_point start_{Clock::now()};
};

/// When it is no longer worth while to begin another depth within a soft limit.
///
/// The limit stretches while the choice changes from depth to depth and while its score falls, and shrinks when one move
/// has long been best. A side without a choice answers at once. What was pondered counts as time spent.
class Pace {
public:
    explicit Pace(int soft_ms) noexcept : soft_ms_{static_cast<double>(soft_ms)} {}

    /// A depth is done: whether its choice is another than that of the depth before, and its score.
    void heed(bool changed, Score score) noexcept {
        unrest_ = unrest_ * 0.6 + (changed ? 1.0 : 0.0);
        kept_ = changed ? 0 : kept_ + 1;
        fall_ = depths_ == 0 ? 0 : std::clamp(static_cast<double>(usual_ - score), 0.0, 60.0);
        usual_ = depths_ == 0 ? score : (usual_ * 2 + score) / 3;
        ++depths_;
    }

    /// Whether to stop after so many milliseconds, a depth being done; the next would take about as long as all before.
    [[nodiscard]] bool is_enough(std::int64_t elapsed_ms, bool is_forced) const noexcept {
        if (soft_ms_ <= 0) return false;
        const auto elapsed = static_cast<double>(elapsed_ms);
        if (is_forced) return depths_ >= forced_depth || elapsed >= std::min(soft_ms_ * 0.02, forced_ms);
        return elapsed >= soft_ms_ * stretch() * fraction;
    }

    /// How many times the soft limit may be taken, given what the depths have found.
    [[nodiscard]] double stretch() const noexcept {
        const double calm = kept_ >= 10 ? 0.65 : kept_ >= 6 ? 0.8 : 1.0;
        return std::clamp(calm * (1.0 + 0.45 * unrest_) * (1.0 + fall_ / 40.0), 0.5, 3.0);
    }

private:
    static constexpr double fraction = 0.6;
    static constexpr double forced_ms = 20;
    static constexpr int forced_depth = 10;

    double soft_ms_;
    double unrest_{};
    double fall_{};
    Score usual_{};
    int kept_{};
    int depths_{};
};

}  // namespace damiera::search
