"""What a game is.

A position is an immutable value, a move is a value with a printable form, and `Game.play` is the only way
forward: undo, save files, hints, solutions and every front end go through it. `play` also says what happened, as
events, so that nothing that shows a game has to compare positions. This module is the bottom of the house: games
import it, and it imports no game.
"""

from __future__ import annotations

import copy
import enum
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

    from quandary.budget import Cancel, Task

P = TypeVar("P")
"""A game's position: frozen and hashable."""
M = TypeVar("M")
"""A game's move: frozen and hashable."""


class QuandaryError(Exception):
    """The base of every error that is the input's fault; its text is one line fit to show to a user."""


class UsageError(QuandaryError, ValueError):
    """A name, an option or a budget that does not exist or does not make sense."""


class PuzzleError(QuandaryError, ValueError):
    """A text that is not a puzzle (or not a move). Says what was expected, and where."""

    def __init__(self, problem: str, *, place: str | None = None, puzzle: str | None = None, source: str | None = None):
        super().__init__(problem)
        self.problem = problem
        """What is wrong, and what was expected instead."""
        self.place = place
        """Where in the puzzle: `r3c5`, `line 12` …"""
        self.puzzle = puzzle
        """Which puzzle of its source: its title or 1-based number."""
        self.source = source
        """The file the text came from."""

    def __str__(self) -> str:
        where = [self.source, self.puzzle and f"puzzle {self.puzzle}", self.place]
        return ": ".join([*(part for part in where if part), self.problem])

    def located(self, *, puzzle: str | None = None, source: str | None = None) -> PuzzleError:
        """The same error, with the puzzle and source filled in where they were not known before."""
        return PuzzleError(self.problem, place=self.place, puzzle=self.puzzle or puzzle, source=self.source or source)


class IllegalMove(QuandaryError, ValueError):
    """A move that the rules do not allow in this position; the text says why."""


class BudgetEnded(QuandaryError):
    """Time, nodes or memory ran out before there was an answer."""


