"""How the log of a server is written on the standard error: lines for people, or objects for programs."""

from __future__ import annotations

import logging
import time
from typing import Final, Literal, TypeAlias

import msgspec

from damiera.web.common.request_log import ACCESS_LOG

__all__ = ["LogFormat", "log_formatter", "set_up_logs"]

LogFormat: TypeAlias = Literal["text", "json"]

_TIME: Final = "%Y-%m-%dT%H:%M:%S"


def set_up_logs(format: LogFormat, *, access: bool) -> None:
    """Write warnings and errors of everything to the standard error, and each request if wanted.

    Args:
        access: whether a line is written for each request and socket.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(log_formatter(format))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(ACCESS_LOG).setLevel(logging.INFO if access else logging.WARNING)


def log_formatter(format: LogFormat) -> logging.Formatter:
    """Return what makes lines of what is logged; times are UTC.

    >>> line = logging.LogRecord("damiera.web", logging.ERROR, "", 0, "the disk is %s", ("full",), None)
    >>> line.created = 0.25
    >>> log_formatter("text").format(line)
    '1970-01-01T00:00:00Z ERROR damiera.web: the disk is full'
    >>> log_formatter("json").format(line)
    '{"time":"1970-01-01T00:00:00.250Z","level":"error","log":"damiera.web","text":"the disk is full"}'
    """
    return (
        _JsonLines()
        if format == "json"
        else _Lines("%(asctime)sZ %(levelname)s %(name)s: %(message)s", _TIME)
    )


class _Lines(logging.Formatter):
    converter = staticmethod(time.gmtime)


class _JsonLines(logging.Formatter):
    """One object a line; what a record carries as `told` stands beside its text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        at = time.strftime(_TIME, time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{at}.{int(record.created % 1 * 1000):03}Z",
            "level": record.levelname.lower(),
            "log": record.name,
            "text": record.getMessage(),
        }
        told = getattr(record, "told", None)
        if isinstance(told, dict):
            line |= told
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()
