"""The rules of Klondike once more, as plainly as possible, to hold the package's to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from quandary.games.klondike.position import Position

RANKS, SUITS = "A23456789TJQK", "CDHS"

Cards = tuple[str, ...]
Pile = tuple[Cards, int]
"""All cards from the bottom up, and how many of them lie face down."""


@dataclass(frozen=True)
class Table:
    """Where all cards lie."""

    piles: tuple[Pile, ...]
    talon: Cards
    """The waste from the bottom up, then the stock."""
    waste: int
    home: tuple[int, ...]
    redeals: int | None
    draw: int

    @classmethod
    def of(cls, position: Position) -> Table:
        """The table of a position."""
        piles = zip(position.face_down, position.face_up, strict=True)
        return cls(
            tuple((down + up, len(down)) for down, up in piles),
            position.waste + position.stock,
            len(position.waste),
            position.foundations,
            position.redeals,
            position.draw,
        )

    def after(self) -> Iterator[tuple[str, Table]]:
        """Every legal move, by name, and what it leads to."""
        yield from self._turns()
        if self.waste:
            card = self.talon[self.waste - 1]
            rest = self.talon[: self.waste - 1] + self.talon[self.waste :]
            taken = replace(self, talon=rest, waste=self.waste - 1)
            yield from self._sent_home(card, "W", taken)
            yield from self._laid((card,), "W", taken)
        for at, (cards, down) in enumerate(self.piles):
            name = str(at + 1)
            if cards:
                yield from self._sent_home(cards[-1], name, self._with({at: _turned(cards[:-1], down)}))
            for first in range(down, len(cards)):
                taken = self._with({at: _turned(cards[:first], down)})
                yield from self._laid(cards[first:], name, taken, but=at)
        for suit, height in enumerate(self.home):
            if height:
                card = RANKS[height - 1] + SUITS[suit]
                yield from self._laid((card,), f"F{SUITS[suit]}", self._raised(suit, -1))

    def _turns(self) -> Iterator[tuple[str, Table]]:
        if self.waste < len(self.talon):
            yield "D", replace(self, waste=min(len(self.talon), self.waste + self.draw))
        elif self.talon and self.redeals != 0:
            yield "R", replace(self, waste=0, redeals=None if self.redeals is None else self.redeals - 1)

    def _sent_home(self, card: str, source: str, taken: Table) -> Iterator[tuple[str, Table]]:
        suit = SUITS.index(card[1])
        if self.home[suit] == RANKS.index(card[0]):
            yield f"{source}>F", taken._raised(suit, 1)

    def _laid(self, run: Cards, source: str, taken: Table, but: int | None = None) -> Iterator[tuple[str, Table]]:
        """The run on every pile that takes it; `taken` is the table without it."""
        for to, (cards, down) in enumerate(self.piles):
            fits = _may_lie_on(run[0], cards[-1]) if cards else run[0][0] == "K"
            if to != but and fits:
                count = f"x{len(run)}" if len(run) > 1 else ""
                yield f"{source}>{to + 1}{count}", taken._with({to: (cards + run, down)})

    def _with(self, piles: Mapping[int, Pile]) -> Table:
        return replace(self, piles=tuple(piles.get(at, pile) for at, pile in enumerate(self.piles)))

    def _raised(self, suit: int, by: int) -> Table:
        return replace(self, home=tuple(height + by * (at == suit) for at, height in enumerate(self.home)))


def _may_lie_on(card: str, below: str) -> bool:
    is_red, below_is_red = card[1] in "DH", below[1] in "DH"
    return RANKS.index(card[0]) + 1 == RANKS.index(below[0]) and is_red != below_is_red


def _turned(cards: Cards, down: int) -> Pile:
    """A pile whose uppermost card lies face up."""
    return cards, min(down, max(len(cards) - 1, 0))
