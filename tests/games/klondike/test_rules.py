"""The rules as a player meets them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quandary.game import IllegalMove, Status, Won
from quandary.games.klondike import notation, rules
from quandary.games.klondike.notation import format_move, parse_move
from quandary.games.klondike.position import BUILDS_ON, DECK, Position, deal, deck_of, player_view
from quandary.games.klondike.rules import Drawn, Home, Move, Moved, Recycled, Turned
from tests.games.klondike.deals import SEED_5, TABLE, dealt, walk

FRESH = notation.parse(SEED_5)


def played(position: Position, *words: str) -> Position:
    for word in words:
        position = rules.play(position, parse_move(word)).position
    return position


def refusal(position: Position, word: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        rules.play(position, parse_move(word))
    return str(refused.value)


# The deal


def test_cards_are_dealt_row_by_row() -> None:
    position = deal(DECK)
    assert [pile[-1] for pile in position.face_up] == [DECK[at] for at in (0, 7, 13, 18, 22, 25, 27)]
    assert position.face_down[2] == (DECK[2], DECK[8])
    assert [len(pile) for pile in position.face_down] == [0, 1, 2, 3, 4, 5, 6]
    assert position.stock == DECK[28:]
    assert deck_of(position) == DECK


def test_a_game_that_has_begun_is_no_fresh_deal() -> None:
    assert deck_of(played(FRESH, "D")) is None
    assert deck_of(played(FRESH, "3>F")) is None
    # Turning the whole stock and the waste over brings the same position back.
    assert played(FRESH, *["D"] * 8, "R") == FRESH


def test_runs_alternate_in_colour_and_fall_by_one() -> None:
    assert BUILDS_ON["8S"] == {"7D", "7H"}
    assert BUILDS_ON["TH"] == {"9C", "9S"}
    assert BUILDS_ON["AS"] == frozenset()
    assert BUILDS_ON[None] == {"KC", "KD", "KH", "KS"}


# Stock and waste


def test_a_turn_takes_up_to_three_cards_and_shows_the_last() -> None:
    outcome = rules.play(FRESH, parse_move("D"))
    assert outcome.events == (Drawn(("JH", "9D", "8H")),)
    assert outcome.position.waste == ("JH", "9D", "8H")
    assert outcome.position.stock[0] == "AS"


def test_the_last_turn_takes_what_is_left() -> None:
    position = notation.parse(SEED_5, draw=5)
    assert rules.play(played(position, *["D"] * 4), parse_move("D")).events == (Drawn(("2C", "3S", "TH", "6C")),)


def test_the_waste_is_turned_over_and_nothing_is_drawn() -> None:
    turned = played(FRESH, *["D"] * 8)
    outcome = rules.play(turned, parse_move("R"))
    assert outcome.events == (Recycled(24),)
    assert outcome.position == FRESH
    assert rules.move_cost(parse_move("R")) == 0
    assert rules.move_cost(parse_move("D")) == 1


def test_redeals_run_out() -> None:
    position = played(notation.parse(SEED_5, draw=24, redeals=1), "D", "R")
    assert position.redeals == 0
    assert refusal(played(position, "D"), "R") == "there are no redeals left"


# Cards


def test_every_kind_of_move_says_what_happened() -> None:
    assert rules.play(TABLE, parse_move("W>F")).events == (Home("6H", "W"),)
    assert rules.play(TABLE, parse_move("2>3")).events == (Moved(("5S",), "2", "3"), Turned("4S", "2"))
    assert rules.play(TABLE, parse_move("1>7")).events == (Moved(("JS",), "1", "7"),)
    assert rules.play(TABLE, parse_move("FD>2")).events == (Moved(("4D",), "FD", "2"),)
    after = played(TABLE, "W>F", "W>4")
    assert after.face_up[3] == ("KD",)
    assert after.waste == ("2S",)
    assert rules.play(played(after, "5>6"), parse_move("6>F")).events == (Home("7H", "6"),)


def test_a_run_moves_whole_or_in_part() -> None:
    after = rules.play(TABLE, parse_move("6>4x6")).position
    assert (after.face_up[3], after.face_up[5]) == (TABLE.face_up[5], ())
    part = played(notation.parse("foundations=QC9DJHTS/stock=JDKDKHQS/1=KSQHJSTD/2=KCQD"), "1>2x2")
    assert part.face_up[:2] == (("KS", "QH"), ("KC", "QD", "JS", "TD"))


def test_the_foundation_gives_a_card_back() -> None:
    after = rules.play(TABLE, parse_move("FD>2")).position
    assert after.foundations == (2, 3, 5, 1)
    assert after.face_up[1] == ("5S", "4D")


def test_the_legal_moves_in_order() -> None:
    words = [format_move(move) for move in rules.moves(TABLE)]
    assert words == ["D", "W>F", "1>4x3", "1>7", "2>3", "5>6", "6>4x6", "FD>2"]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("R", "the waste is turned over when the stock is empty; it still has 16 cards"),
        ("W>3", "6H does not go on 6D of pile 3 (what does: 5C or 5S)"),
        ("W>4", "only a king goes to an empty pile, not 6H"),
        ("W>Fx2", "the waste gives one card at a time, not 2"),
        ("1>F", "JS cannot go home yet: the spades foundation waits for 2S"),
        ("1>Fx2", "cards go home one at a time, not 2"),
        ("1>1", "JS lies on pile 1 already"),
        ("1>4x2", "only a king goes to an empty pile, not QH"),
        ("1>4x4", "pile 1 has 3 cards face up, not 4"),
        ("2>6x2", "pile 2 has 1 card face up, not 2"),
        ("4>1", "pile 4 is empty"),
        ("FC>1", "2C does not go on JS of pile 1 (what does: TD or TH)"),
        ("FC>F", "2C is home already"),
        ("FC>2x2", "the clubs foundation gives one card at a time, not 2"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(word: str, reason: str) -> None:
    assert refusal(TABLE, word) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move("8", "1"), "there is no place 8 to take a card from"),
        (Move("S", "1"), "there is no place S to take a card from"),
        (Move("1", "9"), "there is no place 9 to lay a card on"),
        (Move("1", "W"), "there is no place W to lay a card on"),
        (Move("1", "7", 0), "takes one card or more, not 0"),
        (Move("1", "7", True), "takes one card or more, not True"),
        (Move("1", "7", 1.0), "takes one card or more, not 1.0"),  # type: ignore[arg-type]
    ],
)
def test_a_move_that_is_none_is_refused_too(move: Move, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        rules.play(TABLE, move)


def test_empty_places_are_named() -> None:
    assert refusal(FRESH, "W>1") == "the waste is empty"
    assert refusal(FRESH, "FS>1") == "the spades foundation is empty"
    assert refusal(FRESH, "1>F") == "3C cannot go home yet: the clubs foundation waits for AC"
    turned = played(FRESH, *["D"] * 8)
    assert refusal(turned, "D") == "the stock is empty: R turns the waste over"
    assert refusal(notation.parse("foundations=KCKDKHQS/1=KS"), "D") == "the stock is empty"
    assert refusal(notation.parse("foundations=KCKDKHQS/1=KS"), "R") == "there is no waste to turn over"


def test_nothing_goes_on_an_ace() -> None:
    position = notation.parse("foundations=KCKDKS/stock=2H3H4H5H6H7H8H9HTHJHQH/2=khAH")
    assert refusal(position, "FC>2") == "KC does not go on AH of pile 2 (what does: nothing, it is the lowest card)"


# The end


def test_the_last_card_home_wins() -> None:
    outcome = rules.play(notation.parse("foundations=KCKDKHQS/1=KS"), parse_move("1>F"))
    assert outcome.events == (Home("KS", "1"), Won())
    assert rules.status(outcome.position) is Status.WON
    assert rules.moves(outcome.position) == []
    assert refusal(outcome.position, "FS>1") == "the game is won already"


STUCK = dealt(12)
"""No open card goes anywhere, and of the stock only cards come up that do not either."""


def test_a_game_in_which_only_the_stock_turns_is_lost() -> None:
    assert rules.status(STUCK) is Status.LOST
    assert rules.moves(STUCK) == []
    assert [format_move(move) for move in rules.legal_moves(STUCK)] == ["D"]
    assert refusal(STUCK, "D") == "the game is lost: no card can be played any more"
    # With draw 1 every card of the stock comes up, and one of them fits.
    assert rules.status(dealt(12, draw=1)) is Status.PLAYING


def test_cards_that_only_a_redeal_brings_up_keep_the_game_going() -> None:
    # Turning on from the fourth card shows every third from there; from the start it is others.
    position = replace(STUCK, waste=STUCK.stock[:4], stock=STUCK.stock[4:])
    every_third = {STUCK.stock[at] for at in (3, 6, 9, 12, 15, 18, 21, 23)}
    assert rules.cards_that_turn_up(replace(position, redeals=0)) == every_third
    assert rules.cards_that_turn_up(position) == every_third | set(STUCK.stock[2::3])


def test_carrying_a_king_to_and_fro_is_no_way_out() -> None:
    open_cards = (("KC",), (), ("9S",), ("9C",), ("5H", "4C"), ("5D", "4S"), ("7C",))
    others = [card for card in DECK if card != "2C" and not any(card in pile for pile in open_cards)]
    hidden = iter(others[23:])
    position = Position(
        tuple(tuple(next(hidden) for _ in range(count)) for count in (0, 0, 2, 3, 4, 5, 6)),
        open_cards,
        (),
        (*others[:23], "2C"),
        (0, 0, 0, 0),
        redeals=0,
    )
    assert [format_move(move) for move in rules.legal_moves(position)] == ["1>2"]
    assert rules.status(position) is Status.LOST
    assert refusal(position, "1>2") == "the game is lost: no card can be played any more"


def test_lost_is_never_said_of_a_position_that_goes_on() -> None:
    for seed in range(30):
        for position in walk(dealt(seed), seed, 80):
            stuck = rules.is_stuck(position)
            assert stuck == (not rules.is_won(position) and _only_stock_turns(position))


def _only_stock_turns(position: Position) -> bool:
    """The same by playing: turns the stock twice through and looks at every move on the way."""
    for _ in range(60):
        moves = rules.legal_moves(position)
        if any(move not in (rules.DRAW, rules.RECYCLE) and not _is_shift(position, move) for move in moves):
            return False
        if not moves or moves[0] not in (rules.DRAW, rules.RECYCLE):
            return True
        position = _turned(position, moves[0])
    return True


def _is_shift(position: Position, move: Move) -> bool:
    piles = dict(zip("1234567", zip(position.face_down, position.face_up, strict=True), strict=True))
    is_empty = piles.get(move.target, ((), ("",))) == ((), ())
    return (
        is_empty
        and move.source in piles
        and piles[move.source] == ((), position.face_up[int(move.source) - 1][-move.count :])
    )


def _turned(position: Position, move: Move) -> Position:
    """As `play` does, but without asking whether the game is lost."""
    stock, waste = position.stock, position.waste
    if move == rules.DRAW:
        stock, waste = stock[position.draw :], waste + stock[: position.draw]
    else:
        stock, waste = waste, ()
    return Position(position.face_down, position.face_up, stock, waste, position.foundations, position.draw)


# What a player sees


def test_a_view_hides_what_a_person_cannot_see() -> None:
    position = played(FRESH, "D")
    view = player_view(position)
    assert view.hidden == (0, 1, 2, 3, 4, 5, 6)
    assert view.stock == (None,) * 21
    assert view.waste == ("JH", "9D", "8H")
    hidden = {card for pile in position.face_down for card in pile}
    assert set(view.unseen) == hidden | set(position.stock)
    shown = repr(view)
    assert not any(f"'{card}'" in shown for card in hidden | set(position.stock))


def test_a_view_knows_the_cards_of_the_stock_that_have_been_seen() -> None:
    view = player_view(FRESH, seen=FRESH.stock)
    assert view.stock == FRESH.stock
    assert len(view.unseen) == 21
    assert view.filled(tuple(card for pile in FRESH.face_down for card in pile)) == FRESH
