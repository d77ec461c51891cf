// A slice in as few bytes as we know how, in blocks that can be read one by one.
//
// Each place is foretold from those before it in which one piece stands elsewhere, on a square beside or a row away. How
// often each verdict follows is counted over the whole slice and written in front; in a block these chances learn on.
// Holes are written as what is expected there, at next to no cost. So are, where verdicts alone are kept, placements with a
// capture: who asks for them plays it, and asks for what comes out.
//
// A file's payload, little-endian: places (8 bytes), places in a block (4), bits of a distance (4; 0 for verdicts alone),
// bytes of the chances (4), the chances (a byte each, in 256ths; 0 and a number for so many that stay even), where each
// block begins and the last ends (4 each), the blocks.
#pragma once

#include <algorithm>  // max, min
#include <array>      // array
#include <bit>        // bit_width
#include <cstddef>    // size_t
#include <cstdint>    // uint8_t, uint16_t, uint32_t, uint64_t
#include <span>       // span
#include <utility>    // move
#include <vector>     // vector

#include "damiera/endgame/board.hpp"
#include "damiera/endgame/indexing.hpp"
#include "damiera/endgame/material.hpp"
#include "damiera/endgame/parallel.hpp"
#include "damiera/endgame/range_coder.hpp"
#include "damiera/endgame/source.hpp"
#include "damiera/endgame/values.hpp"
#include "damiera/util/inline.hpp"

namespace damiera::endgame {

/// Of one place.
struct Value {
    Verdict verdict = Verdict::draw;
    int plies = 0;  // of a win or a loss, where distances are known

