"""Makes the records of an evaluation set: one JSON object a puzzle, with a prompt that stands for itself.

A record says what is asked, how hard it is, what a best answer costs and how an answer is judged; it holds no solution
unless one is asked for. Nobody can be asked what cannot be done: a puzzle that is unsolvable, or that nobody could
solve within the budget, is left out and told.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, tee
from typing import Any, NamedTuple

from quandary.core.briefing import Briefing, Quest
from quandary.core.budget import DEFAULT_MEMORY, Cancel
from quandary.core.errors import BudgetEnded, UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.ids import is_id
from quandary.engine.judge import judge
from quandary.engine.solve import Verdict, WrongAnswer, choose_strategy, make_task, solve_many
from quandary.engine.threads import in_order
from quandary.evaluation.judgement import SCORE
from quandary.evaluation.prompts import prompt_version, write_prompt

SCHEMA = "quandary-eval/1"
DEFAULT_QUEST_MOVES = 3
DEFAULT_NODES = 5_000_000
"""Of each search for an optimum. A clock would make a set depend on the machine; nodes are the same everywhere."""
# How many puzzles are tried for each that is wanted, before we say that these settings allow too few.
PATIENCE = 50
_LONGEST_ID = 200

Record = dict[str, Any]


class LeftOut(NamedTuple):
    """A puzzle that does not come into the set."""

    id: str
    reason: str
    is_unknown: bool
    """A budget ran out; more of it might help."""


@dataclass(frozen=True, slots=True)
class Order:
    """How the records of a set should be."""

    metric: str | None = None
    """What a solution's cost is; the game's first metric if not given."""
    time: float | None = None
    """Seconds that the search for a puzzle's optimum may take."""
    nodes: int | None = None
    memory: int | None = DEFAULT_MEMORY
    quest_moves: int = DEFAULT_QUEST_MOVES
    """How many moves are asked for in a game that is played for a score."""
    with_solutions: bool = False
    jobs: int = 1


def make_records(
    game: Game[Any, Any], puzzles: Iterable[Puzzle[Any]], order: Order, cancel: Cancel | None = None
) -> Iterator[Record | LeftOut]:
    """The records of the puzzles, in order; what is wrong with the order is said at once."""
    briefing = game.briefing()
    if briefing is None:
        raise UsageError(f"{game.name} has no briefing: nobody has put its rules into words yet")
    if game.is_scored:
        if order.metric not in (None, SCORE):
            raise UsageError(f"{game.name} is played for a score and has no metric {order.metric!r}")
        return _without_twins(_scored(game, briefing, puzzles, order, cancel))
    strategy = choose_strategy(game, None)
    make_task(game, strategy, metric=order.metric, time=order.time, nodes=order.nodes, memory=order.memory)
    return _without_twins(_solved(game, briefing, puzzles, order, cancel))


def make_new_records(
    game: Game[Any, Any], puzzles: Iterator[Puzzle[Any]], count: int, order: Order, cancel: Cancel | None = None
) -> Iterator[Record | LeftOut]:
    """The records of the first `count` puzzles that can be solved; others, perhaps deals of cards, are passed over.

    What nobody could solve within the budget counts and is left out: to pass over it would make the set too easy.
    """
    missing, tried = count, 0
    while missing and (batch := list(islice(puzzles, missing))):
        tried += len(batch)
        for entry in make_records(game, batch, order, cancel):
            if not isinstance(entry, LeftOut) or entry.is_unknown:
                missing -= 1
                yield entry
        if missing and tried > PATIENCE * count:
            raise BudgetEnded(
                f"of {tried} {game.name} puzzles with these settings only {count - missing} can be solved"
            )


def _without_twins(found: Iterator[Record | LeftOut]) -> Iterator[Record | LeftOut]:
    """Ids are what answers are matched by, so that none may come twice."""
    seen: set[str] = set()
    for entry in found:
        name = entry.id if isinstance(entry, LeftOut) else entry["id"]
        if name in seen:
            yield LeftOut(name, "it is in the set already", is_unknown=False)
        else:
            seen.add(name)
            yield entry


