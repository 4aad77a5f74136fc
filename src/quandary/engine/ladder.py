"""Ladders: what there is to climb in a game, how far somebody has come, and what comes next.

A game's levels are its shipped packs, from the easiest on, or what its room `ladder` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from quandary.core.game import Game, Puzzle
from quandary.core.ids import PuzzleId, is_seed, lasting_id, plain_id
from quandary.core.ladder import Level
from quandary.core.registry import game as game_of_name
from quandary.engine.packs import pack_names, shipped_pack
from quandary.engine.puzzles import puzzle_of_id

if TYPE_CHECKING:
    from quandary.engine.progress import Best, Progress


@dataclass(frozen=True, slots=True)
class Rung:
    """One puzzle of a ladder."""

    game: str
    level: Level
    number: int
    """From 1, within its level."""
    name: str
    """What makes the puzzle: `rush-hour:beginner/3`, `circuit:5#3`."""
    id: str
    """Under which records know it; a puzzle of a pack that has no id of its own goes by its board."""

    @property
    def title(self) -> str:
        """For people: `Beginner 3`."""
        return f"{self.level.title} {self.number}"

    @property
    def puzzle(self) -> Puzzle[Any]:
        """The puzzle itself."""
        return puzzle_of_id(game_of_name(self.game), self.name)

    def stars(self, best: Best | None) -> int:
        """The stars that a best is worth here."""
        if best is None:
            return 0
        if self.level.marks is None:
            return best.stars
        return sum((best.score or 0) >= mark for mark in self.level.marks)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far somebody has come in one level."""

    level: Level
    rungs: tuple[Rung, ...]
    stars: tuple[int, ...]
    """Of each rung; a rung that is won has at least one."""
    is_open: bool
    """Whether it may be played: enough of the level before is won."""

    @property
    def won(self) -> int:
        """How many rungs are won."""
        return sum(stars > 0 for stars in self.stars)

    @property
    def next(self) -> Rung | None:
        """The first rung that is not won; None if all are, or if the level is locked."""
        left = (rung for rung, stars in zip(self.rungs, self.stars, strict=True) if not stars)
        return next(left, None) if self.is_open else None

    @property
    def words(self) -> str:
        """`7/30`, as a menu says it."""
        return f"{self.won}/{len(self.rungs)}"


def levels(game: Game[Any, Any]) -> tuple[Level, ...]:
    """The game's levels, the easiest first; none for a game that has neither packs nor a room for them."""
    return _levels(game.name)


def ladder(game: Game[Any, Any]) -> tuple[Rung, ...]:
    """Every rung of the game, from the first level's first on."""
    return tuple(rung for level in levels(game) for rung in rungs(game, level))


def rungs(game: Game[Any, Any], level: Level) -> tuple[Rung, ...]:
    """The rungs of one level."""
    return _rungs(game.name, level)


# By the game's name, not by the game: its rules are chosen by each puzzle's own id.


@cache
def _levels(name: str) -> tuple[Level, ...]:
    game = game_of_name(name)
    return game.ladder() or tuple(_packs_in_order(game))


@cache
def _rungs(name: str, level: Level) -> tuple[Rung, ...]:
    game = game_of_name(name)
    if not level.pack:
        seeds = range(level.first, level.first + level.count)
        names = [str(PuzzleId(game.name, level.words, seed)) for seed in seeds]
        return tuple(Rung(game.name, level, number, name, name) for number, name in enumerate(names, start=1))
    return tuple(
        Rung(game.name, level, number, f"{game.name}:{level.pack}/{number}", lasting_id(game, puzzle))
        for number, puzzle in enumerate(shipped_pack(game, level.pack), start=1)
    )


def _packs_in_order(game: Game[Any, Any]) -> list[Level]:
    """A level for every pack: those of the generator's grades from the easiest on, then the others by name."""
    generator = game.generator()
    grades = [grade for option in (generator.options if generator else ()) for grade in option.choices or ()]
    packs = sorted(pack_names(game), key=lambda name: (grades.index(name) if name in grades else len(grades), name))
    return [Level(name, name.replace("-", " ").capitalize(), pack=name) for name in packs]


def rung_of(game: Game[Any, Any], id: str) -> Rung | None:
    """The rung of the puzzle with this id; None if it is on no ladder."""
    name = plain_id(id)
    return next((rung for rung in ladder(game) if name in (rung.id, rung.name)), None)


def level_of(game: Game[Any, Any], id: str) -> str | None:
    """The level of a puzzle: the ladder's, or the settings that its id says; None where nobody knows."""
    if rung := rung_of(game, id):
        return rung.level.name
    return PuzzleId.parse(id).words or None if is_seed(game, id) else None


def title_of(game: Game[Any, Any], id: str) -> str:
    """What people call a puzzle: `Beginner 3`, or the settings and the seed of its id; a board is called `a board`."""
    if rung := rung_of(game, id):
        return rung.title
    if not is_seed(game, id):
        return "a board"
    name = PuzzleId.parse(id)
    return f"{name.words.replace('-', ' ').capitalize()} #{name.seed}".strip()


def climbed(game: Game[Any, Any], progress: Progress) -> list[Standing]:
    """How far somebody has come in each level of a game."""
    found: list[Standing] = []
    for level in levels(game):
        its_rungs = rungs(game, level)
        stars = tuple(_stars(rung, progress) for rung in its_rungs)
        is_open = not found or (found[-1].is_open and found[-1].won >= level.unlock)
        found.append(Standing(level, its_rungs, stars, is_open))
    return found


def _stars(rung: Rung, progress: Progress) -> int:
    best = progress.puzzle(rung.id)
    return max(rung.stars(best), int(best is not None and best.won > 0))


def next_rung(game: Game[Any, Any], progress: Progress, after: str | None = None) -> Rung | None:
    """The next unsolved puzzle: the first after the one with this id, else the first of all; None if all are won."""
    if after is not None and (last := rung_of(game, after)):
        after = last.id
    standings = climbed(game, progress)
    left = [
        rung
        for standing in standings
        if standing.is_open
        for rung, stars in zip(standing.rungs, standing.stars, strict=True)
        if not stars and rung.id != after
    ]
    order = [rung.id for rung in ladder(game)]
    place = order.index(after) if after in order else -1
    return next((rung for rung in left if order.index(rung.id) > place), next(iter(left), None))
