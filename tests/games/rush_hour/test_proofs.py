"""The lemmas behind Rush Hour's proofs, tried against exhaustive search, and proofs that lack something."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from quandary.engine.solve import solve
from quandary.game import Budget, BudgetEnded, Claim, NotProven, Task
from quandary.games.rush_hour import GAME, notation, rules
from quandary.games.rush_hour.checker import KeptVehicles, RushHourChecker
from quandary.games.rush_hour.position import EMPTY, WALL, Position
from quandary.games.rush_hour.prover import RushHourProver
from quandary.games.rush_hour.rules import Slide
from tests.games.rush_hour.boards import EASY, HARD, HUGE, SOLVED, STUCK, WALLED

METRICS = GAME.metrics


def _claim(position: Position, metric: str) -> Claim[Slide]:
    verdict = solve(GAME, position, metric=metric)
    assert verdict.verdict != "unknown"
    return Claim(verdict.verdict, metric, verdict.cost, verdict.optimal, verdict.moves)


def _random_boards(seed: int, count: int) -> Iterator[Position]:
    """Small boards, crowded and empty, some with walls or other vehicles in the red car's own row."""
    rng = random.Random(seed)
    for _ in range(count):
        width, height = rng.randint(3, 6), rng.randint(2, 5)
        cells = [EMPTY] * (width * height)
        row, column = rng.randrange(height), rng.randrange(width - 1)
        cells[row * width + column] = cells[row * width + column + 1] = "X"
        for piece in [WALL] * rng.choice([0, 0, 1, 2]) + list("ABCDEFGH")[: rng.randint(1, 8)]:
            _place(rng, cells, width, piece)
        yield notation.parse("/".join("".join(cells[i : i + width]) for i in range(0, len(cells), width)))


