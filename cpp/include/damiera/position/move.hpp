// A move, and a list of moves that grows.
#pragma once

#include <cstddef>  // size_t
#include <cstdint>  // uint8_t
#include <cstdlib>  // malloc, free
#include <cstring>  // memcpy
#include <new>      // bad_alloc
#include <span>     // span

#include "damiera/board/geometry.hpp"
#include "damiera/util/inline.hpp"

namespace damiera {

/// What a turn does to the board. Routes that capture the same pieces between the same squares are one move.
template <BoardWord Word>
struct Move {
    Word captured;
    std::uint8_t from;
    std::uint8_t to;
    bool promotes;

    [[nodiscard]] constexpr bool is_capture() const noexcept { return captured != 0; }
    friend constexpr bool operator==(const Move&, const Move&) = default;
};

/// Moves in a buffer on the stack, which goes to the heap in the rare position with more than `room` moves.
template <BoardWord Word>
class MoveList {
public:
    static constexpr std::size_t room = 160;

    MoveList() noexcept : moves_{buffer()} {}
    ~MoveList() {
        if (moves_ != buffer()) std::free(moves_);
    }
    MoveList(const MoveList&) = delete;
    MoveList& operator=(const MoveList&) = delete;

    [[nodiscard]] DAMIERA_INLINE std::size_t size() const noexcept { return size_; }
    [[nodiscard]] DAMIERA_INLINE bool empty() const noexcept { return size_ == 0; }
    DAMIERA_INLINE void clear() noexcept { size_ = 0; }

    DAMIERA_INLINE void push(const Move<Word>& move) {
        if (size_ == capacity_) [[unlikely]]
            grow();
        moves_[size_++] = move;
    }

    /// Where to write up to `room` moves that replace what is in the list; `written` tells where they end.
    [[nodiscard]] DAMIERA_INLINE Move<Word>* rewrite() noexcept { return moves_; }
    DAMIERA_INLINE void written(const Move<Word>* end) noexcept { size_ = static_cast<std::size_t>(end - moves_); }

    [[nodiscard]] DAMIERA_INLINE Move<Word>& operator[](std::size_t i) noexcept { return moves_[i]; }
    [[nodiscard]] DAMIERA_INLINE const Move<Word>& operator[](std::size_t i) const noexcept { return moves_[i]; }
    [[nodiscard]] DAMIERA_INLINE Move<Word>* begin() noexcept { return moves_; }
    [[nodiscard]] DAMIERA_INLINE Move<Word>* end() noexcept { return moves_ + size_; }
    [[nodiscard]] DAMIERA_INLINE const Move<Word>* begin() const noexcept { return moves_; }
    [[nodiscard]] DAMIERA_INLINE const Move<Word>* end() const noexcept { return moves_ + size_; }

private:
    // The buffer is raw bytes: constructing all moves at every node would cost more than finding them.
    [[nodiscard]] Move<Word>* buffer() noexcept { return reinterpret_cast<Move<Word>*>(bytes_); }

    DAMIERA_NOINLINE void grow() {
        auto* larger = static_cast<Move<Word>*>(std::malloc(2 * capacity_ * sizeof(Move<Word>)));
        if (larger == nullptr) throw std::bad_alloc{};
        std::memcpy(static_cast<void*>(larger), moves_, size_ * sizeof(Move<Word>));
        if (moves_ != buffer()) std::free(moves_);
        moves_ = larger;
        capacity_ *= 2;
    }

    Move<Word>* moves_;
    std::size_t size_ = 0;
    std::size_t capacity_ = room;
    alignas(Move<Word>) unsigned char bytes_[room * sizeof(Move<Word>)];
};

}  // namespace damiera
