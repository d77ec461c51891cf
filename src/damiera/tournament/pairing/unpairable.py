"""Why a round cannot be paired: who stands in the way, and whom they could still meet.

A field cannot be paired exactly when some few players (the *rivals*), taken away, leave more odd clusters
of players who may only meet each other than there are rivals to serve them (Tutte and Berge). The clusters
are the *blocked*.
"""

from __future__ import annotations

from damiera.messages import Joined, Message, Text, Verbatim
from damiera.tournament.errors import Unpairable
from damiera.tournament.pairing.field import PairingField, is_lawful

__all__ = ["blocking_sets", "unpairable"]

Graph = dict[int, set[int]]
LARGE = 400  # above this size the proof would take too long
_REST = 0  # stands for the rest, where the number is odd

_ALONE = Message("The round cannot be paired: {blocked} have no possible opponents left.")
_FEW = Message(
    "The round cannot be paired: beyond each other {blocked} can meet only {rivals}, which is too few."
)
_NO_REST = Message("The round cannot be paired: the number is odd and everyone has already rested.")
_MAYBE = Message("The round cannot be paired. Those with the fewest possible opponents: {blocked}.")
_REMEDY = Message("Lift a prohibition, let someone rest, or end the event here.")


def unpairable(field: PairingField, *, strict: bool = False) -> Unpairable:
    """The refusal for a field that has no lawful pairing, with the reason. `strict`: colours count too.

    >>> from damiera.tournament.pairing.field import field_of
    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> unpairable(field_of(event, 2)).blocked
    (1, 2)
    """
    if len(field.seats) % 2 and all(s.rested for s in field.seats):
        return Unpairable(_plus(_NO_REST))
    if len(field.seats) > LARGE:
        return _unpairable_large(field)
    blocked, rivals = blocking_sets(_lawful(field, strict))
    if not blocked:
        return _unpairable_large(field)
    said = (_FEW if rivals else _ALONE).format(blocked=_names(field, blocked), rivals=_names(field, rivals))
    return Unpairable(
        _plus(said), tuple(n for n in blocked if n != _REST), tuple(n for n in rivals if n != _REST)
    )


def _unpairable_large(field: PairingField) -> Unpairable:
    """Of a very large field those with the fewest opponents left are named, without proof."""
    here = set(field.by_number)
    left = {n: len(here - field.closed(n)) - 1 for n in here}
    fewest = tuple(sorted(here, key=lambda n: (left[n], n))[:5])
    said = _MAYBE.format(blocked=_names(field, fewest))
    return Unpairable(_plus(said), fewest)


def _plus(said: Text) -> Text:
    return Joined((said, _REMEDY))


def _lawful(field: PairingField, strict: bool) -> Graph:
    seats = field.seats
    graph: Graph = {s.number: set() for s in seats}
    for i, one in enumerate(seats):
        for two in seats[i + 1 :]:
            if is_lawful(field, one, two, strict=strict):
                graph[one.number].add(two.number)
                graph[two.number].add(one.number)
    if len(seats) % 2:
        able = {s.number for s in seats if not s.rested}
        graph[_REST] = able
        for number in able:
            graph[number].add(_REST)
    return graph


def blocking_sets(graph: Graph) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The players whom some greatest matching leaves out, and their neighbours; both empty if all match.

    >>> blocking_sets({1: {4}, 2: {4}, 3: {4}, 4: {1, 2, 3}})
    ((1, 2, 3), (4,))
    """
    most = _size(graph, None)
    if 2 * most == len(graph):
        return (), ()
    blocked = {n for n in graph if _size(graph, n) == most}
    rivals = {m for n in blocked for m in graph[n]} - blocked
    return tuple(sorted(blocked)), tuple(sorted(rivals))


def _size(graph: Graph, without: int | None) -> int:
    import rustworkx

    index = {n: i for i, n in enumerate(graph)}
    net: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    net.add_nodes_from(list(graph))
    net.add_edges_from(
        [
            (index[a], index[b], 1)
            for a, others in graph.items()
            for b in others
            if a < b and without not in (a, b)
        ]
    )
    return len(rustworkx.max_weight_matching(net, max_cardinality=True, weight_fn=int))


def _names(field: PairingField, numbers: tuple[int, ...]) -> Text:
    names = [Verbatim(f"{field.event.player(n).name} ({n})") for n in numbers if n != _REST]
    rest = (Message("the rest"),) if _REST in numbers else ()
    return Joined((*names, *rest), ", ")