def _place(rng: random.Random, cells: list[str], width: int, piece: str) -> None:
    """Puts a wall or a vehicle somewhere, if it finds room soon."""
    for _ in range(10):
        stride = rng.choice([1, width])
        length = 1 if piece == WALL else rng.choice([2, 2, 3])
        first = rng.randrange(len(cells))
        last = first + (length - 1) * stride
        is_on_board = last < len(cells) and (stride > 1 or first // width == last // width)
        if is_on_board and not "".join(cells[first : last + 1 : stride]).strip(EMPTY):
            cells[first : last + 1 : stride] = piece * length
            return


def _distances(space: KeptVehicles) -> dict[str, int]:
    """What the best solution from each position costs, of those that have one: all positions, then back."""
    ways: dict[str, list[tuple[str, int]]] = {}
    waiting = [space.start]
    while waiting:
        text = waiting.pop()
        if text not in ways:
            ways[text] = [] if space.is_solved(text) else list(space.ways(text))
            waiting += [after for after, _ in ways[text]]
    costs = {text: 0 for text in ways if space.is_solved(text)}
    changed = True
    while changed:
        changed = False
        for text, found in ways.items():
            cost = min((price + costs[after] for after, price in found if after in costs), default=None)
            if cost is not None and cost < costs.get(text, cost + 1):
                costs[text] = cost
                changed = True
    return costs


@pytest.mark.parametrize("metric", METRICS)
def test_the_bound_never_says_too_much(metric: str) -> None:
    for position in _random_boards(1, 60):
        space = KeptVehicles(position, "".join(position.letters), Claim("solved", metric, 9, True, ()))
        for text, cost in _distances(space).items():
            assert space.bound(text) <= cost
            assert (space.bound(text) == 0) == space.is_solved(text)


@pytest.mark.parametrize("metric", METRICS)
def test_positions_and_their_digits_say_the_same(metric: str) -> None:
    for position in _random_boards(2, 60):
        claim: Claim[Slide] = Claim("unsolvable", metric, None, False, None)
        space = KeptVehicles(position, "".join(position.letters), claim)
        assert space.position(space.start) == position
        if rules.is_solved(position):
            continue
        moves = rules.moves(position)
        played = {rules.play(position, move).position: rules.move_cost(move, metric) for move in moves}
        assert {space.position(after) for after, _ in space.ways(space.start)} == set(played)
        if metric != "moves,steps":
            assert {space.position(after): price for after, price in space.ways(space.start)} == played


@pytest.mark.parametrize("metric", METRICS)
def test_random_boards_are_proven_and_nothing_else_is(metric: str) -> None:
    checker, prover = RushHourChecker(), RushHourProver()
    solved = 0
    for position in _random_boards(3, 150):
        claim = _claim(position, metric)
        proof = prover.prove(position, claim, Task(metric))
        assert checker.check(position, claim, proof)["positions"] == len(proof) - 1
        if claim.moves is None:
            continue
        solved += 1
        # Whoever says that there is no solution, or that the best is worse, cannot make a proof of it.
        detour = _detour(position, claim, metric)
        for false in (Claim("unsolvable", "moves", None, False, None), detour):
            if false is not None:
                with pytest.raises(NotProven, match="not true"):
                    prover.prove(position, false, Task(metric))
                with pytest.raises(NotProven):
                    checker.check(position, false, proof)
    assert solved > 30


def _detour(position: Position, claim: Claim[Slide], metric: str) -> Claim[Slide] | None:
    """The solution after a slide there and back again, said to be the best."""
    first = next(iter(rules.moves(position)), None)
    if first is None:
        return None
    moves = (first, Slide(first.vehicle, -first.cells), *(claim.moves or ()))
    # The red car may be out already after the first of them.
    if rules.is_solved(rules.play(position, first).position):
        return None
    return Claim("solved", metric, sum(rules.move_cost(move, metric) for move in moves), True, moves)


@pytest.mark.slow
@pytest.mark.parametrize("text", [EASY, SOLVED, STUCK, HARD, WALLED])
@pytest.mark.parametrize("metric", METRICS)
def test_boards_that_are_known(text: str, metric: str) -> None:
    position = notation.parse(text)
    claim = _claim(position, metric)
    proof = RushHourProver().prove(position, claim, Task(metric))
    RushHourChecker().check(position, claim, proof)


def test_vehicles_that_do_not_matter_are_left_out() -> None:
    # With all the traffic in the yard, no search gets through; the proof is about the corner.
    stuck = notation.parse(HUGE.replace("ZDAA.F......", "ZDAA.Fx.....", 1))
    claim: Claim[Slide] = Claim("unsolvable", "moves", None, False, None)
    proof = ["vehicles A", "0 2", "1 0", "1 1", "1 3", "1 4"]
    assert RushHourChecker().check(stuck, claim, proof) == {"positions": 5, "vehicles": 1}
    position = notation.parse(STUCK)
    assert RushHourProver().prove(position, claim, Task()) == ["vehicles BX", "0 30", "1 20", "1 31"]


@pytest.mark.parametrize(
    ("proof", "problem"),
    [
        ([], "proof line 1: does not name"),
        (["vehicles B"], "proof line 1: does not name"),
        (["vehicles XB", "0 03", "1 02", "1 13"], "proof line 1: does not name"),
        (["vehicles BXZ", "0 300"], "proof line 1: does not name"),
        (["BX", "0 30"], "proof line 1: does not name"),
        (["vehicles BX"], "the proof does not list 0 30"),
        (["vehicles BX", "0 30", "1 20"], "the proof does not list 1 31"),
        (["vehicles BX", "0 30", "1 31"], "the proof does not list 1 20"),
        (["vehicles BX", "1 20", "0 30", "1 31"], "proof line 2: no line before it leads to"),
        (["vehicles BX", "0 30", "1 31", "1 20"], "proof line 4: is out of order"),
        (["vehicles BX", "0 30", "1 20", "1 20", "1 31"], "proof line 4: is out of order"),
        (["vehicles BX", "0 30", "1 20", "1 31", "2 32"], "proof line 5: no line before it leads to"),
        (["vehicles BX", "0 30", "1 20", "2 31"], "proof line 4: no line before it leads to"),
        (["vehicles BX", "0 30", "1  20", "1 31"], "proof line 3: no line before it leads to"),
        (["vehicles BX", "0 30", "01 20", "1 31"], "proof line 3: no line before it leads to"),
        (["vehicles BX", "", "1 20", "1 31"], "proof line 2: no line before it leads to"),
        (["vehicles X", "0 0", "1 1", "1 2", "1 3", "1 4"], "proof line 6: this position is solved"),
    ],
)
def test_a_proof_that_fails_says_where(proof: list[str], problem: str) -> None:
    claim: Claim[Slide] = Claim("unsolvable", "moves", None, False, None)
    with pytest.raises(NotProven, match=problem):
        RushHourChecker().check(notation.parse(STUCK), claim, proof)


def test_a_proof_takes_no_more_than_its_budget() -> None:
    position = notation.parse(HARD)
    claim = _claim(position, "moves")
    for budget in (Budget(nodes=100), Budget(time=0.0), Budget(memory=1000)):
        with pytest.raises(BudgetEnded):
            RushHourProver().prove(position, claim, Task("moves", budget))
