// Which games there are.
#include <array>  // array

#include "damiera/movegen/instance.hpp"
#include "damiera/util/bits.hpp"

namespace damiera {

namespace {

constexpr std::array<const Instance*, 3> games{&italian_instance, &english_instance, &international_instance};
constexpr std::array<const Instance*, 2> proofs{&proof_english_instance, &proof_international_instance};

}  // namespace

std::span<const Instance* const> catalogue() noexcept { return games; }

std::span<const Instance* const> proof_boards() noexcept { return proofs; }

const Instance* find_instance(std::string_view slug) noexcept {
    for (const Instance* instance : games) {
        if (instance->game->slug == slug) return instance;
    }
    for (const Instance* instance : proofs) {
        if (instance->game->slug == slug) return instance;
    }
    return nullptr;
}

WidePosition Instance::start() const {
    Pieces<Word128> pieces;
    const Geometry board = game->rules.board;
    for (int column = 0; column < board.width(); ++column) {
        for (int row = 0; row < game->rows_of_men; ++row) {
            pieces.black |= bit<Word128>(board.bit_at(row, column));
            pieces.white |= bit<Word128>(board.bit_at(board.ranks - 1 - row, column));
        }
    }
    return {pieces, game->first_mover};
}

}  // namespace damiera
