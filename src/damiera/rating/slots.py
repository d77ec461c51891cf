"""Slots of an edition one by one: their values as they are written, and a file with one of them changed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping

from damiera.messages import Message, Verbatim
from damiera.rating.editions import Edition
from damiera.rating.errors import BadSlots

__all__ = ["changed_slots", "slot_value", "slots_in", "written_value"]

_ONE_VALUE = Message("write one value of whole numbers, words, lists and tables.")
_NO_SLOT = Message("this edition has no such slot.")


def slot_value(edition: Edition, slot: str) -> object:
    """Return what a slot of an edition holds, as it is written in a file of slots.

    >>> from damiera.rating.editions import edition
    >>> slot_value(edition("fid.elo-rubele.2021"), "bonus")
    {'national': 10, 'international': 15}
    """
    name, _, discipline = slot.partition(".")
    held = getattr(edition, name)
    if name == "expectation":
        if held.rows:
            return {"kind": "table", "rows": held.rows}
        return {"kind": "gauss", "sigma": held.sigma, "decimals": held.decimals}
    return held[discipline] if discipline else held


def written_value(value: object) -> str:
    """Return a value as TOML.

    >>> written_value([(0, 40), (1500, 30)]), written_value({"national": 10}), written_value("italian")
    ('[[0, 40], [1500, 30]]', '{ national = 10 }', '"italian"')
    """
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {written_value(one)}" for name, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: object) -> str:
    text = str(name)
    bare = text.isascii() and text.replace("-", "").replace("_", "").isalnum()
    return text if bare else json.dumps(text, ensure_ascii=False)


def slots_in(toml: str) -> dict[str, dict[str, object]]:
    """Return the slots of a file by their names, each with `value` and perhaps `source`.

    >>> slots_in("[slot.floor]\\nvalue = 250\\n[slot.entry.italian]\\nvalue = { provinciale = 300 }")
    {'floor': {'value': 250}, 'entry.italian': {'value': {'provinciale': 300}}}
    """
    found: dict[str, dict[str, object]] = {}
    for name, held in tomllib.loads(toml).get("slot", {}).items():
        if "value" in held:
            found[name] = held
        else:
            found |= {f"{name}.{discipline}": one for discipline, one in held.items()}
    return found


def changed_slots(toml: str, edition: Edition, slot: str, value: str, source: str = "") -> str:
    """Return a file of slots with one of them changed; with an empty value, without it.

    Args:
        value: the new value, as TOML.
    Raises:
        BadSlots: for a slot that the edition does not have, or a value that is none. Whether it fits the slot
            is seen by `damiera.rating.editions.replaced`.

    >>> from damiera.rating.editions import edition
    >>> now = edition("fid.elo-rubele.2021")
    >>> print(changed_slots("[slot.weight]\\nvalue = 50", now, "floor", "250", "Circular 3"))
    [slot.weight]
    value = 50
    <BLANKLINE>
    [slot.floor]
    value = 250
    source = "Circular 3"
    <BLANKLINE>
    >>> changed_slots("[slot.weight]\\nvalue = 50", now, "weight", "")
    ''
    """
    if slot not in edition.marks:
        raise BadSlots(f"slot.{slot}", _NO_SLOT)
    held = slots_in(toml)
    held.pop(slot, None)
    if value.strip():
        held[slot] = {"value": _read(slot, value), **({"source": source} if source else {})}
    return "\n".join(_written(name, one) for name, one in held.items())


def _read(slot: str, value: str) -> object:
    try:
        read = tomllib.loads(f"value = {value.strip()}")
    except (ValueError, RecursionError) as error:
        raise BadSlots(f"slot.{slot}.value", Verbatim(str(error))) from None
    if set(read) != {"value"} or not _is_plain(read["value"]):
        raise BadSlots(f"slot.{slot}.value", _ONE_VALUE)
    return read["value"]


def _is_plain(value: object) -> bool:
    """Tell whether a value is made of whole numbers, words, lists and tables, as all slots are."""
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    return all(map(_is_plain, value)) if isinstance(value, list) else isinstance(value, int | str)


def _written(name: str, held: Mapping[str, object]) -> str:
    lines = [f"[slot.{name}]", *(f"{key} = {written_value(held[key])}" for key in held)]
    return "\n".join(lines) + "\n"
