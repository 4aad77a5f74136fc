"""The menu: from there a newcomer gets into every mode, by keys and by mouse."""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.css.query import DOMQuery
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from quandary import Session, game, names
from quandary.engine.generate import daily_seed
from quandary.engine.ladder import ladder, level_of, levels
from quandary.engine.progress import Progress, Record, record_of
from quandary.tui.app import QuandaryApp
from quandary.tui.board import Board
from quandary.tui.dialogs import Choice, HelpScreen, Question
from quandary.tui.end_screen import EndScreen
from quandary.tui.game_screen import GameScreen
from quandary.tui.grid import GridScreen
from quandary.tui.menu import MODES, Menu
from quandary.tui.new_puzzle import NewPuzzle
from quandary.tui.standing import figures
from quandary.tui.thumbnail import Thumbnail
from tests.tui.driving import drive, game_screen, playing, session_of, shown, until, words

pytestmark = pytest.mark.slow

RUSH_HOUR = names().index("rush-hour")
CIRCUIT = names().index("circuit")


async def _choose(pilot: Pilot[None], number: int) -> None:
    games = pilot.app.screen.query_one("#games", OptionList)
    games.highlighted = number
    await pilot.pause()


def test_two_keys_lead_into_the_first_game() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).game.name == names()[0]
        assert words(pilot)

    drive(script)


def test_every_game_is_listed_and_plays_to_itself() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for number, name in enumerate(names()):
            await _choose(pilot, number)
            assert game(name).title in shown(pilot)
            assert game(name).summary[:20] in shown(pilot)
            await until(pilot, partial(_thumbnail_is, pilot, name))
        before = pilot.app.screen.query_one(Board).position
        await until(pilot, lambda: pilot.app.screen.query_one(Board).position != before)

    drive(script)


def _thumbnail_is(pilot: Pilot[None], name: str) -> bool:
    return [board.game.name for board in pilot.app.screen.query(Board)] == [name]


