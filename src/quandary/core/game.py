"""What a game is.

A position is an immutable value, a move is a value with a printable form, and `Game.play` is the only way
forward: undo, save files, hints, solutions and every front end go through it. `play` also says what happened, as
events, so that nothing that shows a game has to compare positions. This module is the bottom of the house: games
import it, and it imports no game.

Who writes a game finds here all that it takes; the errors, the options and what a game may have beside its rules are
told in modules of their own.
"""

from __future__ import annotations

import copy
import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from quandary.core.abilities import Checker, Generator, Guide, M, P, Player, Prover, Strategy, Worksheets
from quandary.core.briefing import Briefing
from quandary.core.errors import PuzzleError, UsageError
from quandary.core.ladder import Level
from quandary.core.lesson import Lesson
from quandary.core.options import Option, read_options
from quandary.core.rooms import field_docs, from_room, made_in_room
from quandary.core.words import shortened

if TYPE_CHECKING:
    from quandary.drawing.scene import Scene

_Drawn = TypeVar("_Drawn")
_LONGEST_FACT = 200
MOST_HINTS_OF_TWO_STARS = 3


class Status(enum.Enum):
    """How a game stands."""

    PLAYING = "playing"
    """It goes on."""
    WON = "won"
    """The puzzle is solved."""
    LOST = "lost"
    """No move is left that could help, or none at all; the end of a game that is played for a score."""


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

    def _repr_html_(self) -> str:
        """What notebooks show."""
        from quandary.core.card import card
        from quandary.core.registry import game as game_of_name

        game = game_of_name(self.game)
        facts = [(name.replace("_", " "), shortened(str(value), _LONGEST_FACT)) for name, value in self.facts.items()]
        return card(game.draw_svg(self.position), f"{game.title}: {self.id}", facts)


