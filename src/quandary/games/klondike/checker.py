"""Checks proofs that a Klondike position is lost, without any solver: by the rules and the lemmas of docs/proofs.md.

A proof lists states of two games: the one with an *open* talon, any card of which can be taken at any time, and the
*closed* one, which is the game itself. A state says which cards are home, in the talon and face up in the piles, and
which of these have never moved (*heads*), but not on which of two twins a card lies. The checker walks from the start:
every state that it comes to must be listed, or lost with its talon opened; none may have all cards home; and nothing
may be listed that it does not come to. Then no step leads out of the set, and so none to a win.

A set of cards is a number with a bit for each. Twins, the two cards of one rank and colour, are neighbours, and the
pair that may be laid on a pair is four bits below it. Names in capitals are those of lemmas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from quandary.game import Checker, Claim, NotProven
from quandary.games.klondike.position import DECK, PILES, RANKS, SUITS, Card, Position, is_red, rank_of
from quandary.games.klondike.rules import Move

Cards = int
"""A set of cards."""
_STATES_BETWEEN_REPORTS = 256
State = tuple[Cards, Cards, Cards, int]
"""The cards face up in the piles, the heads among them, the cards home, and the talon."""


def _bit(card: Card) -> Cards:
    rank = rank_of(card) - 1
    return 1 << (4 * rank + 2 * (is_red(card) ^ rank % 2) + (card[1] in "HS"))


def _set(cards: Iterable[Card]) -> Cards:
    return sum(map(_bit, cards))


def _each(cards: Cards) -> Iterator[Cards]:
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


ALL = _set(DECK)
ACES, KINGS = _set(DECK[:4]), _set(DECK[-4:])
SUIT_CARDS = [_set(card for card in DECK if card[1] == suit) for suit in SUITS]
FIRST_TWINS = ALL // 3
"""The lower one of every two twins."""
UP_SIX = ALL // 5
"""The cards whose successor in their suit is six bits above; from the others it is two."""
UP_TWO = ALL ^ UP_SIX


def _needed(card: Card) -> Cards:
    """SAFE: what must be home for a card to be safe; of a suit with its colour one card less than of the others."""
    below = {suit: rank_of(card) - (2 if (suit in "DH") != is_red(card) else 3) for suit in SUITS if suit != card[1]}
    return _set(RANKS[rank - 1] + suit for suit, rank in below.items() if rank > 0)


NEEDED = {_bit(card): _needed(card) for card in DECK}


class Talon:
    """What can be taken from the talon. Written as its cards left; a closed one with waste and redeals above them."""

    def __init__(self, position: Position, *, is_open: bool) -> None:
        self.order = [_bit(card) for card in position.waste + position.stock]
        self.draw = position.draw
        # TALON: as many redeals as cards are as good as no limit.
        self.limited = position.redeals is not None and position.redeals < len(self.order)
        self.is_open = is_open or (self.draw == 1 and not self.limited)
        self.start = self.settled(sum(self.order), len(position.waste), position.redeals or 0)
        self._turned = cache(self._turn)

    def settled(self, cards: Cards, waste: int, redeals: int) -> int:
        """The talon with these cards left: of waste and redeals only what matters."""
        if self.is_open:
            return cards
        count = cards.bit_count()
        if not self.limited:
            waste, redeals = 0 if waste % self.draw == 0 or waste == count else waste, 0
        return cards | waste << 52 | min(redeals, count) << 57

    def reach(self, talon: int) -> Cards:
        """The cards that can be taken."""
        return talon if self.is_open else self._turned(talon)[0]

    def without(self, card: Cards, talon: int) -> int:
        """The talon when a card that can be taken is taken."""
        return talon ^ card if self.is_open else self._turned(talon)[1][card]

    def _turn(self, talon: int) -> tuple[Cards, dict[Cards, int]]:
        """Turns a closed talon through, from the beginning too if it can be turned over: what comes on top."""
        cards, waste, redeals = talon & ALL, talon >> 52 & 31, talon >> 57
        order = [card for card in self.order if card & cards]
        after: dict[Cards, int] = {}
        for _round in range(2):
            while True:
                if waste and (top := order[waste - 1]) not in after:
                    after[top] = self.settled(cards ^ top, waste - 1, redeals)
                if waste == len(order):
                    break
                waste = min(waste + self.draw, len(order))
            if self.limited and not redeals:
                break
            waste, redeals = 0, redeals - self.limited
        return sum(after), after


def _next(home: Cards) -> Cards:
    """The cards that come home next."""
    return ((home & UP_SIX) << 6 | (home & UP_TWO) << 2 | ACES) & ~home


def _room(visible: Cards, heads: Cards) -> tuple[Cards, Cards, Cards]:
    """TWINS: the pairs with room for a card, those with room for two, and the cards for which there is room."""
    loose = visible & ~heads
    laid = loose << 4
    some, both = (visible | visible >> 1) & FIRST_TWINS, visible & visible >> 1 & FIRST_TWINS
    some_laid, both_laid = (laid | laid >> 1) & FIRST_TWINS, laid & laid >> 1 & FIRST_TWINS
    free, twice = both & ~both_laid | some & ~some_laid, both & ~some_laid
    free |= free << 1
    has_space = (heads | loose & KINGS).bit_count() < PILES
    return free, twice | twice << 1, free >> 4 | (KINGS if has_space else 0)


class Table:
    """The cards as they lie at the start, and the steps from one settled state to the next."""

    def __init__(self, position: Position, *, is_open: bool) -> None:
        self.talon = Talon(position, is_open=is_open)
        self.piles: list[list[Cards]] = []
        """The cards of each pile that have never moved, from the bottom up."""
        self.under: dict[Cards, tuple[Cards, Cards]] = {}
        """What is turned when a head leaves, and the same if that is a head then."""
        visible = heads = 0
        for down, up in zip(position.face_down, position.face_up, strict=True):
            self.piles.append([_bit(card) for card in down + up[:1]])
            below = head = 0
            for card in self.piles[-1]:
                self.under[card] = below, head
                # A king at the very bottom is no head: it has no reason to move within the piles.
                below, head = card, 0 if not below and card & KINGS else card
            visible |= _set(up)
            heads |= head
        home = _set(
            rank + suit for suit, height in zip(SUITS, position.foundations, strict=True) for rank in RANKS[:height]
        )
        self.start = self.settled(visible, heads, home, self.talon.start)
        self._home_digits, self._pile_digits, self._talon_digits = cache(_digits), cache(self._piles), cache(self._left)

    def text(self, state: State) -> str:
        """The state as proofs write it."""
        _, heads, home, talon = state
        return self._home_digits(home) + self._pile_digits(heads) + self._talon_digits(talon)

    def _piles(self, heads: Cards) -> str:
        """How many cards of the piles have never moved, as a number in a mixed base."""
        number, base = 0, 1
        for pile in self.piles:
            unmoved = next((at for at, card in enumerate(pile, start=1) if card & heads), 0)
            number += base * (unmoved or sum(pile[:1]) & KINGS > 0)
            base *= len(pile) + 1
        return f"{number:04x}"

    def _left(self, talon: int) -> str:
        """A bit for every card left in the talon; then a closed one's waste and redeals."""
        left = sum(1 << place for place, card in enumerate(self.talon.order) if card & talon)
        return f"{left:06x}" + ("" if self.talon.is_open else f"{talon >> 52 & 31:02x}{talon >> 57:02x}")

    def settled(self, visible: Cards, heads: Cards, home: Cards, talon: int) -> State:
        """CLASSES: light cards go home, the lowest first. SAFE: where there are none, safe cards do."""
        while True:
            free, _, _ = _room(visible, heads)
            ready = visible & free & _next(home)
            if light := ready & ~heads:
                visible ^= light & -light
                home |= light & -light
                continue
            if self.talon.is_open:
                ready |= talon & _next(home)
            for card in _each(ready):
                if not NEEDED[card] & ~home:
                    visible, heads, home, talon = self._sent_home(card, visible, heads, home, talon)
                    break
            else:
                return visible, heads, home, talon

    def _sent_home(self, card: Cards, visible: Cards, heads: Cards, home: Cards, talon: int) -> State:
        """A head or a card of the talon goes home."""
        if not card & heads:
            return visible, heads, home | card, self.talon.without(card, talon)
        visible, heads = self._without_head(card, visible, heads)
        return visible ^ card, heads, home | card, talon

    def _without_head(self, head: Cards, visible: Cards, heads: Cards) -> tuple[Cards, Cards]:
        """A head leaves its place: the card under it is turned."""
        turned, next_head = self.under[head]
        return visible | turned, heads ^ head | next_head

    def successors(self, state: State) -> list[State]:
        """CHAINS: the settled states that have to be listed if this one is."""
        visible, heads, home, talon = state
        free, _, fitting = _room(visible, heads)
        reach = self.talon.reach(talon)
        found: list[State] = []
        self._step(state, heads & fitting, (heads & free | reach) & _next(home), reach & fitting, found)
        self._lengthen(state, fitting, ALL, 0, found)
        return found

    def _step(self, state: State, turning: Cards, homing: Cards, laying: Cards, found: list[State]) -> None:
        """Heads move on, heads and cards of the talon go home, cards of a closed talon are laid on piles."""
        visible, heads, home, talon = state
        for card in _each(turning):
            found.append(self.settled(*self._without_head(card, visible, heads), home, talon))
        for card in _each(homing):
            found.append(self.settled(*self._sent_home(card, visible, heads, home, talon)))
        if not self.talon.is_open:
            for card in _each(laying):
                found.append(self.settled(visible | card, heads, home, self.talon.without(card, talon)))

    def _lengthen(self, state: State, fitting: Cards, below: Cards, lent: Cards, found: list[State]) -> None:
        """Brings every card that is below the last one of a chain into the piles."""
        visible, heads, home, talon = state
        tops = home & ~((home & UP_SIX) >> 2 | (home & UP_TWO) >> 6)
        for card in _each(tops & fitting & below):
            self._extend((visible | card, heads, home ^ card, talon), card, lent, found)
        if self.talon.is_open:
            for card in _each(talon & fitting & below):
                self._extend((visible | card, heads, home, talon ^ card), card, lent | card, found)

    def _extend(self, state: State, last: Cards, lent: Cards, found: list[State]) -> None:
        """Goes on from a chain with this last card: by the steps that depend on all light cards, and by longer ones."""
        visible, heads, home, talon = state
        free, twice, fitting = _room(visible, heads)
        light = visible & ~heads & free & (_next(home) | lent)
        twin = last << 1 if last & FIRST_TWINS else last >> 1
        pair = last | twin
        others = light & ~pair
        two_ranks_above = (last.bit_length() - 1) // 4 * 4 + 8
        if others & (last - 1) or others >> two_ranks_above:
            return
        if not others and not twice & pair:
            taken = self.talon.reach(talon) & pair >> 4
            self._step(state, heads & pair >> 4, heads & twin & _next(home), taken, found)
            if light & twin & lent:
                found.append(self.settled(visible ^ twin, heads, home, talon | twin))
            elif light & twin:
                found.append(self.settled(visible ^ twin, heads, home | twin, talon))
        self._lengthen(state, fitting, last - 1, lent, found)


