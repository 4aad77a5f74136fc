"""What a game may have beside its rules: strategies, proofs, players, a generator, sheets, a guide."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from quandary.core.options import Option

if TYPE_CHECKING:
    from quandary.core.budget import Budget, Cancel, Task
    from quandary.core.game import Puzzle, Status

P = TypeVar("P")
"""A game's position: frozen and hashable."""
M = TypeVar("M")
"""A game's move: frozen and hashable."""

Conclusion = Literal["solved", "unsolvable", "time", "nodes", "memory", "cancelled", "exhausted"]
"""How a search ended: the two proofs, or which budget stopped it (`exhausted`: an incomplete strategy gave up)."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """What a strategy claims, before `quandary.engine.solve` has replayed it."""

    conclusion: Conclusion
    moves: Sequence[M] | None
    """A solution, if one was found."""
    bound: int | None
    """A proven lower bound on the cost."""
    nodes: int
    """Positions expanded."""
    statistics: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Whatever else the strategy counts, for people who experiment with it."""
    first: Sequence[M] | None = None
    """The solution that was found first, where it was then improved."""
    cpu_seconds: float | None = None
    """What its thread had of a processor, where a batch measures that."""


class Judged(NamedTuple):
    """An answer whose solution the core's own plain rules have played through: what a long run keeps of it."""

    conclusion: Conclusion
    solution: str | None
    """In the game's notation, if one was found."""
    cost: int | None
    """What the solution costs; None if there is none, or if the rules refuse it."""
    problem: str | None
    """Why the rules refuse the solution."""
    bound: int | None
    nodes: int


class Strategy(ABC, Generic[P, M]):
    """A named way to solve a game's positions."""

    name: ClassVar[str]
    summary: ClassVar[str]
    metrics: tuple[str, ...]
    """What it can minimise. A solution it returns is optimal when its cost equals the bound it returns."""
    options: ClassVar[tuple[Option, ...]] = ()

    @abstractmethod
    def solve(self, position: P, task: Task) -> Answer[M]:
        """Solves one position within the task's budget."""

    def effective_budget(self, task: Task) -> Budget:
        """Return the budget that a search keeps: the task's, or a tighter one if the strategy has its own limits."""
        return task.budget

    def solve_batch(self, positions: Sequence[P], task: Task, jobs: int) -> Iterator[tuple[Answer[M], float]] | None:
        """Solves many over `jobs` threads, answers and seconds in order; None where there is no native batch."""
        return None

    def judged_batch(
        self, positions: Sequence[P], task: Task, jobs: int
    ) -> Iterator[tuple[Judged, float, float | None]] | None:
        """As `solve_batch`, with the core's plain rules as referee: judged answers, seconds and CPU seconds, in order.

        None where there is no such batch.
        """
        return None


@dataclass(frozen=True, slots=True)
class Claim(Generic[M]):
    """What a certificate says of a position. The rules have replayed its moves before anybody looks at its proof."""

    verdict: Literal["solved", "unsolvable"]
    metric: str
    """What `cost` counts."""
    cost: int | None
    """What the moves cost; None if there are none."""
    optimal: bool
    """Whether it says that no solution costs less."""
    moves: tuple[M, ...] | None
    """The solution; None for `unsolvable`."""


class Prover(ABC, Generic[P, M]):
    """Writes down why a claim is true. It may use any solver: nobody has to believe what it writes."""

    @abstractmethod
    def prove(self, position: P, claim: Claim[M], task: Task) -> Sequence[str]:
        """The proof, in lines.

        Raises `BudgetEnded`, `NotProven` if the claim is false, and `UsageError` for claims that it has no proofs of.
        """


class Checker(ABC, Generic[P, M]):
    """Reads proofs. It shares nothing with the solvers: it knows the rules and the lemmas of docs/proofs.md."""

    report: Callable[[int, int], None] | None = None
    """Called now and then during `check`, if it is set: how many states are checked, and how many there are."""

    @abstractmethod
    def check(self, position: P, claim: Claim[M], proof: Sequence[str]) -> Mapping[str, int]:
        """What the proof consists of, counted, if it proves the claim. Raises `NotProven` if it does not."""


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """A game that a player played."""

    moves: Sequence[M]
    status: Status
    score: int | None
    """What the game counts, where it counts anything."""
    cpu_seconds: float | None = None
    """What its thread had of a processor, where a batch measures that."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a benchmark keeps of a game that a player played: its figures, and none of its moves."""

    score: int
    """Where the game counts nothing, 1 if it was won and 0 if not."""
    moves: int
    """How many were made."""
    score_after: int
    """The score after as many moves as the benchmark asks for; at the end, if that came first."""
    ending: str
    """`Game.ending` of the last position."""


