"""Standings: points, the declared tie-breaks in order, then a procedure; ranks, prizes, classifications.

The rank may be shared; the *technical classification* never is: those who share a rank stand there by Elo,
then by start number, so that prizes and lists have an order. Pure functions of an event: after a correction
of any round, ask again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec import structs
from msgspec.structs import replace

from damiera.messages import Message, Text
from damiera.rating.categories import category, rank
from damiera.rating.errors import UnknownCategory
from damiera.regulations.citations import implements
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    EFFECTS,
    Event,
    EventPlayer,
    GameMark,
    PlayerChange,
    Scoring,
    System,
    scores,
)
from damiera.tournament.pairing.keizer import keizer_points
from damiera.tournament.pairing.knockout import stages
from damiera.tournament.pairing.teams import as_teams, board_points, points_on_boards, round_points
from damiera.tournament.tiebreak.catalogue import tiebreak
from damiera.tournament.tiebreak.model import Addend, TieBreak, TieBreakSheet, Value
from damiera.tournament.tiebreak.procedure import (
    STEPS,
    DirectTable,
    TieStep,
    check_steps,
    encounter,
    settle,
    split_by,
)
from damiera.tournament.tiebreak.sheet import Sheet, sheet_of
from damiera.tournament.tiebreak.unplayed_rounds import RULES, Unplayed

__all__ = [
    "ClubRow",
    "Prize",
    "Rules",
    "Standing",
    "StandingRow",
    "classification",
    "classifications",
    "club_classification",
    "default_rules",
    "default_team_rules",
    "parse_tiebreaks",
    "place_text",
    "prizes",
    "standing",
    "standing_of",
    "team_standing",
]

Classified = Literal["sex", "category", "club", "province", "group", "federation"]
POINTS = "points"
DIRECT = "direct"


class Rules(msgspec.Struct, frozen=True):
    """How an event is ranked; declared before it begins.

    Attributes:
        tiebreaks: codes of `catalogue`, or `direct`, after the points, in order.
        unplayed: what a round without a game is worth in sums over opponents.
        procedure: steps for what is still tied then.
        playoffs: results of play-offs, each the numbers in the order they finished.

    >>> Rules(("buholz",)).tiebreaks
    ('buholz',)
    """

    tiebreaks: tuple[str, ...] = ("buholz", "quotient2")
    unplayed: Unplayed = "virtual"
    procedure: tuple[str, ...] = STEPS
    playoffs: tuple[tuple[int, ...], ...] = ()


@implements("fid.competition.2008:9.3")
def default_rules(event: Event) -> Rules:
    """Return the federation's rules for an event: points, Buholz, second quotient.

    In a round robin the sum of the opponents' points is the same for equal points, so that the quotient there
    is the weighted one (inferred from printed tables), and forfeits count as games. In a knockout everybody's
    place is the round they came to, shared by those who went out in it (our default: no text says it).

    Source:
        FID 2008, competitions: 9.3 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> default_rules(event).unplayed
    'virtual'
    """
    if event.settings.system is System.ROUND_ROBIN:
        return Rules(("quotient2",), "paired")
    if event.settings.system is System.KNOCKOUT:
        return Rules((), procedure=())
    if event.settings.system is System.KEIZER:
        return Rules(("wins",), procedure=())
    if event.settings.system is System.SCHEVENINGEN:
        return Rules(("wins",), procedure=())
    return Rules()


def parse_tiebreaks(text: str) -> tuple[str, ...]:
    """Read a list of tie-breaks: codes or short forms with commas; `points` may be named first.

    Raises:
        BadTournament: for an unknown one, one named twice, or `points` not first.

    >>> parse_tiebreaks("points,Q1,Q2,direct")
    ('buholz', 'quotient2', 'direct')
    """
    names = [part.strip() for part in text.split(",") if part.strip()]
    if names and names[0].casefold() == POINTS:
        names = names[1:]
    codes = tuple(DIRECT if n.casefold() in (DIRECT, "de") else tiebreak(n).code for n in names)
    twice = next((c for n, c in enumerate(codes) if c in codes[:n]), None)
    if twice is not None:
        raise BadTournament(Message("Tie-break named twice: {c}.").format(c=twice))
    return codes


def points_before(event: Event, round: int) -> dict[int, int]:
    """Return what everybody has before a round, as their standing counts it, by start number.

    >>> from damiera.tournament.model import EventPlayer, EventSettings
    >>> points_before(Event(players=(EventPlayer(1, "Rossi"),)), 1)
    {1: 0}
    >>> keizer = EventSettings(system=System.KEIZER)
    >>> points_before(Event(settings=keizer, players=(EventPlayer(1, "Rossi"),)), 1)
    {1: 3}
    """
    if event.settings.system is System.KEIZER:
        return keizer_points(event, round - 1)
    return scores(event, round - 1)


def points_words(event: Event, points: int) -> str:
    """Return points of `points_before` as printed: those of Keizer are whole, whatever a draw is worth.

    >>> from damiera.tournament.model import EventSettings
    >>> points_words(Event(settings=EventSettings(scoring=Scoring(halved=True))), 3)
    '1.5'
    """
    return str(points) if event.settings.system is System.KEIZER else event.settings.scoring.said(points)


class StandingRow(msgspec.Struct, frozen=True):
    """A line of a standing.

    Attributes:
        rank: the place, shared by those nothing parts; None for whoever has no place.
        technical: the place in the technical classification, never shared; None likewise.
        values: one for each tie-break of the rules; None for `direct`, which is no number of one player.
        left: what they did, if they did not stay to the end.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> row = whole.rows[0]
    >>> row.number, row.points
    (1, 2)
    """

    number: int
    rank: int | None
    technical: int | None
    points: int
    values: tuple[Value | None, ...]
    played: int
    won: int
    drawn: int
    lost: int
    left: PlayerChange | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing after a round, best first; those without a place last.

    `steps` is the record of the procedure; `playoffs_needed` the groups only a play-off can part.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> [row.number for row in whole.rows]
    [1, 2]
    """

    rules: Rules
    after_round: int
    rows: tuple[StandingRow, ...]
    steps: tuple[TieStep, ...]
    playoffs_needed: tuple[tuple[int, ...], ...]
    names: Mapping[int, str]
    books: TieBreakSheet = field(repr=False, compare=False)

    @property
    def ranked(self) -> tuple[StandingRow, ...]:
        """Those who have a place."""
        return tuple(row for row in self.rows if row.rank is not None)

    def row(self, number: int) -> StandingRow:
        """The line of a player. KeyError if there is none.

        Raises:
            KeyError: for a number that is not in the standing.
        """
        found = next((r for r in self.rows if r.number == number), None)
        if found is None:
            raise KeyError(number)
        return found

    def addends(self, number: int, code: str) -> tuple[Addend, ...]:
        """Return what a tie-break of a player is made of."""
        return tiebreak(code).addends(self.books, number)

    def direct(self, numbers: Sequence[int]) -> DirectTable:
        """Return the small table of some players' games among each other."""
        return encounter(self.books, numbers)

    def points_said(self, row: StandingRow) -> str:
        """Return the points as printed."""
        return self.books.sheet.scoring.said(row.points)

    def values_said(self, row: StandingRow) -> tuple[str, ...]:
        """Return the values as printed; '' for `direct`."""
        unit = self.books.sheet.unit
        pairs = zip(self.rules.tiebreaks, row.values, strict=True)
        return tuple("" if v is None else tiebreak(code).said(v, unit) for code, v in pairs)

    @property
    def uses_unplayed(self) -> bool:
        """Whether a tie-break asks what opponents made, so that the rule for unplayed rounds matters."""
        return self.books.uses_rule

    def quoted(self, row: StandingRow) -> str:
        """Return points and quotients as the federation prints them: `8,39.44`, in a round robin `14,115`."""
        values = [v for v in self.values_said(row) if v]
        return ",".join([self.points_said(row), ".".join(values)]) if values else self.points_said(row)


