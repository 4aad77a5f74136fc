"""A window is left once, and never takes another one away."""

import asyncio

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot

from quandary import Session, game, names
from quandary.engine.ladder import ladder
from quandary.tui.app import QuandaryApp
from quandary.tui.dialogs import HelpScreen
from quandary.tui.game_screen import GameScreen
from quandary.tui.grid import GridScreen, Page
from quandary.tui.lesson_screen import LessonScreen
from quandary.tui.menu import Menu
from quandary.tui.new_puzzle import NewPuzzle
from quandary.tui.thumbnail import Thumbnail
from quandary.tui.worker import Feed, Waiting
from tests.tui.driving import board_of, drive, game_screen, playing, session_of, shown, until


def waiting() -> Waiting[int]:
    """Work that has its result at once."""
    return Waiting("Counting", lambda cancel, progress: 3)


def test_escape_behind_the_result_changes_nothing() -> None:
    results: list[object] = []

    async def script() -> None:
        app: App[None] = App()
        async with app.run_test() as pilot:
            window = waiting()
            await app.push_screen(HelpScreen("Below", "", [("q", "close")]))
            await app.push_screen(window, results.append)
            # Both in one turn of the loop, as a key that is pressed while the thread ends.
            window.on_waiting_done(Waiting.Done(3))
            window.action_give_up()
            await pilot.pause()
            assert results == [3]
            assert isinstance(app.screen, HelpScreen)

    asyncio.run(script())


def test_a_covered_window_waits_until_it_is_uncovered() -> None:
    results: list[object] = []

    async def script() -> None:
        app: App[None] = App()
        async with app.run_test() as pilot:
            window = waiting()
            app.push_screen(window, results.append)
            await app.push_screen(HelpScreen("Above", "", [("q", "close")]))
            window.on_waiting_done(Waiting.Done(3))
            await pilot.pause()
            assert results == []
            assert isinstance(app.screen, HelpScreen)
            await pilot.press("escape")
            await until(pilot, lambda: results == [3])
            assert window not in app.screen_stack

    asyncio.run(script())


@pytest.mark.slow
def test_two_keys_at_once_open_one_window() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = game_screen(pilot)
        screen.action_hint()
        screen.action_solve()
        windows = [window for window in pilot.app.screen_stack if isinstance(window, Waiting)]
        assert len(windows) == 1
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))

    drive(script, playing("sokoban", "#####\n#@$.#\n#####"))


def test_keys_behind_the_last_screen_are_meant_for_nobody() -> None:
    async def script() -> None:
        app = QuandaryApp()
        async with app.run_test() as pilot:
            await pilot.pause()
            screens = app._screen_stack.copy()
            app._screen_stack.clear()
            await app.on_event(events.Key("left", None))
            app._screen_stack.extend(screens)

    asyncio.run(script())


def test_windows_that_open_while_the_app_closes_break_nothing() -> None:
    """As when a key asks for a hint and the next one quits."""

    async def script(pilot: Pilot[None]) -> None:
        pilot.app.exit()
        pilot.app.push_screen(waiting())
        pilot.app.push_screen(GridScreen(lambda _: Page("Page", ["1"], 0), 0, 1, "", lambda _: ""))
        pilot.app.push_screen(LessonScreen(game("sokoban")))
        pilot.app.push_screen(Menu(None))

    app = drive(script, playing("sokoban", game("sokoban").examples[1]))
    assert app.return_code == 0


def test_keys_that_come_before_the_menu_is_drawn_or_when_it_goes_ask_for_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        menu = Menu()
        pilot.app.push_screen(menu)
        assert not await pilot.app.run_action("to_games", menu)
        await until(pilot, lambda: menu.is_whole)
        assert await pilot.app.run_action("to_games", menu)
        pilot.app.exit()
        assert not await pilot.app.run_action("to_games", menu)

    drive(script)


def test_keys_that_come_when_all_screens_are_gone_break_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.app._shutdown()
        await pilot.app.on_event(events.Key("u", "u"))

    drive(script, playing("sokoban", game("sokoban").examples[1]))


def test_a_solution_that_comes_while_the_app_closes_is_let_go() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = game_screen(pilot)
        screen.action_solve()
        found = pilot.app.screen._result_callbacks[-1].callback
        assert found is not None
        await screen.query("*").remove()
        found(screen.session.advisor.certain(screen.session.position).verdict)

    drive(script, playing("sokoban", game("sokoban").examples[1]))


@pytest.mark.slow
def test_an_answer_that_comes_when_a_playback_has_begun_moves_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = game_screen(pilot)
        await pilot.press("right")
        screen.action_rescue()
        found = pilot.app.screen._result_callbacks[-1].callback
        assert found is not None
        screen._begin_playback(Feed([]), "solver:push-optimal")
        found((0,))
        assert screen.session.turn.number == 1
        screen._end_playback()
        found((0,))
        assert screen.session.turn.number == 0

    drive(script, playing("sokoban", game("sokoban").examples[1]))


def test_a_window_that_changes_its_size_while_a_game_opens_breaks_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = GameScreen(Session.start("sokoban", game("sokoban").examples[1]))
        pilot.app.push_screen(screen)
        screen._show_facts()
        await until(pilot, lambda: screen.is_whole and "Moves" in shown(pilot))

    drive(script)


def test_a_thumbnail_that_is_ready_where_no_menu_is_breaks_nothing() -> None:
    async def script(_: Pilot[None]) -> None:
        picture = Thumbnail()
        shown_game = game("sokoban")
        picture._game = shown_game
        session = Session.start("sokoban", shown_game.examples[1])
        await picture.on_thumbnail_ready(Thumbnail.Ready(shown_game, session, []))

    drive(script)


def _burst(pilot: Pilot[None], *keys: str) -> None:
    """Sends keys at once, as a terminal does with what was typed ahead."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))


@pytest.mark.slow
@pytest.mark.parametrize("last", ["1", "escape", "n", "s", "f2", "question_mark"])
def test_keys_typed_ahead_go_to_the_screens_that_open_meanwhile(last: str) -> None:
    """From the menu through the levels into a game, and a key for the game, all at once."""

    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu) and pilot.app.screen.is_whole)
        at = names().index("rush-hour")
        _burst(pilot, "left", "home", *["down"] * at, "k", "enter", "enter", last)
        if last == "escape":
            _burst(pilot, "question_mark")
            await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
            assert not any(isinstance(screen, GameScreen) for screen in pilot.app.screen_stack)
            return
        await until(pilot, lambda: any(isinstance(screen, GameScreen) for screen in pilot.app.screen_stack))
        first = ladder(game("rush-hour"))[0]
        if last in "1f2":
            await until(pilot, lambda: session_of(pilot).id != first.name)
        elif last == "s":
            await until(pilot, lambda: session_of(pilot).moves)
        else:
            await until(pilot, lambda: isinstance(pilot.app.screen, (NewPuzzle, HelpScreen)))
            assert session_of(pilot).id == first.name

    drive(script)


def test_a_game_that_is_begun_before_its_screen_is_there_is_begun_when_it_is() -> None:
    first, second = (Session.start("sokoban", game("sokoban").examples[at]).puzzle for at in (0, 1))

    async def script(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, QuandaryApp)
        app.open(first)
        app.open(second)
        await until(pilot, lambda: game_screen(pilot).is_whole and "Moves" in shown(pilot))
        assert session_of(pilot).puzzle == second
        await pilot.press("right")
        assert board_of(pilot).position == session_of(pilot).position != second.position

    drive(script)
