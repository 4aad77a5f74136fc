"""First lessons: shown once, at the first game of a kind; played, shown or skipped; and again whenever one likes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from quandary import Session, game, names
from quandary.engine.course import Course
from quandary.tui.app import QuandaryApp
from quandary.tui.game_screen import GameScreen
from quandary.tui.lesson_screen import LessonScreen
from quandary.tui.menu import Menu
from tests.tui.driving import drive, playing, shown, until


@pytest.fixture
def newcomer(data: Path) -> None:
    """Somebody who has never been here."""
    (data / "preferences.json").unlink()


def _lesson_is_open(pilot: Pilot[None]) -> bool:
    return isinstance(pilot.app.screen, LessonScreen)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
@pytest.mark.usefixtures("newcomer")
def test_the_first_game_of_a_kind_begins_with_a_lesson_that_can_be_looked_at(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: _lesson_is_open(pilot))
        for number in range(1, 6):
            await until(pilot, lambda number=number: f"{number} of 5" in shown(pilot))  # type: ignore[misc]
            await pilot.press("n")
        await until(pilot, lambda: "That is all" in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))

    app = drive(script, playing(name, game(name).examples[1]))
    assert not app.store.progress.read().records
    assert not app.store.saved()

    async def again(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        await pilot.pause()
        assert not _lesson_is_open(pilot)

    drive(again, playing(name, game(name).examples[1]))


@pytest.mark.usefixtures("newcomer")
def test_one_key_skips_a_lesson() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: _lesson_is_open(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))

    drive(script, playing("rush-hour", game("rush-hour").examples[1]))


@pytest.mark.slow
@pytest.mark.usefixtures("newcomer")
def test_a_lesson_is_played_by_hand() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: _lesson_is_open(pilot))
        await pilot.press("enter", "C", "down")
        await until(pilot, lambda: "Not there yet" in shown(pilot))
        await pilot.press("down", "down")
        await until(pilot, lambda: "3 of 5" in shown(pilot))
        # Another way, and back to what the step wants.
        await pilot.press("E", "right", "n")
        await until(pilot, lambda: "4 of 5" in shown(pilot))
        await pilot.press("D", "down", "down")
        await until(pilot, lambda: "5 of 5" in shown(pilot))
        await pilot.press("X", "right", "right", "right", "right")
        await until(pilot, lambda: "That is all" in shown(pilot))

    drive(script, playing("rush-hour", game("rush-hour").examples[1]))


@pytest.mark.slow
def test_a_lesson_is_seen_again_from_a_game_its_help_and_the_menu() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for keys in (("e",), ("question_mark", "e")):
            await pilot.press(*keys)
            await until(pilot, lambda: _lesson_is_open(pilot))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("e")
        await until(pilot, lambda: _lesson_is_open(pilot))

    drive(script, playing("sokoban", game("sokoban").examples[1]))


@pytest.mark.slow
@pytest.mark.usefixtures("newcomer")
def test_who_watches_or_goes_on_is_not_taught() -> None:
    begun: Session[Any, Any] = Session.start("sokoban", game("sokoban").examples[1])
    begun.play("r")

    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        await pilot.pause()
        assert not _lesson_is_open(pilot)

    drive(script, QuandaryApp(begun))
    drive(script, playing("sokoban", game("sokoban").examples[1], performer="push-optimal"))


def test_a_wrong_try_that_stays_does_not_end_a_lesson() -> None:
    course: Course[Any, Any] = Course(game("circuit"))
    course.go_on()
    wrong = next(move for move in course.session.game.moves(course.session.position) if move != course.move)
    course.session.play(wrong)
    assert course.move is None
    course.go_on()
    assert (course.number, course.session.position.mistakes) == (2, 0)


@pytest.mark.slow
@pytest.mark.usefixtures("newcomer")
def test_what_a_board_says_of_a_position_that_is_gone_is_not_told() -> None:
    """As when two keys come at once: the first asks where to, the second has answered."""

    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: _lesson_is_open(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "2 of 5" in shown(pilot))
        screen = pilot.app.screen
        assert isinstance(screen, LessonScreen)
        screen.board.press("2", "2")
        screen.board.press("1", "1")
        await until(pilot, lambda: "3 of 5" in shown(pilot))
        await pilot.pause()
        assert "where to?" not in shown(pilot)

    drive(script, playing("klondike", "klondike#11"))
