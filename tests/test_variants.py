"""Rules that a puzzle's text leaves open: chosen by name, kept in ids, refused where they make no sense."""

from __future__ import annotations

from typing import Any

import pytest

import quandary
from quandary.engine.puzzles import puzzle_of_id
from quandary.engine.session import Session
from quandary.game import Option, UsageError

LATE = "foundations=KCJDQHKS/stock=QD/2=khKD"


def test_a_game_without_choices_is_the_game_itself() -> None:
    game = quandary.game("klondike")
    assert game.variant() is game
    assert game.variant(draw=None) is game
    assert quandary.game("template").variant() is quandary.game("template")


def test_a_choice_fills_in_what_a_text_leaves_open() -> None:
    one = quandary.game("klondike", draw=1)
    assert one.parse(LATE).draw == 1
    assert one.parse(f"draw=1/{LATE}").draw == 1
    assert one.unvaried.parse(LATE).draw == 3
    assert quandary.game("klondike").parse(LATE).draw == 3
    assert one.variant(redeals=2).variant_choices == {"draw": 1, "redeals": 2}


@pytest.mark.parametrize(
    ("name", "choices", "problem"),
    [
        ("klondike", {"draw": 0}, "option draw: 0 is below 1"),
        ("klondike", {"draw": "many"}, "option draw: 'many' is not a whole number"),
        ("klondike", {"gravity": 1}, "no option 'gravity' here .options: draw, redeals"),
        ("klondike", {"gravity": None}, "no option 'gravity'"),
        ("rush-hour", {"draw": 1}, "no option 'draw' here .options: any_length"),
    ],
)
def test_a_choice_that_there_is_none_of_is_refused(name: str, choices: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        quandary.game(name, **choices)


def test_solve_and_sessions_take_choices() -> None:
    assert quandary.solve("klondike", LATE, draw=1).verdict == "solved"
    session: Session[Any, Any] = Session.start("klondike", LATE, draw=1)
    assert session.position.draw == 1
    loaded: Session[Any, Any] = Session.load(session.save())
    assert loaded.position == session.position
    again: Session[Any, Any] = Session.start("klondike", session.id)
    assert again.position == session.position


@pytest.mark.parametrize(
    "name",
    ["klondike#7", "klondike:draw1#7", "klondike:draw2-redeals3#7", "klondike:winnable#7", "template:frogs2-toads3#7"],
)
def test_an_id_has_a_word_for_every_setting_that_is_not_the_default(name: str) -> None:
    game = quandary.game(name.split(":", maxsplit=1)[0].split("#", maxsplit=1)[0])
    puzzle = puzzle_of_id(game, name)
    assert puzzle.id == name


def test_options_keep_their_limits() -> None:
    option = Option("count", int, 5, "how many", least=1, most=9)
    assert option.read("9") == 9
    assert option.read(None) is None
    for value in (0, 10, "-3"):
        with pytest.raises(UsageError, match=r"option count: .* is (below 1|above 9)"):
            option.read(value)


def test_any_has_no_unit_of_its_own() -> None:
    assert quandary.game("klondike").unit("any") == "moves"
    assert quandary.game("rush-hour").unit("moves,steps") == "moves"