def _solved(
    game: Game[Any, Any], briefing: Briefing[Any], puzzles: Iterable[Puzzle[Any]], order: Order, cancel: Cancel | None
) -> Iterator[Record | LeftOut]:
    metric = order.metric or game.metrics[0]
    asked, solving = tee(puzzles)
    verdicts = solve_many(
        game,
        solving,
        metric=metric,
        time=order.time,
        nodes=order.nodes,
        memory=order.memory,
        cancel=cancel,
        jobs=order.jobs,
    )

    def record(pair: tuple[Puzzle[Any], Verdict], _: Cancel) -> Record | LeftOut:
        puzzle, verdict = pair
        if verdict.verdict == "unsolvable":
            return LeftOut(puzzle.id, "it is unsolvable", is_unknown=False)
        if verdict.verdict == "unknown":
            return LeftOut(puzzle.id, f"the {verdict.reason} budget ended before it was solved", is_unknown=True)
        if not verdict.moves:
            return LeftOut(puzzle.id, "it is solved before the first move", is_unknown=False)
        best = {"metric": metric, "cost": verdict.cost, "optimal": verdict.optimal, "bound": verdict.bound}
        solution = verdict.solution if order.with_solutions else None
        return _record(game, briefing, puzzle, _difficulty(game, briefing, puzzle), best, solution)

    return in_order(record, zip(asked, verdicts, strict=True), order.jobs, cancel)


def _scored(
    game: Game[Any, Any], briefing: Briefing[Any], puzzles: Iterable[Puzzle[Any]], order: Order, cancel: Cancel | None
) -> Iterator[Record | LeftOut]:
    def record(puzzle: Puzzle[Any], stop: Cancel) -> Record | LeftOut:
        quest = briefing.quest(puzzle.position, order.quest_moves, stop)
        if quest is None:
            return LeftOut(puzzle.id, "there is no move to make", is_unknown=False)
        # What the core calls the best is played by the rules before it is written down.
        reached = game.score(judge(game, puzzle.position, quest.moves, game.metrics[0]).position)
        if reached != quest.best_score:
            raise WrongAnswer(f"{game.name}: {puzzle.id} should reach {quest.best_score} points, not {reached}")
        best = {"metric": SCORE, "cost": quest.best_score, "optimal": True, "bound": quest.best_score}
        solution = game.format_moves(quest.moves) if order.with_solutions else None
        return _record(game, briefing, puzzle, dict(quest.measures), best, solution, quest)

    return in_order(record, puzzles, order.jobs, cancel)


def _record(
    game: Game[Any, Any],
    briefing: Briefing[Any],
    puzzle: Puzzle[Any],
    difficulty: dict[str, Any],
    best: dict[str, Any],
    solution: str | None,
    quest: Quest | None = None,
) -> Record:
    """What is asked, how hard it is, what a `best` answer costs, and how an answer is judged."""
    text = briefing.public_text(puzzle.position, puzzle.text)
    has_id = is_id(game, puzzle.id) and len(puzzle.id) <= _LONGEST_ID and puzzle.id.isprintable()
    digest = hashlib.sha256(f"{game.name}\n{text}".encode()).hexdigest()[:16]
    asked = {} if quest is None else {"target": quest.least_score, "most_moves": quest.most_moves}
    return {
        "schema": SCHEMA,
        "id": puzzle.id if has_id else f"{game.name}@{digest}",
        **({} if has_id else {"title": puzzle.id}),
        "game": game.name,
        # Not an empty object: tables cannot hold one.
        "variant": briefing.variant(puzzle.position) or None,
        "prompt_version": prompt_version(briefing),
        "prompt": write_prompt(game, briefing, puzzle.position, best["metric"], quest),
        "puzzle": text,
        "task": {"goal": "score" if quest else "solve", **asked},
        "difficulty": difficulty,
        **best,
        **({} if solution is None else {"solution": solution}),
        "verify": _recipe(game, text, best["metric"], best["cost"] if best["optimal"] else None, asked),
    }


def _recipe(game: Game[Any, Any], text: str, metric: str, optimum: int | None, asked: dict[str, int]) -> dict[str, Any]:
    """How an answer to this puzzle is judged: a command that reads it from standard input, and a Python call."""
    known = "none" if optimum is None else str(optimum)
    command = ["quandary", "verify", game.name, text, "-", "--metric", metric, "--optimum", known, "--json"]
    for name, value in asked.items():
        command += [f"--{name.replace('_', '-')}", str(value)]
    keywords = {"metric": metric, "optimum": optimum, **asked}
    said = ", ".join(f"{name}={value!r}" for name, value in keywords.items())
    return {"command": command, "python": f"quandary.verify({game.name!r}, {text!r}, answer, {said})"}


def _difficulty(game: Game[Any, Any], briefing: Briefing[Any], puzzle: Puzzle[Any]) -> dict[str, Any]:
    """Measures by name and a grade; what took too long to measure is not there."""
    try:
        measured = dict(game.difficulty(puzzle.position) or {})
    except BudgetEnded:
        measured = {}
    return {**measured, "grade": measured.get("grade", puzzle.facts.get("grade", briefing.grade(puzzle.position)))}
