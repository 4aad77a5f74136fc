"""solve(): a budget in, a verdict out, and no answer that the rules have not replayed.

A strategy only claims; here its moves are played through the game's Python rules, the cost is counted anew, and
only then is the verdict handed out. Three answers, not two: solved, unsolvable (proven), unknown (and why).
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, overload

from quandary.core.abilities import Answer, Strategy
from quandary.core.arguments import check_jobs, check_names, check_options, described
from quandary.core.budget import DEFAULT_MEMORY, Budget, Cancel, Progress, Task, check_control, parse_size
from quandary.core.errors import PuzzleError, UsageError, WrongPuzzle
from quandary.core.game import Game, Puzzle
from quandary.core.options import Option, read_options
from quandary.core.registry import game as game_of_name
from quandary.core.registry import resolve_game
from quandary.core.search import ReferenceSearch
from quandary.core.words import counted
from quandary.engine.judge import judge
from quandary.engine.puzzles import posed
from quandary.engine.threads import in_order

if TYPE_CHECKING:
    from quandary.engine.animation import Animation

# Enough to keep every core busy, few enough that results come in a steady stream and memory stays flat.
BATCH_SIZE = 4096
# Seconds after which a puzzle that is not there yet is no longer waited for by those that are.
PATIENCE = 0.02


class WrongAnswer(Exception):
    """A strategy claimed a solution that the rules refuse. Always a bug of the strategy, never of the puzzle."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a puzzle after solving, replayed and counted by the rules."""

    game: str
    """The game's name."""
    id: str
    """The puzzle's title or its 1-based number in its source."""
    verdict: Literal["solved", "unsolvable", "unknown"]
    """`unsolvable` is as proven as a solution is."""
    cost: int | None
    """The solution's cost in `metric`; None unless solved."""
    metric: str
    """What was minimised."""
    optimal: bool
    """True only where it is proven that no solution costs less."""
    bound: int | None
    """The best proven lower bound on the cost; None where there is none."""
    moves: tuple[Any, ...] | None
    """The solution as the game's moves; None unless solved."""
    nodes: int
    """Positions expanded."""
    seconds: float
    """Time spent on this puzzle."""
    reason: str | None
    """What ended the search, where something is not proven: `time`, `nodes`, `memory`, `cancelled` or `exhausted`."""
    statistics: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Whatever else the strategy counts."""
    position: Any = field(default=None, repr=False, compare=False)
    """What was solved, for pictures; None where nobody kept it."""
    improved_from: int | None = None
    """What the solution that was found first costs, where the strategy was asked to improve it."""

    @property
    def solution(self) -> str | None:
        """The solution in the game's notation."""
        return None if self.moves is None else game_of_name(self.game).format_moves(self.moves)

    def __str__(self) -> str:
        """One line for people."""
        unit = game_of_name(self.game).unit(self.metric)
        if self.verdict == "solved":
            how = "optimal" if self.optimal else "not proven optimal"
            return f"{self.id}: solved in {counted(self.cost or 0, unit)} ({how}): {self.solution}"
        if self.verdict == "unsolvable":
            return f"{self.id}: unsolvable, proven"
        bound = "" if self.bound is None else f", at least {counted(self.bound, unit)}"
        return f"{self.id}: unknown ({self.reason}){bound}"

    def as_dict(self) -> dict[str, Any]:
        """The fields of the contract, ready for JSON; `improved_from` and `statistics` only where they are known."""
        more: dict[str, Any] = {} if self.improved_from is None else {"improved_from": self.improved_from}
        if self.statistics:
            more["statistics"] = dict(self.statistics)
        return {
            "game": self.game,
            "id": self.id,
            "verdict": self.verdict,
            "cost": self.cost,
            "metric": self.metric,
            "optimal": self.optimal,
            "bound": self.bound,
            "solution": self.solution,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
            **more,
        }

    def animation(self) -> Animation:
        """The solution as a film with controls; a `UsageError` if there is none."""
        from quandary.engine.animation import Animation

        if self.moves is None or self.position is None:
            raise UsageError(f"there is no solution to watch: {self.id} is {self.verdict}")
        return Animation(self.game, self.position, self.moves, self.id)

    def _repr_html_(self) -> str:
        """What notebooks show; nothing is searched for it."""
        from quandary.engine.cards import verdict_card

        return verdict_card(self)


