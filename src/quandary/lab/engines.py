"""How the instances of an experiment are worked on here: by the native core's threads, or by worker processes.

A strategy with a native batch gets threads. There a native referee, the core's plain rules, plays every solution
through in the thread that found it; the Python rules replay a sample of them, and every one that looks odd. Everything
else, a person's own code above all, gets processes and is replayed by the Python rules throughout. The rows are the
same either way.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from quandary.core.abilities import Answer, Judged
from quandary.core.game import Game
from quandary.engine.solve import BATCH_SIZE, WrongAnswer, check, consume_answer, is_lazy
from quandary.lab.corpus import Instance
from quandary.lab.experiment import Experiment
from quandary.lab.processes import rows_of_processes
from quandary.lab.rows import Row, failed, row_of_game, row_of_judged, row_of_verdict

T = TypeVar("T")

THREADS, PROCESSES = "threads", "processes"
_FIRST_BATCH = 64
_PATIENCE = 1.0
SAMPLE = 50
"""Of so many solutions that a native referee has let pass, one is replayed by the Python rules: the numbers that it
divides, so that the same are replayed whoever runs it."""


def engine_of(experiment: Experiment) -> str:
    """Which of the two serves this experiment: a strategy is asked for a batch of nothing."""
    contender, task = experiment.contender(), experiment.task()
    if contender.is_own_code:
        return PROCESSES
    if contender.strategy is not None:
        return PROCESSES if contender.strategy.solve_batch([], task, 1) is None else THREADS
    assert contender.player is not None
    return PROCESSES if contender.player.play_batch([], experiment.seed, task, 1) is None else THREADS


def rows_of(
    experiment: Experiment, instances: Iterable[Instance], jobs: int, positions: Sequence[Any] | None = None
) -> Iterator[Row]:
    """The rows of all instances, as they come; `positions`, by instance number, spare reading the texts again.

    The instances may be made as they are taken: few are taken ahead.
    """
    if engine_of(experiment) == PROCESSES:
        yield from rows_of_processes(experiment, instances, jobs)
    else:
        yield from _rows_of_threads(experiment, instances, jobs, positions)


def _rows_of_threads(
    experiment: Experiment, instances: Iterable[Instance], jobs: int, known: Sequence[Any] | None
) -> Iterator[Row]:
    """Native batches. One that fails is done again in processes, where each instance fails for itself."""
    game = experiment.the_game()
    treat = _games if experiment.contender().player is not None else _verdicts
    for batch in _batches(instances):
        done = 0
        positions = [known[one.number] if known else game.parse(one.text) for one in batch]
        try:
            for row in treat(experiment, game, batch, positions, jobs):
                done += 1
                yield row
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException:  # a panic of native code is no Exception
            yield from rows_of_processes(experiment, batch[done:], jobs)


def _batches(instances: Iterable[Instance]) -> Iterator[list[Instance]]:
    """Small batches at first, so that the first rows come soon; and what is long in coming is not waited for."""
    size, batch, since = _FIRST_BATCH, [], clock.monotonic()
    for instance in instances:
        batch.append(instance)
        if len(batch) >= size or clock.monotonic() - since > _PATIENCE:
            yield batch
            size, batch, since = min(4 * size, BATCH_SIZE), [], clock.monotonic()
    if batch:
        yield batch


def _verdicts(
    experiment: Experiment, game: Game[Any, Any], batch: list[Instance], positions: list[Any], jobs: int
) -> Iterator[Row]:
    """Answers of a native strategy."""
    strategy, task = experiment.contender().strategy, experiment.task()
    assert strategy is not None
    judged = strategy.judged_batch(positions, task, jobs)
    if judged is None:
        answers = strategy.solve_batch(positions, task, jobs)
        assert answers is not None
        for instance, position, (answer, wall) in zip(batch, positions, answers, strict=True):
            yield _replayed(game, instance, position, answer, task.metric, wall=wall, cpu=answer.cpu_seconds)
        return
    for instance, position, (claim, wall, cpu) in zip(batch, positions, judged, strict=True):
        if is_odd(claim) or (claim.solution is not None and instance.number % SAMPLE == 0):
            row = _replayed(game, instance, position, _answer(game, claim), task.metric, wall=wall, cpu=cpu)
            if row.cost != claim.cost and claim.problem is None and row.reason != "wrong":
                said = f"the core's rules count {claim.cost}, the game's {row.cost}"
                row = failed(instance.number, "wrong", said, wall=wall, cpu=cpu)
            yield row
        else:
            yield row_of_judged(instance.number, claim, wall, cpu)


def is_odd(claim: Judged) -> bool:
    """Whether a claim must not pass unseen: refused, cheaper than possible, or called the best and not so cheap."""
    if claim.solution is None:
        return claim.conclusion == "solved"
    if claim.cost is None or claim.bound is None:
        return claim.cost is None
    return claim.cost < claim.bound or (claim.conclusion == "solved" and claim.cost > claim.bound)


def _answer(game: Game[Any, Any], claim: Judged) -> Answer[Any]:
    """What the game's own rules are asked about."""
    moves = None if claim.solution is None else game.parse_moves(claim.solution)
    return Answer(claim.conclusion, moves, claim.bound, claim.nodes)


def _replayed(
    game: Game[Any, Any], instance: Instance, position: Any, answer: Answer[Any], metric: str, **measured: Any
) -> Row:
    """The row of an answer after the game's own rules have seen it."""
    if is_lazy(answer.moves):
        answer = _timed(partial(consume_answer, answer), measured)
    try:
        verdict = check(game, position, answer, metric, instance.name, measured["wall"])
    except WrongAnswer as error:
        return failed(instance.number, "wrong", str(error), **measured)
    return row_of_verdict(game, instance.number, verdict, cpu=measured["cpu"])


def _timed(consume: Callable[[], T], measured: dict[str, Any]) -> T:
    """Add the time of computing lazy moves to the time that their batch has measured."""
    wall, cpu = clock.perf_counter(), clock.thread_time()
    result = consume()
    measured["wall"] += clock.perf_counter() - wall
    if measured["cpu"] is not None:
        measured["cpu"] += clock.thread_time() - cpu
    return result


def _games(
    experiment: Experiment, game: Game[Any, Any], batch: list[Instance], positions: list[Any], jobs: int
) -> Iterator[Row]:
    """Games of a native player. A batch counts its seeds up, so that it is a stretch of instances without a gap."""
    player, task = experiment.contender().player, experiment.task()
    start = 0
    for end in range(1, len(batch) + 1):
        if end < len(batch) and batch[end].number == batch[end - 1].number + 1:
            continue
        seed = experiment.seed + batch[start].number
        games = player.play_batch(positions[start:end], seed, task, jobs) if player else None
        assert games is not None
        for instance, position, (played, seconds) in zip(batch[start:end], positions[start:end], games, strict=True):
            claim = (played.status, played.score)
            measured: dict[str, Any] = {"wall": seconds, "cpu": played.cpu_seconds}
            moves = _timed(partial(list, played.moves), measured) if is_lazy(played.moves) else played.moves
            yield row_of_game(game, instance.number, position, moves, task.metric, claim=claim, **measured)
        start = end
