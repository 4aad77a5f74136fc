"""What holds for the solvers of every game: their answers replay, and the textbook search agrees."""

from __future__ import annotations

from typing import Any

from quandary.budget import Task
from quandary.engine.judge import judge
from quandary.engine.solve import available_strategies, solve, solve_many
from quandary.game import Game, Puzzle
from quandary.search import a_star, breadth_first


def test_every_strategy_agrees_with_the_reference_search(solvable_game: Game[Any, Any]) -> None:
    for strategy in available_strategies(solvable_game):
        for metric in strategy.metrics:
            for text in solvable_game.examples:
                position = solvable_game.parse(text)
                found = solve(solvable_game, position, strategy=strategy.name, metric=metric, time=60)
                # `a,b` is the cheapest in a first; its cost is that of a.
                expected = a_star(solvable_game, position, Task(metric=metric.split(",")[0]))
                assert found.verdict == expected.conclusion
                if found.optimal:
                    assert found.cost == expected.bound


def test_solutions_are_solutions(solvable_game: Game[Any, Any]) -> None:
    solved = 0
    for text in solvable_game.examples:
        verdict = solve(solvable_game, text)
        if verdict.verdict == "solved":
            solved += 1
            moves = solvable_game.parse_moves(verdict.solution or "")
            judgement = judge(solvable_game, solvable_game.parse(text), moves, verdict.metric)
            assert (judgement.solved, judgement.cost) == (True, verdict.cost)
    assert solved


def test_breadth_first_and_a_star_agree(solvable_game: Game[Any, Any]) -> None:
    for text in solvable_game.examples:
        position = solvable_game.parse(text)
        fewest, cheapest = breadth_first(solvable_game, position), a_star(solvable_game, position)
        assert fewest.conclusion == cheapest.conclusion
        if fewest.moves is not None and solvable_game.metrics[0] == "moves":
            assert fewest.bound == cheapest.bound == len(fewest.moves)


def test_a_batch_gives_the_same_verdicts_in_order(solvable_game: Game[Any, Any]) -> None:
    puzzles = [
        Puzzle(solvable_game.name, str(n), solvable_game.parse(t), t) for n, t in enumerate(solvable_game.examples)
    ] * 5
    alone = [solve(solvable_game, puzzle) for puzzle in puzzles]
    for jobs in (1, 2):
        batch = list(solve_many(solvable_game, puzzles, jobs=jobs))
        assert [(v.id, v.verdict, v.moves, v.nodes) for v in batch] == [
            (v.id, v.verdict, v.moves, v.nodes) for v in alone
        ]


def test_a_budget_of_no_nodes_is_an_honest_unknown(solvable_game: Game[Any, Any]) -> None:
    verdict = solve(solvable_game, solvable_game.examples[1], nodes=0)
    assert verdict.nodes == 0
    if verdict.verdict == "solved":
        # Then it went without saying: no position had to be expanded.
        assert verdict.moves
    else:
        assert (verdict.verdict, verdict.reason, verdict.moves) == ("unknown", "nodes", None)
