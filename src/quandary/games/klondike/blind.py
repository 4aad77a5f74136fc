"""Playing blind: a player who sees what a person sees, and imagines the rest.

What it may see is a `View`: the open cards, the waste, the foundations, how many cards are hidden where, and of the
stock the cards that have been turned before. As redeals are unlimited, it first turns the whole stock over once, as
anybody may, and knows its order from then on. It never sees a hidden card before it is turned.

It decides once for every hidden card to be turned. It deals the unseen cards into the hidden places at random, many
times, and lets the complete solver play these worlds. The way that each of them goes up to its first turned card,
without the moves that did not help, is a plan. Then every plan is tried in every world that could be won. Where several
leave about as many winnable, it looks one card further: the worlds in which a plan turns the same card look alike, so
that one next plan must do for all of them, and only those that it leaves winnable count. The plan with most of these is
carried out. When all cards are open, the solver plays the rest.

How many worlds it imagines is bounded by the positions that the solver looks at, not by the clock, so that a seed
repeats a game on any machine.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from quandary._native import Answer as NativeAnswer
from quandary._native import klondike as native
from quandary.core.budget import Limits
from quandary.game import Budget, IllegalMove, Option, Player, Rng, Status, Task, UsageError
from quandary.games.klondike.position import Card, Cards, Position, View, player_view
from quandary.games.klondike.rules import (
    DRAW,
    PILE_NAMES,
    RECYCLE,
    STOCK,
    WASTE,
    Drawn,
    Move,
    Turned,
    legal_moves,
    move,
    open_cards,
    play,
    status,
)
from quandary.games.klondike.solver import Complete

# A world that takes more is taken for lost: what is hard to find is seldom found blindly.
_WORLD_LIMITS = Limits(nodes=1000)
_LAST_BUDGET = Budget(nodes=3_000_000)
_FEWEST_WORLDS, _MOST_WORLDS = 12, 300
# If these have shown no second plan, there is nothing to choose.
_WORLDS_WITH_ONE_PLAN = 40
_MOST_PLANS = 10
# A plan is dropped once it has lost this many worlds more than the best.
_HOPELESS = 4
# So many of the best are looked at more closely.
_FINALISTS = 3


class Blind(Player[Position, Move]):
    """Sees what a person sees, imagines the rest many times over, and does what leaves most of that winnable."""

    name = "blind"
    summary = "sees only the open cards; imagines the hidden ones many times over, and plays for most of these worlds"
    options = (
        Option("nodes", int, 4_000_000, "positions that it may look at in a whole game of imagined worlds", least=0),
        Option("seconds", float, None, "thinking time for a whole game; a game may then not repeat", least=0),
    )

    def suits(self, position: Position) -> bool:
        return position.redeals is None

    def moves(self, position: Position, seed: int, task: Task) -> Iterator[Move]:
        if not self.suits(position):
            raise UsageError("the blind player plays with unlimited redeals")
        options = {option.name: task.options.get(option.name, option.default) for option in self.options}
        mind = BlindMind(seed, **options)
        seen = set(position.waste)
        while status(position) is Status.PLAYING:
            decided = mind.next_moves(player_view(position, seen))
            if not decided:
                return
            for one in decided:
                outcome = play(position, one)
                position = outcome.position
                seen.update(card for event in outcome.events if isinstance(event, Drawn) for card in event.cards)
                yield one


class _Action(NamedTuple):
    """A card, with what lies on it, goes somewhere: a move without the turns of the stock that it needs."""

    card: Card
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class _Plan:
    """Moves that turn a hidden card."""

    moves: tuple[Move, ...]
    after: Position
    """Where they lead; only the hidden cards differ from world to world."""
    pile: int
    """Where the card is turned."""
    actions: int


_World = tuple[Cards, ...]
"""The hidden cards of every pile."""


class _Won(NamedTuple):
    """A world in which a plan was carried out, and how it is won from there."""

    position: Position
    moves: Sequence[native.Move]


class _Mark(NamedTuple):
    """A point of a game's budget."""

    nodes: float
    """How many are left then."""
    time: float


class _Allowance:
    """What a game's imagined worlds may cost: positions, and time only if somebody limits it."""

    def __init__(self, nodes: int, seconds: float | None) -> None:
        self._nodes = nodes
        self._deadline = math.inf if seconds is None else clock.perf_counter() + seconds

    def solve(self, position: Position) -> NativeAnswer[list[native.Move]]:
        answer = native.solve(position, limits=_WORLD_LIMITS)
        self._nodes -= answer.nodes
        return answer

    def mark(self, part: float) -> _Mark:
        """Where this part of what is left will have been spent."""
        now = clock.perf_counter()
        return _Mark(self._nodes - part * max(0, self._nodes), now + part * max(0.0, self._deadline - now))

    def is_past(self, mark: _Mark) -> bool:
        return self._nodes <= mark.nodes or clock.perf_counter() > mark.time


