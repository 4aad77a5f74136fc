"""ExponenTile: the rules, and the players.

A position is any object with the fields of the game's own; cells are counted row by row from the top. A table is what
is read of it where chance does not matter, so that players know nothing of what comes. A swap is the cell of the tile
that moves, and the one it goes to. Nonsense raises ValueError.
"""

from collections.abc import Sequence
from typing import Protocol, Self, final, type_check_only

from quandary._native import Arena, Array, Batch, Cancel, Limits, Step, Terms

Swap = tuple[int, int]

@type_check_only
class Table(Protocol):
    """A board with its rules."""

    @property
    def cells(self) -> Sequence[int]:
        """The exponents of all tiles."""

    @property
    def width(self) -> int: ...
    @property
    def rules(self) -> str: ...
    @property
    def spawn(self) -> Sequence[int]:
        """The exponents of new tiles."""

    @property
    def torus(self) -> bool: ...

@type_check_only
class Position(Table, Protocol):
    """A board that is being played on."""

    @property
    def chance(self) -> int:
        """The state of the generator that makes new tiles."""

    @property
    def score(self) -> int: ...
    @property
    def moves(self) -> int:
        """How many swaps were made."""

@final
class Game:
    """A position as the core gives it back."""

    @property
    def cells(self) -> bytes: ...
    @property
    def width(self) -> int: ...
    @property
    def rules(self) -> str: ...
    @property
    def spawn(self) -> bytes: ...
    @property
    def torus(self) -> bool: ...
    @property
    def chance(self) -> int: ...
    @property
    def score(self) -> int: ...
    @property
    def moves(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

def swaps(position: Table) -> list[Swap]:
    """Every legal swap: column by column, down each column, to the right before down."""

def start(width: int, height: int, rules: str, spawn: Sequence[int], torus: bool, seed: int) -> Game:
    """The game of a seed."""

def play(position: Position, swap: Swap) -> Game:
    """The position after a legal swap."""

@final
class Resolved:
    """What a swap has led to."""

    @property
    def cells(self) -> bytes: ...
    @property
    def points(self) -> list[int]:
        """Of each wave."""

    @property
    def used(self) -> int:
        """How many of the new tiles."""

def resolve(position: Table, swap: Swap, refills: Sequence[int]) -> Resolved:
    """Plays a legal swap with these new tiles."""

@final
class Network:
    """What the learned player has learned."""

    def __new__(cls, weights: bytes) -> Self:
        """Reads the bytes of a file of weights."""

    def to_bytes(self) -> bytes:
        """The bytes that make it again, rounded to two each."""

@final
class Lesson:
    """A game that was learned from."""

    @property
    def score(self) -> int: ...
    @property
    def moves(self) -> int: ...
    @property
    def largest(self) -> int:
        """The greatest exponent at the end."""

@final
class Trainer:
    """A learner on the usual board, which plays games and gets better. All follows from its seed."""

    def __new__(cls, rules: str, *, seed: int, discount: float, rate: float) -> Self: ...
    @staticmethod
    def resumed(checkpoint: bytes) -> Trainer:
        """A learner that goes on from a checkpoint."""

    def learn(self, games: int, *, limits: Limits | None = None) -> list[Lesson]:
        """Plays so many games, or until a limit is reached, and learns from them."""

    @property
    def games(self) -> int:
        """Learned from so far."""

    @property
    def moves(self) -> int:
        """Learned from so far."""

    @property
    def rules(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def discount(self) -> float: ...
    @property
    def rate(self) -> float: ...
    def checkpoint(self) -> bytes:
        """All that is needed to go on later."""

    def network(self) -> Network:
        """What it has learned so far."""

@final
class Manner:
    """How somebody plays, by name and numbers."""

    def __new__(
        cls, name: str, *, samples: int = 0, depth: int = 0, breadth: int = ..., network: Network | None = None
    ) -> Self: ...

@final
class Player:
    """Somebody who plays, one decision at a time; sees the table and nothing else."""

    def __new__(cls, manner: Manner, seed: int) -> Self: ...
    def choose(self, position: Table) -> Swap | None:
        """The swap to play; None if there is none."""

@final
class Record:
    """What became of a game."""

    @property
    def score(self) -> int:
        """Points beyond those of the beginning."""

    @property
    def moves(self) -> int: ...
    @property
    def largest(self) -> int:
        """The greatest exponent at the end."""

    @property
    def early_score(self) -> int:
        """Points after `early_moves`."""

    @property
    def is_over(self) -> bool: ...
    @property
    def swaps(self) -> list[Swap]:
        """If they were to be kept."""

def simulate(
    games: Sequence[tuple[Position, int]],
    manner: Manner,
    *,
    jobs: int,
    most_moves: int | None = None,
    early_moves: int | None = None,
    keep_swaps: bool = False,
    cancel: Cancel | None = None,
) -> Batch[Record]:
    """Plays whole games on `jobs` threads, each from a position and with the seed of the player's own luck."""

@final
class Solo:
    """One agent at a board, who is shown the exponents (`uint8`) and which swaps are legal (`int8`).

    Both arrays are the caller's, and written anew by every call. Swaps are numbered in the order of `swaps`; with
    classic rules the same follow once more, told from their other end. The position's tiles only say what must fit."""

    def __new__(cls, position: Table, terms: Terms, observation: Array, mask: Array) -> Self: ...
    def start(self, seed: int) -> bool:
        """Begins the game of a seed; whether any swap is legal."""

    def resume(self, position: Position) -> None:
        """Goes on with a game."""

    def act(self, action: int) -> Step:
        """Swaps; what the rules do not allow changes nothing."""

    def state(self) -> Game:
        """The game as it stands."""

def arena(position: Table, games: Sequence[Position] | None, count: int, threads: int, terms: Terms) -> Arena:
    """So many agents, each at a board of its own; episodes begin with any seed, or with one of these positions."""
