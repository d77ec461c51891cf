// Quick games of engines.
#include "damiera/search/selfplay.hpp"

#include <algorithm>  // count
#include <cstddef>    // size_t
#include <optional>   // optional
#include <utility>    // move

namespace damiera::search {

namespace {

[[nodiscard]] bool is_idle(const WidePosition& before, const WideMove& move) noexcept {
    return !move.is_capture() && (before.pieces.kings >> move.from & 1) != 0;
}

/// White's points.
[[nodiscard]] int points_of(std::optional<Side> winner) noexcept {
    if (!winner) return 1;
    return *winner == Side::white ? 2 : 0;
}

/// One game as it is played.
class Play {
public:
    Play(const damiera::Instance& game, std::vector<WidePosition> positions, std::vector<Sample>* samples,
         std::mt19937_64* chance)
        : game_{game}, now_{positions.back()}, samples_{samples}, first_{samples == nullptr ? 0 : samples->size()},
          chance_{chance} {
        positions.pop_back();
        for (const WidePosition& position : positions) keys_.push_back(position.key);
    }

    int run(const std::array<Engine*, 2>& engines, std::array<Limits, 2> limits, const Patience& patience) {
        for (Limits& own : limits) own.repeats = 1;  // a position that comes back ends the game
        for (int ply = 0; ply < patience.plies && idle_ < patience.idle; ++ply) {
            if (std::ranges::count(keys_, now_.key) >= 1) return ended(std::nullopt);
            const auto side = static_cast<std::size_t>(index(now_.side));
            const auto lines = engines[side]->think({.position = now_, .history = keys_, .limits = limits[side]});
            if (lines.empty()) return ended(game_.winner(now_));
            const Score score = lines[0].score;
            if (is_proved(score)) return ended(score > 0 ? now_.side : opponent(now_.side));
            if (samples_ != nullptr && chance_ != nullptr) look_aside(engines, limits);
            move_on(lines[0].pv[0], score);
        }
        return ended(std::nullopt);
    }

private:
    /// What an engine thinks of a quiet position a move or two by chance from here.
    void look_aside(const std::array<Engine*, 2>& engines, const std::array<Limits, 2>& limits) {
        WidePosition there = now_;
        WideMoves moves;
        for (auto left = 1 + static_cast<int>((*chance_)() % 2);; --left) {
            game_.generate(there, moves, move_budget);
            if (moves.empty() || game_.is_crowned(there)) return;
            if (left <= 0 && !moves[0].is_capture()) break;
            there = game_.play(there, moves[(*chance_)() % moves.size()]);
        }
        const auto side = static_cast<std::size_t>(index(there.side));
        const auto lines = engines[side]->think({.position = there, .history = {}, .limits = limits[side]});
        if (!lines.empty() && !is_proved(lines[0].score)) samples_->push_back({there, lines[0].score, no_points});
    }

    void move_on(const WideMove& move, Score score) {
        if (samples_ != nullptr && !move.is_capture()) samples_->push_back({now_, score, 1});
        idle_ = is_idle(now_, move) ? idle_ + 1 : 0;
        keys_.push_back(now_.key);
        now_ = game_.play(now_, move);
    }

    int ended(std::optional<Side> winner) {
        const int white = points_of(winner);
        if (samples_ != nullptr) {
            for (std::size_t i = first_; i < samples_->size(); ++i) {
                Sample& sample = (*samples_)[i];
                if (sample.points == no_points) continue;
                sample.points = sample.position.side == Side::white ? white : 2 - white;
            }
        }
        return white;
    }

    const damiera::Instance& game_;
    WidePosition now_;
    std::vector<Sample>* samples_;
    std::size_t first_;
    std::mt19937_64* chance_;
    std::vector<Key> keys_;
    int idle_{};
};

}  // namespace

std::vector<WidePosition> random_opening(const damiera::Instance& game, const WidePosition& start, int plies,
                                         std::mt19937_64& chance) {
    std::vector<WidePosition> positions{start};
    WideMoves moves;
    for (int i = 0; i < plies; ++i) {
        game.generate(positions.back(), moves, move_budget);
        if (moves.empty() || game.is_crowned(positions.back())) break;
        positions.push_back(game.play(positions.back(), moves[chance() % moves.size()]));
    }
    return positions;
}

int play_out(const damiera::Instance& game, std::vector<WidePosition> positions, const std::array<Engine*, 2>& engines,
             const std::array<Limits, 2>& limits, const Patience& patience, std::vector<Sample>* samples,
             std::mt19937_64* chance) {
    return Play{game, std::move(positions), samples, chance}.run(engines, limits, patience);
}

}  // namespace damiera::search
