"""Strategies of one's own, as people may write them: good ones, and all the bad ones that a lab must survive."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, cast

from quandary.game import Answer, Conclusion, Player, Rng, Strategy, Task, breadth_first
from quandary.games.template import GAME
from quandary.games.template.position import Position
from quandary.games.template.rules import Hop


def good(position: Position, task: Task, depth: Annotated[int, "how deep it looks"] = 3) -> Answer[Hop]:
    """Searches breadth first."""
    assert isinstance(depth, int)
    return breadth_first(GAME, position, task)


def as_text(position: Position, task: Task) -> str:
    """Returns the solution as a text."""
    return GAME.format_moves(breadth_first(GAME, position, task).moves or [])


BURNT_SECONDS = 0.3
"""CPU seconds that `yields_slowly` and its relatives burn, in whatever is their laziest part."""


def burn() -> None:
    """Spend CPU time; sleeping or a busy machine doesn't count."""
    end = time.process_time() + BURNT_SECONDS
    while time.process_time() < end:
        pass


def yields_slowly(position: Position, task: Task) -> Iterator[Hop]:
    """Yields its solution, and has done nothing when its call returns."""
    burn()
    yield from breadth_first(GAME, position, task).moves or []


def answers_slowly(position: Position, task: Task) -> Answer[Hop]:
    """Answers at once with moves that take long to come."""
    return replace(breadth_first(GAME, position, task), moves=cast(Sequence[Hop], yields_slowly(position, task)))


def calls_another_program(position: Position, task: Task) -> Answer[Hop]:
    """Lets a child process do the work."""
    code = f"import time\nwhile time.process_time() < {BURNT_SECONDS}: pass"
    subprocess.run([sys.executable, "-c", code], check=True)
    return breadth_first(GAME, position, task)


def yields_for_ever(position: Position, task: Task) -> Iterator[Hop]:
    """Never comes to an end."""
    while True:
        yield GAME.moves(position)[0]


def yields_and_raises(position: Position, task: Task) -> Iterator[Hop]:
    """Has a bug behind its first move."""
    yield GAME.moves(position)[0]
    raise KeyError("no luck")


class OnlyMoves(Strategy[Any, Any]):
    """A strategy of Klondike with one metric, which is not the game's first."""

    name = "only moves"
    summary = "gives up"
    metrics = ("moves",)

    def solve(self, position: Any, task: Task) -> Answer[Any]:
        return Answer("exhausted", None, None, 0)


class LazySolver(Strategy[Position, Hop]):
    """A strategy whose answer has lazy moves."""

    name = "lazy"
    summary = "breadth first, slowly"
    metrics = ("moves",)

    def solve(self, position: Position, task: Task) -> Answer[Hop]:
        return answers_slowly(position, task)


class LazyPlayer(Player[Position, Hop]):
    """A player who thinks before each of its moves."""

    name = "lazy"
    summary = "plays a solution, slowly"

    def moves(self, position: Position, seed: int, task: Task) -> Iterator[Hop]:
        return yields_slowly(position, task)


def gives_up(position: Position, task: Task) -> None:
    """Never finds anything."""


def is_wrong(position: Position, task: Task) -> list[Hop]:
    """Claims that the first move solves it."""
    return list(GAME.moves(position))[:1]


def talks_nonsense(position: Position, task: Task) -> Any:
    """Returns what is no move at all."""
    return [object()]


def raises(position: Position, task: Task) -> None:
    """Has a bug."""
    raise KeyError("no luck")


def leaves(position: Position, task: Task) -> None:
    """Thinks that it owns the process."""
    sys.exit(3)


def hangs(position: Position, task: Task) -> None:
    """Does not look at its budget."""
    while True:
        time.sleep(60)


def hangs_with_a_sign(position: Position, task: Task) -> None:
    """Hangs, too, when it has told a test which process it hangs in."""
    sign = Path(os.environ["QUANDARY_TEST_SIGN"])
    unfinished = sign.with_suffix(".part")
    unfinished.write_text(str(os.getpid()))
    unfinished.rename(sign)
    hangs(position, task)


def eats_memory(position: Position, task: Task) -> None:
    """Does not look at its memory budget either."""
    eaten = []
    while True:
        eaten.append(bytearray(1 << 20))


def dies(position: Position, task: Task) -> None:
    """Takes its process along."""
    os.abort()


def hangs_on_five_stones(position: Position, task: Task) -> Answer[Hop]:
    """Good, but for one size of puzzle."""
    if len(GAME.format(position)) == 5:
        hangs(position, task)
    return breadth_first(GAME, position, task)


def counts_in_words(position: Position, task: Task) -> Any:
    """Its number of nodes is none."""
    return replace(breadth_first(GAME, position, task), nodes=cast(int, "many"))


def counts_backwards(position: Position, task: Task) -> Answer[Hop]:
    """Would win every comparison of nodes."""
    return replace(breadth_first(GAME, position, task), nodes=-5)


def counts_nothing_at_all(position: Position, task: Task) -> Answer[Hop]:
    """One of its statistics is none, which no results file can hold."""
    return replace(breadth_first(GAME, position, task), statistics={"share": cast(int, math.nan)})


def concludes_otherwise(position: Position, task: Task) -> Answer[Hop]:
    """Ends in a way that nobody has heard of."""
    return Answer(cast(Conclusion, "perhaps"), None, None, 1)


def denies(position: Position, task: Task) -> Answer[Hop]:
    """Says of everything that it cannot be solved, and soon."""
    return Answer("unsolvable", None, None, 1)


def claims_too_much(position: Position, task: Task) -> Answer[Hop]:
    """Finds nothing, and has a bound that is false."""
    return Answer("nodes", None, 1000, 1)


class Count:
    """A number as other libraries have them: no `int`, but as good as one."""

    def __index__(self) -> int:
        return 7


def counts_as_others(position: Position, task: Task) -> Answer[Hop]:
    """Brings numbers of another library, moves that can be gone through once, and a statistic that it did not take."""
    answer = breadth_first(GAME, position, task)
    moves, seven = cast(Sequence[Hop], iter(answer.moves or [])), cast(int, Count())
    return replace(answer, moves=moves, nodes=seven, statistics={"flips": seven, "untaken": cast(int, None)})


def no_task(position: Position) -> None:
    """Cannot be called."""


def odd_option(position: Position, task: Task, way: list[int] | None = None) -> None:
    """Has an option that no command line can give."""


class Solver(Strategy[Position, Hop]):
    """A strategy as a class."""

    name = "solver"
    summary = "breadth first"
    metrics = ("moves",)

    def solve(self, position: Position, task: Task) -> Answer[Hop]:
        return breadth_first(GAME, position, task)


class Drunkard(Player[Position, Hop]):
    """Hops about at random until nothing moves."""

    name = "drunkard"
    summary = "any move is as good as another"

    def moves(self, position: Position, seed: int, task: Task) -> Iterator[Hop]:
        rng = Rng(seed)
        while moves := GAME.moves(position):
            move = rng.choice(moves)
            yield move
            position = GAME.play(position, move).position
