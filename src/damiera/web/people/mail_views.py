"""Mails as they are sent: in the reader's language, as plain text and as simple HTML."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import ClassVar, Final

from damiera._core import Side
from damiera.messages import Lang, Message, day_and_time
from damiera.paper.pictures import PictureError, board_png, board_svg
from damiera.paper.text_board import board_lines
from damiera.service.deliveries import ReadyDelivery
from damiera.service.mail_moves import MailMove, sees_board
from damiera.web.common.pages import PageView, part

__all__ = ["MailPage", "confirm_mail", "mail_message", "notice_mail", "push_text", "reset_mail"]

_HELLO: Final = Message("Hello {name},")
_CONFIRM_TITLE: Final = Message("Confirm your mail address")
_CONFIRM: Final = Message(
    "somebody, you we hope, wants this address to be told of what happens in the account {name}."
)
_CONFIRM_NOT: Final = Message("If it was not you, do nothing: no further mail will come.")
_CONFIRM_BUTTON: Final = Message("Confirm this address")
_RESET_TITLE: Final = Message("Another password")
_RESET: Final = Message("somebody, you we hope, has asked for another password of the account {name}.")
_RESET_UNTIL: Final = Message("The link is good for an hour, and once. If it was not you, do nothing.")
_RESET_BUTTON: Final = Message("Choose another password")
_OPEN: Final = Message("Open")
_PLAY: Final = Message("Open the game")
_DUE: Final = Message("It is due by {when}.")
_LEGEND: Final = Message("o O: White's man and king; x X: Black's; a number: an empty square.")
_MOVES: Final = Message("To play from here, open the link of a move; a page asks once more. It is good once:")
_REMINDER: Final = Message("{notice}: a day is left")
_WHY: Final = Message("You receive this since you have an account there and chose to be told by mail.")
_STOP: Final = Message("No more mails of this kind")


class MailPage(PageView, frozen=True):
    """One mail.

    Attributes:
        subject: its title too.
        lines: paragraphs.
        button, link: what is to be opened.
        small: what stands below, in small letters.
        board: the position as lines of text. `legend`: what stands for what there.
        pictured: whether a picture of it goes along.
        moves: the legal moves with the links that play them. `moves_title`: what is said above them.
        stop_text, stop_link: how mails of this kind are ended; empty where there is nothing to end.
        site: where it comes from.
    """

    template: ClassVar[str] = "people/mail.html"
    subject: str
    lines: tuple[str, ...]
    button: str
    link: str
    small: tuple[str, ...]
    site: str
    stop_text: str = ""
    stop_link: str = ""
    board: tuple[str, ...] = ()
    legend: str = ""
    pictured: bool = False
    moves: tuple[MailMove, ...] = ()
    moves_title: str = ""

    def plain(self) -> str:
        """Return the mail as plain text."""
        found = [*self.lines]
        if self.board:
            found += ["\n".join(self.board), self.legend]
        found.append(f"{self.button}: {self.link}")
        if self.moves:
            found += [self.moves_title, "\n".join(f"{move.text}: {move.link}" for move in self.moves)]
        found += ["--", *self.small]
        if self.stop_link:
            found.append(f"{self.stop_text}: {self.stop_link}")
        return "\n\n".join(found) + "\n"


def confirm_mail(prepared: ReadyDelivery, site: str, link: str) -> MailPage:
    """Return the mail by which an address is confirmed."""
    lang = prepared.lang
    return MailPage(
        subject=_CONFIRM_TITLE.text(lang),
        lines=(_hello(prepared), _CONFIRM.format(name=prepared.name).text(lang)),
        button=_CONFIRM_BUTTON.text(lang),
        link=link,
        small=(_CONFIRM_NOT.text(lang),),
        site=site,
    )


def reset_mail(prepared: ReadyDelivery, site: str, link: str) -> MailPage:
    """Return the mail by which a lost password is replaced."""
    lang = prepared.lang
    return MailPage(
        subject=_RESET_TITLE.text(lang),
        lines=(_hello(prepared), _RESET.format(name=prepared.name).text(lang)),
        button=_RESET_BUTTON.text(lang),
        link=link,
        small=(_RESET_UNTIL.text(lang),),
        site=site,
    )


def notice_mail(
    prepared: ReadyDelivery, site: str, stop_link: str, moves: Sequence[MailMove] = ()
) -> MailPage:
    """Return the mail that tells of something that waits.

    Args:
        moves: legal moves with the whole links that play them.
    """
    lang, notice = prepared.lang, prepared.notice
    assert notice is not None
    told = notice.text.text(lang)
    is_reminder = prepared.delivery.kind == "reminder"
    lines = [_hello(prepared), f"{told}."]
    if prepared.due_at is not None:
        lines.append(_DUE.format(when=_when(prepared.due_at, lang)).text(lang))
    return MailPage(
        subject=_REMINDER.format(notice=told).text(lang) if is_reminder else told,
        lines=tuple(lines),
        button=(_PLAY if notice.kind == "move" else _OPEN).text(lang),
        link=site + notice.address,
        small=(_WHY.text(lang),),
        site=site,
        stop_text=_STOP.text(lang),
        stop_link=stop_link,
        board=_board(prepared),
        legend=_LEGEND.text(lang),
        pictured=_sees(prepared),
        moves=tuple(moves),
        moves_title=_MOVES.text(lang),
    )


def _sees(prepared: ReadyDelivery) -> bool:
    """Tell whether the board goes along: who plays without seeing gets none."""
    return prepared.live is not None and sees_board(prepared.live, prepared.delivery.player_id)


def _is_flipped(prepared: ReadyDelivery) -> bool:
    live = prepared.live
    return live is not None and Side.BLACK in live.sides_of(prepared.delivery.player_id)


def _board(prepared: ReadyDelivery) -> tuple[str, ...]:
    """Return the position as text; a board whose pieces have no letters has its picture alone."""
    if not _sees(prepared) or prepared.live is None:
        return ()
    position = prepared.live.game.position
    if position.rules.family != "draughts" or position.rules.shape in ("hexagon", "lined"):
        return ()
    return tuple(board_lines(position, Side.BLACK if _is_flipped(prepared) else Side.WHITE))


def _picture(prepared: ReadyDelivery) -> tuple[bytes, str]:
    """Return the position as a picture, with its kind: PNG where the library for it is there, else SVG."""
    assert prepared.live is not None
    position, flipped = prepared.live.game.position, _is_flipped(prepared)
    try:
        return board_png(position, flipped=flipped, lang=prepared.lang), "png"
    except PictureError:
        return board_svg(position, flipped=flipped, lang=prepared.lang).encode(), "svg+xml"


def push_text(prepared: ReadyDelivery) -> str:
    """Return what a browser shows of something that waits, in a sentence."""
    assert prepared.notice is not None
    told = prepared.notice.text.text(prepared.lang)
    is_reminder = prepared.delivery.kind == "reminder"
    return _REMINDER.format(notice=told).text(prepared.lang) if is_reminder else told


def mail_message(page: MailPage, prepared: ReadyDelivery, sender: str, now_ms: int) -> EmailMessage:
    """Return a mail as it goes to the mail server.

    The same delivery has the same `Message-ID` at every try, so that mailboxes keep one of two.

    Raises:
        ValueError: if something of it cannot stand in a mail.
    """
    name, address = parseaddr(sender)
    host = address.rpartition("@")[2]
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(name or "Damiera", addr_spec=address)
    message["To"] = Address(prepared.name, addr_spec=prepared.delivery.address)
    message["Subject"] = " ".join(page.subject.split())
    message["Date"] = format_datetime(datetime.fromtimestamp(now_ms / 1000).astimezone())
    message["Message-ID"] = f"<{prepared.delivery.id}@{host}>"
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: nobody is to answer by a machine
    message["Content-Language"] = prepared.lang
    if page.stop_link:
        message["List-Unsubscribe"] = f"<{page.stop_link}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    message.set_content(page.plain())
    message.add_alternative(part(prepared.lang, page), subtype="html")
    if page.pictured:
        data, kind = _picture(prepared)
        html = message.get_payload(1)
        assert isinstance(html, EmailMessage)
        name = f"damiera-{prepared.delivery.id}.{kind[:3]}"
        html.add_related(data, "image", kind, cid="<board>", filename=name, disposition="inline")
    return message


def _hello(prepared: ReadyDelivery) -> str:
    return _HELLO.format(name=prepared.name).text(prepared.lang)


def _when(ms: int, lang: Lang) -> str:
    return day_and_time(datetime.fromtimestamp(ms / 1000).astimezone(), lang)