class BlindMind:
    """Decides by what it sees, by chance, and by what it may spend."""

    def __init__(self, seed: int, nodes: int, seconds: float | None = None) -> None:
        self._rng = Rng(seed)
        self._allowance = _Allowance(nodes, seconds)

    def next_moves(self, view: View) -> Sequence[Move]:
        """What to do until the next hidden card is turned, or to the end; nothing if there is no hope."""
        if None in view.stock:
            return _once_through_the_stock(view)
        if not any(view.hidden):
            return Complete().solve(view.filled(()), Task("any", _LAST_BUDGET)).moves or ()
        plan = self._best_plan(view)
        return plan.moves if plan else ()

    def _best_plan(self, view: View) -> _Plan | None:
        """The plan after which most of the imagined worlds can still be won."""
        # Every hidden card is one more decision, and the last ones are easy.
        share = 1 / (1 + 0.7 * sum(view.hidden))
        imagined, tried, spent = (self._allowance.mark(part * share) for part in (0.4, 0.7, 1))
        plans = {_likeness(plan): plan for plan in _immediate_plans(view)}
        known_ways: set[tuple[native.Move, ...]] = set()
        winnable: list[_World] = []
        for number, position in enumerate(self._worlds(view), start=1):
            moves = self._allowance.solve(position).moves
            if moves is not None:
                winnable.append(position.face_down)
                way = _up_to_the_first_turn(position, moves)
                if way not in known_ways and len(plans) < _MOST_PLANS:
                    known_ways.add(way)
                    if plan := _plan(position, way):
                        plans.setdefault(_likeness(plan), plan)
            if number > _FEWEST_WORLDS and self._allowance.is_past(imagined):
                break
            if number == _WORLDS_WITH_ONE_PLAN and len(plans) == 1:
                break
        return self._most_promising(list(plans.values()), winnable, tried, spent) if plans else None

    def _worlds(self, view: View) -> Iterator[Position]:
        """Deals of the unseen cards into the hidden places."""
        cards = list(view.unseen)
        for _ in range(_MOST_WORLDS):
            self._rng.shuffle(cards)
            yield view.filled(tuple(cards))

    def _most_promising(self, plans: list[_Plan], worlds: Sequence[_World], tried: _Mark, spent: _Mark) -> _Plan:
        """Tries the plans in the worlds, world by world, until enough is tried or only one is left.

        If several are left, and something to spend, the best of them are looked at more closely.
        """
        lost = dict.fromkeys(range(len(plans)), 0)
        won: list[list[_Won]] = [[] for _ in plans]
        for number, world in enumerate(worlds):
            if len(lost) == 1 or (number >= _FEWEST_WORLDS and self._allowance.is_past(tried)):
                break
            for index in lost:
                position = _with_hidden(plans[index], world)
                moves = self._allowance.solve(position).moves
                if moves is None:
                    lost[index] += 1
                else:
                    won[index].append(_Won(position, moves))
            fewest = min(lost.values())
            lost = {index: count for index, count in lost.items() if count < fewest + _HOPELESS}
        # Of equal ones, the one that commits to least.
        best = sorted(lost, key=lambda index: (lost[index], plans[index].actions))[:_FINALISTS]
        if len(best) > 1 and not self._allowance.is_past(spent):
            still_won = {index: self._won_after_two(plans[index], won[index]) for index in best}
            best.sort(key=lambda index: -still_won[index])
        return plans[best[0]]

    def _won_after_two(self, plan: _Plan, won: Sequence[_Won]) -> int:
        """How many worlds can still be won after the next plan, too, which may depend only on the card turned."""
        groups: dict[Card, list[_Won]] = {}
        for one in won:
            groups.setdefault(one.position.face_up[plan.pile][0], []).append(one)
        return sum(self._won_together(group) for group in groups.values())

    def _won_together(self, group: Sequence[_Won]) -> int:
        """In how many of these worlds, which look alike, one and the same plan leaves a game that can be won."""
        first, _ = group[0]
        if len(group) == 1 or not any(first.face_down):
            return len(group)
        ways = {_up_to_the_first_turn(position, moves): position for position, moves in group}
        plans = {_likeness(plan): plan for way, position in ways.items() if (plan := _plan(position, way))}
        worlds = [position.face_down for position, _ in group]
        return max((self._count_won(plan, worlds) for plan in plans.values()), default=0)

    def _count_won(self, plan: _Plan, worlds: Sequence[_World]) -> int:
        return sum(self._allowance.solve(_with_hidden(plan, world)).status == "solved" for world in worlds)


