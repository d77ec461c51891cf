"""The signs of an annotated game, as the federation defines them.

FID, Regolamento tecnico, Capo I, art. 13 (edition fid.italian.2008). Mind `?!` and `!?`: they mean the
reverse of what chess players mean, so the chess glyphs $5 and $6 change places here.

| sign | article | numeric glyph |
|---|---|---|
| `!` `!!` | 13.3, 13.4 | $1, $3 |
| `?` `??` | 13.5, 13.6 | $2, $4 |
| `?!` looks weak, is strong | 13.7 | $5 |
| `!?` looks strong, is weak | 13.8 | $6 |
| `*` forced | 13.9 | $7 |
| `+` wins | 13.10 | $18 for White, $19 for Black |
| `=` draw | 13.11 | $10 |
| `+1`, `-1` pieces won, lost; `a.l.` | 13.12, 13.13, 13.14 | none: written as a remark of their own, `{+1}` |
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from damiera._core import Side
from damiera.messages import Message, Text

__all__ = [
    "SIGNS",
    "is_fid",
    "is_sign",
    "nag_of_sign",
    "plain_sign",
    "sign_meaning",
    "sign_of_nag",
    "symbol_of_nag",
]

SIGNS: Mapping[str, Text] = {
    "!": Message("good or strong move"),  # 13.3
    "!!": Message("very good or very strong move"),  # 13.4
    "?": Message("weak move"),  # 13.5
    "??": Message("very bad move, a blunder"),  # 13.6
    "?!": Message("looks weak and is strong"),  # 13.7
    "!?": Message("looks strong and is weak"),  # 13.8
    "*": Message("forced move: any other loses"),  # 13.9
    "+": Message("wins"),  # 13.10
    "=": Message("draw", context="sign"),  # 13.11
    "a.l.": Message("either will do, to the same effect"),  # 13.14
}
"""What each sign means: FID 2008, 13.3 to 13.11 and 13.14."""
_WON = Message("{n} pieces won")  # 13.12
_LOST = Message("{n} pieces lost")  # 13.13
_WON_ONE, _LOST_ONE = Message("one piece won"), Message("one piece lost")

# What players of other federations mean by the two signs that theirs and the FID's do not share.
_ELSEWHERE: Mapping[str, Text] = {
    "?!": Message("dubious move"),
    "!?": Message("interesting move"),
}

_GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "?!", 6: "!?", 7: "*", 10: "=", 18: "+", 19: "+"}
_ELSEWHERE_GLYPHS = {**_GLYPHS, 5: "!?", 6: "?!"}
_SYMBOLS: Mapping[int, str] = {
    **dict.fromkeys((8, 9), "□"),
    **dict.fromkeys((11, 12), "="),
    13: "∞",
    14: "+=",
    15: "=+",
    16: "±",
    17: "∓",
    20: "+-",
    21: "-+",
    **dict.fromkeys((36, 37), "→"),
    **dict.fromkeys((40, 41), "↑"),
    **dict.fromkeys((132, 133), "⇆"),
    **dict.fromkeys((136, 137, 138, 139), "⊕"),
    140: "∆",
    146: "N",
}
"""How chess books print glyphs that the federations of draughts have no sign for."""
_SIGN = re.compile(r"[+-]\s?[1-9][0-9]?|a\.\s?l\.|[+-][+-]+|[±∓]|=\+|\+=|=[1-9][0-9]?")
_PIECES = re.compile(r"([+-])([1-9][0-9]?)")


def is_sign(text: str) -> bool:
    """Whether a text is one of the signs that no glyph stands for.

    >>> is_sign("+1"), is_sign("a. l."), is_sign("+"), is_sign("a loss")
    (True, True, False, False)
    """
    return _SIGN.fullmatch(text) is not None


def plain_sign(text: str) -> str:
    """Return a sign in its usual spelling.

    >>> plain_sign("- 2"), plain_sign("a. l.")
    ('-2', 'a.l.')
    """
    return "".join(text.split())


def is_fid(rulebook: str) -> bool:
    """Whether a rulebook is the Italian federation's.

    >>> is_fid("fid.italian.2008"), is_fid("fmjd.international")
    (True, False)
    """
    return rulebook.startswith("fid.")


def sign_of_nag(nag: int, rulebook: str = "fid.italian.2008") -> str:
    """Return the sign that a numeric glyph stands for under a rulebook; empty where there is none.

    A glyph is told by what it means: $5 says that a move deserves attention, which the FID writes `?!`.

    Source:
        FID 2008, 13.3 to 13.11; PDN 3.0, numeric annotation glyphs.

    >>> sign_of_nag(7), SIGNS[sign_of_nag(5)].text("en"), sign_of_nag(5, "fmjd.international")
    ('*', 'looks weak and is strong', '!?')
    """
    return (_GLYPHS if is_fid(rulebook) else _ELSEWHERE_GLYPHS).get(nag, "")


def symbol_of_nag(nag: int, rulebook: str = "fid.italian.2008") -> str:
    """Return how a numeric glyph is printed: by the sign for it, else as chess books do, else by its number.

    Source:
        PDN 3.0, numeric annotation glyphs; the symbols are those of the chess Informant.

    >>> symbol_of_nag(7), symbol_of_nag(13), symbol_of_nag(200)
    ('*', '∞', '$200')
    """
    return sign_of_nag(nag, rulebook) or _SYMBOLS.get(nag) or f"${nag}"


def nag_of_sign(sign: str, side: Side = Side.WHITE, rulebook: str = "fid.italian.2008") -> int | None:
    """Return the numeric glyph for a sign behind a move of `side`; None where there is none.

    Source:
        FID 2008, [fid.italian.2008:13.3], [fid.italian.2008:13.4], [fid.italian.2008:13.5],
        [fid.italian.2008:13.6], [fid.italian.2008:13.7],
        [fid.italian.2008:13.8], [fid.italian.2008:13.9], [fid.italian.2008:13.10], [fid.italian.2008:13.11].

    >>> nag_of_sign("?!"), nag_of_sign("?!", rulebook="fmjd.international"), nag_of_sign("+", Side.BLACK)
    (5, 6, 19)
    """
    if sign == "+":
        return 18 if side is Side.WHITE else 19
    glyphs = _GLYPHS if is_fid(rulebook) else _ELSEWHERE_GLYPHS
    return next((nag for nag, known in glyphs.items() if known == sign), None)


def sign_meaning(sign: str, rulebook: str = "fid.italian.2008") -> Text | None:
    """Return what a sign says under a rulebook; None for one without a meaning.

    The FID's two signs `?!` and `!?` (art. 13.7, 13.8) are never explained as in chess.

    Source:
        FID 2008, [fid.italian.2008:13.3], [fid.italian.2008:13.4], [fid.italian.2008:13.5],
        [fid.italian.2008:13.6], [fid.italian.2008:13.7],
        [fid.italian.2008:13.8], [fid.italian.2008:13.9], [fid.italian.2008:13.10], [fid.italian.2008:13.11],
        [fid.italian.2008:13.12], [fid.italian.2008:13.13], [fid.italian.2008:13.14].

    >>> sign_meaning("!?").text("en"), sign_meaning("!?", "fmjd.international").text("en")
    ('looks strong and is weak', 'interesting move')
    >>> sign_meaning("-2").text("it")
    '2 pezzi perduti'
    """
    pieces = _PIECES.fullmatch(plain_sign(sign))
    if pieces is not None:
        won = pieces[1] == "+"
        if pieces[2] == "1":
            return _WON_ONE if won else _LOST_ONE
        return (_WON if won else _LOST).format(n=pieces[2])
    if not is_fid(rulebook) and sign in _ELSEWHERE:
        return _ELSEWHERE[sign]
    return SIGNS.get(plain_sign(sign))
