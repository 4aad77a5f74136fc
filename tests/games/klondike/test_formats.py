"""Other programs' formats, both ways, and their notations of solutions."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quandary.game import PuzzleError, UsageError
from quandary.games.klondike import GAME, formats, notation, rules
from quandary.games.klondike.position import Position
from tests.games.klondike.deals import SEED_5, TABLE, dealt, walk

FRESH = notation.parse(SEED_5)
BEGUN = [position for seed in range(8) for position in walk(dealt(seed), seed)][5::37]


@pytest.mark.parametrize("name", formats.FORMATS)
def test_fresh_deals_come_back(name: str) -> None:
    for seed in range(10):
        position = dealt(seed)
        text = formats.write(position, name)
        assert GAME.parse(text) == position
        assert GAME.variant(draw=1).parse(text) == dealt(seed, draw=1)


@pytest.mark.parametrize("name", ["solvitaire", "pysol"])
def test_games_that_have_begun_come_back(name: str) -> None:
    for position in BEGUN:
        assert GAME.parse(formats.write(position, name)) == position


@pytest.mark.parametrize("name", ["digits", "mk"])
def test_a_format_of_deals_refuses_a_game_that_has_begun(name: str) -> None:
    with pytest.raises(UsageError, match=f"{name} can only write a fresh deal"):
        formats.write(BEGUN[0], name)


# Solvitaire


def test_solvitaires_json_looks_as_its_own() -> None:
    said = json.loads(formats.write(FRESH, "solvitaire"))
    assert said["tableau piles"][:4] == [["3C"], ["8c", "9C"], ["3h", "ah", "AD"], ["10d", "ks", "2h", "2S"]]
    # The last of the stock is turned first.
    assert said["stock"][-3:] == ["8H", "9D", "JH"]
    assert set(said) == {"tableau piles", "stock"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text[:-5], "this is not JSON"),
        (lambda text: text.replace('"stock"', '"stok"'), "unknown name 'stok'"),
        (lambda text: text.replace('"3C"', '"3X"'), "pile 1, card 1: '3X' is not a card"),
        (lambda text: text.replace('"3C"', "3"), "pile 1: expected a list of cards"),
        (lambda text: text.replace('["3C"], ', ""), "tableau piles: expected a list of 7 piles"),
        (lambda text: text.replace('"8c", "9C"', '"9C"'), "this one has 51 .missing: 8C"),
        (lambda text: text.replace('"8c"', '"8C"'), "pile 2, card 2: 9C cannot lie open on 8C"),
        (lambda text: "{" * 50_000, "this is not JSON"),
        (lambda text: "{}", "tableau piles: expected a list of 7 piles"),
    ],
)
def test_damaged_json_is_refused_by_its_place(change: object, problem: str) -> None:
    assert callable(change)
    with pytest.raises(PuzzleError, match=problem):
        GAME.parse(change(formats.write(FRESH, "solvitaire")))


# PySol


def test_pysols_board_looks_as_its_own() -> None:
    lines = formats.write(FRESH, "pysol").splitlines()
    assert lines[0].startswith("Talon: JH 9D 8H ")
    assert lines[1:4] == ["3C", "<8C> 9C", "<3H> <AH> AD"]
    begun = formats.write(rules.play(FRESH, notation.parse_move("3>F")).position, "pysol").splitlines()
    assert begun[0] == "Foundations: H-0 C-0 D-A S-0"


def test_pysol_boards_in_other_shapes() -> None:
    lines = formats.write(FRESH, "pysol").splitlines()
    without_marks = "\n".join(lines).replace("<", "").replace(">", "")
    with_colons = "\n".join([lines[0], *(f": {line}" for line in lines[1:])])
    for text in (without_marks, with_colons, "\n" + "\r\n".join(lines) + "\r\n\r\n", "\n".join(lines).lower()):
        assert GAME.parse(text) == FRESH


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("<8C> 9C", "8C <9C>"), "pile 2: hidden cards, like <7H>, lie below the open ones"),
        (("<8C> 9C", "<8C> 9X"), "pile 2, card 2: '9X' is not a card"),
        (("JH 9D", "JH"), "this one has 51"),
        (("\n3C\n", "\n3C\n\n3C\n"), "here are 9"),
        (("Talon", "Foundations: H-X\nTalon"), "foundations: 'H-X' is not a foundation"),
    ],
)
def test_a_damaged_board_is_refused_by_its_place(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        GAME.parse(formats.write(FRESH, "pysol").replace(*change))


# Digits and letters


def test_digits_are_rank_and_suit_in_the_order_of_dealing() -> None:
    digits = formats.write(FRESH, "digits")
    assert digits.startswith("031081033102124042112")
    assert len(digits) == 156
    with pytest.raises(PuzzleError, match="156 of them, three a card; this one has 153"):
        GAME.parse(digits[:-3])
    with pytest.raises(PuzzleError, match="card 2: 145 is not a card"):
        GAME.parse(digits[:3] + "145" + digits[6:])
    with pytest.raises(PuzzleError, match="card 2: 3C stands here and at card 1"):
        GAME.parse(digits[:3] + "031" + digits[6:])


def test_mk_letters_are_read_only_where_they_say_what_they_are() -> None:
    letters = formats.write(FRESH, "mk")
    assert letters.startswith("mk: 3C 8C 9C 3H AH AD TD KS 2H 2S ")
    assert letters.endswith(" 8H 9D JH")
    assert GAME.parse(letters) == FRESH
    assert GAME.parse(letters.removeprefix("mk: ")) != FRESH
    with pytest.raises(PuzzleError, match="this one has 51"):
        GAME.parse(letters.removesuffix(" JH"))


# Solutions


def play_words(position: Position, text: str) -> Position:
    for move in GAME.parse_moves(text):
        position = rules.play(position, move).position
    return position


def test_a_game_in_the_notation_of_klondike_solver() -> None:
    ours = "3>F 3>F D W>2 D D D D D D D R D"
    theirs = formats.write_moves(FRESH, GAME.parse_moves(ours), "ks")
    assert theirs == "3D F3 3H F3 DR1 W2 DR7 NEW DR1"
    assert GAME.parse_moves(theirs) == GAME.parse_moves(ours)


def test_a_game_in_the_notation_of_minimal_klondike() -> None:
    assert formats.write_moves(FRESH, GAME.parse_moves("3>F 3>F D W>2 D D D D D D D R D"), "mk") == "HC HE @AG @@@@@@@@"
    runs = notation.parse("foundations=QC9DJHTS/stock=JDKDKHQS/1=KSQHJSTD/2=KCQD")
    assert formats.write_moves(runs, GAME.parse_moves("1>2x2"), "mk") == "FG"
    assert formats.write_moves(runs, GAME.parse_moves("1>2x2"), "ks") == "12-2"
    assert formats.write_moves(TABLE, GAME.parse_moves("FD>2 W>F"), "mk") == "CG AE"
    assert formats.write_moves(TABLE, GAME.parse_moves("FD>2 W>F"), "ks") == "D2 WH"


def test_a_ks_solution_replays_like_ours() -> None:
    for seed in range(6):
        passed = list(walk(dealt(seed), seed))
        moves = [
            next(move for move in rules.moves(one) if rules.play(one, move).position == other)
            for one, other in pairwise(passed)
        ]
        text = formats.write_moves(passed[0], moves, "ks")
        assert GAME.parse_moves(text) == moves
        assert play_words(passed[0], text) == passed[-1]


@given(st.text(alphabet="DRNEWF1234567CDHS-@ x>", max_size=30))
def test_garbage_solutions_are_refused(text: str) -> None:
    try:
        GAME.parse_moves(text)
    except PuzzleError as error:
        assert "\n" not in str(error)


@pytest.mark.slow
@given(st.text(max_size=300), st.sampled_from(["{", "Talon: ", "mk: ", "", '{"tableau piles": ']))
def test_garbage_after_the_sign_of_a_format_is_refused(text: str, sign: str) -> None:
    try:
        GAME.parse(sign + text)
    except PuzzleError as error:
        assert not re.search(r"[\n\r]", str(error))