    friend constexpr bool operator==(Value, Value) = default;
};

/// What is as it should be in no payload that we wrote.
struct DamagedPayload {
    const char* what;
};

/// A slice whose file is shorter than it was when it was attached, or was written over.
struct LostSlice {
    Material material;
    bool distances;
};

namespace detail {

template <class T>
void append(std::vector<std::uint8_t>& out, T value) {
    for (std::size_t i = 0; i < sizeof value; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

template <class T>
[[nodiscard]] T read(const std::uint8_t* from) noexcept {
    T value = 0;
    for (std::size_t i = sizeof value; i-- > 0;) value = static_cast<T>((value << (sizeof value > 1 ? 8 : 0)) | from[i]);
    return value;
}

/// The values of a block as bits, each with the number of the chance that it follows. The same for the one who counts, the
/// one who writes and the one who reads: `coder.code(bit, which)` gives back the bit it was given, or the one it has read.
class Grammar {
public:
    /// `bits` of half a distance; none for verdicts alone.
    Grammar(int bits, const Indexing& indexing, bool losing)
        : bits_{bits}, parity_{losing ? std::array{0, 1} : std::array{1, 0}} {
        std::size_t first = 0;
        std::size_t second = 0;
        for (const Index stride : indexing.strides()) {
            if (stride > 1 && first == 0) first = static_cast<std::size_t>(stride);
            else if (stride > first && first != 0 && second == 0) second = static_cast<std::size_t>(stride);
        }
        const auto row = static_cast<std::size_t>(indexing.board().width());
        back_ = {1, row, first, row * first, second == 0 ? 2 * first : second, 2};
    }

    [[nodiscard]] static std::size_t chances(int bits) noexcept { return for_verdicts + (bits == 0 ? 0 : 2 * near << bits); }

    void start_block() noexcept { last_ = {}; }

    /// `block` holds the verdicts of the block before place `i`.
    template <class Coder>
    DAMIERA_INLINE Value code(Coder&& coder, Value value, const std::uint8_t* block, std::size_t i) {
        const std::size_t context = 2 * context_of(block, i);
        if (!coder.code(value.verdict != Verdict::draw, context)) return {};
        const bool lost = coder.code(value.verdict == Verdict::loss, context + 1);
        return {lost ? Verdict::loss : Verdict::win, bits_ == 0 ? 0 : code_plies(coder, value.plies, lost)};
    }

private:
    static constexpr std::size_t for_verdicts = 2 * 4 * 4 * 4 * 4 * 4 * 4;
    static constexpr std::size_t near = 32;  // distances after which there are chances of their own

    [[nodiscard]] DAMIERA_INLINE std::size_t context_of(const std::uint8_t* block, std::size_t i) const noexcept {
        std::size_t context = 0;
        for (const std::size_t by : back_) context = 4 * context + (by != 0 && by <= i ? block[i - by] : 3U);
        return context;
    }

    template <class Coder>
    DAMIERA_INLINE int code_plies(Coder& coder, int plies, bool lost) {
        std::size_t& last = last_[lost ? 1 : 0];
        const std::size_t group = (lost ? near : 0) + (last < near ? last : near - 1);
        const std::size_t base = for_verdicts + (group << bits_);
        std::size_t node = 1;
        for (int b = bits_; b-- > 0;) node = 2 * node + (coder.code((plies >> 1 >> b & 1) != 0, base + node) ? 1 : 0);
        last = node - (std::size_t{1} << bits_);
        return static_cast<int>(2 * last) + parity_[lost ? 1 : 0];
    }

    int bits_;
    std::array<int, 2> parity_;          // of the plies of a win and of a loss
    std::array<std::size_t, 6> back_{};  // how far back the neighbours are that foretell
    std::array<std::size_t, 2> last_{};
};

struct Counting {
    std::vector<std::array<std::uint64_t, 2>>& seen;

    DAMIERA_INLINE bool code(bool one, std::size_t which) {
        ++seen[which][one ? 1 : 0];
        return one;
    }
};

struct Encoding {
    RangeEncoder& encoder;
    std::vector<Chance>& chances;

    DAMIERA_INLINE bool code(bool one, std::size_t which) {
        encoder.put(one, chances[which]);
        return one;
    }
};

/// Of a place that may hold anything: the likelier bit each time.
struct Guessing {
    RangeEncoder& encoder;
    std::vector<Chance>& chances;

    DAMIERA_INLINE bool code(bool, std::size_t which) {
        const bool one = chances[which].prefers_one();
        encoder.put(one, chances[which]);
        return one;
    }
};

struct Decoding {
    RangeDecoder& decoder;
    std::vector<Chance>& chances;

    DAMIERA_INLINE bool code(bool, std::size_t which) { return decoder.get(chances[which]); }
};

}  // namespace detail

/// The places of a slice that a file of verdicts need not tell: holes, and placements with a capture.
[[nodiscard]] inline std::vector<bool> untold_places(const Slice& slice, const Workers& workers) {
    const Board& board = slice.indexing.board();
    std::vector<std::uint64_t> words((slice.verdicts.size() + 63) / 64);
    workers.each_part(slice.verdicts.size(), 1 << 14, [&](Index first, Index last) {
        Indexing::Cursor cursor{slice.indexing, first};
        for (Index i = first; i < last; ++i) {
            cursor.seek(i);
            if (cursor.is_hole() || board.instance().detect(board.expanded(*cursor))) {
                words[i / 64] |= std::uint64_t{1} << i % 64;
            }
        }
    });
    std::vector<bool> untold(slice.verdicts.size());
    for (Index i = 0; i < slice.verdicts.size(); ++i) untold[i] = (words[i / 64] >> i % 64 & 1) != 0;
    return untold;
}

/// Writes a slice.
class Packer {
public:
    static constexpr std::uint32_t verdicts_in_block = 1 << 13;
    static constexpr std::uint32_t distances_in_block = 1 << 15;

    /// Of verdicts alone, one that is more than `most_plies` away is written as a draw; 0 if nothing is counted.
    Packer(const Slice& slice, bool with_distances, bool losing, const Workers& workers, int most_plies = 0)
        : slice_{slice}, most_plies_{with_distances ? 0 : most_plies}, untold_{with_distances ? std::vector<bool>{}
                                                                                              : untold_places(slice, workers)},
          size_{slice.verdicts.size()}, bits_{with_distances ? bits_for(slice.totals) : 0},
          block_{with_distances ? distances_in_block : verdicts_in_block}, grammar_{bits_, slice.indexing, losing},
          verdicts_(block_) {}

    [[nodiscard]] std::vector<std::uint8_t> pack() {
        const std::vector<Chance> chances = count();
        std::vector<std::uint8_t> out;
        detail::append(out, std::uint64_t{size_});
        detail::append(out, block_);
        detail::append(out, static_cast<std::uint32_t>(bits_));
        const std::vector<std::uint8_t> front = roughly(chances);
        detail::append(out, static_cast<std::uint32_t>(front.size()));
        out.insert(out.end(), front.begin(), front.end());
        std::vector<std::uint8_t> data;
        detail::append(out, std::uint32_t{0});
        for (Index first = 0; first < size_; first += block_) {
            write(first, chances, data);
            detail::append(out, static_cast<std::uint32_t>(data.size()));
        }
        out.insert(out.end(), data.begin(), data.end());
        return out;
    }

private:
    [[nodiscard]] static int bits_for(const Totals& totals) noexcept {
        const int longest = std::max({totals.longest_win, totals.longest_loss, 1});
        return std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(longest / 2))));
    }

