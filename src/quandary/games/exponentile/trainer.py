"""Training the learned player: games in the native core, a checkpoint now and then, and a curve to look at.

A checkpoint holds the weights, the step sizes and the number of games so far, and every game follows from the seed and
its number. So a training that is broken off and resumed ends with the same weights as one that ran through. Files are
replaced in one stroke: whatever happens, there is a whole checkpoint.
"""

from __future__ import annotations

import json
import math
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quandary._native import exponentile as native
from quandary.core.budget import Cancel, Limits
from quandary.core.whole_file import reason, write_whole
from quandary.game import Option, Trainer, UsageError
from quandary.games.exponentile.position import CLASSIC, WEB

DISCOUNT, RATE = 0.998, 1.0
_DEFAULTS: dict[str, Any] = {"rules": WEB, "seed": 1, "discount": DISCOUNT, "rate": RATE}
GAMES_A_POINT = 100
_CHECKPOINT, _WEIGHTS, _CURVE = "checkpoint.bin", "weights.bin", "curve.jsonl"


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a learning curve: what the games since the last one were like."""

    games: int
    """Learned from so far."""
    moves: int
    """Learned from so far."""
    mean_score: float
    mean_moves: float
    share_8192: float
    """Of the games that reached a tile of 8192."""


@dataclass(frozen=True, slots=True)
class Training:
    """What a training has come to."""

    folder: Path
    curve: tuple[Point, ...]

    @property
    def weights(self) -> Path:
        """The file that the learned player reads."""
        return self.folder / _WEIGHTS


def train(
    folder: str | os.PathLike[str],
    *,
    games: int,
    rules: str | None = None,
    seed: int | None = None,
    discount: float | None = None,
    rate: float | None = None,
    games_a_point: int = GAMES_A_POINT,
    report: Callable[[Point], None] | None = None,
    cancel: Cancel | None = None,
) -> Training:
    """Trains until `games` have been played in all, going on from the folder's checkpoint if it has one.

    Writes the checkpoint, the weights and the curve to the folder with every point of the curve, and `report`s it. What
    is left open of the rules, the seed, the discount and the rate is what the checkpoint says, or the default.
    """
    if games < 0 or games_a_point < 1:
        raise UsageError("the number of games must not be negative")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{place}: is no folder to train in: {reason(error)}") from None
    trainer = _trainer(place, {"rules": rules, "seed": seed, "discount": discount, "rate": rate})
    # What was noted after the checkpoint will be noted again.
    curve = [point for point in _read_curve(place) if point.games <= trainer.games]
    while (played := trainer.games) < games:
        # Points lie at the same games however often the training is broken off.
        wanted = min(games, (played // games_a_point + 1) * games_a_point) - played
        lessons = trainer.learn(wanted, limits=Limits(cancel=cancel))
        if lessons:
            curve.append(_point(trainer, lessons))
            _save(place, trainer, curve)
            if report:
                report(curve[-1])
        if len(lessons) < wanted:
            break
    return Training(place, tuple(curve))


def _trainer(folder: Path, wanted: dict[str, Any]) -> native.Trainer:
    given = {name: value for name, value in wanted.items() if value is not None}
    file = folder / _CHECKPOINT
    try:
        if not file.exists():
            return native.Trainer(**{**_DEFAULTS, **given})
        trainer = native.Trainer.resumed(file.read_bytes())
    except (OSError, OverflowError, ValueError) as error:
        raise UsageError(f"{file}: {reason(error) if isinstance(error, OSError) else error}") from None
    for name, value in given.items():
        kept = getattr(trainer, name)
        if not _is_same(value, kept):
            raise UsageError(f"{file}: this training has {name} {kept}, not {value}")
    return trainer


def _is_same(given: Any, kept: Any) -> bool:
    # The core keeps settings in single precision.
    return given == kept if isinstance(given, str) or isinstance(kept, str) else math.isclose(given, kept, rel_tol=1e-6)


def _point(trainer: native.Trainer, lessons: Sequence[native.Lesson]) -> Point:
    count = len(lessons)
    return Point(
        trainer.games,
        trainer.moves,
        sum(lesson.score for lesson in lessons) / count,
        sum(lesson.moves for lesson in lessons) / count,
        sum(lesson.largest >= 13 for lesson in lessons) / count,
    )


def _read_curve(folder: Path) -> Iterator[Point]:
    file = folder / _CURVE
    if file.exists():
        yield from (Point(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines())


def _save(folder: Path, trainer: native.Trainer, curve: Sequence[Point]) -> None:
    # The curve first: points beyond the checkpoint are known for what they are, missing ones would not be.
    lines = "".join(json.dumps(asdict(point)) + "\n" for point in curve)
    write_whole(folder / _CURVE, lines.encode())
    write_whole(folder / _WEIGHTS, zlib.compress(trainer.network().to_bytes(), 9))
    write_whole(folder / _CHECKPOINT, trainer.checkpoint())


class ExponentileTrainer(Trainer):
    """Learns what boards are worth, by temporal differences, as `quandary lab train` asks for it."""

    options = (
        Option("discount", float, None, "what a move is worth now that comes one move later", least=0, most=1),
        Option("rate", float, None, "how much of an error a step takes away", least=0, most=1),
        Option("games_a_point", int, GAMES_A_POINT, "games between two points of the learning curve", least=1),
    )

    def __init__(self, rules: str | None = None) -> None:
        self._rules = rules

    def train(
        self,
        folder: str,
        games: int,
        seed: int | None,
        settings: Mapping[str, Any],
        report: Callable[[Mapping[str, Any]], None],
    ) -> Path:
        place = Path(folder)
        is_new = not place.is_dir() or not any(place.iterdir())
        done = train(
            folder,
            games=games,
            rules=self._rules or (CLASSIC if is_new else None),
            seed=seed,
            report=lambda point: report(asdict(point)),
            **settings,
        )
        return done.weights

    def curve(self, folder: str) -> Sequence[Mapping[str, Any]]:
        return [asdict(point) for point in _read_curve(Path(folder))]