@implements("fid.competition.2008:9.2")
def standing(event: Event, rules: Rules | None = None, after_round: int | None = None) -> Standing:
    """Return the standing of an event after a round (after all there are, if None).

    Raises:
        BadTournament: for an unknown tie-break, rule or step.
    Source:
        FID 2008, competitions: 9.2 [fid.competition.2008].

    >>> from damiera.tournament.model import RoundGame, Round
    >>> game = RoundGame(1, 1, 1, 2, GameMark.LOSS, GameMark.WIN)
    >>> players = (EventPlayer(1, "Rossi"), EventPlayer(2, "Bianchi"))
    >>> event = Event(players=players, rounds=(Round(1, (game,)),))
    >>> [(row.rank, row.number, row.points) for row in standing(event).rows]
    [(1, 2, 2), (2, 1, 0)]
    """
    rules = rules or default_rules(event)
    sheet = _staged(sheet_of(event, after_round), event)
    names = {p.number: p.name for p in event.players}
    return standing_of(sheet, names, rules, _changes(event, sheet.rounds))


def team_standing(event: Event, rules: Rules | None = None, after_round: int | None = None) -> Standing:
    """Return the standing of a team event: match points first, the tie-breaks declared, board points kept.

    Without rules of its own: the quotients of the match points, as events of the federation print them, then
    the board points.

    Raises:
        BadTournament: for a rule for unplayed rounds that does not exist.

    >>> from damiera.tournament.model import Event, EventPlayer, EventSettings, Team
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> teams = (Team(1, "Livorno", (1, 2)), Team(2, "Pisa", (3, 4)))
    >>> event = Event(players=four, teams=teams, settings=EventSettings(boards=2))
    >>> [(row.number, row.points) for row in team_standing(event).rows]
    [(1, 0), (2, 0)]
    """
    rules = rules or default_team_rules(event)
    matches = as_teams(event)
    sheet = _staged(sheet_of(matches, after_round), matches)
    games = event.settings.scoring
    unit = 2 if games.halved else 1
    boards = {t.number: Fraction(board_points(event, t.number, sheet.rounds), unit) for t in event.teams}
    full = event.settings.boards * event.settings.games * games.win // unit
    names = {t.number: t.name for t in event.teams}
    whole = replace(
        sheet,
        board_points=boards,
        board_full=full,
        boards=_board_sheet(event, sheet),
        on_boards={t.number: points_on_boards(event, t.number, sheet.rounds) for t in event.teams},
    )
    if event.settings.system is System.SCHEVENINGEN and whole.boards is not None:  # the boards decide
        alone = whole.boards
        whole = replace(whole, cards=alone.cards, points=alone.points, scoring=alone.scoring, boards=None)
    return standing_of(whole, names, rules, _changes(matches, sheet.rounds))


