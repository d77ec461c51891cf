"""How many ways there are to play so many plies: counts others published, and counts from the rules alone.

A move is counted once for its origin, destination, captured set and promotion, whatever its route. Sources:
dctl is the test suite of rhalbersma/dctl, with the threads on damforum.nl and shashki.com that it names;
kish is Sanavesa/kish. Where the source is "rules" two generators written apart from the same texts agree,
and nothing more.
"""

from __future__ import annotations

from typing import NamedTuple


class Counts(NamedTuple):
    game: str
    leaves: tuple[int, ...]  # at depth 1, 2, 3, ...
    source: str
    position: str = ""  # empty: the start


_INTERNATIONAL_8 = (7, 49, 302, 1469, 7473, 37628, 187302)
_INTERNATIONAL_10 = (9, 81, 658, 4265, 27117, 167140, 1049442)
_INTERNATIONAL_12 = (11, 121, 1222, 10053, 79049, 584100)
_FORWARD_FREE = (7, 49, 302, 1469, 7361, 36768, 179740, 845931)
_FORWARD_MOST = (7, 49, 302, 1469, 7361, 36473, 177532, 828783)
_POOL = (7, 49, 302, 1469, 7482, 37986, 190146, 929896)
_RANDOM_178 = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"
_WOLDOUBY = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"
_ALL_KINGS = "W:W" + ",".join(f"K{n}" for n in range(31, 51)) + ":B" + ",".join(f"K{n}" for n in range(1, 21))

PUBLISHED = (
    Counts("italian", _FORWARD_MOST, "dctl"),
    Counts(
        "italian",
        (5, 13, 42, 107, 360, 1099, 3736, 12495, 43686),
        "Gilbert, in dctl",
        "W:W30,26,27,22,23,24,17,18,20:B14,15,16,9,11,5,6,1,3",
    ),
    Counts(
        "italian",
        (6, 47, 271, 1916, 10810, 73137, 389809),
        "Gilbert, in dctl",
        "B:W30,21,22,17,20,K6:B25,28,9,5,1,3",
    ),
    Counts(
        "italian",
        (13, 112, 828, 6756, 46241, 368908),
        "Gilbert, in dctl",
        "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4",
    ),
    Counts("english", _FORWARD_FREE, "dctl"),
    Counts("international", _INTERNATIONAL_10, "dctl"),
    Counts("international", (14, 55, 1168, 5432, 87195, 629010), "dctl", _RANDOM_178),
    Counts("international", (6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436), "dctl", _WOLDOUBY),
    Counts("international", (17, 79, 352, 1399, 7062, 37589, 217575), "dctl", _ALL_KINGS),
    Counts("international", (9, 81, 795, 7578, 86351, 936311), "dctl", "W:W6,7,8,9,10:B41,42,43,44,45"),
    Counts(
        "international",
        (9, 81, 534, 2538, 9052, 29999, 98971, 310315),
        "dctl",
        "W:W31,32,33,34,35:B16,17,18,19,20",
    ),
    Counts("killer", _INTERNATIONAL_10, "dctl"),
    Counts("killer", (14, 55, 1168, 5165, 84326, 573965), "Letouzey, in dctl", _RANDOM_178),
    Counts(
        "killer",
        (6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88043, 377339),
        "Letouzey, in dctl",
        _WOLDOUBY,
    ),
    Counts("spanish-quality", _FORWARD_MOST, "dctl"),
    Counts("portuguese", _FORWARD_MOST, "dctl"),
    Counts("russian", (7, 49, 302, 1469, 7482, 37986, 190146, 929899), "dctl"),
    Counts("brazilian", (*_INTERNATIONAL_8, 907830), "dctl"),
    Counts("pool", _POOL, "dctl"),
    Counts("czech", _FORWARD_FREE, "dctl"),
    Counts("canadian", _INTERNATIONAL_12, "dctl"),
    Counts("sri-lankan", _INTERNATIONAL_12, "dctl, mirrored"),
    Counts("south-african", (13, 169, 2042, 20513, 195333), "dctl"),
    Counts("frisian", (9, 81, 658, 3874, 21265, 102431, 540126), "dctl"),
    Counts("thai", (7, 49, 392, 3136, 26592, 218695, 1820189), "dctl"),
    Counts("turkish", (8, 64, 708, 7538, 85090, 931312), "kish"),
    Counts("contract", _FORWARD_FREE, "as english"),
    Counts("filipino", (*_INTERNATIONAL_8, 907830), "as brazilian"),
    Counts("jamaican", _POOL, "as pool"),
    Counts("antidraughts", _INTERNATIONAL_10, "as international"),
    Counts("breakthrough", _INTERNATIONAL_10, "as international, until there is a king"),
    Counts("italian-losing", _FORWARD_MOST, "as italian"),
    Counts("english-losing", _FORWARD_FREE, "as english"),
    Counts("proof-english-6x6", (5, 25, 106, 369, 1271, 4104, 12495, 37474, 104013, 290032, 808155), "dctl"),
    Counts(
        "proof-international-6x6", (5, 25, 106, 369, 1301, 4214, 12912, 39526, 113614, 329982, 933564), "dctl"
    ),
    Counts("thai, twelve men", (7, 49, 302, 1469, 7361, 36768, 179740, 845931), "dctl"),
    Counts("international on 10x8", (9, 81, 658, 4265, 27117, 167140, 1029319), "dctl"),
    Counts("international on 12x10", _INTERNATIONAL_12, "dctl"),
)

