"""What holds for the solvers of every game: their answers replay, and the textbook search agrees."""

from __future__ import annotations

from typing import Any

from quandary.core.budget import Task
from quandary.core.search import a_star, breadth_first
from quandary.engine.judge import judge
from quandary.engine.solve import available_strategies, solve, solve_many
from quandary.game import Game, Puzzle
from quandary.testing.messages import member, require_registered

_STRATEGIES = "STRATEGIES in solver.py"


def test_every_strategy_agrees_with_the_reference_search(solvable_game: Game[Any, Any]) -> None:
    for strategy in available_strategies(solvable_game):
        for metric in strategy.metrics:
            for text in solvable_game.examples:
                position = solvable_game.parse(text)
                found = solve(solvable_game, position, strategy=strategy.name, metric=metric, time=60)
                # `a,b` is the cheapest in a first; its cost is that of a.
                expected = a_star(solvable_game, position, Task(metric=metric.split(",")[0]))
                where = f"strategy {strategy.name!r}, metric {metric!r}, puzzle {text!r}"
                assert found.verdict == expected.conclusion, (
                    f"{where}: {found.verdict}, but the reference search finds {expected.conclusion}; "
                    f"{_STRATEGIES} or {member(solvable_game, 'examples')} (small ones) must change"
                )
                if found.optimal:
                    assert found.cost == expected.bound, (
                        f"{where}: cost {found.cost} is claimed to be optimal, the reference search finds "
                        f"{expected.bound}: correct the bound in {_STRATEGIES}"
                    )


def test_solutions_are_solutions(solvable_game: Game[Any, Any]) -> None:
    require_registered(solvable_game)
    solved = 0
    for text in solvable_game.examples:
        verdict = solve(solvable_game, text)
        if verdict.verdict == "solved":
            solved += 1
            moves = solvable_game.parse_moves(verdict.solution or "")
            judgement = judge(solvable_game, solvable_game.parse(text), moves, verdict.metric)
            assert judgement.solved, f"the solution {verdict.solution!r} of {text!r} is none: {judgement.problem}"
            assert judgement.cost == verdict.cost, (
                f"the solution of {text!r} costs {judgement.cost} by {member(solvable_game, 'move_cost')}, "
                f"not {verdict.cost}"
            )
    assert solved, f"no puzzle of {member(solvable_game, 'examples')} can be solved: add one that can"


def test_breadth_first_and_a_star_agree(solvable_game: Game[Any, Any]) -> None:
    for text in solvable_game.examples:
        position = solvable_game.parse(text)
        fewest, cheapest = breadth_first(solvable_game, position), a_star(solvable_game, position)
        assert fewest.conclusion == cheapest.conclusion, (
            f"{text!r}: breadth-first search says {fewest.conclusion}, A* {cheapest.conclusion}: "
            "positions must be hashable values, and moves must have no side effects"
        )
        if fewest.moves is not None and solvable_game.metrics[0] == "moves":
            assert fewest.bound == cheapest.bound == len(fewest.moves), (
                f"{text!r}: breadth-first search finds {len(fewest.moves)} moves, A* {cheapest.bound}: "
                f"a move must cost 1 in the metric 'moves' ({member(solvable_game, 'move_cost')})"
            )


def test_a_batch_gives_the_same_verdicts_in_order(solvable_game: Game[Any, Any]) -> None:
    puzzles = [
        Puzzle(solvable_game.name, str(n), solvable_game.parse(t), t) for n, t in enumerate(solvable_game.examples)
    ] * 5
    alone = [solve(solvable_game, puzzle) for puzzle in puzzles]
    for jobs in (1, 2):
        batch = list(solve_many(solvable_game, puzzles, jobs=jobs))
        for one, other in zip(batch, alone, strict=True):
            assert (one.id, one.verdict, one.moves, one.nodes) == (other.id, other.verdict, other.moves, other.nodes), (
                f"solve_batch of {_STRATEGIES} must answer as solve does: puzzle {one.id} with {jobs} jobs"
            )


def test_a_budget_of_no_nodes_is_an_honest_unknown(solvable_game: Game[Any, Any]) -> None:
    verdict = solve(solvable_game, solvable_game.examples[1], nodes=0)
    text = f"with a budget of 0 nodes, {_STRATEGIES}"
    assert verdict.nodes == 0, f"{text} expands {verdict.nodes} positions: look at task.budget.nodes first"
    if verdict.verdict == "solved":
        # Then it went without saying: no position had to be expanded.
        assert verdict.moves, f"{text} must return the moves of its solution"
    else:
        told = (verdict.verdict, verdict.reason, verdict.moves)
        assert told == ("unknown", "nodes", None), f"{text} must answer unknown (nodes), without moves, not {told}"