def _board_sheet(event: Event, sheet: Sheet) -> Sheet:
    """The sheet of the teams with the points of their boards in the place of those of their matches."""
    games = event.settings.scoring
    times = event.settings.boards * event.settings.games
    points = {f.name: getattr(games, f.name) for f in structs.fields(games)}
    scoring = Scoring(**{k: v if k == "halved" else v * times for k, v in points.items()})
    made = {t.number: round_points(event, t.number) for t in event.teams}
    cards = {
        number: [replace(line, points=made[number].get(line.round, 0)) for line in card]
        for number, card in sheet.cards.items()
    }
    sums = {number: sum(line.points for line in card) for number, card in cards.items()}
    return Sheet(cards, sums, sheet.rounds, scoring, sheet.ratings)


def _staged(sheet: Sheet, event: Event) -> Sheet:
    """In a knockout, the sheet with how far each has come; in Keizer with its own points."""
    if event.settings.system is System.KEIZER:
        whole = replace(sheet.scoring, halved=False)  # values are whole points, whatever a draw is called
        return replace(sheet, points=keizer_points(event, sheet.rounds), scoring=whole)
    knockout = event.settings.system is System.KNOCKOUT and not event.settings.boards
    return replace(sheet, stages=stages(event, sheet.rounds)) if knockout else sheet


