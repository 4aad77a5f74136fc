"""The levels that episodes are drawn from: given ones, or generated ones that are made once and kept.

A generated set is a range of seeds, so it is the same on every machine, two sets with other first seeds do not overlap,
and a level is made only when it is first drawn. What is made is kept for all environments of the process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.game import Game, Puzzle, Status
from quandary.core.ids import LARGEST_SEED
from quandary.core.options import read_options
from quandary.engine.generate import PATIENCE, puzzle_of_seed
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import good, puzzle_of, read_file

Levels = str | Path | Sequence[Any]
"""The name of a pack that ships with the game, a file, or puzzles: texts, ids, positions or `Puzzle`s."""

_GRADE_OPTIONS = ("level", "difficulty")
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
    ) -> None:
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
        if pool < 1:
            raise UsageError(f"a pool has 1 level or more, not {pool}")
        if not 0 <= level_seed <= LARGEST_SEED - pool * PATIENCE:
            raise UsageError(f"level_seed must be a seed with room for the pool above it, not {level_seed}")
        self._pool, self._first_seed = pool, level_seed

    def __len__(self) -> int:
        return self._pool if self.given is None else len(self.given)

    def __getitem__(self, number: int) -> Puzzle[Any]:
        if not 0 <= number < len(self):
            raise UsageError(f"there is no level {number}: they are numbered from 0 to {len(self) - 1}")
        return self._made(number) if self.given is None else self.given[number]

    def _made(self, number: int) -> Puzzle[Any]:
        """The puzzle of a seed; one that makes none passes its turn to the seed one pool further on.

        So does one that is over before it begins, like a deal without a move.
        """
        chosen = {**self.settings, **self.game.variant_choices}
        for turn in range(PATIENCE):
            seed = self._first_seed + number + turn * self._pool
            key = (self.game.name, seed, tuple(sorted(chosen.items())))
            puzzle = _kept.get(key) or puzzle_of_seed(self.game, seed, chosen)
            if puzzle is not None and self.game.status(puzzle.position) is Status.PLAYING:
                _kept[key] = puzzle
                return puzzle
        raise UsageError(f"no {self.game.name} puzzle can be made with these settings")


def _read(game: Game[Any, Any], levels: Levels) -> list[Puzzle[Any]]:
    if isinstance(levels, str) and levels in (packs := shipped_packs(game)):
        return packs[levels]
    if isinstance(levels, (str, Path)):
        if not Path(levels).is_file():
            listed = ", ".join(shipped_packs(game)) or "none"
            raise UsageError(f"{levels} is neither a file nor a pack of {game.name} (packs: {listed})")
        found = [good(entry) for entry in read_file(game, levels)]
    else:
        found = [puzzle_of(game, item, number=1) for item in levels]
    if not found:
        raise UsageError("there are no levels")
    for puzzle in found:
        if game.status(puzzle.position) is not Status.PLAYING:
            raise UsageError(f"level {puzzle.id} is over before it begins")
    return found