def _digits(home: Cards) -> str:
    """How many cards of each suit are home."""
    return "".join(f"{(home & cards).bit_count():x}" for cards in SUIT_CARDS)


class KlondikeChecker(Checker[Position, Move]):
    """Checks proofs that no game from a position can be won."""

    def check(self, position: Position, claim: Claim[Move], proof: Sequence[str]) -> Mapping[str, int]:
        if claim.verdict != "unsolvable":
            raise NotProven("klondike has proofs that positions are lost, and no others")
        lines = iter(proof)
        open_words, closed_words = _words(lines, "open", 14), _words(lines, "closed", 18)
        if next(lines, None) is not None:
            raise NotProven("something follows after the last state")
        opened, closed = Table(position, is_open=True), Table(position, is_open=False)
        excuses: set[State] = set()

        def is_excused(state: State) -> bool:
            """OPEN: what is lost with the talon open is lost."""
            visible, heads, home, talon = state
            excuse = opened.settled(visible, heads, home, talon & ALL)
            if opened.text(excuse) not in open_words:
                return False
            excuses.add(excuse)
            return True

        total = len(open_words) + len(closed_words)

        def report(walked: int) -> None:
            if self.report is not None:
                self.report(walked, total)

        _walk(closed, closed_words, [closed.start], is_excused, report)
        walked_before = len(closed_words)
        _walk(opened, open_words, excuses, lambda _: False, lambda walked: report(walked_before + walked))
        return {"open states": len(open_words), "closed states": len(closed_words)}


