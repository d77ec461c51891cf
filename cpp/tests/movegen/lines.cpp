#include "damiera/movegen/lines.hpp"

#include "boards.hpp"
#include "check.hpp"
#include "damiera/rules/international.hpp"

namespace damiera::testing {

const Case budget_of_lines("a listing of lines that would not end is cut short and says so", [] {
    const Position<Word128> position = parse("W:WK46:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40", {10, 10});
    check(!capture_lines(international_instance, position, 50).whole);
    check(capture_lines(international_instance, position).whole);
    check(!capture_lines(international_instance, position).lines.empty());
});

const Case every_instance("every game and proof board is found by its name", [] {
    for (const Instance* instance : catalogue()) check(find_instance(instance->game->slug) == instance);
    for (const Instance* instance : compiled()) check(find_instance(instance->game->slug) == instance);
    check(find_instance("chess") == nullptr);
});

}  // namespace damiera::testing
