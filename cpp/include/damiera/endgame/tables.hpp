// The tables of one game: slices in memory, to solve with, and packed ones in files, to ask.
#pragma once

#include <algorithm>  // max
#include <array>      // array
#include <atomic>     // atomic
#include <cstddef>    // size_t
#include <cstdint>    // uint8_t
#include <memory>     // make_unique, unique_ptr
#include <optional>   // nullopt, optional
#include <utility>    // move
#include <vector>     // vector

#include "damiera/endgame/block_cache.hpp"
#include "damiera/endgame/board.hpp"
#include "damiera/endgame/indexing.hpp"
#include "damiera/endgame/material.hpp"
#include "damiera/endgame/oracle.hpp"
#include "damiera/endgame/pack.hpp"
#include "damiera/endgame/parallel.hpp"
#include "damiera/endgame/solve.hpp"
#include "damiera/endgame/values.hpp"
#include "damiera/endgame/verify.hpp"
#include "damiera/movegen/instance.hpp"

namespace damiera::endgame {

class Tables final : public Oracle {
public:
    Tables(const Instance& instance, std::size_t cache_bytes)
        : board_{instance}, shelf_{instance}, slices_(Material::keys),
          files_(Material::keys), verdicts_{cache_bytes, false}, distances_{cache_bytes / 8, true} {}

    [[nodiscard]] const Board& board() const noexcept { return board_; }
    [[nodiscard]] const Shelf& shelf() const noexcept { return shelf_; }
    [[nodiscard]] const Instance& instance() const noexcept { return board_.instance(); }
    [[nodiscard]] bool is_losing() const noexcept { return instance().game->rules.goal == Goal::lose; }
    [[nodiscard]] bool has_kings() const noexcept { return instance().game->rules.goal != Goal::breakthrough; }

    /// The slices to which moves out of a material and out of the same turned may lead.
    [[nodiscard]] std::vector<Material> needs(const Material& material) const {
        std::vector<Material> all;
        for (const Material& from : {material, material.turned()}) {
            for (int crowned = 0; crowned <= (from.white_men > 0 && has_kings() ? 1 : 0); ++crowned) {
                for (int men = 0; men <= from.black_men; ++men) {
                    for (int kings = 0; kings <= from.black_kings; ++kings) {
                        if (crowned + men + kings == 0 || men + kings == from.black_men + from.black_kings) continue;
                        all.push_back({from.black_men - men, from.black_kings - kings, from.white_men - crowned,
                                       from.white_kings + crowned});
                    }
                }
            }
            if (material == material.turned()) break;
        }
        return all;
    }

    /// From now on a material, whoever is to move, is drawn where the end is more than so many plies away, as it is where the
    /// rules count moves: for what is solved after this and leads there, for verdicts that are packed, and for a search that
    /// asks. How far the end is only slices with distances know; of others it is what they say.
    void limit(const Material& material, int plies) { shelf_.limit(material, plies); }

    // --- in memory ---

    [[nodiscard]] const Slice* find(const Material& material) const noexcept { return shelf_.find(material); }

    /// Solve a material and the same turned; both stay in memory.
    void solve(const Material& material, bool with_distances, const Workers& workers) {
        Solver solver{board_, shelf_, material, workers};
        for (auto& slice : solver.solve(with_distances)) keep(std::move(slice));
    }

    /// Unpack a whole slice into memory from its file, with distances if that file is there; if it is not, the slices that
    /// captures lead to must be in memory.
    void load(const Material& material, const Workers& workers) {
        const Files& files = files_[material.key()];
        const Packed* packed = files.distances ? &*files.distances : files.verdicts ? &*files.verdicts : nullptr;
        if (packed == nullptr) throw MissingSlice{material};
        auto slice = std::make_unique<Slice>(board_, material);
        slice->verdicts = Verdicts{packed->size()};
        if (packed->has_distances()) slice->distances = Distances{packed->size(), packed->distances_end() - 1};
        workers.each_part(packed->blocks(), 1, [&](std::uint64_t number, std::uint64_t) {
            WideMoves moves;
            Indexing::Cursor cursor{slice->indexing, number * packed->places_in_block()};
            packed->read_block(slice->indexing, number, [&](Index i, Value value) {
                if (packed->has_distances()) {
                    slice->verdicts.set(i, value.verdict);
                    if (value.verdict != Verdict::draw) slice->distances.set(i, value.plies);
                } else {
                    cursor.seek(i);
                    slice->verdicts.set(i, told(cursor, value.verdict, moves));
                }
            });
        });
        keep(std::move(slice));
    }

    void drop(const Material& material) {
        shelf_.put(nullptr, material);
        slices_[material.key()].reset();
    }

    // --- in files ---

    /// From now on the slice may be asked. Throws `DamagedPayload` and `LostSlice`.
    void attach(const Material& material, Source payload) {
        const Indexing indexing{board_, material};
        Packed packed{std::move(payload), indexing, is_losing()};
        Files& files = files_[material.key()];
        files.indexing.emplace(indexing);
        (packed.has_distances() ? files.distances : files.verdicts).emplace(std::move(packed));
        pieces_ = std::max(pieces_, material.pieces());
    }

    // --- asking, also as an oracle: only while nothing is solved, loaded, dropped or attached; all but the oracle throws
    // `LostSlice` where a file is not what it was ---

    [[nodiscard]] const Instance& game() const noexcept override { return instance(); }