class Player(ABC, Generic[P, M]):
    """A named way to play by what a person could see: never a look under a card, nor at chance to come."""

    name: str
    summary: str
    options: tuple[Option, ...] = ()

    def suits(self, position: P) -> bool:
        """Whether it can play from here; what was learned on one board may be no use on another."""
        return True

    @abstractmethod
    def moves(self, position: P, seed: int, task: Task) -> Iterator[M]:
        """A game from `position` on, move by move as they are decided, until it ends or the player gives up."""

    def play_batch(
        self, positions: Sequence[P], seed: int, task: Task, jobs: int
    ) -> Iterator[tuple[Played[M], float]] | None:
        """Plays many games over `jobs` threads, games and seconds in order, the n-th (from 0) with chance `seed + n`.

        None where there is no native batch.
        """
        return None

    def measure(
        self,
        positions: Sequence[P],
        seeds: Sequence[int],
        task: Task,
        jobs: int,
        *,
        after: int | None,
        most_moves: int | None,
    ) -> Iterator[Measured] | None:
        """Plays a game from each position with the seed beside it, over `jobs` threads, figures in order.

        They hold the score `after` so many moves, and a game is broken off after `most_moves`. None where there is no
        native way: then the games go through the Python rules.
        """
        return None


class Generator(ABC, Generic[P]):
    """Makes a game's puzzles. A seed is a promise: the same seed and settings make the same puzzle for ever."""

    options: ClassVar[tuple[Option, ...]] = ()
    """The game's own settings; `seed` and `count` are everybody's."""
    always_solvable: ClassVar[bool] = True
    """Whether all that it makes can be solved, whatever the settings; a deal of cards is what it is."""
    counted: ClassVar[tuple[str, ...]] = ()
    """Facts of a puzzle that may be ordered by number: `moves`."""
    example_commands: ClassVar[tuple[str, ...]] = ()
    """Whole command lines that show the settings at work."""
    slow: ClassVar[tuple[str, ...]] = ()
    """Packs whose puzzles take long to make: an id that such a pack has is read there and not made again."""

    @abstractmethod
    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[P, Mapping[str, Any]] | None:
        """Return the puzzle of this seed and its facts; None if the seed makes none.

        What a seed makes must be the same on every machine: bound the work by attempts and nodes, not by the clock.
        Raise `BudgetEnded` with its `reason` where the task's time or memory ends, or `cancel` is raised, before it is
        known; `quandary.game.Deadline` helps with that.
        """

    def remarks(self, settings: Mapping[str, Any]) -> Sequence[str]:
        """What who ordered should know before it is made: a range that had to be wider than they said."""
        return ()

    def lesser(self, settings: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Orders that ask for less than these settings, each for more than the last; none where all can be had.

        Who orders what nobody can make is told the puzzle of the last that was made in a moment.
        """
        return iter(())

    def told(self, facts: Mapping[str, Any]) -> str:
        """What a puzzle that was made has of what may be ordered: `advanced, 24 moves`."""
        told = [str(facts["grade"])] if "grade" in facts else []
        told += [f"{facts[name]} {name}" for name in self.counted if name in facts]
        return ", ".join(told)

    def help(self) -> str:
        """What may be ordered, a line each: `print(game.generator().help())`."""
        return "\n".join(map(str, self.options)) or "there are no settings"

    def code(self, settings: Mapping[str, Any]) -> str | None:
        """What stands before the seed in an id, `expert` or `winnable`; None where words cannot say it."""
        words = [
            option.word(settings[option.name]) for option in self.options if settings[option.name] != option.default
        ]
        return "-".join(words) if all(words) else None

    def settings_of(self, code: str) -> dict[str, Any] | None:
        """The settings that a `code` stands for; None if it stands for nothing here."""
        settings: dict[str, Any] = {}
        for word in code.split("-"):
            for option in self.options:
                if (value := option.value_of(word)) is not None:
                    settings[option.name] = value
                    break
            else:
                return None
        return settings


class Worksheets(ABC, Generic[P]):
    """Lays a game's puzzles out on paper, for people who print them."""

    options: ClassVar[tuple[Option, ...]] = ()
    """How the sheets should be; offered beside the generator's settings."""

    def puzzles_needed(self, count: int, settings: Mapping[str, Any]) -> int:
        """How many puzzles an order of `count` takes; more than that where several versions are wanted."""
        return count

    @abstractmethod
    def pdf(self, puzzles: Sequence[Puzzle[P]], settings: Mapping[str, Any]) -> bytes:
        """All sheets in one PDF file. Raises `UsageError` where the settings and the puzzles do not go together."""

    @abstractmethod
    def svg(self, puzzles: Sequence[Puzzle[P]], settings: Mapping[str, Any]) -> list[str]:
        """All sheets, an SVG picture each."""


class Guide(ABC, Generic[P, M]):
    """Advises a player: how far from solved, and what to do next. One guide serves a whole session."""

    cancel: Cancel | None = None
    """Given by whoever asks, to end a search for the answer from another thread."""

    @abstractmethod
    def distance(self, position: P) -> int | None:
        """The cost of a shortest solution from here; None if there is none."""

    @abstractmethod
    def best_moves(self, position: P) -> Sequence[M]:
        """Moves that begin a shortest solution; empty if there is none, or if it is solved already."""
