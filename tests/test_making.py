"""What a seed makes is bounded by work, never by the clock, and a limit that ends first is reported as that."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping
from typing import Any

import pytest

import quandary
from quandary.core.budget import Cancel
from quandary.engine.generate import new_puzzle, puzzle_of_seed
from quandary.engine.packs import shipped_pack
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import BudgetEnded, Deadline, Generator, Task
from quandary.games.template import GAME as TEMPLATE
from quandary.games.template.generator import HerdGenerator

# Every level that a search decides.
SEARCHED: dict[str, list[dict[str, Any]]] = {
    "rush-hour": [{"level": level} for level in ("beginner", "intermediate", "advanced", "expert")],
    "sokoban": [{"level": level} for level in ("beginner", "intermediate", "advanced", "expert", "master")],
    "klondike": [{"winnable": True}, *({"difficulty": grade, "draw": 1} for grade in ("easy", "medium", "hard"))],
}
ORDERS = [(name, order) for name, orders in SEARCHED.items() for order in orders]


@pytest.mark.parametrize(("name", "order"), ORDERS)
@pytest.mark.parametrize(
    ("budget", "reason"),
    [(quandary.Budget(time=0.0), "time"), (None, "cancelled")],
)
def test_a_seed_that_is_not_made_in_time_is_not_said_to_make_none(
    name: str, order: Mapping[str, Any], budget: quandary.Budget | None, reason: str
) -> None:
    cancel = Cancel()
    if budget is None:
        cancel.cancel()
    with pytest.raises(BudgetEnded) as ended:
        puzzle_of_seed(quandary.game(name), 7, order, Task(budget=budget or quandary.Budget(), cancel=cancel))
    assert ended.value.reason == reason


def test_an_id_that_is_not_made_in_time_is_named_with_the_reason() -> None:
    game = quandary.game("rush-hour")
    with pytest.raises(BudgetEnded, match=r"puzzle rush-hour:expert#7: the time ran out before the puzzle was made"):
        puzzle_of_id(game, "rush-hour:expert#7", Task(budget=quandary.Budget(time=0.0)))


def test_a_clock_that_races_ends_the_time_but_changes_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    game, order = quandary.game("rush-hour"), {"level": "beginner"}
    expected = puzzle_of_seed(game, 3, order)
    readings = itertools.count(step=1000.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(readings))
    assert puzzle_of_seed(game, 3, order) == expected
    deadline = Deadline(Task(budget=quandary.Budget(time=500.0)))
    with pytest.raises(BudgetEnded, match="time ran out"):
        deadline.check()


@pytest.mark.parametrize("name", ["rush-hour", "sokoban"])
def test_a_grade_has_no_time_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual budget of a grade counts positions: a slow machine takes longer and says the same."""
    game = quandary.game(name)
    position = game.parse(game.examples[0])
    expected = game.difficulty(position)
    readings = itertools.count(step=1e9)
    monkeypatch.setattr(time, "monotonic", lambda: next(readings))
    assert game.difficulty(position) == expected


def test_a_level_that_cannot_be_measured_in_time_gets_no_other_grade() -> None:
    from quandary.games.sokoban.difficulty import assess

    level = quandary.game("sokoban").parse("6#|#_@__#|#_$__#|#_.$.#|#____#|6#")
    with pytest.raises(BudgetEnded):
        assess(level, quandary.Budget(time=0.0))


class _Late(HerdGenerator):
    """Runs out of time the first time that seed 3 is tried, as one begun ahead on a busy machine does."""

    def __init__(self) -> None:
        self.tried: list[int] = []

    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Any, Mapping[str, Any]]:
        self.tried.append(seed)
        if seed == 3 and self.tried.count(3) == 1:
            raise BudgetEnded("too late", reason="time")
        return super().make(seed, settings, task)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_seed_begun_ahead_gets_its_own_time(jobs: int) -> None:
    generator = _Late()

    class Herds(type(TEMPLATE)):  # type: ignore[misc]
        """The example game with that generator."""

        def generator(self) -> Generator[Any]:
            return generator

    made = [puzzle.id for puzzle in quandary.generate(Herds(), count=4, seed=1, time=60.0, jobs=jobs)]
    assert made == [puzzle.id for puzzle in quandary.generate(TEMPLATE, count=4, seed=1)]


@pytest.mark.parametrize(("name", "order"), [("klondike", {"winnable": True}), ("rush-hour", {})])
def test_a_batch_never_leaves_a_seed_out_for_want_of_memory(name: str, order: Mapping[str, Any]) -> None:
    with pytest.raises(BudgetEnded, match="within the memory budget, seeds 5 to 5") as ended:
        list(quandary.generate(name, seed=5, count=3, memory=1000, **order))
    assert ended.value.reason == "memory"


def test_a_new_master_level_is_a_shipped_one() -> None:
    game = quandary.game("sokoban")
    pack = shipped_pack(game, "master")
    first = new_puzzle(game, {"level": "master"})
    assert first in pack
    assert all(new_puzzle(game, {"level": "master"}, unlike=first.id).id != first.id for _ in range(100))
    # A seed is a promise, and other settings are an order: both are made.
    cancel = Cancel()
    cancel.cancel()
    for seed, settings in ((4711, {}), (None, {"boxes": "6"})):
        with pytest.raises(BudgetEnded):
            new_puzzle(game, {"level": "master", **settings}, seed=seed, cancel=cancel)


def test_the_terminal_app_takes_new_master_levels_from_the_pack() -> None:
    pytest.importorskip("textual")
    from quandary.tui.new_puzzle import making

    game = quandary.game("sokoban")
    assert making(game, {"level": "master"})(Cancel(), lambda nodes, depth: None) in shipped_pack(game, "master")


@pytest.mark.parametrize("game", ["rush-hour", "sokoban"])
def test_play_takes_a_seed_at_its_word(game: str) -> None:
    from quandary.cli.play import _puzzle

    wanted = {"level": "beginner"}
    assert _puzzle(quandary.game(game), None, 3, wanted) == puzzle_of_seed(quandary.game(game), 3, wanted)
