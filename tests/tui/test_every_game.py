"""What every game has on its screen, tested over all of them: a new one is tested as soon as it is there."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from quandary import Session, Status, game, names
from quandary.engine.packs import shipped_packs
from quandary.tui.app import QuandaryApp
from quandary.tui.dialogs import Choice, HelpScreen, Pause
from quandary.tui.end_screen import EndScreen
from quandary.tui.menu import Menu
from quandary.tui.new_puzzle import BoardInput, NewPuzzle, Pick
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
        assert "(paused, " in words(pilot)
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

    # So slow that nothing happens by itself between two keys, and a game for points that does not end meanwhile.
    puzzle = f"{name}#1" if game(name).is_scored else game(name).examples[1]
    drive(script, playing(name, puzzle, pace=600.0))


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
        # A move that has told too much stays, and stays the player's.
        shown_moves = session.marks[session.turn.fixed :]
        assert {by.partition(":")[0] for by in shown_moves} == {"strategy" if game(name).is_scored else "solver"}
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
        assert "Back after 1 move." in words(pilot)

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
        await pilot.click("#field-seed")
        await pilot.press(*"42", "enter")
        await until(pilot, lambda: session_of(pilot).id == "circuit:5#42")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
        pilot.app.screen.query_one("#field-puzzle", Input).value = "circuit:2#9"
        await pilot.press("enter")
        await until(pilot, lambda: session_of(pilot).id == "circuit:2#9")

    drive(script, playing("circuit", "circuit:1#1"))


def test_a_wrong_setting_is_told_beside_its_field_and_never_remembered(data: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for name, value, told in (("draw", "99", "99 is above"), ("draw", "foo", "'foo' is not a whole number")):
            await pilot.press("n")
            await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
            pilot.app.screen.query_one(f"#field-{name}", Input).value = value
            await pilot.press("enter")
            await until(pilot, partial(_is_shown, pilot, told))
            lines = shown(pilot).split("\n")
            at = next(number for number, line in enumerate(lines) if told in line)
            assert value in lines[at - 1]
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(pilot.app.screen, NewPuzzle))
        assert "settings" not in (data / "preferences.json").read_text(encoding="utf-8")

    drive(script, playing("klondike", "klondike#11"))


def test_settings_that_make_no_puzzle_are_not_remembered_and_defaults_come_back(data: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
        form = pilot.app.screen
        form.query_one("#field-size", Input).value = "foo"
        await pilot.press("enter")
        await until(pilot, lambda: "foo" in str(form.query_one("#problem").render()) or form.query(".-told"))
        assert pilot.app.screen is form
        assert "settings" not in (data / "preferences.json").read_text(encoding="utf-8")
        await pilot.click("#defaults")
        assert form.query_one("#field-size", Input).value != "foo"
        await pilot.press("escape")

    drive(script, playing("rush-hour", game("rush-hour").examples[1]))


def test_old_settings_that_make_nothing_any_more_give_way_to_the_usual_ones() -> None:
    app = QuandaryApp()
    app.store.prefer(**{"settings of circuit": {"level": "no such level"}})

    async def script(pilot: Pilot[None]) -> None:
        app.make_another(game("circuit"))
        await until(pilot, lambda: any(type(screen).__name__ == "GameScreen" for screen in app.screen_stack))
        assert "settings of circuit" not in app.store.preferences()

    drive(script, app)


def test_the_form_by_keys_alone_in_one_burst() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
        form = pilot.app.screen
        await until(pilot, lambda: form.focused)
        fields = list(form.query(".row > Input, .row > Pick"))
        hidden = next(field for field in fields if isinstance(field, Pick) and field.id == "field-hidden")
        # Everything at once, as a quick typist or a slow line has it.
        keys = ["tab"] * fields.index(hidden) + ["right", "tab", *"42", "enter"]
        for key in keys:
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: session_of(pilot).id == "circuit:5-hidden#42")

    drive(script, playing("circuit", "circuit:1#1"))


def test_a_pasted_board_keeps_all_its_lines() -> None:
    board = game("rush-hour").format(game("rush-hour").parse(game("rush-hour").examples[1]))
    lines = "\n".join(game("rush-hour").examples[1][at : at + 6] for at in range(0, 36, 6))

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewPuzzle))
        pilot.app.screen.query_one(BoardInput).focus()
        pilot.app.post_message(events.Paste(lines))
        await until(pilot, lambda: pilot.app.screen.query_one(BoardInput).text == lines)
        await pilot.press("enter")
        await until(pilot, lambda: session_of(pilot).puzzle.text == board)

    drive(script, playing("rush-hour", "rush-hour:beginner/1"))


@pytest.mark.parametrize("name", names())
def test_a_hint_says_more_each_time_in_words_and_counts_once(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        session, said = session_of(pilot), []
        while not session.moves:
            before = words(pilot)
            await pilot.press("h")
            await until(pilot, partial(_has_said, pilot, before))
            said.append(words(pilot))
        assert session.hints == 1
        assert session.marks == ("hint",)
        assert len(said) >= 2
        assert all(line.startswith("Hint: ") for line in said[:-1])
        assert said[-1].startswith("Played: ")

    drive(script, playing(name, game(name).examples[1]))


@pytest.mark.parametrize("name", GAMES)
def test_a_restart_can_be_undone_and_forgets_no_hint(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        session = session_of(pilot)
        session.hint()
        session.play(session.game.moves(session.position)[0])
        moves = session.moves
        await pilot.press("x")
        assert session.moves == ()
        assert session.hints == 1
        await pilot.press("u")
        assert session.moves == moves

    drive(script, playing(name, game(name).examples[1]))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_finished_for_the_player_is_not_theirs(name: str) -> None:
    app = playing(name, game(name).examples[1], pace=0.02)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        if game(name).is_scored:
            await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
            await pilot.press("enter")
            await until(pilot, lambda: len(session_of(pilot).moves) > 2)
            return
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen) and "by the solver" in shown(pilot))
        assert "not among your records" in shown(pilot)
        assert "★" not in str(pilot.app.screen.query_one("#result").render())

    drive(script, app)
    progress = app.store.progress.read()
    assert progress.game(name).played == 0
    assert list(progress.own()) == []


def test_a_small_window_keeps_what_matters_and_the_way_out() -> None:
    shows = {
        "rush-hour": ("rush-hour:beginner/3", "0 moves of 4"),
        "circuit": ("circuit:5#42", "Lives ♥♥♥♥♥"),
        "exponentile": ("exponentile#42", "Score 0"),
        "sokoban": (f"sokoban:{next(iter(shipped_packs(game('sokoban'))))}/1", "pushes of"),
    }
    for name, (puzzle, facts) in shows.items():

        async def script(pilot: Pilot[None], facts: str = facts) -> None:
            await pilot.pause()
            first, *_, last = shown(pilot).split("\n")
            assert facts in first
            assert "Esc menu" in last

        drive(script, playing(name, puzzle), size=(60, 20))


def test_a_pause_stops_the_clock_and_hides_the_board() -> None:
    async def script(pilot: Pilot[None]) -> None:
        session = session_of(pilot)
        await pilot.press("d", "z")
        await until(pilot, lambda: isinstance(pilot.app.screen, Pause))
        assert "Paused" in shown(pilot)
        elapsed = session.elapsed
        await pilot.pause(0.05)
        assert session.elapsed == elapsed
        await pilot.press("a")
        await until(pilot, lambda: not isinstance(pilot.app.screen, Pause))
        await until(pilot, lambda: session.elapsed > elapsed)
        await pilot.press("t")
        assert "Time " not in shown(pilot)

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
    assert not (data / "progress.jsonl").exists()
    assert not (data / "saves").exists()


def _is_shown(pilot: Pilot[None], text: str) -> bool:
    return text in shown(pilot)


def _has_said(pilot: Pilot[None], before: str) -> bool:
    return words(pilot) != before


async def _watch(pilot: Pilot[None], name: str) -> None:
    await pilot.press("s")
    if game(name).is_scored:
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("enter")


def _own_move(session: Session[Any, Any]) -> tuple[Any, ...]:
    """Plays a move, takes another one back, and returns the state that must come back."""
    for _ in range(2):
        session.play(session.game.moves(session.position)[0])
    session.undo()
    return session.turn, session.redoable, session.undone


@pytest.mark.parametrize("name", GAMES)
def test_one_key_brings_the_players_game_back_from_a_solver_that_was_stopped(name: str) -> None:
    app = playing(name, f"{name}#1" if game(name).is_scored else game(name).examples[1], pace=0.02)

    async def script(pilot: Pilot[None]) -> None:
        session = session_of(pilot)
        before = _own_move(session)
        await _watch(pilot, name)
        await until(pilot, lambda: len(session.marks) > before[0].number)
        # What is on the disk while the solver plays is the player's own game.
        app.autosave.flush()
        (saved,) = app.store.saved()
        assert saved.moves == before[0].number
        await pilot.press("escape")
        if session.status is not Status.WON:
            await until(pilot, lambda: not game_screen(pilot)._watcher.is_on)
        await pilot.press("u")
        await until(pilot, lambda: (session.turn, session.redoable, session.undone) == before)
        assert board_of(pilot).position == session.position

    drive(script, app)


SOLVED_FOR = [name for name in GAMES if not game(name).is_scored]


@pytest.mark.parametrize("name", SOLVED_FOR)
def test_a_game_that_a_solver_has_finished_comes_back_and_can_still_be_won(name: str) -> None:
    app = playing(name, game(name).examples[1], pace=0.02)

    async def script(pilot: Pilot[None]) -> None:
        session = session_of(pilot)
        before = _own_move(session)
        await _watch(pilot, name)
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await until(pilot, lambda: "u brings your own game back" in shown(pilot))
        # Left here, too, the game can be gone on with.
        app.autosave.flush()
        (saved,) = app.store.saved()
        kept = app.store.load(saved)
        assert kept is not None
        assert kept.moves == session.moves[: before[0].number]
        assert kept.hints == session.hints
        await pilot.press("u")
        await until(pilot, lambda: (session.turn, session.redoable, session.undone) == before)
        for move in session.advisor.advise(session.position).line or ():
            session.play(move)
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))

    drive(script, app)
    records = app.store.progress.read().records
    assert [(record.ended, record.is_own) for record in records][-2:] == [("won", False), ("won", True)]
    assert app.store.saved() == []


def test_quitting_where_a_solver_has_finished_keeps_the_players_game() -> None:
    async def script(pilot: Pilot[None]) -> None:
        session_of(pilot).play("r")
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await pilot.press("ctrl+q")

    app = drive(script, playing("sokoban", "7#|#@_$_.#|7#", pace=0.02))
    (saved,) = app.store.saved()
    kept = app.store.load(saved)
    assert kept is not None
    assert kept.game.format_moves(kept.moves) == "r"
    # The moves that were shown are hints when the player makes them.
    kept.play("r")
    assert kept.marks == ("player", "hint")


def test_a_cancelled_watch_goes_on_with_the_saved_game_of_the_puzzle() -> None:
    saved: Session[Any, Any] = Session.start("klondike", "klondike#11")
    saved.play("D")
    app = QuandaryApp(Session.start("klondike", "klondike#11"), performer="reference")
    app.store.save(saved)

    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(pilot.app.screen, Waiting))
        await pilot.press("escape")
        await until(pilot, lambda: words(pilot) == "Cancelled.")
        assert session_of(pilot).moves == saved.moves
        await pilot.press("d", "ctrl+q")

    drive(script, app)
    assert [one.moves for one in app.store.saved()] == [2]


def test_a_game_that_is_resumed_from_a_file_sets_the_saved_game_of_its_puzzle_aside(data: Path) -> None:
    saved, resumed = (Session.start("sokoban", "7#|#@_$_.#|7#") for _ in range(2))
    for step in "rl":
        saved.play(step)
    resumed.play("r")
    resumed.play("r")
    app = QuandaryApp(resumed)
    app.store.save(saved)

    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "set aside" in shown(pilot))
        await pilot.press("ctrl+q")

    drive(script, app)
    (aside,) = [file for file in (data / "saves").iterdir() if "replaced" in file.name]
    assert Session.load(aside.read_text(encoding="utf-8")).moves == saved.moves
