"""Reading tournament report files: all or nothing, each fault with its line and column.

Both generations are one format of fixed columns; TRF-2026 has records of its own (142, 152, 162, 240, 250,
260, 310) where TRF16 is extended by those of pairing programs (XXR to XXP, BBW to BBU). Either may
stand in a file. Records that mean nothing to an `Event` are kept in `Event.extra` and written again. Wins
are 1, draws ½ unless the file says otherwise; a scale of whole numbers is read as such (2-1-0), any other
in halves (`Scoring.halved`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from damiera.messages import Joined, Lang, Message, Text
from damiera.tournament.errors import TournamentError
from damiera.tournament.model import (
    Acceleration,
    Event,
    EventPlayer,
    EventSettings,
    ForbiddenPair,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Scoring,
    Sex,
    Status,
    Team,
    score,
)
from damiera.tournament.trf.kind import with_draws, with_kind
from damiera.tournament.trf.teams import TeamRecords, with_matches

__all__ = ["TrfError", "TrfProblem", "TrfReport", "parse_trf", "read_trf"]

FIRST = 91  # where the cell of round 1 begins, counted from 0
STEP = 10
MARKS = {
    "1": GameMark.WIN, "=": GameMark.DRAW, "0": GameMark.LOSS, "W": GameMark.WIN,
    "D": GameMark.DRAW, "L": GameMark.LOSS, "+": GameMark.WIN,
    "-": GameMark.LOSS,
}  # fmt: skip
BYES = {"H": Kind.HALF_BYE, "F": Kind.FULL_BYE, "U": Kind.BYE, "Z": Kind.ZERO_BYE, "": Kind.ZERO_BYE}
TEXTS = {"012": "name", "022": "place", "032": "federation", "102": "arbiter", "122": "time_control"}
COUNTED = {"062", "072", "082", "801", "802"}  # told by other records, and counted anew
_CODE = r"\d{3}|[A-Z]{2}[A-Z0-9]"
_RULER = re.compile(r" [ \d]*|12345[\d ]*|([A-Z])\1\1 (?=.*[A-Z])[A-Za-z\d /]*")  # columns drawn for the eye
_READ = {
    "300",
    "320",
    "330",
    "352",
    "362",
    "001",
    "112",
    "132",
    "142",
    "XXR",
    "152",
    "XXC",
    "162",
    "XXS",
    "013",
    "310",
}


class TrfProblem(msgspec.Struct, frozen=True):
    """What is wrong, and where: line and column are counted from 1.

    >>> TrfProblem(2, 5, Message("no number")).said().text("en")
    'line 2, column 5: no number'
    """

    line: int
    column: int
    reason: Text

    def said(self) -> Text:
        """The place and the reason."""
        return Message("line {l}, column {c}: {r}").format(l=self.line, c=self.column, r=self.reason)

    def text(self, lang: Lang) -> str:
        """One line for a reader of `lang`."""
        return self.said().text(lang)


class TrfError(TournamentError):
    """A report file that cannot be read; nothing of it was taken. Carries all `problems`."""

    def __init__(self, problems: Iterable[TrfProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(Joined(tuple(p.said() for p in self.problems), "\n"))


class TrfReport(msgspec.Struct, frozen=True):
    """What a file says: the event, and what does not fit but does no harm.

    >>> from damiera.tournament.trf.write import write_trf
    >>> parse_trf(write_trf(Event(name="Coppa", players=(EventPlayer(1, "Rossi"),)))).event.name
    'Coppa'
    """

    event: Event
    warnings: tuple[TrfProblem, ...] = ()


class _Cell(msgspec.Struct):
    """A round of a player's line, as written."""

    line: int
    column: int
    opponent: int
    colour: str
    result: str


class _Card(msgspec.Struct):
    player: EventPlayer
    line: int
    points: Fraction | None
    cells: list[_Cell]


