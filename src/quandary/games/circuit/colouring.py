"""Numbers on connectors so that no two of the same cell are equal: an edge colouring, solved and not hoped for.

Vizing's theorem says that one more value than the busiest cell has connectors is always enough, and its proof is an
algorithm (here in the form of Misra and Gries, 1992): an edge that finds no free value gets one by turning a fan of its
neighbours' values and, if need be, swapping two values along one chain. A cell meets at most eight connectors, so nine
values always suffice. With exactly as many values as the busiest cell has connectors the theorem is silent: small grids
are then searched through, and for grids of any size with parallel diagonals six values are laid out by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quandary.game import Rng
from quandary.games.circuit.grid import Grid

NO_VALUE = -1


class Colouring:
    """A partly numbered grid. Values count from 0 here; used ones are kept as bits."""

    def __init__(self, grid: Grid, values: int) -> None:
        self.grid = grid
        self.every = (1 << values) - 1
        self.values = [NO_VALUE] * len(grid.edges)
        """The value of each edge."""
        self.used = [0] * grid.cells
        """The values around each cell."""

    def free(self, edge: int) -> int:
        """The values that the edge could take as things stand."""
        a, b = self.grid.edges[edge]
        return self.every & ~(self.used[a] | self.used[b])

    def put(self, edge: int, value: int) -> None:
        """Numbers an edge that has no value yet."""
        a, b = self.grid.edges[edge]
        self.values[edge] = value
        self.used[a] |= 1 << value
        self.used[b] |= 1 << value

    def take(self, edge: int) -> int:
        """Takes the value off an edge."""
        a, b = self.grid.edges[edge]
        value = self.values[edge]
        self.values[edge] = NO_VALUE
        self.used[a] ^= 1 << value
        self.used[b] ^= 1 << value
        return value

    def force(self, edge: int) -> None:
        """Numbers an edge that has no free value, by giving others new ones. Needs more values than any cell has edges.

        The fan: neighbours w0, w1 … of one end u, where w0 is across this edge, and the edge from u to each is
        numbered with a value that is free at the neighbour before it. Values can be handed down a fan, each edge
        taking the next one's. If the last has a free value that u has free too, this frees what we need at once;
        swapping along one chain of two values brings that about, for the whole fan or for a part of it.
        """
        u, start = self.grid.edges[edge]
        fan = self._fan(u, edge, start)
        low, high = self._lowest_free(u), self._lowest_free(self._across(fan[-1], u))
        self._swap_chain(u, high, low)
        # Now `high` is free at u, and some first part of the fan is a fan still and ends where it is free as well.
        last = next(
            number
            for number, spoke in enumerate(fan)
            if not self.used[self._across(spoke, u)] >> high & 1 and self._is_fan(u, fan[: number + 1])
        )
        for spoke, following in pairwise(fan[: last + 1]):
            self.put(spoke, self.take(following))
        self.put(fan[last], high)

    def _across(self, edge: int, cell: int) -> int:
        a, b = self.grid.edges[edge]
        return b if cell == a else a

    def _lowest_free(self, cell: int) -> int:
        unused = self.every & ~self.used[cell]
        return (unused & -unused).bit_length() - 1

    def _edge_with(self, cell: int, value: int) -> int | None:
        return next((edge for edge in self.grid.around[cell] if self.values[edge] == value), None)

    def _fan(self, u: int, edge: int, tip: int) -> list[int]:
        """As long a fan as there is, as edges of u: `edge`, which leads to `tip`, first."""
        spokes = [spoke for spoke in self.grid.around[u] if self.values[spoke] != NO_VALUE]
        fan = [edge]
        while True:
            fitting = (spoke for spoke in spokes if not self.used[tip] >> self.values[spoke] & 1)
            following = next(fitting, None)
            if following is None:
                return fan
            fan.append(following)
            spokes.remove(following)
            tip = self._across(following, u)

    def _is_fan(self, u: int, fan: Sequence[int]) -> bool:
        """Whether each edge but the first has a value that is free across the one before it."""
        return all(
            not self.used[self._across(spoke, u)] >> self.values[following] & 1 for spoke, following in pairwise(fan)
        )

    def _swap_chain(self, u: int, first: int, second: int) -> None:
        """Swaps two values along the chain that leaves u over an edge with the value `first`."""
        chain, cell, value = [], u, first
        while (edge := self._edge_with(cell, value)) is not None:
            chain.append(edge)
            cell, value = self._across(edge, cell), first + second - value
        for edge, old in [(edge, self.take(edge)) for edge in chain]:
            self.put(edge, first + second - old)


def fill(rng: Rng, colouring: Colouring) -> None:
    """Numbers all edges that have no value yet, at random; needs more values than any cell has edges.

    With 2d - 1 values, where d is the largest degree, an edge always finds a free one in any order, because its two
    cells have at most 2(d - 1) other edges. With fewer, the edge with the least choice goes first, and one without
    any is forced.
    """
    grid, waiting = colouring.grid, [edge for edge, value in enumerate(colouring.values) if value == NO_VALUE]
    rng.shuffle(waiting)
    always_free = colouring.every.bit_length() >= 2 * grid.largest_degree - 1
    while waiting:
        if always_free:
            edge = waiting.pop()
        else:
            edge = min(waiting, key=lambda edge: colouring.free(edge).bit_count())
            waiting.remove(edge)
        if choice := colouring.free(edge):
            colouring.put(edge, random_bit(rng, choice))
        else:
            colouring.force(edge)


def search(rng: Rng, colouring: Colouring, most_nodes: int) -> bool:
    """Numbers all edges by trying everything, the edge with the least choice first; False after too many tries."""
    waiting = {edge for edge, value in enumerate(colouring.values) if value == NO_VALUE}
    nodes = 0

    def settle() -> bool:
        nonlocal nodes
        if not waiting:
            return True
        nodes += 1
        edge = min(waiting, key=lambda edge: (colouring.free(edge).bit_count(), edge))
        choice = colouring.free(edge)
        waiting.remove(edge)
        while choice and nodes <= most_nodes:
            value = random_bit(rng, choice)
            choice ^= 1 << value
            colouring.put(edge, value)
            if settle():
                return True
            colouring.take(edge)
        waiting.add(edge)
        return False

    return settle()


def lay_out_one_way(colouring: Colouring) -> None:
    """Numbers a grid with parallel diagonals with six values: two for each direction, taking turns."""
    grid = colouring.grid
    for edge, (a, b) in enumerate(grid.edges):
        (row, col), step = divmod(a, grid.cols), b - a
        direction, turn = (0, col) if step == 1 else (1, row) if step == grid.cols else (2, row)
        colouring.put(edge, 2 * direction + turn % 2)


def random_bit(rng: Rng, choice: int) -> int:
    """One of the bits of a number."""
    for _ in range(rng.below(choice.bit_count())):
        choice &= choice - 1
    return (choice & -choice).bit_length() - 1