def solve(
    game: str | Game[Any, Any],
    puzzle: Any,
    *,
    metric: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = DEFAULT_MEMORY,
    strategy: str | None = None,
    options: Mapping[str, Any] | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    **choices: Any,
) -> Verdict:
    """Solves one puzzle: a text, an id, a `Puzzle`, a position or a `Path`.

    `choices` are rules that a text leaves open (`draw=1`), and flags of the strategy (`improve=True`). The budget is
    `time` in seconds, `nodes` in positions expanded, and `memory` in bytes or as text (`64M`). `strategy` and its
    `options` choose another solver than the game's first; `cancel` ends the search from another thread, and `progress`
    is called with the nodes and the depth so far, a few times a second. `jobs` threads share the work where the
    strategy can divide it; then the verdict stays the same, but the solution may differ.
    """
    game, chosen, task = _prepare(
        solve,
        game,
        strategy,
        choices,
        metric=metric,
        time=time,
        nodes=nodes,
        memory=memory,
        options=options,
        cancel=cancel,
        progress=progress,
        jobs=jobs,
    )
    name, position = posed(game, puzzle, 1)
    started = clock.perf_counter()
    answer = consume_answer(chosen.solve(position, task))
    return check(game, position, answer, task.metric, name, clock.perf_counter() - started)


def _prepare(
    function: Callable[..., Any],
    game: str | Game[Any, Any],
    strategy: str | None,
    choices: dict[str, Any],
    *,
    options: Mapping[str, Any] | None,
    jobs: int,
    **question: Any,
) -> tuple[Game[Any, Any], Strategy[Any, Any], Task]:
    """Check the arguments of a `function` that solves. Return the game with its chosen rules, the solver and its task.

    `choices` are the keywords that only this game or this solver has.
    """
    game = resolve_game(game)
    known = strategy_flags([choose_strategy(game, strategy)])
    check_names(choices, [*game.variant_options, *known], function)
    flags = {option.name: choices.pop(option.name) for option in known if option.name in choices}
    game = game.variant(**choices)
    chosen = choose_strategy(game, strategy)
    if options is not None:
        check_options("options", options)
    task = make_task(game, chosen, options={**(options or {}), **flags}, jobs=check_jobs(jobs), **question)
    return game, chosen, task


@overload
def solve_many(
    game: str | Game[Any, Any],
    puzzles: Iterable[Puzzle[Any]],
    *,
    metric: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = DEFAULT_MEMORY,
    strategy: str | None = None,
    options: Mapping[str, Any] | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    **choices: Any,
) -> Iterator[Verdict]: ...


@overload
def solve_many(
    game: str | Game[Any, Any],
    puzzles: Iterable[Any],
    *,
    metric: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = DEFAULT_MEMORY,
    strategy: str | None = None,
    options: Mapping[str, Any] | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    **choices: Any,
) -> Iterator[Verdict | PuzzleError]: ...