class _Draft(msgspec.Struct):
    """The file while it is read."""

    cards: dict[int, _Card] = {}
    texts: dict[str, str] = {}
    dates: dict[str, date] = {}
    round_dates: list[date | None] = []
    deputies: list[str] = []
    points: dict[str, Fraction] = {}
    rounds: int = 0
    statuses: list[Status] = []
    absent: list[tuple[int, int, int]] = []  # line, column, number
    forbidden: list[ForbiddenPair] = []
    accelerations: list[tuple[int, Fraction, int, int]] = []
    teams: list[Team] = []
    old_teams: list[Team] = []  # of records 013, where there are no 310
    national: dict[int, tuple[int, str, str, str]] = {}
    numbers: list[tuple[int, int, int]] = []  # numbers that must exist
    sides: list[tuple[int, int, int]] = []  # the same, of teams where there are teams
    away: list[tuple[int, int, Kind]] = []  # player or team, round, worth
    apart: list[tuple[int, int, int, int | None]] = []  # two; first, last
    records: TeamRecords = msgspec.field(default_factory=TeamRecords)
    extra: list[tuple[str, str]] = []
    comments: list[str] = []
    problems: list[TrfProblem] = []
    warnings: list[TrfProblem] = []

    def wrong(self, line: int, column: int, said: Text, **values: object) -> None:
        """Note a fault; `column` is counted from 0."""
        self.problems.append(TrfProblem(line, column + 1, said.format(**values)))

    def odd(self, line: int, column: int, said: Text, **values: object) -> None:
        """Note what does not fit but does no harm."""
        self.warnings.append(TrfProblem(line, column + 1, said.format(**values)))


def read_trf(data: str | bytes) -> Event:
    """The event a file tells.

    Raises:
        TrfError: with every fault of the file.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.trf.write import write_trf
    >>> len(read_trf(write_trf(event)).players)
    2
    """
    return parse_trf(data).event


def parse_trf(data: str | bytes) -> TrfReport:
    """The event a file tells, and warnings about what does not fit (points that do not add up).

    Raises:
        TrfError: with every fault of the file.

    >>> from damiera.tournament.trf.write import write_trf
    >>> parse_trf(write_trf(Event(name="Coppa", players=(EventPlayer(1, "Rossi"),)))).warnings
    ()
    """
    draft = _Draft()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", _decoded(data)), 1):
        if line.startswith("###"):
            draft.comments.append(line)
        elif line.strip() and not line.startswith("#") and not _RULER.fullmatch(line.rstrip()):
            _read_line(draft, number, line)
    if not draft.cards and not draft.problems:
        draft.wrong(1, 0, Message("no player (001 lines)"))
    event = _event(draft)
    if event is None or draft.problems:
        raise TrfError(sorted(draft.problems, key=lambda p: (p.line, p.column)))
    return TrfReport(event, tuple(draft.warnings))


def _decoded(data: str | bytes) -> str:
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


# --- lines ------------------------------------------------------------------------------------------------


def _read_line(draft: _Draft, number: int, line: str) -> None:
    tag, rest = line[:3], line[4:].strip()
    if len(line) > 3 and line[3] not in " \t":
        draft.wrong(
            number,
            3,
            Message("code '{t}' must be followed by a space"),
            t=tag,
        )
        return
    if tag == "001":
        _read_player(draft, number, line)
    elif tag in TEXTS:
        draft.texts[TEXTS[tag]] = rest
    elif tag in ("042", "052"):
        _read_date(draft, number, tag, rest)
    elif tag == "112":
        draft.deputies.append(rest)
    elif tag == "132":
        draft.round_dates = _round_dates(draft, number, line)
    elif tag in ("142", "XXR"):
        draft.rounds = _whole(draft, number, 4, rest.split(" ")[0]) or 0
    elif tag in ("152", "XXC"):
        _read_first_colour(draft, number, tag, rest)
    elif tag in ("162", "XXS"):
        _read_scoring(draft, number, tag, line)
    elif tag in _NEXT:
        _NEXT[tag](draft, number, line)
    elif tag in ("013", "310"):
        _read_team(draft, number, tag, line)
    elif tag in _PEERS:
        _read_peer(draft, number, tag, line)
    elif _is_national(tag, line):
        _read_national(draft, number, line)
    elif re.fullmatch(_CODE, tag):
        if tag not in COUNTED:
            draft.extra.append((tag, line[4:].rstrip()))
    else:
        draft.wrong(number, 0, Message("unknown code '{t}'"), t=tag)


