"""advise: what to tell a player. The next move, how far it is, whether it can still be done, the whole line.

A solution is one of many: to solve anew after every move would cost a search each time, and could lead a player
round in circles. So an advisor remembers how the lines that it has found go on from every position that they pass.
Whoever follows one gets home at the cost that was told, and pays for one search.

What a game is asked for follows from its metrics. The first is what it is played by. Where that is `any`, a line is
made shorter by the second metric, within a small budget; a second metric that refines the first (`pushes,moves`) is
tried before it, for a little while; and where the best line takes too long to find, `any` line will do.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, NamedTuple

from quandary.core.abilities import Answer, Guide, M, P, Strategy
from quandary.core.budget import Budget, Cancel, Progress, Task, check_control
from quandary.core.errors import BudgetEnded
from quandary.core.game import Game, Status
from quandary.core.options import read_options
from quandary.engine.play import choose_player
from quandary.engine.solve import Verdict, check, choose_strategy

HINT_BUDGET = Budget(time=12.0)
"""What a player waits for, at most."""
POSITIONS_KEPT = 10_000
PLAYER_SEED = 1
# Of the time, what a neater line than the best may take, at most, and what the best; the rest is for any line at all.
_NEAT_SHARE, _NEAT_SECONDS = 0.2, 2.0
_BEST_SHARE = 0.7
# Counted in positions, so that the same game gets the same advice everywhere; the seconds are for slow machines.
_SHORTENING = Budget(time=2.0, nodes=50_000)
_WON: Answer[Any] = Answer("solved", (), 0, 0)
_LOST: Answer[Any] = Answer("unsolvable", None, None, 0)

Promise = Literal["best", "solution", "choice"]
"""What stands behind a move: a line that is proven to cost the least, a line that ends well, a player's judgement."""


