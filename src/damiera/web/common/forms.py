"""What a form brings, as plain text."""

from __future__ import annotations

from starlette.datastructures import FormData

__all__ = ["text_of"]


def text_of(form: FormData) -> dict[str, str]:
    """Return the text fields of a form."""
    return {name: value for name, value in form.items() if isinstance(value, str)}