class Status(enum.Enum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Event:
    """The base of everything that a move can make happen."""


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The puzzle is solved; always the last event of a move."""


class Outcome(NamedTuple, Generic[P]):
    """What `play` returns. A tuple, because replaying makes very many of them."""

    position: P
    """The position after the move."""
    events: tuple[Event, ...]
    """What happened, in order."""


@dataclass(frozen=True, slots=True)
class Puzzle(Generic[P]):
    """A position to start from, and what its source says of it."""

    game: str
    """The game's name, as in `quandary.game(name)`."""
    id: str
    """Title, 1-based number in its source, or an id that makes the puzzle again (`rush-hour:expert#42`)."""
    position: P
    """Where play begins."""
    text: str
    """The puzzle in the game's own notation."""
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What is recorded or known of it: an optimum by metric, a grade, an author …"""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a look at a puzzle has brought up."""

    text: str
    is_error: bool
    """Wrong, rather than only worth knowing."""


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a strategy or a generator, described well enough to become a command-line flag."""

    name: str
    """As in Python: `min_moves`."""
    type: type
    """`int`, `float`, `str` or `bool`."""
    default: Any
    help: str
    choices: tuple[str, ...] | None = None
    least: float | None = None
    most: float | None = None

    def read(self, value: Any) -> Any:
        """`value`, given as text or already typed, as this option's type; a `UsageError` names what fits."""
        result: Any
        if value is None or type(value) is self.type:
            result = value
        elif self.type is bool and str(value).lower() in _TRUTH:
            result = _TRUTH[str(value).lower()]
        elif self.type is not bool and isinstance(value, (str, int, float)) and not isinstance(value, bool):
            try:
                result = self.type(value)
            except ValueError:
                raise UsageError(f"option {self.name}: {value!r} is not {_A[self.type]}") from None
        else:
            raise UsageError(f"option {self.name}: {value!r} is not {_A[self.type]}")
        if self.choices and result is not None and result not in self.choices:
            raise UsageError(f"option {self.name}: {result!r} is not one of {', '.join(self.choices)}")
        if result is not None and self.least is not None and result < self.least:
            raise UsageError(f"option {self.name}: {result} is below {self.least}")
        if result is not None and self.most is not None and result > self.most:
            raise UsageError(f"option {self.name}: {result} is above {self.most}")
        return result

    def word(self, value: Any) -> str:
        """How an id says that this option has this value: `expert`, `winnable`, `draw1`; empty where it cannot."""
        if self.type is bool:
            return self.name if value else ""
        if self.choices:
            return str(value)
        return f"{self.name}{value}" if self.type is int and value >= 0 else ""

    def value_of(self, word: str) -> Any:
        """The value that `word` gives this option; None if the word is not about it."""
        if self.type is bool:
            return True if word == self.name else None
        if self.choices:
            return word if word in self.choices else None
        number = word.removeprefix(self.name)
        return int(number) if self.type is int and number != word and re.fullmatch("[0-9]{1,9}", number) else None


_TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_A = {int: "a whole number", float: "a number", str: "a text", bool: "yes or no"}


def read_options(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All `options` with the values `given`, checked, and the defaults for the rest.

    How the words of a name are joined does not matter: `max_steps`, `max-steps` and `maxSteps` are one.
    """
    known = {_joined(option.name): option for option in options}
    settings = {option.name: option.default for option in options}
    for name, value in given.items():
        option = known.get(_joined(name))
        if option is None:
            listed = ", ".join(settings) or "none"
            raise UsageError(f"there is no option {name!r} here (options: {listed})")
        settings[option.name] = option.read(value)
    return settings


def _joined(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


Conclusion = Literal["solved", "unsolvable", "time", "nodes", "memory", "cancelled", "exhausted"]
"""How a search ended: the two proofs, or which budget stopped it (`exhausted`: an incomplete strategy gave up)."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """What a strategy claims, before `quandary.solving` has replayed it."""

    conclusion: Conclusion
    moves: Sequence[M] | None
    """A solution, if one was found."""
    bound: int | None
    """A proven lower bound on the cost."""
    nodes: int
    """Positions expanded."""
    statistics: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Whatever else the strategy counts, for people who experiment with it."""


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

    def solve_batch(self, positions: Sequence[P], task: Task, jobs: int) -> Iterator[tuple[Answer[M], float]] | None:
        """Solves many over `jobs` threads, answers and seconds in order; None where there is no native batch."""
        return None


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """A game that a player played."""

    moves: Sequence[M]
    status: Status
    score: int | None
    """What the game counts, where it counts anything."""


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

    name: ClassVar[str]
    summary: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()

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


class Trainer(ABC):
    """Lets a player learn. All that it needs to go on later is in a folder; a seed makes the same training for ever."""

    options: ClassVar[tuple[Option, ...]] = ()
    """The game's own settings; `games` and `seed` are everybody's."""

    @abstractmethod
    def train(
        self,
        folder: str,
        games: int,
        seed: int | None,
        settings: Mapping[str, Any],
        report: Callable[[Mapping[str, Any]], None],
    ) -> Path:
        """Learns until it has learned from `games` in all, from what the folder holds on; the file to play with.

        What is None of the seed and the settings is as the folder has it, or the default in a new one.
        Each point of the learning curve is reported: `games` learned from so far, and whatever else there is to tell.
        """


class Generator(ABC, Generic[P]):
    """Makes a game's puzzles. A seed is a promise: the same seed and settings make the same puzzle for ever."""

    options: ClassVar[tuple[Option, ...]] = ()
    """The game's own settings; `seed` and `count` are everybody's."""
    always_solvable: ClassVar[bool] = True
    """Whether all that it makes can be solved, whatever the settings; a deal of cards is what it is."""
    can_enumerate: ClassVar[bool] = False
    """Whether `every` is there to be asked."""
    example_commands: ClassVar[tuple[str, ...]] = ()
    """Whole command lines that show the settings at work."""

    @abstractmethod
    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[P, Mapping[str, Any]] | None:
        """The puzzle of this seed and its facts; None if it has none, or if the task's budget ended first."""

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

    def every(self, settings: Mapping[str, Any], task: Task) -> Iterator[tuple[P, Mapping[str, Any]]]:
        """All puzzles that the settings allow, where `can_enumerate` says that this is possible."""
        raise UsageError("this generator cannot enumerate")


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


class Game(ABC, Generic[P, M]):
    """One game: its rules and its texts, and whatever else it can do. Each method is pure."""

    name: ClassVar[str]
    """The name everywhere: `rush-hour`."""
    title: ClassVar[str]
    """The name for people: `Rush Hour`."""
    summary: ClassVar[str]
    """One line that makes a stranger want to play."""
    metrics: ClassVar[tuple[str, ...]] = ("moves",)
    """What a solution may be asked to minimise; the first is the default. `a,b` means a first, then b."""
    examples: ClassVar[tuple[str, ...]]
    """Small puzzles, for help texts and for the conformance tests (the reference search must finish on them)."""
    is_scored: ClassVar[bool] = False
    """Played for a score, with no goal to reach: there is nothing to solve, but players to watch and to compare."""
    is_example: ClassVar[bool] = False
    """True for a game that is there to be copied rather than played; menus and the tour leave it out."""
    variant_options: ClassVar[tuple[Option, ...]] = ()
    """Rules that a puzzle's text may leave open: Klondike's draw count. The default stands where nobody chooses."""
    variant_choices: Mapping[str, Any] = {}
    """What has been chosen of these, by name; a choice counts for more than what a puzzle's text says."""
    position_formats: ClassVar[tuple[str, ...]] = ()
    """Other programs' formats that `export` writes; `parse` and `read_pack` read them without being told."""
    solution_formats: ClassVar[tuple[str, ...]] = ()
    """Other programs' notations that `export_moves` writes."""

    encodings: ClassVar[tuple[str, ...]] = ("utf-8-sig",)
    """How the field's files may be encoded; tried in this order."""

    def variant(self, **choices: Any) -> Game[P, M]:
        """This game with other rules: `game("klondike").variant(draw=1)`. What is None stays as it is."""
        checked = read_options(self.variant_options, choices)
        given = {name: checked[name] for name, value in choices.items() if value is not None}
        if not given:
            return self
        varied = copy.copy(self)
        varied.variant_choices = {**self.variant_choices, **given}
        return varied

    # Rules

    @abstractmethod
    def moves(self, position: P) -> Sequence[M]:
        """The legal moves; none when the game is over."""

    def canonical_move(self, position: P, move: M) -> M:
        """The name under which `moves` lists a move: a swap, for example, can be told from either end."""
        return move

    @abstractmethod
    def play(self, position: P, move: M) -> Outcome[P]:
        """The position after `move`, and what happened. Raises `IllegalMove` with the reason."""

    @abstractmethod
    def status(self, position: P) -> Status:
        """Whether the game goes on, is won, or can no longer be played."""

    def move_cost(self, position: P, move: M, metric: str) -> int:
        """What `move` adds to a solution's cost in `metric` (the first part of a metric like `moves,steps`)."""
        return 1

    def unit(self, metric: str) -> str:
        """What a cost in `metric` counts: `any` has no measure of its own and borrows the game's first."""
        return next(name for name in (metric, *self.metrics) if name != "any").split(",")[0]

    # Texts

    @abstractmethod
    def parse(self, text: str) -> P:
        """The position that `text` describes. What passes here never fails later. Raises `PuzzleError`."""

    @abstractmethod
    def format(self, position: P) -> str:
        """The text of `position`; `parse` reads it back."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """The move that `text` describes, legal or not. Raises `PuzzleError`."""

    @abstractmethod
    def format_move(self, move: M) -> str:
        """The text of `move`; `parse_move` reads it back."""

    def parse_moves(self, text: str) -> list[M]:
        """A whole solution, moves separated by white space."""
        return [self.parse_move(word) for word in text.split()]

    def format_moves(self, moves: Iterable[M]) -> str:
        """A whole solution in one line."""
        return " ".join(map(self.format_move, moves))

    def compact(self, position: P) -> str:
        """The text of `position` in one line, for ids and addresses; `parse` reads it too."""
        return self.format(position)

    def read_pack(self, text: str) -> Iterator[Puzzle[P] | PuzzleError]:
        """The puzzles of a file, in any of the field's formats. A bad one comes as its error, the rest go on."""
        blocks = [block for block in text.replace("\r\n", "\n").split("\n\n") if block.strip()]
        for number, block in enumerate(blocks, start=1):
            try:
                position = self.parse(block)
            except PuzzleError as error:
                yield error.located(puzzle=str(number))
            else:
                yield Puzzle(self.name, str(number), position, self.format(position))

    def write_pack(self, puzzles: Iterable[Puzzle[P]]) -> str:
        """The puzzles as a file that `read_pack` reads."""
        return "\n\n".join(puzzle.text for puzzle in puzzles) + "\n"

    def record(self, puzzle: Puzzle[P]) -> dict[str, Any]:
        """The puzzle as one JSON object, with all that is known of it."""
        return {"game": self.name, "id": puzzle.id, "puzzle": puzzle.text, **puzzle.facts}

    def export(self, position: P, format: str) -> str:
        """The position in one of the `position_formats`."""
        raise UsageError(f"{self.name} has no format {format!r}")

    def export_moves(self, position: P, moves: Iterable[M], format: str) -> str:
        """A solution from `position` in one of the `solution_formats`."""
        raise UsageError(f"{self.name} has no notation {format!r}")

    # Everything else is optional

    def strategies(self) -> tuple[Strategy[P, M], ...]:
        """The solvers of this game, the default first. A game with none is solved by the reference search."""
        return ()

    def players(self) -> tuple[Player[P, M], ...]:
        """The players of this game, the best first, for games that are more than a search: hidden cards, chance."""
        return ()

    def score(self, position: P) -> int | None:
        """What the game counts so far, for games that are played for a score."""
        return None

    def ending(self, position: P) -> str:
        """In a word how a game has ended: benchmarks count games by it."""
        return self.status(position).value

    def trainer(self) -> Trainer | None:
        """What lets a player of this game learn, if one can."""
        return None

    def generator(self) -> Generator[P] | None:
        """What makes puzzles of this game, if anything does."""
        return None

    def worksheets(self) -> Worksheets[P] | None:
        """What prints puzzles of this game, if anything does."""
        return None

    def guide(self, position: P) -> Guide[P, M] | None:
        """An advisor for play from `position` on; where there is none, the default strategy advises."""
        return None

    def likeness(self, position: P) -> object:
        """Two puzzles with equal likeness are duplicates of each other."""
        return position

    def findings(self, puzzle: Puzzle[P]) -> list[Finding]:
        """What a pack's maker should know beyond the optimum: other recorded facts that are wrong, needless parts …"""
        return []

    def difficulty(self, position: P) -> Mapping[str, Any] | None:
        """How hard a puzzle is for people: measures by name, a score and a grade; None where nobody knows."""
        return None

    def draw(self, position: P, *, colour: bool = False) -> str:
        """The position as lines of text for a terminal."""
        return self.format(position)

    def draw_svg(self, position: P) -> str | None:
        """The position as an SVG picture, if the game can draw itself."""
        return None

    def warnings(self, history: Sequence[P], *, colour: bool = False) -> str | None:
        """What a player could see with more care, drawn or told: traps, and since when and why a game is lost.

        `history` is the positions of a game from its start on; None where the game has nothing to say.
        """
        return None

    def animate(self, position: P, moves: Sequence[M]) -> str | None:
        """Moves from `position` on as an SVG picture that plays them, if the game can. Raises `IllegalMove`."""
        return None

    def __repr__(self) -> str:
        return f"quandary.game({self.name!r})"
