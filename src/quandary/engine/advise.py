"""advise: what to tell a player. The next move, how far it is, whether it can still be done, the whole line.

A solution is one of many: to solve anew after every move would cost a search each time, and could lead a player
round in circles. So an advisor remembers how the lines that it has found go on from every position that they pass.
Whoever follows one gets home at the cost that was told, and pays for one search.

What a game is asked for follows from its metrics. The first is what it is played by. Where that is `any`, a line is
made shorter by the second metric, within a small budget; a second metric that refines the first (`pushes,moves`) is
tried before it, for a little while; and where the best line takes too long to find, `any` line will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal

from quandary.core.abilities import Answer, Guide, M, P
from quandary.core.budget import Budget, Cancel, Progress, Task
from quandary.core.errors import BudgetEnded
from quandary.core.game import Game, Status
from quandary.core.options import read_options
from quandary.core.recent import Recent
from quandary.engine.play import choose_player
from quandary.engine.solve import Verdict, check, choose_strategy, solve

HINT_BUDGET = Budget(time=12.0)
"""What a player waits for, at most."""
POSITIONS_KEPT = 10_000
PLAYER_SEED = 1
# Of the time, what a neater line than the best may take, at most, and what the best; the rest is for any line at all.
_NEAT_SHARE, _NEAT_SECONDS = 0.2, 2.0
_BEST_SHARE = 0.7
# Counted in positions, so that the same game gets the same advice everywhere; the seconds are for slow machines.
_SHORTENING = Budget(time=2.0, nodes=50_000)
_NO_WAY: Answer[Any] = Answer("unsolvable", None, None, 0)

Promise = Literal["best", "solution", "choice"]
"""What stands behind a move: a line that is proven to cost the least, a line that ends well, a player's judgement."""


