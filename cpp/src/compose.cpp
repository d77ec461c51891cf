// The keys of composed rule sets: how each is read, written and checked.
#include "damiera/rules/compose.hpp"

#include <algorithm>  // count, find_if, ranges
#include <array>      // array
#include <charconv>   // from_chars
#include <optional>   // optional
#include <span>       // span

#include "damiera/board/direction.hpp"
#include "damiera/board/geometry.hpp"
#include "damiera/board/layout.hpp"

namespace damiera {

namespace {

constexpr std::size_t longest_slug = 800;
constexpr int least_side = 4;
constexpr int most_side = 14;
constexpr int longest_run = 99;

template <class E>
struct Named {
    std::string_view name;
    E value;
};

constexpr std::array<Named<Shape>, 6> shapes{{{"diagonal", Shape::diagonal},
                                              {"crossed", Shape::crossed},
                                              {"full", Shape::full},
                                              {"lined", Shape::lined},
                                              {"ended", Shape::ended},
                                              {"hexagon", Shape::hexagon}}};
constexpr std::array<Named<Corner>, 2> corners{{{"left", Corner::left}, {"right", Corner::right}}};
constexpr std::array<Named<Side>, 2> sides{{{"white", Side::white}, {"black", Side::black}}};
constexpr std::array<Named<bool>, 2> answers{{{"yes", true}, {"no", false}}};
constexpr std::array<Named<ManHops>, 3> man_hops{
    {{"no", ManHops::no}, {"moves", ManHops::moves}, {"captures", ManHops::captures}}};
constexpr std::array<Named<KingRange>, 2> king_ranges{{{"adjacent", KingRange::adjacent}, {"flying", KingRange::flying}}};
constexpr std::array<Named<Landing>, 3> landings{
    {{"adjacent", Landing::adjacent}, {"any", Landing::any}, {"killer", Landing::killer}}};
constexpr std::array<Named<Removal>, 2> removals{{{"end", Removal::end}, {"immediate", Removal::immediate}}};
constexpr std::array<Named<Promotion>, 3> promotions{
    {{"stop", Promotion::stop}, {"pass", Promotion::pass}, {"king", Promotion::king}}};
constexpr std::array<Named<Choice>, 10> choices{{{"free", Choice::free},
                                                 {"number", Choice::number},
                                                 {"italian", Choice::italian},
                                                 {"quality", Choice::quality},
                                                 {"number-king", Choice::number_king},
                                                 {"king-first", Choice::king_first},
                                                 {"weight", Choice::weight},
                                                 {"frisian", Choice::frisian},
                                                 {"frisian-half", Choice::frisian_half},
                                                 {"italian-first", Choice::italian_first}}};
constexpr std::array<Named<Goal>, 3> goals{{{"win", Goal::win}, {"lose", Goal::lose}, {"breakthrough", Goal::breakthrough}}};

constexpr Directions front{Direction::n, Direction::ne, Direction::nw, Direction::e, Direction::w};
constexpr Directions ahead{Direction::n, Direction::ne, Direction::nw};
constexpr Directions ahead_right{Direction::n, Direction::e};
constexpr Directions hexagonals_forward{Direction::n, Direction::ne, Direction::e};
constexpr Directions hexagonals{Direction::n, Direction::ne, Direction::e, Direction::s, Direction::sw, Direction::w};
constexpr std::array<Named<Directions>, 10> directions{{{"forward-diagonals", forward_diagonals},
                                                        {"diagonals", all_diagonals},
                                                        {"forward-sideways", forward_and_sideways},
                                                        {"orthogonals", all_orthogonals},
                                                        {"front", front},
                                                        {"ahead", ahead},
                                                        {"ahead-right", ahead_right},
                                                        {"all", all_diagonals | all_orthogonals},
                                                        {"hex-forward", hexagonals_forward},
                                                        {"hex", hexagonals}}};

/// Where the numbers begin, or that squares have letters.
constexpr std::array<std::string_view, 3> squares_named{"top-left", "bottom-right", "letters"};

constexpr std::string_view own = "own";  // as the game has them: no rows, no named squares

template <class Range>
[[nodiscard]] std::string listed(const Range& names) {
    std::string text;
    for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string{name};
    return text;
}

template <class E, std::size_t N>
[[nodiscard]] std::string listed(const std::array<Named<E>, N>& table) {
    std::vector<std::string_view> names;
    for (const Named<E>& one : table) names.push_back(one.name);
    return listed(names);
}

template <class E, std::size_t N>
[[nodiscard]] std::string name_of(const std::array<Named<E>, N>& table, E value) {
    const auto found = std::ranges::find_if(table, [&](const Named<E>& one) { return one.value == value; });
    return found == table.end() ? std::string{own} : std::string{found->name};
}

[[nodiscard]] std::optional<int> number_of(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// --- sets of squares that have names ---

/// The square of White's rim on the far side of the long diagonal: the left file and the last row without its ends.
[[nodiscard]] Cells rim(Geometry board) {
    Cells found;
    for (int rank = 1; rank < board.ranks; ++rank) {
        if (board.has(0, rank)) found.add(board.bit_of(0, rank));
    }
    for (int file = 1; file + 1 < board.files; ++file) {
        if (board.has(file, board.ranks - 1)) found.add(board.bit_of(file, board.ranks - 1));
    }
    return found;
}

/// The two squares next to the far corner that is not played on; on other boards the far left corner.
[[nodiscard]] Cells far_corner(Geometry board) {
    Cells found;
    if (board.has(0, board.ranks - 1)) found.add(board.bit_of(0, board.ranks - 1));
    if (!found.empty()) return found;
    found.add(board.bit_of(0, board.ranks - 2));
    found.add(board.bit_of(1, board.ranks - 1));
    return found;
}

/// The two sides of a hexagon that meet in the corner opposite White.
[[nodiscard]] Cells far_sides(Geometry board) {
    Cells found;
    for (int i = 0; i < board.files; ++i) {
        if (board.has(i, board.ranks - 1)) found.add(board.bit_of(i, board.ranks - 1));
        if (board.has(board.files - 1, i)) found.add(board.bit_of(board.files - 1, i));
    }
    return found;
}

/// The rhombus of `side` cells a side in White's corner of a hexagon.
[[nodiscard]] std::string rhombus(int side) {
    std::string names;
    for (int file = 0; file < side; ++file) {
        for (int rank = 0; rank < side; ++rank) {
            if (!names.empty()) names += ' ';
            names += static_cast<char>('a' + file);
            names += static_cast<char>('1' + rank);
        }
    }
    return names;
}

/// How far into the cells of a row a name leads, as players see the board.
[[nodiscard]] int unmirrored(const Game& game, int file) {
    return game.dark_corner == Corner::left ? file : game.rules.board.files - 1 - file;
}

[[nodiscard]] std::string squares_text(const Game& game, const Cells& set) {
    const Geometry board = game.rules.board;
    std::string text;
    for (int file = 0; file < board.files; ++file) {
        for (int rank = 0; rank < board.ranks; ++rank) {
            const int there = unmirrored(game, file);
            if (!board.has(there, rank) || !set.has(board.bit_of(there, rank))) continue;
            if (!text.empty()) text += '.';
            text += static_cast<char>('a' + file);
            text += std::to_string(rank + 1);
        }
    }
    return text;
}

[[nodiscard]] std::optional<Cells> squares_of(const Game& game, std::string_view text) {
    const Geometry board = game.rules.board;
    Cells set;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('.'), text.size());
        const std::optional<int> rank = number_of(text.substr(1, end - std::min<std::size_t>(end, 1)));
        const int file = unmirrored(game, text[0] - 'a');
        if (!rank || text[0] < 'a' || text[0] > 'z' || !board.has(file, *rank - 1)) return std::nullopt;
        set.add(board.bit_of(file, *rank - 1));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return set.empty() ? std::nullopt : std::optional{set};
}

// --- a game being changed ---

/// What is said of the men and of the squares that crown depends on a board that may change: it is kept as text.
struct Draft {
    Game game;
    std::string rows;  // a number, or `own`
    std::string first_row;
    std::string crown;
    std::vector<std::string> problems{};