def default_team_rules(event: Event) -> Rules:
    """Return the rules for teams: those of the players, then the board points.

    In Scheveningen, whose points are those of the boards, Berlin.

    >>> from damiera.tournament.model import EventSettings
    >>> default_team_rules(Event(settings=EventSettings(boards=4))).tiebreaks
    ('buholz', 'quotient2', 'board-points')
    >>> default_team_rules(Event(settings=EventSettings(system=System.SCHEVENINGEN))).tiebreaks
    ('berlin',)
    """
    own = default_rules(event)
    if event.settings.system is System.SCHEVENINGEN:
        return replace(own, tiebreaks=("berlin",))
    return replace(own, tiebreaks=(*own.tiebreaks, "board-points"))


@implements("fid.competition.2008:10")
def standing_of(
    sheet: Sheet, names: Mapping[int, str], rules: Rules, changes: Mapping[int, PlayerChange] | None = None
) -> Standing:
    """Return the standing of any sheet: of players, or of teams. `changes` tells who did not stay.

    Raises:
        BadTournament: for a rule for unplayed rounds that does not exist.
    Source:
        FID 2008, competitions: 10 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> whole = standing_of(sheet_of(event), {1: "Rossi", 2: "Bianchi"}, default_rules(event))
    >>> [row.number for row in whole.rows]
    [1, 2]
    """
    if rules.unplayed not in RULES:
        said = Message("Unknown rule '{rule}': {known}.")
        raise BadTournament(said.format(rule=rules.unplayed, known=", ".join(RULES)))
    check_steps(rules.procedure)
    changes = changes or {}
    books = TieBreakSheet(sheet, rules.unplayed)
    keys = [None if code == DIRECT else tiebreak(code) for code in rules.tiebreaks]
    in_order = sorted(sheet.cards, key=lambda n: (-sheet.ratings.get(n, 0), n))
    placed = [n for n in in_order if n not in changes or EFFECTS[changes[n]].ranked]
    groups = _by_keys(books, placed, keys)
    steps: list[TieStep] = []
    needed: list[tuple[int, ...]] = []
    settled: list[tuple[int, ...]] = []
    for group in groups:
        if len(group) == 1:
            settled.append(group)
            continue
        outcome = settle(books, group, rules.procedure, rules.playoffs)
        steps += outcome.steps
        needed += [g for g in outcome.groups if len(g) > 1] if outcome.playoff_needed else []
        settled += outcome.groups
    writer = _Writer(books, [None if key is None else books.values(key) for key in keys], changes)
    rows: list[StandingRow] = []
    for group in settled:
        rank = len(rows) + 1
        rows += [writer.row(number, rank, rank + n) for n, number in enumerate(group)]
    there = set(placed)
    rows += [writer.row(n, None, None) for n in in_order if n not in there]
    return Standing(rules, sheet.rounds, tuple(rows), tuple(steps), tuple(needed), names, books)


def _by_keys(
    books: TieBreakSheet, placed: Sequence[int], keys: Sequence[TieBreak | None]
) -> list[tuple[int, ...]]:
    """Part everybody by points, then by each key; a key is asked only of those still tied.

    In a knockout, by the rounds passed before that; by points only where the rules ask for more after them.
    """
    points, came = books.sheet.points, books.sheet.stages
    groups = list(split_by(placed, came.__getitem__)) if came else [tuple(placed)]
    if keys or not came:
        groups = [part for group in groups for part in split_by(group, points.__getitem__)]
    for key in keys:
        parted: list[tuple[int, ...]] = []
        for group in groups:
            if len(group) == 1:
                parted.append(group)
            elif key is None:
                parted += encounter(books, group).groups
            else:
                parts = split_by(group, books.values(key).__getitem__)
                parted += reversed(parts) if key.fewer else parts
        groups = parted
    return groups


