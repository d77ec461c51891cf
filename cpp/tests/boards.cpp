#include "boards.hpp"

#include <fstream>    // ifstream
#include <sstream>    // istringstream
#include <stdexcept>  // runtime_error

namespace damiera::testing {

PerftTable read_table(const std::string& path) {
    std::ifstream file{path};
    if (!file) throw std::runtime_error{"no table " + path};
    PerftTable table;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words{line};
        std::string key;
        words >> key;
        if (key == "fen") words >> table.fen;
        if (key == "perft") {
            std::pair<int, std::uint64_t> count;
            words >> count.first >> count.second;
            table.counts.push_back(count);
        }
    }
    return table;
}

Position<Word128> parse(const std::string& fen, Geometry board) {
    const Frame frame{board, Corner::left, Numbering::top_left};
    Pieces<Word128> pieces;
    std::istringstream parts{fen};
    std::string turn;
    std::getline(parts, turn, ':');
    for (std::string side; std::getline(parts, side, ':');) {
        std::istringstream squares{side.substr(1)};
        for (std::string square; std::getline(squares, square, ',');) {
            const bool king = square[0] == 'K';
            const Word128 here = bit<Word128>(frame.bit_of(std::stoi(king ? square.substr(1) : square)));
            (side[0] == 'W' ? pieces.white : pieces.black) |= here;
            if (king) pieces.kings |= here;
        }
    }
    return {pieces, turn == "W" ? Side::white : Side::black};
}

}  // namespace damiera::testing
