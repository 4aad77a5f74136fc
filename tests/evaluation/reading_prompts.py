"""What everybody does who plays by a prompt: read its parts, make one move after the other, stop at an illegal one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple


class Result(NamedTuple):
    """What became of an answer."""

    solved: bool
    legal: int
    cost: int


class Refused(Exception):
    """An illegal move."""


def sections(prompt: str) -> dict[str, str]:
    """The parts of a prompt by their headings, which are words: a row of a puzzle may begin like one."""
    parts = re.split(r"^## ([A-Z].*)\n", prompt, flags=re.MULTILINE)
    return {name: text.strip("\n") for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def found(pattern: str, text: str) -> str:
    """The first group of a pattern that the text must hold."""
    match = re.search(pattern, text)
    assert match, f"the prompt does not say {pattern}"
    return str(match[1])


def block(prompt: str) -> list[str]:
    """The lines of the puzzle."""
    return sections(prompt)["The puzzle"].split("```")[1].strip("\n").split("\n")


def run(step: Callable[[str], int], is_done: Callable[[], bool], moves: list[str]) -> Result:
    """Plays moves as long as they are legal; `step` returns what a move costs."""
    legal = cost = 0
    for move in moves:
        if is_done():
            return Result(False, legal, cost)
        try:
            cost += step(move)
        except Refused:
            return Result(False, legal, cost)
        legal += 1
    return Result(is_done(), legal, cost)
