"""How well players play: many games each, the same games for all of them.

Every player plays the same starts, with the same luck as long as they play alike. So two players are compared game by
game, and whatever luck they share cancels out. A player sees neither the seed nor the luck; what it draws itself comes
from a seed of its own.
"""

from __future__ import annotations

import math
import time as clock
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean, stdev
from typing import Any

from quandary.core.abilities import Measured, Player
from quandary.core.budget import Task
from quandary.core.game import Game, Status
from quandary.core.options import read_options
from quandary.core.rng import Rng
from quandary.engine.generate import generate
from quandary.lab.significance import quantile

# Enough games to keep every core busy, few enough that results come in a steady stream and memory stays flat.
GAMES_AT_A_TIME = 64
_CONFIDENCE = 1.959964
"""Standard deviations on either side that hold 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player with its settings."""

    player: Player[Any, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    """Those that were chosen; the others have their defaults."""

    @property
    def name(self) -> str:
        """As it is asked for: `mobility:samples=4`."""
        chosen = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.player.name}:{chosen}" if chosen else self.player.name


@dataclass(frozen=True, slots=True)
class Match:
    """What everybody plays."""

    game: Game[Any, Any]
    games: int
    seed: int = 1
    """Of the first game; the others have those that follow."""
    after: int | None = None
    """After how many moves the score is looked at, beside the end."""
    most_moves: int | None = None
    """After how many moves a game is broken off."""
    jobs: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The generator's."""


@dataclass(slots=True, eq=False)
class Series:
    """The games that one contestant has played, in the order of their seeds."""

    contestant: Contestant
    games: list[Measured] = field(default_factory=list)
    cpu_seconds: float = 0.0
    """What they took of all cores together; the making of the starts is not counted."""

    @property
    def scores(self) -> list[int]:
        """Of all games."""
        return [game.score for game in self.games]


def run(match: Match, contestants: Sequence[Contestant], finished: Callable[[Series], None]) -> Iterator[Series]:
    """Lets everybody play, one after the other; `finished` hears of every game, so that none is lost if we are stopped.

    An interrupt comes out here; what has been played until then is in the series that `finished` was told of.
    """
    for contestant in contestants:
        series = Series(contestant)
        for measured, seconds in _games(match, contestant):
            series.games.append(measured)
            series.cpu_seconds += seconds
            finished(series)
        yield series


def _games(match: Match, contestant: Contestant) -> Iterator[tuple[Measured, float]]:
    """The games in order, each with the CPU seconds since the one before it."""
    player, game = contestant.player, match.game
    task = Task(options=read_options(player.options, contestant.options))
    starts = generate(game, count=match.games, seed=match.seed, **match.settings)
    for first in range(0, match.games, GAMES_AT_A_TIME):
        count = min(GAMES_AT_A_TIME, match.games - first)
        positions = [next(starts).position for _ in range(count)]
        seeds = [_player_seed(match.seed + first + number) for number in range(count)]
        # The clock of the process knows all threads, and is finer than a thread's own.
        last = clock.process_time()
        limits = {"after": match.after, "most_moves": match.most_moves}
        played = player.measure(positions, seeds, task, match.jobs, **limits) or (
            _measure(game, player, position, seed, task, match) for position, seed in zip(positions, seeds, strict=True)
        )
        for measured in played:
            now = clock.process_time()
            yield measured, now - last
            last = now


def _player_seed(seed: int) -> int:
    """What a player draws must not be what the game draws."""
    return Rng(seed).split().next_u64() >> 1


def _measure(
    game: Game[Any, Any], player: Player[Any, Any], position: Any, seed: int, task: Task, match: Match
) -> Measured:
    """A game through the Python rules."""
    made = 0
    score_after: int | None = None
    if game.status(position) is Status.PLAYING and match.most_moves != 0:
        for move in player.moves(position, seed, task):
            position = game.play(position, move).position
            made += 1
            if made == match.after:
                score_after = _score(game, position)
            if made == match.most_moves:
                break
    score = _score(game, position)
    return Measured(score, made, score if score_after is None else score_after, game.ending(position))


def _score(game: Game[Any, Any], position: Any) -> int:
    score = game.score(position)
    return int(game.status(position) is Status.WON) if score is None else score


@dataclass(frozen=True, slots=True)
class Difference:
    """How two contestants compare over the games that both have played."""

    against: str
    pairs: int
    mean: float
    """How much more this one scored than the other, in the mean."""
    interval: tuple[float, float]
    """Where the true difference lies with 95% confidence."""
    better: float
    """The share of games in which this one scored more, ties counted half."""

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "strategy": self.against,
            "pairs": self.pairs,
            "difference": round(self.mean, 3),
            "interval": [round(end, 3) for end in self.interval],
            "better": round(self.better, 4),
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """What a series comes to."""

    name: str
    games: int
    mean: float
    standard_error: float
    median: float
    p10: float
    p90: float
    best: int
    moves_per_game: float
    score_after: float
    """The mean score after the moves that the match asks for."""
    endings: dict[str, float]
    """The share of games by how they ended, the most common way first."""
    cpu_seconds: float
    moves_per_second: float
    """Of CPU time."""

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        figures = {name: round(value, 3) if isinstance(value, float) else value for name, value in asdict(self).items()}
        endings = {name: round(share, 4) for name, share in self.endings.items()}
        figures |= {"endings": endings, "moves_per_second": round(self.moves_per_second, 1)}
        return {"strategy": figures.pop("name"), **figures}


def summary(series: Series) -> Summary:
    """The figures of a series of at least one game."""
    scores = series.scores
    moves = sum(game.moves for game in series.games)
    count = len(scores)
    return Summary(
        series.contestant.name,
        count,
        fmean(scores),
        _standard_error(scores),
        quantile(scores, 0.5),
        quantile(scores, 0.1),
        quantile(scores, 0.9),
        max(scores),
        moves / count,
        fmean(game.score_after for game in series.games),
        {ending: games / count for ending, games in Counter(game.ending for game in series.games).most_common()},
        series.cpu_seconds,
        moves / max(series.cpu_seconds, 1e-9),
    )


def difference(one: Series, other: Series) -> Difference | None:
    """How `one` compares with `other`, game by game; None where they have no game in common."""
    gains = [mine - theirs for mine, theirs in zip(one.scores, other.scores, strict=False)]
    if not gains:
        return None
    mean = fmean(gains)
    half = _t_quantile(len(gains) - 1) * _standard_error(gains)
    better = sum(1.0 if gain > 0 else 0.5 if gain == 0 else 0.0 for gain in gains) / len(gains)
    return Difference(other.contestant.name, len(gains), mean, (mean - half, mean + half), better)


def _standard_error(values: Sequence[float]) -> float:
    """Of the mean; of a single value nothing is known."""
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf


def _t_quantile(degrees: int) -> float:
    """Student's t for 95% confidence: the normal quantile and the first terms of its expansion in 1/degrees."""
    z = _CONFIDENCE
    n = max(degrees, 1)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