FROM_THE_RULES = (
    Counts("spanish", _FORWARD_MOST[:7], "rules"),
    Counts("argentine", _FORWARD_MOST[:7], "rules"),
    Counts("german", _FORWARD_FREE[:7], "rules"),
    Counts("triestina", (9, 81, 658, 4265, 26875, 163555), "rules"),
    Counts("diagonal", (6, 6, 14, 40, 83, 260, 890, 3128), "rules"),
    Counts("diagonal-corner", (6, 6, 14, 39, 78, 240, 804, 2770), "rules"),
    Counts("diagonal-row", (6, 6, 14, 40, 83, 252, 853, 2976), "rules"),
    Counts("hexdame", (15, 211, 3337, 51589), "rules"),
    Counts("double-cross", (14, 196, 2606, 29762), "rules"),
    Counts("black-white", (7, 49, 319, 1763, 8945, 46948, 247106), "rules"),
    Counts("slovak", (7, 49, 392, 3136, 26592, 218695), "rules"),
    Counts("malaysian", (11, 121, 1222, 10053, 78629), "rules"),
    Counts("ghanaian", (9, 81, 658, 4265, 27132, 168316), "rules"),
    Counts("mozambican", _INTERNATIONAL_8, "rules"),
    Counts("armenian", (22, 484, 12174, 268670), "rules"),
    Counts("gothic", (14, 196, 2940, 44100), "rules"),
    Counts("frysk", (9, 81, 657, 5329, 41829, 328329, 2572197), "rules"),
    Counts("spantsireti", (9, 81, 658, 4265, 27132, 168316), "rules"),
    Counts("zimbabwean", _POOL[:7], "as pool"),
    Counts("croda", (22, 484, 10494, 194440), "rules"),
    Counts("dameo", (52, 2704, 135930), "rules"),
    Counts("harzdame", (12, 144, 1848, 22744), "rules"),
    Counts("zamma", (3, 5, 7, 14, 56, 118, 327, 1115), "rules"),
    Counts("alquerque", (4, 5, 6, 12, 29, 107, 523, 2521), "rules"),
    Counts("keny", (16, 256, 5032, 93128), "rules"),
    Counts("keny, jumping its own backwards too", (24, 576, 15856, 424376), "rules"),
    Counts("tobit", (5, 25, 205, 1645, 12831, 94463, 740117), "rules"),
    Counts("tobit, capturing backwards too", (5, 25, 205, 1645, 12867, 95283), "rules"),
    Counts("tobit, taking the most", (5, 25, 205, 1645, 12831, 94361), "rules"),
    Counts("bashni", (7, 49, 302, 1469, 7482, 37908, 189912), "rules"),
    Counts("lasca", (6, 6, 18, 54, 116, 324, 846, 2148), "rules"),
    Counts("reentry", _FORWARD_MOST[:7], "rules"),
    Counts("ugolki", (14, 196, 4412, 99536), "rules"),
    Counts("ugolki~camp=4x4", (16, 262, 6552, 165682), "rules"),
    Counts("ugolki~camp=3x3~steps=all", (26, 677, 23516, 825594), "rules"),
    Counts("ugolki~camp=triangle~steps=all", (24, 576, 20050, 699718), "rules"),
    Counts("halma", (40, 1600, 85440), "rules"),
    Counts("halma~seats=4", (32, 1024, 32768), "rules"),
    Counts("halma~board=10x10", (32, 1024, 46016), "rules"),
    Counts("halma~board=8x8", (24, 576, 20050, 699718), "rules"),
    Counts("halma~board=10x10~seats=4", (24, 578, 13920, 336392), "rules"),
    Counts("halma~board=8x8~seats=4", (16, 258, 4160, 67592), "rules"),
    Counts("halma~board=8x8~goal=strict~leaving=forbidden", (24, 576, 20050, 700034), "rules"),
    Counts("cheskers", (9, 81, 652, 4395, 30159), "rules"),
    Counts("cheskers~choice=free", (9, 81, 652, 4395, 30239), "rules"),
    Counts("chinese-checkers", (14, 196, 4760, 115600), "rules"),
    Counts("chinese-checkers-3", (14, 196, 2744, 66640), "rules"),
    Counts("chinese-checkers-4", (14, 199, 2786, 39601), "rules"),
    Counts("chinese-checkers-5", (14, 199, 2828, 40189), "rules"),
    Counts("chinese-checkers-6", (14, 199, 2828, 40189), "rules"),
)