class _Writer(msgspec.Struct):
    """Writes the lines of a standing."""

    books: TieBreakSheet
    tables: Sequence[Mapping[int, Value] | None]
    changes: Mapping[int, PlayerChange]

    def row(self, number: int, rank: int | None, technical: int | None) -> StandingRow:
        won = drawn = played = 0
        for line in self.books.sheet.cards[number]:
            if line.played:
                played += 1
                won += line.mark is GameMark.WIN
                drawn += line.mark is GameMark.DRAW
        return StandingRow(
            number,
            rank,
            technical,
            self.books.sheet.points[number],
            tuple([None if table is None else table[number] for table in self.tables]),
            played,
            won,
            drawn,
            played - won - drawn,
            self.changes.get(number),
        )


def _changes(event: Event, rounds: int) -> dict[int, PlayerChange]:
    """The players who did not stay to the end, each with their gravest change up to a round."""
    order = list(PlayerChange)
    out: dict[int, PlayerChange] = {}
    for status in event.statuses:
        if status.change in (PlayerChange.LATE, PlayerChange.ABSENT) or status.from_round > rounds + 1:
            continue
        if status.until_round is not None and status.until_round <= rounds and EFFECTS[status.change].ranked:
            continue  # they came back
        before = out.get(status.player)
        if before is None or order.index(before) < order.index(status.change):
            out[status.player] = status.change
    return out


def classification(
    whole: Standing, keep: Callable[[int], bool], *, own_ranks: bool = True
) -> tuple[StandingRow, ...]:
    """Return some lines of a standing with places of their own, points and tie-breaks as in the whole.

    Those who share a rank in the whole share it here.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> whole = standing(event)
    >>> [row.number for row in classification(whole, lambda number: number == 2)]
    [2]
    """
    rows = [row for row in whole.ranked if keep(row.number)]
    if not own_ranks:
        return tuple(rows)
    out: list[StandingRow] = []
    last: int | None = None
    for place, row in enumerate(rows, 1):
        rank = out[-1].rank if row.rank == last else place
        out.append(replace(row, rank=rank, technical=place))
        last = row.rank
    return tuple(out)


@implements("fid.competition.2008:16")
def classifications(whole: Standing, event: Event, by: Classified) -> dict[str, tuple[StandingRow, ...]]:
    """Return a classification for each sex, category, club, province, group or federation there is.

    Players without the fact are in none of them. Categories of the federation go by their ids, however they
    were written, and come first, the highest before all; other keys are in alphabetical order.

    Source:
        FID 2008, competitions: 16 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.standings import standing
    >>> whole = standing(event)
    >>> classifications(whole, event, "club")
    {}
    """
    facts = {p.number: _fact(p, by) for p in event.players}
    return {
        fact: classification(whole, lambda n, fact=fact: facts[n] == fact)  # type: ignore[misc]
        for fact in sorted({f for f in facts.values() if f}, key=lambda f: (-rank(f), f))
    }


def _fact(player: EventPlayer, by: Classified) -> str:
    facts: Mapping[Classified, str | None] = {
        "sex": player.sex,
        "category": _category(player.category),
        "club": player.club,
        "province": player.province,
        "group": player.group,
        "federation": player.federation,
    }
    return (facts[by] or "").strip()


def _category(text: str) -> str:
    """The id of a category of the federation; any other text (an age group, say) as it is."""
    try:
        return category(text).id
    except UnknownCategory:
        return text


class ClubRow(msgspec.Struct, frozen=True):
    """A club: the points of its best players, the best rank of one; clubs level on both share a rank.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> whole = standing(event)
    >>> club_classification(whole, event)[0].points
    2
    """

    club: str
    rank: int
    points: int
    best_rank: int
    counted: tuple[int, ...]
    others: tuple[int, ...]


