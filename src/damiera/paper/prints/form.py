"""The form by which a club enters its players: six lines, the day, the stamp, the president's hand."""

from __future__ import annotations

from damiera.lang import Text
from damiera.paper.prints.frame import MARGIN, Frame

__all__ = ["LINES", "form"]

LINES = 6
_CLUB = Text("Società", "Club")
_PROVINCE = Text("Provincia", "Province")
_CONTACT = Text("Telefono o posta elettronica", "Telephone or e-mail")
_HEADS = (
    (Text("N.", "No."), 9.0),
    (Text("Cognome e nome", "Surname and first name"), 0.0),
    (Text("Tessera", "Card"), 27.0),
    (Text("Categoria", "Category"), 23.0),
    (Text("Nato il", "Born"), 24.0),
    (Text("M/F", "M/F"), 11.0),
    (Text("Documento d'identità", "Identity document"), 38.0),
)
_DAY = Text("Data", "Date")
_STAMP = Text("Timbro della società", "Stamp of the club")
_PRESIDENT = Text("Il presidente", "The president")
_DEADLINE = Text("Le iscrizioni si chiudono: {when}.", "Entries close: {when}.")
_EXCLUSION = Text("Esclusione: {rule}", "Exclusion: {rule}")
_MORE = Text(
    "Una riga per giocatore; per più di sei giocatori si usa un altro modulo.",
    "One line for each player; for more than six take another form.",
)


def form(frame: Frame) -> None:
    """Print the form; the announced deadline and the rule of exclusion stand under it."""
    job = frame.job
    frame.page()
    y = frame.y + 12
    _blank(frame, MARGIN, y, frame.inner, job.said(_CLUB))
    first = frame.inner * 0.3
    _blank(frame, MARGIN, y + 14, first, job.said(_PROVINCE))
    _blank(frame, MARGIN + first + 6, y + 14, frame.inner - first - 6, job.said(_CONTACT))
    y = _lines(frame, y + 24)
    frame.write(MARGIN, y + 5, job.said(_MORE), 9, grey=60)
    _ending(frame, y + 24)
    frame.y = y + 82
    if job.deadline:
        frame.paragraph(job.said(_DEADLINE, when=job.deadline), 11, "B")
    for line in filter(None, job.exclusion.splitlines()):
        frame.paragraph(job.said(_EXCLUSION, rule=line), 10)


def _blank(frame: Frame, x: float, y: float, wide: float, label: str) -> None:
    """Draw a line to be written on, its label before it."""
    width = frame.write(x, y, label, 10, "B")
    with frame.pen(0.3) as pdf:
        pdf.line(x + width + 2.5, y + 1, x + wide, y + 1)


def _lines(frame: Frame, y: float) -> float:
    """Draw the lines for the players; return where they end."""
    tall, head = 14.0, 8.0
    rest = frame.inner - sum(wide for _, wide in _HEADS)
    bottom = y + head + LINES * tall
    frame.shade(MARGIN, y, frame.inner, head)
    x = MARGIN
    with frame.pen(0.3) as pdf:
        for n in range(LINES):
            pdf.line(MARGIN, y + head + n * tall, MARGIN + frame.inner, y + head + n * tall)
    for label, wide in _HEADS:
        wide = wide or rest
        frame.write(x + 1.5, y + 5.4, frame.job.said(label), 9, "B", within=wide - 2)
        if x > MARGIN:
            with frame.pen(0.2, 90) as pdf:
                pdf.line(x, y, x, bottom)
        x += wide
    for n in range(LINES):
        frame.write(MARGIN + 4.5, y + head + (n + 0.6) * tall, str(n + 1), 12, "B", align="C")
    with frame.pen(0.6) as pdf:
        pdf.rect(MARGIN, y, frame.inner, bottom - y)
    return bottom


def _ending(frame: Frame, y: float) -> None:
    """Draw the day, the place of the stamp and the line for the signature."""
    job, right = frame.job, frame.wide - MARGIN
    _blank(frame, MARGIN, y, 50, job.said(_DAY))
    with frame.pen(0.2, 120, dash=(1.5, 1.5)) as pdf:
        pdf.rect(MARGIN + 62, y - 8, 44, 44)
    frame.write(MARGIN + 84, y + 34, job.said(_STAMP), 7.5, align="C", grey=90, within=42)
    with frame.pen(0.3) as pdf:
        pdf.line(right - 66, y + 30, right, y + 30)
    frame.write(right - 33, y + 34.5, job.said(_PRESIDENT), 9, align="C", grey=60)
