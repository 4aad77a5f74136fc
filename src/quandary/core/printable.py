"""Strangers' texts, made fit to be shown: nothing in them can move a cursor, change a colour or turn a line around."""

from __future__ import annotations

import json

_LONGEST_QUOTED = 20


def shown(text: str) -> str:
    r"""The text with everything that does not print written as an escape: `\x1b`, `\u202e`, `\n`."""
    return text if text.isprintable() else "".join(map(_shown, text))


def quoted(word: str) -> str:
    """A word of somebody's text as an error message shows it: in quotes, and cut short where it is long."""
    return repr(word if len(word) <= _LONGEST_QUOTED else word[:_LONGEST_QUOTED] + "…")


def _shown(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode()


def shown_json(text: str) -> str:
    """A JSON text that means the same, with everything that does not print written as JSON's own escapes."""
    return text if text.isprintable() else "".join(map(_shown_in_json, text))


def _shown_in_json(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]
