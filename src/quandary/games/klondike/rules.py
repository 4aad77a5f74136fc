"""The rules of Klondike: build down in alternating colours, bring every suit home from its ace to its king.

A card that comes to lie open in the tableau turns by itself. Cards may come back from the foundations, parts of runs
may move, only kings go to empty piles. The game is lost when turning the stock, however often, is all that is left:
the legal moves and the cards that turning brings up show that at a glance. Whether a game that goes on can still be
won is the solver's to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from quandary.core.words import counted
from quandary.game import Event, IllegalMove, Outcome, Status, Won
from quandary.games.klondike.position import BUILDS_ON, PILES, RANKS, SUIT_NAMES, SUITS, Card, Cards, Position

STOCK, WASTE, HOME = "S", "W", "F"
FOUNDATIONS = tuple(HOME + suit for suit in SUITS)
"""The names of the foundations as places to take a card from."""
_COMPLETE = (len(RANKS),) * len(SUITS)
PILE_NAMES = tuple(str(number) for number in range(1, PILES + 1))
_SOURCES = (WASTE, *PILE_NAMES, *FOUNDATIONS)


@dataclass(frozen=True, slots=True)
class Move:
    """Cards go from one place to another; `DRAW` and `RECYCLE` are the moves between stock and waste."""

    source: str
    """`S` the stock, `W` the waste, `1` to `7` a pile, `FC` `FD` `FH` `FS` a foundation."""
    target: str
    """`W` the waste, `S` the stock, `1` to `7` a pile, `F` the card's foundation."""
    count: int = 1
    """How many cards of a run."""


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """Cards were turned from the stock to the waste; the last of them lies on top."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Recycled(Event):
    """The waste was turned over and is the stock again."""

    cards: int
    """How many they are."""


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """Cards went to a pile, the highest first."""

    cards: Cards
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Home(Event):
    """A card went to its foundation."""

    card: Card
    source: str


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A hidden card lies open now."""

    card: Card
    pile: str


@cache
def move(source: str, target: str, count: int = 1) -> Move:
    """The move itself; there are few different ones, and a game makes many."""
    return Move(source, target, count)


DRAW, RECYCLE = move(STOCK, WASTE), move(WASTE, STOCK)


def is_won(position: Position) -> bool:
    """Whether all cards are home."""
    return position.foundations == _COMPLETE


def is_stuck(position: Position) -> bool:
    """Whether turning the stock, however often, is all that can be done.

    As long as only the stock is turned, the tableau and the foundations stay as they are, and the same cards come up
    in every round; so if none of them can be played and nothing else can move, nothing ever will. To carry a whole
    pile to an empty place is no move in this sense: it only changes which pile is empty.
    """
    if _tableau_moves(position.face_down, position.face_up, position.foundations):
        return False
    tops = {pile[-1] if pile else None for pile in position.face_up}
    playable = {card for top in tops for card in BUILDS_ON[top]} | {_next_home(position, suit) for suit in SUITS}
    return not any(card in playable for card in cards_that_turn_up(position))


@lru_cache(maxsize=256)
def _tableau_moves(
    face_down: tuple[Cards, ...], face_up: tuple[Cards, ...], foundations: tuple[int, int, int, int]
) -> bool:
    """Whether more than a shift can be done without the waste. Remembered, for a tableau outlasts many turns."""
    tableau = Position(face_down, face_up, (), (), foundations)
    return any(not _only_shifts(tableau, move) for move in _card_moves(tableau))


def _only_shifts(position: Position, move: Move) -> bool:
    if move.source not in PILE_NAMES or move.target not in PILE_NAMES:
        return False
    source, target = int(move.source) - 1, int(move.target) - 1
    whole_pile = not position.face_down[source] and move.count == len(position.face_up[source])
    return whole_pile and not position.face_up[target]