@dataclass(frozen=True, slots=True)
class Advice(Generic[M]):
    """What is known of a position."""

    found: Verdict | None
    """What the search came to, where the line begins; None in a game that is played for a score."""
    at: int = 0
    """How many moves of the line are behind."""
    left: Sequence[Mapping[str, int]] = ()
    """What the line still costs from each of its positions on, in each of the game's units."""
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
        if self.found is None:
            return self.choice
        moves = self.found.moves
        return None if moves is None or self.at == len(moves) else moves[self.at]

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
    def to_go(self) -> Mapping[str, int] | None:
        """What the line costs from here on in each of the game's units, as the counters beside a board count it."""
        return self.left[self.at] if self.left else None

    @property
    def cost(self) -> int | None:
        """The same in the metric that the line was looked for in; proven to be the least if the promise is `best`."""
        to_go = self.to_go
        if to_go is None or self.found is None:
            return None
        # `any` has no measure of its own and borrows the first.
        return to_go.get(self.found.metric.split(",")[0], next(iter(to_go.values())))

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on this position; nodes and seconds are those of the search that found the line."""
        if self.found is None or not self.at:
            return self.found
        bound = self.cost if self.found.optimal else None
        return replace(self.found, cost=self.cost, bound=bound, moves=self.line)


class Advisor(Generic[P, M]):
    """Advises on positions of one game, within a budget for each question.

    Who begins at `start` and plays on from there is helped by the game's guide, where it has one; an advisor on many
    puzzles does without. One that is not `thorough` asks once, in the first metric, and takes what comes: then a
    budget of nodes makes the same advice on any machine.
    """

    def __init__(
        self, game: Game[P, M], start: P | None = None, *, budget: Budget = HINT_BUDGET, thorough: bool = True
    ) -> None:
        self.game = game
        self.budget = budget
        self._start = start
        self._is_thorough = thorough
        self._guide: Guide[P, M] | None = None
        self._known: Recent[P, Advice[M]] = Recent(POSITIONS_KEPT)

    def knows(self, position: P) -> bool:
        """Whether the answer is there without a search."""
        return self._known.get(position) is not None

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
        task = Task(budget=budget or self.budget, cancel=cancel, progress=progress)
        if self.game.is_scored:
            return self._choice(position, task)
        found = self._search(position, task)
        if found.moves is not None:
            return self._remember(position, found)
        advice: Advice[M] = Advice(found)
        # What only a clock or a smaller budget has ended may be found another time.
        if found.verdict == "unsolvable" or (budget is None and found.reason not in ("time", "cancelled")):
            self._known.put(position, advice)
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

    def _search(self, position: P, task: Task) -> Verdict:
        status = self.game.status(position)
        if status is not Status.PLAYING:
            # Nothing is left to be found: it is won at no cost, or lost.
            is_won = status is Status.WON
            return self._checked(position, Answer("solved", (), 0, 0) if is_won else _NO_WAY)
        if self._start is not None:
            self._guide, self._start = self.game.guide(self._start), None
        if self._guide is not None:
            return self._guided(self._guide, position, task.cancel)
        return self._solved(position, task)

    def _guided(self, guide: Guide[P, M], position: P, cancel: Cancel | None) -> Verdict:
        """The line that a guide leads along."""
        guide.cancel = cancel
        line: dict[P, M] = {}
        here = position
        try:
            distance = guide.distance(position)
            while distance is not None and self.game.status(here) is Status.PLAYING and here not in line:
                line[here] = guide.best_moves(here)[0]
                here = self.game.play(here, line[here]).position
        except BudgetEnded:
            is_cancelled = cancel is not None and cancel.cancelled
            return self._checked(position, Answer("cancelled" if is_cancelled else "time", None, None, 0))
        if distance is None:
            return self._checked(position, _NO_WAY)
        return self._checked(position, Answer("solved", list(line.values()), distance, 0))

    def _checked(self, position: P, answer: Answer[M]) -> Verdict:
        return check(self.game, position, answer, self.game.metrics[0], "1", 0.0)

    def _solved(self, position: P, task: Task) -> Verdict:
        """The best line that the budget allows, or any."""
        first, *others = choose_strategy(self.game, None).metrics
        second = others[0] if others else ""
        if not self._is_thorough:
            return self._ask(position, first, task.budget, task)
        if first == "any":
            found = self._ask(position, first, task.budget, task)
            if found.cost is None or not second:
                return found
            shorter = self._ask(position, second, replace(_SHORTENING, memory=task.budget.memory), task)
            return found if shorter.cost is None or shorter.cost >= found.cost else shorter
        best: Verdict | None = None
        for metric, budget in self._stages(first, second, "any" in others, task.budget):
            found = self._ask(position, metric, budget, task)
            if found.optimal or found.verdict == "unsolvable" or found.reason == "cancelled":
                return found
            best = found if best is None or best.moves is None else best
            if metric == first and best.moves is not None:
                break
        assert best is not None
        return best

    def _stages(self, first: str, second: str, has_any: bool, budget: Budget) -> Iterator[tuple[str, Budget]]:
        """What to look for, one after the other, and for how long."""
        time, left = budget.time, 1.0
        if second.startswith(f"{first},"):
            seconds = _NEAT_SECONDS if time is None else min(_NEAT_SECONDS, _NEAT_SHARE * time)
            yield second, replace(budget, time=seconds)
            left -= _NEAT_SHARE
        share = _BEST_SHARE if has_any else 1.0
        yield first, replace(budget, time=None if time is None else share * left * time)
        if has_any:
            yield "any", replace(budget, time=None if time is None else (1 - share) * left * time)

    def _ask(self, position: P, metric: str, budget: Budget, task: Task) -> Verdict:
        return solve(
            self.game,
            position,
            metric=metric,
            time=budget.time,
            nodes=budget.nodes,
            memory=budget.memory,
            cancel=task.cancel,
            progress=task.progress,
        )

    # What is remembered

    def _remember(self, start: P, found: Verdict) -> Advice[M]:
        """Keeps a line for every position that it passes."""
        game, moves = self.game, found.moves or ()
        passed = [start]
        for move in moves:
            passed.append(game.play(passed[-1], move).position)
        # A position that the line passes twice leads on as it does the last time: nobody walks a loop.
        last = {position: number for number, position in enumerate(passed)}
        way: list[tuple[P, M]] = []
        end: Advice[M] | None = None
        number = last[start]
        while number < len(moves) and end is None:
            way.append((passed[number], moves[number]))
            number = last[passed[number + 1]]
            # Where a way leads back to one that was told before, that one is kept, unless this is proven to be best.
            end = None if found.optimal else self._known.get(passed[number])
            end = end if end is not None and end.line is not None else None
        units = game.units
        left: list[Mapping[str, int]] = [dict.fromkeys(units, 0)]
        if end is not None:
            left = list(reversed(end.left[end.at :]))
        for position, move in reversed(way):
            left.append({unit: left[-1][unit] + game.move_cost(position, move, unit) for unit in units})
        left.reverse()
        line = tuple(move for _, move in way) + ((end.line or ()) if end is not None else ())
        found = replace(found, cost=left[0][game.unit(found.metric)], moves=line)
        places = [position for position, _ in way] + ([passed[-1]] if end is None else [])
        for number in reversed(range(len(places))):
            self._known.put(places[number], Advice(found, number, left))
        return Advice(found, 0, left)
