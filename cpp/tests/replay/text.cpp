#include "damiera/replay/text.hpp"

#include <random>  // mt19937_64
#include <string>  // string

#include "check.hpp"
#include "damiera/movegen/instance.hpp"
#include "damiera/replay/replay.hpp"

namespace damiera::testing {

const Case noise("no text, however damaged, does harm", [] {
    std::mt19937_64 chance{7};
    const std::string alphabet = "0123456789abhx:- \t\xC3\xA9!";
    for (int i = 0; i < 200'000; ++i) {
        std::string text;
        for (auto n = chance() % 12; n > 0; --n) text += alphabet[chance() % alphabet.size()];
        for (const Instance* instance : catalogue()) {
            MoveTexts texts;
            texts.add(text, instance->frame);
            check_equal(texts.size(), std::size_t{1});
            check(texts[0].empty() || texts[0].size() >= 2);
            for (const std::uint8_t at : texts[0]) check(instance->frame.has(instance->frame.square_of(at)));
        }
    }
});

const Case together("texts are kept apart", [] {
    MoveTexts texts;
    for (const char* text : {"32-28", "", "19x23x12", "x"}) texts.add(text, international_instance.frame);
    check_equal(texts.size(), std::size_t{4});
    check_equal(texts[0].size(), std::size_t{2});
    check(texts[1].empty());
    check_equal(texts[2].size(), std::size_t{3});
    check(texts[3].empty());
    const Replay played = replay(international_instance, international_instance.start(), texts, 0, 4);
    check_equal(played.moves.size(), std::size_t{1});
    check(played.verdict == Verdict::syntax);
});

}  // namespace damiera::testing
