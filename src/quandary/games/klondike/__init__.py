"""Klondike, the card game that everybody calls Solitaire: bring all four suits home, from their aces to their kings."""

from __future__ import annotations

from collections.abc import Iterator

from quandary.game import Effort, Game, Option, Player, Puzzle, PuzzleError
from quandary.games.klondike import formats, notation, rules
from quandary.games.klondike.position import DEFAULT_DRAW, STOCK_SIZE, Position
from quandary.games.klondike.rules import Drawn, Home, Move, Moved, Recycled, Turned

__all__ = ["GAME", "Drawn", "Home", "Klondike", "Move", "Moved", "Position", "Recycled", "Turned"]


class Klondike(Game[Position, Move]):
    """The rooms of this folder, put together."""

    name = notation.NAME
    title = "Klondike"
    summary = "The classic patience: turn the stock, build in alternating colours, bring all four suits home."
    metrics = ("any", "moves")
    variant_options = (
        Option(
            "draw",
            int,
            DEFAULT_DRAW,
            "how many cards a turn of the stock takes",
            least=1,
            most=STOCK_SIZE,
            suggested=(1, 3),
        ),
        Option("redeals", int, None, "how often the waste may be turned over", least=0, most=formats.MOST_REDEALS),
    )
    daily = "draw1-winnable"
    casual = "draw1-winnable"
    position_formats = formats.FORMATS
    solution_formats = formats.SOLUTION_FORMATS
    # The reference search walks every king through every empty pile, so that only the last moves of a game are small.
    examples = (
        "foundations=KCKDKHQS/1=KS",
        "redeals=0/foundations=KCKDQHJS/stock=KH/3=ksQS",
        "redeals=0/foundations=JCQDKHQS/stock=KSKCQC/1=KD",
        "draw=1/foundations=KCTDQHKS/2=JD/3=kdKH/4=QD",
    )

    moves = staticmethod(rules.moves)
    play = staticmethod(rules.play)
    status = staticmethod(rules.status)
    format = staticmethod(notation.format_position)
    compact = staticmethod(notation.compact)
    parse_move = staticmethod(notation.parse_move)
    format_move = staticmethod(notation.format_move)
    parse_moves = staticmethod(notation.parse_moves)
    write_pack = staticmethod(notation.write_pack)
    export = staticmethod(formats.write)
    export_moves = staticmethod(formats.write_moves)

    def figures(self, position: Position) -> dict[str, str]:
        redeals = {} if position.redeals is None else {"Redeals": str(position.redeals)}
        return {"Home": f"{sum(position.foundations)} of 52", "Draw": str(position.draw), **redeals}

    def move_cost(self, position: Position, move: Move, metric: str) -> int:
        return rules.move_cost(move)

    def stars(self, position: Position, effort: Effort) -> int:
        # Nobody knows the fewest moves of a deal: three stars are for a win at the first go.
        if not rules.is_won(position):
            return 0
        return 1 if effort.hints else 2 if effort.undone else 3

    def rules_of(self, position: Position) -> dict[str, int | None]:
        return {"draw": position.draw, "redeals": position.redeals}

    def parse(self, text: str) -> Position:
        return notation.parse(text, **self.variant_choices)

    def read_pack(self, text: str) -> Iterator[Puzzle[Position] | PuzzleError]:
        return notation.read_pack(text, **self.variant_choices)

    def players(self) -> tuple[Player[Position, Move], ...]:
        from quandary.games.klondike.blind import Blind

        return (Blind(),)


GAME = Klondike()
