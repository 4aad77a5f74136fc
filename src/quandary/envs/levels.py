"""The levels that episodes are drawn from: given ones, or generated ones that are made once and kept.

A generated set is a range of seeds, so it is the same on every machine, and a level is made only when it is first
drawn. Two seeds can make the same level, or its mirror image. Who wants sets that share none asks for a split: it holds
no two levels that are alike, and a hash of what alike ones have in common decides which of the two splits they belong
to. What is made is kept for all environments of the process.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quandary.core.arguments import check_names, check_type, check_whole
from quandary.core.budget import Cancel, Task
from quandary.core.errors import BudgetEnded, UsageError
from quandary.core.game import Game, Puzzle, Status
from quandary.core.ids import LARGEST_SEED
from quandary.core.options import read_options
from quandary.engine.generate import PATIENCE, puzzle_of_seed
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import good, puzzle_of, read_file
from quandary.engine.splits import SPLITS, likeness_text, side_of
from quandary.engine.threads import in_order

Levels = str | Path | Sequence[Any]
"""The name of a pack that ships with the game, a file, or puzzles: texts, ids, positions or `Puzzle`s."""

_GRADE_OPTIONS = ("level", "difficulty")
# How many seeds in a row may make nothing new for a split, before we say that there is nothing.
_SPLIT_PATIENCE = 1000
_kept: dict[tuple[object, ...], Puzzle[Any]] = {}


class LevelSet:
    """Puzzles by their number."""

    def __init__(
        self,
        game: Game[Any, Any],
        levels: Levels | None,
        *,
        difficulty: Any,
        pool: int,
        level_seed: int,
        settings: Mapping[str, Any],
        split: str | None = None,
    ) -> None:
        if split is not None and split not in SPLITS:
            raise UsageError(f"split {split!r} is not one of {', '.join(SPLITS)}")
        self.split = split
        """Which of the two sides the levels are from; None is both, duplicates and all."""
        rules = {option.name for option in game.variant_options}
        self.game = game.variant(**{name: value for name, value in settings.items() if name in rules})
        """The game with the rules that were chosen."""
        own = {name: value for name, value in settings.items() if name not in rules and value is not None}
        self.given: list[Puzzle[Any]] | None = None
        """The levels, where they are not generated."""
        if levels is not None:
            if own or difficulty is not None:
                named = ", ".join([*own, *(["difficulty"] if difficulty is not None else [])])
                raise UsageError(f"the levels are given, so that nothing can be made with {named}")
            self.given = _read(self.game, levels)
            if split is not None:
                self.given = _side(self.game, self.given, split)
            return
        generator = self.game.generator()
        if generator is None:
            raise UsageError(f"{game.name} has no generator: levels must be given")
        if difficulty is not None:
            name = next((option.name for option in generator.options if option.name in _GRADE_OPTIONS), None)
            if name is None:
                raise UsageError(f"{game.name} has no grades of difficulty")
            own[name] = difficulty
        self.settings = read_options(generator.options, own)
        """The generator's settings, all of them."""
        check_whole("pool", pool, least=1)
        check_whole("level_seed", level_seed)
        if not 0 <= level_seed <= LARGEST_SEED - pool * (PATIENCE if split is None else _SPLIT_PATIENCE):
            raise UsageError(f"level_seed must be a seed with room for the pool above it, not {level_seed}")
        self._pool, self._first_seed = pool, level_seed

    @property
    def is_finite(self) -> bool:
        """Whether episodes must be drawn from here, also in a game that could begin with any seed."""
        return self.given is not None or self.split is not None

    def __len__(self) -> int:
        return self._pool if self.given is None else len(self.given)

    def __getitem__(self, number: int) -> Puzzle[Any]:
        if not 0 <= number < len(self):
            raise UsageError(f"there is no level {number}: they are numbered from 0 to {len(self) - 1}")
        if self.given is not None:
            return self.given[number]
        return self._made(number) if self.split is None else self._of_split(number)

    def __deepcopy__(self, memo: dict[int, Any]) -> LevelSet:
        # Nothing of it ever changes.
        return self

    def examples(self) -> list[Any]:
        """Return the positions of all given levels, or of the first that is generated."""
        return [puzzle.position for puzzle in self.given or [self[0]]]

    def all(self, jobs: int) -> list[Puzzle[Any]]:
        """All of them, those that are missing made on several threads."""
        if self.given is not None:
            return list(self.given)
        if self.split is not None:
            self.prepare(len(self), jobs)
            return self._series().puzzles[: len(self)]
        return list(in_order(lambda number, _: self[number], range(len(self)), jobs))

    def _of_split(self, number: int) -> Puzzle[Any]:
        """The puzzle of a number. All before it are made first: only then it is known which seeds make new ones."""
        self.prepare(number + 1, 1)
        return self._series().puzzles[number]

    def _series(self) -> _Series:
        key = (self.game.name, self.split, self._first_seed, tuple(sorted(self._chosen().items())))
        return _series.setdefault(key, _Series(self._first_seed))

    def _chosen(self) -> dict[str, Any]:
        return {**self.settings, **self.game.variant_choices}

    def prepare(self, count: int, jobs: int, cancel: Cancel | None = None) -> None:
        """Makes the first so many levels of a split, on several threads."""
        series, chosen = self._series(), self._chosen()
        if len(series.puzzles) >= count:
            return

        def make(seed: int, stop: Cancel | None = None) -> Puzzle[Any] | None:
            try:
                return puzzle_of_seed(self.game, seed, chosen, Task(cancel=stop))
            except BudgetEnded:
                if stop is not None and stop.cancelled:
                    return None
                raise

        seeds = itertools.count(series.seed)
        in_vain = 0
        made: Any = in_order(make, seeds, jobs, cancel) if jobs > 1 else (make(seed) for seed in seeds)
        with closing(made):
            for puzzle in made:
                if cancel is not None and cancel.cancelled:
                    # What was told to stop has made nothing, and that is not the seed's fault.
                    return
                series.seed += 1
                if puzzle is not None and _is_new(self.game, puzzle, self.split, series.seen):
                    series.puzzles.append(puzzle)
                    in_vain = 0
                    if len(series.puzzles) == count:
                        return
                    continue
                in_vain += 1
                if in_vain == _SPLIT_PATIENCE:
                    found = len(series.puzzles)
                    raise UsageError(
                        f"these settings make only some {found} different {self.game.name} puzzles for {self.split}: "
                        f"take a pool of {found} or less, or other settings"
                    )

    def _made(self, number: int) -> Puzzle[Any]:
        """The puzzle of a seed; one that makes none passes its turn to the seed one pool further on.

        So does one that is over before it begins, like a deal without a move.
        """
        chosen = self._chosen()
        for turn in range(PATIENCE):
            seed = self._first_seed + number + turn * self._pool
            key = (self.game.name, seed, tuple(sorted(chosen.items())))
            puzzle = _kept.get(key) or puzzle_of_seed(self.game, seed, chosen)
            if puzzle is not None and self.game.status(puzzle.position) is Status.PLAYING:
                _kept[key] = puzzle
                return puzzle
        raise UsageError(f"no {self.game.name} puzzle can be made with these settings")


