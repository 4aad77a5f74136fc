"""The native rules and search against the Python rules: two writings of the same game must agree everywhere."""

from __future__ import annotations

import pytest

from quandary._native import Cancel, Limits
from quandary._native import rush_hour as native
from quandary.engine.solve import solve
from quandary.game import Budget, BudgetEnded, Rng, Task, a_star
from quandary.games.rush_hour import GAME, notation, rules
from quandary.games.rush_hour.distances import canonical_form, explore
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.solver import Optimal, count_optima
from tests.games.rush_hour import boards
from tests.games.rush_hour.boards import EASY, HARD, SOLVED, STUCK, WALLED


def random_board(rng: Rng) -> Position:
    """Any legal board: sizes, walls and lengths at random."""
    width, height = 3 + rng.below(6), 3 + rng.below(6)
    cells = ["."] * (width * height)
    row = rng.below(height)
    start = row * width + rng.below(width - 1)
    cells[start] = cells[start + 1] = "X"
    letters = list("ABCDEFGHIJKLMNOPQRSTUVWYZ")[: rng.below(9)]
    for letter in letters:
        length, stride = 2 + rng.below(2), rng.choice([1, width])
        first = rng.below(len(cells))
        piece = [first + step * stride for step in range(length)]
        straight = piece[-1] < len(cells) and (stride != 1 or piece[0] // width == piece[-1] // width)
        if straight and length < (width if stride == 1 else height) and all(cells[cell] == "." for cell in piece):
            for cell in piece:
                cells[cell] = letter
    for _ in range(rng.below(3)):
        cell = rng.below(len(cells))
        if cells[cell] == ".":
            cells[cell] = "x"
    return notation.parse("/".join("".join(cells[r * width : (r + 1) * width]) for r in range(height)))


BOARDS = [random_board(Rng(seed)) for seed in range(150)]


def perft(position: Position, depth: int) -> list[int]:
    """Numbers of slide sequences by length, by the Python rules, past solved positions too."""
    if depth == 0:
        return [1]
    counts = [1] + [0] * depth
    for move in rules.slides(position):
        for length, count in enumerate(perft(slid(position, move), depth - 1), start=1):
            counts[length] += count
    return counts


def slid(position: Position, move: rules.Slide) -> Position:
    """The position after a slide, solved or not before it: the search looks past solutions, play does not."""
    if not rules.is_solved(position):
        return rules.play(position, move).position
    vehicle = position.vehicle(move.vehicle)
    cells = list(position.cells.replace(move.vehicle, "."))
    for number in range(vehicle.length):
        cells[vehicle.first + (number + move.cells) * vehicle.stride] = move.vehicle
    return Position("".join(cells), position.width)


def test_legal_moves_agree_along_random_walks() -> None:
    rng = Rng(77)
    for board in BOARDS:
        position = board
        for _ in range(10):
            slides = rules.slides(position)
            assert native.moves(position) == [(move.vehicle, move.cells) for move in slides]
            if not slides:
                break
            position = slid(position, rng.choice(slides))


def test_numbers_of_move_sequences_agree() -> None:
    for position in BOARDS[:40]:
        assert native.perft(position, 3) == perft(position, 3)
    assert native.perft(notation.parse(EASY), 3) == perft(notation.parse(EASY), 3)


@pytest.mark.parametrize("metric", ["moves", "steps"])
def test_optima_agree_with_the_reference_search(metric: str) -> None:
    verdicts = set()
    for position in BOARDS:
        if native.distances(position, limits=Limits(nodes=1500)) == "nodes":
            continue
        expected = a_star(GAME, position, Task(metric=metric))
        found = solve(GAME, position, metric=metric)
        assert (found.verdict, found.cost) == (expected.conclusion, expected.bound)
        verdicts.add(found.verdict)
    assert verdicts == {"solved", "unsolvable"}


def test_fewest_moves_then_fewest_steps() -> None:
    for position in BOARDS[:60]:
        if native.distances(position, limits=Limits(nodes=300)) == "nodes":
            continue
        both = solve(GAME, position, metric="moves,steps")
        assert both.cost == solve(GAME, position).cost
        if both.moves is not None:
            steps = sum(abs(move.cells) for move in both.moves)
            assert steps == fewest_steps(position, len(both.moves))


def fewest_steps(position: Position, moves: int) -> int | None:
    """The fewest steps of a solution with exactly this number of moves, by trying layer after layer."""
    layer = {position: 0}
    for _ in range(moves):
        following: dict[Position, int] = {}
        for here, steps in layer.items():
            for move in rules.moves(here):
                after = rules.play(here, move).position
                following[after] = min(following.get(after, 10**9), steps + abs(move.cells))
        layer = following
    return min((steps for here, steps in layer.items() if rules.is_solved(here)), default=None)


def test_distances_are_those_of_the_solver() -> None:
    rng = Rng(5)
    for board in BOARDS[:40]:
        position = board
        try:
            cluster = explore(position, Task(budget=Budget(nodes=3000)))
        except BudgetEnded:
            continue
        assert sum(cluster.histogram) in (0, cluster.size)
        for _ in range(8):
            distance = cluster.distance(position)
            assert distance == solve(GAME, position).cost
            best = cluster.best_moves(position)
            expected = [
                move for move in rules.moves(position)
                if distance is not None and cluster.distance(slid(position, move)) == distance - 1
            ]  # fmt: skip
            assert best == expected
            assert bool(cluster.optimal_solutions(position)) == (distance is not None)
            if slides := rules.slides(position):
                position = slid(position, rng.choice(slides))


def test_the_number_of_optimal_solutions() -> None:
    cluster = explore(notation.parse(EASY))

    def count(position: Position) -> int:
        if rules.is_solved(position):
            return 1
        return sum(count(rules.play(position, move).position) for move in cluster.best_moves(position))

    assert cluster.optimal_solutions(notation.parse(EASY)) == count(notation.parse(EASY)) > 0


def test_a_cluster_knows_its_farthest_position_and_its_size() -> None:
    position = notation.parse("B.../B.../XX../....")
    cluster = explore(position)
    farthest = cluster.farthest()
    assert farthest is not None
    assert cluster.distance(farthest[0]) == farthest[1] == len(cluster.histogram) - 1
    everything = {position}
    frontier = [position]
    while frontier:
        here = frontier.pop()
        for move in rules.slides(here):
            after = slid(here, move)
            if after not in everything:
                everything.add(after)
                frontier.append(after)
    assert cluster.size == len(everything)


def test_duplicates_have_the_same_canonical_form_and_others_do_not() -> None:
    position = notation.parse(EASY)
    renamed = notation.parse(EASY.translate(str.maketrans("ABCDE", "XQRSb")))
    moved = rules.play(renamed, rules.Slide("b", -1)).position
    assert canonical_form(position) == canonical_form(renamed) == canonical_form(moved)
    assert canonical_form(position) == explore(moved).canonical()
    assert canonical_form(position) != canonical_form(notation.parse(EASY.replace("B", ".")))


def test_a_position_outside_the_cluster_is_not_guessed_at() -> None:
    with pytest.raises(KeyError):
        explore(notation.parse(EASY)).distance(notation.parse(SOLVED))


def test_what_blocks_an_unsolvable_board_is_named() -> None:
    cluster = explore(notation.parse(STUCK))
    assert cluster.distance(notation.parse(STUCK)) is None
    assert cluster.farthest() is None
    assert set(cluster.always_blocked()) >= {"r3c5"}


def test_already_solved_takes_no_moves() -> None:
    for metric in GAME.metrics:
        verdict = solve(GAME, SOLVED, metric=metric)
        assert (verdict.cost, verdict.moves, verdict.optimal) == (0, (), True)


def test_counts_alone() -> None:
    positions = [notation.parse(text) for text in (EASY, SOLVED, STUCK)]
    assert count_optima(positions, jobs=2) == [solve(GAME, EASY).cost, 0, -1]
    assert count_optima(positions[:1], Task(budget=Budget(nodes=1))) == [None]


@pytest.mark.parametrize(
    ("budget", "reason"), [(Budget(nodes=100), "nodes"), (Budget(time=0.0), "time"), (Budget(memory=1000), "memory")]
)
def test_budgets_end_the_search_with_their_name(budget: Budget, reason: str) -> None:
    answer = Optimal().solve(HUGE, Task(budget=budget))
    assert (answer.conclusion, answer.moves) == (reason, None)
    assert answer.nodes <= 100 or budget.nodes is None


HUGE = notation.parse(boards.HUGE)


def test_a_cancelled_search_stops() -> None:
    cancel = Cancel()
    cancel.cancel()
    assert Optimal().solve(HUGE, Task(cancel=cancel)).conclusion == "cancelled"


def test_progress_is_reported_and_the_memory_budget_kept() -> None:
    seen: list[tuple[int, int]] = []
    answer = Optimal().solve(HUGE, Task(budget=Budget(memory=64 << 20), progress=lambda *what: seen.append(what)))
    assert answer.conclusion == "memory"
    assert answer.bound is not None
    assert seen
    assert seen == sorted(seen)


SIGNATURES = {EASY: (18, 421, 75), HARD: (2040, 2510, 2660), WALLED: (1161, 2664, 2020)}


def test_node_counts_change_only_on_purpose() -> None:
    """Search behaviour is pinned: a change here must be meant, and said so in the commit."""
    for board, nodes in SIGNATURES.items():
        assert tuple(solve(GAME, board, metric=metric).nodes for metric in GAME.metrics) == nodes
