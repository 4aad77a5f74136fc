"""Players of ExponenTile, from one that plays anything to one that has learned and looks ahead.

A player is shown the board, the rules and what new tiles may come, and nothing else: of a position the native core
reads no more before it decides. Whole games for benchmarks are played by the core alone; games to watch go
through the Python rules move by move.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any

from quandary._native import exponentile as native
from quandary.game import Measured, Option, Played, Player, Status, Task, UsageError
from quandary.games.exponentile.position import SIDE, Position
from quandary.games.exponentile.rules import Move, grid, play


@cache
def shipped_network(rules: str) -> native.Network:
    """What our own training has learned of these rules."""
    file = resources.files("quandary.games.exponentile") / "weights" / f"{rules}.bin"
    return _unpacked(file.read_bytes())


def read_network(path: str) -> native.Network:
    """What somebody's training has written to a file."""
    try:
        return _unpacked(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error.strerror if isinstance(error, OSError) else error}") from None


def _unpacked(packed: bytes) -> native.Network:
    try:
        return native.Network(zlib.decompress(packed))
    except zlib.error:
        raise ValueError("this is no file of weights") from None


class _NativePlayer(Player[Position, Move]):
    """A player of the native core."""

    def __init__(self, name: str, summary: str, *options: Option, core_name: str | None = None) -> None:
        self.name, self.summary, self.options = name, summary, options
        self._core_name = core_name or name

    def moves(self, position: Position, seed: int, task: Task) -> Iterator[Move]:
        shape = grid(position)
        try:
            player = native.Player(self._manner(task, position), seed)
            while swap := player.choose(position):
                move = Move(*map(shape.cell, swap))
                yield move
                position = play(position, move).position
        except ValueError as error:
            raise UsageError(f"{self.name}: {error}") from None

    def play_batch(
        self, positions: Sequence[Position], seed: int, task: Task, jobs: int
    ) -> Iterator[tuple[Played[Move], float]]:
        seeds = range(seed, seed + len(positions))
        games = self._simulate(positions, seeds, task, jobs, keep_swaps=True)
        for position, (game, seconds, cpu) in zip(positions, games, strict=False):
            shape = grid(position)
            moves = [Move(shape.cell(source), shape.cell(target)) for source, target in game.swaps]
            status = Status.LOST if game.is_over else Status.PLAYING
            yield Played(moves, status, position.score + game.score, cpu), seconds

    def measure(
        self,
        positions: Sequence[Position],
        seeds: Sequence[int],
        task: Task,
        jobs: int,
        *,
        after: int | None,
        most_moves: int | None,
    ) -> Iterator[Measured]:
        games = self._simulate(positions, seeds, task, jobs, most_moves=most_moves, early_moves=after)
        for position, (game, _, _) in zip(positions, games, strict=False):
            score, early = position.score + game.score, position.score + game.early_score
            yield Measured(score, game.moves, early, str(1 << game.largest))

    def _simulate(
        self, positions: Sequence[Position], seeds: Sequence[int], task: Task, jobs: int, **extent: Any
    ) -> Iterator[tuple[native.Record, float, float | None]]:
        """Whole games by the core alone, fewer than asked for if they are cancelled."""
        pairs = zip(positions, seeds, strict=True)
        # What a player knows may depend on the rules, so that each batch is of one kind.
        for _, group in groupby(pairs, key=lambda pair: pair[0].rules):
            games = list(group)
            try:
                manner = self._manner(task, games[0][0])
                yield from native.simulate(games, manner, jobs=jobs, cancel=task.cancel, **extent)
            except ValueError as error:
                raise UsageError(f"{self.name}: {error}") from None

    def _manner(self, task: Task, position: Position) -> native.Manner:
        return native.Manner(self._core_name, **self._settings(task, position))

    def _settings(self, task: Task, position: Position) -> dict[str, Any]:
        """What the core is told beside the board."""
        return {option.name: task.options.get(option.name, option.default) for option in self.options}


class _Learned(_NativePlayer):
    """One who knows what boards of the usual size are worth."""

    def suits(self, position: Position) -> bool:
        return (position.width, position.height, position.torus) == (SIDE, SIDE, False)

    def _settings(self, task: Task, position: Position) -> dict[str, Any]:
        settings = super()._settings(task, position)
        path = settings.pop("weights")
        return {**settings, "network": read_network(path) if path else shipped_network(position.rules)}


_WEIGHTS = Option("weights", str, None, "a file of weights to use instead of the shipped ones")
_REFILLS = "imagined refills of every swap"

PLAYERS: tuple[Player[Position, Move], ...] = (
    _Learned(
        "learned-2ply",
        "the learned player, looking one move further over imagined refills: the strongest",
        Option("samples", int, 2, _REFILLS, least=1, most=10_000),
        Option("breadth", int, 6, "how many of the best swaps are looked at", least=1, most=1000),
        _WEIGHTS,
        core_name="learned",
    ),
    _Learned("learned", "the swap whose board is worth most, by what was learned from millions of moves", _WEIGHTS),
    _NativePlayer(
        "rollout",
        "the swap after which imagined games live longest",
        Option("samples", int, 12, "imagined games after every swap", least=1, most=10_000),
        Option("depth", int, 1, "their length in moves", least=1, most=10_000),
    ),
    _NativePlayer(
        "mobility",
        "the swap that leaves most swaps to choose from, over imagined refills",
        Option("samples", int, 16, _REFILLS, least=1, most=10_000),
    ),
    _NativePlayer("first", "the first swap column by column: the web game's own autoplay"),
    _NativePlayer("bottom-top", "the first swap row by row from the bottom"),
    _NativePlayer("top-bottom", "the first swap row by row from the top"),
    _NativePlayer("lowest", "the swap that merges the lowest tiles"),
    _NativePlayer("greedy", "the swap that counts most at once"),
    _NativePlayer("random", "any swap, all equally likely"),
)
"""The best first."""
