"""The signs of an annotated game, as the federation defines them.

FID, Regolamento tecnico, Capo I, art. 13 (edition fid.italian.2008). Mind `?!` and `!?`: they mean the
reverse of what chess players mean, so the chess glyphs $5 and $6 change places here.
"""

from __future__ import annotations

from collections.abc import Mapping

from damiera.lang import Text

__all__ = ["SIGNS", "sign_of_nag"]

SIGNS: Mapping[str, Text] = {
    "!": Text("mossa buona o forte", "good or strong move"),  # 13.3
    "!!": Text("mossa molto buona o fortissima", "very good or very strong move"),  # 13.4
    "?": Text("mossa debole", "weak move"),  # 13.5
    "??": Text("mossa pessima, un errore", "very bad move, a blunder"),  # 13.6
    "?!": Text("sembra debole ed è forte", "looks weak and is strong"),  # 13.7
    "!?": Text("sembra forte ed è debole", "looks strong and is weak"),  # 13.8
    "*": Text("mossa forzata: ogni altra perde", "forced move: any other loses"),  # 13.9
    "+": Text("vince", "wins"),  # 13.10
    "=": Text("pari", "draw"),  # 13.11
}

_GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "?!", 6: "!?", 7: "*", 10: "=", 18: "+", 19: "+"}


def sign_of_nag(nag: int) -> str:
    """Return the sign of art. 13 that a numeric glyph stands for; empty where there is none.

    >>> sign_of_nag(7), SIGNS[sign_of_nag(5)].en
    ('*', 'looks weak and is strong')
    """
    return _GLYPHS.get(nag, "")