@dataclass(frozen=True, slots=True)
class Effort:
    """What a game took that is over: the figures that stars are given for."""

    cost: int
    """In the game's first unit."""
    optimum: int | None
    """The least cost there is; None where nobody knows it."""
    hints: int
    """How many hints were given."""
    seconds: float | None = None
    """How long it took; None where no clock was on."""
    undone: int = 0
    """How many moves were taken back."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a look at a puzzle has brought up."""

    text: str
    """What it is, in one line."""
    is_error: bool
    """Wrong, rather than only worth knowing."""


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
    """What has been chosen of these, by name. A choice fills in what a puzzle's text leaves open."""
    position_formats: ClassVar[tuple[str, ...]] = ()
    """Other programs' formats that `export` writes; `parse` and `read_pack` read them without being told."""
    solution_formats: ClassVar[tuple[str, ...]] = ()
    """Other programs' notations that `export_moves` writes."""

    daily: ClassVar[str] = ""
    """Settings of the day's puzzle, one for a few minutes, as an id has them between `:` and `#`; empty: the usual."""
    casual: ClassVar[str] = ""
    """Settings for who begins without choosing any, written likewise: a deal that can be won rather than any deal."""

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

    @property
    def unvaried(self) -> Game[P, M]:
        """This game without the choices made with `variant`."""
        if not self.variant_choices:
            return self
        plain = copy.copy(self)
        plain.variant_choices = {}
        return plain

    def rules_of(self, position: P) -> Mapping[str, Any]:
        """Return the `variant_options` that are part of a position, by name, with the position's values."""
        return {}

    @property
    def making_options(self) -> tuple[Option, ...]:
        """Those of the `variant_options` that who makes a new puzzle may choose."""
        return tuple(option for option in self.variant_options if not option.is_reading)

    @property
    def _making_choices(self) -> dict[str, Any]:
        chosen = self.variant_choices
        return {option.name: chosen[option.name] for option in self.making_options if option.name in chosen}

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

    @property
    def units(self) -> tuple[str, ...]:
        """All that costs count in this game, the unit of its first metric first."""
        return tuple(dict.fromkeys(map(self.unit, self.metrics)))

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
        facts = dict(puzzle.facts)
        # The facts also stand beside the others, where they always stood.
        return {"game": self.name, "id": puzzle.id, "puzzle": puzzle.text, **facts, "facts": facts}

    def export(self, position: P, format: str) -> str:
        """The position in one of the `position_formats`."""
        raise UsageError(f"{self.name} has no format {format!r}")

    def export_moves(self, position: P, moves: Iterable[M], format: str) -> str:
        """A solution from `position` in one of the `solution_formats`."""
        raise UsageError(f"{self.name} has no notation {format!r}")

    # Everything else is optional: it is in a room of the game's folder, or there is none

    def strategies(self) -> tuple[Strategy[P, M], ...]:
        """The solvers of this game, the default first. A game with none is solved by the reference search."""
        found: tuple[Strategy[P, M], ...] = from_room(self, "solver", "STRATEGIES", ())
        return found

    def prover(self) -> Prover[P, M] | None:
        """What proves this game's verdicts, so that `checker` and anybody else can check them."""
        made: Prover[P, M] | None = made_in_room(self, "prover", Prover)
        return made

    def checker(self) -> Checker[P, M] | None:
        """What checks the proofs of this game's `prover`, without any solver."""
        made: Checker[P, M] | None = made_in_room(self, "checker", Checker)
        return made

    def players(self) -> tuple[Player[P, M], ...]:
        """The players of this game, the best first, for games that are more than a search: hidden cards, chance."""
        found: tuple[Player[P, M], ...] = from_room(self, "players", "PLAYERS", ())
        return found

    def score(self, position: P) -> int | None:
        """What the game counts so far, for games that are played for a score."""
        return None

    def figures(self, position: P) -> Mapping[str, str]:
        """What a player wants to see all the time beside moves and clock, by name: lives, cards that are home …"""
        score = self.score(position)
        return {} if score is None else {"Score": f"{score:,}"}

    def stars(self, position: P, effort: Effort) -> int:
        """From 0 to 3 stars for a game that the player has ended here.

        Three for the optimum without a hint; two for at most a quarter more (or two), with three hints or fewer; one
        for whatever else is won. Where nobody knows the optimum, two for a win without a hint.
        """
        if self.status(position) is not Status.WON:
            return 0
        if effort.optimum is None:
            return 1 if effort.hints else 2
        over = effort.cost - effort.optimum
        if over <= 0 and not effort.hints:
            return 3
        return 2 if over <= max(2, effort.optimum // 4) and effort.hints <= MOST_HINTS_OF_TWO_STARS else 1

    def coins(self, position: P) -> int | None:
        """What a game that has ended here pays, in games that keep a purse."""
        return None

    def stays(self, before: P, move: M, after: P) -> str | None:
        """Why a move that was played cannot be taken back, for it has told what nobody can forget; None if it can."""
        return None

    def counters(self, position: P, costs: Mapping[str, int]) -> Mapping[str, int]:
        """What a player is shown of the costs so far; a game may keep back what would tell too much."""
        return costs

    def told_cost(self, position: P, move: M, metric: str) -> int:
        """What a player is told that a move would cost; a game may keep back what would tell which move is right."""
        return self.move_cost(position, move, metric)

    def keeps_quiet(self, position: P) -> str | None:
        """Why nobody is told how far it is from here, where that would tell what was wrong so far; None if it may."""
        return None

    def say_events(self, before: P, events: Sequence[Event]) -> str:
        """What a move has made happen, where that needs words: why a try was wrong, how it ended. Empty where not."""
        say = from_room(self, "words", "say_events")
        said: str = say(before, events) if say else ""
        return said

    def say_move(self, position: P, move: M) -> str:
        """A move as people say it: `truck B down 2`."""
        say = from_room(self, "words", "say_move")
        said: str = say(position, move) if say else self.format_move(move)
        return said

    def say_piece(self, position: P, move: M) -> str:
        """What a move moves: `truck B`; empty where there is nothing to name."""
        say = from_room(self, "words", "say_piece")
        said: str = say(position, move) if say else ""
        return said

    def say_where(self, position: P, move: M) -> str:
        """Where to look for a move, without telling what it is: a whole sentence; empty where there is none."""
        say = from_room(self, "words", "say_where")
        said: str = say(position, move) if say else ""
        return said

    def way_to(self, position: P, place: str) -> Sequence[M] | None:
        """The moves that lead to a place, for players who point at it (`r3c5`), or that bring something there
        (`r2c2>r3c5`); None where none do."""
        raise UsageError(f"{self.name} has no ways: its moves are single")

    def ending(self, position: P) -> str:
        """In a word how a game has ended: benchmarks count games by it."""
        return self.status(position).value

    def generator(self) -> Generator[P] | None:
        """What makes puzzles of this game, if anything does."""
        made: Generator[P] | None = made_in_room(self, "generator", Generator, **self._making_choices)
        return made

    def ladder(self) -> tuple[Level, ...]:
        """The levels to climb, the easiest first; where there is no room for them, the shipped packs are levels."""
        found: tuple[Level, ...] = from_room(self, "ladder", "LEVELS", ())
        return found

    def lesson(self) -> Lesson | None:
        """A first lesson, if somebody has written one."""
        found: Lesson | None = from_room(self, "lesson", "LESSON")
        return found

    def worksheets(self) -> Worksheets[P] | None:
        """What prints puzzles of this game, if anything does."""
        made: Worksheets[P] | None = made_in_room(self, "worksheets", Worksheets)
        return made

    def guide(self, position: P) -> Guide[P, M] | None:
        """An advisor for play from `position` on; where there is none, the default strategy advises."""
        return None

    def briefing(self) -> Briefing[P] | None:
        """What puts this game into words, for evaluation sets; None where nobody has written it down."""
        made: Briefing[P] | None = made_in_room(self, "briefing", Briefing)
        return made

    def likeness(self, position: P) -> object:
        """Two puzzles with equal likeness are duplicates of each other. A text, if it is not the position itself."""
        return position

    def findings(self, puzzle: Puzzle[P]) -> list[Finding]:
        """What a pack's maker should know beyond the optimum: other recorded facts that are wrong, needless parts …"""
        find = from_room(self, "findings", "findings")
        found: list[Finding] = find(puzzle) if find else []
        return found

    def known_facts(self, position: P) -> Mapping[str, Any]:
        """What a pack of this game records of a puzzle beside its optimum: how many positions it has."""
        return {}

    def difficulty(self, position: P) -> Mapping[str, Any] | None:
        """How hard a puzzle is for people: measures by name, a score and a grade; None where nobody knows."""
        assess = from_room(self, "difficulty", "assess")
        found = assess(position) if assess else None
        return None if found is None else asdict(found)

    def measures(self) -> Mapping[str, str]:
        """What each measure of `difficulty` means, by its name."""
        measured = from_room(self, "difficulty", "Difficulty")
        return {} if measured is None else field_docs(measured)

    def draw(self, position: P, *, colour: bool = False) -> str:
        """The position as lines of text for a terminal."""
        draw_text = from_room(self, "text", "draw_text")
        drawn: str = draw_text(position, colour=colour) if draw_text else self.format(position)
        return drawn

    def scene(self, position: P) -> Scene | None:
        """The position as named parts, if the game can draw itself: pictures, films and pixels come of them."""
        scene_of = from_room(self, "scene", "scene_of")
        scene: Scene | None = scene_of(position) if scene_of else None
        return scene

    def draw_svg(self, position: P) -> str | None:
        """The position as an SVG picture, if the game can draw itself."""
        scene = self.scene(position)
        return None if scene is None else scene.svg()

    def warnings(self, history: Sequence[P], *, colour: bool = False) -> str | None:
        """What a player could see with more care, drawn or told: traps, and since when and why a game is lost.

        `history` is the positions of a game from its start on; None where the game has nothing to say.
        """
        return None

    def scenes(self, position: P, moves: Iterable[M]) -> Iterator[Sequence[Scene]] | None:
        """What a film of these moves shows: the scene it begins with, then for each move those it goes through.

        A part that is somebody (`Part.who`) moves from one scene to the next; the rest comes and goes (see
        `quandary.drawing.film`). None if the game returns no scenes. Raises `IllegalMove`.
        """
        if scenes := from_room(self, "scene", "scenes"):
            shown: Iterator[Sequence[Scene]] = scenes(position, moves)
            return shown
        first = self.scene(position)
        return None if first is None else self._one_by_one(self.scene, first, position, moves)

    def frames(self, position: P, moves: Iterable[M]) -> Iterator[Sequence[str]] | None:
        """The pictures of a film as SVG: that of `position`, then for each move those it goes through.

        None if the game cannot draw itself. Raises `IllegalMove`.
        """
        scenes = self.scenes(position, moves)
        if scenes is not None:
            return ([scene.svg() for scene in shown] for shown in scenes)
        first = self.draw_svg(position)
        return None if first is None else self._one_by_one(self.draw_svg, first, position, moves)

    def _one_by_one(
        self, draw: Callable[[P], _Drawn | None], first: _Drawn, position: P, moves: Iterable[M]
    ) -> Iterator[Sequence[_Drawn]]:
        yield [first]
        for move in moves:
            position = self.play(position, move).position
            yield [draw(position) or first]

    def __repr__(self) -> str:
        return f"quandary.game({self.name!r})"