def _whole(draft: _Draft, line: int, column: int, text: str) -> int | None:
    word = text.strip()
    if not word:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", word):
        draft.wrong(
            line,
            column + len(text) - len(text.lstrip()),
            Message("'{w}' is not a number"),
            w=word[:20],
        )
        return None
    return int(word)


def _points(draft: _Draft, line: int, column: int, text: str) -> Fraction | None:
    word = text.strip().replace(",", ".")
    if not word:
        return None
    if not re.fullmatch(r"-?\d{0,4}(\.\d)?", word) or word in ("-", ""):
        draft.wrong(line, column, Message("'{w}' is not a score"), w=text.strip())
        return None
    return Fraction(word if not word.startswith(".") else "0" + word)


def _numbers(draft: _Draft, line: int, text: str, start: int) -> list[int]:
    """Start numbers from column `start` on; each must be a player's."""
    out = _loose(draft, line, text, start)
    draft.numbers += [(line, column, value) for column, value in out]
    return [value for _, value in out]


def _loose(draft: _Draft, line: int, text: str, start: int) -> list[tuple[int, int]]:
    """Numbers from column `start` on, each with its column."""
    found = [(start + m.start(), m.group()) for m in re.finditer(r"\S+", text[start:])]
    values = [(column, _whole(draft, line, column, word)) for column, word in found]
    return [(column, value) for column, value in values if value is not None]


def _either(draft: _Draft, line: int, text: str, start: int) -> list[int]:
    """Numbers of players, in a team event of teams, from column `start` on; each must be somebody's."""
    out = _loose(draft, line, text, start)
    draft.sides += [(line, column, value) for column, value in out]
    return [value for _, value in out]


def _read_player(draft: _Draft, line: int, text: str) -> None:
    number = _whole(draft, line, 4, text[4:8])
    if not number:
        draft.wrong(line, 4, Message("the start number is missing"))
        return
    if number in draft.cards:
        draft.wrong(
            line, 4, Message("number {n} is on line {o} already"),
            n=number, o=draft.cards[number].line,
        )  # fmt: skip
        return
    letter = text[9:10].lower().strip()
    if letter not in ("", "m", "w", "f"):
        draft.wrong(line, 9, Message("sex '{s}': m or w is needed"), s=letter)
    sex: Sex | None = "m" if letter == "m" else "f" if letter else None
    player = EventPlayer(
        number=number,
        name=text[14:47].strip(),
        elo=_whole(draft, line, 48, text[48:52]) or 0,
        sex=sex,
        title=text[10:13].strip(),
        federation=text[53:56].strip(),
        card=text[57:68].strip(),
        born=text[69:79].strip(),
    )
    points = _points(draft, line, 80, text[80:84])
    _whole(draft, line, 85, text[85:89])
    draft.cards[number] = _Card(player, line, points, _cells(draft, line, text))


def _cells(draft: _Draft, line: int, text: str) -> list[_Cell]:
    out = []
    text = text.rstrip()
    for column in range(FIRST, len(text), STEP):
        cell = text[column : column + 8].ljust(8)
        opponent = _whole(draft, line, column, cell[:4]) or 0
        colour, result = cell[5].lower().strip(), cell[7].upper().strip()
        if cell[4] != " " or cell[6] != " " or text[column + 8 : column + 10].strip():
            draft.wrong(line, column, Message("cell out of its columns: '{c}'"), c=cell.strip())
        elif colour not in ("w", "b", "-", ""):
            draft.wrong(
                line,
                column + 5,
                Message("colour '{c}': w, b or - is needed"),
                c=colour,
            )
        elif result not in MARKS and result not in BYES:
            draft.wrong(line, column + 7, Message("unknown result '{r}'"), r=result)
        else:
            _check_cell(draft, line, column, opponent, colour, result)
        out.append(_Cell(line, column, opponent, colour.replace("-", ""), result))
    return out


def _check_cell(draft: _Draft, line: int, column: int, opponent: int, colour: str, result: str) -> None:
    bye = result in BYES
    if opponent and bye and result:
        draft.wrong(
            line, column + 7, Message("an opponent ({o}) and a bye ('{r}') at once"), o=opponent, r=result,
        )  # fmt: skip
    elif opponent and colour not in ("w", "b") and result not in ("+", "-"):
        draft.wrong(line, column + 5, Message("the colour of the game is missing"))
    elif not opponent and not bye and result not in "+-":
        draft.wrong(
            line,
            column,
            Message("a result ('{r}') without an opponent"),
            r=result,
        )


