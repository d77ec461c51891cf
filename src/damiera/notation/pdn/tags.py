"""The tags of a game: their names in several habits and languages, and what GameType means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from damiera.messages import Message, Text
from damiera.notation.cyrillic import HEADERS, latin_name
from damiera.rules.ruleset import ruleset_of_game_type

__all__ = [
    "ITALIAN_NAMES",
    "MANDATORY",
    "game_type_name",
    "game_type_number",
    "is_unknown_game_type",
    "is_usual",
    "standard_date",
    "standard_name",
    "with_standard",
]

MANDATORY: Mapping[str, str] = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The seven tags that an exchange file should hold, with what stands for "not known": PDN 3.0."""

_STANDARD = {
    name.lower(): name
    for name in (
        *MANDATORY, "GameType", "FEN", "SetUp", "Opening", "PlyCount", "Termination", "ResultFormat",
        "TimeControl", "WhiteTime", "BlackTime", "WhiteRating", "BlackRating", "WhiteTitle", "BlackTitle",
        "Annotator", "Board", "Variant", "EventDate", "Time", "Red", "Green", "Blue", "Yellow", "Places",
        "BallotPlies",
    )
}  # fmt: skip

ITALIAN_NAMES: Mapping[str, str] = {
    "Dati": "Event",
    "Evento": "Event",
    "Gara": "Event",
    "Torneo": "Event",
    "Luogo": "Site",
    "Sede": "Site",
    "Anno": "Date",
    "Data": "Date",
    "Turno": "Round",
    "Bianco": "White",
    "Nero": "Black",
    "Risultato": "Result",
    "Apertura": "Opening",
}
"""The tag that each Italian name stands for."""

_STAR = 210  # our number for Chinese checkers

# In checkers the dark side is often called red.
_OTHER_NAMES: Mapping[str, str] = {**ITALIAN_NAMES, "Red": "Black"}

_NUMBER = re.compile(r"\s*([0-9]{1,3})\s*(?:,|$)")
_YEAR = re.compile(r"[0-9]{4}")
_YMD = re.compile(r"([0-9]{4})[-./]([0-9]{1,2}|\?{1,2})[-./]([0-9]{1,2}|\?{1,2})")

_GAMES = {
    0: Message("chess", context="a game, in a sentence"),
    1: Message("Chinese chess", context="a game, in a sentence"),
    20: Message("international draughts", context="a game, in a sentence"),
    21: Message("English draughts", context="a game, in a sentence"),
    22: Message("Italian draughts", context="a game, in a sentence"),
    23: Message("pool checkers", context="a game, in a sentence"),
    24: Message("Spanish draughts", context="a game, in a sentence"),
    25: Message("Russian draughts", context="a game, in a sentence"),
    26: Message("Brazilian draughts", context="a game, in a sentence"),
    27: Message("Canadian draughts", context="a game, in a sentence"),
    28: Message("Portuguese draughts", context="a game, in a sentence"),
    29: Message("Czech draughts", context="a game, in a sentence"),
    30: Message("Turkish draughts", context="a game, in a sentence"),
    31: Message("Thai draughts", context="a game, in a sentence"),
    40: Message("Frisian draughts", context="a game, in a sentence"),
    41: Message("Spantsireti draughts", context="a game, in a sentence"),
    50: Message("Othello", context="a game, in a sentence"),
}


@lru_cache(maxsize=1024)
def standard_name(name: str) -> str:
    """Return the usual spelling of a tag name; an unknown one begins with a capital letter.

    PDN knows no other letters than Latin ones: Russian names become the usual ones, or are spelled in Latin.

    >>> standard_name("Setup"), standard_name("fen"), standard_name("Bianco")
    ('SetUp', 'FEN', 'Bianco')
    """
    name = latin_name(name.rstrip("."))
    return _STANDARD.get(name.lower()) or name[:1].upper() + name[1:]


def is_usual(name: str) -> bool:
    """Tell whether a tag's name is one that PDN or an Italian file gives.

    >>> is_usual("event"), is_usual("Bianco"), is_usual("Note")
    (True, True, False)
    """
    russian = name.casefold().rstrip(".") in HEADERS
    return russian or name.lower() in _STANDARD or name.capitalize() in ITALIAN_NAMES


def with_standard(tags: Mapping[str, str]) -> dict[str, str]:
    """Put the standard tag beside each of another habit, such as the Italian, unless the text has it already.

    >>> with_standard({"Bianco": "Rossi", "Anno": "2005"})
    {'White': 'Rossi', 'Bianco': 'Rossi', 'Date': '2005.??.??', 'Anno': '2005'}
    """
    if tags.keys().isdisjoint(_OTHER_NAMES):
        return dict(tags)
    names = ITALIAN_NAMES if _is_star(tags.get("GameType", "")) else _OTHER_NAMES
    out: dict[str, str] = {}
    for name, value in tags.items():
        standard = names.get(name)
        if standard is not None and standard not in tags and standard not in out:
            out[standard] = standard_date(value) if standard == "Date" else value
        out[name] = value
    return out


def _is_star(game_type: str) -> bool:
    """Whether a game is played on a star, where Red is a hand of its own."""
    return game_type_number(game_type) == _STAR or "chinese-checkers" in game_type


def standard_date(value: str) -> str:
    """Write a date as PDN does where nothing can be mistaken; other dates stay as they are.

    >>> standard_date("1841-??-??"), standard_date("2005"), standard_date("13-01-1996")
    ('1841.??.??', '2005.??.??', '13-01-1996')
    """
    plain = value.strip()
    if _YEAR.fullmatch(plain):
        return f"{plain}.??.??"
    ymd = _YMD.fullmatch(plain)
    if ymd is None:
        return value
    month, day = (part.zfill(2) if part.isdigit() else "??" for part in ymd.groups()[1:])
    return f"{ymd[1]}.{month}.{day}"


def game_type_number(value: str) -> int | None:
    """Return the number that opens a GameType, or None where there is none.

    Source:
        PDN 3.0, tag GameType.

    >>> game_type_number("22,W,8,8,N2,1"), game_type_number("dama")
    (22, None)
    """
    match = _NUMBER.match(value)
    return int(match[1]) if match else None


def game_type_name(number: int) -> Text:
    """Return the name of the game that PDN gives this number.

    >>> game_type_name(22).text("en"), game_type_name(77).text("en")
    ('Italian draughts', 'game number 77')
    """
    return _GAMES.get(number) or Message("game number {number}", number=number)


def is_unknown_game_type(value: str) -> bool:
    """Tell whether a GameType has a number that neither PDN nor the catalogue gives to a game.

    >>> is_unknown_game_type("77,W,10,10,N2,0"), is_unknown_game_type("50"), is_unknown_game_type("dama")
    (True, False, False)
    """
    number = game_type_number(value)
    return number is not None and number not in _GAMES and ruleset_of_game_type(value) is None