def check_settings(game: Game[Any, Any], settings: Mapping[str, Any], *functions: Callable[..., None]) -> None:
    """Raise `UsageError` for a keyword that neither `functions` (`__init__`), the rules nor the generator know."""
    generator = game.generator()
    check_names(settings, [*game.variant_options, *(generator.options if generator else ())], *functions)


@dataclass(slots=True)
class _Series:
    """The levels of a split so far."""

    seed: int
    """The next one to try."""
    puzzles: list[Puzzle[Any]] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    """What they have in common with their duplicates."""


_series: dict[tuple[object, ...], _Series] = {}


def _is_new(game: Game[Any, Any], puzzle: Puzzle[Any], split: str | None, seen: set[str]) -> bool:
    """Whether a puzzle is on this side, begins, and is like none before."""
    likeness = likeness_text(game, puzzle.position)
    if likeness in seen or side_of(game, likeness) != split or game.status(puzzle.position) is not Status.PLAYING:
        return False
    seen.add(likeness)
    return True


def _side(game: Game[Any, Any], puzzles: list[Puzzle[Any]], split: str) -> list[Puzzle[Any]]:
    seen: set[str] = set()
    found = [puzzle for puzzle in puzzles if _is_new(game, puzzle, split, seen)]
    if not found:
        raise UsageError(f"none of the {len(puzzles)} levels is for {split}")
    return found


def _read(game: Game[Any, Any], levels: Levels) -> list[Puzzle[Any]]:
    if isinstance(levels, str) and levels in (packs := shipped_packs(game)):
        return [puzzle_of(game, puzzle) for puzzle in packs[levels]]
    if isinstance(levels, (str, Path)):
        if not Path(levels).is_file():
            listed = ", ".join(shipped_packs(game)) or "none"
            raise UsageError(f"{levels} is neither a file nor a pack of {game.name} (packs: {listed})")
        found = [good(entry) for entry in read_file(game, levels)]
    else:
        check_type("levels", levels, Iterable, "the name of a pack, a file or puzzles")
        found = [puzzle_of(game, item, number=1) for item in levels]
    if not found:
        raise UsageError("there are no levels")
    for puzzle in found:
        if game.status(puzzle.position) is not Status.PLAYING:
            raise UsageError(f"level {puzzle.id} is over before it begins")
    return found