def _parsed_date(word: str) -> date | None:
    found = re.fullmatch(r"(\d{2}|\d{4})[/.-](\d{1,2})[/.-](\d{1,2})", word.strip())
    if not found:
        return None
    year, month, day = (int(g) for g in found.groups())
    try:
        return date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None


def _read_date(draft: _Draft, line: int, tag: str, rest: str) -> None:
    when = _parsed_date(rest)
    if when is not None:
        draft.dates[tag] = when
    elif rest:
        draft.odd(line, 4, Message("date '{d}': YYYY/MM/DD is needed"), d=rest)
        draft.extra.append((tag, rest))


def _round_dates(draft: _Draft, line: int, text: str) -> list[date | None]:
    out: list[date | None] = []
    for column in range(FIRST, len(text.rstrip()), STEP):
        word = text[column : column + 8]
        when = _parsed_date(word)
        if word.strip() and when is None:
            draft.odd(
                line,
                column,
                Message("date '{d}': YY/MM/DD is needed"),
                d=word.strip(),
            )
        out.append(when)
    return out


def _read_first_colour(draft: _Draft, line: int, tag: str, rest: str) -> None:
    for word in rest.lower().split():
        if word in ("w", "b") and tag == "152":
            draft.extra.append(("first_colour", "white" if word == "w" else "black"))
        elif word in ("white1", "black1") and tag == "XXC":
            draft.extra.append(("first_colour", word[:5]))
        elif word != "rank":
            draft.wrong(line, 4, Message("'{w}' is not a colour"), w=word)


def _read_scoring(draft: _Draft, line: int, tag: str, text: str) -> None:
    if tag == "162":
        for column in range(5, len(text.rstrip()), 9):
            code = text[column : column + 1].upper().strip()
            value = _points(draft, line, column + 1, text[column + 1 : column + 5])
            if code not in tuple("WDLAPX") or value is None:
                draft.wrong(line, column, Message("scoring '{c}' not understood"), c=code)
            else:
                draft.points[code] = value
        return
    for found in re.finditer(r"\S+", text[4:]):
        code, _, word = found.group().partition("=")
        value = _points(draft, line, 4 + found.start(), word)
        if code.upper() not in _CODES or value is None:
            draft.wrong(
                line,
                4 + found.start(),
                Message("scoring '{c}' not understood"),
                c=found.group(),
            )
        else:
            draft.points[code.upper()] = value


_PEERS = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}


def _read_peer(draft: _Draft, line: int, tag: str, text: str) -> None:
    """What bbpPairings writes of the scoring: one value a line."""
    value = _points(draft, line, 4, text[4:8])
    if value is None:
        draft.wrong(line, 4, Message("scoring '{c}' not understood"), c=text[4:].strip())
    else:
        draft.points[_PEERS[tag]] = value


def is_kept(tag: str) -> bool:
    """Is a record with this code kept as it is, in `Event.extra`?"""
    known = tag in _READ or tag in COUNTED or tag in TEXTS or tag in _NEXT or tag in _PEERS
    return not known and re.fullmatch(_CODE, tag) is not None


def is_national(tag: str) -> bool:
    """Can these letters of a federation begin its national rating records?"""
    return re.fullmatch(r"[A-Z]{3}", tag) is not None and not tag.startswith("XX") and tag not in _PEERS


def _is_national(tag: str, text: str) -> bool:
    """A national rating record: three letters of a federation, then the columns of a player."""
    return (
        is_national(tag)
        and re.fullmatch(r" *\d+ ", text[4:9]) is not None
        and re.fullmatch(r"[ \d]*", text[47:53]) is not None
        and text[9:10].lower() in (" ", "m", "w", "f")
    )


def _rounds_of(draft: _Draft, line: int, text: str, first: int, last: int) -> tuple[int, int]:
    one = _whole(draft, line, first, text[first : first + 3]) or 1
    two = _whole(draft, line, last, text[last : last + 3]) or one
    if two < one:
        draft.wrong(line, last, Message("round {b} comes before {a}"), a=one, b=two)
    return one, two


