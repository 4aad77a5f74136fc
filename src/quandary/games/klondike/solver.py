"""Hands positions to the native core, and turns its answers into moves.

Three searches live there: the complete one, which decides every deal by exploring states that forget which of two
equal places a run lies on; the shortest one, which goes on to minimise moves; and the atomic one, which goes from flip
to flip as its original does and gives up where that gives up. `docs/klondike-solvers.md` tells how they work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from quandary._native import Answer as NativeAnswer
from quandary._native import klondike as native
from quandary.game import Answer, Budget, Judged, Option, Strategy, Task
from quandary.games.klondike.position import Position
from quandary.games.klondike.rules import Move, move

SHORTEST = "moves"
_SWITCHES = ("safe", "harmless", "chains", "spaces", "picks", "open")
DOMINANCES = ("proven", "none", *_SWITCHES, *(f"-{name}" for name in _SWITCHES))
"""What a search may leave out: all of it, nothing, or by name; `proven,-open` is all but one."""
RANKINGS = ("blended", "mostCovered", "leastSteps")


class Complete(Strategy[Position, Move]):
    """Decides whether a position can be won, or finds the fewest moves."""

    name = "complete"
    summary = "search over all arrangements: every deal is won or proven lost; with --metric moves the shortest win"
    metrics = ("any", SHORTEST)
    options = (
        Option("worrying_back", bool, True, "whether cards may come back from the foundations"),
        Option("dominances", str, DOMINANCES[0], "which needless moves are left out", DOMINANCES, several=True),
    )

    def solve(self, position: Position, task: Task) -> Answer[Move]:
        if task.metric == SHORTEST:
            return _answer(native.shortest(position, limits=task.limits(), progress=task.progress))
        options = self._options(task)
        answer = native.solve(position, **options, limits=task.limits(), progress=task.progress)
        return _answer(answer, is_complete=options["worrying_back"])

    def solve_batch(
        self, positions: Sequence[Position], task: Task, jobs: int
    ) -> Iterator[tuple[Answer[Move], float]] | None:
        if task.metric == SHORTEST:
            return None
        options = self._options(task)
        batch = native.solve_batch(positions, jobs=jobs, **options, limits=task.limits())
        is_complete = options["worrying_back"]
        return ((_answer(answer, cpu, is_complete=is_complete), wall) for answer, wall, cpu in batch)

    def judged_batch(
        self, positions: Sequence[Position], task: Task, jobs: int
    ) -> Iterator[tuple[Judged, float, float | None]] | None:
        options = self._options(task)
        # A search that leaves moves out proves nothing when it ends, which the core does not know.
        if task.metric == SHORTEST or not options["worrying_back"]:
            return None
        batch = native.judged_batch(positions, jobs=jobs, **options, limits=task.limits())
        return ((Judged._make(judged), wall, cpu) for judged, wall, cpu in batch)

    def _options(self, task: Task) -> dict[str, Any]:
        return {option.name: task.options.get(option.name, option.default) for option in self.options}


_MOST_NODES, _MOST_MILLISECONDS = 2_000_000, 5_000
"""The limits of the atomic solver's original."""


class Atomic(Strategy[Position, Move]):
    """From flip to flip: quick on easy deals, and never a proof."""

    name = "atomic"
    summary = "flip by flip with ranked approaches, incomplete: there to be experimented with"
    metrics = ("any",)
    options = (
        Option("max_approach_steps", int, 20, "moves that an approach to the next flip may take", least=1, most=1000),
        Option("max_local_nodes", int, 200_000, "positions that the search for approaches may visit", least=1),
        Option("relax_at_depth", int, 17, "flips from which on approaches may take longer", least=0, most=21),
        Option("max_approach_steps_high", int, 80, "how long they may become then", least=1, most=1000),
        Option("approach_steps_increment", int, 3, "by how much they grow at a time", least=1, most=1000),
        Option("avoid_empty_unless_king", bool, True, "put off emptying a pile unless a king goes to an empty one"),
        Option("ranking_strategy", str, RANKINGS[0], "what makes an approach better than another", RANKINGS),
        Option("enable_backjump", bool, True, "return at once to the flip that touched a pile that is still blocked"),
        Option("reuse_approaches", bool, False, "keep the ranked approaches of a position, skip those tried before"),
        Option("use_needed_ranks", bool, False, "prefer approaches that free a place for a blocked pile's next card"),
        Option("safe_stock_moves", bool, False, "send safe stock cards home first at larger draw counts, too"),
        Option("max_nodes", int, None, f"the original's limit of nodes ({_MOST_NODES:,} if nobody sets any)", least=0),
        Option("max_time_ms", int, None, f"its time limit ({_MOST_MILLISECONDS:,} ms if nobody sets any)", least=0),
    )

    def effective_budget(self, task: Task) -> Budget:
        return _tighter(task.budget, task.options.get("max_time_ms"), task.options.get("max_nodes"))

    def solve(self, position: Position, task: Task) -> Answer[Move]:
        options = {option.name: task.options.get(option.name, option.default) for option in self.options}
        del options["max_nodes"], options["max_time_ms"]
        task = replace(task, budget=self.effective_budget(task))
        found = native.atomic(position, options, limits=task.limits(), progress=task.progress)
        counts = {
            "atomic positions": found.atoms,
            "backjumps": found.backjumps,
            "dead ends": found.dead_ends,
            "dead ends without approach": found.atomic_dead,
            "duplicates": found.duplicates,
            "flips": found.flips,
        }
        return replace(_answer(found.answer), statistics=counts)


def _tighter(budget: Budget, milliseconds: int | None, nodes: int | None) -> Budget:
    """The budget, where it was said twice by what allows less; where nobody set any, the original's."""
    if budget.time is budget.nodes is milliseconds is nodes is None:
        return replace(budget, time=_MOST_MILLISECONDS / 1000, nodes=_MOST_NODES)
    times = [time for time in (budget.time, None if milliseconds is None else milliseconds / 1000) if time is not None]
    counts = [count for count in (budget.nodes, nodes) if count is not None]
    return replace(budget, time=min(times, default=None), nodes=min(counts, default=None))


STRATEGIES: tuple[Strategy[Position, Move], ...] = (Complete(), Atomic())


def _answer(
    answer: NativeAnswer[list[native.Move]], cpu: float | None = None, *, is_complete: bool = True
) -> Answer[Move]:
    """The core's answer as the game's. A search that leaves moves out proves nothing when it ends."""
    if answer.status == "unsolvable" and not is_complete:
        return Answer("exhausted", None, None, answer.nodes, cpu_seconds=cpu)
    moves = None if answer.moves is None else [move(*one) for one in answer.moves]
    return Answer(answer.status, moves, answer.bound, answer.nodes, cpu_seconds=cpu)