def club_classification(
    whole: Standing, event: Event, *, best: int = 3, sex: Literal["m", "f"] | None = None
) -> tuple[ClubRow, ...]:
    """Return the classification of clubs: the sum of the points of each one's best players.

    Clubs level on points are parted by the best individual rank. The rule is ours (the 2006 event names the
    classification and not how it is counted).

    Args:
        best: how many players of a club count.
        sex: of women or men only; both if None.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> whole = standing(event)
    >>> [row.club for row in club_classification(whole, event)]
    ['Livorno']
    """
    players = {p.number: p for p in event.players}
    members: dict[str, list[StandingRow]] = {}
    for row in whole.ranked:
        player = players[row.number]
        if player.club.strip() and sex in (None, player.sex):
            members.setdefault(player.club.strip(), []).append(row)
    found = [_club(club, rows, best) for club, rows in members.items()]
    found.sort(key=lambda c: (-c.points, c.best_rank, c.club))
    out: list[ClubRow] = []
    for place, club in enumerate(found, 1):
        level = out and (out[-1].points, out[-1].best_rank) == (club.points, club.best_rank)
        out.append(replace(club, rank=out[-1].rank if level else place))
    return tuple(out)


def _club(club: str, rows: Sequence[StandingRow], best: int) -> ClubRow:
    counted = rows[:best]
    return ClubRow(
        club,
        0,
        sum(row.points for row in counted),
        min(row.rank or 0 for row in rows),
        tuple(row.number for row in counted),
        tuple(row.number for row in rows[best:]),
    )


class Prize(msgspec.Struct, frozen=True):
    """A prize: its place, who takes it, and what they take of the money given for it.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> whole = standing(event)
    >>> prizes(whole.rows, money=[100])[0].money
    Fraction(100, 1)
    """

    place: int
    number: int
    shared_with: tuple[int, ...]
    money: Fraction | None
    name: Text


@implements("fid.competition.2008:16")
def prizes(
    rows: Sequence[StandingRow],
    *,
    places: int = 3,
    money: Sequence[int] = (),
    share: Literal["technical", "equal"] = "technical",
) -> tuple[Prize, ...]:
    """Return the prizes of a classification.

    Args:
        places: how many there are.
        money: for each place, in whole cents or whatever unit the caller keeps.
        share: on a shared rank the technical classification gives each their own place (`technical`), or
            those level put their prizes together and part them equally (`equal`); then all of them are named.
    Source:
        FID 2008, competitions: 16 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> whole = standing(event)
    >>> [(prize.place, prize.number) for prize in prizes(whole.rows, places=2)]
    [(1, 1), (2, 2)]
    """
    out = []
    for row in rows:
        assert row.rank is not None
        assert row.technical is not None
        level = tuple(r.number for r in rows if r.rank == row.rank and r.number != row.number)
        if share == "technical" and row.technical <= places:
            amount = Fraction(_amount(money, row.technical)) if money else None
            out.append(Prize(row.technical, row.number, level, amount, place_text(row.technical)))
        elif share == "equal" and row.rank <= places:
            size = len(level) + 1
            pot = sum(_amount(money, p) for p in range(row.rank, min(places, row.rank + size - 1) + 1))
            amount = Fraction(pot, size) if money else None
            out.append(Prize(row.rank, row.number, level, amount, place_text(row.rank)))
    return tuple(out)


def _amount(money: Sequence[int], place: int) -> int:
    return money[place - 1] if place <= len(money) else 0


def place_text(place: int) -> Text:
    """Return a place in words; the first apart from the 21st and the 101st, as French needs.

    >>> place_text(2).text("it"), place_text(3).text("en"), place_text(112).text("en")
    ('2º posto', '3rd place', '112th place')
    >>> place_text(1).text("fr"), place_text(21).text("fr")
    ('1re place', '21e place')
    """
    if place == 1:
        return Message("{n}st place", context="the first", n=place)
    ending = 0 if place % 100 in (11, 12, 13) else place % 10
    said = {1: Message("{n}st place"), 2: Message("{n}nd place"), 3: Message("{n}rd place")}
    return said.get(ending, Message("{n}th place")).format(n=place)