def _read_240(draft: _Draft, line: int, text: str) -> None:
    kind = BYES.get(text[4:5].upper())
    round = _whole(draft, line, 6, text[6:9])
    if kind is None or kind is Kind.BYE or not text[4:5].strip() or not round:
        draft.wrong(line, 4, Message("F, H or Z and the round are needed"))
        return
    draft.away += [(number, round, kind) for number in _either(draft, line, text, 10)]


def _read_250(draft: _Draft, line: int, text: str) -> None:
    value = _points(draft, line, 4, text[4:8]) or _points(draft, line, 9, text[9:13])
    first, last = _rounds_of(draft, line, text, 14, 18)
    one = _whole(draft, line, 22, text[22:26])
    two = _whole(draft, line, 27, text[27:31]) or one
    if value is None or not one or not two:
        draft.wrong(line, 4, Message("the acceleration is incomplete"))
        return
    for column, number in ((22, one), (27, two)):
        draft.sides.append((line, column, number))
    for number in range(one, min(two, 9999) + 1):
        draft.accelerations.append((number, value, first, last))


def _read_260(draft: _Draft, line: int, text: str) -> None:
    first, last = _rounds_of(draft, line, text, 4, 8)
    numbers = _either(draft, line, text, 12)
    draft.apart += [(a, b, first, last) for i, a in enumerate(numbers) for b in numbers[i + 1 :]]


def _read_xxz(draft: _Draft, line: int, text: str) -> None:
    draft.absent += [(line, 4, n) for n in _either(draft, line, text, 4)]


def _read_xxa(draft: _Draft, line: int, text: str) -> None:
    number = _whole(draft, line, 4, text[4:8])
    if not number:
        draft.wrong(line, 4, Message("the start number is missing"))
        return
    draft.sides.append((line, 4, number))
    for round, column in enumerate(range(9, len(text.rstrip()), 5), 1):
        value = _points(draft, line, column, text[column : column + 4])
        if value:
            draft.accelerations.append((number, value, round, round))


def _read_xxp(draft: _Draft, line: int, text: str) -> None:
    numbers = _either(draft, line, text, 4)
    draft.apart += [(a, b, 1, None) for i, a in enumerate(numbers) for b in numbers[i + 1 :]]


def _read_300(draft: _Draft, line: int, text: str) -> None:
    round, team = _whole(draft, line, 4, text[4:7]), _whole(draft, line, 8, text[8:11])
    if not round or not team:
        draft.wrong(line, 4, Message("the round and the team are needed"))
        return
    seats = _loose(draft, line, text, 16)
    draft.numbers += [(line, column, number) for column, number in seats if number]
    draft.records.orders[round, team] = tuple(number for _, number in seats)


def _read_320(draft: _Draft, line: int, text: str) -> None:
    for code, column in (("TP", 4), ("GP", 9)):
        value = _points(draft, line, column, text[column : column + 4])
        if value is not None:
            draft.records.points[code] = value
    for round, column in enumerate(range(14, len(text.rstrip()), 4), 1):
        team = _whole(draft, line, column, text[column : column + 3])
        if team:
            draft.records.resting[round] = team


def _read_330(draft: _Draft, line: int, text: str) -> None:
    how = _LOST.get(text[4:6].upper())
    round = _whole(draft, line, 7, text[7:10])
    white, black = _whole(draft, line, 11, text[11:14]), _whole(draft, line, 15, text[15:18])
    if how is None or not round or not white or not black:
        draft.wrong(line, 4, Message("+-, -+ or --, the round and two teams are needed"))
        return
    draft.records.forfeits.append((round, white, black, how))


_LOST = {"+-": "+-", "-+": "-+", "--": "--", "10": "+-", "01": "-+", "00": "--"}


def _read_352(draft: _Draft, line: int, text: str) -> None:
    pattern = text[4:].strip()
    if not re.fullmatch(r"[WBwb]*", pattern):
        draft.wrong(line, 4, Message("colours of boards '{c}': W and B are needed"), c=pattern[:20])


