"""The tags of a game: their names in several habits and languages, and what GameType means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from damiera.lang import Text
from damiera.rules.ruleset import ruleset_of_game_type

__all__ = [
    "ITALIAN_NAMES",
    "MANDATORY",
    "game_type_name",
    "game_type_number",
    "is_unknown_game_type",
    "standard_date",
    "standard_name",
    "with_standard",
]

# The seven that an exchange file should hold, with what stands for "not known".
MANDATORY: Mapping[str, str] = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}

_STANDARD = {
    name.lower(): name
    for name in (
        *MANDATORY, "GameType", "FEN", "SetUp", "Opening", "PlyCount", "Termination", "ResultFormat",
        "TimeControl", "WhiteTime", "BlackTime", "WhiteRating", "BlackRating", "WhiteTitle", "BlackTitle",
        "Annotator", "Board", "Variant", "EventDate", "Time", "Red", "Green", "Blue", "Yellow", "Places",
        "BallotPlies",
    )
}  # fmt: skip

# Italian files name their tags in Italian.
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

_STAR = 210  # our number for Chinese checkers

# In checkers the dark side is often called red.
_OTHER_NAMES: Mapping[str, str] = {**ITALIAN_NAMES, "Red": "Black"}

_NUMBER = re.compile(r"\s*([0-9]{1,3})\s*(?:,|$)")
_YEAR = re.compile(r"[0-9]{4}")
_YMD = re.compile(r"([0-9]{4})[-./]([0-9]{1,2}|\?{1,2})[-./]([0-9]{1,2}|\?{1,2})")

_GAMES = {
    0: Text("scacchi", "chess"),
    1: Text("scacchi cinesi", "Chinese chess"),
    20: Text("dama internazionale", "international draughts"),
    21: Text("dama inglese", "English draughts"),
    22: Text("dama italiana", "Italian draughts"),
    23: Text("pool checkers", "pool checkers"),
    24: Text("dama spagnola", "Spanish draughts"),
    25: Text("dama russa", "Russian draughts"),
    26: Text("dama brasiliana", "Brazilian draughts"),
    27: Text("dama canadese", "Canadian draughts"),
    28: Text("dama portoghese", "Portuguese draughts"),
    29: Text("dama ceca", "Czech draughts"),
    30: Text("dama turca", "Turkish draughts"),
    31: Text("dama thailandese", "Thai draughts"),
    40: Text("dama frisia", "Frisian draughts"),
    41: Text("spantsireti", "Spantsireti draughts"),
    50: Text("Othello", "Othello"),
}


@lru_cache(maxsize=1024)
def standard_name(name: str) -> str:
    """Return the usual spelling of a tag name; an unknown one begins with a capital letter.

    >>> standard_name("Setup"), standard_name("fen"), standard_name("Bianco")
    ('SetUp', 'FEN', 'Bianco')
    """
    return _STANDARD.get(name.lower()) or name[:1].upper() + name[1:]


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

    >>> game_type_number("22,W,8,8,N2,1"), game_type_number("dama")
    (22, None)
    """
    match = _NUMBER.match(value)
    return int(match[1]) if match else None


def game_type_name(number: int) -> Text:
    """Return the name of the game that PDN gives this number."""
    return _GAMES.get(number) or Text(f"il gioco numero {number}", f"game number {number}")


def is_unknown_game_type(value: str) -> bool:
    """Tell whether a GameType has a number that neither PDN nor the catalogue gives to a game.

    >>> is_unknown_game_type("77,W,10,10,N2,0"), is_unknown_game_type("50"), is_unknown_game_type("dama")
    (True, False, False)
    """
    number = game_type_number(value)
    return number is not None and number not in _GAMES and ruleset_of_game_type(value) is None
