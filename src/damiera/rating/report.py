"""The report of a rated event as data and as CSV, for the federation's office or a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from damiera.messages import Lang, Message, Text
from damiera.rating.categories import CATEGORIES
from damiera.rating.cells import write_csv
from damiera.rating.elo_rubele import RatingChange, RatingReport
from damiera.rating.lists import RatingListLine, ranking
from damiera.rating.trace import decimal, signed

__all__ = ["as_data", "list_csv", "promotions_csv", "report_csv", "trace_text"]

_NAMES = {c.id: c.name for c in CATEGORIES}
_HEADER = (
    Message("No."),
    Message("Card"),
    Message("Player"),
    Message("Club", context="of a player"),
    Message("Category"),
    Message("CI"),
    Message("Games", context="played"),
    Message("Left out"),
    Message("Points"),
    Message("Expected"),
    Message("S"),
    Message("V"),
    Message("Q"),
    Message("CF"),
    Message("New category"),
)
_PROMOTION = (
    Message("Card"),
    Message("Player"),
    Message("From"),
    Message("To"),
    Message("CF"),
    Message("Threshold"),
    Message("Federation value"),
)
_LIST = (
    Message("Place", context="rank"),
    Message("Card"),
    Message("Player"),
    Message("Club", context="of a player"),
    Message("Category"),
    Message("Elo"),
)
_YES_NO = (Message("no"), Message("yes"))


def as_data(report: RatingReport, lang: Lang) -> dict[str, object]:
    """Return the whole report as plain values, ready for JSON: every line with its arithmetic.

    Args:
        report: a rated event.
        lang: the language of the words.
    Returns:
        Ratings in Elo points; expected points of two a game, written as text.

    >>> from damiera.rating.elo_rubele import rate
    >>> from damiera.rating.event import Entrant, Occasion, RatedGame
    >>> two = [Entrant(1, "Rossi", 2000), Entrant(2, "Bianchi", 2000)]
    >>> report = rate(two, [RatedGame(1, 1, 2, 2)], Occasion(name="Coppa"))
    >>> data = as_data(report, "en")
    >>> data["event"], data["edition"]
    ('Coppa', 'fid.elo-rubele.2021')
    """
    occasion, edition = report.occasion, report.edition
    return {
        "event": occasion.name,
        "discipline": occasion.discipline,
        "date": occasion.held.isoformat() if occasion.held else None,
        "scope": occasion.scope,
        "weight": report.weight,
        "edition": edition.id,
        "slots": {
            name: {"status": mark.status, "source": mark.source}
            for name, mark in sorted(edition.marks.items())
        },
        "remarks": [remark.text(lang) for remark in report.remarks],
        "players": [_player(change, lang) for change in report.changes],
        "promotions": [
            {
                "number": p.entrant.number,
                "name": p.entrant.name,
                "from": p.before,
                "to": p.after,
                "final": p.final,
                "threshold": p.threshold,
                "federation_value": not p.not_federation,
            }
            for p in report.promotions
        ],
    }


def report_csv(report: RatingReport, lang: Lang) -> str:
    """Return one line a player, with the remarks in lines that begin with `#`.

    >>> from damiera.rating.elo_rubele import rate
    >>> from damiera.rating.event import Entrant, Occasion, RatedGame
    >>> two = [Entrant(1, "Rossi", 2000), Entrant(2, "Bianchi", 2000)]
    >>> report_csv(rate(two, [RatedGame(1, 1, 2, 2)], Occasion()), "en").splitlines()[-2]
    '1,,Rossi,,Regional,2000,1,0,2,1,30,+30,10,2040,'
    """
    rows = [
        (
            c.entrant.number,
            c.entrant.card,
            c.entrant.name,
            c.entrant.club,
            _said(c.before, lang),
            c.initial,
            c.played,
            c.left_out,
            c.points,
            decimal(c.expected),
            c.coefficient,
            signed(c.variation),
            c.bonus,
            c.final,
            _said(c.after, lang) if c.promoted else "",
        )
        for c in report.changes
    ]
    remarks = "".join(f"# {remark.text(lang)}\r\n" for remark in report.remarks)
    return remarks + _csv(_HEADER, rows, lang)


def promotions_csv(report: RatingReport, lang: Lang) -> str:
    """Return one line a promotion, the highest category first.

    >>> from damiera.rating.elo_rubele import rate
    >>> from damiera.rating.event import Occasion
    >>> promotions_csv(rate([], [], Occasion()), "en").strip()
    'Card,Player,From,To,CF,Threshold,Federation value'
    """
    rows = [
        (
            p.entrant.card,
            p.entrant.name,
            _said(p.before, lang),
            _said(p.after, lang),
            p.final,
            p.threshold,
            _YES_NO[not p.not_federation].text(lang),
        )
        for p in report.promotions
    ]
    return _csv(_PROMOTION, rows, lang)


def list_csv(listed: Iterable[RatingListLine], lang: Lang) -> str:
    """Return a rating list in order of rating.

    >>> print(list_csv([RatingListLine("Rossi", 3000, "maestro", "A1", "Roma")], "en").splitlines()[1])
    1,A1,Rossi,Roma,Master,3000
    """
    rows = [
        (place, one.card, one.name, one.club, _said(one.category, lang), one.rating)
        for place, one in ranking(listed)
    ]
    return _csv(_LIST, rows, lang)


def trace_text(change: RatingChange, lang: Lang) -> str:
    """Return one player's arithmetic, a line a step.

    >>> from damiera.rating.elo_rubele import rate
    >>> from damiera.rating.event import Entrant, Occasion, RatedGame
    >>> two = [Entrant(1, "Rossi", 2000), Entrant(2, "Bianchi", 2000)]
    >>> report = rate(two, [RatedGame(1, 1, 2, 2)], Occasion())
    >>> print(trace_text(report.changes[0], "en").splitlines()[0])
    Rossi
    """
    return "\n".join([change.entrant.name, *(f"  {line.said(lang)}" for line in change.trace)])


def _player(change: RatingChange, lang: Lang) -> dict[str, object]:
    return {
        "number": change.entrant.number,
        "name": change.entrant.name,
        "card": change.entrant.card,
        "initial": change.initial,
        "entered": change.entered,
        "games": change.played,
        "left_out": change.left_out,
        "points": change.points,
        "expected": decimal(change.expected),
        "coefficient": change.coefficient,
        "variation": decimal(change.variation),
        "bonus": change.bonus,
        "final": change.final,
        "barred": change.barred,
        "category": change.before,
        "new_category": change.after,
        "trace": [line.said(lang) for line in change.trace],
    }


def _said(category: str, lang: Lang) -> str:
    return _NAMES[category].text(lang) if category in _NAMES else category


def _csv(header: Sequence[Text], rows: Sequence[Sequence[object]], lang: Lang) -> str:
    return write_csv([[text.text(lang) for text in header], *rows])
