"""The smallest complete game, there to be copied: frogs and toads change sides.

Frogs (`F`) hop right, toads (`T`) hop left, onto the next stone if it is free or over one animal of the other kind.
Solved when all toads sit at the left end and all frogs at the right one. `docs/writing-a-game.md` walks through this
folder file by file.
"""

from __future__ import annotations

from quandary.game import Game
from quandary.games.template import notation, rules
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

    moves = staticmethod(rules.moves)
    play = staticmethod(rules.play)
    status = staticmethod(rules.status)
    parse = staticmethod(notation.parse)
    parse_move = staticmethod(notation.parse_move)

    def format(self, position: Position) -> str:
        return position.stones

    def format_move(self, move: Hop) -> str:
        return str(move.stone)


GAME = Template()
