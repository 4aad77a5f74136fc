"""The rules: walk from START to FINISH by following, from each cell, the connector that bears its answer.

In standard mode a wrong try costs a life and coins, and the player stays. In hidden mode every step is taken, and
FINISH tells which were right. No cell is entered twice, so a hidden walker can get lost; that is noticed as soon as
FINISH cannot be reached any more, not when the last step is gone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from quandary.game import Event, IllegalMove, Outcome, Status, Won
from quandary.games.circuit.position import LIVES, Cell, Position, place

COINS_RIGHT, COINS_WRONG = 10, 30
MISTAKES_OF_TWO_STARS = 2


@dataclass(frozen=True, slots=True)
class Step:
    """A move: to this neighbouring cell."""

    row: int
    col: int

    @property
    def cell(self) -> Cell:
        """Where it leads."""
        return self.row, self.col


@dataclass(frozen=True, slots=True)
class Follow:
    """The same move said otherwise: along the connector with this number."""

    value: int


Move = Step | Follow
"""A move, said in either way."""


@dataclass(frozen=True, slots=True)
class SteppedRight(Event):
    """The step followed the answer."""

    start: Cell
    end: Cell
    value: int


@dataclass(frozen=True, slots=True)
class SteppedWrong(Event):
    """The connector bears another number than the answer; the player stays."""

    start: Cell
    end: Cell
    value: int


@dataclass(frozen=True, slots=True)
class Stepped(Event):
    """A step in hidden mode, right or wrong."""

    start: Cell
    end: Cell
    value: int


@dataclass(frozen=True, slots=True)
class LifeLost(Event):
    """One mistake fewer is left."""

    lives: int


@dataclass(frozen=True, slots=True)
class CoinsChanged(Event):
    """Coins were won or lost."""

    by: int
    coins: int


@dataclass(frozen=True, slots=True)
class Enclosed(Event):
    """FINISH cannot be reached any more without entering a cell twice."""


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """Hidden mode is over: how many steps were right, which were wrong, and the coins for it."""

    right: int
    wrong: tuple[tuple[Cell, Cell], ...]
    coins: int


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """No life is left, or no way."""


def status(position: Position) -> Status:
    """Won at FINISH; lost without lives, or enclosed in hidden mode."""
    if position.here == position.board.finish:
        return Status.WON
    if position.lives == 0 or (position.hidden and is_enclosed(position)):
        return Status.LOST
    return Status.PLAYING


def moves(position: Position) -> list[Move]:
    """The neighbours that were not visited, in reading order."""
    if status(position) is not Status.PLAYING:
        return []
    near = position.board.ways[position.here]
    return [Step(*cell) for cell in sorted(near) if cell not in position.walked]


def target(position: Position, move: Move) -> Cell:
    """The cell that a move leads to. Raises `IllegalMove` if there is none."""
    near = position.board.ways[position.here]
    if isinstance(move, Step):
        return move.cell
    for cell, value in near.items():
        if value == move.value:
            return cell
    raise IllegalMove(f"no connector of {place(position.here)} bears {move.value}")


def play(position: Position, move: Move) -> Outcome[Position]:
    """The position after a step, right or wrong."""
    state = status(position)
    if state is not Status.PLAYING:
        raise IllegalMove("FINISH is reached already" if state is Status.WON else "the game is lost already")
    cell = target(position, move)
    board, here = position.board, position.here
    if cell not in board.tiles:
        raise IllegalMove(f"there is no cell {place(cell)}")
    if cell == here:
        raise IllegalMove(f"{place(cell)} is where you stand")
    value = board.ways[here].get(cell)
    if value is None:
        raise IllegalMove(f"no connector leads from {place(here)} to {place(cell)}")
    if cell in position.walked:
        raise IllegalMove(f"{place(cell)} was visited before")
    if position.hidden:
        return _step_unseen(position, cell, value)
    if value == board.tiles[here].answer:
        return _step_right(position, cell, value)
    return _step_wrong(position, cell, value)


def _step_right(position: Position, cell: Cell, value: int) -> Outcome[Position]:
    coins = position.coins + COINS_RIGHT
    after = replace(position, walked=(*position.walked, cell), coins=coins)
    events = (SteppedRight(position.here, cell, value), CoinsChanged(COINS_RIGHT, coins))
    return Outcome(after, (*events, Won()) if cell == position.board.finish else events)


def _step_wrong(position: Position, cell: Cell, value: int) -> Outcome[Position]:
    coins = max(0, position.coins - COINS_WRONG)
    after = replace(position, mistakes=position.mistakes + 1, coins=coins)
    lives = LIVES - after.mistakes
    events: list[Event] = [SteppedWrong(position.here, cell, value), LifeLost(lives)]
    if coins != position.coins:
        events.append(CoinsChanged(coins - position.coins, coins))
    if lives == 0:
        events.append(Lost())
    return Outcome(after, tuple(events))


def _step_unseen(position: Position, cell: Cell, value: int) -> Outcome[Position]:
    wrong = value != position.board.tiles[position.here].answer
    after = replace(position, walked=(*position.walked, cell), mistakes=position.mistakes + wrong)
    events: list[Event] = [Stepped(position.here, cell, value)]
    state = status(after)
    if state is Status.PLAYING:
        return Outcome(after, tuple(events))
    after = replace(after, coins=hidden_coins(after.steps_right, after.mistakes))
    reveal = Revealed(after.steps_right, wrong_steps(after), after.coins)
    events += [reveal, Won()] if state is Status.WON else [Enclosed(), reveal, Lost()]
    return Outcome(after, tuple(events))


def hidden_coins(right: int, wrong: int) -> int:
    """What a hidden walk earns when it is over."""
    return max(0, COINS_RIGHT * right - COINS_WRONG * wrong)


def wrong_steps(position: Position) -> tuple[tuple[Cell, Cell], ...]:
    """The steps of a hidden walk that did not follow the answers."""
    board, walked = position.board, position.walked
    steps = pairwise(walked)
    return tuple((here, there) for here, there in steps if board.ways[here][there] != board.tiles[here].answer)


def is_enclosed(position: Position) -> bool:
    """Whether FINISH cannot be reached any more over cells that were not visited."""
    ways, finish = position.board.ways, position.board.finish
    seen, frontier = set(position.walked), [position.here]
    while frontier:
        for cell in ways[frontier.pop()]:
            if cell == finish:
                return False
            if cell not in seen:
                seen.add(cell)
                frontier.append(cell)
    return True


def stars(position: Position, seconds: float | None = None) -> int:
    """Stars for a game that is won: three without a mistake, two with one or two, else one.

    Where time counts, `seconds` is how long the game took: then two stars are for no mistake, and three for no mistake
    within the level's time for every step.
    """
    if status(position) is not Status.WON:
        return 0
    if seconds is None:
        return 3 if position.mistakes == 0 else 2 if position.mistakes <= MISTAKES_OF_TWO_STARS else 1
    if position.mistakes:
        return 1
    in_time = seconds <= position.board.settings.seconds_per_step * (len(position.walked) - 1)
    return 3 if in_time else 2


def stays(before: Position, after: Position) -> str | None:
    """Why a step cannot be taken back: a wrong try has told that it was wrong, the end of a hidden walk which were."""
    if after.hidden:
        return "the end has told which steps were right" if status(after) is not Status.PLAYING else None
    return "a wrong try stays: lives and coins do not come back" if after.mistakes > before.mistakes else None


def move_cost(position: Position, move: Move) -> int:
    """A right step counts one, a wrong one as many as the grid has cells: no detour is worth a mistake."""
    here = position.here
    value = move.value if isinstance(move, Follow) else position.board.ways[here].get(move.cell)
    return 1 if value == position.board.tiles[here].answer else position.board.settings.cells


def figures(position: Position) -> dict[str, str]:
    """What a player sees beside the board; hidden mode keeps its coins to itself until the end."""
    over = status(position) is not Status.PLAYING
    shown = {"Mode": "hidden" if position.hidden else "standard"}
    if position.lives is not None:
        shown["Lives"] = "♥" * position.lives + "♡" * (LIVES - position.lives)
    elif over:
        shown["Mistakes"] = str(position.mistakes)
    if over or not position.hidden:
        shown["Coins"] = str(position.coins)
    if over:
        shown["Stars"] = "★" * stars(position) + "☆" * (3 - stars(position))
    return shown
