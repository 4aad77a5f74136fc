"""The row as a line of text. Letters tell the animals apart; colour only helps."""

from __future__ import annotations

from quandary.games.template.position import FROG, TOAD, Position

_ANSI = {FROG: "\x1b[32mF\x1b[0m", TOAD: "\x1b[33mT\x1b[0m"}


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The stones in a row, numbered as the moves are."""
    animals = "  ".join((_ANSI.get(stone, stone) if colour else stone) for stone in position.stones)
    numbers = " ".join(f"{number:2}" for number in range(1, len(position.stones) + 1))
    return f" {animals}\n{numbers}"