def solve_many(
    game: str | Game[Any, Any],
    puzzles: Iterable[Any],
    *,
    metric: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = DEFAULT_MEMORY,
    strategy: str | None = None,
    options: Mapping[str, Any] | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    **choices: Any,
) -> Iterator[Verdict | PuzzleError]:
    """Solves many puzzles over `jobs` threads, asked as in `solve`; the verdicts come in order, each when it is known.

    The budget is each puzzle's own. Puzzles are given as in `solve`; what has no id of its own is numbered from 1. A
    text that is no puzzle comes out as its `PuzzleError`, and so does an error that `read_file` gives; the others are
    solved. What `solve` refuses with a `UsageError` (a value that is no puzzle, a puzzle of another game or with other
    rules than those chosen) ends the batch with that error, which says the puzzle's number. The puzzles may be without
    end: few are taken ahead, and whoever stops reading stops the work.
    """
    game, chosen, task = _prepare(
        solve_many,
        game,
        strategy,
        choices,
        metric=metric,
        time=time,
        nodes=nodes,
        memory=memory,
        options=options,
        cancel=cancel,
        progress=progress,
        jobs=jobs,
    )
    if isinstance(puzzles, (str, bytes, Mapping)) or not isinstance(puzzles, Iterable):
        raise UsageError(f"the puzzles must be an iterable of puzzles, not {described(puzzles)}")
    # The threads are for different puzzles: each is solved by one.
    return _verdicts(game, chosen, puzzles, replace(task, jobs=1), task.jobs)


def _verdicts(
    game: Game[Any, Any], strategy: Strategy[Any, Any], puzzles: Iterable[Any], task: Task, jobs: int
) -> Iterator[Verdict | PuzzleError]:
    for batch in _batches(game, puzzles):
        positions = [entry[1] for entry in batch if not isinstance(entry, PuzzleError)]
        answers = strategy.solve_batch(positions, task, jobs) or _over_threads(strategy, positions, task, jobs)
        # An iterator: what follows a bad puzzle must not be asked for before somebody wants it.
        answered = iter(answers)
        for entry in batch:
            if isinstance(entry, PuzzleError):
                yield entry
            else:
                name, position = entry
                answer, seconds = next(answered)
                yield check(game, position, answer, task.metric, name, seconds)


def _batches(game: Game[Any, Any], puzzles: Iterable[Any]) -> Iterator[list[tuple[str, Any] | PuzzleError]]:
    """The puzzles as they can be had: what would be waited for keeps none back that is there.

    Of an iterator nobody knows how long it takes. So its first puzzle goes alone, and later one does again whenever
    the one before it was long in coming.
    """
    waiting = enumerate(puzzles, start=1)
    size = BATCH_SIZE if isinstance(puzzles, Sequence) else 1
    while True:
        batch: list[tuple[str, Any] | PuzzleError] = []
        started = clock.monotonic()
        slowest = 0.0
        for number, puzzle in waiting:
            try:
                batch.append(puzzle if isinstance(puzzle, PuzzleError) else posed(game, puzzle, number))
            except WrongPuzzle as error:
                raise error.located(puzzle=str(number)) from None
            except PuzzleError as error:
                batch.append(error.located(puzzle=str(number)))
            now = clock.monotonic()
            slowest, started = max(slowest, now - started), now
            if len(batch) >= size or slowest > PATIENCE:
                break
        if not batch:
            return
        yield batch
        size = 1 if slowest > PATIENCE else BATCH_SIZE


def _over_threads(
    strategy: Strategy[Any, Any], positions: Sequence[Any], task: Task, jobs: int
) -> Iterator[tuple[Answer[Any], float]]:
    """Answers in order, and the seconds that they took."""

    def timed(position: Any, cancel: Cancel | None) -> tuple[Answer[Any], float]:
        started = clock.perf_counter()
        answer = consume_answer(strategy.solve(position, replace(task, cancel=cancel)))
        return answer, clock.perf_counter() - started

    if jobs <= 1:
        return (timed(position, task.cancel) for position in positions)
    return in_order(timed, positions, jobs, task.cancel)


def consume_answer(answer: Answer[Any]) -> Answer[Any]:
    """Turn lazy moves into lists: computing them belongs to the search, and they are read more than once."""
    if not (is_lazy(answer.moves) or is_lazy(answer.first)):
        return answer
    moves, first = (None if moves is None else list(moves) for moves in (answer.moves, answer.first))
    return replace(answer, moves=moves, first=first)