def test_a_board_is_never_shown_another_games_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock may strike while one board goes and the next one comes."""
    remove = DOMQuery.remove

    def strike_and_remove(query: DOMQuery[Board[Any, Any]]) -> Any:
        if isinstance(query.node, Thumbnail):
            query.node._tick()
        return remove(query)

    async def script(pilot: Pilot[None]) -> None:
        for name in names()[:3]:
            await until(pilot, lambda: [board.game.name for board in pilot.app.screen.query(Board)] == [name])  # noqa: B023
            await pilot.press("down")

    monkeypatch.setattr(DOMQuery, "remove", strike_and_remove)
    drive(script)


def test_a_click_plays_too() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.click("#games", offset=(3, CIRCUIT + 1))
        await until(pilot, lambda: pilot.app.screen.query_one("#games", OptionList).highlighted == CIRCUIT)
        await pilot.click("#modes", offset=(3, 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).game.name == "circuit"

    drive(script)


def test_the_daily_puzzle_is_everybodys() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await _choose(pilot, CIRCUIT)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(pilot.app.screen, GridScreen))
        assert "Today's is still to solve." in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).id == f"circuit:4#{daily_seed(date.today())}"

    drive(script)


def test_a_shipped_pack_and_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(f"{game('rush-hour').examples[1]}\nnot a board\n")

    async def script(pilot: Pilot[None]) -> None:
        await _choose(pilot, RUSH_HOUR)
        await pilot.press("k")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        assert "Expert" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GridScreen))
        assert "0/" in shown(pilot)
        await pilot.press("right", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert "Optimum" in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("k")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("up", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).game.compact(session_of(pilot).position) == game("rush-hour").examples[1]

    drive(script)


def test_watching_from_the_menu() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await _choose(pilot, CIRCUIT)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen) and session_of(pilot).moves)
        assert game_screen(pilot)._watcher.is_on

    drive(script)


def test_records_help_settings_and_nothing_to_continue() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await until(pilot, lambda: "Nothing yet" in shown(pilot))
        await pilot.press("escape")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        await pilot.press("escape")
        await pilot.press("c")
        await until(pilot, lambda: "There is no game to go on with" in shown(pilot))
        await pilot.press("right", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))

    drive(script)
    assert [name for name, *_ in MODES][2] == "custom"


def test_a_saved_game_comes_first_and_is_continued_or_deleted() -> None:
    app = QuandaryApp()
    session: Session[object, object] = Session.start("circuit", "circuit:1#1")
    session.play(session.game.moves(session.position)[0])
    app.store.save(session)

    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Continue  1 move, today" in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        assert "Circuit Challenge" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).moves == session.moves
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("d", "u")
        assert "(deleted)" not in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        assert len(app.store.saved()) == 1
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("d")
        assert "(deleted)" in shown(pilot)
        assert len(app.store.saved()) == 1
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        assert "nothing to go on with" in shown(pilot)
        assert app.store.saved() == []

    drive(script, app)


@pytest.mark.parametrize("name", names())
def test_a_digit_plays_at_once(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await _choose(pilot, names().index(name))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).game.name == name

    drive(script)


def test_levels_show_their_stars_and_the_next_puzzle() -> None:
    app = QuandaryApp()
    rungs = ladder(game("rush-hour"))
    session: Session[Any, Any] = Session(rungs[0].puzzle)
    for move in session.advisor.advise(session.position).line or ():
        session.play(move)
    app.store.progress.add(record_of(session))

    async def script(pilot: Pilot[None]) -> None:
        await _choose(pilot, RUSH_HOUR)
        await pilot.press("k", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GridScreen))
        assert f"1/{sum(rung.level == rungs[0].level for rung in rungs)}" in shown(pilot)
        assert "1 ★★★" in shown(pilot)
        await pilot.press("tab")
        assert "level 2 of" in shown(pilot)
        await pilot.press("shift+tab", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).id == rungs[1].name
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("r")
        await until(pilot, lambda: "1 game played, 1 won" in shown(pilot))

    drive(script, app)


def test_the_menu_fits_a_small_and_a_large_window() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for size in ((60, 20), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for _, title, _ in MODES:
                assert title in shown(pilot)

    drive(script)


def test_a_game_that_is_left_stands_among_the_records_until_it_is_finished() -> None:
    async def leave(pilot: Pilot[None]) -> None:
        await pilot.press("right", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        await until(pilot, lambda: "1 left" in shown(pilot) and "left after 1 move" in shown(pilot))

    app = drive(leave, playing("sokoban", "7#|#@_$_.#|7#"))
    assert [record.ended for record in app.store.progress.read().records] == ["left"]

    async def look(pilot: Pilot[None]) -> None:
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))

    again = playing("sokoban", "7#|#@_$_.#|7#")
    drive(look, again)
    assert len(again.store.progress.read().records) == 1

    async def win(pilot: Pilot[None]) -> None:
        await pilot.press("right", "right")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))

    app = drive(win, playing("sokoban", "7#|#@_$_.#|7#"))
    assert [record.ended for record in app.store.progress.read().records] == ["won"]


def test_deleted_games_that_are_chosen_or_undone_or_quit_on_are_kept() -> None:
    app = QuandaryApp()
    sessions: list[Session[Any, Any]] = [Session.start("circuit", f"circuit:1#{seed}") for seed in (1, 2, 3)]
    for session in sessions:
        session.play(session.game.moves(session.position)[0])
        app.store.save(session)

    async def choose(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        # All three are marked, the last mark is taken back, and the first game is chosen all the same.
        await pilot.press("d", "d", "d", "u", "up", "up", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).moves
        await until(pilot, lambda: len(app.store.saved()) == 2)

    async def quit_there(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("d", "d", "ctrl+q")

    drive(choose, app)
    assert len(drive(quit_there).store.saved()) == 2


def test_a_saved_game_that_is_deleted_was_left() -> None:
    app = QuandaryApp()
    session: Session[Any, Any] = Session.start("sokoban", "7#|#@_$_.#|7#")
    session.play("r")
    app.store.save(session)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("d", "escape")
        await until(pilot, lambda: not app.store.saved())

    drive(script, app)
    assert [record.ended for record in app.store.progress.read().records] == ["left"]


@pytest.mark.parametrize("name", names())
def test_how_hard_is_one_key_away_in_a_game(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        first = session_of(pilot).id
        await pilot.press("f1")
        await until(pilot, lambda: session_of(pilot).id != first)
        assert level_of(game(name), session_of(pilot).id) == levels(game(name))[0].name
        assert words(pilot)
        # Again gives another one each time, though none of them has been won.
        seen = [session_of(pilot).id]
        for _ in range(3):
            await pilot.press("f1")
            await until(pilot, lambda: session_of(pilot).id != seen[-1])
            seen.append(session_of(pilot).id)
        assert len(set(seen)) == len(seen)

    drive(script, playing(name, game(name).examples[1]))


def test_figures_have_small_plots_of_the_last_games_and_of_the_days() -> None:
    today = date(2026, 11, 16)

    def won(day: int, seconds: float) -> Record:
        at = f"2026-11-{day}T08:00:00+00:00"
        return Record("sokoban", f"sokoban#{day}", "won", at, 9, seconds, 9, by={"player": 9}, stars=3)

    told = dict(figures(game("sokoban"), Progress([won(14, 40.0), won(15, 20.0), won(15, 40.0)]), today))
    assert told["Sokoban"] == "3 games played, 3 won, 3 in a row (longest 3)"
    assert told["  time"] == "█▅█"
    assert told["  30 days"] == "▁" * 27 + "▅█▁"
    assert "  30 days" not in dict(figures(game("sokoban"), Progress(), today))
