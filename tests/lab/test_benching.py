"""Series of games and what they come to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

from quandary.core.registry import game
from quandary.engine.play import choose_player
from quandary.game import Measured, Player, Task
from quandary.games.template import GAME as TEMPLATE
from quandary.lab.bench import Contestant, Match, Series, difference, run, summary
from quandary.lab.significance import quantile


class Hopper(Player[Any, Any]):
    """Plays the first move of the template game, or the last."""

    name = "hopper"
    summary = "hops"

    def __init__(self, which: int) -> None:
        self._which = which

    def moves(self, position: Any, seed: int, task: Task) -> Iterator[Any]:
        while legal := TEMPLATE.moves(position):
            yield legal[self._which]
            position = TEMPLATE.play(position, legal[self._which]).position


def _series(*scores: int) -> Series:
    series = Series(Contestant(Hopper(0)))
    series.games += [Measured(score, 10, score // 2, "won" if score > 5 else "lost") for score in scores]
    series.cpu_seconds = 2.0
    return series


def _played(match: Match, *contestants: Contestant) -> list[Series]:
    return list(run(match, contestants, lambda series: None))


def test_a_summary_counts_what_was_played() -> None:
    figures = summary(_series(2, 4, 6, 8))
    assert (figures.games, figures.mean, figures.median, figures.best) == (4, 5, 5, 8)
    assert figures.standard_error == pytest.approx(math.sqrt(20 / 3 / 4))
    assert figures.p10 == pytest.approx(2.6)
    assert figures.p90 == pytest.approx(7.4)
    assert (figures.moves_per_game, figures.score_after, figures.moves_per_second) == (10, 2.5, 20)
    assert figures.endings == {"lost": 0.5, "won": 0.5}


def test_pairs_are_compared_game_by_game() -> None:
    # The scores vary much, their differences little.
    found = difference(_series(110, 1012, 31), _series(100, 1000, 20, 7))
    assert found is not None
    assert (found.pairs, found.mean, found.better) == (3, 11, 1.0)
    # Student's t with two degrees of freedom is 4.30.
    half = found.interval[1] - found.mean
    assert half == pytest.approx(4.30 / math.sqrt(3), rel=0.05)
    assert difference(_series(), _series(1)) is None


def test_ties_count_half() -> None:
    found = difference(_series(1, 1, 3, 0), _series(1, 1, 1, 1))
    assert found is not None
    assert found.better == 0.5


def test_one_game_says_nothing_of_its_error() -> None:
    assert summary(_series(7)).standard_error == math.inf


@pytest.mark.parametrize(("share", "value"), [(0, 1), (0.25, 2), (0.5, 3), (1, 5), (0.1, 1.4)])
def test_quantiles_lie_between_values_in_proportion(share: float, value: float) -> None:
    assert quantile([5, 3, 1, 2, 4], share) == pytest.approx(value)


def test_a_game_without_a_score_counts_who_wins() -> None:
    # With one frog and one toad nothing can go wrong.
    match = Match(TEMPLATE, 1, settings={"frogs": 1, "toads": 1})
    (series,) = _played(match, Contestant(Hopper(0)))
    assert series.games == [Measured(1, 3, 1, "won")]


def test_games_depend_on_their_seeds_alone() -> None:
    exponentile = game("exponentile", rules="web")
    settings = {"width": 4, "height": 4}
    random = choose_player(exponentile, "random")
    (whole,) = _played(Match(exponentile, 70, seed=5, after=3, settings=settings), Contestant(random))
    (part,) = _played(Match(exponentile, 10, seed=5, after=3, jobs=2, settings=settings), Contestant(random))
    assert part.games == whole.games[:10]
    assert len({game.score for game in whole.games}) > 30
    assert all(game.score_after <= game.score for game in whole.games)


def test_a_limit_breaks_games_off() -> None:
    exponentile = game("exponentile", rules="web")
    first = choose_player(exponentile, "first")
    (series,) = _played(Match(exponentile, 5, most_moves=4, after=2), Contestant(first))
    assert [game.moves for game in series.games] == [4] * 5
    (short,) = _played(Match(exponentile, 5, most_moves=2), Contestant(first))
    assert [game.score_after for game in series.games] == short.scores


def test_what_is_played_is_told_game_by_game_so_that_an_interrupt_keeps_it() -> None:
    kept: list[Series] = []

    def interrupt(series: Series) -> None:
        kept.append(series)
        if len(kept) == 3:
            raise KeyboardInterrupt

    exponentile = game("exponentile")
    match = Match(exponentile, 9, most_moves=2)
    with pytest.raises(KeyboardInterrupt):
        list(run(match, [Contestant(choose_player(exponentile, name)) for name in ("first", "random")], interrupt))
    assert len(kept[-1].games) == 3


def test_a_contestants_name_says_its_settings() -> None:
    assert Contestant(Hopper(0), {"samples": 4, "depth": 2}).name == "hopper:samples=4,depth=2"