@dataclass(frozen=True, slots=True)
class Advice(Generic[M]):
    """What is known of a position."""

    found: Verdict | None
    """What the search came to, where the line begins; None in a game that is played for a score."""
    left: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """What the line costs from each of its positions on, by unit."""
    at: int = 0
    """How many moves of the line are behind."""
    choice: M | None = None
    """In a game that is played for a score: what `player` would do."""
    player: str | None = None
    """Who that is."""

    @property
    def line(self) -> tuple[M, ...] | None:
        """The moves from here to the end; None where none are known."""
        return None if self.found is None or self.found.moves is None else self.found.moves[self.at :]

    @property
    def move(self) -> M | None:
        """What to play next; None if the game is over, or if nothing is known to help."""
        return next(iter(self.line or ()), self.choice)

    @property
    def promise(self) -> Promise | None:
        """What the move is good for; None where there is none."""
        if self.move is None:
            return None
        return "choice" if self.found is None else "best" if self.found.optimal else "solution"

    @property
    def is_winnable(self) -> bool | None:
        """Whether it can still be won; None if that is not known."""
        return {"solved": True, "unsolvable": False}.get("" if self.found is None else self.found.verdict)

    @property
    def cost(self) -> int | None:
        """What the line costs from here on, in the game's first unit; the least there is if the promise is `best`."""
        return next((costs[self.at] for costs in self.left.values()), None)

    @property
    def to_go(self) -> Mapping[str, int] | None:
        """The same in each of the game's units, as the counters beside a board count it."""
        return {unit: costs[self.at] for unit, costs in self.left.items()} or None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on this position; nodes and seconds are those of the search that found the line."""
        if self.found is None or not self.at:
            return self.found
        return replace(self.found, cost=self.cost, bound=self.cost if self.found.optimal else None, moves=self.line)


class _Found(NamedTuple, Generic[P]):
    """What a search came to."""

    verdict: Verdict
    passed: list[P]
    """The positions that its moves pass, from the first to the last."""


class Advisor(Generic[P, M]):
    """Advises on positions of one game, within a budget for each question.

    Who begins at `start` and plays on from there is helped by the game's guide, where it has one; an advisor on many
    puzzles does without. One that is not `thorough` asks once, in the first metric, takes what comes and counts in
    that unit alone: then a budget of nodes makes the same advice on any machine.
    """

    def __init__(
        self, game: Game[P, M], start: P | None = None, *, budget: Budget = HINT_BUDGET, thorough: bool = True
    ) -> None:
        self.game = game
        self.budget = budget
        self._start = start
        self._is_thorough = thorough
        self._guide: Guide[P, M] | None = None
        self._strategy: Strategy[P, M] | None = None
        self._known: dict[P, Advice[M]] = {}

    def knows(self, position: P) -> bool:
        """Whether the answer is there without a search."""
        return position in self._known

    def advise(
        self,
        position: P,
        *,
        budget: Budget | None = None,
        cancel: Cancel | None = None,
        progress: Progress | None = None,
    ) -> Advice[M]:
        """All that can be told of a position; a budget holds for this question only."""
        known = self._known.get(position)
        if known is not None:
            return known
        check_control(cancel, progress)
        task = Task(budget=budget or self.budget, cancel=cancel, progress=progress)
        if self.game.is_scored:
            return self._choice(position, task)
        if len(self._known) > POSITIONS_KEPT:
            self._known.clear()
        found, passed = self._search(position, task)
        if found.moves is not None:
            return self._remember(found, passed)
        advice: Advice[M] = Advice(found)
        # What only a clock or a smaller budget has ended may be found another time.
        if found.verdict == "unsolvable" or (budget is None and found.reason not in ("time", "cancelled")):
            self._known[position] = advice
        return advice

    def certain(self, position: P, **question: Any) -> Advice[M]:
        """The same, where nothing but an answer will do. Raises `BudgetEnded` if there is none."""
        advice = self.advise(position, **question)
        if advice.found is not None and advice.found.verdict == "unknown":
            raise BudgetEnded(f"no answer within the budget ({advice.found.reason})")
        return advice

    def last_winnable(self, history: Sequence[P], **question: Any) -> int | None:
        """The number of the last position of a history that is known to be winnable; None if none is.

        Who can win from a position can win from all before it, so that a few questions are enough.
        """
        low, high = -1, len(history) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.advise(history[middle], **question).is_winnable:
                low = middle
            else:
                high = middle - 1
        return None if low < 0 else low

    # Where advice comes from

    def _choice(self, position: P, task: Task) -> Advice[M]:
        """What the best player who can play from here would do."""
        if self.game.status(position) is not Status.PLAYING:
            return Advice(None)
        player = choose_player(self.game, position=position)
        asked = replace(task, options=read_options(player.options, {}))
        return Advice(None, choice=next(iter(player.moves(position, PLAYER_SEED, asked)), None), player=player.name)

    def _search(self, position: P, task: Task) -> _Found[P]:
        status = self.game.status(position)
        if status is not Status.PLAYING:
            # Nothing is left to be found: it is won at no cost, or lost.
            return self._checked(position, _WON if status is Status.WON else _LOST, self.game.metrics[0])
        if self._start is not None:
            self._guide, self._start = self.game.guide(self._start), None
        if self._guide is not None:
            return self._checked(position, self._guided(self._guide, position, task.cancel), self.game.metrics[0])
        return self._solved(position, task)

    def _guided(self, guide: Guide[P, M], position: P, cancel: Cancel | None) -> Answer[M]:
        """The line that a guide leads along."""
        guide.cancel = cancel
        line: dict[P, M] = {}
        try:
            distance = guide.distance(position)
            while distance is not None and self.game.status(position) is Status.PLAYING and position not in line:
                line[position] = guide.best_moves(position)[0]
                position = self.game.play(position, line[position]).position
        except BudgetEnded:
            is_cancelled = cancel is not None and cancel.cancelled
            return Answer("cancelled" if is_cancelled else "time", None, None, 0)
        return _LOST if distance is None else Answer("solved", list(line.values()), distance, 0)

    def _solved(self, position: P, task: Task) -> _Found[P]:
        """The best line that the budget allows, or any."""
        if self._strategy is None:
            self._strategy = choose_strategy(self.game, None)
        first = self._strategy.metrics[0]
        best: _Found[P] | None = None
        for metric, budget in self._stages(self._strategy.metrics, task.budget):
            found = self._ask(self._strategy, position, metric, budget, task)
            verdict = found.verdict
            if verdict.optimal or verdict.verdict == "unsolvable":
                return found
            known = None if best is None else best.verdict.cost
            if best is None or (verdict.cost is not None and (known is None or verdict.cost < known)):
                best = found
            # What can be solved at all may be done more neatly; what can be solved as it should be is enough.
            has_line = best.verdict.cost is not None
            if verdict.reason == "cancelled" or (metric == first and has_line != (first == "any")):
                break
        assert best is not None
        return best

    def _stages(self, metrics: Sequence[str], budget: Budget) -> Iterator[tuple[str, Budget]]:
        """What to look for, one after the other, and for how long."""
        first, second, *_ = *metrics, ""
        time = math.inf if budget.time is None else budget.time
        if not self._is_thorough or first == "any":
            yield first, budget
            if self._is_thorough and second:
                yield second, replace(_SHORTENING, memory=budget.memory)
            return
        if second.startswith(f"{first},"):
            seconds = min(_NEAT_SECONDS, _NEAT_SHARE * time)
            time -= seconds
            yield second, replace(budget, time=seconds)
        share = _BEST_SHARE if "any" in metrics else 1.0
        yield first, replace(budget, time=None if budget.time is None else share * time)
        if "any" in metrics:
            yield "any", replace(budget, time=None if budget.time is None else (1 - share) * time)

    def _ask(self, strategy: Strategy[P, M], position: P, metric: str, budget: Budget, task: Task) -> _Found[P]:
        options = read_options(strategy.options, {})
        started = clock.perf_counter()
        answer = strategy.solve(position, replace(task, metric=metric, budget=budget, options=options))
        return self._checked(position, answer, metric, clock.perf_counter() - started)

    def _checked(self, position: P, answer: Answer[M], metric: str, seconds: float = 0.0) -> _Found[P]:
        """A claim that the rules have replayed, like everybody's."""
        passed = [position]
        return _Found(check(self.game, position, answer, metric, "1", seconds, passed), passed)

    # What is remembered

    def _remember(self, found: Verdict, passed: Sequence[P]) -> Advice[M]:
        """Keeps a line for every position that it passes."""
        game, moves = self.game, found.moves or ()
        # A position that the line passes twice leads on as it does the last time: nobody walks a loop.
        last = {position: number for number, position in enumerate(passed)}
        way: list[int] = []
        rest: Advice[M] | None = None
        number = last[passed[0]]
        while number < len(moves) and rest is None:
            way.append(number)
            number = last[passed[number + 1]]
            # Where it comes to one that was told before, that one is kept, unless this is proven to be the best.
            before = None if found.optimal else self._known.get(passed[number])
            rest = before if before is not None and before.left else None
        left: dict[str, Sequence[int]] = {}
        units = game.units if self._is_thorough else game.units[:1]
        for unit in units:
            costs = [0] if rest is None else list(reversed(rest.left[unit][rest.at :]))
            for number in reversed(way):
                costs.append(costs[-1] + game.move_cost(passed[number], moves[number], unit))
            left[unit] = costs[::-1]
        tail = () if rest is None else rest.line or ()
        found = replace(found, cost=left[units[0]][0], moves=(*(moves[number] for number in way), *tail))
        for at, number in enumerate(way):
            self._known[passed[number]] = Advice(found, left, at)
        if rest is None:
            self._known[passed[-1]] = Advice(found, left, len(way))
        return Advice(found, left)
