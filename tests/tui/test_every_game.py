"""What every game has on its screen, tested over all of them: a new one is tested as soon as it is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from quandary import Session, Status, game, names
from quandary.tui.app import QuandaryApp
from quandary.tui.dialogs import Choice, HelpScreen, NewPuzzle
from quandary.tui.end_screen import EndScreen
from quandary.tui.menu import Menu
from quandary.tui.worker import Waiting
from tests.tui.driving import board_of, click, drive, game_screen, playing, session_of, shown, until, words

pytestmark = pytest.mark.slow

GAMES = [*names(), "template"]


@pytest.mark.parametrize("name", GAMES)
def test_help_names_the_keys_of_the_game(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        assert board_of(pilot).keys[0][0] in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, HelpScreen))

    drive(script, playing(name, game(name).examples[1]))


@pytest.mark.parametrize("name", GAMES)
def test_the_panel_has_the_figures_of_the_game(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Moves   0" in shown(pilot))
        for figure, value in session_of(pilot).game.figures(session_of(pilot).position).items():
            assert f"{figure:<7} {value}" in shown(pilot)

    drive(script, playing(name, game(name).examples[1]))


@pytest.mark.parametrize("name", GAMES)
def test_the_solver_or_a_player_plays_on_and_can_be_stopped(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        if game(name).is_scored:
            await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
            await pilot.press("enter")
        await until(pilot, lambda: len(session_of(pilot).moves) == 1)
        await pilot.press("space")
        assert "(paused)" in words(pilot)
        await pilot.press("right")
        await until(pilot, lambda: len(session_of(pilot).moves) == 2)
        await pilot.press("left")
        assert len(session_of(pilot).moves) == 1
        await pilot.press(*["plus"] * 9, "space")
        if not game(name).is_scored:
            await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
            assert session_of(pilot).hints > 0
            return
        await until(pilot, lambda: len(session_of(pilot).moves) > 2)
        await pilot.press("escape")
        assert not game_screen(pilot)._watcher.is_on

    # So slow that nothing happens by itself between two keys.
    drive(script, playing(name, game(name).examples[1], pace=600.0))


@pytest.mark.parametrize("name", GAMES)
def test_a_solution_after_an_undo_begins_with_its_own_first_move(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        session = session_of(pilot)
        best = session.advisor.advise(session.position).move
        session.play(next(move for move in session.game.moves(session.position) if move != best))
        await pilot.press("u", "s")
        if game(name).is_scored:
            await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
            await pilot.press("enter")
        await until(pilot, lambda: len(session.moves) >= 3 or session.status is Status.WON)
        # A move that cannot be taken back is still there.
        shown = session.marks[session.turn.fixed :]
        assert {by.partition(":")[0] for by in shown} == {"strategy" if game(name).is_scored else "solver"}
        assert session.redoable == ()

    drive(script, playing(name, game(name).examples[1], pace=0.02))


def test_whoever_is_watched_after_a_step_back_begins_with_a_move_of_their_own() -> None:
    async def watch(pilot: Pilot[None], *keys: str) -> None:
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press(*keys, "enter")
        await until(pilot, lambda: game_screen(pilot)._watcher.is_on)

    async def script(pilot: Pilot[None]) -> None:
        session = session_of(pilot)
        await watch(pilot)
        await until(pilot, lambda: len(session.moves) == 1)
        await pilot.press("left", "escape")
        assert session.moves == ()
        await watch(pilot, "down")
        await until(pilot, lambda: len(session.moves) == 1)
        names = [player.name for player in session.game.players() if player.suits(session.puzzle.position)]
        assert session.marks == (f"strategy:{names[1]}",)

    drive(script, playing("exponentile", game("exponentile").examples[1], pace=600.0))


@pytest.mark.parametrize("name", GAMES)
def test_a_window_may_change_its_size(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for size in ((60, 20), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            board = board_of(pilot)
            assert 0 < board.canvas.width <= board.size.width <= size[0]
            assert 0 < board.canvas.height <= board.size.height <= size[1]
            assert game(name).title in shown(pilot)
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert "too small" in " ".join(shown(pilot).split())
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "too small" not in shown(pilot)

    drive(script, playing(name, game(name).examples[1]))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_left_goes_on_later(name: str, data: Path) -> None:
    move = game(name).moves(game(name).parse(game(name).examples[1]))[0]

    async def leave(pilot: Pilot[None]) -> None:
        session_of(pilot).play(move)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))

    async def come_back(pilot: Pilot[None]) -> None:
        assert session_of(pilot).moves == (move,)
        assert "Back after 1 moves" in words(pilot)

    drive(leave, playing(name, game(name).examples[1]))
    assert len(list((data / "saves").iterdir())) == 1
    drive(come_back, playing(name, game(name).examples[1]))


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
def test_quitting_saves_the_game(key: str, data: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("E", "left", key)
        await pilot.pause()

    drive(script, playing("rush-hour", game("rush-hour").examples[1]))
    assert len(list((data / "saves").iterdir())) == 1


def test_a_game_without_a_board_is_played_by_typing_and_by_mouse() -> None:
    async def by_keys(pilot: Pilot[None]) -> None:
        for key in "24531243":
            await pilot.press(key, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))

    async def by_mouse(pilot: Pilot[None]) -> None:
        for move in "24531243":
            board = board_of(pilot)
            listed = [board.game.format_move(found) for found in board.game.moves(board.position)]
            await click(pilot, (len("15T") * 5 + 4, listed.index(move)))
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))

    drive(by_keys, playing("template", "FF_TT"))
    drive(by_mouse, playing("template", "FF_TT"))


def test_long_work_shows_its_progress_and_is_cancelled_by_escape() -> None:
    app = QuandaryApp(Session.start("klondike", "klondike#11"), performer="reference")

    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, Waiting))
        await until(pilot, lambda: "positions, depth" in shown(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, Waiting))
        assert words(pilot) == "Cancelled."
        await pilot.press("d")
        assert len(session_of(pilot).moves) == 1

    drive(script, app)


def test_a_new_puzzle_by_level_and_seed_and_by_its_id() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
        await pilot.click("#seed")
        await pilot.press(*"42", "enter")
        await until(pilot, lambda: session_of(pilot).id == "circuit:5#42")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
        pilot.app.screen.query_one("#puzzle", Input).value = "circuit:2#9"
        await pilot.press("enter")
        await until(pilot, lambda: session_of(pilot).id == "circuit:2#9")

    drive(script, playing("circuit", "circuit:1#1"))


def test_a_wrong_setting_is_told_and_can_be_corrected() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
        pilot.app.screen.query_one("#option-draw", Input).value = "99"
        await pilot.press("enter")
        await until(pilot, lambda: "option draw: 99 is above" in shown(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, NewPuzzle))

    drive(script, playing("klondike", "klondike#11"))


def test_the_id_is_copied_by_key_and_by_mouse() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        assert pilot.app.clipboard == "circuit:1#1"
        pilot.app.copy_to_clipboard("")
        line = next(number for number, line in enumerate(shown(pilot).split("\n")) if "c copy the id" in line)
        await pilot.click(offset=(shown(pilot).split("\n")[line].index("c copy"), line))
        assert pilot.app.clipboard == "circuit:1#1"

    drive(script, playing("circuit", "circuit:1#1"))


def test_a_watched_game_leaves_no_record(data: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: session_of(pilot).status is Status.WON)
        await pilot.pause(0.2)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))

    puzzle = game("rush-hour").examples[1]
    drive(script, playing("rush-hour", puzzle, performer="optimal", pace=0.02))
    assert not (data / "records.json").exists()
    assert not (data / "saves").exists()
