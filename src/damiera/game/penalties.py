"""Which articles a penalty, a draw or a ruling of the arbiter may cite: those that carry one.

>>> from damiera.regulations.book import rulebook
>>> "9.2.5" in citable_losses(rulebook("fid.italian.2008"))
True
"""

from __future__ import annotations

from typing import Final

from damiera.game.outcome import Termination
from damiera.regulations.book import Rulebook, competition, competitions

__all__ = [
    "DRAW_TOPICS",
    "LOSS_TOPICS",
    "citable_draws",
    "citable_losses",
    "citable_powers",
    "competition_losses",
]

_DRAWS: Final = frozenset(
    {
        Termination.AGREEMENT,
        Termination.REPETITION,
        Termination.MOVE_COUNT,
        Termination.NO_PROGRESS,
        Termination.MATERIAL,
        Termination.NO_CAPTURE,
        Termination.LONE_PIECES,
    }
)
_LOSSES: Final = (
    frozenset(Termination)
    - _DRAWS
    - {
        Termination.RULING,
        Termination.REPLAYED,
        Termination.CALLED_OFF,
        Termination.ABSENCE,
    }
)
LOSS_TOPICS: Final = frozenset(
    {"win", "compelled", "forfeit", "withdrawal_losses", *(way.topic for way in _LOSSES)}
)
"""What an article governs by which a player loses."""
DRAW_TOPICS: Final = frozenset({"draw", *(way.topic for way in _DRAWS)})
"""What an article governs by which a game is drawn."""
_POWER_TOPICS: Final = frozenset(
    {
        *("check_setup", "wrong_board", "wrong_colours", "restarting", "who_checks", "restart"),
        *("direction_error", "shared_time", "inactive_piece", "place_of_a_piece", "between_squares"),
        *("disturbed_board", "irregular", "correction", "correction_until", "whole_correction"),
        *("show_the_capture", "removal_order", "removal_at_the_end", "late_crowning", "who_crowns"),
        *("count_limit", "count_request", "repetition_claim", "repetition_check"),
    }
)


def citable_losses(book: Rulebook) -> tuple[str, ...]:
    """Return the numbers of the articles by which a player loses.

    >>> from damiera.regulations.book import rulebook
    >>> "3.7" in citable_losses(rulebook("fid.italian.2008"))
    False
    """
    return _governing(book, LOSS_TOPICS)


def competition_losses(book: Rulebook) -> tuple[str, ...]:
    """Return the references of the articles on competitions of the same body by which a player loses.

    >>> from damiera.regulations.book import rulebook
    >>> competition_losses(rulebook("fid.italian.2008"))
    ('fid.competition.2008:6', 'fid.competition.2008:9.4')
    >>> competition_losses(rulebook("idf.russian"))
    ()
    """
    of_body = (one for one in map(competition, competitions()) if one.body == book.body)
    return tuple(one.cited(number) for one in of_body for number in _governing(one, LOSS_TOPICS))


def citable_draws(book: Rulebook) -> tuple[str, ...]:
    """Return the numbers of the articles by which a game is drawn.

    >>> from damiera.regulations.book import rulebook
    >>> "9.3.a" in citable_draws(rulebook("fid.italian.2008"))
    True
    """
    return _governing(book, DRAW_TOPICS)


def citable_powers(book: Rulebook) -> tuple[str, ...]:
    """Return the numbers of the articles by which an arbiter, or a player, has the board put right.

    >>> from damiera.regulations.book import rulebook
    >>> "7.8" in citable_powers(rulebook("fid.italian.2008"))
    True
    """
    return _governing(book, _POWER_TOPICS)


def _governing(book: Rulebook, topics: frozenset[str]) -> tuple[str, ...]:
    return tuple(article.number for article in book.articles if topics.intersection(article.governs))