def cards_that_turn_up(position: Position) -> set[Card]:
    """The cards that lie on top of the waste now, or that turning the stock alone can bring there."""
    order, turned, draw = position.waste + position.stock, len(position.waste), position.draw
    if not order:
        return set()
    places = {len(order) - 1, *range(turned - 1 if turned else draw - 1, len(order), draw)}
    if position.redeals != 0:
        places.update(range(draw - 1, len(order), draw))
    return {order[place] for place in places}


def status(position: Position) -> Status:
    """Lost only when nothing but the turning of the stock is left."""
    if is_won(position):
        return Status.WON
    return Status.LOST if is_stuck(position) else Status.PLAYING


def moves(position: Position) -> list[Move]:
    """The legal moves; none when the game is over."""
    return [] if is_won(position) or is_stuck(position) else legal_moves(position)


def legal_moves(position: Position) -> list[Move]:
    """All that the cards allow, whether or not the game is over: the stock, the waste, the piles, the foundations."""
    return [*_stock_moves(position), *_card_moves(position)]


def _stock_moves(position: Position) -> list[Move]:
    if position.stock:
        return [DRAW]
    return [RECYCLE] if position.waste and position.redeals != 0 else []


def _card_moves(position: Position) -> Iterator[Move]:
    """From the waste, the piles, the foundations: home first, then to the piles.

    At most one card of a run fits another pile, and everything on it comes along.
    """
    piles = zip(PILE_NAMES, position.face_up, strict=True)
    fitting = [(name, BUILDS_ON[pile[-1] if pile else None]) for name, pile in piles]
    for source in _SOURCES:
        run = open_cards(position, source)
        if not run:
            continue
        if run[-1] == _next_home(position, run[-1][1]):
            yield move(source, HOME)
        for target, cards in fitting:
            if target != source:
                for above, card in enumerate(run):
                    if card in cards:
                        yield move(source, target, len(run) - above)


def open_cards(position: Position, place: str) -> Cards:
    """The cards of a place that a move may take, the top one last: a pile's run, or one card of waste or foundation."""
    if place in PILE_NAMES:
        return position.face_up[int(place) - 1]
    if place == WASTE:
        return position.waste[-1:]
    height = position.foundations[FOUNDATIONS.index(place)]
    return (RANKS[height - 1] + place[1],) if height else ()


def _next_home(position: Position, suit: str) -> Card | None:
    """The card that this suit's foundation waits for; None if it is complete."""
    height = position.foundations[SUITS.index(suit)]
    return RANKS[height] + suit if height < len(RANKS) else None


def move_cost(move: Move) -> int:
    """Everything counts one but turning the waste over, which costs nothing."""
    return 0 if move.target == STOCK else 1


def play(position: Position, move: Move) -> Outcome[Position]:
    """The position after the move. Every illegal one is refused with its reason."""
    if is_won(position):
        raise IllegalMove("the game is won already")
    if STOCK in (move.source, move.target) and move in (DRAW, RECYCLE):
        return _turn_stock(position, move)
    # Every other move changes something, so that only these must be asked whether the game is lost.
    cards = _taken(position, move)
    if move.target == HOME:
        _check_home(position, cards, move)
    else:
        _check_pile(position, cards, move)
    return _carried(position, move, cards)


def _turn_stock(position: Position, move: Move) -> Outcome[Position]:
    stock, waste, redeals = position.stock, position.waste, position.redeals
    draws = move.source == STOCK
    if draws and not stock:
        hint = ": R turns the waste over" if waste and redeals != 0 else ""
        raise IllegalMove(f"the stock is empty{hint}")
    if not draws and stock:
        raise IllegalMove(f"the waste is turned over when the stock is empty; it still has {len(stock)} cards")
    if not draws and not waste:
        raise IllegalMove("there is no waste to turn over")
    if not draws and redeals == 0:
        raise IllegalMove("there are no redeals left")
    _check_not_stuck(position)
    event: Event
    if draws:
        turned = stock[: position.draw]
        stock, waste, event = stock[position.draw :], waste + turned, Drawn(turned)
    else:
        stock, waste, event = waste, (), Recycled(len(waste))
        redeals = None if redeals is None else redeals - 1
    after = Position(position.face_down, position.face_up, stock, waste, position.foundations, position.draw, redeals)
    return Outcome(after, (event,))