def _words(lines: Iterator[str], name: str, digits: int) -> set[str]:
    """The states of a section: its name and their number, then lines of words, each greater than the one before."""
    if not (head := re.fullmatch(rf"{name} (0|[1-9][0-9]{{0,8}})", next(lines, ""))):
        raise NotProven(f"the proof has no line '{name} NUMBER' where it should")
    count, words = int(head[1]), list[str]()
    while len(words) < count:
        words += (line := next(lines, "")).split(" ")
        if not line:
            raise NotProven(f"there are fewer {name} states than the proof says")
    form = re.compile(f"[0-9a-f]{{{digits}}}")
    if len(words) > count or not all(map(form.fullmatch, words)) or any(a >= b for a, b in pairwise(words)):
        raise NotProven(f"the {name} states are not {count} words of {digits} digits in rising order")
    return set(words)


def _walk(
    table: Table,
    words: set[str],
    starts: Iterable[State],
    is_excused: Callable[[State], bool],
    report: Callable[[int], None],
) -> None:
    """Goes on from every state that it comes to, until all are listed or excused and nothing else is listed."""
    seen, waiting, walked = set(starts), list(starts), 0
    while waiting:
        state = waiting.pop()
        if is_excused(state):
            continue
        if (word := table.text(state)) not in words:
            raise NotProven(f"the proof does not list the state {word}, which can be come to")
        if state[2] == ALL:
            raise NotProven(f"the proof lists a win, {word}")
        if walked % _STATES_BETWEEN_REPORTS == 0:
            report(walked)
        walked += 1
        for after in table.successors(state):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    if walked < len(words):
        raise NotProven(f"{len(words) - walked} of the states listed cannot be come to")
