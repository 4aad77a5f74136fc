"""Deals, positions and moves in text: read in every shape, refused by the place of the fault."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quandary.game import PuzzleError, UsageError
from quandary.games.klondike import notation, rules
from quandary.games.klondike.position import DECK, Position, deck_of
from quandary.games.klondike.rules import Move
from tests.games.klondike.deals import SEED_5, dealt, walk

CARDS = [SEED_5[at : at + 2] for at in range(0, 104, 2)]
LATE = "foundations=KCJDQHKS/stock=QD/2=khKD"


def spelled(cards: list[str]) -> str:
    return "".join(cards)


# Deals


@pytest.mark.parametrize(
    "text",
    [
        SEED_5,
        " ".join(CARDS),
        "\n".join(" ".join(CARDS[at : at + 13]) for at in range(0, 52, 13)),
        ", ".join(CARDS),
        SEED_5.lower(),
        SEED_5.replace("T", "10"),
        SEED_5.translate(str.maketrans("CDHS", "♣♦♥♠")),
        f"\r\n  {SEED_5}\r\n",
        f"deck: {SEED_5}",
        f"draw: 3\n{SEED_5}",
        f"draw=3/redeals=unlimited/{SEED_5}",
    ],
)
def test_a_deal_is_its_52_cards_however_they_are_set(text: str) -> None:
    assert notation.parse(text) == notation.parse(SEED_5)


def test_a_fresh_deal_is_written_as_its_52_cards() -> None:
    position = notation.parse(SEED_5)
    assert notation.format_position(position) == notation.compact(position) == SEED_5
    assert deck_of(position) == tuple(CARDS)


def test_the_draw_count_is_written_where_it_is_not_three() -> None:
    position = notation.parse(SEED_5, draw=1, redeals=2)
    assert notation.format_position(position) == f"draw: 1\nredeals: 2\n{SEED_5}"
    assert notation.compact(position) == f"draw=1/redeals=2/{SEED_5}"


def test_a_choice_must_not_contradict_the_text() -> None:
    text = f"draw: 5\nredeals: 7\n{SEED_5}"
    assert (notation.parse(text).draw, notation.parse(text).redeals) == (5, 7)
    assert notation.parse(text, draw=5, redeals=7) == notation.parse(text)
    with pytest.raises(UsageError, match="draw=1 was chosen, but the puzzle is played with draw=5"):
        notation.parse(text, draw=1)
    with pytest.raises(UsageError, match="redeals=0 was chosen, but the puzzle is played with redeals=7"):
        notation.parse(text, redeals=0)
    with pytest.raises(UsageError, match="redeals=2 was chosen, but the puzzle is played with redeals=unlimited"):
        notation.parse(f"redeals: unlimited\n{SEED_5}", redeals=2)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the deal is empty"),
        (" \n ", "the deal is empty"),
        (spelled(CARDS[:-1]), r"a deal has 52 cards, this one has 51 \(missing: 6C\)"),
        (spelled(CARDS[:40]), r"this one has 40 \(missing: 2C, 2D, 3D, 3S, 5D …\)"),
        (spelled([*CARDS, "3C"]), "^card 53: 3C stands here and at card 1$"),
        (spelled([*CARDS[:30], "8C", *CARDS[31:]]), "^card 31: 8C stands here and at card 2$"),
        (spelled([*CARDS[:16], "XZ", *CARDS[17:]]), "^card 17: the card XZ is not known|^card 17: 'XZ"),
        (spelled([*CARDS[:16], "??", *CARDS[17:]]), r"^card 17: the card \?\? is not known, and all 52 must be"),
        (spelled([*CARDS[:16], "1H", *CARDS[17:]]), "^card 17: '1H[0-9A-Z]' is not a card"),
        (spelled([*CARDS[:16], "11H", *CARDS[17:]]), "^card 17: '11H' is not a card"),
        (SEED_5[:-1], "^card 52: '6' is not a card"),
        ("hello", "^card 1: 'hel' is not a card"),
        (f"draw: 0\n{SEED_5}", "^draw: '0' is not a number from 1 to 24"),
        (f"draw: 25\n{SEED_5}", "^draw: '25' is not a number from 1 to 24"),
        (f"draw: three\n{SEED_5}", "^draw: 'three' is not a number"),
        (f"redeals: -1\n{SEED_5}", "^redeals: '-1' is not a number from 0 to 1000"),
        (f"colour: red\n{SEED_5}", "unknown name 'colour'"),
        (f"draw: 1\ndraw: 2\n{SEED_5}", "^draw: draw is there twice"),
        (f"1: KH\n{SEED_5}", "^1: a whole deal and 1 do not go together"),
        ("draw: 3", "this one has 0"),
    ],
)
def test_a_bad_deal_is_refused_by_its_place(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        notation.parse(text)


# Positions


def test_a_game_that_has_begun_is_written_in_fields() -> None:
    position = rules.play(notation.parse(SEED_5), notation.parse_move("3>F")).position
    assert notation.format_position(position).splitlines() == [
        "draw: 3",
        "foundations: AD",
        "stock: JH 9D 8H AS 4S JC 5C 8D TS TC QH 9H 2D JS 7D 5H 6H QD 5D 3D 2C 3S TH 6C",
        "1: 3C",
        "2: 8c 9C",
        "3: 3h AH",
        "4: td ks 2h 2S",
        "5: qs 6s 6d qc 7H",
        "6: 4d 4h 4c 7s kd 7C",
        "7: jd ac kh 9s 8s 5s KC",
    ]


@pytest.mark.slow
def test_positions_come_back_from_both_forms() -> None:
    for seed in range(20):
        for position in walk(dealt(seed, draw=1 + seed % 4, redeals=[None, 9][seed % 2]), seed):
            assert notation.parse(notation.format_position(position)) == position
            assert notation.parse(notation.compact(position)) == position
            assert "\n" not in notation.compact(position)


def test_fields_may_stand_in_any_order_and_shape() -> None:
    expected = notation.parse(LATE)
    for text in (
        "Pile 2: kh KD\nStock: QD\nFoundations: KC JD QH KS",
        "2=khKD; stock=QD; foundations=KC,JD,QH,KS; waste=-; 1=-",
        "draw: 3\r\nredeals: unlimited\r\n2: kh KD\r\nstock: QD\r\nfoundations: KS QH JD KC\r\n",
    ):
        assert notation.parse(text) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("foundations=KCJDQHKS/stock=QD/2=KD", r"a position has all 52 cards, this one has 51 \(missing: KH\)"),
        ("foundations=KCJDQHKS/stock=QDKH/2=khKD", "^stock, card 2: KH stands here and at pile 2, card 1$"),
        ("foundations=KCJDQHKS/stock=QD/2=khKD/3=TD", "^pile 3, card 1: TD stands here and at foundations$"),
        ("foundations=KCJDQHKS2C/stock=QD/2=khKD", "^foundations: there are two top cards of one suit, 2C"),
        ("foundations=KCJDQHKS/stock=QD/2=KHkd", "^pile 2, card 2: KD is face down on the open card KH"),
        ("foundations=KCJDQHKS/stock=QD/2=khkd", "^pile 2, card 2: the top card KD must be face up"),
        ("foundations=KCJDQHKS/stock=QD/2=KHKD", "^pile 2, card 2: KD cannot lie open on KH: open cards form a run"),
        ("foundations=KCJDQHKS/stock=Q/2=khKD", "^stock, card 1: 'Q' is not a card"),
        ("foundations=KCJDQHKS/stock=QD/2=khKD/8=-", "unknown name '8'"),
        ("foundations=KCKS/stock=AD2D3D4D5D6D7D8D9DTDJDQDKDAH2H3H4H5H6H7H8H9HTHJHQH/1=KH", "at most 24 cards together"),
        ("foundations=KCKD6HQS/7=7h8h9hthjhqhkhKS", "^pile 7: 7 cards are face down here; a deal hides 0 to 6"),
    ],
)
def test_a_bad_position_is_refused_by_its_place(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        notation.parse(text)


# Moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("D", rules.DRAW),
        ("R", rules.RECYCLE),
        ("W>F", Move("W", "F")),
        ("W>3", Move("W", "3")),
        ("3>F", Move("3", "F")),
        ("3>5", Move("3", "5")),
        ("3>5x2", Move("3", "5", 2)),
        ("3>5x12", Move("3", "5", 12)),
        ("FS>4", Move("FS", "4")),
        (" fs>4 ", Move("FS", "4")),
        ("3>5x1", Move("3", "5")),
    ],
)
def test_moves(text: str, move: Move) -> None:
    assert notation.parse_move(text) == move
    assert notation.parse_move(notation.format_move(move)) == move


@pytest.mark.parametrize(
    "text", ["", "X", "W", "W>W", "8>1", "0>1", "1>0", "3>5x0", "3>5x", "FX>1", "F>1", "3>5x٢", "DD"]
)
def test_moves_that_are_none(text: str) -> None:
    with pytest.raises(PuzzleError, match="is not a move"):
        notation.parse_move(text)


# Garbage


def changed(at: int, put_in: str, left_out: int, text: str) -> str:
    return text[:at] + put_in + text[at + left_out :]


TEXTS = st.sampled_from([SEED_5, LATE, f"draw: 1\n{SEED_5}", notation.format_position(notation.parse(LATE))])
ALPHABET = st.text(alphabet="A23456789TJQKCDHSkqcdhs 10?:=/;\n,-<>♥é", max_size=12)


@given(st.builds(changed, st.integers(0, 110), ALPHABET, st.integers(0, 6), TEXTS))
def test_a_damaged_deal_is_refused_or_read_but_never_misread(text: str) -> None:
    try:
        position = notation.parse(text)
    except PuzzleError as error:
        assert "\n" not in str(error)
    else:
        assert sorted(_all_cards(position)) == sorted(DECK)
        assert notation.parse(notation.format_position(position)) == position


def _all_cards(position: Position) -> list[str]:
    home = [card for card in DECK if DECK.index(card) // 4 < position.foundations["CDHS".index(card[1])]]
    piles = [card for pile in (*position.face_down, *position.face_up) for card in pile]
    return [*home, *piles, *position.stock, *position.waste]
