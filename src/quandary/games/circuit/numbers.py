"""The numbers of a puzzle: a fact for every cell, its answer on the connector that it leads over, decoys beside it.

The operation comes first. A deck holds each as often as the weights ask, cells draw from it, and a cell takes a value
that has such a fact and is free around it; so the mix of a puzzle is that of its level, whatever the values are. Cells
are numbered from FINISH outwards, each after the one that it leads to: then only connectors of that one cell can be
in the way, at most seven. Connectors that no answer names come last. On the path they are decoys, values that a slip
would lead to, and everywhere else any free value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quandary.game import Rng
from quandary.games.circuit.colouring import NO_VALUE, Colouring, fill, lay_out_one_way, search
from quandary.games.circuit.expressions import SMALLEST_FACTOR, Fact, fact_of, facts, slips
from quandary.games.circuit.grid import Grid, is_one_way
from quandary.games.circuit.limits import answer_counts
from quandary.games.circuit.path import from_finish
from quandary.games.circuit.settings import DIVIDED, OPERATIONS, Settings

# Level 1 needs about 30; a grid that takes this many is better drawn anew.
_MOST_NODES = 2000


class Numbers(NamedTuple):
    """All numbers of a puzzle."""

    values: list[int]
    """Of each connector, as in `Grid.edges`."""
    facts: dict[int, Fact]
    """Of each cell but FINISH."""


class FactBook:
    """The facts of a level, each of which a puzzle may use once."""

    def __init__(self, rng: Rng, settings: Settings) -> None:
        self._rng = rng
        self._facts = facts(settings)
        self._divisors = range(SMALLEST_FACTOR, settings.mult_div_range + 1)
        self._values = {sign: tuple(by_value) for sign, by_value in self._facts.items()}
        self._used: set[Fact] = set()
        self._spent: Counter[tuple[str, int]] = Counter()

    def draw(self, sign: str, blocked: int, least: int) -> Fact | None:
        """An unused fact of this operation whose value (counted from `least`) is not blocked."""
        values = self._values[sign]
        if sign == DIVIDED:
            return self._draw_division(blocked, least)
        if values:
            start = self._rng.below(len(values))
            for offset in range(len(values)):
                value = values[(start + offset) % len(values)]
                if not blocked >> value - least & 1 and (fact := self.draw_value(sign, value)):
                    return fact
        return None

    def _draw_division(self, blocked: int, least: int) -> Fact | None:
        """Draw the divisor first: all tables come equally often, though large quotients have small divisors only."""
        start = self._rng.below(len(self._divisors))
        for offset in range(len(self._divisors)):
            divisor = self._divisors[(start + offset) % len(self._divisors)]
            open_facts = [
                fact
                for value, lefts in self._facts[DIVIDED].items()
                if value * divisor in lefts
                and not blocked >> value - least & 1
                and (fact := Fact(value * divisor, DIVIDED, divisor)) not in self._used
            ]
            if open_facts:
                return self._take(self._rng.choice(open_facts))
        return None

    def draw_value(self, sign: str, value: int) -> Fact | None:
        """An unused fact of this operation and value."""
        lefts = self._facts[sign].get(value, ())
        if self._spent[sign, value] == len(lefts):
            return None
        start = self._rng.below(len(lefts))
        fact = mirrored = None
        for offset in range(len(lefts)):
            fact = fact_of(sign, value, lefts[(start + offset) % len(lefts)])
            if fact in self._used:
                continue
            # 4 + 3 beside 3 + 4 is allowed, but only where there is nothing else.
            if Fact(fact.right, sign, fact.left) not in self._used:
                break
            mirrored = mirrored or fact
        else:
            fact = mirrored
        assert fact is not None, "the count says that one is left"
        return self._take(fact)

    def _take(self, fact: Fact) -> Fact:
        self._used.add(fact)
        self._spent[fact.sign, fact.value] += 1
        return fact

    def put_back(self, fact: Fact) -> None:
        """Makes a drawn fact available again."""
        self._used.remove(fact)
        self._spent[fact.sign, fact.value] -= 1


def deal(rng: Rng, weights: Sequence[int], cells: int) -> list[str]:
    """A shuffled deck of operations, as many as cells, each within one of what its weight asks."""
    total, start = sum(weights), rng.below(sum(weights))
    ends = [sum(weights[: number + 1]) for number in range(len(weights))]
    points = [(start + number * total) // cells for number in range(cells)]
    deck = [next(sign for sign, end in zip(OPERATIONS, ends, strict=True) if point < end) for point in points]
    rng.shuffle(deck)
    return deck


def number_grid(
    rng: Rng,
    settings: Settings,
    grid: Grid,
    path: Sequence[int],
    onward: Mapping[int, int],
    *,
    values_first: bool = False,
) -> Numbers | None:
    """The numbers of a puzzle; None where this grid and path take none, so that another must be drawn.

    With `values_first` connectors are numbered before cells, as they must be where there is no value to spare.
    """
    edge_of = grid.edge_numbers()
    exits = {cell: edge_of[cell, onward[cell]] for cell in from_finish(dict(onward), grid.cells - 1)}
    deck = deal(rng, settings.weights, len(exits))
    colouring = Colouring(grid, settings.values)
    book = FactBook(rng, settings)
    if settings.values > grid.largest_degree and not values_first:
        drawn = _answers_first(book, settings, colouring, exits, deck)
        if drawn is None:
            return None
        _put_decoys(rng, settings, colouring, path, exits, drawn)
        fill(rng, colouring)
        found = _answers_after(book, settings, colouring, exits, deck, drawn)
    else:
        if not _colour_first(rng, settings, colouring, exits):
            return None
        found = _answers_after(book, settings, colouring, exits, deck, {})
    if found is None:
        return None
    return Numbers([settings.connector_min + value for value in colouring.values], found)


def _answers_first(
    book: FactBook, settings: Settings, colouring: Colouring, exits: Mapping[int, int], deck: list[str]
) -> dict[int, Fact] | None:
    """Draws a fact for every cell and puts its answer on the connector."""
    least, found = settings.connector_min, {}
    for cell, edge in exits.items():
        blocked = ~colouring.free(edge)
        signs = _in_turn(deck, settings)
        fact = next((fact for sign in signs if (fact := book.draw(sign, blocked, least))), None)
        if fact is None:
            return None
        _strike(deck, fact.sign)
        found[cell] = fact
        colouring.put(edge, fact.value - least)
    return found


def _in_turn(deck: Sequence[str], settings: Settings) -> list[str]:
    """The operations to try: as they lie in the deck from its top, then those that it has no more of."""
    return list(dict.fromkeys((*reversed(deck), *settings.operations)))


def _strike(deck: list[str], sign: str) -> None:
    """Takes the uppermost card of this operation off the deck, if there is one left."""
    for at in range(len(deck) - 1, -1, -1):
        if deck[at] == sign:
            del deck[at]
            return


def _put_decoys(
    rng: Rng,
    settings: Settings,
    colouring: Colouring,
    path: Sequence[int],
    exits: Mapping[int, int],
    drawn: Mapping[int, Fact],
) -> None:
    """Sees to it that each path cell has a connector that a slip leads to, wherever one fits."""
    seen = 0
    for cell in path[:-1]:
        seen |= 1 << cell
        wrong = [slip - settings.connector_min for slip in slips(drawn[cell])]
        wrong = [value for value in wrong if 0 <= value < settings.values]
        ahead = [edge for edge in colouring.grid.around[cell] if not _leads_back(colouring.grid, edge, cell, seen)]
        if any(colouring.values[edge] in wrong for edge in ahead if edge != exits[cell]):
            continue
        rng.shuffle(wrong)
        open_edges = [edge for edge in ahead if colouring.values[edge] == NO_VALUE]
        rng.shuffle(open_edges)
        places = ((edge, value) for value in wrong for edge in open_edges if colouring.free(edge) >> value & 1)
        if place := next(places, None):
            colouring.put(*place)


def _leads_back(grid: Grid, edge: int, cell: int, seen: int) -> bool:
    a, b = grid.edges[edge]
    return bool(seen >> (a + b - cell) & 1)


def _colour_first(rng: Rng, settings: Settings, colouring: Colouring, exits: Mapping[int, int]) -> bool:
    """Numbers all connectors, then deals out which value is which.

    No value stands twice at a cell, so each is the answer of at most half the cells, and the one that comes k-th in
    being asked for of at most a k-th of them: where the richest values have as many expressions, this cannot fail.
    """
    grid = colouring.grid
    if is_one_way(grid):
        lay_out_one_way(colouring)
    elif not search(rng, colouring, _MOST_NODES):
        return False
    # Where a value would be asked for more often than it has expressions, the busiest get the richest.
    counts = answer_counts(settings)
    asked = Counter(colouring.values[edge] for edge in exits.values())
    order = list(range(settings.values))
    rng.shuffle(order)
    if any(asked[value] > counts[settings.connector_min + order[value]] for value in range(settings.values)):
        richest = sorted(order, key=lambda value: counts[settings.connector_min + value])
        busiest = sorted(range(settings.values), key=lambda value: asked[value])
        order = [value for _, value in sorted(zip(busiest, richest, strict=True))]
    new = [order[colouring.take(edge)] for edge in range(len(grid.edges))]
    for edge, value in enumerate(new):
        colouring.put(edge, value)
    return True


def _answers_after(
    book: FactBook,
    settings: Settings,
    colouring: Colouring,
    exits: Mapping[int, int],
    deck: list[str],
    drawn: dict[int, Fact],
) -> dict[int, Fact] | None:
    """A fact for every cell whose connector has another value than its fact, or that has no fact yet."""
    values = {cell: settings.connector_min + colouring.values[edge] for cell, edge in exits.items()}
    changed = [cell for cell in exits if cell not in drawn or drawn[cell].value != values[cell]]
    for cell in changed:
        if cell in drawn:
            book.put_back(drawn[cell])
            deck.append(drawn[cell].sign)
    for cell in changed:
        signs = _in_turn(deck, settings)
        fact = next((fact for sign in signs if (fact := book.draw_value(sign, values[cell]))), None)
        if fact is None:
            return None
        _strike(deck, fact.sign)
        drawn[cell] = fact
    return drawn
