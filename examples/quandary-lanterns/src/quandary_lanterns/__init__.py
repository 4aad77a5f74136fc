"""Lanterns: touch one, and its neighbours change with it. Put them all out."""

from __future__ import annotations

from collections.abc import Sequence

from quandary.game import Game, Generator, Outcome, Scene, Status, Strategy
from quandary_lanterns import notation, rules
from quandary_lanterns.position import Position
from quandary_lanterns.rules import Changed, Touch

__all__ = ["GAME", "Changed", "Lanterns", "Position", "Touch"]


class Lanterns(Game[Position, Touch]):
    """The rooms of this folder, put together."""

    name = "lanterns"
    title = "Lanterns"
    summary = "Touch a lantern and its neighbours change with it; put them all out."
    examples = ("**/*.", "*.*/.../*.*", "***/*.*/***", "*../.../...", "**../*.../....", "*../...")
    daily = "midnight"

    def moves(self, position: Position) -> Sequence[Touch]:
        return rules.moves(position)

    def play(self, position: Position, move: Touch) -> Outcome[Position]:
        return rules.play(position, move)

    def status(self, position: Position) -> Status:
        return rules.status(position)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def format(self, position: Position) -> str:
        return "\n".join(position.rows)

    def compact(self, position: Position) -> str:
        return "/".join(position.rows)

    def parse_move(self, text: str) -> Touch:
        return notation.parse_move(text)

    def format_move(self, move: Touch) -> str:
        return notation.format_move(move)

    def strategies(self) -> tuple[Strategy[Position, Touch], ...]:
        from quandary_lanterns.solver import LightChasing

        return (LightChasing(),)

    def generator(self) -> Generator[Position]:
        from quandary_lanterns.generator import LanternGenerator

        return LanternGenerator()

    def draw(self, position: Position, *, colour: bool = False) -> str:
        from quandary_lanterns.scene import draw_text

        return draw_text(position, colour=colour)

    def scene(self, position: Position) -> Scene:
        from quandary_lanterns.scene import scene_of

        return scene_of(position)


GAME = Lanterns()