def _read_362(draft: _Draft, line: int, text: str) -> None:
    told = re.findall(r"([A-Za-z]{2})\s+([\d.,]+)", text[4:])
    for code, word in told:
        value = _points(draft, line, 4, word)
        if value is not None and code.upper() in ("TW", "TD", "TL"):
            draft.records.points[code.upper()] = value
    if not told:
        draft.wrong(line, 4, Message("scoring '{c}' not understood"), c=text[4:].strip())


_NEXT = {
    "240": _read_240,
    "250": _read_250,
    "260": _read_260,
    "300": _read_300,
    "320": _read_320,
    "330": _read_330,
    "352": _read_352,
    "362": _read_362,
    "XXZ": _read_xxz,
    "XXA": _read_xxa,
    "XXP": _read_xxp,
}


def _read_team(draft: _Draft, line: int, tag: str, text: str) -> None:
    if tag == "013":
        team = Team(len(draft.old_teams) + 1, text[4:36].strip(), tuple(_numbers(draft, line, text, 36)))
        draft.old_teams.append(team)
        return
    number = _whole(draft, line, 4, text[4:7]) or 0
    if not number or any(team.number == number for team in draft.teams):
        draft.wrong(line, 4, Message("the number of the team is missing, or another's"))
    draft.teams.append(Team(number, text[8:40].strip(), tuple(_numbers(draft, line, text, 73))))


def _read_national(draft: _Draft, line: int, text: str) -> None:
    number = _whole(draft, line, 4, text[4:8])
    if number:
        draft.numbers.append((line, 4, number))
        elo = _whole(draft, line, 48, text[48:52]) or 0
        draft.national[number] = (elo, text[10:13].strip(), text[53:56].strip(), text[57:68].strip())


# --- the event --------------------------------------------------------------------------------------------

_CODES = {
    "W", "D", "L", "A", "P", "X", "WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "HPB", "FPB", "PAB", "FW", "FL",
}  # fmt: skip


def _event(draft: _Draft) -> Event | None:
    draft.teams = draft.teams or draft.old_teams
    by_team = _is_of_teams(draft)
    for line, column, number in draft.numbers + ([] if by_team else draft.sides):
        if number not in draft.cards:
            draft.wrong(line, column, Message("no player has number {n}"), n=number)
    for line, column, number in draft.sides if by_team else []:
        if all(team.number != number for team in draft.teams):
            draft.wrong(line, column, Message("no team has number {n}"), n=number)
    scoring, unit = _scoring(draft)
    rounds = _rounds(draft)
    if draft.problems:
        return None
    last, sign = len(rounds), -1 if by_team else 1
    draft.statuses += [Status(sign * n, PlayerChange.ABSENT, r, r, kind) for n, r, kind in draft.away]
    draft.forbidden += [ForbiddenPair(sign * a, sign * b, first=f, last=to) for a, b, f, to in draft.apart]
    statuses = _absences(draft, last, sign)
    event = Event(
        name=draft.texts.get("name", ""),
        players=tuple(_with_national(draft, c.player) for _, c in sorted(draft.cards.items())),
        rounds=rounds,
        settings=EventSettings(rounds=draft.rounds, scoring=scoring),
        statuses=statuses,
        forbidden=tuple(draft.forbidden),
        accelerations=tuple(
            Acceleration(sign * n, int(p * (draft.records.unit if by_team else unit)), a, b)
            for n, p, a, b in draft.accelerations
            if by_team or n in draft.cards
        ),
        teams=tuple(draft.teams),
        place=draft.texts.get("place", ""),
        federation=draft.texts.get("federation", ""),
        starts=draft.dates.get("042"),
        ends=draft.dates.get("052"),
        arbiter=draft.texts.get("arbiter", ""),
        deputies=tuple(draft.deputies),
        time_control=draft.texts.get("time_control", ""),
        dates=tuple(draft.round_dates),
        extra=(*dict.fromkeys(draft.extra), ("boards", "unknown")),
    )
    _compare_points(draft, event, unit)
    matches = with_matches(event, draft.records) if draft.teams else None
    if matches is None:
        _compare_rests(draft, event)
    kind = dict(draft.extra).get("092", "")
    return with_kind(with_draws(matches or event, draft.comments), kind)