    /// A hole stands for whatever need not be told.
    [[nodiscard]] Value value(Index i) const noexcept {
        const Verdict verdict = !untold_.empty() && untold_[i] ? Verdict::hole : slice_.verdict_within(i, most_plies_);
        return {verdict, bits_ > 0 && verdict != Verdict::draw ? slice_.distances[i] : 0};
    }

    [[nodiscard]] std::vector<Chance> count() {
        std::vector<std::array<std::uint64_t, 2>> seen(detail::Grammar::chances(bits_));
        for (Index first = 0; first < size_; first += block_) {
            each_in_block(first, [&](Index i, std::size_t at) {
                const Value here = value(i);
                if (here.verdict == Verdict::hole) return Value{};
                return grammar_.code(detail::Counting{seen}, here, verdicts_.data(), at);
            });
        }
        std::vector<Chance> chances;
        for (const auto& [zeros, ones] : seen) {
            const Chance found = zeros + ones < few ? Chance{} : Chance::counted(zeros, ones);
            chances.push_back(Chance::of_rough(found.rough()));
        }
        return chances;
    }

    /// The chances as they stand in the payload.
    [[nodiscard]] static std::vector<std::uint8_t> roughly(const std::vector<Chance>& chances) {
        constexpr std::size_t most = 255;
        const std::uint8_t even = Chance{}.rough();
        std::vector<std::uint8_t> out;
        for (std::size_t i = 0; i < chances.size();) {
            std::size_t end = i;
            while (end < chances.size() && end - i < most && chances[end].rough() == even) ++end;
            if (end - i < 2) {
                out.push_back(chances[i++].rough());
                continue;
            }
            out.push_back(0);
            out.push_back(static_cast<std::uint8_t>(end - i));
            i = end;
        }
        return out;
    }

    static constexpr std::uint64_t few = 24;  // cases that say too little to be written down

    void write(Index first, std::vector<Chance> chances, std::vector<std::uint8_t>& data) {
        RangeEncoder encoder{data};
        each_in_block(first, [&](Index i, std::size_t at) {
            const Value here = value(i);
            if (here.verdict == Verdict::hole) {
                return grammar_.code(detail::Guessing{encoder, chances}, here, verdicts_.data(), at);
            }
            return grammar_.code(detail::Encoding{encoder, chances}, here, verdicts_.data(), at);
        });
        encoder.finish();
    }

    template <class F>
    void each_in_block(Index first, F&& f) {
        grammar_.start_block();
        const Index end = std::min<Index>(first + block_, size_);
        for (Index i = first; i < end; ++i) {
            const auto at = static_cast<std::size_t>(i - first);
            verdicts_[at] = static_cast<std::uint8_t>(f(i, at).verdict);
        }
    }

    const Slice& slice_;
    int most_plies_;
    std::vector<bool> untold_;
    Index size_;
    int bits_;
    std::uint32_t block_;
    detail::Grammar grammar_;
    std::vector<std::uint8_t> verdicts_;  // of the block in hand
};

