"""What lies on the boards: cards with their numbers, slips for results, score sheets to be filled in."""

from __future__ import annotations

from damiera.messages import Message
from damiera.paper.prints.frame import MARGIN, Frame
from damiera.paper.prints.job import PrintJob
from damiera.paper.prints.wall import picture
from damiera.tournament.model import GameMark, Kind, RoundGame

__all__ = ["cards", "sheets", "slips"]

_BOARD = Message("Board", context="at an event")
_WHITE = Message("White")
_BLACK = Message("Black")
_RESULT = Message("Result")
_SIGN = Message("Signature")
_TOLD = Message("{said}: {listed}")
_GAME = Message("game {n}")
_CARDS = (2, 2)  # to a page: beside each other, under each other
_SLIPS = (2, 4)
_CODE = 21.0  # millimetres of a slip's code: it ends above the names
_QUIET = 8.0  # millimetres between a cutting line and what stands beside it
_SHEET = Message("Score sheet")
_EVENT = Message("Event")
_ROUND = Message("Round")
_DATE = Message("Date")
_CLOCK = Message("Time control")
_PLACE = Message("Place", context="where")
_OPENING = Message("Opening")
_AFTER_OPENING = Message("After the drawn moves")
_START = Message("Starting position")
_BALLOT = Message("In italics the moves drawn by lot, which count as played.")
_ARBITER = Message("The arbiter")
_LOT = Message("no. {n}, deck {deck}, seed {seed}")
_ROWS = 30  # moves in each of the two columns of a score sheet


def _cut(frame: Frame, across: int, down: int) -> None:
    """Draw the lines along which a page is cut, and its number where it falls off."""
    frame.pdf.add_page()
    with frame.pen(0.15, 140, dash=(2, 2)) as pdf:
        for n in range(1, across):
            pdf.line(frame.wide * n / across, 5, frame.wide * n / across, frame.tall - 5)
        for n in range(1, down):
            pdf.line(5, frame.tall * n / down, frame.wide - 5, frame.tall * n / down)
    said = f"{frame.job.round_said} · {frame.job.event.name}"
    frame.numbered(_QUIET, frame.tall - 5.2, 6, said, frame.wide / across - 2 * _QUIET)


