"""The smallest complete game, there to be copied: frogs and toads change sides.

Frogs (`F`) hop right, toads (`T`) hop left, onto the next stone if it is free or over one animal of the other kind.
Solved when all toads sit at the left end and all frogs at the right one. `docs/writing-a-game.md` walks through this
folder file by file.
"""

from __future__ import annotations

from collections.abc import Sequence

from quandary.game import Briefing, Game, Generator, Outcome, Status
from quandary.games.template import notation, rules, scene
from quandary.games.template.position import Position
from quandary.games.template.rules import Hop, Hopped

__all__ = ["GAME", "Hop", "Hopped", "Position", "Template"]


class Template(Game[Position, Hop]):
    """The rooms of this folder, put together."""

    name = "template"
    title = "Frogs and Toads"
    summary = "Two small herds change sides on a row of stones."
    examples = ("F_T", "FF_TT", "FFF_TT", "F_TT", "TF_")
    is_example = True

    def moves(self, position: Position) -> Sequence[Hop]:
        return rules.moves(position)

    def play(self, position: Position, move: Hop) -> Outcome[Position]:
        return rules.play(position, move)

    def status(self, position: Position) -> Status:
        return rules.status(position)

    def parse(self, text: str) -> Position:
        return notation.parse(text)

    def format(self, position: Position) -> str:
        return position.stones

    def parse_move(self, text: str) -> Hop:
        return notation.parse_move(text)

    def format_move(self, move: Hop) -> str:
        return str(move.stone)

    def generator(self) -> Generator[Position]:
        from quandary.games.template.generator import HerdGenerator

        return HerdGenerator()

    def briefing(self) -> Briefing[Position]:
        from quandary.games.template.briefing import HerdBriefing

        return HerdBriefing()

    def draw(self, position: Position, *, colour: bool = False) -> str:
        return scene.draw_text(position, colour=colour)

    def draw_svg(self, position: Position) -> str:
        return scene.draw_svg(position)


GAME = Template()