/// A payload as it can be asked: what every block needs is read at once, the blocks when they are wanted.
class Packed {
public:
    /// Throws `DamagedPayload` if the sizes in it do not agree, `LostSlice` if it cannot be read. What is inside the blocks is
    /// not looked at.
    Packed(Source source, const Indexing& indexing, bool losing)
        : losing_{losing}, material_{indexing.material()}, source_{std::move(source)} {
        if (source_.size() < head) throw DamagedPayload{"it is too short"};
        const std::vector<std::uint8_t> front = part(0, head);
        size_ = detail::read<std::uint64_t>(front.data());
        block_ = detail::read<std::uint32_t>(front.data() + 8);
        const auto bits = detail::read<std::uint32_t>(front.data() + 12);
        if (size_ != indexing.size()) throw DamagedPayload{"it has another number of places than the slice"};
        if (block_ == 0 || block_ > most_in_block || bits > most_bits) throw DamagedPayload{"its head makes no sense"};
        bits_ = static_cast<int>(bits);
        const std::uint64_t chances = detail::read<std::uint32_t>(front.data() + 16);
        data_ = head + chances + 4 * (blocks() + 1);
        if (source_.size() < data_) throw DamagedPayload{"it is too short"};
        read_chances(part(head, chances));
        read_begins(part(head + chances, 4 * (blocks() + 1)));
        for (std::uint64_t i = 0; i < blocks(); ++i) {
            if (begins_[i] > begins_[i + 1]) throw DamagedPayload{"its blocks overlap"};
        }
        if (begins_[blocks()] != source_.size() - data_) throw DamagedPayload{"its blocks end elsewhere than the payload"};
    }

    [[nodiscard]] Index size() const noexcept { return size_; }
    [[nodiscard]] bool has_distances() const noexcept { return bits_ > 0; }
    [[nodiscard]] std::uint32_t places_in_block() const noexcept { return block_; }
    [[nodiscard]] std::uint64_t blocks() const noexcept { return (size_ + block_ - 1) / block_; }

    /// One more than the longest distance that may stand in it.
    [[nodiscard]] int distances_end() const noexcept { return 2 << bits_; }

    /// Call `f(place, value)` for every place of a block. Throws `LostSlice` before the first call.
    template <class F>
    void read_block(const Indexing& indexing, std::uint64_t number, F&& f) const {
        const std::vector<std::uint8_t> packed = part(data_ + begins_[number], begins_[number + 1] - begins_[number]);
        std::vector<Chance> chances = chances_;
        std::vector<std::uint8_t> verdicts(block_);
        RangeDecoder decoder{packed};
        detail::Grammar grammar{bits_, indexing, losing_};
        const Index first = number * block_;
        const Index end = std::min<Index>(first + block_, size_);
        for (Index i = first; i < end; ++i) {
            const auto at = static_cast<std::size_t>(i - first);
            const Value value = grammar.code(detail::Decoding{decoder, chances}, {}, verdicts.data(), at);
            verdicts[at] = static_cast<std::uint8_t>(value.verdict);
            f(i, value);
        }
    }

private:
    static constexpr std::size_t head = 20;
    static constexpr std::uint32_t most_in_block = 1 << 20;
    static constexpr std::uint32_t most_bits = 12;

    void read_chances(std::span<const std::uint8_t> front) {
        chances_.reserve(detail::Grammar::chances(bits_));
        for (std::size_t i = 0; i < front.size(); ++i) {
            if (front[i] != 0) chances_.push_back(Chance::of_rough(front[i]));
            else if (++i < front.size()) chances_.resize(chances_.size() + front[i], Chance::of_rough(Chance{}.rough()));
        }
        if (chances_.size() != detail::Grammar::chances(bits_)) throw DamagedPayload{"its chances do not add up"};
    }

    void read_begins(std::span<const std::uint8_t> bytes) {
        begins_.reserve(bytes.size() / 4);
        for (std::size_t i = 0; i < bytes.size(); i += 4) begins_.push_back(detail::read<std::uint32_t>(bytes.data() + i));
    }

    [[nodiscard]] std::vector<std::uint8_t> part(std::uint64_t at, std::uint64_t length) const {
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(length));
        if (!source_.read(at, bytes)) throw LostSlice{material_, has_distances()};
        return bytes;
    }

    bool losing_;
    Material material_;
    Index size_{};
    std::uint32_t block_{};
    int bits_{};
    std::vector<Chance> chances_;
    std::vector<std::uint32_t> begins_;  // of the blocks, after `data_`; and where the last one ends
    std::uint64_t data_{};
    Source source_;
};

}  // namespace damiera::endgame