def _stacked(count: int, each: int) -> list[list[int]]:
    """Return which things stand on which page, so that piles cut from it lie in their order.

    >>> _stacked(5, 2)
    [[0, 3], [1, 4], [2]]
    """
    pages = -(-count // each)
    return [list(range(page, count, pages)) for page in range(pages)]


def cards(frame: Frame) -> None:
    """Print a card for each board: its number to be seen from afar, and who plays there."""
    games = frame.job.games
    across, down = _CARDS
    for page in _stacked(len(games), across * down):
        _cut(frame, across, down)
        for place, at in enumerate(page):
            _card(frame, games[at], place % across * frame.wide / across, place // across * frame.tall / down)


def _card(frame: Frame, game: RoundGame, x: float, y: float) -> None:
    job = frame.job
    assert game.black is not None
    left, right, middle = x + _QUIET, x + frame.wide / 2 - _QUIET, x + frame.wide / 4
    within = right - left
    frame.write(left, y + 14, job.event.name, 11, "B", within=within, least=7)
    frame.write(left, y + 20, job.round_said, 11)
    frame.write(right, y + 20, job.date, 10, align="R", within=within - 24, least=6)
    with frame.pen(0.8) as pdf:
        pdf.line(left, y + 23, right, y + 23)
    frame.write(middle, y + 31, job.said(_BOARD), 14, align="C", grey=60)
    frame.write(middle, y + 78, job.board(game), 150, "B", align="C", within=within, least=40)
    for n, number in enumerate((game.white, game.black)):
        top = y + 90 + 24 * n
        with frame.pen(0.3, 120) as pdf:
            pdf.line(left, top, right, top)
        frame.disc(left + 5, top + 12, 8, black=n == 1)
        _fitted(frame, job.names[number], left + 13, top + 12, within - 13, 20)


def _fitted(frame: Frame, name: str, x: float, middle: float, within: float, size: float) -> None:
    """Write a name in bold about a middle, on as many as three lines, as large as it goes."""
    while True:
        lines = frame.lines(name, size, "B", within)
        whole = frame.widest_part(name, size, "B") <= within
        if (len(lines) <= 2 and whole) or size <= 8:
            break
        size -= 0.5
    step = size * 0.3528 * 1.12
    base = middle + size * 0.3528 * 0.36 - step * (len(lines) - 1) / 2
    for n, line in enumerate(lines):
        frame.write(x, base + n * step, line, size, "B")


# Slips


def _slip_games(job: PrintJob) -> list[RoundGame]:
    return [g for g in job.round.games if g.black is not None and g.kind is not Kind.ANNULLED]


def slips(frame: Frame) -> None:
    """Print a slip for each game: results to tick, two signatures, a code to be scanned."""
    games = _slip_games(frame.job)
    across, down = _SLIPS
    for page in _stacked(len(games), across * down):
        _cut(frame, across, down)
        for place, at in enumerate(page):
            _slip(frame, games[at], place % across * frame.wide / across, place // across * frame.tall / down)


def _slip(frame: Frame, game: RoundGame, x: float, y: float) -> None:
    job = frame.job
    assert game.black is not None
    left, right, top = x + _QUIET, x + frame.wide / 2 - _QUIET, y + _QUIET
    link = _link(job, game)
    code = _CODE if link else 0.0
    beside = right - left - code - 1
    frame.write(left, top + 3, job.event.name, 9, "B", within=beside, least=5.5)
    said = " · ".join(filter(None, (job.round_said, job.date, _leg_said(job, game))))
    frame.write(left, top + 7.4, said, 8, within=beside, least=5.5)
    frame.write(left, top + 14.6, job.said(_BOARD), 9, grey=60)
    frame.write(left + 15, top + 15.4, job.board(game), 20, "B")
    if link:
        frame.code(right - code + 2, top - 3, code, link)
    for n, number in enumerate((game.white, game.black)):
        line = top + 22.4 + 8.6 * n
        frame.disc(left + 2.4, line - 1.6, 4.6, black=n == 1)
        frame.write(left + 6.5, line, job.names[number], 12, "B", within=right - left - 6.5, least=6)
    _boxes(frame, left, right, top + 35.4)
    for n, side in enumerate((_WHITE, _BLACK)):
        at = left + n * (right - left + 4) / 2
        with frame.pen(0.2) as pdf:
            pdf.line(at, top + 54.2, at + (right - left - 4) / 2, top + 54.2)
        frame.write(at, top + 57.0, job.said(_TOLD, said=_SIGN, listed=side), 6.5, grey=60)


def _leg_said(job: PrintJob, game: RoundGame) -> str:
    return job.said(_GAME, n=game.leg) if job.event.settings.games > 1 else ""


def _link(job: PrintJob, game: RoundGame) -> str:
    """Where a slip's code leads: to the form for its result, or to the event; '' if neither is known."""
    return job.link(game) if job.link is not None else job.address


def _boxes(frame: Frame, left: float, right: float, y: float) -> None:
    """Draw a box to tick for each result a game has."""
    scoring = frame.job.event.settings.scoring
    marks = ((GameMark.WIN, GameMark.LOSS), (GameMark.DRAW, GameMark.DRAW), (GameMark.LOSS, GameMark.WIN))
    each = (right - left + 3) / 3
    for n, (white, black) in enumerate(marks):
        said = "-".join(scoring.said(scoring.points(Kind.PLAYED, mark)) for mark in (white, black))
        at = left + n * each
        with frame.pen(0.5) as pdf:
            pdf.rect(at, y, each - 3, 9.5)
        with frame.pen(0.3) as pdf:
            pdf.rect(at + 2, y + 2.5, 4.5, 4.5)
        frame.write(at + 9, y + 7, said, 15, "B", within=each - 13, least=8)


# Score sheets


def sheets(frame: Frame) -> None:
    """Print a score sheet for each game, the drawn moves already on it, with the position they lead to."""
    for game in _slip_games(frame.job):
        frame.pdf.add_page()
        _sheet(frame, game)


def _sheet(frame: Frame, game: RoundGame) -> None:
    job = frame.job
    assert game.black is not None
    right = frame.wide - MARGIN
    frame.write(MARGIN, 20, job.said(_SHEET), 20, "B")
    frame.write(right, 20, job.game.name.text(job.lang), 11, align="R")
    frame.rule(23.5, 0.8)
    diagram = 52.0
    inner = frame.inner - diagram - 8
    y = _field(frame, MARGIN, 31, inner, job.said(_EVENT), job.event.name)
    half = (inner - 4) / 2
    second = MARGIN + half + 4
    _field(frame, second, y, half, job.said(_DATE), job.date)
    rounds = " · ".join(filter(None, (str(game.round), _leg_said(job, game))))
    y = _field(frame, MARGIN, y, half, job.said(_ROUND), rounds)
    _field(frame, second, y, half, job.said(_CLOCK), job.event.time_control)
    y = _field(frame, MARGIN, y, half, job.said(_BOARD), job.board(game))
    y = _field(frame, MARGIN, y, inner, job.said(_PLACE), job.event.place)
    drawn = job.opening(game.board)
    if drawn:
        lot = job.said(_LOT, n=drawn.opening.number, deck=drawn.deck, seed=drawn.seed)
        moves = drawn.opening.said(job.game).text(job.lang)
        y = _field(frame, MARGIN, y, inner, job.said(_OPENING), f"{moves}  ({lot})")
    x = right - diagram
    shown = picture(frame, job, game.board, x, 27, diagram)
    if shown:
        frame.write(x, 27 + diagram + 4, job.said(_AFTER_OPENING if drawn else _START), 8, grey=60)
    y = 27 + diagram + 7
    for side, number in ((_WHITE, game.white), (_BLACK, game.black)):
        frame.disc(MARGIN + 2.4, y + 4.2, 4.4, black=side is _BLACK)
        frame.write(MARGIN + 7, y + 6, job.said(side), 9, grey=60)
        frame.write(MARGIN + 24, y + 6, _with_elo(job, number), 13, "B", within=frame.inner - 24, least=7)
        y += 8
        frame.rule(y, 0.2, 90)
    _moves(frame, game, y + 4)
    _ending(frame)


def _with_elo(job: PrintJob, number: int) -> str:
    elo = job.event.player(number).elo
    return f"{job.names[number]}  ({elo})" if elo else job.names[number]


def _field(frame: Frame, x: float, y: float, wide: float, label: str, value: str) -> float:
    """Write a field on its line; return where the next one stands."""
    frame.write(x, y, label, 8, grey=60, within=17)
    frame.write(x + 18, y, value, 10, within=wide - 18, least=6)
    with frame.pen(0.15, 120) as pdf:
        pdf.line(x + 18, y + 1.4, x + wide, y + 1.4)
    return y + 7.6


def _moves(frame: Frame, game: RoundGame, y: float) -> None:
    """Draw two columns of empty moves, the drawn ones written in."""
    job = frame.job
    drawn = job.opening(game.board)
    given = list(drawn.opening.moves) if drawn else []
    white_first = job.game.start().side.name == "WHITE"
    heads = (_WHITE, _BLACK) if white_first else (_BLACK, _WHITE)
    wide, gap, number = (frame.inner - 6) / 2, 6.0, 9.0
    each = (wide - number) / 2
    step = (frame.tall - MARGIN - 33 - y) / (_ROWS + 1)
    for column in range(2):
        left = MARGIN + column * (wide + gap)
        for n, head in enumerate(heads):
            middle = left + number + (n + 0.5) * each
            frame.write(middle, y + step * 0.72, job.said(head), 8.5, "B", align="C")
        with frame.pen(0.4) as pdf:
            pdf.rect(left, y, wide, step * (_ROWS + 1))
            pdf.line(left, y + step, left + wide, y + step)
        with frame.pen(0.15, 90) as pdf:
            for row in range(2, _ROWS + 1):
                pdf.line(left, y + row * step, left + wide, y + row * step)
            for at in (number, number + each):
                pdf.line(left + at, y, left + at, y + step * (_ROWS + 1))
        for row in range(_ROWS):
            turn, base = column * _ROWS + row, y + (row + 1) * step + step * 0.72
            frame.write(left + number - 1.6, base, str(turn + 1), 8, align="R", grey=60)
            for n, move in enumerate(given[2 * turn : 2 * turn + 2]):
                frame.write(left + number + n * each + 2, base, move, 11, "I")


def _ending(frame: Frame) -> None:
    """Draw the result, the signatures and the foot."""
    job, y = frame.job, frame.tall - MARGIN - 28
    if job.drawn:
        frame.write(MARGIN, y, job.said(_BALLOT), 8, "I", grey=40)
    frame.write(MARGIN, y + 7, job.said(_RESULT), 9, grey=60)
    with frame.pen(0.5) as pdf:
        pdf.rect(MARGIN + 20, y + 1.6, 26, 8)
    each = frame.inner / 3
    for n, who in enumerate((_WHITE, _BLACK, _ARBITER)):
        x = MARGIN + n * each
        with frame.pen(0.2) as pdf:
            pdf.line(x + 1, y + 18, x + each - 3, y + 18)
        frame.write(x + 1, y + 21.4, job.said(who), 8, grey=60)
    Frame.foot(frame)