def is_lazy(moves: Iterable[Any] | None) -> bool:
    """Whether moves may be computed only when they are read."""
    return not (moves is None or isinstance(moves, (list, tuple)))


def choose_strategy(game: Game[Any, Any], name: str | None) -> Strategy[Any, Any]:
    """The strategy of this name, or the game's default."""
    if game.is_scored:
        raise UsageError(f"{game.name} is played for a score: there is nothing to solve (see play --auto, lab bench)")
    available = available_strategies(game)
    if name is None:
        return available[0]
    for strategy in available:
        if strategy.name == name:
            return strategy
    listed = ", ".join(strategy.name for strategy in available)
    raise UsageError(f"{game.name} has no strategy {name!r} (strategies: {listed})")


def available_strategies(game: Game[Any, Any]) -> list[Strategy[Any, Any]]:
    """The game's own strategies, and the reference search that every game with a goal has."""
    return [] if game.is_scored else [*game.strategies(), ReferenceSearch(game)]


def strategy_flags(strategies: Iterable[Strategy[Any, Any]]) -> list[Option]:
    """The settings that are flags, each once."""
    return list({option.name: option for each in strategies for option in each.options if option.is_flag}.values())


def make_task(
    game: Game[Any, Any],
    strategy: Strategy[Any, Any],
    *,
    metric: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = DEFAULT_MEMORY,
    options: Mapping[str, Any] | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
) -> Task:
    """Checks everything that a caller can get wrong, once."""
    if metric is None:
        metric = strategy.metrics[0]
    elif metric not in strategy.metrics:
        listed = ", ".join(strategy.metrics)
        raise UsageError(f"{game.name} with strategy {strategy.name} has no metric {metric!r} (metrics: {listed})")
    if isinstance(memory, str):
        memory = parse_size(memory)
    check_control(cancel, progress)
    settings = read_options(strategy.options, options or {})
    return Task(metric, Budget(time, nodes, memory), settings, cancel, progress, check_jobs(jobs))


def check(
    game: Game[Any, Any],
    position: Any,
    answer: Answer[Any],
    metric: str,
    name: str,
    seconds: float,
    passed: list[Any] | None = None,
) -> Verdict:
    """Turns a claim into a verdict by replaying it; the positions that it passes go into `passed`."""
    started = clock.perf_counter()
    answer = consume_answer(answer)
    # Next to nothing, unless the moves of a batch's answer are lazy.
    seconds += clock.perf_counter() - started
    if answer.moves is not None:
        cost = replay(game, position, answer.moves, metric, passed)
        if answer.bound is not None and cost < answer.bound:
            raise WrongAnswer(f"{game.name}: a solution of cost {cost} is below the proven bound {answer.bound}")
        optimal = cost == answer.bound
        return Verdict(
            game.name,
            name,
            "solved",
            cost,
            metric,
            optimal,
            answer.bound,
            tuple(answer.moves),
            answer.nodes,
            seconds,
            None if optimal or answer.conclusion == "solved" else answer.conclusion,
            answer.statistics,
            position,
            None if answer.first is None else replay(game, position, answer.first, metric),
        )
    if answer.conclusion == "solved":
        raise WrongAnswer(f"{game.name}: solved, but without a solution")
    is_proven = answer.conclusion == "unsolvable"
    return Verdict(
        game.name,
        name,
        "unsolvable" if is_proven else "unknown",
        None,
        metric,
        False,
        None if is_proven else answer.bound,
        None,
        answer.nodes,
        seconds,
        None if is_proven else answer.conclusion,
        answer.statistics,
        position,
    )


def replay(
    game: Game[Any, Any], position: Any, moves: Iterable[Any], metric: str, passed: list[Any] | None = None
) -> int:
    """The cost of a strategy's solution, counted by the rules; a `WrongAnswer` if it is none."""
    judgement = judge(game, position, moves, metric, passed)
    if not judgement.solved:
        raise WrongAnswer(f"{game.name}: {judgement.problem}")
    return judgement.cost