def _is_of_teams(draft: _Draft) -> bool:
    """Are the numbers of records 240, 250 and 260, and of XXA, XXP and XXZ, those of teams?"""
    kind = dict(draft.extra).get("192", "") or dict(draft.extra).get("092", "")
    told = re.search(r"\bteams?\b|_TEAM", kind, re.IGNORECASE) is not None
    records = draft.records
    return bool(draft.teams) and (told or bool(records.orders or records.resting or records.forfeits))


def _compare_rests(draft: _Draft, event: Event) -> None:
    for held in event.rounds:
        resting = [game.white for game in held.games if game.kind is Kind.BYE]
        for number in resting[1:]:
            cell = draft.cards[number].cells[held.number - 1]
            draft.odd(cell.line, cell.column + 7, Message("two byes in round {r}"), r=held.number)


def _with_national(draft: _Draft, player: EventPlayer) -> EventPlayer:
    if player.number not in draft.national:
        return player
    elo, category, province, card = draft.national[player.number]
    return replace(player, national_elo=elo, category=category, province=province, card=player.card or card)


def _scoring(draft: _Draft) -> tuple[Scoring, int]:
    """The scale, and how many of its points make one of the file's."""
    said = draft.points
    win = said.get("W", said.get("WW", said.get("BW", Fraction(1))))
    lost = said.get("L", said.get("WL", Fraction(0)))
    draw = said.get("D", said.get("WD", said.get("BD", Fraction(1, 2))))
    for one, two in (("WW", "BW"), ("WD", "BD"), ("WL", "BL")):
        if said.get(one) != said.get(two) and one in said and two in said:
            draft.wrong(
                1, 0, Message("White and Black score differently ({a}, {b})"),
                a=one, b=two,
            )  # fmt: skip
    absent = said.get("A", Fraction(0))
    values = {
        "win": win, "draw": draw, "loss": lost, "forfeit_win": said.get("FW", win),
        "forfeit_loss": said.get("FL", absent), "bye": said.get("P", said.get("PAB", win)),
        "full_bye": said.get("FPB", win), "half_bye": said.get("HPB", draw),
        "zero_bye": said.get("ZPB", absent),
    }  # fmt: skip
    whole = bool(said) and all(v.denominator == 1 for v in values.values())
    unit = 1 if whole else 2
    if any((v * unit).denominator != 1 for v in values.values()):
        draft.wrong(1, 0, Message("scores finer than half a point"))
        return Scoring(), 1
    return Scoring(**{k: int(v * unit) for k, v in values.items()}, halved=not whole), unit


def _rounds(draft: _Draft) -> tuple[Round, ...]:
    """The rounds in which someone was paired, mirrored cells joined into games."""
    records = draft.records
    last = max(
        [r for r, *_ in records.forfeits] + list(records.resting) + [r for r, _ in records.orders] + [0]
    )
    for card in draft.cards.values():
        for index, cell in enumerate(card.cells, 1):
            if cell.opponent or cell.result == "U" or (cell.result == "+" and draft.teams):
                last = max(last, index)
    points = dict.fromkeys(draft.cards, 0)
    out = []
    for number in range(1, last + 1):
        games = _games(draft, number)
        games.sort(key=lambda g: _board_key(g, points))
        placed = [_placed(g, i) for i, g in enumerate(games, 1)]
        for game in placed:
            points[game.white] += {GameMark.WIN: 2, GameMark.DRAW: 1}.get(game.white_mark or GameMark.LOSS, 0)
            if game.black in points:
                points[game.black] += {GameMark.WIN: 2, GameMark.DRAW: 1}.get(
                    game.black_mark or GameMark.LOSS, 0
                )
        out.append(Round(number, tuple(placed), closed=all(g.is_over for g in placed)))
    return tuple(out)


def _board_key(game: RoundGame, points: dict[int, int]) -> tuple[bool, int, int, int]:
    if game.black is None:
        return (True, 0, 0, game.white)
    white, black = points[game.white], points.get(game.black, 0)
    return (False, -max(white, black), -white - black, min(game.white, game.black))


def _placed(game: RoundGame, board: int) -> RoundGame:
    return replace(game, board=board)