def _check_not_stuck(position: Position) -> None:
    if is_stuck(position):
        raise IllegalMove("the game is lost: no card can be played any more")


def _taken(position: Position, move: Move) -> Cards:
    """The cards that the move takes up, or why there are none to take."""
    source, count = move.source, move.count
    if type(count) is not int or count < 1:
        raise IllegalMove(f"a move takes one card or more, not {count}")
    if source not in _SOURCES:
        raise IllegalMove(f"there is no place {source} to take a card from (expected W, 1 to 7, FC, FD, FH or FS)")
    cards = open_cards(position, source)
    if count > len(cards):
        is_pile = source in PILE_NAMES
        foundation = f"the {SUIT_NAMES.get(source[-1])} foundation"
        where = f"pile {source}" if is_pile else "the waste" if source == WASTE else foundation
        if not cards:
            raise IllegalMove(f"{where} is empty")
        has = f"has {counted(len(cards), 'cards')} face up" if is_pile else "gives one card at a time"
        raise IllegalMove(f"{where} {has}, not {count}")
    return cards[-count:]


def _check_home(position: Position, cards: Cards, move: Move) -> None:
    card = cards[0]
    if move.source in FOUNDATIONS:
        raise IllegalMove(f"{card} is home already")
    if len(cards) > 1:
        raise IllegalMove(f"cards go home one at a time, not {len(cards)}")
    wanted = _next_home(position, card[1])
    if card != wanted:
        raise IllegalMove(f"{card} cannot go home yet: the {SUIT_NAMES[card[1]]} foundation waits for {wanted}")


def _check_pile(position: Position, cards: Cards, move: Move) -> None:
    card, target = cards[0], move.target
    if target not in PILE_NAMES:
        raise IllegalMove(f"there is no place {target} to lay a card on (expected F or 1 to 7)")
    if target == move.source:
        raise IllegalMove(f"{card} lies on pile {target} already")
    pile = position.face_up[int(target) - 1]
    fitting = BUILDS_ON[pile[-1] if pile else None]
    if card not in fitting and not pile:
        raise IllegalMove(f"only a king goes to an empty pile, not {card}")
    if card not in fitting:
        wanted = " or ".join(sorted(fitting)) if fitting else "nothing, it is the lowest card"
        raise IllegalMove(f"{card} does not go on {pile[-1]} of pile {target} (what does: {wanted})")
    if _only_shifts(position, move):
        _check_not_stuck(position)


def _carried(position: Position, move: Move, cards: Cards) -> Outcome[Position]:
    """A legal move of cards, done."""
    source, target, count = move.source, move.target, len(cards)
    face_down, face_up = position.face_down, list(position.face_up)
    waste, foundations = position.waste, list(position.foundations)
    events: list[Event] = [Home(cards[0], source) if target == HOME else Moved(cards, source, target)]
    if source == WASTE:
        waste = waste[:-1]
    elif source in FOUNDATIONS:
        foundations[FOUNDATIONS.index(source)] -= 1
    else:
        pile = int(source) - 1
        face_up[pile] = face_up[pile][:-count]
        if not face_up[pile] and face_down[pile]:
            turned = face_down[pile][-1]
            face_up[pile] = (turned,)
            face_down = (*face_down[:pile], face_down[pile][:-1], *face_down[pile + 1 :])
            events.append(Turned(turned, source))
    if target == HOME:
        foundations[SUITS.index(cards[0][1])] += 1
    else:
        face_up[int(target) - 1] += cards
    clubs, diamonds, hearts, spades = foundations
    home = (clubs, diamonds, hearts, spades)
    after = Position(face_down, tuple(face_up), position.stock, waste, home, position.draw, position.redeals)
    if is_won(after):
        events.append(Won())
    return Outcome(after, tuple(events))
