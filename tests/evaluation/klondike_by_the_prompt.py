"""Klondike as its prompt tells it, and nothing else of it."""

from __future__ import annotations

import re

from tests.evaluation.reading_prompts import Refused, Result, block, found, run, sections


class _Klondike:
    ranks = "A23456789TJQK"

    def __init__(self, prompt: str) -> None:
        rules = sections(prompt)["Rules"]
        draw = found(r"turned (one|\d+) cards? at a time", rules)
        self.draw = 1 if draw == "one" else int(draw)
        often = re.search(r"as often as you like|at most once|at most (\d+) times|stays empty", rules)
        assert often is not None
        limits = {"as often as you like": 10**9, "at most once": 1, "stays empty": 0}
        self.redeals = limits[often[0]] if often[0] in limits else int(often[1])
        self.piles: list[tuple[list[str], list[str]]] = []
        self.foundations = dict.fromkeys("CDHS", 0)
        for line in block(prompt):
            name, _, text = line.partition(": ")
            if name.startswith("pile"):
                hidden, _, up = text.rpartition("] ")
                self.piles.append((hidden.removeprefix("[face down: ").split(), _cards(up)))
            elif name.startswith("stock"):
                self.stock = _cards(text)
            elif name.startswith("waste"):
                self.waste = _cards(text)
            else:
                for card in _cards(text):
                    self.foundations[card[1]] = self.ranks.index(card[0]) + 1

    def fits(self, card: str, pile: int) -> bool:
        up = self.piles[pile][1]
        if not up:
            return card[0] == "K"
        top = up[-1]
        other_colour = (card[1] in "CS") != (top[1] in "CS")
        return self.ranks.index(card[0]) + 1 == self.ranks.index(top[0]) and other_colour

    def goes_home(self, card: str) -> bool:
        return self.ranks.index(card[0]) == self.foundations[card[1]]

    def is_done(self) -> bool:
        return sum(self.foundations.values()) == 52

    def is_lost(self) -> bool:
        """No card can be played any more, however often the stock is turned."""
        for source, (_, up) in enumerate(self.piles):
            if up and self.goes_home(up[-1]):
                return False
            for start, card in enumerate(up):
                for target in range(7):
                    whole_to_empty = start == 0 and not self.piles[source][0] and not self.piles[target][1]
                    if target != source and self.fits(card, target) and not whole_to_empty:
                        return False
        for suit, height in self.foundations.items():
            if height and any(self.fits(self.ranks[height - 1] + suit, pile) for pile in range(7)):
                return False
        stock, waste, redeals = list(self.stock), list(self.waste), min(self.redeals, 3)
        while True:
            if waste and (self.goes_home(waste[-1]) or any(self.fits(waste[-1], pile) for pile in range(7))):
                return False
            if stock:
                waste, stock = waste + stock[: self.draw], stock[self.draw :]
            elif waste and redeals:
                stock, waste, redeals = waste, [], redeals - 1
            else:
                return True

    def step(self, move: str) -> int:
        if move in "DR":
            return self.turn(move)
        source, _, target = move.partition(">")
        target, _, number = target.partition("x")
        count = int(number or 1)
        cards = self.take(source, count)
        if target == "F":
            if len(cards) != 1 or source[0] == "F" or not self.goes_home(cards[0]):
                raise Refused
        elif target == source or not self.fits(cards[0], int(target) - 1):
            raise Refused
        shifts = source.isdigit() and target.isdigit() and not self.piles[int(source) - 1][0]
        if (
            shifts
            and len(self.piles[int(source) - 1][1]) == count
            and not self.piles[int(target) - 1][1]
            and self.is_lost()
        ):
            raise Refused
        if source == "W":
            self.waste.pop()
        elif source[0] == "F":
            self.foundations[source[1]] -= 1
        else:
            down, up = self.piles[int(source) - 1]
            del up[-count:]
            if not up and down:
                up.append(down.pop())
        if target == "F":
            self.foundations[cards[0][1]] += 1
        else:
            self.piles[int(target) - 1][1].extend(cards)
        return 1

    def turn(self, move: str) -> int:
        if move == "D":
            if not self.stock or self.is_lost():
                raise Refused
            self.waste, self.stock = self.waste + self.stock[: self.draw], self.stock[self.draw :]
            return 1
        if self.stock or not self.waste or self.redeals == 0 or self.is_lost():
            raise Refused
        self.stock, self.waste, self.redeals = self.waste, [], self.redeals - 1
        return 0

    def take(self, source: str, count: int) -> list[str]:
        if source == "W":
            found = self.waste[-1:]
        elif source[0] == "F":
            height = self.foundations[source[1]]
            found = [self.ranks[height - 1] + source[1]] if height else []
        else:
            up = self.piles[int(source) - 1][1]
            found = up[-count:] if count <= len(up) else []
        if len(found) != count:
            raise Refused
        return list(found)


def _cards(text: str) -> list[str]:
    return [] if text == "none" else text.split()


def klondike(prompt: str, moves: list[str]) -> Result:
    game = _Klondike(prompt)
    return run(game.step, game.is_done, moves)