    /// Of attached slices.
    [[nodiscard]] int pieces() const noexcept override { return pieces_; }

    /// A king that must rest makes a table untrue, and one rests only if its side has men: then there is no answer.
    [[nodiscard]] std::optional<Verdict> ask(const Pieces<Word128>& pieces, Side side) override {
        const Placement p = board_.compacted(pieces, side);
        const Material material = p.material();
        if (!material.has_both_sides()) return std::nullopt;
        if (instance().game->rules.king_run != 0 && may_have_to_rest(material)) return std::nullopt;
        const std::size_t key = material.key();
        const Files& files = files_[key];
        if (!files.indexing) return std::nullopt;
        try {
            const Index at = files.indexing->rank(p);
            if (const int most = shelf_.most_plies(material); most != 0 && files.distances) {
                const Value value = distances_.get(*files.distances, *files.indexing, key, at);
                return value.plies > most ? Verdict::draw : value.verdict;
            }
            BlockCache& cache = files.verdicts ? verdicts_ : distances_;
            return cache.get(files.verdicts ? *files.verdicts : *files.distances, *files.indexing, key, at).verdict;
        } catch (const LostSlice&) {
            return std::nullopt;  // the search does without
        }
    }

    /// The verdict for the side to move, White; nothing if there is no slice for it.
    [[nodiscard]] std::optional<Verdict> verdict(const Placement& p) {
        if (const auto over = at_the_end(p)) return over->verdict;
        const std::size_t key = p.material().key();
        if (const Slice* slice = shelf_.find(p.material())) return slice->verdicts[slice->indexing.rank(p)];
        const Files& files = files_[key];
        if (files.verdicts) {
            if (instance().detect(board_.expanded(p))) return verdict_by_captures(p);
            return verdicts_.get(*files.verdicts, *files.indexing, key, files.indexing->rank(p)).verdict;
        }
        if (!files.distances) return std::nullopt;
        return distances_.get(*files.distances, *files.indexing, key, files.indexing->rank(p)).verdict;
    }

    /// The verdict and the plies to the end; nothing if there is no slice with distances for it.
    [[nodiscard]] std::optional<Value> value(const Placement& p) {
        if (const auto over = at_the_end(p)) return over;
        const std::size_t key = p.material().key();
        const Slice* slice = shelf_.find(p.material());
        if (slice != nullptr && !slice->distances.empty()) {
            const Index at = slice->indexing.rank(p);
            const Verdict verdict = slice->verdicts[at];
            return Value{verdict, verdict == Verdict::draw ? 0 : slice->distances[at]};
        }
        const Files& files = files_[key];
        if (!files.distances) return std::nullopt;
        return distances_.get(*files.distances, *files.indexing, key, files.indexing->rank(p));
    }

private:
    struct Files {
        std::optional<Indexing> indexing;
        std::optional<Packed> verdicts;
        std::optional<Packed> distances;
    };

    /// The verdict at a place that a file of verdicts holds as `read`.
    [[nodiscard]] Verdict told(const Indexing::Cursor& cursor, Verdict read, WideMoves& moves) const {
        if (cursor.is_hole()) return Verdict::hole;
        if (!instance().detect(board_.expanded(*cursor))) return read;
        const Depth depth = value_by_moves(board_, shelf_, *cursor, moves);
        return depth == drawn ? Verdict::draw : is_won(depth) ? Verdict::win : Verdict::loss;
    }

    [[nodiscard]] std::optional<Verdict> verdict_by_captures(const Placement& p) {
        WideMoves moves;
        instance().generate(board_.expanded(p), moves, unlimited);
        bool known = true;
        Verdict best = Verdict::loss;
        for (const WideMove& move : moves) {
            const auto after = verdict(board_.turned(board_.after(p, move)));
            if (after == Verdict::loss) return Verdict::win;
            if (!after) known = false;
            if (after == Verdict::draw) best = Verdict::draw;
        }
        return known ? std::optional{best} : std::nullopt;
    }

    /// Whether a side has a king beside a man, or may come to have.
    [[nodiscard]] static bool may_have_to_rest(const Material& m) noexcept {
        return (m.white_men > 0 && m.white_men + m.white_kings > 1) || (m.black_men > 0 && m.black_men + m.black_kings > 1);
    }

    void keep(std::unique_ptr<Slice> slice) {
        const Material material = slice->indexing.material();
        shelf_.put(slice.get(), material);
        slices_[material.key()] = std::move(slice);
    }

    /// Of placements that are in no slice because the game is over.
    [[nodiscard]] std::optional<Value> at_the_end(const Placement& p) const noexcept {
        const bool crowned = !has_kings() && (p.white_kings | p.black_kings) != 0;
        if (crowned) return Value{p.white_kings != 0 ? Verdict::win : Verdict::loss, 0};
        if ((p.white_men | p.white_kings) == 0) return Value{is_losing() ? Verdict::win : Verdict::loss, 0};
        if ((p.black_men | p.black_kings) == 0) return Value{is_losing() ? Verdict::loss : Verdict::win, 1};
        return std::nullopt;
    }

    Board board_;
    Shelf shelf_;
    std::vector<std::unique_ptr<Slice>> slices_;
    std::vector<Files> files_;
    BlockCache verdicts_;
    BlockCache distances_;
    int pieces_{};
};

}  // namespace damiera::endgame
