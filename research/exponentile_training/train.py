"""Train the learned player: games in the native core, with checkpoints and a learning curve.

    python -m research.exponentile_training.train FOLDER --rules web --games 6000

A checkpoint holds the weights, the step sizes and the number of games so far, and each game follows from the seed and
its number: a training that is interrupted and resumed ends with the same weights as one that is not. Files are replaced
atomically, so that there is always a complete checkpoint.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quandary import Cancel
from quandary._native import exponentile as native
from quandary.core.budget import Limits
from quandary.core.whole_file import reason, write_whole
from quandary.game import UsageError
from quandary.games.exponentile.position import CLASSIC, WEB
from quandary.lab.report.plots import load_pyplot

DISCOUNT, RATE = 0.998, 1.0
_DEFAULTS: dict[str, Any] = {"rules": WEB, "seed": 1, "discount": DISCOUNT, "rate": RATE}
GAMES_A_POINT = 100
_CHECKPOINT, _WEIGHTS, _CURVE = "checkpoint.bin", "weights.bin", "curve.jsonl"
_MEASURES = ("moves", "mean_score", "mean_moves", "share_8192")


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the learning curve: figures of the games since the last point."""

    games: int
    """Games learned from so far."""
    moves: int
    """Moves learned from so far."""
    mean_score: float
    mean_moves: float
    share_8192: float
    """The share of games that reached a tile of 8192."""


@dataclass(frozen=True, slots=True)
class Training:
    """The state of a training."""

    folder: Path
    curve: tuple[Point, ...]

    @property
    def weights(self) -> Path:
        """The file for the learned player's option `weights`."""
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
    """Train until `games` have been played in all, from the folder's checkpoint on if it has one.

    Writes the checkpoint, the weights and the curve to the folder with each point of the curve, and `report`s the
    point. A setting that is None is the checkpoint's, or the default of a new training.
    """
    if games < 0 or games_a_point < 1:
        raise UsageError("the number of games must not be negative")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{place}: cannot be used as a folder: {reason(error)}") from None
    trainer = _trainer(place, {"rules": rules, "seed": seed, "discount": discount, "rate": rate})
    # Drop points after the checkpoint: the games are played again.
    curve = [point for point in _read_curve(place) if point.games <= trainer.games]
    while (played := trainer.games) < games:
        # Points are at the same games however often the training is interrupted.
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
    # The core stores settings in single precision.
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
    # The curve first: points after the checkpoint are dropped when resuming, but a missing one would stay missing.
    lines = "".join(json.dumps(asdict(point)) + "\n" for point in curve)
    write_whole(folder / _CURVE, lines.encode())
    write_whole(folder / _WEIGHTS, zlib.compress(trainer.network().to_bytes(), 9))
    write_whole(folder / _CHECKPOINT, trainer.checkpoint())


def draw_curve(points: Sequence[Point]) -> bytes:
    """Return a learning curve as SVG: a panel for each measure, by games learned from."""
    pyplot = load_pyplot()
    width, height = 6.4, 2.1
    figure, panels = pyplot.subplots(len(_MEASURES), 1, figsize=(width, height * len(_MEASURES)), sharex=True)
    for name, axes in zip(_MEASURES, panels, strict=True):
        axes.plot([point.games for point in points], [getattr(point, name) for point in points])
        axes.set(ylabel=name.replace("_", " "), ylim=(0, None))
        axes.yaxis.set_major_formatter("{x:,.10g}")
    figure.align_ylabels()
    panels[-1].set(xlabel="games learned from", xlim=(0, None))
    content = io.BytesIO()
    # Without a date, the same curve makes the same file.
    figure.savefig(content, format="svg", metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)
    return content.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command: exit status 0, 2 if the input is bad, 130 if interrupted."""
    parser = argparse.ArgumentParser(
        prog="python -m research.exponentile_training.train",
        description="Train the learned player of ExponenTile. A training goes on where the folder's last one stopped.",
    )
    parser.add_argument("folder", help="holds the checkpoint, the weights and the learning curve")
    parser.add_argument("--games", type=int, default=1000, help="games to learn from, in all (default: 1000)")
    parser.add_argument("--rules", choices=(CLASSIC, WEB), help=f"default: the folder's, or {WEB}")
    parser.add_argument("--seed", type=int, help="default: the folder's, or 1")
    parser.add_argument("--discount", type=float, help=f"value of a move one move later (default: {DISCOUNT})")
    parser.add_argument("--rate", type=float, help=f"share of an error that a step removes (default: {RATE})")
    parser.add_argument("--games-a-point", type=int, default=GAMES_A_POINT, help="games between points of the curve")
    parser.add_argument("--picture", metavar="FILE", help="draw the learning curve as SVG (needs matplotlib)")
    chosen = vars(parser.parse_args(arguments))
    picture = chosen.pop("picture")
    try:
        done = train(chosen.pop("folder"), **chosen, report=lambda point: print(json.dumps(asdict(point)), flush=True))
        if picture:
            if not done.curve:
                raise UsageError("there is no learning curve to draw yet")
            write_whole(picture, draw_curve(done.curve))
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: the same command goes on from the last point of the curve", file=sys.stderr)
        return 130
    print(done.weights)
    return 0


if __name__ == "__main__":
    sys.exit(main())