    [[nodiscard]] Rules& rules() noexcept { return game.rules; }

    void complain(std::string_view key, std::string_view value, const std::string& remedy) {
        problems.push_back(std::string{key} + "=" + std::string{value} + ": " + remedy);
    }
};

[[nodiscard]] bool is_rhombus(const Game& game) { return game.rules.board.shape == Shape::hexagon && !game.white_men.empty(); }

[[nodiscard]] std::string rows_text(const Game& game) {
    if (game.white_men.empty()) return std::to_string(game.rows_of_men);
    if (!is_rhombus(game)) return std::string{own};
    for (int side = 1; side < 5; ++side) {
        if (cells(game.rules.board, rhombus(side)) == game.men_of(Side::white)) return std::to_string(side);
    }
    return std::string{own};
}

[[nodiscard]] std::string crown_text(const Game& game) {
    const Geometry board = game.rules.board;
    const Cells& crown = game.rules.crown;
    if (crown.empty()) return "last-row";
    if (crown == nowhere) return "none";
    if (board.shape == Shape::hexagon) return crown == far_sides(board) ? "far-sides" : squares_text(game, crown);
    if (crown == rim(board)) return "rim";
    if (crown == far_corner(board)) return "corner";
    return squares_text(game, crown);
}

[[nodiscard]] Draft draft_of(const Game& game) {
    return {game, rows_text(game), std::to_string(game.first_row), crown_text(game)};
}

// --- the table of keys ---

struct RuleKey {
    std::string_view name;
    void (*read)(Draft&, std::string_view key, std::string_view value);
    std::string (*write)(const Draft&);
};

template <class E, std::size_t N>
void choose(Draft& draft, std::string_view key, std::string_view value, const std::array<Named<E>, N>& table, E& field) {
    const auto found = std::ranges::find_if(table, [&](const Named<E>& one) { return one.name == value; });
    if (found == table.end()) return draft.complain(key, value, "write one of " + listed(table));
    field = found->value;
}

/// A key whose value is one of a table, kept in a field of the rules.
template <const auto& Table, auto Field>
constexpr RuleKey trait(std::string_view name) {
    return {name,
            [](Draft& draft, std::string_view key, std::string_view value) {
                choose(draft, key, value, Table, draft.game.rules.*Field);
            },
            [](const Draft& draft) { return name_of(Table, draft.game.rules.*Field); }};
}

void read_board(Draft& draft, std::string_view key, std::string_view value) {
    const std::size_t cross = value.find('x');
    const auto files = number_of(value.substr(0, cross));
    const auto ranks = cross == std::string_view::npos ? std::nullopt : number_of(value.substr(cross + 1));
    if (!files || !ranks) return draft.complain(key, value, "write columns and rows, such as 8x8");
    if (draft.rules().board.shape == Shape::hexagon && *files != draft.rules().board.files) draft.rows = own;
    draft.rules().board.files = *files;
    draft.rules().board.ranks = *ranks;
}

void read_shape(Draft& draft, std::string_view key, std::string_view value) {
    const Shape before = draft.rules().board.shape;
    choose(draft, key, value, shapes, draft.rules().board.shape);
    const Shape now = draft.rules().board.shape;
    if ((now == Shape::hexagon) == (before == Shape::hexagon)) return;
    draft.crown = now == Shape::hexagon ? "far-sides" : "last-row";
    draft.rows = own;
}

void read_squares(Draft& draft, std::string_view key, std::string_view value) {
    if (std::ranges::find(squares_named, value) == squares_named.end()) {
        return draft.complain(key, value, "write one of " + listed(squares_named));
    }
    draft.game.lettered = value == "letters";
    if (!draft.game.lettered) {
        draft.game.numbering = value == "top-left" ? Numbering::top_left : Numbering::bottom_right;
    }
}

[[nodiscard]] std::string write_squares(const Draft& draft) {
    if (draft.game.lettered) return "letters";
    return draft.game.numbering == Numbering::top_left ? "top-left" : "bottom-right";
}

void read_rows(Draft& draft, std::string_view key, std::string_view value) {
    const auto rows = number_of(value);
    if (!rows || *rows < 1 || *rows > most_side)
        return draft.complain(key, value, "write how many rows of men there are, such as 3");
    draft.rows = std::to_string(*rows);
}

void read_first_row(Draft& draft, std::string_view key, std::string_view value) {
    const auto row = number_of(value);
    if (!row || *row < 1 || *row > most_side) return draft.complain(key, value, "write the first row that has men, such as 1");
    draft.first_row = std::to_string(*row);
}

void read_crown(Draft& draft, std::string_view, std::string_view value) { draft.crown = value; }

void read_king_limit(Draft& draft, std::string_view key, std::string_view value) {
    const auto limit = number_of(value);
    if (!limit || *limit < 0 || *limit > longest_run) {
        return draft.complain(
            key, value,
            "write how many moves in a row one king may make, 0 for any number, at most " + std::to_string(longest_run));
    }
    draft.rules().king_run = static_cast<std::uint8_t>(*limit);
}

/// In the order of reading: what others depend on first.
constexpr std::array<RuleKey, 23> keys_known{{
    {"board", read_board,
     [](const Draft& d) { return std::to_string(d.game.rules.board.files) + "x" + std::to_string(d.game.rules.board.ranks); }},
    {"shape", read_shape,
     [](const Draft& d) {
         const Shape shape = d.game.rules.board.shape;
         return name_of(shapes, shape == Shape::crossed ? Shape::diagonal : shape);
     }},
    {"corner",
     [](Draft& d, std::string_view key, std::string_view value) { choose(d, key, value, corners, d.game.dark_corner); },
     [](const Draft& d) { return name_of(corners, d.game.dark_corner); }},
    {"squares", read_squares, write_squares},
    {"rows", read_rows, [](const Draft& d) { return d.rows; }},
    {"first-row", read_first_row, [](const Draft& d) { return d.first_row; }},
    {"first", [](Draft& d, std::string_view key, std::string_view value) { choose(d, key, value, sides, d.game.first_mover); },
     [](const Draft& d) { return name_of(sides, d.game.first_mover); }},
    trait<directions, &Rules::man_moves>("man-moves"),
    trait<answers, &Rules::man_lines>("man-lines"),
    trait<man_hops, &Rules::man_hops>("man-hops"),
    trait<directions, &Rules::man_captures>("man-captures"),
    trait<answers, &Rules::man_captures_king>("man-captures-king"),
    trait<directions, &Rules::king_moves>("king-moves"),
    trait<directions, &Rules::king_captures>("king-captures"),
    trait<king_ranges, &Rules::king_range>("king-range"),
    trait<landings, &Rules::landing>("landing"),
    trait<removals, &Rules::removal>("removal"),
    trait<answers, &Rules::reversal>("reversal"),
    trait<promotions, &Rules::promotion>("promotion"),
    {"promotion-squares", read_crown, [](const Draft& d) { return d.crown; }},
    trait<choices, &Rules::choice>("choice"),
    {"king-limit", read_king_limit, [](const Draft& d) { return std::to_string(d.game.rules.king_run); }},
    trait<goals, &Rules::goal>("goal"),
}};

/// What concerns the end of a game and not its moves: kept in the name, for whoever keeps the score.
constexpr std::array<std::string_view, 5> remarks{"blocked", "last-piece", "lone-pieces", "no-progress", "repetition"};

[[nodiscard]] bool is_remark(std::string_view key) { return std::ranges::find(remarks, key) != remarks.end(); }

[[nodiscard]] bool is_plain(std::string_view value) {
    return std::ranges::all_of(value, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

[[nodiscard]] std::string all_keys() {
    std::vector<std::string_view> names{remarks.begin(), remarks.end()};
    for (const RuleKey& key : keys_known) names.push_back(key.name);
    return listed(names);
}

// --- reading ---

/// What the parts say, each in its turn; keys that nobody knows and keys given twice are told.
void read_parts(Draft& draft, const Recipe& recipe) {
    for (const Part& part : recipe.parts) {
        const auto same = [&](const Part& other) { return other.key == part.key; };
        const auto known = [&](const RuleKey& key) { return key.name == part.key; };
        if (is_remark(part.key) && !is_plain(part.value)) {
            draft.complain(part.key, part.value, "write small letters, digits and hyphens");
        } else if (!is_remark(part.key) && std::ranges::none_of(keys_known, known)) {
            draft.complain(part.key, part.value, "there is no such key; write one of " + all_keys());
        } else if (std::ranges::count_if(recipe.parts, same) > 1) {
            draft.complain(part.key, part.value, "the key is given more than once; keep one of them");
        }
    }
    if (!draft.problems.empty()) return;
    for (const RuleKey& key : keys_known) {
        const std::string_view value = recipe.value_of(key.name);
        if (!value.empty()) key.read(draft, key.name, value);
    }
}

[[nodiscard]] Directions used_directions(const Rules& rules) {
    return rules.man_moves | rules.man_captures | rules.king_moves | rules.king_captures;
}

/// Two sets of squares of one colour are one board: joined along ranks and files if some piece goes there.
void settle_shape(Rules& rules) {
    if (!rules.board.is_one_coloured()) return;
    const bool crosses = (used_directions(rules).bits & all_orthogonals.bits) != 0;
    rules.board.shape = crosses ? Shape::crossed : Shape::diagonal;
}

void check_board(Draft& draft) {
    const Geometry board = draft.game.rules.board;
    const std::string value = std::to_string(board.files) + "x" + std::to_string(board.ranks);
    const auto out_of_range = [](int side) { return side < least_side || side > most_side; };
    if (board.shape == Shape::hexagon) {
        if (board.files != board.ranks || board.files % 2 == 0 || board.files < 5 || board.files > 9) {
            draft.complain("board", value, "a hexagon is 5x5, 7x7 or 9x9");
        }
        if (draft.game.dark_corner != Corner::left) draft.complain("corner", "right", "a hexagon has no mirror image");
        return;
    }
    const bool lined = board.shape == Shape::lined;
    if ((lined || board.shape == Shape::ended) && draft.game.dark_corner != Corner::left)
        draft.complain("corner", "right", "a board of lines has no mirror image");
    if (out_of_range(board.files) || out_of_range(board.ranks)) {
        draft.complain("board", value, "columns and rows are 4 to 14");
    } else if (board.is_one_coloured() && (board.files % 2 != 0 || board.ranks % 2 != 0)) {
        draft.complain("board", value, "with squares of one colour columns and rows are even, such as 8x8");
    } else if (lined && (board.files % 2 == 0 || board.ranks % 2 == 0)) {
        draft.complain("board", value, "with points on lines columns and rows are odd, such as 5x5");
    } else if (board.bits() > 128) {
        draft.complain("board", value, "where all squares are played on there are at most 128, such as 11x11");
    }
}

void check_directions(Draft& draft) {
    const Geometry board = draft.game.rules.board;
    const auto fits = [&](Directions set) {
        for (int i = 0; i < 8; ++i) {
            if (set.has(direction(i)) && board.vector(direction(i)) == Step{}) return false;
        }
        return (set == hexagonals || set == hexagonals_forward) == (board.shape == Shape::hexagon);
    };
    std::vector<std::string_view> fitting;
    for (const auto& [name, set] : directions) {
        const bool is_hexagonal = set == hexagonals || set == hexagonals_forward;
        if (is_hexagonal == (board.shape == Shape::hexagon)) fitting.push_back(name);
    }
    const auto check = [&](std::string_view key, Directions set) {
        if (!fits(set)) {
            draft.complain(key, name_of(directions, set), "no such steps on this board; write one of " + listed(fitting));
        }
    };
    check("man-moves", draft.game.rules.man_moves);
    check("man-captures", draft.game.rules.man_captures);
    check("king-moves", draft.game.rules.king_moves);
    check("king-captures", draft.game.rules.king_captures);
    const Rules& rules = draft.game.rules;
    if (rules.man_lines && rules.man_hops != ManHops::no) {
        draft.complain("man-hops", name_of(man_hops, rules.man_hops), "a man of a line goes over its own already; write no");
    }
    if (draft.game.dark_corner == Corner::right && (rules.man_moves == ahead_right || rules.man_captures == ahead_right)) {
        draft.complain("corner", "right", "men that go to their right need the left corner: a mirrored board has none");
    }
}

/// Only a flying king chooses where it lands.
[[nodiscard]] bool landing_matters(const Rules& rules) { return rules.king_range == KingRange::flying; }

/// Only a flying king can turn straight back, over a piece that is gone.
[[nodiscard]] bool reversal_matters(const Rules& rules) {
    return rules.king_range == KingRange::flying && rules.removal == Removal::immediate;
}

/// What does not matter is the same in all rule sets, and stands in no name.
void settle_traits(Rules& rules) {
    if (!landing_matters(rules)) rules.landing = Landing::adjacent;
    if (!reversal_matters(rules)) rules.reversal = true;
}

[[nodiscard]] bool matters(const Rules& rules, std::string_view key) {
    return (key != "landing" || landing_matters(rules)) && (key != "reversal" || reversal_matters(rules));
}

void settle_crown(Draft& draft) {
    const Geometry board = draft.game.rules.board;
    Cells& crown = draft.game.rules.crown;
    const bool is_hexagon = board.shape == Shape::hexagon;
    crown = {};
    if (draft.crown == "last-row" && !is_hexagon) return;
    if (draft.crown == "none") {
        crown = nowhere;
    } else if (draft.crown == "far-sides" && is_hexagon) {
        crown = far_sides(board);
    } else if (draft.crown == "rim" && !is_hexagon) {
        crown = rim(board);
    } else if (draft.crown == "corner" && !is_hexagon) {
        crown = far_corner(board);
    } else if (const std::optional<Cells> squares = squares_of(draft.game, draft.crown)) {
        crown = *squares == rows(board, board.ranks, board.ranks) ? Cells{} : *squares;
        draft.crown = crown_text(draft.game);
    } else {
        draft.complain("promotion-squares", draft.crown,
                       std::string{"write "} + (is_hexagon ? "far-sides, none" : "last-row, rim, corner, none") +
                           ", or squares of this board such as a8.c8");
    }
}

/// Put the men where the rows say; on a hexagon, in a rhombus.
void settle_men(Draft& draft, const Game& base, std::string& men) {
    Game& game = draft.game;
    const Geometry board = game.rules.board;
    const bool same_board = board.files == base.rules.board.files && board.ranks == base.rules.board.ranks &&
                            board.is_one_coloured() == base.rules.board.is_one_coloured() &&
                            (board.shape == Shape::hexagon) == (base.rules.board.shape == Shape::hexagon);
    const bool is_hexagon = board.shape == Shape::hexagon;
    if (same_board && draft.rows == rows_text(base) && draft.first_row == std::to_string(base.first_row)) return;
    if (is_hexagon) {
        const int most = (board.files + 1) / 2 - 1;
        if (draft.rows == own) draft.rows = std::to_string(most);
        const int side = number_of(draft.rows).value_or(0);
        if (side < 1 || side > most) {
            return draft.complain("rows", draft.rows, "on this hexagon write 1 to " + std::to_string(most));
        }
        if (draft.first_row != "1") draft.complain("first-row", draft.first_row, "on a hexagon men begin in the corner");
        men = rhombus(side);
        game.white_men = men;
        return;
    }
    const int least = (board.ranks - 1) / 2;
    if (draft.rows == own) {
        return draft.complain("rows", draft.rows, "say how many rows of men there are, 1 to " + std::to_string(least));
    }
    game.white_men = game.black_men = {};
    game.rows_of_men = number_of(draft.rows).value_or(0);
    game.first_row = number_of(draft.first_row).value_or(1);
    const int last = game.first_row + game.rows_of_men - 1;
    if (last > least) {
        draft.complain(
            "rows", draft.rows,
            "the men of both sides need a free row between them; the last row of men is at most " + std::to_string(least));
    }
}

/// The squares that men can come to, each from where it stands at the start.
[[nodiscard]] Word128 reached_by_men(const Game& game, const Layout<Word128>& layout) {
    Word128 reached = game.men_of(Side::white).as<Word128>();
    for (Word128 before = 0; before != reached;) {
        before = reached;
        for (int i = 0; i < 8; ++i) {
            const Direction d = direction(i);
            if (game.rules.man_moves.has(d)) reached |= layout.shift(d, reached) & layout.board;
            if (!game.rules.man_captures.has(d)) continue;
            reached |= layout.shift(d, Word128{layout.shift(d, reached) & layout.board}) & layout.board;
        }
    }
    return reached;
}

void check_men(Draft& draft) {
    const Game& game = draft.game;
    const Layout<Word128> layout{game.rules.board, game.rules.crown};
    const Word128 men = game.men_of(Side::white).as<Word128>();
    if ((men & game.men_of(Side::black).as<Word128>()) != 0) {
        draft.complain("rows", draft.rows, "the men of both sides would stand on the same squares; write a smaller number");
    }
    if (game.rules.crown == nowhere) return;
    if ((men & layout.last_row[0]) != 0) {
        draft.complain("promotion-squares", draft.crown, "men stand there at the start; choose other squares");
    } else if ((reached_by_men(game, layout) & layout.last_row[0]) == 0) {
        draft.complain("promotion-squares", draft.crown,
                       "no man can ever come there; choose other squares or other directions of men");
    }
}

[[nodiscard]] std::string joined(const std::vector<std::string>& problems) {
    std::string text;
    for (const std::string& problem : problems) text += (text.empty() ? "" : "\n") + problem;
    return text;
}

/// The name of what differs from the base, its keys in alphabetical order.
[[nodiscard]] std::string slug_of(const Game& base, const Draft& made, const Recipe& recipe) {
    const Draft from = draft_of(base);
    std::vector<std::string> parts;
    for (const RuleKey& key : keys_known) {
        if (!matters(made.game.rules, key.name)) continue;
        if (key.write(from) != key.write(made)) parts.push_back(std::string{key.name} + "=" + key.write(made));
    }
    for (const Part& part : recipe.parts) {
        if (is_remark(part.key)) parts.push_back(std::string{part.key} + "=" + std::string{part.value});
    }
    std::ranges::sort(parts);
    std::string slug{base.slug};
    for (const std::string& part : parts) slug += "~" + part;
    return slug;
}

}  // namespace

std::string_view Recipe::value_of(std::string_view key) const noexcept {
    const auto found = std::ranges::find_if(parts, [&](const Part& part) { return part.key == key; });
    return found == parts.end() ? std::string_view{} : found->value;
}

void Recipe::drop(std::string_view key) {
    std::erase_if(parts, [&](const Part& part) { return part.key == key; });
}

Recipe read_recipe(std::string_view slug) {
    if (slug.size() > longest_slug) throw ComposeError{"the name of these rules is too long to be one"};
    Recipe recipe{.base = slug.substr(0, slug.find('~')), .parts = {}};
    std::string_view rest = slug.substr(recipe.base.size());
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::string_view part = rest.substr(0, rest.find('~'));
        const std::size_t sign = part.find('=');
        if (sign == std::string_view::npos || sign == 0 || sign + 1 == part.size()) {
            throw ComposeError{"'" + std::string{part} + "' is no part of a name: write key=value"};
        }
        recipe.parts.push_back({part.substr(0, sign), part.substr(sign + 1)});
        rest.remove_prefix(part.size());
    }
    return recipe;
}

std::unique_ptr<ComposedGame> compose(const Game& base, const Recipe& recipe) {
    auto made = std::make_unique<ComposedGame>();
    Draft draft = draft_of(base);
    read_parts(draft, recipe);
    if (draft.problems.empty()) {
        settle_shape(draft.rules());
        settle_traits(draft.rules());
        check_board(draft);
        check_directions(draft);
    }
    if (draft.problems.empty()) {
        settle_crown(draft);
        settle_men(draft, base, made->men);
    }
    if (draft.problems.empty()) check_men(draft);
    if (!draft.problems.empty()) throw ComposeError{joined(draft.problems)};
    made->slug = slug_of(base, draft, recipe);
    made->game = draft.game;
    made->game.slug = made->slug;
    return made;
}

std::vector<std::pair<std::string_view, std::string>> recipe_of(const Game& game) {
    const Draft draft = draft_of(game);
    std::vector<std::pair<std::string_view, std::string>> values;
    for (const RuleKey& key : keys_known) values.emplace_back(key.name, key.write(draft));
    return values;
}

}  // namespace damiera
