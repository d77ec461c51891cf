"""The form by which a club enters its players: six lines, the day, the stamp, the president's hand."""

from __future__ import annotations

from fpdf.fonts import FontFace

from damiera.messages import Message
from damiera.paper.fonts import FAMILY
from damiera.paper.prints.frame import MARGIN, Frame

__all__ = ["LINES", "form"]

LINES = 6
_CLUB = Message("Club", context="of a player")
_PROVINCE = Message("Province")
_CONTACT = Message("Telephone or e-mail")
_HEADS = (
    (Message("No."), 9.0),
    (Message("Surname and first name"), 0.0),
    (Message("Card"), 27.0),
    (Message("Category"), 23.0),
    (Message("Born", context="date"), 24.0),
    (Message("M/F"), 11.0),
    (Message("Identity document"), 38.0),
)
_DAY = Message("Date")
_STAMP = Message("Stamp of the club")
_PRESIDENT = Message("The president")
_DEADLINE = Message("Entries close: {when}.")
_EXCLUSION = Message("Exclusion: {rule}")
_MORE = Message("One line for each player; for more than six take another form.")


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
    frame.y = y + 76
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
    job, pdf = frame.job, frame.pdf
    frame.y = y
    rest = frame.inner - sum(wide for _, wide in _HEADS)
    pdf.set_font(FAMILY, "", 9)
    with (
        frame.pen(0.3),
        pdf.table(
            col_widths=[wide or rest for _, wide in _HEADS],
            align="LEFT",
            text_align=("C", "L", "L", "L", "L", "L", "L"),
            line_height=4,
            padding=(1.5, 1),
            outer_border_width=0.6,
            headings_style=FontFace(emphasis="BOLD", size_pt=9, fill_color=238),
        ) as table,
    ):
        head = table.row(min_height=8)
        for label, _ in _HEADS:
            head.cell(job.said(label))
        for n in range(LINES):
            row = table.row(min_height=14)
            row.cell(str(n + 1), style=FontFace(emphasis="BOLD", size_pt=12))
            for _ in _HEADS[1:]:
                row.cell("")
    return frame.y


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
