"""ExponenTile: the rules, and the players.

A table is a board with its rules; cells are counted row by row from the top. A swap is the cell of the tile that moves,
and the one it goes to. `chance` is the state of the generator that makes new tiles. Nonsense raises ValueError.
"""

from collections.abc import Iterator
from typing import Self, final

from quandary._native import Arena, Array, Cancel, Limits, Step, Terms

Table = tuple[list[int], int, str, list[int], bool]
"""The exponents of all cells, the width, the rules, the exponents of new tiles, whether it is a torus."""
Swap = tuple[int, int]
Record = tuple[int, int, int, int, bool, list[Swap]]
"""Points, moves, greatest exponent at the end, points after `early_moves`, whether the game is over, swaps if kept."""

def swaps(table: Table) -> list[Swap]:
    """Every legal swap: column by column, down each column, to the right before down."""

def start(width: int, height: int, rules: str, spawn: list[int], torus: bool, seed: int) -> tuple[list[int], int]:
    """The board of a seed, and the chance that is left."""

def play(table: Table, swap: Swap, chance: int) -> tuple[list[int], int, int]:
    """Plays a legal swap: cells, points, and the chance that is left."""

def resolve(table: Table, swap: Swap, refills: list[int]) -> tuple[list[int], list[int], int]:
    """Plays a legal swap with these new tiles: cells, points of each wave, how many tiles were used."""

@final
class Network:
    """What the learned player has learned."""

    def __new__(cls, weights: bytes) -> Self:
        """Reads the bytes of a file of weights."""

    def to_bytes(self) -> bytes:
        """The bytes that make it again, rounded to two each."""

@final
class Trainer:
    """A learner on the usual board, which plays games and gets better. All follows from its seed."""

    def __new__(cls, rules: str, *, seed: int, discount: float, rate: float) -> Self: ...
    @staticmethod
    def resumed(checkpoint: bytes) -> Trainer:
        """A learner that goes on from a checkpoint."""

    def learn(self, games: int, *, limits: Limits | None = None) -> list[tuple[int, int, int]]:
        """Plays so many games, or until cancelled, and learns from them: score, moves and greatest exponent of each."""

    @property
    def experience(self) -> tuple[int, int]:
        """Games and moves learned from so far."""

    @property
    def settings(self) -> tuple[str, int, float, float]:
        """Rules, seed, discount and rate."""

    def checkpoint(self) -> bytes:
        """All that is needed to go on later."""

    def network(self) -> Network:
        """What it has learned so far."""

@final
class Player:
    """Somebody who plays, one decision at a time; sees the board and nothing else."""

    def __new__(
        cls,
        name: str,
        seed: int,
        *,
        samples: int = 0,
        depth: int = 0,
        breadth: int = ...,
        network: Network | None = None,
    ) -> Self: ...
    def choose(self, table: Table) -> Swap | None:
        """The swap to play on this board; None if there is none."""

@final
class Batch(Iterator[tuple[Record, float]]):
    """Games and the CPU seconds they took, in the order asked for. Dropping it stops the work."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[Record, float]: ...

def simulate(
    games: list[tuple[Table, int, int]],
    name: str,
    *,
    jobs: int,
    samples: int = 0,
    depth: int = 0,
    breadth: int = ...,
    network: Network | None = None,
    most_moves: int | None = None,
    early_moves: int | None = None,
    keep_swaps: bool = False,
    cancel: Cancel | None = None,
) -> Batch:
    """Plays whole games on `jobs` threads: each a table, its chance, and the seed of the player's own luck."""

Game = tuple[list[int], int, int, int]
"""The exponents of all cells, the chance to come, the score, and how many swaps were made."""

@final
class Solo:
    """One agent at a board, who is shown the exponents (`uint8`) and which swaps are legal (`int8`).

    Both arrays are the caller's, and written anew by every call. Swaps are numbered in the order of `swaps`; with
    classic rules the same follow once more, told from their other end. The table's tiles only say what must fit."""

    def __new__(cls, table: Table, terms: Terms, observation: Array, mask: Array) -> Self: ...
    def start(self, seed: int) -> bool:
        """Begins the game of a seed; whether any swap is legal."""

    def resume(self, game: Game) -> None:
        """Goes on with a game."""

    def act(self, action: int) -> Step:
        """Swaps; what the rules do not allow changes nothing."""

    def state(self) -> Game:
        """The game as it stands."""

def arena(table: Table, games: list[Game] | None, count: int, threads: int, terms: Terms) -> Arena:
    """So many agents, each at a board of its own; episodes begin with any seed, or with one of these games."""
