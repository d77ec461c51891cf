"""How a procedure refuses an event: with the article it offends, if the book in use has one."""

from __future__ import annotations

from damiera.game.conduct import article_on
from damiera.game.errors import OutOfOrder
from damiera.messages import Text
from damiera.regulations.book import Rulebook, article, rulebook, split_ref

__all__ = ["refuse"]


def refuse(book: Rulebook, topic: str, reason: Text) -> OutOfOrder:
    """Return the refusal of an event, with the article of `book` on `topic` if there is one.

    >>> from damiera.messages import Message
    >>> refuse(rulebook("fid.italian.2008"), "touch_move", Message("Play the piece you touched.")).article
    'fid.italian.2008:3.7'
    """
    ref = article_on(book, topic)
    if ref is None:
        return OutOfOrder(reason)
    id, _ = split_ref(ref)
    number = article(ref).number
    owner = rulebook(id)
    return OutOfOrder(reason, ref, owner.citation(number))