def _games(draft: _Draft, round: int) -> list[RoundGame]:
    games = []
    for number, card in draft.cards.items():
        cell = card.cells[round - 1] if len(card.cells) >= round else None
        if cell is None:
            draft.statuses.append(Status(number, PlayerChange.ABSENT, round, round))
        elif cell.opponent:
            game = _game(draft, number, cell, round)
            games += [game] if game is not None else []
        elif cell.result == "U":
            games.append(RoundGame(round, 0, number, None, kind=Kind.BYE))
        elif cell.result in ("F", "H", "+"):
            kind = Kind.HALF_BYE if cell.result == "H" else Kind.FULL_BYE
            draft.statuses.append(Status(number, PlayerChange.ABSENT, round, round, kind))
        else:
            draft.statuses.append(Status(number, PlayerChange.ABSENT, round, round))
    return games


def _game(draft: _Draft, number: int, cell: _Cell, round: int) -> RoundGame | None:
    """The game of two cells, made once, from White's."""
    other = draft.cards.get(cell.opponent)
    if other is None or cell.opponent == number:
        own = Message("player {n} cannot meet themselves")
        said = own if other is not None else Message("no player has number {n}")
        draft.wrong(cell.line, cell.column, said, n=cell.opponent)
        return None
    mirror = other.cells[round - 1] if len(other.cells) >= round else None
    if mirror is None or mirror.opponent != number:
        draft.wrong(
            cell.line, cell.column,
            Message("round {r}: {a} meets {b}, but line {l} of {b} does not say so"),
            r=round, a=number, b=cell.opponent, l=other.line,
        )  # fmt: skip
        return None
    if not mirror.colour and not cell.colour and {mirror.result, cell.result} <= {"+", "-"}:
        return _joined(draft, number, cell, mirror, round) if number < cell.opponent else None
    if mirror.colour == cell.colour:
        draft.wrong(
            cell.line, cell.column + 5, Message("round {r}: {a} and {b} have the same colour"),
            r=round, a=number, b=cell.opponent,
        )  # fmt: skip
        return None
    if cell.colour != "w" and mirror.colour != "b":
        return None
    return _joined(draft, number, cell, mirror, round)


def _joined(draft: _Draft, number: int, white: _Cell, black: _Cell, round: int) -> RoundGame | None:
    forfeit = {white.result, black.result} & {"+", "-"}
    one, two = MARKS.get(white.result), MARKS.get(black.result)
    wins = (one, two).count(GameMark.WIN)
    fits = (
        (one is None) == (two is None)
        and wins < 2
        and not (wins and GameMark.DRAW in (one, two))
        and (not forfeit or {white.result, black.result} <= {"+", "-"})
    )
    if not fits:
        draft.wrong(
            white.line, white.column + 7,
            Message("round {r}: the results '{a}' and '{b}' do not fit together"),
            r=round, a=white.result, b=black.result,
        )  # fmt: skip
        return None
    kind = Kind.FORFEIT if forfeit else Kind.PLAYED
    return RoundGame(
        round, 0, number, white.opponent, one, two, kind, rated=white.result not in ("W", "D", "L")
    )


def _absences(draft: _Draft, last: int, sign: int) -> tuple[Status, ...]:
    """What the file says about rounds without pairings: cells beyond the last round, 240 and XXZ records."""
    out = list(draft.statuses)
    for number, card in draft.cards.items():
        for round, cell in enumerate(card.cells[last:], last + 1):
            if cell.result or cell.colour == "":
                kind = BYES.get(cell.result, Kind.ZERO_BYE)
                if cell.result:
                    out.append(Status(number, PlayerChange.ABSENT, round, round, kind))
    for _, _, number in draft.absent:
        out.append(Status(sign * number, PlayerChange.ABSENT, last + 1, last + 1))
    return tuple(sorted(set(out), key=lambda s: (s.player, s.from_round, s.worth)))


def _compare_points(draft: _Draft, event: Event, unit: int) -> None:
    penalties = any(tag == "299" for tag, _ in event.extra)
    for number, card in draft.cards.items():
        counted = score(event, number)
        if card.points is None or penalties or card.points * unit == counted:
            continue
        draft.odd(
            card.line, 80, Message("{n} has {p} points in the file, {c} by the games"),
            n=number, p=float(card.points), c=float(Fraction(counted, unit)),
        )  # fmt: skip
