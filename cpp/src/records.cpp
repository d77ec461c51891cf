// Samples as plain numbers.
#include "damiera/search/records.hpp"

#include <stdexcept>  // invalid_argument

#include "damiera/eval/learned.hpp"

namespace damiera::search {

namespace {

[[nodiscard]] std::size_t words_of_set(const damiera::Instance& game) noexcept {
    return game.game->rules.board.bits() > 64 ? 2 : 1;
}

[[nodiscard]] Sample read_record(const damiera::Instance& game, const std::uint64_t* words) {
    const std::size_t width = words_of_set(game);
    const Word128 board = eval::board_of(game.game->rules.board);
    Pieces<Word128> pieces;
    for (Word128* set : {&pieces.white, &pieces.black, &pieces.kings}) {
        for (std::size_t i = 0; i < width; ++i) *set |= Word128{*words++} << (64 * i);
    }
    const auto points = static_cast<int>(*words >> 16 & 0xFF);
    const auto side = static_cast<int>(*words >> 24);
    const bool is_sound = (pieces.white & pieces.black) == 0 && (pieces.occupied() & ~board) == 0 &&
                          (pieces.kings & ~pieces.occupied()) == 0 && points <= no_points && side <= 1;
    if (!is_sound) throw std::invalid_argument{"these are no records of this game"};
    return {{pieces, side == 0 ? Side::white : Side::black}, static_cast<std::int16_t>(*words), points};
}

}  // namespace

std::size_t words_of(const damiera::Instance& game) noexcept { return 3 * words_of_set(game) + 1; }

void write_records(const damiera::Instance& game, std::span<const Sample> samples, std::vector<std::uint64_t>& words) {
    const std::size_t width = words_of_set(game);
    for (const Sample& sample : samples) {
        const Pieces<Word128>& pieces = sample.position.pieces;
        for (const Word128 set : {pieces.white, pieces.black, pieces.kings}) {
            for (std::size_t i = 0; i < width; ++i) words.push_back(static_cast<std::uint64_t>(set >> (64 * i)));
        }
        words.push_back(std::uint64_t{static_cast<std::uint16_t>(sample.score)} |
                        static_cast<std::uint64_t>(sample.points) << 16 |
                        static_cast<std::uint64_t>(index(sample.position.side)) << 24);
    }
}

std::vector<Sample> read_records(const damiera::Instance& game, std::span<const std::uint64_t> words) {
    const std::size_t width = words_of(game);
    if (words.size() % width != 0) throw std::invalid_argument{"these are no records of this game"};
    std::vector<Sample> samples;
    samples.reserve(words.size() / width);
    for (std::size_t at = 0; at < words.size(); at += width) samples.push_back(read_record(game, &words[at]));
    return samples;
}

}  // namespace damiera::search