def _once_through_the_stock(view: View) -> list[Move]:
    """All turns to the end of the stock, and the waste back."""
    return [DRAW] * math.ceil(len(view.stock) / view.draw) + [RECYCLE]


def _up_to_the_first_turn(position: Position, moves: Sequence[native.Move]) -> tuple[native.Move, ...]:
    """The beginning of a solution, up to the move that turns a hidden card."""
    shown = [len(pile) for pile in position.face_up]
    for number, (source, target, count) in enumerate(moves, start=1):
        if target in PILE_NAMES:
            shown[int(target) - 1] += count
        if source in PILE_NAMES:
            pile = int(source) - 1
            shown[pile] -= count
            if not shown[pile] and position.face_down[pile]:
                return tuple(moves[:number])
    return tuple(moves)


def _plan(position: Position, way: Sequence[native.Move]) -> _Plan | None:
    """The same way without the moves that it does not need."""
    actions = _actions(position, [move(*one) for one in way])
    done = _carry_out(position, actions)
    for number in range(len(actions) - 2, -1, -1):
        fewer = actions[:number] + actions[number + 1 :]
        if shorter := _carry_out(position, fewer):
            actions, done = fewer, shorter
    if done is None:
        return None
    moves, after = done
    return _Plan(tuple(moves), after, int(actions[-1].source) - 1, len(actions))


def _actions(position: Position, moves: Sequence[Move]) -> list[_Action]:
    actions = []
    for one in moves:
        if one not in (DRAW, RECYCLE):
            actions.append(_Action(open_cards(position, one.source)[-one.count], one.source, one.target))
        position = play(position, one).position
    return actions


def _carry_out(position: Position, actions: Sequence[_Action]) -> tuple[list[Move], Position] | None:
    """The moves that do this, ending with the turn of a card, and where they lead; None if it cannot be done."""
    moves: list[Move] = []
    events: Sequence[object] = ()
    try:
        for action in actions:
            count = 1
            if action.source == WASTE:
                turns, position = _brought_up(position, action.card)
                moves += turns
            elif action.source in PILE_NAMES:
                run = position.face_up[int(action.source) - 1]
                count = len(run) - run.index(action.card)
            one = move(action.source, action.target, count)
            position, events = play(position, one)
            moves.append(one)
    except (IllegalMove, ValueError):
        return None
    return (moves, position) if any(isinstance(event, Turned) for event in events) else None


def _brought_up(position: Position, card: Card) -> tuple[list[Move], Position]:
    """The turns of the stock that bring a card to the top of the waste; a `ValueError` if none do."""
    order, turned, draw = position.waste + position.stock, len(position.waste), position.draw
    place = order.index(card)
    is_last = place == len(order) - 1
    ahead = place + 1 - turned
    if ahead >= 0 and (ahead % draw == 0 or is_last):
        moves = [DRAW] * math.ceil(ahead / draw)
        redeals = position.redeals
    elif position.redeals != 0 and ((place + 1) % draw == 0 or is_last):
        moves = [DRAW] * math.ceil(len(position.stock) / draw) + [RECYCLE] + [DRAW] * math.ceil((place + 1) / draw)
        redeals = None if position.redeals is None else position.redeals - 1
    else:
        raise ValueError(f"{card} does not come up")
    return moves, replace(position, waste=order[: place + 1], stock=order[place + 1 :], redeals=redeals)


def _immediate_plans(view: View) -> Iterator[_Plan]:
    """Every single move that turns a card, which no player overlooks."""
    position = view.filled(view.unseen)
    for one in legal_moves(position):
        if one.source not in (STOCK, WASTE):
            outcome = play(position, one)
            if any(isinstance(event, Turned) for event in outcome.events):
                yield _Plan((one,), outcome.position, int(one.source) - 1, 1)


def _likeness(plan: _Plan) -> object:
    """Equal for plans that lead to the same table."""
    after = plan.after
    open_cards = tuple(cards for pile, cards in enumerate(after.face_up) if pile != plan.pile)
    return plan.pile, open_cards, after.stock, after.waste, after.foundations


def _with_hidden(plan: _Plan, world: _World) -> Position:
    """Where the plan leads if the hidden cards lie like this."""
    face_down, face_up = list(world), list(plan.after.face_up)
    face_down[plan.pile], face_up[plan.pile] = world[plan.pile][:-1], world[plan.pile][-1:]
    return replace(plan.after, face_down=tuple(face_down), face_up=tuple(face_up))
