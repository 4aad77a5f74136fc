"""The game in words, for somebody who has never heard of it, with all cards shown: "thoughtful" Klondike."""

from __future__ import annotations

from typing import Any

from quandary.game import Briefing, Quest
from quandary.games.klondike.notation import top_cards
from quandary.games.klondike.position import DECK, Cards, Position
from quandary.games.klondike.rules import PILE_NAMES

_RULES = """\
This is Klondike solitaire with one deck of 52 cards, and you are shown all of them, also those that lie face down.
A card is its rank (A 2 3 4 5 6 7 8 9 T J Q K, from low to high; T is ten) and its suit: C clubs and S spades are black,
D diamonds and H hearts are red.

There are seven piles, numbered 1 to 7, a stock, a waste, and a foundation for each suit.
- In a pile, only face-up cards can be moved. A card can be laid on the top card of another pile if it is one rank lower
  and of the other colour. The last few face-up cards of a pile, from any of them to the top, move together as one; the
  first of them, nearest to the bottom of its pile, must fit the card on which they are laid.
- Only a king, alone or with the cards on top of it, can go to an empty pile.
- When the last face-up card leaves a pile that still has face-down cards, the top one of those turns face up at once.
- A foundation is built up in its suit from the ace to the king, one card at a time. Its next card can come from the
  top of a pile or of the waste. The top card of a foundation can come back to a pile that it fits.
- {draw}
- {redeals}
- The top card of the waste can go to a pile that it fits, or to its foundation. The other cards of the waste wait until
  those above them are gone."""

_NOTATION = """\
D     turn cards from the stock to the waste
R     turn the whole waste over to be the stock again (only when the stock is empty)
W>F   the top card of the waste goes to its foundation
W>3   the top card of the waste goes to pile 3
3>F   the top card of pile 3 goes to its foundation
3>5   the top card of pile 3 goes to pile 5
3>5x2 the top 2 cards of pile 3 go to pile 5 together (any number)
FS>4  the top card of the spades foundation goes back to pile 4 (FC, FD, FH, FS)"""


class KlondikeBriefing(Briefing[Position]):
    """What it takes to play Klondike with all cards known."""

    example = "D W>3 3>5x2 D R 4>F"

    def rules(self, position: Position) -> str:
        return _RULES.format(draw=_draw(position.draw), redeals=_redeals(position.redeals))

    def goal(self, position: Position, metric: str, quest: Quest | None) -> str:
        aim = "Every move counts one, except R, which is free; fewer are better." if metric == "moves" else ""
        return (
            "Bring all 52 cards to the foundations. The game is won at that moment. It is lost as soon as no card can "
            "be played any more, however often the stock is turned (to carry a whole pile to an empty place does not "
            f"count as playing a card). {aim or 'Any way to win will do, however long.'}"
        )

    def notation(self, position: Position) -> str:
        return _NOTATION

    def credit(self, start: Position, position: Position) -> float:
        """Cards that have come home, of those that were not."""
        at_first, now = sum(start.foundations), sum(position.foundations)
        return max(now - at_first, 0) / max(len(DECK) - at_first, 1)

    def puzzle(self, position: Position, quest: Quest | None) -> str:
        piles = zip(PILE_NAMES, position.face_down, position.face_up, strict=True)
        lines = [
            f"pile {name}, from the bottom to the top: {_pile(face_down, face_up)}"
            for name, face_down, face_up in piles
        ]
        return "\n".join(
            [
                *lines,
                f"stock, in the order of turning: {_cards(position.stock)}",
                f"waste, from the bottom to the top: {_cards(position.waste)}",
                f"top cards of the foundations: {_cards(top_cards(position))}",
            ]
        )

    def variant(self, position: Position) -> dict[str, Any]:
        return {"draw": position.draw, "redeals": position.redeals}


def _draw(count: int) -> str:
    if count == 1:
        return "The stock is turned one card at a time: the next card of the stock comes onto the waste."
    return (
        f"The stock is turned {count} cards at a time (fewer if fewer are left): the next {count} cards of the stock "
        f"come onto the waste one after the other, so that the last of them is on top."
    )


def _redeals(count: int | None) -> str:
    if count == 0:
        return "When the stock is empty, it stays empty: the waste is never turned over."
    often = "as often as you like" if count is None else "at most once" if count == 1 else f"at most {count} times"
    return (
        f"When the stock is empty, the waste can be turned over to be the stock again, {often}: its bottom card, the "
        f"one that was turned first, is then turned first again. That turns no card by itself."
    )


def _pile(face_down: Cards, face_up: Cards) -> str:
    hidden = f"[face down: {' '.join(face_down)}] " if face_down else ""
    return f"{hidden}{_cards(face_up)}"


def _cards(cards: Cards) -> str:
    return " ".join(cards) if cards else "none"
