"""How procedures refuse: in both languages, with what is wrong."""

from __future__ import annotations

from damiera.messages import Message, Text
from damiera.tournament.chain import LogEntry
from damiera.tournament.errors import BadTournament

__all__ = ["bad", "need_reason"]


def bad(said: Text, **values: object) -> BadTournament:
    """Return a refusal, its places filled.

    >>> bad(Message("There is no round {r} yet."), r=3).message.text("en")
    'There is no round 3 yet.'
    """
    return BadTournament(said.format(**values))


_NEEDED = Message("This act needs a reason.")


def need_reason(entry: LogEntry, said: Text = _NEEDED) -> None:
    """Refuse an act that wants a reason and has none; `said` is what is told then.

    Raises:
        BadTournament: without a reason.

    >>> from damiera.tournament.chain import GENESIS, sealed
    >>> need_reason(sealed(1, 0, "arbiter", "swap", {}, "asked for", GENESIS))
    """
    if not entry.why.strip():
        raise bad(said)
